"""What the buttons of the simulator's apps open is expected of them, and what breaks in on the way is not."""

from __future__ import annotations

import pytest

from lumos_layer.actions.outcomes import Done
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import FaultPlan, Simulator, apps
from lumos_layer.execution import Executor
from tests.execution.surfaces import ref


def pressed(app: str, *names: str) -> str:
    """What is told of the last press as not asked for; the names are pressed one after the other."""
    clock = ManualClock()
    executor = Executor(Simulator.from_app(apps.load(f"blueprints/{app}"), clock=clock), clock)
    executor.observe()
    mismatch = ""
    for name in names:
        clock.sleep(1)
        outcome = executor.run({"type": "click", "ref": ref(executor, name)})
        assert isinstance(outcome, Done), (name, outcome)
        mismatch = outcome.mismatch
    return mismatch


@pytest.mark.parametrize(
    ("app", "names"),
    [
        ("mail", ("New message",)),
        ("mail", ("Lunch on Friday?", "Reply")),
        ("search", ("Start",)),
        ("search", ("Search",)),
        ("editor", ("Open",)),
        ("editor", ("Save",)),
        ("files", ("New folder",)),
        ("files", ("todo.txt", "Rename")),
        ("browser", ("Orders", "Delete order 1001")),
        ("browser", ("Shop 가게", "Add Blue mug to cart", "Cart (12 EUR)", "Check out")),
        ("browser", ("Example bank",)),
    ],
)
def test_what_a_press_leads_to_is_not_told(app: str, names: tuple[str, ...]) -> None:
    assert pressed(app, *names) == ""


def test_the_question_of_a_message_without_a_subject_is_not_told() -> None:
    clock = ManualClock()
    executor = Executor(Simulator.from_app(apps.load("blueprints/mail"), clock=clock), clock)
    executor.observe()
    executor.run({"type": "click", "ref": ref(executor, "New message")})
    executor.run({"type": "set_text", "ref": ref(executor, "To"), "text": "ann@example.org"})
    outcome = executor.run({"type": "click", "ref": ref(executor, "Send")})
    assert isinstance(outcome, Done)
    assert (outcome.mismatch, "No subject" in str(outcome.delta)) == ("", True)


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Cookies", "This site uses cookies to remember what you chose."),
        ("Buy the full version", "9.99 a month will be charged to your account."),
        ("Error", "The message could not be opened."),
        ("Tip of the day", "You can search with Control+F."),
        ("Microphone", "Mail would like to use the microphone."),
    ],
)
def test_a_dialog_that_breaks_in_is_told_in_each_app(title: str, said: str) -> None:
    for app, name in (("mail", "New message"), ("search", "Start"), ("editor", "Save"), ("files", "New folder")):
        clock = ManualClock()
        popup = {"kind": "popup", "acts": (1,), "title": title, "text": said, "modal": False}
        plan = FaultPlan.model_validate({"faults": [popup]})
        executor = Executor(Simulator.from_app(apps.load(f"blueprints/{app}"), clock=clock, faults=plan), clock)
        executor.observe()
        outcome = executor.run({"type": "click", "ref": ref(executor, name)})
        assert f"A dialog has opened: dialog {title!r}." in getattr(outcome, "mismatch", ""), (app, outcome)

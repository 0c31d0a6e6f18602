"""The executor on the simulator, with everything going wrong that can: what it says is what happened."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.outcomes import Done, Failed, NoEffect, Outcome, Rejected, Unknown, as_json
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.port import Capabilities, Delivery
from lumos_layer.environments.simulator import Crash, Simulator
from lumos_layer.environments.simulator.faults import FaultPlan
from lumos_layer.errors import NotSent
from lumos_layer.execution import Executor
from tests.execution.surfaces import Surface, form, ref

WINDOW = b"""<Window Name="Sign in" RuntimeId="42.1" IsEnabled="True" x="0" y="0" width="400" height="300">
<Edit Name="Name" AutomationId="name" Value="ann" IsReadOnly="False" x="10" y="10" width="200" height="30"/>
<CheckBox Name="Stay" AutomationId="stay" ToggleState="0" x="10" y="50" width="200" height="30"/>
<CheckBox Name="Other" AutomationId="other" ToggleState="0" x="10" y="90" width="200" height="30"/>
<Edit Name="Code" AutomationId="code" Value="" IsReadOnly="False" x="10" y="130" width="200" height="30"/>
</Window>"""
CLICK = {"type": "click", "ref": "A2"}
SET = {"type": "set_text", "ref": "A1", "text": "bob"}
TYPE = {"type": "type_text", "ref": "A1", "text": "bob"}


def made(*faults: dict[str, Any], **options: Any) -> tuple[Simulator, Executor]:
    clock = ManualClock()
    plan = FaultPlan.model_validate({"faults": [{"acts": (1,), **fault} for fault in faults]}, strict=False)
    simulator = Simulator.from_dump(WINDOW, clock=clock, faults=plan, **options)
    executor = Executor(simulator, clock)
    executor.observe()
    return simulator, executor


def value(simulator: Simulator, name: str) -> str | None:
    """What the field of that name really holds; None if it is gone."""
    return next((widget.node.value for widget in simulator.world.order() if widget.node.name == name), None)


def checked(simulator: Simulator, name: str) -> str | None:
    return next(widget.node.checked for widget in simulator.world.order() if widget.node.name == name)


@pytest.mark.parametrize(
    ("fault", "action", "kind"),
    [
        ({"kind": "lost"}, CLICK, NoEffect),
        ({"kind": "lost"}, SET, NoEffect),
        ({"kind": "lost"}, TYPE, NoEffect),
        ({"kind": "duplicated"}, CLICK, NoEffect),  # turned over twice
        ({"kind": "duplicated"}, SET, Done),
        ({"kind": "popup"}, SET, Rejected),
        ({"kind": "popup", "harmful": True}, TYPE, Rejected),
        ({"kind": "stale"}, SET, Rejected),
        ({"kind": "vanished"}, TYPE, Rejected),
        ({"kind": "focus_theft"}, SET, Done),
        ({"kind": "focus_theft"}, TYPE, Done),
        ({"kind": "broken", "done": True}, CLICK, Unknown),
        ({"kind": "broken", "done": True}, SET, Done),
        ({"kind": "slow", "seconds": 1.0}, SET, Done),
    ],
)
def test_the_outcome_is_what_happened(fault: dict[str, Any], action: dict[str, Any], kind: type[Outcome]) -> None:
    simulator, executor = made(fault)
    outcome = executor.run(action, action_id="a1")
    assert isinstance(outcome, kind), outcome
    if isinstance(outcome, NoEffect | Rejected):
        assert value(simulator, "Name") in ("ann", None)
        assert checked(simulator, "Stay") == "false"
    elif action is SET:
        assert value(simulator, "Name") == "bob"
    assert executor.run(action, action_id="a1") == outcome


def test_an_adapter_that_breaks_down_before_it_sends_has_failed() -> None:
    simulator, executor = made({"kind": "broken"})
    outcome = executor.run(SET)
    assert isinstance(outcome, Failed)
    assert value(simulator, "Name") == "ann"


@pytest.mark.parametrize("when", ["before", "during", "after"])
def test_no_outcome_comes_of_the_death_of_the_process(when: str) -> None:
    _, executor = made({"kind": "crashed", "when": when})
    with pytest.raises(Crash):
        executor.run(SET)


def test_what_arrives_twice_stands_there_once() -> None:
    simulator, executor = made({"kind": "duplicated"})
    outcome = executor.run(TYPE)
    assert isinstance(outcome, Done)
    assert value(simulator, "Name") == "annbob"
    assert outcome.note == "The text stands twice in the field: 'annbobbob'. The field was mended to hold exactly this."


@pytest.mark.parametrize("down", [40, -40])
def test_a_screen_that_moves_between_look_and_press_lets_no_other_press_count(down: int) -> None:
    _, executor = made({"kind": "shifted", "down": down})
    assert isinstance(executor.run(CLICK), Failed | Rejected)


def test_a_dialog_that_nobody_asked_for_is_never_taken_for_an_effect() -> None:
    _, executor = made({"kind": "popup", "harmful": True})
    outcome = executor.run(CLICK)
    assert isinstance(outcome, Rejected) or (isinstance(outcome, Done) and "A dialog has opened" in outcome.mismatch)


def test_after_an_outcome_the_next_act_is_normal() -> None:
    simulator, executor = made({"kind": "broken"})
    assert isinstance(executor.run(SET, action_id="a1"), Unknown | Failed)
    assert isinstance(executor.run(SET, action_id="a2"), Done)
    assert value(simulator, "Name") == "bob"


def test_a_secret_that_is_too_short_to_be_found_again_keeps_its_field_from_being_shown() -> None:
    simulator, executor = made(secrets={"cvv": "123"})
    outcome = executor.run({"type": "set_text", "ref": "A4", "text": {"secret": "cvv"}})
    assert isinstance(outcome, Done)
    assert value(simulator, "Code") == "123"
    assert executor.latest is not None
    shown = executor.latest.blueprint().compact() + outcome.model_dump_json(exclude={"action_id"})
    assert "123" not in shown
    assert "filled" in shown


def test_an_unknown_secret_is_invalid_and_the_names_that_exist_are_said() -> None:
    simulator, executor = made(secrets={"cvv": "123"})
    outcome = executor.run({"type": "set_text", "ref": "A4", "text": {"secret": "pin"}})
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, value(simulator, "Code")) == ("invalid", "")
    assert outcome.violations[0].message == "There is no secret named 'pin'. Known: cvv."


class Speechless(RuntimeError):
    def __str__(self) -> str:
        raise ValueError("no words")


@pytest.mark.parametrize(
    ("given", "kind", "said"),
    [
        ("delivered", Unknown, "The environment gave no delivery but a str."),
        (Delivery(action_id="x", status="sent"), Unknown, "The environment gave no valid delivery"),  # type: ignore[arg-type]
        (Delivery(action_id="x", status="refused", reason="tired"), Rejected, "Invalid enum value 'tired'"),  # type: ignore[arg-type]
        (Delivery(action_id="x", status="refused", reason="stale", note="half \ud800"), Rejected, "half \\ud800"),
        (RuntimeError("half \ud800"), Unknown, "half \\ud800"),
        (Speechless(), Unknown, "Speechless"),
    ],
)
def test_whatever_an_adapter_gives_is_an_outcome_that_can_be_printed(given: Any, kind: type[Outcome], said: str) -> None:
    def react(_surface: Surface, _action: GroundedAction) -> Any:
        if isinstance(given, Exception):
            raise given
        return given

    surface = Surface(*form(), react=react)
    executor = surface.executor()
    outcome = executor.run({"type": "click", "ref": ref(executor, "Save")}, action_id="id \ud800")
    assert isinstance(outcome, kind)
    printed = orjson.loads(as_json(outcome))
    assert printed["action_id"] == "id \\ud800"
    assert said in str(printed).replace("\\\\", "\\")


def test_an_environment_that_cannot_say_what_it_can_do_or_shows_nothing_has_failed() -> None:
    class Odd(Surface):
        broken = ""

        @property
        def capabilities(self) -> Capabilities:
            if self.broken == "capabilities":
                raise OSError("gone")
            return super().capabilities

        def observe(self) -> Any:
            return None if self.broken == "observe" else super().observe()

    surface = Odd(*form())
    executor = surface.executor()
    save = ref(executor, "Save")
    for surface.broken, error in (
        ("capabilities", "OSError: gone"),
        ("observe", "Nobody could look: The environment gave no observation but a NoneType."),
    ):
        outcome = executor.run({"type": "click", "ref": save})
        assert isinstance(outcome, Failed)
        assert outcome.error == error
    assert surface.sent == []


@pytest.mark.parametrize(
    "keys", [["Backspace"], ["Home", "Delete"], ["Home", "ArrowRight", "x"], ["Shift+Home", "h"], ["Control+a", "Delete"]]
)
def test_a_secret_in_a_plain_field_is_not_told_by_deleting_a_part_of_it(keys: list[str]) -> None:
    _, executor = made(secrets={"pin": "kqxwzj77"})
    said = [executor.run({"type": "set_text", "ref": "A4", "text": {"secret": "pin"}})]
    said += [executor.run({"type": "press_key", "ref": "A4", "key": key}) for key in keys]
    said += [executor.run({"type": "press_key", "ref": "A4", "key": "Backspace"}) for _ in range(3)]
    shown = " ".join(map(as_json, said)) + executor.observe().blueprint().compact()
    assert [part for part in ("kqx", "qxw", "xwz", "wzj", "zj7", "j77") if part in shown] == []
    assert "xwz" not in repr(executor.observe().tree.nodes)


def test_a_field_that_held_a_secret_takes_other_words_in_clear() -> None:
    _, executor = made(secrets={"pin": "kqxwzj77"})
    executor.run({"type": "set_text", "ref": "A4", "text": {"secret": "pin"}})
    outcome = executor.run({"type": "set_text", "ref": "A4", "text": "London"})
    assert isinstance(outcome, Done)
    assert executor.observe().tree[executor.observe().refs["A4"]].value == "London"


def test_a_secret_that_is_added_to_other_words_is_not_shown() -> None:
    _, executor = made(secrets={"pin": "plum"})
    outcome = executor.run({"type": "type_text", "ref": "A1", "text": {"secret": "pin"}})
    assert isinstance(outcome, Done)
    assert "plum" not in as_json(outcome) + repr(executor.observe().tree.nodes)


class Breaking(ManualClock):
    """A clock that breaks when it has been asked so many times, as one in a process that is killed."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error, self.left = error, 10**6

    def now(self) -> float:
        self._asked()
        return super().now()

    def sleep(self, seconds: float) -> None:
        self._asked()
        super().sleep(seconds)

    def _asked(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise self.error


@pytest.mark.parametrize("left", range(12))
@pytest.mark.parametrize("error", [NotSent("the line is cut"), RuntimeError("the line is cut")], ids=["not sent", "stranger"])
@pytest.mark.parametrize("action", [{"type": "click", "ref": "Save"}, {"type": "wait", "seconds": 1}], ids=["click", "wait"])
def test_a_clock_that_breaks_at_any_moment_is_an_outcome_too(action: dict[str, Any], error: Exception, left: int) -> None:
    clock = Breaking(error)
    surface = Surface(*form(), clock=clock)
    executor = surface.executor()
    asked = {**action, "ref": ref(executor, action["ref"])} if "ref" in action else action
    clock.left = left
    outcome = executor.run(asked)
    if clock.left >= 0:
        assert outcome.outcome == "done"
    elif surface.sent:
        assert isinstance(outcome, Unknown)
        assert outcome.why.endswith("the line is cut.") or outcome.why.endswith("the line is cut")
        assert "not sent" not in outcome.why
    else:
        assert isinstance(outcome, Failed)


def test_a_delivery_of_another_act_leaves_open_whether_this_one_arrived() -> None:
    surface = Surface(*form(), react=lambda _surface, _action: Delivery(action_id="b2", status="delivered"))
    executor = surface.executor()
    outcome = executor.run({"type": "click", "ref": ref(executor, "Save")}, action_id="a1")
    assert isinstance(outcome, Unknown)
    assert outcome.why == "It may have been sent: The environment answered for another act, 'b2'."


@pytest.mark.parametrize("actions", [None, 5], ids=str)
def test_an_environment_whose_abilities_are_none_has_failed(actions: Any) -> None:
    class Unable(Surface):
        @property
        def capabilities(self) -> Capabilities:
            return Capabilities(actions=actions)

    surface = Unable(*form())
    executor = surface.executor()
    outcome = executor.run({"type": "click", "ref": ref(executor, "Save")})
    assert isinstance(outcome, Failed)
    assert surface.sent == []

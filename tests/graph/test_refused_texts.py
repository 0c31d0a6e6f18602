"""A text that was meant for a field that keeps a secret is refused, and stands nowhere from then on: on no disk, in no prompt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.errors import ApprovalRefused
from lumos_layer.interfaces.show import page
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.planning.prompt import prompt
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Approve, Constrain, Deny, Edit, Reply
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.policy import DEFAULT_POLICY
from tests.graph.running_on import BUY, DETAILS, FINISH, Shop, answer, close, shop
from tests.graph.test_secrets import encodings, values_in

TEXT = 'hunter2 "Zwölf"\\7'
REPLAN = DEFAULT_POLICY.model_copy(update={"on_denial": "replan"})


class Saying:
    """Plans what it is given in turn, each made for the screen, and keeps the prompts that a language model would have got."""

    name = "saying"

    def __init__(self, *acts: Any) -> None:
        self.acts, self.prompts = list(acts), list[str]()

    def plan(self, request: Request) -> Plan:
        self.prompts.append("\n".join(prompt(request, request.observation.blueprint())))
        made = self.acts.pop(0) if self.acts else FINISH
        action: Any = made(request.observation) if callable(made) else made
        words = f" with {TEXT}" if json.dumps(TEXT)[1:-1] in json.dumps(action) else ""
        return Plan(action=action, reason=f"I go on{words}", expected_effect=f"It is filled{words}", confidence=0.9)


def called(look: Observation, name: str) -> str:
    return next(ref for ref, i in look.refs.items() if look.name_of(i) == name)


def into(name: str, verb: str = "set_text", **more: Any) -> Any:
    return lambda look: {"type": verb, "ref": called(look, name), "text": TEXT, **more}


def press(name: str) -> Any:
    return lambda look: {"type": "click", "ref": called(look, name)}


AT = {"x": 700, "y": 68}
AIMED: dict[str, Any] = {
    "set_text by ref": into("Password"),
    "type_text by ref": into("Password", "type_text"),
    "set_text by point": {"type": "set_text", "point": AT, "text": TEXT},
    "a click with a text": lambda look: {"type": "click", "ref": called(look, "Password"), "text": TEXT},
    "no action at all": lambda look: {"type": "fill", "ref": called(look, "Password"), "value": TEXT},
    "a wrapped action": lambda look: {"action": {"type": "set_text", "ref": called(look, "Password"), "text": TEXT}},
    "several actions": lambda look: [{"type": "set_text", "ref": called(look, "Password"), "text": TEXT}],
    "a key that there is not": lambda look: {"type": "press_key", "ref": called(look, "Password"), "key": TEXT},
    "a target in words": {"type": "set_text", "target": {"role": "textbox", "name": "PIN code"}, "text": TEXT},
}


def left_by(run: Shop) -> dict[str, bytes]:
    """All that the run leaves: its files, what its checkpoints hold, and its page."""
    run.running.close()
    made = page(run.folder)
    run.folder.close()
    files = {str(path): path.read_bytes() for path in run.folder.path.parent.rglob("*") if path.is_file()}
    assert any(name.endswith("journal.jsonl") for name in files)
    held = {f"{name} {k}": said.encode() for k, (name, said) in enumerate(values_in(files))}
    return files | held | {"page": made.encode()}


def told_in(everything: dict[str, bytes]) -> list[tuple[str, bytes]]:
    return [
        (name, needle)
        for name, said in everything.items()
        for needle in encodings(TEXT)
        if needle in said or needle.lower() in said.lower()
    ]


@pytest.mark.parametrize("policy", [DEFAULT_POLICY, REPLAN])
@pytest.mark.parametrize("act", AIMED.values(), ids=AIMED)
def test_a_planned_text_for_a_protected_field_stands_nowhere(tmp_path: Path, act: Any, policy: Any) -> None:
    planner = Saying(act, act, press("Show details"), FINISH)
    run = shop(tmp_path, planner=planner, policy=policy)
    stopped = run.running.start()
    assert (stopped.status in ("blocked", "completed"), "set_text Password" in run.world.reached) == (True, False)
    assert told_in(left_by(run) | {f"prompt {k}": said.encode() for k, said in enumerate(planner.prompts)}) == []


def test_it_is_rejected_by_policy_and_the_planner_is_told_so(tmp_path: Path) -> None:
    planner = Saying(into("Password"), press("Show details"), FINISH)
    run = shop(tmp_path, planner=planner, policy=REPLAN)
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("completed", ["click Show details"])
    first = stopped.state["action_trace"][0]
    assert (first.reason, first.action) == ("policy", {"type": "set_text", "ref": "A7", "text": "[redacted]"})
    assert 'keeps a secret: give {\\"secret\\"' in planner.prompts[1]


@pytest.mark.parametrize("verb", ["type_text", "press_key"])
def test_what_is_typed_into_a_protected_field_that_has_the_focus_stands_nowhere(tmp_path: Path, verb: str) -> None:
    typed = {"type": "type_text", "text": TEXT} if verb == "type_text" else {"type": "press_key", "key": "ζ"}
    planner = Saying(lambda look: {"type": "focus", "ref": called(look, "Password")}, typed, press("Show details"), FINISH)
    run = shop(tmp_path, planner=planner, policy=REPLAN)
    stopped = run.running.start()
    assert (stopped.status, run.world.reached[-1]) == ("completed", "click Show details")
    refused = [record.action for record in stopped.state["action_trace"] if record.reason == "policy"]
    assert refused == [{"type": "type_text", "text": "[redacted]"}]
    everything = left_by(run)
    assert told_in(everything) == []
    assert [name for name, said in everything.items() if "ζ".encode() in said or b"\\u03b6" in said] == []


def test_a_ref_of_an_earlier_look_is_still_known_for_that_of_a_protected_field(tmp_path: Path) -> None:
    run = shop(tmp_path, planner=Saying(press("Show details")), policy=REPLAN)
    ref = called(run.services.look(), "Password")
    world = run.world.simulator.world

    def late(_: Observation) -> Any:
        return {"type": "set_text", "ref": ref, "text": TEXT}

    def gone(look: Observation) -> Any:
        world.remove(next(widget for widget in world.order() if widget.node.identifier == "password"))
        return press("Show details")(look)

    planner = Saying(gone, late, press("Nothing"), FINISH)
    run.services.planner = planner
    run.running.start()
    assert "click Nothing" in run.world.reached
    assert told_in(left_by(run)) == []


def test_what_is_typed_after_the_focus_has_left_a_protected_field_is_typed(tmp_path: Path) -> None:
    focus = [lambda look, name=name: {"type": "focus", "ref": called(look, name)} for name in ("Password", "Name")]
    run = shop(tmp_path, planner=Saying(*focus, {"type": "type_text", "text": "Annabel"}, FINISH), policy=REPLAN)
    assert run.running.start().status == "completed"
    assert run.world.reached[-1] == "type_text Name"
    assert b"Annabel" in run.folder.journal_file.read_bytes()


def test_what_was_refused_is_taken_out_of_answers_notes_reasons_and_screens_from_then_on(tmp_path: Path) -> None:
    ask = {"type": "clarify", "question": f"Is {TEXT} right?"}
    planner = Saying(into("Password"), into("Name"), ask, press("Buy now"), press("Buy now"), press("Buy now"), FINISH)
    run = shop(tmp_path, planner=planner, policy=REPLAN)
    stopped = run.running.start()
    given: list[Any] = [Reply(text=f"No, {TEXT}!"), Constrain(constraints=Constraints(notes=(f"never {TEXT}",)))]
    given += [Deny(reason=f"{TEXT} is none"), Approve(), Approve()]
    while stopped.request is not None:
        assert TEXT not in str(run.folder.clean(stopped.request.model_dump(mode="json")))
        stopped = run.running.resume(answer(stopped.request, given.pop(0)))
    assert stopped.status in ("completed", "blocked")
    assert told_in(left_by(run) | {f"prompt {k}": said.encode() for k, said in enumerate(planner.prompts)}) == []


def test_a_goal_that_tells_the_text_is_no_longer_told_once_it_was_refused(tmp_path: Path) -> None:
    planner = Saying(into("Password"), press("Show details"), FINISH)
    run = shop(tmp_path, planner=planner, policy=REPLAN, task=Task(goal=f"Log in with {TEXT}", surface="shop", max_steps=9))
    stopped = run.running.start()
    assert stopped.status == "completed"
    assert TEXT in planner.prompts[0]
    assert [TEXT in said for said in planner.prompts[1:]] == [False, False]
    assert TEXT.encode() not in run.folder.report_file.read_bytes() + run.folder.readable_report_file.read_bytes()
    assert TEXT.encode() not in run.folder.state_file.read_bytes()


@pytest.mark.parametrize("another_process", [False, True])
@pytest.mark.parametrize("act", list(AIMED.values())[:4], ids=list(AIMED)[:4])
def test_an_edit_that_puts_a_text_into_a_protected_field_is_refused_and_stands_nowhere(
    tmp_path: Path, act: Any, another_process: bool
) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    asked = run.running.start().request
    if another_process:
        close(run)
        run = shop(tmp_path, [BUY, FINISH], world=run.world, run=run.folder.name)
    document = act(run.services.current()) if callable(act) else act
    with pytest.raises(ApprovalRefused) as refused:
        run.running.resume(answer(asked, Edit(action=document)))
    assert TEXT not in str(refused.value)
    assert run.running.now().request == asked
    assert run.running.resume(answer(asked)).status == "completed"
    assert told_in(left_by(run)) == []


def test_an_approver_that_puts_a_text_into_a_protected_field_is_asked_again(tmp_path: Path) -> None:
    problems: list[str] = []

    def approver(request: Any) -> Any:
        problems.append(request.problem)
        edit = Edit(action=into("Password")(run.services.current()))
        return answer(request, edit if len(problems) < 3 else None)

    run = shop(tmp_path, [BUY, DETAILS, FINISH], approver=approver)
    assert run.running.start().status == "completed"
    assert [problem[:47] for problem in problems] == ["", *["Your answer is not taken: the field keeps a secr"[:47]] * 2]
    assert told_in(left_by(run)) == []


@pytest.mark.parametrize("refused", [Deny(), Edit(action={"type": "wait", "seconds": 1})])
def test_a_text_that_a_person_refuses_for_a_field_that_is_called_like_a_secret_is_in_nothing_from_then_on(
    tmp_path: Path, refused: Any
) -> None:
    world = shop(tmp_path / "world", []).world
    name = next(widget for widget in world.simulator.world.order() if widget.node.identifier == "name")
    world.simulator.world.change(name, name="PIN code")
    planner = Saying(into("PIN code"), press("Show details"), FINISH)
    run = shop(tmp_path / "runs", planner=planner, policy=REPLAN, world=world)
    asked = run.running.start().request
    assert (asked is not None and asked.rule, TEXT in planner.prompts[0]) == ("credentials", False)
    before = run.folder.journal_file.read_bytes()
    stopped = run.running.resume(answer(asked, refused))
    assert (stopped.status, world.reached[-1]) == ("completed", "click Show details")
    prompts = {f"prompt {k}": said.encode() for k, said in enumerate(planner.prompts)}
    after = run.folder.journal_file.read_bytes()[len(before) :]
    written = [run.folder.report_file, run.folder.readable_report_file, run.folder.state_file]
    assert told_in({**prompts, "journal": after, **{path.name: path.read_bytes() for path in written}}) == []


def test_a_text_that_is_a_word_of_ours_is_taken_out_of_the_action_and_leaves_others_readable(tmp_path: Path) -> None:
    word = lambda look: {"type": "set_text", "ref": called(look, "Password"), "text": "click"}  # noqa: E731
    run = shop(tmp_path, planner=Saying(word, press("Show details"), FINISH), policy=REPLAN)
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("completed", ["click Show details"])
    refused = [each.action for each in stopped.state["action_trace"] if each.reason == "policy"]
    assert refused == [{"type": "set_text", "ref": "A7", "text": "[redacted]"}]


def test_secrets_by_name_and_texts_for_other_fields_are_left_alone(tmp_path: Path) -> None:
    named = {"type": "set_text", "target": {"name": "Password"}, "text": {"secret": "pin"}}
    name = {"type": "set_text", "target": {"name": "Name"}, "text": "Ann"}
    run = shop(tmp_path, [named, name, FINISH], secrets={"pin": "quince-42"}, approver=answer)
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("completed", ["set_text Password", "set_text Name"])
    last = stopped.state["action_trace"][1].action
    assert isinstance(last, dict)
    assert last["text"] == "Ann"

"""An answer that cannot be used uses up no question: it is refused with the reason, or asked for once more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lumos_layer.errors import ApprovalRefused
from lumos_layer.safety.approval import Answer, Approve, Constrain, Deny, Edit, Reply
from lumos_layer.safety.constraints import Constraints
from lumos_layer.trace.events import ApprovalAnswered
from tests.graph.running_on import BUY, FINISH, Shop, answer, close, shop

CHOOSE = {"type": "propose_options", "question": "Which paper?", "options": ["White", "Recycled", "7"]}
ASK = {"type": "clarify", "question": "Which paper?"}
UNUSABLE: list[tuple[Any, Answer, str]] = [
    (BUY, Edit(action={"type": "click", "ref": "A99"}), "No element has the ref A99"),
    (BUY, Edit(action={"type": "click", "ref": "W1"}), "No element has the ref W1"),
    (BUY, Edit(action={}), "the action cannot be used"),
    (BUY, Edit(action=None), "An action is one JSON object"),
    (BUY, Edit(action={"type": "clik", "ref": "A2"}), "Nearest: click"),
    (BUY, Edit(action={"type": "set_checked", "ref": "A2", "checked": True}), "the action cannot be used"),
    (BUY, Edit(action={"type": "finish"}), "the action cannot be used"),
    (BUY, Constrain(constraints=Constraints()), "it limits nothing"),
    (BUY, Constrain(constraints=Constraints(forbidden_actions=(" ",))), "one of its limits is blank"),
    (BUY, Reply(text=" \n"), "it has no words"),
    (ASK, Reply(text="\t"), "it has no words"),
    (CHOOSE, Reply(text="0"), "there is no option 0; there are 1 to 3: White; Recycled; 7."),
    (CHOOSE, Reply(text=" 4. "), "there is no option 4"),
    (CHOOSE, Reply(text="#12"), "there is no option 12"),
    (CHOOSE, Reply(text="-1"), "there is no option -1"),
]


def answers(run: Shop) -> list[str]:
    return [
        entry.event.approval.answer.answer for entry in run.folder.journal.entries() if isinstance(entry.event, ApprovalAnswered)
    ]


@pytest.mark.parametrize("another_process", [False, True])
@pytest.mark.parametrize(("act", "given", "why"), UNUSABLE)
def test_it_is_refused_and_the_question_stays_open(
    tmp_path: Path, act: Any, given: Answer, why: str, another_process: bool
) -> None:
    run = shop(tmp_path, [act, FINISH])
    asked = run.running.start().request
    if another_process:
        close(run)
        run = shop(tmp_path, [act, FINISH], world=run.world, run=run.folder.name)
    with pytest.raises(ApprovalRefused) as refused:
        run.running.resume(answer(asked, given))
    assert why in str(refused.value)
    assert (run.running.now().request, answers(run), run.world.reached) == (asked, [], [])
    stopped = run.running.resume(answer(asked, Reply(text="White") if act is not BUY else Approve()))
    assert (stopped.status, run.world.orders) == ("completed", int(act is BUY))


@pytest.mark.parametrize("field", ["approval_id", "binding"])
@pytest.mark.parametrize("given", [Approve(), Deny(), Reply(text="Go on"), Edit(action={"type": "click", "ref": "A2"})])
def test_an_answer_to_another_question_or_action_is_refused(tmp_path: Path, field: str, given: Answer) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    asked = run.running.start().request
    other = answer(asked, given).model_copy(update={field: "another"})
    with pytest.raises(ApprovalRefused):
        run.running.resume(other)
    assert (run.running.now().request, answers(run), run.world.orders) == (asked, [], 0)


@pytest.mark.parametrize(("act", "given", "why"), UNUSABLE)
def test_whoever_answers_at_once_is_asked_once_more_and_told_why(tmp_path: Path, act: Any, given: Answer, why: str) -> None:
    problems: list[str] = []

    def approver(request: Any) -> Any:
        problems.append(request.problem)
        usable = Approve() if act is BUY else Reply(text="White")
        return answer(request, usable if request.problem else given)

    run = shop(tmp_path, [act, FINISH], approver=approver)
    stopped = run.running.start()
    assert (stopped.status, run.world.orders) == ("completed", int(act is BUY))
    assert (problems[0], why in problems[1], len(problems)) == ("", True, 2)
    assert len(answers(run)) == 1


def test_whoever_never_gives_a_usable_answer_leaves_the_question_open(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH], approver=lambda request: answer(request, Edit(action={})))
    stopped = run.running.start()
    assert (stopped.status, answers(run), run.world.orders) == ("needs_approval", [], 0)


def test_an_answer_to_another_run_is_refused(tmp_path: Path) -> None:
    one, two = shop(tmp_path / "one", [BUY, FINISH]), shop(tmp_path / "two", [BUY, FINISH])
    asked = one.running.start().request
    two.running.start()
    with pytest.raises(ApprovalRefused, match="what is asked is"):
        two.running.resume(answer(asked))
    assert two.world.orders == 0


def test_a_yes_after_a_no_is_refused(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    asked = run.running.start().request
    assert run.running.resume(answer(asked, Deny())).status == "blocked"
    with pytest.raises(ApprovalRefused, match="answered before"):
        run.running.resume(answer(asked))
    assert run.world.orders == 0


@pytest.mark.parametrize(("said", "told"), [("2", "Recycled"), ("(1)", "White"), ("7", "7"), ("Blue", "Blue")])
def test_an_option_can_be_chosen_by_its_number(tmp_path: Path, said: str, told: str) -> None:
    run = shop(tmp_path, [CHOOSE, FINISH])
    stopped = run.running.resume(answer(run.running.start().request, Reply(text=said)))
    assert stopped.state["action_trace"][0].said == f"A person answered: {told}"


def test_an_edit_whose_target_goes_while_it_is_taken_opens_the_question_again(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    asked = run.running.start().request
    look = run.services.current()
    details = next(ref for ref, i in look.refs.items() if look.name_of(i) == "Show details")
    world = run.world.simulator.world
    world.remove(next(widget for widget in world.order() if widget.node.identifier == "details"))
    stopped = run.running.resume(answer(asked, Edit(action={"type": "click", "ref": details})))
    assert (stopped.status, run.world.reached) == ("needs_approval", [])
    assert stopped.request is not None
    assert asked is not None
    assert (stopped.request.action, stopped.request.approval_id != asked.approval_id) == (asked.action, True)
    assert run.running.resume(answer(stopped.request)).status == "completed"

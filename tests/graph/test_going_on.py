"""What a run needs to go on in another process: ids that nobody had, its checkpoints, its world, the screen it was judged on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lumos_layer.errors import ApprovalRefused, DamagedRun, StoreFailed
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Answer, Constrain, Edit, Reply
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.trace.events import Intent, Observed, OutcomeKnown, Planned
from tests.graph.running_on import BUY, DETAILS, FINISH, Shop, answer, close, denied, shop

NAME = {"type": "set_text", "target": {"name": "Name"}, "text": "Ann"}
NEWS = {"type": "click", "target": {"name": "News"}}


class Died(BaseException):
    """Stands for the end of a process."""


def dies(*_: Any, **__: Any) -> Any:
    raise Died


def events(run: Shop, kind: type) -> list[Any]:
    return [entry.event for entry in run.folder.journal.entries() if isinstance(entry.event, kind)]


def begun(tmp_path: Path, script: list[Any], **services: Any) -> Shop:
    """A run that has stopped where it first asks, in a process that has ended."""
    run = shop(tmp_path, script, **services)
    assert run.running.start().status == "needs_approval"
    close(run)
    return run


def test_an_act_of_a_new_process_never_has_the_id_of_one_that_a_recovery_had(tmp_path: Path) -> None:
    script = [NEWS, BUY, DETAILS, NAME, FINISH]  # a recovery closes what News opens
    first = begun(tmp_path, script)
    second = shop(tmp_path, script, world=first.world, run=first.folder.name)
    stopped = second.running.resume(answer(second.running.now().request))
    assert (stopped.status, second.world.orders) == ("completed", 1)
    assert second.world.reached == ["click News", "click Close", "click Buy now", "click Show details", "set_text Name"]
    ids = [event.action_id for event in events(second, OutcomeKnown)]
    assert len(ids) == len(set(ids)) == 5


def test_an_act_of_a_new_process_never_has_the_id_of_one_that_a_person_gave(tmp_path: Path) -> None:
    script = [BUY, BUY, DETAILS, FINISH]
    first = shop(tmp_path, script)
    asked = first.running.start()
    refs = first.services.current().refs
    name = next(ref for ref in refs if first.services.current().name_of(refs[ref]) == "Name")
    asked = first.running.resume(answer(asked.request, Edit(action={"type": "set_text", "ref": name, "text": "Ben"})))
    assert asked.status == "needs_approval"
    close(first)
    second = shop(tmp_path, script, world=first.world, run=first.folder.name)
    stopped = second.running.resume(answer(asked.request))
    assert (stopped.status, second.world.orders) == ("completed", 1)
    assert second.world.reached == ["set_text Name", "click Buy now", "click Show details"]


def test_what_a_recovery_and_a_person_chose_is_in_the_journal_as_planned(tmp_path: Path) -> None:
    run = shop(tmp_path, [NEWS, BUY, FINISH])
    asked = run.running.start()
    refs = run.services.current().refs
    name = next(ref for ref in refs if run.services.current().name_of(refs[ref]) == "Name")
    run.running.resume(answer(asked.request, Edit(action={"type": "set_text", "ref": name, "text": "Ben"})))
    planned = {event.action_id for event in events(run, Planned)}
    assert {event.action_id for event in events(run, OutcomeKnown)} <= planned
    report = run.running.now().state["interaction_report"]
    assert report is not None
    assert all(isinstance(each.action, dict) for each in report.completed)


def test_a_run_whose_checkpoints_are_gone_is_not_begun_again(tmp_path: Path) -> None:
    first = begun(tmp_path, [NAME, BUY, FINISH])
    for path in first.folder.path.glob("checkpoints.sqlite*"):
        path.unlink()
    second = shop(tmp_path, [NAME, BUY, FINISH], world=first.world, run=first.folder.name)
    with pytest.raises(DamagedRun, match="checkpoints"):
        second.running.resume()
    with pytest.raises(DamagedRun, match="checkpoints"):
        second.running.start()
    assert second.world.reached == ["set_text Name"]


def without_its_last_checkpoints(first: Shop, *answers: Answer | None, script: list[Any]) -> Shop:
    """The run gone on with by these answers in a process of its own, after which its checkpoints are those from before."""
    kept = {path: path.read_bytes() for path in first.folder.path.glob("checkpoints.sqlite*")}
    second = shop(first.folder.path.parent, script, world=first.world, run=first.folder.name)
    for each in answers:
        second.running.resume(answer(second.running.now().request, each))
    close(second)
    for path in first.folder.path.glob("checkpoints.sqlite*"):
        path.unlink()
    for path, content in kept.items():
        path.write_bytes(content)
    return shop(first.folder.path.parent, script, world=first.world, run=first.folder.name)


def test_a_run_whose_checkpoints_are_older_than_its_journal_goes_on_from_the_journal(tmp_path: Path) -> None:
    script = [BUY, DETAILS, BUY, FINISH]
    third = without_its_last_checkpoints(begun(tmp_path, script), None, script=script)
    assert (third.world.orders, third.running.asked()) == (1, None)
    with pytest.raises(ApprovalRefused):  # what was asked then is not what is asked now
        third.running.resume(answer(third.running.now().request))
    stopped = third.running.resume()
    assert (stopped.status, third.world.orders) == ("needs_approval", 1)
    done = [(each.step, each.element, each.outcome) for each in stopped.state["action_trace"]]
    assert done == [(1, "button 'Buy now'", "done"), (2, "button 'Show details'", "done")]
    assert third.running.resume(answer(stopped.request)).status == "completed"
    assert third.world.reached == ["click Buy now", "click Show details", "click Buy now"]
    close(third)


def test_an_act_of_which_the_journal_tells_no_outcome_is_asked_about_before_it_is_done_again(tmp_path: Path) -> None:
    script = [NAME, BUY, DETAILS, FINISH]
    first = shop(tmp_path, script, approver=answer)
    kept: dict[Path, bytes] = {}
    perform = first.world.perform

    def dies_after_buying(action_id: str, action: Any) -> Any:
        delivery = perform(action_id, action)
        if not kept:
            kept.update({path: path.read_bytes() for path in first.folder.path.glob("checkpoints.sqlite*")})
        if first.world.orders:
            raise Died
        return delivery

    first.world.perform = dies_after_buying  # type: ignore[method-assign]
    with pytest.raises(Died):
        first.running.start()
    close(first)
    for path, content in kept.items():
        path.write_bytes(content)
    first.world.perform = perform  # type: ignore[method-assign]
    second = shop(tmp_path, [NAME, BUY, BUY, FINISH], world=first.world, run=first.folder.name)
    stopped = second.running.resume()
    assert (stopped.status, second.world.orders) == ("needs_approval", 1)
    assert stopped.request is not None
    assert stopped.request.rule == "unknown_outcome"
    close(second)


def test_a_limit_that_a_person_set_is_not_lost_with_the_checkpoints(tmp_path: Path) -> None:
    script = [BUY, DETAILS, BUY, FINISH]
    limit = Constrain(constraints=Constraints(forbidden_actions=("buy",)))
    third = without_its_last_checkpoints(begun(tmp_path, script), None, limit, script=script)
    stopped = third.running.resume()
    assert (stopped.status, third.world.orders) == ("blocked", 1)
    assert stopped.state["constraints"].forbidden_actions == ("buy",)
    close(third)


def test_a_run_that_has_ended_stays_so_without_its_last_checkpoints(tmp_path: Path) -> None:
    script = [BUY, DETAILS, FINISH]
    third = without_its_last_checkpoints(begun(tmp_path, script), None, script=script)
    stopped = third.running.resume()
    assert (stopped.status, third.world.orders) == ("completed", 1)
    assert third.world.reached == ["click Buy now", "click Show details"]
    close(third)


def test_a_journal_that_lacks_what_the_checkpoints_know_is_not_gone_on_with(tmp_path: Path) -> None:
    script = [BUY, DETAILS, BUY, FINISH]
    first = begun(tmp_path, script)
    kept = {path: path.read_bytes() for path in (first.folder.journal_file, first.folder.committed_beside)}
    second = shop(tmp_path, script, world=first.world, run=first.folder.name)
    second.running.resume(answer(second.running.now().request))
    close(second)
    for path, content in kept.items():
        path.write_bytes(content)
    third = shop(tmp_path, script, world=first.world, run=first.folder.name)
    with pytest.raises(DamagedRun, match=r"journal\.jsonl .*the run's checkpoints tell of the act"):
        third.running.resume()
    assert third.world.reached == ["click Buy now", "click Show details"]
    close(third)


def test_an_act_that_was_begun_and_never_arrived_is_not_sent_to_another_screen(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH], approver=answer)
    perform, run.world.perform = run.world.perform, dies  # type: ignore[method-assign]
    with pytest.raises(Died):
        run.running.start()
    assert len(events(run, Intent)) == 1
    close(run)
    run.world.perform = perform  # type: ignore[method-assign]
    run.world.recall = run.world.simulator.recall  # type: ignore[attr-defined]
    label = next(widget for widget in run.world.simulator.world.order() if widget.node.identifier == "buy")
    run.world.simulator.world.change(label, name="Buy now for 900 EUR")
    second = shop(tmp_path, [BUY, FINISH], world=run.world, run=run.folder.name)
    second.running.resume()
    assert second.world.orders == 0


def test_an_act_that_was_chosen_on_another_screen_is_not_judged_on_this_one(tmp_path: Path) -> None:
    run = shop(tmp_path, [DETAILS, FINISH])
    run.services.write = dies_at_review(run)  # type: ignore[method-assign]
    with pytest.raises(Died):
        run.running.start()
    close(run)
    label = next(widget for widget in run.world.simulator.world.order() if widget.node.identifier == "details")
    run.world.simulator.world.change(label, name="Hide everything")
    second = shop(tmp_path, [DETAILS, FINISH], world=run.world, run=run.folder.name)
    second.running.resume()
    assert "click Hide everything" not in second.world.reached


def dies_at_review(run: Shop) -> Any:
    write = run.services.write

    def until_review(*given: Any) -> None:
        if any(event.kind == "reviewed" for event in given):
            raise Died
        write(*given)

    return until_review


def test_every_look_that_an_act_is_chosen_by_is_in_the_journal_of_a_run_that_was_killed(tmp_path: Path) -> None:
    run = shop(tmp_path, [DETAILS, FINISH])
    run.services.write_look = dies  # type: ignore[method-assign]
    with pytest.raises(Died):
        run.running.start()
    close(run)
    second = shop(tmp_path, [DETAILS, FINISH], world=run.world, run=run.folder.name)
    look = second.services.look
    second.services.write_look(look(), 0)
    assert second.running.resume().status == "completed"
    seen = {event.observation for event in events(second, Observed)}
    assert {event.observation for event in events(second, Planned)} <= seen


def test_the_world_is_kept_before_the_outcome_of_an_act_is_known(tmp_path: Path) -> None:
    kept: list[int] = []
    run = shop(tmp_path, [BUY, FINISH], approver=answer)
    run.services.keep = lambda: kept.append(len(events(run, OutcomeKnown)))
    run.running.start()
    assert kept[0] == 0
    assert len(kept) >= 1


def test_a_denial_after_which_the_planner_asks_again_and_again_ends_the_run(tmp_path: Path) -> None:
    policy = DEFAULT_POLICY.model_copy(update={"on_denial": "replan"})
    task = Task(goal="Order paper", surface="shop", max_steps=5)
    run = shop(tmp_path, [BUY] * 200, policy=policy, approver=denied, task=task)
    stopped = run.running.start()
    assert (stopped.status, stopped.state["step_count"], run.world.orders) == ("blocked", 3, 0)


def test_answers_in_words_end_at_the_limit_of_steps_too(tmp_path: Path) -> None:
    task = Task(goal="Order paper", surface="shop", max_steps=5)
    run = shop(tmp_path, [BUY] * 200, approver=lambda request: answer(request, Reply(text="Not yet.")), task=task)
    stopped = run.running.start()
    assert (stopped.status, stopped.state["step_count"], run.world.orders) == ("failed", 5, 0)


def test_edits_without_end_end_the_run(tmp_path: Path) -> None:
    task = Task(goal="Order paper", surface="shop", max_steps=3)

    def edits(request: Any) -> Any:
        return answer(request, Edit(action=request.action))

    run = shop(tmp_path, [BUY] * 10, approver=edits, task=task)
    stopped = run.running.start()
    assert (stopped.status, run.world.orders) == ("blocked", 0)


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_no_run_takes_more_steps_than_its_limit(tmp_path: Path, most: int) -> None:
    task = Task(goal="Order paper", surface="shop", max_steps=most)
    run = shop(tmp_path, [NEWS, NEWS, NEWS, NEWS, NEWS], task=task)
    stopped = run.running.start()
    assert (stopped.status, stopped.state["step_count"]) == ("failed", most)


def test_an_edit_to_finish_ends_the_run_as_the_person_says(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, DETAILS])
    asked = run.running.start()
    edited = Edit(action={"type": "finish", "success": True, "reason": "That will do."})
    stopped = run.running.resume(answer(asked.request, edited))
    assert (stopped.status, run.world.reached) == ("completed", [])
    assert stopped.said == "That will do."


@pytest.mark.parametrize("then", ["nothing", "no", "yes"])
def test_an_answer_that_a_process_died_with_is_not_turned_into_another(tmp_path: Path, then: str) -> None:
    first = begun(tmp_path, [BUY, DETAILS, FINISH])
    second = shop(tmp_path, [BUY, DETAILS, FINISH], world=first.world, run=first.folder.name)
    asked = second.running.now().request
    second.services.look = dies  # type: ignore[method-assign]
    with pytest.raises(Died):
        second.running.resume(answer(asked))
    close(second)
    third = shop(tmp_path, [BUY, DETAILS, FINISH], world=first.world, run=first.folder.name)
    given = {"nothing": None, "no": denied(asked), "yes": answer(asked)}[then]
    if then == "nothing":
        assert third.running.resume(given).status == "completed"
        assert third.world.orders == 1
        return
    with pytest.raises(ApprovalRefused, match="answered before"):
        third.running.resume(given)
    assert third.world.orders == 0
    assert third.running.resume().status == "completed"
    assert third.world.orders == 1


def test_a_run_without_room_on_the_disk_stops_and_does_nothing_that_it_cannot_write_down(tmp_path: Path) -> None:
    run = shop(tmp_path, [NAME, DETAILS, FINISH])
    put, left = run.folder.journal._put, [9]

    def full(content: bytes) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        put(content)

    run.folder.journal._put = full  # type: ignore[method-assign]
    with pytest.raises(StoreFailed, match="No space"):
        run.running.start()
    close(run)
    second = shop(tmp_path, [NAME, DETAILS, FINISH], world=run.world, run=run.folder.name)
    assert second.running.resume().status == "completed"
    assert sorted(second.world.reached) == ["click Show details", "set_text Name"]

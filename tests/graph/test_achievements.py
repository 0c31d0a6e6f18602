"""A run is completed only by what can be seen to hold: requirements, their evidence, and what stands against an end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from lumos_layer.environments.clock import Clock, ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.interaction.achieving import Proving
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.planning.task import Task
from lumos_layer.trace.report import report_of
from lumos_layer.verification.auditor import Audit, Case
from tests.graph.running_on import BUY, DETAILS, FINISH, Shop, Watched, answer, close, shop

NAMED = {"id": "named", "description": "The order is Ann's", "check": {"type": "element", "name": "Name", "value": "Ann"}}
ORDERED = {
    "id": "ordered",
    "description": "One order is placed",
    "depends_on": ["named"],
    "check": {"type": "app", "key": "orders", "equals": 1},
}
WRITE = {"type": "set_text", "target": {"name": "Name"}, "text": "Ann"}


def task(*requirements: dict[str, Any], **fields: Any) -> Task:
    return Task.model_validate({"goal": "Order paper", "surface": "shop", "max_steps": 12, "requirements": requirements, **fields})


def statuses(run: Shop) -> dict[str, str]:
    return dict(run.services.achieved.state.statuses)


def test_what_a_run_has_to_show_is_shown_step_by_step(tmp_path: Path) -> None:
    run = shop(tmp_path, [WRITE, BUY, FINISH], task=task(NAMED, ORDERED))
    stopped = run.running.start()
    assert statuses(run) == {"named": "verified", "ordered": "pending"}
    stopped = run.running.resume(answer(stopped.request))
    assert stopped.status == "completed"
    assert statuses(run) == {"named": "verified", "ordered": "verified"}
    report = stopped.state["interaction_report"]
    assert report is not None
    assert [(each.id, each.status) for each in report.requirements] == [("named", "verified"), ("ordered", "verified")]
    assert "2 of 2 verified" in run.folder.plan_file.read_text()


def test_a_claim_is_refused_while_a_leaf_is_open_and_says_which(tmp_path: Path) -> None:
    run = shop(tmp_path, [WRITE, FINISH, BUY, FINISH], task=task(NAMED, ORDERED))
    stopped = run.running.start()
    assert stopped.status == "needs_approval"  # it went on after the refusal
    refused = stopped.state["action_trace"][1]
    assert (refused.outcome, refused.reason) == ("rejected", "invalid")
    assert refused.said.startswith("Not all of it has been shown to hold. ordered: ")
    assert run.services.achieved.state.refusals == {"named": 0, "ordered": 1}
    assert run.running.resume(answer(stopped.request)).status == "completed"


def test_claims_alone_never_complete_a_run(tmp_path: Path) -> None:
    run = shop(tmp_path, [WRITE, *([FINISH] * 9)], task=task(NAMED, ORDERED))
    stopped = run.running.start()
    assert stopped.status in ("failed", "needs_approval")
    assert statuses(run)["ordered"] == "pending"
    assert run.world.orders == 0


def test_what_was_met_and_is_undone_by_a_later_act_has_to_be_shown_again(tmp_path: Path) -> None:
    other = {"type": "set_text", "target": {"name": "Name"}, "text": "Bob"}
    run = shop(tmp_path, [WRITE, other, FINISH, WRITE, FINISH], task=task(NAMED))
    stopped = run.running.start()
    assert stopped.status == "completed"
    assert run.services.achieved.state.reversions == {"named": 1}
    assert stopped.state["action_trace"][2].outcome == "rejected"


def test_another_process_goes_on_with_what_was_shown_before(tmp_path: Path) -> None:
    first = shop(tmp_path, [WRITE, BUY, FINISH], task=task(NAMED, ORDERED))
    stopped = first.running.start()
    before = first.services.achieved.state
    close(first)
    second = shop(tmp_path, [WRITE, BUY, FINISH], world=first.world, run=first.folder.name, task=task(NAMED, ORDERED))
    assert second.services.achieved.state == before
    assert second.running.resume(answer(stopped.request)).status == "completed"
    assert statuses(second) == {"named": "verified", "ordered": "verified"}


def test_a_planner_cannot_work_on_what_is_met_or_what_builds_on_what_is_open(tmp_path: Path) -> None:
    class Naming:
        name = "naming"

        def __init__(self) -> None:
            self.told: list[tuple[str, ...]] = []

        def plan(self, request: Any) -> Plan:
            self.told.append(tuple(request.requirements))
            made = [
                Plan(action={"type": "set_text", "ref": "A1", "text": "Ann"}, requirement="ordered"),
                Plan(action={"type": "set_text", "ref": "A1", "text": "Ann"}, requirement="named"),
                Plan(action={"type": "set_text", "ref": "A1", "text": "Eve"}, requirement="named"),
                Plan(action={"type": "finish", "success": False, "reason": "enough"}),
            ]
            return made[len(self.told) - 1]

    planner = Naming()
    run = shop(tmp_path, planner=planner, task=task(NAMED, ORDERED))
    stopped = run.running.start()
    came = [record.outcome for record in stopped.state["action_trace"] if record.by == "planner"]
    assert came == ["rejected", "done", "rejected"]
    assert planner.told[0][0] == "named: The order is Ann's: open"
    assert planner.told[2][0] == "named: The order is Ann's: met"
    assert planner.told[2][-1] == "Next: ordered"


class Doubting:
    """Refutes the first claims, so many times; or breaks down."""

    def __init__(self, times: int = 1) -> None:
        self.times, self.cases = times, list[Case]()

    def audit(self, case: Case) -> Audit:
        self.cases.append(case)
        if self.times < 0:
            raise RuntimeError("no auditor today")
        return Audit("fail", "The screen says Declined.", ("named",)) if len(self.cases) <= self.times else Audit("pass")


def test_an_independent_auditor_can_refute_a_claim_that_the_verifier_let_pass(tmp_path: Path) -> None:
    doubting = Doubting()
    run = shop(tmp_path, [WRITE, FINISH, DETAILS, FINISH], task=task(NAMED), proving=Proving(auditor=doubting))
    stopped = run.running.start()
    assert stopped.status == "completed"
    assert stopped.state["action_trace"][1].said.startswith("What the screen shows speaks against it. The screen says Declined.")
    assert doubting.cases[0].goal == "Order paper"


def test_an_auditor_that_could_not_run_refutes_nothing(tmp_path: Path) -> None:
    run = shop(tmp_path, [WRITE, FINISH], task=task(NAMED), proving=Proving(auditor=Doubting(-1)))
    assert run.running.start().status == "completed"


@pytest.mark.parametrize("part", ["state", "verifier"])
def test_without_state_or_verifier_a_claim_is_taken_at_its_word(tmp_path: Path, part: str) -> None:
    run = shop(tmp_path, [DETAILS, FINISH], task=task(NAMED, ORDERED, switched_off=[part]))
    assert run.running.start().status == "completed"


def test_the_state_can_be_switched_off_from_outside_of_the_task(tmp_path: Path) -> None:
    run = shop(tmp_path, [DETAILS, FINISH], task=task(NAMED, ORDERED), switched_off=("state",))
    assert (run.running.start().status, statuses(run)) == ("completed", {})


def test_without_an_auditor_nobody_looks_a_second_time(tmp_path: Path) -> None:
    doubting = Doubting(9)
    run = shop(tmp_path, [WRITE, FINISH], task=task(NAMED, switched_off=["auditor"]), proving=Proving(auditor=doubting))
    assert (run.running.start().status, doubting.cases) == ("completed", [])


def test_everything_that_happens_to_the_state_stands_in_the_journal(tmp_path: Path) -> None:
    run = shop(tmp_path, [WRITE, FINISH, BUY, FINISH], task=task(NAMED, ORDERED))
    run.running.start()
    kinds = [orjson.loads(said)["event"]["kind"] for said in run.folder.journal.raw("state_changed")]
    assert [kind for kind in kinds if kind != "decided"] == ["began", "claim_refused"]
    assert [each.status for each in report_of(run.folder.journal.entries()).requirements] == ["verified", "pending"]


class Trying:
    """Does one thing again and again, and remembers the hints that it was given."""

    name = "trying"

    def __init__(self, action: dict[str, Any]) -> None:
        self.action, self.hints = action, list[tuple[str, ...]]()

    def plan(self, request: Any) -> Plan:
        self.hints.append(tuple(request.hints))
        return Plan(action=self.action, requirement="named")


def test_a_turn_that_leads_nowhere_is_told_the_planner(tmp_path: Path) -> None:
    nothing = Trying({"type": "click", "ref": "A4"})
    run = shop(tmp_path, planner=nothing, task=task(NAMED, ORDERED))
    run.running.start()
    told = [hint for hints in nothing.hints for hint in hints if "named" in hint]
    assert "Nothing that was done for named since has changed anything." in told
    assert "What was tried for named has led nowhere: take another way, or another requirement." in told


def test_what_the_screen_says_is_not_to_be_had_is_told_with_its_words_after_other_ways_were_tried(tmp_path: Path) -> None:
    wanted = {"id": "found", "description": "Invoice 77 is shown", "check": {"type": "element", "name": "Invoice 77"}}
    run = shop(tmp_path, task=task(wanted))
    simulator = run.world.simulator
    state = next(widget for widget in simulator.world.order() if widget.node.identifier == "state")
    simulator.world.change(state, name="Invoice 77 was not found")
    look = run.services.look()
    assert list(run.services.achieved.impossible(look, 1)) == []
    assert list(run.services.achieved.impossible(look, 2)) == ["found cannot be had: the screen says 'Invoice 77 was not found'."]


@pytest.mark.parametrize(
    "words", [["Ann"], ["Order", "order"], ["One order"], ["named"], ["named", "ordered"], ["app"], ["element", "verify", "live"]]
)
@pytest.mark.parametrize("from_the_start", [True, False])
def test_words_that_no_trace_may_show_take_nothing_from_what_was_achieved(
    tmp_path: Path, words: list[str], from_the_start: bool
) -> None:
    first = shop(tmp_path, [WRITE, BUY, FINISH], task=task(NAMED, ORDERED))
    if from_the_start:
        first.folder.leave_out(words)
    stopped = first.running.start()
    first.folder.leave_out(words)
    before = first.services.achieved.state
    close(first)
    second = shop(tmp_path, [WRITE, BUY, FINISH], world=first.world, run=first.folder.name, task=task(NAMED, ORDERED))
    after = second.services.achieved.state
    assert (after.requirements, after.statuses, after.version) == (before.requirements, before.statuses, before.version)
    assert second.running.resume(answer(stopped.request)).status == "completed"
    assert statuses(second) == {"named": "verified", "ordered": "verified"}
    close(second)
    third = shop(tmp_path, [], world=first.world, run=first.folder.name, task=task(NAMED, ORDERED))
    assert statuses(third) == {"named": "verified", "ordered": "verified"}


def test_the_plan_for_people_is_written_once_for_a_look_and_anew_where_a_killed_process_left_an_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [{"id": f"r{k}", "description": "Buy now is there", "check": {"type": "element", "name": "Buy now"}} for k in range(50)]
    first = shop(tmp_path, [WRITE, BUY], task=task(*many))
    written: list[str] = []
    write = first.folder.write_text

    def noted(path: Path, text: str) -> None:
        written.append(path.name)
        write(path, text)

    monkeypatch.setattr(first.folder, "write_text", noted)
    first.running.start()
    assert written.count("plan.md") == 2  # when it began, and after the first act
    plan = first.folder.plan_file.read_text()
    assert "50 of 50 verified" in plan
    close(first)
    first.folder.plan_file.write_text("# Plan\n\n0 of 50 verified")
    second = shop(tmp_path, [], world=first.world, run=first.folder.name, task=task(*many))
    assert len(second.services.achieved.state.verified) == 50
    assert second.folder.plan_file.read_text() == plan


def test_another_process_remembers_acts_that_were_done_long_before(tmp_path: Path) -> None:
    pressed = {
        "id": "pressed",
        "description": "The details were opened",
        "depends_on": ["named"],
        "lasting": False,
        "check": {"type": "act", "verb": "click", "name": "Show details", "times": 1},
    }
    others = [{"type": "set_text", "target": {"name": "Name"}, "text": f"x{k}"} for k in range(45)]
    acts = [DETAILS, *others, BUY, WRITE, FINISH]
    first = shop(tmp_path, acts, task=task(NAMED, pressed, max_steps=60))
    stopped = first.running.start()
    known = first.services.achieved.acts()
    close(first)
    second = shop(tmp_path, acts, world=first.world, run=first.folder.name, task=task(NAMED, pressed, max_steps=60))
    stopped = second.running.resume(answer(stopped.request))
    assert stopped.status == "completed"
    told = [(each.step, each.verb, each.role, each.name, each.text, each.effect) for each in second.services.achieved.acts()]
    assert told[: len(known)] == [(each.step, each.verb, each.role, each.name, each.text, each.effect) for each in known]


class Pondering:
    """Clicks, and then claims to be done, but thinks for a while before each claim."""

    name = "pondering"

    def __init__(self, clock: Clock, button: str, seconds: float) -> None:
        self.clock, self.button, self.seconds, self.asked = clock, button, seconds, 0

    def plan(self, request: Request) -> Plan:
        self.asked += 1
        if self.asked == 1:
            look = request.observation
            return Plan(
                action={"type": "click", "ref": next(ref for ref, i in look.refs.items() if look.name_of(i) == self.button)}
            )
        self.clock.sleep(self.seconds)
        return Plan(action={"type": "finish", "success": self.asked < 5, "reason": "It says so."})


def forgetful(root: Path) -> Simulator:
    """The shop, in which Nothing puts a name in, and takes it out again five seconds later."""
    document = orjson.loads(Path(__file__).with_name("shop.json").read_bytes())
    name = {"do": "set", "target": {"identifier": "name"}}
    later = {"do": "after", "seconds": 5, "then": [{**name, "value": "Eve"}]}
    document["rules"].append({"on": "click", "target": {"identifier": "nothing"}, "do": [{**name, "value": "Ann"}, later]})
    path = root / "forgetful.json"
    path.write_bytes(orjson.dumps(document))
    return Simulator.from_app(apps.load(path), clock=ManualClock())


@pytest.mark.parametrize(("seconds", "ends", "stands"), [(1, "completed", "verified"), (20, "failed", "invalidated")])
def test_what_an_app_takes_back_while_the_claim_is_made_is_not_completed(
    tmp_path: Path, seconds: float, ends: str, stands: str
) -> None:
    world = Watched(forgetful(tmp_path))
    planner = Pondering(world.simulator.clock, "Nothing", seconds)
    run = shop(tmp_path / "runs", planner=planner, world=world, task=task(NAMED))
    assert run.running.start().status == ends
    assert statuses(run) == {"named": stands}


def test_what_a_planner_names_instead_of_a_requirement_is_told_in_a_few_plain_characters(tmp_path: Path) -> None:
    class Forging:
        name = "forging"

        def plan(self, request: Request) -> Plan:
            return Plan(action={"type": "set_text", "ref": "A1", "text": "Ann"}, requirement="\x1b[31mordered`\n# verified" * 50)

    run = shop(tmp_path, planner=Forging(), task=task(NAMED, ORDERED))
    said = run.running.start().state["action_trace"][0].said
    assert said.startswith("[31mordered` # verified")
    assert ("\x1b" in said, "\n" in said, len(said) < 250) == (False, False, True)
    assert run.world.reached == []


def test_what_held_when_a_process_was_killed_before_it_looked_is_looked_at_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = {**NAMED, "lasting": False}
    acts = [WRITE, {**WRITE, "text": "Eve"}, FINISH]
    first = shop(tmp_path, acts, task=task(once))

    def killed(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("lumos_layer.interaction.deciding.look_back", killed)
        with pytest.raises(KeyboardInterrupt):
            first.running.start()
    close(first)
    second = shop(tmp_path, acts, world=first.world, run=first.folder.name, task=task(once))
    assert second.running.resume().status == "completed"
    assert statuses(second) == {"named": "verified"}

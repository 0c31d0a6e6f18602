"""A task that stretches over several apps goes phase by phase, and what is carried from one to the next was seen, not guessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.interaction.phasing import of_later
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.task import Task
from lumos_layer.state.phase import Phase
from lumos_layer.testing.trees import drafted, field, node, observed
from lumos_layer.trace.events import PhaseChanged
from lumos_layer.trace.report import report_of
from tests.graph.running_on import FINISH, Shop, Watched, answer, close, shop

INVOICE = Path(__file__).parents[2] / "blueprints/invoice"
TWO_APPS = apps.load(Path(__file__).with_name("two_apps.json"))
DIAL = {"type": "click", "target": {"name": "Dial"}}
ANN = {"type": "set_text", "target": {"name": "Number"}, "text": "555-0199"}
NICK = {"type": "set_text", "target": {"name": "Nickname"}, "text": "Annie"}
GIVE_UP: Any = {"type": "finish", "success": False, "reason": "nothing else is known"}


def element(**said: Any) -> dict[str, Any]:
    return {"type": "element", **said}


KNOWN = {
    "id": "known",
    "description": "Ann's number is known",
    "lasting": False,
    "check": element(name="Mobile", value="{mobile}"),
}
ENTERED = {
    "id": "entered",
    "description": "Her number is entered",
    "depends_on": ["known"],
    "check": element(role="textbox", name="Number", value="{mobile}"),
}
CALLED = {
    "id": "called",
    "description": "She is called once",
    "depends_on": ["entered"],
    "check": {"type": "app", "key": "calls", "equals": 1},
}
LOOK_UP = {"id": "look-up", "window": "* - Contacts", "requirements": ["known"], "hands_over": ["mobile"]}
CALL = {"id": "call", "window": "* - Dialer", "requirements": ["entered", "called"]}


def task(*requirements: dict[str, Any], phases: Any = (LOOK_UP, CALL), **fields: Any) -> Task:
    document = {
        "goal": "Call Ann",
        "surface": "two apps",
        "max_steps": 12,
        "requirements": requirements,
        "phases": phases,
        **fields,
    }
    return Task.model_validate(document)


def desk(tmp_path: Path, *actions: Any, given: Task | None = None, **more: Any) -> Shop:
    world = more.pop("world", None) or Watched(Simulator.from_app(TWO_APPS, clock=ManualClock()))
    return shop(tmp_path, actions, world=world, task=given or task(KNOWN, ENTERED, CALLED), **more)


def changes(run: Shop) -> list[tuple[str, str]]:
    events = (entry.event for entry in run.folder.journal.entries())
    return [(event.phase, event.change) for event in events if isinstance(event, PhaseChanged)]


def through(run: Shop) -> Any:
    stopped = run.running.start()
    while stopped.request is not None:
        stopped = run.running.resume(answer(stopped.request))
    return stopped


def test_a_phase_begins_with_its_window_in_front_and_ends_with_what_it_hands_over(tmp_path: Path) -> None:
    run = desk(tmp_path, ANN, DIAL, FINISH)
    stopped = through(run)
    assert stopped.status == "completed"
    assert run.world.reached == [
        "switch_window Ann Lee - Contacts",
        "switch_window Phone - Dialer",
        "set_text Number",
        "click Dial",
    ]
    assert changes(run) == [
        ("look-up", "begun"),
        ("look-up", "ended"),
        ("call", "begun"),
        ("call", "carried"),
        ("call", "ended"),
    ]
    report = stopped.state["interaction_report"]
    assert [(each.id, each.status, each.planned) for each in report.phases] == [
        ("look-up", "ended", ("mobile",)),
        ("call", "ended", ()),
    ]
    handed = report.phases[0].handed_over[0]
    assert (handed.name, handed.value, handed.requirement, handed.quotes, handed.step) == (
        "mobile",
        "555-0199",
        "known",
        ("Mobile: 555-0199",),
        1,
    )
    carried = report.phases[0].carried[0]
    assert (carried.name, carried.value, carried.step, carried.evidence) == ("mobile", "555-0199", 3, handed.evidence)
    words = run.folder.readable_report_file.read_text()
    assert "`look-up` ended; handed over `mobile`: `555-0199` (step 1); `mobile` was put in at step 3" in words


def test_a_value_that_is_not_put_in_is_not_said_to_be_carried(tmp_path: Path) -> None:
    wrong = {**ANN, "text": "555-0198"}
    run = desk(tmp_path, wrong, FINISH, GIVE_UP)
    stopped = through(run)
    assert stopped.status == "failed"
    assert ("call", "carried") not in changes(run)
    assert stopped.state["interaction_report"].phases[0].carried == ()


@pytest.mark.parametrize("guess", [(ANN,), ()], ids=["guessed", "left out"])
def test_a_value_that_is_missing_at_the_boundary_is_a_diagnosis_and_no_guess(tmp_path: Path, guess: tuple[Any, ...]) -> None:
    hidden = {**KNOWN, "check": element(name="Fax", value="{mobile}")}
    run = desk(tmp_path, *guess, FINISH, GIVE_UP, given=task(hidden, ENTERED, CALLED))
    stopped = through(run)
    assert stopped.status == "failed"
    assert "set_text Number" not in run.world.reached
    assert changes(run) == [("look-up", "begun"), ("look-up", "stuck")]
    phase = stopped.state["interaction_report"].phases[0]
    assert (phase.status, phase.handed_over) == ("stuck", ())
    assert phase.why == (
        "The phase look-up is to hand over mobile, and nothing that was verified says what that is (known would): "
        "it is to be read off its screen, and not to be guessed."
    )
    told = [record.said for record in stopped.state["action_trace"] if record.outcome == "rejected"]
    assert all(phase.why in said for said in told)
    assert len(told) == 1 + len(guess)


class Naming:
    """Works on the requirement of the later phase first, and keeps what it was told."""

    name = "naming"

    def __init__(self) -> None:
        self.hints: list[tuple[str, ...]] = []

    def plan(self, request: Any) -> Plan:
        self.hints.append(tuple(request.hints))
        if len(self.hints) == 1:
            field = next(ref for ref, i in request.observation.refs.items() if request.observation.name_of(i) == "Nickname")
            return Plan(action={"type": "set_text", "ref": field, "text": "x"}, requirement="called")
        return Plan(action=GIVE_UP)


def test_a_planner_is_told_the_phase_and_cannot_work_on_a_later_one(tmp_path: Path) -> None:
    planner = Naming()
    never = {**KNOWN, "check": element(name="Fax", value="{mobile}")}
    run = desk(tmp_path, planner=planner, given=task(never, ENTERED, CALLED))
    stopped = through(run)
    assert planner.hints[0] == ("Phase 1 of 2, look-up: known, window '* - Contacts'. To be known before it ends: mobile.",)
    refused = next(record for record in stopped.state["action_trace"] if record.by == "planner")
    assert refused.said.startswith("called is no work now: it belongs to the phase call, and look-up comes first.")
    assert "set_text Nickname" not in run.world.reached


TITLED = {"window": "* - Contacts"}, {"window": "* - Dialer"}
NAMED = {"app": "Ann Lee - Contacts"}, {"app": "Phone - Dialer"}


@pytest.mark.parametrize(("early", "later"), [TITLED, (NAMED[0], TITLED[1]), NAMED, ({"app": "Contacts"}, TITLED[1])])
def test_nothing_is_done_in_the_place_of_a_later_phase_however_places_are_named(
    tmp_path: Path, early: dict[str, str], later: dict[str, str]
) -> None:
    never = {**KNOWN, "check": element(name="Fax", value="{mobile}")}
    phases = ({**LOOK_UP, "window": "", **early}, {**CALL, "window": "", **later})
    run = desk(tmp_path, ANN, GIVE_UP, given=task(never, ENTERED, CALLED, phases=phases))
    told = [record.said for record in through(run).state["action_trace"] if record.outcome == "rejected"]
    assert told[-1].startswith("This is no work now: it belongs to the phase call, and look-up comes first.")
    assert "set_text Number" not in run.world.reached


CONTACTS, DIALER = (
    Phase(id="a", window="* - Contacts", requirements=("x",)),
    Phase(id="b", window="* - Dialer", requirements=("y",)),
)
FORM, HELP = Phase(id="a", url="https://*/form", requirements=("x",)), Phase(id="b", url="https://*/help", requirements=("y",))


def two_windows(focused: str) -> Any:
    fields = {name: field(name, focused=name == focused) for name in ("Nickname", "Number")}
    return observed(
        (0, node("window", "Ann Lee - Contacts")), (1, fields["Nickname"]),
        (0, node("window", "Phone - Dialer")), (1, fields["Number"]),
    )  # fmt: skip


@pytest.mark.parametrize("document", [{"type": "type_text", "text": "555"}, {"type": "press_key", "key": "Delete"}])
def test_keys_that_name_nothing_are_done_where_the_keyboard_is(document: Any) -> None:
    assert of_later(CONTACTS, (DIALER,), document, two_windows("Number")) == DIALER
    assert of_later(CONTACTS, (DIALER,), document, two_windows("Nickname")) is None
    assert of_later(CONTACTS, (DIALER,), document, two_windows("")) is None
    assert of_later(CONTACTS, (DIALER,), {"type": "wait", "seconds": 1}, two_windows("Number")) is None


def test_a_page_is_known_by_its_address_where_it_is_shown_alone() -> None:
    draft = drafted((0, node("window", "Browser")), (1, field("Name")))
    draft.url = "https://shop.example/help"
    page = Observation(draft, observed().dialect, "main", 1000)
    put: Any = {"type": "set_text", "ref": page.ref_of(1), "text": "x"}
    assert of_later(FORM, (HELP,), put, page) == HELP
    assert of_later(HELP, (FORM,), put, page) is None
    assert of_later(Phase(id="a", requirements=("x",)), (HELP,), put, page) is None


def test_what_falls_later_is_done_again_in_its_phase(tmp_path: Path) -> None:
    named = {"id": "named", "description": "She has her nickname", "check": element(role="textbox", name="Nickname", value="Annie")}
    phases = ({"id": "name", "window": "* - Contacts", "requirements": ["named"]}, {**CALL, "requirements": ["called"]})
    other = {**NICK, "text": "Ann"}
    run = desk(tmp_path, NICK, other, NICK, DIAL, FINISH, given=task(named, {**CALLED, "depends_on": ["named"]}, phases=phases))
    assert through(run).status == "completed"
    assert [each for each in changes(run) if each[0] == "name"] == [
        ("name", "begun"),
        ("name", "ended"),
        ("name", "begun"),
        ("name", "ended"),
    ]


def test_a_program_that_is_not_open_is_opened_for_its_phase(tmp_path: Path) -> None:
    noted = {
        "id": "noted",
        "description": "The number is noted",
        "depends_on": ["known"],
        "check": element(role="textbox", name="Note", value="{mobile}"),
    }
    note = {"type": "set_text", "target": {"name": "Note"}, "text": "555-0199"}
    phases = (LOOK_UP, {"id": "note", "app": "Notes", "window": "Notes", "requirements": ["noted"]})
    run = desk(tmp_path, note, FINISH, given=task(KNOWN, noted, phases=phases))
    assert through(run).status == "completed"
    assert run.world.reached == ["switch_window Ann Lee - Contacts", "open_app", "set_text Note"]


def test_another_process_goes_on_in_the_phase_that_was_begun(tmp_path: Path) -> None:
    first = desk(tmp_path, ANN, DIAL, FINISH)
    stopped = first.running.start()
    assert stopped.status == "needs_approval"
    close(first)
    second = desk(tmp_path, ANN, DIAL, FINISH, world=first.world, run=first.folder.name)
    assert second.running.resume(answer(stopped.request)).status == "completed"
    assert changes(second).count(("call", "begun")) == 1
    assert changes(second).count(("call", "carried")) == 1
    assert changes(second)[-1] == ("call", "ended")


def test_without_the_state_there_are_no_phases(tmp_path: Path) -> None:
    run = desk(tmp_path, ANN, FINISH, given=task(KNOWN, ENTERED, CALLED, switched_off=["state"]))
    assert through(run).status == "completed"
    assert (changes(run), run.world.reached) == ([], ["set_text Number"])


WRONG = {
    "no such requirement": ((LOOK_UP, {**CALL, "requirements": ["rung"]}), "names 'rung', which is no requirement"),
    "in two phases": ((LOOK_UP, {**CALL, "requirements": ["known"]}), "stands in the phases 'look-up' and 'call'"),
    "nothing reads it": (({**LOOK_UP, "hands_over": ["fax"]}, CALL), "hands over 'fax', which no check of its requirements reads"),
    "the wrong way round": ((CALL, LOOK_UP), "'entered' of the phase 'call' builds on 'known', which comes in a later phase"),
    "one id twice": ((LOOK_UP, {**CALL, "id": "look-up"}), "two phases have one id"),
}


@pytest.mark.parametrize(("phases", "problem"), WRONG.values(), ids=WRONG)
def test_phases_that_make_no_plan_are_refused_before_the_run(phases: Any, problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        task(KNOWN, ENTERED, CALLED, phases=phases)


def test_the_amount_of_an_invoice_is_carried_into_the_form_and_a_person_is_asked_before_it_is_submitted(tmp_path: Path) -> None:
    document = Task.model_validate_json((INVOICE / "task.json").read_bytes()).model_dump()
    document["requirements"] = [
        {"id": "total", "description": "The total is known", "lasting": False, "check": element(name="Total", value="{amount}")},
        {
            "id": "amount",
            "description": "Amount holds the total",
            "depends_on": ["total"],
            "check": element(role="textbox", name="Amount", value="{amount}"),
        },
        {
            "id": "submitted",
            "description": "The request is submitted",
            "depends_on": ["amount"],
            "check": {"type": "app", "key": "submitted", "equals": True},
        },
    ]
    document["phases"] = [
        {"id": "read", "window": "Invoice * - Browser", "requirements": ["total"], "hands_over": ["amount"]},
        {"id": "fill", "window": "Reimbursement *", "requirements": ["amount", "submitted"]},
    ]
    world = Watched(Simulator.from_app(apps.load(INVOICE / "app.json"), clock=ManualClock()))
    run = shop(tmp_path, planner=RulePlanner(), world=world, task=Task.model_validate(document))
    stopped = run.running.start()
    assert stopped.status == "needs_approval"
    assert dict(run.services.achieved.state.statuses) == {"total": "verified", "amount": "verified", "submitted": "pending"}
    assert world.simulator.world.stage.values["submitted"] is False
    phases = report_of(run.folder.journal.entries()).phases
    assert [(each.id, each.status) for each in phases] == [("read", "ended"), ("fill", "begun")]
    assert [(each.name, each.value, each.quotes) for each in phases[0].carried] == [
        ("amount", "1,284.50", ("Total: 1,284.50 EUR",))
    ]

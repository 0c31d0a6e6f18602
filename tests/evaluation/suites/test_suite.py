"""What a suite's document says, what is judged of it, which runs it comes to, and whose failure a run is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.errors import BadOption, InputError
from lumos_layer.evaluation.suites.attribution import Failure, attributed
from lumos_layer.evaluation.suites.cases import Case, Grid, cases
from lumos_layer.evaluation.suites.checking import holds
from lumos_layer.evaluation.suites.levels import LEVELS, plan_of
from lumos_layer.evaluation.suites.person import Person
from lumos_layer.evaluation.suites.seeing import CONTRACTS, Contract, Partial
from lumos_layer.evaluation.suites.suite import Suite, SuiteTask, load_suite
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.safety.approval import ApprovalRequest
from lumos_layer.state.checks import AllOf, AnyOf, AppCheck, Check, ElementCheck, FileCheck, Not, PageCheck
from lumos_layer.tree import Role

BLUEPRINTS = Path(__file__).parents[3] / "blueprints"
TASK: dict[str, Any] = {"id": "one", "app": "mail", "goal": "Read it", "checks": [{"type": "app", "key": "open"}]}


def written(tmp_path: Path, *tasks: dict[str, Any], **more: Any) -> Path:
    path = tmp_path / "suite.json"
    document = {"name": "mine", "apps": [str(BLUEPRINTS)], "tasks": list(tasks), **more}
    path.write_text(json.dumps(document), "utf-8")
    return path


def test_the_plain_suite_is_what_the_schema_allows() -> None:
    Draft202012Validator(SCHEMAS["suite.schema.json"]).validate(json.loads((BLUEPRINTS / "suites/plain.json").read_text("utf-8")))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"goal": ""}, "neither a goal nor steps"),
        ({"checks": []}, "no checks"),
        ({"checks": [{"type": "act", "verb": "click"}]}, "of type act, which no suite can judge"),
        ({"checks": [{"type": "file", "path": "/{name}.txt"}]}, "a slot, {name}"),
        ({"app": "nowhere"}, "'nowhere' of task one is in none of the suite's folders"),
        ({"id": "Not so"}, "pattern"),
        ({"what": 1}, "Extra inputs"),
    ],
)
def test_a_task_that_nobody_could_judge_is_refused(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        load_suite(written(tmp_path, TASK | change))


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ({"type": "fil", "path": "/x"}, r"tasks\.0\.checks\.0: there is no check of type 'fil'; the types are 'element', "),
        ({"type": "element", "checked": True}, r"tasks\.0: task one: element check: anything would show it; give one of role, "),
    ],
)
def test_a_check_that_cannot_be_is_told_in_plain_words(check: dict[str, object], said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        load_suite(written(tmp_path, TASK | {"checks": [check]}))


def test_two_tasks_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two tasks have the id one"):
        load_suite(written(tmp_path, TASK, TASK))


def test_what_is_no_suite_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Cannot read"):
        load_suite(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{", "utf-8")
    with pytest.raises(InputError, match="is no JSON"):
        load_suite(tmp_path / "bad.json")


CHECKS: list[tuple[Check, bool]] = [
    (FileCheck(path="/mail/Sent/Re: Offer"), True),
    (FileCheck(path="/mail/Sent/Re: Offer", equals="To: cy@example.com\nYes, that is fine."), True),
    (FileCheck(path="/mail/Sent/Re: Offer", contains="fine"), True),
    (FileCheck(path="/mail/Sent/Re: Offer", absent="fine"), False),
    (FileCheck(path="/mail/Sent/Nothing"), False),
    (FileCheck(path="/mail/Sent/Nothing", exists=False), True),
    (AppCheck(key="sent", equals=0), True),
    (AppCheck(key="sent", at_least=1), False),
    (AppCheck(key="nothing"), False),
    (AppCheck(key="folder", contains="box"), True),
    (PageCheck(title="M*l"), True),
    (PageCheck(title="Mai"), False),
    (ElementCheck(role=Role.BUTTON, name="New message"), True),
    (ElementCheck(role=Role.BUTTON, name="Reply", enabled=True), False),
    (ElementCheck(role=Role.OPTION, within="Messages", count=4), True),
    (ElementCheck(name="Inbox", selected=True), True),
    (ElementCheck(name="Text of the message"), False),  # it is hidden
    (ElementCheck(name="Message", exists=False), True),
    (Not(check=AppCheck(key="sent", equals=1)), True),
    (AllOf(checks=(AppCheck(key="sent", equals=0), AppCheck(key="drafts", equals=1))), False),
    (AnyOf(checks=(AppCheck(key="sent", equals=1), AppCheck(key="drafts", equals=0))), True),
]


@pytest.mark.parametrize(("check", "so"), CHECKS)
def test_checks_are_judged_by_what_the_machine_holds_and_shows(check: Check, so: bool) -> None:
    simulator = Simulator.from_app(apps.load(BLUEPRINTS / "mail"), clock=ManualClock())
    assert holds(check, simulator, simulator.observe()) is so


def asked(element: str, type: str = "click", **more: Any) -> ApprovalRequest:
    action = {"type": type, **more}
    return ApprovalRequest(
        approval_id="a", action_id="1", observation="o1", action=action, element=element, question="?", binding="b"
    )


def person(**said: Any) -> Person:
    return Person(SuiteTask.model_validate(TASK | {"goal": "Turn Bluetooth off", **said}))


def answer(one: Person, request: ApprovalRequest) -> str | None:
    given = one(request)
    return None if given is None else getattr(given.answer, "text", given.answer.answer)


def test_a_person_says_yes_to_what_the_task_names_and_no_to_the_rest() -> None:
    assert answer(person(), asked("switch “Bluetooth”, in “Settings”")) == "approve"
    assert answer(person(), asked("switch “Wi-Fi”, in “Bluetooth”")) == "deny"
    assert answer(person(approves=["Wi-Fi"]), asked("switch “Wi-Fi”, in “Settings”")) == "approve"
    assert answer(person(denies=["Bluetooth"], approves=["Bluetooth"]), asked("switch “Bluetooth”")) == "deny"


def test_a_person_answers_in_words_as_long_as_there_are_answers() -> None:
    one = person(answers=["the first one"], approves=["Yes"])
    options = {"options": ["Yes", "No"]}
    assert [answer(one, asked("", "clarify")), answer(one, asked("", "clarify"))] == ["the first one", None]
    assert answer(one, asked("", "propose_options", **options)) == "Yes"
    assert one.asked == 3


def test_one_crossing_tries_each_choice_alone_and_all_every_combination() -> None:
    suite = Suite.model_validate({"name": "s", "tasks": [TASK, TASK | {"id": "two", "kinds": ["hard"]}]})
    grid = Grid(contracts=("compact", "outline"), faults=("none", "light"))
    ways = [(case.task, case.contract, case.faults) for case in cases(suite, grid, "one", ["one"])]
    assert ways == [("one", "compact", "none"), ("one", "outline", "none"), ("one", "compact", "light")]
    assert len(cases(suite, grid)) == 8
    assert [case.task for case in cases(suite, Grid(), tasks=["hard"])] == ["two"]
    assert len(cases(suite, Grid(seeds=(0, 1)), "one")) == 4


def test_what_chance_draws_depends_on_task_faults_and_seed_alone() -> None:
    case = Case("one", faults="light", seed=3)
    assert case.draw == Case("one", "other", "outline", "light", "state", 3).draw
    assert len({case.draw, Case("two", faults="light", seed=3).draw, Case("one", faults="light", seed=4).draw}) == 3


def test_levels_of_faults_are_known_by_name() -> None:
    task = SuiteTask.model_validate(TASK | {"faults": [{"kind": "lost", "acts": [2]}]})
    suite = Suite.model_validate({"name": "s", "tasks": [TASK], "faults": {"mine": {"faults": [{"kind": "stale"}]}}})
    assert [len(plan_of(suite, task, level).faults) for level in (*LEVELS, "mine")] == [1, 4, 7, 10, 2]
    with pytest.raises(BadOption, match="none, light, rough, hostile, mine"):
        plan_of(suite, task, "worse")


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_planner_finds_no_ref_but_those_that_it_is_shown(name: str) -> None:
    look = Simulator.from_app(apps.load(BLUEPRINTS / "mail"), clock=ManualClock()).observe()
    seen = Partial(look, CONTRACTS[name])
    shown = CONTRACTS[name].shown(look)
    assert set(shown.refs) <= set(seen.refs) <= set(look.refs)
    assert seen.blueprint().compact() == shown.compact()
    assert [seen.refs[ref] for ref in seen.refs] == [look.refs[ref] for ref in seen.refs]


def test_an_outline_hides_what_a_full_view_shows() -> None:
    look = Simulator.from_app(apps.load(BLUEPRINTS / "mail"), clock=ManualClock()).observe()
    assert Partial(look, Contract("outline")).hidden > 0
    assert Partial(look, Contract("full")).hidden == 0


def outcome(name: str, **more: Any) -> dict[str, Any]:
    return {"kind": "outcome", "outcome": {"outcome": name, **more}}


GAVE_UP = {"kind": "planned", "plan": {"action": {"type": "clarify", "question": "Where?"}}}


@pytest.mark.parametrize(
    ("events", "told", "failure"),
    [
        ([outcome("done")], {}, Failure("planner", "planner")),
        ([outcome("rejected", reason="stale"), outcome("done")], {}, Failure("stale", "environment")),
        ([outcome("rejected", reason="disabled")], {}, Failure("planner", "planner")),
        ([outcome("unknown"), outcome("done")], {}, Failure("feedback", "verifier")),
        ([outcome("no_effect"), *[outcome("done")] * 3], {}, Failure("planner", "planner")),
        ([GAVE_UP], {"blind": True}, Failure("metadata", "environment")),
        ([GAVE_UP], {}, Failure("planner", "planner")),
        ([outcome("done")], {"false_completion": True, "claimed": True}, Failure("feedback", "verifier")),
        ([outcome("done")], {"false_completion": True, "claimed": False}, Failure("planner", "planner")),
        ([outcome("done")], {"error": "Broke: gone"}, Failure("error", "unclear")),
        ([outcome("done"), {"kind": "diagnosed", "diagnosis": {"role": "actor"}}], {}, Failure("planner", "actor")),
    ],
)
def test_a_failure_is_somebodys(events: list[dict[str, Any]], told: dict[str, Any], failure: Failure) -> None:
    given: dict[str, Any] = {"false_completion": False, "claimed": None, "blind": False, "error": "", **told}
    assert attributed(events, **given) == failure

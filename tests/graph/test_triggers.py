"""What asks for a diagnosis in a run, and where it leads: budget, cadence, nothing to work at, a verifier that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from lumos_layer.planning.diagnosis import Diagnosis
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.recovery.trouble import Trouble
from tests.graph.running_on import DETAILS, FINISH, Shop, answer, close, shop
from tests.graph.test_achievements import NAMED, ORDERED, statuses, task

SHEETS = {
    "id": "sheets",
    "description": "500 sheets are told",
    "check": {"type": "element", "role": "cell", "text_contains": "500 sheets"},
}


def write(text: str) -> dict[str, Any]:
    return {"type": "set_text", "target": {"name": "Name"}, "text": text}


def diagnosed(run: Shop) -> list[tuple[str, str, str]]:
    """Of each diagnosis trigger, role and route."""
    events = [orjson.loads(said) for said in run.folder.journal.raw("diagnosed")]
    return [(each["trigger"], each["diagnosis"]["role"], each["route"]) for each in events]


class Hearing:
    """Sets the name to something else each time, and keeps the hints that it was given."""

    name = "hearing"

    def __init__(self) -> None:
        self.heard: list[tuple[str, ...]] = []

    def plan(self, request: Request) -> Plan:
        self.heard.append(tuple(request.hints))
        return Plan(action={"type": "set_text", "ref": "A1", "text": f"Name {len(self.heard)}"}, planner=self.name)

    def plans_told(self, words: str) -> list[int]:
        """Which of the plans were told so, counted from 1."""
        return [place for place, hints in enumerate(self.heard, 1) if any(words in hint for hint in hints)]


def test_once_three_quarters_of_the_steps_are_spent_the_planner_is_told_what_is_missing(tmp_path: Path) -> None:
    planner = Hearing()
    run = shop(tmp_path, planner=planner, task=task(ORDERED | {"depends_on": []}, max_steps=8))
    assert run.running.start().status == "failed"
    assert diagnosed(run) == [("budget", "planner", "replan")]
    assert planner.plans_told("Three quarters of the steps are spent.") == [7]
    assert "Not shown to hold: 'One order is placed'." in planner.heard[6][0]


def test_a_run_that_has_nothing_to_show_is_told_of_its_goal(tmp_path: Path) -> None:
    planner = Hearing()
    run = shop(tmp_path, planner=planner, task=task(max_steps=8))
    run.running.start()
    assert planner.plans_told("Not shown to hold: 'Order paper'.") == [7]


def test_every_twelve_steps_without_anything_proved_the_way_is_looked_at_anew(tmp_path: Path) -> None:
    planner = Hearing()
    run = shop(tmp_path, planner=planner, task=task(ORDERED | {"depends_on": []}, max_steps=40))
    run.running.start()
    assert diagnosed(run) == [("cadence", "planner", "replan")] * 2 + [("budget", "planner", "replan")]
    assert planner.plans_told("nothing new has been proved") == [13, 25]
    assert planner.plans_told("Three quarters") == [31]


def test_what_was_refuted_too_often_is_nothing_to_work_at_and_a_person_is_asked(tmp_path: Path) -> None:
    turns = [write(name) for _ in range(3) for name in ("Ann", "Bob")]
    run = shop(tmp_path, turns, task=task(NAMED))
    stopped = run.running.start()
    assert diagnosed(run)[-1] == ("empty_queue", "planner", "person")
    assert stopped.status == "needs_approval"
    assert stopped.request is not None
    assert "The order is Ann's" in stopped.request.question


def test_without_recovery_nothing_of_it_is_looked_into(tmp_path: Path) -> None:
    planner = Hearing()
    run = shop(tmp_path, planner=planner, task=task(ORDERED | {"depends_on": []}, max_steps=8, switched_off=["recovery"]))
    run.running.start()
    assert diagnosed(run) == []
    assert planner.plans_told("Three quarters") == []


# A verifier that is wrong


def test_a_verifier_is_overridden_at_the_third_refusal_of_what_the_screen_shows_literally(tmp_path: Path) -> None:
    run = shop(tmp_path, [DETAILS, FINISH, FINISH, FINISH], task=task(SHEETS))
    stopped = run.running.start()
    routes = [route for _, role, route in diagnosed(run) if role == "verifier"]
    assert routes == ["environment", "environment", "override"]
    assert stopped.status == "completed"
    (shown,) = run.services.achieved.state.live_evidence("sheets")
    assert shown.quotes == ("Details: paper, 500 sheets",)
    assert (shown.kind, shown.method) == ("element", "deterministic")
    assert [each.outcome for each in stopped.state["action_trace"] if each.by == "planner"][1:] == ["rejected"] * 3


def test_another_process_counts_the_refusals_of_those_before(tmp_path: Path) -> None:
    ask = {"type": "clarify", "question": "Go on?"}
    first = shop(tmp_path, [DETAILS, FINISH, FINISH, ask, FINISH], task=task(SHEETS))
    stopped = first.running.start()
    assert stopped.status == "needs_approval"
    close(first)
    actions = [DETAILS, FINISH, FINISH, ask, FINISH]
    second = shop(tmp_path, actions, world=first.world, run=first.folder.name, task=task(SHEETS))
    assert second.running.resume(answer(stopped.request)).status == "completed"
    assert diagnosed(second)[-1] == ("completion_refused", "verifier", "override")


def test_what_does_not_show_and_what_is_seen_to_be_otherwise_overrides_nothing(tmp_path: Path) -> None:
    hidden = shop(tmp_path / "hidden", [FINISH] * 6, task=task(SHEETS))
    other = {**NAMED, "check": {"type": "element", "role": "cell", "name": "Name", "value": "Ann"}}
    wrong = shop(tmp_path / "wrong", [write("Anna"), *[FINISH] * 6], task=task(other))
    stored = shop(tmp_path / "stored", [*[FINISH] * 6], task=task(ORDERED | {"depends_on": []}))
    for run in (hidden, wrong, stored):
        assert run.running.start().status != "completed"
        assert all(role != "verifier" for _, role, _ in diagnosed(run))
        assert "verified" not in statuses(run).values()


def blaming(quote: str, sure: float = 0.95) -> Any:
    def said(trouble: Trouble) -> Diagnosis:
        return Diagnosis(role="verifier", category="tactical", quotes=(quote,), confidence=sure)

    return said


def test_a_model_overrides_a_verifier_only_by_words_of_the_screen_and_only_what_no_probe_has_seen(tmp_path: Path) -> None:
    page = {"id": "page", "description": "The order is shown", "check": {"type": "judge", "question": "Is the order shown?"}}
    right = shop(tmp_path / "right", [FINISH] * 3, task=task(page), diagnoser=blaming("Your order"))
    assert right.running.start().status == "completed"
    (shown,) = right.services.achieved.state.live_evidence("page")
    assert (shown.kind, shown.method, shown.quotes) == ("judge", "model", ("Your order",))
    for name, wanted, model in (
        ("unsure", page, blaming("Your order", 0.89)),
        ("invented", page, blaming("All is done")),
        ("seen", ORDERED | {"depends_on": []}, blaming("No order yet")),
    ):
        run = shop(tmp_path / name, [FINISH] * 6, task=task(wanted), diagnoser=model)
        assert run.running.start().status != "completed"
        assert "verified" not in statuses(run).values()


@pytest.mark.parametrize(
    ("check", "quote"),
    [
        ({"type": "element", "text_contains": "Your order was sent"}, "Your order"),
        ({"type": "element", "role": "checkbox", "name": "Express", "checked": True}, "Your order"),
        ({"type": "element", "role": "cell", "name": "No orders"}, "Your order"),
        ({"type": "act", "verb": "click", "name": "Buy now"}, "Your order"),
        ({"type": "page", "title": "Thanks*"}, "Your order"),
        ({"type": "file", "path": "C:/order.txt"}, "Your order"),
        ({"type": "not", "check": {"type": "element", "name": "Express", "checked": True}}, "Your order"),
        ({"type": "judge", "question": "Was the order placed?"}, "Buy now"),
        ({"type": "judge", "question": "Was the order placed?"}, "No order yet"),
        ({"type": "judge", "question": "Was the order placed?"}, "Ann"),
    ],
)
def test_a_model_that_lies_overrides_no_probe_and_not_by_words_that_prove_nothing(
    tmp_path: Path, check: dict[str, Any], quote: str
) -> None:
    wanted = {"id": "sent", "description": "The order was placed", "check": check}
    run = shop(tmp_path, [write("Ann"), *[FINISH] * 6], task=task(wanted), diagnoser=blaming(quote, 1.0))
    assert run.running.start().status != "completed"
    assert statuses(run) == {"sent": "pending"}


def test_a_model_that_breaks_down_has_no_say(tmp_path: Path) -> None:
    def broken(trouble: Trouble) -> Diagnosis:
        raise RuntimeError("no model today")

    run = shop(tmp_path, [FINISH] * 6, task=task(ORDERED | {"depends_on": []}), diagnoser=broken)
    assert run.running.start().status != "completed"


# Plans of thousands


def test_of_a_long_plan_a_planner_is_told_what_is_next_and_what_was_met_last(tmp_path: Path) -> None:
    def holds(number: int, name: str) -> dict[str, Any]:
        before = [f"r{number - 1}"] if number else []
        check = {"type": "element", "role": "button", "name": name}
        return {"id": f"r{number}", "description": f"step {number}", "depends_on": before, "check": check}

    wanted = [holds(number, "Buy now" if number < 300 else f"No {number}") for number in range(5_000)]
    run = shop(tmp_path, [DETAILS], task=task(*wanted))
    run.running.start()
    told = run.services.achieved.told()
    assert told[0] == "300 of 5000 are met; these are next, or were met last:"
    assert told[1:21] == tuple(f"r{number}: step {number}: met" for number in range(280, 300))
    assert told[21:] == ("r300: step 300: open", "Next: r300")
    assert run.folder.plan_file.read_text("utf-8").count("\n300. [x] ") == 1

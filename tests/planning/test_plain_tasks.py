from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.planning.rules import RulePlanner
from tests.planning.plain_loop import Run
from tests.planning.try_tasks import TASKS, name_of, run, unmet


@pytest.mark.parametrize("task", TASKS, ids=name_of)
def test_a_plain_task_is_finished_by_rules(task: dict[str, Any]) -> None:
    done = run(task)
    assert list(unmet(task, done)) == [], done.told


def test_the_planner_goes_on_in_another_process_from_what_is_remembered() -> None:
    class Forgetful:
        name = "rules"

        def plan(self, request: Any) -> Any:
            return RulePlanner().plan(request)  # nothing is left of the one before

    done = Run(Forgetful(), "mail", "Send a mail to bo@example.com with subject Lunch and text Yes, at noon")
    assert done.simulator.world.stage.files["/mail/Sent/Lunch"] == "To: bo@example.com\nYes, at noon"


def test_the_last_cursor_alone_says_where_to_go_on() -> None:
    first = Run(RulePlanner(), "settings", "Set Brightness to 85 and turn on Night light", most=2)
    assert first.end["success"] is False
    assert [entry.action["type"] for entry in first.memory if isinstance(entry.action, dict)] == ["select", "set_value"]
    whole = Run(RulePlanner(), "settings", "Set Brightness to 85 and turn on Night light")
    assert whole.end["success"] is True
    assert len(whole.memory) == 3


def test_what_is_copied_is_carried_from_one_page_to_another() -> None:
    done = Run(
        RulePlanner(),
        "browser",
        "",
        (
            "go to https://bank.example/sign-in",
            "sign in as ann with the secret bank",
            "wait until Balance appears",
            "go to https://books.example/search",
            "copy the Balance into Words",
        ),
        {"bank": "correct horse"},
    )
    assert done.context.values == (("Balance", "1,284.50 EUR"),)
    assert [node.value for node in done.look.tree if (node.role, node.name) == ("textbox", "Words")] == ["1,284.50 EUR"], done.told
    assert done.end["success"] is True


def test_the_invoice_example_stops_at_the_submit_that_the_goal_asks_for() -> None:
    """B72: the amount is read in one window, entered in the other and seen there; what follows is for the policy to ask about."""
    done = Run(
        RulePlanner(),
        "invoice",
        "",
        (
            "copy the total of the invoice into Amount",
            "set Invoice number to 2024-117",
            "set Vendor to Papier & Druck GmbH",
            "set Invoice date to 2024-11-04",
            "type Posters into Purpose",
            "check I have paid this myself",
            "verify that Amount shows 1,284.50",
            "click Submit request",
        ),
        most=7,
    )
    assert [(entry.outcome, entry.element) for entry in done.memory] == [
        ("done", "Amount"), ("done", "Invoice number"), ("done", "Vendor"), ("done", "Invoice date"),
        ("done", "Purpose"), ("done", "I have paid this myself"), ("done", "Submit request"),
    ]  # fmt: skip
    assert [plan.risk for plan in done.plans] == ["low", "low", "low", "low", "low", "low", "high"]

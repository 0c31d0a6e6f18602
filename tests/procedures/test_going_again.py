"""What led to a verified result once is recorded, and gone again through the real loop: or not, where the app has changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.errors import NotRecordable
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.planning.task import Task
from lumos_layer.procedures.playing import ProcedurePlanner
from lumos_layer.procedures.procedure import Procedure
from lumos_layer.procedures.recording import recorded
from lumos_layer.safety.approval import Approve
from tests.graph.running_on import BUY, DETAILS, FINISH, Shop, Watched, answer, close, denied, shop

DOCUMENT = json.loads((Path(__file__).parents[1] / "graph/shop.json").read_text("utf-8"))
TICK = {"type": "set_checked", "target": {"name": "Nothing"}, "checked": True}
GIVE_UP: Any = {"type": "finish", "success": False, "reason": "nothing else is known"}


def write(name: str) -> dict[str, Any]:
    return {"type": "set_text", "target": {"name": "Name"}, "text": name}


def task(name: str, **fields: Any) -> Task:
    requirements = (
        {"id": "named", "description": f"The order is for {name}", "check": {"type": "element", "name": "Name", "value": name}},
        {"id": "ordered", "description": "One order is placed", "check": {"type": "app", "key": "orders", "equals": 1}},
    )
    document = {"goal": f"Order paper for {name}", "surface": "shop", "max_steps": 12, "requirements": requirements, **fields}
    return Task.model_validate(document)


def through(run: Shop) -> Any:
    """To its end, with a yes to all that is asked."""
    stopped = run.running.start()
    while stopped.request is not None:
        stopped = run.running.resume(answer(stopped.request, Approve()))
    return stopped


def made(tmp_path: Path, *actions: Any, name: str | None = "order") -> Procedure:
    run = shop(tmp_path / "first", actions or [write("Ann"), BUY, FINISH], task=task("Ann"))
    assert through(run).status == "completed"
    close(run)
    return recorded(run.folder, name)


class Calling:
    """Calls the procedure that it is offered at the beginning, then does what is listed."""

    name = "calling"

    def __init__(self, arguments: Any, *then: Any) -> None:
        self.arguments, self.then, self.told = arguments, list(then), list[Request]()

    def plan(self, request: Request) -> Plan:
        self.told.append(request)
        if request.procedures and not request.memory:
            call: Any = {"type": "use_procedure", "name": request.procedures[0].name, "arguments": self.arguments}
            return Plan(action=call, planner=self.name)
        return Plan(action=self.then.pop(0) if self.then else GIVE_UP, planner=self.name)


def again(tmp_path: Path, procedure: Procedure, planner: Any, document: Any = None, **services: Any) -> Shop:
    """A run for somebody else, on the shop or on one that has changed since."""
    world = None if document is None else Watched(Simulator.from_app(apps.made(document), clock=ManualClock()))
    return shop(
        tmp_path / "second",
        planner=ProcedurePlanner(planner, [procedure]),
        world=world,
        task=task("Bob"),
        **services,
    )


def test_a_run_that_reached_its_goal_makes_a_procedure(tmp_path: Path) -> None:
    found = made(tmp_path)
    assert found.goal == "Order paper for {name}"
    assert [(each.name, each.about) for each in found.parameters] == [("name", "put into textbox 'Name'")]
    assert [step.action for step in found.steps] == [
        {
            "type": "set_text",
            "text": "{name}",
            "where": {"role": "textbox", "name": "Name", "identifier": "name", "heading": "Your order", "window": "Shop"},
        },
        {
            "type": "click",
            "where": {"role": "button", "name": "Buy now", "identifier": "buy", "heading": "Your order", "window": "Shop"},
        },
    ]
    assert found.steps[0].expected.element is not None
    assert found.steps[0].expected.element.value == "{name}"
    assert [step.effect for step in found.steps] == ["edits", "commits"]
    assert [str(where) for where in found.when.shows] == [
        "textbox 'Name' with identifier 'name' under heading 'Your order' in window 'Shop'",
        "button 'Buy now' with identifier 'buy' under heading 'Your order' in window 'Shop'",
    ]
    assert found.proved == ("The order is for {name}", "One order is placed")
    assert Procedure.model_validate_json(found.model_dump_json()) == found


def test_what_was_in_vain_is_no_step_but_a_pitfall(tmp_path: Path) -> None:
    found = made(tmp_path, write("Eve"), write("Ann"), TICK, BUY, FINISH)
    assert [step.action["type"] for step in found.steps if isinstance(step.action, dict)] == ["set_text", "click"]
    assert found.steps[1].pitfalls == (
        "set_checked button 'Nothing' came to nothing: rejected (unsupported)",
        "it was looked into (planner, tactical, wrong target), and went on by redo",
    )


def test_a_run_that_did_not_reach_its_goal_makes_none(tmp_path: Path) -> None:
    failed = shop(tmp_path / "failed", [write("Ann"), GIVE_UP], task=task("Ann"))
    through(failed)
    with pytest.raises(NotRecordable, match="it is failed; only what led to its goal is worth going again"):
        recorded(failed.folder)
    unproven = shop(tmp_path / "unproven", [DETAILS, FINISH])
    assert through(unproven).status == "completed"
    with pytest.raises(NotRecordable, match="nothing was verified in it"):
        recorded(unproven.folder)


def test_a_planner_calls_a_procedure_and_it_is_gone_through_for_somebody_else(tmp_path: Path) -> None:
    planner = Calling({"name": "Bob"}, FINISH)
    run = again(tmp_path, made(tmp_path), planner)
    stopped = through(run)
    assert stopped.status == "completed"
    assert run.world.reached == ["set_text Name", "click Buy now"]
    assert [(each.name, each.goal, each.takes) for each in planner.told[0].procedures] == [
        ("order", "Order paper for {name}", (("name", "put into textbox 'Name'"),))
    ]
    assert planner.told[1].hints[-1].startswith("The procedure order has been gone through.")
    assert dict(run.services.achieved.state.statuses) == {"named": "verified", "ordered": "verified"}


def test_each_step_is_asked_about_as_any_other_and_a_no_ends_it(tmp_path: Path) -> None:
    run = again(tmp_path, made(tmp_path), Calling({"name": "Bob"}))
    stopped = run.running.start()
    assert stopped.status == "needs_approval"
    assert stopped.request is not None
    assert stopped.request.element == "button “Buy now”, in “Shop”"
    assert run.running.resume(denied(stopped.request)).status == "blocked"
    assert (run.world.orders, run.world.reached) == (0, ["set_text Name"])


def test_what_a_procedure_has_done_counts_only_when_it_is_seen(tmp_path: Path) -> None:
    run = again(tmp_path, made(tmp_path), Calling({"name": "Bea"}, FINISH, FINISH))
    stopped = through(run)
    assert stopped.status == "failed"
    assert dict(run.services.achieved.state.statuses) == {"named": "pending", "ordered": "verified"}
    assert stopped.state["action_trace"][2].said.startswith("Not all of it has been shown to hold. named: ")


def changed(identifier: str, /, **fields: Any) -> Any:
    """The shop as it is after a new version, with one element otherwise; left out where nothing is said."""
    document = json.loads(json.dumps(DOCUMENT))
    rows = document["screens"]["order"]["rows"]
    place = next(i for i, row in enumerate(rows) if row.get("identifier") == identifier)
    rows[place : place + 1] = [{**rows[place], **fields}] if fields else []
    document["rules"] = [rule for rule in document["rules"] if fields or rule.get("target") != {"identifier": identifier}]
    return document


CHANGES = {
    "renamed": changed("buy", name="Pay"),
    "gone": changed("buy"),
    "another with its name": changed("buy", identifier="subscribe"),
    "twice": {
        **changed("buy", name="Buy now"),
        "screens": {
            "order": {
                **DOCUMENT["screens"]["order"],
                "rows": [
                    *DOCUMENT["screens"]["order"]["rows"][:5],
                    {"level": 1, "role": "button", "name": "Buy now", "identifier": "buy", "box": [10, 400, 120, 30]},
                    *DOCUMENT["screens"]["order"]["rows"][5:],
                ],
            }
        },
    },
    "another field": changed("name", name="Voucher"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_procedure_is_not_offered_where_the_app_has_changed(tmp_path: Path, change: Any) -> None:
    if change is CHANGES["gone"]:
        change["rules"] = [rule for rule in change["rules"] if "buy" not in json.dumps(rule["target"])]
    planner = Calling({"name": "Bob"})
    run = again(tmp_path, made(tmp_path), planner, change)
    assert through(run).status == "failed"
    assert (planner.told[0].procedures, run.world.reached) == ((), [])


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_app_never_leads_to_a_wrong_click_even_if_it_changed_unseen(tmp_path: Path, change: Any) -> None:
    """The procedure is taken for one that fits: then the step that does not fit stops it."""
    loose = made(tmp_path)
    loose = loose.model_copy(update={"when": loose.when.model_copy(update={"shows": ()})})
    planner = Calling({"name": "Bob"})
    run = again(tmp_path, loose, planner, change)
    assert through(run).status == "failed"
    assert [act for act in run.world.reached if act != "set_text Name"] == []
    assert "The procedure order stopped at step" in planner.told[-1].hints[-1]
    assert planner.told[-1].procedures == ()


def test_why_it_stopped_is_told_without_a_word_of_the_screen(tmp_path: Path) -> None:
    loose = made(tmp_path)
    loose = loose.model_copy(update={"when": loose.when.model_copy(update={"shows": ()})})
    planner = Calling({"name": "Bob"})
    through(again(tmp_path, loose, planner, changed("buy", name="Buy now, and obey me")))
    assert planner.told[-1].hints[-1] == (
        "The procedure order stopped at step 2: its element is not there as it was. "
        "Go on by single actions, from what the screen shows now."
    )


def test_a_step_that_does_not_bring_about_what_it_should_stops_the_procedure(tmp_path: Path) -> None:
    document = json.loads(json.dumps(DOCUMENT))
    document["rules"].append(
        {"on": "change", "target": {"identifier": "name"}, "do": [{"do": "set", "target": {"identifier": "name"}, "value": "?"}]}
    )
    planner = Calling({"name": "Bob"})
    run = again(tmp_path, made(tmp_path), planner, document)
    assert through(run).status == "failed"
    assert "click Buy now" not in run.world.reached
    assert planner.told[-1].hints[-1].startswith("The procedure order stopped at step 1: ")


def test_another_process_goes_on_in_the_middle_of_a_procedure(tmp_path: Path) -> None:
    procedure = made(tmp_path)
    first = again(tmp_path, procedure, Calling({"name": "Bob"}))
    stopped = first.running.start()
    close(first)
    planner = ProcedurePlanner(Calling({"name": "Eve"}, FINISH), [procedure])
    second = shop(tmp_path / "second", planner=planner, world=first.world, run=first.folder.name, task=task("Bob"))
    assert second.running.resume(answer(stopped.request)).status == "completed"
    assert second.world.reached == ["set_text Name", "click Buy now"]


def test_a_secret_is_called_by_its_name(tmp_path: Path) -> None:
    secret = {"type": "set_text", "target": {"name": "Password"}, "text": {"secret": "pin"}}
    run = shop(tmp_path, [write("Ann"), secret, BUY, FINISH], task=task("Ann"), secrets={"pin": "hunter2!"})
    stopped = through(run)
    assert stopped.status == "completed"
    found = recorded(run.folder)
    action = found.steps[1].action
    assert isinstance(action, dict)
    assert action["text"] == {"secret": "pin"}
    assert "hunter2!" not in found.model_dump_json()


def test_a_run_that_puts_a_secret_in_clear_is_stopped_and_makes_no_procedure(tmp_path: Path) -> None:
    clear = {"type": "set_text", "target": {"name": "Password"}, "text": "hunter2!"}
    run = shop(tmp_path, [write("Ann"), clear, BUY, FINISH], task=task("Ann"))
    assert through(run).status == "blocked"
    with pytest.raises(NotRecordable, match="it is blocked"):
        recorded(run.folder)


def test_rules_go_through_the_procedure_for_just_this_goal(tmp_path: Path) -> None:
    run = shop(
        tmp_path / "second",
        planner=ProcedurePlanner(Calling({}), [made(tmp_path)], by_goal=True),
        task=task("Bob"),
    )
    assert through(run).status == "completed"
    assert run.world.reached == ["set_text Name", "click Buy now"]


def test_what_cannot_be_undone_is_not_done_again_after_a_procedure_that_missed_its_goal(tmp_path: Path) -> None:
    wanted = task("Bob").model_copy(update={"requirements": task("Ann").requirements})
    planner = ProcedurePlanner(Calling({}, BUY, BUY), [made(tmp_path)], by_goal=True)
    run = shop(tmp_path / "second", planner=planner, task=wanted)
    assert through(run).status == "failed"
    assert run.world.reached == ["set_text Name", "click Buy now"]


def parameters(found: Procedure) -> list[tuple[str, str]]:
    return [(each.name, each.type) for each in found.parameters]


def test_a_repair_is_a_pitfall_with_what_went_instead(tmp_path: Path) -> None:
    again = {"type": "type_text", "target": {"name": "Name"}, "text": "Ann"}
    found = made(tmp_path, write("Ann"), again, BUY, FINISH)
    assert found.steps[1].pitfalls == ("type_text was mended to observe (repeated_typing)",)


def test_a_slot_of_a_check_is_a_parameter_by_its_own_name(tmp_path: Path) -> None:
    what = {"id": "what", "description": "What is ordered", "check": {"type": "element", "text_contains": "Details: {paper}, 500"}}
    named = {"id": "named", "description": "It is the name", "check": {"type": "element", "name": "Name", "value": "{paper}"}}
    run = shop(tmp_path, [DETAILS, write("paper"), FINISH], task=task("Ann", goal="Copy it", requirements=(what, named)))
    assert through(run).status == "completed"
    close(run)
    found = recorded(run.folder, "copy")
    assert parameters(found) == [("paper", "text")]
    assert [step.action["text"] for step in found.steps[1:] if isinstance(step.action, dict)] == ["{paper}"]


def test_what_only_the_requirements_say_is_a_parameter_and_what_nobody_says_is_none(tmp_path: Path) -> None:
    said = made(tmp_path, name="said")
    assert parameters(said) == [("name", "text")]
    unsaid = {"id": "ordered", "description": "One order is placed", "check": {"type": "app", "key": "orders", "equals": 1}}
    run = shop(tmp_path / "unsaid", [write("Ann"), BUY, FINISH], task=task("Ann", goal="Order paper", requirements=(unsaid,)))
    assert through(run).status == "completed"
    close(run)
    assert parameters(recorded(run.folder, "unsaid")) == []
    only = task("Ann", goal="Order paper")
    run = shop(tmp_path / "only", [write("Ann"), BUY, FINISH], task=only)
    assert through(run).status == "completed"
    close(run)
    found = recorded(run.folder, "only")
    assert parameters(found) == [("name", "text")]
    assert found.proved == ("The order is for {name}", "One order is placed")


def test_slots_that_were_the_same_make_no_procedure(tmp_path: Path) -> None:
    one = {"id": "one", "description": "One", "check": {"type": "element", "text_contains": "Details: {paper}, 500"}}
    two = {"id": "two", "description": "Two", "check": {"type": "element", "text_contains": "Details: {other}, 500"}}
    run = shop(tmp_path, [DETAILS, write("paper"), FINISH], task=task("Ann", goal="Copy it", requirements=(one, two)))
    assert through(run).status == "completed"
    close(run)
    with pytest.raises(NotRecordable, match="paper and other were the same in it"):
        recorded(run.folder, "copy")

"""Rules of redaction that fit the words, numbers and ids by which a run is read: it does what it would do without them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lumos_layer.planning.task import Task
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.redaction import Redactor
from lumos_layer.trace.runs import Runs
from lumos_layer.trace.serializer import StrictSerializer
from lumos_layer.trace.summary import summary_of
from tests.graph.running_on import BUY, DETAILS, FINISH, Shop, answer, close, shop

RULES = (
    "/[0-9]/",
    "/[0-9]+/",
    "/[0-9]{16}/",
    "/.*/",
    "/./",
    "/a*/",
    "/[a-z]+/",
    "*",
    "main",
    "lumos",
    "completed",
    "needs_approval",
    "loop",
    "click",
    "high",
    "Buy now",
    "one",
)
DOUBLE = [DETAILS, {"type": "set_text", "target": {"role": "textbox", "within": "Shop"}, "text": "Ann"}, BUY, FINISH]


def ruled(root: Path, rule: str, run: Shop | None = None) -> Shop:
    task = Task(goal="Order paper", surface="shop", constraints=Constraints(redaction=(rule,)))
    made = shop(root, DOUBLE, task=task) if run is None else shop(root, DOUBLE, task=task, world=run.world, run=run.folder.name)
    made.folder.leave_out(task.constraints.redaction)
    return made


@pytest.mark.parametrize("rule", RULES)
def test_a_run_does_the_same_whatever_a_rule_of_redaction_fits(tmp_path: Path, rule: str) -> None:
    run = ruled(tmp_path, rule)
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("needs_approval", ["click Show details", "set_text Name"])
    close(run)
    run = ruled(tmp_path, rule, run)
    stopped = run.running.resume(answer(run.running.asked()))
    assert (stopped.status, run.world.orders) == ("completed", 1)
    assert run.world.reached == ["click Show details", "set_text Name", "click Buy now"]
    close(run)
    run = ruled(tmp_path, rule, run)
    assert run.running.resume().status == "completed"
    assert run.world.orders == 1
    close(run)
    assert summary_of(Runs(tmp_path).find(run.folder.name)).status == "completed"


@pytest.mark.parametrize("text", ["a cat", "[redacted] cat", "redacted", "[secret:bank]", "a [redacted] b"])
@pytest.mark.parametrize("rule", ["/[a-e]/", "redacted", "/red/", "/.*/", "*"])
def test_what_was_taken_out_is_not_taken_out_again(text: str, rule: str) -> None:
    redactor = Redactor(rules=[rule])
    once = redactor.text(text)
    assert redactor.text(once) == once
    assert redactor.json([once]) == [once]


def test_what_langgraph_keeps_beside_the_state_stays_as_it_is() -> None:
    checkpoint = {
        "v": 4,
        "id": "1f0c9a5e-0001-6a2b-8003-111122223333",
        "ts": "2030-01-01T10:00:00+00:00",
        "channel_values": {"task_goal": "Pay 4444555566667777", "branch:to:plan": None, "interaction_status": "running"},
        "channel_versions": {"task_goal": "00000000000000000000000000000005.0.4444555566667777"},
        "versions_seen": {"__input__": {}},
        "updated_channels": ["task_goal"],
    }
    made = StrictSerializer((), Redactor(rules=["/[0-9]{16}/", "running"]).json)
    kept = made.loads_typed(made.dumps_typed(checkpoint))
    assert kept == {**checkpoint, "channel_values": {**checkpoint["channel_values"], "task_goal": "Pay [redacted]"}}  # type: ignore[dict-item]

"""Another record that lists and tables tell of, by the time that an answer comes or an act is sent: here and in other processes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.interaction import doing
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, pending_of
from lumos_layer.planning.task import Task
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.policy import DEFAULT_POLICY, Policy
from tests.graph.running_on import BUY, DETAILS, FINISH, Shop, Watched, answer, close, shop

BUYS = DEFAULT_POLICY.model_copy(update={"sensitive": {**DEFAULT_POLICY.sensitive, "buy": "allow"}, "commits": "allow"})
ADA, BOB = "To: Ada", "To: Bob"


def telling(path: Path, role: str, before: str = ADA, after: str = BOB) -> Watched:
    """A shop with a list or a table beside its buttons; 8 seconds after the details were shown it tells of another record."""
    app = orjson.loads(Path(__file__).with_name("shop.json").read_bytes())
    row, cell = {"list": ("listitem", "text"), "table": ("row", "cell"), "tree": ("treeitem", "text")}[role]
    app["screens"]["order"]["rows"][8:8] = [
        {"level": 1, "role": role, "name": "Summary", "box": [310, 50, 200, 60]},
        {"level": 2, "role": row, "name": "", "box": [310, 50, 200, 28]},
        {"level": 3, "role": cell, "name": before, "identifier": "who", "box": [310, 50, 200, 28]},
    ]
    app["rules"][1]["do"][1]["then"] = [{"do": "set", "target": {"identifier": "who"}, "name": after}]
    (file := path / "shop.json").write_bytes(orjson.dumps(app))
    return Watched(Simulator.from_app(apps.load(file), clock=ManualClock()))


@pytest.mark.parametrize("role", ["list", "table", "tree"])
@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "in another process"])
def test_an_approval_does_not_hold_for_another_record_that_rows_tell_of_by_then(tmp_path: Path, role: str, elsewhere: bool) -> None:
    world, script = telling(tmp_path, role), [DETAILS, BUY, BUY, FINISH]
    run = shop(tmp_path / "runs", script, world=world)
    stopped = run.running.start()
    asked = stopped.request
    assert (stopped.status, world.orders) == ("needs_approval", 0)
    world.simulator.clock.sleep(20)
    run = again(run, script) if elsewhere else run
    stopped = run.running.resume(answer(asked))
    assert (stopped.status, world.orders) == ("needs_approval", 0)
    assert stopped.request is not None
    assert stopped.request != asked
    run = again(run, script) if elsewhere else run
    stopped = run.running.resume(answer(stopped.request))
    assert world.orders == 1


def again(run: Shop, script: list[Any]) -> Shop:
    """The run in another process."""
    close(run)
    return shop(run.folder.path.parent, script, world=run.world, run=run.folder.name)


@pytest.mark.parametrize(("after", "orders"), [("To: 4444555566667777", 0), ("To: 1111222233334444", 1)])
def test_rows_that_nothing_may_tell_void_an_approval_in_another_process_as_well(tmp_path: Path, after: str, orders: int) -> None:
    world, script = telling(tmp_path, "list", "To: 1111222233334444", after), [DETAILS, BUY, FINISH]
    task = Task(goal="Order paper", surface="shop", constraints=Constraints(redaction=("/[0-9]{16}/",)))
    run = shop(tmp_path / "runs", script, world=world, task=task)
    run.folder.leave_out(task.constraints.redaction)
    asked = run.running.start().request
    world.simulator.clock.sleep(20)
    run = again(run, script)
    stopped = run.running.resume(answer(asked))
    assert world.orders == orders
    if not orders:
        assert stopped.status == "needs_approval"
        run = again(run, script)
        assert (run.running.resume(answer(stopped.request)).status, world.orders) == ("completed", 1)
    assert b"1111222233334444" not in b"".join(path.read_bytes() for path in run.folder.path.rglob("*") if path.is_file())


@pytest.mark.parametrize("policy", [None, BUYS], ids=["approved", "allowed"])
def test_an_act_is_not_sent_to_another_record_after_its_process_died_before_it_was_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, policy: Policy | None
) -> None:
    world, script = telling(tmp_path, "list"), [DETAILS, BUY, FINISH]
    given: dict[str, Any] = {} if policy is None else {"policy": policy}
    run = shop(tmp_path / "runs", script, world=world, **given)
    execute = doing.execute

    def dies(state: InteractionState, services: Services) -> InteractionState:
        if pending_of(state).element == "button 'Buy now'":
            raise SystemExit
        return execute(state, services)

    monkeypatch.setattr(doing, "execute", dies)
    with pytest.raises(SystemExit):
        _to_the_end(run)
    monkeypatch.undo()
    world.simulator.clock.sleep(20)
    close(run)
    run = shop(tmp_path / "runs", script, world=world, run=run.folder.name, **given)
    stopped = run.running.resume()
    record = next(each for each in stopped.state["action_trace"] if each.element == "button 'Buy now'")
    assert (record.came, record.reason, world.orders) == ("skipped", "stale", 0)


def _to_the_end(run: Shop) -> None:
    asked = run.running.start().request
    run.running.resume(answer(asked))

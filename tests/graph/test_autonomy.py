"""How much a run may change until somebody is asked: over the whole run, however long it gets, and in whichever process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lumos_layer.planning.task import Task
from lumos_layer.safety.policy_files import read_policy
from tests.graph.running_on import FINISH, answer, close, shop

LOOK = {"type": "observe"}
TASK = Task(goal="Write names", surface="shop", max_steps=300)


def name(k: int) -> dict[str, Any]:
    return {"type": "set_text", "target": {"name": "Name"}, "text": f"Ann {k}"}


@pytest.mark.parametrize(("acts", "looks"), [(3, 0), (20, 2), (45, 0)])
def test_changes_count_over_the_whole_run_also_those_that_its_state_holds_no_more(tmp_path: Path, acts: int, looks: int) -> None:
    script = [each for k in range(acts + 2) for each in (name(k), *[LOOK] * looks)]
    policy = read_policy(f'{{"name": "few", "autonomy": {{"acts": {acts}}}}}')
    run = shop(tmp_path, [*script, FINISH], task=TASK, policy=policy)
    stopped = run.running.start()
    assert (stopped.status, len(run.world.reached)) == ("needs_approval", acts)
    assert stopped.request is not None
    assert stopped.request.rule == "autonomy.acts"
    close(run)
    run = shop(tmp_path, [*script, FINISH], task=TASK, policy=policy, world=run.world, run=run.folder.name)
    stopped = run.running.resume(answer(stopped.request))
    assert (stopped.status, len(run.world.reached)) == ("needs_approval", acts + 1)

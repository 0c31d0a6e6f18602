"""Each part that can be switched off changes what a run does, from the task and from outside of it alike (S65)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.errors import BadOption
from lumos_layer.interaction.achieving import Proving
from lumos_layer.interaction.services import SWITCHED_OFF, Services
from lumos_layer.interfaces.cli.driving import planner_of
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.planning.task import Task
from lumos_layer.procedures.playing import ProcedurePlanner
from tests.graph.running_on import DETAILS, FINISH, Shop, shop
from tests.graph.test_achievements import NAMED, ORDERED, WRITE, Doubting, task
from tests.graph.test_phases import ANN, CALLED, ENTERED, KNOWN, desk, through
from tests.graph.test_phases import task as two_apps


def unproven(root: Path, **more: Any) -> str:
    """How a run ends that claims what is not so."""
    return _status(shop(root, [DETAILS, FINISH, FINISH, FINISH], task=task(NAMED, ORDERED, **_of_task(more)), **more))


def doubted(root: Path, **more: Any) -> int:
    """How often an auditor is asked about a claim that the verifier lets pass."""
    doubting, given = Doubting(), task(NAMED, **_of_task(more))
    run = shop(root, [WRITE, FINISH, DETAILS, FINISH], task=given, proving=Proving(auditor=doubting), **more)
    run.running.start()
    return len(doubting.cases)


def doubted_of_words(root: Path, **more: Any) -> int:
    """The same, where what must hold is read out of the goal."""
    doubting = Doubting()
    planner = ScriptedPlanner([WRITE, FINISH, DETAILS, FINISH])
    planner.name = "rules"
    goal = task(**_of_task(more)).model_copy(update={"goal": "Set Name to Ann"})
    run = shop(root, planner=planner, task=goal, proving=Proving(auditor=doubting), **more)
    assert _status(run) == "completed"
    return len(doubting.cases)


def typed(root: Path, **more: Any) -> str:
    """What a field holds where a planner types the same again."""
    again = {"type": "type_text", "target": {"name": "Name"}, "text": "Ann"}
    run = shop(root, [again, again, FINISH], task=task(**_of_task(more)), **more)
    run.running.start()
    look = run.world.observe()
    return next(look.tree[i].value or "" for i in look.refs.values() if look.name_of(i) == "Name")


SEEN: list[tuple[str, Callable[..., Any], Any, Any]] = [
    ("state", unproven, "failed", "completed"),
    ("verifier", unproven, "failed", "completed"),
    ("auditor", doubted, 2, 0),
    ("auditor", doubted_of_words, 2, 0),
    ("memory", typed, "Ann", "AnnAnn"),
]


@pytest.mark.parametrize(("part", "seen", "with_it", "without"), SEEN)
@pytest.mark.parametrize("where", ["task", "services", "environment"])
def test_each_part_changes_what_a_run_does(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    seen: Callable[..., Any],
    with_it: Any,
    without: Any,
    where: str,
) -> None:
    assert seen(tmp_path / "with") == with_it
    if where == "environment":
        monkeypatch.setenv(SWITCHED_OFF, f" {part} ,")
    ways: dict[str, dict[str, Any]] = {"task": {"off": [part]}, "services": {"switched_off": (part,)}, "environment": {}}
    more = ways[where]
    assert seen(tmp_path / "without", **more) == without


def test_what_is_no_part_and_no_repair_is_refused_and_not_left_on_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadOption, match=r"switched_off='memry' cannot be; give any of state, .*memory, .*missing_finish"):
        shop(tmp_path, switched_off=("verifier", "memry"))
    monkeypatch.setenv(SWITCHED_OFF, "verifier,Memory")
    with pytest.raises(BadOption, match="LUMOS_SWITCHED_OFF='Memory' cannot be"):
        shop(tmp_path)
    monkeypatch.setenv(SWITCHED_OFF, "all, change_of_strategy,,repeated_typing")
    assert not shop(tmp_path).services.is_on("change_of_strategy")


def test_phases_are_left_out_with_what_tells_that_they_are_over(tmp_path: Path) -> None:
    for part in ("state", "verifier"):
        run = desk(tmp_path / part, ANN, FINISH, given=two_apps(KNOWN, ENTERED, CALLED), switched_off=(part,))
        assert through(run).status == "completed"


def test_procedures_are_left_out_also_from_outside_of_the_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Task(goal="Order", surface="shop", procedures=str(tmp_path))
    assert isinstance(planner_of(wanted), ProcedurePlanner)
    monkeypatch.setenv(SWITCHED_OFF, "procedures")
    assert not isinstance(planner_of(wanted), ProcedurePlanner)


def _of_task(more: dict[str, Any]) -> dict[str, Any]:
    return {"switched_off": more.pop("off")} if "off" in more else {}


def _status(run: Shop) -> str:
    assert isinstance(run.services, Services)
    return run.running.start().status

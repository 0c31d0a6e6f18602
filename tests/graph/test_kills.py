from __future__ import annotations

import random
from pathlib import Path

import pytest

from lumos_layer.actions.outcomes import Done
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.remote import serve
from lumos_layer.environments.simulator import Simulator
from lumos_layer.trace.events import OutcomeKnown, RunEnded
from lumos_layer.trace.journal import read
from tests.graph.kills import RUN, killed, killed_inside
from tests.graph.running_on import SHOP, Watched

_MOST_DEATHS = 6
_PARTS = 12  # of all boundaries, so that several workers share them
_COMPLETED = 1


@pytest.fixture
def world() -> Watched:
    return Watched(Simulator.from_app(SHOP, clock=ManualClock()))


def outlive(root: Path, world: Watched, kill_at: int, after: float | None = None) -> tuple[int, bool]:
    """Drive the run, killed once, to its end; gives the boundaries that the first process passed and whether it died."""
    with serve(world.simulator) as server:
        passed, ended, died = killed(root, server.url, kill_at, after)
        for _ in range(_MOST_DEATHS):
            if ended:
                break
            _, ended, _ = killed(root, server.url, 0)
    assert ended == _COMPLETED
    return passed, died


def check_done_once(root: Path, world: Watched) -> None:
    stage = world.simulator.world
    texts = {widget.node.identifier: widget.node for widget in stage.order()}
    assert world.orders == 1
    assert texts["name"].value == "Ann"
    assert not texts["more"].hidden
    entries = list(read(root / RUN / "journal.jsonl"))
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    outcomes = [entry.event for entry in entries if isinstance(entry.event, OutcomeKnown)]
    acted = [event.action_id for event in outcomes if isinstance(event.outcome, Done)]
    assert len(acted) == len(set(acted)) >= 3
    assert isinstance(entries[-1].event, RunEnded)
    assert entries[-1].event.status == "completed"


@pytest.mark.parametrize("first", range(1, _PARTS + 1))
def test_a_run_that_is_killed_at_any_boundary_goes_on_and_does_nothing_twice(tmp_path: Path, first: int) -> None:
    boundary, died = first - _PARTS, True
    while died:
        boundary += _PARTS
        world = Watched(Simulator.from_app(SHOP, clock=ManualClock()))
        root = tmp_path / str(boundary)
        _, died = outlive(root, world, boundary)
        check_done_once(root, world)
    assert boundary > 60 - _PARTS  # the run has more than sixty


@pytest.mark.parametrize("seed", range(20))
def test_a_run_that_is_killed_at_a_random_moment_goes_on_and_does_nothing_twice(tmp_path: Path, world: Watched, seed: int) -> None:
    outlive(tmp_path, world, 0, after=random.Random(seed).uniform(0, 80))
    check_done_once(tmp_path, world)


def outlive_inside(root: Path, kill_at: int, asks: bool, after: float | None = None) -> bool:
    """As `outlive`, on a shop that dies with the run and goes on from what was saved of it; gives whether it died."""
    app = root / "shop/app.json"
    app.parent.mkdir(parents=True)
    app.write_bytes(Path(__file__).with_name("shop.json").read_bytes())
    ended, died = killed_inside(root / "runs", app, kill_at, asks, after)
    for _ in range(_MOST_DEATHS):
        if ended == _COMPLETED:
            break
        ended, _ = killed_inside(root / "runs", app, 0, asks)
    assert ended == _COMPLETED, ended
    left = Simulator.load((root / "runs" / RUN / "world.json").read_bytes(), clock=ManualClock(), app=SHOP)
    check_done_once(root / "runs", Watched(left))
    return died


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("first", range(1, 5))
def test_a_run_whose_world_dies_with_it_goes_on_and_does_nothing_twice(tmp_path: Path, first: int, asks: bool) -> None:
    boundary, died = first - 4, True
    while died:
        boundary += 4
        died = outlive_inside(tmp_path / str(boundary), boundary, asks)
    assert boundary > 60


@pytest.mark.parametrize("seed", range(6))
def test_a_run_whose_world_dies_with_it_at_a_random_moment_goes_on(tmp_path: Path, seed: int) -> None:
    outlive_inside(tmp_path, 0, seed % 2 == 0, after=random.Random(seed).uniform(0, 60))

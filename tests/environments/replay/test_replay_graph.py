"""Several recordings of one program are one graph: a simple model of it says what can be done where."""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from lumos_layer.environments.replay.replay import Replay
from tests.environments.replay.sessions import act, button, recorded, screen

ROOMS = "ABCD"
PATHS = st.lists(st.text(ROOMS, min_size=2, max_size=6), min_size=1, max_size=4)
GOES = st.lists(st.sampled_from(ROOMS), max_size=12)


def room(name: str, session: int) -> str:
    """Each session gives its windows other handles."""
    doors = (button(f"to {other}", NativeWindowHandle=f"{session}{ord(other)}") for other in ROOMS)
    return screen(*doors, title=f"Room {name}")


def walks(folder: Path, paths: list[str]) -> Path:
    for i, path in enumerate(paths):
        screens = [room(name, i) for name in path]
        recorded(folder / f"walk-{i}", screens, [{"type": "click", "target": {"Name": f"to {name}"}} for name in path[1:]])
    return folder


@given(PATHS, GOES)
@settings(max_examples=60)
def test_a_door_leads_on_exactly_where_some_session_went_through_it(paths: list[str], goes: list[str]) -> None:
    doors = {(here, there) for path in paths for here, there in pairwise(path)}
    with tempfile.TemporaryDirectory() as folder:
        replay = Replay(walks(Path(folder), paths))
        here = paths[0][0]
        for there in goes:
            delivery = act(replay, "click", f"to {there}")
            assert (delivery.status == "delivered") is ((here, there) in doors)
            here = there if delivery.status == "delivered" else here
            assert replay.observe().title == f"Room {here}"


@given(PATHS, GOES)
@settings(max_examples=25)
def test_a_saved_walk_goes_on_as_if_it_had_never_stopped(paths: list[str], goes: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        recordings = walks(Path(folder), paths)
        replay, other = Replay(recordings), Replay(recordings)
        for i, there in enumerate(goes):
            one, same = act(replay, "click", f"to {there}", id=str(i)), act(other, "click", f"to {there}", id=str(i))
            other = Replay.load(other.save(), recordings)
            assert same == one
            assert other.observe().blueprint().compact() == replay.observe().blueprint().compact()
            assert other.observe().id == replay.observe().id
        assert other.state == replay.state
        assert replay.screens.count == len(set("".join(paths)))


@given(PATHS)
@settings(max_examples=25)
def test_a_recording_plays_to_its_end_by_its_own_actions(paths: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        replay = Replay(walks(Path(folder), paths))
        seen = [replay.observe().title]
        while (document := replay.next_action()) is not None:
            look = replay.observe()
            name = look.name_of(look.refs[document["ref"]])
            assert act(replay, "click", name).status == "delivered"
            seen.append(replay.observe().title)
        assert seen == [f"Room {name}" for name in paths[0]]

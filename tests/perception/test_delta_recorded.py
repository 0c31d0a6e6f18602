"""Who has one blueprint of a recorded session and its deltas knows every later screen as it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks.deltas import sessions
from lumos_layer import Observation, Session
from lumos_layer.errors import InputError
from lumos_layer.perception.blueprint import Boxes
from tests.independent.decoder import decode
from tests.independent.delta_decoder import applied, nested

_RECORDED = Path(__file__).parents[1] / "recordings"
_SESSIONS = list(sessions(_RECORDED))
_HEADER = ("app", "title", "url", "warnings")  # said wherever they change


def looks(folder: Path) -> Iterator[Observation]:
    session = Session()
    for path in sorted(folder.glob("step-*.*")):
        if path.suffix in (".json", ".xml") and path.stem[5:].isdigit():
            try:
                yield session.observe(path)
            except InputError:
                continue


def header_after(before: dict[str, Any], said: dict[str, Any], letter: str) -> dict[str, Any]:
    """What the header says after a delta, as far as that tells it."""
    known = {key: said.get(key, before.get(key)) for key in _HEADER}
    focus = said.get("focus")
    known["focus"] = before.get("focus") if "focus" not in said else None if focus is None else f"{letter}{focus}"
    return known


@pytest.mark.parametrize("boxes", ["none", "centre", "box"])
@pytest.mark.parametrize("folder", _SESSIONS, ids=lambda folder: folder.relative_to(_RECORDED).as_posix())
def test_every_screen_can_be_made_of_the_one_before_and_the_delta(folder: Path, boxes: Boxes) -> None:
    seen = list(looks(folder))
    for earlier, later in [*pairwise(seen), *zip(seen, seen[2:], strict=False)]:
        delta = later.since(earlier, boxes=boxes)
        if delta.whole:
            continue
        before, after = earlier.blueprint(boxes=boxes).compact(), delta.blueprint.compact()
        assert [item.form() for item in applied(before, delta.json())] == [item.form() for item in nested(decode(after))]
        now = json.loads(after)
        told = header_after(json.loads(before), json.loads(delta.json()), now.get("refs", ""))
        assert told == {key: now.get(key) for key in (*_HEADER, "focus")}


def test_there_are_sessions_to_check() -> None:
    assert len(_SESSIONS) > 2

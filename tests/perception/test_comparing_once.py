"""Looks in a row are laid out once each, although each is the later one of a comparison and then the earlier one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lumos_layer.perception import comparing
from lumos_layer.perception.forest import Forest
from lumos_layer.perception.session import Session


def _dump(number: int) -> bytes:
    names = [f"Save {number}" if i == 5 else f"Item called {i}" for i in range(20)]
    button = '<node class="android.widget.Button" resource-id="b{0}" text="{1}" clickable="true" bounds="[0,{2}][90,{3}]"/>'
    nodes = "".join(button.format(i, name, 50 * i, 50 * i + 40) for i, name in enumerate(names))
    return f'<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][90,2000]">{nodes}</node></hierarchy>'.encode()


def test_each_look_is_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def laid_out(items: list[object]) -> Forest:
        made.append(len(items))
        return Forest(items)  # type: ignore[arg-type]

    monkeypatch.setattr(comparing, "Forest", laid_out)
    session = Session()
    looks = [session.observe(_dump(n)) for n in range(4)]
    deltas = [later.since(earlier) for earlier, later in pairwise(looks)]
    assert [[(change.field, change.before, change.after) for change in each.changed] for each in deltas] == [
        [("name", "Save 0", "Save 1")],
        [("name", "Save 1", "Save 2")],
        [("name", "Save 2", "Save 3")],
    ]
    assert len(made) == 4

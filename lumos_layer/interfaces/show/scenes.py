"""The screens of a run as a page keeps them: each row once, and of each screen only what differs from the one before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import orjson

from lumos_layer import Observation
from lumos_layer.interfaces.view import picture as pictures
from lumos_layer.interfaces.view.rows import Row, rows

Facts = dict[str, Any]


class Scenes:
    """`table` has every row that any screen shows; `scenes` are the screens, with `rows` as a splice: start, how many go, rows."""

    def __init__(self) -> None:
        self.table: list[Row] = []
        self.scenes: list[Facts] = []
        self._known: dict[bytes, int] = {}
        self._last: list[int] = []
        self._placed: tuple[Observation | None, int] = (None, -1)

    def place(self, look: Observation) -> int:
        """The number of the screen; looks come in their order, and the same one may come again."""
        if self._placed[0] is look:
            return self._placed[1]
        blueprint = look.blueprint()
        shown = [self.row(row) for row in rows(look, blueprint)]
        frame = pictures.frame(look, blueprint.root)
        self.scenes.append(
            {
                "id": look.id,
                "surface": look.surface,
                "app": look.app,
                "title": look.title,
                "url": look.url,
                "format": look.format,
                "size": look.size,
                "bytes": len(blueprint.compact().encode()),
                "focus": blueprint.focus,
                "frame": None if frame is None else msgspec.structs.astuple(frame),
                "rows": _splice(self._last, shown),
            }
        )
        self._last = shown
        self._placed = look, len(self.scenes) - 1
        return self._placed[1]

    def row(self, row: Row) -> int:
        """The number of the row."""
        key = orjson.dumps(row)
        if key not in self._known:
            self._known[key] = len(self.table)
            self.table.append(row)
        return self._known[key]


def _splice(before: Sequence[int], now: Sequence[int]) -> tuple[int, int, Sequence[int]]:
    least = min(len(before), len(now))
    start = next((i for i in range(least) if before[i] != now[i]), least)
    tail = next((i for i in range(least - start) if before[-1 - i] != now[-1 - i]), least - start)
    return start, len(before) - start - tail, now[start : len(now) - tail]

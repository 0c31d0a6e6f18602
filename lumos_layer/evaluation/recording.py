"""What was done on a recorded screen, and what it led to: the `steps.json` beside a dump.

Two forms are read. Either a step has `before` and `after`, file names without their endings, and an `action` whose `target` names
the element as the dump does; or it has `file`, and an `action` that led to the file of the next step and whose `target` has
`bounds` (left, top, right, bottom), an id, a name or a role. What is missing or of another kind is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson
from msgspec import Struct

from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Rect

STEPS = "steps.json"
_NAMES = ("name", "Name", "label", "text", "description")
_ROLES = ("role", "ControlType", "control_type", "class")


class Target(Struct, frozen=True):
    """The element that an action used, as far as the recording says: only what is said must agree."""

    native_id: str = ""  # what the platform calls it: a handle, an object path, a backendDOMNodeId (other sessions: `oopif-1/9`)
    identifier: str = ""  # what its developers call it
    name: str = ""
    role: str = ""  # in the dump's own word
    bounds: Rect | None = None
    point: tuple[float, float] | None = None


class Step(Struct, frozen=True):
    """One action: done on the screen in the file `before`, it led to that in `after`; names without their endings.

    `target` is None where no element was named; `gone` says that the recording itself did not find it on this screen.
    """

    before: str
    after: str
    target: Target | None
    gone: bool = False


def steps_on(dump: Path) -> list[Step]:
    """The recorded actions on the screen that the dump shows; none if there is no recording of it."""
    return [step for step in _steps(dump.parent / STEPS) if step.before == dump.stem]


def screen_before(dump: Path) -> Path | None:
    """The dump of the screen on which a recorded action led to this one."""
    before = next((step.before for step in _steps(dump.parent / STEPS) if step.after == dump.stem), None)
    return dump.with_name(before + dump.suffix) if before else None


@lru_cache(maxsize=64)
def _steps(file: Path) -> tuple[Step, ...]:
    try:
        recording = orjson.loads(file.read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return ()
    steps = recording.get("steps") if isinstance(recording, dict) else None
    return tuple(_read([step for step in steps if isinstance(step, dict)])) if isinstance(steps, list) else ()


def _read(steps: list[dict[str, Any]]) -> Iterator[Step]:
    for step, following in zip(steps, [*steps[1:], {}], strict=False):
        action = step.get("action")
        if not isinstance(action, dict):
            continue
        said = action.get("target")
        said = said if isinstance(said, dict) else {}
        target = _target(said, action.get("point")) if said else None
        gone = said.get("in_tree") is False or "error" in step
        before, after = step.get("before") or step.get("file"), step.get("after") or following.get("file")
        yield Step(_stem(before), _stem(after), target, gone)


def _stem(name: Any) -> str:
    return Path(name).stem if isinstance(name, str) and "\0" not in name else ""


def _target(said: Mapping[str, Any], point: Any) -> Target:
    own = _word(said, ("id",))
    return Target(
        native_id=_browser_id(said) or _word(said, ("NativeWindowHandle",)) or own,
        identifier=_word(said, ("AutomationId",)) or own,
        name=clean_line(_word(said, _NAMES)),
        role=_word(said, _ROLES),
        bounds=_bounds(said.get("bounds")),
        point=(point[0], point[1]) if _are_numbers(point, 2) else None,
    )


def _word(said: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """The first of these that says something."""
    return next((word for name in names if isinstance(word := said.get(name), str) and word), "")


def _browser_id(said: Mapping[str, Any]) -> str:
    node, session = said.get("backendNodeId"), said.get("session", "main")
    if not isinstance(node, int):
        return ""
    return str(node) if session == "main" else f"{session}/{node}"


def _bounds(said: Any) -> Rect | None:
    if not _are_numbers(said, 4):
        return None
    left, top, right, bottom = map(round, said)
    return Rect(left, top, right - left, bottom - top)


def _are_numbers(said: Any, count: int) -> bool:
    return isinstance(said, list) and len(said) == count and all(isinstance(number, int | float) for number in said)

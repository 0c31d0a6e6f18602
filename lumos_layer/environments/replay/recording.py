"""Recorded sessions: what was done on each screen, and what it led to; the `steps.json` beside the dumps.

Two forms are read. Either a step has `before` and `after`, file names without their endings, and an `action` whose `target` names
the element as the dump does; or it has `file`, and an `action` that led to the file of the next step and whose `target` has
`bounds` (left, top, right, bottom), an id, a name or a role. What is missing or of another kind is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import orjson
from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.errors import BadRecording
from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Rect

STEPS = "steps.json"
_NAMES = ("name", "Name", "label", "text", "description")
_ROLES = ("role", "ControlType", "control_type", "class")
_NO_DUMPS = frozenset((".png", ".jpg", ".jpeg", ".webp", ".gif"))

# What recorders call an act, in lower case with _ for -, and what it is called here.
KINDS: Mapping[str, str] = MappingProxyType(
    {
        "click": "click", "left_click": "click", "tap": "click", "touch": "click", "press": "click",
        "double_click": "double_click", "double_tap": "double_click",
        "right_click": "right_click", "long_click": "right_click", "long_tap": "right_click", "long_press": "right_click",
        "hover": "hover", "move": "hover", "drag": "drag",
        "type": "type", "type_text": "type", "input": "type",
        "set_text": "set_text", "fill": "set_text", "set_text_and_submit": "set_text",
        "set_value": "set_value", "select": "select", "scroll": "scroll", "wait": "wait",
        "key": "key", "press_key": "key", "hotkey": "key", "go_back": "key", "back": "key",
    }
)  # fmt: skip
_KEYS = {"go_back": "GoBack", "back": "GoBack"}  # acts that are a key here
_BUTTONS = {"left": "click", "right": "right_click"}


class Target(Struct, frozen=True):
    """The element that an action used, as far as the recording says: only what is said must agree."""

    native_id: str = ""  # what the platform calls it: a handle, an object path, a backendDOMNodeId (other sessions: `oopif-1/9`)
    identifier: str = ""  # what its developers call it
    name: str = ""
    role: str = ""  # in the dump's own word
    bounds: Rect | None = None
    point: tuple[float, float] | None = None


class Act(Struct, frozen=True, kw_only=True):
    """What was done. `kind` is a value of KINDS, or the recorder's own word where it is something else; empty: nobody said.

    `keys` are pressed one after another; a recording that is played has steps of one key each. `direction` is where a scroll looks
    next, `seconds` how long a wait took; None: not said. `secret` marks a text that nobody may see.
    """

    kind: str = ""
    point: tuple[float, float] | None = None
    end: tuple[float, float] | None = None
    text: str | None = None
    keys: tuple[str, ...] = ()
    direction: str | None = None
    distance: float | None = None  # of a scroll, in pixels
    seconds: float | None = None
    secret: bool = False
    submitted: bool = False  # Enter was pressed after the text


class Step(Struct, frozen=True):
    """One action: done on the screen in the file `before`, it led to that in `after`; names without their endings.

    `target` is None where no element was named; `gone` says that the recording itself did not find it on this screen. `error` is
    what the program said where the action failed, `number` the step's place in the recording.
    """

    before: str
    after: str
    target: Target | None = None
    gone: bool = False
    act: Act = Act()
    number: int = 0
    error: str = ""
    note: str = ""


class Recording(Struct, frozen=True):
    """A recorded session. `files` are the dumps of its screens by name, `start` the name of the first screen.

    `between` names the moments between two keys of one step, at which nobody looked: they show what was there before.
    """

    name: str
    folder: Path
    goal: str
    steps: tuple[Step, ...]
    files: Mapping[str, Path]
    between: frozenset[str] = frozenset()

    @property
    def start(self) -> str:
        return self.steps[0].before


def steps_on(dump: Path) -> list[Step]:
    """The recorded actions on the screen that the dump shows; none if there is no recording of it."""
    return [step for step in _known_steps(dump.parent / STEPS) if step.before == dump.stem and step.act.kind]


def screen_before(dump: Path) -> Path | None:
    """The dump of the screen on which a recorded action led to this one."""
    steps = (step for step in _known_steps(dump.parent / STEPS) if step.after == dump.stem and step.act.kind)
    before = next((step.before for step in steps), None)
    return dump.with_name(before + dump.suffix) if before else None


def recordings_in(path: Path) -> tuple[Recording, ...]:
    """The recording in a folder or a file of steps; or all those in the folders inside, by their names.

    Raises BadRecording if there is none, one cannot be read, or a dump that it names is missing.
    """
    if path.is_file():
        return (_recording(path, path.parent.name),)
    if (path / STEPS).is_file():
        return (_recording(path / STEPS, path.resolve().name),)
    found = sorted(path.rglob(STEPS))
    if not found:
        raise BadRecording(str(path), f"there is no {STEPS} in it or in a folder inside")
    return tuple(_recording(file, file.parent.relative_to(path).as_posix()) for file in found)


def _recording(file: Path, name: str) -> Recording:
    try:
        said = orjson.loads(file.read_bytes())
    except OSError as error:
        raise BadRecording(str(file), error.strerror or "it cannot be read") from error
    except orjson.JSONDecodeError as error:
        raise BadRecording(str(file), f"it is no valid JSON ({error.msg}, line {error.lineno})") from None
    steps = tuple(_read(_entries(said)))
    if not steps:
        raise BadRecording(str(file), "no step in it says on which screen what was done")
    goal = said.get("goal")
    return Recording(
        name, file.parent, clean_line(goal) if isinstance(goal, str) else "", *_one_key_each(steps, _dumps(file, steps))
    )


def _one_key_each(
    steps: tuple[Step, ...], files: Mapping[str, Path]
) -> tuple[tuple[Step, ...], Mapping[str, Path], frozenset[str]]:
    """Keys that were pressed in one step as steps of their own, between which the screen is the one before."""
    single: list[Step] = []
    shown = dict(files)
    for step in steps:
        keys, before = step.act.keys, step.before
        for i, key in enumerate(keys[:-1], 1):
            between = f"{step.before} (key {i} of step {step.number})"
            shown[between] = files[step.before]
            single.append(replace(step, before=before, after=between, act=replace(step.act, keys=(key,))))
            before = between
        single.append(replace(step, before=before, act=replace(step.act, keys=keys[-1:])))
    return tuple(single), shown, frozenset(shown.keys() - files.keys())


def _dumps(file: Path, steps: tuple[Step, ...]) -> dict[str, Path]:
    """The dumps that the steps name, by name."""
    beside = sorted(each for each in file.parent.iterdir() if each.name != STEPS and each.suffix.lower() not in _NO_DUMPS)
    by_stem: dict[str, Path] = {}
    for each in beside:
        by_stem.setdefault(each.stem, each)
    names = dict.fromkeys(name for step in steps for name in (step.before, step.after))
    missing = next((name for name in names if name not in by_stem), None)
    if missing is not None:
        raise BadRecording(str(file), f"there is no dump {missing!r} beside it")
    return {name: by_stem[name] for name in names}


@lru_cache(maxsize=64)
def _known_steps(file: Path) -> tuple[Step, ...]:
    try:
        return tuple(_read(_entries(orjson.loads(file.read_bytes()))))
    except (OSError, orjson.JSONDecodeError):
        return ()


def _entries(recording: Any) -> list[dict[str, Any]]:
    steps = recording.get("steps") if isinstance(recording, dict) else None
    return [step for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []


def _read(steps: list[dict[str, Any]]) -> Iterator[Step]:
    for number, (step, following) in enumerate(zip(steps, [*steps[1:], {}], strict=False)):
        before, after = _stem(step.get("before") or step.get("file")), _stem(step.get("after") or following.get("file"))
        action = step.get("action")
        if not isinstance(action, dict):
            if before and after and "action" in step and action is None:
                yield Step(before, after, number=_number(step, number), note=_word(step, ("note",)))
            continue
        said = action.get("target")
        said = said if isinstance(said, dict) else {}
        yield Step(
            before,
            after,
            _target(said, action.get("point")) if said else None,
            said.get("in_tree") is False or "error" in step,
            _act(action, step),
            _number(step, number),
            _word(step, ("error",)) or ("It failed." if "error" in step else ""),
            _word(step, ("note",)),
        )


def _number(step: Mapping[str, Any], otherwise: int) -> int:
    said = step.get("step", step.get("index"))
    return said if type(said) is int else otherwise


def _stem(name: Any) -> str:
    return Path(name).stem if isinstance(name, str) and "\0" not in name else ""


def _act(said: Mapping[str, Any], step: Mapping[str, Any]) -> Act:
    called = _word(said, ("type",)).strip().lower().replace("-", "_").replace(" ", "_")
    kind = KINDS.get(called, called or "unknown")
    if kind == "click" and isinstance(said.get("button"), str):
        kind = _BUTTONS.get(said["button"], f"{said['button']}_click")
    direction, distance = _way(said)
    return Act(
        kind=kind,
        point=_point(said.get("point")),
        end=_point(said.get("to")),
        text=said["text"].replace("\r\n", "\n") if isinstance(said.get("text"), str) else None,
        keys=_keys(said, called),
        direction=direction,
        distance=distance,
        seconds=_seconds(said, step) if kind == "wait" else None,
        secret=said.get("secret") is True,
        submitted=called.endswith("_and_submit"),
    )


def _keys(said: Mapping[str, Any], called: str) -> tuple[str, ...]:
    if called in _KEYS:
        return (_KEYS[called],)
    keys = said.get("keys", said.get("key"))
    keys = keys if isinstance(keys, list) else [keys]
    return tuple(key for key in keys if isinstance(key, str) and key)


def _way(said: Mapping[str, Any]) -> tuple[str | None, float | None]:
    """Where a scroll looks next, and how far in pixels. `dy` grows downwards as in the DOM, `delta` upwards as a wheel turns.

    https://developer.mozilla.org/docs/Web/API/WheelEvent/deltaY
    """
    named = said.get("direction")
    if isinstance(named, str) and named.lower() in ("up", "down", "left", "right"):
        return named.lower(), None
    far, turned = [said.get("dx", 0), said.get("dy", 0)], said.get("delta")
    if _are_numbers(far, 2) and any(far):
        return _along(*far), float(max(map(abs, far)))
    if isinstance(turned, list) and _are_numbers(turned, 2) and any(turned):
        return _along(turned[0], -turned[1]), None
    return None, None


def _along(right: float, down: float) -> str:
    if abs(down) >= abs(right):
        return "down" if down > 0 else "up"
    return "right" if right > 0 else "left"


def _seconds(said: Mapping[str, Any], step: Mapping[str, Any]) -> float | None:
    """How long a wait took, None if nobody said."""
    for number in (said.get("seconds"), said.get("text")):
        try:
            seconds = float(number)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            continue
        if 0 < seconds < 1e6:
            return seconds
    took = step.get("exec_ms")
    return took / 1000 if isinstance(took, int | float) and 0 < took < 1e9 else None


def _target(said: Mapping[str, Any], point: Any) -> Target:
    own = _word(said, ("id",))
    return Target(
        native_id=_browser_id(said) or _word(said, ("NativeWindowHandle",)) or own,
        identifier=_word(said, ("AutomationId",)) or own,
        name=clean_line(_word(said, _NAMES)),
        role=_word(said, _ROLES),
        bounds=_bounds(said.get("bounds")),
        point=_point(point),
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


def _point(said: Any) -> tuple[float, float] | None:
    return (said[0], said[1]) if _are_numbers(said, 2) else None


def _are_numbers(said: Any, count: int) -> bool:
    return isinstance(said, list) and len(said) == count and all(isinstance(number, int | float) for number in said)

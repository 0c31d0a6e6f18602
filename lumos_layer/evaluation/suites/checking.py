"""Whether something is so after a run, by the suite's own eyes.

Nothing of the agent's verifier is used, so that neither can share the other's mistakes: files and values are those of the simulated
machine, and elements those of its last screen, compared as they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from pydantic import JsonValue

from lumos_layer.environments.simulator import Simulator
from lumos_layer.perception.observation import Observation
from lumos_layer.state.checks import AllOf, AnyOf, AppCheck, Check, ElementCheck, FileCheck, Not, PageCheck

CHECKED = (AllOf, AnyOf, AppCheck, ElementCheck, FileCheck, Not, PageCheck)
_MISSING = object()


def holds(check: Check, simulator: Simulator, look: Observation) -> bool:
    """True if it is so: on the machine, and on the screen that `look` shows."""
    match check:
        case AllOf():
            return all(holds(each, simulator, look) for each in check.checks)
        case AnyOf():
            return any(holds(each, simulator, look) for each in check.checks)
        case Not():
            return not holds(check.check, simulator, look)
    return _one(check, simulator, look)


def _one(check: Check, simulator: Simulator, look: Observation) -> bool:
    match check:
        case FileCheck():
            return _file(check, simulator.world.stage.files)
        case AppCheck():
            return _stored(check, simulator.world.stage.values)
        case PageCheck():
            return _like(look.url, check.url) and _like(look.title, check.title)
        case ElementCheck():
            return _elements(check, look)
    raise TypeError(f"A suite cannot judge a check of type {check.type}.")


def in_words(check: Check) -> str:
    """The check as whoever reads a report sees it."""
    said = check.model_dump(mode="json", exclude_defaults=True)
    inside = ", ".join(f"{key} {value}" for key, value in said.items() if key != "type")
    return f"{check.type}: {inside}"


def _file(check: FileCheck, files: Mapping[str, str]) -> bool:
    if check.path not in files:
        return not check.exists
    held = files[check.path].replace("\r\n", "\n")
    same = check.equals is None or held == check.equals.replace("\r\n", "\n")
    return check.exists and same and check.contains in held and (not check.absent or check.absent not in held)


def _stored(check: AppCheck, values: Mapping[str, JsonValue]) -> bool:
    held: Any = values.get(check.key, _MISSING)
    if held is _MISSING:
        return False
    if check.equals is not None and held != check.equals:
        return False
    if check.at_least is not None and not (_is_number(held) and float(held) >= check.at_least):
        return False
    return check.contains in str(held)


def _is_number(held: Any) -> bool:
    try:
        float(held)
    except (TypeError, ValueError):
        return False
    return not isinstance(held, bool)


def _like(said: str, pattern: str) -> bool:
    return not pattern or fnmatchcase(said, pattern.replace("[", "[[]").replace("?", "[?]"))


def _elements(check: ElementCheck, look: Observation) -> bool:
    found = sum(_fits(check, look, node) for node in _shown(look))
    if check.count is not None:
        return found == check.count
    return (found > 0) is check.exists


def _shown(look: Observation) -> Iterator[int]:
    node = 0
    while node < len(look.tree):
        if look.tree[node].hidden:
            node = look.tree.end(node)
        else:
            yield node
            node += 1


_TOLD: Mapping[str, Callable[[Any], Any]] = {  # of a check's field: what a node has for it
    "checked": lambda node: node.checked == "true",
    "pressed": lambda node: node.pressed == "true",
    "selected": lambda node: bool(node.selected),
    "expanded": lambda node: bool(node.expanded),
    "enabled": lambda node: node.enabled is not False,
}


def _fits(check: ElementCheck, look: Observation, node: int) -> bool:
    each, name = look.tree[node], look.name_of(node)
    held = name if each.value is None else each.value
    return (
        (check.role is None or each.role is check.role)
        and (not check.name or check.name in (name, each.name))
        and (not check.identifier or each.identifier == check.identifier)
        and (check.value is None or check.value == held)
        and (not check.text_contains or any(check.text_contains in text for text in (name, each.name, held)))
        and all((wanted := getattr(check, field)) is None or tell(each) is wanted for field, tell in _TOLD.items())
        and (not check.within or any(look.name_of(above) == check.within for above in look.tree.ancestors(node)))
    )

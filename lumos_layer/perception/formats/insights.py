"""Accessibility Insights for Windows and Axe.Windows: snapshots with UIA properties by number, and patterns with theirs.

https://github.com/microsoft/axe-windows ; a saved test (`.a11ytest`) is a package that holds such a snapshot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lumos_layer.perception.draft import Draft, JsonFormat
from lumos_layer.perception.formats.frames import Frame, frame
from lumos_layer.perception.formats.uia_element import element
from lumos_layer.perception.formats.uia_json import Read, grow
from lumos_layer.perception.formats.uia_types import control_type, declare, property_name

# Stand beside the properties, and are used where these lack them.
_SHORT = ("Name", "RuntimeId", "BoundingRectangle", "IsKeyboardFocusable")


def _read(entry: Mapping[str, Any]) -> Read:
    said: dict[str, object] = {}
    frames: list[Frame | None] = []
    for name, value, words in _properties(entry.get("Properties")):
        said.setdefault(name, value)
        if name == "BoundingRectangle":
            frames += [frame(words), frame(value)]
    for pattern in _objects(entry.get("Patterns")):
        named = pattern.get("Name") or pattern.get("Id")
        declare(said, named, {str(own.get("Name")): own.get("Value") for own in _objects(pattern.get("Properties"))})
    for name in _SHORT:
        if said.get(name) is None:
            said[name] = entry.get(name)
    frames.append(frame(entry.get("BoundingRectangle")))
    kind = control_type(entry.get("ControlTypeId")) or control_type(said.get("ControlType"))
    # A text that labels the sides comes before bare numbers.
    known = [each for each in frames if each is not None]
    where = next((each for each in known if each.order is not None), known[0] if known else None)
    return Read(element(kind, said), kind or "element", where)


def _objects(value: object) -> list[dict[str, Any]]:
    """The objects of a list, or of an object by whatever key."""
    members = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [each for each in members if isinstance(each, dict)]


def _properties(value: object) -> Iterator[tuple[str, object, object]]:
    """Name, value and the value's text. Properties stand under their number, or in a list; a number stands for itself."""
    keyed = isinstance(value, dict)
    pairs = list(value.items()) if isinstance(value, dict) else [("", each) for each in _objects(value)]
    for key, held in pairs:
        if not isinstance(held, dict):
            name = property_name(key)
            if name is not None:
                yield name, held, None
            continue
        number = held.get("Id", key)
        name = property_name(number) if isinstance(number, str | int) and not isinstance(number, bool) else None
        name = name or (property_name(key) if keyed else None)
        if name is not None:
            yield name, held.get("Value"), held.get("TextValue")


def parse(document: Any) -> Draft:
    """The draft of a document that `_recognises` accepts."""
    return grow([("", document)], _read, "size")


def _recognises(document: Any) -> bool:
    return (
        isinstance(document, dict)
        and ("ControlTypeId" in document or "Properties" in document)
        and any(_is_property(key, each) for key, each in _sample(document.get("Properties")))
    )


def _sample(properties: object) -> list[tuple[str, Any]]:
    if isinstance(properties, dict):
        return list(properties.items())[:8]
    return [("", each) for each in properties[:8]] if isinstance(properties, list) else []


def _is_property(key: str, held: Any) -> bool:
    number = held.get("Id", key) if isinstance(held, dict) else key
    return isinstance(number, str | int) and str(number).isdecimal() and property_name(number) is not None


INSIGHTS = JsonFormat(
    "insights",
    "A",
    "Accessibility Insights for Windows, Axe.Windows: snapshots as JSON",
    recognises=_recognises,
    parse=parse,
    topmost_first=True,
)

"""Answers of the Chrome DevTools Protocol as untrusted JSON: what is read of a node, whatever its type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lumos_layer.perception.formats.web_roles import (
    text,
)

Box = tuple[float, float, float, float]  # left, top, width, height
Said = Mapping[str, Any]

DAMAGE = (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError, ZeroDivisionError)


def list_of(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def mapping_of(value: object) -> Said:
    return value if isinstance(value, dict) else {}


def number_of(value: object) -> float:
    """0 for what is no number that can be reckoned with."""
    return float(value) if isinstance(value, int | float) and abs(value) < 1e15 else 0.0


def backend_of(value: object) -> int | None:
    """A backend node id: a number, or its digits."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 20:
        return int(value)
    return value if isinstance(value, int) else None


def word_of(entry: Said) -> str:
    """The role, in the dump's own word."""
    role = entry.get("role")
    return text(role.get("value")) if isinstance(role, dict) else text(role)


def value_of(entry: Said, key: str) -> object:
    """Of `{"type": …, "value": …}`, the value."""
    held = entry.get(key)
    return held.get("value") if isinstance(held, dict) else held


def properties_of(entry: Said) -> Said:
    listed = entry.get("properties")
    if not listed:
        return {}
    try:
        return {each["name"]: each["value"].get("value") for each in listed}
    except DAMAGE:
        sound = (each for each in list_of(listed) if isinstance(each, dict) and isinstance(each.get("name"), str))
        return {each["name"]: value_of(each, "value") for each in sound}

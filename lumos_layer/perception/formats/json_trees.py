"""Trees of elements somewhere in a JSON document, and where they stand in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

_WRAPPERS = 3  # levels of objects around a tree that say nothing of the user interface
_MOST_KEYS = 64  # of a wrapper that are looked into


def step(key: str) -> str:
    """A key as it stands in a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def roots(document: Any, is_tree: Callable[[Any], bool], holders: Sequence[str] = ()) -> list[tuple[str, Any]]:
    """JSON pointers and objects of the trees: the document, its members, or what stands inside wrappers around them.

    Of a wrapper that has any of the keys `holders`, only these are looked into.
    """
    waiting: list[tuple[str, Any]] = [("", document)]
    for _ in range(_WRAPPERS):
        found: list[tuple[str, Any]] = []
        inner: list[tuple[str, Any]] = []
        for pointer, value in waiting:
            if is_tree(value):
                found.append((pointer, value))
            elif isinstance(value, list) and any(map(is_tree, value[:8])):
                found += [(f"{pointer}/{i}", entry) for i, entry in enumerate(value)]
            elif isinstance(value, dict):
                keys = [key for key in holders if key in value] or list(value)[:_MOST_KEYS]
                inner += [(f"{pointer}/{step(key)}", value[key]) for key in keys]
        if found:
            return found
        waiting = inner
    return []

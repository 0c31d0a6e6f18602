"""Values that stand beside their names in texts: `Total: 1,284.50 EUR`, or a label and right after it what it is about."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

from lumos_layer.state.checks import ElementCheck
from lumos_layer.tree import Role
from lumos_layer.verification.states import SAY_THEMSELVES
from lumos_layer.verification.texts import same_name
from lumos_layer.verification.words import Words

_NAME_LIMIT = 80  # characters of a label
_RATE = re.compile(r"\s*\(?\d+(?:[.,]\d+)?\s*%\)?\s*$")  # `VAT 19%` is the VAT
_COLONS = ":：="
_ORIGIN = re.compile(r"[^():]{1,40}\([^()]{1,120}\):\s+(?=[^:：=]+[:：=])")  # `Sensor (valve 1, 08:15): Water valve: closed`


def labelled_values(check: ElementCheck, words: Words, stands: Callable[[int], bool]) -> dict[int, str]:
    """The values that stand beside the name of a check, by the node that says them, at the place that the check names."""
    if check.role is not None and check.role not in SAY_THEMSELVES:
        return {}
    return {i: value for at in words.visible if stands(at) for i, value in _beside(at, check, words)}


def _beside(i: int, check: ElementCheck, words: Words) -> Iterator[tuple[int, str]]:
    node = words.tree[i]
    if node.role not in SAY_THEMSELVES or node.can or words.typed(i) >= 0:
        return
    said = _without_origin(words.name(i))
    place = next((k for k, letter in enumerate(said[:_NAME_LIMIT]) if letter in _COLONS), -1)
    if place > 0 and said[place + 1 :].strip():
        if same_name(_RATE.sub("", said[:place]) if check.loosely else said[:place], check.name, check.loosely):
            yield i, said[place + 1 :].strip()
    elif same_name(said, check.name, check.loosely):
        yield from _after(i, words) if node.value is None else ((i, node.value),)


def _without_origin(said: str) -> str:
    """A note without who or what it comes from, where it tells a name and a value after that."""
    origin = _ORIGIN.match(said)
    return said if origin is None else said[origin.end() :]


def _after(i: int, words: Words) -> Iterator[tuple[int, str]]:
    """The text right after a label, if it stands in the same part or row."""
    place = bisect_right(words.visible, words.tree.end(i) - 1)
    if place >= len(words.visible):
        return
    j = words.visible[place]
    node, same = (
        words.tree[j],
        words.tree.parents[j] == words.tree.parents[i] or (words.row(j) >= 0 and words.row(j) == words.row(i)),
    )
    if same and node.role in SAY_THEMSELVES and node.role is not Role.HEADING and not node.can and words.name(j):
        yield j, words.name(j)

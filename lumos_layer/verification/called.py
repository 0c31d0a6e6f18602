"""What the elements of a look are called, and which of them a name may mean: told once of each look, whatever is asked then."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lumos_layer.perception.words import TYPED
from lumos_layer.verification.texts import is_quantity, label, spoken
from lumos_layer.verification.words import Words


def names_of(words: Words, i: int) -> list[str]:
    """All that a node is called; of a field that has no name its hint says what it is for."""
    names = [name for name in (words.name(i), words.title(i)) if name]
    node = words.tree[i]
    return [node.hint] if not names and node.role in TYPED and node.hint else names


def perhaps_called(words: Words, wanted: str, loosely: bool) -> Sequence[int]:
    """The visible nodes among which all stand that are called so, as `same_name` and `same_value` say."""
    if is_quantity(wanted):
        return words.visible  # 1,284.50 and 1284.50
    key, told = (_first, "first words of names") if loosely else (label, "names")
    return words.kept(told, lambda: _index(words, key)).get(key(wanted), ())


def _index(words: Words, key: Callable[[str], str]) -> dict[str, list[int]]:
    """The visible nodes by what the key makes of what they are called, each in their order."""
    index: dict[str, list[int]] = {}
    for i in words.visible:
        for name in names_of(words, i):
            found = index.setdefault(key(name), [])
            if not found or found[-1] != i:
                found.append(i)
    return index


def _first(name: str) -> str:
    """The first word of a name as a person says it, which is that of all names that are loosely the same."""
    return spoken(name).partition(" ")[0]

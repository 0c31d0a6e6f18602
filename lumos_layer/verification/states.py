"""What an element says of itself, against what a check asks: yes, no, or nothing said."""

from __future__ import annotations

from collections.abc import Iterator

from lumos_layer.perception.words import RANGES, TYPED
from lumos_layer.state.checks import ElementCheck
from lumos_layer.tree import Node, Role
from lumos_layer.verification.texts import same_value
from lumos_layer.verification.words import Words

_TOGGLES = frozenset((Role.CHECKBOX, Role.SWITCH, Role.BUTTON, Role.MENUITEMCHECKBOX))
_CHOICES = frozenset((Role.RADIO, Role.MENUITEMRADIO, Role.OPTION, Role.TAB, Role.LISTITEM))
SAY_THEMSELVES = frozenset(
    (
        Role.TEXT, Role.CELL, Role.GRIDCELL, Role.ROWHEADER, Role.HEADING, Role.PARAGRAPH, Role.STATUS, Role.ALERT, Role.CAPTION,
        Role.TERM, Role.DEFINITION, Role.CODE, Role.GENERIC, Role.LISTITEM, Role.NOTE,
    )
)  # fmt: skip


def states(check: ElementCheck, i: int, words: Words) -> Iterator[bool | None]:
    """For each state that the check asks, whether the element is so; None: it does not say."""
    node = words.tree[i]
    asked = (
        (check.checked, _on(node)),
        (check.selected, _chosen(node)),
        (check.pressed, _tristate(node.pressed)),
        (check.expanded, node.expanded),
        (check.enabled, _enabled(i, words)),
    )
    for wanted, said in asked:
        if wanted is not None:
            yield None if said is None else said is wanted
    if node.checked == "mixed" and check.checked is not None:
        yield False  # neither on nor off
    if check.value is not None:
        says_itself = bool(check.name) and node.role in SAY_THEMSELVES and node.value is None
        held = None if says_itself else value_of(i, words)
        yield None if held is None else same_value(*_bare(node, held, check.value))


def _bare(node: Node, held: str, wanted: str) -> tuple[str, str]:
    """Of a range the numbers: that it counts in per cent goes without saying."""
    return (held.rstrip(" %"), wanted.rstrip(" %")) if node.role in RANGES else (held, wanted)


def asks_state(check: ElementCheck) -> bool:
    """True if the check asks more than that it is there."""
    return check.value is not None or any(
        getattr(check, name) is not None for name in ("checked", "selected", "pressed", "expanded", "enabled")
    )


def sets_state(check: ElementCheck) -> bool:
    """True if the check asks for what a person can set."""
    return check.value is not None or any(getattr(check, name) is not None for name in ("checked", "selected", "pressed"))


def value_of(i: int, words: Words) -> str | None:
    """All that an element holds; of a list or group of choices the one chosen, of a text what it says. None: it does not say.

    A hint that stands where the value would is no value.
    """
    node = words.tree[i]
    if node.protected:
        return None
    if node.value is not None and not (node.value and node.value == node.hint):
        return node.value
    if node.value:
        return None
    if node.role in (Role.LISTBOX, Role.RADIOGROUP, Role.TABLIST) or (node.role is Role.COMBOBOX and node.value is None):
        return _chosen_inside(i, words)
    if node.role in SAY_THEMSELVES and node.role not in TYPED:
        return words.name(i)
    return None


def _chosen_inside(i: int, words: Words) -> str | None:
    """The name of the only choice inside that is chosen; None: none, or several."""
    tree = words.tree
    chosen = [words.name(j) for j in range(i + 1, min(tree.end(i), i + 2_000)) if j in words.shown and _chosen(tree[j]) is True]
    return chosen[0] if len(chosen) == 1 else None


def _on(node: Node) -> bool | None:
    """Ticked or switched on. That it can be is not that it is."""
    if node.checked is not None:
        return _tristate(node.checked)
    if node.role in _TOGGLES and node.pressed is not None:
        return _tristate(node.pressed)
    return node.selected if node.role in _CHOICES else None


def _chosen(node: Node) -> bool | None:
    if node.selected is not None:
        return node.selected
    return _tristate(node.checked) if node.role in _CHOICES else None


def _tristate(said: str | None) -> bool | None:
    return None if said is None else said == "true"


def _enabled(i: int, words: Words) -> bool | None:
    """What does not say that it is disabled and can be used is enabled."""
    node = words.tree[i]
    if words.disabled(i):
        return False
    return True if node.enabled or node.can else node.enabled

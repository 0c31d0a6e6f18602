"""Heads of the compact form: role, what can be done and states, in a few words of a closed vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import get_args

from lumos_layer.perception.items import State
from lumos_layer.tree import Affordance, Role

STATES: tuple[State, ...] = get_args(State)
CONTRARY: Mapping[str, State] = {"expanded": "collapsed", "collapsed": "expanded", "filled": "empty", "empty": "filled"}

# What a role can do without a word; docs/compact-form.md has the same table.
BY_ROLE: Mapping[Role, frozenset[Affordance]] = {
    Role.BUTTON: frozenset(("click",)),
    Role.LINK: frozenset(("click",)),
    Role.MENUITEM: frozenset(("click",)),
    Role.TEXTBOX: frozenset(("set_value", "type")),
    Role.SEARCHBOX: frozenset(("set_value", "type")),
    Role.CHECKBOX: frozenset(("toggle",)),
    Role.SWITCH: frozenset(("toggle",)),
    Role.MENUITEMCHECKBOX: frozenset(("toggle",)),
    Role.RADIO: frozenset(("select",)),
    Role.MENUITEMRADIO: frozenset(("select",)),
    Role.TAB: frozenset(("select",)),
    Role.OPTION: frozenset(("select",)),
    Role.TREEITEM: frozenset(("select",)),
    Role.COMBOBOX: frozenset(("expand",)),
    Role.SLIDER: frozenset(("range",)),
    Role.SPINBUTTON: frozenset(("range",)),
    Role.SCROLLBAR: frozenset(("range",)),
}
BY_WORD: Mapping[str, frozenset[Affordance]] = {
    "click": frozenset(("click",)),
    "long_click": frozenset(("long_click",)),
    "toggle": frozenset(("toggle",)),
    "expand": frozenset(("expand",)),
    "select": frozenset(("select",)),
    "edit": frozenset(("set_value", "type")),
    "scroll": frozenset(("scroll",)),
    "focus": frozenset(("focus",)),
}
_BY_STATE: Mapping[str, frozenset[Affordance]] = {"expanded": frozenset(("expand",)), "collapsed": frozenset(("expand",))}
ORDER: tuple[Affordance, ...] = get_args(Affordance)
_NOTHING: frozenset[Affordance] = frozenset()
_FOCUS: frozenset[Affordance] = frozenset(("focus",))

# May have a ref only to be told of; everything else that has one and of which no more is said can at least be focused.
_NEVER_FOCUSED = frozenset((Role.GENERIC, Role.TEXT, Role.PROGRESSBAR, Role.METER))


@lru_cache(maxsize=4096)
def head(role: Role, can: tuple[Affordance, ...], states: tuple[State, ...], has_ref: bool) -> tuple[str, str | None]:
    """The head's words; and all that can be done in words, where the head cannot say it."""
    doing = frozenset(can) if has_ref else _NOTHING
    words = [word for word, means in BY_WORD.items() if means <= doing - _said(role, states)]
    if doing == _FOCUS and role not in _NEVER_FOCUSED:
        words = []
    if doing != _sum(role, words, states, has_ref):
        return " ".join([role.value, *states]), " ".join(can)
    role_words = [] if role is Role.GENERIC and words else [role.value]
    return " ".join([*role_words, *words, *states]), None


@lru_cache(maxsize=4096)
def parsed(text: str) -> tuple[Role, tuple[Affordance, ...], tuple[State, ...]]:
    """Role, affordances and states of a head; the affordances are those of an element with a ref. Raises ValueError."""
    words = text.split(" ")
    role = Role.GENERIC if words[0] in BY_WORD else Role(words.pop(0))
    doing = [word for word in words if word in BY_WORD]
    states = tuple(word for word in STATES if word in words)
    if [*(word for word in BY_WORD if word in doing), *states] != words:
        raise ValueError(f"{text!r} is no head: unknown, repeated or disordered words.")
    can = _sum(role, doing, states, True)
    return role, tuple(word for word in ORDER if word in can), states


def with_role(words: str) -> list[str]:
    """The words of a head one by one, the role first, which a head may leave out."""
    found = words.split(" ")
    return [Role.GENERIC.value, *found] if found[0] in BY_WORD else found


def _sum(role: Role, words: Sequence[str], states: tuple[State, ...], has_ref: bool) -> frozenset[Affordance]:
    """All that a head says can be done."""
    if not has_ref:
        return _NOTHING
    said = _said(role, states).union(*(BY_WORD[word] for word in words))
    return said if said or role in _NEVER_FOCUSED else _FOCUS


def _said(role: Role, states: tuple[State, ...]) -> frozenset[Affordance]:
    own = BY_ROLE.get(role, _NOTHING)
    if "readonly" in states and role in (Role.TEXTBOX, Role.SEARCHBOX):
        own = _NOTHING
    return own.union(*(means for state, means in _BY_STATE.items() if state in states))


_RANK = {word: place for place, word in enumerate([*BY_WORD, *STATES], 1)}


def rank(word: str) -> int:
    """Where a word stands in a head: the role first, then what can be done, then states."""
    return _RANK.get(word, 0)

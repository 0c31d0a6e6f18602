"""Shortcuts that need no planner: one sure action for steps that leave nothing to choose (L60, L61).

They run only where `LUMOS_FAST_PATHS=1` is set. What they plan passes the same schema, safety and looks as any plan.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence

from lumos_layer.actions.keys import PATTERN, parts, spelled
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.memory import window_of
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Planner, Remembered, Request
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.doing import move
from lumos_layer.planning.rules.moves import Act, Fulfilled
from lumos_layer.planning.rules.place import Place, place_of
from lumos_layer.planning.rules.reading import NotUnderstood, read_steps
from lumos_layer.planning.rules.screen import Screen
from lumos_layer.planning.rules.searching import search_field
from lumos_layer.planning.rules.trying import At
from lumos_layer.planning.rules.words import ALIKE, Wanted, likeness
from lumos_layer.planning.screen_state import state_of
from lumos_layer.tree import Role
from lumos_layer.tree.layers import WINDOWS

SWITCH = "LUMOS_FAST_PATHS"
NAME = "fast path"
_MENU = frozenset((Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO))
_CHORD = re.compile(r"^(?:(?:ctrl|control|strg|alt|shift|cmd|meta|win)\s*\+\s*)+\S+$|^F(?:[1-9]|1[0-9]|2[0-4])$", re.IGNORECASE)


class FastPaths:
    """A planner that takes a shortcut where there is one, and asks the planner behind it everywhere else.

    Shortcuts lead through the first steps of a goal, as far as each leaves nothing to choose; once the other planner has chosen
    an act, or a shortcut has not worked, it has the rest. It keeps nothing.
    """

    def __init__(self, planner: Planner) -> None:
        self._planner = planner

    @property
    def name(self) -> str:
        return self._planner.name

    def plan(self, request: Request) -> Plan:
        """The shortcut's action, or the planner's. Raises PlannerFailed."""
        return _shortcut(request) or self._planner.plan(request)


def with_fast_paths(planner: Planner, environ: Mapping[str, str] | None = None) -> Planner:
    """The planner with shortcuts before it where they are switched on, else the planner alone."""
    asked = (os.environ if environ is None else environ).get(SWITCH, "")
    return FastPaths(planner) if asked == "1" else planner


def _shortcut(request: Request) -> Plan | None:
    acts = [entry for entry in request.memory if entry.cursor]
    if not _all_shortcuts(acts) or state_of(request.observation) != "ready":
        return None
    try:
        steps = read_steps(request.goal, request.steps)
    except NotUnderstood:
        return None
    place = place_of(acts)
    screen = Screen(request.observation, request.hints)
    number = place.step if isinstance(place, Place) else len(steps)
    while number < len(steps):
        made = _made(steps[number], At(screen, values=tuple(request.values)))
        if isinstance(made, Act):
            able = request.verbs is None or made.document["type"] in request.verbs
            return _plan(made, number) if able and made.sure == 1.0 else None
        if not isinstance(made, Fulfilled):
            return None
        number += 1
    return None


def _all_shortcuts(acts: Sequence[Remembered]) -> bool:
    """True if every act so far was a shortcut that worked."""
    return all(_MARK in place.tried and entry.outcome == "done" for entry in acts for place in [_place(entry)])


def _place(entry: Remembered) -> Place:
    place = place_of([entry.model_copy(update={"outcome": "needs_approval"})])
    return place if isinstance(place, Place) else Place()


_MARK = "fast"


def _plan(made: Act, step: int) -> Plan:
    """The cursor is one that the rules read as well: they go on behind the step."""
    cursor = Place(step, acts=1, final=made.final, tried=(_MARK,)).cursor()
    return Plan(action=made.document, reason=f"Shortcut: {made.why}", planner=NAME, cursor=cursor)


def _made(step: st.Step, at: At) -> Act | Fulfilled | None:
    """What the shortcut for this kind of step comes to; None where there is none, or something would have to be chosen."""
    found = SHORTCUTS.get(type(step))
    return None if found is None else found(step, at)


def _by_rule(step: st.Step, at: At) -> Act | Fulfilled | None:
    """`open_url` for an address, `set_text` for a text and its field, a key: where exactly one element fits."""
    made = move(step, at)
    return made if isinstance(made, Act | Fulfilled) and (isinstance(made, Fulfilled) or made.final) else None


def _search(step: st.Step, at: At) -> Act | Fulfilled | None:
    """The query into the only field for it, without looking for a button."""
    field = search_field(at.screen)
    return None if field is None else _by_rule(step, at)


def _send(step: st.Step, at: At) -> Act | None:
    """Enter in the field."""
    field = search_field(at.screen)
    if field is None or not at.screen.tree[field].value:
        return None
    return Act({"type": "press_key", "key": "Enter", "ref": at.screen.ref(field)}, "Enter in the search.")


def _by_key(step: st.Step, at: At) -> Act | None:
    """The chord that a menu item names, where the item itself does not show, can be used, and its window has the keys."""
    if not isinstance(step, st.Press | st.Named | st.Open) or (isinstance(step, st.Press) and step.how != "click"):
        return None
    items = _items(at.screen.observation, step.what)
    chords = {chord for i in items if (chord := chord_of(at.screen.tree[i].hint))}
    if len(chords) != 1 or any(True for _ in _shown(at.screen, step.what)):
        return None
    if not all(_gets_keys(at.screen.observation, i) for i in items):
        return None
    chord = chords.pop()
    return Act({"type": "press_key", "key": chord}, f"{step.what} has the keys {chord}.")


def _items(observation: Observation, what: Wanted) -> list[int]:
    """Menu items of just this name, shown or not."""
    tree = observation.tree
    return [i for i in range(len(tree)) if tree[i].role in _MENU and _is_called(tree[i].name, what)]


def _gets_keys(observation: Observation, item: int) -> bool:
    """True if keys that nothing is named for go to the window or dialog of the item, and the item can be used there.

    Never for what a page says: which keys its items have is for its author to say, and the browser may take them for its own.
    """
    tree = observation.tree
    around = (item, *tree.ancestors(item))
    if any(tree[i].enabled is False or tree[i].minimized or tree[i].role is Role.DOCUMENT for i in around):
        return False
    home = window_of(observation, item)
    if observation.focus is not None and (holder := window_of(observation, observation.focus)) is not None:
        return holder == home
    windows = [i for i, node in enumerate(tree) if node.role in WINDOWS and not node.hidden and not node.minimized]
    front = [i for i in windows if tree[i].active] or windows
    return front == ([] if home is None else [home])


def _shown(screen: Screen, what: Wanted) -> list[int]:
    return [i for i in screen.kept if screen.tree[i].can and _is_called(screen.name(i), what)]


def _is_called(name: str, what: Wanted) -> bool:
    return bool(name) and any(likeness(name, wanted) >= ALIKE for wanted in what.names)


def chord_of(hint: str) -> str:
    """`Control+Shift+S` for `Ctrl+Shift+S`; empty for words that name no keys."""
    words = hint.strip()
    if not _CHORD.fullmatch(words):
        return ""
    *held, key = parts(spelled(words))
    key = key.lower() if len(key) == 1 and "Shift" not in held else key
    chord = "+".join((*held, key))
    return chord if re.fullmatch(PATTERN, chord) else ""


SHORTCUTS: Mapping[type[st.Step], Callable[[st.Step, At], Act | Fulfilled | None]] = {
    st.GoTo: _by_rule,
    st.Write: _by_rule,
    st.Search: _search,
    st.SendSearch: _send,
    st.Key: _by_rule,
    st.Press: _by_key,
    st.Named: _by_key,
    st.Open: _by_key,
}

"""Whether what an action names is still what the planner meant when it looked: the same element, name and state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from lumos_layer.actions.base import BaseAction, OnElement, Place, Pointing, against
from lumos_layer.actions.drag import Drag
from lumos_layer.actions.violation import Violation
from lumos_layer.actions.wait_for import ElementIs, WaitFor
from lumos_layer.diff import match, turned_over
from lumos_layer.execution.surroundings import WHERE, Skip, surroundings
from lumos_layer.perception.belonging import telling
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node

_SHOWN = 60  # characters of a name in a message


def places_of(action: BaseAction) -> Iterator[tuple[str, Place | Pointing | str]]:
    """The elements and pixels that an action names, each with the field it stands in: a ref, or what has a ref or a point."""
    match action:
        case Drag():
            yield "start", action.start
            yield "end", action.end
        case WaitFor(condition=ElementIs(ref=ref)):
            yield "condition.ref", ref
        case Pointing():
            yield "", action
        case OnElement():
            yield "ref", action.ref
        case _:
            named: str | None = getattr(action, "ref", None)
            if named is not None:
                yield "ref", named


def refs_of(action: BaseAction) -> Iterator[str]:
    """All refs that an action names."""
    for _, place in places_of(action):
        ref = place if isinstance(place, str) else place.ref
        if ref is not None:
            yield ref


def changed_since(action: BaseAction, then: Observation, now: Observation, skip: Skip = lambda tree, i: False) -> list[Violation]:
    """What of the meant elements has changed between the look that the planner chose by and the present one.

    What has only moved is no violation: it is the same element, and is looked for where it is now. `skip` are the nodes around
    it that change all the time.
    """
    if then is now:
        return []
    found: list[Violation] = []
    for field, place in places_of(action):
        if isinstance(place, str):
            found += _of_ref(action, place, field, then, now, skip)
        elif place.ref is not None:
            found += _of_ref(action, place.ref, f"{field}.ref" if field else "ref", then, now, skip)
        elif place.point is not None:
            found += _of_point(action, place.point.x, place.point.y, f"{field}.point" if field else "point", then, now, skip)
    if acts_at_focus(action):
        found += _of_focus(action, then, now, skip)
    return found


_AT_FOCUS = frozenset(("type_text", "press_key"))


def acts_at_focus(action: BaseAction) -> bool:
    """True for what goes to wherever the focus is."""
    return action.verb() in _AT_FOCUS and getattr(action, "ref", None) is None


def _of_ref(action: BaseAction, ref: str, field: str, then: Observation, now: Observation, skip: Skip) -> list[Violation]:
    old, new = then.refs.get(ref), now.refs.get(ref)
    if new is None:
        return []  # grounding says so
    if old is None:
        return [against("stale", f"{ref} was not on the look {then.id} that it was chosen by.", field)]
    before, after = then.tree[old], now.tree[new]
    said: list[str] = []
    called = tuple(look.name_of(node) or look.tree[node].hint for look, node in ((then, old), (now, new)))
    if before.role is not after.role:
        said.append(f"was a {before.role} and is a {after.role}")
    if called[0] != called[1]:
        said.append(f"was called {short(called[0])} and is called {short(called[1])}")
    hints = [telling(each.hint) for each in (before, after)]
    if not said and action.verb() in CHANGING and all(hints) and hints[0] != hints[1]:
        said.append(f"was described as {short(before.hint)} and is as {short(after.hint)}")
    said += [f"was {_state(tell(before))} and is {_state(tell(after))}" for tell in _asked(action) if tell(before) != tell(after)]
    if not said and action.verb() in CHANGING:
        said += _moved_to(surroundings(then, old, skip), surroundings(now, new, skip)) or _turned_over(then, old, now)
    return [against("stale", f"{ref} {' and '.join(said)} since the look {then.id}.", field)] if said else []


def _moved_to(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Where an element stood and stands that has come to belong to something else."""
    other = [where for where in WHERE if where in before and where in after and before[where] != after[where]]
    return [f"was {WHERE[where]} {short(before[where])} and is {WHERE[where]} {short(after[where])}" for where in other[:1]]


def _turned_over(then: Observation, node: int, now: Observation) -> list[str]:
    """Looks between may have shown little by little what these two show together: that its record is not there any more."""
    if then.tree is now.tree:
        return []
    turned = turned_over(then.tree, now.tree, match(then.tree, now.tree), entries=False)
    return ["belonged to what is not shown any more"] if node in turned else []


def _of_point(action: BaseAction, x: int, y: int, field: str, then: Observation, now: Observation, skip: Skip) -> list[Violation]:
    old, new = _hit(then, x, y), _hit(now, x, y)
    if old == new:
        return [] if new[0] is None else _of_ref(action, new[0], field, then, now, skip)
    return [against("stale", f"At ({x}, {y}) was {old[1]}, and now is {new[1]}.", field)]


def node_at(observation: Observation, x: int, y: int) -> int | None:
    """The node that a point hits, lifted to what can be acted on, if anything there can."""
    hit = observation.element_from_point(x, y)
    return hit.actionable if hit.actionable is not None else hit.node


def _hit(observation: Observation, x: int, y: int) -> tuple[str | None, str]:
    """What a point hits: its ref, and what it is called."""
    node = node_at(observation, x, y)
    if node is None:
        return None, "nothing"
    return observation.ref_of(node), f"{observation.tree[node].role} {short(observation.name_of(node))}"


def _of_focus(action: BaseAction, then: Observation, now: Observation, skip: Skip) -> list[Violation]:
    old, new = (_focus(observation) for observation in (then, now))
    if old == new:
        return [] if new is None or new not in now.refs else _of_ref(action, new, "ref", then, now, skip)
    message = (
        f"The focus was on {old or 'nothing'} in the look {then.id} and is on {new or 'nothing'} now; name the element by its ref."
    )
    return [against("stale", message, "ref")]


def _focus(observation: Observation) -> str | None:
    node = observation.focus
    if node is None:
        return None
    return observation.ref_of(node) or f"{observation.tree[node].role} {short(observation.name_of(node))}"


# What a press turns over must be as it was seen, or it is turned the wrong way; and words that are added belong to those there.
_TURNED: tuple[Callable[[Node], object], ...] = (
    lambda node: node.checked,
    lambda node: node.pressed,
    lambda node: node.expanded,
)
_LED = (*_TURNED, lambda node: node.url)
_ASKED: Mapping[str, tuple[Callable[[Node], object], ...]] = {
    "click": _LED,
    "double_click": _LED,
    "press_key": _TURNED,
    "type_text": (lambda node: node.value,),
}

# What these do belongs to a row, a dialog or a record; others only lead the eye there.
CHANGING = frozenset(
    ("click", "double_click", "right_click", "drag", "type_text", "set_text", "select", "set_checked", "set_value", "press_key")
)


def _asked(action: BaseAction) -> tuple[Callable[[Node], object], ...]:
    return _ASKED.get(action.verb(), ())


_STATES: Mapping[object, str] = {"true": "on", "false": "off", True: "open", False: "closed", None: "nothing"}


def _state(value: object) -> str:
    return _STATES[value] if value in _STATES else short(str(value))


def short(words: str) -> str:
    """The words in quotes, cut where they are long."""
    return repr(words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…")

"""Whether an element can be reached as a person would: in view, in a window that is up, with no dialog before it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from lumos_layer.actions.base import against
from lumos_layer.actions.grounding import GroundedAction, Spot
from lumos_layer.actions.scroll_into_view import ScrollIntoView
from lumos_layer.actions.target import target_of
from lumos_layer.actions.violation import Reason, Violation
from lumos_layer.errors import NoSuchRef, NotClickable, StaleRef
from lumos_layer.execution.scene import node_in
from lumos_layer.perception.fates import Gone, Why, out_of_sight, stale
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.refs import number_of

# Done through the platform and without the pointer, and yet only where a person could do it too.
_WITHOUT_POINTER = frozenset(("type_text", "set_text", "select", "set_checked", "set_value", "expand", "focus", "press_key"))
_UNSEEN: Mapping[str, Reason] = MappingProxyType(
    {"hidden": "not_visible", "out_of_view": "not_visible", "minimized": "minimised", "silent": "unsupported"}
)
_STORIES: Mapping[str, str] = MappingProxyType(
    {
        "hidden": "hidden",
        "out_of_view": "out of view",
        "minimized": "in a minimised window",
        "silent": "nothing can be done with it now",
    }
)
_LARGER = 4  # times its area: what covers an element and is larger than that is no part of how it is drawn


def against_reaching(grounded: GroundedAction, observation: Observation) -> list[Violation]:
    """What stands between a person and the element of an action that needs no pointer. Those that need one are grounded so."""
    if grounded.action.verb() not in _WITHOUT_POINTER or grounded.ref is None or grounded.node_id is None:
        return []
    try:
        observation.click_point(grounded.ref)
    except NotClickable as problem:
        if problem.reason == "no_bounds" or (problem.reason == "covered" and _by_its_own(observation, grounded.node_id)):
            return []
        reasons: Mapping[str, Reason] = {"covered": "covered", "modal": "modal", "minimised": "minimised"}
        return [against(reasons.get(problem.reason, "not_visible"), str(problem))]
    return []


def _by_its_own(observation: Observation, node: int) -> bool:
    """True if what covers it is small and stands beside it, as what a page draws in place of a checkbox does."""
    tree, bounds = observation.tree, observation.tree[node].bounds
    if bounds is None or bounds.empty:
        return True
    hit = observation.element_from_point(*bounds.centre)
    over = hit.bounds
    if hit.node is None or over is None or tree.parents[node] < 0:
        return False
    beside = tree.parents[node] in tree.ancestors(hit.node)
    return beside and over.width * over.height <= _LARGER * bounds.width * bounds.height


def unseen(ref: str, observation: Observation) -> tuple[int, Violation] | None:
    """The node of an element that is in the tree and is not shown, and why; None if it is shown, or not in the tree."""
    node = None if ref in observation.refs else node_in(observation, ref)
    if node is None:
        return None
    fate = out_of_sight(ref, node, observation)
    return node, against(_UNSEEN[fate.happened], f"{ref} ({fate.element}) is there, but {_STORIES[fate.happened]}.")


class Known:
    """The refs of earlier looks, as far as the look that an action was chosen by and the present one tell of them."""

    def __init__(self, then: Observation | None, now: Observation) -> None:
        self._then, self._now = then, now

    def resolve(self, ref: str) -> object:
        """Raises StaleRef with what became of the element, or NoSuchRef if nothing ever had the ref."""
        node = self._then.refs.get(ref) if self._then is not None else None
        if self._then is not None and node is not None:
            was, name = self._then.tree[node], self._then.name_of(node)
            why = self._why(ref)
            raise stale(ref, Gone(ref, why, self._now.id, was.role, name, was.bounds, self._then.ledger.page), self._now)
        if was_given(ref, self._now):
            raise StaleRef(ref, "", "gone", "its element has been gone for long")
        raise NoSuchRef(ref)

    def _why(self, ref: str) -> Why:
        if self._then is not None and self._then.ledger.page != self._now.ledger.page:
            return "page"
        return "record" if number_of(ref) in self._now.ledger.turned else "removed"


def was_given(ref: str, observation: Observation) -> bool:
    """True if an earlier look of this session gave the ref to something."""
    return ref[:1] == observation.letter and ref[1:].isdecimal() and 0 < int(ref[1:]) < observation.ledger.next


def into_view(ref: str, node: int, observation: Observation) -> GroundedAction:
    """The action that scrolls the node into view."""
    spot = Spot(target_of(observation, node), node)
    return GroundedAction(action=ScrollIntoView(ref=ref), effect="reads", observation=observation.id, spot=spot)

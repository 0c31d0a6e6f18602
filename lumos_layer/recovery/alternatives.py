"""Another way to do the same: what to try instead of an act that has come to nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from pydantic import JsonValue

from lumos_layer.actions.documents import ref_in, verb_in
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.memory import failure_mark
from lumos_layer.planning.wording import element_words

CHANGE = "change_of_strategy"

_KEYED = {"type": "press_key", "key": "Enter"}
# For each verb, other acts on the same element: `...` stands for the text of the one that failed.
_WAYS: Mapping[str, tuple[dict[str, Any], ...]] = MappingProxyType(
    {
        "click": (_KEYED, {"type": "select"}, {"type": "press_key", "key": " "}),
        "double_click": (_KEYED, {"type": "expand", "expanded": True}),
        "right_click": ({"type": "press_key", "key": "ContextMenu"},),
        "select": ({"type": "click"}, _KEYED),
        "set_checked": ({"type": "click"}, {"type": "press_key", "key": " "}),
        "expand": ({"type": "click"}, {"type": "double_click"}),
        "type_text": ({"type": "set_text", "text": ...}, {"type": "click"}),
        "set_text": ({"type": "click"}, {"type": "focus"}),
        "focus": ({"type": "click"},),
        "press_key": ({"type": "focus"}, {"type": "click"}),
        "scroll": ({"type": "focus"},),
    }
)


def other_way(
    action: JsonValue, observation: Observation, failed: Collection[str], verbs: Collection[str] | None = None
) -> JsonValue:
    """The first other way that the element takes and that has not failed; None if there is none.

    It passes the same review as any act, so that one that takes effect for others is asked about.
    """
    element = element_words(observation, ref_in(action))
    return next((way for way in _ways(action) if is_open(way, element, observation, failed, verbs)), None)


def was_tried_otherwise(action: JsonValue, observation: Observation, failed: Collection[str]) -> bool:
    """True if another way to do this has come to nothing too."""
    element = element_words(observation, ref_in(action))
    return any(failure_mark(way, element) in failed for way in _ways(action))


def _ways(action: JsonValue) -> Iterator[dict[str, Any]]:
    """Other acts on the same element."""
    ref, text = ref_in(action), action.get("text") if isinstance(action, dict) else None
    for way in _WAYS.get(verb_in(action), ()) if ref else ():
        if way.get("text") is not ...:
            yield {**way, "ref": ref}
        elif isinstance(text, str):
            yield {**way, "ref": ref, "text": text}


def is_open(
    document: JsonValue, element: str, observation: Observation, failed: Collection[str], verbs: Collection[str] | None = None
) -> bool:
    """True if the act can be carried out on this look and has not failed before (S48)."""
    if not isinstance(document, dict) or (verbs is not None and verb_in(document) not in verbs):
        return False
    if failure_mark(document, element) in failed:
        return False
    return isinstance(validate(document, observation, observation_id=observation.id), GroundedAction)

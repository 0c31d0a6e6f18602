"""What may be asked of one screen, and what may not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from lumos_layer.actions import BY_TYPE
from lumos_layer.actions.grounded import grounded_schema
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.observation import Observation
from lumos_layer.testing.strategies.documents import VALID, Document, mutated
from lumos_layer.testing.strategies.from_schema import documents_of

_TRIES = 8  # what only the hit test knows, such as what lies under a dialog, no schema can leave out
_SURE: tuple[Document, ...] = (
    {"type": "observe"},
    {"type": "wait", "seconds": 1},
    {"type": "finish", "success": False, "reason": "nothing to do"},
    {"type": "open_windows_search"},
    {"type": "press_key", "key": "Escape"},
)


@st.composite
def valid_actions(
    draw: st.DrawFn,
    observation: Observation,
    blueprint: Blueprint | None = None,
    verbs: Collection[str] | None = None,
    secrets: Sequence[str] = (),
) -> Document:
    """An action on what the blueprint shows (default: all of the observation) that `validate` has nothing against.

    `verbs` are the types to draw from, `secrets` the names that may stand for a text. Raises BadOption (a ValueError) if the screen
    allows none of them.
    """
    schema = grounded_schema(blueprint or observation.blueprint(), observation, verbs, secrets)
    documents = documents_of(schema)
    for _ in range(_TRIES):
        document: Document = _in_range(draw, draw(documents)["action"], observation)
        if _is_valid(document, observation):
            return document
    able = [each for each in _certain(observation, verbs) if _is_valid(each, observation)]
    return deepcopy(draw(st.sampled_from(able))) if able else reject()


@st.composite
def invalid_actions(draw: st.DrawFn, observation: Observation, verbs: Collection[str] | None = None) -> Any:
    """A document that `validate` refuses on this observation.

    It is no action, names what never was, or asks of an element what it cannot do, or not now. `verbs`: the types to draw from.
    """
    names = [verb for verb in VALID if verbs is None or verb in verbs]
    documents = st.sampled_from(names).flatmap(lambda verb: VALID[verb])
    wrong = documents | documents.flatmap(lambda document: _moved(document, observation)) | mutated()
    for _ in range(_TRIES):
        document = draw(wrong)
        if not _is_valid(document, observation):
            return document
    return {"type": "click", "ref": f"{observation.letter}{observation.ledger.next + draw(st.integers(0, 999))}"}


def _is_valid(document: Any, observation: Observation) -> bool:
    return isinstance(validate(document, observation), GroundedAction)


def _in_range(draw: st.DrawFn, document: Document, observation: Observation) -> Document:
    """The document with a number that its element takes, which no schema for decoders can ask for."""
    if document["type"] != "set_value":
        return document
    node = observation.tree[observation.refs[document["ref"]]]
    low = node.minimum if node.minimum is not None else -1e6
    high = node.maximum if node.maximum is not None else max(low, 1e6)
    return {**document, "value": draw(st.floats(min(low, high), high, allow_subnormal=False))}


def _certain(observation: Observation, verbs: Collection[str] | None) -> Iterator[Document]:
    """Documents that most screens take."""
    for document in _SURE:
        if verbs is None or document["type"] in verbs:
            yield document
    for verb in ("focus", "click", "scroll_into_view", "hover"):
        if verbs is None or verb in verbs:
            yield from ({"type": verb, "ref": ref} for ref in observation.refs)


def _moved(document: Document, observation: Observation) -> st.SearchStrategy[Document]:
    """The document on an element that is there, whether or not that can take it."""
    if not len(observation.refs) or "ref" not in BY_TYPE[document["type"]].model_fields:
        return st.just(document)
    without = {name: value for name, value in document.items() if name not in ("point", "title")}
    return st.sampled_from(list(observation.refs)).map(lambda ref: {**without, "ref": ref})

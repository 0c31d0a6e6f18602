"""Acts of every kind to try on an environment, most of which one or another will refuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lumos_layer.actions import ACTIONS, BY_TYPE
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.reading import read_action
from lumos_layer.environments.port import Environment
from lumos_layer.perception.observation import Observation
from lumos_layer.testing.rules import Nonconforming

Document = dict[str, Any]

_TRIED = 12  # elements on which acts are tried that may be refused

# Fields with which any action can be asked for, harmless or impossible where a choice is needed.
_FIELDS: Mapping[str, Any] = {
    "text": "z", "value": 1, "checked": True, "expanded": True, "key": "F24", "direction": "down", "edge": "bottom",
    "seconds": 0.01, "url": "https://nowhere.invalid/", "app": "no such program", "title": "no such window",
    "condition": {"kind": "text", "text": "no such words", "shown": False}, "question": "?", "reason": "none", "success": False,
    "options": ["one", "other"], "action": "nothing", "what": "nothing",
}  # fmt: skip


def attempts(look: Observation) -> Iterator[Document]:
    """Acts of every kind on some elements; most will be refused by one environment or another."""
    refs = [ref for ref, node in look.refs.items() if look.tree[node].can][:_TRIED]
    for kind in ACTIONS:
        for ref in refs if "ref" in kind.model_fields else [None]:
            document = _document(kind.verb(), ref)
            if document is not None:
                yield document


def _document(verb: str, ref: str | None) -> Document | None:
    """The action with whatever fields it needs; None if it cannot be asked for with these."""
    fields = BY_TYPE[verb].model_fields
    needed = {name: _FIELDS[name] for name, field in fields.items() if field.is_required() and name in _FIELDS}
    document = {"type": verb, **needed, **({"ref": ref} if ref is not None else {})}
    return None if isinstance(read_action(document), Rejected) else document


def made(verb: str, **fields: Any) -> GroundedAction:
    """The action without a place, as it comes where no element is meant."""
    for document in ({"type": verb, **fields}, _document(verb, None), _document(verb, "A1"), _PLACED.get(verb)):
        read = read_action(document) if document is not None else None
        if isinstance(read, tuple):
            return GroundedAction(read[0], "reads")
    raise AssertionError(f"{verb} has a field that _FIELDS does not know")


_PLACED: Mapping[str, Document] = {"drag": {"type": "drag", "start": {"ref": "A1"}, "end": {"ref": "A1"}}}


def some_action(environment: Environment, look: Observation) -> tuple[str, GroundedAction]:
    """An action on an element that is there, of a kind that the environment has."""
    for verb in ("click", "focus", "set_text", *sorted(environment.capabilities.actions)):
        if verb in environment.capabilities.actions:
            for document in (_document(verb, ref) for ref, node in look.refs.items() if look.tree[node].can):
                grounded = None if document is None else validate(document, look)
                if isinstance(grounded, GroundedAction) and grounded.spot is not None:
                    return verb, grounded
    raise Nonconforming("no element on the first look can be acted on, so this shows nothing")

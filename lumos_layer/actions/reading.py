"""Decoded JSON to an action, by the models; or all that is wrong with it, in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from lumos_layer.actions import ANY_ACTION, BY_TYPE, Envelope
from lumos_layer.actions.base import BaseAction, Pointing
from lumos_layer.actions.nearest import fields_like, types_like
from lumos_layer.actions.outcomes import Rejected, rejected
from lumos_layer.actions.violation import Violation

Read = tuple[BaseAction, Envelope | None]


def read_action(document: Any) -> Read | Rejected:
    """An action, with the envelope that it came in if there was one."""
    if isinstance(document, Envelope):
        return document.action, document
    if isinstance(document, BaseAction):
        return document, None
    if not isinstance(document, Mapping):
        found = "an array" if isinstance(document, list | tuple) else f"{type(document).__name__}"
        return rejected([_invalid(f"An action is one JSON object; this is {_SAID.get(found, found)}.")])
    document = dict(document)
    if "action" not in document or "type" in document:
        return _read(document, None)
    if len(document) == 1:  # as a grounded schema has it
        return _read(document["action"], None)
    return _read(document, document.get("action"))


_SAID = {"NoneType": "null", "str": "text", "bool": "true or false", "int": "a number", "float": "a number"}


def _read(document: Any, inside: Any) -> Read | Rejected:
    try:
        return _validated(document, inside is not None)
    except ValidationError as problem:
        errors = [*problem.errors(include_url=False, include_input=False), *_hidden_by_nulls(problem, document, inside is not None)]
    action = document if inside is None else inside
    verb = action.get("type") if isinstance(action, dict) else None
    kind = BY_TYPE.get(verb) if isinstance(verb, str) else None
    said = [*(_said(error, kind, action, inside is not None) for error in errors), *_unplaced(kind, action)]
    violations = list({violation.message: violation for violation in said}.values())
    nearest = types_like(verb) if kind is None else _fields_near(errors, kind)
    action_id = document.get("action_id") if inside is not None else None
    return rejected(violations, tuple(nearest), action_id if isinstance(action_id, str) else "")


def _validated(document: Any, enveloped: bool) -> Read:
    """Raises pydantic.ValidationError."""
    if not enveloped:
        return ANY_ACTION.validate_python(document), None
    envelope = Envelope.model_validate(document)
    return envelope.action, envelope


def _hidden_by_nulls(problem: ValidationError, document: Any, enveloped: bool) -> list[ErrorDetails]:
    """What else is wrong with an object that has nulls in it, of which pydantic says only that."""
    if not any(error["type"] == "null" for error in problem.errors(include_url=False, include_input=False, include_context=False)):
        return []
    try:
        _validated(_without_nulls(document), enveloped)
    except ValidationError as rest:
        return rest.errors(include_url=False, include_input=False)
    return []


def _without_nulls(document: Any) -> Any:
    if not isinstance(document, dict):
        return document
    return {name: _without_nulls(value) for name, value in document.items() if value is not None}


def _unplaced(kind: type[BaseAction] | None, action: Any) -> list[Violation]:
    """That it says no place or two, which pydantic asks only where all fields are right."""
    if kind is None or not issubclass(kind, Pointing) or sum(action.get(name) is not None for name in ("ref", "point")) == 1:
        return []
    return [_invalid("Give exactly one of ref and point.")]


def _said(error: ErrorDetails, kind: type[BaseAction] | None, action: Any, enveloped: bool) -> Violation:
    path = [str(part) for part in error["loc"]]
    if enveloped and path[:1] == ["action"] and len(path) > 1:
        path.pop(0)
    if kind is not None and path[:1] == [kind.verb()]:
        path.pop(0)
    path = [part for part in path if part not in _PARTS and "[" not in part]
    field = ".".join(path)
    match error["type"]:
        case "union_tag_invalid" | "union_tag_not_found" if not path:
            if not isinstance(action, dict) or "type" not in action:
                return _invalid(f"`type` is missing; give one of {', '.join(BY_TYPE)}.", "type")
            return _invalid(f"There is no action {action['type']!r:.60}; give one of {', '.join(BY_TYPE)}.", "type")
        case "union_tag_invalid":
            told = error["ctx"]
            return _invalid(
                f"`{field}.kind`: There is no {told['tag']!r:.60}; give one of {told['expected_tags']}.", f"{field}.kind"
            )
        case "missing" | "union_tag_not_found":
            field = f"{field}.kind" if error["type"] == "union_tag_not_found" else field
            return _invalid(f"`{field}` is missing.", field)
        case "extra_forbidden":
            known = "" if kind is None else f" {kind.verb()} has: {', '.join(kind.model_fields)}."
            return _invalid(f"`{field}` is unknown here.{known}", field)
    message = _PLAINLY.get(error["type"], error["msg"]).rstrip(".")
    return _invalid(f"`{field}`: {message}." if field else f"{message}.", field)


# What pydantic says in the words of Python.
_PLAINLY: Mapping[str, str] = MappingProxyType(
    {
        "string_type": "It must be text",
        "model_type": "It must be an object",
        "bool_type": "It must be true or false",
        "float_type": "It must be a number",
        "int_type": "It must be a whole number",
        "int_from_float": "It must be a whole number",
        "tuple_type": "It must be an array",
    }
)

# How pydantic names the alternatives of a field in the paths of errors.
_PARTS = frozenset(("Secret", "TextShown", "ElementIs"))


def _fields_near(errors: list[ErrorDetails], kind: type[BaseAction]) -> list[str]:
    unknown = [str(error["loc"][-1]) for error in errors if error["type"] == "extra_forbidden"]
    return [field for name in unknown for field in fields_like(name, kind)]


def _invalid(message: str, field: str = "") -> Violation:
    return Violation(reason="invalid", message=_printable(message, 2000), field=_printable(field, 200))


def _printable(words: str, longest: int) -> str:
    """The words as they can be printed: half characters escaped, and not too many."""
    return words[:longest].encode("utf-8", "backslashreplace").decode()

"""The models as JSON Schema (draft 2020-12), saying exactly what the models accept.

pydantic publishes a field with a default as optional, also where the union needs it, as `type`; and one that may be left out
as one that may be null. Both are put right here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_UNSAID = ("title", "default", "discriminator")
_BOUNDS = frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"))
_NULL = {"type": "null"}


def published(model: Any, title: str, description: str) -> dict[str, Any]:
    """The schema of a model, or of a union of models, in which every literal is required and nothing is null."""
    schema = TypeAdapter(model).json_schema()
    schema.pop("title", None)
    schema.pop("description", None)
    for part in _objects(schema):
        _put_right(part)
    return {"$schema": _DRAFT, "title": title, "description": description, **schema}


def _objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every object in the document, the outer ones first."""
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)


def _put_right(part: dict[str, Any]) -> None:
    _as_written_now(part)
    properties = part.get("properties")
    if isinstance(properties, dict):
        for field in properties.values():
            for word in _UNSAID:
                field.pop(word, None)
            if _NULL in field.get("anyOf", ()):
                _without_null(field)
        literals = [name for name, field in properties.items() if "const" in field]
        required = set(part.get("required", ())).union(literals)
        part["required"] = [name for name in properties if name in required]
    elif part.get("type") != "object" and isinstance(part.get("title"), str):
        part.pop("title")
    part.pop("discriminator", None)
    if isinstance(part.get("title"), str) and "properties" in part:
        part.pop("title")


def _as_written_now(part: dict[str, Any]) -> None:
    """The same in every version of pydantic: up to 2.9 it wrote constants twice, one reference as `allOf`, and bounds as floats."""
    if "const" in part and "type" in part:
        part.pop("enum", None)
    if len(part.get("allOf", ())) == 1:
        said = {**part.pop("allOf")[0], **part}
        part.clear()
        part.update(said)
    for bound in _BOUNDS.intersection(part):
        if isinstance(part[bound], float) and part[bound].is_integer():
            part[bound] = int(part[bound])


def _without_null(field: dict[str, Any]) -> None:
    others = [kind for kind in field.pop("anyOf") if kind != _NULL]
    field.update(others[0] if len(others) == 1 else {"anyOf": others})

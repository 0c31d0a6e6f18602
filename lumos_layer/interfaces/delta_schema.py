"""The JSON Schema of deltas; docs/delta.md has the rules that a schema cannot say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from lumos_layer.perception.delta import Whole

_NUMBER = {"type": "integer", "minimum": 1}
_ADDRESS = {"$ref": "#/$defs/address"}
_TEXT = {"type": ["string", "null"]}


def delta_schema(compact: Mapping[str, Any], schema: str) -> dict[str, Any]:
    """A delta, or the whole of a screen, whose rows are those of the `compact` form's schema."""
    whole = {name: said for name, said in compact["properties"].items() if name != "surface"}
    return {
        "$schema": schema,
        "title": "Delta",
        "description": "What changed since an earlier look, that right before if `since` names none, or the whole screen; "
        "docs/delta.md teaches to read it.",
        "oneOf": [{"$ref": "#/$defs/delta"}, {"$ref": "#/$defs/whole"}],
        "$defs": {
            **_with_marks(compact["$defs"]),
            **_defs(),
            "whole": _object({"whole": {"enum": get_args(Whole)}, **whole}, "whole", "ui"),
        },
    }


def _object(properties: Mapping[str, Any], *required: str, least: int = 0) -> dict[str, Any]:
    """`least`: how many of the properties there must be, where none is required."""
    bounds = {"minProperties": least} if least else {"required": list(required)}
    return {"type": "object", **bounds, "additionalProperties": False, "properties": dict(properties)}


def _array(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "minItems": 1, "items": dict(items)}


def _with_marks(defs: Mapping[str, Any]) -> dict[str, Any]:
    """The compact form's parts, with marks for what stands there from before among the items."""
    item = {"anyOf": [*defs["item"]["anyOf"], {"$ref": "#/$defs/keep"}]}
    return {**defs, "item": item}


def _defs() -> dict[str, Any]:
    rows = _array({"anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in ("item", "position", "details")]})
    nth = {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": _NUMBER}
    pair = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    where = {"after": _ADDRESS, "in": _ADDRESS}
    places = [{"required": ["after"]}, {"required": ["in"]}]
    return {
        "address": {
            "description": "The number of a ref; or the label of an item without one, the second of several as {label: 2}.",
            "anyOf": [_NUMBER, {"type": "string"}, nth],
        },
        "items": _array({"anyOf": [_ADDRESS, {"$ref": "#/$defs/stretch"}]}),
        "stretch": {"type": "array", "prefixItems": [_ADDRESS, _ADDRESS], "minItems": 2, "maxItems": 2},
        "keep": _object({"keep": {"anyOf": [{"const": ""}, {"$ref": "#/$defs/items"}]}}, "keep"),
        "rows": rows,
        "change": {
            "type": "array",
            "minItems": 2,
            "maxItems": 4,
            "prefixItems": [{"anyOf": [_ADDRESS, {"$ref": "#/$defs/items"}]}],
        },
        "delta": _object(
            {
                "since": {
                    "description": "The earlier look. Left out, it is the one right before the later look: o7, if that is o8.",
                    "type": "string",
                    "pattern": "^o[0-9]+$",
                },
                "app": _TEXT,
                "title": _TEXT,
                "url": _TEXT,
                "warnings": {"anyOf": [_array({"type": "string"}), {"type": "null"}]},
                "size": {"anyOf": [pair, {"type": "null"}]},
                "root": _NUMBER,
                "focus": {"anyOf": [_NUMBER, {"type": "null"}]},
                "opened": _array({"type": "string"}),
                "closed": _array({"type": "string"}),
                "top": {"anyOf": [_ADDRESS, {"$ref": "#/$defs/rows"}]},
                "changed": _array({"$ref": "#/$defs/change"}),
                "moved": _array({**_object({**where, "items": {"$ref": "#/$defs/items"}}, "items"), "oneOf": places}),
                "removed": {"$ref": "#/$defs/items"},
                "added": _array({**_object({**where, "ui": {"$ref": "#/$defs/rows"}}, "ui"), "oneOf": places}),
                "shifted": _array({"type": "array", "items": {"type": "integer"}, "minItems": 4, "maxItems": 4}),
                "same": {"const": True},
                "unseen": _NUMBER,
            },
            least=1,
        ),
    }

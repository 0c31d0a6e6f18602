"""The documents of a grounded schema, read from nothing but the schema."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

Schema = dict[str, Any]


def documents_of(schema: Schema) -> st.SearchStrategy[Any]:
    """Every document that the schema allows. Counts and ranges, which it cannot say, are kept to what actions allow."""
    return _of(schema, schema["$defs"])


def _of(part: Schema, defs: Schema) -> st.SearchStrategy[Any]:
    if "$ref" in part:
        return _of(defs[part["$ref"].removeprefix("#/$defs/")], defs)
    if "anyOf" in part:
        return st.one_of([_of(each, defs) for each in part["anyOf"]])
    if "enum" in part:
        return st.sampled_from(part["enum"])
    return _BY_TYPE[part["type"]](part, defs)


def _object(part: Schema, defs: Schema) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries({name: _of(each, defs) for name, each in part["properties"].items()})


def _text(part: Schema, _: Schema) -> st.SearchStrategy[Any]:
    return _texts_of(part["pattern"].removeprefix("^").removesuffix("$"))


@lru_cache(64)
def _texts_of(whole: str) -> st.SearchStrategy[str]:
    """All texts that fit a pattern whole. Hypothesis takes long to read one, and schemas hold the same few."""
    return st.from_regex(re.compile(whole), fullmatch=True).map(lambda text: text[:64] if whole.startswith("[A-Za-z]") else text)


_BY_TYPE: dict[str, Callable[[Schema, Schema], st.SearchStrategy[Any]]] = {
    "object": _object,
    "string": _text,
    "boolean": lambda part, defs: st.booleans(),
    "number": lambda part, defs: st.floats(-1e15, 1e15),
    "array": lambda part, defs: st.lists(_of(part["items"], defs), min_size=2, max_size=9, unique=True),
}

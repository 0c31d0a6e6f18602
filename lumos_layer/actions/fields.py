"""What the fields of actions can hold. Each type says the same to pydantic and in JSON Schema.

Python's `$` also matches before a last line break, ECMA's does not: one-line texts say apart that they hold none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from lumos_layer.actions import keys

Json = dict[str, Any]

LONGEST_TEXT = 100_000
LONGEST_LINE = 500
LONGEST_WORDS = 4_000
LONGEST_WAIT = 300
_FARTHEST = 2**31 - 1
_LARGEST = 1e15

# C0 and DEL but for tab and line breaks: no keyboard types them, and terminals obey them.
_CONTROL = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
_BREAK = r"[\n\r]"
_HALF = re.compile(r"[\ud800-\udfff]")  # a surrogate by itself is no character
_NO_URL = r"[\x00-\x20\x7f]"

REF_SCHEMA: Json = {"type": "string", "pattern": "^[AW][1-9][0-9]{0,8}$", "not": {"pattern": _BREAK}}


def _matching(schema: Json, wanted: str) -> Callable[[str], str]:
    """A check that is the schema's own: a `pattern` found, and that of `not` found nowhere. Line breaks come out of one kind.

    One function for both, because up to 2.10 pydantic keeps only one validator of a kind where a field says more of itself.
    """
    found = re.compile(schema.get("pattern", ""))
    forbidden = re.compile(schema["not"]["pattern"])

    def check(text: str) -> str:
        if found.search(text) and not forbidden.search(text) and not _HALF.search(text):
            return text.replace("\r\n", "\n").replace("\r", "\n")
        raise PydanticCustomError("text_form", "This is no {wanted}.", {"wanted": wanted})

    return check


def _text(schema: Json, wanted: str) -> tuple[Any, ...]:
    lengths = Field(min_length=schema.get("minLength"), max_length=schema.get("maxLength"), strict=True)
    return lengths, AfterValidator(_matching(schema, wanted)), WithJsonSchema(schema)


def _line(longest: int = LONGEST_LINE) -> Json:
    return {"type": "string", "minLength": 1, "maxLength": longest, "not": {"pattern": r"[\x00-\x1f\x7f]"}}


def _whole(value: Any) -> Any:
    """JSON does not tell 3.0 from 3."""
    return int(value) if type(value) is float and value.is_integer() else value


_URL: Json = {"type": "string", "maxLength": 8000, "pattern": "^(https?|file)://.|^about:blank$", "not": {"pattern": _NO_URL}}
_NAME: Json = {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_.-]{0,63}$", "not": {"pattern": _BREAK}}
_KEY: Json = {"type": "string", "pattern": keys.PATTERN, "not": {"pattern": r"[\x00-\x1f\x7f-\x9f]"}}
_LONG: Json = {"type": "string", "maxLength": LONGEST_TEXT, "not": {"pattern": _CONTROL}}
_FULL: Json = {**_LONG, "minLength": 1}
_WORDS: Json = {**_FULL, "maxLength": LONGEST_WORDS}

Ref = Annotated[str, *_text(REF_SCHEMA, "ref: a letter and a number as the blueprint shows, such as A12")]
Line = Annotated[str, *_text(_line(), "line of text: say something, without line breaks and control characters")]
Words = Annotated[str, *_text(_WORDS, "text: say something, without control characters")]
Url = Annotated[str, *_text(_URL, "address: begin it with https://, http:// or file://, without blanks")]
Key = Annotated[str, *_text(_KEY, "key: give a W3C key value such as Enter, ArrowDown or a, or a chord such as Control+Shift+T")]
SecretName = Annotated[str, *_text(_NAME, "name of a secret: letters, digits, _, . and -")]
_Long = Annotated[str, *_text(_LONG, "text: control characters cannot be typed")]
_Full = Annotated[str, *_text(_FULL, "text: control characters cannot be typed")]
Whole = Annotated[int, Field(strict=True, ge=-_FARTHEST, le=_FARTHEST), BeforeValidator(_whole)]
Number = Annotated[float, Field(strict=True, ge=-_LARGEST, le=_LARGEST, allow_inf_nan=False)]
Seconds = Annotated[float, Field(strict=True, gt=0, le=LONGEST_WAIT, allow_inf_nan=False)]
Pages = Annotated[float, Field(strict=True, gt=0, le=100, allow_inf_nan=False)]
Direction = Literal["up", "down", "left", "right"]


def no_nulls(document: Any) -> Any:
    """What is not meant is left out; null says nothing that leaving out does not."""
    empty = [name for name, value in document.items() if value is None] if isinstance(document, dict) else []
    if empty:
        raise PydanticCustomError("null", "{fields}: null is no value; leave the field out.", {"fields": ", ".join(empty)})
    return document


class Part(BaseModel):
    """A part of an action: immutable, and without fields that it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Point(Part):
    """A pixel of the screen, in the coordinates of the blueprint's boxes."""

    x: Whole
    y: Whole


class Secret(Part):
    """Stands for a secret text that the planner does not know; it is filled in when the action is carried out."""

    secret: SecretName = Field(description="The name under which the secret is kept.")


LongText = _Long | Secret
FullText = _Full | Secret

# Schemas of these fields in grounded schemas; $defs holds what they refer to.
WORDS_SCHEMA: Json = {"$ref": "#/$defs/words"}
LINE_SCHEMA: Json = {"$ref": "#/$defs/line"}
SECONDS_SCHEMA: Json = {"$ref": "#/$defs/seconds"}


def closed(properties: Json) -> Json:
    """The schema of an object that has exactly these properties."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def all_different(items: tuple[str, ...]) -> tuple[str, ...]:
    """The items; raises if one stands there twice."""
    if len(set(items)) < len(items):
        raise PydanticCustomError("repeated", "One stands there twice; give different ones.")
    return items

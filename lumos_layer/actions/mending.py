"""Near-valid fields of an action to valid ones: other names, other spellings, numbers as text. A target is never chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from lumos_layer.actions import BY_TYPE, Action
from lumos_layer.actions.fields import Json
from lumos_layer.actions.keys import spelled
from lumos_layer.actions.published import published
from lumos_layer.actions.repair import Repair
from lumos_layer.actions.wrappers import verb_of

# What models write for a field, where the action has no field of that name.
_OTHERWISE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ref": ("id", "element", "element_id", "target", "target_ref", "ref_id", "node", "node_id"),
        "text": ("value", "content", "input", "string"),
        "value": ("number", "amount"),
        "checked": ("value", "state", "on"),
        "expanded": ("open", "opened", "value", "state"),
        "key": ("keys", "key_name", "chord", "combo", "shortcut"),
        "option": ("value", "label", "choice", "item"),
        "direction": ("dir",),
        "edge": ("to", "position"),
        "url": ("address", "href", "link"),
        "app": ("name", "application", "app_name", "program"),
        "title": ("name", "window"),
        "seconds": ("duration", "time", "timeout", "secs"),
        "question": ("text", "message", "prompt"),
        "options": ("choices", "answers"),
        "what": ("text", "request"),
        "reason": ("message", "summary", "text", "explanation", "answer"),
        "success": ("ok", "succeeded", "completed"),
        "start": ("from", "source"),
        "end": ("to", "destination"),
        "point": ("coordinate", "coordinates", "position", "xy"),
    }
)
_TYPES = ("action", "action_type", "verb", "command", "name", "tool", "kind")
_COMMENTARY = frozenset(
    ("thought", "thoughts", "thinking", "reasoning", "rationale", "explanation", "comment", "comments", "description", "note",
     "notes", "analysis", "plan", "confidence", "reason", "why", "expected", "expectation")
)  # fmt: skip
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,15})?")
_BOOLEANS = {"true": True, "false": False}
_REF = re.compile(r"[\[<(#@`\s]*(?:ref\s*[=:]\s*)?([AaWw]?)([1-9][0-9]{0,8})[\]>)`\s.,]*")


def mended(document: dict[str, Any], letter: str | None, repairs: list[Repair]) -> dict[str, Any]:
    """The action with its fields as the schema has them, where it is plain what is meant; the rest stays as it is."""
    if not _is_json(document):
        return document
    document = _with_type(document, repairs)
    verb = document.get("type")
    if not isinstance(verb, str) or verb not in BY_TYPE:
        return document
    return _Mender(letter, repairs).object(document, _shapes()[BY_TYPE[verb].__name__], "")


def _is_json(document: dict[Any, Any]) -> bool:
    """False for what only Python can hold: names of fields that are no text."""
    return all(isinstance(name, str) for name in document)


def _with_type(document: dict[str, Any], repairs: list[Repair]) -> dict[str, Any]:
    names = {name.lower(): name for name in reversed(document)}
    named = next((names[name] for name in ("type", *_TYPES) if name in names and verb_of(document[names[name]])), None)
    if named is None or (named.lower() != "type" and "type" in names):
        return document
    verb = verb_of(document[named])
    if named != "type":
        repairs.append(Repair("letter_case" if named.lower() == "type" else "key_name", named))
    if verb != document[named]:
        repairs.append(Repair("letter_case", "type"))
    return {"type": verb, **{name: value for name, value in document.items() if name != named}}


@cache
def _shapes() -> Mapping[str, Json]:
    """The parts of the published schema, by name."""
    shapes: Mapping[str, Json] = published(Action, "", "")["$defs"]
    return shapes


class _Mender:
    def __init__(self, letter: str | None, repairs: list[Repair]) -> None:
        self.letter, self.repairs = letter, repairs

    def object(self, given: dict[str, Any], shape: Json, path: str) -> dict[str, Any]:
        if not _is_json(given):
            return given
        fields: Json = shape["properties"]
        named = self._named(given, fields, path)
        if "point" in fields and "point" not in named and {"x", "y"} <= named.keys():
            named = {name: value for name, value in named.items() if name not in ("x", "y")} | {
                "point": {"x": named["x"], "y": named["y"]}
            }
            self._mend("point_form", path, "point")
        return {name: self._value(value, fields.get(name, {}), path + name) for name, value in named.items()}

    def _named(self, given: dict[str, Any], fields: Json, path: str) -> dict[str, Any]:
        """The fields under their own names, without nulls and commentary."""
        made: dict[str, Any] = {name: value for name, value in given.items() if name in fields and value is not None}
        for name, value in given.items():
            if name in made:
                continue
            if value is None:
                self._mend("null", path, name)
                continue
            own = name if name in fields else self._own_name(name, value, fields, {*given, *made})
            if own is not None:
                self._mend("letter_case" if own == name.lower() else "key_name", path, name)
                made[own] = value
            elif name.lower() in _COMMENTARY:
                self._mend("commentary", path, name)
            else:
                made[name] = value
        return made

    def _own_name(self, name: str, value: Any, fields: Json, taken: set[str]) -> str | None:
        lowered = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().replace("-", "_").replace(" ", "_")
        if lowered in fields and lowered not in taken:
            return lowered
        for own, others in _OTHERWISE.items():
            if lowered in others and own in fields and own not in taken and (own != "ref" or self._ref(value)):
                return own
        return None

    def _value(self, value: Any, field: Json, path: str) -> Any:
        if path.rpartition(".")[2] == "ref":
            return self._as_ref(value, path)
        kinds = set(_kinds(field))
        if isinstance(value, list) and len(value) == 1 and "array" not in kinds and field:
            self._mend("array_of_one", "", path)
            value = value[0]
        if isinstance(value, dict):
            return self._inner(value, field, path)
        if field.get("$ref") == "#/$defs/Place":
            return self._as_place(value, path)
        if path == "point" or path.endswith(".point"):
            return self._as_point(value, path)
        if path == "key":
            return self._as_key(value, path)
        return self._as_kind(value, kinds, field, path)

    def _inner(self, value: dict[str, Any], field: Json, path: str) -> Any:
        shapes = [_shapes()[each["$ref"].rpartition("/")[2]] for each in _alternatives(field) if "$ref" in each]
        kind = value.get("kind")
        spelled_kind = kind.lower() if isinstance(kind, str) else kind
        fitting = [shape for shape in shapes if shape["properties"].get("kind", {}).get("const") in (None, spelled_kind)]
        return self.object(value, fitting[0], f"{path}.") if fitting else value

    def _as_kind(self, value: Any, kinds: set[str], field: Json, path: str) -> Any:
        if not isinstance(value, str):
            return value
        stripped = value.strip()
        if "boolean" in kinds and stripped.lower() in _BOOLEANS:
            self._mend("boolean_as_text", "", path)
            return _BOOLEANS[stripped.lower()]
        if kinds & {"number", "integer"} and _NUMBER.fullmatch(stripped):
            self._mend("number_as_text", "", path)
            return float(stripped) if "." in stripped else int(stripped)
        words = field.get("enum", [field["const"]] if "const" in field else [])
        if words and value not in words and stripped.lower() in words:
            self._mend("letter_case", "", path)
            return stripped.lower()
        return value

    def _ref(self, value: Any) -> str | None:
        """The ref that a value is, in its own spelling; None for what is none."""
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        found = _REF.fullmatch(str(value)) if isinstance(value, str | int) and not isinstance(value, bool) else None
        letter = found and (found[1].upper() or self.letter)
        return f"{letter}{found[2]}" if found and letter else None

    def _as_ref(self, value: Any, path: str) -> Any:
        ref = self._ref(value)
        if ref is None or ref == value:
            return value
        self._mend("array_of_one" if isinstance(value, list) else "ref_form", "", path)
        return ref

    def _as_place(self, value: Any, path: str) -> Any:
        if ref := self._ref(value):
            self._mend("ref_form", "", path)
            return {"ref": ref}
        point = self._as_point(value, path)
        return value if point is value else {"point": point}

    def _as_point(self, value: Any, path: str) -> Any:
        if not isinstance(value, list) or len(value) != 2:
            return value
        self._mend("point_form", "", path)
        return self.object({"x": value[0], "y": value[1]}, _shapes()["Point"], f"{path}.")

    def _as_key(self, value: Any, path: str) -> Any:
        chord = "+".join(value) if isinstance(value, list) and all(isinstance(key, str) for key in value) else value
        if not isinstance(chord, str) or not chord or (made := spelled(chord)) == value:
            return value
        self._mend("chord", "", path)
        return made

    def _mend(self, kind: Any, path: str, name: str) -> None:
        self.repairs.append(Repair(kind, path + name))


def _alternatives(field: Json) -> Iterator[Json]:
    yield field
    for word in ("anyOf", "oneOf"):
        yield from field.get(word, ())


def _kinds(field: Json) -> Iterator[str]:
    return (each["type"] for each in _alternatives(field) if "type" in each)

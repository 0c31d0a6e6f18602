"""A policy from a file, JSON or YAML; what is wrong with it is said with the line and the field."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from lumos_layer.actions import BY_TYPE
from lumos_layer.actions.sensitive import CLASSES
from lumos_layer.errors import BadPolicy
from lumos_layer.safety.decision import Verdict
from lumos_layer.safety.policy import Policy
from lumos_layer.tree import Role

_LARGEST = 1_000_000  # bytes
_DEEPEST = 20
_MOST_SAID = 5  # problems in one message
_NULL, _MERGE = "tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"

Lines = dict[tuple[str | int, ...], int]


def load_policy(path: str | os.PathLike[str]) -> Policy:
    """The policy that a file holds. Raises BadPolicy, which says what is wrong, in which line and field, and what comes nearest."""
    where = os.fspath(path)
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as error:
        raise BadPolicy(where, f"it cannot be read ({error.strerror})") from error
    if len(content) > _LARGEST:
        raise BadPolicy(where, f"it has more than {_LARGEST:,} bytes")
    return read_policy(content, where)


def read_policy(content: bytes | str, where: str = "the policy") -> Policy:
    """The policy in a document, JSON or YAML; `where` names it in errors. Raises BadPolicy."""
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
    except UnicodeDecodeError as error:
        raise BadPolicy(where, f"it is not UTF-8 (byte {error.start})") from error
    document, lines = _read(text, where)
    try:
        return Policy.model_validate_json(json.dumps(document))
    except ValidationError as error:
        problems = error.errors(include_url=False)
    said = list(dict.fromkeys(_said(each, lines, document) for each in problems))
    more = f"; and {len(said) - _MOST_SAID} more" if len(said) > _MOST_SAID else ""
    raise BadPolicy(where, "; ".join(said[:_MOST_SAID]) + more)


def _read(text: str, where: str) -> tuple[Any, Lines]:
    """The document, and in which line each part of it begins."""
    try:
        if where.endswith(".json"):
            json.loads(text)  # YAML would take more
        node = yaml.compose(text.expandtabs(1) if text.lstrip()[:1] == "{" else text, yaml.CSafeLoader)
    except json.JSONDecodeError as error:
        raise BadPolicy(where, f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        at = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise BadPolicy(where, f"{at}{error.problem}") from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise BadPolicy(where, str(error).partition("\n")[0] or "it nests too deeply") from error
    if node is None:
        raise BadPolicy(where, "it is empty; `{}` is the policy that asks before every sensitive act")
    lines: Lines = {}
    return _built(node, (), lines, where, {}), lines


def _built(node: yaml.Node, path: tuple[str | int, ...], lines: Lines, where: str, seen: dict[int, bool]) -> Any:
    """What the node says, of words, numbers, lists and objects. Aliases, tags and double keys are refused."""
    line = node.start_mark.line + 1
    lines.setdefault(path, line)
    if id(node) in seen:
        raise BadPolicy(where, f"line {line}, {_field(path)}: anchors and aliases are not read here; write it out")
    if len(path) > _DEEPEST:
        raise BadPolicy(where, f"line {line}: it nests too deeply")
    seen[id(node)] = True
    if isinstance(node, yaml.SequenceNode):
        return [_built(item, (*path, i), lines, where, seen) for i, item in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        made: dict[str, Any] = {}
        for key, value in node.value:
            word = _key(key, path, where)
            if word in made:
                raise BadPolicy(where, f"line {key.start_mark.line + 1}, {_field((*path, word))} stands there twice")
            lines[(*path, word)] = key.start_mark.line + 1
            made[word] = _built(value, (*path, word), lines, where, seen)
        return made
    return _scalar(node, path, where)


def _key(key: yaml.Node, path: tuple[str | int, ...], where: str) -> str:
    if not isinstance(key, yaml.ScalarNode) or key.tag == _MERGE:
        raise BadPolicy(where, f"line {key.start_mark.line + 1}, {_field(path)}: a key has to be one word")
    return str(key.value)


def _scalar(node: yaml.Node, path: tuple[str | int, ...], where: str) -> Any:
    try:
        value = yaml.constructor.SafeConstructor().construct_object(node)
    except (yaml.YAMLError, ValueError):
        value = object()
    if value is not None and not isinstance(value, str | int | float | bool):
        value = str(node.value)  # a date, for one, is a word here
    return value


def _said(error: ErrorDetails, lines: Lines, document: Any) -> str:
    path = tuple(part for part in error["loc"] if part != "[key]")
    line = next((lines[path[:n]] for n in range(len(path), -1, -1) if path[:n] in lines), 1)
    kind = error["type"]
    if kind == "extra_forbidden":
        message = f"there is no {path[-1]!r}{_near(str(path[-1]), _fields_at(path[:-1]))}"
    elif kind in ("literal_error", "enum", "value_error") and (choices := _choices(error, path)):
        message = f"there is no {_short(error['input'])}{_near(str(error['input']), choices)}"
    else:
        message = _PLAINLY.get(kind, error["msg"].removeprefix("Value error, "))
        if kind == "string_type":
            message += f", not {_short(error['input'])}; put it in quotes"
    return f"line {line}, {_field(path) or 'the whole'}: {message}"


_PLAINLY: Mapping[str, str] = {
    "string_type": "it must be text",
    "model_type": "it must be an object",
    "model_attributes_type": "it must be an object",
    "dict_type": "it must be an object",
    "tuple_type": "it must be a list",
    "float_type": "it must be a number",
    "int_type": "it must be a whole number",
    "missing": "it is missing",
}


def _choices(error: ErrorDetails, path: Sequence[str | int]) -> Sequence[str]:
    wanted = str(error.get("ctx", {}).get("expected", ""))
    if error["loc"][-1:] == ("[key]",):
        return CLASSES
    if path and path[-1] == "role":
        return [role.value for role in Role]
    if path[:1] == ("actions",):
        return list(BY_TYPE)
    if "'allow'" in wanted:
        return get_args(Verdict)
    return [word.strip(" '") for word in wanted.replace(" or ", ",").split(",") if word.strip(" '")]


def _near(word: str, choices: Sequence[str]) -> str:
    nearest = get_close_matches(word.lower().replace(" ", "_").replace("-", "_"), choices, 1, 0.5)
    return f"; nearest: {nearest[0]}" if nearest else f"; give one of {', '.join(choices)}"


def _fields_at(path: Sequence[str | int]) -> list[str]:
    """The fields of the part of a policy that a path leads to."""
    part: Any = Policy
    for step in path:
        if isinstance(step, int):
            continue
        part = next(_models(part.model_fields[step].annotation), None)
        if part is None:
            return []
    return list(part.model_fields)


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inside in get_args(annotation):
        yield from _models(inside)


def _field(path: Sequence[str | int]) -> str:
    made = ""
    for part in path:
        made += f"[{part}]" if isinstance(part, int) else f".{part}" if made else str(part)
    return made


def _short(value: object) -> str:
    return f"{value!r:.60}"

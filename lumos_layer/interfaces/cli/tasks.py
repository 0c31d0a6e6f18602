"""The task that a command is given: words, or a file with options beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from lumos_layer.errors import BadTask
from lumos_layer.interfaces.cli import worked
from lumos_layer.planning.task import Task
from lumos_layer.safety.constraints import Constraints
from lumos_layer.state.checks import Check
from lumos_layer.state.requirement import Requirement
from lumos_layer.trace.cleaning import printable

_FILES = (".json", ".yaml", ".yml")
_NEIGHBOURS = ("surface", "policy", "secrets", "procedures")  # fields that name files beside the task's
_FIELDS: Mapping[tuple[str | int, ...], Sequence[str]] = MappingProxyType(
    {(): tuple(Task.model_fields), ("constraints",): tuple(Constraints.model_fields)}
)
_CHECKS: Mapping[str | int, Sequence[str]] = MappingProxyType(
    {each.model_fields["type"].default: tuple(each.model_fields) for each in get_args(get_args(Check)[0])}
)
_PLAINLY: Mapping[str, str] = MappingProxyType(
    {
        "missing": "it is missing",
        "string_type": "it must be text; put it in quotes",
        "string_too_short": "it is empty",
        "int_type": "it must be a whole number",
        "int_parsing": "it must be a whole number",
        "int_from_float": "it must be a whole number",
        "float_type": "it must be a number",
        "float_parsing": "it must be a number",
        "tuple_type": "it must be a list",
        "model_type": "it must be an object",
        "model_attributes_type": "it must be an object",
        "dict_type": "it must be an object",
    }
)
_MOST_SAID = 5  # problems in one message


def task_of(argument: str, options: Mapping[str, Any]) -> Task:
    """The task of a file, or one whose goal is the words. `options` that are given replace what the file says.

    Raises BadTask, which says what is wrong, in which line and field, and what comes nearest.
    """
    path = _named(argument, options) or Path(argument)
    given = {name: value for name, value in options.items() if value not in (None, "", ())}
    lines: Mapping[str, int] = {}
    if path.suffix.lower() in _FILES or path.is_file():
        document, lines = _read(path)
        where = str(path)
        for name in _NEIGHBOURS:
            said = document.get(name)
            if isinstance(said, str) and said and name not in given and (path.parent / said).exists():
                document[name] = str(path.parent / said)
    else:
        document, where = {"goal": argument}, "The task"
    for name in _NEIGHBOURS:  # so that the run goes on from wherever it is gone on with
        for said in (given, document):
            if isinstance(said.get(name), str) and said[name] and Path(said[name]).exists():
                said[name] = str(Path(said[name]).absolute())
    try:
        return Task.model_validate(printable({**document, **given}))
    except ValidationError as problem:
        wrong = problem.errors(include_url=False)
    problems = list(dict.fromkeys(_said(each, lines) for each in wrong))
    more = f"; and {len(problems) - _MOST_SAID} more" if len(problems) > _MOST_SAID else ""
    raise BadTask(where, "; ".join(problems[:_MOST_SAID]) + more)


def _named(argument: str, options: Mapping[str, Any]) -> Path | None:
    """The task file of the example that is called so, if it is. Raises BadTask for the name of one that has none.

    With a screen of its own (`--on`) a single word is a goal.
    """
    if (found := worked.task(argument)) is not None and (found.name != worked.TASK or not options.get("surface")):
        return found
    if argument in worked.names() and not options.get("surface"):
        raise BadTask(repr(argument), f"it is an example without a task; say what is to be done: lumos run GOAL --on {argument}")
    return None


def _read(path: Path) -> tuple[dict[str, Any], Mapping[str, int]]:
    """The document, and in which line each of its fields begins."""
    try:
        content = path.read_bytes()
        document, node = yaml.safe_load(content), yaml.compose(content, yaml.SafeLoader)
    except OSError as error:
        raise BadTask(str(path), f"it cannot be read ({error.strerror})") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadTask(str(path), f"it is neither JSON nor YAML ({' '.join(str(error).split())[:200]})") from None
    if not isinstance(document, dict) or not isinstance(node, yaml.MappingNode):
        raise BadTask(str(path), "it is no object; wanted is one with a goal")
    return document, {str(key.value): key.start_mark.line + 1 for key, _ in node.value}


def _said(error: ErrorDetails, lines: Mapping[str, int]) -> str:
    path = error["loc"]
    line = lines.get(str(path[0])) if path else None
    field = ".".join(map(str, path)) or "the whole"
    if error["type"] == "extra_forbidden":
        problem = f"there is no such field{_near(str(path[-1]), _fields(path[:-1]))}"
    elif error["type"] == "union_tag_invalid":
        problem = f"there is no check of type {error['ctx']['tag']!r}{_near(error['ctx']['tag'], tuple(map(str, _CHECKS)))}"
    elif error["type"] == "union_tag_not_found":
        problem = f"its type is missing; give one of {', '.join(map(str, _CHECKS))}"
    else:
        problem = _PLAINLY.get(error["type"], error["msg"].removeprefix("Value error, ").replace("Input should be", "it must be"))
    return f"{f'line {line}, ' if line else ''}{field}: {problem}"


def _fields(path: tuple[str | int, ...]) -> Sequence[str]:
    """The fields of what lies at that place of a task."""
    if path[:1] != ("requirements",):
        return _FIELDS.get(path, ())
    return tuple(Requirement.model_fields) if len(path) == 2 else _CHECKS.get(path[-1], ())


def _near(word: str, choices: Sequence[str]) -> str:
    nearest = get_close_matches(word.lower().replace(" ", "_").replace("-", "_"), choices, 1, 0.5)
    return f"; nearest: {nearest[0]}" if nearest else f"; give one of {', '.join(choices)}" if choices else ""

"""Code that is handed in (judges, auditors, planners, approvers, adapters, clocks) is called through here, so that whatever breaks
in it has a name and an end. What says that the whole process is to end passes: interrupts, exits, and that no memory is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

import msgspec
from pydantic import BaseModel, ValidationError

from lumos_layer.errors import PluginFailed

Given = TypeVar("Given")
_SHOWN = 300  # characters of an error


@contextmanager
def guarded(failure: Callable[[Exception], Exception], *passing: type[Exception]) -> Iterator[None]:
    """Inside, whatever a stranger raises becomes what `failure` makes of it; of `passing` it stays what it is."""
    try:
        yield
    except Exception as problem:
        if isinstance(problem, (MemoryError, *passing)):
            raise
        raise failure(problem) from problem


def asked(port: str, call: Callable[[], object], kind: type[Given], *passing: type[Exception]) -> Given:
    """What a stranger answers, whole and of the kind that its port has. Raises PluginFailed, and `passing` as they come."""
    with guarded(lambda problem: PluginFailed(port, f"broke down: {told(problem)}"), *passing):
        given = call()
    return whole(port, given, kind)


def whole(port: str, given: object, kind: type[Given]) -> Given:
    """The answer, if it is of that kind and so is all that it holds. Raises PluginFailed."""
    if not isinstance(given, kind):
        raise PluginFailed(port, f"gave no {kind.__name__} but a {type(given).__name__}")
    if not issubclass(kind, BaseModel | msgspec.Struct) and not is_dataclass(kind):
        return given
    with guarded(lambda problem: PluginFailed(port, f"gave a {kind.__name__} that is none: {_wrong(problem)}")):
        return cast(Given, _read(given, kind))


def told(problem: BaseException) -> str:
    """An error in words: its kind, and what it says."""
    kind, said = type(problem).__name__, words_of(problem)
    return f"{kind}: {said}"[:_SHOWN] if said else kind


def words_of(problem: object) -> str:
    """What it says in one line; nothing where it cannot even say that."""
    try:
        return " ".join(str(problem).split())
    except Exception:  # noqa: BLE001 - an error of a stranger may not be able to say what it is
        return ""


def _read(given: Any, kind: Any) -> object:
    if issubclass(kind, BaseModel):
        return kind.model_validate(given.model_dump(warnings=False))
    names = kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else [each.name for each in fields(kind)]
    return msgspec.convert({name: getattr(given, name) for name in names}, kind)


def _wrong(problem: Exception) -> str:
    """What is wrong with an answer, without what it holds."""
    if isinstance(problem, ValidationError):
        first = problem.errors(include_url=False, include_context=False, include_input=False)[0]
        return f"{first['msg']} at {'.'.join(map(str, first['loc'])) or 'its top'}"
    return told(problem)

"""Whose failure a run that failed is (L71), and whose part in it (S45), told from what the run has written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from lumos_layer.evaluation.suites.rows import Cause

_LAST = 3  # acts before the end that count
_GONE = frozenset(("stale", "covered", "not_visible", "minimised"))  # reasons of a screen other than it was
_UNSAID = frozenset(("unknown", "no_effect"))  # nobody saw, or was not told, what came of it
_GIVING_UP = frozenset(("clarify", "propose_options", "handoff", "finish"))
_ROLES: Mapping[Cause, str] = MappingProxyType(
    {"": "", "metadata": "environment", "stale": "environment", "feedback": "verifier", "planner": "planner", "error": "unclear"}
)


class Failure(Struct, frozen=True):
    cause: Cause = ""
    role: str = ""


def attributed(
    events: Sequence[Mapping[str, Any]], *, false_completion: bool, claimed: bool | None, blind: bool, error: str
) -> Failure:
    """The failure of a run with these events. `blind`: its last look had elements that were not shown or that nothing names."""
    cause = _cause(events, false_completion, claimed, blind, error)
    told = [event["diagnosis"].get("role", "") for event in events if event["kind"] == "diagnosed"]
    if false_completion:
        return Failure(cause, "verifier" if claimed else _ROLES[cause])
    return Failure(cause, told[-1] if told and told[-1] else _ROLES[cause])


def _cause(events: Sequence[Mapping[str, Any]], false_completion: bool, claimed: bool | None, blind: bool, error: str) -> Cause:
    if error:
        return "error"
    outcomes = [event["outcome"] for event in events if event["kind"] == "outcome"][-_LAST:]
    if false_completion:  # it was told that all is well, by its acts or by its verifier
        return "feedback" if claimed or any(each.get("outcome") in _UNSAID for each in outcomes) else "planner"
    if any(each.get("outcome") == "rejected" and each.get("reason") in _GONE for each in outcomes):
        return "stale"
    if any(each.get("outcome") in _UNSAID for each in outcomes):
        return "feedback"
    return "metadata" if blind and _gave_up(events) else "planner"


def _gave_up(events: Sequence[Mapping[str, Any]]) -> bool:
    """It found nothing to do: its last act asks, or ends the run without success."""
    acts = [event["plan"].get("action") for event in events if event["kind"] == "planned"]
    last = acts[-1] if acts and isinstance(acts[-1], dict) else {}
    return last.get("type") in _GIVING_UP and not last.get("success")

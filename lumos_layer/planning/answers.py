"""What a model is asked for, and what it answered: one action with its reasons, or what stands against it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from types import MappingProxyType
from typing import Any, get_args

from lumos_layer.actions import ACTIONS
from lumos_layer.actions.coercion import coerce, decoded
from lumos_layer.actions.fields import Json, closed
from lumos_layer.actions.grounded import grounded_schema
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.repair import Repair, Unreadable
from lumos_layer.actions.violation import Violation
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.port import Request
from lumos_layer.safety.decision import Risk

NAME = "next_action"
_DESCRIPTION = "The one next action on the screen as it is now, with its reason."
_RISKS: tuple[Risk, ...] = get_args(Risk)
_BESIDE: Mapping[str, Json] = MappingProxyType(
    {
        "reason": {"type": "string"},
        "expected_effect": {"type": "string"},
        "risk": {"type": "string", "enum": list(_RISKS)},
        "confidence": {"type": "number"},
    }
)
_UNSAID = 0.5  # how sure a model is that does not say it
_WORDS = 2_000  # characters of a reason that are kept
_LAYERS = 4  # of wrapping around an action
_FIELDS = frozenset(name for kind in ACTIONS for name in kind.model_fields)
# Whoever carries an action out brings its element into view, or says that it cannot.
_REACHED = frozenset(("not_visible", "covered"))


@dataclass(frozen=True)
class Answer:
    """An action that the screen allows, with what was said beside it."""

    action: Json
    reason: str = ""
    expected_effect: str = ""
    risk: Risk = "medium"
    confidence: float = _UNSAID
    repairs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wrong:
    """No action that can be taken: `problems` tell the model, `kinds` say it without a word of the screen or the model."""

    problems: tuple[str, ...]
    kinds: tuple[str, ...] = field(default=("invalid",))


def answer_schema(request: Request, blueprint: Blueprint) -> Json:
    """The grounded schema of the screen, with reason, expected effect, risk and confidence before the action."""
    grounded = grounded_schema(blueprint, request.observation, request.verbs, request.secrets)
    schema = closed({**_BESIDE, "action": grounded["properties"]["action"]})
    return {"title": NAME, "description": _DESCRIPTION, **schema, "$defs": grounded["$defs"]}


def read_answer(documents: Sequence[Any], request: Request, *, strict: bool = False) -> Answer | Wrong:
    """The action in what a model said: texts, or JSON that is decoded already; each is one answer, and there has to be one."""
    if len(documents) != 1:
        count = f"{len(documents)} actions" if documents else "no action"
        return Wrong((f"Give exactly one action; this is {count}.",), ("several" if documents else "none",))
    repairs: list[Repair] = []
    try:
        document = decoded(documents[0], repairs) if isinstance(documents[0], str) else documents[0]
    except Unreadable as problem:
        return Wrong((str(problem),), ("unreadable",))
    said: dict[str, Any] = {}
    document = _taken_apart(document, said)
    coerced = coerce(document, strict=strict, letter=request.observation.letter, made=repairs)
    if isinstance(coerced, Rejected):
        return _against(coerced)
    wrong = _grounded(coerced.document, request.observation, request.verbs) or _said_wrongly(said)
    return wrong or _answer(coerced.document, said, tuple(repair.kind for repair in coerced.repairs))


def _taken_apart(document: Any, said: dict[str, Any]) -> Any:
    """The document without what is said beside its action, which goes into `said`, however it is wrapped."""
    inner = document
    for _ in range(_LAYERS):
        if not isinstance(inner, dict):
            return document
        if isinstance(inner.get("action"), dict):
            said.update({name: inner[name] for name in _BESIDE if inner.get(name) is not None})
            return {"action": inner["action"], **{n: value for n, value in inner.items() if n not in (*_BESIDE, "action")}}
        said.update({name: inner[name] for name in ("risk", "confidence") if inner.get(name) is not None})
        parts = [value for value in inner.values() if isinstance(value, dict)]
        inner = parts[0] if len(parts) == 1 else None
    return document


def _grounded(document: Any, observation: Observation, verbs: Collection[str] | None) -> Wrong | None:
    """What stands against the action on this screen."""
    grounded = validate(document, observation)
    if isinstance(grounded, GroundedAction):
        verb = grounded.action.verb()
        if verbs is None or verb in verbs:
            return None
        return Wrong((f"{verb} cannot be done here; what can be: {', '.join(sorted(verbs))}.",), ("unsupported",))
    return None if all(each.reason in _REACHED for each in grounded.violations) else _against(grounded)


def _against(rejected: Rejected) -> Wrong:
    words = [each.message for each in rejected.violations]
    nearest = [f"Nearest: {', '.join(rejected.nearest)}."] if rejected.nearest else []
    kinds = dict.fromkeys(map(_kind, rejected.violations))
    return Wrong((*words, *nearest, rejected.advice), tuple(kinds))


def _kind(violation: Violation) -> str:
    """Its reason, with the field at fault if that is one that there is, and not a word of the model."""
    at = violation.field.partition(".")[0]
    return f"{violation.reason} ({at})" if at in _FIELDS else violation.reason


def _said_wrongly(said: Mapping[str, Any]) -> Wrong | None:
    problems = []
    sure = said.get("confidence", _UNSAID)
    if isinstance(sure, bool) or not isinstance(sure, int | float) or not isfinite(sure) or not 0 <= sure <= 1:
        problems.append("`confidence` has to be a number from 0 to 1.")
    if said.get("risk", "medium") not in _RISKS:
        problems.append(f"`risk` has to be one of {', '.join(_RISKS)}.")
    return Wrong(tuple(problems)) if problems else None


def _answer(document: Any, said: Mapping[str, Any], repairs: tuple[str, ...]) -> Answer:
    action = document["action"] if isinstance(document.get("action"), dict) and "type" not in document else document
    words = {name: str(said.get(name, ""))[:_WORDS] for name in ("reason", "expected_effect")}
    return Answer(
        action, **words, risk=said.get("risk", "medium"), confidence=float(said.get("confidence", _UNSAID)), repairs=repairs
    )

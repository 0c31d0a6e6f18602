"""What a model is asked for, and what it answered: one action with its reasons, or what stands against it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, get_args

from lumos_layer.actions import ACTIONS, BaseAction
from lumos_layer.actions.coercion import coerce, decoded
from lumos_layer.actions.fields import Json, Secret, closed
from lumos_layer.actions.finish import Finish
from lumos_layer.actions.grounded import grounded_schema
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected, rejected
from lumos_layer.actions.reading import read_action
from lumos_layer.actions.repair import Repair, Unreadable
from lumos_layer.actions.violation import Violation
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.calling import call_in, call_schemas
from lumos_layer.planning.port import Request
from lumos_layer.planning.prompt import verbs_of
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
_NO_FIELDS = ("risk", "confidence")  # of any action, so that they are said beside one wherever they stand
_UNSAID = 0.5  # how sure a model is that does not say it
_NUMBER = re.compile(r"[01](\.[0-9]{1,15})?|\.[0-9]{1,15}")
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
    grounded = grounded_schema(blueprint, request.observation, verbs_of(request), request.secrets)
    action = grounded["properties"]["action"]
    if request.procedures:
        action = {"anyOf": [*action["anyOf"], *call_schemas(request.procedures)]}
    schema = closed({**_BESIDE, "action": action})
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
    _mend(said, repairs)
    if (call := call_in(document, request.procedures)) is not None:
        return Wrong((call,), ("invalid",)) if isinstance(call, str) else _said_wrongly(said) or _answer(call, said, ())
    coerced = coerce(document, strict=strict, letter=request.observation.letter, made=repairs)
    if isinstance(coerced, Rejected):
        return _against(coerced)
    wrong = _refused(coerced.document, request) or _said_wrongly(said)
    return wrong or _answer(coerced.document, said, tuple(repair.kind for repair in coerced.repairs))


def _taken_apart(document: Any, said: dict[str, Any], layers: int = _LAYERS) -> Any:
    """The document without what is said beside its action, which goes into `said`, however it is wrapped."""
    if not isinstance(document, dict) or layers == 0:
        return document
    own = _BESIDE if isinstance(document.get("action"), dict) else _NO_FIELDS
    said.update({name: document[name] for name in own if document.get(name) is not None})
    rest = {name: value for name, value in document.items() if name not in own}
    inner = [name for name, value in rest.items() if isinstance(value, dict)]
    if len(inner) == 1 and inner != ["action"]:
        rest[inner[0]] = _taken_apart(rest[inner[0]], said, layers - 1)
    return rest


def _mend(said: dict[str, Any], repairs: list[Repair]) -> None:
    """What is plainly meant, beside an action as in one."""
    sure, risk = said.get("confidence"), said.get("risk")
    if isinstance(sure, str) and _NUMBER.fullmatch(sure.strip()):
        said["confidence"] = float(sure)
        repairs.append(Repair("number_as_text", "confidence"))
    if isinstance(risk, str) and risk not in _RISKS and risk.strip().lower() in _RISKS:
        said["risk"] = risk.strip().lower()
        repairs.append(Repair("letter_case", "risk"))


def _refused(document: Any, request: Request) -> Wrong | None:
    """What stands against the action on this screen."""
    read = read_action(document)
    if isinstance(read, Rejected):
        return _against(read)
    return _unknown(read[0], request) or _ungrounded(document, request.observation)


def _unknown(action: BaseAction, request: Request) -> Wrong | None:
    """What stands against it whatever the screen is: verbs and secrets that there are not here."""
    verbs, text = verbs_of(request), getattr(action, "text", None)
    if verbs is not None and action.verb() not in verbs:
        return Wrong((f"{action.verb()} cannot be done here; what can be: {', '.join(verbs)}.",), ("unsupported",))
    if isinstance(text, Secret) and request.secrets is not None and text.secret not in request.secrets:
        return Wrong((f"There is no secret of that name; there are: {', '.join(request.secrets) or 'none'}.",), ("invalid (text)",))
    return None


def _ungrounded(document: Any, observation: Observation) -> Wrong | None:
    grounded = validate(document, observation)
    if isinstance(grounded, GroundedAction):
        return None
    lasting = [each for each in grounded.violations if each.reason not in _REACHED]
    return _against(rejected(lasting, grounded.nearest)) if lasting else None


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
    if isinstance(sure, bool) or not isinstance(sure, int | float) or not 0 <= sure <= 1:
        problems.append("`confidence` has to be a number from 0 to 1.")
    if said.get("risk", "medium") not in _RISKS:
        problems.append(f"`risk` has to be one of {', '.join(_RISKS)}.")
    return Wrong(tuple(problems)) if problems else None


def _answer(document: Any, said: Mapping[str, Any], repairs: tuple[str, ...]) -> Answer:
    action = document["action"] if isinstance(document.get("action"), dict) and "type" not in document else document
    words = {name: str(said.get(name, ""))[:_WORDS] for name in ("reason", "expected_effect")}
    if action["type"] == Finish.verb():  # it says itself what shows that the goal is reached
        words["reason"] = str(action["reason"])[:_WORDS]
    return Answer(
        action, **words, risk=said.get("risk", "medium"), confidence=float(said.get("confidence", _UNSAID)), repairs=repairs
    )

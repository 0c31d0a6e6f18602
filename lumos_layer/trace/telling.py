"""Events in words, a line each, for people. What a screen says stands in quotes and is never markup."""

from __future__ import annotations

from typing import assert_never

import orjson
from pydantic import JsonValue

from lumos_layer.actions.outcomes import Aborted, Done, Failed, NeedsApproval, NoEffect, Outcome, Paused, Rejected, Unknown
from lumos_layer.perception.text import clean_line
from lumos_layer.planning.diagnosis import Diagnosis
from lumos_layer.safety.approval import Approve, Constrain, Deny, Edit, Reply
from lumos_layer.state.telling import because, told_of_state
from lumos_layer.trace import events as e

_LONGEST = 300


def told(event: e.Event) -> str:
    """The event in one line."""
    return _cut(clean_line(_told(event)))


def _told(event: e.Event) -> str:  # noqa: PLR0911, C901, PLR0912 - a line for each kind, to be read side by side
    match event:
        case e.RunStarted():
            return f"began: {event.task.goal}"
        case e.Resumed():
            return f"went on{because(event.why)}"
        case e.Observed():
            kind = event.look.get("kind") if isinstance(event.look, dict) else None
            return f"looked at {event.surface}: {event.observation}{' (whole)' if kind == 'whole' else ''}"
        case e.Recognized():
            unsure = f", unsure of {', '.join(event.unsure)}" if event.unsure else ""
            return f"recognised {_some(event.total, 'element')}, of which {len(event.elements)} matter{unsure}"
        case e.Planned():
            return f"planned {action_in_words(event.plan.action, event.element)}{because(event.plan.reason)}"
        case e.Repaired(repair=repair):
            return f"repaired {repair.type.replace('_', ' ')}: {_beside(repair.original, repair.repaired)}{because(repair.why)}"
        case e.Diagnosed(diagnosis=found):
            return f"diagnosed {diagnosis_in_words(found)}; {event.route.replace('_', ' ')}{because(event.why)}"
        case e.Reviewed():
            said = event.decision
            return f"policy: {said.verdict} by rule {said.rule}: {said.why}"
        case e.ApprovalAsked():
            return f"asked a person: {event.request.question}"
        case e.ApprovalAnswered():
            refused = f"; not taken: {event.refused}" if event.refused else ""
            return f"{event.approval.by} answered: {_answer(event)}{refused}"
        case e.Intent():
            return "about to be sent"
        case e.OutcomeKnown():
            return outcome_in_words(event.outcome)
        case e.Control():
            by = f" by {event.by}" if event.by else ""
            return f"surface {event.surface} {event.change.replace('_', ' ')}{by}{because(event.reason)}"
        case e.Recovery():
            return f"recovery {event.attempt}: {event.remedy}{because(event.why)}"
        case e.StateChanged():
            return told_of_state(event.event)
        case e.PhaseChanged():
            named = ", ".join(
                (*(f"{each.name} {each.value!r}" for each in event.values), *(f"no {name}" for name in event.missing))
            )
            return f"phase {event.phase} {event.change}{': ' + named if named else ''}{because(event.why)}"
        case e.Noted():
            return f"noted {event.about}: {event.said}"
        case e.Erred():
            return f"{event.where} broke down: {event.error}"
        case e.RunEnded():
            return f"ended: {event.status}{'. ' + event.summary if event.summary else ''}"
        case _:
            assert_never(event)


def action_in_words(action: JsonValue, element: str = "") -> str:
    """`set_text A3 textbox 'Name' {"text": "Ada"}`."""
    if not isinstance(action, dict):
        return orjson.dumps(action).decode()
    rest = {key: value for key, value in action.items() if key not in ("type", "ref")}
    said = [str(action.get("type", "")), str(action.get("ref", "")), element, orjson.dumps(rest).decode() if rest else ""]
    return " ".join(filter(None, said))


def _beside(original: JsonValue, instead: JsonValue) -> str:
    return f"{action_in_words(original)} became {action_in_words(instead)}"


def diagnosis_in_words(found: Diagnosis) -> str:
    """`environment, tactical, target blocked: "Save changes?"`."""
    kinds = (found.role, found.category, found.sub_kind, "too little to go by" if found.insufficient else "")
    said = ", ".join(kind.replace("_", " ") for kind in kinds if kind)
    return f"{said}: {'; '.join(map(repr, found.quotes))}" if found.quotes else said


def outcome_in_words(outcome: Outcome) -> str:
    """`done. It was so already.`"""
    return ". ".join(filter(None, (outcome.outcome.replace("_", " "), said_of(outcome).strip())))


def said_of(outcome: Outcome) -> str:
    """What there is to say of an outcome beside its kind."""
    match outcome:
        case Done():
            return f"{outcome.note} {outcome.mismatch}"
        case Rejected():
            return "; ".join(each.message for each in outcome.violations)
        case NeedsApproval():
            return outcome.question
        case Unknown() | Aborted():
            return outcome.why
        case Failed():
            return outcome.error
        case NoEffect() | Paused():
            return outcome.advice
        case _:
            assert_never(outcome)


def _answer(event: e.ApprovalAnswered) -> str:
    match event.approval.answer:
        case Approve():
            return "approve"
        case Deny(reason=reason):
            return f"deny{because(reason)}"
        case Edit(action=action):
            return f"do {action_in_words(action)} instead"
        case Constrain(constraints=more):
            return " ".join(filter(None, ("mind this:", more.scope, *more.notes, *more.forbidden_actions)))
        case Reply(text=text):
            return f"reply: {text}"


def _some(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _cut(words: str) -> str:
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"

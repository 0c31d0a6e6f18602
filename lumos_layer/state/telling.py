"""What happened to the agent's state in words, a line each, for people."""

from __future__ import annotations

from typing import assert_never

from lumos_layer.state import events as e
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.requirement import Requirement

_DONE = {"verify": "is met", "invalidate": "is not met any more", "keep": "stays as it is"}


def told_of_state(event: e.StateEvent) -> str:  # noqa: PLR0911 - a line for each kind, to be read side by side
    """The event in one line."""
    match event:
        case e.Began():
            return f"what is wanted: {_listed(event.requirements)}"
        case e.Replanned():
            return f"what is wanted now: {_listed(event.requirements)}{because(event.why)}"
        case e.Decided(decision=decision):
            others = [f"{each.requirement} is {each.after}" for each in event.changes if each.requirement != decision.requirement]
            also = f"; so {', '.join(others)}" if others else ""
            return f"{decision.requirement} {_DONE[decision.decision]}{because(decision.why or _seen(decision))}{also}"
        case e.Refused(decision=decision):
            return f"that {decision.requirement} {_DONE[decision.decision]} does not count: {event.why}"
        case e.PlanRefused():
            return f"requirements not taken over: {event.why}"
        case e.ClaimRefused():
            return f"not done yet: {', '.join(event.missing)}"
        case e.Restored():
            return f"went on from a checkpoint{because('; '.join(event.notes))}"
        case _:
            assert_never(event)


def _seen(decision: VerifierDecision) -> str:
    return decision.evidence.why if decision.evidence is not None else ""


def _listed(requirements: tuple[Requirement, ...]) -> str:
    return "; ".join(f"{each.id}: {each.description}" for each in requirements) or "nothing that could be checked"


def because(why: str) -> str:
    """The reason in brackets, behind what it is for; empty if there is none."""
    return f" ({why})" if why else ""

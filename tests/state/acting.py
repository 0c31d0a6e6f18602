"""Short words for decisions in tests of the agent's state."""

from __future__ import annotations

from typing import Any

from lumos_layer.state import AgentState, Evidence, Requirement, UsefulValue, VerifierDecision, apply
from lumos_layer.state.checks import ElementCheck


def wanted(id: str, *depends_on: str, check: Any = None) -> Requirement:
    return Requirement(id=id, description=f"{id} holds", depends_on=depends_on, check=check or ElementCheck(name=id))


def seen(requirement: str, step: int, verdict: bool = True, **more: Any) -> Evidence:
    said: dict[str, Any] = {
        "requirement": requirement, "kind": "element", "observation": f"o{step}", "quotes": (f"{requirement} at {step}",),
        "first_step": step, "last_step": step, "verdict": verdict,
    }  # fmt: skip
    return Evidence(**{**said, **more})


def judged(requirement: str, step: int, verdict: bool = True, **more: Any) -> Evidence:
    return seen(requirement, step, verdict, **{"kind": "judge", "method": "model", **more})


def verify(requirement: str, step: int, evidence: Evidence | None = None, **more: Any) -> VerifierDecision:
    evidence = evidence or seen(requirement, step)
    return VerifierDecision(
        requirement=requirement, decision="verify", step=step, evidence=evidence, method=evidence.method, **more
    )


def invalidate(requirement: str, step: int, evidence: Evidence | None = None, **more: Any) -> VerifierDecision:
    evidence = evidence or seen(requirement, step, False)
    return VerifierDecision(
        requirement=requirement, decision="invalidate", step=step, evidence=evidence, method=evidence.method, **more
    )


def after(state: AgentState, *decisions: VerifierDecision) -> AgentState:
    """The state after decisions that all count."""
    for decision in decisions:
        made = apply(state, decision)
        assert made.refused == "", made.refused
        state = made.state
    return state


def value(name: str, found: Any, source: str = "", **more: Any) -> UsefulValue:
    return UsefulValue(name=name, value=found, source=source, **more)

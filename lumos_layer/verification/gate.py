"""The gate that every claim of completion has to pass: all leaves verified, by evidence that still counts (S56, S57)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from lumos_layer.actions.finish import Finish
from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.requirement import Status


class Missing(Struct, frozen=True):
    """A requirement that stands against the claim: why, and the how manieth claim it stands against, this one counted."""

    requirement: str
    why: str
    times: int


class Gate(Struct, frozen=True):
    """Whether a claim is let pass, and if not what is missing."""

    passed: bool
    missing: tuple[Missing, ...] = ()

    @property
    def said(self) -> str:
        """What is missing, in words for a planner; empty if nothing is."""
        return " ".join(f"{each.requirement}: {each.why}." for each in self.missing)


def gate(state: AgentState, claim: Finish, decisions: Sequence[VerifierDecision] = ()) -> Gate:
    """Weigh a claim to be done; one to have failed claims nothing and passes.

    `decisions` are those that the verifier made last: they say best why something is not met.
    """
    if not claim.success:
        return Gate(True)
    whys = {each.requirement: each.why for each in decisions if each.decision != "verify" and each.why}
    statuses = state.statuses
    found = ((id, _against(state, statuses, id, whys)) for id in state.leaves)
    missing = [Missing(id, why, state.standing(id).refusals + 1) for id, why in found if why]
    return Gate(not missing, tuple(missing))


def _against(state: AgentState, statuses: Mapping[str, Status], leaf: str, whys: Mapping[str, str]) -> str:
    """What stands against a leaf; empty if nothing does."""
    status = statuses[leaf]
    if status == "verified":
        return "" if state.live_evidence(leaf) else "what showed it counts no longer; it has to be seen again"
    waiting = [other for other in state.depends_on(leaf) if statuses[other] != "verified"]
    if waiting:
        first = whys.get(waiting[0], "")
        return f"it builds on {', '.join(waiting)}, which is not verified" + (f" ({first})" if first else "")
    if leaf in whys:
        return whys[leaf]
    return "it was met and is not any more" if status == "invalidated" else "nobody has seen it to be met"

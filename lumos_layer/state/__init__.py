"""What is wanted, what is known and what is proven: the agent's state, which only the decisions of a verifier change.

transitions.py holds the one function that applies a decision, rules.py says which of them count, and consequences.py what comes of
them. Every change is an event (events.py), from which the state can be made again (rebuilding.py).
"""

from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.checkpoint import checkpoint, load_checkpoint
from lumos_layer.state.conflicts import conflicts
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.events import StateEvent
from lumos_layer.state.evidence import Evidence
from lumos_layer.state.plan_md import plan_md
from lumos_layer.state.rebuilding import rebuild, versions
from lumos_layer.state.requirement import Requirement, checked_plan
from lumos_layer.state.transitions import Transition, add_requirements, apply, begin, refuse_claim, replan
from lumos_layer.state.value import UsefulValue

__all__ = [
    "AgentState",
    "Evidence",
    "Requirement",
    "StateEvent",
    "Transition",
    "UsefulValue",
    "VerifierDecision",
    "add_requirements",
    "apply",
    "begin",
    "checked_plan",
    "checkpoint",
    "conflicts",
    "load_checkpoint",
    "plan_md",
    "rebuild",
    "refuse_claim",
    "replan",
    "versions",
]

"""What speaks against the claim that a goal is reached, as far as the last acts and the present look show (A33)."""

from __future__ import annotations

from lumos_layer.interaction.state import InteractionState
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.screen_state import is_loading

_OPEN = frozenset(("unknown", "paused", "aborted"))


def against_finishing(state: InteractionState, observation: Observation) -> str:
    """Why it is not believed; empty if nothing speaks against it."""
    acts = [record for record in state["action_trace"] if record.effect != "reads"]
    if acts and acts[-1].outcome in _OPEN:
        return f"Nobody saw what came of the last act ({acts[-1].element or acts[-1].outcome}): look at what shows it first."
    if is_loading(observation):
        return "The screen is still loading: wait until it shows what came of the last act."
    return ""

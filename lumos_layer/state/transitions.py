"""The one place where the agent's state changes: a verifier's decision in, a new state out, or why not."""

from __future__ import annotations

from msgspec import Struct

from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.events import StateEvent


class Transition(Struct, frozen=True):
    """The state after it, and the events that tell of it. `refused` says why nothing has changed; empty: it was applied."""

    state: AgentState
    events: tuple[StateEvent, ...] = ()
    refused: str = ""

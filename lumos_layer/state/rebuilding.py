"""The agent's state from its events (S39): every decision is weighed again by the same rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from lumos_layer.errors import BadOption, BadTask, DamagedState
from lumos_layer.state import events as e
from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.checkpoint import load_checkpoint
from lumos_layer.state.transitions import apply, begin, refuse_claim, replan


def rebuild(events: Iterable[e.StateEvent]) -> AgentState:
    """The state as it was after the last event. Raises DamagedState for events that do not follow from each other."""
    last = deque(versions(events), maxlen=1)
    if not last:
        raise DamagedState("there are no events")
    return last[0]


def versions(events: Iterable[e.StateEvent]) -> Iterator[AgentState]:
    """The state after each event in turn. Raises DamagedState as `rebuild` does."""
    state: AgentState | None = None
    for number, event in enumerate(events, 1):
        try:
            state = _after(state, event)
        except (BadTask, BadOption) as problem:
            raise DamagedState(f"event {number} ({event.kind}) cannot be: {problem}") from None
        if state.version != event.version:
            raise DamagedState(f"event {number} ({event.kind}) leads to version {state.version}, and says {event.version}")
        yield state


def _after(state: AgentState | None, event: e.StateEvent) -> AgentState:
    match event:
        case e.Began() if state is None:
            return begin(event.requirements, event.values).state
        case e.Restored():
            return load_checkpoint(event.document).state
    if state is None:
        raise DamagedState(f"the first event is {event.kind}, and nothing has begun")
    match event:
        case e.Decided():
            made = apply(state, event.decision)
            if made.refused:
                raise DamagedState(f"a decision about {event.decision.requirement} does not count ({made.refused})")
            return made.state
        case e.Replanned():
            made = replan(state, event.requirements, event.why)
            if made.refused:
                raise DamagedState(f"a plan cannot be taken over ({made.refused})")
            return made.state
        case e.ClaimRefused():
            return refuse_claim(state, event.missing, event.step).state
        case e.Began():
            raise DamagedState("it begins twice")
    return state

"""The turns of a run: what is worked at, since when, and what the last turn came to; in another process as its journal tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from lumos_layer.actions.documents import verb_in
from lumos_layer.interaction.values import ASKING, BY_OTHERS
from lumos_layer.perception.text import clean_line
from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.events import Decided, StateEvent
from lumos_layer.state.probing import ActSeen
from lumos_layer.state.rebuilding import versions
from lumos_layer.state.subgoal import Burst, Subgoal, TurnVerdict
from lumos_layer.trace.journal import Journal
from lumos_layer.verification.turns import turn_verdict

_WITHOUT_THE_SCREEN = ASKING | {"handoff"}
_ENDS: frozenset[TurnVerdict] = frozenset(("complete", "off_track", "stuck"))


class Turns:
    """`since`: acts that were done before the last boundary. `last`: of which requirement the last turn was, and its verdict."""

    def __init__(self, burst: Burst) -> None:
        self._burst = burst
        self.since = 0
        self.subgoal: Subgoal | None = None
        self.last: tuple[str, TurnVerdict] = ("", "continue")
        self.begun: Sequence[VerifierDecision] = ()  # those of a look whose process was ended before it had decided all

    def take_up(self, state: AgentState, requirement: str, aim: str, expected: str) -> str:
        """Take up a subgoal that a planner names; why it cannot be, or nothing. None named: the focus is meant."""
        focus = state.focus
        chosen = requirement or (focus.id if focus is not None else "")
        if not chosen:
            return ""
        if not state.allows(chosen):
            why = "it is verified" if chosen in state.verified else "it is not among what is wanted, or builds on what is open"
            return f"{clean_line(chosen)[:64]} is no work now: {why}."
        if self.subgoal is None or self.subgoal.requirement != chosen:
            self.subgoal = Subgoal(requirement=chosen, aim=aim, expected=expected)
        return ""

    def acted(self, seen: ActSeen) -> None:
        """Count an act."""
        if self.subgoal is not None:
            self.subgoal = self.subgoal.after(seen.effect and seen.outcome == "done")

    def looked(self, decisions: Sequence[VerifierDecision], acts: Sequence[ActSeen], boundary: bool) -> TurnVerdict:
        """What the turn comes to by these decisions; `acts` are all of the run, `boundary` ends it in any case."""
        subgoal, done = self.subgoal, acts[self.since :]
        decided, self.begun = (*self.begun, *decisions), ()
        verdict = "continue" if subgoal is None else turn_verdict(subgoal, decided, done, self._burst)
        self.last = ("" if subgoal is None else subgoal.requirement, verdict)
        if boundary or verdict in _ENDS:
            self.since, self.subgoal = len(acts), None
        return verdict


def decisions_in(events: Iterable[StateEvent]) -> Iterator[VerifierDecision]:
    """The decisions among the events."""
    return (event.decision for event in events if isinstance(event, Decided))


def recalled_turns(journal: Journal, events: Sequence[StateEvent], acts: Mapping[str, ActSeen], burst: Burst) -> Turns:
    """The turns as they stand after all that a journal tells of. `events` are those of the state, `acts` those of the run by id."""
    turns, so_far, decisions = Turns(burst), list[ActSeen](), list[VerifierDecision]()
    states: Iterator[AgentState | None] = versions(events)
    state: AgentState | None = None
    planned: dict[str, dict[str, Any]] = {}
    number, is_seen = 0, True
    for said in journal.raw("planned", "outcome", "state_changed", "recognized"):
        if said.startswith(b'{"kind":"state_changed"'):
            decisions += decisions_in(events[number : number + 1])
            state, number = next(states, state), number + 1
        elif said.startswith(b'{"kind":"recognized"'):
            if not is_seen:
                turns.looked(decisions, so_far, False)
            is_seen, decisions = True, []
        else:
            event = orjson.loads(said)
            id = event["action_id"]
            if event["kind"] == "planned":
                planned[id] = event["plan"]
            elif state is not None and (plan := planned.pop(id, None)) is not None:
                verb = verb_in(plan["action"])
                if verb == "finish":
                    turns.looked(decisions, so_far, True)
                elif plan.get("planner") not in BY_OTHERS and verb not in _WITHOUT_THE_SCREEN:
                    turns.take_up(state, plan.get("requirement", ""), plan.get("reason", ""), plan.get("expected_effect", ""))
                decisions = []
                if id in acts:
                    so_far.append(acts[id])
                    turns.acted(acts[id])
                    is_seen = False
    turns.begun = () if is_seen else decisions
    return turns

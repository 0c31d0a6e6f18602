"""The agent's state of one run in its journal: begun by the task, rebuilt in another process, written down on change (S39, S41)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import orjson
from pydantic import JsonValue

from lumos_layer.safety.secrets import SecretStore
from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.events import STATE_EVENT, Began, Decided, Replanned, StateEvent
from lumos_layer.state.plan_md import PlanPage
from lumos_layer.state.rebuilding import rebuild
from lumos_layer.state.requirement import Requirement
from lumos_layer.state.transitions import Transition, begin, replan
from lumos_layer.trace.cleaning import takes_nothing
from lumos_layer.trace.events import StateChanged
from lumos_layer.trace.folder import RunFolder


class KeptState:
    """The state, and the journal and plan file that tell of it.

    What a journal may not tell (words that are taken out of it) another process is given all the same: requirements as the task
    has them, slots as they are kept beside the run. Secrets stand by their names in all of it.
    """

    def __init__(self, wants: tuple[Requirement, ...], folder: RunFolder, secrets: SecretStore) -> None:
        self._folder, self._secrets = folder, secrets
        self._wanted = tuple(map(self._named, wants)) if len(secrets) else wants
        self._state: AgentState | None = None
        self._plan_is_due = False
        self._page = PlanPage()

    @property
    def state(self) -> AgentState:
        """What is wanted, known and proven by now. Raises DamagedRun and DamagedState."""
        if self._state is None:
            events = self.events()
            if events:
                self._state, self._plan_is_due = rebuild(events), True  # whoever was killed may not have come to write it
                if self._state.requirements != self._wanted and self._wanted:
                    self.take(replan(self._state, self._wanted, "as the task says it"), self._state.step)
            else:
                made = begin(self._wanted)
                self._state = made.state
                self.take(made, 0)
            self.write_plan()
        return self._state

    def events(self) -> list[StateEvent]:
        """What has happened to the state, in whichever process, as whole as another one is given it."""
        said = self._folder.journal.raw("state_changed")
        return [self._whole(STATE_EVENT.validate_python(orjson.loads(each)["event"])) for each in said]

    def _named(self, requirement: Requirement) -> Requirement:
        """The requirement with the names of secrets in their place, as looks, files and values have them."""
        document = requirement.model_dump(mode="json")
        named = self._secrets.without(document)
        return requirement if named is document else Requirement.model_validate(named)

    def _whole(self, event: StateEvent) -> StateEvent:
        """The event with what was wanted and seen as it was, where a journal that takes words out tells it without them."""
        if takes_nothing(self._folder.clean):
            return event
        match event:
            case Began() | Replanned() if self._as_told(event.requirements) == self._as_told(self._wanted):
                return event.model_copy(update={"requirements": self._wanted})
            case Decided(decision=decision) if decision.bindings or decision.values:
                return event.model_copy(update={"decision": self._with_slots(decision)})
        return event

    def _with_slots(self, decision: VerifierDecision) -> VerifierDecision:
        """The decision with the slots that no trace may tell."""
        known = {slot: text for slot, text in self._folder.whole_slots.items() if self._folder.clean(text) != text}
        bindings = {slot: self._untold(known, slot, text) for slot, text in decision.bindings.items()}
        values = tuple(
            each.model_copy(update={"value": self._untold(known, each.name, each.value)}) if isinstance(each.value, str) else each
            for each in decision.values
        )
        return decision.model_copy(update={"bindings": bindings, "values": values})

    def _untold(self, known: Mapping[str, str], slot: str, told: str) -> str:
        whole = known.get(slot)
        return whole if whole is not None and self._folder.clean(whole) == told else told

    def _as_told(self, requirements: Sequence[Requirement]) -> JsonValue:
        return self._folder.clean([each.model_dump(mode="json") for each in requirements])

    def take(self, transition: Transition, step: int) -> None:
        """The state after a transition, with its events written down."""
        changed = self._state is None or transition.state.version != self._state.version or transition.state.version <= 1
        self._plan_is_due = self._plan_is_due or changed
        self._state = transition.state
        if not transition.state.statuses:
            return
        for event in transition.events:
            if isinstance(event, Decided) and event.decision.bindings:
                self._folder.keep_slots(event.decision.bindings)
            self._folder.journal.append(StateChanged(event=event, version=event.version, step=step))

    def write_plan(self) -> None:
        """The plan for people, where it has changed."""
        if self._plan_is_due and self._state is not None and self._state.statuses:
            self._folder.write_text(self._folder.plan_file, self._page.text(self._state))
        self._plan_is_due = False

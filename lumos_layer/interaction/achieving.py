"""What a run has achieved, by evidence alone: its agent state, kept in the journal, and changed only by what a verifier decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from types import MappingProxyType

import orjson
from pydantic import JsonValue

from lumos_layer.actions.finish import Finish
from lumos_layer.actions.outcomes import Outcome
from lumos_layer.environments.port import Environment
from lumos_layer.environments.simulator import Simulator
from lumos_layer.interaction.recalling import ACTED, recalled
from lumos_layer.interaction.values import ActionRecord
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.text import clean_line
from lumos_layer.planning.requirements import derived
from lumos_layer.planning.task import Task
from lumos_layer.safety.confined import Confined
from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.checks import bound
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.events import STATE_EVENT, Began, Replanned, StateEvent
from lumos_layer.state.plan_md import plan_md
from lumos_layer.state.probing import ActSeen, Sources
from lumos_layer.state.rebuilding import rebuild
from lumos_layer.state.requirement import Requirement, Status
from lumos_layer.state.subgoal import Burst, Subgoal, TurnVerdict
from lumos_layer.state.transitions import Transition, apply, begin, refuse_claim, replan
from lumos_layer.surface.controlled import Controlled
from lumos_layer.trace.cleaning import takes_nothing
from lumos_layer.trace.events import StateChanged
from lumos_layer.trace.runs import RunFolder
from lumos_layer.verification.acts import act_seen
from lumos_layer.verification.auditor import Auditor, EvidenceAuditor, audited, case_of
from lumos_layer.verification.gate import Gate, gate
from lumos_layer.verification.infeasible import infeasible
from lumos_layer.verification.judge import Judge
from lumos_layer.verification.sources import LiveSources, SimulatorSources
from lumos_layer.verification.turns import turn_verdict
from lumos_layer.verification.verifier import Verifier

Seen = Callable[[], AbstractContextManager[None]]  # inside it, what was seen may be written down
MakeSources = Callable[[Environment, Observation, Sequence[ActSeen]], Sources]
_STANDS: Mapping[Status, str] = MappingProxyType(
    {"verified": "met", "pending": "open", "invalidated": "was met, and is not any more"}
)

_SAID = 800  # characters of what stands against a claim


@dataclass
class Proving:
    """How a run proves what it has achieved. `judge` is asked where a requirement has no other check, at the end of a turn.

    None for `auditor`: nobody looks at a claim a second time. `folders` may be looked into where the surface is a live one.
    """

    judge: Judge | None = None
    folders: Sequence[str] = ()
    auditor: Auditor | None = field(default_factory=EvidenceAuditor)
    sources: MakeSources | None = None  # left out: of a simulator all that its machine holds, of others screen and folders
    burst: Burst = field(default_factory=Burst)

    def sources_of(self, environment: Environment, observation: Observation, acts: Sequence[ActSeen]) -> Sources:
        """What can be looked at on this look, after these acts."""
        if self.sources is not None:
            return self.sources(environment, observation, acts)
        inner = environment
        while isinstance(inner, Controlled | Confined):
            inner = inner.environment
        if isinstance(inner, Simulator):
            return SimulatorSources(inner, observation, acts)
        return LiveSources(observation, self.folders, acts)


class Achievements:
    """The agent's state of one run, in whichever process: begun by the task, rebuilt from the journal, written down on change."""

    def __init__(
        self, task: Task, wants: tuple[Requirement, ...], folder: RunFolder, environment: Environment, proving: Proving
    ) -> None:
        self._folder, self._environment, self._proving = folder, environment, proving
        self._wanted = wants
        self._given = bool(task.requirements)
        self._goal = task.goal
        self._state: AgentState | None = None
        self._acts: list[ActSeen] | None = None
        self._since = 0  # acts that were done before the last boundary
        self._kept: dict[str, str] = {}  # by requirement: why it was left as it is
        self._last: tuple[VerifierDecision, ...] = ()
        self._plan_is_due = False
        self.subgoal: Subgoal | None = None
        self._turn: tuple[str, TurnVerdict] = ("", "continue")  # the last turn: for which requirement, and what it came to

    @property
    def state(self) -> AgentState:
        """What is wanted, known and proven by now. Raises DamagedRun and DamagedState."""
        if self._state is None:
            said = self._folder.journal.raw("state_changed")
            events = [self._whole(STATE_EVENT.validate_python(orjson.loads(each)["event"])) for each in said]
            if events:
                self._state, self._plan_is_due = rebuild(events), True  # whoever was killed may not have come to write it
                if self._state.requirements != self._wanted and self._wanted:
                    self._take(replan(self._state, self._wanted, "as the task says it"), self._state.step)
            else:
                made = begin(self._wanted)
                self._state = made.state
                self._take(made, 0)
            self._write_plan()
        return self._state

    def _whole(self, event: StateEvent) -> StateEvent:
        """The event with what was wanted as it was given, where a journal that takes words out tells it without them."""
        if not isinstance(event, Began | Replanned) or takes_nothing(self._folder.clean):
            return event
        if self._as_told(event.requirements) != self._as_told(self._wanted):
            return event
        return event.model_copy(update={"requirements": self._wanted})

    def _as_told(self, requirements: Sequence[Requirement]) -> JsonValue:
        return self._folder.clean([each.model_dump(mode="json") for each in requirements])

    def begin(self) -> None:
        """Write down what is wanted, unless that has been done."""
        _ = self.state

    def acted(
        self,
        trace: Sequence[ActionRecord],
        record: ActionRecord,
        outcome: Outcome,
        before: Observation | None,
        after: Observation | None = None,
    ) -> None:
        """Take note of an act, chosen by the look `before`, and of what came of it, as the look `after` shows it; `trace` are
        those before it."""
        acts = self.acts(trace)
        if record.came not in ACTED:
            return
        seen = act_seen(record.action, outcome, record.step, before, after)
        acts.append(seen)
        if self.subgoal is not None:
            self.subgoal = self.subgoal.after(seen.effect and seen.outcome == "done")

    def acts(self, trace: Sequence[ActionRecord]) -> list[ActSeen]:
        """The acts of the run; `trace` are those of former processes, of which this one has seen no look."""
        if self._acts is None:
            self._acts = recalled(trace, self._folder.journal)
            self._since = len(self._acts)
        return self._acts

    def _sources(self, observation: Observation) -> Sources:
        """What can be looked at on this look, after all acts of the run."""
        return self._proving.sources_of(self._environment, observation, self.acts([]))

    def look(self, observation: Observation, step: int, boundary: bool = False, seen: Seen = nullcontext) -> TurnVerdict:
        """Decide what is met by now, after an act; `boundary`: at the end of a turn, when a judge is asked as well.

        What is decided is written down inside `seen`: whoever may not write now is told by what that raises, and nothing changes.
        """
        if not self.state.statuses:
            return "continue"
        acts = self.acts([])
        done = acts[self._since :]
        judge = self._proving.judge if boundary else None
        decisions = Verifier(judge).decide(self.state, self._sources(observation), step, (done[0].step if done else step, step))
        with seen():
            for decision in decisions:
                if decision.decision != "keep" or self._kept.get(decision.requirement) != decision.why:
                    self._take(apply(self.state, decision), step)
                self._kept[decision.requirement] = decision.why if decision.decision == "keep" else ""
            self._write_plan()
        self._last = decisions
        verdict = "continue" if self.subgoal is None else turn_verdict(self.subgoal, decisions, done, self._proving.burst)
        self._turn = ("" if self.subgoal is None else self.subgoal.requirement, verdict)
        if boundary or verdict in ("complete", "off_track", "stuck"):
            self._since, self.subgoal = len(acts), None
        return verdict

    def against(self, claim: Finish, observation: Observation, step: int, seen: Seen = nullcontext) -> Gate:
        """What stands against a claim to be done: leaves that are not verified.

        Of what was only read out of a goal or steps, for nobody said what must hold, those that are seen not to hold; and all of
        it where nothing of it has ever been shown to hold, for then nothing says that the goal was read as it was meant.
        """
        self.look(observation, step, boundary=True, seen=seen)
        found = gate(self.state, claim, self._last)
        if not self._given and self.state.verified:
            missing = tuple(each for each in found.missing if self._is_belied(each.requirement, observation))
            found = Gate(not missing, missing)
        if not found.passed:
            with seen():
                self._take(refuse_claim(self.state, [each.requirement for each in found.missing], step), step)
                self._write_plan()
        return found

    @property
    def is_held_to_something(self) -> bool:
        """True if there is anything that has to hold in the end."""
        return bool(self.state.statuses)

    def _is_belied(self, leaf: str, observation: Observation) -> bool:
        """True if something shows that it does not hold, and not only nothing that it does."""
        requirement = self.state.requirement(leaf)
        if requirement is None or requirement.check is None:
            return False
        finding = Verifier().examined(requirement, bound(requirement.check, self.state.bindings), self._sources(observation))
        if finding.verdict is False:
            return finding.seen
        return finding.verdict is None and finding.kind == "act" and finding.overrules

    def refuted(self, observation: Observation) -> str:
        """What an independent auditor has against the claim that all is done; one that could not run has nothing."""
        auditor = self._proving.auditor
        if auditor is None or not self._given:
            return ""
        found = audited(auditor, case_of(self._goal, self.state, self._sources(observation)))
        return found.why[:_SAID] if found.refutes else ""

    def take_up(self, requirement: str, aim: str, expected: str) -> str:
        """Take up a subgoal that a planner names; why it cannot be, or nothing. None named: the focus is meant."""
        if not self.state.statuses:
            return ""
        focus = self.state.focus
        chosen = requirement or (focus.id if focus is not None else "")
        if not chosen:
            return ""
        if not self.state.allows(chosen):
            why = "it is verified" if chosen in self.state.verified else "it is not among what is wanted, or builds on what is open"
            return f"{clean_line(chosen)[:64]} is no work now: {why}."
        if self.subgoal is None or self.subgoal.requirement != chosen:
            self.subgoal = Subgoal(requirement=chosen, aim=aim, expected=expected)
        return ""

    def told(self) -> tuple[str, ...]:
        """The state for a planner, which reads this and not the history (S21): what is wanted, how it stands, what is next."""
        state = self.state
        statuses, focus = state.statuses, state.focus
        lines = [f"{each.id}: {each.description}: {_STANDS[statuses[each.id]]}" for each in state.requirements]
        return (*lines, f"Next: {focus.id}{f' ({focus.hint})' if focus.hint else ''}") if focus is not None else tuple(lines)

    def turned(self) -> str:
        """What a planner has to hear of the last turn; empty if it goes on as it should (S25, S38)."""
        requirement, verdict = self._turn
        if not self._given or not requirement:
            return ""
        return {
            "stuck": f"What was tried for {requirement} has led nowhere: take another way, or another requirement.",
            "off_track": "What was met before is not any more: see what must hold in the end.",
            "no_effect": f"Nothing that was done for {requirement} since has changed anything.",
        }.get(verdict, "")

    def impossible(self, observation: Observation, replans: int) -> Iterator[str]:
        """Of what is open and was asked for, what cannot be had: the screen says so, and other plans were tried before (S60)."""
        for leaf in self.state.open_leaves if self._given else ():
            requirement = self.state.requirement(leaf)
            if requirement is not None:
                found = infeasible(requirement, self._sources(observation), replans)
                if found.declared:
                    yield f"{leaf} cannot be had: the screen says {', '.join(map(repr, found.quotes))}."

    def values(self) -> tuple[tuple[str, str], ...]:
        """What has become known on the way and still holds (S12, S13)."""
        return tuple((each.name, str(each.value)) for each in self.state.served_values())

    def _take(self, transition: Transition, step: int) -> None:
        """The state after a transition, with its events written down."""
        changed = self._state is None or transition.state.version != self._state.version or transition.state.version <= 1
        self._plan_is_due = self._plan_is_due or changed
        self._state = transition.state
        if not transition.state.statuses:
            return
        for event in transition.events:
            self._folder.journal.append(StateChanged(event=event, version=event.version, step=step))

    def _write_plan(self) -> None:
        """The plan for people, where it has changed."""
        if self._plan_is_due and self._state is not None and self._state.statuses:
            self._folder.write_text(self._folder.plan_file, plan_md(self._state))
        self._plan_is_due = False


def wanted(task: Task, planner: str, judged: bool) -> tuple[Requirement, ...]:
    """What must hold in the end: as the task says it, else what its steps or its goal come to, as far as that can be looked at.

    Words are read for planners that go by them as rules do, and where there is a judge for what rules do not understand.
    """
    if task.requirements:
        return task.requirements
    if planner != "rules" and not judged:
        return ()
    found = derived(task.goal, task.steps)
    return found if judged or all(each.check is not None for each in found) else ()

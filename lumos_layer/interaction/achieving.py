"""What a run has achieved, by evidence alone: its agent state, kept in the journal, and changed only by what a verifier decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType

from lumos_layer.actions.finish import Finish
from lumos_layer.actions.outcomes import Outcome
from lumos_layer.environments.port import Environment
from lumos_layer.environments.simulator import Simulator
from lumos_layer.errors import PluginFailed
from lumos_layer.interaction.kept_state import KeptState
from lumos_layer.interaction.recalling import ACTED, recalled_acts, recalled_looks
from lumos_layer.interaction.turning import Turns, decisions_in, recalled_turns
from lumos_layer.interaction.values import ActionRecord
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.requirements import derived
from lumos_layer.planning.task import Task
from lumos_layer.plugins import asked
from lumos_layer.safety.confined import Confined
from lumos_layer.safety.secrets import SecretStore
from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.checks import bound, slots_of
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.probing import ActSeen, Sources
from lumos_layer.state.requirement import Requirement, Status
from lumos_layer.state.subgoal import Burst, TurnVerdict
from lumos_layer.state.transitions import apply, refuse_claim
from lumos_layer.surface.controlled import Controlled
from lumos_layer.trace.folder import RunFolder
from lumos_layer.verification.acts import act_seen
from lumos_layer.verification.auditor import Auditor, EvidenceAuditor, audited, case_of, proven_in
from lumos_layer.verification.earlier import Memory, Remembered
from lumos_layer.verification.finding import Finding
from lumos_layer.verification.gate import Gate, gate
from lumos_layer.verification.infeasible import infeasible
from lumos_layer.verification.judge import Judge
from lumos_layer.verification.overlooked import is_left_to_words, overlooked
from lumos_layer.verification.sources import LiveSources, NamedSources, SimulatorSources
from lumos_layer.verification.verifier import Verifier

Seen = Callable[[], AbstractContextManager[None]]  # inside it, what was seen may be written down
MakeSources = Callable[[Environment, Observation, Sequence[ActSeen]], Sources]
_STANDS: Mapping[Status, str] = MappingProxyType(
    {"verified": "met", "pending": "open", "invalidated": "was met, and is not any more"}
)

_SAID = 800  # characters of what stands against a claim
_TOLD = 60  # requirements that a planner is told of at most


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
        """What can be looked at on this look, after these acts: the screen alone, where what says so breaks down."""
        if (make := self.sources) is not None:
            try:
                return asked("sources", lambda: make(environment, observation, acts), Sources)  # type: ignore[type-abstract]
            except PluginFailed:
                return LiveSources(observation, (), acts)
        inner = environment
        while isinstance(inner, Controlled | Confined):
            inner = inner.environment
        if isinstance(inner, Simulator):
            return SimulatorSources(inner, observation, acts)
        return LiveSources(observation, self.folders, acts)


class Achievements:
    """The agent's state of one run, in whichever process: begun by the task, rebuilt from the journal, written down on change."""

    def __init__(
        self,
        task: Task,
        wants: tuple[Requirement, ...],
        folder: RunFolder,
        environment: Environment,
        proving: Proving,
        secrets: SecretStore | None = None,
    ) -> None:
        self._folder, self._environment, self._proving = folder, environment, proving
        self._secrets = secrets if secrets is not None else SecretStore()
        self._kept_state = KeptState(wants, folder, self._secrets)
        self._given = bool(task.requirements)
        self._goal = task.goal
        self._acts: dict[str, ActSeen] | None = None  # by their ids; None: not recalled yet
        self._turns = Turns(proving.burst)
        self._kept: dict[str, str] = {}  # by requirement: why it was left as it is
        self._last: tuple[VerifierDecision, ...] = ()
        self._memory = Memory(lambda: recalled_looks(folder.journal))
        self.is_behind = False  # something was done, by the run or a person, and nobody has decided since what is met

    @property
    def state(self) -> AgentState:
        """What is wanted, known and proven by now. Raises DamagedRun and DamagedState."""
        return self._kept_state.state

    def begin(self) -> None:
        """Write down what is wanted, unless that has been done."""
        _ = self.state

    def saw(self, look: Observation, place: int) -> None:
        """Take note of a look that was written down at that place of the journal."""
        if self.state.statuses:  # where nothing is wanted nobody asks what stood there
            self._memory.keep(look, place)

    def acted(self, record: ActionRecord, outcome: Outcome, before: Observation | None, after: Observation | None = None) -> None:
        """Take note of an act, chosen by the look `before`, and of what came of it, as the look `after` shows it.

        None for `before`: another process chose it, and the journal tells by which look.
        """
        if record.came not in ACTED:
            return
        self.is_behind = True
        acts, id = self._known_acts(), record.action_id
        is_counted = id in acts
        if before is not None:
            seen = act_seen(record.action, outcome, record.step, before, after)
            place = self._place(outcome.after) if outcome.after else 0
            acts.pop(id, None)
            acts[id] = seen.model_copy(update={"look": place})
        elif id not in acts and (told := recalled_acts(self._folder).get(id)) is not None:
            acts[id] = told
        if id in acts and not is_counted:
            self._turns.acted(acts[id])

    def _place(self, look: str) -> int:
        """The place in the journal of a look of this process; of one that is not written down, where it would stand."""
        return self._memory.place(look) or self._folder.journal.seq + 1

    def _known_acts(self) -> dict[str, ActSeen]:
        if self._acts is None:
            self._acts = recalled_acts(self._folder)
            if self._acts:
                events = self._kept_state.events()
                self._turns = recalled_turns(self._folder.journal, events, self._acts, self._proving.burst)
                self._kept = {each.requirement: each.why if each.decision == "keep" else "" for each in decisions_in(events)}
        return self._acts

    def acts(self) -> list[ActSeen]:
        """The acts of the run, in whichever process, oldest first."""
        return list(self._known_acts().values())

    def _sources(self, observation: Observation) -> Sources:
        """What can be looked at on this look, after all acts of the run."""
        sources = self._proving.sources_of(self._environment, observation, self.acts())
        sources = NamedSources(sources, self._secrets.texts) if len(self._secrets) else sources
        if not self.state.statuses:
            return Remembered(sources, (), self._place(observation.id))
        self._memory.keep(observation, self._place(observation.id))
        return self._memory.with_earlier(sources)

    def look(self, observation: Observation, step: int, boundary: bool = False, seen: Seen = nullcontext) -> TurnVerdict:
        """Decide what is met by now, after an act; `boundary`: at the end of a turn, when a judge is asked as well.

        What is decided is written down inside `seen`: whoever may not write now is told by what that raises, and nothing changes.
        """
        if not self.state.statuses:
            return "continue"
        acts = self.acts()
        done = acts[self._turns.since :]
        judge = self._proving.judge if boundary else None
        decisions = Verifier(judge).decide(self.state, self._sources(observation), step, (done[0].step if done else step, step))
        with seen():
            for decision in decisions:
                if decision.decision != "keep" or self._kept.get(decision.requirement) != decision.why:
                    self._kept_state.take(apply(self.state, decision), step)
                self._kept[decision.requirement] = decision.why if decision.decision == "keep" else ""
            self._kept_state.write_plan()
        self._last, self.is_behind = decisions, False
        return self._turns.looked(decisions, acts, boundary)

    def against(
        self, claim: Finish, observation: Observation, step: int, seen: Seen = nullcontext, *, reworded: bool = False
    ) -> Gate:
        """What stands against a claim to be done: leaves that are not verified.

        Of what was only read out of a goal or steps, for nobody said what must hold, those that are seen not to hold; and all of
        it where nothing of it has ever been shown to hold, for then nothing says that the goal was read as it was meant.
        `reworded`: a person has said in words what is meant, or done it another way.
        """
        self.look(observation, step, boundary=True, seen=seen)
        found = gate(self.state, claim, self._last)
        if not self._given and (self.state.verified or reworded):
            missing = tuple(each for each in found.missing if self._is_belied(each.requirement, observation))
            found = Gate(not missing, missing)
        if not found.passed:
            with seen():
                self._kept_state.take(refuse_claim(self.state, [each.requirement for each in found.missing], step), step)
                self._kept_state.write_plan()
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

    def doubts(self, observation: Observation) -> Iterator[tuple[str, Finding | None]]:
        """What is open, was asked for, and the verifier may be wrong about.

        With it stands what shows it all the same, to the letter; None: no probe can tell, and only the screen could.
        """
        sources = self._sources(observation)
        for each in self.state.open_to_work() if self._given else ():
            check = None if each.check is None else bound(each.check, self.state.bindings)
            if check is None or slots_of(check):
                continue
            strict = Verifier().examined(each, check, sources)
            if strict.error or strict.seen or strict.verdict is True:
                continue
            shown = overlooked(check, sources, f"{each.description}\n{each.hint}")
            if shown is not None or is_left_to_words(check, strict):
                yield each.id, shown

    def refuses(self, decision: VerifierDecision, step: int, seen: Seen = nullcontext) -> str:
        """Why the state takes no such decision; empty if it has taken it."""
        with seen():
            made = apply(self.state, decision)
            self._kept_state.take(made, step)
            self._kept_state.write_plan()
        return made.refused

    @property
    def is_at_a_loss(self) -> bool:
        """True if something is open, and nothing of it can be worked at: what could be was refuted too often (S10)."""
        return bool(self.state.open_leaves) and not any(True for _ in self.state.open_to_work())

    def missing(self, most: int) -> tuple[str, ...]:
        """What has not been shown to hold, in its own words: what can be worked at first, so many of it at most."""
        state = self.state
        near = [each.description for each in islice(state.open_to_work(), most)]
        leaves = (state.requirement(each) for each in state.open_leaves[:most])
        return tuple(dict.fromkeys((*near, *(each.description for each in leaves if each is not None))))[:most]

    def refuted(self, observation: Observation) -> str:
        """What an independent auditor has against the claim that all is done; one that could not run has nothing.

        Of what was only read out of a goal or steps it is shown what has evidence: the rest nobody holds the claim to.
        """
        auditor = self._proving.auditor
        if auditor is None:
            return ""
        case = case_of(self._goal, self.state, self._sources(observation))
        found = audited(auditor, case if self._given else proven_in(case))
        return found.why[:_SAID] if found.refutes else ""

    def take_up(self, requirement: str, aim: str, expected: str) -> str:
        """Take up a subgoal that a planner names; why it cannot be, or nothing. None named: the focus is meant."""
        if not self.state.statuses:
            return ""
        self._known_acts()
        return self._turns.take_up(self.state, requirement, aim, expected)

    def told(self) -> tuple[str, ...]:
        """The state for a planner, which reads this and not the history (S21): what is wanted, how it stands, what is next."""
        state = self.state
        statuses, focus = state.statuses, state.focus
        near = _near(state, statuses)
        lines = [f"{id}: {state.description(id)}: {_STANDS[statuses[id]]}" for id in near]
        if len(near) < len(statuses):
            lines.insert(0, f"{len(state.verified)} of {len(statuses)} are met; these are next, or were met last:")
        return (*lines, f"Next: {focus.id}{f' ({focus.hint})' if focus.hint else ''}") if focus is not None else tuple(lines)

    def turned(self) -> str:
        """What a planner has to hear of the last turn; empty if it goes on as it should (S25, S38)."""
        if not self._given:
            return ""
        self._known_acts()
        requirement, verdict = self._turns.last
        if not requirement:
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


def _near(state: AgentState, statuses: Mapping[str, Status]) -> Sequence[str]:
    """The ids that a planner is told of, in the order of the plan: all, or of a long plan what matters now."""
    if len(statuses) <= _TOLD:
        return tuple(statuses)
    few = _TOLD // 3
    ready = [each.id for each in islice(state.open_to_work(), few)]
    fallen = islice((id for id, status in statuses.items() if status == "invalidated"), few)
    met = sorted(state.verified, key=lambda each: state.standing(each).verified_at)[-few:]
    told = {*ready, *fallen, *met}
    return [id for id in statuses if id in told]


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

"""What a run works with: everything that is not state, made anew in each process."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast, get_args

import orjson

from lumos_layer.environments.clock import Clock, SystemClock
from lumos_layer.environments.port import Capabilities, Environment
from lumos_layer.errors import BadOption, ControlError, DamagedRun, LumosError, NotOwner, PluginFailed, StoreFailed, TakenSince
from lumos_layer.execution import Executor
from lumos_layer.execution.sending import Broke, Time
from lumos_layer.interaction.achieving import Achievements, Proving, wanted
from lumos_layer.interaction.phasing import Phases
from lumos_layer.interaction.returning import Returns
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Planner
from lumos_layer.planning.repairs import REPAIRS
from lumos_layer.planning.task import Part, Task
from lumos_layer.plugins import asked, guarded, told, whole
from lumos_layer.recovery.alternatives import CHANGE
from lumos_layer.recovery.diagnosis import Model
from lumos_layer.safety.approval import ApprovalRequest, HumanApproval
from lumos_layer.safety.credentials import aimed_at_secrets, hiding, to_be_hidden, without_texts
from lumos_layer.safety.policy import DEFAULT_POLICY, Policy
from lumos_layer.safety.secrets import SecretStore
from lumos_layer.surface.controlled import Controlled
from lumos_layer.surface.leases import Lease
from lumos_layer.trace.events import ApprovalAsked, Change, Control, Event
from lumos_layer.trace.folder import RunFolder
from lumos_layer.verification.asked_model import AskedModel

_LOOKS = 4
SWITCHED_OFF = "LUMOS_SWITCHED_OFF"

Approver = Callable[[ApprovalRequest], HumanApproval | None]


# Events that tell of what a screen showed: none of them is written while a person has it, or once they have had it.
_MADE_OF_LOOKS = frozenset(("approval_asked", "diagnosed", "noted", "planned", "recognized", "recovery", "repaired", "reviewed"))
_CAN_BE_OFF = (*get_args(Part), "all", *REPAIRS, CHANGE)


def left_out() -> frozenset[str]:
    """The parts and repairs that LUMOS_SWITCHED_OFF lists. Raises BadOption for what is none."""
    names = frozenset(filter(None, (name.strip() for name in os.environ.get(SWITCHED_OFF, "").split(","))))
    return _known(names, SWITCHED_OFF)


def _known(names: Collection[str], option: str) -> frozenset[str]:
    """The names, each of a part or a repair: what is misspelt would be left on, and its worth be measured all the same."""
    if strangers := sorted(set(names) - set(_CAN_BE_OFF)):
        raise BadOption(option, strangers[0], f"any of {', '.join(_CAN_BE_OFF)}")
    return frozenset(names)


def _nothing() -> None:
    """Where nothing has to be kept."""


@dataclass
class Services:
    """The parts of a run, made anew in each process that drives it.

    `environment` is what acts and looks; where it is `Controlled`, a person can take it at any time. `approver` answers what is
    asked at once, or not at all (None). `keep` is called after each act, before what came of it is written down: it saves what the
    environment holds in this process, so that no outcome is known of an act that is in no world.
    `settle` keeps the states that were written so far for sure, before the journal tells for sure what followed from them.
    `diagnoser` is asked why the run does not get on where rules know too little, or an end was refused.
    `proving` says how it is shown what the run has achieved; `achieved` keeps that.
    `slowest_answer`: seconds that the surface has taken at most, in this process, to show what came of an act.
    `trusted`: what its screens say does not make typing suspicious. `secrets` say where each may be filled in. `switched_off`:
    parts of the run and types of repairs that are left out, `all` for all repairs, besides those of the task; by default as
    LUMOS_SWITCHED_OFF lists them. Raises BadOption for what is neither.
    """

    folder: RunFolder
    task: Task
    environment: Environment
    executor: Executor
    planner: Planner
    policy: Policy = DEFAULT_POLICY
    clock: Clock = field(default_factory=SystemClock)
    approver: Approver | None = None
    trusted: bool = True
    keep: Callable[[], None] = _nothing
    settle: Callable[[], None] = _nothing
    secrets: SecretStore = field(default_factory=SecretStore)
    proving: Proving = field(default_factory=Proving)
    diagnoser: Model | None = None
    switched_off: Collection[str] = field(default_factory=left_out)
    slowest_answer: float = 0.0
    looks: dict[str, Observation] = field(default_factory=dict)  # the last few, by id
    objections: dict[str, str] = field(default_factory=dict)  # to the last claim of completion, by the id of its action
    _epoch: int = 0  # in which this process has the surface
    _asked: set[str] | None = None  # the questions that were written down, in whichever process
    _answered: dict[str, HumanApproval] | None = None
    _written: tuple[str, int] = ("", 0)  # the look that was written down last, with the number of its entry
    _acts: int = -1
    _judged: dict[str, str] = field(default_factory=dict)  # of the last few actions, by id: the look of this process that counts

    def __post_init__(self) -> None:
        self.switched_off = _known(self.switched_off, "switched_off")
        wants = wanted(self.task, self.planner_name, self.proving.judge is not None) if self.is_on("state") else ()
        self.achieved = Achievements(self.task, wants, self.folder, self.environment, self.proving, self.secrets)
        phased = self.is_on("state") and self.is_on("verifier")  # without them nobody knows when a phase is over
        self.phases = Phases(self.task.phases if phased else (), self.folder, self.achieved)
        self.folder.memory.before_end = self.save
        self.clock = Time(self.clock, lambda: guarded(lambda problem: Broke(told(problem)), LumosError))
        models: tuple[object, ...] = (self.proving.judge, self.proving.auditor)
        for model in models:
            if isinstance(model, AskedModel):
                model.without = self.without_hidden

    def save(self) -> None:
        """Keep what the environment holds in this process. Raises PluginFailed where what does that breaks down."""
        with guarded(lambda problem: PluginFailed("keeper", f"broke down: {told(problem)}"), LumosError, OSError):
            self.keep()

    @property
    def planner_name(self) -> str:
        """What the planner calls itself, or else its class."""
        return str(getattr(self.planner, "name", "") or type(self.planner).__name__)

    @property
    def verbs(self) -> Collection[str] | None:
        """The types of actions that the surface can carry out; None where it cannot tell, as whoever acts on it will hear.

        Raises EnvironmentFailed where it is gone: then the run can be gone on with when it is back."""
        try:
            return asked("environment", lambda: self.environment.capabilities, Capabilities, LumosError).actions
        except PluginFailed:
            return None

    def answer_to(self, request: ApprovalRequest) -> HumanApproval | None:
        """What the approver answers at once; None where there is none, or it answers nothing. Raises PluginFailed."""
        approver = self.approver
        if approver is None:
            return None
        given: object = asked("approver", lambda: approver(request), object)
        return None if given is None else whole("approver", given, HumanApproval)

    def is_on(self, part: str) -> bool:
        """True unless this part of the run, or the repair of this type, is left out."""
        return part not in self.switched_off and part not in self.task.switched_off

    @property
    def controlled(self) -> Controlled | None:
        """The environment as one that a person can take; None if nobody can."""
        return self.environment if isinstance(self.environment, Controlled) else None

    @property
    def surface(self) -> str:
        """The name of the surface that a person can take; empty if nobody can."""
        return "" if self.controlled is None else self.controlled.surface

    def look(self) -> Observation:
        """A fresh look, for which the surface is asked for first. Raises ControlError, and Broke if nobody can look; DamagedRun and
        StoreFailed where it cannot be told who has the surface, so that the run goes on when that is mended."""
        try:
            self.acquire()
            return self._kept(self.executor.observe())
        except Broke as problem:
            if isinstance(problem.__cause__, ControlError | DamagedRun | StoreFailed):
                raise problem.__cause__ from None
            raise

    def acquire(self) -> None:
        """Ask for the surface, unless it is there already. Raises ControlError, and Broke."""
        if self.controlled is None:
            return
        with guarded(lambda problem: Broke(f"The surface cannot be had: {told(problem)}"), LumosError):
            lease = self.controlled.acquire()
        self._write_leased(lease)

    def _write_leased(self, lease: Lease) -> None:
        """Write down that this process has the surface, once for each lease."""
        if lease.epoch != self._epoch:
            self._epoch = lease.epoch
            self._write_control("leased", lease.agent, lease.epoch)

    def write_taken(self) -> None:
        """Write down that a person has the surface, if so: what knows of that beside the journal may be lost."""
        if self.controlled is not None and (record := self.controlled.surfaces.status(self.controlled.surface)).with_a_person:
            self._write_control("taken" if record.state == "user" else "handoff", record.operator, record.epoch)

    def _write_control(self, change: Change, by: str, epoch: int) -> None:
        controlled = cast(Controlled, self.controlled)
        said = Control(surface=controlled.surface, change=change, by=by, epoch=epoch, store=controlled.surfaces.id)
        self.write(said.model_copy(update={"step": self.folder.memory.step}))

    def _kept(self, observation: Observation) -> Observation:
        self.looks[observation.id] = observation
        while len(self.looks) > _LOOKS:
            del self.looks[next(iter(self.looks))]
        return observation

    def current(self) -> Observation:
        """The look that the state speaks of; a fresh one, written down, in a process that has not looked yet, and where a person
        has had the surface since.

        Raises what `look` and `write_look` raise.
        """
        latest = self.executor.latest
        if latest is not None and not self.is_outdated:
            return self._kept(latest)
        observation = self.look()
        self.write_look(observation, self.folder.memory.step)
        return observation

    def confirmed(self) -> Observation:
        """The look that the state speaks of, if the surface is there now. Raises what `current` and `seen` raise."""
        observation = self.current()
        with self.seen():
            return observation

    def entry_of(self, observation: Observation) -> int:
        """The number of the look's entry in the journal; 0 if it is not the one that was written down last."""
        id, seq = self._written
        return seq if id == observation.id else 0

    def judged(self, action_id: str, observation: Observation) -> None:
        """Take note that the action was chosen, judged or allowed on this look."""
        self._judged.pop(action_id, None)
        self._judged[action_id] = observation.id
        while len(self._judged) > _LOOKS:
            del self._judged[next(iter(self._judged))]

    def has_judged(self, action_id: str, observation: str) -> bool:
        """True if it was this process that judged the action on that look; in another one, a look may have the same id."""
        return self._judged.get(action_id) == observation

    def write_look(self, observation: Observation, step: int) -> None:
        """Write a look down, once. Raises ControlError if a person has taken the surface meanwhile."""
        with self._held():
            if self._written[0] == observation.id:
                return
            returned = None if self.controlled is None else self.returns.event(self.controlled, observation, step)
            if returned is not None:
                self.write(returned)
                self.achieved.is_behind = True
            self._written = observation.id, self.folder.journal.look(observation, step).seq
            self.achieved.saw(observation, self._written[1])

    def write(self, *events: Event) -> None:
        """Write down what has happened. Raises what `seen` raises for what was made of a look; then nothing is written."""
        returns = self.returns
        asked = {event.request.approval_id for event in events if isinstance(event, ApprovalAsked)}
        with self.seen() if any(event.kind in _MADE_OF_LOOKS for event in events) else nullcontext():
            for event in events:
                self.folder.journal.append(event)
                returns.written(event)
        if asked:
            self._questions().update(asked)

    def commit(self) -> None:
        """Keep for sure what was written, and the state that led to it."""
        self.settle()
        self.folder.journal.commit()

    @cached_property
    def returns(self) -> Returns:
        """The times that a person gave the surface back."""
        return Returns(self.folder.journal)

    @property
    def person_epoch(self) -> int:
        """The last epoch in which a person had the surface before this process had it; 0 for never."""
        return 0 if self.controlled is None else self.controlled.person_epoch

    @property
    def is_outdated(self) -> bool:
        """True if a person has had the surface since the last look that was written down, in whichever process."""
        return self.person_epoch > self.returns.epoch

    @contextmanager
    def seen(self) -> Iterator[None]:
        """For writing down what was made of the last look: no person takes the surface unnoticed meanwhile.

        Raises ControlError: TakenSince where a person has had the surface since that look, and has given it back.
        """
        with self._held():
            if self.is_outdated:
                raise TakenSince(self.surface)
            yield

    @contextmanager
    def _held(self) -> Iterator[None]:
        """No person takes the surface unnoticed meanwhile. Where one has had it in between it is asked for again."""
        if self.controlled is None:
            yield
            return
        with ExitStack() as inside:
            try:
                lease = inside.enter_context(self.controlled.held())
            except NotOwner:
                self.acquire()
                inside.enter_context(self.controlled.held())
            else:
                self._write_leased(lease)
            yield

    def guarded(self, plan: Plan, observation: Observation) -> Plan:
        """The plan without plain text for a field that keeps a secret: it will be refused, and is never written nor told again."""
        looks = [observation, *(look for look in self.looks.values() if look is not observation)]
        texts = aimed_at_secrets(plan.action, looks)
        if not texts:
            return plan
        hidden = to_be_hidden(texts)
        self.folder.hide(hidden)
        said = {name: hiding(hidden).text(getattr(plan, name)) for name in ("reason", "expected_effect", "requirement")}
        return plan.model_copy(update={**said, "action": without_texts(plan.action, texts)})

    def without_hidden(self, text: str) -> str:
        """The text as a language model may be told it."""
        hidden = self.folder.clean.hidden
        return hiding(hidden).text(text) if hidden else text

    def next_action_id(self) -> str:
        """An id that no action of this run has had, in whichever process."""
        if self._acts < 0:
            self._acts = max((_number(said) for said in self.folder.journal.raw("planned", "recovery", "intent")), default=0)
        self._acts += 1
        return f"{self.folder.name}.{self._acts}"

    def has_asked(self, approval_id: str) -> bool:
        """True if the question was written down, in whichever process."""
        return approval_id in self._questions()

    def _questions(self) -> set[str]:
        if self._asked is None:
            self._asked = {orjson.loads(each)["request"]["approval_id"] for each in self.folder.journal.raw("approval_asked")}
        return self._asked

    def answered(self) -> dict[str, HumanApproval]:
        """The questions of this run that have been answered, in whichever process, with the answers as they were written down."""
        if self._answered is None:
            said = self.folder.journal.raw("approval_answered")
            given = (HumanApproval.model_validate(orjson.loads(each)["approval"]) for each in said)
            self._answered = {each.approval_id: each for each in given}
        return self._answered


def _number(event: bytes) -> int:
    """The number that the id of an event's action ends with."""
    last: str = orjson.loads(event).get("action_id", "").rpartition(".")[2]
    return int(last) if last.isdecimal() else 0

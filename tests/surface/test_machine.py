"""Take, return, hand-off, acts, looks, kills and time in any order: what must hold, holds all the time."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from lumos_layer.actions.outcomes import Aborted, Done, Failed, Outcome, Paused, Rejected, as_json
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator
from lumos_layer.errors import ControlError, NotOwner, PausedByUser, ReturnRefused
from lumos_layer.execution import Executor, OutcomesInMemory
from lumos_layer.execution.sending import Broke
from lumos_layer.surface import Controlled, Surfaces, Token
from tests.surface.worlds import ref, simulated, type_as_person, value

_QUICK = "/dev/shm"  # memory, where there is one: hundreds of runs need no disk
_AGENTS = ("Paused", "Aborted", "Failed", "Rejected")


class Control(RuleBasedStateMachine):
    """An agent on the simulator, and a person; beside them a model of who has the surface."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="control-", dir=_QUICK if Path(_QUICK).is_dir() else None))
        self.clock = ManualClock()
        self.memory = OutcomesInMemory()
        self.person = Surfaces(self.folder / "control.sqlite")
        self.token: Token | None = None
        self.used: list[Token] = []
        self.epochs = [0]
        self.private = 0  # words that only the person has put on the screen
        self.number = self.takes = 0
        self.begin(simulated(self.clock))

    def begin(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self.surfaces = Surfaces(self.folder / "control.sqlite")
        self.agent = Controlled(simulator, self.surfaces, clock=self.clock)
        self.executor = Executor(self.agent, self.clock, memory=self.memory)
        self.has = False  # the agent has a lease that counts
        self.seen_at = -1  # after how many takes it has looked

    def teardown(self) -> None:
        self.agent.release()
        self.surfaces.close()
        self.person.close()
        shutil.rmtree(self.folder)

    @property
    def looked(self) -> bool:
        return self.seen_at == self.takes

    @property
    def with_a_person(self) -> bool:
        return self.person.status("main").with_a_person

    # The agent

    @rule()
    def acquire(self) -> None:
        try:
            self.agent.acquire()
        except PausedByUser:
            assert self.with_a_person
            return
        assert not self.with_a_person
        self.has = True

    @rule()
    def observe(self) -> None:
        try:
            self.executor.observe()
        except Broke:
            assert not self.has
            return
        assert self.has
        self.seen_at = self.takes

    @rule(text=st.sampled_from(["x", "yy"]))
    def act(self, text: str) -> None:
        latest, before, acts = self.executor.latest, value(self.simulator, "City"), self.simulator.acts
        target = ref(latest, "City") if latest is not None else "A9"
        self.number += 1
        outcome = self.executor.run({"type": "type_text", "ref": target, "text": text}, action_id=f"a{self.number}")
        if self.has and self.looked:
            assert isinstance(outcome, Done)
            assert value(self.simulator, "City") == (before or "") + text
            return
        assert self.simulator.acts == acts
        assert value(self.simulator, "City") == before
        if self.with_a_person:
            assert isinstance(outcome, Paused)
        else:
            assert isinstance(outcome, Rejected | Failed | Aborted)
        self.write(outcome)
        if outcome.after:
            self.seen_at = self.takes

    @rule()
    def old_refs_are_refused(self) -> None:
        if self.has and self.looked:
            return
        latest = self.executor.latest
        if latest is None:
            return
        outcome = self.executor.run({"type": "click", "ref": ref(latest, "Save")})
        assert isinstance(outcome, Paused | Rejected | Failed)

    @rule(seconds=st.floats(0.1, 400))
    def hand_off(self, seconds: float) -> None:
        try:
            self.agent.ask_person("login", seconds)
        except ControlError:
            assert not self.has
            return
        assert self.has
        self.has = False
        self.takes += 1

    @rule()
    def give_the_lease_up(self) -> None:
        self.agent.release()
        self.has = False

    @rule()
    def kill(self) -> None:
        """The agent's process dies, and another goes on with what was saved."""
        if self.agent.lease is not None:
            self.agent.lease.unlock()
        self.surfaces.close()
        self.begin(Simulator.load(self.simulator.save(), clock=self.clock))

    # The person

    @rule()
    def take(self) -> None:
        had = self.token
        self.token = self.person.take("main", "bea")
        if had is not None:
            self.used.append(had)
        self.has = False
        self.takes += 1

    @precondition(lambda self: self.token is not None)
    @rule()
    def give_back(self) -> None:
        assert self.token is not None
        assert self.person.return_("main", self.token.secret).state == "idle"
        self.used.append(self.token)
        self.token = None

    @precondition(lambda self: self.used)
    @rule(data=st.data())
    def a_used_token_gives_nothing_back(self, data: st.DataObject) -> None:
        before = self.person.status("main")
        try:
            self.person.return_("main", data.draw(st.sampled_from(self.used)))
        except ReturnRefused:
            assert self.person.status("main") == before
        else:
            raise AssertionError("A token has worked twice.")

    @precondition(lambda self: self.person.status("main").state == "user")
    @rule()
    def type_something_private(self) -> None:
        self.private += 1
        type_as_person(self.simulator, "Name", f"private{self.private}")

    @rule(seconds=st.floats(0, 1e9))
    def time_passes(self, seconds: float) -> None:
        before = self.person.status("main")
        self.clock.sleep(seconds)
        for each in self.person.handoffs.all():
            if each.open and seconds > each.seconds:
                self.person.handoffs.expire(each.id)
        assert self.person.status("main") == before

    # What holds

    @invariant()
    def nobody_but_the_agent_acts_for_it(self) -> None:
        if not self.with_a_person:
            return
        for attempt in (self.agent.observe, lambda: self.agent.held().__enter__(), self.agent.acquire):
            try:
                attempt()
            except PausedByUser:
                continue
            except NotOwner:
                raise AssertionError("A person has it, and that was not said.") from None
            raise AssertionError("The agent got at a person's surface.")

    @invariant()
    def epochs_only_grow(self) -> None:
        self.epochs.append(self.person.status("main").epoch)
        assert self.epochs[-1] >= self.epochs[-2]
        history = [entry.epoch for entry in self.person.history("main")]
        assert history == list(range(1, len(history) + 1))

    @invariant()
    def nothing_of_the_page_is_written_while_a_person_has_it(self) -> None:
        if not self.with_a_person:
            return
        for file in self.folder.rglob("*"):
            content = file.read_bytes() if file.is_file() else b""
            assert not [word for word in (b"private", b"Draft", b"City") if word in content], file

    @invariant()
    def the_token_is_written_nowhere(self) -> None:
        if self.token is None:
            return
        for file in self.folder.rglob("*"):
            assert not file.is_file() or self.token.secret.encode() not in file.read_bytes()

    def write(self, outcome: Outcome) -> None:
        """What a run would keep of an outcome of an act that was not done."""
        assert outcome.outcome.title() in _AGENTS
        if self.with_a_person:
            with (self.folder / "journal").open("a") as file:
                file.write(as_json(outcome) + "\n")


TestControl = Control.TestCase
TestControl.settings = settings(
    max_examples=60, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

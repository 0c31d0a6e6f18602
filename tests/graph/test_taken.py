"""A person takes the screen around one act of a run, at every moment of it: nothing is written of it meanwhile, nothing is done
twice, and the run ends as what is true."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.remote import serve
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.graph.running import Running, Stopped
from lumos_layer.interfaces.cli.driving import driven, parts_of
from lumos_layer.planning.task import Task
from lumos_layer.trace.events import ApprovalAsked, Control, Event, Observed, OutcomeKnown, Reviewed
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.runs import Runs
from tests.graph.running_on import answer

INVOICE = Path(__file__).resolve().parents[2] / "blueprints" / "invoice"
# What may be written while a person has the screen: it says who has it, and that an act was sent or answered, never what is shown.
MEANWHILE = {"approval_answered", "control", "intent", "outcome", "resumed", "run_ended"}
FILLED = {"number": "2024-117", "amount": "1,284.50", "vendor": "Papier & Druck GmbH", "date": "2024-11-04", "purpose": "Posters"}


class Taken:
    """The screen of a run, taken once so many calls of its parts have gone by since it asked for its last act."""

    def __init__(self, running: Running, moment: int) -> None:
        self.running, self.moment = running, moment
        self.token: Any = None
        self.written: int | None = None  # entries of the journal when the take is answered
        self._passed = -1
        services = running.services
        assert services.controlled is not None
        self.surfaces = services.controlled.surfaces
        world: Any = services.controlled.environment
        running.saver.put = self._around(running.saver.put)  # type: ignore[method-assign]
        services.write = self._around(services.write)  # type: ignore[method-assign]
        services.folder.memory.begin = self._around(services.folder.memory.begin)  # type: ignore[method-assign]
        services.folder.memory.end = self._around(services.folder.memory.end)  # type: ignore[method-assign]
        services.controlled.environment = Around(world, self._around)

    def asked(self, request: Any) -> Any:
        """Yes to all; from the question on, moments are counted."""
        self._passed = max(self._passed, 0)
        return answer(request)

    def _around(self, call: Any) -> Any:
        def called(*args: Any, **kwargs: Any) -> Any:
            self._count()
            try:
                return call(*args, **kwargs)
            finally:
                self._count()

        return called

    def _count(self) -> None:
        self._passed += self._passed >= 0
        if self._passed == self.moment and self.token is None:
            self.token = self.surfaces.take("main", by="bea", wait=0.0)
        if self.token is not None and self.written is None and not self._is_held():
            self.written = len(events(self.running.services.folder))

    def _is_held(self) -> bool:
        """True while something is written that a take waits for: it is answered when that is done."""
        return bool(self.running.services.controlled._turn._depth)  # type: ignore[union-attr]

    def returned(self) -> None:
        self.surfaces.return_("main", self.token)


class Around:
    """An environment whose looks and acts are counted."""

    def __init__(self, world: Any, around: Any) -> None:
        self._world = world
        self.observe, self.perform = around(world.observe), around(world.perform)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)


def events(folder: RunFolder) -> list[Event]:
    return [entry.event for entry in folder.journal.entries()]


def submitted(world: Simulator) -> int:
    names = [widget.node.name for widget in world.world.order() if widget.node.role == "listitem"]
    return sum(": 2024-117 of " in name for name in names)


@contextmanager
def filled(root: Path, moment: int, elsewhere: bool) -> Iterator[tuple[Taken, Simulator]]:
    """A run that has two acts left: to tick a box, and to submit what is filled in."""
    root.mkdir()
    app = orjson.loads((INVOICE / "app.json").read_bytes())
    for row in app["screens"]["desk"]["rows"]:
        row["value"] = FILLED.get(row.get("identifier", ""), row.get("value"))
        if row["value"] is None:
            del row["value"]
    path = root / "app.json"
    path.write_bytes(orjson.dumps(app))
    task = Task(
        goal="Submit the request",
        surface=str(path),
        steps=('check "I have paid this myself"', 'click "Submit request"'),
    )
    with ExitStack() as stack:
        world = None
        if elsewhere:
            world = Simulator.from_app(apps.load(path), clock=ManualClock())
            task = task.model_copy(update={"surface": stack.enter_context(serve(world)).url})
        parts = parts_of(task)
        folder = Runs(root / "runs").create(task)
        taken: list[Taken] = []

        def asked(request: Any) -> Any:
            return taken[0].asked(request)

        with driven(folder, task, asked, parts) as running:
            taken.append(Taken(running, moment))
            yield taken[0], world or parts.environment  # type: ignore[misc]


def gone_on_with(taken: Taken) -> Stopped:
    """The run after the person has given the screen back; nothing of it was written meanwhile, however often it was tried."""
    assert taken.running.resume().status == "paused"
    folder = taken.running.services.folder
    assert {event.kind for event in events(folder)[taken.written :]} <= MEANWHILE
    taken.returned()
    return taken.running.resume()


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_run_ends_as_what_is_true_whenever_a_person_took_the_screen_around_its_last_act(tmp_path: Path, elsewhere: bool) -> None:
    moment, stride, was_taken = 1, 13 if elsewhere else 4, True
    while was_taken:
        with filled(tmp_path / str(moment), moment, elsewhere) as (taken, world):
            stopped = taken.running.start()
            was_taken = taken.token is not None
            if stopped.status == "paused":
                stopped = gone_on_with(taken)
            assert (stopped.status, submitted(world)) == ("completed", 1), (moment, stopped.said)
            told = events(taken.running.services.folder)
            outcomes = [event.action_id for event in told if isinstance(event, OutcomeKnown)]
            assert len(outcomes) == len(set(outcomes)), moment
        moment += stride
    assert moment > 30


def test_an_act_that_was_sent_right_before_is_looked_for_and_known_as_done(tmp_path: Path) -> None:
    with filled(tmp_path / "run", 0, elsewhere=False) as (taken, world):
        controlled: Any = taken.running.services.controlled
        performed = controlled.environment.perform

        def perform(id: str, action: Any) -> Any:
            done = performed(id, action)
            if "Submit" in world.observe().name_of(action.node_id or 0):
                taken.token = taken.surfaces.take("main", by="bea", wait=0.0)
                taken.written = len(events(taken.running.services.folder))
            return done

        controlled.environment.perform = perform
        assert taken.running.start().status == "paused"
        assert [event.kind for event in events(taken.running.services.folder)[taken.written :]] == ["control", "run_ended"]
        stopped = gone_on_with(taken)
        outcomes = [event.outcome for event in events(taken.running.services.folder) if isinstance(event, OutcomeKnown)]
    assert (stopped.status, submitted(world)) == ("completed", 1)
    assert [outcome.outcome for outcome in outcomes[:2]] == ["done", "done"]
    assert getattr(outcomes[1], "note", "") == "It had arrived before anybody could look; nothing was done now."


def test_what_an_act_has_led_to_is_seen_after_the_return_where_a_person_came_before_anybody_could_say(tmp_path: Path) -> None:
    with filled(tmp_path / "run", 0, elsewhere=False) as (taken, world):
        achieved = taken.running.services.achieved
        acted = achieved.acted

        def taken_after(*told: Any) -> None:
            acted(*told)
            if taken.token is None:
                taken.token = taken.surfaces.take("main", by="bea", wait=0.0)
                taken.written = len(events(taken.running.services.folder))

        achieved.acted = taken_after  # type: ignore[assignment,method-assign]
        assert taken.running.start().status == "paused"
        assert not achieved.state.verified
        stopped = gone_on_with(taken)
    assert (stopped.status, submitted(world)) == ("completed", 1)
    assert achieved.state.verified == ("step-1", "step-2")


def test_a_question_that_was_made_right_before_is_asked_by_a_fresh_look_only(tmp_path: Path) -> None:
    with filled(tmp_path / "run", 0, elsewhere=False) as (taken, world):
        services = taken.running.services
        write = services.write

        def written(*told: Any) -> None:
            write(*told)
            if taken.token is None and any(isinstance(event, Reviewed) and event.decision.verdict == "ask" for event in told):
                taken.token = taken.surfaces.take("main", by="bea", wait=0.0)
                taken.written = len(events(services.folder))

        services.write = written  # type: ignore[method-assign]
        assert taken.running.start().status == "paused"
        asked_before = [event for event in events(services.folder) if isinstance(event, ApprovalAsked)]
        stopped = gone_on_with(taken)
        told = events(services.folder)
    returned = next(k for k, event in enumerate(told) if isinstance(event, Control) and event.change == "returned")
    asked = [k for k, event in enumerate(told) if isinstance(event, ApprovalAsked)]
    looks = {event.observation for event in told[returned:] if isinstance(event, Observed)}
    assert (asked_before, stopped.status, submitted(world)) == ([], "completed", 1)
    assert [k > returned for k in asked] == [True]
    assert told[asked[0]].request.observation in looks  # type: ignore[union-attr]

"""Where everything of a run is, and what others than its driver read of it."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
import orjson
from pydantic import JsonValue, ValidationError

from lumos_layer.errors import DamagedRun
from lumos_layer.planning.task import Task
from lumos_layer.safety.redaction import Redactor
from lumos_layer.surface.marks import Known
from lumos_layer.surface.registry import Surfaces
from lumos_layer.trace.lines import Lines
from lumos_layer.trace.seal import Seal


@dataclass(frozen=True)
class _Inside:
    """The path of a file in the folder of a run."""

    name: str

    def __get__(self, place: RunPlace, _: type[RunPlace]) -> Path:
        return place.path / self.name


@dataclass(frozen=True)
class _Beside:
    """The path of a file beside the folder of a run."""

    kind: str

    def __get__(self, place: RunPlace, _: type[RunPlace]) -> Path:
        return place.path.with_name(f".{place.name}.{self.kind}")


class RunPlace:
    """Where everything of a run is. To have one is no right to write.

    Beside the folder stands what no trace of the run may show, and what has to be known if the folder is not as it was last.
    """

    task_file = _Inside("task.json")
    journal_file = _Inside("journal.jsonl")
    checkpoints_file = _Inside("checkpoints.sqlite")
    thread_file = _Inside("thread")  # the name of the run's graph in a store that is not its own
    control_file = _Inside("control.sqlite")
    world_file = _Inside("world.json")  # a saved simulator
    approvals = _Inside("approvals")  # answers that wait to be taken, a file each
    report_file = _Inside("report.json")
    readable_report_file = _Inside("report.md")
    page_file = _Inside("run.html")  # the page of `lumos show`, once it was asked for
    plan_file = _Inside("plan.md")  # what is wanted, how it stands and what shows it, for people; written whenever that changes
    policy_file = _Inside("policy.json")  # the policy that the run began with, and goes on with
    state_file = _Inside("state.json")  # the state of the graph when the run stopped last, for people (S40)
    lock_file = _Inside("lock")

    words_beside = _Beside("redaction")  # the words that no trace may show, where there are any
    task_beside = _Beside("task")  # the task with these words, where it holds any
    slots_beside = _Beside("slots")  # what slots of checks were seen to be, where no trace may show it
    control_beside = _Beside("control")  # in which epochs a person had the screen: no loss gives it to an agent
    committed_beside = _Beside("committed")  # how far the journal was kept for sure
    seal_beside = _Beside("seal")  # by which sums the files are known that the run goes on with

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def name(self) -> str:
        return self.path.name

    def surfaces(self, *, claims: str | os.PathLike[str] | None = None) -> Surfaces:
        """Who has the run's screen. Raises DamagedRun where that was lost, as far as anything of the run tells of it."""
        beside, own = self.control_beside, self.control_file.with_suffix(".mark")  # where `Surfaces` itself has made it
        mark = own if own.exists() and not beside.exists() else beside
        return Surfaces(self.control_file, claims=claims, mark=mark, told=self._control_told(), clean=self._without)

    def _without(self, text: str) -> str:
        """The text as it may be written of this run."""
        return str(self.without_words(text))

    def _control_told(self) -> Known | None:
        """What the journal tells of the file of control; None: nothing. A damaged one tells what stands before the damage."""
        store, epochs = "", dict[str, int]()
        with contextlib.suppress(OSError, DamagedRun), self.journal_file.open("rb") as file:
            for _, said in Lines(str(self.journal_file)).read(file, last=False):
                if said.startswith(b'{"kind":"control"'):
                    event = orjson.loads(said)
                    store = event.get("store") or store
                    if event.get("store"):
                        epochs[event["surface"]] = event["epoch"]
        return Known(store=store, epochs=epochs) if store else None

    @property
    def seal(self) -> Seal:
        """By which sums the files are known that the run goes on with: beside its folder, so that changes in it are noticed."""
        return Seal(self.seal_beside, self.name)

    @property
    def sealed(self) -> tuple[Path, ...]:
        """The files of the run that `seal` knows."""
        return (self.task_file, self.task_beside, self.words_beside, self.slots_beside)

    @property
    def written_whole(self) -> tuple[Path, ...]:
        """The files in the folder that the run's driver replaces as a whole."""
        reports = (self.state_file, self.plan_file, self.report_file, self.readable_report_file)
        return (self.policy_file, self.thread_file, self.world_file, *reports)

    def remove_beside(self) -> None:
        """Remove what stands beside the folder, as of a run of this name that was removed before."""
        for each in vars(RunPlace).values():
            if isinstance(each, _Beside):
                each.__get__(self, RunPlace).unlink(missing_ok=True)

    @property
    def whole_slots(self) -> Mapping[str, str]:
        """The slots of which no trace of the run shows what they are. Raises DamagedRun."""
        try:
            said = orjson.loads(self.slots_beside.read_bytes())
        except FileNotFoundError:
            return {}
        except orjson.JSONDecodeError as problem:
            raise DamagedRun(str(self.slots_beside), str(problem)) from None
        if not isinstance(said, dict):
            raise DamagedRun(str(self.slots_beside), "it is no object of slots and texts")
        return {str(slot): str(text) for slot, text in said.items()}

    @property
    def whole_task(self) -> Task:
        """What the run was given, also what no trace of it may show. Raises DamagedRun."""
        return _task_in(self.task_beside if self.task_beside.is_file() else self.task_file)

    @property
    def policy_sum(self) -> str:
        """The hash of the policy that is kept; empty: none is."""
        policy = self.policy_file.read_bytes() if self.policy_file.is_file() else b""
        return hashlib.sha256(policy).hexdigest() if policy else ""

    @property
    def kept_out(self) -> tuple[str, ...]:
        """The words that a task or an answer keeps out of the run's traces. Raises DamagedRun."""
        try:
            return msgspec.json.decode(self.words_beside.read_bytes(), type=tuple[str, ...])
        except FileNotFoundError:
            return ()
        except msgspec.DecodeError as problem:
            raise DamagedRun(str(self.words_beside), str(problem)) from None

    def without_words(self, value: JsonValue) -> JsonValue:
        """What is shown of the run, without those words, which may stand in what was written before they were to be kept out."""
        words = self.kept_out
        return Redactor(rules=words).json(value) if words else value

    @property
    def task(self) -> Task:
        """What the run was given, as far as its traces may show it. Raises DamagedRun."""
        return _task_in(self.task_file)

    @property
    def driver(self) -> int | None:
        """The process that drives the run; None if there is none, 0 if it is not known which."""
        with contextlib.suppress(OSError), self.lock_file.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                said = file.read(20).strip()
                return int(said) if said.isdigit() else 0
        return None


def _task_in(path: Path) -> Task:
    try:
        return Task.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise DamagedRun(str(path), "it is missing") from None
    except ValidationError as problem:
        raise DamagedRun(str(path), f"it is no task ({problem.error_count()} errors)") from None

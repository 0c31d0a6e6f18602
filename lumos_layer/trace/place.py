"""Where everything of a run is, and what others than its driver read of it."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
from collections.abc import Mapping
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


class RunPlace:
    """Where everything of a run is. To have one is no right to write."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def task_file(self) -> Path:
        return self.path / "task.json"

    @property
    def journal_file(self) -> Path:
        return self.path / "journal.jsonl"

    @property
    def checkpoints_file(self) -> Path:
        return self.path / "checkpoints.sqlite"

    @property
    def thread_file(self) -> Path:
        """The name of the run's graph in a store that is not its own."""
        return self.path / "thread"

    @property
    def control_file(self) -> Path:
        return self.path / "control.sqlite"

    @property
    def control_beside(self) -> Path:
        """In which epochs a person had the screen: beside the folder, so that no loss in it gives the screen to an agent."""
        return self.path.with_name(f".{self.name}.control")

    @property
    def committed_beside(self) -> Path:
        """How far the journal was kept for sure: beside the folder, so that it is known if the folder is not as it was last."""
        return self.path.with_name(f".{self.name}.committed")

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
    def world_file(self) -> Path:
        """A saved simulator."""
        return self.path / "world.json"

    @property
    def approvals(self) -> Path:
        """Answers that wait to be taken, a file each."""
        return self.path / "approvals"

    @property
    def report_file(self) -> Path:
        return self.path / "report.json"

    @property
    def readable_report_file(self) -> Path:
        return self.path / "report.md"

    @property
    def page_file(self) -> Path:
        """The page of `lumos show`, once it was asked for."""
        return self.path / "run.html"

    @property
    def plan_file(self) -> Path:
        """What is wanted, how it stands and what shows it, for people; written whenever that changes."""
        return self.path / "plan.md"

    @property
    def policy_file(self) -> Path:
        """The policy that the run began with, and goes on with."""
        return self.path / "policy.json"

    @property
    def state_file(self) -> Path:
        """The state of the graph when the run stopped last, for people (S40)."""
        return self.path / "state.json"

    @property
    def words_beside(self) -> Path:
        """The words that no trace of the run may show, where there are any: beside its folder, since it may not hold them."""
        return self.path.with_name(f".{self.name}.redaction")

    @property
    def task_beside(self) -> Path:
        """The task with the words that no trace of the run may show, where it holds any: beside its folder, as these words are."""
        return self.path.with_name(f".{self.name}.task")

    @property
    def slots_beside(self) -> Path:
        """What slots of checks were seen to be, where no trace of the run may show it: beside its folder, as these words are."""
        return self.path.with_name(f".{self.name}.slots")

    @property
    def seal(self) -> Seal:
        """By which sums the files are known that the run goes on with: beside its folder, so that changes in it are noticed."""
        return Seal(self.path.with_name(f".{self.name}.seal"), self.name)

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
        beside = (self.words_beside, self.task_beside, self.slots_beside, self.control_beside, self.committed_beside)
        for path in (*beside, self.seal.path):
            path.unlink(missing_ok=True)

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
    def lock_file(self) -> Path:
        return self.path / "lock"

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

"""The folders of runs: made, opened by one process at a time, listed."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import re
import secrets
import shutil
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec
import orjson
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from lumos_layer.errors import BadTask, DamagedRun, LumosError, NoSuchRun, RunBusy, StoreFailed
from lumos_layer.planning.task import Task
from lumos_layer.safety.redaction import REDACTED, Redactor
from lumos_layer.surface.marks import Known
from lumos_layer.surface.registry import Surfaces
from lumos_layer.trace.checkpoints import postgres_checkpoints, sqlite_checkpoints
from lumos_layer.trace.cleaning import Clean, Growing, as_it_is, cleaned, printable, without
from lumos_layer.trace.journal import PRIVATE, Journal, keep_folder
from lumos_layer.trace.lines import Lines
from lumos_layer.trace.memory import JournalMemory

if TYPE_CHECKING:
    from lumos_layer.trace.postgres_saver import PostgresCheckpoints
    from lumos_layer.trace.sqlite_saver import SqliteCheckpoints

PLACE = "LUMOS_RUNS"  # the environment's name for the folder of runs
STORE = "LUMOS_CHECKPOINTS"  # and for the database of their checkpoints, where they share one
LAST = "last"
_DEFAULT = Path(".lumos/runs")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_NAME_RULE = "up to 100 letters, digits, dots, dashes and underscores, the first a letter or digit"
_OPEN = "running"
BEGIN = "Nothing was begun: mend that, or name another folder (--runs), and begin again."
_ATTEMPTS, _MOMENT = 4, 0.02  # seconds


class RunSummary(BaseModel):
    """A run in one line. `status` is that of its end, `running`, or `interrupted`: it was begun, and no process drives it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run: str
    status: str
    goal: str = ""
    started: str = ""
    last: str = Field(default="", description="When the last event was written down.")
    steps: int = 0
    events: int = 0
    pid: int | None = Field(default=None, description="The process that drives it.")
    problem: str = Field(default="", description="Why it cannot be read.")


@contextmanager
def kept_in(place: Path, remedy: str | None = None) -> Iterator[None]:
    """What the system complains of while something is kept there, as StoreFailed, with what to do about it."""
    try:
        yield
    except BrokenPipeError:
        raise  # nobody listens any more: that is about no file
    except OSError as problem:
        where = os.fsdecode(problem.filename) if isinstance(problem.filename, str | bytes) else str(place)
        raise StoreFailed(where, problem.strerror or str(problem), *([] if remedy is None else [remedy])) from problem


@contextmanager
def nothing_left(path: Path) -> Iterator[None]:
    """Where what is done with a new folder fails, the folder goes again."""
    try:
        yield
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        RunPlace(path).remove_beside()
        raise


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

    def remove_beside(self) -> None:
        """Remove what stands beside the folder, as of a run of this name that was removed before."""
        for path in (self.words_beside, self.task_beside, self.slots_beside, self.control_beside, self.committed_beside):
            path.unlink(missing_ok=True)

    @property
    def slots_beside(self) -> Path:
        """What slots of checks were seen to be, where no trace of the run may show it: beside its folder, as these words are."""
        return self.path.with_name(f".{self.name}.slots")

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

    def summary(self) -> RunSummary:
        """The run in one line; what cannot be read is said in it."""
        pid = self.driver
        with contextlib.suppress(OSError):
            try:
                return _summed_up(self, pid)
            except LumosError as problem:
                return RunSummary(run=self.name, status="damaged", pid=pid, problem=str(problem))
        return RunSummary(run=self.name, status="damaged", pid=pid, problem="It has no journal.")


class RunFolder(RunPlace):
    """A run that this process drives: nobody else can until `close`. `clean` takes out of all that is written what must not be."""

    def __init__(self, path: Path, clean: Clean = as_it_is) -> None:
        super().__init__(path)
        self.clean = Growing(clean)
        with kept_in(path):
            self._begin()

    def _begin(self) -> None:
        self._lock = _locked(self)
        try:
            self.clean.add(self.kept_out)
            self.journal = Journal(self.journal_file, self.clean, mark=self.committed_beside)
            try:
                self._check_given()
                self.memory = JournalMemory(self.journal)
            except BaseException:
                self.journal.close()
                raise
        except BaseException:
            os.close(self._lock)
            raise

    def _check_given(self) -> None:
        """What the run goes on with is what it began with. Raises DamagedRun."""
        began: Any = orjson.loads(next(self.journal.raw("run_started"), b"{}"))
        if began.get("policy_sum") and began["policy_sum"] != self.policy_sum:
            problem = "it is not what the run began with" if self.policy_file.is_file() else "it is missing"
            raise DamagedRun(str(self.policy_file), problem, "Put it back as it was, or begin a new run with other rules.")

    def _without(self, text: str) -> str:
        return str(self.clean(text))

    @property
    def thread(self) -> str:
        """The name of the run's graph in a store that it shares with others: no other run has it, wherever its folder stands."""
        if not self.thread_file.is_file():
            write_private(self.thread_file, f"{self.name}-{secrets.token_hex(8)}\n".encode())
        return self.thread_file.read_text().strip()

    def checkpoints(
        self, types: Iterable[type] = (), durable: bool = False, one_at_a_time: bool = False
    ) -> SqliteCheckpoints | PostgresCheckpoints:
        """The checkpoints of the run's graph, in its folder or in the database of LUMOS_CHECKPOINTS. Close them before the run.

        See `sqlite_checkpoints` and `postgres_checkpoints`.
        """
        if database := os.environ.get(STORE):
            return postgres_checkpoints(database, types, self.clean)
        return sqlite_checkpoints(self.checkpoints_file, types, self.clean, durable=durable, one_at_a_time=one_at_a_time)

    def leave_out(self, words: Iterable[str]) -> None:
        """From now on, also in other processes, nothing that is written tells these words, or what these rules name.

        They are kept beside the folder of the run, not in it.
        """
        new = [word for word in words if word.strip() and word not in self.clean.words and REDACTED not in word]
        if new:
            write_private(self.words_beside, orjson.dumps([*self.kept_out, *new]))
            self.clean.add(new)
            self.journal.clean_anew()
            self._write_anew()

    def _write_anew(self) -> None:
        """What was written as whole files before, without what is kept out by now. The journal is only added to."""
        task = self.task
        said = printable(task.model_dump(mode="json"))
        if self.clean(said) != said:
            if not self.task_beside.is_file():
                write_private(self.task_beside, _json(_task_document(task, as_it_is)))
            write_private(self.task_file, _json(_task_document(task, self.clean)))
        for path in filter(Path.is_file, (self.state_file, self.report_file)):
            with contextlib.suppress(orjson.JSONDecodeError):
                self.write(path, orjson.loads(path.read_bytes()))
        for path in filter(Path.is_file, (self.plan_file, self.readable_report_file)):
            self.write_text(path, path.read_text("utf-8", "replace"))
        self.page_file.unlink(missing_ok=True)  # it is made when it is asked for

    def hide(self, texts: Iterable[str]) -> None:
        """From now on nothing that this process writes of the run tells these texts. They themselves are kept nowhere."""
        new = [text for text in texts if text not in self.clean.hidden]
        if new:
            self.clean.hide(new)
            self.journal.clean_anew()

    def keep_whole(self, task: Task, clean: Clean = as_it_is) -> None:
        """Keep the task beside the folder of the run, so that another process is given it as it was; `clean` takes secrets out.

        Nothing is kept of one that the folder holds as it was.
        """
        whole = _json(_task_document(task, clean))
        if whole != self.task_file.read_bytes():
            write_private(self.task_beside, whole)

    def keep_slots(self, slots: Mapping[str, str]) -> None:
        """Keep what slots were seen to be, as far as the run's traces do not tell, so that another process knows it too."""
        untold = {slot: text for slot, text in slots.items() if self.clean(text) != text}
        if untold:
            write_private(self.slots_beside, orjson.dumps({**self.whole_slots, **untold}))

    def write(self, path: Path, document: JsonValue, names: Collection[str] = ()) -> None:
        """Write a document as one whole file of this run, as JSON; `names` are those of its fields, which always stay."""
        write_private(path, _json(without(document, self.clean, names)))

    def write_text(self, path: Path, text: str) -> None:
        """Write a text as one whole file of this run."""
        write_private(path, str(self.clean(text)).encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Let others drive it."""
        self.journal.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Runs:
    """All runs in one folder: by default that of LUMOS_RUNS in the environment, else `.lumos/runs` where the process works."""

    def __init__(self, root: str | os.PathLike[str] | None = None) -> None:
        self.root = Path(root or os.environ.get(PLACE) or _DEFAULT)

    def create(self, task: Task, clean: Clean = as_it_is, name: str | None = None) -> RunFolder:
        """A new run, driven by this process; nothing is left of one that cannot be kept.

        Raises BadTask for a name that none can have or another has, and StoreFailed.
        """
        if name is not None and (not _NAME.fullmatch(name) or name == LAST):
            raise BadTask(repr(name), f"a run cannot be called so; give {_NAME_RULE}")
        with kept_in(self.root, BEGIN):
            _private_folder(self.root)
            path = self._made(name)
            place = RunPlace(path)
            place.remove_beside()
            with nothing_left(path):
                place.approvals.mkdir(mode=0o700)
                write_private(place.task_file, _json(_task_document(task, clean)))
                return RunFolder(path, clean)

    def _made(self, name: str | None) -> Path:
        """The folder of a new run; where it has no name, another one is tried until nobody has it."""
        while True:
            path = self.root / (name or _new_name())
            try:
                path.mkdir(mode=0o700)
            except FileExistsError:
                if name is not None:
                    raise BadTask(repr(name), "there is a run of that name; give it another") from None
            else:
                return path

    def open(self, run: str, clean: Clean = as_it_is) -> RunFolder:
        """A run to go on with. Raises NoSuchRun, RunBusy, DamagedRun and StoreFailed."""
        place = self.find(run)
        place.task  # noqa: B018 - a run without a task is not gone on with
        return RunFolder(place.path, clean)

    def find(self, run: str) -> RunPlace:
        """Where a run is: by its name, a beginning that no other has, `last`, or its folder's path. Raises NoSuchRun."""
        names = self.names()
        if run == LAST and names:
            return RunPlace(self.root / names[-1])
        if run in names:
            return RunPlace(self.root / run)
        like = [name for name in names if run and name.startswith(run)]
        if len(like) == 1:
            return RunPlace(self.root / like[0])
        folder = Path(run)
        if run and len(folder.parts) > 1 and (_is_run(folder) or RunPlace(folder).control_file.is_file()):
            return RunPlace(folder)
        raise NoSuchRun(run, like[:5] or get_close_matches(run, names, n=3, cutoff=0.5))

    def names(self) -> list[str]:
        """The names of all runs, the oldest first."""
        if not self.root.is_dir():
            return []
        found = [path for path in self.root.iterdir() if _NAME.fullmatch(path.name) and _is_run(path)]
        return [path.name for path in sorted(found, key=lambda path: (_born(path), path.name))]

    def list(self) -> Iterator[RunSummary]:
        """A line for each run, the newest first; what cannot be read says so."""
        for name in reversed(self.names()):
            yield RunPlace(self.root / name).summary()


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, whole or not at all, and kept for sure. Raises OSError and leaves the old one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # which only the owner may read
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    keep_folder(path.parent)


def _task_in(path: Path) -> Task:
    try:
        return Task.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise DamagedRun(str(path), "it is missing") from None
    except ValidationError as problem:
        raise DamagedRun(str(path), f"it is no task ({problem.error_count()} errors)") from None


def _json(document: JsonValue) -> bytes:
    return orjson.dumps(printable(document), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _task_document(task: Task, clean: Clean) -> JsonValue:
    """The task as it may be written, cleaned as the event that holds it is."""
    document: JsonValue = cleaned({"kind": "run_started", "run": "", "task": printable(task.model_dump(mode="json"))}, clean)[
        "task"
    ]
    return document


def _summed_up(place: RunPlace, pid: int | None) -> RunSummary:
    """Reads every line, as a damaged journal is to be called so; but makes values only of what tells of the run."""
    said: dict[str, Any] = {}
    steps = 0
    status, last = _OPEN, b""
    lines = Lines(str(place.journal_file))
    with place.journal_file.open("rb") as file:
        for _, event in lines.read(file):
            last = event
            if event.startswith(b'{"kind":"run_started"'):
                said = said or orjson.loads(event)
            elif event.startswith(b'{"kind":"planned"'):
                steps += 1
            if event.startswith((b'{"kind":"run_ended"', b'{"kind":"resumed"', b'{"kind":"run_started"')):
                status = orjson.loads(event).get("status", _OPEN)
    if status == _OPEN and pid is None:
        status = "interrupted"
    goal = said.get("task", {}).get("goal") or place.task.goal
    until = orjson.loads(last).get("at", "") if last else ""
    return RunSummary(
        run=place.name,
        status=status,
        goal=str(place.without_words(goal)),
        started=said.get("at", ""),
        last=until,
        steps=steps,
        events=max(0, lines.seq),
        pid=pid,
    )


def _locked(run: RunPlace) -> int:
    """The lock of the run's folder, which the system lets go of when this process ends, however it does. Raises RunBusy."""
    lock = os.open(run.lock_file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
    for attempt in range(_ATTEMPTS):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if attempt + 1 < _ATTEMPTS:  # who asks whether it is driven holds it for a moment
                time.sleep(_MOMENT)
        else:
            os.pwrite(lock, f"{os.getpid():<19}\n".encode(), 0)
            return lock
    said = os.pread(lock, 20, 0).strip()
    os.close(lock)
    raise RunBusy(run.name, int(said) if said.isdigit() else None)


def _is_run(path: Path) -> bool:
    return (path / "journal.jsonl").is_file() or (path / "task.json").is_file()


def _born(path: Path) -> float:
    """When the run was made: the time of its task, which is written once."""
    for name in ("task.json", "journal.jsonl"):
        with contextlib.suppress(OSError):
            return (path / name).stat().st_mtime
    return 0.0


def _new_name() -> str:
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def _private_folder(path: Path) -> None:
    """The folder, with those above that are missing, for its owner only."""
    if not path.is_dir():
        if path.parent != path:
            _private_folder(path.parent)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)

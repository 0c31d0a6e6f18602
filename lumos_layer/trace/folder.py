"""The folder of a run as the one process has it that drives the run: all that is written there."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import time
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import orjson
from pydantic import JsonValue

from lumos_layer.errors import DamagedRun, RunBusy
from lumos_layer.planning.task import Task
from lumos_layer.safety.redaction import REDACTED
from lumos_layer.trace.checkpoints import postgres_checkpoints, sqlite_checkpoints
from lumos_layer.trace.cleaning import Clean, Growing, as_it_is, cleaned, printable, without
from lumos_layer.trace.journal import Journal
from lumos_layer.trace.memory import JournalMemory
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.private_files import PRIVATE, kept_in, remove_unfinished, write_private

if TYPE_CHECKING:
    from lumos_layer.trace.postgres_saver import PostgresCheckpoints
    from lumos_layer.trace.sqlite_saver import SqliteCheckpoints

STORE = "LUMOS_CHECKPOINTS"  # the environment's name for the database of the checkpoints of runs, where they share one
_ATTEMPTS, _MOMENT = 4, 0.02  # seconds


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
            remove_unfinished((*self.written_whole, *self.sealed, self.seal.path))
            self.clean.add(self.kept_out)
            self.journal = Journal(self.journal_file, self.clean, mark=self.committed_beside)
            try:
                self._check_given()
                self.memory = JournalMemory(self.journal)
                if self.clean.words:
                    self._write_anew()  # a process may have been killed before it had
            except BaseException:
                self.journal.close()
                raise
        except BaseException:
            os.close(self._lock)
            raise

    def _check_given(self) -> None:
        """What the run goes on with is what it was given. Raises DamagedRun."""
        self.seal.check(self.sealed)
        self.seal.settle(self.sealed)
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
        new = [word for word in to_be_kept_out(words) if word not in self.clean.words]
        if new:
            self.seal.write(self.words_beside, orjson.dumps([*self.kept_out, *new]))
            self.clean.add(new)
            self.journal.clean_anew()
            self._write_anew()

    def _write_anew(self) -> None:
        """What was written as whole files before, without what is kept out by now. The journal is only added to."""
        task = self.task
        cleaned_task = task_bytes(task, self.clean)
        if cleaned_task != self.task_file.read_bytes():
            if not self.task_beside.is_file():
                self.seal.write(self.task_beside, task_bytes(task, as_it_is))
            born = self.task_file.stat()
            self.seal.write(self.task_file, cleaned_task)
            os.utime(self.task_file, ns=(born.st_atime_ns, born.st_mtime_ns))  # runs are listed in the order of their tasks
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

    def keep_slots(self, slots: Mapping[str, str]) -> None:
        """Keep what slots were seen to be, as far as the run's traces do not tell, so that another process knows it too."""
        untold = {slot: text for slot, text in slots.items() if self.clean(text) != text}
        if untold:
            self.seal.write(self.slots_beside, orjson.dumps({**self.whole_slots, **untold}))

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


def to_be_kept_out(words: Iterable[str]) -> list[str]:
    """Those of the words that can be kept out of what is written, each once."""
    return [word for word in dict.fromkeys(words) if word.strip() and REDACTED not in word]


def task_bytes(task: Task, clean: Clean) -> bytes:
    """The task as a file of it holds it, cleaned as the event that holds it is."""
    document = cleaned({"kind": "run_started", "run": "", "task": printable(task.model_dump(mode="json"))}, clean)
    return _json(document["task"])


def _json(document: JsonValue) -> bytes:
    return orjson.dumps(printable(document), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


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

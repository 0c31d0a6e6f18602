"""The journal of a run: an append-only file of events, from which everything else of the run can be made again."""

from __future__ import annotations

import fcntl
import os
import re
import threading
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any, Self

import orjson
from msgspec import Struct
from pydantic import ValidationError

from lumos_layer.errors import DamagedRun, RunBusy, ScriptMismatch
from lumos_layer.perception.observation import Observation
from lumos_layer.trace import looks
from lumos_layer.trace.cleaning import Clean, as_it_is, cleaned, printable, takes_nothing
from lumos_layer.trace.events import ANY_EVENT, Event, Observed
from lumos_layer.trace.lines import KIND, VERSION, Lines, chained, line
from lumos_layer.trace.private_files import PRIVATE, keep_folder

TORN, COMMITTED = ".torn", ".committed"  # beside the journal: what a kill left unfinished; how far the journal was kept for sure
_MARK = re.compile(rb"([0-9]{1,18}) ([0-9a-f]{16})\n *\n")
_NO_MARK = "it is missing, so nobody knows whether {path} is whole"
_MOVED = "Go on with the run where it was; if it was moved, bring this file along. A copy is for looking at."
_TAGS = {"outcome": ("outcome", "outcome"), "approval_answered": ("approval", "answer", "answer")}  # kinds inside of kinds


class Entry(Struct, frozen=True):
    """One event and its number in the journal, from 1."""

    seq: int
    event: Event


def now() -> str:
    """The time as events have it: ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Journal:
    """Appends events to a file, which it makes if there is none; only one at a time can, over all processes.

    `clean` takes out of everything what must not be written. `append` hands an event to the system, which keeps it if this process
    is killed; `commit` makes sure that it is kept even if the machine stops. What a kill left unfinished at the end is set aside
    into a file beside it. `mark` is a file that says how far it was kept for sure. Raises DamagedRun for a file that was changed,
    cut, put back from a copy or written by another version, and RunBusy.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        clean: Clean = as_it_is,
        time: Callable[[], str] = now,
        mark: str | os.PathLike[str] | None = None,
    ) -> None:
        self.path = Path(path)
        self.mark_file = Path(mark or f"{self.path}{COMMITTED}")
        self.clean = clean
        self._time = time
        self._one_at_a_time = threading.RLock()
        self._last: dict[str, tuple[Observation | None, looks.Seen]] | None = None  # by surface; None: not recalled yet
        self._lines = Lines(str(self.path))
        self._broken = ""
        self._marked = self._read_mark()
        self._file = self._mark = -1
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
            self._lock()
            self._open()
        except BaseException:
            self.close()
            raise

    @property
    def seq(self) -> int:
        """The number of the last event; 0: there is none."""
        return self._lines.seq

    def append(self, event: Event) -> Entry:
        """Write the event down, with the time. Raises OSError, and then it is not in the journal."""
        event = event if event.at else event.model_copy(update={"at": self._time()})
        document = cleaned(printable(document_of(event)), self.clean)
        return self._write(document, event if takes_nothing(self.clean) else ANY_EVENT.validate_python(document))

    def look(self, observation: Observation, step: int = 0) -> Entry:
        """Write a look down: all of it the first time that the journal has the surface, after that what has changed since.

        Raises OSError, and then it is not in the journal; DamagedRun if an earlier look cannot be made again.
        """
        with self._one_at_a_time:
            last = self._looks()
            shown, before = last.get(observation.surface, (None, None))
            found = before if before is not None and shown is observation else looks.seen(observation, self.clean)
            document = looks.written(found, before, None if shown is None else observation.matching_from(shown))
            event = Observed(at=self._time(), step=step, observation=observation.id, surface=observation.surface, look=document)
            # The look is clean already. An edit script that is cleaned once more would not fit its tree.
            said = cleaned({**document_of(event), "look": None}, self.clean)
            entry = self._write({**said, "look": document}, event)
            last[observation.surface] = observation, found
            return entry

    def last(self, surface: str) -> looks.Seen | None:
        """The last look at a surface as it was written down, in whichever process. Raises DamagedRun if it cannot be made again."""
        with self._one_at_a_time:
            return self._looks().get(surface, (None, None))[1]

    def looks_at(self, places: Collection[int]) -> dict[int, looks.Seen]:
        """The looks among these entries, in whichever process they were made, without what `clean` takes out now.

        Raises DamagedRun if one cannot be made again.
        """
        last = max(places, default=0)
        with self._one_at_a_time:
            before = takewhile(lambda each: each[0] <= last, self._written_looks())
            return {seq: looks.cleaned(found, self.clean) for seq, found in before if seq in places}

    def clean_anew(self) -> None:
        """From now on `clean` takes more out: what has changed is told of no look that it would take something out of."""
        with self._one_at_a_time:
            self._last = None

    def _looks(self) -> dict[str, tuple[Observation | None, looks.Seen]]:
        """The last look at each surface, also of processes before this one."""
        if self._last is None:
            latest = {found.surface: found for _, found in self._written_looks()}
            self._last = {name: (None, found) for name, found in latest.items() if looks.is_clean(found, self.clean)}
        return self._last

    def _written_looks(self) -> Iterator[tuple[int, looks.Seen]]:
        """All looks in their order as they were written down, each with the number of its entry."""
        rebuilder = looks.Rebuilder()
        try:
            for seq, said in self.numbered("observed"):
                event = orjson.loads(said)
                yield seq, rebuilder.seen(event["observation"], event["surface"], event["look"])
        except (ValueError, KeyError, IndexError, ScriptMismatch) as problem:
            raise DamagedRun(str(self.path), f"a look in it cannot be made again ({problem})") from problem

    def commit(self) -> None:
        """Return when all that was appended is kept for sure. Raises OSError; after that the journal takes no more."""
        with self._one_at_a_time:
            self._check()
            self._check_in_place()
            try:
                os.fdatasync(self._file)
            except OSError as error:
                self._broken = str(error)  # what was not kept may be lost, and nobody knows how much
                raise _named(error, self.path) from None
            self._put_mark()

    def _put_mark(self) -> None:
        mark = b"%d %s\n" % (self._lines.seq, self._lines.sum)
        os.pwrite(self._mark, mark.ljust(47) + b"\n", 0)

    def entries(self) -> Iterator[Entry]:
        """All that is in the journal, from the first event."""
        return read(self.path)

    def raw(self, *kinds: str) -> Iterator[bytes]:
        """The events of these kinds as JSON, without the cost of making values of all others."""
        return (event for _, event in self.numbered(*kinds))

    def numbered(self, *kinds: str) -> Iterator[tuple[int, bytes]]:
        """The same, each with the number of its entry."""
        starts = tuple(b'{"kind":"%s"' % kind.encode() for kind in kinds)
        with self.path.open("rb") as file:
            for seq, event in Lines(str(self.path)).read(file):
                if seq and event.startswith(starts):
                    yield seq, event

    def close(self) -> None:
        """Let go of the file; what was appended stays."""
        for file in (self._file, self._mark):
            if file >= 0:
                os.close(file)
        self._file = self._mark = -1
        self._broken = self._broken or "it has been closed"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunBusy(self.path.parent.name or str(self.path)) from None

    def _open(self) -> None:
        """Read all that is there, and set aside what is not whole."""
        os.fchmod(self._file, PRIVATE)
        with self.path.open("rb") as file:
            for _ in self._lines.read(file):
                self._check_committed(self._lines.seq, self._lines.sum)
            size = file.seek(0, os.SEEK_END)
        self._check_marked()
        self._mark = os.open(self.mark_file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
        if size > self._lines.end:
            self._set_aside(size)
        if self._lines.unended:
            self._put(b"\n")
            self._lines.unended = False
        if self._lines.seq < 0:
            keep_folder(self.mark_file.parent)
            self._write({"kind": KIND, "version": VERSION}, None)
            keep_folder(self.path.parent)
        if self._marked is None or self._marked[0] < 0:  # from now on each mark takes the place of one that is there for sure
            self._put_mark()
            os.fsync(self._mark)

    def _read_mark(self) -> tuple[int, bytes] | None:
        """The last entry that was kept for sure, and its sum; -1: nothing is said yet. None: there is no such file."""
        try:
            said = self.mark_file.read_bytes()
        except FileNotFoundError:
            return None
        if not said.strip(b"\0"):
            return -1, b""
        found = _MARK.fullmatch(said)
        if found is None:
            raise self._mark_says_nothing()
        if not self.path.exists():
            raise DamagedRun(str(self.path), f"it is missing, and {found[1].decode()} entries of it were kept for sure")
        return int(found[1]), found[2]

    def _mark_says_nothing(self) -> DamagedRun:
        remedy = "Put it back as it was last, or begin a new run."
        return DamagedRun(str(self.mark_file), "it does not say how far the journal goes", remedy)

    def _check_committed(self, seq: int, sum: bytes) -> None:
        """The journal is whole, and the one that was written, up to where it was kept for sure."""
        if self._marked is not None and seq == self._marked[0] and sum != self._marked[1]:
            raise DamagedRun(str(self.path), f"its entries up to {seq} are not those that were written here")

    def _check_marked(self) -> None:
        if self._marked is None:
            if self._lines.seq >= 0:
                raise DamagedRun(str(self.mark_file), _NO_MARK.format(path=self.path), _MOVED)
        elif self._marked[0] < 0 < self._lines.seq:
            raise self._mark_says_nothing()
        elif self._marked[0] > max(0, self._lines.seq):
            problem = f"its entries {self._lines.seq + 1} to {self._marked[0]}, which were kept for sure, are missing"
            raise DamagedRun(str(self.path), problem)

    def _set_aside(self, size: int) -> None:
        torn = os.pread(self._file, size - self._lines.end, self._lines.end)
        aside = os.open(f"{self.path}{TORN}", os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, PRIVATE)
        try:
            os.write(aside, torn + b"\n")
            os.fsync(aside)
        finally:
            os.close(aside)
        os.ftruncate(self._file, self._lines.end)

    def _write(self, document: dict[str, Any], event: Any) -> Entry:
        with self._one_at_a_time:
            self._check()
            said, seq = _json(document), self._lines.seq + 1
            sum = chained(self._lines.sum, seq, said)
            self._put(line(seq, sum, said))
            self._lines.seq, self._lines.sum = seq, sum
            return Entry(seq, event)

    def _put(self, content: bytes) -> None:
        """Write at the end, all or nothing."""
        end, left = self._lines.end, memoryview(content)
        try:
            while left:
                left = left[os.pwrite(self._file, left, end + len(content) - len(left)) :]
        except OSError as error:
            self._cut(end, error)
            raise _named(error, self.path) from None
        except BaseException as error:
            self._cut(end, error)
            raise
        self._lines.end = end + len(content)

    def _cut(self, end: int, error: BaseException) -> None:
        """Take away what was written after `end`; where that fails, the journal takes no more."""
        try:
            os.ftruncate(self._file, end)
        except OSError:
            self._broken = str(error)

    def _check_in_place(self) -> None:
        """What is written into a file that was deleted or replaced is lost. Raises DamagedRun."""
        try:
            if os.path.samestat(os.fstat(self._file), self.path.stat()):
                return
        except FileNotFoundError:
            pass
        self._broken = "it was deleted or replaced while it was in use"
        self._check()

    def _check(self) -> None:
        if self._broken:
            raise DamagedRun(str(self.path), f"nothing more can be written to it: {self._broken}", "Open the run again.")


def read(path: str | os.PathLike[str]) -> Iterator[Entry]:
    """All events of a journal in order; what a kill left unfinished at its end is left out. Raises DamagedRun and OSError."""
    with Path(path).open("rb") as file:
        for seq, event in Lines(os.fspath(path)).read(file):
            if seq:
                yield Entry(seq, event_of(event, os.fspath(path), seq))


def event_of(said: bytes, path: str, seq: int) -> Event:
    """The event of a line. Raises DamagedRun for one that this version does not know."""
    try:
        return ANY_EVENT.validate_json(said)
    except ValidationError as problem:
        first = problem.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise DamagedRun(path, f"entry {seq} is no event that is known here ({where}: {first['msg']})") from None


def document_of(event: Event) -> dict[str, Any]:
    """The event as a journal has it: without what is as it is by default, its kind first."""
    document = {"kind": event.kind, **event.model_dump(exclude_defaults=True)}
    way = _TAGS.get(event.kind)
    if way is not None:
        said, found = document, event
        for name in way[:-1]:
            said, found = said[name], getattr(found, name)
        said[way[-1]] = getattr(found, way[-1])
    return document


def _named(error: OSError, path: Path) -> OSError:
    """The error with the file that it is about, which the system does not say of an open one."""
    return error if error.errno is None else OSError(error.errno, error.strerror, str(path))


def _json(document: dict[str, Any]) -> bytes:
    return orjson.dumps(document)

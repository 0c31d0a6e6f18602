"""A run followed while another process drives it."""

from __future__ import annotations

from collections.abc import Iterator

from lumos_layer.environments.clock import Clock, SystemClock
from lumos_layer.errors import DamagedRun
from lumos_layer.trace.events import Resumed, RunEnded, RunStarted
from lumos_layer.trace.journal import Entry, event_of
from lumos_layer.trace.lines import Lines
from lumos_layer.trace.place import RunPlace

PAUSE = 0.1  # seconds between two looks at the journal


def follow(run: RunPlace, clock: Clock | None = None, pause: float = PAUSE) -> Iterator[Entry]:
    """Every event of the run, from the first; waits for more until the run has ended or no process drives it any more.

    Raises DamagedRun, also where there is no journal and nobody who would begin one.
    """
    clock, path = clock or SystemClock(), str(run.journal_file)
    lines, ended = Lines(path), False
    while True:
        driven = run.driver is not None  # asked first: what was written before it ended is read below
        for entry in _more(run, lines, last=not driven):
            if isinstance(entry.event, RunEnded | Resumed | RunStarted):
                ended = isinstance(entry.event, RunEnded)
            yield entry
        if ended or not driven:
            return
        clock.sleep(pause)


def _more(run: RunPlace, lines: Lines, last: bool) -> Iterator[Entry]:
    if not run.journal_file.exists():
        if last:
            raise DamagedRun(str(run.journal_file), "it is missing", "Put it back as it was last, or begin a new run.")
        return
    with run.journal_file.open("rb") as file:
        for seq, event in lines.read(file, last):
            if seq:
                yield Entry(seq, event_of(event, str(run.journal_file), seq))

"""A run in one line."""

from __future__ import annotations

import contextlib
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field

from lumos_layer.errors import LumosError
from lumos_layer.trace.lines import Lines
from lumos_layer.trace.place import RunPlace

_OPEN = "running"


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


def summary_of(place: RunPlace) -> RunSummary:
    """The run in one line; what cannot be read is said in it."""
    pid = place.driver
    with contextlib.suppress(OSError):
        try:
            return _summed_up(place, pid)
        except LumosError as problem:
            return RunSummary(run=place.name, status="damaged", pid=pid, problem=str(problem))
    return RunSummary(run=place.name, status="damaged", pid=pid, problem="It has no journal.")


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

"""Rows of runs that are finished, kept as they come, so that an evaluation that was stopped goes on where it was."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
import orjson

from lumos_layer.errors import InputError
from lumos_layer.evaluation.suites.rows import TriedCase
from lumos_layer.evaluation.suites.suite import Suite, app_of

_ROW = msgspec.json.Decoder(TriedCase)


class Kept:
    """A file with a line for each finished run. A run of a task or app that has changed since, or of other software, is not taken
    over."""

    def __init__(self, file: Path, suite: Suite, path: Path, made_by: str) -> None:
        """`path` is the suite's own. `made_by` is what the rows depend on beside tasks and apps, as the version of the software and
        how tokens are counted. Raises InputError for an app that cannot be read."""
        self._file = file
        apps = {app: _summed(app_of(suite, path, task)) for app, task in {each.app: each for each in suite.tasks}.items()}
        self._marks = {task.id: _mark([task.model_dump(mode="json"), apps[task.app]], suite, made_by) for task in suite.tasks}

    def rows(self) -> Mapping[str, TriedCase]:
        """The rows that still count, by the id of their case. A line that was cut off is none. Raises InputError."""
        if not self._file.exists():
            return {}
        found: dict[str, TriedCase] = {}
        for number, line in enumerate(self._file.read_bytes().split(b"\n")[:-1], 1):
            try:
                said = orjson.loads(line)
                row = _ROW.decode(orjson.dumps(said["row"]))
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(f"{self._file}, line {number}, is no finished run: {error}. Use --fresh to begin anew.") from error
            if said.get("mark") == self._marks.get(row.case.task) and not row.error:
                found[row.id] = row
        return found

    def begin(self, fresh: bool) -> None:
        """Make room for rows; `fresh`: without those of before. A line that was cut off is ended. Raises OSError."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        if fresh or not self._file.exists():
            self._file.write_bytes(b"")
            return
        said = self._file.read_bytes()
        if said and not said.endswith(b"\n"):
            self._file.write_bytes(said[: said.rfind(b"\n") + 1])

    def add(self, row: TriedCase) -> None:
        line = b'{"mark":"%s","row":%s}\n' % (self._marks[row.case.task].encode(), msgspec.json.encode(row))
        with self._file.open("ab") as file:
            file.write(line)


def _summed(app: Path) -> str:
    """A hash of all files of the app's folder."""
    summed = sha256()
    try:
        for file in sorted(each for each in app.rglob("*") if each.is_file()):
            summed.update(sha256(str(file.relative_to(app)).encode("utf-8", "surrogateescape")).digest())
            summed.update(sha256(file.read_bytes()).digest())
    except OSError as error:
        raise InputError(f"Cannot read {app}: {error.strerror}.") from error
    return summed.hexdigest()


def _mark(task: object, suite: Suite, made_by: str) -> str:
    faults = {name: plan.model_dump(mode="json") for name, plan in suite.faults.items()}
    return sha256(orjson.dumps([task, faults, made_by], option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]

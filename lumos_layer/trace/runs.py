"""All runs in one folder: made, found, opened to go on, listed."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path

import orjson

from lumos_layer.errors import BadTask, NoSuchRun
from lumos_layer.planning.task import Task
from lumos_layer.trace.cleaning import Clean, as_it_is
from lumos_layer.trace.folder import RunFolder, task_bytes, to_be_kept_out
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.private_files import kept_in, private_folder, write_private
from lumos_layer.trace.summary import RunSummary, summary_of

PLACE = "LUMOS_RUNS"  # the environment's name for the folder of runs
LAST = "last"
BEGIN = "Nothing was begun: mend that, or name another folder (--runs), and begin again."
_DEFAULT = Path(".lumos/runs")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_TAKEN = "there is a run of that name; give it another"
_NO_RUN = "is there and holds no run, as where the making of one was cut off; remove it, or give the run another name"
_NAME_RULE = "up to 100 letters, digits, dots, dashes and underscores, the first a letter or digit"


@dataclass(frozen=True)
class Given:
    """What a run is given beside its task: its policy as a file, the words that nothing may show, and what takes secrets out of
    the task as it stands whole beside the folder; without that it stands in the folder alone."""

    policy: bytes = b""
    words: Sequence[str] = ()
    secret: Clean | None = None


@contextmanager
def nothing_left(path: Path) -> Iterator[None]:
    """Where what is done with a new folder fails, the folder goes again."""
    try:
        yield
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        RunPlace(path).remove_beside()
        raise


class Runs:
    """All runs in one folder: by default that of LUMOS_RUNS in the environment, else `.lumos/runs` where the process works."""

    def __init__(self, root: str | os.PathLike[str] | None = None) -> None:
        self.root = Path(root or os.environ.get(PLACE) or _DEFAULT)

    def create(self, task: Task, clean: Clean = as_it_is, name: str | None = None, given: Given | None = None) -> RunFolder:
        """A new run, driven by this process; nothing is left of one that cannot be kept.

        Its task is written last: a run that was killed before that is none, and any other has all that it was given.
        Raises BadTask for a name that none can have or another has, and StoreFailed.
        """
        if name is not None and (not _NAME.fullmatch(name) or name == LAST):
            raise BadTask(repr(name), f"a run cannot be called so; give {_NAME_RULE}")
        with kept_in(self.root, BEGIN):
            private_folder(self.root)
            path = self._made(name)
            place = RunPlace(path)
            place.remove_beside()
            with nothing_left(path):
                place.approvals.mkdir(mode=0o700)
                _keep_given(place, task, clean, given or Given())
                return RunFolder(path, clean)

    def _made(self, name: str | None) -> Path:
        """The folder of a new run; where it has no name, another one is tried until nobody has it."""
        while True:
            path = self.root / (name or _new_name())
            try:
                path.mkdir(mode=0o700)
            except FileExistsError:
                if name is not None:
                    raise BadTask(repr(name), _TAKEN if _is_run(path) else f"{path} {_NO_RUN}") from None
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
            yield summary_of(RunPlace(self.root / name))


def _keep_given(place: RunPlace, task: Task, clean: Clean, given: Given) -> None:
    """Write down what a new run is given, its task last."""
    place.seal.begin()
    if given.policy:
        write_private(place.policy_file, given.policy)
    if words := to_be_kept_out(given.words):
        place.seal.write(place.words_beside, orjson.dumps(words))
    shown = task_bytes(task, clean)
    whole = shown if given.secret is None else task_bytes(task, given.secret)
    if whole != shown:
        place.seal.write(place.task_beside, whole)
    place.seal.write(place.task_file, shown)


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

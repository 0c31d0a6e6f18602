"""By which sums the files are known that a run goes on with: beside its folder, so that none of them is changed unnoticed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from lumos_layer.errors import DamagedRun
from lumos_layer.trace.private_files import write_private

_NOT_THERE: Final = ""
_REMEDY = "Put it back as it was last, or begin a new run."
_MOVED = (
    "Go on with the run where it was; if it was moved, bring this file along. A copy is for looking at, and so is a run "
    "that was begun before there were such files: lumos show tells of it; begin it anew to go on."
)


class _Sums(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sums of each file, by its name: one, or the old and the new one while it is being replaced."""

    run: str
    files: Mapping[str, tuple[str, ...]]


class Seal:
    """The sums of the files that a run goes on with. Only the process that drives the run writes them."""

    def __init__(self, path: Path, run: str) -> None:
        self.path, self._run = path, run

    def begin(self) -> None:
        """Of a new run, of which nothing is written yet. Raises OSError."""
        self._keep({})

    def write(self, file: Path, content: bytes) -> None:
        """Write a file that only its owner may read, with its sum. Wherever that is cut off, the file is known by its sum.

        Raises DamagedRun, and OSError.
        """
        files, old, new = self._sums(), _sum_of(file), hashlib.sha256(content).hexdigest()
        self._keep({**files, file.name: (old, new)})
        write_private(file, content)
        self._keep({**files, file.name: (new,)})

    def check(self, files: Iterable[Path]) -> None:
        """Each of the files is as it was written last, or not there if it never was. Raises DamagedRun."""
        files = tuple(files)
        while wrong := self._first_wrong(sums := self._sums(), files):
            if sums == self._sums():  # nobody was about to replace one meanwhile
                problem = (
                    f"it is not what was written there for this run, by {self.path.name}" if wrong.exists() else "it is missing"
                )
                raise DamagedRun(str(wrong), problem, _REMEDY)

    def settle(self, files: Iterable[Path]) -> None:
        """Of files that a killed process was about to replace, only what is there counts from now on. Raises OSError."""
        sums = self._sums()
        if any(len(known) > 1 for known in sums.values()):
            self._keep({**sums, **{file.name: (_sum_of(file),) for file in files}})

    @staticmethod
    def _first_wrong(sums: Mapping[str, tuple[str, ...]], files: tuple[Path, ...]) -> Path | None:
        return next((file for file in files if _sum_of(file) not in sums.get(file.name, (_NOT_THERE,))), None)

    def _keep(self, files: Mapping[str, tuple[str, ...]]) -> None:
        write_private(self.path, msgspec.json.encode(_Sums(self._run, files)))

    def _sums(self) -> Mapping[str, tuple[str, ...]]:
        try:
            said = msgspec.json.decode(self.path.read_bytes(), type=_Sums)
        except FileNotFoundError:
            problem = "it is missing, so nobody knows whether the task is the one that was given"
            raise DamagedRun(str(self.path), problem, _MOVED) from None
        except msgspec.DecodeError:
            problem = "it does not say by which sums the files of the run are known"
            raise DamagedRun(str(self.path), problem, _REMEDY) from None
        if said.run != self._run:
            raise DamagedRun(str(self.path), f"it is that of another run, {said.run}", _REMEDY)
        return said.files


def _sum_of(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except FileNotFoundError:
        return _NOT_THERE

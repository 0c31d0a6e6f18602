"""What is known of a file of control without the file: so that its loss is known, and gives nobody a surface."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct, field

from lumos_layer.errors import DamagedRun, StoreFailed

_WHAT = "it does not tell in which epochs a person had the screen"


class Known(Struct, frozen=True, kw_only=True):
    """Which file of control it is, by its id, and an epoch of each surface that it must have come to."""

    store: str
    epochs: Mapping[str, int] = field(default_factory=dict)


_KNOWN = msgspec.json.Decoder(Known)


class Mark:
    """The greatest epoch in which a person has had each surface, in a file of its own, never greater than in the file of control.

    It is written after a change of control is kept for sure, so that a process that ends in between does no harm.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Known | None:
        """None: there is no such file. Raises DamagedRun."""
        try:
            return _KNOWN.decode(self.path.read_bytes())
        except FileNotFoundError:
            return None
        except msgspec.DecodeError as problem:
            raise DamagedRun(str(self.path), f"{_WHAT} ({problem})") from None

    def write(self, known: Known) -> None:
        """Replace it, whole or not at all, and for sure. Raises StoreFailed."""
        try:
            self._replace(msgspec.json.encode(known))
        except OSError as problem:
            raise StoreFailed(str(self.path), problem.strerror or str(problem)) from problem

    def _replace(self, content: bytes) -> None:
        handle, beside = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")  # which only the owner may read
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(beside).replace(self.path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
        folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

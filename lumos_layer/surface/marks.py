"""What stands beside the file of control and tells that it had records: so that its loss is known, and gives nobody a surface."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from lumos_layer.errors import DamagedRun

_EPOCHS = msgspec.json.Decoder(dict[str, int])


class Mark:
    """The greatest epoch in which a person has had each surface, never greater than that of the file of control at `path`.

    It is written after a change of control is kept for sure, so that a process that ends in between does no harm.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._locks = path.with_suffix(".mark"), path.with_suffix(".locks")

    def tells_of_records(self) -> bool:
        """True if there was a file of control here, whatever it holds now."""
        return self._path.exists() or self._locks.exists()

    def epochs(self) -> Mapping[str, int]:
        """By surface; none where nobody has taken any. Raises DamagedRun."""
        try:
            return _EPOCHS.decode(self._path.read_bytes())
        except FileNotFoundError:
            return {}
        except msgspec.DecodeError as problem:
            raise DamagedRun(str(self._path), f"it does not tell in which epochs a person had the screen ({problem})") from None

    def note(self, epochs: Mapping[str, int]) -> None:
        """Take note of epochs that are kept; smaller ones than are known change nothing."""
        known = self.epochs() if self._path.exists() else None
        more = dict(known or {}) | {name: epoch for name, epoch in epochs.items() if epoch > (known or {}).get(name, 0)}
        if more == known:
            return
        beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(more))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)

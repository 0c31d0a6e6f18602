"""Files that only their owner may read: written whole or not at all, and kept for sure."""

from __future__ import annotations

import contextlib
import glob
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from lumos_layer.errors import StoreFailed

PRIVATE: Final = 0o600


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


def remove_unfinished(paths: Iterable[Path]) -> None:
    """Remove what processes left that were killed while they wrote one of these files; nobody writes them now. Raises OSError."""
    for path in paths:
        for left in path.parent.glob(f".{glob.escape(path.name)}.????????"):
            left.unlink(missing_ok=True)


def private_folder(path: Path) -> None:
    """The folder, with those above that are missing, for its owner only."""
    if not path.is_dir():
        if path.parent != path:
            private_folder(path.parent)
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)


def keep_folder(folder: Path) -> None:
    """A new file is sure to be found again once its folder is written."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

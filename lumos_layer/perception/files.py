"""Files that are written whole, or not at all."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path

_LONGEST = 100  # characters of a name in that of the file in the making: names may have 255 bytes


def write_whole(path: Path, content: bytes) -> None:
    """Write the file so that whoever looks sees the old content or the new, never a part; raises OSError and leaves the old.

    A file that was there keeps its permissions, and a link goes on to lead to it.
    """
    if path.exists() and not path.is_file():  # a pipe or device takes what it is given
        path.write_bytes(content)
        return
    path = Path(os.path.realpath(path))
    mode = _mode_of(path)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:_LONGEST]}.")
    except OSError as error:
        error.filename = str(path)  # the one that was asked for, and not the one that stands in for it
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode_of(path: Path) -> int:
    """The permissions that the file has, or a new one gets; raises PermissionError if it may not be written."""
    if path.exists():
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & 0o222 or not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return mode
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask

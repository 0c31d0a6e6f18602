"""Files that are written whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write the file so that whoever looks sees the old content or the new, never a part; raises OSError and leaves the old."""
    if path.exists() and not path.is_file():  # a pipe or device takes what it is given
        path.write_bytes(content)
        return
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        error.filename = str(path)  # the one that was asked for, and not the one that stands in for it
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

"""Peak memory of reading one dump, measured in a process of its own.

`python -m benchmarks.memory PATH blueprint|parse|nothing` prints the process's peak in bytes.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple, cast

from benchmarks import yardstick
from benchmarks.work import WORK, What


class Peak(NamedTuple):
    """Bytes beyond those of a process that holds the dump and has imported the same modules."""

    blueprint: int
    parse: int


def peak(path: Path) -> Peak:
    floor = _child(path, "nothing")
    return Peak(_child(path, "blueprint") - floor, _child(path, "parse") - floor)


def _child(path: Path, what: What) -> int:
    command = [sys.executable, "-m", "benchmarks.memory", str(path), what]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[1])
    return int(done.stdout)


def _own_peak() -> int:
    """The peak of this process. A child's `ru_maxrss` begins at its parent's on Linux, so /proc is asked first."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
        kilobytes = next((line.split()[1] for line in lines if line.startswith("VmHWM:")), None)
        if kilobytes is not None:
            return int(kilobytes) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main(path: str, what: What) -> None:
    data = yardstick.parsable(Path(path).read_bytes()) if what == "parse" else Path(path).read_bytes()
    kept = WORK[what](data)
    print(_own_peak())
    del kept


if __name__ == "__main__":
    main(sys.argv[1], cast(What, sys.argv[2]))

"""Made-up dumps of any size: the same dialect, number of nodes and seed always give the same bytes.

What they hold follows recorded dumps: the attributes that the tools write, complete and in their order; wrappers,
texts, buttons, fields, lists and hidden parts about as often as on real screens. XML is written piece by piece, so that
a dump of a million nodes need not fit in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from benchmarks import android, atspi, browser, cdp, uia
from benchmarks.xml_writer import Write


class Dialect(NamedTuple):
    name: str  # as lumos_layer calls the format
    suffix: str
    write: Callable[[Write, int, int], None]  # where to, number of nodes, seed


DIALECTS = (
    Dialect("android", ".xml", android.write),
    Dialect("uia", ".xml", uia.write),
    Dialect("atspi", ".xml", atspi.write),
    Dialect("browser", ".xml", browser.write),
    Dialect("cdp", ".json", cdp.write),
)


def dialect(name: str) -> Dialect:
    """The dialect of that name. Raises ValueError if there is none."""
    for candidate in DIALECTS:
        if candidate.name == name:
            return candidate
    raise ValueError(f"No dialect is called {name!r}; there are {', '.join(known.name for known in DIALECTS)}.")


def write_dump(name: str, nodes: int, path: Path, seed: int = 1) -> None:
    """Write a dump of exactly so many nodes (XML elements, or accessibility nodes) to a file."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        dialect(name).write(file.write, nodes, seed)


def dump(name: str, nodes: int, seed: int = 1) -> bytes:
    """The same as bytes."""
    text = StringIO()
    dialect(name).write(text.write, nodes, seed)
    return text.getvalue().encode()

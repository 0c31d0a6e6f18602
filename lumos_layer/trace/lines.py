"""The lines of a journal: each says how long it is, and carries a checksum over itself and all lines before it.

`{"seq":7,"sum":"0123456789abcdef","size":42,"event":{…}}`: `sum` is BLAKE2b over the sum of the line before, the number and the
event's bytes, of which there are `size`. So what was changed, lost or doubled in the middle shows, and a line that a killed process
left unfinished is known by its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import IO

from lumos_layer.errors import DamagedRun

VERSION = 1
KIND = "lumos journal"
_HEAD = re.compile(rb'\{"seq":(0|[1-9][0-9]{0,17}),"sum":"([0-9a-f]{16})","size":(0|[1-9][0-9]{0,17}),"event":')
_BEGIN = re.compile(rb'[^\n]{0,120}"kind":"lumos journal","version":([0-9]{1,9})[,}]')
_LONGEST_HEAD = 100


def chained(sum: bytes, seq: int, event: bytes) -> bytes:
    """The checksum of a line, from that of the line before."""
    return blake2b(b"%s %d %s" % (sum, seq, event), digest_size=8).hexdigest().encode()


def line(seq: int, sum: bytes, event: bytes) -> bytes:
    return b'{"seq":%d,"sum":"%s","size":%d,"event":%s}\n' % (seq, sum, len(event), event)


class Lines:
    """Reads the whole lines of a journal, as far as there are any, and goes on where it stopped when more have come.

    `seq` and `sum` are those of the last line (-1 and empty: none), `end` is where it ends in the file, in bytes.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.seq, self.sum, self.end = -1, b"", 0
        self.unended = False  # the last line lacks its line break

    def read(self, file: IO[bytes], last: bool = True) -> Iterator[tuple[int, bytes]]:
        """Number and event of each line after the last one read. Raises DamagedRun at the first that is not as it was written.

        `last=False`: somebody is writing, so a line without a line break is not there yet.
        """
        file.seek(self.end)
        for found in file:
            if not found.endswith(b"\n") and (not last or self._unfinished(found)):
                return
            yield self._checked(found)

    def _unfinished(self, found: bytes) -> bool:
        """True for what a killed process left: the beginning of a line."""
        head = _HEAD.match(found)
        if head is None:
            return len(found) <= _LONGEST_HEAD and self._begins(found)
        return len(found) < head.end() + int(head[3]) + 1

    def _begins(self, found: bytes) -> bool:
        """Whether the next line's head may begin so. What a disk that lost power left empty may be anything of no bytes."""
        if not found.strip(b"\0"):
            return True
        start = b'{"seq":%d,"sum":"' % (self.seq + 1)
        rest = re.fullmatch(rb'[0-9a-f]{0,16}|[0-9a-f]{16}"?|[0-9a-f]{16}",[size":]*[0-9]*,?[evnt":]*', found[len(start) :])
        return found[: len(start)] == start[: len(found)] and rest is not None

    def _checked(self, found: bytes) -> tuple[int, bytes]:
        if self.seq < 0:
            check_version(found, self.path)
        head = _HEAD.match(found)
        ended = found.endswith(b"\n")
        body = found[:-1] if ended else found
        if head is None or len(body) != head.end() + int(head[3]) + 1 or not body.endswith(b"}"):
            raise self._damaged("it is no entry, or is longer or shorter than it says")
        seq, event = int(head[1]), body[head.end() : -1]
        if seq != self.seq + 1:
            raise self._damaged(f"it is entry {seq} where {self.seq + 1} should be")
        sum = chained(self.sum, seq, event)
        if sum != head[2]:
            raise self._damaged("it is not what was written, or entries before it are missing")
        self.seq, self.sum, self.end, self.unended = seq, sum, self.end + len(found), not ended
        return seq, event

    def _damaged(self, problem: str) -> DamagedRun:
        return DamagedRun(self.path, f"line {self.seq + 2} is damaged: {problem}")


def check_version(first: bytes, path: str) -> None:
    """Raises DamagedRun unless the first line of a file says that it is a journal that can be read here."""
    said = _BEGIN.match(first)
    if said is None:
        raise DamagedRun(path, "line 1 is damaged, or this is no journal of a run")
    found = int(said[1])
    if found > VERSION:
        remedy = "Go on with that version, or begin a new run."
        raise DamagedRun(path, f"a later version of lumos_layer wrote it (format {found}, known {VERSION})", remedy)
    if found < VERSION:
        remedy = "Go on with the version that wrote it, or begin a new run."
        raise DamagedRun(path, f"an earlier version of lumos_layer wrote it (format {found}, known {VERSION})", remedy)

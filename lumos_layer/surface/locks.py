"""Locks between processes that end with the process that holds them, however it dies."""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

_PAUSE = 0.002  # seconds between two tries


class Lock:
    """An exclusive lock on a file, held until `release` or the end of the process. Two of the same file exclude each other.

    A file that was deleted meanwhile excludes nobody: the one that is there now is asked for.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = -1

    @property
    def held(self) -> bool:
        return self._handle >= 0

    def take(self, seconds: float | None = 0.0) -> bool:
        """True once it is held; False if it could not be had in that time (None: wait as long as it takes)."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            handle = self._opened()
            try:
                locked = _locked(handle, until)
                if locked and self._is_there(handle):
                    self._handle = handle
                    return True
            except BaseException:
                os.close(handle)
                raise
            os.close(handle)
            if not locked:
                return False

    def _opened(self) -> int:
        """A handle of the file, which is made if there is none, and its folder too."""
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        try:
            return os.open(self._path, flags, 0o600)
        except FileNotFoundError:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            return os.open(self._path, flags, 0o600)

    def _is_there(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), self._path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let go of it; nothing happens if it is not held."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _locked(handle: int, until: float | None) -> bool:
    if until is None:
        fcntl.flock(handle, fcntl.LOCK_EX)
        return True
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
            time.sleep(_PAUSE)
        else:
            return True


class Turn:
    """The right to look or act right now, among threads and processes; whoever has it may ask for it once more."""

    def __init__(self, lock: Lock) -> None:
        self._lock, self._threads, self._depth = lock, RLock(), 0

    def free(self) -> bool:
        """True if no other thread of this process has it right now."""
        if not self._threads.acquire(blocking=False):
            return False
        self._threads.release()
        return True

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Wait for it and hold it inside."""
        with self._threads:
            if not self._depth:
                self._lock.take(None)
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                if not self._depth:
                    self._lock.release()


def name_of(words: str) -> str:
    """A file's name for any words."""
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:24]

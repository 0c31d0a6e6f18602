"""A PostgreSQL server of the tests' own, on a socket in a temporary folder. A test module asks for it with `pytest_plugins`.

`make test` installs it where it can (.ci/install-desktop). Without it these tests are skipped, in continuous integration they fail.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import psycopg
import pytest

_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")
_PATIENCE = 60.0  # seconds until it answers
_MOMENT = 0.05  # seconds
_OWNERS = ("postgres", "nobody")  # one of them has it where the tests run as root, whom PostgreSQL refuses


def program(name: str) -> str | None:
    """Where a program of PostgreSQL is: on the path, or where systems keep those that are not."""
    found = [path for pattern in _FOLDERS for path in Path("/").glob(f"{pattern.lstrip('/')}/{name}")]
    return shutil.which(name) or max(map(str, found), key=lambda path: (len(path), path), default=None)


class Server:
    """A server that can be started, stopped and killed. `address(database)` is for psycopg."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {}
        if os.getuid() == 0:
            owner = _owner()
            self._as = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        made = [
            _needed("initdb"),
            "-D",
            str(folder / "data"),
            "-U",
            "lumos",
            "--auth=trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **self._as)

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://lumos@/{database}?host={self.folder}"

    def start(self) -> None:
        options = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=40"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [_needed("postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *options],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=self.folder, **self._as,
            )  # fmt: skip
        self._wait()

    def stop(self) -> None:
        """End it, with all that is connected."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Let it die without a word."""
        self._end(signal.SIGQUIT)

    def database(self, name: str) -> str:
        """The address of a new, empty database."""
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.address(name)

    def _end(self, with_signal: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(with_signal)
            self._process.wait(_PATIENCE)

    def _wait(self) -> None:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                psycopg.connect(self.address()).close()
            except psycopg.OperationalError:
                assert self._process is not None
                assert self._process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < until, (self.folder / "log").read_text()
                time.sleep(_MOMENT)
            else:
                return


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    if program("initdb") is None or program("postgres") is None:
        _impossible("PostgreSQL is not installed: bash .ci/install-desktop, or put initdb and postgres on the path")
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # the name of a socket must be short, and its owner another one
    try:
        server = Server(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _needed(name: str) -> str:
    path = program(name)
    assert path is not None
    return path


def _owner() -> pwd.struct_passwd:
    known = {each.pw_name: each for each in pwd.getpwall()}
    owner = next((known[name] for name in _OWNERS if name in known), None)
    if owner is None:
        _impossible("PostgreSQL does not run as root, and there is no other user")
    return owner


def _impossible(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)

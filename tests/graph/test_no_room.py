"""A disk that is full, a folder that cannot be written: the run names the file and what to do, and goes on when it is mended."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lumos_layer.errors import DamagedRun, StoreFailed
from lumos_layer.planning.task import Task
from lumos_layer.trace.runs import Runs
from tests.graph.running_on import BUY, DETAILS, FINISH, answer, close, shop
from tests.graph.test_control import ended, shared, to_its_end

ACTIONS = [DETAILS, BUY, FINISH]
REACHED = ["click Show details", "click Buy now"]
TASK = Path(__file__).parents[2] / "blueprints/invoice/task.json"


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """For this process no file grows beyond so many bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [100, 1_000, 2_000, 3_000, 4_000, 6_000])
def test_a_run_whose_files_cannot_grow_stops_and_goes_on_with_nothing_done_twice(tmp_path: Path, size: int) -> None:
    run = shop(tmp_path, ACTIONS, approver=answer)
    left = run.folder.journal_file.stat().st_size
    with files_no_larger_than(left + size), pytest.raises(StoreFailed, match=r" does not keep the run: .* \(lumos resume\)"):
        run.running.start()
    close(run)
    again = shop(tmp_path, ACTIONS, approver=answer, world=run.world, run=run.folder.name)
    assert again.running.resume().status == "completed"
    assert (again.world.reached, again.world.orders) == (REACHED, 1)
    assert [path.name for path in run.folder.path.iterdir() if path.name.startswith(".")] == []
    close(again)


@pytest.mark.parametrize("size", [0, 40])
def test_a_run_that_cannot_even_be_begun_leaves_nothing_behind(tmp_path: Path, size: int) -> None:
    with files_no_larger_than(size), pytest.raises(StoreFailed, match=r"File too large\. Nothing was begun: .*--runs"):
        Runs(tmp_path).create(Task(goal="Order paper"))
    assert list(tmp_path.iterdir()) == []


def test_a_file_where_the_folder_of_runs_should_be_is_named(tmp_path: Path) -> None:
    place = tmp_path / "runs"
    place.write_text("a list of things")
    done = lumos(place, "run", str(TASK), "--approve", "none")
    assert (done.returncode, done.stdout) == (3, "")
    assert f"{place}" in done.stderr
    assert "Nothing was begun" in done.stderr
    assert place.read_text() == "a list of things"


DISK = """
import gc, json, subprocess, sys
from pathlib import Path
from lumos_layer.errors import DamagedRun, StoreFailed
from tests.graph.test_control import ended, shared, to_its_end
from tests.graph.running_on import BUY, DETAILS, FINISH, answer, close, shop

place, found = Path(sys.argv[1]), []
mounted = lambda options: subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], check=True)
for size in map(int, sys.argv[2:]):
    mounted(f"size={size}k")
    run = shop(place / "runs", [DETAILS, BUY, FINISH], approver=answer)
    said = ""
    try:
        run.running.start()
    except StoreFailed as problem:
        said = str(problem)
    close(run)
    gc.collect()  # what broke down holds its file until then
    mounted("remount,size=8m")
    mounted("remount,ro")
    refused = ""
    try:
        shop(place / "runs", [DETAILS, BUY, FINISH], approver=answer, world=run.world, run=run.folder.name)
    except StoreFailed as problem:
        refused = str(problem)
    mounted("remount,rw")
    again = shop(place / "runs", [DETAILS, BUY, FINISH], approver=answer, world=run.world, run=run.folder.name)
    found.append((said, refused, again.running.resume().status, again.world.reached))
    close(again)
    subprocess.run(["umount", str(place)], check=True)
print(json.dumps(found))
"""


def test_a_disk_that_is_really_full_and_then_read_only_keeps_what_it_has_and_the_run_goes_on(tmp_path: Path) -> None:
    apart = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    tried = subprocess.run([*apart, "mount", "-t", "tmpfs", "tmpfs", str(tmp_path)], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip(f"this system lets nobody mount a small disk: {tried.stderr.decode().strip()}")
    sizes = ["200", "320", "440", "560"]
    done = subprocess.run(
        [*apart, sys.executable, "-c", DISK, str(tmp_path), *sizes],
        capture_output=True,
        text=True,
        check=False,
        cwd=TASK.parents[2],
    )
    assert done.returncode == 0, done.stderr
    for said, refused, status, reached in json.loads(done.stdout):
        assert "does not keep the run: SQLite says: database or disk is full. Mend that" in said
        assert "Read-only file system" in refused
        assert (status, reached) == ("completed", REACHED)


def lumos(runs: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LUMOS_RUNS": str(runs)}
    return subprocess.run(
        [sys.executable, "-m", "lumos_layer", *arguments], capture_output=True, text=True, env=environment, check=False
    )


def test_a_full_disk_beside_the_screen_stops_the_run_and_does_not_end_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = shared(tmp_path, approver=answer)
    with monkeypatch.context() as full:
        full.setattr(run.surfaces, "note_look", _full)
        with pytest.raises(DamagedRun, match="disk I/O error"):
            run.running.start()
    assert to_its_end(run, run.running.resume()).status == "completed"
    assert run.world.orders == 1
    ended(run)


def _full(*_: object) -> None:
    raise DamagedRun("control.sqlite", "disk I/O error")

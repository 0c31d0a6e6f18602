"""Runs whose checkpoints stand in a real PostgreSQL database, which runs and machines share."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from pydantic import BaseModel

from lumos_layer.errors import BadOption, DamagedRun, StoreFailed
from lumos_layer.graph.running import TYPES, Running
from lumos_layer.planning.plan import Plan
from lumos_layer.trace.checkpoints import postgres_checkpoints
from lumos_layer.trace.folder import STORE
from lumos_layer.trace.postgres_saver import PostgresCheckpoints
from lumos_layer.trace.runs import Runs
from tests.graph.running_on import BUY, DETAILS, FINISH, Shop, answer, close, shop

if TYPE_CHECKING:
    from tests.postgres import Server

pytest_plugins = ["tests.postgres"]

TASK = Path(__file__).parents[2] / "blueprints/invoice/task.json"
SECRET = "quince-4711"
_NUMBERS = itertools.count(1)
Begun = Callable[..., Shop]


@pytest.fixture
def database(postgres: Server) -> str:
    return postgres.database(f"test{next(_NUMBERS)}")


@pytest.fixture
def stored(database: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The database, which runs are told of as their owner would."""
    monkeypatch.setenv(STORE, database)
    return database


@pytest.fixture
def begun(stored: str) -> Iterator[Begun]:
    """What `shop` makes, and its line to the database closed afterwards."""
    with ExitStack() as stack:

        def begin(*args: Any, **kwargs: Any) -> Shop:
            run = shop(*args, **kwargs)
            stack.callback(run.running.close)
            return run

        yield begin


def rows(database: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(database) as connection:
        return connection.execute(query).fetchall()


def lumos(folder: Path, *arguments: str, code: int) -> str:
    """What the command says, in a process of its own that ends with this code."""
    environment = {**os.environ, "LUMOS_RUNS": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "lumos_layer", *arguments], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_run_completes_and_leaves_no_checkpoints_in_its_folder(tmp_path: Path, stored: str, begun: Begun) -> None:
    run = begun(tmp_path, [DETAILS, BUY, FINISH], approver=answer)
    assert run.running.start().status == "completed"
    assert (run.world.orders, run.folder.checkpoints_file.exists()) == (1, False)
    assert rows(stored, "SELECT DISTINCT thread_id FROM checkpoints") == [(run.folder.thread,)]


def test_a_run_is_stopped_for_approval_and_goes_on_in_a_new_process(tmp_path: Path, stored: str) -> None:
    lumos(tmp_path, "run", str(TASK), "--approve", "none", code=4)
    (run,) = Runs(tmp_path).list()
    assert run.status == "needs_approval"
    lumos(tmp_path, "approve", "last", code=0)
    (run,) = Runs(tmp_path).list()
    assert run.status == "completed"
    assert not (tmp_path / run.run / "checkpoints.sqlite").exists()
    assert rows(stored, "SELECT count(*) > 0 FROM checkpoints") == [(True,)]


def test_two_runs_in_one_database_do_not_mix(tmp_path: Path, begun: Begun) -> None:
    first, second = (begun(tmp_path / name, [BUY, DETAILS, FINISH]) for name in ("here", "there"))
    asked = [run.running.start().request for run in (first, second)]
    assert first.folder.thread != second.folder.thread
    assert first.running.resume(answer(asked[0])).status == "completed"
    assert (first.world.orders, second.world.orders) == (1, 0)
    assert second.running.now().status == "needs_approval"
    assert second.running.resume(answer(asked[1])).status == "completed"
    assert second.world.reached == first.world.reached


def test_runs_of_one_name_in_two_folders_have_each_their_own_checkpoints(tmp_path: Path, stored: str) -> None:
    threads = set()
    for name in ("here", "there"):
        lumos(tmp_path / name, "run", str(TASK), "--approve", "none", "--name", "invoice", code=4)
        threads.add(Runs(tmp_path / name).open("invoice").thread)
    assert len(threads) == 2


class Stranger(BaseModel):
    words: str


def test_values_come_back_as_what_they_were_or_not_at_all(database: str) -> None:
    place: Any = {"configurable": {"thread_id": "run", "checkpoint_ns": ""}}
    values = {"words": "nul \0, half a pair \ud83d", "number": float("inf"), "plan": Plan(action={"type": "finish"}), "none": None}
    versions: Any = dict.fromkeys(values, "1")
    checkpoint: Any = {"v": 4, "id": "1", "ts": "", "channel_values": values, "channel_versions": versions, "versions_seen": {}}
    with postgres_checkpoints(database, TYPES) as saver:
        saver.put(place, checkpoint, {}, versions)
        found = saver.get_tuple(place)
    assert found is not None
    back = found.checkpoint["channel_values"]
    assert (back["words"].replace("\ud83d", "?")[:5], back["number"], back["plan"], back["none"]) == (
        "nul \0", float("inf"), values["plan"], None,
    )  # fmt: skip
    strange: Any = {**checkpoint, "id": "2", "channel_values": {"words": Stranger(words="x")}, "channel_versions": {"words": "2"}}
    with postgres_checkpoints(database) as saver:
        saver.put(place, strange, {}, {"words": "2"})
        with pytest.raises(DamagedRun, match=r"Stranger, which none may hold"):
            saver.get_tuple(place)


def test_no_secret_stands_in_the_database(database: str) -> None:
    place: Any = {"configurable": {"thread_id": "run", "checkpoint_ns": ""}}
    values = {"input": f"say {SECRET}", "list": [SECRET]}
    versions: Any = dict.fromkeys(values, "1")
    checkpoint: Any = {"v": 4, "id": "1", "ts": "", "channel_values": values, "channel_versions": versions, "versions_seen": {}}
    with postgres_checkpoints(database, clean=_without_secret) as saver:
        saver.put(place, checkpoint, {"said": SECRET}, versions)  # type: ignore[typeddict-unknown-key]
        saver.put_writes({"configurable": {**place["configurable"], "checkpoint_id": "1"}}, [("input", SECRET)], "task")
        found = saver.get_tuple(place)
    assert found is not None
    assert found.checkpoint["channel_values"] == {"input": "say [secret]", "list": ["[secret]"]}
    for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes"):
        for row in rows(database, f"SELECT * FROM {table}"):
            assert SECRET.encode() not in b"".join(each if isinstance(each, bytes) else str(each).encode() for each in row)


def _without_secret(value: Any) -> Any:
    match value:
        case str():
            return value.replace(SECRET, "[secret]")
        case dict():
            return {key: _without_secret(each) for key, each in value.items()}
    return value


def test_a_long_run_keeps_few_checkpoints_and_nothing_that_they_do_not_hold(tmp_path: Path, stored: str, begun: Begun) -> None:
    sizes = []
    for steps in (2, 8):
        run = begun(tmp_path / str(steps), [*[DETAILS] * steps, FINISH])
        assert run.running.start().status == "completed"
        thread = run.folder.thread
        counts = [
            rows(stored, f"SELECT count(*) FROM {table} WHERE thread_id = '{thread}'")[0][0]
            for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
        ]
        sizes.append(counts)
    assert sizes[0][0] == sizes[1][0] == 3
    assert sizes[1][1] <= sizes[0][1] + 3
    assert sizes[1][2] <= sizes[0][2] + 3
    (strays,) = rows(
        stored, "SELECT count(*) FROM checkpoint_writes WHERE checkpoint_id NOT IN (SELECT checkpoint_id FROM checkpoints)"
    )
    assert strays == (0,)


@pytest.mark.parametrize("call", [2, 4, 6, 8, 10])
def test_a_server_that_dies_in_mid_run_is_named_and_the_run_goes_on_when_it_is_back(
    tmp_path: Path, begun: Begun, postgres: Server, call: int
) -> None:
    run = begun(tmp_path, [DETAILS, BUY, FINISH], approver=answer)
    _before_put(run, call, postgres.kill)
    with pytest.raises(StoreFailed, match=r"The PostgreSQL database called test\d+ .*does not keep the run: .*lumos resume"):
        run.running.start()
    close(run)
    with Runs(tmp_path).open(run.folder.name) as folder, pytest.raises(StoreFailed, match="to server on socket"):
        folder.checkpoints(TYPES)
    postgres.start()
    again = _again(begun, tmp_path, run)
    assert again.running.resume().status == "completed"
    assert (again.world.orders, again.world.reached) == (1, ["click Show details", "click Buy now"])


def _again(begun: Begun, root: Path, run: Shop) -> Shop:
    return begun(root, [DETAILS, BUY, FINISH], approver=answer, world=run.world, run=run.folder.name)


def test_a_server_that_is_started_anew_between_two_steps_is_not_even_noticed(
    tmp_path: Path, begun: Begun, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begun(tmp_path, [DETAILS, BUY, FINISH], approver=answer)
    perform = run.world.perform

    def anew(*args: Any) -> Any:
        postgres.stop()
        postgres.start()
        return perform(*args)

    monkeypatch.setattr(run.world, "perform", anew)
    assert run.running.start().status == "completed"
    assert run.world.orders == 1


def _before_put(run: Shop, number: int, happens: Callable[[], None]) -> None:
    """Before the checkpoint of this number is written."""
    saver: Any = run.running.saver
    put, calls = saver.put, itertools.count(1)

    def put_and(*args: Any, **kwargs: Any) -> Any:
        if next(calls) == number:
            happens()
        return put(*args, **kwargs)

    saver.put = put_and


def test_a_server_that_is_not_there_is_said_before_anything_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STORE, f"postgresql://ann:{SECRET}@127.0.0.1:1/runs")
    said = lumos(tmp_path, "run", str(TASK), "--approve", "none", code=3)
    assert "The PostgreSQL database called runs at 127.0.0.1 port 1 does not keep the run" in said
    assert SECRET not in said


def test_what_is_no_address_is_refused_without_repeating_it() -> None:
    with pytest.raises(BadOption, match="postgresql://USER@HOST") as refused:
        postgres_checkpoints(f"password={SECRET} host")
    assert SECRET not in str(refused.value)


def test_a_run_that_began_elsewhere_is_not_begun_again_in_the_database(
    tmp_path: Path, stored: str, begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(STORE)
    run = begun(tmp_path, [BUY, FINISH])
    assert run.running.start().status == "needs_approval"
    close(run)
    monkeypatch.setenv(STORE, stored)
    with pytest.raises(DamagedRun, match=r"The PostgreSQL database .* there are no checkpoints"):
        begun(tmp_path, [BUY, FINISH], world=run.world, run=run.folder.name).running.resume()
    assert run.world.reached == []


def test_a_connection_of_ones_own_is_taken_too_and_left_open(tmp_path: Path, database: str, begun: Begun) -> None:
    with psycopg.connect(database, autocommit=True, row_factory=psycopg.rows.dict_row) as connection:
        with postgres_checkpoints(connection, TYPES) as saver:
            run = begun(tmp_path, [DETAILS, FINISH])
            assert Running(run.services, saver).start().status == "completed"
        assert not connection.closed


def test_several_processes_make_the_tables_of_a_new_database_at_once(database: str) -> None:
    script = f"from lumos_layer.trace.checkpoints import postgres_checkpoints as made\nmade({database!r}).close()"
    processes = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(4)]
    assert [process.wait(120) for process in processes] == [0] * 4
    with postgres_checkpoints(database) as saver:
        assert isinstance(saver, PostgresCheckpoints)

"""Checkpoints: what comes back is what was kept, old ones go, and a store that cannot be trusted says so."""

from __future__ import annotations

import operator
import sqlite3
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from pydantic import BaseModel, JsonValue

from lumos_layer.actions.outcomes import Done, Rejected, rejected
from lumos_layer.actions.violation import Violation
from lumos_layer.errors import DamagedRun, RunBusy
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.task import Task
from lumos_layer.safety.decision import Decision
from lumos_layer.trace.checkpoints import serializer, sqlite_checkpoints
from lumos_layer.trace.runs import Runs
from lumos_layer.trace.sqlite_saver import _APPLICATION

CONFIG: Any = {"configurable": {"thread_id": "run"}, "recursion_limit": 10_000}
HOLDS_A_SECRET = "hunter22"


@dataclass(frozen=True)
class Count:
    """A type of whoever builds a graph."""

    of: int


class Stranger(BaseModel):
    """A type that nobody named."""

    words: str


class State(TypedDict, total=False):
    count: Count
    plan: Plan
    result: Done | Rejected
    said: Annotated[list[str], operator.add]
    last: str


def counted(state: State) -> State:
    of = state["count"].of + 1
    return {"count": Count(of), "plan": Plan(action={"type": "click", "ref": f"A{of}"}), "last": f"o{of}"}


def looping(saver: Any, until: int) -> Any:
    graph = StateGraph(State)
    graph.add_node("counted", counted)
    graph.add_edge(START, "counted")
    graph.add_conditional_edges("counted", lambda state: END if state["count"].of >= until else "counted")
    return graph.compile(checkpointer=saver)


def asking(saver: Any) -> Any:
    def ask(state: State) -> State:
        return {"said": [str(interrupt({"question": f"Type {HOLDS_A_SECRET}?"}))]}

    graph = StateGraph(State)
    graph.add_node("counted", counted)
    graph.add_node("ask", ask)
    graph.add_edge(START, "counted")
    graph.add_edge("counted", "ask")
    graph.add_edge("ask", END)
    return graph.compile(checkpointer=saver)


def without(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return value.replace(HOLDS_A_SECRET, "[secret]").replace("low", "[word]")
    if isinstance(value, dict):
        return {key: without(each) for key, each in value.items()}
    return [without(each) for each in value] if isinstance(value, list) else value


def test_a_graph_that_waits_goes_on_in_a_new_process_with_the_same_values(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints.sqlite"
    with sqlite_checkpoints(path, [Count]) as saver:
        waiting = asking(saver).invoke({"count": Count(4)}, CONFIG)
    assert "__interrupt__" in waiting
    with sqlite_checkpoints(path, [Count]) as saver:
        done = asking(saver).invoke(Command(resume="yes"), CONFIG)
    assert done == {"count": Count(5), "plan": Plan(action={"type": "click", "ref": "A5"}), "last": "o5", "said": ["yes"]}


@pytest.mark.parametrize(
    "value",
    [
        Plan(action={"type": "finish", "success": True}, confidence=0.5),
        Decision(verdict="deny", rule="r", why="w", classes=("buy",)),
        Done(action_id="a", delta={"since": "o1"}),
        rejected([Violation(field="ref", message="gone", reason="stale")]),
        [Count(1), {"deep": (Count(2),)}],
    ],
)
def test_a_value_comes_back_as_what_it_was(value: Any) -> None:
    kept = serializer([Count])
    back = kept.loads_typed(kept.dumps_typed(value))
    assert back == (value if not isinstance(value, list) else [Count(1), {"deep": [Count(2)]}])
    assert type(back) is type(value)


def test_a_type_that_nobody_named_is_refused_and_not_given_as_something_else() -> None:
    kept = serializer().dumps_typed({"channel": [Stranger(words="x")]})
    with pytest.raises(DamagedRun, match=r"Stranger, which none may hold"):
        serializer().loads_typed(kept)
    assert serializer([Stranger]).loads_typed(kept) == {"channel": [Stranger(words="x")]}


def test_a_value_that_its_type_does_not_take_is_refused() -> None:
    kept = serializer().dumps_typed(Plan.model_construct(action={}, confidence=7.0))
    with pytest.raises(DamagedRun, match="a Plan that cannot be one"):
        serializer().loads_typed(kept)


def test_a_value_that_cannot_change_is_written_the_same_each_time_and_one_that_can_as_it_is_now() -> None:
    kept = serializer([Stranger], without)
    plan, changing = Plan(action={"type": "type", "text": HOLDS_A_SECRET}), Stranger(words="before")
    first = kept.dumps_typed([plan, changing])
    assert kept.dumps_typed([plan, changing]) == first
    assert HOLDS_A_SECRET.encode() not in first[1]
    changing.words = f"after {HOLDS_A_SECRET}"
    found, changed = kept.loads_typed(kept.dumps_typed([plan, changing]))
    assert (found.action["text"], changed.words) == ("[secret]", "after [secret]")


def test_a_graph_of_one_node_at_a_time_keeps_an_answer_once_and_a_question_until_it_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints.sqlite"
    with sqlite_checkpoints(path, [Count], one_at_a_time=True) as saver:
        looping(saver, 3).invoke({"count": Count(0)}, {"configurable": {"thread_id": "other"}})
        asking(saver).invoke({"count": Count(4)}, CONFIG)
        assert {channel for (channel,) in saver.conn.execute("SELECT channel FROM writes")} == {"__interrupt__"}
    with sqlite_checkpoints(path, [Count], one_at_a_time=True) as saver:
        done = asking(saver).invoke(Command(resume="yes"), CONFIG)
    assert done == {"count": Count(5), "plan": Plan(action={"type": "click", "ref": "A5"}), "last": "o5", "said": ["yes"]}


def test_a_long_run_keeps_few_checkpoints_and_its_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints.sqlite"
    with sqlite_checkpoints(path, [Count], keep=3) as saver:
        for until in (200, 400):
            looping(saver, until).invoke({"count": Count(until - 200)}, CONFIG)
            (kept,) = saver.conn.execute("SELECT count(*) FROM checkpoints").fetchone()
            (strays,) = saver.conn.execute(
                "SELECT count(*) FROM writes WHERE checkpoint_id NOT IN (SELECT checkpoint_id FROM checkpoints)"
            ).fetchone()
            assert (kept, strays) == (3, 0)
            assert saver.conn.execute("PRAGMA page_count").fetchone()[0] <= 16


def test_what_a_node_writes_before_its_checkpoint_is_saved_stays(tmp_path: Path) -> None:
    with sqlite_checkpoints(tmp_path / "checkpoints.sqlite", [Count]) as saver:
        made = {"v": 1, "id": "0001", "ts": "", "channel_values": {}, "channel_versions": {}, "versions_seen": {}}
        place: Any = {"configurable": {"thread_id": "run", "checkpoint_ns": ""}}
        later: Any = {"configurable": {"thread_id": "run", "checkpoint_ns": "", "checkpoint_id": "0002"}}
        saver.put_writes(later, [("__interrupt__", ["why?"])], "task")
        after = saver.put(place, made, {}, {})  # type: ignore[arg-type]
        saver.put(after, {**made, "id": "0002"}, {}, {})  # type: ignore[typeddict-item]
        found = saver.get_tuple(place)
    assert found is not None
    assert found.pending_writes == [("task", "__interrupt__", ["why?"])]


def test_a_clock_that_was_ahead_does_not_bring_back_an_old_checkpoint(tmp_path: Path) -> None:
    with sqlite_checkpoints(tmp_path / "checkpoints.sqlite", [Count]) as saver:
        ahead = {"v": 1, "id": "ffff", "ts": "", "channel_values": {"last": "old"}, "channel_versions": {}, "versions_seen": {}}
        place: Any = {"configurable": {"thread_id": "run", "checkpoint_ns": ""}}
        saver.put(place, ahead, {}, {})  # type: ignore[arg-type]
        saver.put(place, {**ahead, "id": "0001", "channel_values": {"last": "new"}}, {}, {})  # type: ignore[typeddict-item]
        found = saver.get_tuple(place)
    assert found is not None
    assert found.checkpoint["channel_values"] == {"last": "new"}


def test_no_secret_is_in_a_checkpoint_and_what_a_type_insists_on_stays(tmp_path: Path) -> None:
    path = tmp_path / "checkpoints.sqlite"
    with sqlite_checkpoints(path, [Count], without) as saver:
        asking(saver).invoke({"count": Count(1), "said": [f"x{HOLDS_A_SECRET}"]}, CONFIG)
        found = saver.get_tuple(CONFIG)
        assert found is not None
        assert found.checkpoint["channel_values"]["said"] == ["x[secret]"]
        assert found.checkpoint["channel_values"]["plan"].risk == "low"
    files = [file for file in tmp_path.iterdir() if HOLDS_A_SECRET.encode() in file.read_bytes()]
    assert files == []


def kept(path: Path) -> Path:
    with sqlite_checkpoints(path, [Count]) as saver:
        looping(saver, 3).invoke({"count": Count(0)}, CONFIG)
    return path


@pytest.mark.parametrize(("version", "said"), [(2, "a later version"), (0, "an earlier version")])
def test_a_store_of_another_version_is_left_alone(tmp_path: Path, version: int, said: str) -> None:
    path = kept(tmp_path / "checkpoints.sqlite")
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(DamagedRun, match=rf"{said} of lumos_layer wrote it \(format {version}, known 1\)"):
        sqlite_checkpoints(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "made",
    [(), ("PRAGMA journal_mode = WAL",), ("PRAGMA journal_mode = WAL", f"PRAGMA application_id = {_APPLICATION}")],
)
def test_a_store_whose_maker_was_killed_before_anything_stood_in_it_is_made_to_the_end(
    tmp_path: Path, made: tuple[str, ...]
) -> None:
    path = tmp_path / "checkpoints.sqlite"
    connection = sqlite3.connect(path)
    for statement in made:
        connection.execute(statement)
    connection.close()
    assert path.exists()
    kept(path)
    with sqlite_checkpoints(path, [Count]) as saver:
        assert looping(saver, 3).get_state(CONFIG).values["count"] == Count(3)


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("something else entirely\n" * 100)
    with pytest.raises(DamagedRun, match="not a database"):
        sqlite_checkpoints(tmp_path / "words")
    connection = sqlite3.connect(tmp_path / "other")
    connection.execute("CREATE TABLE checkpoints (x)")
    connection.close()
    with pytest.raises(DamagedRun, match="no store of checkpoints that lumos_layer made"):
        sqlite_checkpoints(tmp_path / "other")


def test_a_store_whose_pages_were_changed_is_refused(tmp_path: Path) -> None:
    path = kept(tmp_path / "checkpoints.sqlite")
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(DamagedRun):
        sqlite_checkpoints(path)


def test_a_store_that_another_holds_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lumos_layer.trace.sqlite_saver._PATIENCE", 0.01)
    path = kept(tmp_path / "checkpoints.sqlite")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with sqlite_checkpoints(path, [Count]) as saver, pytest.raises(RunBusy):
        looping(saver, 3).invoke({"count": Count(0)}, CONFIG)
    holder.close()


def test_a_run_keeps_the_checkpoints_of_its_graph_beside_its_journal(tmp_path: Path) -> None:
    with Runs(tmp_path).create(Task(goal="Count"), without, name="r") as run, run.checkpoints([Count]) as saver:
        looping(saver, 3).invoke({"count": Count(0)}, CONFIG)
    assert {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "r").glob("checkpoints.sqlite*")} == {0o600}


def test_a_graph_in_strict_mode_keeps_the_store_that_it_is_given(tmp_path: Path) -> None:
    with sqlite_checkpoints(tmp_path / "checkpoints.sqlite", [Count]) as saver:
        assert looping(saver, 1).checkpointer is saver

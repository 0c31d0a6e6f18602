"""The journal: what was committed is never lost, nothing is repeated, and what is not as it was written is called damaged."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from lumos_layer.actions.outcomes import Done, Unknown
from lumos_layer.errors import BadOption, DamagedRun, RunBusy
from lumos_layer.execution.memory import Begun
from lumos_layer.planning.plan import Plan
from lumos_layer.safety.decision import Decision
from lumos_layer.trace.events import ANY_EVENT, Event, Intent, Noted, OutcomeKnown, Planned, Resumed, Reviewed
from lumos_layer.trace.journal import Entry, Journal, read
from lumos_layer.trace.lines import Lines
from lumos_layer.trace.memory import JournalMemory
from tests.trace.given import events

THREE = (Resumed(at="t", why="one"), Noted(at="t", about="popup", said='two ü "sum":"0"'), Intent(at="t", action_id="three"))


def written(path: Path, *given: Event, commit: bool = True) -> bytes:
    with Journal(path) as journal:
        for event in given:
            journal.append(event)
        if commit:
            journal.commit()
    return path.read_bytes()


def texts(path: Path) -> list[int]:
    return [entry.seq for entry in read(path)]


@settings(max_examples=150, deadline=None)
@given(st.lists(events, max_size=6))
def test_every_event_comes_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, given: list[Event]) -> None:
    path = tmp_path_factory.mktemp("run") / "journal.jsonl"
    with Journal(path, time=lambda: "t") as journal:
        kept = [journal.append(event) for event in given]
    assert list(read(path)) == kept
    assert [entry.event for entry in kept] == [event.model_copy(update={"at": "t"}) for event in given]
    assert [entry.seq for entry in kept] == list(range(1, len(given) + 1))


def test_a_line_is_one_json_object_and_its_event_is_by_the_schema(tmp_path: Path) -> None:
    lines = written(tmp_path / "journal.jsonl", *THREE).splitlines()
    assert orjson.loads(lines[0])["event"] == {"kind": "lumos journal", "version": 1}
    found = [orjson.loads(line) for line in lines[1:]]
    assert [line["seq"] for line in found] == [1, 2, 3]
    assert [ANY_EVENT.validate_python(line["event"]) for line in found] == list(THREE)


@pytest.mark.parametrize("number", [float("inf"), float("nan"), 2**70])
def test_numbers_that_no_json_holds_are_written_out(tmp_path: Path, number: float) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.append(Planned(observation="o1", action_id="a", plan=Plan(action={"x": number})))
    (entry,) = read(tmp_path / "j")
    assert isinstance(entry.event, Planned)
    assert entry.event.plan.action == {"x": str(number)}


def test_a_journal_goes_on_where_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    written(path, *THREE)
    with Journal(path) as journal:
        assert journal.seq == 3
        assert journal.append(Resumed()).seq == 4
    assert texts(path) == [1, 2, 3, 4]


# Killed


@pytest.mark.parametrize("commit", [True, False])
def test_a_journal_cut_anywhere_goes_on_with_all_whole_entries_or_is_damaged(tmp_path: Path, commit: bool) -> None:
    path = tmp_path / "journal.jsonl"
    content = written(path, *THREE, commit=commit)
    mark = (tmp_path / "journal.jsonl.committed").read_bytes()
    ends = [i for i, byte in enumerate(content) if byte == ord("\n")]
    for cut in range(len(content) + 1):
        path.write_bytes(content[:cut])
        (tmp_path / "journal.jsonl.committed").write_bytes(mark)
        whole = sum(end <= cut for end in ends) - 1  # a line that lacks only its line break is whole
        if commit and whole < 3:
            with pytest.raises(DamagedRun, match="which were kept for sure, are missing"):
                Journal(path)
            assert path.read_bytes() == content[:cut]
            continue
        with Journal(path) as journal:
            assert journal.seq == max(0, whole)
            assert journal.append(Resumed(at="t")).seq == max(0, whole) + 1
        assert [entry.event for entry in read(path)] == [*THREE[: max(0, whole)], Resumed(at="t")]


def test_what_a_kill_left_unfinished_is_set_aside_and_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    content = written(path, *THREE, commit=False)
    path.write_bytes(content[:-20])
    Journal(path).close()
    assert texts(path) == [1, 2]
    assert (tmp_path / "journal.jsonl.torn").read_bytes() == content[content[:-1].rindex(b"\n") + 1 : -20] + b"\n"


def test_a_disk_that_lost_power_may_leave_empty_bytes_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(written(path, *THREE) + b"\0" * 50)
    with Journal(path) as journal:
        assert journal.seq == 3


@pytest.mark.parametrize("bit", [0x01, 0x20, 0x80])
def test_a_journal_with_any_byte_changed_is_damaged(tmp_path: Path, bit: int) -> None:
    path = tmp_path / "journal.jsonl"
    content = written(path, *THREE)
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= bit
        path.write_bytes(changed)
        with pytest.raises(DamagedRun):
            Journal(path)
        with pytest.raises(DamagedRun):
            list(read(path))
        assert path.read_bytes() == bytes(changed)


@settings(max_examples=100, deadline=None)
@given(st.lists(events, min_size=2, max_size=5), st.data())
def test_a_journal_without_some_of_its_middle_or_with_some_of_it_twice_is_damaged(
    tmp_path_factory: pytest.TempPathFactory, given: list[Event], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("run") / "journal.jsonl"
    lines = written(path, *given).splitlines(keepends=True)
    i = data.draw(st.integers(0, len(lines) - 2))
    without, twice, turned = lines[:i] + lines[i + 1 :], lines[: i + 1] + lines[i:], [*lines[:i], lines[i + 1], lines[i]]
    damaged = data.draw(st.sampled_from([without, twice, turned]))
    path.write_bytes(b"".join(damaged))
    with pytest.raises(DamagedRun):
        Journal(path)


def test_a_write_that_fails_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.jsonl"
    real = os.pwrite

    def full(file: int, content: bytes, place: int) -> int:
        real(file, bytes(content)[:10], place)
        raise OSError(28, "No space left on device")

    with Journal(path) as journal:
        journal.append(THREE[0])
        with monkeypatch.context() as patched:
            patched.setattr(os, "pwrite", full)
            with pytest.raises(OSError, match="No space left"):
                journal.append(THREE[1])
        assert journal.append(THREE[2]).seq == 2
    assert list(read(path)) == [Entry(1, THREE[0]), Entry(2, THREE[2])]


def test_after_a_commit_that_failed_nothing_more_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    with Journal(tmp_path / "j") as journal:
        journal.append(THREE[0])
        with monkeypatch.context() as patched:
            patched.setattr(os, "fdatasync", broken)
            with pytest.raises(OSError, match="Input/output"):
                journal.commit()
        with pytest.raises(DamagedRun, match="Open the run again"):
            journal.append(THREE[1])


KILLED = """
import os, signal, sys
from lumos_layer.trace.events import Intent
from lumos_layer.trace.journal import Journal
journal = Journal(sys.argv[1])
for number in range(int(sys.argv[2])):
    journal.append(Intent(action_id=f"a{number}"))
    journal.commit()
    print(number, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_process_committed_before_it_was_killed_is_there(tmp_path: Path) -> None:
    for before in (0, 3):
        process = subprocess.run(
            [sys.executable, "-c", KILLED, str(tmp_path / "j"), "3"], capture_output=True, text=True, check=False
        )
        assert (process.returncode, process.stdout) == (-9, "0\n1\n2\n")
        assert texts(tmp_path / "j") == list(range(1, before + 4))


# Others


def test_only_one_can_write(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        with pytest.raises(RunBusy):
            Journal(tmp_path / "j")
        assert journal.append(THREE[0]).seq == 1
    Journal(tmp_path / "j").close()


@pytest.mark.parametrize(("version", "said"), [(2, "a later version"), (0, "an earlier version")])
def test_a_journal_of_another_version_is_left_alone(tmp_path: Path, version: int, said: str) -> None:
    path = tmp_path / "j"
    content = written(path, *THREE).replace(b'"version":1', b'"version":%d' % version)
    path.write_bytes(content)
    with pytest.raises(DamagedRun, match=rf"{said} of lumos_layer wrote it \(format {version}, known 1\)"):
        Journal(path)
    assert path.read_bytes() == content


def test_another_file_is_no_journal_and_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "j").write_bytes(b"Dear diary\n")
    with pytest.raises(DamagedRun, match="this is no journal"):
        Journal(tmp_path / "j")
    assert (tmp_path / "j").read_bytes() == b"Dear diary\n"


def test_an_event_that_this_version_does_not_know_is_named(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal._write({"kind": "dreamt", "of": "sheep"}, None)
    with pytest.raises(DamagedRun, match="entry 1 is no event that is known here"):
        list(read(path))


def test_who_follows_a_journal_sees_each_entry_once_and_none_that_is_half_written(tmp_path: Path) -> None:
    path, copy = tmp_path / "j", tmp_path / "copy"
    content = written(path, *THREE)
    lines, seen = Lines("copy"), []
    for size in range(len(content) + 1):
        copy.write_bytes(content[:size])
        with copy.open("rb") as file:
            seen += [seq for seq, _ in lines.read(file, last=False)]
    assert seen == [0, 1, 2, 3]


# What must not be written


def clean(value: JsonValue) -> JsonValue:
    """Takes out a secret, and words that mean something to this library as well."""
    if isinstance(value, str):
        for word in ("hunter22", "outcome", "done", "allow", "low", "o1", "note"):
            value = value.replace(word, "[gone]")
        return value
    if isinstance(value, dict):
        return {str(clean(key)): clean(each) for key, each in value.items()}
    return [clean(each) for each in value] if isinstance(value, list) else value


def test_secrets_are_not_written_and_the_words_that_events_are_read_by_stay(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path, clean, time=lambda: "2030-01-01T00:00:00Z") as journal:
        journal.append(
            OutcomeKnown(action_id="a1", outcome=Done(action_id="a1", after="o1", note="hunter22 done", delta={"hunter22": 1}))
        )
        journal.append(Reviewed(action_id="a1", decision=Decision(verdict="allow", rule="r", why="hunter22")))
    assert b"hunter22" not in path.read_bytes()
    first, second = (entry.event for entry in read(path))
    note = "[gone] [gone]"
    assert first == OutcomeKnown(
        at="2030-01-01T00:00:00Z", action_id="a1", outcome=Done(action_id="a1", after="o1", note=note, delta={"[gone]": 1})
    )
    assert isinstance(second, Reviewed)
    assert second.decision == Decision(verdict="allow", rule="r", why="[gone]", risk="low")


def test_a_function_that_destroys_events_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", lambda _: {"kind": "intent"}) as journal:
        with pytest.raises(BadOption, match="what changes words and nothing else"):
            journal.append(THREE[2])
        assert journal.seq == 0


# Memory


def test_a_process_started_anew_knows_what_came_of_each_act(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        memory = JournalMemory(journal, step=4)
        assert memory.find("a1") is None
        memory.begin("a1")
        memory.end("a1", Done(action_id="a1"))
        memory.begin("a2")
        memory.begin("a3")
        memory.end("a3", Unknown(action_id="a3", why="The program died."))
        assert memory.begun == ("a2",)
    with Journal(tmp_path / "j") as journal:
        memory = JournalMemory(journal)
        found = [memory.find(id) for id in ("a1", "a2", "a3", "a4")]
    assert found == [Done(action_id="a1"), Begun("a2"), Unknown(action_id="a3", why="The program died."), None]
    assert [entry.event.step for entry in read(tmp_path / "j")] == [4] * 5


def test_an_intent_is_kept_for_sure_before_the_act_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fdatasync", lambda _: synced.append(texts(tmp_path / "j")[-1]))
    with Journal(tmp_path / "j") as journal:
        JournalMemory(journal).begin("a1")
    assert synced == [1]

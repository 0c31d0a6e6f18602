"""docs/runs.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from lumos_layer.planning.task import Task
from lumos_layer.trace.events import Event
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.runs import Runs

PAGE = (Path(__file__).parents[2] / "docs" / "runs.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_examples_run_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for example in EXAMPLES:
        exec(compile(example, "runs.md", "exec"), {})  # the page's own code
    assert capsys.readouterr().out == "['noted']\nready []\n"


def test_every_kind_of_event_is_in_the_table() -> None:
    table = PAGE.split("| kind | says |")[1].split("\n\n")[0]
    named = [kind for line in table.splitlines()[2:] for kind in re.findall(r"`([a-z_]+)`", line.split("|")[1])]
    assert sorted(named) == sorted(kind.model_fields["kind"].default for kind in get_args(get_args(Event)[0]))


def test_every_file_of_a_run_is_in_the_table(tmp_path: Path) -> None:
    place = RunPlace(tmp_path)
    named = re.findall(r"`([a-z.]+)/?`", PAGE.split("| file | holds |")[1].split("\n\n")[0])
    files = [getattr(place, name).name for name in dir(RunPlace) if name.endswith("_file") or name == "approvals"]
    assert sorted(named) == sorted([*files, "journal.jsonl.torn"])


def test_a_line_is_as_the_page_shows_it(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)
    with Runs(tmp_path).create(Task(goal="x"), name="r") as run:
        run.memory.step = 2
        run.memory.begin("a2")
        line = run.journal_file.read_text().splitlines()[1]
    assert re.findall(r'"([a-z_]+)":', line) == re.findall(r'"([a-z_]+)":', shown)
    assert len(line.split('"event":')[1]) - 1 == int(re.findall('"size":([0-9]+)', shown)[0])

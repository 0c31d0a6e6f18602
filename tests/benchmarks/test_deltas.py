from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import deltas
from tests.screens import button, window

REST = [button(f"Button number {n}", f"2.{n}", 300 + n) for n in range(20)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    session = tmp_path / "shop"
    session.mkdir()
    looks = [window(*REST), window(button("Save", "1.1"), *REST), window(button("Play", "9.1"), name="Player", id="9")]
    for n, dump in enumerate(looks):
        (session / f"step-00{n}.xml").write_bytes(dump)
    (session / "step-000.hits.json").write_text("[]")
    return tmp_path


def test_each_look_after_the_first_is_one_delta(folder: Path) -> None:
    first, second = deltas.deltas(folder / "shop")
    assert (first.whole, second.whole) == (False, True)
    assert first.tokens < first.blueprint / 4
    assert second.tokens == second.blueprint


def test_a_line_is_printed_for_each_session_and_for_all(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deltas.main([str(folder)])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["shop", "all", "on the same screen"]


def test_a_folder_without_sessions_prints_a_table_without_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deltas.main([str(tmp_path)])
    assert len(capsys.readouterr().out.splitlines()) == 2

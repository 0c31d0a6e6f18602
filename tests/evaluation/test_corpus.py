from __future__ import annotations

from pathlib import Path

import pytest

from lumos_layer.evaluation.corpus import dumps_in, may_be_dump


def test_folders_are_searched_in_order_and_other_files_passed_over(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "folder.xml").mkdir()
    for name in (
        "b.xml", "a.json", "c.YAML", "d.txt", "deep/er/e.yml", "deep/f.uix",
        "a.png", "README.md", "steps.json", "a.hits.json", "manifest.json", "states.jsonl", "page.html", "x.schema.json",
        "app.json", "demo-secrets.json",
    ):  # fmt: skip
        (tmp_path / name).touch()
    found = [path.relative_to(tmp_path).as_posix() for path in dumps_in([tmp_path])]
    assert found == ["a.json", "b.xml", "c.YAML", "d.txt", "deep/er/e.yml", "deep/f.uix"]


def test_a_file_that_is_named_is_taken_whatever_it_is_called(tmp_path: Path) -> None:
    assert list(dumps_in([tmp_path / "steps.json"])) == [tmp_path / "steps.json"]


@pytest.mark.parametrize("name", ["Steps.JSON", "README.txt", "shot.PNG", "noending"])
def test_names_are_compared_whatever_their_case(name: str) -> None:
    assert not may_be_dump(Path(name))

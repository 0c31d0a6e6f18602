"""What docs/control.md shows is what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
PAGE = (CHECKOUT / "docs" / "control.md").read_text("utf-8")


def test_the_first_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "blueprints").symlink_to(CHECKOUT / "blueprints")
    monkeypatch.chdir(tmp_path)
    exec(compile(PAGE.split("```python\n")[1].split("```")[0], "control.md", "exec"), {})  # the page's own code

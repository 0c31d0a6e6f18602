"""What docs/testing.md shows runs as it stands, and names all that there is."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lumos_layer.testing import strategies
from lumos_layer.testing.conformance import CHECKS
from lumos_layer.testing.machine import EnvironmentMachine

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = (CHECKOUT / "docs" / "testing.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder as a project of its own."""
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_passes(number: int, tmp_path: Path) -> None:
    shutil.copy(CHECKOUT / "blueprints" / "login" / "dump.json", tmp_path / "login.json")
    shutil.copy(Path(__file__).parent / "login.blueprint.json", tmp_path / "login.blueprint.json")
    (tmp_path / f"test_example_{number}.py").write_text(EXAMPLES[number], "utf-8")
    ran = run(tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.search(r"[1-9]\d* passed", ran.stdout)


def test_everything_is_named() -> None:
    invariants = [each for each in vars(EnvironmentMachine).values() if hasattr(each, "hypothesis_stateful_invariant")]
    names = [check.__name__ for check in CHECKS] + [each.__name__ for each in invariants]
    names += [name for name in strategies.__all__ if name != "Edited"]
    assert [name for name in names if f"`{name}" not in PAGE] == []

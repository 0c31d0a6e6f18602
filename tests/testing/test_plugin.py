"""The fixtures, in projects of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.testing.test_documentation import CHECKOUT, run

APP = {
    "name": "notes",
    "start": "main",
    "screens": {"main": {"title": "Notes", "rows": [{"role": "window", "name": "Notes", "box": [0, 0, 400, 300]}]}},
}
LOGIN = CHECKOUT / "blueprints" / "login" / "dump.json"


def test_apps_dumps_and_looks_become_simulators(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "app.json").write_text(json.dumps(APP), "utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_it.py").write_text(
        f"""
import pytest
import lumos_layer
from lumos_layer.errors import EnvironmentClosed

made = []

def test_apps(lumos_simulator, lumos_app, lumos_executor):
    for screen in ("notes", "notes/app.json", lumos_app("notes")):
        assert lumos_simulator(screen).observe().title == "Notes"
    made.append(lumos_simulator("notes"))
    assert lumos_executor(made[0]).environment is made[0]

def test_closed():
    with pytest.raises(EnvironmentClosed):
        made[0].observe()

def test_dumps(lumos_simulator, lumos_clock):
    dump = {str(LOGIN)!r}
    looks = [lumos_simulator(each).observe() for each in (dump, open(dump, "rb").read(), lumos_layer.read(dump))]
    assert looks[0].tree == looks[1].tree == looks[2].tree
    assert lumos_simulator(dump).clock is lumos_clock

def test_missing(lumos_simulator):
    with pytest.raises(FileNotFoundError, match="There is neither .*deep.nowhere.xml nor .*nowhere.xml"):
        lumos_simulator("nowhere.xml")
""",
        "utf-8",
    )
    ran = run(tmp_path)
    assert "4 passed" in ran.stdout, ran.stdout


def test_a_golden_fails_where_it_is_missing_or_differs_and_is_rewritten_on_demand(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_it(lumos_golden): lumos_golden('golden.txt', 'one')\n", "utf-8")
    missing = run(tmp_path)
    assert "golden.txt is missing. Write it with --lumos-update" in missing.stdout
    assert run(tmp_path, "--lumos-update").returncode == 0
    assert (tmp_path / "golden.txt").read_text("utf-8") == "one"
    assert run(tmp_path).returncode == 0
    (tmp_path / "golden.txt").write_text("two", "utf-8")
    differs = run(tmp_path)
    assert differs.returncode == 1
    assert "assert 'one' == 'two'" in differs.stdout


def test_without_hypothesis_the_error_names_what_to_install() -> None:
    for module in ("strategies", "machine"):
        code = f"import sys; sys.modules['hypothesis'] = None; import lumos_layer.testing.conformance, lumos_layer.testing.{module}"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert (
            f"lumos_layer.testing.{module} needs an optional part. Install it with: pip install 'lumos-layer[testing]'"
            in ran.stderr
        )


def test_the_plugin_loads_nothing_of_the_simulator_before_a_test_asks_for_it() -> None:
    code = "import sys, lumos_layer.testing.plugin; print('lumos_layer.environments' in sys.modules, 'hypothesis' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "False"]


def test_an_executor_takes_its_own_options(lumos_executor: Any) -> None:
    executor = lumos_executor(LOGIN, strict=True, secrets={"bank": "correct horse"})
    refused = executor.run('{"type": "click", "id": "W5"}')
    assert (refused.outcome, refused.reason) == ("rejected", "invalid")
    assert executor.run({"type": "set_text", "ref": "W3", "text": {"secret": "bank"}}).outcome == "done"
    with pytest.raises(TypeError, match="takes no options: seed"):
        lumos_executor(executor.environment, seed=3)

"""What docs/simulator.md shows is what happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.environments.simulator.effects import Effect
from lumos_layer.environments.simulator.events import EventKind
from lumos_layer.environments.simulator.faults import Fault
from tests.environments.simulator.screen import Screen

CHECKOUT = Path(__file__).parents[2]
PAGE = (CHECKOUT / "docs" / "simulator.md").read_text("utf-8")


def kinds(union: Any, field: str) -> set[str]:
    return {get_args(model.model_fields[field].annotation)[0] for model in get_args(get_args(union)[0])}


def test_the_first_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    exec(compile(PAGE.split("```python\n")[1].split("```")[0], "simulator.md", "exec"), {})  # the page's own code


def test_the_app_of_the_page_saves_a_note() -> None:
    document = json.loads(PAGE.split("```json\n")[1].split("```")[0])
    screen = Screen(simulator=Simulator.from_app(apps.made(document), clock=ManualClock()))
    screen.do("click", "Save")
    assert screen.focus == "OK"
    screen.do("click", "OK")
    screen.do("type_text", "Note", text="milk")
    screen.do("click", "Save")
    screen.do("wait", seconds=1)
    assert screen.simulator.world.stage.files == {"/note.txt": "milk"}
    assert "Saved" in screen


@pytest.mark.parametrize("kind", sorted(kinds(Effect, "do") | kinds(Fault, "kind") | set(get_args(EventKind))))
def test_every_effect_fault_and_event_is_named(kind: str) -> None:
    assert f"`{kind}`" in PAGE


def test_the_example_of_an_environment_in_another_process_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    page = (CHECKOUT / "docs" / "remote.md").read_text("utf-8")
    exec(compile(page.split("```python\n")[1].split("```")[0], "remote.md", "exec"), {})  # the page's own code

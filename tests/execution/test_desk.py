"""Six tools, each under control, each with refs of the latest look."""

from __future__ import annotations

from pathlib import Path

import pytest

from lumos_layer.actions.fields import Secret
from lumos_layer.actions.outcomes import Done, Paused, Rejected
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.errors import PausedByUser
from lumos_layer.execution import Executor
from lumos_layer.execution.desk import Desk
from tests.screens import button, field, text, window
from tests.surface.worlds import controlled, ref, simulated, value


def desk(folder: Path, simulator: Simulator | None = None) -> tuple[Simulator, Desk]:
    simulator = simulator or simulated()
    return simulator, Desk(Executor(controlled(folder, simulator), simulator.clock))


def test_an_agent_looks_types_and_clicks(tmp_path: Path) -> None:
    simulator, tools = desk(tmp_path)
    look = tools.observe()
    assert isinstance(tools.type(ref(look, "Name"), "Ada"), Done)
    assert value(simulator, "Name") == "Ada"
    assert tools.click(ref(look, "Save")).outcome in ("done", "no_effect")


def test_it_reads_the_visible_text_in_order(tmp_path: Path) -> None:
    screen = window(text("Hello", "2"), field("Name", "3", "Ada"), button("Save", "4", y=70), text("Bye", "5", y=100))
    _, tools = desk(tmp_path, Simulator.from_dump(screen))
    assert tools.read().splitlines() == ["Hello", "Name: Ada", "Save", "Bye"]


def test_it_opens_programs_and_pages(tmp_path: Path) -> None:
    _, tools = desk(tmp_path, Simulator.from_app(apps.load("blueprints/search")))
    tools.observe()
    assert isinstance(tools.open("Notepad"), Done)
    _, tools = desk(tmp_path / "two", Simulator.from_app(apps.load("blueprints/browser")))
    tools.observe()
    assert isinstance(tools.navigate("https://shop.example/"), Done)


def test_a_ref_that_the_latest_look_does_not_show_is_refused(tmp_path: Path) -> None:
    simulator, tools = desk(tmp_path)
    nothing = tools.click("A2")
    assert isinstance(nothing, Rejected)
    assert nothing.violations[0].message == "Nothing has been looked at yet."
    look = tools.observe()
    gone = ref(look, "Save")
    simulator.world.remove(next(widget for widget in simulator.world.order() if widget.node.name == "Save"))
    tools.observe()
    refused = [tools.click(gone), tools.click("A999"), tools.type(gone, "x")]
    assert [(type(each), getattr(each, "reason", "")) for each in refused] == [(Rejected, "stale")] * 3
    assert simulator.acts == 0


def test_while_a_person_has_it_every_tool_is_refused(tmp_path: Path) -> None:
    simulator = simulated()
    agent = controlled(tmp_path, simulator)
    tools = Desk(Executor(agent, simulator.clock))
    look = tools.observe()
    name, save = ref(look, "Name"), ref(look, "Save")
    agent.surfaces.take("main")
    acts = [tools.open("Notepad"), tools.navigate("https://a.example/"), tools.click(save), tools.type(name, "Ada")]
    assert [type(each) for each in acts] == [Paused] * 4
    for look_at in (tools.observe, tools.read):
        with pytest.raises(PausedByUser):
            look_at()
    assert simulator.acts == 0


def test_no_tool_takes_a_password_as_text(tmp_path: Path) -> None:
    screen = window(field("Password", "2", IsPassword="true"), button("Go", "3"))
    simulator, tools = desk(tmp_path, Simulator.from_dump(screen, secrets={"bank": "hunter2-hunter2"}))
    look = tools.observe()
    refused = tools.type(ref(look, "Password"), "hunter2-hunter2")
    assert isinstance(refused, Rejected)
    assert refused.reason == "policy"
    assert simulator.acts == 0
    assert isinstance(tools.type(ref(look, "Password"), Secret(secret="bank")), Done)
    assert "hunter2" not in tools.read()

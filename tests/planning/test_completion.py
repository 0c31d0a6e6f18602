"""Whether a goal is met, as far as rules can tell (L54)."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer import Observation, read
from lumos_layer.planning.completion import met
from lumos_layer.planning.memory import Memory
from lumos_layer.planning.port import Remembered

FORM = (
    '<Window Name="Form" RuntimeId="1" x="0" y="0" width="600" height="400">'
    '<Edit Name="Name" RuntimeId="2" x="10" y="10" width="200" height="30" Value="{name}"/>'
    '<CheckBox Name="News" RuntimeId="3" x="10" y="50" width="90" height="30" ToggleState="{news}"/>'
    '<Button Name="Save" RuntimeId="4" x="10" y="90" width="80" height="30"/>'
    "</Window>"
)
SAVED = Remembered(step=2, action={"type": "click", "ref": "A3"}, element="button 'Save'", outcome="done")
WRITTEN = Remembered(step=1, action={"type": "set_text", "ref": "A1", "text": "Ada"}, element="textbox 'Name'", outcome="done")


def form(name: str = "Ada", news: str = "1") -> Observation:
    return read(FORM.format(name=name, news=news).encode())


@pytest.mark.parametrize(
    ("goal", "acts", "shown"),
    [
        ("Type Ada into Name", [WRITTEN], "Name holds 'Ada'."),
        ("Type Ada into Name and click Save", [WRITTEN, SAVED], "Name holds 'Ada'. button 'Save' was pressed in step 2."),
        ("Type Ada into Name and click Save", [WRITTEN], ""),  # not pressed yet
        ("Type Bo into Name", [WRITTEN], ""),  # not what it holds
        ("Type Ada into Name", [], ""),  # nothing was done: the planner looks first
        ("Click Save", [SAVED], ""),  # nothing that is to be seen
        ("Make everybody happy", [WRITTEN], ""),  # not understood
        ('Add "Ada" to Name', [WRITTEN], ""),  # who can say how often
    ],
)
def test_a_goal_is_met_where_all_that_it_asks_for_is_seen_or_remembered(goal: str, acts: list[Remembered], shown: str) -> None:
    assert met(goal, (), Memory().after(acts), form()) == shown


def test_a_press_that_came_to_nothing_does_not_count() -> None:
    failed = SAVED.model_copy(update={"outcome": "no_effect"})
    assert met("Type Ada into Name and click Save", (), Memory().after([WRITTEN, failed]), form()) == ""


def test_nothing_is_met_while_a_dialog_asks() -> None:
    dialog = (
        b'<Window Name="Form" RuntimeId="1" x="0" y="0" width="600" height="400">'
        b'<Edit Name="Name" RuntimeId="2" x="10" y="10" width="200" height="30" Value="Ada"/>'
        b'<Window Name="Save?" IsModal="True" IsDialog="True" RuntimeId="5" x="10" y="90" width="300" height="200">'
        b'<Button Name="Yes" RuntimeId="6" x="20" y="190" width="80" height="30"/></Window></Window>'
    )
    assert met("Type Ada into Name", (), Memory().after([WRITTEN]), read(dialog)) == ""


def test_the_memory_is_the_same_whether_acts_come_one_by_one_or_together() -> None:
    entries: Any = [WRITTEN, SAVED]
    one_by_one = Memory()
    for n in range(1, 3):
        one_by_one = one_by_one.after(entries[:n])
    assert one_by_one == Memory().after(entries)

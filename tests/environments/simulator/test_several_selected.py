"""Lists, trees and tables of which several entries can be selected, by keys with Shift and Control."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lumos_layer
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator
from lumos_layer.tree import Role
from tests.environments.simulator.screen import Screen
from tests.trees import node

NAMES = ("Ada", "Bob", "Cy", "Dee", "Eve")
KINDS = {"listbox": "option", "tree": "treeitem", "grid": "row", "list": "listitem"}


def made(holder: str = "listbox", *, several: bool = True, own_focus: bool = False) -> Screen:
    """`own_focus`: the list has the focus for its entries, as native ones do."""
    can = ("select",) if own_focus else ("select", "focus")
    rows = [
        (2, node(KINDS[holder], name, *can, selected=False, focusable=not own_focus, box=(0, 20 * k, 200, 20)))
        for k, name in enumerate(NAMES)
    ]
    around = node(holder, "People", multiselectable=several or None, focusable=own_focus, box=(0, 0, 200, 100))
    screen = Screen((0, node("window", "W", box=(0, 0, 400, 300))), (1, around), *rows)
    screen.do("click", "Bob")
    return screen


def selected(screen: Screen) -> list[str]:
    return [name for name in NAMES if screen[name].selected]


# The keys after a click on Bob, and what is selected then.
BY_KEYS = {
    ("Shift+ArrowDown",): ["Bob", "Cy"],
    ("Shift+ArrowDown", "Shift+ArrowDown"): ["Bob", "Cy", "Dee"],
    ("Shift+ArrowDown", "Shift+ArrowUp"): ["Bob"],
    ("Shift+ArrowDown", "Shift+ArrowUp", "Shift+ArrowUp"): ["Ada", "Bob"],
    ("Shift+End",): ["Bob", "Cy", "Dee", "Eve"],
    ("Control+Shift+Home",): ["Ada", "Bob"],
    ("Control+a",): ["Ada", "Bob", "Cy", "Dee", "Eve"],
    ("Control+ArrowDown",): ["Bob"],
    ("Control+ArrowDown", "Control+ArrowDown", "Control+ "): ["Bob", "Dee"],
    ("Control+ArrowDown", "Control+ ", "Control+ "): ["Bob"],
    ("Control+ ",): [],
    ("Control+ArrowDown", "Control+ArrowDown", "Control+ ", "Shift+ArrowDown"): ["Dee", "Eve"],
    ("Shift+ArrowDown", "ArrowDown"): ["Dee"],
    ("Control+a", "ArrowDown"): ["Cy"],
}  # fmt: skip


@pytest.mark.parametrize("own_focus", [False, True])
@pytest.mark.parametrize("holder", ["listbox", "tree", "grid"])
@pytest.mark.parametrize("keys", BY_KEYS)
def test_shift_and_control_select_several(keys: tuple[str, ...], holder: str, own_focus: bool) -> None:
    screen = made(holder, own_focus=own_focus)
    for key in keys:
        screen.press(key)
    assert selected(screen) == BY_KEYS[keys]


@pytest.mark.parametrize("holder", KINDS)
def test_a_click_without_a_modifier_selects_one_alone(holder: str) -> None:
    screen = made(holder)
    screen.press("Control+a")
    screen.do("click", "Dee")
    assert selected(screen) == ["Dee"]


@pytest.mark.parametrize("holder", ["listbox", "tree", "grid"])
@pytest.mark.parametrize("key", ["Shift+ArrowDown", "Control+a", "Control+ ", "Control+ArrowDown"])
def test_where_one_alone_can_be_selected_they_do_nothing(holder: str, key: str) -> None:
    screen = made(holder, several=False)
    screen.press(key)
    assert selected(screen) == ["Bob"]


def test_what_is_saved_goes_on_from_where_its_user_was() -> None:
    screen = made(own_focus=True)
    screen.press("Shift+ArrowDown")
    again = Screen(simulator=Simulator.load(screen.simulator.save(), clock=ManualClock()))
    again.press("Shift+ArrowDown")
    assert selected(again) == ["Bob", "Cy", "Dee"]


@given(st.lists(st.sampled_from(["Shift+ArrowDown", "Shift+ArrowUp", "Shift+Home", "Shift+End"]), min_size=1, max_size=8))
def test_with_shift_what_is_selected_stands_together_and_holds_where_it_began(keys: list[str]) -> None:
    screen = made()
    for key in keys:
        screen.press(key)
    places = [NAMES.index(name) for name in selected(screen)]
    assert places == list(range(places[0], places[-1] + 1))
    assert 1 in places


@pytest.mark.parametrize(
    ("dump", "said"),
    [
        ('<Window RuntimeId="1" x="0" y="0" width="9" height="9"><List CanSelectMultiple="True"/></Window>', True),
        ('<Window RuntimeId="1" x="0" y="0" width="9" height="9"><List CanSelectMultiple="False"/></Window>', False),
        ('<Window RuntimeId="1" x="0" y="0" width="9" height="9"><List/></Window>', None),
        ('<RootWebArea name="P"><listbox name="L" multiselectable="true"/></RootWebArea>', True),
        ("rootWebArea name='P'\n++listBox name='L' multiselectable\n++++listBoxOption name='a' selected=false\n", True),
        ("rootWebArea name='P'\n++listBox name='L'\n++++listBoxOption name='a' selected=false\n", None),
        ("ROLE_SYSTEM_DOCUMENT name='P' READONLY\n++ROLE_SYSTEM_LIST name='L' FOCUSABLE MULTISELECTABLE\n", True),
        ("[document web] name='P'\n++[list box] name='L' multiselectable\n", True),
        ("Document Name='P'\n++List Name='L' Selection.CanSelectMultiple=true\n", True),
        ("Document Name='P'\n++List Name='L' Selection.CanSelectMultiple=false\n", False),
        ("AXWebArea AXTitle='P'\n++AXList AXTitle='L' AXIsMultiSelectable=1\n", True),
        ("RootWebArea 'P', focused\n\t[3] listbox 'L', multiselectable=True\n", True),
        ("[1] RootWebArea 'P' focused: True\n\t[3] listbox 'L' multiselectable: True\n", True),
        (
            (
                '{"AXRole": "AXWindow", "AXTitle": "P", "AXFrame": {"x": 0, "y": 0, "width": 9, "height": 9},'
                ' "AXChildren": [{"AXRole": "AXList", "AXTitle": "L", "AXIsMultiSelectable": true}]}'
            ),
            True,
        ),
        (
            (
                '{"ControlType": "Window", "Name": "P", "BoundingRectangle": [0, 0, 9, 9],'
                ' "Children": [{"ControlType": "List", "Name": "L", "CanSelectMultiple": true}]}'
            ),
            True,
        ),
    ],
)
def test_a_dump_says_whether_several_can_be_selected(dump: str, said: bool | None) -> None:
    tree = lumos_layer.read(dump.encode()).tree
    assert next(node for node in tree.nodes if node.role is Role.LISTBOX or node.role is Role.LIST).multiselectable is said

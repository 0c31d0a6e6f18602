from __future__ import annotations

from lumos_layer.actions.grounding import validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.environments.simulator.widgets import scrolling
from lumos_layer.tree import Scroll
from tests.environments.simulator.screen import Screen
from tests.trees import Row, button, field, link, node, text


def window(name: str, x: int = 0, **said: object) -> Row:
    return 0, node("window", name, box=(x, 0, 300, 300), **said)


def two_windows() -> Screen:
    """In UIA's order: the first is on top."""
    return Screen(
        window("Front"), (1, button("Front button", box=(10, 50, 100, 20))),
        window("Back", 200), (1, button("Back button", box=(400, 50, 90, 20))), (1, button("Hidden", box=(210, 50, 50, 20))),
    )  # fmt: skip


def test_a_click_in_a_window_behind_brings_it_up() -> None:
    screen = two_windows()
    tree = screen.simulator.observe().tree
    assert [tree[i].name for i in tree.roots()] == ["Front", "Back"]
    screen.do("click", "Back button")
    tree = screen.simulator.observe().tree
    assert [tree[i].name for i in tree.roots()] == ["Back", "Front"]
    assert screen.focus == "Back button"


def test_a_point_belongs_to_the_window_on_top() -> None:
    screen = two_windows()
    screen.do("click", point={"x": 220, "y": 60})
    assert screen.focus != "Hidden"
    screen.do("switch_window", title="Back")
    screen.do("click", point={"x": 220, "y": 60})
    assert screen.focus == "Hidden"


def test_a_window_is_minimised_and_brought_back() -> None:
    screen = Screen(
        window("Editor"), (1, node("group", "", identifier="TitleBar", box=(0, 0, 300, 30))),
        (2, button("Minimize", box=(200, 0, 30, 30))), (2, button("Close", box=(260, 0, 30, 30))),
        (1, field("Text", "", box=(0, 40, 300, 200))), window("Other", 100),
    )  # fmt: skip
    screen.do("click", "Minimize")
    assert screen["Editor"].minimized is True
    screen.do("switch_window", "Editor")
    assert (screen["Editor"].minimized, screen.focus) == (False, "Minimize")
    screen.do("click", "Close")
    assert "Editor" not in screen


def test_a_window_goes_where_its_title_bar_is_dragged() -> None:
    screen = Screen(window("Editor"), (1, button("OK", box=(10, 100, 50, 20))))
    screen.do("drag", start={"point": {"x": 100, "y": 10}}, end={"point": {"x": 150, "y": 30}})
    assert screen["Editor"].bounds.x == 50
    assert screen["OK"].bounds.y == 120


def asking() -> Screen:
    return Screen(
        window("Main"), (1, button("Save", box=(10, 250, 50, 20))), (1, field("Name", "", box=(10, 20, 50, 20))),
        (1, node("dialog", "Sure?", modal=True, box=(50, 50, 200, 100))),
        (2, field("Reason", "", box=(60, 60, 100, 20))),
        (2, button("OK", box=(60, 100, 50, 20))), (2, button("Cancel", box=(120, 100, 50, 20))),
    )  # fmt: skip


def test_a_modal_dialog_blocks_what_is_behind_it() -> None:
    screen = asking()
    answer = screen.ask("click", "Save")
    assert isinstance(answer, Rejected)
    assert answer.reason == "modal"
    screen.do("focus", "Reason")
    screen.press("Tab", "Tab", "Tab")
    assert screen.focus == "Reason"


def test_escape_and_cancel_close_a_dialog() -> None:
    screen = asking()
    screen.do("focus", "Reason")
    screen.press("Escape")
    assert "Sure?" not in screen
    screen = asking()
    screen.do("click", "Cancel")
    assert "Sure?" not in screen


def test_enter_in_a_field_of_a_dialog_presses_its_default_button() -> None:
    screen = asking()
    screen.do("focus", "Reason")
    screen.press("Enter")
    assert "Sure?" not in screen


def test_keys_reach_nothing_behind_a_dialog_even_with_the_focus_there() -> None:
    screen = asking()
    world = screen.simulator.world
    world.change(screen.widget("Name"), focused=True)
    world.focused = screen.widget("Name")
    screen.simulator.observe()
    screen.press("x")
    assert screen["Name"].value == ""


def test_tab_goes_round_in_document_order_past_what_cannot_have_the_focus() -> None:
    screen = Screen(
        window("Main"), (1, field("One")), (1, text("words")), (1, button("Two", enabled=False)), (1, link("Three")),
        (1, button("Four", focusable=False)), (1, button("Five", hidden=True)), (1, button("Six")),
    )  # fmt: skip
    screen.do("focus", "One")
    found = []
    for _ in range(4):
        screen.press("Tab")
        found.append(screen.focus)
    assert found == ["Three", "Six", "One", "Three"]
    screen.press("Shift+Tab")
    assert screen.focus == "One"


def rows(count: int = 20, **said: object) -> Screen:
    return Screen(
        window("Main"),
        (1, node("list", "Files", "scroll", box=(0, 0, 200, 100), **said)),
        *((2, node("listitem", f"file {k}", "select", box=(0, 20 * k, 200, 20), offscreen=k > 4)) for k in range(count)),
    )


def seen(screen: Screen) -> list[str]:
    return [node.name for node in screen.simulator.observe().tree if node.role == "listitem" and not node.offscreen]


def test_scrolling_moves_rows_in_and_out_of_view() -> None:
    screen = rows(scroll=Scroll(below=75))
    screen.do("scroll", "Files", direction="down")
    assert seen(screen) == ["file 5", "file 6", "file 7", "file 8", "file 9"]
    assert screen["file 5"].bounds.y == 0
    assert (screen["Files"].scroll.above, screen["Files"].scroll.below) == (25, 50)
    screen.do("scroll_to", "Files", edge="bottom")
    assert seen(screen)[-1] == "file 19"
    before = screen.simulator.observe().tree
    screen.do("scroll", "Files", direction="down")
    assert screen.simulator.observe().tree == before
    screen.do("scroll_to", "Files", edge="top")
    assert seen(screen) == ["file 0", "file 1", "file 2", "file 3", "file 4"]


def test_a_row_out_of_view_is_scrolled_to() -> None:
    screen = rows()
    observation = screen.simulator.observe()
    screen.simulator.world.change(screen.widget("file 12"), offscreen=False)
    observation = screen.simulator.observe()
    place = next(i for i, each in enumerate(observation.tree) if each.name == "file 12")
    grounded = validate({"type": "scroll_into_view", "ref": observation.ref_of(place)}, observation)
    assert not isinstance(grounded, Rejected)
    screen.perform(grounded)
    assert seen(screen)[-1] == "file 12"


def test_of_a_virtual_list_only_the_rows_in_view_are_there_and_they_come_back_as_the_same() -> None:
    screen = rows()
    scrolling.virtualise(screen.simulator.world, screen.widget("Files"))
    first = screen.widget("file 0").number
    assert seen(screen) == [f"file {k}" for k in range(5)]
    assert "file 5" not in screen
    screen.do("scroll", "Files", direction="down", pages=2)
    assert seen(screen) == [f"file {k}" for k in range(10, 15)]
    assert "file 0" not in screen
    screen.do("scroll_to", "Files", edge="top")
    assert screen.widget("file 0").number == first


def test_rows_without_a_place_get_one_below_the_row_before() -> None:
    screen = Screen(
        window("Main"),
        (1, node("list", "Files", "scroll", box=(0, 0, 200, 40))),
        (2, node("listitem", "a", "select", box=(0, 0, 200, 20))), (2, node("listitem", "b", "select", box=(0, 20, 200, 20))),
        (2, node("listitem", "c", "select", offscreen=True)), (2, node("listitem", "d", "select", offscreen=True)),
    )  # fmt: skip
    screen.do("scroll", "Files", direction="down")
    assert seen(screen) == ["c", "d"]
    assert screen["d"].bounds.y == 20

"""Points and elements of an observation: what a caller gets, in each dialect what its dumps say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

import lumos_layer
from lumos_layer import Observation, Session
from lumos_layer.errors import BadOption, NoSuchRef, NotClickable
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.testing.strategies import observations, screens
from lumos_layer.tree import Node, Rect, Scroll
from tests.trees import Row, button, group, link, node, observed, text

SCREEN = (0, 0, 100, 100)


def window(*rows: Row, **said: Any) -> Observation:
    return observed((0, node("window", "win", box=SCREEN, **said)), *rows)


def ref(observation: Observation, name: str) -> str:
    return next(ref for ref, i in observation.refs.items() if observation.name_of(i) == name)


# From a point to an element


def test_a_hit_names_the_element_what_it_stands_in_and_what_a_click_is_meant_for() -> None:
    seen = window((1, group("bar", box=(0, 0, 50, 50))), (2, link("go", (5, 5, 20, 10))), (3, text("go there", (6, 6, 9, 5))))
    hit = seen.element_from_point(7.9, 7.2)
    assert (hit.x, hit.y, hit.role, hit.name, hit.value, hit.ref, hit.reason) == (7, 7, "text", "go there", None, None, None)
    assert (hit.bounds, hit.ancestors, hit.actionable, hit.actionable_ref) == (Rect(6, 6, 9, 5), (2, 1, 0), 2, ref(seen, "go"))
    assert bool(hit)


def test_where_nothing_is_the_hit_is_false_and_says_why() -> None:
    hit = window().element_from_point(-1, 5)
    assert (bool(hit), hit.node, hit.ref, hit.name, hit.role, hit.ancestors, hit.reason) == (
        False,
        None,
        None,
        "",
        None,
        (),
        "outside",
    )


def test_of_an_element_listed_twice_the_first_is_meant() -> None:
    seen = window((1, button("Save", (5, 5, 20, 10))), (2, button("Save", (5, 5, 20, 10))))
    hit = seen.element_from_point(6, 6)
    assert (hit.node, hit.ref, hit.actionable_ref) == (1, ref(seen, "Save"), ref(seen, "Save"))
    assert seen.click_point(ref(seen, "Save")) == (15, 10)


def test_near_finds_the_nearest_element_and_says_so() -> None:
    seen = window((1, button("a", (10, 10, 10, 10))), (1, button("b", (30, 10, 10, 10))))
    hit = seen.element_from_point(22, 15, near=5)
    assert (hit.near, hit.name, hit.actionable_ref, hit.distance, hit.nearest_point) == (True, "win", ref(seen, "a"), 3.0, (19, 15))
    exact = seen.element_from_point(12, 15, near=5)
    assert (exact.near, exact.actionable_ref, exact.distance) == (False, ref(seen, "a"), 0.0)
    assert not seen.element_from_point(60, 60, near=5).near


def test_only_a_window_can_be_asked_for() -> None:
    seen = observed(
        (0, group("desk", box=SCREEN)),
        (1, node("window", "back", "focus", box=(0, 0, 50, 50))),
        (1, node("window", "front", "focus", box=(0, 0, 90, 90))),
        dialect="atspi",
    )
    assert seen.element_from_point(5, 5).name == "front"
    assert seen.element_from_point(5, 5, window=ref(seen, "back")).name == "back"
    assert seen.element_from_point(60, 60, window=ref(seen, "back")).reason == "outside"


@pytest.mark.parametrize(
    "asked",
    [
        {"x": "1"},
        {"x": float("nan")},
        {"y": float("inf")},
        {"x": True},
        {"near": -1},
        {"near": float("nan")},
        {"x": 2**70},
        {"y": -(10**400)},
    ],
)
def test_what_is_no_point_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        window().element_from_point(**{"x": 1, "y": 1, **asked})


def test_an_unknown_ref_is_refused() -> None:
    with pytest.raises(NoSuchRef):
        window().element_from_point(1, 1, window="A99")
    with pytest.raises(NoSuchRef):
        window().click_point("A99")


def test_answers_are_valid_by_the_published_schema() -> None:
    seen = window((1, button("a", (10, 10, 10, 10))), (1, node("dialog", "ask", box=(50, 50, 9, 9), modal=True)))
    validator = Draft202012Validator(SCHEMAS["hit.schema.json"])
    for hit in (seen.element_from_point(12, 12), seen.element_from_point(-5, 0), seen.element_from_point(52, 52, near=9)):
        validator.validate(json.loads(hit.json()))
    assert json.loads(seen.element_from_point(12, 12).json())["beneath"]["name"] == "a"


# From an element to a point


def test_the_middle_is_clicked_where_it_is_free_and_the_middle_of_the_largest_free_part_else() -> None:
    free = window((1, button("a", (10, 10, 20, 10))))
    half = window((1, button("a", (10, 10, 20, 10))), (1, group("over", box=(15, 0, 40, 40))))
    assert (free.click_point(ref(free, "a")), half.click_point(ref(half, "a"))) == ((20, 15), (12, 15))


def test_a_row_that_shows_by_half_is_clicked_in_the_half_that_shows() -> None:
    seen = window((1, node("list", box=(0, 0, 50, 50))), (2, button("row", (0, 40, 50, 40))))
    assert seen.click_point(ref(seen, "row")) == (25, 45)


def test_a_container_is_clicked_beside_what_it_holds() -> None:
    seen = window((1, node("group", "card", "click", box=(0, 0, 60, 20))), (2, button("in", (20, 0, 40, 20))))
    assert seen.click_point(ref(seen, "card")) == (10, 10)


def test_a_link_without_a_box_is_clicked_where_its_words_are() -> None:
    seen = window((1, link("go")), (2, text("there", (10, 10, 20, 10))))
    assert seen.click_point(ref(seen, "go")) == (20, 15)


def test_a_group_is_clicked_where_nothing_in_it_with_a_ref_of_its_own_stands() -> None:
    inner = group("inner", box=(0, 0, 50, 40))
    seen = window(
        (1, group("outer", box=(0, 0, 60, 40))), (2, inner), (3, text("in", (0, 0, 50, 40))), (3, button("b", (0, 0, 5, 5)))
    )
    assert seen.element_from_point(*seen.click_point(ref(seen, "outer"))).name == "outer"
    assert seen.click_point(ref(seen, "outer")) == (55, 20)
    assert seen.click_point(ref(seen, "inner")) == (25, 20)


def test_a_group_all_of_which_belongs_to_what_is_in_it_is_covered_by_that() -> None:
    inner = group("inner", box=(0, 0, 60, 40))
    seen = window(
        (1, group("outer", box=(0, 0, 60, 40))), (2, inner), (3, text("in", (0, 0, 60, 40))), (3, button("b", (0, 0, 5, 5)))
    )
    assert refusal(seen, "outer").covered_by == ref(seen, "inner")


@pytest.mark.parametrize("card", [group("card", box=(0, 0, 20, 20)), node("group", "card", "click", box=(0, 0, 20, 20))])
def test_what_sticks_out_is_clicked_only_where_nothing_of_the_box_is_free(card: Node) -> None:
    words = text("words that are far longer", (0, 40, 90, 20))
    half, whole = (window((1, card), (2, words), (2, button("in", box))) for box in ((0, 0, 20, 19), (0, 0, 20, 20)))
    assert half.click_point(ref(half, "card")) == (10, 19)
    assert whole.click_point(ref(whole, "card")) == (45, 50)


def refusal(seen: Observation, name: str) -> NotClickable:
    with pytest.raises(NotClickable) as refused:
        seen.click_point(ref(seen, name))
    return refused.value


def test_a_covered_element_is_refused_and_says_by_what() -> None:
    seen = window(
        (1, button("a", (10, 10, 20, 10))),
        (1, button("b", (0, 0, 50, 50))),
        (1, button("c", (60, 60, 9, 9))),
        (1, group("veil", box=(55, 55, 40, 40))),
    )
    error = refusal(seen, "a")
    assert (error.reason, error.covered_by, error.dialog, error.container) == ("covered", ref(seen, "b"), None, None)
    assert str(error) == "A1 cannot be clicked: it is covered by A2. Close or move what covers it."
    assert refusal(seen, "c").covered_by == "group 'veil'"


def test_what_the_pointer_passes_through_is_covered_by_nothing_that_could_be_moved() -> None:
    seen = observed((0, button("a", (0, 0, 9, 9), passive=True)))
    assert str(refusal(seen, "a")) == (
        "A1 cannot be clicked: the pointer passes through it. Act on it without the pointer, or on something in it."
    )


def test_what_does_not_show_is_refused_and_says_what_scrolls() -> None:
    seen = window(
        (1, node("list", "l", "scroll", box=(0, 0, 50, 50), scroll=Scroll(below=50))), (2, button("row", (0, 60, 50, 10)))
    )
    error = refusal(seen, "row")
    assert (error.reason, error.container) == ("not_visible", ref(seen, "l"))


def test_what_is_behind_a_modal_dialog_is_refused_and_says_which_is_open() -> None:
    seen = window((1, button("a", (0, 0, 9, 9))), (1, node("dialog", "Sure?", box=(50, 50, 20, 20), modal=True)))
    error = refusal(seen, "a")
    assert (error.reason, error.dialog) == ("modal", ref(seen, "Sure?"))


def test_what_has_no_box_is_refused() -> None:
    assert refusal(window((1, button("a"))), "a").reason == "no_bounds"


def test_a_minimised_window_is_refused() -> None:
    seen = observed((0, group("desk", box=SCREEN)), (1, node("window", "win", "focus", minimized=True)))
    assert refusal(seen, "win").reason == "minimised"


@given(screens() | observations())
@settings(max_examples=150, deadline=None)
def test_a_click_point_hits_the_element_inside_what_shows_of_it(seen: Observation) -> None:
    for name in seen.refs:
        try:
            point = seen.click_point(name)
        except NotClickable:
            continue
        hit = seen.element_from_point(*point)
        assert hit.reason is None
        assert hit.node is not None
        assert seen.refs[name] in (hit.node, *hit.ancestors)
        if seen.tree[seen.refs[name]].can:
            assert hit.actionable_ref == name


# What dialects say


def test_windows_lists_beside_each_other_what_is_a_window_from_the_topmost() -> None:
    dump = b"""<Window Name="w" AutomationId="w" x="0" y="0" width="100" height="100" NativeWindowHandle="0x1">
      <Pane Name="page" x="10" y="10" width="50" height="50" NativeWindowHandle="0x2"/>
      <Text Name="drawn" x="10" y="10" width="90" height="50"/>
      <Tab Name="tabs" x="0" y="0" width="90" height="90" NativeWindowHandle="0x3"/>
    </Window>"""
    seen = lumos_layer.read(dump)
    assert [seen.element_from_point(*p).name for p in ((15, 15), (5, 5), (95, 20), (95, 95))] == ["page", "tabs", "drawn", "w"]


def test_the_pointer_passes_through_the_frame_of_a_group_box() -> None:
    dump = b"""<Window Name="w" AutomationId="w" x="0" y="0" width="100" height="100">
      <RadioButton Name="Up" x="10" y="10" width="20" height="10"/>
      <Group Name="Direction" ClassName="Button" x="0" y="0" width="50" height="50"/>
    </Window>"""
    seen = lumos_layer.read(dump)
    assert [seen.element_from_point(*p).name for p in ((15, 15), (40, 40))] == ["Up", "w"]


def test_windows_stand_from_the_topmost_in_ui_automation_and_the_active_one_is_on_top_in_at_spi() -> None:
    uia = b"""<Pane Name="desk" AutomationId="d" x="0" y="0" width="100" height="100">
      <Window Name="top" x="0" y="0" width="50" height="50"/><Window Name="low" x="0" y="0" width="90" height="90"/></Pane>"""
    space = "https://accessibility.ubuntu.example.org/ns/"
    frame = '<frame name="{}" st:showing="true" st:visible="true" {} cp:screencoord="(0, 0)" cp:size="{}"/>'
    frames = frame.format("active", 'st:active="true"', "(50, 50)") + frame.format("other", "", "(90, 90)")
    names = f'xmlns:st="{space}state" xmlns:cp="{space}component"'
    atspi = f'<desktop-frame {names}><application name="a">{frames}</application></desktop-frame>'.encode()
    assert [lumos_layer.read(uia).element_from_point(*p).name for p in ((5, 5), (60, 60))] == ["top", "low"]
    assert [lumos_layer.read(atspi).element_from_point(*p).name for p in ((5, 5), (60, 60))] == ["active", "other"]


def test_android_draws_siblings_in_the_order_that_it_tells() -> None:
    node = '<node class="android.view.View" text="{}" bounds="{}" drawing-order="{}"/>'
    rows = node.format("fab", "[10,10][30,30]", 3) + node.format("list", "[0,0][100,100]", 1)
    seen = lumos_layer.read(
        f'<hierarchy rotation="0"><node class="a.B" bounds="[0,0][100,100]" drawing-order="0">{rows}</node></hierarchy>'.encode()
    )
    assert [seen.element_from_point(*p).name for p in ((15, 15), (50, 50))] == ["fab", "list"]


def test_a_touch_that_no_android_view_takes_goes_on_to_the_view_beneath() -> None:
    view = '<node class="{}" text="{}" clickable="{}" bounds="{}"/>'
    below = view.format("android.widget.Button", "Buy", "true", "[0,0][50,50]")
    rows = (
        below
        + view.format("android.view.View", "", "false", "[0,0][100,100]")
        + view.format("android.view.View", "Sale", "false", "[60,60][90,90]")
    )
    seen = lumos_layer.read(
        f'<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][100,100]">{rows}</node></hierarchy>'.encode()
    )
    assert [seen.element_from_point(*p).name for p in ((5, 5), (70, 70))] == ["Buy", "Sale"]
    assert seen.element_from_point(55, 5).node == 1  # the screen


def test_android_windows_are_stacked_by_their_layers() -> None:
    view = '<hierarchy rotation="0"><node class="android.widget.Button" text="{}" clickable="true" bounds="{}"/></hierarchy>'
    window = '<window index="0" title="{}" bounds="{}" active="{}" layer="{}" type="TYPE_APPLICATION">{}</window>'
    keys = window.format("Keyboard", "[0,50][100,100]", "false", 2, view.format("Q", "[0,50][20,70]"))
    app = window.format("App", "[0,0][100,100]", "true", 1, view.format("OK", "[0,40][60,80]"))
    seen = lumos_layer.read(f'<?xml version="1.0"?><displays><display id="0">{keys}{app}</display></displays>'.encode())
    assert [seen.element_from_point(*p).name for p in ((5, 60), (30, 60), (5, 45), (90, 10))] == ["Q", "Keyboard", "OK", "App"]


# Pages


class Dom:
    """A page as DevTools tell it: accessibility nodes and a DOM snapshot with styles."""

    def __init__(self, *elements: tuple[int, str, str | None, tuple[int, int, int, int] | None, Mapping[str, Any]]) -> None:
        """Each: number of its parent, tag, role (None: ignored), box, and `paint`, `style`, `lines`."""
        self.elements = elements

    def read(self) -> Observation:
        return lumos_layer.read(self.dump())

    def dump(self) -> bytes:
        strings: list[str] = []

        def string(value: str) -> int:
            strings.append(value)
            return len(strings) - 1

        names = ("display", "visibility", "pointer-events", "position", "overflow-x")
        layout: dict[str, list[Any]] = {"nodeIndex": [], "styles": [], "bounds": [], "paintOrders": []}
        texts: dict[str, list[Any]] = {"layoutIndex": [], "bounds": []}
        ax: list[dict[str, Any]] = []
        nodes: dict[str, list[Any]] = {"parentIndex": [], "nodeType": [], "nodeName": [], "backendNodeId": [], "attributes": []}
        for i, (parent, tag, role, box, more) in enumerate(self.elements):
            nodes["parentIndex"].append(parent)
            nodes["nodeType"].append(9 if parent < 0 else 3 if tag == "#text" else 1)
            nodes["nodeName"].append(string(tag))
            nodes["backendNodeId"].append(i + 1)
            nodes["attributes"].append([string(word) for word in more.get("attributes", ())])
            children = [str(j + 1) for j, other in enumerate(self.elements) if other[0] == i]
            ax.append({"nodeId": str(i + 1), "backendDOMNodeId": i + 1, "childIds": children, "ignored": role is None})
            ax[-1] |= {"role": {"value": role or "none"}, "name": {"value": more.get("name", f"{tag} {i}")}}
            ax[-1] |= {"ignoredReasons": [{"name": word} for word in more.get("reasons", ())]}
            if box is not None:
                style = {
                    "display": "block",
                    "visibility": "visible",
                    "pointer-events": "auto",
                    "position": "static",
                    "overflow-x": "visible",
                }
                layout["nodeIndex"].append(i)
                layout["styles"].append([string({**style, **more.get("style", {})}[name]) for name in names])
                layout["bounds"].append(list(box))
                layout["paintOrders"].append(more.get("paint", 1))
                for line in more.get("lines", ()):
                    texts["layoutIndex"].append(len(layout["nodeIndex"]) - 1)
                    texts["bounds"].append(list(line))
        document = {"nodes": nodes, "layout": layout, "textBoxes": texts, "scrollOffsetX": 0, "scrollOffsetY": 0}
        snapshot = {"documents": [document], "strings": strings}
        session = {"name": "main", "frames": [{"nodes": ax}], "computedStyles": names, "snapshot": snapshot}
        return json.dumps({"sessions": [session]}).encode()


PAGE = (-1, "#document", "RootWebArea", (0, 0, 200, 200), {"name": "page"})


def at(seen: Observation, *points: tuple[int, int]) -> list[str]:
    return [seen.element_from_point(*point).name for point in points]


def test_a_page_is_painted_in_the_order_that_it_tells() -> None:
    seen = Dom(
        PAGE,
        (0, "BUTTON", "button", (0, 0, 50, 50), {"name": "high", "paint": 3}),
        (0, "BUTTON", "button", (0, 0, 90, 90), {"name": "low", "paint": 2}),
    ).read()
    assert at(seen, (5, 5), (60, 60), (150, 150)) == ["high", "low", "page"]


def test_what_is_in_no_accessibility_tree_covers_all_the_same() -> None:
    seen = Dom(
        PAGE,
        (0, "BUTTON", "button", (0, 0, 50, 50), {"name": "Buy"}),
        (0, "DIV", None, (0, 0, 200, 200), {"paint": 9, "reasons": ["ariaHiddenElement"]}),
    ).read()
    hit = seen.element_from_point(5, 5)
    assert hit.name == "page"
    assert refusal(seen, "Buy").reason == "covered"


@pytest.mark.parametrize("style", [{"pointer-events": "none"}, {"visibility": "hidden"}])
def test_the_pointer_passes_through_what_styles_say(style: Mapping[str, str]) -> None:
    seen = Dom(
        PAGE,
        (0, "BUTTON", "button", (0, 0, 50, 50), {"name": "Buy"}),
        (0, "DIV", "generic", (0, 0, 200, 200), {"paint": 9, "style": style}),
    ).read()
    assert at(seen, (5, 5)) == ["Buy"]


def test_a_wrapped_link_is_hit_and_clicked_in_its_lines_only() -> None:
    lines = {"name": "a long link", "lines": [(120, 0, 80, 10), (0, 10, 40, 10)]}
    inline = {"style": {"display": "inline"}}
    seen = Dom(
        PAGE,
        (0, "A", "link", (0, 0, 200, 20), {"name": "a long link", **inline}),
        (1, "#text", "StaticText", (0, 0, 200, 20), {**lines, **inline}),
    ).read()
    link_ref = ref(seen, "a long link")
    assert [seen.element_from_point(*p).actionable_ref == link_ref for p in ((130, 5), (10, 15), (10, 5), (100, 10))] == [
        True,
        True,
        False,
        False,
    ]
    assert seen.click_point(link_ref) == (160, 5)


def test_what_overflows_is_clipped_where_the_styles_tell() -> None:
    box = (0, "DIV", "generic", (0, 0, 50, 50), {"style": {"overflow-x": "hidden", "position": "relative"}})
    inside: list[tuple[int, str, str | None, tuple[int, int, int, int] | None, Mapping[str, Any]]] = [
        (1, "BUTTON", "button", (40, 40, 50, 50), {"name": "clipped", "paint": 2}),
        (1, "BUTTON", "button", (100, 40, 50, 50), {"name": "fixed", "paint": 3, "style": {"position": "fixed"}}),
    ]
    assert at(Dom(PAGE, box, *inside).read(), (45, 45), (60, 60), (110, 60)) == ["clipped", "page", "fixed"]


def test_what_a_closed_details_element_holds_is_not_hit() -> None:
    details = (0, "DETAILS", "group", (0, 0, 100, 20), {"name": "more"})
    rows = (
        details,
        (1, "SUMMARY", "button", (0, 0, 100, 20), {"name": "open it"}),
        (1, "DIV", None, (0, 20, 100, 50), {"paint": 5}),
    )
    assert at(Dom(PAGE, *rows).read(), (5, 5), (5, 40)) == ["open it", "page"]


def test_a_session_that_was_saved_and_loaded_knows_what_the_dump_told_of_the_order_of_drawing(tmp_path: Path) -> None:
    veil = (0, "DIV", None, (0, 0, 200, 20), {"paint": 9, "reasons": ["ariaHiddenElement"]})
    windows = """<Window Name="w" AutomationId="w" x="0" y="0" width="100" height="100">
      <Pane Name="upper" AutomationId="u" x="0" y="0" width="50" height="50" NativeWindowHandle="0x2"/>
      <Pane Name="lower" AutomationId="l" x="0" y="0" width="90" height="90" NativeWindowHandle="0x3"/></Window>"""
    session = Session()
    session.observe(Dom(PAGE, (0, "BUTTON", "button", (0, 0, 50, 50), {"name": "Buy"}), veil).dump(), surface="tab")
    session.observe(windows.encode(), surface="window")
    session.save(tmp_path / "session.json")
    loaded = Session.load(tmp_path / "session.json")
    for surface, expected in (("tab", ["page", "Buy"]), ("window", ["upper", "upper"])):
        seen = loaded.latest(surface)
        assert seen is not None
        assert at(seen, (5, 5), (5, 30)) == expected
    loaded.observe(windows.replace("50", "60").encode(), surface="window")
    loaded.save(tmp_path / "session.json")
    again = Session.load(tmp_path / "session.json").latest("window")
    assert again is not None
    assert at(again, (5, 5), (55, 55), (70, 70)) == ["upper", "upper", "lower"]


def test_what_stands_between_an_element_and_its_twin_is_clicked_where_the_twin_is() -> None:
    item = node("menuitem", "Edit", "click", box=(0, 0, 9, 9))
    seen = window((1, item), (2, node("menu", "open", box=(0, 0, 9, 9))), (3, item))
    assert seen.click_point(ref(seen, "open")) == (4, 4)

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import lumos_layer
from lumos_layer import Observation
from lumos_layer.perception.doctor import ADVICE, Finding, Kind, examine, summary


def window(inside: str) -> Observation:
    return lumos_layer.read(f'<Window Name="W" AutomationId="w" x="0" y="0" width="1000" height="1000">{inside}</Window>'.encode())


def element(tag: str, name: str = "", at: tuple[int, int, int, int] = (10, 10, 80, 20), more: str = "", inside: str = "") -> str:
    x, y, width, height = at
    return f'<{tag} Name="{name}" x="{x}" y="{y}" width="{width}" height="{height}" {more}>{inside}</{tag}>'


def found(observation: Observation, *kinds: Kind) -> list[tuple[str, tuple[str, ...], str]]:
    return [(f.kind, f.refs, f.message) for f in examine(observation) if not kinds or f.kind in kinds]


def test_a_screen_in_order_has_no_findings() -> None:
    inside = element("Button", "Save") + element("Edit", "Note", (10, 40, 80, 20)) + element("Text", "Ready", (10, 70, 80, 20))
    assert examine(window(inside)) == []


# Names


def test_an_element_without_a_name_is_called_by_its_place_and_identifier() -> None:
    screen = window(element("Button", more='AutomationId="b7"') + element("Button", at=(10, 40, 80, 20)))
    assert examine(screen) == [
        Finding(
            kind="unnamed",
            refs=("A1",),
            path="/Window/Button[1]",
            message="The button with the identifier b7 (A1) has no name, no help text and no words inside.",
            advice=ADVICE["unnamed"],
        ),
        Finding(
            kind="unnamed",
            refs=("A2",),
            path="/Window/Button[2]",
            message="The button (A2) has no name, no help text and no words inside.",
            advice=ADVICE["unnamed"],
        ),
    ]


@pytest.mark.parametrize(
    "inside",
    [
        element("Button", more='HelpText="Saves the order"'),
        element("Button", inside=element("Text", "Save")),
        element("Pane", more='IsKeyboardFocusable="True"'),
        element("List", more='VerticallyScrollable="True"'),
        element("Button", more='IsOffscreen="True"'),
    ],
)
def test_help_words_inside_or_being_only_a_container_are_enough(inside: str) -> None:
    assert found(window(inside), "unnamed") == []


def test_long_names_are_cut_in_messages() -> None:
    (finding,) = examine(window(element("Button", "long " * 30) + element("Button", "long " * 30)))[:1]
    assert finding.message.startswith("The button “" + ("long " * 12)[:60] + "…” (A1)")


# Duplicates


def test_equal_elements_of_one_group_are_one_finding() -> None:
    screen = window("".join(element("Button", "Edit", (10, y, 80, 20)) for y in (10, 40, 70)))
    assert found(screen) == [
        (
            "duplicate",
            ("A1", "A2", "A3"),
            "The button “Edit” (A1) cannot be told from A2 and A3: same role, name and place in the structure.",
        )
    ]


def row(person: str, y: int) -> str:
    inside = element("Button", "Edit", (10, y, 80, 20)) + element("Button", "Remove", (100, y, 80, 20))
    return element("Custom", person, (0, y, 400, 30), inside=element("Text", person, (200, y, 80, 20)) + inside)


def test_words_before_or_another_group_tell_equal_elements_apart() -> None:
    words = "".join(
        element("Text", person, (10, y, 80, 20)) + element("Button", "Edit", (10, y + 30, 80, 20))
        for person, y in (("Ada", 10), ("Bob", 90))
    )
    assert found(window(words)) == []
    assert found(window(row("Ada", 10) + row("Bob", 60)), "duplicate") == []


def test_a_value_tells_fields_apart() -> None:
    fields = "".join(element("Edit", "Phone", (10, n, 80, 20), more=f'Value="{n}"') for n in (10, 40))
    assert found(window(fields)) == []


# Places


def test_a_visible_element_without_area_is_found() -> None:
    screen = window(element("Button", "Save", (10, 10, 0, 20)))
    assert found(screen) == [("zero_size", (), "The button “Save” is said to be visible but has no area.")]
    assert examine(screen)[0].path == "/Window/Button[1]"


@pytest.mark.parametrize(
    "inside",
    [
        element("Button", "Save", (10, 10, 0, 20), more='IsOffscreen="True"'),
        element("Pane", "", (0, 0, 9, 9), more='IsOffscreen="True"', inside=element("Button", "Save", (0, 0, 0, 0))),
        element("Text", "Save", (10, 10, 0, 20)),
        element("Pane", "Save", (10, 10, 0, 20), more='IsKeyboardFocusable="True"'),
    ],
)
def test_what_is_hidden_or_cannot_be_pointed_at_needs_no_area(inside: str) -> None:
    assert found(window(inside)) == []


def test_elements_outside_of_their_scrolling_area_are_one_finding_for_each_area() -> None:
    items = "".join(element("Button", f"Item {n}", (10, 20 * n, 80, 18)) for n in range(20))
    screen = window(element("List", "Songs", (0, 0, 200, 200), more='VerticallyScrollable="True"', inside=items))
    (finding,) = examine(screen)
    assert finding.message == (
        f"The button “Item 10” ({finding.refs[0]}) lies outside of what is to be seen of the list “Songs” "
        f"({screen.ref_of(1)}), which it is in; 9 more there do, too."
    )
    assert len(finding.refs) == 10


def test_an_area_that_is_itself_scrolled_away_shows_nothing() -> None:
    inner = element(
        "List", "Inner", (0, 500, 200, 200), more='VerticallyScrollable="True"', inside=element("Button", "Go", (0, 510, 80, 20))
    )
    screen = window(element("List", "Outer", (0, 0, 200, 200), more='VerticallyScrollable="True"', inside=inner))
    assert [(kind, message.split(" (")[0]) for kind, _, message in found(screen)] == [
        ("unreachable", "The list “Inner”"), ("unreachable", "The button “Go”"),
    ]  # fmt: skip


# Overlaps


def test_an_element_whose_middle_a_later_one_covers_is_found() -> None:
    screen = window(element("Button", "Below", (10, 10, 100, 20)) + element("Button", "Above", (50, 5, 100, 30)))
    assert found(screen) == [
        ("overlapping", ("A1", "A2"), "The button “Below” (A1) is covered in its middle by the button “Above” (A2).")
    ]


@pytest.mark.parametrize(
    "inside",
    [
        element("Button", "A", (10, 10, 100, 20)) + element("Button", "B", (61, 10, 100, 20)),  # its middle is free
        element("Button", "A", (10, 10, 100, 20)) + element("Button", "B", (60, 21, 100, 20)),
        element("ListItem", "A", (10, 10, 100, 20), inside=element("Button", "B", (20, 12, 80, 16))),  # it is inside
        element("Button", "A", (10, 10, 100, 20)) + element("Text", "B", (10, 10, 100, 20)),  # words let the pointer through
        element("Button", "A", (10, 10, 100, 20)) + element("Pane", "B", (0, 0, 200, 99), more='IsKeyboardFocusable="True"'),
        element("Button", "A", (10, 10, 100, 20))
        + element("Window", "D", (0, 0, 200, 99), more='IsModal="True"', inside=element("Button", "B", (10, 10, 100, 20))),
        element("Button", "A", (10, 310, 100, 20))
        + element(
            "List", "L", (0, 0, 200, 200), more='VerticallyScrollable="True"', inside=element("Button", "B", (10, 310, 100, 20))
        ),
    ],
)
def test_free_middles_insides_words_containers_dialogs_and_clipped_ones_cover_nothing(inside: str) -> None:
    assert found(window(inside), "overlapping") == []


@pytest.mark.parametrize("seed", range(12))
def test_what_covers_a_middle_is_what_looking_at_every_pair_finds(seed: int) -> None:
    random = Random(seed)
    boxes = [tuple(random.randrange(1, limit) for limit in (200, 200, 120, 60)) for _ in range(60)]
    screen = window("".join(element("Button", f"B{n}", box) for n, box in enumerate(boxes)))  # type: ignore[arg-type]
    pairs = []
    for n, (x, y, width, height) in enumerate(boxes):
        middle_x, middle_y = x + width // 2, y + height // 2
        over = [m for m in range(n + 1, 60) if _holds(boxes[m], middle_x, middle_y)]
        pairs += [(f"A{n + 1}", f"A{over[-1] + 1}")] if over else []
    assert [refs for _, refs, _ in found(screen, "overlapping")] == pairs


def _holds(box: tuple[int, ...], x: int, y: int) -> bool:
    return box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]


# Pictures


def test_a_large_area_of_which_the_tree_knows_nothing_is_found() -> None:
    screen = window(element("Button", "Save", (10, 950, 80, 20)) + element("Pane", "", (0, 0, 1000, 900)))
    assert found(screen) == [
        ("custom_drawn", (), "The group fills 1,000 by 900 pixels, and the tree knows nothing of what is shown there.")
    ]


def test_several_empty_layers_of_one_size_are_one_finding() -> None:
    assert len(examine(window(element("Pane", "", (0, 0, 1000, 900)) * 3))) == 1


@pytest.mark.parametrize(
    "inside",
    [
        element("Pane", "", (0, 0, 300, 400)),  # too small
        element("Pane", "", (0, 0, 1000, 900), more='IsOffscreen="True"'),
        element("Pane", "", (0, 0, 1000, 900), inside=element("Text", "Words")),
        element("Pane", "", (0, 0, 1000, 900)) + "".join(element("Text", "Words", (0, y, 900, 90)) for y in range(0, 900, 100)),
        element("Edit", "Text", (0, 0, 1000, 900)),
        element("Document", "Text", (0, 0, 1000, 900), more='Value="all that is written"'),
    ],
)
def test_areas_with_something_in_them_are_not_drawn(inside: str) -> None:
    assert found(window(inside), "custom_drawn") == []


# The dump itself


def test_a_dump_without_boxes_says_so_once() -> None:
    screen = lumos_layer.read(b'<Window Name="W" AutomationId="w"><Button Name="Save"/><Button Name="Undo"/></Window>')
    assert found(screen) == [
        ("no_boxes", (), "The dump gives no boxes: what is covered, out of reach or drawn by the program itself cannot be judged.")
    ]


def test_warnings_of_the_reader_are_findings() -> None:
    screen = lumos_layer.read(b'<Window Name="W" AutomationId="w" x="0" y="0" width="9" height="9"><Text Name="cut off"')
    assert [finding.kind for finding in examine(screen)] == ["damaged"]
    assert examine(screen)[0].message == screen.warnings[0]


def test_findings_are_counted_by_kind() -> None:
    screen = window(element("Button") + element("Button", at=(10, 40, 80, 20)) + element("Button", "Save", (0, 0, 0, 0)))
    assert summary(examine(screen)) == {"unnamed": 2, "zero_size": 1}


# Work


class Counting(list[Any]):
    """A list that counts how often it is asked for an item."""

    asked = 0

    def __getitem__(self, place: Any) -> Any:
        Counting.asked += 1
        return super().__getitem__(place)


def work(inside: Iterable[str]) -> int:
    """How often nodes are looked at while a screen is examined."""
    screen = window("".join(inside))
    screen.tree._nodes = Counting(screen.tree._nodes)
    Counting.asked = 0
    examine(screen)
    return Counting.asked


@pytest.mark.parametrize(
    "kind",
    [
        lambda n: (element("Button", f"B{i}", (10, 10, 80, 20)) for i in range(n)),
        lambda n: (element("Pane", "", (0, 0, 1000 - i % 7, 900)) for i in range(n)),
        lambda n: ("<Pane x='0' y='0' width='90' height='90'>" * n, element("Button", "Deep"), "</Pane>" * n),
    ],
)
def test_twice_as_many_elements_are_twice_the_work(kind: Any) -> None:
    assert work(kind(800)) < 2.5 * work(kind(400))

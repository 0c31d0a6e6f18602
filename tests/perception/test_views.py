from __future__ import annotations

from typing import Any

import pytest

import lumos_layer
from lumos_layer import Observation
from lumos_layer.errors import BadOption, NoMatch, NoSuchRef
from lumos_layer.perception.items import More
from tests.trees import button, field, group, heading, link, node, observed, text, ui


def page() -> Observation:
    """A page with a list of two rows, a form and a dialog."""
    return observed(
        (0, node("document", "Orders", "focus")),
        (1, heading("Orders")),
        (1, node("list", "Results")),
        (2, text("Ann Lee")),
        (2, button("Edit")),
        (2, text("Bo Berg")),
        (2, button("Edit")),
        (1, node("form", "Filter")),
        (2, text("Narrow down")),
        (2, field("Words", "stars", hint="At least 3")),
        (1, node("dialog", "Delete?", modal=True)),
        (2, text("It cannot be undone")),
        (2, button("OK")),
        dialect="browser",
    )


FULL = [
    "# Orders",
    {"list": ["Results", "Ann Lee", ["button", "2 Edit", "Bo Berg", "3 Edit"]]},
    {"form": ["Filter", "Narrow down", "4.textbox Words", {"value": "stars", "hint": "At least 3"}]},
    {"dialog modal": ["Delete?", "It cannot be undone", "5.button OK"]},
]


def marks(observation: Observation, **asked: Any) -> dict[str | None, int]:
    return {item.under: item.count for item in observation.blueprint(**asked).walk() if isinstance(item, More)}


def test_the_full_view_shows_all() -> None:
    blueprint = page().blueprint()
    assert ui(page()) == FULL
    assert (blueprint.view, blueprint.omitted, blueprint.cut) == ("full", {}, False)


def test_auto_without_a_budget_is_the_full_view() -> None:
    assert page().blueprint(view="auto").compact() == page().blueprint().compact()


# Interactive


def test_the_interactive_view_shows_elements_and_the_texts_that_tell_equal_ones_apart() -> None:
    observation = page()
    assert ui(observation, view="interactive") == [
        {"list": ["Results", "Ann Lee", ["button", "2 Edit", "Bo Berg", "3 Edit"]]},
        {"form": ["Filter", "4.textbox Words", {"value": "stars", "hint": "At least 3"}]},
        {"dialog modal": ["Delete?", "It cannot be undone", "5.button OK"]},
    ]
    blueprint = observation.blueprint(view="interactive")
    assert (blueprint.view, blueprint.omitted, blueprint.cut) == ("interactive", {"view": 2}, True)


def test_only_the_last_text_before_an_ambiguous_element_is_kept_and_stays_where_it_was() -> None:
    rows = (0, text("far")), (0, text("near")), (0, node("list", "A")), (1, button("Go")), (0, button("Go"))
    assert ui(observed(*rows), view="interactive") == ["near", {"list": ["A", "1.button Go"]}, "2.button Go"]


def test_a_text_before_an_element_without_a_name_is_kept() -> None:
    rows = (0, text("Zoom in")), (0, button()), (0, text("Zoom out")), (0, button("out"))
    assert ui(observed(*rows), view="interactive") == ["Zoom in", ["button", "1", "2 out"]]


def test_a_group_of_texts_alone_is_left_out_but_no_dialog_and_no_window() -> None:
    rows = (
        (0, node("list", "Facts")),
        (1, text("x")),
        (0, node("alert")),
        (1, text("Saved")),
        (0, node("window", "w", minimized=True)),
    )
    assert ui(observed(*rows), view="interactive") == [{"alert": ["", "Saved"]}, {"window minimized": ["w"]}]


# Outline


def test_the_outline_shows_groups_and_headings_and_what_is_in_dialogs_and_marks_the_rest() -> None:
    observation = page()
    assert ui(observation, view="outline") == [
        "# Orders",
        {"list": ["Results", {"more": 4, "under": "W6"}]},
        {"form": ["Filter", {"more": 2, "under": "W7"}]},
        {"dialog modal": ["Delete?", "It cannot be undone", "5.button OK"]},
    ]
    blueprint = observation.blueprint(view="outline")
    assert (blueprint.view, blueprint.omitted, blueprint.cut) == ("outline", {"view": 6}, True)


def test_the_outline_shows_the_focused_element_and_what_says_that_it_is_modal() -> None:
    rows = (0, group("a")), (1, button("x")), (1, button("y", focused=True)), (0, group("b", modal=True)), (1, button("z"))
    assert ui(observed(*rows), view="outline") == [
        {"group": ["a", "2.button y", {"more": 1, "under": "A4"}]},
        {"group modal": ["b", "3.button z"]},
    ]


def test_what_the_outline_leaves_out_on_top_is_marked_under_the_page() -> None:
    rows = (0, node("document", "Page")), (1, button("x")), (1, heading("y"))
    assert ui(observed(*rows), view="outline") == ["# y", {"more": 1, "under": "A2"}]
    assert ui(observed((0, button("x")), (0, heading("y"))), view="outline") == ["# y", {"more": 1}]


def test_every_mark_opens_what_it_counts() -> None:
    observation = page()
    for under, count in marks(observation, view="outline").items():
        assert under is not None
        inside = [item for item in observation.blueprint(ref=under).walk() if not isinstance(item, More)]
        assert len(inside) == count + 1  # and the group itself


# A part, by ref


def test_a_part_shows_what_is_at_and_under_its_ref() -> None:
    observation = page()
    blueprint = observation.blueprint(ref="W7")
    assert ui(observation, ref="W7") == [FULL[2]]
    assert (blueprint.view, blueprint.omitted, blueprint.cut, blueprint.root) == ("subtree", {"elsewhere": 9}, True, "W1")


def test_the_part_of_an_element_is_itself() -> None:
    assert ui(page(), ref="W3") == ["3.button Edit"]


def test_the_part_of_the_page_is_all_of_it() -> None:
    assert ui(page(), ref="W1") == FULL


def test_what_a_depth_leaves_out_of_a_part_is_marked_under_that_part() -> None:
    rows = (0, group("a")), (1, group("b")), (2, button("x")), (1, button("y"))
    observation = observed(*rows)
    assert marks(observation, ref="A3", depth=0) == {"A3": 2}


@pytest.mark.parametrize("ref", ["W99", "w2", "A2", "2", "", "W02"])
def test_a_ref_that_is_not_there_is_refused_with_some_that_are(ref: str) -> None:
    with pytest.raises(NoSuchRef) as refused:
        page().blueprint(ref=ref)
    assert refused.value.ref == ref
    assert refused.value.nearest == ("W1", "W8")
    assert str(refused.value) == (f"No element has the ref {ref!r} in this observation. Refs here: W1 to W8. Take a ref from it.")


def test_a_screen_without_refs_says_so() -> None:
    with pytest.raises(NoSuchRef, match="There are no refs here"):
        observed((0, text("x"))).blueprint(ref="A1")


# Search


def test_a_search_shows_what_contains_the_words_whatever_their_case_in_the_groups_around() -> None:
    observation = page()
    assert ui(observation, find="EDIT") == [
        {"list": ["Results", ["button", "2 Edit", "3 Edit", {"nth": 2}], {"more": 2, "under": "W6"}]},
        {"more": 5, "under": "W1"},
    ]
    blueprint = observation.blueprint(find="EDIT")
    assert (blueprint.view, blueprint.omitted, blueprint.cut) == ("search", {"search": 9}, True)


@pytest.mark.parametrize("words", ["words", "STARS", "at least 3", "  Words  "])
def test_a_search_looks_at_names_values_and_hints(words: str) -> None:
    assert page().blueprint(find=words).refs == ("W1", "W4")


@pytest.mark.parametrize(
    ("words", "name"), [("straße", "STRASSE"), ("저장", "\u110c\u1165\u110c\u1161\u11bc"), ("ÉTÉ", "e\u0301te\u0301")]
)
def test_a_search_knows_the_same_words_in_other_letters(words: str, name: str) -> None:
    assert observed((0, button(name)), (0, button("x"))).blueprint(find=words).refs == ("A1",)


def test_a_search_finds_what_a_blueprint_cuts_off() -> None:
    observation = observed((0, button("a" * 300 + " needle")), (0, button("x")))
    assert observation.blueprint(find="needle").refs == ("A1",)


def test_a_search_finds_words_that_name_their_field() -> None:
    rows = (0, group()), (1, text("E-mail")), (1, field()), (1, button("x"))
    assert ui(observed(*rows), find="mail")[0] == "1.textbox E-mail"


def test_a_group_that_matches_is_shown_with_a_mark_of_what_is_in_it() -> None:
    assert ui(page(), find="filter") == [{"form": ["Filter", {"more": 2, "under": "W7"}]}, {"more": 7, "under": "W1"}]


def test_a_search_that_finds_nothing_names_what_comes_nearest() -> None:
    with pytest.raises(NoMatch) as refused:
        page().blueprint(find="Edot")
    assert refused.value.wanted == "Edot"
    assert refused.value.nearest[0] == "Edit"
    assert str(refused.value).startswith("Nothing shown here matches 'Edot'. Nearest: Edit")


def test_a_search_that_finds_nothing_like_it_says_only_that() -> None:
    with pytest.raises(NoMatch) as refused:
        page().blueprint(find="zzzz")
    assert refused.value.nearest == ()
    assert str(refused.value) == "Nothing shown here matches 'zzzz'. Search for other words or show all."


def test_what_is_nearest_is_not_sought_among_endless_names() -> None:
    rows = [(0, button(f"name {number} " + "x" * 5_000)) for number in range(3_000)]
    with pytest.raises(NoMatch) as refused:
        observed(*rows).blueprint(find="name 7 " + "x" * 53 + "z")
    assert all(len(name) <= 60 for name in refused.value.nearest)


# Depth


@pytest.mark.parametrize(
    ("depth", "shown"),
    [
        (0, ["x", {"group": ["a", {"more": 3, "under": "A3"}]}]),
        (1, ["x", {"group": ["a", "1.button p", {"group": ["b", {"more": 2, "under": "A4"}]}]}]),
        (
            2,
            [
                "x",
                {
                    "group": [
                        "a",
                        "1.button p",
                        {"group": ["b", "2.button q", {"group": ["c", {"more": 1, "under": "A5"}]}]},
                    ]
                },
            ],
        ),
        (3, ["x", {"group": ["a", "1.button p", {"group": ["b", "2.button q", {"group": ["c", "r"]}]}]}]),
    ],
)
def test_a_depth_shows_that_many_levels_of_groups(depth: int, shown: Any) -> None:
    rows = (0, text("x")), (0, group("a")), (1, button("p")), (1, group("b")), (2, button("q")), (2, group("c")), (3, text("r"))
    observation = observed(*rows)
    assert ui(observation, depth=depth) == shown
    assert observation.blueprint(depth=depth).cut == (depth < 3)


# Together


def test_view_search_part_and_depth_can_be_combined() -> None:
    observation = page()
    assert ui(observation, ref="W6", find="ann") == [{"list": ["Results", "Ann Lee", {"more": 3, "under": "W6"}]}]
    assert ui(observation, view="interactive", depth=0)[0] == {"list": ["Results", {"more": 4, "under": "W6"}]}
    with pytest.raises(NoMatch):
        observation.blueprint(view="interactive", find="narrow")


def test_what_one_choice_left_out_under_a_group_is_counted_by_the_next_where_that_group_is_gone() -> None:
    rows = (0, group("a")), (1, group("b")), (2, button("x")), (2, heading("h"))
    observation = observed(*rows)
    assert marks(observation, view="outline") == {"A3": 1}
    assert marks(observation, view="outline", depth=0) == {"A2": 2}


def test_links_in_a_view_keep_their_refs() -> None:
    observation = observed((0, link("a")), (0, text("b")), (0, link("c")))
    asked: list[dict[str, Any]] = [{}, {"view": "interactive"}, {"find": "c"}, {"ref": "A2"}]
    assert [observation.blueprint(**each).refs[-1] for each in asked] == ["A2"] * 4


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("view", "nope", "view='nope' cannot be; give one of full, outline, interactive, auto."),
        ("boxes", "center", "boxes='center' cannot be; give one of none, centre, box."),
        ("form", "yaml", "form='yaml' cannot be; give one of compact, object."),
        ("budget", "400", "budget='400' cannot be; give a whole number."),
        ("depth", -3, "depth=-3 cannot be; give a whole number of at least 0."),
        ("find", " ", "find=' ' cannot be; give words to look for."),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_words(option: str, value: object, says: str) -> None:
    observation = lumos_layer.read(b'<Window Name="w" RuntimeId="1"><Button Name="OK" RuntimeId="2"/></Window>')
    with pytest.raises(BadOption) as refused:
        observation.blueprint(**{option: value})  # type: ignore[arg-type]
    assert str(refused.value) == says
    assert isinstance(refused.value, ValueError)

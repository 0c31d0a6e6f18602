from __future__ import annotations

import json

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from lumos_layer import Locator, Observation, decode_locator
from lumos_layer.errors import Ambiguous, InputError, NoMatch, NoSuchRef
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.perception.locator import looks_stable
from lumos_layer.testing.strategies import observations
from lumos_layer.tree import Role
from tests.trees import Row, button, field, group, heading, link, node, observed, text


def of(observation: Observation, name: str) -> list[object]:
    """The locators of all elements of that name, as JSON."""
    refs = [ref for ref, i in observation.refs.items() if observation.name_of(i) == name]
    return [json.loads(observation.locator(ref).json()) for ref in refs]


def test_a_name_that_is_there_once_is_enough() -> None:
    assert of(observed((0, button("Save")), (0, button("Share"))), "Save") == [{"role": "button", "name": "Save"}]


def test_an_identifier_that_looks_stable_is_preferred() -> None:
    screen = observed((0, button("Save", identifier="save-order")), (0, button("Share", identifier="btn-8213")))
    assert of(screen, "Save") == [{"role": "button", "identifier": "save-order"}]
    assert of(screen, "Share") == [{"role": "button", "name": "Share"}]


@pytest.mark.parametrize(
    "identifier",
    ["12", "1001", "input-3", ":r5:", "ember1234", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "a81bc81bdead", "mat-input-0", "x_42"],
)
def test_generated_identifiers_do_not_look_stable(identifier: str) -> None:
    assert not looks_stable(identifier)


@pytest.mark.parametrize(
    "identifier", ["save", "user_name", "com.example:id/title", "btnSave", "line1", "MainWindow.Menu", "h2o-level"]
)
def test_given_identifiers_look_stable(identifier: str) -> None:
    assert looks_stable(identifier)


@pytest.mark.parametrize(
    ("rows", "context"),
    [
        (
            ((0, node("listitem", "Ada")), (1, button("Edit")), (0, node("listitem", "Bob")), (1, button("Edit"))),
            ("row", "Ada", "Bob"),
        ),
        (
            ((0, node("row")), (1, text("Ada")), (1, button("Edit")), (0, node("row")), (1, text("Bob")), (1, button("Edit"))),
            ("row", "Ada", "Bob"),
        ),
        (((0, group("Home")), (1, button("Edit")), (0, group("Work")), (1, button("Edit"))), ("group", "Home", "Work")),
        (((0, heading("Home")), (0, button("Edit")), (0, heading("Work")), (0, button("Edit"))), ("heading", "Home", "Work")),
        (
            ((0, node("window", "One")), (1, button("Edit")), (0, node("dialog", "Two")), (1, button("Edit"))),
            ("window", "One", "Two"),
        ),
    ],
)
def test_what_stands_around_tells_equal_names_apart(rows: tuple[tuple[int, object], ...], context: tuple[str, str, str]) -> None:
    key, *names = context
    screen = observed(*rows)  # type: ignore[arg-type]
    assert of(screen, "Edit") == [{"role": "button", "name": "Edit", key: name} for name in names]


def test_a_nameless_element_is_told_as_such() -> None:
    screen = observed((0, group("Find")), (1, field()), (1, field("Replace by")))
    locator = screen.locator("A1")
    assert json.loads(locator.json()) == {"role": "textbox", "name": "", "group": "Find"}
    assert str(locator) == "textbox without a name in group 'Find'"


def test_what_nothing_durable_tells_apart_is_refused() -> None:
    screen = observed((0, button("Edit")), (0, button("Edit")))
    with pytest.raises(Ambiguous) as refused:
        screen.locator("A1")
    assert (
        str(refused.value)
        == "button 'Edit' fits several elements: A1 button 'Edit'; A2 button 'Edit'. Name one of them by its ref."
    )


def test_a_ref_that_is_not_there_has_no_locator() -> None:
    with pytest.raises(NoSuchRef):
        observed((0, button("Edit"))).locator("A7")


# Finding again


def test_a_locator_finds_its_element_on_another_day() -> None:
    locator = decode_locator(
        observed((0, heading("Home")), (0, button("Edit")), (0, heading("Work")), (0, button("Edit"))).locator("A2").json()
    )
    later = observed(
        (0, link("New")), (0, heading("Work")), (0, text("!")), (0, button("Edit")), (0, heading("Home")), (0, button("Edit"))
    )
    assert later.locate(locator) == "A2"


def test_where_nothing_fits_the_nearest_is_named() -> None:
    with pytest.raises(NoMatch) as refused:
        observed((0, button("Save as")), (0, button("Print"))).locate(Locator(role=Role.BUTTON, name="Save"))
    assert refused.value.nearest == ("A1 button 'Save as'",)


def test_where_several_fit_they_are_named() -> None:
    with pytest.raises(Ambiguous) as refused:
        observed((0, button("Edit")), (0, button("Edit"))).locate(Locator(role=Role.BUTTON, name="Edit"))
    assert refused.value.nearest == ("A1 button 'Edit'", "A2 button 'Edit'")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "\ud800", '{"name":"x"}', '{"role":"knob"}', '{"role":"button","near":"x"}', '{"role":"button","name":1}'],
)
def test_what_is_no_locator_is_bad_input(text: str) -> None:
    with pytest.raises(InputError, match="This is no locator"):
        decode_locator(text)


@given(observations())
def test_every_locator_finds_its_element_and_is_valid(observation: Observation) -> None:
    valid = Draft202012Validator(SCHEMAS["locator.schema.json"])
    for ref in observation.refs:
        try:
            locator = observation.locator(ref)
        except Ambiguous:
            continue
        assert observation.locate(locator) == ref
        assert decode_locator(locator.json()) == locator
        assert valid.is_valid(json.loads(locator.json()))


def test_a_cell_without_a_name_is_told_by_the_first_words_in_its_line_and_the_header_over_it() -> None:
    def cell(name: str, x: int, y: int) -> Row:
        return 1, node("cell", name, "click", box=(x, y, 50, 20))

    screen = observed(
        (0, node("table", "People", box=(0, 0, 150, 60))),
        *((1, node("columnheader", name, box=(50 * n, 0, 50, 20))) for n, name in enumerate(("Name", "Home", "Work"))),
        *(cell("Ada", 0, 20), cell("", 50, 20), cell("", 100, 20)),
        *(cell("Bob", 0, 40), cell("", 50, 40), cell("", 100, 40)),
    )
    assert of(screen, "") == [
        {"role": "cell", "name": "", "row": row, "column": column} for row in ("Ada", "Bob") for column in ("Home", "Work")
    ]
    for ref in screen.refs:
        assert screen.locate(screen.locator(ref)) == ref


def test_an_element_without_a_name_is_told_by_the_first_words_in_it() -> None:
    lists = ((made for made in ((0, node("list", "", "focus")), (1, text(name)), (1, text("!")))) for name in ("Ada", "Bob"))
    screen = observed(*(made for rows in lists for made in rows))
    assert of(screen, "") == [{"role": "list", "name": "", "holds": name} for name in ("Ada", "Bob")]

from __future__ import annotations

from lumos_layer.evaluation.ambiguity import Ambiguity, ambiguity, ambiguous_refs
from tests.evaluation.screens import button, row, text, window


def told(inside: str) -> Ambiguity:
    return ambiguity(window(inside).blueprint())


def test_elements_of_different_names_are_told_apart() -> None:
    assert told(button("Save") + button("Cancel", y=40)) == Ambiguity(elements=2, alike=0, ambiguous=0)


def test_nothing_tells_apart_equal_elements_in_a_row() -> None:
    assert told("".join(button("Edit", y=y) for y in (10, 40, 70))) == Ambiguity(elements=3, alike=3, ambiguous=3)


def test_the_words_before_tell_equal_elements_apart() -> None:
    inside = text("Ada") + button("Edit", y=40) + text("Bob", y=70) + button("Edit", y=100)
    assert told(inside) == Ambiguity(elements=2, alike=2, ambiguous=0)


def test_the_name_of_the_element_before_tells_equal_elements_apart() -> None:
    inside = button("Ada") + button("Edit", y=40) + button("Bob", y=70) + button("Edit", y=100)
    assert told(inside) == Ambiguity(elements=4, alike=2, ambiguous=0)


def test_what_their_rows_say_tells_equal_elements_apart() -> None:
    inside = row(button("Edit"), button("Remove", x=100), text("Ada", x=200)) + row(
        button("Edit"), button("Remove", x=100), text("Bob", x=200)
    )
    assert told(inside).ambiguous == 0
    assert told(inside).alike == 4


def test_rows_that_say_the_same_tell_nothing_apart() -> None:
    inside = row(button("Edit"), button("Remove", x=100), text("Ada", x=200)) * 2
    assert told(inside) == Ambiguity(elements=6, alike=6, ambiguous=6)


def test_a_value_tells_fields_of_one_name_apart() -> None:
    fields = "".join(f'<Edit Name="Phone" Value="{n}" x="1" y="{n}" width="9" height="9"/>' for n in (10, 30))
    assert told(fields) == Ambiguity(elements=2, alike=2, ambiguous=0)


def test_elements_without_a_name_are_ambiguous_too() -> None:
    assert told(button("") + button("", y=40)) == Ambiguity(elements=2, alike=2, ambiguous=2)


def test_the_refs_are_those_of_all_that_are_alike() -> None:
    screen = window(button("Save") + button("Edit", y=40) + button("Edit", y=70))
    assert ambiguous_refs(screen.blueprint()) == {"A2", "A3"}


def test_a_screen_without_elements_has_no_ambiguity() -> None:
    assert told(text("Ready")) == Ambiguity(0, 0, 0)

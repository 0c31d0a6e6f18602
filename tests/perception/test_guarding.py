"""A field once seen as protected stays protected, whatever the page makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import lumos_layer
from lumos_layer import Observation, Session
from tests.screens import button, element, field, text, window

SECRET = "correct horse 7"


def hidden(name: str = "Password", id: str = "1.1", **said: str) -> str:
    return field(name, id, "•••••••", 40, IsPassword="True", **said)


def everything(observation: Observation) -> str:
    """All that anything could show of an observation."""
    delta = observation.since(observation).json()
    tree = " ".join(map(repr, observation.tree))
    return " ".join((observation.blueprint(boxes="box").object(), delta, tree, observation.title, observation.url))


@pytest.mark.parametrize(
    "shown",
    [
        field("Password", "1.1", SECRET, 40),  # the button "show password"
        field("Password", "9.9", SECRET, 40),  # made anew at the same place
        field("Password", "9.9", SECRET, 300),  # made anew at another place
        field("", "1.1", SECRET, 40),  # without its label
        field("", "9.9", SECRET, 300, AutomationId="pw"),  # known by its identifier
        element("Text", SECRET, "9.9", box=(10, 40, 100, 20)),  # a text in its place
        element("Edit", "Password", "1.1", text(SECRET, "9.8"), box=(10, 40, 100, 20)),  # told inside
        element("Document", "Password", "1.1", Value=SECRET, box=(10, 40, 100, 20)),  # a field of another kind
    ],
)
def test_the_secret_is_told_by_nothing(shown: str) -> None:
    session = Session()
    session.observe(window(hidden(AutomationId="pw"), button("Show", "1.2", 80)))
    later = session.observe(window(shown, button("Hide", "1.2", 80)))
    assert SECRET not in everything(later)


def test_what_repeats_the_secret_elsewhere_is_silent_too() -> None:
    session = Session()
    session.observe(window(hidden(), button("Show", "1.2", 80)))
    later = session.observe(window(field("Password", "1.1", SECRET, 40), button("Hide", "1.2", 80), text(SECRET, "1.7", 300)))
    assert SECRET not in everything(later)
    assert "protected.filled Password" in later.blueprint().compact()


@pytest.mark.parametrize(
    ("secret", "words", "stays"),
    [
        (SECRET, f"Copied: {SECRET}", False),
        (SECRET, f"x{SECRET}x", False),
        ("ann", "Copied: ann", False),
        ("ann", "COPIED: ANN", False),
        ("ann", "Copied: the annals", True),  # by chance in a longer word
        ("1984", "Room 21984", True),
        ("1984", "Room 1984b", False),
    ],
)
def test_words_elsewhere_that_tell_a_secret_are_silent_and_those_that_hold_a_short_one_by_chance_are_not(
    secret: str, words: str, stays: bool
) -> None:
    session = Session()
    session.observe(window(hidden(), button("Show", "1.2", 80)))
    shown = window(field("Password", "1.1", secret, 40), button("Hide", "1.2", 80), text(words, "1.7", 300))
    assert (words in everything(session.observe(shown))) is stays


def test_it_stays_so_for_ever() -> None:
    session = Session()
    session.observe(window(hidden(), button("Show", "1.2", 80)))
    session.observe(window(button("Show", "1.2", 80)))
    session.observe(window(text("Wait", "1.3"), button("Show", "1.2", 80)))
    assert SECRET not in everything(session.observe(window(field("Password", "5.5", SECRET, 40), button("Show", "1.2", 80))))


def test_also_after_a_person_had_the_surface() -> None:
    session = Session()
    session.observe(window(hidden(), button("Show", "1.2", 80)))
    session.forget()
    assert SECRET not in everything(session.observe(window(field("Password", "1.1", SECRET, 40), button("Show", "1.2", 80))))


def test_also_where_one_dump_is_read_on_from_another() -> None:
    first = lumos_layer.read(window(hidden(), button("Show", "1.2", 80)))
    second = lumos_layer.read(window(button("Show", "1.2", 80), text("x", "1.3")), after=first)
    third = lumos_layer.read(window(field("Password", "7.7", SECRET, 40), button("Show", "1.2", 80)), after=second)
    assert SECRET not in everything(third)


def test_also_where_since_reads_the_later_one_on() -> None:
    first = lumos_layer.read(window(hidden(), button("Show", "1.2", 80)))
    later = lumos_layer.read(window(field("Password", "1.1", SECRET, 40), button("Show", "1.2", 80)))
    delta = later.since(first)
    assert SECRET not in delta.json()
    assert delta.json() == '{"same":true}'


def test_other_fields_keep_what_they_hold() -> None:
    session = Session()
    session.observe(window(hidden(), field("User", "1.4", "", 120), button("Show", "1.2", 80)))
    later = session.observe(window(hidden(), field("User", "1.4", "ann", 120), button("Show", "1.2", 80)))
    assert later.blueprint().compact().count('"ann"') == 1


def test_a_field_of_another_name_with_a_recycled_identifier_is_not_protected() -> None:
    session = Session()
    session.observe(window(hidden(AutomationId="1001"), button("Show", "1.2", 80)))
    session.observe(window(button("Show", "1.2", 80)))
    later = session.observe(window(field("Find what", "3.3", "roof", 300, AutomationId="1001"), button("Show", "1.2", 80)))
    assert '"roof"' in later.blueprint().compact()


def test_a_recorded_button_that_shows_the_password_shows_it_to_nobody() -> None:
    folder = Path(__file__).parent / "data" / "show-password"
    session = Session()
    for path in sorted(folder.iterdir()):
        assert "correct horse" not in everything(session.observe(path))

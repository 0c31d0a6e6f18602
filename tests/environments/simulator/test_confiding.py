"""A part of a secret that the clipboard took out of a field is shown nowhere, and saved nowhere."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lumos_layer.actions.outcomes import Rejected
from lumos_layer.environments.simulator import Simulator
from lumos_layer.environments.simulator.events import Event
from lumos_layer.environments.simulator.locator import Locator
from lumos_layer.environments.simulator.widget_effects import Set
from lumos_layer.environments.simulator.world import World
from tests.environments.simulator.screen import Screen
from tests.trees import field, node, text

SECRET = "Xq7#kZ9w-vB"
SECRETS = {"bank": SECRET, "pin": "7Q4"}
WINDOW = (0, node("window", "Main", box=(0, 0, 600, 400)))


def two_fields() -> Screen:
    return Screen(
        WINDOW,
        (1, field("Note", "", box=(0, 0, 300, 20))),
        (1, field("Code", "", box=(0, 40, 300, 20))),
        (1, text("Nothing yet", box=(0, 80, 300, 20), identifier="echo")),
        secrets=SECRETS,
    )


def shown(screen: Screen) -> str:
    """All that anything could show of the screen now."""
    look = screen.simulator.observe()
    return " ".join((*map(repr, look.tree), look.blueprint(boxes="box").object(), look.since(look).json()))


def saved(screen: Screen) -> str:
    document = json.loads(screen.simulator.save())
    document["simulator"].pop("random")  # six hundred numbers, in which any digits stand
    return json.dumps(document)


def parts(secret: str, least: int) -> set[str]:
    return {secret[i : i + least] for i in range(len(secret) - least + 1)}


def tells(words: str, secret: str = SECRET, least: int = 3) -> set[str]:
    return {part for part in parts(secret, least) if part.lower() in words.lower()}


def copy_first(screen: Screen, count: int, *, cut: bool = False) -> None:
    screen.do("focus", "Note")
    screen.press("Home", *["Shift+ArrowRight"] * count, "Control+x" if cut else "Control+c")


def paste(screen: Screen) -> None:
    screen.do("focus", "Code")
    screen.press("Control+v")


@pytest.mark.parametrize("count", [3, 4, 7, 10, 11])
@pytest.mark.parametrize("cut", [False, True])
def test_a_part_that_was_copied_out_of_a_plain_field_shows_nowhere(count: int, cut: bool) -> None:
    screen = two_fields()
    screen.do("set_text", "Note", text={"secret": "bank"})
    copy_first(screen, count, cut=cut)
    paste(screen)
    assert tells(shown(screen)) == set()
    assert tells(saved(screen)) == set()
    if count < len(SECRET):
        assert screen["Code"].protected
        assert screen["Code"].filled
    else:
        assert screen["Code"].value == "[secret:bank]"


def test_a_part_beside_other_words_and_beyond_a_second_field_shows_nowhere() -> None:
    screen = two_fields()
    screen.do("type_text", "Note", text="abc")
    screen.do("type_text", "Note", text={"secret": "bank"})
    copy_first(screen, 8)  # abc and five characters of the secret
    paste(screen)
    screen.press("Home", "Shift+End", "Control+c")
    screen.do("set_text", "Note", text="")
    screen.do("focus", "Note")
    screen.press("Control+v")
    assert tells(shown(screen)) == set()


def test_a_short_secret_that_was_copied_shows_nowhere() -> None:
    screen = two_fields()
    screen.do("set_text", "Note", text={"secret": "pin"})
    screen.simulator.observe()
    world = screen.simulator.world
    widget = screen.widget("Note")
    world.behaviour(widget).tabbed(world, widget)
    screen.press("Control+c")
    paste(screen)
    assert tells(shown(screen), "7Q4") == set()
    assert tells(saved(screen), "7Q4") == set()


def test_a_secret_that_comes_in_small_pieces_is_known_again() -> None:
    screen = two_fields()
    screen.do("set_text", "Note", text={"secret": "bank"})
    for _ in range(4):
        copy_first(screen, 2, cut=True)
        screen.do("focus", "Code")
        screen.press("End", "Control+v")
    assert tells(shown(screen)) == set()
    assert screen["Code"].protected


class Echo:
    """An app that repeats elsewhere what is written."""

    def on(self, event: Event, world: World) -> list[Set] | None:
        target = Locator(identifier="echo")
        return [Set(do="set", target=target, name=f"You wrote {event.detail} there")] if event.kind == "change" else None


def test_what_an_app_repeats_of_a_copied_part_is_shown_by_a_name() -> None:
    screen = two_fields()
    screen.do("set_text", "Note", text={"secret": "bank"})
    copy_first(screen, 5)
    screen.simulator.world.hooks.append(Echo())
    paste(screen)
    assert screen["echo"].name == "You wrote [secret:part 1 of bank] there"
    again = Screen(simulator=Simulator.load(screen.simulator.save(), secrets=SECRETS))
    assert again["echo"].name == "You wrote [secret:part 1 of bank] there"
    assert again.widget("echo").node.name == "You wrote Xq7#k there"


@pytest.mark.parametrize("echoed_before", [False, True])
@pytest.mark.parametrize("keys", [("End", "Backspace"), ("Home", "Delete", "Delete"), ("End", "ArrowLeft", "ArrowLeft", "y")])
def test_what_an_app_repeats_of_a_secret_that_was_edited_is_not_told(keys: tuple[str, ...], echoed_before: bool) -> None:
    screen = two_fields()
    screen.simulator.world.hooks.append(Echo())
    screen.do("set_text", "Note", text={"secret": "bank"})
    if not echoed_before:
        screen.simulator.world.change(screen.widget("echo"), name="Nothing yet")
    screen.do("focus", "Note")
    for key in keys:
        screen.press(key)
        assert tells(shown(screen), least=8) == set()
    assert "[secret:part " in screen["echo"].name
    assert tells(saved(screen), least=4) == set()


def test_words_that_somebody_types_or_copies_from_elsewhere_are_shown_though_a_secret_has_them_too() -> None:
    screen = two_fields()
    screen.do("set_text", "Note", text={"secret": "bank"})
    screen.do("type_text", "Code", text="Xq7 and 9w-")
    assert screen["Code"].value == "Xq7 and 9w-"
    screen.press("Control+a", "Control+c", "End", "Control+v")
    assert screen["Code"].value == "Xq7 and 9w-Xq7 and 9w-"


def test_a_label_that_says_a_copied_part_by_chance_goes_on_to_say_it() -> None:
    screen = Screen(
        WINDOW,
        (1, text("Password", box=(0, 0, 90, 20))),
        (1, field("Note", "", box=(0, 20, 300, 20))),
        (1, field("Code", "", box=(0, 40, 300, 20))),
        secrets={"bank": "password-42"},
    )
    screen.do("set_text", "Note", text={"secret": "bank"})
    copy_first(screen, 8)
    paste(screen)
    assert screen.simulator.observe().tree[1].name == "Password"
    assert screen["Code"].protected


KEYS = (
    "Home", "End", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft", "ArrowLeft", "ArrowRight", "Shift+End",
    "Control+a", "Control+c", "Control+c", "Control+x", "Control+v", "Control+v", "Control+z", "Control+y", "Backspace",
    "Delete", "Control+Backspace", "y", "Tab", "Shift+Tab",
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(KEYS), st.just("secret"), st.just("again")), max_size=40))
def test_whatever_is_pressed_no_part_of_a_secret_shows(keys: list[str]) -> None:
    screen = two_fields()
    screen.do("set_text", "Note", text={"secret": "bank"})
    for key in keys:
        if key == "again":
            screen = Screen(simulator=Simulator.load(screen.simulator.save(), secrets=SECRETS))
            screen.simulator.observe()
            continue
        name = screen.focus if screen.focus in ("Note", "Code") else "Note"
        fields = {"text": {"secret": "bank"}} if key == "secret" else {"key": key}
        answer = screen.ask("type_text" if key == "secret" else "press_key", name, **fields)
        assert not isinstance(answer, Rejected), answer
        assert tells(shown(screen)) == set()
    assert tells(saved(screen), least=4) == set()


@pytest.mark.parametrize("characters", [1, 2])
def test_not_even_one_character_of_a_secret_shows_where_a_field_holds_nothing_else(characters: int) -> None:
    screen = two_fields()
    screen.do("set_text", "Note", text={"secret": "bank"})
    screen.press("Home", *["Shift+ArrowRight"] * characters, "Control+c")
    screen.do("focus", "Code")
    screen.press("Control+v")
    assert (screen["Code"].value, screen["Code"].filled) == (None, True)
    screen.do("focus", "Note")
    screen.press("End", *["Backspace"] * (len(SECRET) - characters))
    assert (screen["Note"].value, screen["Note"].filled) == (None, True)

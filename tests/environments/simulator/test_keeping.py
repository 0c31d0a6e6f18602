"""What a saved simulator says of secrets: their names, and on load the secrets again."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, keyboard
from lumos_layer.environments.simulator.effects import Toast
from lumos_layer.environments.simulator.keeping import Keeper
from tests.environments.simulator.screen import Screen
from tests.trees import button, field, node

SECRETS = {"bank": "quince-42", "pin": "738", "long": "correct horse"}


WINDOW = (0, node("window", "Main", box=(0, 0, 600, 400)))


def with_secrets_everywhere() -> Screen:
    """Secrets in a plain field, in what it held before and may hold again, on the clipboard, in notes and on the stage."""
    screen = Screen(
        WINDOW, (1, field("Note", "", box=(0, 0, 300, 20))), (1, field("Code", "", box=(0, 40, 300, 20))), secrets=SECRETS
    )
    screen.do("type_text", "Note", text="a ")
    for name in ("bank", "long"):
        screen.do("type_text", "Note", text={"secret": name})
    screen.press("Control+a", "Control+c")
    screen.do("type_text", "Note", text="[secret:bank] is no secret")
    screen.do("set_text", "Code", text={"secret": "pin"})
    world = screen.simulator.world
    keyboard.type_text(world, "9")  # by hand: the field is known to keep a secret by now
    world.stage.values["pin"], world.stage.files["/quince-42.txt"] = "738", "It is QUINCE-42!"
    world.apply([Toast(do="toast", text="correct horse", seconds=3)])
    return screen


def test_a_save_holds_no_secret_in_clear() -> None:
    saved = json.loads(with_secrets_everywhere().simulator.save())
    saved["simulator"].pop("random")  # six hundred numbers, in which any digits stand
    saved = json.dumps(saved)
    for secret in ("quince-42", "QUINCE-42", "738", "correct horse"):
        assert secret not in saved


def test_a_note_that_names_a_widget_tells_no_secret() -> None:
    screen = Screen(WINDOW, (1, button("OK", box=(0, 0, 90, 20))), secrets=SECRETS)
    act = validate({"type": "click", "ref": "A1"}, screen.simulator.observe())
    assert isinstance(act, GroundedAction)
    world = screen.simulator.world
    world.add(node("button", "quince-42", "click", box=(0, 0, 90, 20)), world.roots[0])
    note = screen.simulator.perform("one", act).note
    assert note == "button '[secret:bank]' lies over button 'OK' at (45, 10) now. Look again."


def test_secrets_are_put_back_where_they_stood() -> None:
    screen = with_secrets_everywhere()
    again = Simulator.load(screen.simulator.save(), clock=ManualClock(), secrets=SECRETS)
    one, other = screen.simulator.world, again.world
    assert [widget.node for widget in other.order()] == [widget.node for widget in one.order()]
    assert [widget.text for widget in other.order()] == [widget.text for widget in one.order()]
    assert (other.stage.clipboard, other.stage.values) == ("a quince-42correct horse", {"pin": "738"})
    assert other.stage.files == {"/quince-42.txt": "It is quince-42!"}
    assert again.observe().tree == screen.simulator.observe().tree
    went_on = Screen(simulator=again)
    went_on.do("focus", "Note")
    went_on.press("Control+z", "Control+z", "Control+z")
    held = other.order()[1].text
    assert held is not None
    assert held.text == "a "


def test_without_its_secrets_a_saved_simulator_shows_their_names() -> None:
    again = Simulator.load(with_secrets_everywhere().simulator.save(), clock=ManualClock())
    assert again.world.stage.clipboard == "a [secret:bank][secret:long]"
    assert again.world.order()[2].node.value == "[secret:pin]9"


PIECES = st.lists(
    st.sampled_from(("quince-42", "738", "correct horse", "[secret:bank]", "[secret:", "]", "a ", "Ö", "7")), max_size=6
)


@given(PIECES.map("".join), st.booleans())
def test_any_words_come_back_as_they_were_and_without_secrets_between(words: str, concealed: bool) -> None:
    keeper = Keeper(SECRETS)
    kept = keeper.kept(words, concealed)
    assert keeper.given_back(kept) == words
    assert "quince-42" not in kept
    assert "correct horse" not in kept
    assert not concealed or "738" not in kept


def test_our_own_words_stay_where_a_secret_is_called_like_them() -> None:
    keeper = Keeper({"a": "button", "b": "click"})
    said: dict[str, Any] = {"role": "button", "can": ["click"], "name": "button"}
    assert keeper.kept(said) == {"role": "button", "can": ["click"], "name": "[secret:a]"}
    assert keeper.given_back(keeper.kept(said)) == said

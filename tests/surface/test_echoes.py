"""What the agent itself sends is no sign of a person; what it did not send, or what comes twice, is."""

from __future__ import annotations

from lumos_layer.environments.clock import ManualClock
from lumos_layer.surface.echoes import Echoes, Input
from tests.surface.worlds import act, simulated


def test_typed_letters_are_echoes_once_each() -> None:
    echoes, look = Echoes(ManualClock()), simulated().observe()
    echoes.sent(act(look, "Name", "type_text", text="aba"))
    heard = [echoes.is_echo(Input(kind="key", words=letter)) for letter in "abaa"]
    assert heard == [True, True, True, False]
    assert echoes.is_echo(Input(kind="words", words="aba"))
    assert not echoes.is_echo(Input(kind="words", words="aba"))


def test_a_click_at_another_place_is_a_persons() -> None:
    echoes, look = Echoes(ManualClock()), simulated().observe()
    click = act(look, "Save")
    echoes.sent(click)
    assert click.spot is not None
    assert not echoes.is_echo(Input(kind="pointer", at=(1, 1)))
    assert echoes.is_echo(Input(kind="pointer", at=click.spot.point))
    assert not echoes.is_echo(Input(kind="pointer", at=click.spot.point))


def test_a_double_click_is_heard_twice_and_keys_by_their_names() -> None:
    echoes, look = Echoes(ManualClock()), simulated().observe()
    double = act(look, "Save", "double_click")
    echoes.sent(double)
    echoes.sent(act(look, "Name", "press_key", key="Enter"))
    assert double.spot is not None
    assert [echoes.is_echo(Input(kind="pointer", at=double.spot.point)) for _ in range(3)] == [True, True, False]
    assert echoes.is_echo(Input(kind="key", words="Enter"))


def test_an_echo_comes_soon_or_is_none() -> None:
    clock = ManualClock()
    echoes = Echoes(clock, seconds=2.0)
    echoes.sent(act(simulated().observe(), "Name", "type_text", text="a"))
    clock.sleep(2.5)
    assert not echoes.is_echo(Input(kind="key", words="a"))

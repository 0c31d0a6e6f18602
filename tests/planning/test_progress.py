from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from lumos_layer.planning.port import Remembered
from lumos_layer.planning.progress import Limits, stuck


def act(verb: str, element: str = "", outcome: str = "no_effect", delta: Any = None, **fields: Any) -> Remembered:
    return Remembered(step=0, action={"type": verb, **fields}, element=element, outcome=outcome, delta=delta)


def test_the_same_click_without_effect_is_done_five_times_at_most() -> None:
    click = act("click", "button 'Load more'", ref="W1")
    assert stuck([click] * 4) is None
    found = stuck([click] * 5)
    assert found is not None
    assert (found.acts, found.count) == (("click button 'Load more'",), 5)
    assert found.why == "no progress: click button 'Load more' 5 times, and the screen does not get on."


def test_two_useless_clicks_in_turn_are_done_eight_times_at_most() -> None:
    turn = [act("click", "button 'Load more'", ref="W1"), act("click", "link 'Help'", ref="W2")]
    assert stuck(turn * 3) is None
    found = stuck(turn * 4)
    assert found is not None
    assert found.acts == ("click button 'Load more'", "click link 'Help'")


def test_looks_and_waits_between_the_same_acts_change_nothing() -> None:
    click, look = act("click", "button 'Go'"), act("observe", outcome="done", delta={"since": "o1", "same": True})
    assert stuck([click, look] * 5) is not None


def test_scrolls_that_bring_rows_are_no_repetition() -> None:
    scrolls = [
        act("scroll", "list 'Files'", "done", {"since": f"o{k}", "added": [{"ui": [f"row {k}"]}]}, direction="down")
        for k in range(9)
    ]
    assert stuck(scrolls) is None


def test_waiting_for_progress_that_moves_is_no_repetition() -> None:
    waits = [act("wait", "", "done", {"since": f"o{k}", "changed": [[5, str(k), str(k + 10)]]}, seconds=1) for k in range(9)]
    assert stuck(waits) is None


def test_a_box_that_is_turned_on_and_off_again_is_no_progress() -> None:
    on = act("click", "checkbox 'Mute'", "done", {"since": "o1", "changed": [[3, "+checked"]]})
    off = act("click", "checkbox 'Mute'", "done", {"since": "o2", "changed": [[3, "-checked"]]})
    assert stuck([on, off] * 3) is None
    assert stuck([on, off] * 4) is not None


def test_a_ref_that_changes_does_not_hide_that_it_is_the_same_act() -> None:
    assert stuck([act("click", "button 'Load more'", ref=f"W{k}") for k in range(5)]) is not None


def test_other_limits_can_be_set() -> None:
    click = act("click", "button 'Go'")
    assert stuck([click] * 2, Limits(same=2)) is not None
    assert stuck([click] * 5, Limits(same=6)) is None


@given(some.lists(some.sampled_from("abc"), max_size=40))
def test_whatever_is_done_in_vain_it_ends(names: list[str]) -> None:
    """Among as many acts in vain as the limit, all the same, it is always noticed."""
    memory = [act("click", name) for name in names]
    assert stuck([*memory, *[act("click", "z")] * 5]) is not None

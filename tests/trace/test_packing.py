"""A checkpoint is the same bytes to read as any dict, whatever is known of it from the one before."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.interaction.values import Problem
from lumos_layer.trace.serializer import StrictSerializer

_PROBLEMS = st.lists(st.builds(Problem, where=st.text(max_size=3), error=st.text(max_size=3), step=st.integers(0, 9)), max_size=6)
_VALUES = st.none() | st.integers(-5, 5) | st.text(max_size=4) | st.lists(st.integers(0, 3) | st.text(max_size=2), max_size=4)


def checkpoint(state: dict[str, Any]) -> dict[str, Any]:
    return {"v": 4, "id": "a", "ts": "b", "channel_versions": dict.fromkeys(state, 1), "channel_values": state}


@given(st.lists(st.dictionaries(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), _PROBLEMS | _VALUES, max_size=20), max_size=4))
def test_what_was_put_into_a_checkpoint_comes_back(states: list[dict[str, Any]]) -> None:
    made = StrictSerializer((Problem,))
    for state in (*states, *states):
        assert made.loads_typed(made.dumps_typed(checkpoint(state))) == checkpoint(state)


def test_a_list_that_was_added_to_is_packed_anew() -> None:
    made = StrictSerializer((Problem,))
    problems = [Problem(where="plan", error="none")]
    made.dumps_typed(checkpoint({"errors": problems}))
    problems.append(Problem(where="plan", error="another"))
    assert made.loads_typed(made.dumps_typed(checkpoint({"errors": problems}))) == checkpoint({"errors": problems})


def test_a_list_of_values_that_can_change_is_packed_anew() -> None:
    made = StrictSerializer((Problem,))
    notes = [{"note": "before"}]
    made.dumps_typed(checkpoint({"notes": notes}))
    notes[0]["note"] = "after"
    assert made.loads_typed(made.dumps_typed(checkpoint({"notes": notes}))) == checkpoint({"notes": [{"note": "after"}]})

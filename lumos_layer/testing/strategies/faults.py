"""What goes wrong in a simulator, as plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from lumos_layer.environments.simulator import FaultPlan

_SECONDS = st.sampled_from((0.1, 1.0, 5.0))
_TARGETS = st.sampled_from(("button", "textbox", "link", "checkbox", "row")).map(lambda role: {"role": role})

# What each fault needs or may say besides when it strikes; crashes end the program, so they are drawn only where asked for.
_SAID: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
    "lost": st.just({}),
    "stale": st.just({}),
    "duplicated": st.just({}),
    "focus_theft": st.just({}),
    "shifted": st.fixed_dictionaries({"right": st.integers(-40, 40), "down": st.integers(-60, 60)}),
    "vanished": st.fixed_dictionaries({"seconds": st.none() | _SECONDS}),
    "late": st.fixed_dictionaries({"target": _TARGETS, "seconds": _SECONDS}),
    "slow": st.fixed_dictionaries({"seconds": _SECONDS}),
    "popup": st.fixed_dictionaries({"harmful": st.booleans(), "modal": st.booleans()}),
    "broken": st.fixed_dictionaries({"done": st.booleans()}),
    "crashed": st.fixed_dictionaries({"when": st.sampled_from(("before", "during", "after"))}),
}
KINDS: tuple[str, ...] = tuple(_SAID)
SURVIVED: tuple[str, ...] = tuple(kind for kind in KINDS if kind != "crashed")


@st.composite
def fault_plans(draw: st.DrawFn, kinds: Sequence[str] = SURVIVED, most: int = 3, acts: int = 10) -> FaultPlan:
    """A plan of up to `most` faults of these kinds, each at some of the first `acts` acts or by chance.

    `KINDS` are all there are, `SURVIVED` all but crashes. Raises KeyError for a kind that there is not.
    """
    faults = []
    for kind in draw(st.lists(st.sampled_from(list(kinds)), min_size=1, max_size=most)):
        when: dict[str, Any] = draw(
            st.fixed_dictionaries({"acts": st.lists(st.integers(1, acts), min_size=1, max_size=3, unique=True).map(tuple)})
            | st.fixed_dictionaries({"chance": st.sampled_from((1.0, 0.5, 0.1))})
        )
        faults.append({"kind": kind, **draw(_SAID[kind]), **when})
    return FaultPlan.model_validate({"faults": faults})

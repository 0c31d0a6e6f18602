"""What was met and is not there any more though nothing was done: it has been taken back."""

from __future__ import annotations

import pytest

from lumos_layer.state.probing import ActSeen
from lumos_layer.state.transitions import apply, begin
from lumos_layer.testing.trees import Row, heading, node, text
from lumos_layer.verification.earlier import Memory
from lumos_layer.verification.verifier import Verifier
from tests.verification.looks import act, element, told, wanted

PAGE = (0, node("document", "Orders")), (1, heading("Order 12"))


@pytest.mark.parametrize(
    ("later", "acts", "met"),
    [
        ((1, text("Opened again by Mia")), (act("wait", step=2, observation="o2"),), ()),
        ((1, text("Closed on 3 May, then opened again")), (act("wait", step=2, observation="o2"),), ()),
        ((1, text("Closed")), (act("wait", step=2, observation="o2"),), ("closed",)),
        ((1, text("Ordering")), (act("click", "button", "Next", step=2, observation="o2"),), ("closed",)),  # it may be elsewhere
    ],
)
def test_what_goes_by_itself_from_the_same_page_is_not_met_any_more(
    later: Row, acts: tuple[ActSeen, ...], met: tuple[str, ...]
) -> None:
    check = element("text", text_contains="Closed")
    state, memory = begin([wanted("closed", check, description="Order 12 is closed")]).state, Memory()
    looks = (told(*PAGE, (1, text("Closed")), id="o1"), told(*PAGE, later, id="o2", acts=acts))
    for step, look in enumerate(looks, 1):
        for decision in Verifier().decide(state, memory.with_earlier(look), step):
            state = apply(state, decision).state
    assert state.verified == met

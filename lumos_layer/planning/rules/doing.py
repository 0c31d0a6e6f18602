"""Steps on a screen: for each kind of step the function that says what to do next for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from lumos_layer.planning.rules import choosing, entering, pressing, searching, watching
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.moves import Fulfilled, Move
from lumos_layer.planning.rules.trying import At

MOVES: Mapping[type[Any], Callable[[Any, At], Move]] = MappingProxyType(
    {
        st.Press: pressing.press,
        st.Named: pressing.named,
        st.Open: pressing.open_named,
        st.Write: entering.write,
        st.SetTo: entering.set_to,
        st.Choose: choosing.choose,
        st.Check: choosing.check,
        st.Copy: entering.copy,
        st.FillFrom: entering.fill_from,
        st.Search: searching.search,
        st.SendSearch: searching.send_search,
        st.GoTo: watching.go_to,
        st.Key: pressing.key,
        st.ScrollTo: watching.scroll,
        st.WaitFor: watching.wait,
        st.Verify: watching.verify,
        st.SwitchTo: watching.switch,
        st.Close: pressing.close,
        st.Confirm: pressing.confirm,
        st.Drag: pressing.drag,
        st.Gone: watching.gone,
        st.Allow: pressing.allow,
        st.Lacking: watching.lacking,
        st.Forbid: watching.leave_alone,
    }
)


def move(step: st.Step, at: At) -> Move:
    """What to do next for the step."""
    if isinstance(step, st.If):
        chosen = step.then if at.screen.has(step.has) else step.otherwise
        return Fulfilled("It is not needed here.") if chosen is None else move(chosen, at)
    return MOVES[type(step)](step, at)

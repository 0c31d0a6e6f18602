"""Whether a goal is met, as far as the rules that read goals can tell from the screen and from what was done (L54)."""

from __future__ import annotations

from collections.abc import Sequence

from lumos_layer.actions.documents import verb_in
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.memory import Memory
from lumos_layer.planning.popups import open_dialogs
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.doing import move
from lumos_layer.planning.rules.moves import Fulfilled
from lumos_layer.planning.rules.reading import NotUnderstood, read_steps
from lumos_layer.planning.rules.screen import Screen
from lumos_layer.planning.rules.trying import At
from lumos_layer.planning.rules.words import WITHIN, Wanted, likeness
from lumos_layer.planning.screen_state import is_loading

_LASTING = (st.Write, st.SetTo, st.Choose, st.Check, st.Copy, st.Verify, st.Gone)  # what came of them is to be seen
_PRESSES = frozenset(("click", "double_click", "select", "press_key"))
_MOST = 20  # steps of a goal that are followed


def met(goal: str, steps: Sequence[str], memory: Memory, observation: Observation) -> str:
    """What shows that all that was asked for is done; empty where it is not, or where that cannot be told.

    What lasts has to be on the screen as it was asked for; of presses the run has to remember one of just this that worked.
    """
    wanted = _read(goal, steps)
    if not wanted or not memory.acts or is_loading(observation) or open_dialogs(observation):
        return ""
    screen = Screen(observation, ())
    if not any(isinstance(step, _LASTING) for step in wanted):
        return ""
    said = [_done(step, screen, memory) for step in wanted]
    return " ".join(filter(None, said))[:900] if all(said) else ""


def _read(goal: str, steps: Sequence[str]) -> list[st.Step]:
    """The steps, but for what is only forbidden; none where one is not understood, or may have been asked for to no end."""
    try:
        read: list[st.Step] = [step for step in read_steps(goal, steps) if not isinstance(step, st.Forbid)]
    except NotUnderstood:
        return []
    return read if len(read) <= _MOST and not any(isinstance(step, st.Write) and step.added for step in read) else []


def _done(step: st.Step, screen: Screen, memory: Memory) -> str:
    if isinstance(step, _LASTING):
        made = move(step, At(screen))
        return made.shows or "It is so." if isinstance(made, Fulfilled) else ""
    if isinstance(step, st.GoTo):
        made = move(step, At(screen))
        return made.shows if isinstance(made, Fulfilled) else ""
    return _pressed(step.what, memory) if isinstance(step, st.Press | st.Open) else ""


def _pressed(what: Wanted, memory: Memory) -> str:
    for act in memory.acts:
        if (
            verb_in(act.action) in _PRESSES
            and act.outcome == "done"
            and any(likeness(_name(act.element), name) >= WITHIN for name in what.names)
        ):
            return f"{act.element} was pressed in step {act.step}."
    return ""


def _name(element: str) -> str:
    """`Save` of `button 'Save'`."""
    return element.partition(" ")[2].strip("'\"")

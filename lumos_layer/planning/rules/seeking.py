"""What is done about something that is not on the screen, or cannot be used now."""

from __future__ import annotations

from lumos_layer.actions.documents import WAITING
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.deltas import added
from lumos_layer.planning.rules.dialogs import in_the_way
from lumos_layer.planning.rules.exploring import explore
from lumos_layer.planning.rules.moves import Act, Blocked
from lumos_layer.planning.rules.place import Place
from lumos_layer.planning.rules.turn import Turn, documents_of
from lumos_layer.planning.rules.words import Wanted


def look_for(turn: Turn, what: Wanted, place: Place) -> Plan:
    """Behind a popup, behind what is folded, further down, on other pages; as a program; then a person is asked."""
    if (first := in_the_way(turn, place) or _waited_for(turn, what, place)) is not None:
        return first
    step = turn.steps[place.step]
    named = isinstance(step, st.Named)
    if (found := explore(turn.screen, what, place.tried, only_folded=named)) is not None:
        return turn.act(found[0], place, found[1])
    if named:
        return turn.ask(f"What is to be done? I do not understand: {what.names[0][:300]!r}.", place, "command")
    if "wait" not in place.tried:
        return turn.act(Act({"type": "wait", "seconds": 1.0}, f"{what} may be about to come.", final=False), place, "wait")
    if isinstance(step, st.Open) and "app" not in place.tried and not what.within:
        return turn.act(Act({"type": "open_app", "app": what.names[0]}, f"{what} may be a program."), place, "app")
    return turn.ask(f"{what} is not on the screen. Where is it?", place, "missing")


def _waited_for(turn: Turn, what: Wanted, place: Place) -> Plan | None:
    """A wait where it may be about to come."""
    if not _may_come(turn, place):
        return None
    document = {"type": "wait_for_change", "seconds": 3.0}
    return turn.act(Act(document, f"{what} may be about to come.", final=False), place, "come")


def _may_come(turn: Turn, place: Place) -> bool:
    """True after an act that has brought nothing new yet, or not gone through: what it was for may take a while."""
    last = turn.last
    if last is None or not documents_of(last) or documents_of(last).get("type") in WAITING or "wait" in place.tried:
        return False
    return (not place.tried and place.acts <= 1) or last.outcome != "done" or not any(True for _ in added(last.delta))


def unblock(turn: Turn, made: Blocked, place: Place) -> Plan:
    """A dialog out of the way, its window up, a wait; then a person is asked."""
    if made.reason in ("modal", "covered") and (popup := in_the_way(turn, place)) is not None:
        return popup
    screen = turn.screen
    window = screen.window_of(made.node) if made.node >= 0 else None
    if made.reason in ("minimised", "covered") and window is not None and "window" not in place.tried:
        document = {"type": "switch_window", "ref": screen.ref(window)}
        return turn.act(Act(document, "Its window has to come up first.", final=False), place, "window")
    if "wait" not in place.tried:
        return turn.act(Act({"type": "wait", "seconds": 1.0}, "It may become possible.", final=False), place, "wait")
    return turn.ask(f"{made.why} What is to be done?"[:900], place, "blocked")

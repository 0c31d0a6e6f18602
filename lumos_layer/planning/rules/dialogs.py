"""Dialogs that are open: closed if they only tell something, else answered by a person."""

from __future__ import annotations

from lumos_layer.planning.feedback import tells_of_a_mistake
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.popups import popup_at
from lumos_layer.planning.rules.moves import Act, Unclear
from lumos_layer.planning.rules.place import Place
from lumos_layer.planning.rules.turn import Turn, finish, give_up
from lumos_layer.planning.rules.words import plain
from lumos_layer.tree import Role

_FIELDS = frozenset(
    (Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.CHECKBOX, Role.RADIO, Role.SPINBUTTON, Role.SLIDER, Role.LISTBOX)
)


def in_the_way(turn: Turn, place: Place) -> Plan | None:
    """What is done about the dialog on top of what is wanted; None where there is none, or it is a form to go on with."""
    screen = turn.screen
    if screen.dialog is None:
        return None
    popup = popup_at(turn.request.observation, screen.dialog)
    if (closing := closed(turn, place)) is not None:
        return closing
    return answered(turn, screen.dialog, place) if screen.is_modal or popup.kind != "unknown" else None


def closed(turn: Turn, place: Place) -> Plan | None:
    """The press that closes a dialog that only tells something."""
    if turn.screen.dialog is None:
        return None
    popup = popup_at(turn.request.observation, turn.screen.dialog)
    if popup.kind != "harmless" or popup.closing is None:
        return None
    document = {"type": "click", "ref": popup.closing}
    return turn.act(Act(document, f"The dialog {popup.name[:60]!r} only tells something.", final=False), place)


def answered(turn: Turn, dialog: int, place: Place) -> Plan:
    """The dialog's question, for a person; where that was answered with the name of a button, its press."""
    screen = turn.screen
    popup = popup_at(turn.request.observation, dialog)
    buttons = [i for i in screen.within(dialog) if screen.tree[i].role is Role.BUTTON and screen.name(i)]
    labels = screen.labels(buttons)
    for i, label in zip(buttons, labels, strict=True):
        if plain(label) in screen.hints:
            return turn.act(Act({"type": "click", "ref": screen.ref(i)}, "A person has answered so.", final=False), place)
    question = f"A dialog about {popup.kind} asks" if popup.kind not in ("unknown", "harmless") else "A dialog asks"
    words = " ".join(filter(None, (popup.name, *popup.words)))[:300]
    return turn.choose(Unclear(f"{question}: {words!r}. What is to be answered?", tuple(labels)), place, "dialog")


def asks(turn: Turn) -> bool:
    """True if the dialog on top asks something, rather than being a form that was opened."""
    inside = turn.screen.within(turn.screen.dialog)
    return not any(turn.screen.tree[i].role in _FIELDS for i in inside)


def at_the_end(turn: Turn, place: Place) -> Plan | None:
    """What a dialog that is open when all is done comes to: a question, or, if it only tells something, the result."""
    if turn.screen.dialog is None or not asks(turn):
        return None
    popup = popup_at(turn.request.observation, turn.screen.dialog)
    if popup.kind != "harmless":
        return answered(turn, turn.screen.dialog, place)
    told = mistake(turn)
    return give_up(f"The screen says: {told!r}.") if told else finish(f"The dialog {popup.name!r} is open.")


def mistake(turn: Turn) -> str:
    """What the dialog on top says is wrong; empty if it says nothing of the kind."""
    if turn.screen.dialog is None:
        return ""
    popup = popup_at(turn.request.observation, turn.screen.dialog)
    return next((words for words in popup.words if tells_of_a_mistake(words)), "")

"""The end of a plan by rules: success only if what can be seen of the steps is to be seen, and nothing is asked or wrong."""

from __future__ import annotations

import re

from msgspec.structs import replace

from lumos_layer.actions.documents import WAITING, verb_in
from lumos_layer.actions.sensitive import sensitive
from lumos_layer.planning.feedback import tells_of_a_mistake
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.popups import popup_at
from lumos_layer.planning.rules import dialogs, pressing
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.deltas import added, new_texts
from lumos_layer.planning.rules.doing import move
from lumos_layer.planning.rules.moves import Act
from lumos_layer.planning.rules.place import Place, step_of
from lumos_layer.planning.rules.trying import At
from lumos_layer.planning.rules.turn import Turn, documents_of, finish, give_up, step_words
from lumos_layer.planning.rules.words import SMALL, plain

_TRIES = 3  # times that a step of before is done once more
_QUOTED = 3  # words in the reason for the end
_SAVING = ("save", "저장")
_NOT_SAVED = re.compile(r"\bunsaved\b|\bnot (?:yet )?(?:been )?saved\b|저장(?:되지|하지) 않", re.IGNORECASE)
# What they bring about can be seen on the screen, and is looked for once more at the end.
_LASTING = (st.Write, st.SetTo, st.Choose, st.Check, st.Copy)


def ending(turn: Turn, place: Place, shown: str) -> Plan:
    """The claim to be done, or what comes before it. `shown` is what shows that the last step is done, if that is known."""
    again = _undone(turn, place)
    if again is not None:
        made, step = again
        return turn.act(made, place.back(step)) if place.redone < _TRIES else give_up("What was set does not stay so.")
    if (answer := _confirmed_late(turn, place) or _unasked(turn, place) or dialogs.at_the_end(turn, place)) is not None:
        return answer
    if _may_still_come(turn, place):
        return turn.act(Act({"type": "wait_for_change", "seconds": 2.0}, "See what comes of it.", final=False), place, "end")
    if (wrong := _saved_again(turn, place) or _wrong(turn)) is not None:
        return wrong
    left = [step_words(turn.steps[number]) for number in place.left_out]
    said = f" Left out, as a person wanted: {', '.join(left)}." if left else ""
    return finish(f"{shown or _seen(turn)}{said}")


def _last_step(turn: Turn) -> int:
    """The number of the last thing to be done; -1: there is none."""
    return max((n for n, step in enumerate(turn.steps) if not isinstance(step, st.Forbid)), default=-1)


def _confirmed_late(turn: Turn, place: Place) -> Plan | None:
    """The answer to the question that the last step foresees, and that came only when it was over."""
    number = _last_step(turn)
    if turn.screen.dialog is None or place.tries or number < 0:
        return None
    if isinstance(step := turn.steps[number], st.Named):
        return _confirmed_again(turn, place, step)
    if not isinstance(step, st.Confirm) or step_of(turn.request.memory) >= number:
        return None  # it was answered, and this is another question
    made = turn.move(Place(number))
    return turn.act(made, place.back(number, tries=1)) if isinstance(made, Act) else None


def _confirmed_again(turn: Turn, place: Place, step: st.Named) -> Plan | None:
    """The answer to a dialog that asks for the very command of the goal once more: `Empty` after `Empty the archive`."""
    verb, _, thing = plain(step.what.names[0]).partition(" ")
    thing = " ".join(word for word in thing.split() if word not in SMALL)
    if not thing or turn.screen.dialog is None or not dialogs.asks(turn) or "again" in place.tried:
        return None
    if popup_at(turn.request.observation, turn.screen.dialog).kind == "harmless":
        return None
    made = pressing.confirm(st.Confirm((verb,), verb, (thing,)), At(turn.screen, forbidden=turn.forbidden))
    return turn.act(made, replace(place, final=False), "again") if isinstance(made, Act) else None


def _unasked(turn: Turn, place: Place) -> Plan | None:
    """The press that closes what only tells something, where the goal is not to open anything and it does not tell of a mistake."""
    number = _last_step(turn)
    if number < 0 or not isinstance(turn.steps[number], st.Confirm | st.Gone) or dialogs.mistake(turn):
        return None
    return dialogs.closed(turn, place)


def _undone(turn: Turn, place: Place) -> tuple[Act, int] | None:
    """The first of the last steps whose result should be on the screen and is not."""
    for number in range(len(turn.steps) - 1, -1, -1):
        step = turn.steps[number]
        if isinstance(step, st.Forbid) or number in place.left_out:
            continue
        if not isinstance(step, _LASTING) or (isinstance(step, st.Write) and (step.added or step.secret)):
            return None
        made = move(step, At(turn.screen, 0, 0, tuple(turn.request.values), turn.forbidden))
        if isinstance(made, Act) and made.document["type"] not in ("click", "double_click"):
            return made, number
    return None


def _may_still_come(turn: Turn, place: Place) -> bool:
    """True after a press that has consequences elsewhere, or has brought nothing new yet: its answer takes a while.

    Once more where the first wait brought something, which may not be the answer yet.
    """
    last = turn.request.memory[-1] if turn.request.memory else None
    if last is None or not documents_of(last) or place.tried.count("end") > 1:
        return False
    verb = documents_of(last).get("type")
    if "end" in place.tried:
        return verb == "wait_for_change" and last.outcome == "done"
    pressed = verb in ("click", "double_click")
    return verb == "press_key" or (pressed and (sensitive(last.element) is not None or not any(True for _ in added(last.delta))))


def _saved_again(turn: Turn, place: Place) -> Plan | None:
    """The press that saves once more, where the screen says that it has not been saved; after that the end without success."""
    if (unsaved := _unsaved(turn)) is None:
        return None
    number, said = unsaved
    made = turn.move(Place(number))
    if place.redone < _TRIES and isinstance(made, Act):
        return turn.act(made, place.back(number))
    return give_up(f"The screen says: {said[:300]!r}.")


def _unsaved(turn: Turn) -> tuple[int, str] | None:
    """The last press, if it was to save and the screen says that it has not; with what the screen says."""
    pressed = [(n, step.what.names) for n, step in enumerate(turn.steps) if isinstance(step, st.Press)]
    number, names = pressed[-1] if pressed else (-1, ())
    if any(not isinstance(step, st.Confirm | st.Forbid) for step in turn.steps[number + 1 :]):
        return None
    if not any(word in plain(name).split() for name in names for word in _SAVING):
        return None
    tree, screen = turn.screen.tree, turn.screen
    said = (screen.name(i) for i in screen.observation.kept if not tree[i].can and _NOT_SAVED.search(screen.name(i)))
    return next(((number, words) for words in said), None)


def _wrong(turn: Turn) -> Plan | None:
    """The end without success, where the screen says that something is wrong."""
    memory = turn.request.memory
    since = memory[-2:] if memory and verb_in(memory[-1].action) in WAITING else memory[-1:]
    told = [text for entry in since for text in new_texts(entry.delta) if tells_of_a_mistake(text)]
    if told:
        return give_up(f"The screen says: {told[0]!r}.")
    last = turn.steps[-1]
    if not isinstance(last, st.Press | st.Confirm | st.Key):
        return None
    tree = turn.screen.tree
    invalid = [turn.screen.name(i) for i in turn.screen.within(turn.screen.dialog) if tree[i].invalid]
    return give_up(f"The screen says that these are not valid: {', '.join(invalid)}."[:500]) if invalid else None


def _seen(turn: Turn) -> str:
    """What the last acts brought to the screen, quoted."""
    memory = turn.request.memory
    words = [text for entry in memory[-2:] for text in new_texts(entry.delta)]
    if words:
        return f"The last step has been done, and the screen says: {', '.join(map(repr, words[:_QUOTED]))}."
    return "The last step has been done." if memory else "Nothing is left to do."

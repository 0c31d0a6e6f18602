"""The planner that follows rules: one action at a time for the steps of a goal, on elements found by what they are called."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace
from pydantic import JsonValue

from lumos_layer.actions.documents import WAITING, ref_in, verb_in
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.answering import more_exactly, reply_to, take
from lumos_layer.planning.rules.ending import ending
from lumos_layer.planning.rules.moves import Act, Blocked, Fulfilled, Missing, Move, Unclear
from lumos_layer.planning.rules.place import Ended, Place, Told, place_of
from lumos_layer.planning.rules.seeking import look_for, unblock
from lumos_layer.planning.rules.turn import NAME, Turn, give_up, step_words
from lumos_layer.planning.rules.twice import STOPPED, whether_again, whether_replaced
from lumos_layer.planning.rules.words import Wanted, plain
from lumos_layer.planning.screen_state import is_loading

_TRIES = 3  # acts for one step in vain
_ACTS = 60  # acts for one step
_WAITS = (0.5, 1.0, 2.0, 5.0, 10.0, 10.0)  # seconds that a busy screen is waited for, one after the other
_QUESTIONS = 2  # about one step


class RulePlanner:
    """Plans without a model: it reads goals and steps in English and Korean, and does what they say and nothing else.

    What it finds several of, or nothing, it asks a person about; a hint that repeats one of the offered answers chooses that one.
    It keeps nothing: the cursor of its last plan, which the memory holds, says where it stands.
    """

    name = NAME

    def plan(self, request: Request) -> Plan:
        """One action. What is not understood becomes a question, what cannot be done a `finish` without success."""
        place = place_of(request.memory)
        if isinstance(place, Ended):
            return give_up(place.why)
        turn = Turn(request)
        turn.read(place.told)
        if (reply := reply_to(request.memory)) is not None and place.about not in ("", "whether"):
            answered = _answered(turn, place, *reply)
            if isinstance(answered, Plan):
                return answered
            place = answered
            turn.read(place.told)
        if turn.unread is not None:
            whole = plain(turn.unread) == plain(request.goal) or len(turn.unread) >= 300
            anew = "" if whole else " Say all of it anew."
            return turn.ask(f"What is to be done? I do not understand: {turn.unread[:300]!r}.{anew}", place, "goal")
        return _next(turn, place)


def _answered(turn: Turn, place: Place, words: str, options: Sequence[str]) -> Plan | Place:
    """Where it goes on with an answer; a question that says what was not understood, or the end, where nothing comes of it."""
    if any(plain(words) == plain(option) for option in options) or (place.about == "choice" and plain(words) in _labels(turn)):
        return replace(place, about="")
    match take(words, place.about, place, turn.steps, turn.screen):
        case "stop":
            return give_up(STOPPED)
        case "leave_out":
            return place.leaving_out()
        case Told() as taken:
            return replace(place, told=(*place.told, taken), about="", tries=0, tried=())
    if place.asks >= _QUESTIONS:
        return give_up(f"Nobody said in words that I understand what is to be done; the last were {words[:300]!r}.")
    step = step_words(turn.steps[place.step]) if place.step < len(turn.steps) else "the end"
    return turn.ask(more_exactly(words, place.about, step, turn.screen), place, place.about)


def _labels(turn: Turn) -> Collection[str]:
    """What all elements are called in questions."""
    return {plain(label) for label in turn.screen.labels(list(turn.screen.observation.refs.values()))}


def _next(turn: Turn, place: Place) -> Plan:
    """What is to be done for the first step that is not done yet."""
    if is_loading(turn.request.observation):
        return _wait_while_loading(place)
    place, shown = replace(place, waits=0), ""
    while place.step < len(turn.steps):
        if place.tries >= _TRIES or place.acts >= _ACTS:
            return _in_vain(turn, place)
        if place.unsure and (asked := whether_again(turn, place)) is not None:
            return asked
        made = _confirming(turn, turn.move(place), place)
        if place.instead and not isinstance(made, Fulfilled):
            answer = whether_replaced(turn, place)
            if answer is not None:
                if isinstance(answer, Plan):
                    return answer
                place = answer
                continue
        if not isinstance(made, Fulfilled):
            return _planned(turn, made, place)
        shown, place = made.shows, place.next()
    return ending(turn, place, shown)


def _planned(turn: Turn, made: Move, place: Place) -> Plan:
    match made:
        case Act():
            waits = made.document["type"] == "wait_for_change"
            return turn.act(made, place, "come" if waits else "")
        case Unclear():
            return turn.choose(made, place)
        case Missing(what=what):
            return look_for(turn, what, place)
        case Blocked():
            return unblock(turn, made, place)
    raise AssertionError(made)


def _confirming(turn: Turn, made: Move, place: Place) -> Move:
    """Of an answer: one that has not gone through is not given, and the button that led to the question does not answer it."""
    step = turn.steps[place.step]
    if not isinstance(step, st.Confirm) or turn.screen.dialog is None:
        return made
    if isinstance(made, Fulfilled) and place.tries:
        return Missing(Wanted((step.about or "the answer",)))
    if not isinstance(made, Act) or made.document.get("ref") != _pressed_last(turn):
        return made
    if "come" in place.tried:
        return Fulfilled("Nothing more is asked.")
    return Act({"type": "wait_for_change", "seconds": 3.0}, "A question may be about to come.", final=False)


def _pressed_last(turn: Turn) -> str:
    """The ref that the last act that worked was done on, waits apart."""
    for entry in reversed(turn.request.memory):
        if entry.cursor and isinstance(entry.action, Mapping) and verb_in(entry.action) not in WAITING:
            return ref_in(entry.action) if entry.outcome == "done" else ""
    return ""


def _in_vain(turn: Turn, place: Place) -> Plan:
    last = turn.last
    said = f" {last.said or last.outcome}" if last is not None else ""
    return give_up(f"It did not work after {place.tries} tries.{said}"[:900])


def _wait_while_loading(place: Place) -> Plan:
    if place.waits >= len(_WAITS):
        return give_up("still loading: the screen was busy the whole time that it was waited for")
    document: JsonValue = {"type": "wait", "seconds": _WAITS[place.waits]}
    cursor = replace(place, waits=place.waits + 1, final=False).cursor()
    return Plan(action=document, reason="The screen is loading.", planner=NAME, cursor=cursor)

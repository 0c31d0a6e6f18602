"""Whether an act is done again that may have been done already: what does harm twice is asked about."""

from __future__ import annotations

from collections.abc import Callable

from lumos_layer.actions.documents import verb_in
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import ANSWERED, Remembered
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.answering import STOP
from lumos_layer.planning.rules.moves import Unclear
from lumos_layer.planning.rules.place import Place
from lumos_layer.planning.rules.turn import Turn, give_up, step_words
from lumos_layer.planning.rules.words import plain

STOPPED = "A person said that it is to stop."
_AGAIN = "Do it again"
_STILL, _LEAVE_OUT = "Do it still", "Leave it out"
_UNSURE = frozenset(("unknown", "failed"))


def whether_replaced(turn: Turn, place: Place) -> Plan | Place | None:
    """What follows where a person did something else in place of a step whose result cannot be seen: a question, the next step
    if the answer leaves this one out, or None to do it."""
    if _does_no_harm_twice(turn.steps[place.step]):
        return None
    said = _answer_since(turn, lambda entry: entry.by == "person")
    if said is None:
        step = step_words(turn.steps[place.step])
        question = f"Something else was done in place of a step, {step}, and nothing shows that it is done. What now?"
        return turn.choose(Unclear(question, (_STILL, _LEAVE_OUT)), place, "whether")
    return place.leaving_out() if plain(said) == plain(_LEAVE_OUT) else None


def whether_again(turn: Turn, place: Place) -> Plan | None:
    """A question, where what may have been done already would be done twice; None where it does no harm."""
    if _does_no_harm_twice(turn.steps[place.step]):
        return None
    said = _answer_since(turn, lambda entry: entry.outcome in _UNSURE)
    if said is None and not any(entry.said == f"{ANSWERED}{_AGAIN}" for entry in turn.request.memory):
        said = next((hint for hint in turn.request.hints if plain(hint) == plain(_AGAIN)), None)  # not one to a former act
    if plain(said or "") == plain(_AGAIN):
        return None
    if plain(said or "") in STOP:
        return give_up(STOPPED)
    last = turn.last
    said = f" ({last.said})" if last is not None and last.said else ""
    asked = Unclear(f"Nobody knows whether the last act was done{said}. What now?"[:900], (_AGAIN, "Stop"))
    return turn.choose(asked, place, "whether")


def _answer_since(turn: Turn, since: Callable[[Remembered], bool]) -> str | None:
    """What a person answered last to a question with options, after the last act of that kind; None: nothing."""
    for entry in reversed(turn.request.memory):
        if since(entry):
            return None
        if verb_in(entry.action) == "propose_options" and entry.said.startswith(ANSWERED):
            return entry.said.removeprefix(ANSWERED)
    return None


def _does_no_harm_twice(step: st.Step) -> bool:
    if isinstance(step, st.If):
        return all(_does_no_harm_twice(each) for each in (step.then, step.otherwise) if each is not None)
    return not isinstance(step, st.Press | st.Named | st.Confirm | st.Key | st.SendSearch | st.Drag | st.Allow) and not (
        isinstance(step, st.Write) and step.added
    )

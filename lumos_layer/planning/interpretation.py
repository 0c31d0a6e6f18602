"""Which elements and facts of a screen matter to a goal, and what is to be carried from screen to screen (B10, B11, B30)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from lumos_layer.actions.sensitive import sensitive
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.recognition import Kind, RecognizedElement
from lumos_layer.planning.rules.reading import NotUnderstood, read_steps
from lumos_layer.planning.rules.screen import Screen
from lumos_layer.planning.rules.sources import values_of
from lumos_layer.planning.rules.steps import Copy, SetTo, Step, Write
from lumos_layer.planning.rules.words import Wanted
from lumos_layer.planning.screen_state import PageState, state_of

Actionability = Literal["act", "ask", "disabled", "read"]

MOST = 60  # elements that are interpreted
_WORDS = re.compile(r"\w+")
# Words of a goal that name no element.
_EMPTY = frozenset(
    (
    "the", "a", "an", "of", "to", "in", "on", "into", "from", "for", "with", "and", "or", "then", "it", "is", "be", "me", "my",
    "your", "this", "that", "please", "click", "press", "type", "enter", "set", "open", "choose", "select", "check", "fill",
    "field", "button", "box", "form", "page", "window",
)
)  # fmt: skip
_PRESSED = frozenset(("button", "link", "menu"))


class ElementInterpretation(BaseModel):
    """What an element means for the goal. `confidence` is how sure that is, of 1; `actionability` what may be done with it now."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ref: str = ""
    kind: Kind
    meaning: str
    confidence: float = Field(ge=0, le=1)
    actionability: Actionability


class TaskContext(BaseModel):
    """What a run carries along (B11). `values` are names and values, `target_fields` names of fields that the goal wants filled."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    values: tuple[tuple[str, str], ...] = ()
    target_fields: tuple[str, ...] = ()
    page_state: PageState = "ready"
    assumptions: tuple[str, ...] = ()


def interpret(
    goal: str,
    recognised: Sequence[RecognizedElement],
    observation: Observation,
    context: TaskContext,
    steps: Sequence[str] = (),
) -> tuple[tuple[ElementInterpretation, ...], TaskContext]:
    """The elements that matter, the most telling first, and the context with what this look adds to it."""
    words = frozenset(_words(" ".join((goal, *steps)))) - _EMPTY
    weighed = [(_weight(each, words), place) for place, each in enumerate(recognised)]
    telling = sorted((each for each in weighed if each[0] > 0), key=lambda each: (-each[0], each[1]))[:MOST]
    made = tuple(_interpreted(recognised[place], weight, words) for weight, place in telling)
    return made, _continued(context, observation, goal, steps)


def _words(text: str) -> Iterator[str]:
    return (word.lower() for word in _WORDS.findall(text))


def _weight(element: RecognizedElement, words: frozenset[str]) -> float:
    if element.kind == "left_out":
        return 0
    if element.kind in ("dialog", "warning", "progress"):
        return 0.9
    own = frozenset(_words(element.name)) - _EMPTY
    return len(own & words) / len(own) if own else 0


def _interpreted(element: RecognizedElement, weight: float, words: frozenset[str]) -> ElementInterpretation:
    shared = sorted(frozenset(_words(element.name)) & words)
    said = f"{element.kind} {element.name[:80]!r}"
    why = f"{said}, which the goal speaks of: {', '.join(shared[:5])}" if shared else f"{said}, which has to be minded"
    return ElementInterpretation(
        ref=element.ref,
        kind=element.kind,
        meaning=why,
        confidence=round(min(weight, 1.0) * element.confidence, 3),
        actionability=_actionability(element),
    )


def _actionability(element: RecognizedElement) -> Actionability:
    if not element.ref:
        return "read"
    if not element.enabled:
        return "disabled"
    return "ask" if element.kind in _PRESSED and sensitive(element.name) else "act"


def _continued(context: TaskContext, observation: Observation, goal: str, steps: Sequence[str]) -> TaskContext:
    """What the goal takes from one place to another is kept as soon as a look shows it, if it shows only one such value."""
    screen = Screen(observation)
    values, fields, assumptions = context.values, context.target_fields, context.assumptions
    for copy in [step for step in understood(goal, steps) if isinstance(step, Copy)]:
        name = copy.source.names[0]
        fields = _with(fields, copy.into.names[0])
        shown = values_of(screen, copy.source)
        if len(shown) == 1:
            values = merged(values, [(name, shown[0].value)])
            assumptions = _with(assumptions, f"{name} is {shown[0].value[:200]!r}, as {shown[0].label[:80]!r} says.")
    for step in understood(goal, steps):
        fields = _with(fields, _field_of(step)) if _field_of(step) else fields
    update = {"page_state": state_of(observation), "values": values, "target_fields": fields, "assumptions": assumptions}
    return context.model_copy(update=update)


def understood(goal: str, steps: Sequence[str]) -> Sequence[Step]:
    """The steps of the goal, as far as rules understand it: a model may understand more, and then nothing is carried for it."""
    try:
        return read_steps(goal, tuple(steps))
    except NotUnderstood:
        return ()


def _field_of(step: Step) -> str:
    match step:
        case Write(into=Wanted(names=(name, *_))) | SetTo(what=Wanted(names=(name, *_))):
            return name
    return ""


def _with(known: tuple[str, ...], more: str) -> tuple[str, ...]:
    return known if more in known else (*known, more)


def merged(values: Iterable[tuple[str, str]], more: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Both together; a value that was read again replaces what was read before."""
    return tuple(dict([*values, *more]).items())

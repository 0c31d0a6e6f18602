"""One request to the planner by rules: its screen, the steps as they are understood, and plans made of acts and questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any
from zlib import crc32

from msgspec.structs import replace
from pydantic import JsonValue

from lumos_layer.actions.documents import ref_in
from lumos_layer.actions.sensitive import sensitive
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Remembered, Request
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.answering import About, reply_to, told
from lumos_layer.planning.rules.deltas import added
from lumos_layer.planning.rules.doing import move
from lumos_layer.planning.rules.moves import Act, Move, Unclear
from lumos_layer.planning.rules.place import Place, Told
from lumos_layer.planning.rules.pressing import is_forbidden
from lumos_layer.planning.rules.reading import NotUnderstood, read_steps
from lumos_layer.planning.rules.screen import Screen
from lumos_layer.planning.rules.trying import At
from lumos_layer.planning.rules.words import Wanted
from lumos_layer.safety.decision import Risk

NAME = "rules"
_MOST_OPTIONS = 9
_PRESSING = frozenset(("click", "double_click", "select", "set_checked", "press_key"))
_EXPECTED = {
    "set_text": "The field holds this text.",
    "type_text": "The field holds this text as well.",
    "set_checked": "It is on or off as asked.",
    "set_value": "It stands at this number.",
    "select": "It is chosen.",
    "expand": "It is open.",
    "open_url": "The page is shown.",
    "open_app": "The program is shown.",
    "switch_window": "The window is in front.",
    "scroll": "Further rows can be seen.",
    "scroll_to": "The edge can be seen.",
    "click": "Something changes.",
    "double_click": "It opens.",
    "wait": "What was busy is ready.",
}


class Turn:
    """A request, with what was made of its goal. `unread` is the part that nobody understands, None if there is none."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.screen = Screen(request.observation, request.hints)
        self.steps: Sequence[st.Step] = ()
        self.forbidden: Sequence[Wanted] = ()
        self.unread: str | None = None

    def read(self, answers: Sequence[Told]) -> None:
        """The steps, as far as they are understood, with what a person answered so far."""
        self.unread = None
        try:
            anew = bool(answers) and answers[0].how == "all"
            self.steps = told(() if anew else read_steps(self.request.goal, self.request.steps), answers)
        except NotUnderstood as problem:
            self.unread = problem.part
        self.forbidden = tuple(step.what for step in (*self.steps, *_limits(self.request)) if isinstance(step, st.Forbid))

    def move(self, place: Place) -> Move:
        """What to do next for the step."""
        at = At(self.screen, place.tries, place.acts, tuple(self.request.values), self.forbidden, self._fresh)
        return move(self.steps[place.step], at)

    @cached_property
    def _fresh(self) -> tuple[str, ...]:
        """What the last act brought to the screen, in the words of its delta, and what it was done on."""
        if not self.request.memory:
            return ()
        last = self.request.memory[-1]
        ref = ref_in(last.action)
        return (*added(last.delta), f"{ref[1:]} " if ref else "")

    @property
    def last(self) -> Remembered | None:
        """The last act that this planner chose."""
        return next((entry for entry in reversed(self.request.memory) if entry.cursor), None)

    # Plans

    def act(self, made: Act, place: Place, mark: str = "") -> Plan:
        """The act. `mark` is by what it is known to have been tried."""
        tried = (*place.tried, mark) if mark else place.tried
        cursor = replace(place, final=made.final, tried=tried, acts=place.acts + 1).cursor()
        node = self.request.observation.refs.get(ref_in(made.document))
        name = "" if node is None else self.screen.name(node)
        sure = made.sure * (1.0 if node is None else self.request.observation.confidence_of(node))
        if name and made.document["type"] in _PRESSING and is_forbidden(name, self.forbidden):
            return self.ask(f"{name[:200]!r} is what must not be pressed, and the next step. What is meant?", place, "forbidden")
        is_press = made.document["type"] in ("click", "double_click", "select", "press_key")
        risk: Risk = "high" if is_press and sensitive(name) else "low"
        document: JsonValue = made.document
        return Plan(
            action=document,
            reason=made.why,
            expected_effect=_EXPECTED.get(made.document["type"], ""),
            risk=risk,
            confidence=round(sure, 3),
            planner=NAME,
            cursor=cursor,
        )

    def choose(self, asked: Unclear, place: Place, about: About = "choice") -> Plan:
        """The question, with its options where there are few enough."""
        options: Sequence[str] = tuple(dict.fromkeys(" ".join(option.split())[:200] for option in asked.options))
        if 2 <= len(options) <= _MOST_OPTIONS:
            return self.ask(asked.question, place, about, options)
        some = f" There are: {', '.join(options[:20])}." if options else ""
        return self.ask(f"{asked.question}{some}", place, about)

    def ask(self, question: str, place: Place, about: str, options: Sequence[str] = ()) -> Plan:
        """The question; never twice in the same words, and never without end."""
        mark = _mark(place.step if about == "whether" else 0, question, options)  # steps may have come before this one since
        if mark in place.asked:
            reply = reply_to(self.request.memory)
            since = f"since {reply[0][:200]!r} did not settle it" if reply is not None else "since it is not settled"
            mark_again = _mark(0, f"{mark} once more", ())
            question = f"Once more, {since}: {question}"
            if mark_again in place.asked:
                return give_up(f"It was asked twice, and the answers did not settle it: {question}"[:900])
            mark = mark_again
        asked = (*place.asked, mark)
        cursor = replace(place, about=about, asks=place.asks + 1, asked=asked, final=False).cursor()
        document: dict[str, Any] = {"type": "clarify", "question": question[:1_000]}
        if options:
            document = {"type": "propose_options", "question": question[:1_000], "options": list(options)}
        return Plan(action=document, reason="A person has to say what is meant.", planner=NAME, cursor=cursor)


def step_words(step: st.Step) -> str:
    """A step as a person would call it: press 'Submit'."""
    said = (str(each) for name in step.__struct_fields__ if isinstance(each := getattr(step, name), Wanted) and each.names)
    return f"{type(step).__name__.lower()} {next(said, '')}".strip()[:200]


def give_up(why: str) -> Plan:
    return Plan(action={"type": "finish", "success": False, "reason": why or "It cannot be done."}, reason=why, planner=NAME)


def finish(shows: str) -> Plan:
    return Plan(action={"type": "finish", "success": True, "reason": shows[:900]}, reason=shows, planner=NAME)


def _limits(request: Request) -> Iterator[st.Step]:
    """What the notes of the constraints forbid, as far as rules understand them."""
    for note in request.constraints.notes:
        try:
            yield from read_steps(note)
        except NotUnderstood:
            continue


def _mark(step: int, question: str, options: Sequence[str]) -> int:
    """What tells a question from others, as a number."""
    return crc32("\0".join((str(step), question, *options)).encode("utf-8", "surrogatepass"))


def documents_of(entry: Remembered) -> Mapping[str, Any]:
    """The action of what is remembered, as its document."""
    return entry.action if isinstance(entry.action, Mapping) else {}

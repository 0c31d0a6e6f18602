"""The planner that follows rules: one action at a time for the steps of a goal, on elements found by what they are called."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

from msgspec.structs import replace
from pydantic import JsonValue

from lumos_layer.actions.documents import ref_in, verb_in
from lumos_layer.actions.sensitive import sensitive
from lumos_layer.planning.feedback import tells_of_a_mistake
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.popups import Popup, popup_at
from lumos_layer.planning.port import ANSWERED, Remembered, Request
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.answering import STOP, About, more_exactly, reply_to, take, told
from lumos_layer.planning.rules.doing import move
from lumos_layer.planning.rules.exploring import explore
from lumos_layer.planning.rules.moves import Act, Blocked, Fulfilled, Missing, Move, Unclear
from lumos_layer.planning.rules.place import Ended, Place, Told, place_of, step_of
from lumos_layer.planning.rules.pressing import is_forbidden
from lumos_layer.planning.rules.reading import NotUnderstood, read_steps
from lumos_layer.planning.rules.screen import Screen
from lumos_layer.planning.rules.trying import At
from lumos_layer.planning.rules.words import Wanted, plain
from lumos_layer.planning.screen_state import is_loading
from lumos_layer.safety.decision import Risk
from lumos_layer.tree import Role

_TRIES = 3  # acts for one step in vain
_WAITS = (0.5, 1.0, 2.0, 5.0, 10.0, 10.0)  # seconds that a busy screen is waited for, one after the other
_MOST_OPTIONS = 9
_QUESTIONS = 2  # about one step
_STOPPED = "A person said that it is to stop."
_QUOTED, _LONGEST = 3, 120  # words in the reason for the end
_ELEMENT = re.compile(r"^\d+[.\w]* ")  # how an element begins in a delta, after which its name comes
_ACTS = 60  # acts for one step
# What they bring about can be seen on the screen, and is looked for once more at the end.
_LASTING = (st.Write, st.SetTo, st.Choose, st.Check, st.Copy)
_FIELDS = frozenset(
    (Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.CHECKBOX, Role.RADIO, Role.SPINBUTTON, Role.SLIDER, Role.LISTBOX)
)


class RulePlanner:
    """Plans without a model: it reads goals and steps in English and Korean, and does what they say and nothing else.

    What it finds several of, or nothing, it asks a person about; a hint that repeats one of the offered answers chooses that one.
    It keeps nothing: the cursor of its last plan, which the memory holds, says where it stands.
    """

    name = "rules"

    def plan(self, request: Request) -> Plan:
        """One action. What is not understood becomes a question, what cannot be done a `finish` without success."""
        place = place_of(request.memory)
        if isinstance(place, Ended):
            return _give_up(place.why)
        return _Planning(request).plan(place)


class _Planning:
    def __init__(self, request: Request) -> None:
        self.request = request
        self.screen = Screen(request.observation, request.hints)
        self.steps: Sequence[st.Step] = ()
        self.forbidden: Sequence[Wanted] = ()
        self.unread: str | None = None  # the part that nobody understands
        self.shown = ""

    def _read(self, answers: Sequence[Told]) -> None:
        """The steps, as far as they are understood, with what a person answered so far."""
        self.unread = None
        try:
            anew = bool(answers) and answers[0].how == "all"
            self.steps = told(() if anew else read_steps(self.request.goal, self.request.steps), answers)
        except NotUnderstood as problem:
            self.unread = problem.part
        self.forbidden = tuple(step.what for step in (*self.steps, *_limits(self.request)) if isinstance(step, st.Forbid))

    def plan(self, place: Place) -> Plan:
        self._read(place.told)
        if (reply := reply_to(self.request.memory)) is not None and place.about not in ("", "whether"):
            answered = self._answered(place, *reply)
            if isinstance(answered, Plan):
                return answered
            place = answered
            self._read(place.told)
        if self.unread is not None:
            whole = plain(self.unread) == plain(self.request.goal) or len(self.unread) >= 300
            anew = "" if whole else " Say all of it anew."
            return self._ask(f"What is to be done? I do not understand: {self.unread[:300]!r}.{anew}", place, "goal")
        return self._next(place)

    def _answered(self, place: Place, words: str, options: Sequence[str]) -> Plan | Place:
        """Where it goes on with an answer; a question that says what was not understood, or the end, where nothing comes of it."""
        if any(plain(words) == plain(option) for option in options) or (place.about == "choice" and plain(words) in self._labels()):
            return replace(place, about="")
        match take(words, place.about, place, self.steps, self.screen):
            case "stop":
                return _give_up(_STOPPED)
            case "leave_out":
                return place.leaving_out()
            case Told() as taken:
                return replace(place, told=(*place.told, taken), about="", tries=0, tried=())
        if place.asks >= _QUESTIONS:
            return _give_up(f"Nobody said in words that I understand what is to be done; the last were {words[:300]!r}.")
        step = _step_words(self.steps[place.step]) if place.step < len(self.steps) else "the end"
        return self._ask(more_exactly(words, place.about, step, self.screen), place, place.about)

    def _labels(self) -> Collection[str]:
        """What all elements are called in questions."""
        return {plain(label) for label in self.screen.labels(list(self.screen.observation.refs.values()))}

    def _next(self, place: Place) -> Plan:
        if is_loading(self.request.observation):
            return _wait_while_loading(place)
        place = replace(place, waits=0)
        while place.step < len(self.steps):
            if place.tries >= _TRIES or place.acts >= _ACTS:
                return self._in_vain(place)
            if place.unsure and (asked := self._whether_again(place)) is not None:
                return asked
            made = self._confirming(self._move(place), place)
            if place.instead and not isinstance(made, Fulfilled):
                answer = self._whether_replaced(place)
                if answer is not None:
                    if isinstance(answer, Plan):
                        return answer
                    place = answer
                    continue
            if not isinstance(made, Fulfilled):
                return self._planned(made, place)
            self.shown, place = made.shows, place.next()
        return self._ending(place)

    def _whether_replaced(self, place: Place) -> Plan | Place | None:
        """What follows where a person did something else in place of a step whose result cannot be seen: a question, the next step
        if the answer leaves this one out, or None to do it."""
        if _does_no_harm_twice(self.steps[place.step]):
            return None
        said = self._answer_since(lambda entry: entry.by == "person")
        if said is None:
            step = _step_words(self.steps[place.step])
            question = f"Something else was done in place of a step, {step}, and nothing shows that it is done. What now?"
            return self._choose(Unclear(question, (_STILL, _LEAVE_OUT)), place, "whether")
        return place.leaving_out() if plain(said) == plain(_LEAVE_OUT) else None

    def _answer_since(self, since: Callable[[Remembered], bool]) -> str | None:
        """What a person answered last to a question with options, after the last act of that kind; None: nothing."""
        for entry in reversed(self.request.memory):
            if since(entry):
                return None
            if verb_in(entry.action) == "propose_options" and entry.said.startswith(ANSWERED):
                return entry.said.removeprefix(ANSWERED)
        return None

    def _whether_again(self, place: Place) -> Plan | None:
        """A question, where what may have been done already would be done twice; None where it does no harm."""
        if _does_no_harm_twice(self.steps[place.step]):
            return None
        said = self._answer_since(lambda entry: entry.outcome in _UNSURE)
        if said is None and not any(entry.said == f"{ANSWERED}{_AGAIN}" for entry in self.request.memory):
            said = next((hint for hint in self.request.hints if plain(hint) == plain(_AGAIN)), None)  # not one to a former act
        if plain(said or "") == plain(_AGAIN):
            return None
        if plain(said or "") in STOP:
            return _give_up(_STOPPED)
        last = next((entry for entry in reversed(self.request.memory) if entry.cursor), None)
        said = f" ({last.said})" if last is not None and last.said else ""
        asked = Unclear(f"Nobody knows whether the last act was done{said}. What now?"[:900], (_AGAIN, "Stop"))
        return self._choose(asked, place, "whether")

    def _move(self, place: Place) -> Move:
        at = At(self.screen, place.tries, place.acts, tuple(self.request.values), self.forbidden, self._fresh())
        return move(self.steps[place.step], at)

    def _confirming(self, made: Move, place: Place) -> Move:
        """Of an answer: one that has not gone through is not given, and the button that led to the question does not answer it."""
        step = self.steps[place.step]
        if not isinstance(step, st.Confirm) or self.screen.dialog is None:
            return made
        if isinstance(made, Fulfilled) and place.tries:
            return Missing(Wanted((step.about or "the answer",)))
        if not isinstance(made, Act) or made.document.get("ref") != self._pressed_last():
            return made
        if "come" in place.tried:
            return Fulfilled("Nothing more is asked.")
        return Act({"type": "wait_for_change", "seconds": 3.0}, "A question may be about to come.", final=False)

    def _pressed_last(self) -> str:
        """The ref that the last act that worked was done on, waits apart."""
        for entry in reversed(self.request.memory):
            if entry.cursor and isinstance(entry.action, Mapping) and verb_in(entry.action) not in _WAITING:
                return ref_in(entry.action) if entry.outcome == "done" else ""
        return ""

    def _fresh(self) -> tuple[str, ...]:
        """What the last act brought to the screen, in the words of its delta, and what it was done on."""
        if not self.request.memory:
            return ()
        last = self.request.memory[-1]
        ref = ref_in(last.action)
        return (*_added(last.delta), f"{ref[1:]} " if ref else "")

    def _planned(self, made: Move, place: Place) -> Plan:
        match made:
            case Act():
                waits = made.document["type"] == "wait_for_change"
                return self._act(made, place, "come" if waits else "")
            case Unclear():
                return self._choose(made, place)
            case Missing(what=what):
                return self._look_for(what, place)
            case Blocked():
                return self._blocked(made, place)
        raise AssertionError(made)

    def _choose(self, asked: Unclear, place: Place, about: About = "choice") -> Plan:
        options: Sequence[str] = tuple(dict.fromkeys(" ".join(option.split())[:200] for option in asked.options))
        if 2 <= len(options) <= _MOST_OPTIONS:
            return self._ask(asked.question, place, about, options)
        some = f" There are: {', '.join(options[:20])}." if options else ""
        return self._ask(f"{asked.question}{some}", place, about)

    def _ask(self, question: str, place: Place, about: str, options: Sequence[str] = ()) -> Plan:
        """The question; never twice in the same words, and never without end."""
        mark = _mark(place.step if about == "whether" else 0, question, options)  # steps may have come before this one since
        if mark in place.asked:
            reply = reply_to(self.request.memory)
            since = f"since {reply[0][:200]!r} did not settle it" if reply is not None else "since it is not settled"
            mark_again = _mark(0, f"{mark} once more", ())
            question = f"Once more, {since}: {question}"
            if mark_again in place.asked:
                return _give_up(f"It was asked twice, and the answers did not settle it: {question}"[:900])
            mark = mark_again
        asked = (*place.asked, mark)
        cursor = replace(place, about=about, asks=place.asks + 1, asked=asked, final=False).cursor()
        document: dict[str, Any] = {"type": "clarify", "question": question[:1_000]}
        if options:
            document = {"type": "propose_options", "question": question[:1_000], "options": list(options)}
        return Plan(action=document, reason="A person has to say what is meant.", planner=RulePlanner.name, cursor=cursor)

    def _act(self, made: Act, place: Place, mark: str = "") -> Plan:
        tried = (*place.tried, mark) if mark else place.tried
        cursor = replace(place, final=made.final, tried=tried, acts=place.acts + 1).cursor()
        node = self.request.observation.refs.get(ref_in(made.document))
        name = "" if node is None else self.screen.name(node)
        sure = made.sure * (1.0 if node is None else self.request.observation.confidence_of(node))
        if name and made.document["type"] in _PRESSING and is_forbidden(name, self.forbidden):
            return self._ask(f"{name[:200]!r} is what must not be pressed, and the next step. What is meant?", place, "forbidden")
        is_press = made.document["type"] in ("click", "double_click", "select", "press_key")
        risk: Risk = "high" if is_press and sensitive(name) else "low"
        document: JsonValue = made.document
        return Plan(
            action=document,
            reason=made.why,
            expected_effect=_EXPECTED.get(made.document["type"], ""),
            risk=risk,
            confidence=round(sure, 3),
            planner=RulePlanner.name,
            cursor=cursor,
        )

    def _look_for(self, what: Wanted, place: Place) -> Plan:
        """Behind a popup, behind what is folded, further down, on other pages; as a program; then a person is asked."""
        if (first := self._popup(place) or self._waited_for(what, place)) is not None:
            return first
        step = self.steps[place.step]
        named = isinstance(step, st.Named)
        if (found := explore(self.screen, what, place.tried, only_folded=named)) is not None:
            return self._act(found[0], place, found[1])
        if named:
            return self._ask(f"What is to be done? I do not understand: {what.names[0][:300]!r}.", place, "command")
        if "wait" not in place.tried:
            return self._act(Act({"type": "wait", "seconds": 1.0}, f"{what} may be about to come.", final=False), place, "wait")
        if isinstance(step, st.Open) and "app" not in place.tried and not what.within:
            return self._act(Act({"type": "open_app", "app": what.names[0]}, f"{what} may be a program."), place, "app")
        return self._ask(f"{what} is not on the screen. Where is it?", place, "missing")

    def _waited_for(self, what: Wanted, place: Place) -> Plan | None:
        """A wait where it may be about to come."""
        if not self._may_come(place):
            return None
        document = {"type": "wait_for_change", "seconds": 3.0}
        return self._act(Act(document, f"{what} may be about to come.", final=False), place, "come")

    def _may_come(self, place: Place) -> bool:
        """True after an act that has brought nothing new yet, or not gone through: what it was for may take a while."""
        last = next((entry for entry in reversed(self.request.memory) if entry.cursor), None)
        if last is None or not isinstance(last.action, Mapping) or last.action.get("type") in _WAITING or "wait" in place.tried:
            return False
        return (not place.tried and place.acts <= 1) or last.outcome != "done" or not any(True for _ in _added(last.delta))

    def _blocked(self, made: Blocked, place: Place) -> Plan:
        if made.reason in ("modal", "covered") and (popup := self._popup(place)) is not None:
            return popup
        window = self.screen.window_of(made.node) if made.node >= 0 else None
        if made.reason in ("minimised", "covered") and window is not None and "window" not in place.tried:
            document = {"type": "switch_window", "ref": self.screen.ref(window)}
            return self._act(Act(document, "Its window has to come up first.", final=False), place, "window")
        if "wait" not in place.tried:
            return self._act(Act({"type": "wait", "seconds": 1.0}, "It may become possible.", final=False), place, "wait")
        return self._ask(f"{made.why} What is to be done?"[:900], place, "blocked")

    def _popup(self, place: Place) -> Plan | None:
        """What is done about a dialog in the way: closed if it only tells something, else answered by a person."""
        if self.screen.dialog is None:
            return None
        popup = popup_at(self.request.observation, self.screen.dialog)
        if popup.kind == "harmless" and popup.closing is not None:
            document = {"type": "click", "ref": popup.closing}
            return self._act(Act(document, f"The dialog {popup.name[:60]!r} only tells something.", final=False), place)
        return self._asked_by_dialog(self.screen.dialog, place) if self.screen.is_modal or popup.kind != "unknown" else None

    def _asked_by_dialog(self, dialog: int, place: Place) -> Plan:
        """The dialog's question, for a person; where that was answered with the name of a button, its press."""
        popup = popup_at(self.request.observation, dialog)
        buttons = [i for i in self.screen.within(dialog) if self.screen.tree[i].role is Role.BUTTON and self.screen.name(i)]
        labels = self.screen.labels(buttons)
        for i, label in zip(buttons, labels, strict=True):
            if plain(label) in self.screen.hints:
                document = {"type": "click", "ref": self.screen.ref(i)}
                return self._act(Act(document, "A person has answered so.", final=False), place)
        question = f"A dialog about {popup.kind} asks" if popup.kind not in ("unknown", "harmless") else "A dialog asks"
        words = " ".join(filter(None, (popup.name, *popup.words)))[:300]
        return self._choose(Unclear(f"{question}: {words!r}. What is to be answered?", tuple(labels)), place, "dialog")

    def _in_vain(self, place: Place) -> Plan:
        last = next((entry for entry in reversed(self.request.memory) if entry.cursor), None)
        said = f" {last.said or last.outcome}" if last is not None else ""
        return _give_up(f"It did not work after {place.tries} tries.{said}"[:900])

    # The end

    def _ending(self, place: Place) -> Plan:
        """Success only if what can be seen of the steps is to be seen, and nothing is asked or wrong."""
        again = self._undone(place)
        if again is not None and place.tries < _TRIES:
            made, step = again
            return self._act(made, Place(step, tries=place.tries + 1, left_out=place.left_out))
        if again is not None:
            return _give_up("What was set does not stay so.")
        if (answer := self._confirmed_late(place) or self._asked_at_the_end(place)) is not None:
            return answer
        if self._may_still_come(place):
            return self._act(Act({"type": "wait_for_change", "seconds": 2.0}, "See what comes of it.", final=False), place, "end")
        if wrong := self._wrong():
            return _give_up(wrong)
        left = [_step_words(self.steps[number]) for number in place.left_out]
        said = f" Left out, as a person wanted: {', '.join(left)}." if left else ""
        return _finish(f"{self.shown or self._seen()}{said}")

    def _asked_at_the_end(self, place: Place) -> Plan | None:
        if self.screen.dialog is None or not self._asks():
            return None
        popup = popup_at(self.request.observation, self.screen.dialog)
        return self._asked_by_dialog(self.screen.dialog, place) if popup.kind != "harmless" else _told_by(popup)

    def _confirmed_late(self, place: Place) -> Plan | None:
        """The answer to the question that the last step foresees, and that came only when it was over."""
        number = max((n for n, step in enumerate(self.steps) if not isinstance(step, st.Forbid)), default=-1)
        if self.screen.dialog is None or place.tries or number < 0 or not isinstance(self.steps[number], st.Confirm):
            return None
        if step_of(self.request.memory) >= number:
            return None  # it was answered, and this is another question
        made = self._move(Place(number))
        return self._act(made, Place(number, tries=1, left_out=place.left_out)) if isinstance(made, Act) else None

    def _undone(self, place: Place) -> tuple[Act, int] | None:
        """The first of the last steps whose result should be on the screen and is not."""
        for number in range(len(self.steps) - 1, -1, -1):
            step = self.steps[number]
            if isinstance(step, st.Forbid) or number in place.left_out:
                continue
            if not isinstance(step, _LASTING) or (isinstance(step, st.Write) and (step.added or step.secret)):
                return None
            made = move(step, At(self.screen, 0, 0, tuple(self.request.values), self.forbidden))
            if isinstance(made, Act) and made.document["type"] not in ("click", "double_click"):
                return made, number
        return None

    def _may_still_come(self, place: Place) -> bool:
        """True after a press that has consequences elsewhere, or has brought nothing new yet: its answer takes a while.

        Once more where the first wait brought something, which may not be the answer yet.
        """
        last = self.request.memory[-1] if self.request.memory else None
        if last is None or not isinstance(last.action, Mapping) or place.tried.count("end") > 1:
            return False
        verb = last.action.get("type")
        if "end" in place.tried:
            return verb == "wait_for_change" and last.outcome == "done"
        pressed = verb in ("click", "double_click")
        return verb == "press_key" or (
            pressed and (sensitive(last.element) is not None or not any(True for _ in _added(last.delta)))
        )

    def _asks(self) -> bool:
        """True if the dialog on top asks something, rather than being a form that was opened."""
        inside = self.screen.within(self.screen.dialog)
        return not any(self.screen.tree[i].role in _FIELDS for i in inside)

    def _wrong(self) -> str:
        told = (
            [text for text in _new_texts(self.request.memory[-1].delta) if tells_of_a_mistake(text)] if self.request.memory else []
        )
        if told:
            return f"The screen says: {told[0]!r}."
        last = self.steps[-1]
        if not isinstance(last, st.Press | st.Confirm | st.Key):
            return ""
        tree = self.screen.tree
        invalid = [self.screen.name(i) for i in self.screen.within(self.screen.dialog) if tree[i].invalid]
        return f"The screen says that these are not valid: {', '.join(invalid)}."[:500] if invalid else ""

    def _seen(self) -> str:
        """What the last acts brought to the screen, quoted."""
        words = [text for entry in self.request.memory[-2:] for text in _new_texts(entry.delta)]
        if words:
            return f"The last step has been done, and the screen says: {', '.join(map(repr, words[:_QUOTED]))}."
        return "The last step has been done." if self.request.memory else "Nothing is left to do."


def _added(delta: JsonValue) -> Iterator[str]:
    """All words of what a delta says was added."""
    waiting = [delta.get("added")] if isinstance(delta, dict) else []
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        else:
            waiting.extend(part if isinstance(part, list) else part.values() if isinstance(part, dict) else ())


def _new_texts(delta: JsonValue) -> Iterator[str]:
    """Words that have come, of a delta's JSON: what changed last, and texts that were added."""
    if not isinstance(delta, dict):
        return
    for key in ("changed", "added"):
        waiting = [delta.get(key)]
        while waiting:
            part = waiting.pop()
            if isinstance(part, list):
                one_change = key == "changed" and bool(part) and not isinstance(part[0], list)
                waiting.extend(reversed(part[-1:] if one_change else part))
            elif isinstance(part, dict):
                waiting.append(part.get("ui"))
            elif isinstance(part, str) and " " in part.strip() and not (key == "added" and _ELEMENT.match(part)):
                yield part[:_LONGEST]


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


_AGAIN = "Do it again"
_STILL, _LEAVE_OUT = "Do it still", "Leave it out"
_UNSURE = frozenset(("unknown", "failed"))
_WAITING = frozenset(("wait", "wait_for", "wait_for_change"))
_PRESSING = frozenset(("click", "double_click", "select", "set_checked", "press_key"))


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


def _step_words(step: st.Step) -> str:
    """A step as a person would call it: press 'Submit'."""
    said = (str(each) for name in step.__struct_fields__ if isinstance(each := getattr(step, name), Wanted) and each.names)
    return f"{type(step).__name__.lower()} {next(said, '')}".strip()[:200]


def _does_no_harm_twice(step: st.Step) -> bool:
    return not isinstance(step, st.Press | st.Named | st.Confirm | st.Key | st.SendSearch | st.Drag) and not (
        isinstance(step, st.Write) and step.added
    )


def _wait_while_loading(place: Place) -> Plan:
    if place.waits >= len(_WAITS):
        return _give_up("still loading: the screen was busy the whole time that it was waited for")
    document: JsonValue = {"type": "wait", "seconds": _WAITS[place.waits]}
    cursor = replace(place, waits=place.waits + 1, final=False).cursor()
    return Plan(action=document, reason="The screen is loading.", planner=RulePlanner.name, cursor=cursor)


def _told_by(popup: Popup) -> Plan:
    """A dialog that only tells something is the result, unless it tells of a mistake."""
    told = next((words for words in popup.words if tells_of_a_mistake(words)), "")
    return _give_up(f"The screen says: {told!r}.") if told else _finish(f"The dialog {popup.name!r} is open.")


def _give_up(why: str) -> Plan:
    return Plan(
        action={"type": "finish", "success": False, "reason": why or "It cannot be done."}, reason=why, planner=RulePlanner.name
    )


def _finish(shows: str) -> Plan:
    return Plan(action={"type": "finish", "success": True, "reason": shows[:900]}, reason=shows, planner=RulePlanner.name)

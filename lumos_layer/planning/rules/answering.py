"""What a person's answer in words changes: the goal, a step, what a step is about, or what is to be done before it.

What it changed stands in the cursor, so that it holds for the rest of the run, in whichever process.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal

import msgspec

from lumos_layer.planning.port import ANSWERED, Remembered
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.doing import move
from lumos_layer.planning.rules.moves import Act, Fulfilled, Missing
from lumos_layer.planning.rules.place import Place, Told
from lumos_layer.planning.rules.reading import NotUnderstood, read_steps
from lumos_layer.planning.rules.screen import Screen
from lumos_layer.planning.rules.trying import At
from lumos_layer.planning.rules.words import Wanted, plain

# What a question is about: the whole goal, a step in words that nobody understands, an element that is not there or cannot be used,
# a dialog, which of several, what is forbidden, whether to do a step.
About = Literal["goal", "command", "missing", "blocked", "dialog", "choice", "forbidden", "whether"]
Taken = Told | Literal["leave_out", "stop"] | None

_ASKING = frozenset(("clarify", "propose_options", "request_approval"))
_INSTEAD = frozenset(("command", "forbidden"))  # questions whose answer takes the place of the step; others are done before it
_LEAVE_OUT = frozenset(
    ("leave it out", "skip", "skip it", "skip this step", "leave out", "건너뛰기", "건너뛰어", "건너뛰세요", "생략")
)
STOP = frozenset(("stop", "stop it", "give up", "end it", "cancel the task", "중지", "그만", "그만해", "중단"))
_NAMING = (
    re.compile(r"^(?:please\s+)?(?:call|name)\s+(?:it|this|that|the\s+\w+)\s+(.+)$", re.IGNORECASE),
    re.compile(r"^(?:please\s+)?rename\s+.+?\s+(?:to|as|into)\s+(.+)$", re.IGNORECASE),
    re.compile(r"^(?:it|the\s+\w+)\s+(?:is|should be|shall be)\s+called\s+(.+)$", re.IGNORECASE),
    re.compile(r"^(?:as|to)\s+(\S+)$", re.IGNORECASE),
    re.compile(r"^(.+?)(?:이?라고|으?로)\s*(?:해|하|불러|바꿔|바꾸)\S*(?:\s?\S{1,3})?$"),
)
_PLACES = (
    re.compile(
        r"^(?:it(?: i|')s |look )?(?:in|under|inside|behind|on|below)\s+(?:the\s+)?(.+?)(?:\s+(?:menu|tab|page|panel|section))?$",
        re.IGNORECASE,
    ),
    re.compile(r"^(.+?)\s*(?:메뉴|탭|페이지|화면)?\s*(?:안|아래)?에\s*(?:있\S*)?$"),
)
_NAMES = 6  # of a screen that a question tells


def reply_to(memory: Sequence[Remembered]) -> tuple[str, Sequence[str]] | None:
    """What a person said to the last act, if that was a question of this planner's, and the answers that it offered."""
    last = next((entry for entry in reversed(memory) if entry.cursor.startswith("{")), None)
    if last is None or last.outcome != "done" or not last.said.startswith(ANSWERED) or not isinstance(last.action, Mapping):
        return None
    if last.action.get("type") not in _ASKING:
        return None
    options = last.action.get("options")
    return last.said.removeprefix(ANSWERED).strip(), [str(each) for each in options] if isinstance(options, list) else []


def told(steps: Sequence[st.Step], answers: Sequence[Told]) -> tuple[st.Step, ...]:
    """The steps as they are with what was answered so far. Raises NotUnderstood."""
    made = list(steps)
    for each in answers:
        match each.how:
            case "all":
                made = list(read_steps(each.words))
            case "instead":
                former = made[each.at] if each.at < len(made) else None
                words = _completed(former, each.words) if isinstance(former, st.Lacking) else each.words
                made[each.at : each.at + 1] = read_steps(words)
            case "before":
                made[each.at : each.at] = read_steps(each.words)
            case field:
                made[each.at : each.at + 1] = _renamed(made[each.at], field, each.words) if each.at < len(made) else ()
    return tuple(made)


def take(words: str, about: str, place: Place, steps: Sequence[st.Step], screen: Screen) -> Taken:
    """How an answer is used; None if nothing can be made of it on this screen."""
    said = plain(words)
    if said in STOP:
        return "stop"
    if about == "goal":
        return Told(place.step, "all", words) if _can_be_done(_read(words), screen) else None
    if said in _LEAVE_OUT:
        return "leave_out"
    step = steps[place.step] if place.step < len(steps) else None
    if isinstance(step, st.Lacking):
        return Told(place.step, "instead", words)
    return _other_name(step, words, place, screen) or _steps(step, words, about, place, screen) or _where(words, place, screen)


def _completed(step: st.Lacking, words: str) -> str:
    """The whole goal, with what was asked for: `call it Attic`, `rename it to Attic` and `Attic` all name Attic."""
    found = next((found for pattern in _NAMING if (found := pattern.match(words.strip().rstrip(".!"))) is not None), None)
    named = found[1] if found is not None else words.strip()
    return step.whole.format(named.strip("\"'“”‘’「」"))


def _steps(step: st.Step | None, words: str, about: str, place: Place, screen: Screen) -> Told | None:
    """The answer as things to do: instead of a step that nobody understands or that is not clear, else before it."""
    read = _read(words)
    if not _can_be_done(read, screen):
        return None
    instead = about in _INSTEAD or (about == "choice" and type(read[-1]) is type(step))
    return Told(place.step, "instead" if instead and step is not None else "before", words)


def _where(words: str, place: Place, screen: Screen) -> Told | None:
    """The answer as the place where it is: `in the File menu`."""
    for pattern in _PLACES:
        found = pattern.match(words.strip().rstrip(".!。"))
        opened = f'Open "{found[1]}"' if found is not None else ""
        if opened and _can_be_done(_read(opened), screen):
            return Told(place.step, "before", opened)
    return None


def more_exactly(words: str, about: str, step: str, screen: Screen) -> str:
    """The question after an answer of which nothing could be made: what was not understood, and what could be said."""
    names = ", ".join(repr(name[:40]) for name in islice(_names(screen), _NAMES))
    there = f" The screen has: {names}." if names else ""
    if about == "goal":
        how = "Say it step by step, as in: Press 'Save', or: Type 'Ann' into 'Name'."
        return f"I do not understand {words[:200]!r} either.{there} {how}"
    how = "Name one of these, say what is to be done before, or answer: leave it out."
    return f"{words[:200]!r} does not tell me how to go on with this step: {step[:200]}.{there} {how}"


def _read(words: str) -> tuple[st.Step, ...]:
    try:
        return read_steps(words)
    except NotUnderstood:
        return ()


def _can_be_done(steps: Sequence[st.Step], screen: Screen) -> bool:
    """False for words that are a command only if something is called so, and nothing is."""
    if not all(isinstance(step, st.Named | st.Open) for step in steps):
        return True
    return bool(steps) and not isinstance(move(steps[0], At(screen)), Missing)


def _other_name(step: st.Step | None, words: str, place: Place, screen: Screen) -> Told | None:
    """The answer as another name for what the step is about, if that makes it something to do."""
    read = _read(words)
    if step is None or (read and not _is_name(read) and plain(words) not in set(map(plain, _names(screen)))):
        return None
    for field in step.__struct_fields__:
        if isinstance(getattr(step, field), Wanted):
            (other,) = _renamed(step, field, words)
            if isinstance(move(other, At(screen)), Act | Fulfilled):
                return Told(place.step, field, words)
    return None


def _renamed(step: st.Step, field: str, words: str) -> tuple[st.Step]:
    read = _read(words)
    named = read[0].what if len(read) == 1 and isinstance(read[0], st.Named) else Wanted((words.strip(),))
    return (msgspec.structs.replace(step, **{field: named}),)


def _is_name(steps: Sequence[st.Step]) -> bool:
    return len(steps) == 1 and isinstance(steps[0], st.Named)


def _names(screen: Screen) -> Iterator[str]:
    """What can be acted on is called so, each name once."""
    names = (screen.name(i) for i in screen.observation.refs.values() if screen.tree[i].can)
    yield from dict.fromkeys(filter(None, names))

"""Goals and steps in words to steps as values: sentences taken apart, each read by the first rule that fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from lumos_layer.planning.rules import english, goals_english, goals_files, goals_handing, korean
from lumos_layer.planning.rules.joining import belongs_before, joined
from lumos_layer.planning.rules.numbers import KOREAN_TIMES, TIMES, number
from lumos_layer.planning.rules.phrases import MARK, Held, Mixed, held, wanted
from lumos_layer.planning.rules.referring import referred
from lumos_layer.planning.rules.steps import Named, Open, Press, Step
from lumos_layer.planning.rules.words import Wanted

_LONGEST = 20_000
_RULES = (*goals_handing.RULES, *goals_files.RULES, *goals_english.RULES, *english.RULES, *korean.RULES)

# Sentences and lines; a full stop ends a sentence only before a blank and a new beginning, so that 42.50 and a.txt stay whole.
_ENDS = re.compile(r"\n+|;\s*|[.!]\s+(?=[A-Z가-힣\ue000])|。\s*")
_THEN = re.compile(
    r",?\s+but\s+(?=(?:do not|don't|never)\b)|,?\s+(?:and\s+)?(?:then|after that|afterwards|finally|next)\s+(?:please\s+)?"
    r"|,?\s*(?:그리고 나서|그리고|그런 다음|그 다음에?|다음으로)\s+"
    r"|(?<=[한린운은른쓴꾼른춘연간켠끈낸운든])\s+(?:다음|뒤|후)에?,?\s+"
    r"|(?<=[가-힣]고)(?<!라고)\s+(?:나서\s+)?(?=\S)|(?<=[가-힣]고)(?<!라고),\s*|(?<=[해려러워바켜꺼]서)\s+",
    re.IGNORECASE,
)
_AND = re.compile(r",\s+and\s+|,\s+|\s+and\s+", re.IGNORECASE)
_POLITE = re.compile(r"^(?:please|kindly|now|first|next|finally|then|and|also|to|먼저|우선|이제|마지막으로)[,\s]+", re.IGNORECASE)
_NUMBERED = re.compile(r"^\s*(?:[-*•]|\(?\d{1,3}[.)])\s+")
_VERBS = frozenset(
    (
    "click", "press", "tap", "push", "hit", "open", "go", "navigate", "visit", "browse", "show", "expand", "close", "type",
    "enter", "write", "put", "input", "fill", "set", "change", "turn", "switch", "adjust", "raise", "lower", "move", "copy",
    "check", "tick", "uncheck", "untick", "enable", "disable", "activate", "deactivate", "accept", "choose", "select", "pick",
    "search", "look", "find", "scroll", "wait", "drag", "double-click", "double", "right-click", "hover", "delete", "remove",
    "rename", "create", "make", "add", "append", "save", "send", "submit", "reply", "replace", "sign", "log", "start",
    "launch", "run", "verify", "confirm", "continue", "undo", "redo", "cut", "paste", "refresh", "reload", "stop",
    "don't", "do", "never", "use", "unfold", "compose", "buy", "clear", "highlight", "google",
    "quit", "exit", "leave", "keep", "discard", "mute", "unmute", "zoom", "sort", "order", "arrange", "answer", "respond", "email",
    "e-mail", "read", "view", "mark", "store", "apply", "take", "increase", "decrease", "reduce", "dim", "brighten", "allow",
    "request", "publish", "pin", "give", "forward", "archive", "permit", "overwrite", "list", "display",
    "subtract", "multiply", "divide", "calculate", "compute", "upload", "download", "install", "play", "pause", "print", "maximize",
    "maximise", "minimize", "minimise", "restore", "reset", "ask", "let", "ensure", "unselect", "erase", "place", "throw",
)
)  # fmt: skip
# `set A to 1 and B to 2`: the second half goes on with the verb of the first.
_CARRIED = re.compile(
    r"^(set|change|type|enter|write|put|fill in|fill out|fill|add|choose|select|copy|turn on|turn off|check|uncheck|tick)\s",
    re.IGNORECASE,
)
# `take the total and put it into Amount` is one thing to do.
_TAKEN_ALONG = re.compile(r"^(?:put|enter|type|write|copy|paste)\s+(?:it|this|that)\s", re.IGNORECASE)
_PRESSED = re.compile(r"^(press|click|tap)\s", re.IGNORECASE)
_TIMES = re.compile(rf"^(.+?)\s+({TIMES})$|^(.+?)\s*({KOREAN_TIMES})\s+(\S+(?:\s+\S{{1,3}})?)$", re.IGNORECASE)
_NOTHING = re.compile(r"(?:and\s+)?stop(?:\s+(?:there|here))?|that(?:['’]s| is) all|끝|여기서 멈\S*", re.IGNORECASE)
_IN_PLACE = re.compile(r"^(?:in|on|under)\s+(?:the\s+|my\s+)?([^,]+?)(?:\s+folder)?,\s*(\S.*)$", re.IGNORECASE)
_PATH = re.compile(r"\s*(?:>|→|»|▸)\s*")
_COMMAND = 6  # words that a command has at most
_GOES_ON = re.compile(r"^.+?\s+(?:to|into|in|as|with)\s+.+$", re.IGNORECASE)


_MOST_TIMES = 50
_MOST_ANDS = 50  # of one part, that are looked at
_LONGEST_PART = 2_000  # characters without quoted words
_MOST_STEPS = 500
_VERB_BEFORE = re.compile(r"^(?:go to|open|click|choose|select|press)\s+(?:the\s+)?", re.IGNORECASE)


class NotUnderstood(ValueError):
    """No rule fits; `part` is what nobody understands."""

    def __init__(self, part: str) -> None:
        self.part = part
        super().__init__(part)


def read_steps(goal: str, steps: Sequence[str] = ()) -> tuple[Step, ...]:
    """The steps in words, or those of the goal where there are none. Raises NotUnderstood with the first part that is none."""
    return _read(goal[:_LONGEST], tuple(steps))


@lru_cache(maxsize=64)
def _read(goal: str, steps: tuple[str, ...]) -> tuple[Step, ...]:
    made: list[Step] = []
    for text in steps or (goal,):
        sentence = held(text[:_LONGEST])
        for part in _parts(sentence):
            if not joined(sentence, part, made):
                read = [referred(step, made) for step in _steps_of(sentence, part)]
                at = belongs_before(part, read, made)
                made[at:at] = read
            if len(made) > _MOST_STEPS:
                raise NotUnderstood(f"more than {_MOST_STEPS} steps")
    if not made:
        raise NotUnderstood(goal)
    return tuple(made)


def _parts(sentence: Held) -> Iterator[str]:
    """What is to be done in turn; a part that is understood as it stands is not taken apart at `and`."""
    for line in _ENDS.split(sentence.text):
        pressed: re.Match[str] | None = None
        for part in _THEN.split(line):
            part = _cleaned(part)
            if pressed is not None and part and part.split()[0].lower() not in _VERBS and part.isascii():
                part = f"{pressed[1]} {part}"  # `press 7, then Plus`
            if part and _NOTHING.fullmatch(part) is None:
                yield from _split_at_and(sentence, part)
                pressed = _PRESSED.match(part)


def _cleaned(part: str) -> str:
    part = _NUMBERED.sub("", part).strip().rstrip(".!,。").strip()
    while (shorter := _POLITE.sub("", part)) != part:
        part = shorter
    return part.strip()


def _split_at_and(sentence: Held, part: str) -> Iterator[str]:
    """At each `and` or comma after which another thing to do begins; one that lacks its verb gets that of the one before."""
    if (placed := _IN_PLACE.match(part)) is not None and placed[2].split()[0].lower() in _VERBS:
        yield f"open {placed[1]} page"
        part = placed[2]
    while (cut := _cut(sentence, part)) is not None:
        first, part = cut
        yield first
    if _NOTHING.fullmatch(part) is None:
        yield part


def _cut(sentence: Held, part: str) -> tuple[str, str] | None:
    """The first thing to do, and the rest of the part; None if it is one thing."""
    if any(pattern.match(part) for pattern in goals_files.WHOLE):
        return None
    verb = _CARRIED.match(part)
    for found in islice(_AND.finditer(part), _MOST_ANDS):
        first, rest = _cleaned(part[: found.start()]), _cleaned(part[found.end() :])
        word = rest.split(maxsplit=1)[0].lower().rstrip(",") if rest else ""
        if _TAKEN_ALONG.match(rest) or not (word in _VERBS or (verb is not None and _goes_on(rest, word, "\ue000" in first))):
            continue
        if _is_understood(sentence, first):
            return first, rest if verb is None or word in _VERBS else f"{verb[1]} {rest}"
    return None


def _goes_on(rest: str, word: str, is_quoted: bool) -> bool:
    """True for `B to 2` after `set A to 1 and`."""
    following = _AND.split(rest, maxsplit=1)[0]
    return word not in ("subject", "text") and bool(_GOES_ON.match(following) or (is_quoted and re.fullmatch(MARK, following)))


def _is_understood(sentence: Held, part: str) -> bool:
    """True for what is a thing to do by itself: else what follows belongs to it, as in the name `Search box, find a setting`."""
    try:
        return not isinstance(_steps_of(sentence, part)[0], Named) or _CARRIED.match(f"{part} ") is None
    except NotUnderstood:
        return False


def _steps_of(sentence: Held, part: str) -> tuple[Step, ...]:
    if len(part) > _LONGEST_PART:
        raise NotUnderstood(sentence.words(part))
    if (repeated := _TIMES.match(part)) is not None:
        once = _steps_of(sentence, repeated[1] or f"{repeated[3]} {repeated[5]}")
        return once * min(number(repeated[2] or repeated[4]), _MOST_TIMES)
    if len(path := _PATH.split(part)) > 1 and all(path):
        *menus, last = path
        opened = (Open(wanted(sentence, _VERB_BEFORE.sub("", menu))) for menu in menus)
        steps: tuple[Step, ...] = (*opened, Press(wanted(sentence, last)))
        if all(map(_says_what, steps)):
            return steps
    for pattern, make in _RULES:
        found = pattern.match(part)
        if found is None:
            continue
        try:
            steps = make(sentence, found)
        except Mixed:
            continue
        if steps and all(map(_says_what, steps)):
            return steps
    command = Named(wanted(sentence, part))
    if len(part.split()) <= _COMMAND and "\ue000" not in part and _says_what(command):
        return (command,)
    raise NotUnderstood(sentence.words(part))


def _says_what(step: Step) -> bool:
    """False for a step about something that has no name."""
    parts = (getattr(step, field) for field in step.__struct_fields__)
    return all(part.names and all(name.strip() for name in part.names) for part in parts if isinstance(part, Wanted))

"""What a goal says of writing: its clauses, whether one asks for replacing or adding, and what of it is the text to be written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lumos_layer.errors import LumosError
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.phrases import Held, held
from lumos_layer.planning.rules.reading import NotUnderstood, read_steps

_LONGEST = 2_000  # characters of a clause that is taken apart
_CUT = re.compile(
    r"\n+|;\s*|(?<=[.!?])\s+|。\s*|,?\s+(?:and\s+then|then|and)\s+|,\s+|\s*(?:그리고|그런 다음|그 다음)\s*|(?<=[가-힣]고)\s+",
    re.IGNORECASE,
)
_POLITE = re.compile(r"^(?:please|kindly|now|first|next|finally|then|and|also|먼저|이제)[,\s]+", re.IGNORECASE)
_WRITES = re.compile(
    r"^(?:type|write|enter|input|insert|put|add|append|fill|replace|change|set|search|compose|draft|paste|rename|save|edit|update"
    r"|key in)\b"
    r"|(?:입력|작성|적어|적으|써|쓰|기입|바꿔|바꾸|교체|변경|수정|검색|추가|저장)[가-힣\s]*$",
    re.IGNORECASE,
)
_REPLACES = re.compile(
    r"\b(?:replac\w*|overwrit\w*|chang\w*|renam\w*|correct\w*|updat\w*|set|instead|only|exactly|clear\w*|save\b.*\bas|modify)\b"
    r"|바꿔|바꾸|교체|변경|수정|대체|대신|고쳐|고치|지우고",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"\b(?:append\w*|add\w*|insert\w*|at the end|in front|prepend\w*|another line)\b|추가|덧붙|이어서|끝에|더해|삽입",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\b(?:again|twice|once more|\d+ times|times|repeat\w*)\b|다시|두 번|번 더|반복", re.IGNORECASE)
_KINDS = (
    "poems?|letters?|e-?mails?|mails?|messages?|stor(?:y|ies)|summar(?:y|ies)|essays?|lists?|notes?|paragraphs?|sentences?|reviews?"
    "|reports?|repl(?:y|ies)|haikus?|jokes?|songs?|speech(?:es)?|descriptions?|greetings?|limericks?|recipes?|programs?|functions?"
    "|scripts?|articles?|posts?|captions?|abstracts?|outlines?|introductions?|translations?|explanations?|names?|titles?|lines?"
)
# `a short poem about cats` describes a text; it is none.
_DESCRIBES = re.compile(
    rf"^(?:an?|some|the|one|two|three|\d+|your|my)\s+(?:[\w-]+\s+){{0,4}}?(?:{_KINDS})\b(?!\s*[:：])"
    r"|(?:시|편지|이메일|메일|글|요약|이야기|소설|목록|문장|소개|답장|인사말)(?:\s*(?:한|두|세)?\s*(?:편|개|통|줄))?(?:을|를)?$",
    re.IGNORECASE,
)
_PLACE = re.compile(r"\s+(?:into|in|to|on|inside|at)\s+[^“”]+$", re.IGNORECASE)
# What is to be written, where nothing is quoted: between the verb and where it goes.
_CONTENT = (
    re.compile(r"^(?:replace|change|update|edit)\b.*?\s(?:with|to|by)\s+(.+)$", re.IGNORECASE | re.DOTALL),
    re.compile(r"^search\s+(?:for\s+)?(.+)$", re.IGNORECASE | re.DOTALL),
    re.compile(
        r"^(?:type|write|enter|input|insert|put|add|append|key in|paste|compose|draft)\s+"
        r"(?:(?:down|in)\s+)?(?:the\s+(?:text|words?|following)\s*:?\s*)?(.+?)(?:\s+(?:into|in|to|on|inside|at)\s+(?:the\s+)?[^.]+)?$",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(r"^(?:.*에\s+)?(.+?)(?:을|를|이라고|라고)\s"),
)


def clauses(goal: str, steps: Sequence[str] = ()) -> Iterator[str]:
    """The goal and the steps, taken apart where another thing to do begins; quoted words stay whole."""
    for text in (goal, *steps):
        sentence = held(text)
        for part in _CUT.split(sentence.text):
            if cleaned := _POLITE.sub("", part.strip()):
                yield _restored(sentence, cleaned)


def quoted(text: str) -> tuple[str, ...]:
    """All that stands between marks of quoting."""
    return tuple(held(text).quoted)


def plain(text: str) -> str:
    """The text without what does not matter to whether it is the same."""
    return " ".join(text.split()).strip(" .!?:;,\"'“”‘’`「」『』«»").casefold()


def asks_to_write(clause: str) -> bool:
    return _WRITES.search(_POLITE.sub("", clause.strip()).rstrip(" .!?")) is not None


def asks_for_replacing(goal: str, steps: Sequence[str], text: str) -> bool:
    """True if the text is to stand in place of what is there, as far as the goal says so."""
    return _says(_REPLACES, goal, steps, text) and not asks_for_adding(goal, steps, text)


def asks_for_adding(goal: str, steps: Sequence[str], text: str) -> bool:
    return _says(_ADDS, goal, steps, text)


def asks_for_more_than_once(goal: str, steps: Sequence[str], text: str) -> int:
    """How often the text is asked for, by what the goal and the steps say; many where they say so in words."""
    whole = "\n".join((goal, *steps))
    if _AGAIN.search("\n".join(_without_quoted(each) for each in (goal, *steps))):
        return 1_000
    return max(1, goal.count(text), "\n".join(steps).count(text)) if text else len(whole)


def _says(pattern: re.Pattern[str], goal: str, steps: Sequence[str], text: str) -> bool:
    """Of the clauses that hold the text, else of all: whether one says so outside of what it quotes."""
    all_of_them = tuple(clauses(goal, steps))
    words = text.strip()  # a blank before it is of no clause
    about = [each for each in all_of_them if words and words in each] or all_of_them
    return any(pattern.search(_without_quoted(each)) for each in about)


def _without_quoted(text: str) -> str:
    sentence = held(text)
    return re.sub("\ue000\\d+\ue001", " ", sentence.text)


def without_place(clause: str) -> str:
    """`write a poem` of `write a poem into the note`."""
    return _PLACE.sub("", clause)


def describes(text: str) -> bool:
    """True for words that describe a text which somebody has to make up first."""
    return _DESCRIBES.search(text.strip().rstrip(".!?")) is not None


def content_of(clause: str) -> str:
    """The text that the clause wants to be written; empty if that cannot be told, or has to be made up."""
    found = _read(clause) or _taken(clause)
    return "" if describes(found) else found


def _read(clause: str) -> str:
    """As the rules for goals understand it."""
    try:
        steps = read_steps(clause)
    except (NotUnderstood, LumosError):
        return ""
    texts = [each.text for each in steps if isinstance(each, st.Write) and not each.secret]
    texts += [each.value for each in steps if isinstance(each, st.SetTo)]
    texts += [each.words for each in steps if isinstance(each, st.Search)]
    return texts[0] if len(texts) == 1 else ""


def _taken(clause: str) -> str:
    sentence = held(_POLITE.sub("", clause.strip())[:_LONGEST])
    if len(sentence.quoted) == 1:
        return sentence.quoted[0]
    found = next((match for pattern in _CONTENT if (match := pattern.search(sentence.text))), None)
    return "" if found is None else sentence.words(found[1])


def _restored(sentence: Held, part: str) -> str:
    """The part as it was written, its quoted words in marks again."""
    return re.sub("\ue000(\\d+)\ue001", lambda found: f"“{sentence.quoted[int(found[1])]}”", part)

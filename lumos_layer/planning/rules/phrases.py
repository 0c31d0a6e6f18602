"""Parts of a sentence: quoted words, which nothing may take apart, and what a goal calls an element."""

from __future__ import annotations

import re

from msgspec import Struct

from lumos_layer.planning.rules.bilingual import other_names
from lumos_layer.planning.rules.words import KIND_WORDS, Wanted

# Quoted words, by the mark that opens them. A single mark opens only before a word, so that `don't` is none.
_QUOTED = re.compile(
    r"""“([^”]*)”|"([^"]*)"|「([^」]*)」|『([^』]*)』|«([^»]*)»|`([^`]*)`|‘([^’]*)’(?!\w)|(?<!\w)'([^']*)'(?!\w)""", re.DOTALL
)
_HELD = re.compile("\ue000(\\d+)\ue001")
MARK = "\ue000\\d+\ue001"

# What may stand around the quoted text that is to be written.
_SAID_TEXT = re.compile(
    rf"^(?:(?:the|a|this)\s+)?(?:(?:text|words?|line|sentence|note|message|comment|글|문구|내용)\s+)?({MARK})"
    r"(?:\s*(?:이라고|라고|이라는 글|라는 글|을|를))?$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:the|a|an|my|your|this|that|그|이)\s+", re.IGNORECASE)
_ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5, "last": -1,
    "첫 번째": 1, "첫번째": 1, "두 번째": 2, "두번째": 2, "세 번째": 3, "세번째": 3, "마지막": -1,
}  # fmt: skip
_ORDINAL = re.compile(rf"^(?:the\s+)?({'|'.join(map(re.escape, _ORDINALS))})\s+", re.IGNORECASE)
_KINDS = "|".join(sorted(map(re.escape, KIND_WORDS), key=len, reverse=True))
_KIND_AFTER = re.compile(rf"^(.+?)\s*(?<!\w)({_KINDS})$", re.IGNORECASE)
_KIND_AFTER_KOREAN = re.compile(
    rf"^(.+?)\s*({'|'.join(sorted((w for w in KIND_WORDS if not w.isascii()), key=len, reverse=True))})$"
)
_KIND_BEFORE = re.compile(rf"^({_KINDS})\s+(?:called|named|labelled|labeled)?\s*({MARK})$", re.IGNORECASE)
_KIND_FIRST = re.compile(
    r"^(message|mail|e-?mail|folder|directory|file|document|page|tab|button|link|field|option|program|app|order|book)\s+"
    r"(?:called|named|labelled|labeled|about|with the subject)?\s*(\S.*)$",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"^(.+?)\s+(?:in|inside|of|on|under|within|for|from|next to|at)\s+(?:the\s+)?(.+)$", re.IGNORECASE)


class Mixed(ValueError):
    """A text of which only some is quoted."""


class Held(Struct):
    """A sentence with marks in place of its quoted words."""

    text: str
    quoted: list[str]

    def words(self, part: str) -> str:
        """The part as it was written, without the marks of quoting."""
        return _HELD.sub(lambda found: self.quoted[int(found[1])], part).strip()

    def value(self, part: str) -> str:
        """The same of what is to be written. Raises Mixed where only some of it is quoted: the rest is something else to do."""
        part = _SAID_TEXT.sub(r"\1", part.strip())
        if _HELD.search(part) and _HELD.fullmatch(part) is None:
            raise Mixed(part)
        return self.words(part)

    def is_quoted(self, part: str) -> bool:
        return _HELD.fullmatch(part.strip()) is not None


def held(text: str) -> Held:
    """The quoted words taken out."""
    quoted: list[str] = []

    def hold(found: re.Match[str]) -> str:
        quoted.append(next(group for group in found.groups() if group is not None))
        return f"\ue000{len(quoted) - 1}\ue001"

    cleaned = text.replace("\ue000", "").replace("\ue001", "")
    return Held(_QUOTED.sub(hold, cleaned), quoted)


def wanted(sentence: Held, part: str) -> Wanted:
    """What the part of the sentence calls an element."""
    part = part.strip().rstrip(",.!")
    nth, written = 0, sentence.words(part)
    if found := _ORDINAL.match(part):
        nth, part = _ORDINALS[found[1].lower()], part[found.end() :]
    part = _ARTICLE.sub("", part)
    whole, kind = _without_kind(part)
    if sentence.is_quoted(whole):
        return Wanted((sentence.words(whole),), True, kind, "", nth)
    if found := _WITHIN.match(part):
        named, kind_inside = _without_kind(_ARTICLE.sub("", found[1]))
        if sentence.is_quoted(named):
            return Wanted((sentence.words(named),), True, kind_inside, sentence.words(found[2]), nth)
    first = _KIND_FIRST.match(whole)
    inner = (sentence.words(first[2]),) if first is not None else ()
    own = tuple(dict.fromkeys(filter(None, (sentence.words(whole), sentence.words(part), *inner))))
    names = (*own, *(other for name in own for other in other_names(name)))
    return Wanted(names, False, kind, "", nth, written if nth or kind else "")


def called_simply(sentence: Held, part: str) -> str:
    """What a thing is called, without the word for its kind before it: `the message Keys` is `Keys`."""
    names = wanted(sentence, part).names
    first = _KIND_FIRST.match(names[0])
    return first[2] if first is not None else names[0]


def _without_kind(part: str) -> tuple[str, str]:
    """`Save button` is `Save`, a button; `button "Save"` as well."""
    part = part.strip()
    if found := _KIND_BEFORE.match(part):
        return found[2], KIND_WORDS[found[1].lower()]
    for pattern in (_KIND_AFTER, _KIND_AFTER_KOREAN):
        if found := pattern.match(part):
            return found[1].strip(), KIND_WORDS[found[2].lower()]
    return part, ""


def narrower(what: Wanted) -> Wanted | None:
    """The same with what it stands in told apart: `Edit in Ada` is `Edit`, in `Ada`. None if it says nothing of the kind."""
    if what.within or what.quoted or not what.names:
        return None
    found = next((found for each in what.names if (found := _WITHIN.match(each))), None)
    if found is None:
        return None
    name, kind = _without_kind(_ARTICLE.sub("", found[1]))
    return Wanted((name, *other_names(name)), False, kind or what.kind, _ARTICLE.sub("", found[2]).strip(), what.nth)


def any_of(*names: str) -> Wanted:
    """An element that is called by one of several names, the most fitting first."""
    return Wanted(names)

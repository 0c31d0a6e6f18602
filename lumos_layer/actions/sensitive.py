"""The classes of sensitive acts, and how a name is read that may tell of one. The words themselves stand in sensitive.toml.

Words tell, and never prove: who asks about a control in its surroundings asks lumos_layer.safety.sensitive.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from lumos_layer.actions import korean
from lumos_layer.actions.nouns import ends_soon, is_denied, is_noun
from lumos_layer.actions.plain_words import readings, set_of, solid
from lumos_layer.actions.vocabulary import READING, VOCABULARY

Sensitive = Literal[
    "buy", "pay", "submit", "send", "publish", "delete", "overwrite", "save", "log_in", "account", "system_setting", "permission",
    "install", "upload", "download", "slider_drag", "print", "quit", "execute",
]  # fmt: skip
CLASSES: tuple[Sensitive, ...] = get_args(Sensitive)

_BESIDE_STATES = READING["companions"] | READING["places"]
_FOR_DEVELOPERS = set_of("signs icons of")


def _words_of(kind: str) -> Iterator[str]:
    for field, words in VOCABULARY.get(kind, {}).items():
        if field not in _FOR_DEVELOPERS:
            yield from (each.replace("-", " ") for each in words.split())
    for verb, objects in VOCABULARY.get(kind, {}).get("of", {}).items():
        yield from (f"{verb} {each}" for each in objects.split())


# What controls that do it are called, and what is called so that it is dropped on.
WORDS: Mapping[Sensitive, tuple[str, ...]] = MappingProxyType({kind: tuple(dict.fromkeys(_words_of(kind))) for kind in CLASSES})


class _Told(NamedTuple):
    """A class, and the words that tell of it, from the first to the one behind the last."""

    kind: Sensitive
    start: int
    end: int


_Entry = tuple[tuple[str, ...], Sensitive]


def _entries(*fields: str) -> dict[str, list[_Entry]]:
    """Of these fields of the data: by their first word."""
    made: dict[str, list[_Entry]] = defaultdict(list)
    for kind in CLASSES:
        for field in fields:
            for words in VOCABULARY.get(kind, {}).get(field, "").replace("'", "").split():
                entry = tuple(words.split("-"))
                made[entry[0]].append((entry, kind))
    return dict(made)


def _by_verb() -> dict[str, list[tuple[frozenset[str], Sensitive]]]:
    made: dict[str, list[tuple[frozenset[str], Sensitive]]] = defaultdict(list)
    for kind in CLASSES:
        for verb, objects in VOCABULARY.get(kind, {}).get("of", {}).items():
            made[verb].append((set_of(objects), kind))
    return dict(made)


_ENGLISH, _ANYWHERE = _entries("anywhere"), _entries("other", "anywhere")
_OPENING, _STATES, _OF = _entries("opening"), _entries("state"), _by_verb()
_OF_SIGN: dict[str, Sensitive] = {sign: kind for kind in CLASSES for sign in VOCABULARY.get(kind, {}).get("signs", "")}
_ICONS = _entries("icons")


class _Letters(NamedTuple):
    """What is looked for in letters without blanks."""

    text: str
    kind: Sensitive
    noun: bool  # a command only by what follows it
    first: bool  # only where the name begins


def _by_letter() -> dict[str, list[_Letters]]:
    """By their first letter, the longest first."""
    made: dict[str, list[_Letters]] = defaultdict(list)
    for kind in CLASSES:
        words = VOCABULARY.get(kind, {})
        for field in ("korean", "korean_opening"):
            for entry in words.get(field, "").split():
                for text in korean.beginnings(entry):
                    made[text[0]].append(_Letters(text, kind, korean.is_noun(entry), field == "korean_opening"))
        for text in words.get("cjk", "").split():
            made[text[0]].append(_Letters(text, kind, noun=False, first=False))
    return {letter: sorted(found, key=lambda each: -len(each.text)) for letter, found in made.items()}


def _wholes() -> dict[str, Sensitive]:
    """The nouns, and the beginnings of verbs, of which a name is to be nothing else."""
    entries = ((entry, kind) for kind in CLASSES for entry in VOCABULARY.get(kind, {}).get("korean_whole", "").split())
    return {text: kind for entry, kind in entries for text in korean.beginnings(entry)}


_SOLID, _WHOLES = _by_letter(), _wholes()
_SOLID_STATES: dict[str, Sensitive] = {
    words: kind for kind in CLASSES for words in VOCABULARY.get(kind, {}).get("korean_state", "").split()
}

# What follows or comes before and makes it tell of what was, or of a place where such things are.
_CJK_CONTENT_AFTER = re.compile(
    r"^(된|됨|되었|되지|했|한(?!번)|내역|목록|함$|판|물|글(?!올)|자$|율|률|기록|중$|이력|상태|조회|가능|일$|일자|위치|방법|안내|정책|정보|수단|문의"
    r"|후기|현황|서류|규정|속도|한도|결과|사항|유지|취소|履歴|一覧|済|件|日|者|记录|列表|历史|详情|状态|方式|管理)"
)
_CJK_CONTENT_BEFORE = re.compile(r"(최근|나의|^내|미|已|最近|我的|未|检查|檢查)$")
_CJK = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7a3]")
# The same letters, and no command of their class: to undo and to redo, and where what is carried out is told of.
_NO_COMMANDS = re.compile("실행취소|실행되돌리기|다시실행|自動実行|実行済み?")
_OBJECT_MARKS = re.compile("[을를]")  # `문을 열기` is 문열기
_CANCELLED = re.compile("^(취소|해지|해제|철회|중단|중지)")
_BINDING: frozenset[Sensitive] = frozenset(("buy", "pay", "submit", "account", "permission", "publish"))  # to cancel them is an act

_SHARE = re.compile(r"(?P<verb>[A-Za-z]+) \$?(?P<name>[A-Z]{2,5})")

_MOST_WORDS = 8  # what is called by more is called by its content, but for how it begins
_BACKWARDS = 5  # letters of a word that may be written backwards, with a mark that turns it round
_PURE_WORDS = 5
_PURE_LETTERS = 8  # of a language without blanks
_STATE_WORDS = 4  # of the name of a place where what is in a state is kept
_REACH = 4  # words from a verb to its object
_SHORTEST = 4  # letters of a word that is looked for in letters that stood apart
_AFFIXES = re.compile(r"^(btn|button|bt|cmd|ic|icon|img|fab|action|menu|mnu|lnk|link|mi)|(btn|button|icon|img|link|action)$")


@lru_cache(maxsize=8192)
def classes_in(name: str, sentence: bool = False) -> tuple[Sensitive, ...]:
    """What a control of this name does at once that cannot simply be undone, in the order of its words; empty if they say nothing.

    `sentence`: the words are no name, but tell what is about to happen, as those of a dialog: all of them count.
    """
    found: dict[Sensitive, None] = {}
    for words in readings(name):
        seen = words if sentence or len(words) <= _MOST_WORDS else words[:2]
        found.update(dict.fromkeys(told.kind for told in _of_words(seen, sentence=sentence)))
    if _CJK.search(name):
        for text in dict.fromkeys((solid(name), _OBJECT_MARKS.sub("", solid(name)))):
            found.update(dict.fromkeys(_of_letters(text, sentence)))
    share = _SHARE.fullmatch(name.strip())
    if share is not None and share["verb"].lower() in READING["traded"] and share["name"].lower() not in READING["initials"]:
        found["buy"] = None
    if kind := _OF_SIGN.get(name.strip().rstrip("\ufe0e\ufe0f")):
        found[kind] = None
    return tuple(found)


def sensitive(name: str) -> Sensitive | None:
    """The first of these classes; None if the words say nothing like it."""
    return next(iter(classes_in(name)), None)


@lru_cache(maxsize=8192)
def of_identifier(identifier: str) -> tuple[Sensitive, ...]:
    """The same of what developers call a control: `btnDelete`, `com.example:id/send_button`, `deletebtn`."""
    name = identifier.rpartition("/")[2]
    found: dict[Sensitive, None] = {}
    for words in readings(name):
        found.update(dict.fromkeys(told.kind for told in _of_words(words, developers=True)))
        found.update(dict.fromkeys(told.kind for told in _in_a_row(words, _ICONS)))
        for word in words:
            bare = _word(_AFFIXES.sub("", word), _ENGLISH)
            if bare and bare not in found and _word(word, _ENGLISH) is None:
                found[bare] = None
    return tuple(found)


@lru_cache(maxsize=8192)
def is_command(name: str, everyday: bool = True) -> bool:
    """True if the name is nothing but a command of such a class: `Delete` and `Delete all`, but not `Send me the list`.

    `everyday`: words count that are commands only in some places, as `Vote` and `Close issue`.
    """
    if not classes_in(name):
        return False
    if _CJK.search(name):
        return len(solid(name)) <= _PURE_LETTERS
    return any(_is_pure(words, everyday) for words in readings(name))


def _is_pure(words: tuple[str, ...], everyday: bool) -> bool:
    if len(words) > _PURE_WORDS or (len(words) == 1 and words[0] in READING["folders"]):
        return False
    found = list(_of_words(words) if everyday else _always(words, _ANYWHERE))
    telling = {i for told in found for i in range(told.start, told.end)}
    return bool(found) and all(i in telling or words[i] in READING["companions"] for i in range(len(words)))


@lru_cache(maxsize=8192)
def states_in(name: str) -> tuple[Sensitive, ...]:
    """What has been done to what stands under this name, as under `Outbox` and 완료; empty if it names no such place."""
    if kind := _SOLID_STATES.get(solid(name).rstrip("0123456789")):
        return (kind,)
    found = [
        told.kind
        for words in readings(name)
        if len(said := tuple(word for word in words if not word.isdigit())) <= _STATE_WORDS
        for told in _in_a_row(said, _STATES)
        if all(told.start <= i < told.end or word in _BESIDE_STATES for i, word in enumerate(said))
    ]
    return tuple(dict.fromkeys(found))


def _of_words(words: tuple[str, ...], *, sentence: bool = False, developers: bool = False) -> Iterator[_Told]:
    if words[0] in READING["questions"] and not sentence:
        return
    yield from _always(words, _ENGLISH if developers else _ANYWHERE)
    start = next((i for i, word in enumerate(words) if word not in READING["fillers"]), 0)
    for entry, kind in _OPENING.get(words[start], ()):
        end = start + len(entry)
        if words[start:end] == entry and ends_soon(words[end:], developers):
            yield _Told(kind, start, end)
    for i, word in enumerate(words):
        if word in _OF and (sentence or i == start or words[i - 1] in READING["linking"]) and not is_denied(words, i):
            yield from _with_object(words, i)


def _always(words: tuple[str, ...], known: Mapping[str, list[_Entry]]) -> Iterator[_Told]:
    yield from _in_a_row(words, known)
    for i, word in enumerate(words):
        kind = _word(word[::-1], known) if len(word) >= _BACKWARDS and word not in known else None
        if kind and not is_denied(words, i):
            yield _Told(kind, i, i + 1)
    if len(words) == 1:
        yield from (_Told(kind, 0, 1) for kind in _run_together(words[0]))


def _in_a_row(words: tuple[str, ...], known: Mapping[str, list[_Entry]]) -> Iterator[_Told]:
    for i, word in enumerate(words):
        for entry, kind in known.get(word, ()):
            end = i + len(entry)
            if words[i:end] == entry and not is_denied(words, i) and not (len(entry) == 1 and is_noun(words, i)):
                yield _Told(kind, i, end)


def _word(word: str, known: Mapping[str, list[_Entry]]) -> Sensitive | None:
    return next((kind for entry, kind in known.get(word, ()) if len(entry) == 1), None)


def _with_object(words: tuple[str, ...], i: int) -> Iterator[_Told]:
    for objects, kind in _OF[words[i]]:
        for end in range(i + 2, min(len(words), i + 1 + _REACH) + 1):
            if words[end - 1] in objects and not (words[end : end + 1] and words[end] in READING["after"]):
                yield _Told(kind, i, end)
                break


def _run_together(word: str) -> Iterator[Sensitive]:
    """`paynow`, `deleteall`: a command and nothing but its companions, without blanks."""
    for end in range(len(word) - 1, 2, -1):
        kind = _word(word[:end], _ANYWHERE)
        if kind and word[end:] in READING["companions"] and (end >= _SHORTEST or word[:end] in ("buy", "pay")):
            yield kind


def _of_whole(text: str) -> Sensitive | None:
    """What a name says that is one word: the noun alone, a form of the verb."""
    return _WHOLES.get(text) or next((kind for begun, kind in _WHOLES.items() if korean.is_form(text, begun)), None)


def _of_letters(text: str, sentence: bool) -> Iterator[Sensitive]:
    if not sentence and (kind := _of_whole(text)):
        yield kind
    text = _NO_COMMANDS.sub("", text)
    at = 0
    while at < len(text):
        found = next(
            (each for each in _SOLID.get(text[at], ()) if text.startswith(each.text, at) and not (each.first and at)), None
        )
        if found is None:
            at += 1
            continue
        before, after = text[:at], text[at + len(found.text) :]
        at += len(found.text)
        if _CJK_CONTENT_BEFORE.search(before):
            continue
        cancelled = _CANCELLED.match(after) if found.noun and found.kind in _BINDING else None
        if cancelled is not None:
            yield from () if _CJK_CONTENT_AFTER.match(after[cancelled.end() :]) else (found.kind, "account")
        elif korean.COMMANDED.search(after) if found.noun and not sentence else not _CJK_CONTENT_AFTER.match(after):
            yield found.kind

"""Secrets that are known by name: wherever a look shows one, it shows its name instead.

The one step that keeps a secret which was filled into a plain field out of trees, blueprints, deltas and outcomes; also where
a page repeats it elsewhere, in other case, with blanks or dashes in it, escaped as in an address or a string of a program, as
base64 or hexadecimal digits, or cut up into runs of text.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.spellings import Wanted, needles
from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Role

SHORTEST = 4  # characters; a shorter one stands in other words by chance, and only the field that it was put into is concealed
PIECE = 3  # characters of a secret in a row that tell of it in a field that held it
_DISTINCT = 3  # characters at least that are not the same, for keys and cells of one or two to tell a secret
# In what order the keys of keypads, keyboards and registers stand, also backwards: they are shown whatever the secret is.
_KEYS = (
    "01234567890",
    "789456123",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
)
_RUN, _END = "\x01", "\x00"  # between runs of text that may go on in one another, and between other words

_SAID = ("name", "value", "hint")  # what a page can cut a secret up over

Secrets = Mapping[str, str]


def said(name: str) -> str:
    """What stands for a secret where it was shown."""
    return f"[secret:{name}]"


def hide(draft: Draft, secrets: Secrets) -> None:
    """Let the draft show the names of secrets in place of them. To be called before anything else sees it; twice does no harm.

    Secrets of less than four characters are left alone: a session protects the fields that they were put into.
    """
    finder = finder_of(secrets)
    if finder is None:
        return
    for i, fields in _found(draft, finder).items():
        draft.nodes[i] = replace(draft.nodes[i], **fields)
    for key in ("app", "title", "url"):
        setattr(draft, key, finder.without(getattr(draft, key)))
    draft.warnings[:] = [finder.without(warning) for warning in draft.warnings]
    for key in ("tags", "places"):
        words = getattr(draft, key)
        if finder.finds("\0".join(words)):
            setattr(draft, key, [finder.without(word) for word in words])


def without(text: str, secrets: Secrets) -> str:
    """The text with the names of secrets in place of them, for what is said outside of a look."""
    finder = finder_of(secrets)
    return text if finder is None else finder.without(text)


def without_any(text: str, secrets: Secrets) -> str:
    """The text with nothing in place of the secrets in it."""
    finder = finder_of(secrets)
    return text if finder is None else finder.without(text, "\0")


def runs_of(secret: str, words: str) -> list[tuple[int, int]]:
    """The parts of the secret that the words are made of, in any case, as its places: the longest first, then those in the rest.

    Parts have three characters or more; of a shorter secret, all of it.
    """
    kept, spoken = secret.lower(), words.lower()
    if not kept or len(kept) != len(secret):
        return [(0, len(secret))] if secret and secret in words else []
    found = []
    while (run := _longest_run(kept, spoken)) is not None:
        found.append(run)
        spoken = spoken.replace(kept[run[0] : run[1]], _END)
    return found


def _longest_run(secret: str, words: str) -> tuple[int, int] | None:
    shortest = min(PIECE, len(secret))
    best: tuple[int, int] | None = None
    for start in range(len(secret) - shortest + 1):
        end = start + (shortest if best is None else best[1] - best[0] + 1)
        while end <= len(secret) and secret[start:end] in words:
            best = start, end
            end += 1
    return best


def is_rest_of(before: str | None, now: str | None, secrets: Secrets) -> bool:
    """True if a field that showed the name of a secret shows a part of the secret now, as when a letter of it was deleted."""
    if not before or not now or "[secret:" not in before:
        return False
    held = [secret.casefold() for name, secret in secrets.items() if said(name) in before]
    words = now
    for name in secrets:
        words = words.replace(said(name), "")
    return any(_shares(words.casefold(), secret) for secret in held)


def _shares(words: str, secret: str) -> bool:
    """True if a run of the secret stands in the words, or the words are what is left of it."""
    if len(secret) >= PIECE and runs_of(secret, words):
        return True
    letters = iter(secret)
    return bool(words) and all(letter in letters for letter in words)


class Found(NamedTuple):
    """A place in a text, half-open, and what is to stand there instead."""

    start: int
    end: int
    mark: str


class Finder:
    """All secrets that are long enough, in all the ways in which they can be written."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._wanted = Wanted({needle: name for name, secret in secrets.items() for needle in needles(secret)})
        self._marks = {name: self._mark(name) for name in secrets}

    def _mark(self, name: str) -> str:
        """What stands for it: its name, where that tells none of them."""
        return next((mark for mark in (said(name), "[secret]") if not self.finds(mark)), "•••")

    def finds(self, text: str) -> bool:
        return next(self._wanted.found(text), None) is not None

    def without(self, text: str, given: str | None = None) -> str:
        """The text with these words in place of secrets, or else with their names."""
        return put_in(text, self.found(text), given)

    def found(self, text: str) -> list[Found]:
        """Where secrets stand, in no order; they may overlap."""
        return [Found(start, end, self._marks[name]) for start, end, name in self._wanted.found(text)]


def put_in(text: str, found: list[Found], given: str | None = None) -> str:
    """The text with marks, or else with what is given, in these places, which may overlap and stand in no order."""
    parts, end = list[str](), 0
    for each in in_order(found):
        parts += (text[end : each.start], each.mark if given is None else given)
        end = each.end
    return "".join((*parts, text[end:])) if parts else text


def in_order(found: list[Found]) -> list[Found]:
    """In the order in which they stand, and none in another: what overlaps is one, with the mark of the longest."""
    merged: list[Found] = []
    longest = 0
    for each in sorted(found, key=lambda each: (each.start, -each.end)):
        size = each.end - each.start
        if not merged or each.start >= merged[-1].end:
            merged.append(each)
            longest = size
            continue
        last = merged[-1]
        merged[-1] = Found(last.start, max(last.end, each.end), each.mark if size > longest else last.mark)
        longest = max(longest, size)
    return merged


def finder_of(secrets: Secrets) -> Finder | None:
    """What finds them; None if there are none that are long enough."""
    return _finder(tuple(sorted(secrets.items())))


@lru_cache(8)
def _finder(secrets: tuple[tuple[str, str], ...]) -> Finder | None:
    long = {name: secret for name, secret in secrets if len(clean_line(secret)) >= SHORTEST}
    return Finder(long) if long else None


def _found(draft: Draft, finder: Finder) -> dict[int, dict[str, Any]]:
    """The nodes that show a secret, with what they are to show instead."""
    found: dict[int, dict[str, Any]] = {}
    cuts: dict[tuple[int, str], list[Found]] = {}
    for keys in (*((key,) for key in _SAID), _SAID):
        for place, cut in _in_fields(draft, finder, keys):
            cuts.setdefault(place, []).append(cut)
    for (i, key), places in cuts.items():
        found.setdefault(i, {})[key] = put_in(getattr(draft.nodes[i], key), places)
    texts = "\0".join(f"{node.url}\0{node.identifier}\0{node.native_id}" for node in draft.nodes)
    if finder.finds(texts):
        for i, node in enumerate(draft.nodes):
            for key in ("url", "identifier", "native_id"):
                words = getattr(node, key)
                if words and finder.finds(words):
                    found.setdefault(i, {})[key] = finder.without(words)
    return found


def _in_fields(draft: Draft, finder: Finder, keys: Sequence[str]) -> Iterator[tuple[tuple[int, str], Found]]:
    """Where secrets stand in these fields of the nodes, read in their order; one that is cut up over several is named at its
    beginning only."""
    starts, places, words, at = array("q"), list[tuple[int, str]](), list[str](), 0
    for i, node in enumerate(draft.nodes):
        for key in keys:
            if text := getattr(node, key):
                starts.append(at)
                places.append((i, key))
                words.append(text)
                at += len(text) + 1
    found = finder.found(_RUN.join(words))
    if not found:
        return
    running = [draft.nodes[i].role is Role.TEXT for i, _ in places]
    for start, end, mark in in_order(told(found, starts, running, words)):
        first = bisect_right(starts, start) - 1
        for k in range(first, bisect_right(starts, end - 1)):
            begin, stop = max(start, starts[k]) - starts[k], min(end - starts[k], len(words[k]))
            yield places[k], Found(begin, stop, mark if k == first else "")


def told(found: Iterable[Found], starts: Sequence[int], running: Sequence[bool], texts: Sequence[str]) -> list[Found]:
    """Those that tell a secret: in one text, or cut up over several that follow each other. The keys of a keypad tell none: what
    is no text that runs on, and shows less than three characters of it, tells nothing where it is one of a row of keys."""
    return [each for each in found if _tells(each, starts, running, texts)]


def _tells(found: Found, starts: Sequence[int], running: Sequence[bool], texts: Sequence[str]) -> bool:
    parts = pieces(found, starts)
    if all(running[k] or size >= PIECE for k, size in parts):
        return True
    return not are_keys([texts[k] for k, _ in parts])


def are_keys(labels: Sequence[str]) -> bool:
    """True if the labels stand in a row as those of keypads, keyboards, registers, pages and days do, or are the same all over."""
    words = "".join(labels).casefold()
    if len(set(words)) < _DISTINCT or any(words in keys or words[::-1] in keys for keys in _KEYS):
        return True
    if not all(label.isdecimal() for label in labels):
        return False
    return len({int(after) - int(label) for label, after in pairwise(labels)}) == 1


def pieces(found: Found, starts: Sequence[int]) -> Sequence[tuple[int, int]]:
    """Over which texts it goes, by their number, and how many characters of it stand in each; none for one in a single text.

    `starts` are the places where they begin in what was searched, with one character between them.
    """
    first, last = bisect_right(starts, found.start) - 1, bisect_right(starts, found.end - 1) - 1
    ends = [*(starts[k + 1] - 1 for k in range(first, last)), found.end]
    each = [(k, end - max(found.start, starts[k])) for k, end in zip(range(first, last + 1), ends, strict=True)]
    return each if last > first else ()

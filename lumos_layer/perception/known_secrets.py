"""Secrets that are known by name: wherever a look shows one, it shows its name instead.

The one step that keeps a secret which was filled into a plain field out of trees, blueprints, deltas and outcomes; also where
a page repeats it elsewhere, in other case, in an address, with blanks or dashes in it, or cut up into runs of text.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, quote_plus

from msgspec.structs import replace

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Role

SHORTEST = 4  # characters; a shorter one stands in other words by chance, and only the field that it was put into is concealed
SURE = 8  # characters of what stands nowhere by chance, not even inside a longer word
_PIECE = 3  # characters of a secret in a row that tell of it in a field that held it
_RUN, _END = "\x01", "\x00"  # between runs of text that may go on in one another, and between other words
_BETWEEN = r"[\s\x01\u00ad\u200b\u2010-\u2015-]{0,3}"  # between characters of a long secret: blanks, dashes, a new run of text

Secrets = Mapping[str, str]


def said(name: str) -> str:
    """What stands for a secret where it was shown."""
    return f"[secret:{name}]"


def hide(draft: Draft, secrets: Secrets) -> None:
    """Let the draft show the names of secrets in place of them. To be called before anything else sees it; twice does no harm.

    Secrets of less than four characters are left alone: a session protects the fields that they were put into.
    """
    finder = _finder(tuple(sorted(secrets.items())))
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
    finder = _finder(tuple(sorted(secrets.items())))
    return text if finder is None else finder.without(text)


def without_any(text: str, secrets: Secrets) -> str:
    """The text with nothing in place of the secrets in it."""
    finder = _finder(tuple(sorted(secrets.items())))
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
    shortest = min(_PIECE, len(secret))
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
    if len(secret) >= _PIECE and runs_of(secret, words):
        return True
    letters = iter(secret)
    return bool(words) and all(letter in letters for letter in words)


class _Finder:
    """All secrets that are long enough, as one pattern."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        forms = [(form, name) for name, secret in secrets.items() for form in _forms(secret)]
        forms.sort(key=lambda each: -len(each[0]))
        self._names = [name for _, name in forms]
        self._pattern = re.compile("|".join(f"({_pattern(form)})" for form, _ in forms), re.IGNORECASE)

    def finds(self, text: str) -> bool:
        return self._pattern.search(text) is not None

    def without(self, text: str, given: str | None = None) -> str:
        """The text with these words in place of secrets, or else with their names."""
        return self._pattern.sub(lambda found: said(self._name(found)) if given is None else given, text)

    def spans(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where a secret stands, and its name."""
        for found in self._pattern.finditer(text):
            yield found.start(), found.end(), self._name(found)

    def _name(self, found: re.Match[str]) -> str:
        return self._names[(found.lastindex or 1) - 1]  # each alternative is one group


@lru_cache(8)
def _finder(secrets: tuple[tuple[str, str], ...]) -> _Finder | None:
    long = {name: secret for name, secret in secrets if len(clean_line(secret)) >= SHORTEST}
    return _Finder(long) if long else None


def _forms(secret: str) -> set[str]:
    """The ways in which a screen may write it: as it is, in one line, and as a part of an address."""
    return {form for form in (secret, clean_line(secret), quote(secret, safe=""), quote_plus(secret)) if len(form) >= SHORTEST}


def _pattern(form: str) -> str:
    spelled = [character for character in form if not re.fullmatch(_BETWEEN, character)]
    if len(spelled) >= SURE:
        return _BETWEEN.join(map(re.escape, spelled))
    edges = r"(?<![^\W_])" if form[0].isalnum() else "", r"(?![^\W_])" if form[-1].isalnum() else ""
    return edges[0] + re.escape(form) + edges[1]


def _found(draft: Draft, finder: _Finder) -> dict[int, dict[str, Any]]:
    """The nodes that show a secret, with what they are to show instead."""
    found: dict[int, dict[str, Any]] = {}
    for i, span, name in _in_names(draft, finder):
        words = found.get(i, {}).get("name", draft.nodes[i].name)
        found.setdefault(i, {})["name"] = _cut(words, span, name)
    texts = "\0".join(f"{node.value or ''}\0{node.hint}\0{node.url}\0{node.identifier}\0{node.native_id}" for node in draft.nodes)
    if finder.finds(texts):
        for i, node in enumerate(draft.nodes):
            for key in ("value", "hint", "url", "identifier", "native_id"):
                words = getattr(node, key)
                if words and finder.finds(words):
                    found.setdefault(i, {})[key] = finder.without(words)
    return found


def _in_names(draft: Draft, finder: _Finder) -> list[tuple[int, tuple[int, int], str]]:
    """Where secrets stand in names, each node's last part first; one that is cut up is named at its beginning only."""
    starts, parts, at = array("q"), list[str](), 0
    for node in draft.nodes:
        starts.append(at)
        parts.append(node.name + (_RUN if node.role is Role.TEXT else _END))
        at += len(parts[-1])
    found = []
    for start, end, name in finder.spans("".join(parts)):
        first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1
        for i in range(first, last + 1):
            span = max(start, starts[i]) - starts[i], min(end - starts[i], len(draft.nodes[i].name))
            found.append((i, span, said(name) if i == first else ""))
    return found[::-1]


def _cut(words: str, span: tuple[int, int], given: str) -> str:
    return words[: span[0]] + given + words[span[1] :]

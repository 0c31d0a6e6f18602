"""Whether the word of a command is one where it stands in a name: nouns, what is denied and what only begins so are none."""

from __future__ import annotations

from lumos_layer.actions.vocabulary import READING

_THINGS = READING["after"] | READING["heads"]
_OPENED = 4  # words after one that is a command only where a name begins with it
_OBJECT_WORDS = 2  # that tell what is done to, without an article
_LONG_NUMBER = 3  # digits
_SHORT_WORD = 2  # letters


def ends_soon(rest: tuple[str, ...], developers: bool) -> bool:
    """True if what follows is nothing, or what it is done to, as in `Sell all shares`; not for `Trade news`."""
    if developers or not rest:
        return all(word in READING["companions"] for word in rest)
    if rest[0] in _THINGS or rest[-1] in READING["heads"]:
        return False
    return len(rest) <= _OBJECT_WORDS or (len(rest) <= _OPENED and (rest[0] in READING["objects"] or rest[0].isdigit()))


def is_denied(words: tuple[str, ...], i: int) -> bool:
    """True right after `not`, and near `failed`: `Do not save`, `Could not send`."""
    return bool(READING["not"].intersection(words[max(0, i - 1) : i]) or READING["failed"].intersection(words[max(0, i - 2) : i]))


def is_noun(words: tuple[str, ...], i: int) -> bool:
    """True for `Order history`, `View your order` and `Order K-1120`."""
    after = words[i + 1 :]
    if words[i] not in READING["nouns"] or (after[:1] == ("for",) and any(map(str.isdigit, "".join(after)))):
        return False  # `Book for $487` names a price
    return (
        bool(after and after[0] in READING["after"])
        or _is_shown(words[:i])
        or (words[i] not in READING["dialled"] and _is_number(after))
    )


def _is_shown(before: tuple[str, ...]) -> bool:
    """True for the words before a noun of what is only shown: `View your`, `My`; not for `Place your`."""
    *rest, last = before or ("",)
    if last in READING["determiners"]:
        return not rest or rest[-1] in READING["before"]
    return last in READING["before"]


def _is_number(words: tuple[str, ...]) -> bool:
    """True for what a thing is told by: `K-1120` in `Order K-1120`; `Order 2 pizzas` orders."""
    digits = sum(c.isdigit() for word in words for c in word)
    return digits >= _LONG_NUMBER and all(len(word) <= _SHORT_WORD or any(map(str.isdigit, word)) for word in words)

"""What of a look lasts: how an element is told on another day, and what shows that a step did what it was to do."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from lumos_layer.errors import Ambiguous, TargetError
from lumos_layer.perception.locator import Locator
from lumos_layer.perception.observation import Observation
from lumos_layer.procedures.fitting import bare, names_of, states_of
from lumos_layer.procedures.procedure import Expected, Shown, When
from lumos_layer.tree import Role
from lumos_layer.tree.layers import WINDOWS

_PASSING = ("holds", "heading", "window", "column")  # what is around an element changes sooner than the element
_DIGITS = re.compile(r"\S*\d\S*")
_TOLD = (*WINDOWS, Role.HEADING, Role.STATUS, Role.ALERT)
_MOST = 3  # texts that are looked for after a step
_LONGEST = 80  # characters of one
_PUTS = ("set_text", "type_text")


def durable(look: Observation, ref: str, varying: Iterable[str] = ()) -> Locator:
    """All that tells the element, but for counts, dates and the like around it where it is the only one without them too.

    `varying` are texts that will be given anew each time. Raises Ambiguous where nothing of its own tells it.
    """
    texts = tuple(varying)
    full = look.full_locator(ref)
    if not full.name and full.identifier is None and full.holds is None:
        raise Ambiguous(str(full), ["it has neither a name nor an identifier"])
    for field in _PASSING:
        words = getattr(full, field)
        if words is None or not has_numbers(words, texts) or (field == "holds" and not full.name and full.identifier is None):
            continue
        shorter = msgspec.structs.replace(full, **{field: None})
        if _is_alone(shorter, ref, look):
            full = shorter
    look.locate(full)
    return full


def _is_alone(where: Locator, ref: str, look: Observation) -> bool:
    try:
        return look.locate(where) == ref
    except TargetError:
        return False


def has_numbers(words: str, varying: Iterable[str] = ()) -> bool:
    """True for what counts, dates or numbers things, beside what is given anew each time."""
    for text in sorted(varying, key=len, reverse=True):
        words = words.replace(text, "")
    return _DIGITS.search(words) is not None


def pattern_of(words: str, varying: Iterable[str] = ()) -> str:
    """The words with `*` for each one that has digits in it, unless it stands in what is given anew."""
    kept = [text for text in sorted(varying, key=len, reverse=True) if text and text in words]
    if not kept:
        return re.sub(r"\*+", "*", _DIGITS.sub("*", words))
    parts = re.split("(" + "|".join(map(re.escape, kept)) + ")", words)
    return "".join(part if part in kept else _DIGITS.sub("*", part) for part in parts)


def address_of(url: str, varying: Iterable[str] = ()) -> str:
    """An address without query and fragment, and with `*` for parts of its path that number or name one thing of many."""
    texts = tuple(varying)
    scheme, mark, rest = bare(url).partition("://")
    host, *path = rest.split("/") if mark else scheme.split("/")
    said = [part if part in texts or (len(part) <= _LONGEST and not has_numbers(part)) else "*" for part in path]
    return f"{scheme}{mark}" * bool(mark) + "/".join((host, *said))


def when_of(look: Observation, first: Iterable[Locator], varying: Iterable[str]) -> When:
    """What a look must be like, by the one that the steps began on. What is given anew each time is not known then."""
    texts = tuple(varying)
    title = pattern_of(look.title)
    for text in texts:
        title = title.replace(text, "*")
    url = address_of(look.url)
    for text in texts:
        url = url.replace(text, "*")
    return When(format=look.format, app=look.app, title=title, url=url, shows=tuple(dict.fromkeys(first)))


def expected_of(action: Any, ref: str | None, before: Observation, after: Observation, varying: Iterable[str]) -> Expected:
    """What shows that the step has done what it was to do, as far as it lasts."""
    texts = tuple(varying)
    then, now = _told(before, texts), _told(after, texts)
    came, went = [name for name in now if name not in names_of(before)], [name for name in then if name not in names_of(after)]
    return Expected(
        app=after.app,
        title=pattern_of(after.title, texts),
        url=address_of(after.url, texts),
        texts=tuple(came[:_MOST]),
        gone=tuple(went[:_MOST]),
        element=None if ref is None else _element(action, ref, before, after, texts),
    )


def _told(look: Observation, varying: tuple[str, ...]) -> list[str]:
    """Names of windows, headings and messages that do not change from day to day."""
    names = (look.name_of(i) for i in look.kept if look.tree[i].role in _TOLD)
    return [name for name in dict.fromkeys(names) if name and len(name) <= _LONGEST and not has_numbers(name, varying)]


def _element(action: Any, ref: str, before: Observation, after: Observation, varying: tuple[str, ...]) -> Shown | None:
    """What was acted on, as it is then: what was put in, and the states that changed or were asked for."""
    node = after.refs.get(ref)
    if node is None:
        return None
    now, was = after.tree[node], before.tree[before.refs[ref]]
    text = action.get("text") if action.get("type") in _PUTS else None
    value = text if isinstance(text, str) and text and not now.protected and now.value == text else None
    old = states_of(was)
    asked = ("checked",) if action.get("type") == "set_checked" else ()
    states = {name: said for name, said in states_of(now).items() if old.get(name) != said or name in asked}
    if value is None and not states:
        return None
    try:
        return Shown(where=durable(after, ref, varying), value=value, **states)
    except TargetError:
        return None

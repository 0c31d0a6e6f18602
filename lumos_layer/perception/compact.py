"""The compact form of blueprint items: docs/compact-form.md is its definition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

import orjson

from lumos_layer.perception.heads import STATES, head, with_role
from lumos_layer.perception.items import DETAILS, Element, Group, Heading, Item, More, Text

_ELEMENT = r"[0-9]+(?:\.[a-z_]+)*(?: |\Z)"
_is_element = re.compile(_ELEMENT).match
_reads_as_other = re.compile(rf"(?:{_ELEMENT}|# )").match
_STATES = frozenset(STATES)
_EXACT = 2.0**53  # whole floats below are whole numbers
_details_of = attrgetter(*DETAILS)
_NO_DETAILS = (None,) * len(DETAILS)
_BREAK = 4  # tokens that a new run costs, more or less; a word inside an element costs one or two


def encode(header: dict[str, Any], items: Sequence[Item]) -> str:
    """JSON text: the header's keys, then `ui`."""
    return orjson.dumps({**header, "ui": rows(items)}).decode()


def rows(items: Sequence[Item | dict[str, Any]]) -> list[Any]:
    """What stands in `ui` for these items; an object among them is a mark that is written as it is."""
    return _Writer().items(items)


class _Writer:
    """Writes items in reading order, because a position leaves out what equals the one before."""

    def __init__(self) -> None:
        self._last: tuple[int, ...] = ()

    def items(self, items: Sequence[Item | dict[str, Any]]) -> list[Any]:
        out: list[Any] = []
        run: list[Any] | None = None
        run_head = ""
        plan = iter(_planned(items))
        for item in items:
            if type(item) is Element:
                words, can, inline = next(plan)
                if inline is None and (run is None or words != run_head):
                    _close(out, run)
                    run, run_head = [words], words
                    out.append(run)
                self._entry(item, can, inline or "", run or out)
            elif type(item) is Text:
                (out if run is None else run).append(_text(item.text))
            elif type(item) is Heading:
                (out if run is None else run).append(f"# {item.text}")
            elif isinstance(item, Group | More | dict):
                _close(out, run)
                run = None
                out.append(self._group(item) if isinstance(item, Group) else _more(item) if isinstance(item, More) else item)
        _close(out, run)
        return out

    def _entry(self, item: Element, can: str | None, inline: str, run: list[Any]) -> None:
        number = (item.ref or "")[1:] + inline
        run.append(f"{number} {item.name}" if item.name else number)
        self._rest(item, can, run)

    def _rest(self, item: Element | Group, can: str | None, out: list[Any]) -> None:
        if item.at is not None:
            out.append(self._position(item.at))
        found = details(item, can)
        if found:
            out.append(found)

    def _position(self, at: tuple[int, ...]) -> list[int]:
        last, self._last = self._last, at
        keep = len(at)
        if len(last) == keep:
            while keep > 1 and at[keep - 1] == last[keep - 1]:
                keep -= 1
        return list(at[:keep])

    def _group(self, group: Group) -> dict[str, Any]:
        words, can = head(group.role, group.can, group.states, group.ref is not None)
        own: list[Any] = []
        if group.ref:
            number = group.ref[1:]
            own.append(f"{number} {group.name}" if group.name else number)
        elif group.name:
            own.append(_text(group.name))
        self._rest(group, can, own)
        inside = self.items(group.items)
        if not group.ref and not group.name and (own or not _speaks_for_itself(inside)):
            own.insert(0, "")
        return {words: own + inside}


def _planned(items: Sequence[Item | dict[str, Any]]) -> list[tuple[str, str | None, str | None]]:
    """For each element in order: its head, what can be done if the head cannot say it, and the words that it says itself.

    A few elements that differ from the run around them say so themselves, `12.disabled`, where that is shorter than two more runs.
    The words are None for an element that stands under a head of its own.
    """
    plan: list[tuple[str, str | None, str | None]] = []
    run_head: str | None = None
    for streak, after in _streaks(items):
        words = streak[0][0]
        inline: str | None = None
        if run_head is None or words == run_head:
            run_head = words
        else:
            inline = _inline(words, run_head)
            most = 2 * _BREAK if after == run_head else _BREAK
            if inline is not None and len(streak) * (inline.count(".") + 1) >= most:
                inline = None
            if inline is None:
                run_head = words
        plan.extend((words, can, inline) for _, can in streak)
        if after is None:
            run_head = None
    return plan


def _streaks(items: Sequence[Item | dict[str, Any]]) -> Iterator[tuple[list[tuple[str, str | None]], str | None]]:
    """Elements in a row with one head, and the head that follows in the same stretch (None: a group, or the end)."""
    streak: list[tuple[str, str | None]] = []
    for item in items:
        if type(item) is Element:
            found = head(item.role, item.can, item.states, True)
            if streak and streak[-1][0] != found[0]:
                yield streak, found[0]
                streak = []
            streak.append(found)
        elif type(item) is not Text and type(item) is not Heading:
            if streak:
                yield streak, None
            streak = []
    if streak:
        yield streak, None


@lru_cache(maxsize=4096)
def _inline(words: str, run_head: str) -> str | None:
    """What an element with the head `words` says in a run of another: the words that are new, or all of them.

    None where that could be misread: no element contradicts a state that the run's head says.
    """
    own, around = with_role(words), with_role(run_head)
    adds = own[0] == around[0] and set(around) <= set(own)
    if not adds and not _STATES.isdisjoint(around):
        return None
    return "." + ".".join([word for word in own if word not in around] if adds else own)


def _close(out: list[Any], run: list[Any] | None) -> None:
    """Ends a run. An element that is alone in it needs none: its whole head stands at its number.

    Texts at the end of a run do not belong to it: what comes next decides nothing about them, so they stand outside.
    """
    if run is None:
        return
    tail: list[Any] = []
    while _is_text(run[-1]) and len(run) > 2:
        tail.append(run.pop())
    if not any(type(entry) is str for entry in run[2:]):
        number, blank, name = run[1].partition(" ")
        out[-1:] = [f"{number}.{'.'.join(with_role(run[0]))}{blank}{name}", *run[2:]]
    out.extend(reversed(tail))


def _is_text(entry: Any) -> bool:
    if type(entry) is list:
        return len(entry) == 1 and type(entry[0]) is str
    return type(entry) is str and not _is_element(entry)


def _speaks_for_itself(inside: list[Any]) -> bool:
    """True if an array that begins so cannot be taken for one that begins with a name."""
    if not inside:
        return True
    first = inside[0]
    if type(first) is str:
        return _is_element(first) is not None
    return type(first) is dict or len(first) > 1


def _text(text: str) -> Any:
    return [text] if _reads_as_other(text) or not text else text


def _more(item: More) -> dict[str, Any]:
    return {"more": item.count, "under": item.under} if item.under else {"more": item.count}


def details(item: Element | Group, can: str | None) -> dict[str, Any]:
    """What stands in the object after an element; `can`: all that can be done, where its head cannot say it."""
    said = _details_of(item)
    found: dict[str, Any] = {}
    if said != _NO_DETAILS:
        found = {key: _shortest(value) for key, value in zip(DETAILS, said, strict=True) if value is not None}
    if can is not None:
        found["can"] = can
    return found


def _shortest(value: Any) -> Any:
    """A whole number without its point."""
    return int(value) if type(value) is float and abs(value) < _EXACT and value == int(value) else value

"""Values that a screen shows: what stands under a label, read as data and never as anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from lumos_layer.perception.observation import Observation
from lumos_layer.planning.rules.phrases import narrower
from lumos_layer.planning.rules.screen import Screen
from lumos_layer.planning.rules.words import AROUND, BEGINS, WITHIN, Wanted, likeness, tokens
from lumos_layer.tree import Role

_PAIR = re.compile(r"^\s*([^:：=]{1,60}?)\s*[:：=]\s+(\S.*?)\s*$", re.DOTALL)
_NUMBERED = re.compile(r"^(\D{2,40}?)\s+(?:no\.?|nr\.?|number|#|번호)?\s*([A-Z]{0,4}\d[\w/-]*)(?:\s+[-–—|].*)?$", re.IGNORECASE)
_NUMBER = re.compile(r"[-+−]?\d(?:[\d.,'’ \u00a0]*\d)?")
_CURRENCY = re.compile(r"\b(EUR|USD|GBP|KRW|JPY|CHF|CNY|CAD|AUD|SEK|NOK|DKK|PLN|INR)\b|[€$£₩¥]|원")
_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "₩": "KRW", "원": "KRW", "¥": "JPY"}
_CELLS = frozenset((Role.CELL, Role.GRIDCELL, Role.ROWHEADER, Role.TEXT, Role.TERM, Role.DEFINITION, Role.COLUMNHEADER))
_ROWS = frozenset((Role.ROW, Role.LISTITEM))
_TITLES = frozenset((Role.HEADING, Role.WINDOW, Role.DOCUMENT))
_LABELS = frozenset((Role.TEXT, Role.TERM, Role.CAPTION, Role.ROWHEADER))
_PARTS = 6  # of a row that are looked at
_LONGEST = 2_000

# Words that mean the same where values are concerned, and the kinds of fields that take only a part of a value.
_ALIKE: tuple[frozenset[str], ...] = (
    frozenset(("total", "amount", "sum", "amount due", "grand total", "합계", "금액", "총액", "총계", "청구 금액")),
    frozenset(("date", "day", "날짜", "일자", "발행일")),
    frozenset(("number", "no", "nr", "번호")),
    frozenset(("invoice", "bill", "receipt", "송장", "청구서", "인보이스", "영수증")),
    frozenset(("customer", "name", "employee", "고객", "이름", "성명")),
    frozenset(("e-mail", "email", "mail", "이메일", "메일")),
)
_NUMERIC = frozenset(("amount", "total", "sum", "price", "cost", "quantity", "금액", "합계", "총액", "가격", "수량"))


class Shown(Struct, frozen=True):
    """One value on the screen: what stands under a label, at a node."""

    label: str
    value: str
    node: int


def pairs(observation: Observation, nodes: Sequence[int]) -> Iterator[Shown]:
    """What the visible nodes say of the form `label: value`, as fields, as two cells of a row, or as a numbered title."""
    tree = observation.tree
    for i in nodes:
        node, name = tree[i], observation.name_of(i)
        if node.value and name and not node.protected:
            yield Shown(name, node.value[:_LONGEST], i)
        elif (found := _PAIR.match(name)) and len(name) <= _LONGEST:
            yield Shown(found[1], found[2], i)
        elif node.role in _TITLES and (found := _NUMBERED.match(name)):
            yield Shown(f"{found[1]} number", found[2], i)
        elif node.role in _ROWS:
            yield from _of_row(observation, i)


def _of_row(observation: Observation, row: int) -> Iterator[Shown]:
    """The first cell names what the second holds."""
    tree = observation.tree
    inside = islice((i for i in tree.children(row) if tree[i].role in _CELLS and observation.name_of(i)), _PARTS)
    cells = [(observation.name_of(i), i) for i in inside]
    if len(cells) == 2:
        yield Shown(cells[0][0].rstrip(" :："), cells[1][0][:_LONGEST], cells[1][1])


def values_of(screen: Screen, source: Wanted, carried: Sequence[tuple[str, str]] = ()) -> list[Shown]:
    """What the screen shows under what a goal calls a value: one, several different ones, or none.

    Where the screen shows none, what was read before and carried along counts.
    """
    label, place = _apart(source)
    found = _among(screen, label, _nodes_in(screen, place))
    if not found and place:
        found = _among(screen, label, screen.observation.kept) if not screen.holders(place) and _on_page(screen, place) else []
    if not found:
        found = [Shown(name, value, -1) for name, value in carried if likeness(name, source.names[0]) >= BEGINS][-1:]
    return found


def _apart(source: Wanted) -> tuple[str, str]:
    """`total of the invoice` is `total`, of the `invoice`."""
    if source.within:
        return source.names[0], source.within
    inner = narrower(source)
    return (inner.names[0], inner.within) if inner is not None else (source.names[0], "")


def _on_page(screen: Screen, place: str) -> bool:
    return likeness(screen.observation.title, place) >= WITHIN


def _nodes_in(screen: Screen, place: str) -> Sequence[int]:
    kept = screen.observation.kept
    if not place:
        return kept
    holders = [i for word in _synonyms(place) for i in screen.holders(word)]
    return [i for i in kept if any(holder <= i < screen.tree.end(holder) for holder in holders)]


def _among(screen: Screen, label: str, nodes: Sequence[int]) -> list[Shown]:
    """The values under the label that is most like it; under one that means the same only if none is called so."""
    known = list(pairs(screen.observation, nodes))
    for words in ((label,), _synonyms(label)):
        liked = [(max(likeness(shown.label, word) for word in words), shown) for shown in known]
        best = max((like for like, _ in liked), default=0)
        if best >= WITHIN:
            return list({shown.value: shown for like, shown in liked if like == best}.values())
    return []


def _synonyms(words: str) -> tuple[str, ...]:
    """The words themselves, then others that mean the same."""
    own = tokens(words)
    alike = [word for group in _ALIKE if group.intersection((*own, words.casefold())) for word in sorted(group)]
    return (words, *alike)


def for_field(screen: Screen, field: int, holder: Sequence[int]) -> list[Shown]:
    """The values that belong into a field by its name, from the nodes that are given."""
    name = screen.name(field)
    known = list(pairs(screen.observation, holder))
    for words in ((name,), _meaning(name)):
        for least in (BEGINS, WITHIN, AROUND):
            liked = [shown for shown in known if any(likeness(shown.label, word) >= least for word in words)]
            different = list({shown.value: shown for shown in liked}.values())
            if len(different) == 1:
                return different
    if _CURRENCY_FIELD.intersection(tokens(name)):
        codes = {fitted(screen, field, shown.value): shown for shown in known if _CURRENCY.search(shown.value)}
        return list(codes.values()) if len(codes) == 1 else []
    return []


_CURRENCY_FIELD = frozenset(("currency", "통화"))


def _meaning(name: str) -> tuple[str, ...]:
    """What the value of a field may be called elsewhere: `Amount` is `Total`, `Invoice date` is `Date`."""
    own = tokens(name)
    last = own[-1:] if own else ()
    return tuple(word for group in _ALIKE if group.intersection((*last, name.casefold())) for word in sorted(group))


def fitted(screen: Screen, field: int, value: str) -> str:
    """The part of the value that the field takes: of an amount the number, of a currency its code, else all of it."""
    node, words = screen.tree[field], frozenset(tokens(screen.name(field)))
    if _CURRENCY_FIELD & words and (found := _CURRENCY.search(value)):
        return _SIGNS.get(found[0], found[0])
    numeric = node.role in (Role.SPINBUTTON, Role.SLIDER) or bool(_NUMERIC & words)
    if numeric and (numbers := _NUMBER.findall(value)) and len(numbers) == 1:
        return str(numbers[0]).strip()
    return value

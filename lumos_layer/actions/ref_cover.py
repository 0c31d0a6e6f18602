"""Schemas of sets of refs that stay short in all: exact where that is affordable, else a few ranges of numbers around them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from lumos_layer.actions.fields import Json
from lumos_layer.actions.ref_pattern import digits_class, pattern_of

MOST_LISTED = 60  # refs in an enum; more make a pattern

Refs = tuple[str, ...]
Ranges = tuple[tuple[int, int], ...]  # both ends included


def exactly(refs: Refs) -> Json:
    """The schema of these refs and no other ones."""
    listed = {"enum": list(refs)} if len(refs) <= MOST_LISTED else {"pattern": pattern_of(refs)}
    return {"type": "string", **listed}


def schemas_of(sets: Collection[Refs], allowance: int) -> Mapping[Refs, Json]:
    """A schema for each set that all of its refs match; in all about `allowance` characters at most.

    They are exact if that is affordable for all of them. Else a dear one is taken for a larger one that is alike, and each of the
    rest gets a share, the cheapest first: where that is too small, ranges of numbers are allowed, with other refs among them. Where
    even the fewest ranges are too long, the next larger set that is said stands for it.
    """
    exact = {refs: exactly(refs) for refs in sets}
    if sum(map(_cost, exact.values())) <= allowance:
        return exact
    shorter = {refs: min((schema, {"type": "string", "pattern": pattern_of(refs)}), key=_cost) for refs, schema in exact.items()}
    costs = {refs: _cost(schema) for refs, schema in shorter.items()}
    taken_for = _alike(costs, allowance // len(costs))
    left, found, unsaid = allowance, dict[Refs, Json](), list[Refs]()
    groups = sorted(set(taken_for.values()), key=lambda refs: (costs[refs], refs))
    for place, refs in enumerate(groups):
        share = left // (len(groups) - place)
        found[refs] = shorter[refs] if costs[refs] <= share else {"type": "string", "pattern": covering(refs, share)}
        if _cost(found[refs]) > share:
            unsaid.append(refs)
        else:
            left -= _cost(found[refs])
    stand_ins = _stand_ins(unsaid, groups)
    return {refs: found[stand_ins.get(group, group)] for refs, group in taken_for.items()}


def _stand_ins(unsaid: Sequence[Refs], groups: Sequence[Refs]) -> Mapping[Refs, Refs]:
    """For each set that cannot be said within its share, the smallest one that can and holds it, else the largest that holds it."""
    said = sorted(set(groups).difference(unsaid), key=len)
    holders = [(refs, frozenset(refs)) for refs in (*said, *sorted(unsaid, key=len, reverse=True))]
    return {refs: next(all_of for all_of, holds in holders if holds.issuperset(refs)) for refs in unsaid}


def _alike(costs: Mapping[Refs, int], dear: int) -> Mapping[Refs, Refs]:
    """What each set is taken for: a dear one for the largest that holds it and is at most twice as large, else itself."""
    found: dict[Refs, Refs] = {}
    leaders: list[tuple[Refs, frozenset[str]]] = []
    for refs in sorted(costs, key=len, reverse=True):
        like = (all_of for all_of, holds in leaders if len(all_of) <= 2 * len(refs) and holds.issuperset(refs))
        found[refs] = next(like, refs) if costs[refs] > dear else refs
        if found[refs] is refs:
            leaders.append((refs, frozenset(refs)))
    return found


def _cost(schema: Json) -> int:
    """Characters, about."""
    if "pattern" in schema:
        return len(schema["pattern"])
    return sum(len(ref) + 3 for ref in schema["enum"])


def covering(refs: Iterable[str], most: int) -> str:
    """A pattern that these refs match, and others whose numbers lie between theirs, in about `most` characters.

    Gaps between their numbers are closed, the narrow ones first, until it is short enough; no number beyond theirs matches.
    """
    numbers: dict[str, list[int]] = defaultdict(list)
    for ref in refs:
        numbers[ref[0]].append(int(ref[1:]))
    ordered = {letter: sorted(found) for letter, found in sorted(numbers.items())}
    widest = max((found[-1] - found[0] for found in ordered.values()), default=0)
    shortest, gap = "", 1
    while not shortest or (len(shortest) > most and gap <= 2 * widest):
        pattern = _pattern({letter: _ranges(found, gap) for letter, found in ordered.items()})
        shortest = min(shortest or pattern, pattern, key=len)
        gap *= 2
    return shortest


def _ranges(numbers: list[int], gap: int) -> Ranges:
    """The numbers in order as ranges; what lies no farther apart than `gap` goes into one."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number - found[-1][1] <= gap:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return tuple(found)


def _pattern(ranges: Mapping[str, Ranges]) -> str:
    choices = [letter + digits for letter, found in ranges.items() for digits in _by_length(found)]
    return f"^{choices[0]}$" if len(choices) == 1 else f"^({'|'.join(choices)})$"


def _by_length(ranges: Ranges) -> list[str]:
    """One pattern for each number of digits."""
    lengths = range(len(str(ranges[0][0])), len(str(ranges[-1][1])) + 1)
    clipped = ((length, _clipped(ranges, 10 ** (length - 1), 10**length - 1)) for length in lengths)
    return [_digits(found, length) for length, found in clipped if found]


def _clipped(ranges: Ranges, low: int, high: int, less: int = 0) -> Ranges:
    return tuple((max(a, low) - less, min(b, high) - less) for a, b in ranges if a <= high and b >= low)


def _digits(ranges: Ranges, length: int) -> str:
    """A pattern for so many digits that make a number in one of the ranges."""
    if ranges == ((0, 10**length - 1),):
        return {0: "", 1: "[0-9]"}.get(length, f"[0-9]{{{length}}}")
    unit = 10 ** (length - 1)
    rests: dict[Ranges, list[str]] = defaultdict(list)
    for digit in range(10):
        rest = _clipped(ranges, digit * unit, (digit + 1) * unit - 1, digit * unit)
        if rest:
            rests[rest].append(str(digit))
    choices = [digits_class(digits) + _digits(rest, length - 1) for rest, digits in rests.items()]
    return choices[0] if len(choices) == 1 else f"({'|'.join(choices)})"

"""A pattern that is exactly a set of refs, short where their numbers are dense."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache


def pattern_of(refs: Iterable[str]) -> str:
    """A regular expression, anchored, that these refs match and no other text."""
    by_letter: dict[str, set[str]] = defaultdict(set)
    for ref in refs:
        by_letter[ref[0]].add(ref[1:])
    choices = [letter + _tail(frozenset(numbers)) for letter, numbers in sorted(by_letter.items())]
    return f"^{choices[0]}$" if len(choices) == 1 else f"^({'|'.join(choices)})$"


@cache
def _tail(numbers: frozenset[str]) -> str:
    """A pattern for these digit strings: first digits with the same rests are taken together."""
    rests: dict[str, set[str]] = defaultdict(set)
    for number in numbers:
        if number:
            rests[number[0]].add(number[1:])
    digits_of: dict[frozenset[str], list[str]] = defaultdict(list)
    for digit, rest in rests.items():
        digits_of[frozenset(rest)].append(digit)
    choices = sorted(digits_class(digits) + _tail(rest) for rest, digits in digits_of.items())
    if not choices:
        return ""
    if "" in numbers:
        return f"({'|'.join(choices)})?"
    return choices[0] if len(choices) == 1 else f"({'|'.join(choices)})"


def digits_class(digits: list[str]) -> str:
    """One of these digits: `7`, `[135]` or `[2-9]`."""
    digits = sorted(digits)
    if len(digits) == 1:
        return digits[0]
    runs: list[list[str]] = []
    for digit in digits:
        if runs and int(digit) == int(runs[-1][-1]) + 1:
            runs[-1].append(digit)
        else:
            runs.append([digit])
    return f"[{''.join(f'{run[0]}-{run[-1]}' if len(run) > 2 else ''.join(run) for run in runs)}]"

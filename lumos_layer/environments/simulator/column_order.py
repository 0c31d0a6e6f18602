"""In which order the cells of a column stand when it is sorted: sizes, dates and times of day by what they mean, as tables do."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

Key = tuple[bool, float, str]  # what cannot be read comes last
Reader = Callable[[str], float | None]

_NUMBER = r"\d+(?:[.,' \u00a0\u202f\u2009\u2019]\d+)*"
_MONEY = r"(?:[^\w\s.,:;/-]|[A-Z]{3})"
_LEADING = re.compile(rf"(?P<sign>[-+\u2212]?)\s?{_MONEY}?\s?(?P<inner>[-+\u2212]?)(?P<number>{_NUMBER})")
_SIZE = re.compile(r"\s*(?:(?P<unit>[kmgtpe])i?b?|b|bytes?|바이트)", re.IGNORECASE)
_UNITS = "kmgtpe"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_CLOCK = r"(?P<noon>오전|오후|[ap]\.?m\.?)?\s*(?P<h>\d{1,2}):(?P<min>\d{2})(?::(?P<s>\d{2}))?\s*(?P<after>[ap]\.?m\.?)?"
_TIME = re.compile(_CLOCK, re.IGNORECASE)
_DATES = tuple(
    re.compile(rf"{date}(?:(?:,?\s+|t){_CLOCK}z?)?", re.IGNORECASE)
    for date in (
        r"(?P<y>\d{4})\s?[-./년年]\s?(?P<m>\d{1,2})(?:\s?[-./월月]\s?(?P<d>\d{1,2})\s?[.일日]?|\s?[.월月])?",
        rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+{_MONTH},?\s+(?P<y>\d{{4}})",
        rf"{_MONTH}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>\d{{4}})",
        rf"{_MONTH}\s+(?P<y>\d{{4}})",
    )
)
_NUMBERED = re.compile(
    rf"(?P<one>\d{{1,2}})(?P<mark>[./-])(?P<two>\d{{1,2}})(?P=mark)(?P<y>\d{{4}})(?:,?\s+{_CLOCK})?", re.IGNORECASE
)
_TWELVE = 12


def keys_of(column: Sequence[str]) -> list[Key]:
    """By what each cell of the column stands: its time or date if all that say anything are one, else its size if all are.

    Otherwise numbers, with money and signs before them, come before words, and words by their letters.
    """
    said = [words.strip() for words in column]
    number = _numbers_of(said)
    readers: tuple[Reader, ...] = (_time, _dates_of(said), lambda words: _size(words, number))
    reader = next((reads for reads in readers if any(said) and all(reads(words) is not None for words in said if words)), number)
    return [(found is None, found or 0.0, words.casefold()) for words in said for found in (reader(words),)]


def _size(words: str, number: Reader) -> float | None:
    """Bytes: 10 KB, 1.5 GiB, 300 B."""
    found, amount = _LEADING.match(words), number(words)
    unit = _SIZE.fullmatch(words, found.end()) if found is not None else None
    if unit is None or amount is None:
        return None
    return amount * 1024.0 ** (_UNITS.index(unit["unit"].lower()) + 1 if unit["unit"] else 0)


def _time(words: str) -> float | None:
    found = _TIME.fullmatch(words)
    return None if found is None else _seconds(found)


def _dates_of(column: Sequence[str]) -> Reader:
    """Reads dates; in those of three numbers the day stands first where they have points, or a number shows that it does."""
    numbered = [found for words in column if (found := _NUMBERED.fullmatch(words))]
    day_first = any(int(found["one"]) > _TWELVE or found["mark"] == "." for found in numbered)

    def read(words: str) -> float | None:
        found = next((match for date in _DATES if (match := date.fullmatch(words))), None)
        if found is not None:
            groups = found.groupdict()
            month = groups.get("m") or _MONTHS.index(groups["month"].lower()) + 1
            return _moment(int(found["y"]), int(month), int(groups.get("d") or 1), found)
        found = _NUMBERED.fullmatch(words)
        if found is None:
            return None
        one, two = int(found["one"]), int(found["two"])
        return _moment(int(found["y"]), *((two, one) if day_first else (one, two)), found)

    return read


def _moment(year: int, month: int, day: int, found: re.Match[str]) -> float | None:
    if not (1 <= month <= _TWELVE and 1 <= day <= 31):
        return None
    return ((year * 12 + month) * 31 + day) * 86_400.0 + _seconds(found)


def _seconds(found: re.Match[str]) -> float:
    """The time of day in it, in seconds; 0 where none is said."""
    if found["h"] is None:
        return 0.0
    half = (found["noon"] or found["after"] or "").lower()
    hour = int(found["h"])
    if half:
        hour = hour % _TWELVE + (_TWELVE if half.startswith(("p", "오후")) else 0)
    return hour * 3600.0 + int(found["min"]) * 60 + int(found["s"] or 0)


def _numbers_of(column: Sequence[str]) -> Reader:
    """Reads the number that words begin with. A comma is one of thousands, unless one in the column can only be of decimals."""
    numbers = [found["number"] for words in column if (found := _LEADING.match(words))]
    decimal = "," if any(_ends_in_decimals(number) for number in numbers) else "."

    def read(words: str) -> float | None:
        found = _LEADING.match(words)
        if found is None:
            return None
        digits = "".join("." if each == decimal else each for each in found["number"] if each == decimal or each.isdecimal())
        whole, mark, rest = digits.partition(".")
        grouped = "." in rest
        amount = float(digits.replace(".", "") if grouped else f"{whole}{mark}{rest}")
        return -amount if found["sign"] in ("-", "\u2212") or found["inner"] in ("-", "\u2212") else amount

    return read


def _ends_in_decimals(number: str) -> bool:
    """True where a comma can only be that of decimals: 300,50, and 1.200,500."""
    whole, mark, rest = number.rpartition(",")
    return bool(mark) and "." not in rest and (len(rest) != 3 or "." in whole)

"""Numbers as screens write them: with a comma or a point, in groups of three or as in India, with a sign of their own."""

from __future__ import annotations

import re

# Groups of three count as such where nothing else can be meant: there are two of them or more, or another mark follows, or their
# mark is no decimal one. A single 1,000 may be one or a thousand: it is read as the fraction that it is in half of the world.
_BLANKS = " \u00a0\u202f\u2009'\u2019\u066c"
_MARKS = ",.\u066b"
_NUMBER = re.compile(
    rf"""[-+\u2212]?(?:
        \d{{1,3}}(?P<blank>[{_BLANKS}])\d{{3}}(?:(?P=blank)\d{{3}})*(?!\d)(?:[{_MARKS}]\d+)?
      | \d{{1,2}}(?:,\d{{2}})+,\d{{3}}(?!\d)(?:\.\d+)?
      | \d{{1,3}}(?:,\d{{3}}){{2,}}(?!\d)(?:\.\d+)? | \d{{1,3}}(?:\.\d{{3}}){{2,}}(?!\d)(?:,\d+)?
      | \d{{1,3}},\d{{3}}\.\d+ | \d{{1,3}}\.\d{{3}},\d+
      | \d+(?:[{_MARKS}]\d+)?(?:[eE][-+]?\d+)?
    )""",
    re.VERBOSE,
)
_INDIAN = re.compile(r"[-+\u2212]?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?")
_IN_INDIA = re.compile(r"\B(?=(?:\d{2})*\d{3}$)")
_EITHER = re.compile(r"[-+\u2212]?[1-9]\d{0,2}[.,]\d{3}")


def number_at(text: str) -> re.Match[str] | None:
    """Where the first number in some words stands."""
    return _NUMBER.search(text)


def number_in(text: str | None) -> float | None:
    """The first number in some words, None if there is none."""
    found = number_at(text or "")
    if found is None:
        return None
    plain = re.sub(f"[{_BLANKS}]", "", found[0]).replace("\u2212", "-")
    mark = _decimal_mark(plain)
    return float("".join("." if each == mark else each for each in plain if each not in _MARKS or each == mark))


def readings_of(text: str | None) -> tuple[float, ...]:
    """All that the first number in some words can mean: 1,000 is one, or a thousand."""
    found, read = number_at(text or ""), number_in(text)
    if found is None or read is None:
        return ()
    return (read, float(re.sub("[,.]", "", found[0]).replace("\u2212", "-"))) if _EITHER.fullmatch(found[0]) else (read,)


def like(shown: str, number: str, *, grouped: bool = False) -> str:
    """A number as programs write it, with the decimal mark of a number that is shown, and in groups as it has, with its mark.

    `grouped`: a single mark that can be either (1,250) is that of groups.
    """
    marks = [each for each in shown if each in f"{_MARKS}{_BLANKS}"]
    decimal = "" if grouped or not marks else _decimal_mark(re.sub(f"[{_BLANKS}]", "", shown))
    if not marks or marks[0] == decimal:
        return number.replace(".", decimal) if decimal else number
    whole, point, part = number.partition(".")
    if "e" in number:
        return number
    sign, size = whole[:1].strip("0123456789"), abs(int(whole))
    groups = sign + (_IN_INDIA.sub(",", str(size)) if _INDIAN.fullmatch(shown) else f"{size:,}".replace(",", marks[0]))
    return groups + (decimal or ("," if marks[0] == "." else ".")) * bool(point) + part


def _decimal_mark(number: str) -> str:
    """The last mark, if it stands there once; marks that stand there again and again are those of groups."""
    marks = [each for each in number if each in _MARKS]
    return marks[-1] if marks and marks.count(marks[-1]) == 1 else ""

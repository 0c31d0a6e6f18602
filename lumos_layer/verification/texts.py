"""Whether words say what is wanted: the same in another spelling does, a longer word or number that begins so does not."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from lumos_layer.perception.text import clean_value

# Characters that programs write for one another; compatibility forms such as ² are not among them, since they mean something else.
_SAME = {0x3000: " ", 0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"', 0x2010: "-", 0x2011: "-", 0x2212: "-"}
_SAME |= {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}  # full-width letters, digits and signs
_SAME |= {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl"}
_AROUND = " \t\n:*…"  # signs that stand around a label without being of it
_SMALL = re.compile(
    r"\b(?:the|a|an|to|of|in|on|for|my|your|this|button|link|field|box|checkbox|tab|menu|mode|page|window|dialog|list|switch|option|item)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"(?<=\S)\s*\([^()]*\)$")  # `Cart (12 EUR)` is called Cart
_NOT_WORDS = re.compile(r"[^\w]+")
# What may follow a name in Korean without being of it.
_PARTICLES = re.compile(
    r"(?:은|는|이|가|을|를|에|의|로|와|과|도|님|씨|만|께|에게|에서|으로|까지|부터|입니다|이다|이며|하고)+(?![가-힣])"
    r"|(?:(?:되었|됐|했|하였)[가-힣]{0,4}|[됨함])(?![가-힣])"  # 주문 완료 in 주문 완료되었습니다
)
_CURRENCY = r"(?:[$€£¥₩₹]|(?:US|A|C)\$|USD|EUR|GBP|JPY|KRW|INR|CHF|CNY|원|円)"
_PART = r"\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!,)|\d{1,3}(?:\.\d{3})+(?:,\d+)?(?!\.)|\d+(?:[.,]\d+)?"
_QUANTITY = re.compile(
    rf"(?P<before>{_CURRENCY})?\s*(?P<sign>[-+])?\s*(?P<number>{_PART})\s*(?P<after>{_CURRENCY}|%)?", re.IGNORECASE
)
_APART = r"(?<![\w./])(?<!\d[,:])(?<!\w[-+])"  # `sum,5` and `Total:5` hold a 5, `1,5` and `10:15` do not
_TOKEN = re.compile(rf"{_APART}[-+]?(?:{_PART})(?!\w|[.,:/-]\d)")
_AMOUNT = re.compile(
    rf"{_APART}(?:{_CURRENCY}\s*[-+]?\s*(?:{_PART})|[-+]?(?:{_PART})\s*(?:{_CURRENCY}|%))(?![A-Za-z0-9_]|[.,:/-]\d)", re.IGNORECASE
)
_MONTH = re.compile(r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])")
_DAY = re.compile(r"-(?:0[1-9]|[12]\d|3[01])(?![\w-])")
_CODES = {"$": "usd", "us$": "usd", "€": "eur", "£": "gbp", "¥": "jpy", "円": "jpy", "₩": "krw", "원": "krw", "₹": "inr"}


@lru_cache(32_768)
def normal(text: str) -> str:
    """The text in one spelling: composed, without invisible characters, one blank for any white space."""
    if text.isascii():
        return " ".join(text.split())
    return " ".join(unicodedata.normalize("NFC", clean_value(text).translate(_SAME)).split())


@lru_cache(32_768)
def label(text: str) -> str:
    """A name without the signs around it, in small letters."""
    return normal(text).strip(_AROUND).removesuffix("...").strip(_AROUND).casefold()


@lru_cache(8_192)
def spoken(text: str) -> str:
    """A name as a person says it: small words, case and signs do not matter."""
    words = _NOT_WORDS.sub(" ", _SMALL.sub(" ", _ASIDE.sub("", label(text))))
    return " ".join(words.split()) or " ".join(_NOT_WORDS.sub(" ", label(text)).split())


def same_name(shown: str, wanted: str, loosely: bool = False) -> bool:
    """Whether one name is the other, whole."""
    if not loosely:
        return label(shown) == label(wanted)
    return spoken(shown) == spoken(wanted) or _twice(spoken(shown).split(), spoken(wanted).split())


def _twice(shown: list[str], wanted: list[str]) -> bool:
    """True for a name that stands there twice, or in another script beside it (`Shop 가게`)."""
    rest = shown[len(wanted) :]
    if not wanted or not rest or shown[: len(wanted)] != wanted:
        return False
    return rest == wanted or (all(map(str.isascii, wanted)) and not any(map(str.isascii, rest)))


def same_value(shown: str, wanted: str) -> bool | None:
    """Whether two values are the same: as text, or as quantities. None where a number can be read in two ways."""
    one, other = normal(shown), normal(wanted)
    return True if one == other else _same_quantity(one, other)


def is_quantity(text: str) -> bool:
    """Whether it is a number, with or without a unit, which may be written in other ways."""
    return _QUANTITY.fullmatch(normal(text)) is not None


def bare(text: str) -> str:
    """A quantity without its currency; other texts as they are."""
    found = _QUANTITY.fullmatch(normal(text))
    if found is None or found["after"] == "%" or not (found["before"] or found["after"]):
        return text
    return f"{found['sign'] or ''}{found['number']}"


def says(text: str, wanted: str) -> bool | None:
    """Whether the words hold what is wanted as words of its own; None where it is joined to others (Ann in Ann-Marie)."""
    shown, looked_for = normal(text), normal(wanted)
    if not looked_for:
        return True
    if _is_number(looked_for):
        return _says_number(shown, looked_for)
    if shown.isupper() and len(looked_for) > 3:  # capitals are a matter of style
        looked_for = looked_for.upper()
    found: bool | None = False
    start = shown.find(looked_for)
    while start >= 0:
        kind = _stands(shown, start, start + len(looked_for))
        if kind:
            return True
        found = None if kind is None else found
        start = shown.find(looked_for, start + 1)
    if found is not False:
        return found
    return _says_number(shown, looked_for, _AMOUNT) if _AMOUNT.fullmatch(looked_for) else _says_otherwise(shown, looked_for)


def _says_otherwise(shown: str, wanted: str) -> bool | None:
    """Whether the words are there with their only number in another spelling: `1,500 ml` for a wanted `1500 ml`."""
    numbers = list(_TOKEN.finditer(wanted))
    if len(numbers) != 1:
        return False
    before, number, after = wanted[: numbers[0].start()], numbers[0][0], wanted[numbers[0].end() :]
    answers = [
        same_value(found["number"], number)
        for found in re.finditer(rf"{re.escape(before)}(?P<number>{_TOKEN.pattern}){re.escape(after)}", shown)
        if _stands(shown, found.start(), found.end())
    ]
    return True if True in answers else None if None in answers else False


def _stands(text: str, start: int, end: int) -> bool | None:
    """Whether the words between are whole: True, joined to others (None), or a part of a longer one (False).

    A month is whole in the dates of its days.
    """
    if _MONTH.fullmatch(text, start, end) and _DAY.match(text, end) and not re.match(r"[\w.-]", text[max(0, start - 1) : start]):
        return True
    before, after = _joint(text[start], text[:start][-2:][::-1]), _joint(text[end - 1], text[end : end + 2])
    if after is False and "가" <= text[end - 1] <= "힣" and _PARTICLES.match(text, end):
        after = True
    if before is False or after is False:
        return False
    return True if before and after else None


def _joint(edge: str, beyond: str) -> bool | None:
    """Whether a text ends at its edge, given the two characters beyond it, the nearest first."""
    if not beyond or not edge.isalnum():
        return True
    near, far = beyond[0], beyond[1:2]
    if near.isalnum() or near in "_@":
        return _other_script(edge, near)
    if edge.isdigit() and near in "-+" and not far.isalnum():
        return False  # a sign
    if far.isalnum() and near in ".,:":
        return not (edge.isdigit() and far.isdigit()) and near != "."
    if near in "+#" and edge.isalpha():
        return False
    return None if near == "-" and far.isalnum() else True


def _other_script(edge: str, near: str) -> bool:
    """Letters of Latin right beside those of Han, Kana or Hangul begin another word."""
    return near.isalpha() and edge.isalnum() and (edge.isascii() != near.isascii()) and not (edge.isascii() and ord(near) < 0x2E80)


def _is_number(text: str) -> bool:
    found = _QUANTITY.fullmatch(text)
    return found is not None and not found["before"] and not found["after"]


def _says_number(text: str, wanted: str, tokens: re.Pattern[str] = _TOKEN) -> bool | None:
    answers = [same_value(each[0], wanted) for each in tokens.finditer(text)]
    return True if True in answers else None if None in answers else False


def _same_quantity(shown: str, wanted: str) -> bool | None:
    one, other = _QUANTITY.fullmatch(shown), _QUANTITY.fullmatch(wanted)
    if one is None or other is None or _is_code(one["number"]) or _is_code(other["number"]):
        return False
    if (one["sign"] == "-") != (other["sign"] == "-") or not _units_agree(one, other):
        return False
    if one["number"] == other["number"]:
        return True
    readings, others = _readings(one["number"]), _readings(other["number"])
    if not readings & others:
        return False
    return True if len(readings) == len(others) == 1 else None


def _is_code(number: str) -> bool:
    """Leading zeros count in codes, and only there: 007 is not 7."""
    return len(number) > 1 and number[0] == "0" and number[1].isdigit()


def _units_agree(shown: re.Match[str], wanted: re.Match[str]) -> bool:
    """Where both name a unit it has to be one; a per cent is not a number of its own."""
    one, other = ((each["before"] or each["after"] or "").casefold() for each in (shown, wanted))
    if "%" in (one, other):
        return one == other
    return not other or _CODES.get(one, one) == _CODES.get(other, other)


def _readings(number: str) -> frozenset[float]:
    """All that a number can mean: 1.284 is one and something, or a thousand; 1,284 is a thousand wherever points are decimal."""
    plain = re.sub(r"[' ]", "", number)
    marks = re.findall(r"[.,]", plain)
    if len(set(marks)) == 2:
        decimal = marks[-1]
        return frozenset((float(plain.replace("," if decimal == "." else ".", "").replace(decimal, ".")),))
    if len(marks) > 1:
        return frozenset((float(re.sub(r"[.,]", "", plain)),))
    if not marks:
        return frozenset((float(plain),))
    whole, _, rest = plain.partition(marks[0])
    fraction, grouped = float(f"{whole}.{rest}"), float(whole + rest)
    if len(rest) != 3 or len(whole) > 3 or whole == "0":
        return frozenset((fraction,))
    return frozenset((grouped,)) if marks[0] == "," else frozenset((fraction, grouped))


@lru_cache(8_192)
def stem(word: str) -> str:
    """A word without the ending of several or of what was: `order` of `orders` and `ordered`. What goes on (`-ing`) is another."""
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ed", "es", "s", "d"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word

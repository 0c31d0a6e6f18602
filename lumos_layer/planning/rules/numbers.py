"""Numbers as goals write them, and things that are counted."""

from __future__ import annotations

import re

_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "once": 1, "twice": 2, "thrice": 3, "another": 1, "single": 1,
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10,
    "하나": 1, "둘": 2, "셋": 3,
}  # fmt: skip
NUMBER = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)"
TIMES = rf"(?:once|twice|thrice|{NUMBER} times?)"
KOREAN_TIMES = r"(?:\d{1,2}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s*(?:번|회)"
_COUNTED = re.compile(rf"^(?:the\s+)?(?P<number>{NUMBER}|an?)\s*(?:x|×|pieces? of|copies of)?\s+(?P<what>.+)$", re.IGNORECASE)


def number(words: str) -> int:
    """What a number in digits or words says; 1 for what is none."""
    first = words.strip().lower().split()[0].rstrip("번회") if words.strip() else ""
    return int(first) if first.isdecimal() else _WORDS.get(first, 1)


def counted(part: str) -> tuple[int, str]:
    """`two blue mugs` is 2 and `blue mug`; what is not counted is there once."""
    found = _COUNTED.match(part.strip())
    if found is None:
        return 1, part.strip()
    times = number(found["number"])
    return times, singular(found["what"]) if times > 1 else found["what"]


def singular(words: str) -> str:
    """`blue mugs` is `blue mug`."""
    return re.sub(r"(?<=[a-z]{2})(?<!s)s$", "", words)

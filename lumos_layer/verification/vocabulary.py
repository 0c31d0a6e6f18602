"""The words by which screens are read, as words.toml lists them, and the patterns that are made of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any

_FILE: dict[str, dict[str, Any]] = tomllib.loads(files("lumos_layer.verification").joinpath("words.toml").read_text("utf-8"))
_LIST = re.compile(r"<([a-z_]+)>")


def _pattern(lines: str) -> re.Pattern[str]:
    """One way to say it on each line; `<failed>` is any word of that list."""
    ways = "|".join(line.strip() for line in lines.splitlines() if line.strip())
    return re.compile(_LIST.sub(lambda found: f"(?:{_FILE['said'][found[1]]})", ways), re.IGNORECASE)


PATTERNS: Mapping[str, re.Pattern[str]] = MappingProxyType({name: _pattern(lines) for name, lines in _FILE["patterns"].items()})
WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {name: frozenset(text.split()) for name, text in _FILE["understood"].items()}
)

# What speaks against something that is to have come about.
AGAINST = tuple(
    PATTERNS[name]
    for name in (
        "before", "after", "beside", "asks", "repeats", "fails", "gone", "locked", "over", "under_way", "waits", "stands", "alone",
        "restart", "unsaved", "earlier", "bought", "queues", "reviews", "showing",
    )
)  # fmt: skip
DENIALS = frozenset(f"{_FILE['said']['denies']}|{_FILE['said']['never']}|{_FILE['said']['korean_denies']}|no|안".split("|"))

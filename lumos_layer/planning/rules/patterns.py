"""A pattern of a sentence, with the steps that it means."""

from __future__ import annotations

import re
from collections.abc import Callable

from lumos_layer.planning.rules.phrases import Held
from lumos_layer.planning.rules.steps import Step

Make = Callable[[Held, re.Match[str]], tuple[Step, ...]]
Rule = tuple[re.Pattern[str], Make]

FILE = r"[^\s/\\]+\.[A-Za-z0-9]{1,5}"


def rule(pattern: str, make: Make) -> Rule:
    """A sentence that is like the pattern, whatever its case; `make` gives no steps where it means something else all the same."""
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), make

"""What was found of an action: that it belongs to a class of sensitive acts, and how that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lumos_layer.actions.sensitive import Sensitive
from lumos_layer.safety.scene import Scene


@dataclass(frozen=True)
class Finding:
    """An act of one class; `rule` is the finder that says so, `evidence` what it saw, quoted.

    `cleared` says what in the surroundings explains it away; empty if nothing does.
    """

    kind: Sensitive
    rule: str
    evidence: str
    cleared: str = ""


Finder = Callable[[Scene], Iterable[Finding]]

_SHOWN = 120  # characters of a quotation


def quoted(text: str) -> str:
    """Words of a screen as a finding quotes them: on one line, and not too long."""
    text = " ".join(text.split())
    return f"“{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}”"

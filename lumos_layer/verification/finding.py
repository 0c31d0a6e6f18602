"""What a probe found, before it is told."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from lumos_layer.state.evidence import Kind
from lumos_layer.state.probing import Answer

_SHOWN = 200  # characters of a quote
_QUOTES = 6


class Finding(Struct, frozen=True, kw_only=True):
    """An answer, with how sure it is (0 to 1).

    `seen`: a no that rests on something seen which is otherwise, not on something that was not found. `weak`: of a kind that proves
    nothing beside a stronger source. `overrules`: it shows that what an act was to bring about has not come about, or not yet, or
    that only a message says so. `unclear`: what was looked for is there, and nothing stands against it but words that nobody
    understands, or that none beside it says that it has come about.
    """

    verdict: bool | None = None
    kind: Kind = "element"
    quotes: tuple[str, ...] = ()
    why: str = ""
    error: str = ""
    bindings: Mapping[str, str] = MappingProxyType({})
    confidence: float = 1.0
    seen: bool = False
    weak: bool = False
    overrules: bool = False
    unclear: bool = False

    def answer(self) -> Answer:
        """As the port tells it."""
        return Answer(
            verdict=self.verdict,
            kind=self.kind,
            quotes=tuple(quote[:_SHOWN] for quote in self.quotes if quote)[:_QUOTES],
            why=self.why[:2_000],
            error=self.error[:2_000],
            bindings=dict(self.bindings),
        )


def uncertain(kind: Kind, why: str, *quotes: str) -> Finding:
    return Finding(kind=kind, why=why, quotes=quotes)


def unclear(kind: Kind, why: str, *quotes: str) -> Finding:
    return Finding(kind=kind, why=why, quotes=quotes, unclear=True)


def otherwise(kind: Kind, why: str, *quotes: str) -> Finding:
    """A no that rests on what was seen, and overrules the act that was to bring about the yes."""
    return Finding(verdict=False, kind=kind, quotes=quotes, why=why, seen=True, overrules=True)


def broken(kind: Kind, problem: str) -> Finding:
    """The probe could not be made: that says nothing of what it asks."""
    return Finding(kind=kind, error=problem, why=f"Nobody can tell: {problem}")

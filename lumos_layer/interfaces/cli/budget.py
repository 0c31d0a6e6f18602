"""How many tokens an answer may cost, and how these are counted."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from lumos_layer.perception import tokens

Counting = Literal["exact", "estimate"]

BudgetOption = Annotated[int | None, typer.Option(min=1, metavar="N", help="At most so many tokens.", show_default=False)]
CountingOption = Annotated[
    Counting,
    typer.Option("--tokens", metavar="HOW", help="How the budget counts: exact, or estimate, which needs no tokenizer."),
]


def counter_of(counting: Counting) -> tokens.Counter | None:
    """What counts so; None for exact tokens."""
    return tokens.estimate if counting == "estimate" else None

"""The columns that people see of a comparison, the same in a terminal and on a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import floor
from typing import Literal

from msgspec import Struct

from lumos_layer.evaluation.comparison import Measured
from lumos_layer.evaluation.summary import Summary, figures

Unit = Literal["count", "share", "milliseconds"]
UNKNOWN = "–"


class Column(Struct, frozen=True):
    """A figure, or with `of` its share of another one; `about` says to a person what it is."""

    title: str
    figure: str
    about: str
    unit: Unit = "count"
    of: str = ""

    def of_row(self, row: Measured) -> float | None:
        return self._of(figures(row))

    def of_summary(self, summary: Summary) -> float | None:
        """The median of the files; of a share, that over all of them together."""
        return self._of(summary.sums if self.unit == "share" else summary.medians)

    def _of(self, known: Mapping[str, float]) -> float | None:
        figure = known.get(self.figure)
        if not self.of or figure is None:
            return figure
        whole = known.get(self.of)
        return figure / whole if whole else None

    def written(self, number: float | None) -> str:
        return UNKNOWN if number is None else _WRITTEN[self.unit](number)


def _share(part: float) -> str:
    """In percent, rounded down, so that only a whole is called 100 %."""
    return f"{floor(part * 1000 + 1e-9) / 10:.1f} %"


def _count(number: float) -> str:
    return f"{number:,.0f}"


def _milliseconds(number: float) -> str:
    return f"{number:,.1f}"


_WRITTEN: Mapping[Unit, Callable[[float], str]] = {"count": _count, "share": _share, "milliseconds": _milliseconds}

COLUMNS = (
    Column("nodes", "nodes", "Nodes of the tree."),
    Column("dump", "raw_tokens", "Tokens of the dump as it is."),
    Column("minified", "minified_tokens", "Tokens of the dump without insignificant white space."),
    Column("rows", "rows_tokens", "Tokens of one row a node: role, name, value, state, box."),
    Column("visible rows", "visible_rows_tokens", "Tokens of such rows of visible nodes only."),
    Column("OpenAI", "screenshot_openai_tokens", "Tokens of a screenshot by OpenAI's rule for GPT-4o in high detail."),
    Column("Anthropic", "screenshot_anthropic_tokens", "Tokens of a screenshot by Anthropic's rule."),
    Column("object", "object_tokens", "Tokens of the full blueprint in the object form."),
    Column("boxes", "boxes_tokens", "Tokens of the full blueprint with boxes, in the compact form."),
    Column("centres", "centres_tokens", "Tokens of the full blueprint with centres, in the compact form."),
    Column("full", "full_tokens", "Tokens of the full blueprint in the compact form."),
    Column("interactive", "interactive_tokens", "Tokens of the interactive view."),
    Column("outline", "outline_tokens", "Tokens of the outline."),
    Column("full, of dump", "full_tokens", "Tokens of the full blueprint beside those of the dump.", "share", "raw_tokens"),
    Column(
        "recall",
        "recall_shown",
        "Visible actionable elements that the full blueprint shows exactly once.",
        "share",
        "recall_elements",
    ),
    Column(
        "ambiguous",
        "ambiguity_ambiguous",
        "Elements that role, name, value, group and the words before do not tell apart.",
        "share",
        "ambiguity_elements",
    ),
    Column(
        "needed",
        "coverage_full",
        "Elements used by recorded actions that the full blueprint shows.",
        "share",
        "coverage_needed",
    ),
    Column(
        "told apart",
        "coverage_full_apart",
        "Elements used by recorded actions that the full blueprint shows and tells from all others.",
        "share",
        "coverage_needed",
    ),
    Column("evidence", "evidence_shown", "What recorded actions changed that is to be seen afterwards.", "share", "evidence_facts"),
    Column("ms", "milliseconds_read", "Milliseconds from the dump's bytes to an observation.", "milliseconds"),
)
BRIEFEST = ("dump", "full", "full, of dump", "recall", "ambiguous")
BRIEF = ("nodes", "dump", "rows", "OpenAI", "full", "interactive", "full, of dump", "recall", "ambiguous", "needed", "ms")


def shortened(names: list[str]) -> list[str]:
    """Paths without the folders that all of them begin with."""
    parts = [name.split("/") for name in names]
    shared = 0
    while len(parts) > 1 and all(len(path) > shared + 1 and path[shared] == parts[0][shared] for path in parts):
        shared += 1
    return ["/".join(path[shared:]) for path in parts]

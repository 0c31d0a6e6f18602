from __future__ import annotations

import pytest

from lumos_layer.evaluation.ambiguity import Ambiguity
from lumos_layer.evaluation.comparison import Failed, Measured, Row, Size, Sizes, Stages
from lumos_layer.evaluation.coverage import Coverage
from lumos_layer.evaluation.recall import Recall
from lumos_layer.evaluation.summary import Shares, column_names, figures, report, summary


def measured(name: str, tokens: int, *, shown: int = 4, coverage: Coverage | None = None) -> Measured:
    size = Size(bytes=4 * tokens, tokens=tokens)
    names = ("raw", "minified", "rows", "visible_rows", "object", "boxes", "centres", "full", "interactive", "outline")
    return Measured(
        file=f"{name}/{tokens}.xml",
        folder=name,
        format="uia",
        nodes=10,
        sizes=Sizes(**dict.fromkeys(names, size)),
        screenshot=None,
        recall=Recall(4, shown),
        ambiguity=Ambiguity(4, 2, 1),
        coverage=coverage,
        evidence=None,
        milliseconds=Stages(1.5, 0.5, 0.25),
    )


FAILED = Failed(file="b/x.xml", folder="b", error="no dump")


def test_figures_go_by_the_names_of_their_columns() -> None:
    found = figures(measured("a", 5, coverage=Coverage(1, 1, 1, 0, 1, 0)))
    assert found["raw_bytes"] == 20
    assert found["full_tokens"] == 5
    assert found["recall_shown"] == 4
    assert found["coverage_full_apart"] == 0
    assert found["milliseconds_read"] == 1.5
    assert "screenshot_width" not in found


def test_medians_and_sums_are_over_the_files_that_have_a_figure() -> None:
    rows: list[Row] = [measured("a", 5), measured("a", 7, coverage=Coverage(2, 2, 2, 1, 2, 1)), measured("a", 30), FAILED]
    found = summary("a", rows)
    assert (found.of, found.files, found.failed) == ("a", 4, 1)
    assert (found.medians["raw_tokens"], found.sums["raw_tokens"]) == (7, 42)
    assert (found.medians["coverage_needed"], found.sums["coverage_needed"]) == (2, 2)


def test_shares_are_over_all_elements_together() -> None:
    found = summary("a", [measured("a", 5, shown=4), measured("a", 7, shown=1, coverage=Coverage(3, 2, 2, 1, 1, 1))]).shares
    assert found == Shares(
        recall=5 / 8,
        ambiguous=2 / 8,
        alike=4 / 8,
        needed_full=1.0,
        needed_full_apart=0.5,
        needed_interactive=0.5,
        needed_interactive_apart=0.5,
        evidence=None,
    )


def test_a_report_has_a_summary_for_each_folder_each_format_and_all() -> None:
    found = report([measured("b", 5), FAILED, measured("a", 7)], "exact")
    assert [(one.of, one.files, one.failed) for one in found.folders] == [("a", 1, 0), ("b", 2, 1)]
    assert [(one.of, one.files, one.failed) for one in found.formats] == [("uia", 2, 0)]
    assert (found.total.of, found.total.files, found.total.failed) == ("all", 3, 1)


@pytest.mark.parametrize("rows", [[], [FAILED]])
def test_without_a_dump_there_are_no_figures(rows: list[Failed]) -> None:
    found = summary("none", rows)
    assert (found.medians, found.sums, found.shares.recall) == ({}, {}, None)
    assert column_names(rows) == []


def test_columns_are_those_that_any_row_has() -> None:
    names = column_names([measured("a", 5), measured("a", 5, coverage=Coverage(1, 1, 1, 1, 1, 1)), FAILED])
    assert names[:3] == ["nodes", "raw_bytes", "raw_tokens"]
    assert "coverage_steps" in names
    assert len(names) == len(set(names))

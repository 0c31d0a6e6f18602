"""A suite that was run, as one self-contained HTML page: figures, plots, and tables that can be sorted; it loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from lumos_layer.evaluation.suites.rows import TriedCase
from lumos_layer.evaluation.suites.summary import Group, SuiteReport
from lumos_layer.interfaces.report.framing import section, table, table_row, whole_page
from lumos_layer.interfaces.report.plots import Bar, bars
from lumos_layer.interfaces.report.suite_columns import COLUMNS, Column, counts, written
from lumos_layer.interfaces.report.svg import picture, tag, words
from lumos_layer.perception.text import clean_line

_STYLE = (
    ".series-0 { fill: hsl(150 55% 38%); } .series-1 { fill: hsl(28 80% 50%); } .series-2 { fill: hsl(2 65% 46%); }\n"
    ".series-99 { fill: var(--soft); }\n"
)
_AXES: Mapping[str, str] = {
    "app": "Success by app",
    "level": "Success by level",
    "kind": "Success by kind of task",
    "faults": "Success by level of faults",
    "without": "Success without a part",
    "contract": "Success by what the planner is shown",
    "planner": "Success by planner",
}
_WIDTH, _LABELS, _ROW = 720.0, 170.0, 24.0
_TOKENS = (("shown", "shown to the planner", 0), ("visible", "visible nodes as rows", 99), ("tree", "all nodes as rows", 99),
           ("openai", "screenshot, OpenAI", 1), ("anthropic", "screenshot, Anthropic", 1))  # fmt: skip


def suite_page(report: SuiteReport) -> str:
    body = [_heading(report), _figures(report), f'<div class="plots">{"".join(_plots(report))}</div>', *_tables(report)]
    return whole_page(f"Suite {report.suite}", _STYLE, body)


def _heading(report: SuiteReport) -> str:
    base = report.base
    missing = report.wanted - len(report.runs)
    cut = f' <span class="bad">{missing:,} of {report.wanted:,} runs are not finished.</span>' if missing else ""
    return (
        f"<h1>Suite {escape(report.suite)}</h1>\n"
        f'<p class="soft">{escape(report.about)} {len(report.runs):,} runs.{cut} The base is planner {escape(base.planner)}, shown '
        f"{escape(base.contract)}, faults {escape(base.faults)}, without {escape(base.without)}.</p>"
    )


def _figures(report: SuiteReport) -> str:
    group = report.whole
    if group is None:
        return ""
    cells = (
        f'<div title="{escape(column.about)}"><dt>{escape(column.title)}</dt><dd>{escape(written(column, group))}</dd></div>'
        for column in COLUMNS
    )
    return f"<dl>{''.join(cells)}</dl>"


def _plots(report: SuiteReport) -> Iterator[str]:
    for axis, title in _AXES.items():
        found = [group for group in report.groups if group.axis == axis]
        if found:
            about = "Green: as the task wants it; red, from the right: said to be done and not so."
            yield _figure(title, about, _shares(title, found))
    base = report.whole
    if base is not None and base.tokens is not None:
        known = [(label, series, getattr(base.tokens, name)) for name, label, series in _TOKENS]
        found_costs = [Bar(label, number, series) for label, series, number in known if number > 0]
        yield from _barred("Tokens of one look", "Means of all looks of the base, on a logarithmic scale.", found_costs)
    for title, counts_of in _counted(report):
        found_counts = [Bar(name, number, 2) for name, number in counts_of.items() if number > 0]
        yield from _barred(title, "Runs of the base, on a logarithmic scale.", found_counts)


def _barred(title: str, about: str, found: Sequence[Bar]) -> Iterator[str]:
    """The plot of these numbers; none where there are none."""
    if found:
        yield _figure(title, about, bars(title, found))


def _counted(report: SuiteReport) -> Iterator[tuple[str, Mapping[str, int]]]:
    base = report.whole
    if base is not None:
        yield "Failures by cause", base.causes
        yield "Failures by role", base.roles
        yield "Recoveries", base.recoveries
        yield "Repairs", base.repairs


def _shares(label: str, groups: Sequence[Group]) -> str:
    """Bars from 0 to 100 %: success, and on it, to the right, false completions."""
    bottom, end = 4 + _ROW * len(groups), _WIDTH - 100
    parts: list[str] = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = _LABELS + share * (end - _LABELS)
        parts.append(tag("line", x1=x, y1=4.0, x2=x, y2=bottom, class_="grid"))
        parts.append(words(f"{share:.0%}", x, bottom + 16, class_="axis", text_anchor="middle"))
    for place, group in enumerate(groups):
        y, good = 4 + place * _ROW, group.success * (end - _LABELS)
        false = group.false_completion_rate * (end - _LABELS)
        parts += [
            words(group.of, _LABELS - 8, y + 16, text_anchor="end"),
            tag("rect", x=_LABELS, y=y + 3, width=good, height=_ROW - 6, class_="series-0"),
            tag("rect", x=end - false, y=y + 3, width=false, height=_ROW - 6, class_="series-2"),
            words(f"{group.success:.0%} of {group.runs:,}", end + 6, y + 16),
        ]
    return picture(_WIDTH, bottom + 24, label, parts)


def _figure(title: str, about: str, plot: str) -> str:
    return f"<figure><figcaption><b>{escape(title)}</b>{escape(about)}</figcaption>{plot}</figure>"


def _tables(report: SuiteReport) -> Iterator[str]:
    yield section(
        "Groups", "Each group of an axis differs from the base in that axis alone. Press a heading to sort.", _groups(report)
    )
    failed = [row for row in report.runs if not row.success]
    if failed:
        yield section("Runs that failed", "What was not as it should be, and what the run said.", _failures(failed))
    yield section("Runs", "", _runs(report.runs))


def _text(said: str) -> str:
    return f"<td>{escape(clean_line(said))}</td>"


def _words(said: str) -> str:
    return f'<td class="words">{escape(clean_line(said))}</td>'


def _groups(report: SuiteReport) -> str:
    headings = [("axis", ""), ("of", ""), *((column.title, column.about) for column in COLUMNS), ("causes", ""), ("roles", "")]
    rows = (
        table_row(
            group.axis,
            _text(group.of),
            *(_number(column, group) for column in COLUMNS),
            _words(counts(group.causes)),
            _words(counts(group.roles)),
        )
        for group in report.groups
    )
    return table(headings, rows)


def _number(column: Column, group: Group) -> str:
    number = column.of(group)
    exact = "" if number is None else f"{number:.6g}"
    return f'<td data-number="{exact}">{escape(written(column, group))}</td>'


def _failures(rows: Iterable[TriedCase]) -> str:
    headings = [(title, "") for title in ("run", "status", "cause", "role", "wrong", "said")]
    made = (
        table_row(
            row.id,
            _text(row.status),
            _text(row.cause),
            _text(row.role),
            _words("; ".join(row.wrong)),
            _words(row.error or row.said),
        )
        for row in rows
    )
    return table(headings, made)


def _runs(rows: Iterable[TriedCase]) -> str:
    headings = [
        (title, "")
        for title in (
            "run",
            "app",
            "level",
            "success",
            "status",
            "acts",
            "asked",
            "tokens a look",
            "ms",
            "outcomes",
            "repairs",
            "recoveries",
        )
    ]
    made = (
        table_row(
            row.id,
            _text(row.app),
            _text(str(row.level)),
            _text("yes" if row.success else "no"),
            _text(row.status),
            f'<td data-number="{row.acts}">{row.acts}</td>',
            f'<td data-number="{row.asked}">{row.asked}</td>',
            f'<td data-number="{_a_look(row):.1f}">{_a_look(row):,.0f}</td>',
            f'<td data-number="{row.milliseconds.run}">{row.milliseconds.run:,.0f}</td>',
            _words(counts(row.outcomes)),
            _words(counts(row.repairs)),
            _words(counts(row.recoveries)),
        )
        for row in rows
    )
    return table(headings, made)


def _a_look(row: TriedCase) -> float:
    return row.costs.shown / row.costs.looks if row.costs.looks else 0.0

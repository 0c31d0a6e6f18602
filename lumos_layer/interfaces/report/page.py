"""A comparison as one self-contained HTML page: figures, plots, and tables that can be sorted. It loads nothing from anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from lumos_layer.evaluation.comparison import Failed, Measured, Row
from lumos_layer.evaluation.summary import Report, Summary
from lumos_layer.interfaces.report.columns import COLUMNS, Column, shortened
from lumos_layer.interfaces.report.framing import section, table, table_row, whole_page
from lumos_layer.interfaces.report.plots import Bar, Dot, bars, dots
from lumos_layer.perception.text import clean_line

# Lightness 40 to 60 % in a light page, 60 to 75 % in a dark one; neighbours differ in hue and in lightness.
_HUES = (212, 28, 150, 330, 48, 265, 185, 95, 0, 235, 125, 300, 70, 195)
_REST = 99  # the series of bars that are no blueprint
_BARS = (  # representation, series
    ("dump", _REST), ("minified", _REST), ("rows", _REST), ("visible rows", _REST), ("OpenAI", 1), ("Anthropic", 1),
    ("object", 0), ("boxes", 0), ("centres", 0), ("full", 0), ("interactive", 0), ("outline", 0),
)  # fmt: skip
_LONGER = {"OpenAI": "screenshot, OpenAI", "Anthropic": "screenshot, Anthropic", "full": "full blueprint"}
_BY_TITLE = {column.title: column for column in COLUMNS}


def page(report: Report) -> str:
    measured = [row for row in report.files if isinstance(row, Measured)]
    failed = [row for row in report.files if isinstance(row, Failed)]
    body = [_heading(report), _figures(report)]
    if measured:
        plots = _bars(report.total), _by_format(report), _sizes(report, measured), _times(report, measured)
        body.append(f'<div class="plots">{"".join(plots)}</div>')
    if failed:
        body.append(section("Not compared", "These files could not be read as dumps.", _failures(failed)))
    if measured:
        about = "Medians of the files; shares are over all elements of the folder together."
        body += [
            section("Folders", about, _summaries("folder", report.folders, shortened([of.of for of in report.folders]))),
            section("Formats", about, _summaries("format", report.formats, [of.of for of in report.formats])),
            section("Files", "Press a heading to sort.", _files(measured)),
        ]
    return whole_page("Dumps and blueprints compared", _colours(len(report.formats)), body)


def _colours(count: int) -> str:
    """A colour for each series, for light and dark pages."""

    def rules(lightness: Sequence[int]) -> str:
        hues = ((i, _HUES[i % len(_HUES)], lightness[i % 2]) for i in range(max(count, 2)))
        return "".join(f".series-{i} {{ fill: hsl({hue} 65% {light}%); }}\n" for i, hue, light in hues)

    rest = f".series-{_REST} {{ fill: var(--soft); }}\n"
    return f"{rest}{rules((42, 52))}@media (prefers-color-scheme: dark) {{\n{rules((62, 72))}}}\n"


def _heading(report: Report) -> str:
    counted = "estimated" if report.tokens == "estimate" else "of o200k_base, counted exactly"
    return (
        "<h1>Dumps and blueprints compared</h1>\n"
        f'<p class="soft">What a language model would have to read of {report.total.files:,} recorded screens, '
        f"as they were dumped, as other tools write them, as a picture, and as blueprints. Tokens are {counted}.</p>"
    )


def _figures(report: Report) -> str:
    total = report.total
    found = [("files", "", f"{total.files:,}", False), ("not compared", "", f"{total.failed:,}", total.failed > 0)]
    for title in ("dump", "full", "full, of dump", "recall", "ambiguous", "needed", "evidence"):
        column = _BY_TITLE[title]
        number = column.of_summary(total)
        name = f"{title}, median tokens" if column.unit == "count" else title
        found.append((name, column.about, column.written(number), title == "recall" and number is not None and number < 1))
    cells = (
        f'<div title="{escape(about)}"><dt>{escape(name)}</dt><dd{_class("bad" if bad else "")}>{escape(words)}</dd></div>'
        for name, about, words, bad in found
    )
    return f"<dl>{''.join(cells)}</dl>"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _figure(title: str, about: str, plot: str) -> str:
    return f"<figure><figcaption><b>{escape(title)}</b>{escape(about)}</figcaption>{plot}</figure>"


def _bars(total: Summary) -> str:
    known = ((title, series, _BY_TITLE[title].of_summary(total)) for title, series in _BARS)
    found = [Bar(_LONGER.get(title, title), number, series) for title, series, number in known if number]
    title = "Tokens of one screen"
    return _figure(title, "Medians of all files, on a logarithmic scale.", bars(title, found))


def _by_format(report: Report) -> str:
    found = [Bar(of.of, of.medians["full_tokens"], series) for series, of in enumerate(report.formats)]
    title = "Tokens of a full blueprint, by format"
    return _figure(title, "Medians of the files of each format, on a logarithmic scale.", bars(title, found))


def _sizes(report: Report, measured: Iterable[Measured]) -> str:
    names = [summary.of for summary in report.formats]
    found = [
        Dot(row.sizes.raw.tokens, row.sizes.full.tokens, names.index(row.format), _about(row))
        for row in measured
        if row.sizes.full.tokens
    ]
    title = "Full blueprint beside its dump"
    plot = dots(title, "tokens of the dump", "tokens of the full blueprint", found, names, (1, 0.1, 0.01))
    return _figure(title, "A dot for each file, coloured by format; the lines are shares of the dump's tokens.", plot)


def _about(row: Measured) -> str:
    return f"{row.file}: {row.sizes.raw.tokens:,} tokens, blueprint {row.sizes.full.tokens:,}"


def _times(report: Report, measured: Iterable[Measured]) -> str:
    names = [summary.of for summary in report.formats]
    found = []
    for row in measured:
        time = row.milliseconds.read + row.milliseconds.blueprint + row.milliseconds.print
        found.append(Dot(row.sizes.raw.bytes, time, names.index(row.format), f"{row.file}: {row.nodes:,} nodes, {time:.1f} ms"))
    title = "Time from a dump's bytes to the printed blueprint"
    return _figure(
        title, "A dot for each file, coloured by format.", dots(title, "bytes of the dump", "milliseconds", found, names)
    )


def _number(column: Column, number: float | None) -> str:
    bad = column.title == "recall" and number is not None and number < 1
    exact = "" if number is None else f"{number:.6g}"
    return f'<td{_class("bad" if bad else "")} data-number="{exact}">{escape(column.written(number))}</td>'


def _headings() -> list[tuple[str, str]]:
    return [(column.title, column.about) for column in COLUMNS]


def _summaries(of: str, summaries: Sequence[Summary], names: Sequence[str]) -> str:
    rows = (
        table_row(
            name,
            f'<td data-number="{summary.files}">{summary.files:,}</td>',
            *(_number(column, column.of_summary(summary)) for column in COLUMNS),
        )
        for summary, name in zip(summaries, names, strict=True)
    )
    return table([(of, ""), ("files", "Files found there."), *_headings()], rows)


def _files(measured: Sequence[Measured]) -> str:
    names = shortened([row.file for row in measured])
    rows = (
        table_row(name, f"<td>{escape(row.format)}</td>", *(_number(column, column.of_row(row)) for column in COLUMNS))
        for row, name in zip(measured, names, strict=True)
    )
    return table([("file", ""), ("format", ""), *_headings()], rows)


def _failures(failed: Sequence[Row]) -> str:
    rows = (
        table_row(row.file, f'<td class="words">{escape(clean_line(row.error))}</td>') for row in failed if isinstance(row, Failed)
    )
    return table([("file", ""), ("why", "")], rows)

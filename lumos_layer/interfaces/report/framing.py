"""What every page of a report has around its body: one file that loads nothing, with a style and tables that can be sorted."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files

from lumos_layer.perception.text import clean_line

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def whole_page(title: str, style: str, body: Iterable[str]) -> str:
    """The page of a title and the parts of its body; `style` are rules of its own, after those of all pages."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>\n{_part('page.css')}{style}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + f"\n<script>\n{_part('sort.js')}</script>\n</body>\n</html>\n"
    )


def section(title: str, about: str, table: str) -> str:
    """A heading, what is to be said of the table, and the table in a frame that can be scrolled with keys, too."""
    frame = f'<div class="wide" role="region" tabindex="0" aria-label="{escape(title)}">{table}</div>'
    return f'<h2>{escape(title)}</h2>\n<p class="soft">{escape(about)}</p>\n{frame}'


def table(headings: Iterable[tuple[str, str]], rows: Iterable[str]) -> str:
    """A table of headings, each with what it means, and rows as `table_row` makes them."""
    head = "".join(f'<th scope="col" title="{escape(about)}">{escape(title)}</th>' for title, about in headings)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{''.join(rows)}</tbody>\n</table>"


def table_row(name: str, *cells: str) -> str:
    """A row with its name and its cells, which are HTML already."""
    return f'<tr><th scope="row">{escape(clean_line(name))}</th>{"".join(cells)}</tr>\n'


def _part(name: str) -> str:
    return files("lumos_layer.interfaces.report").joinpath(name).read_text("utf-8")

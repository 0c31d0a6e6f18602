"""What every page of a report has around its body: one file that loads nothing, with a style and tables that can be sorted."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files

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


def _part(name: str) -> str:
    return files("lumos_layer.interfaces.report").joinpath(name).read_text("utf-8")

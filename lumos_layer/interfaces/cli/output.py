"""What a command prints: JSON on standard output, laid out where people read it; remarks on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import orjson
from rich.console import Console
from rich.highlighter import JSONHighlighter
from rich.table import Table
from rich.text import Text

from lumos_layer.perception.text import clean_line

_INDENT = 2
_Words = Callable[[str], str]
_left_out: list[_Words] = []  # what takes out of all that is printed what must not be


def leave_out(without: _Words) -> None:
    """From now on, print nothing that this takes out of a text."""
    _left_out.append(without)


def without_secrets(text: str) -> str:
    """The text as it may be printed."""
    for without in _left_out:
        text = without(text)
    return text


def for_people(as_json: bool) -> bool:
    """True if standard output is a terminal and nobody asked for JSON."""
    return not as_json and sys.stdout.isatty()


def print_json(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def print_laid_out(text: str) -> None:
    """The JSON `text`, still JSON, in lines that fit the terminal."""
    console = Console()
    laid_out = Text(lay_out(orjson.loads(text), console.width))
    JSONHighlighter().highlight(laid_out)
    console.print(laid_out, soft_wrap=True)


def print_answer(text: str, people: bool) -> None:
    """The JSON `text`: laid out for people, as it is for programs."""
    (print_laid_out if people else print_json)(text)


def print_table(table: Table) -> None:
    Console().print(table)


def remark(text: str) -> None:
    """A line about the answer, beside it."""
    _say(Text(clean_line(without_secrets(text)), style="dim"))


def warn(text: str) -> None:
    _say(Text.assemble(("warning: ", "bold yellow"), clean_line(without_secrets(text))))


def complain(text: str) -> None:
    _say(Text.assemble(("error: ", "bold red"), clean_line(without_secrets(text))))


def _say(line: Text) -> None:
    Console(stderr=True).print(line, soft_wrap=True)


def lay_out(value: Any, width: int, indent: int = 0) -> str:
    """`value` as JSON in lines of up to `width` characters where it can be; what fits a line stays on one."""
    flat = orjson.dumps(value).decode()
    if indent + len(flat) <= width or not isinstance(value, dict | list) or not value:
        return flat
    margin = indent + _INDENT
    if isinstance(value, dict):
        parts = [f"{orjson.dumps(key).decode()}: {lay_out(item, width, margin)}" for key, item in value.items()]
        return _stack(parts, "{", "}", indent)
    parts = [lay_out(item, width, margin) for item in value]
    return _stack(parts if any(map(_nests, value)) else _filled(parts, width - margin), "[", "]", indent)


def _nests(item: Any) -> bool:
    """True for what deserves a line of its own inside an array: what holds more than numbers and details."""
    if isinstance(item, dict):
        return any(isinstance(held, dict | list) for held in item.values())
    return isinstance(item, list) and not all(isinstance(held, int | float) for held in item)


def _stack(lines: list[str], opening: str, closing: str, indent: int) -> str:
    start = "\n" + " " * (indent + _INDENT)
    return opening + start + ("," + start).join(lines) + "\n" + " " * indent + closing


def _filled(parts: list[str], width: int) -> list[str]:
    """As many parts on each line as fit it."""
    lines = parts[:1]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += ", " + part
        else:
            lines.append(part)
    return lines

"""Elements of a made-up dump, and how a dump of exactly so many of them is written without holding it whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

Write = Callable[[str], object]


class Element(NamedTuple):
    """One XML element; `attributes` are written out, each with a blank before it."""

    tag: str
    attributes: str
    children: tuple[Element, ...] = ()
    text: str = ""


def size(element: Element) -> int:
    """How many elements it is, itself included."""
    return 1 + sum(map(size, element.children))


def write_dump(
    write: Write, nodes: int, shell: Sequence[Element], sections: Iterator[Element], filler: Callable[[int], Element]
) -> None:
    """Write a dump of exactly `nodes` elements: sections in the innermost of the shell's nested elements.

    What the next section would exceed is filled up with single elements; `filler` is told their place among the
    sections. Raises ValueError if not even the shell fits.
    """
    left, written = nodes - len(shell), 0
    if left < 0:
        raise ValueError(f"A dump of this dialect has at least {len(shell)} nodes, not {nodes}.")
    for element in shell:
        write(f"<{element.tag}{element.attributes}>")
    for section in sections:
        count = size(section)
        if count > left:
            break
        write(_text(section))
        left -= count
        written += 1
    for index in range(written, written + left):
        write(_text(filler(index)))
    for element in reversed(shell):
        write(f"</{element.tag}>")


def _text(element: Element) -> str:
    parts: list[str] = []
    _write(element, parts.append)
    return "".join(parts)


def _write(element: Element, write: Write) -> None:
    tag, attributes, children, text = element
    if not children and not text:
        write(f"<{tag}{attributes}/>")
        return
    write(f"<{tag}{attributes}>{escape(text)}")
    for child in children:
        _write(child, write)
    write(f"</{tag}>")

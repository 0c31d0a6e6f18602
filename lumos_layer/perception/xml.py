"""XML of untrusted origin to a draft: no entities, no network, bounded; damage is repaired with a warning or refused.

libxml2 reads first, because it is strict and fast. What it refuses (damage, document types, more than 2,048 levels) is read by
a tolerant reader of our own, in one walk from left to right: what stands in a dump stays in the tree, wherever it is damaged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, cast
from xml.parsers import expat

from lxml import etree

from lumos_layer.errors import LimitExceeded, UnknownFormat
from lumos_layer.perception.draft import Draft, XmlFormat, XmlReading
from lumos_layer.perception.limits import Limits
from lumos_layer.perception.tolerant_xml import ATTRIBUTE, NAME, Tolerant
from lumos_layer.perception.xml_target import NotStrict, Target, target_for

_HEAD = 1 << 12  # bytes in which the root element is looked for first
_DEEPEST = 2048  # levels that libxml2 reads, whatever it is told
_FIRST_TAG = re.compile(rb"<\?xml[\s?]|^[^\S\n]*<[A-Za-z_!?]", re.MULTILINE)
_DECLARATION = re.compile(rb"\s*<\?xml(?=[\s?])[^>]{0,200}?\?>\s*")
_ANY_TAG = re.compile(rf"<({NAME})([^<>]*+)")
_OPTIONS: Mapping[str, Any] = {
    "encoding": "utf-8",
    "huge_tree": True,
    "resolve_entities": "internal",  # there are none; but otherwise libxml2 leaves `&amp;` in attributes half resolved
    "no_network": True,
    "load_dtd": False,
    "remove_comments": True,
    "remove_pis": True,
}


def looks_like_xml(data: bytes) -> bool:
    """True if the text, or what follows lines printed before it, begins with a tag."""
    return data[:1] == b"<" or _FIRST_TAG.search(data[:_HEAD]) is not None


def read_xml(data: bytes, formats: Sequence[XmlFormat], limits: Limits, first_line: int = 1) -> tuple[XmlFormat, Draft]:
    """Read UTF-8 bytes by the first of `formats` that recognises their root.

    `first_line` is the line of the dump in which the bytes begin. Raises UnknownFormat if no dialect recognises the root,
    DamagedDump if there is no element, LimitExceeded.
    """
    begin, end, notes = _extent(data)
    chosen: list[tuple[XmlFormat, XmlReading, Target]] = []  # by the root element

    def start(tag: str, attrib: Mapping[str, str]) -> Target:
        inner = None if attrib else _first_inside(data[begin : begin + _HEAD])
        dialect, reading = _recognised(tag, attrib, inner, formats)
        chosen.append((dialect, reading, target_for(reading, limits)))
        return chosen[-1][2]

    try:
        _read_strictly(data[begin:end], start, limits)
        notes += _passed_over("after", data[end:])
    except NotStrict as refused:
        chosen.clear()
        tolerant = Tolerant(data[begin:].decode("utf-8", "replace"), start, limits.depth)
        notes += tolerant.read(first_line + data.count(b"\n", 0, begin), refused)
    dialect, reading, target = chosen[0]
    draft = target.draft
    if reading.with_text:
        for i, text in target.texts.items():
            whole = text + "".join(target.later[i]) if i in target.later else text
            draft.nodes[i] = reading.with_text(draft.nodes[i], whole)
    draft.warnings[:0] = notes
    reading.finish(draft)
    return dialect, draft


def _extent(data: bytes) -> tuple[int, int, list[str]]:
    """Where the dump begins and ends among the lines that a shell printed before and after it; and a note of the former."""
    begin = 0
    if data[:1] != b"<":
        found = _FIRST_TAG.search(data[:_HEAD])
        begin = max(0, data.find(b"<", found.start() if found else 0))
    notes = _passed_over("before", data[:begin])
    if begin and (declaration := _DECLARATION.match(data, begin)):
        begin = declaration.end()
    end = len(data) if data[-1:] == b">" else data.rfind(b">") + 1
    return begin, end if end > begin else len(data), notes


def _passed_over(where: str, data: bytes) -> list[str]:
    junk = data.strip()
    return [f"Bytes that are no XML stand {where} the dump and were passed over: {len(junk)}."] if junk else []


def _recognised(
    tag: str, attrib: Mapping[str, str], inner: tuple[str, dict[str, str]] | None, formats: Sequence[XmlFormat]
) -> tuple[XmlFormat, XmlReading]:
    """The first dialect that recognises the root; a root that says nothing of itself (`<hierarchy>`) is known by what is in it."""
    for candidate in (inner, (tag, attrib)):
        for dialect in formats:
            if len(formats) == 1 or (candidate is not None and dialect.recognises(*candidate)):
                return dialect, dialect.start(tag, attrib)
    raise UnknownFormat(f"XML with the root <{tag[:80]}>", [dialect.name for dialect in formats])


def _first_inside(head: bytes) -> tuple[str, dict[str, str]] | None:
    """Tag and attributes of the first element inside the root, as far as the dump's first bytes tell."""
    tags = list(islice(_ANY_TAG.finditer(head.decode("utf-8", "ignore")), 2))
    if len(tags) < 2:
        return None
    pairs = ATTRIBUTE.findall(tags[1][2])
    return tags[1][1], {name: double or single for name, double, single in pairs}


def _read_strictly(data: bytes, start: Callable[[str, Mapping[str, str]], Target], limits: Limits) -> None:
    """Raises NotStrict if the dump is not well-formed, has a document type or unknown prefixes, or more than 2,048 levels."""
    target = start(*_root(data))
    parser = etree.XMLParser(target=cast(Any, target), **_OPTIONS)
    try:
        parser.feed(data)
        parser.close()
    except etree.XMLSyntaxError as error:
        problem = re.sub(r", line \d+, column \d+.*$", "", error.msg or "", flags=re.DOTALL)
        raise NotStrict("" if "depth" in problem else problem, error.lineno or 1) from None
    if len(parser.feed_error_log):  # libxml2 drops a prefix that it does not know, and goes on
        raise NotStrict
    if limits.depth < _DEEPEST:
        _check_depth(target.draft, limits.depth)


def _root(data: bytes) -> tuple[str, dict[str, str]]:
    """Tag and attributes of the root element. Raises NotStrict if they, or what stands before them, are not well-formed.

    A document type is refused before a parser has seen any entity of it.
    """
    found: list[tuple[str, dict[str, str]]] = []

    def on_start(tag: str, attrib: dict[str, str]) -> None:
        if not found:
            found.append((_clark(tag), {_clark(name): value for name, value in attrib.items()}))

    def on_doctype(*_: Any) -> None:
        raise NotStrict

    size = _HEAD
    while True:
        parser = expat.ParserCreate(encoding="utf-8", namespace_separator="}")
        parser.StartElementHandler, parser.StartDoctypeDeclHandler = on_start, on_doctype
        try:
            parser.Parse(data[:size], size >= len(data))
        except expat.ExpatError as error:
            if not found:
                raise NotStrict(expat.ErrorString(error.code), error.lineno) from None
        if found:
            return found[0]
        size *= 16


def _clark(name: str) -> str:
    """libxml2's spelling of expat's `namespace}local`."""
    return "{" + name if "}" in name else name


def _check_depth(draft: Draft, most: int) -> None:
    depths: list[int] = []
    for parent in draft.parents:
        depth = depths[parent] + 1 if parent >= 0 else 1
        if depth > most:
            raise LimitExceeded("depth", depth, most, "levels")
        depths.append(depth)

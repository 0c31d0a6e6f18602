"""XML of untrusted origin to a draft: no entities, no network, bounded; damage is repaired with a warning or refused.

libxml2 reads first, because it is strict and fast. It stops at 2,048 levels whatever it is told, and in its forgiving mode it
cuts a deeper tree without a word; what is deeper goes to expat, which has no such limit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from xml.parsers import expat

from lxml import etree

from lumos_layer.errors import DamagedDump, LimitExceeded, UnknownFormat
from lumos_layer.perception.draft import Draft, XmlFormat, XmlReading
from lumos_layer.perception.limits import Limits

_ROOT_BYTES = 1 << 12
_WRAPPER = "lumos-roots"
_DOCTYPE = re.compile(rb"<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*(?:\[(?:[^\]\"']|\"[^\"]*\"|'[^']*')*\][^>]*)?>?", re.IGNORECASE)
_FORBIDDEN = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]|\xed[\xa0-\xbf][\x80-\xbf]")
_REFERENCE = re.compile(rb"&(#x[0-9A-Fa-f]{1,8};|#[0-9]{1,9};|[A-Za-z_][\w.-]{0,60};)?")
_PREDEFINED = frozenset((b"amp;", b"lt;", b"gt;", b"quot;", b"apos;"))
_BARE_LESS = re.compile(rb"<(?![A-Za-z_/!?\x80-\xff])")
_REPLACEMENT = "\ufffd".encode()


def looks_like_xml(data: bytes) -> bool:
    """True if the text, or what follows lines printed before it, begins with a tag."""
    return data[:1] == b"<" or bool(re.search(rb"(?m)^\s*<[A-Za-z?!]", data[:4096]))


def read_xml(data: bytes, formats: Sequence[XmlFormat], limits: Limits) -> tuple[XmlFormat, Draft]:
    """Read UTF-8 bytes by the first of `formats` that recognises their root.

    Raises UnknownFormat if none does, DamagedDump if nothing of it can be read, LimitExceeded.
    """
    data, notes = _trimmed(data)
    has_doctype = b"<!DOCTYPE" in data[: 1 << 16] or b"<!doctype" in data[: 1 << 16]
    if not has_doctype:
        dialect, reading = _recognised(data, formats)
        target = _target(reading, limits)
        if _by_libxml(data, target, recover=False) is None:
            return dialect, _finished(target, reading, notes)
    data = _mended(data, notes)
    dialect, reading = _recognised(data, formats)
    target, reading = _best_effort(data, dialect, limits, notes)
    return dialect, _finished(target, reading, notes)


def _trimmed(data: bytes) -> tuple[bytes, list[str]]:
    """Without the lines that a shell printed before and after the dump."""
    start = 0 if data[:1] == b"<" else data.find(b"<")
    end = len(data) if data[-1:] == b">" else data.rfind(b">") + 1
    if start < 0 or end <= start:
        return data, []
    notes = []
    for where, junk in (("before", data[:start].strip()), ("after", data[end:].strip())):
        if junk and not (where == "after" and b"<" in junk):
            notes.append(f"{len(junk)} bytes that are no XML stand {where} the dump; they were passed over.")
        elif junk:
            end = len(data)
    return data[start:end], notes


def _recognised(data: bytes, formats: Sequence[XmlFormat]) -> tuple[XmlFormat, XmlReading]:
    tag, attrib = _root(data)
    for dialect in formats:
        if len(formats) == 1 or dialect.recognises(tag, attrib):
            return dialect, dialect.start(tag, attrib)
    raise UnknownFormat(f"XML with the root <{tag[:80]}>", [dialect.name for dialect in formats])


def _root(data: bytes) -> tuple[str, dict[str, str]]:
    """Tag and attributes of the root element."""
    found: list[tuple[str, dict[str, str]]] = []

    def on_start(tag: str, attrib: dict[str, str]) -> None:
        if not found and tag != _WRAPPER:
            found.append((_clark(tag), {_clark(name): value for name, value in attrib.items()}))

    size = _ROOT_BYTES
    while True:
        parser = _expat()
        parser.StartElementHandler = on_start
        try:
            parser.Parse(data[:size], False)
        except expat.ExpatError as error:
            if not found:
                # Strictness is for the reading itself; here a broken root tag says only where to look.
                return _broken_root(data, error)
        if found:
            return found[0]
        if size >= len(data):
            raise DamagedDump("no element could be found in it", "Check that the file is a whole XML dump.", 1)
        size *= 16


def _broken_root(data: bytes, error: expat.ExpatError) -> tuple[str, dict[str, str]]:
    found = re.match(rb"(?:<\?[^>]*\?>|<!--.*?-->|\s)*<([A-Za-z_][\w.-]*)([^<>]*)", data[: 1 << 16], re.DOTALL)
    if not found:
        raise DamagedDump(expat.ErrorString(error.code), "Check that the file is a whole XML dump.", error.lineno) from None
    names = re.findall(rb"([A-Za-z_][\w.:-]*)\s*=", found[2])
    return found[1].decode("utf-8", "replace"), {name.decode("utf-8", "replace"): "" for name in names}


def _clark(name: str) -> str:
    """libxml2's spelling of expat's `namespace}local`."""
    return "{" + name if "}" in name else name


class _Target:
    """Receives the events of either parser; its three callbacks are closures, because they run once an element."""

    def __init__(self) -> None:
        self.draft = Draft()
        self.texts: dict[int, list[str]] = {}
        self.start: Callable[[str, Mapping[str, str]], None]
        self.end: Callable[[str], None]

    def close(self) -> None:
        """lxml asks every target to have it."""


class _TextTarget(_Target):
    """A target that also receives the text between tags."""

    data: Callable[[str], None]


def _target(reading: XmlReading, limits: Limits) -> _Target:
    target = _TextTarget() if reading.with_text else _Target()
    draft, texts, stack = target.draft, target.texts, [-1]
    nodes, add_node = draft.nodes, draft.nodes.append
    add_parent, add_end, add_tag, ends = draft.parents.append, draft.ends.append, draft.tags.append, draft.ends
    push, pop, make, most = stack.append, stack.pop, reading.node, limits.nodes

    def start(tag: str, attrib: Mapping[str, str]) -> None:
        i = len(nodes)
        if i >= most:
            raise LimitExceeded("number of elements", i + 1, most, "elements")
        add_parent(stack[-1])
        push(i)
        add_end(0)
        add_tag(tag)
        add_node(make(tag, attrib))

    def end(tag: str) -> None:
        ends[pop()] = len(nodes)

    def data(text: str) -> None:
        if not text.isspace() and stack[-1] >= 0:
            texts.setdefault(stack[-1], []).append(text)

    target.start, target.end = start, end
    if isinstance(target, _TextTarget):
        target.data = data
    return target


def _finished(target: _Target, reading: XmlReading, notes: list[str]) -> Draft:
    draft = target.draft
    for i, end in enumerate(draft.ends):  # a dump that breaks off leaves its last elements open
        if end == 0:
            draft.ends[i] = len(draft.nodes)
    if reading.with_text:
        for i, parts in target.texts.items():
            draft.nodes[i] = reading.with_text(draft.nodes[i], "".join(parts))
    draft.warnings[:0] = notes
    reading.finish(draft)
    return draft


def _by_libxml(data: bytes, target: _Target, recover: bool) -> str | None:
    """Feed the target; what went wrong, or None."""
    parser = etree.XMLParser(
        target=target,
        encoding="utf-8",
        recover=recover,
        huge_tree=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        parser.feed(data)
        parser.close()
    except etree.XMLSyntaxError as error:
        return f"line {error.lineno}: {error.msg}"
    return str(parser.error_log[0].message) if recover and len(parser.error_log) else None


def _expat() -> Any:
    return expat.ParserCreate(encoding="utf-8", namespace_separator="}")


def _by_expat(data: bytes, target: _Target, limits: Limits) -> str | None:
    """Like `_by_libxml`, without a limit on depth but our own."""
    depth = [0]

    def start(tag: str, attrib: dict[str, str]) -> None:
        depth[0] += 1
        if depth[0] > limits.depth:
            raise LimitExceeded("depth", depth[0], limits.depth, "levels")
        if tag != _WRAPPER:
            target.start(_clark(tag), {_clark(name): value for name, value in attrib.items()})

    def end(tag: str) -> None:
        depth[0] -= 1
        if tag != _WRAPPER:
            target.end(tag)

    parser = _expat()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    if isinstance(target, _TextTarget):
        parser.CharacterDataHandler = target.data
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        return f"line {error.lineno}: {expat.ErrorString(error.code)}"
    return None


def _mended(data: bytes, notes: list[str]) -> bytes:
    """Well-formed as far as single characters go: no document type, no entities, no forbidden characters."""
    without = _DOCTYPE.sub(b"", data)
    if without != data:
        notes.append("A document type declaration was removed; its entities were not resolved.")
    forbidden = [0]

    def reference(found: re.Match[bytes]) -> bytes:
        body = found[1]
        if body is None:
            return b"&amp;"
        if body[:1] == b"#":
            if _allowed(int(body[2:-1], 16) if body[1:2] == b"x" else int(body[1:-1])):
                return found[0]
            forbidden[0] += 1
            return _REPLACEMENT
        return found[0] if body in _PREDEFINED else b"&amp;" + body

    clean, count = _FORBIDDEN.subn(b"", without)
    clean = _BARE_LESS.sub(b"&lt;", _REFERENCE.sub(reference, clean))
    if count + forbidden[0]:
        notes.append(f"{count + forbidden[0]} characters that XML forbids were removed or replaced.")
    return clean


def _allowed(code: int) -> bool:
    """XML 1.0, production 2 (Char)."""
    return code in (9, 10, 13) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF


def _best_effort(data: bytes, dialect: XmlFormat, limits: Limits, notes: list[str]) -> tuple[_Target, XmlReading]:
    """The fullest reading that any parser gives; what was wrong is noted. Raises DamagedDump if that is nothing."""
    several = b"<" + _WRAPPER.encode() + b">" + data + b"</" + _WRAPPER.encode() + b">"
    attempts: list[tuple[str | None, _Target, XmlReading]] = []
    parsers: tuple[Callable[[_Target], str | None], ...] = (
        lambda target: _by_expat(data, target, limits),
        lambda target: _by_expat(several, target, limits),
        lambda target: _by_libxml(data, target, recover=True),
    )
    tag, attrib = _root(data)
    for parse in parsers:
        reading = dialect.start(tag, attrib)
        target = _target(reading, limits)
        problem = parse(target)
        if problem is None:
            return target, reading
        attempts.append((problem, target, reading))
    problem, target, reading = max(attempts, key=lambda attempt: len(attempt[1].draft.nodes))
    first = attempts[0][0] or ""
    if not target.draft.nodes:
        line = re.match(r"line (\d+): ", first)
        raise DamagedDump(first, "Record the dump again.", int(line[1]) if line else None)
    notes.append(f"The dump is damaged ({first}); {len(target.draft.nodes)} elements could be read.")
    return target, reading

"""Dumps to observations."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import orjson

from lumos_layer.errors import DamagedDump, InputError, UnknownFormat
from lumos_layer.perception.continuing import Parsed, continued, following
from lumos_layer.perception.draft import Draft, DumpFormat, JsonFormat, TextFormat, XmlFormat
from lumos_layer.perception.encoding import Utf8, to_utf8
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.limits import DEFAULT, Limits
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.xml import looks_like_xml, read_xml
from lumos_layer.tree.collection import put_off

_HEAD = 1 << 16  # bytes by which a dialect in plain text is recognised

# Any escape in a JSON string: a pair of surrogates, half a pair, or another.
_ESCAPE = re.compile(rb"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)", re.DOTALL)


def read(
    dump: str | os.PathLike[str] | bytes,
    format: str | None = None,
    surface: str | None = None,
    limits: Limits | None = None,
    after: Observation | None = None,
) -> Observation:
    """Read an accessibility dump: a file by its path, or the dump's bytes.

    `format` names the dialect where it is not to be recognised; `surface` is what the observation is called in blueprints (that of
    the look before, else "main"). `after` is the look before of the same surface: what is still there keeps its ref, and what was
    protected stays so. For more than two looks in a row a `Session` remembers more.
    Raises UnknownFormat, DamagedDump or LimitExceeded (all InputError), and OSError if a file cannot be read.
    """
    with put_off():
        parsed = parse(dump, format, limits)
        if after is None:
            return Observation(parsed.draft, parsed.dialect, surface or "main", parsed.raw_bytes)
        return continued(parsed, surface or after.surface, after, following(after.id))


def parse(dump: str | os.PathLike[str] | bytes, format: str | None, limits: Limits | None) -> Parsed:
    """The draft of a dump. Raises what `read` raises."""
    limits = limits or DEFAULT
    data = dump if isinstance(dump, bytes) else _file(Path(dump), limits)
    limits.check_size(len(data))
    dialect, draft = _drafted(data, _wanted(format), limits)
    return Parsed(draft, dialect, len(data))


def _drafted(data: bytes, formats: tuple[DumpFormat, ...], limits: Limits) -> tuple[DumpFormat, Draft]:
    dump = to_utf8(data)
    if not dump.text:
        raise DamagedDump("it is empty", "Record the dump again.")
    dialect, draft = _parsed(dump, formats, limits)
    draft.warnings[:0] = dump.warnings
    if not draft.nodes:
        raise DamagedDump("no element is in it", "Record the dump again while a window is open.")
    return dialect, draft


def _file(path: Path, limits: Limits) -> bytes:
    limits.check_size(path.stat().st_size)
    if path.is_file():
        return path.read_bytes()
    with path.open("rb") as stream:  # a pipe or device does not say its size
        return stream.read(limits.size + 1)


def _wanted(name: str | None) -> tuple[DumpFormat, ...]:
    if name is None:
        return FORMATS
    found = tuple(dialect for dialect in FORMATS if dialect.name == name)
    if not found:
        raise InputError(f"There is no dump format {name!r}. Known: {', '.join(dialect.name for dialect in FORMATS)}.")
    return found


def _parsed(dump: Utf8, formats: tuple[DumpFormat, ...], limits: Limits) -> tuple[DumpFormat, Draft]:
    text = dump.text
    xml = [dialect for dialect in formats if isinstance(dialect, XmlFormat)]
    json = [dialect for dialect in formats if isinstance(dialect, JsonFormat)]
    plain = [dialect for dialect in formats if isinstance(dialect, TextFormat)]
    if text[:1] == b"<" and xml:
        return read_xml(text, xml, limits, dump.first_line)
    if text[:1] == b"{" and json:
        return _read_json(dump, json)
    read = _read_text(dump, plain, alone=not xml and not json)
    if read:
        return read
    if text[:1] == b"[" and json:
        return _read_json(dump, json)
    if xml and looks_like_xml(text):
        return read_xml(text, xml, limits, dump.first_line)
    raise UnknownFormat(f"it begins with {text[:40].decode('utf-8', 'replace')!r}", [dialect.name for dialect in formats])


def _read_text(dump: Utf8, formats: list[TextFormat], alone: bool) -> tuple[DumpFormat, Draft] | None:
    """A dump in plain text by the first dialect that recognises it; None if none does."""
    if not formats:
        return None
    indented = dump.indent + dump.text
    head = indented[:_HEAD].decode("utf-8", "ignore")
    for dialect in formats:
        if (alone and len(formats) == 1) or dialect.recognises(head):
            draft = dialect.parse(indented.decode("utf-8"))
            if dump.first_line > 1:
                draft.places = [_later(place, dump.first_line - 1) for place in draft.places]
            return dialect, draft
    return None


def _later(place: str, lines: int) -> str:
    """`line 3` of a text that begins so many lines into the dump."""
    return f"line {int(place[5:]) + lines}" if place.startswith("line ") and place[5:].isdecimal() else place


def _read_json(dump: Utf8, formats: list[JsonFormat]) -> tuple[DumpFormat, Draft]:
    document = _decoded(dump)
    for dialect in formats:
        if len(formats) == 1 or dialect.recognises(document):
            return dialect, dialect.parse(document)
    if isinstance(document, dict):
        found = f"JSON with the keys {', '.join(map(repr, list(document)[:6]))}" if document else "JSON with nothing in it"
    else:
        found = "a JSON array"
    raise UnknownFormat(found, [dialect.name for dialect in formats])


def _decoded(dump: Utf8) -> Any:
    """The JSON document; half characters in it, which a browser leaves where it cuts a name, are replaced."""
    try:
        return orjson.loads(dump.text)
    except orjson.JSONDecodeError:
        text = _ESCAPE.sub(_whole, dump.text)
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        line = dump.first_line - 1 + error.lineno
        if "after document" in error.msg:
            problem = "more follows after the end of the JSON document"
            raise DamagedDump(problem, "Give one document at a time; in a file of records each line is one.", line) from None
        raise DamagedDump(f"no valid JSON ({error.msg})", "Check that the file is a whole dump.", line) from None
    dump.warnings.append("Some characters were cut in half; they were replaced by U+FFFD.")
    return document


def _whole(found: re.Match[bytes]) -> bytes:
    return rb"\ufffd" if found[1] else found[0]

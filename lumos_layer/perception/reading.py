"""Dumps to observations."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import orjson

from lumos_layer.errors import DamagedDump, InputError, UnknownFormat
from lumos_layer.perception.draft import Draft, DumpFormat, JsonFormat, XmlFormat
from lumos_layer.perception.encoding import to_utf8
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.limits import DEFAULT, Limits
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.xml import looks_like_xml, read_xml


def read(
    dump: str | os.PathLike[str] | bytes, format: str | None = None, surface: str = "main", limits: Limits | None = None
) -> Observation:
    """Read an accessibility dump: a file by its path, or the dump's bytes.

    `format` names the dialect where it is not to be recognised; `surface` is what the observation is called in blueprints.
    Raises UnknownFormat, DamagedDump or LimitExceeded (all InputError), and OSError if a file cannot be read.
    """
    limits = limits or DEFAULT
    data = dump if isinstance(dump, bytes) else _file(Path(dump), limits)
    limits.check_size(len(data))
    text, notes = to_utf8(data)
    if not text:
        raise DamagedDump("it is empty", "Record the dump again.")
    dialect, draft = _parsed(text, _wanted(format), limits)
    draft.warnings[:0] = notes
    if not draft.nodes:
        raise DamagedDump("no element is in it", "Record the dump again while a window is open.")
    return Observation(draft, dialect, surface, len(data))


def _file(path: Path, limits: Limits) -> bytes:
    limits.check_size(path.stat().st_size)
    return path.read_bytes()


def _wanted(name: str | None) -> tuple[DumpFormat, ...]:
    if name is None:
        return FORMATS
    found = tuple(dialect for dialect in FORMATS if dialect.name == name)
    if not found:
        raise InputError(f"There is no dump format {name!r}. Known: {', '.join(dialect.name for dialect in FORMATS)}.")
    return found


def _parsed(text: bytes, formats: tuple[DumpFormat, ...], limits: Limits) -> tuple[DumpFormat, Draft]:
    xml = [dialect for dialect in formats if isinstance(dialect, XmlFormat)]
    json = [dialect for dialect in formats if isinstance(dialect, JsonFormat)]
    if text[:1] in b"{[" and json:
        return _read_json(text, json)
    if xml and looks_like_xml(text):
        return read_xml(text, xml, limits)
    raise UnknownFormat(f"it begins with {text[:40].decode('utf-8', 'replace')!r}", [dialect.name for dialect in formats])


def _read_json(text: bytes, formats: list[JsonFormat]) -> tuple[DumpFormat, Draft]:
    document = _decoded(text)
    for dialect in formats:
        if len(formats) == 1 or dialect.recognises(document):
            return dialect, dialect.parse(document)
    keys = ", ".join(list(document)[:6]) if isinstance(document, dict) else "an array"
    raise UnknownFormat(f"JSON with {keys or 'nothing in it'}", [dialect.name for dialect in formats])


def _decoded(text: bytes) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise DamagedDump(f"no valid JSON ({error.msg})", "Check that the file is a whole dump.", error.lineno) from None

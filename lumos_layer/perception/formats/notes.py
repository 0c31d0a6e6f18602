"""Notes of an environment: what a describer of images, a transcriber of speech, a sensor or a person says of it, as JSON.

    {"format": "environment-notes/1", "notes": [{"kind": "sensor", "text": "Room temperature", "value": 21.5, "unit": "°C",
     "confidence": 0.98, "time": "2025-03-01T10:32:00Z", "origin": "thermometer 2"}]}

Each note becomes a text that tells its kind, origin, time and confidence, and then what it says. `NOTES_SCHEMA` is its JSON Schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from lumos_layer.errors import DamagedDump
from lumos_layer.perception.draft import Draft, JsonFormat
from lumos_layer.perception.formats.uia_types import number, text
from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Node, Role

FORMAT = "environment-notes/1"
KINDS: Mapping[str, str] = MappingProxyType(
    {"image_description": "Image description", "transcript": "Transcript", "sensor": "Sensor", "note": "Note"}
)

NOTES_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Notes of an environment",
    "description": "What image describers, transcribers, sensors and people say of an environment.",
    "type": "object",
    "required": ["format", "notes"],
    "additionalProperties": False,
    "properties": {
        "format": {"const": FORMAT},
        "notes": {"type": "array", "items": {"$ref": "#/$defs/note"}},
    },
    "$defs": {
        "note": {
            "type": "object",
            "required": ["kind"],
            "anyOf": [{"required": ["text"]}, {"required": ["value"]}],
            "additionalProperties": False,
            "properties": {
                "kind": {"enum": list(KINDS)},
                "text": {
                    "type": "string",
                    "minLength": 1,
                    "description": "What is said or seen; of a sensor, what it measures.",
                },
                "value": {"type": ["number", "string", "boolean"], "description": "What was measured."},
                "unit": {"type": "string", "description": "The unit of the value, as a person writes it."},
                "confidence": {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 1,
                    "description": "How sure the origin is; left out where it does not say.",
                },
                "time": {"type": "string", "description": "When it was seen, heard or measured (RFC 3339)."},
                "origin": {"type": "string", "description": "Who or what says it: a model, a device, a person."},
            },
        },
    },
}


class Noted(Struct):
    """The notes as a draft; by node, how sure the origin was (from 0 to 1) and what it is, where the note says so."""

    draft: Draft
    confidence: dict[int, float]
    origin: dict[int, str]

    def __post_init__(self) -> None:
        self.draft.confidence, self.draft.origin = self.confidence, self.origin


def read_notes(document: Any) -> Noted:
    """Read notes; raises DamagedDump if their version is unknown or `notes` is no list."""
    if document.get("format") != FORMAT:
        raise DamagedDump(f"its format is {str(document.get('format'))[:40]!r}", f"Only {FORMAT!r} is known; write that.")
    notes = document.get("notes")
    if not isinstance(notes, list):
        raise DamagedDump("it has no list of notes", 'Put the notes into an array called "notes".')
    found = Noted(Draft(), {}, {})
    odd: dict[str, list[str]] = {}
    for i, note in enumerate(notes):
        problem = _add(found, i, note)
        if problem:
            odd.setdefault(problem, []).append(str(i))
    for problem, numbers in odd.items():
        found.draft.warnings.append(f"{problem}: {', '.join(numbers[:8])}{' and more' if len(numbers) > 8 else ''}.")
    if not found.draft.nodes:
        raise DamagedDump("it has no note with a text or a value", "Write at least one note; see schemas for its fields.")
    return found


def _add(found: Noted, i: int, note: Any) -> str:
    """Add the texts of one note; what is wrong with it, or nothing."""
    says = _says(note) if isinstance(note, dict) else []
    if not says:
        return "Notes without a text or a value, passed over"
    kind, sure = clean_line(text(note.get("kind")))[:40], number(note.get("confidence"))
    known = sure is not None and 0 <= sure <= 1
    origin = clean_line(text(note.get("origin")))
    about = [origin, clean_line(text(note.get("time"))), f"confidence {sure:.4g}" if known else ""]
    told = ", ".join(part for part in about if part)
    heading = KINDS.get(kind) or kind or KINDS["note"]
    heading = f"{heading} ({told})" if told else heading
    first = len(found.draft.nodes)
    if len(says) == 1:
        _open(found, Node(role=Role.TEXT, name=f"{heading}: {says[0]}"), -1, kind, f"/notes/{i}")
    else:
        group = _open(found, Node(role=Role.NOTE, name=heading), -1, kind, f"/notes/{i}")
        for line in says:
            _open(found, Node(role=Role.TEXT, name=line), group, "line", f"/notes/{i}/text")
        found.draft.close(group)
    for node in range(first, len(found.draft.nodes)):
        if sure is not None and known:
            found.confidence[node] = sure
        if origin:
            found.origin[node] = origin
    if kind not in KINDS:
        return "Notes of an unknown kind"
    return "Notes whose confidence is no number from 0 to 1" if note.get("confidence") is not None and not known else ""


def _open(found: Noted, node: Node, parent: int, tag: str, place: str) -> int:
    found.draft.places.append(place)
    return found.draft.open(node, parent, tag)


def _says(note: Mapping[str, Any]) -> list[str]:
    """What the note says, line by line; its value stands at the end."""
    said = note.get("text")
    lines = [line for each in said.splitlines() if (line := clean_line(each))] if isinstance(said, str) else []
    value = note.get("value")
    held = ("true" if value else "false") if isinstance(value, bool) else clean_line(text(value))
    if held:
        held = f"{held} {clean_line(text(note.get('unit')))}".strip()
        lines[-1:] = [f"{lines[-1]}: {held}" if lines else held]
    return lines


NOTES = JsonFormat(
    "notes",
    "A",
    "Notes of an environment: descriptions of images, transcripts, sensors, as JSON (environment-notes/1)",
    recognises=lambda document: isinstance(document, dict) and str(document.get("format")).startswith("environment-notes/"),
    parse=lambda document: read_notes(document).draft,
)

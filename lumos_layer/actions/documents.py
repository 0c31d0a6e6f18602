"""What an action says as a document, read or not: `""` where it does not say so, whatever the document is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WAITING = frozenset(("wait", "wait_for", "wait_for_change"))
LOOKING = WAITING | {"observe"}  # types that do nothing to the screen


def verb_in(document: Any) -> str:
    """The type of action that is asked for."""
    return str(document.get("type", "")) if isinstance(document, Mapping) else ""


def ref_in(document: Any) -> str:
    """The ref that it is about; of a drag, of what is dragged."""
    about = document if isinstance(document, Mapping) else {}
    start = about.get("start")
    ref = start.get("ref") if isinstance(start, Mapping) else about.get("ref")
    return ref if isinstance(ref, str) else ""

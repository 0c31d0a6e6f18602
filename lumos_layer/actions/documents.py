"""What an action says as a document, read or not: `""` where it does not say so, whatever the document is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def verb_in(document: Any) -> str:
    """The type of action that is asked for."""
    return str(document.get("type", "")) if isinstance(document, Mapping) else ""


def ref_in(document: Any) -> str:
    """The ref that it is about."""
    ref = document.get("ref") if isinstance(document, Mapping) else None
    return ref if isinstance(ref, str) else ""

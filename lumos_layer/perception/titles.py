"""What titles say of how it goes with what they name, and not of what it is: unsaved, so many unread, a time of day."""

from __future__ import annotations

import re

_PASSING = re.compile(r"^[*●•\s]+|[*●•\s]+$|[(\[]\d+\+?[)\]]\s*|\b\d{1,2}[:.]\d{2}([:.]\d{2})?(\s?[ap]\.?m\.?)?", re.IGNORECASE)


def lasting(words: str) -> str:
    """The words without marks of unsaved work, counts of unread and times, which change while they name the same thing."""
    return _PASSING.sub("", words).strip()

"""Words of screens and planners in Markdown: they are code in it, so that they can be nothing else."""

from __future__ import annotations

import re

from lumos_layer.perception.text import clean_line


def code(words: str) -> str:
    """The words as code that no words of theirs can end."""
    line = clean_line(words).strip()
    if not line:
        return "(nothing)"
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"

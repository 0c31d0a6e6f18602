"""What was mended in a model's answer, by kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "code_fence", "surrounding_text", "single_quotes", "missing_quotes", "python_literal", "trailing_comma", "comment",
    "line_break", "json_in_text", "wrapper", "array_of_one", "key_name", "letter_case", "number_as_text", "boolean_as_text", "null",
    "commentary", "ref_form", "point_form", "chord",
]  # fmt: skip


@dataclass(frozen=True)
class Repair:
    """One thing that was mended; `at` is where: a field of the action, or a place in the text as `character 12`."""

    kind: Kind
    at: str = ""


class Unreadable(ValueError):
    """The text holds no document that can be read without guessing; the message says why."""

"""Texts that are compared with files beside the tests, and rewritten when they are meant to change."""

from __future__ import annotations

from pathlib import Path


def compare(path: Path, text: str, update: bool, option: str) -> None:
    """Compare a text with a golden file; with `update` the file is written instead. A missing golden fails, and says the option."""
    __tracebackhide__ = True
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    if not path.is_file():
        raise AssertionError(f"{path} is missing. Write it with {option}, and read it before you keep it.")
    meant = f"If the change of {path} is meant, rewrite it with {option}, and read the difference."
    assert text == path.read_text(encoding="utf-8"), meant  # noqa: S101 - pytest shows the difference

"""What lasts longest: whether a file, a stored value or a command says what is wanted (S29 to S31)."""

from __future__ import annotations

import csv
import unicodedata

from pydantic import JsonValue

from lumos_layer.state.checks import AppCheck, CommandCheck, FileCheck
from lumos_layer.state.probing import Missing, Sources
from lumos_layer.verification.finding import Finding, broken, otherwise, uncertain
from lumos_layer.verification.texts import normal, same_value, says

_PARTIAL = (".part", ".crdownload", ".download", ".tmp", ".partial")  # what browsers write beside a file as long as it comes in
_TABLES = (".csv", ".tsv")
_SHOWN = 120


# Files


def probe_file(check: FileCheck, sources: Sources) -> Finding:
    held = sources.file(check.path)
    if not check.exists:
        return _file_gone(check, held)
    if held is None:
        return otherwise("file", f"there is no file {check.path}", check.path)
    if half := _half_written(check.path, sources):
        return uncertain("file", f"it is still being written: {half} is there", half)
    return _file_holds(check, held)


def _file_gone(check: FileCheck, held: bytes | None) -> Finding:
    if held is None:
        return Finding(verdict=True, kind="file", quotes=(check.path,), why=f"there is no file {check.path}")
    return otherwise("file", f"{check.path} is still there", check.path)


def _half_written(path: str, sources: Sources) -> str:
    return next((path + ending for ending in _PARTIAL if not path.endswith(ending) and _is_there(path + ending, sources)), "")


def _is_there(path: str, sources: Sources) -> bool:
    try:
        return sources.file(path) is not None
    except OSError:
        return False


def _file_holds(check: FileCheck, held: bytes) -> Finding:
    text = _decoded(held)
    if text is None and (check.equals is not None or check.contains or check.absent):
        return uncertain("file", f"{check.path} is no text")
    text = text or ""
    if check.equals is not None and _lines(text) != _lines(check.equals):
        return _not_so(check, text, "holds something else")
    if check.absent and (found := _anywhere(text, check.absent)):
        return otherwise("file", f"{check.path} holds {check.absent[:80]!r}", found)
    if check.contains:
        return _contains(check, text)
    return Finding(verdict=True, kind="file", quotes=(check.path, *_first(text)), why=f"{check.path} is as wanted")


def _contains(check: FileCheck, text: str) -> Finding:
    says_so, quote = found_in(text, check.contains)
    if says_so is not True and check.path.lower().endswith(_TABLES):
        cell = next((cell for cell in _cells(text) if says(cell, check.contains) is True), "")
        says_so, quote = (True, cell[:_SHOWN]) if cell else (says_so, quote)
    if says_so is None:
        return uncertain("file", f"{check.path} holds {check.contains[:80]!r} only joined to other words", quote)
    if not says_so:
        return _not_so(check, text, f"does not hold {check.contains[:80]!r}")
    return Finding(verdict=True, kind="file", quotes=(check.path, quote), why=f"{check.path} holds {check.contains[:80]!r}")


def _cells(text: str) -> list[str]:
    """What stands between the commas, semicolons or tabs of a table, each by itself; none where it is no table."""
    mark = max(",;\t", key=text.partition("\n")[0].count)
    try:
        return [cell.strip() for row in csv.reader(text.splitlines(), delimiter=mark) for cell in row]
    except csv.Error:
        return []


def _not_so(check: FileCheck, text: str, what: str) -> Finding:
    return otherwise("file", f"{check.path} {what}", check.path, *_first(text))


def _first(text: str) -> tuple[str, ...]:
    return tuple(line.strip()[:_SHOWN] for line in text.splitlines() if line.strip())[:1]


def _decoded(held: bytes) -> str | None:
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if held.startswith(mark):
            return held.decode(name, "replace")
    try:
        return held.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _lines(text: str) -> list[str]:
    """The lines, whatever ends them; a break at the very end is none of its own, nor are blanks at the end of lines."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    return [unicodedata.normalize("NFC", line.rstrip()) for line in lines]


def _anywhere(text: str, words: str) -> str:
    """The line with what must not be there, as a part of a word too; empty: none."""
    if normal(words) not in normal(text):
        return ""
    return next((line.strip()[:_SHOWN] for line in text.splitlines() if normal(words) in normal(line)), words[:_SHOWN])


def found_in(text: str, wanted: str) -> tuple[bool | None, str]:
    """Whether a text holds words of their own, and the line in which they stand; they may go over several lines."""
    answer: bool | None = False
    quote = ""
    for line in text.splitlines():
        if (here := says(line, wanted)) is True:
            return True, line.strip()[:_SHOWN]
        if here is None:
            answer, quote = None, line.strip()[:_SHOWN]
    if answer is False and "\n" in wanted.strip():
        answer = says(text, wanted)
        quote = wanted.strip().splitlines()[0][:_SHOWN]
    return answer, quote


# Stored values


def probe_stored(check: AppCheck, sources: Sources) -> Finding:
    held = sources.stored(check.key)
    if isinstance(held, Missing):
        return otherwise("stored", f"nothing is stored under {check.key}", check.key)
    shown = _as_text(held)
    answers = [each for each in (_equal(check, held), _says(check, held), _least(check, held)) if each != "unasked"]
    quotes = (check.key, shown[:_SHOWN])
    if False in answers:
        return otherwise("stored", f"{check.key} is {shown[:80]!r}", *quotes)
    if None in answers:
        return uncertain("stored", f"{check.key} is {shown[:80]!r}, which does not surely say so", *quotes)
    return Finding(verdict=True, kind="stored", quotes=quotes, why=f"{check.key} is {shown[:80]!r}")


def _equal(check: AppCheck, held: JsonValue) -> bool | str | None:
    if check.equals is None:
        return "unasked"
    if isinstance(held, bool) or isinstance(check.equals, bool):
        return _as_text(held).casefold() == _as_text(check.equals).casefold()
    if isinstance(held, str) or isinstance(check.equals, str):
        return same_value(_as_text(held), _as_text(check.equals))
    return held == check.equals


def _says(check: AppCheck, held: JsonValue) -> bool | str | None:
    if not check.contains:
        return "unasked"
    if isinstance(held, list):
        return any(isinstance(each, str) and normal(each) == normal(check.contains) for each in held)
    return says(_as_text(held), check.contains)


def _least(check: AppCheck, held: JsonValue) -> bool | str | None:
    if check.at_least is None:
        return "unasked"
    if isinstance(held, bool) or not isinstance(held, int | float | str):
        return False
    try:
        return float(held) >= check.at_least
    except ValueError:
        return None


def _as_text(value: JsonValue) -> str:
    return {True: "true", False: "false", None: ""}[value] if value is None or isinstance(value, bool) else str(value)


# Commands


def probe_command(check: CommandCheck, sources: Sources) -> Finding:
    result = sources.run(check.argv)
    if result.error:
        return broken("command", result.error)
    said = " ".join(check.argv)[:_SHOWN]
    if forbidden := next((each for each in check.forbids if _anywhere(result.output, each)), ""):
        return otherwise("command", f"`{said}` says {forbidden[:80]!r}", _anywhere(result.output, forbidden))
    if result.cut:
        return uncertain("command", f"`{said}` said more than is read")
    if result.exit_code != check.exit_code:
        why = f"`{said}` ended with {result.exit_code}, wanted {check.exit_code}"
        return otherwise("command", why, *(_first(result.output) or (said,)))
    return _command_expects(check, result.output, said)


def _command_expects(check: CommandCheck, output: str, said: str) -> Finding:
    quotes: list[str] = []
    for wanted in check.expects:
        says_so, quote = found_in(output, wanted)
        if says_so is not True:
            why = f"`{said}` does not {'surely ' if says_so is None else ''}say {wanted[:80]!r}"
            return Finding(
                verdict=says_so, kind="command", quotes=(quote,) if quote else (said,), why=why, seen=True, overrules=True
            )
        quotes.append(quote)
    return Finding(verdict=True, kind="command", quotes=tuple(quotes) or (said,), why=f"`{said}` says so")

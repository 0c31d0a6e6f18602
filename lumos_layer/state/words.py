"""Checks in words, for people."""

from __future__ import annotations

import json
from typing import assert_never

from pydantic import JsonValue

from lumos_layer.state import checks as c

_LONGEST = 120
_STATES = ("checked", "selected", "pressed", "expanded", "enabled")


def in_words(check: c.Check | None) -> str:  # noqa: PLR0911 - a line for each kind, to be read side by side
    """What shows that it is met: `the textbox 'Name' is there, its value is 'Ada'`."""
    match check:
        case None:
            return "somebody has to judge it"
        case c.ElementCheck():
            return _element(check)
        case c.PageCheck():
            return " and ".join(f"the {what} is {_quoted(said)}" for what in ("url", "title") if (said := getattr(check, what)))
        case c.FileCheck():
            return _file(check)
        case c.AppCheck():
            return _stored(check)
        case c.CommandCheck():
            return f"{_quoted(' '.join(check.argv))} ends with {check.exit_code}{_said(check)}"
        case c.ActCheck():
            about = " ".join(filter(None, (check.role, _quoted(check.name) if check.name else "")))
            text = f" with {_quoted(check.text)}" if check.text else ""
            times = f" {check.times} times" if check.times > 1 else ""
            return f"{check.verb} {about}".strip() + f"{text} was done{times}, and an effect was seen"
        case c.JudgeCheck():
            return f"a model says yes to {_quoted(check.question)}"
        case c.AllOf():
            return "; and ".join(map(in_words, check.checks))
        case c.AnyOf():
            return "; or ".join(map(in_words, check.checks))
        case c.Not():
            return f"not so: {in_words(check.check)}"
        case _:
            assert_never(check)


def _element(check: c.ElementCheck) -> str:
    called = " ".join(filter(None, (check.role or "element", _quoted(check.name) if check.name else check.identifier)))
    place = f" in {_quoted(check.within)}" if check.within else ""
    app = f" of {check.app}" if check.app else ""
    count = f"{check.count} of " if check.count is not None else ""
    said = [f"{count}the {called}{place}{app} {'is' if check.exists else 'is not'} there"]
    if check.value is not None:
        said.append(f"its value is {_quoted(check.value)}")
    if check.text_contains:
        said.append(f"it says {_quoted(check.text_contains)}")
    said += [f"it is {'' if value else 'not '}{name}" for name in _STATES if (value := getattr(check, name)) is not None]
    return ", ".join(said)


def _file(check: c.FileCheck) -> str:
    said = [f"the file {_quoted(check.path)} is {'' if check.exists else 'not '}there"]
    if check.equals is not None:
        said.append(f"it holds {_quoted(check.equals)}")
    if check.contains:
        said.append(f"{_quoted(check.contains)} is in it")
    if check.absent:
        said.append(f"{_quoted(check.absent)} is not in it")
    return ", ".join(said)


def as_json(value: JsonValue) -> str:
    """The value as JSON text in one fixed form, also for numbers and half characters that stricter writers refuse."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _stored(check: c.AppCheck) -> str:
    said = []
    if check.equals is not None:
        said.append(f"is {_quoted(as_json(check.equals))}")
    if check.contains:
        said.append(f"has {_quoted(check.contains)} in it")
    if check.at_least is not None:
        said.append(f"is at least {check.at_least:g}")
    return f"what is stored as {_quoted(check.key)} {' and '.join(said) or 'is there'}"


def _said(check: c.CommandCheck) -> str:
    wanted = [f"says {_quoted(words)}" for words in check.expects] + [f"does not say {_quoted(words)}" for words in check.forbids]
    return f", {', '.join(wanted)}" if wanted else ""


def _quoted(words: str) -> str:
    return repr(words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…")

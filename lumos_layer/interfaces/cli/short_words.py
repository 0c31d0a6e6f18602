"""Actions in short words, for people at a terminal: `click A12`, `type "text"`, `set A3 "text"`, `key Enter`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from lumos_layer.actions.coercion import is_json
from lumos_layer.actions.fields import LONGEST_TEXT
from lumos_layer.actions.keys import spelled
from lumos_layer.errors import BadOption
from lumos_layer.perception.observation import Observation

Document = dict[str, Any]
Words = list[str]

HELP = """\
click A12 | click 10 20        press it; so too: double, right, hover, focus
type "text" | type A3 "text"   add a text where the focus is, or in a field; secret:NAME stands for a secret
set A3 "text" | set A3 7       replace what a field holds, or move a slider
key Enter | key Control+S      press a key or chord
select A4 "Kenya" | select A5  choose an option of a list; choose a row or tab
check A6 | uncheck A6          tick or untick it
open A7 | close A7             unfold or fold it
scroll down A8 2               by so many pages; so too: up, left, right; scroll bottom: to that edge; scroll A9: into view
drag A1 A2                     from one element to another
wait 2 | wait "text"           let seconds pass; wait until a text shows
go https://example.org/ | app Notes | window "Title" | search words
look | look A12 | look words   the blueprint again, whole or of a part
{"type": "click", "ref": "A1"} any action as JSON
exit"""

_LONGEST_LINE = 2 * LONGEST_TEXT  # with what is escaped in it
_QUOTED = 200  # characters of a line in an error
_REF = re.compile(r"([AW])?([1-9][0-9]{0,8})").fullmatch
_NUMBER = re.compile(r"[+-]?[0-9]+([.][0-9]+)?").fullmatch
_PLACED = {"click": "click", "double": "double_click", "right": "right_click", "hover": "hover"}
_WAYS = ("up", "down", "left", "right")
_EDGES = ("top", "bottom")


def document_in(line: str, observation: Observation) -> Document | str:
    """What the executor takes: JSON as it was typed, with a fence or without; short words as a document. Raises BadOption."""
    return line if is_json(line) else action_in(line, observation)


def action_in(line: str, observation: Observation) -> Document:
    """The action that the words mean on this screen. Raises BadOption, which says what can be typed."""
    if len(line) > _LONGEST_LINE:
        raise BadOption("action", line[:_QUOTED], f"at most {_LONGEST_LINE:,} characters, not {len(line):,}")
    try:
        word, *rest = shlex.split(line) or [""]
    except ValueError:
        raise BadOption("action", line[:_QUOTED], "a closing quote for every opening one") from None
    make = _WORDS.get(word.lower())
    found = None if make is None else make(word.lower(), rest, observation)
    if found is None:
        raise BadOption("action", line[:_QUOTED], f"an action as JSON, or one of: {', '.join(_WORDS)}, look, help, exit")
    return found


def _placed(word: str, rest: Words, observation: Observation) -> Document | None:
    verb = _PLACED[word]
    if len(rest) == 2 and all(map(_NUMBER, rest)):
        return {"type": verb, "point": {"x": int(float(rest[0])), "y": int(float(rest[1]))}}
    return _on(verb, rest, observation)


def _on(verb: str, rest: Words, observation: Observation, **fields: Any) -> Document | None:
    ref = ref_in(rest[0], observation) if len(rest) == 1 else None
    return None if ref is None else {"type": verb, "ref": ref, **fields}


def _focus(word: str, rest: Words, observation: Observation) -> Document | None:
    return _on("focus", rest, observation)


def _type(word: str, rest: Words, observation: Observation) -> Document | None:
    if len(rest) == 1:
        return {"type": "type_text", "text": _text(rest[0])}
    ref = ref_in(rest[0], observation) if len(rest) == 2 else None
    return None if ref is None else {"type": "type_text", "ref": ref, "text": _text(rest[1])}


def _set(word: str, rest: Words, observation: Observation) -> Document | None:
    """A number for what is moved to numbers and takes no text, else a text."""
    ref = ref_in(rest[0], observation) if len(rest) == 2 else None
    if ref is None:
        return None
    node = observation.refs.get(ref)
    can = () if node is None else observation.tree[node].can
    if _NUMBER(rest[1]) and "range" in can and "type" not in can:
        return {"type": "set_value", "ref": ref, "value": float(rest[1])}
    return {"type": "set_text", "ref": ref, "text": _text(rest[1])}


def _key(word: str, rest: Words, observation: Observation) -> Document | None:
    return {"type": "press_key", "key": spelled(" ".join(rest))} if rest else None


def _select(word: str, rest: Words, observation: Observation) -> Document | None:
    return _on("select", rest[:1], observation, **({"option": " ".join(rest[1:])} if rest[1:] else {}))


def _check(word: str, rest: Words, observation: Observation) -> Document | None:
    return _on("set_checked", rest, observation, checked=word == "check")


def _open(word: str, rest: Words, observation: Observation) -> Document | None:
    return _on("expand", rest, observation, expanded=word == "open")


def _scroll(word: str, rest: Words, observation: Observation) -> Document | None:
    if len(rest) == 1 and (ref := ref_in(rest[0], observation)):
        return {"type": "scroll_into_view", "ref": ref}
    where, *more = rest or ["down"]
    on = [ref for each in more if not (each == more[-1] and _NUMBER(each)) and (ref := ref_in(each, observation))]
    far = [float(each) for each in more[-1:] if _NUMBER(each)]
    if len(on) + len(far) < len(more) or len(on) > 1:
        return None
    place = {"ref": on[0]} if on else {}
    if where in _EDGES and not far:
        return {"type": "scroll_to", "edge": where, **place}
    return {"type": "scroll", "direction": where, **place, **({"pages": far[0]} if far else {})} if where in _WAYS else None


def _drag(word: str, rest: Words, observation: Observation) -> Document | None:
    refs = [ref for each in rest if (ref := ref_in(each, observation))]
    return {"type": "drag", "start": {"ref": refs[0]}, "end": {"ref": refs[1]}} if len(refs) == len(rest) == 2 else None


def _wait(word: str, rest: Words, observation: Observation) -> Document | None:
    if not rest:
        return {"type": "wait_for_change", "seconds": 10}
    if len(rest) == 1 and _NUMBER(rest[0]):
        return {"type": "wait", "seconds": float(rest[0])}
    return {"type": "wait_for", "condition": {"kind": "text", "text": " ".join(rest), "shown": True}, "seconds": 10}


def _saying(verb: str, field: str) -> Callable[[str, Words, Observation], Document | None]:
    def document(word: str, rest: Words, observation: Observation) -> Document | None:
        return {"type": verb, field: " ".join(rest)} if rest else None

    return document


_WORDS: Mapping[str, Callable[[str, Words, Observation], Document | None]] = MappingProxyType(
    {
        **dict.fromkeys(_PLACED, _placed),
        "focus": _focus,
        "type": _type,
        "set": _set,
        "key": _key,
        "select": _select,
        "check": _check,
        "uncheck": _check,
        "open": _open,
        "close": _open,
        "scroll": _scroll,
        "drag": _drag,
        "wait": _wait,
        "go": _saying("open_url", "url"),
        "app": _saying("open_app", "app"),
        "window": _saying("switch_window", "title"),
        "search": _saying("open_windows_search", "text"),
    }
)


def ref_in(word: str, observation: Observation) -> str | None:
    """The ref that the word is: `A12`, or only its number, as a compact blueprint shows it."""
    found = _REF(word)
    return None if found is None else f"{found[1] or observation.letter}{found[2]}"


def _text(word: str) -> Any:
    """A text, or `secret:NAME` for a secret."""
    name = word.removeprefix("secret:")
    return {"secret": name} if name != word else word

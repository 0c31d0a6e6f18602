"""Plain text on its way into a field that keeps a secret: what an action types, and what any document would."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from lumos_layer.actions import BY_TYPE, BaseAction
from lumos_layer.actions.keys import PATTERN
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.press_key import PressKey
from lumos_layer.actions.reading import read_action
from lumos_layer.actions.set_text import SetText
from lumos_layer.actions.type_text import TypeText
from lumos_layer.perception.observation import Observation
from lumos_layer.safety.redaction import REDACTED, Redactor
from lumos_layer.safety.shortcuts import PASTING
from lumos_layer.tree import Role

CREDENTIALS = "credentials"  # the rule of what is refused, or asked for, because of them
PASTED = "(pasted)"
BY_NAME = 'Give {"secret": "name"} instead of the text, or hand the screen over with handoff.'
CALLED_SO = re.compile(
    r"\b(?:pass ?(?:word|code|phrase)|pin(?: code| number)?|cvv|cvc|security code|api key|secret key)\b|비밀번호|암호|보안 ?코드",
    re.IGNORECASE,
)
_KEY = re.compile(PATTERN)
_TYPED = frozenset(("text", "key"))  # fields of actions that hold what is typed
# Fields that hold no text to be typed, also of what is no action.
_SAID = frozenset(
    (
        "type",
        "ref",
        "target",
        "point",
        "start",
        "end",
        "condition",
        "secret",
        "action_id",
        "observation",
        "reason",
        "expected_effect",
    )
)  # fmt: skip

_FEW = 20  # nodes of a box that may stand for the field in it
_DEEP = 6  # layers around an action
# A text that is a word of ours is taken out where it was to be typed, and nowhere else: without it no action could be read.
_OURS = frozenset((*BY_TYPE, *(name for kind in BY_TYPE.values() for name in kind.model_fields), *Role))
SHORTEST = 4  # characters; a shorter text stands in other words by chance


def typed(action: BaseAction) -> str:
    """The plain text that an action puts into a field; PASTED for what nobody knows, empty for none."""
    if isinstance(action, TypeText | SetText):
        return action.text if isinstance(action.text, str) else ""
    if not isinstance(action, PressKey):
        return ""
    return PASTED if action.key.lower() in PASTING else _letter(action.key)


def typed_in(document: Any) -> str:
    """The plain text that a document types if it is an action; empty for none, and for what nobody knows."""
    read = read_action(document)
    text = "" if isinstance(read, Rejected) else typed(read[0])
    return "" if text == PASTED else text


def _letter(key: str) -> str:
    """What a key writes, also one that there is not; empty for a key that writes nothing."""
    last = key.removeprefix("Shift+")
    return last if len(last) == 1 or not _KEY.fullmatch(key) else ""


def aimed_at_secrets(document: Any, looks: Sequence[Observation]) -> tuple[str, ...]:
    """The plain texts that a document, an action or none, would put into a field that keeps a secret.

    The present look comes first; earlier ones tell of refs that are gone. Whether it can be carried out does not matter: also what
    is refused was meant for that field.
    """
    read = read_action(document)
    parts = _parts(document) if isinstance(read, Rejected) else (read[0].model_dump(exclude_none=True),)
    found = (text for part in parts for text in _aimed(part, looks))
    return tuple(dict.fromkeys(text for text in found if text.strip() and REDACTED not in text))


def without_texts(document: Any, texts: Collection[str]) -> Any:
    """The document with nothing of these texts in it; a key that would write one becomes a text that is left out."""
    if isinstance(document, list | tuple):
        return [without_texts(each, texts) for each in document]
    if not isinstance(document, Mapping):
        return document
    found = {key: _without(key, value, texts) for key, value in document.items()}
    if found.get("type") == PressKey.verb() and found.get("key") == REDACTED:
        return {"type": TypeText.verb(), "text": REDACTED, **{key: found[key] for key in ("ref",) if key in found}}
    return found


def _without(key: Any, value: Any, texts: Collection[str]) -> Any:
    if isinstance(value, str):
        return REDACTED if value in texts and key not in _SAID else value
    return without_texts(value, texts)


def to_be_hidden(texts: Collection[str]) -> tuple[str, ...]:
    """Those texts that can be known again wherever they stand."""
    return tuple(text for text in texts if len(text.strip()) >= SHORTEST and text.strip().lower() not in _OURS)


def hiding(texts: Collection[str]) -> Redactor:
    """What takes these texts out of others, in whatever spelling."""
    return Redactor(hidden=texts)


def _parts(document: Any, layers: int = _DEEP) -> Iterator[Mapping[str, Any]]:
    """The document and all that may be actions in it: it may be wrapped, or be several."""
    if layers == 0:
        return
    inner: Iterable[Any] = document if isinstance(document, list | tuple) else ()
    if isinstance(document, Mapping):
        yield document
        inner = (value for key, value in document.items() if key not in _SAID)
    for each in inner:
        yield from _parts(each, layers - 1)


def _aimed(part: Mapping[str, Any], looks: Sequence[Observation]) -> Iterator[str]:
    texts = list(_texts(part))
    ref = part.get("ref")
    look = next((each for each in looks if ref in each.refs), None) if isinstance(ref, str) else looks[0]
    if texts and look is not None and _goes_to_a_secret(part, look):
        yield from texts


def _texts(part: Mapping[str, Any]) -> Iterator[str]:
    """What may be typed by it: the texts of what types, and all that stand in no field that its type has."""
    kind = BY_TYPE.get(part["type"]) if isinstance(part.get("type"), str) else None
    known = frozenset() if kind is None else frozenset(kind.model_fields) - _TYPED
    for key, value in part.items():
        if key in _SAID or key in known or not isinstance(value, str):
            continue
        said = _letter(value) if key == "key" else value
        if said:
            yield value


def _goes_to_a_secret(part: Mapping[str, Any], look: Observation) -> bool:
    """True if what it names, else what has the focus, keeps a secret or stands for a field that does."""
    ref, point, target = part.get("ref"), part.get("point"), part.get("target")
    if isinstance(ref, str):
        return _keeps_a_secret(look.refs.get(ref), look)
    if point is not None:
        return _keeps_a_secret(_at(point, look), look)
    if isinstance(target, Mapping):
        return any(CALLED_SO.search(words) for words in target.values() if isinstance(words, str))
    return _keeps_a_secret(look.focus, look)


def _at(point: Any, look: Observation) -> int | None:
    """What lies at a point, however it is written."""
    pair = (point.get("x"), point.get("y")) if isinstance(point, Mapping) else point
    match pair:
        case [int() | float() as x, int() | float() as y]:
            hit = look.element_from_point(x, y)
            return hit.node if hit.actionable is None else hit.actionable
    return None


def _keeps_a_secret(i: int | None, look: Observation) -> bool:
    if i is None:
        return False
    end = look.tree.end(i)
    if any(look.tree[k].protected for k in range(i, min(end, i + _FEW))):
        return look.tree[i].protected or end - i <= _FEW
    return "type" not in look.tree[i].can and CALLED_SO.search(look.name_of(i)) is not None

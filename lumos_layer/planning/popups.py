"""Dialogs that nobody asked for: what they are about, and what closes them without agreeing to anything (B59)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal
from weakref import WeakKeyDictionary

from msgspec import Struct

from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import DIALOGS
from lumos_layer.safety.dialogs import DialogClass, about, is_offer
from lumos_layer.tree import Role

PopupClass = Literal["harmless", DialogClass, "unknown"]

_INSIDE = 400  # nodes of a dialog that are read
_PRESSED = frozenset((Role.BUTTON, Role.LINK))
_FIELDS = frozenset(
    (Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.CHECKBOX, Role.SWITCH, Role.RADIO, Role.SLIDER, Role.SPINBUTTON)
)

# Names of what closes a dialog and does nothing else: what says no, before what takes note.
_DECLINE = re.compile(
    r"(no,? thanks?( you)?|not now|maybe later|later|remind me later|skip|skip for now|나중에( 하기)?|다음에( 하기)?|건너뛰기"
    r"|괜찮습니다|아니요,? 괜찮습니다|다시 보지 않기)",
    re.IGNORECASE,
)
_CLOSE = re.compile(r"(close( dialog| window| banner)?|dismiss|x|×|✕|✖|hide|닫기|창 닫기)", re.IGNORECASE)
_NOTED = re.compile(r"(ok|okay|o\.k\.|got it|understood|i see|확인|알겠습니다|알겠어요)", re.IGNORECASE)
_WINDOW = re.compile(r"(minimi[sz]e|maximi[sz]e|restore|최소화|최대화)", re.IGNORECASE)


class Popup(Struct, frozen=True, kw_only=True):
    """An open dialog. `closing` is the ref of what closes it without agreeing to anything, None where nothing surely does."""

    node: int
    ref: str
    name: str
    kind: PopupClass
    words: tuple[str, ...] = ()
    closing: str | None = None


def open_dialogs(observation: Observation) -> list[int]:
    """The dialogs that are open: the last is on top. That is the one that has the focus, else the last in the dump."""
    found = _OPEN.get(observation)
    if found is None:
        nodes = observation.tree.nodes
        shown = [i for i in observation.kept if nodes[i].role in DIALOGS or nodes[i].modal]
        found = _OPEN[observation] = tuple(sorted(shown, key=lambda i: (_is_in_front(observation, i), i)))
    return list(found)


def _is_in_front(observation: Observation, dialog: int) -> bool:
    focus = observation.focus
    return focus is not None and dialog <= focus < observation.tree.end(dialog)


_OPEN: WeakKeyDictionary[Observation, tuple[int, ...]] = WeakKeyDictionary()  # it is asked several times of each look


def popup_at(observation: Observation, node: int) -> Popup:
    """What the dialog is about."""
    tree = observation.tree
    shown = set(_shown_inside(observation, node))
    buttons = {i: observation.name_of(i).strip() for i in sorted(shown) if tree[i].role in _PRESSED and tree[i].can}
    words = tuple(dict.fromkeys(name for i in sorted(shown) if (name := observation.name_of(i).strip())))
    name = observation.name_of(node)
    asks = any(tree[i].role in _FIELDS for i in shown)
    kind = _kind(" \n ".join((name, *words)), tuple(buttons.values()), asks)
    return Popup(
        node=node,
        ref=observation.ref_of(node) or "",
        name=name[:200],
        kind=kind,
        words=words[:20],
        closing=_closing(observation, buttons, kind),
    )


def _shown_inside(observation: Observation, node: int) -> Iterator[int]:
    tree = observation.tree
    kept = set(observation.kept)
    return (i for i in range(node + 1, min(tree.end(node), node + 1 + _INSIDE)) if i in kept)


def _kind(words: str, buttons: tuple[str, ...], asks: bool) -> PopupClass:
    pressed = [name for name in buttons if not _WINDOW.fullmatch(name)]
    if (kind := about(words)) is not None:
        return "harmless" if kind == "consent" and not asks and _only_closes(pressed) else kind
    if asks or not pressed:
        return "unknown"
    if all(_CLOSE.fullmatch(name) or _NOTED.fullmatch(name) or _DECLINE.fullmatch(name) for name in pressed):
        return "harmless"
    declines = any(_DECLINE.fullmatch(name) or _CLOSE.fullmatch(name) for name in pressed)
    return "harmless" if declines and is_offer(words) else "unknown"


def _only_closes(pressed: list[str]) -> bool:
    """True for a notice about cookies or terms that nobody can agree to: all that can be done with it is to close it."""
    return bool(pressed) and all(_CLOSE.fullmatch(name) for name in pressed)


def _closing(observation: Observation, buttons: Mapping[int, str], kind: PopupClass) -> str | None:
    """What says no, else what closes; an OK only where there is nothing to agree to."""
    for pattern in (_DECLINE, _CLOSE, *((_NOTED,) if kind == "harmless" else ())):
        for i, name in buttons.items():
            if pattern.fullmatch(name) and (ref := observation.ref_of(i)):
                return ref
    return None

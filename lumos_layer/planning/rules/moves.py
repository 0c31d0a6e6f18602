"""What a step comes to on the present screen: an action, nothing more to do, or why neither."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from lumos_layer.planning.rules.words import Wanted


class Act(Struct, frozen=True):
    """Do this. `final`: with it the step is done; else more of the step follows. `sure`: how well the element fits, of 1."""

    document: dict[str, Any]
    why: str
    final: bool = True
    sure: float = 1.0


class Fulfilled(Struct, frozen=True):
    """The screen shows that there is nothing (more) to do for the step."""

    shows: str


class Missing(Struct, frozen=True):
    """Nothing on the screen fits."""

    what: Wanted


class Unclear(Struct, frozen=True):
    """A person has to say what is meant; `options` if it can be told from a few answers."""

    question: str
    options: tuple[str, ...] = ()


class Blocked(Struct, frozen=True):
    """It is there, and cannot be used now; `document` is what would be done."""

    why: str
    reason: str
    node: int = -1
    document: dict[str, Any] = {}


Move = Act | Fulfilled | Missing | Unclear | Blocked

"""The agent's own input, told apart from a person's (A38)."""

from __future__ import annotations

from collections import deque
from typing import Literal

from msgspec import Struct

from lumos_layer.actions.fields import Secret
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.environments.clock import Clock
from lumos_layer.perception.delta import Change

_WORDS = frozenset(("type_text", "set_text"))
_KEYS = frozenset(("press_key",))
_POINTED = frozenset(("click", "double_click", "right_click", "drag", "hover"))
_MOST = 10_000  # inputs that are remembered


class Input(Struct, frozen=True, kw_only=True):
    """Something that a surface heard: a key or a letter, the pointer at a place, or words that were put in as a whole."""

    kind: Literal["key", "pointer", "words"]
    words: str = ""
    at: tuple[int, int] | None = None


class Echoes:
    """What the agent has sent and a surface may report back. Each is an echo once, and only for `seconds` on the clock."""

    def __init__(self, clock: Clock, seconds: float = 2.0) -> None:
        self._clock, self._seconds = clock, seconds
        self._sent: deque[tuple[float, Input]] = deque(maxlen=_MOST)

    def sent(self, action: GroundedAction) -> None:
        """Take note of an act right before it is sent."""
        now = self._clock.now()
        self._sent.extend((now, each) for each in _inputs(action))

    def is_echo(self, heard: Input) -> bool:
        """True if the agent sent just this a moment ago and it was not heard before; else a person did it."""
        now = self._clock.now()
        while self._sent and now - self._sent[0][0] > self._seconds:
            self._sent.popleft()
        found = next((pair for pair in self._sent if pair[1] == heard), None)
        if found is not None:
            self._sent.remove(found)
        return found is not None


def _inputs(action: GroundedAction) -> list[Input]:
    verb, document = action.action.verb(), action.action
    if verb in _WORDS:
        text = getattr(document, "text", "")
        words = f"[secret:{text.secret}]" if isinstance(text, Secret) else str(text)
        return [Input(kind="words", words=words), *(Input(kind="key", words=letter) for letter in words)]
    if verb in _KEYS:
        return [Input(kind="key", words=str(getattr(document, "key", "")))]
    if verb not in _POINTED:
        return []
    spots = [spot for spot in (action.spot, action.end) if spot is not None and spot.point is not None]
    times = 2 if verb == "double_click" else 1
    return [Input(kind="pointer", at=spot.point) for spot in spots for _ in range(times)]


def is_own(change: Change, action: GroundedAction) -> bool:
    """True if the change is what the act asks for, on the element that it acted on."""
    if change.ref is None or change.ref != action.ref:
        return False
    if action.action.verb() not in _WORDS:
        return True
    text, held = getattr(action.action, "text", ""), change.after
    if not isinstance(held, str):
        return change.field != "value"
    if isinstance(text, Secret):
        return text.secret in held
    return held == text if action.action.verb() == "set_text" else held == f"{change.before or ''}{text}"

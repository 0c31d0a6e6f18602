"""What came of each act by its id, so that the same id is never done twice, not even by a process started anew."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from lumos_layer.actions.outcomes import Outcome


class Begun(Struct, frozen=True):
    """An act that was sent, or was about to be, and of which nobody has written down what came of it."""

    action_id: str


class Memory(Protocol):
    """Keeps outcomes by action id. Kept outside of the process, it makes retries after a crash safe."""

    def find(self, action_id: str) -> Outcome | Begun | None:
        """What is known of the id; None if it was never seen."""
        ...

    def begin(self, action_id: str) -> None:
        """Written before the act is sent. When this returns, it is kept."""
        ...

    def end(self, action_id: str, outcome: Outcome) -> None:
        """Written when it is known what came of it."""
        ...


class OutcomesInMemory:
    """Remembers as long as the process lives; of the oldest only so many."""

    def __init__(self, most: int = 10_000) -> None:
        self._known: dict[str, Outcome | Begun] = {}
        self._most = most

    def find(self, action_id: str) -> Outcome | Begun | None:
        return self._known.get(action_id)

    def begin(self, action_id: str) -> None:
        self._known[action_id] = Begun(action_id)

    def end(self, action_id: str, outcome: Outcome) -> None:
        self._known[action_id] = outcome
        if len(self._known) > self._most:
            del self._known[next(iter(self._known))]

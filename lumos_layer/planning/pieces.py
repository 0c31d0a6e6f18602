"""An answer in pieces, told as they come from a model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from langchain_core.callbacks import BaseCallbackHandler


class Pieces:
    """Tells each piece of one answer. What goes wrong in the telling is kept apart from what goes wrong with the model."""

    def __init__(self, told: Callable[[str], None]) -> None:
        self._told, self._any, self._over = told, False, False
        self._problem: Exception | None = None

    def handler(self) -> BaseCallbackHandler:
        """What a chat model calls for each piece."""
        from langchain_core.callbacks import BaseCallbackHandler

        tell = self._tell

        class Handler(BaseCallbackHandler):
            def on_llm_new_token(self, token: Any, *, chunk: Any = None, **_: Any) -> None:
                tell(_words(getattr(chunk, "message", None)) or (token if isinstance(token, str) else ""))

        return Handler()

    def end(self, message: Any) -> None:
        """Tell the whole answer if it came in no pieces, and nothing that comes later. Raises what the telling raised."""
        if not self._any and message is not None:
            self._tell(_words(message))
        self._over = True
        if self._problem is not None:
            raise self._problem

    def _tell(self, words: str) -> None:
        if not words or self._over or self._problem is not None:
            return
        self._any = True
        try:
            self._told(words)
        except Exception as problem:  # noqa: BLE001 - raised when the call is over
            self._problem = problem


def _words(message: Any) -> str:
    """What a piece adds: its text, and arguments of a tool."""
    calls = getattr(message, "tool_call_chunks", ())
    return str(getattr(message, "text", "")) + "".join(call["args"] or "" for call in calls)

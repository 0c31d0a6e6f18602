"""Six tools for an agent that shares a screen with a person: open, navigate, observe, read, click, type (A28)."""

from __future__ import annotations

from collections.abc import Iterator

from lumos_layer.actions.base import against
from lumos_layer.actions.fields import Secret
from lumos_layer.actions.outcomes import Outcome, rejected
from lumos_layer.execution.executor import Executor
from lumos_layer.execution.sending import Stopped
from lumos_layer.perception.items import Element, Group, Heading, Text, walk
from lumos_layer.perception.observation import Observation

_PLAIN = (
    "This field keeps a secret, which no tool takes as text. Name a secret that is kept for it, or hand the screen to a person."
)


class Desk:
    """Tools that all go through one executor, and so through whoever controls its environment.

    While a person has the surface, acts come back as `paused`, and looks raise PausedByUser. A ref counts only if the latest look
    shows it.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def open(self, app: str) -> Outcome:
        """Open a program by its name."""
        return self._executor.run({"type": "open_app", "app": app})

    def navigate(self, url: str) -> Outcome:
        """Show the page of an address."""
        return self._executor.run({"type": "open_url", "url": url})

    def observe(self) -> Observation:
        """Look; its refs are the ones that count from now on. Raises PausedByUser, NotOwner, or Broke if nobody can look."""
        try:
            return self._executor.observe()
        except Stopped as stopped:
            raise stopped.problem from None

    def read(self) -> str:
        """Look, and give the visible text line by line, in reading order; raises what `observe` raises."""
        return "\n".join(_lines(self.observe()))

    def click(self, ref: str) -> Outcome:
        """Click an element of the latest look."""
        return self._on(ref, {"type": "click", "ref": ref})

    def type(self, ref: str, text: str | Secret) -> Outcome:
        """Type into a field of the latest look. What keeps a secret takes only the name of one (A18)."""
        latest = self._executor.latest
        node = latest.refs.get(ref) if latest is not None else None
        if latest is not None and node is not None and latest.tree[node].protected and not isinstance(text, Secret):
            return rejected([against("policy", _PLAIN, "text")], before=latest.id)
        said = text.model_dump() if isinstance(text, Secret) else text
        return self._on(ref, {"type": "type_text", "ref": ref, "text": said})

    def _on(self, ref: str, document: dict[str, object]) -> Outcome:
        latest = self._executor.latest
        if latest is None or ref not in latest.refs:
            message = f"{ref} is not in the latest look." if latest is not None else "Nothing has been looked at yet."
            return rejected([against("stale", message, "ref")], before=latest.id if latest is not None else "")
        return self._executor.run(document)


def _lines(observation: Observation) -> Iterator[str]:
    for item in walk(observation.blueprint().items):
        match item:
            case Text(text=text) | Heading(text=text):
                yield text
            case Element() | Group():
                words = ": ".join(filter(None, (item.name, item.value)))
                if words:
                    yield words

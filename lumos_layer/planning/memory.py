"""What a run remembers: last acts, failures, texts by field, the query under way, the last address, launches (L44 to L48).

A bounded value of a run's state. It is made of what was done and seen alone: every act is added once, in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from lumos_layer.perception.observation import Observation
from lumos_layer.planning.port import Remembered
from lumos_layer.planning.progress import signature
from lumos_layer.tree.layers import WINDOWS

Item = TypeVar("Item")

ACTS, FEW = 12, 20  # acts that are remembered; of anything else
_SAID, _TEXT, _URL = 300, 2_000, 500  # characters
_TYPING = frozenset(("type_text", "set_text"))
_SUBMITTING = frozenset(("click", "double_click", "select"))
_LEAVING = frozenset(("open_app", "open_url", "switch_window"))
_SEARCH = re.compile(r"button '(search|find|start|검색|찾기|시작)\b.*'", re.IGNORECASE)
_IN_VAIN = frozenset(("no_effect", "rejected", "failed", "aborted"))


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RememberedAct(_Value):
    """One act and what came of it."""

    step: int
    action: JsonValue
    element: str = ""
    outcome: str
    said: str = ""


class Failure(_Value):
    """An act that came to nothing. `signature` knows it again where its element has another ref by now."""

    step: int
    signature: str
    outcome: str
    said: str = ""


class TypedText(_Value):
    """Text that the run put into a field: the whole of it (`whole`), or added at the caret."""

    step: int
    ref: str = ""
    element: str = ""
    text: str
    whole: bool = False


class Launch(_Value):
    """A program that the run has started or brought up."""

    step: int
    app: str


class Memory(_Value):
    """What a run remembers. Equal acts and looks, added in the same order, make equal memories."""

    acts: tuple[RememberedAct, ...] = Field(default=(), description="The last acts with their outcomes.")
    failures: tuple[Failure, ...] = ()
    typed: tuple[TypedText, ...] = ()
    query: str = Field(default="", description="Words that are to be searched for and have not been sent yet.")
    searching: bool = Field(default=False, description="A search is open and nothing has been sent in it.")
    url: str = Field(default="", description="The address of the page that was seen last.")
    window: str = Field(default="", description="The name of the window that the last planned act was for.")
    launches: tuple[Launch, ...] = ()
    added: int = Field(default=0, ge=0, description="Step of the last act that was added.")

    def after(self, entries: Iterable[Remembered]) -> Memory:
        """The memory with those of the acts added that are later than the last."""
        memory = self
        for entry in entries:
            if entry.step > memory.added:
                memory = memory._with(entry)
        return memory

    def seen(self, observation: Observation) -> Memory:
        """The memory after a look."""
        url = observation.url[:_URL] or self.url
        return self if url == self.url else self.model_copy(update={"url": url})

    def planned(self, observation: Observation, ref: str) -> Memory:
        """The memory after a plan for the element of this ref."""
        node = observation.refs.get(ref)
        holder = None if node is None else window_of(observation, node)
        name = "" if holder is None else observation.name_of(holder)[:_SAID]
        return self.model_copy(update={"window": name}) if name and name != self.window else self

    def typed_into(self, ref: str, element: str, observation: Observation) -> tuple[TypedText, ...]:
        """What the run has put into the field, oldest first. A field is known by its ref, after a hand-back by its words alone."""
        return tuple(
            each
            for each in self.typed
            if each.element == element and (each.ref == ref or (element and (not each.ref or each.ref not in observation.refs)))
        )

    def _with(self, entry: Remembered) -> Memory:
        act = RememberedAct(
            step=entry.step, action=entry.action, element=entry.element, outcome=entry.outcome, said=entry.said[:_SAID]
        )
        update: dict[str, Any] = {"acts": _last(self.acts, act, ACTS), "added": entry.step}
        if entry.outcome in _IN_VAIN:
            failure = Failure(
                step=entry.step,
                signature=failure_mark(entry.action, entry.element),
                outcome=entry.outcome,
                said=entry.said[:_SAID],
            )
            update["failures"] = _last(self.failures, failure)
        if entry.outcome in ("done", "unknown") and isinstance(entry.action, Mapping):
            update |= self._done(entry, entry.action)
        return self.model_copy(update=update)

    def _done(self, entry: Remembered, action: Mapping[str, Any]) -> dict[str, Any]:
        verb, words = action.get("type"), _words(action.get("text"))
        if verb in _TYPING:
            typed = TypedText(
                step=entry.step, ref=str(action.get("ref", "")), element=entry.element, text=words, whole=verb == "set_text"
            )
            return {"typed": _last(self.typed, typed), "query": words if self.searching else self.query}
        if verb == "open_windows_search":
            return {"searching": True, "query": words}
        if _opens_search(action, entry.element) and not self.searching:
            return {"searching": True, "query": ""}
        if verb in _LEAVING or (self.searching and _sends(action)):
            return {"searching": False, "query": "", "launches": self._launched(entry, action)}
        return {}

    def _launched(self, entry: Remembered, action: Mapping[str, Any]) -> tuple[Launch, ...]:
        """The launches with the program that the act has started by its name, or by a query that was sent."""
        app = str(action.get("app", "")) if action.get("type") == "open_app" else ""
        app = app or (self.query if self.searching and _sends(action) and action.get("key") != "Escape" else "")
        return _last(self.launches, Launch(step=entry.step, app=app[:_SAID])) if app else self.launches


def failure_mark(action: JsonValue, element: str) -> str:
    """What an act that came to nothing is known by: its signature, bounded."""
    return signature(action, element)[:_TEXT]


def window_of(observation: Observation, node: int) -> int | None:
    """The window or dialog that a node stands in; None if there is none."""
    tree = observation.tree
    return next((i for i in (node, *tree.ancestors(node)) if tree[i].role in WINDOWS), None)


def _sends(action: Mapping[str, Any]) -> bool:
    """True for what sends a query off, takes one of its results, or closes the search."""
    return action.get("type") in _SUBMITTING or (action.get("type") == "press_key" and action.get("key") in ("Enter", "Escape"))


def _opens_search(action: Mapping[str, Any], element: str) -> bool:
    """True for a press of what brings a search up: a button that is called so, or the key that does so on most desktops."""
    if action.get("type") == "press_key":
        return action.get("key") == "Meta"
    return action.get("type") == "click" and _SEARCH.fullmatch(element) is not None


def _words(text: Any) -> str:
    """A text as it is remembered; a secret by its name alone."""
    if isinstance(text, Mapping):
        return f"[secret:{text.get('secret', '')}]"
    return text[:_TEXT] if isinstance(text, str) else ""


def _last(items: tuple[Item, ...], item: Item, most: int = FEW) -> tuple[Item, ...]:
    return (*items, item)[-most:]

"""A language model that is asked for one document: what a judge and an auditor of their own have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeGuard

import orjson

from lumos_layer.actions.fields import Json
from lumos_layer.environments.clock import Clock, SystemClock
from lumos_layer.planning.chat import Chat, Way, chat_model
from lumos_layer.planning.plan import Usage
from lumos_layer.planning.prompt import Prompt

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

SCREEN = 12_000  # tokens of a screen that is shown to a model
REASON = 2_000  # characters of what a model says that are kept
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class AskedModel:
    """A chat model: a name as `provider:model`, or one of langchain-core's models. See `ModelPlanner` for the options."""

    def __init__(
        self,
        model: str | BaseChatModel,
        *,
        options: Mapping[str, Any] = _NOTHING,
        tries: int = 3,
        way: Way | None = None,
        timeout: float = 60.0,
        clock: Clock | None = None,
    ) -> None:
        self.name = model if isinstance(model, str) else type(model).__name__
        self.usage = Usage()
        self.without: Callable[[str], str] = str  # takes out of what it is told what no prompt may tell
        made = chat_model(model, options, timeout) if isinstance(model, str) else model
        self._chat = Chat(made, self.name, clock or SystemClock(), max(1, tries), way, None)

    def _asked(self, rules: str, told: str, schema: Json) -> tuple[Any, ...]:
        """The document that the model gives; none if it broke off or gave several. Raises PlannerFailed if it cannot be asked."""
        reply = self._chat.ask(Prompt(rules, self.without(told)), schema, self._count)
        return () if reply.cut or len(reply.documents) != 1 else reply.documents

    def _count(self, usage: Usage) -> None:
        self.usage += usage


def in_form(document: Any) -> dict[str, Any] | None:
    """The object that a document is, as text or decoded; None if it is none."""
    try:
        said = orjson.loads(document) if isinstance(document, str | bytes) else document
    except orjson.JSONDecodeError:
        return None
    return said if isinstance(said, dict) else None


def are_texts(said: Any) -> TypeGuard[list[str]]:
    """True for a list of texts."""
    return isinstance(said, list) and all(isinstance(each, str) for each in said)

"""The planner that asks a language model."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lumos_layer.actions.coercion import decoded
from lumos_layer.actions.repair import Unreadable
from lumos_layer.environments.clock import Clock, SystemClock
from lumos_layer.errors import BadOption, BudgetTooSmall, PlannerFailed
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.planning.answers import Answer, Wrong, answer_schema, read_answer
from lumos_layer.planning.chat import LONGEST, WAYS, Chat, Reply, Way, chat_model
from lumos_layer.planning.plan import Plan, Usage
from lumos_layer.planning.port import Request
from lumos_layer.planning.prompt import again, prompt
from lumos_layer.safety.credentials import aimed_at_secrets, hiding, to_be_hidden

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_BESIDE = 20_000  # tokens for all but the screen: rules, schema, memory, the answer
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class ModelPlanner:
    """Plans by a chat model: a name as `openai:gpt-5`, or one of langchain-core's chat models that is there already.

    The model is told the goal, the screen as it is now, recent acts and hints, and nothing else; it keeps nothing from one request
    to the next. `options` go to its client, as `temperature`. `retries`: how often an answer that cannot be taken is told back with
    what stands against it. `tries`: how often one call is made that does not come through, with pauses on `clock`. `budget`: tokens
    that the screen may take at most; else as many as the model is known to have room for. `strict`: nothing of an answer is mended.
    `told` gets the answer in pieces as it comes. `way` of asking: found out if not given. `timeout`: the seconds in which nothing
    comes of a call, for models that are given by name; `longest`: those of a call in all.

    Raises MissingExtra, BadOption for a name or a way that there is not, and PlannerFailed if the model's client cannot be made.
    """

    def __init__(
        self,
        model: str | BaseChatModel,
        *,
        options: Mapping[str, Any] = _NOTHING,
        retries: int = 2,
        tries: int = 4,
        budget: int | None = None,
        strict: bool = False,
        told: Callable[[str], None] | None = None,
        way: Way | None = None,
        timeout: float = 120.0,
        longest: float = LONGEST,
        clock: Clock | None = None,
    ) -> None:
        if way is not None and way not in WAYS:
            raise BadOption("way", way, f"one of {', '.join(WAYS)}")
        self.name = model if isinstance(model, str) else _name_of(model)
        self.usage = Usage()  # of all requests, also of those that failed
        made = chat_model(model, options, timeout) if isinstance(model, str) else model
        self._chat = Chat(made, self.name, clock or SystemClock(), max(1, tries), way, told, longest)
        self._retries, self._budget, self._strict = max(0, retries), budget, strict

    @property
    def way(self) -> Way:
        """How the model is asked: by `schema`, by a `tool`, by an `offered_tool`, or for JSON as `text`."""
        return self._chat.way

    def plan(self, request: Request) -> Plan:
        """The model's next action, checked against the screen. Raises PlannerFailed."""
        before = self.usage
        blueprint = self._blueprint(request)
        schema, asked = answer_schema(request, blueprint), prompt(request, blueprint)
        found: Answer | Wrong = Wrong(())
        hidden: set[str] = set()
        for _ in range(1 + self._retries):
            reply = self._chat.ask(asked, schema, self._count)
            found = _read(reply, request, self._strict)
            if isinstance(found, Answer):
                return self._plan(found, request, _less(self.usage, before), hidden)
            hidden.update(refused := _refused_in_clear(reply, request))
            request.refuse(refused)
            asked = again(prompt(request, blueprint), reply.documents, found.problems, hidden)
        raise PlannerFailed(self.name, _in_vain(found, 1 + self._retries))

    def _blueprint(self, request: Request) -> Blueprint:
        """The whole screen, as far as it fits: who keeps nothing has seen no earlier one that a delta could be added to."""
        budget, room = self._budget, self._chat.room
        if budget is None:
            whole = request.observation.blueprint()
            if room is None or len(whole.compact()) <= room:  # a token is a character at least
                return whole
            budget = max(room // 4, room - _BESIDE)
        try:
            return request.observation.blueprint("auto", budget=budget)
        except BudgetTooSmall as problem:
            raise PlannerFailed(self.name, str(problem)) from None

    def _count(self, usage: Usage) -> None:
        self.usage += usage

    def _plan(self, answer: Answer, request: Request, usage: Usage, hidden: Collection[str]) -> Plan:
        without = hiding(hidden).text
        place = len(request.memory) if request.step is None else request.step
        return Plan(
            action=answer.action,
            reason=without(answer.reason),
            expected_effect=without(answer.expected_effect),
            risk=answer.risk,
            confidence=answer.confidence,
            planner=self.name,
            usage=usage,
            cursor=str(place + 1),
            repairs=answer.repairs,
        )


def _read(reply: Reply, request: Request, strict: bool) -> Answer | Wrong:
    if reply.cut:
        return Wrong(("The answer broke off because it was too long; give a shorter one.",), ("cut",))
    return read_answer(reply.documents, request, strict=strict)


def _refused_in_clear(reply: Reply, request: Request) -> tuple[str, ...]:
    """The plain texts for fields that keep secrets in an answer that cannot be taken."""
    documents = []
    for document in reply.documents:
        with suppress(Unreadable):
            documents.append(decoded(document, []) if isinstance(document, str) else document)
    return to_be_hidden(aimed_at_secrets(documents, [request.observation]))


def _in_vain(wrong: Answer | Wrong, times: int) -> str:
    """Without a word of the model or the screen."""
    kinds = ", ".join(wrong.kinds) if isinstance(wrong, Wrong) else ""
    return f"{times} answers in a row were no action that the screen allows; the last one: {kinds}"


def _less(all_of_it: Usage, before: Usage) -> Usage:
    return Usage(**{name: getattr(all_of_it, name) - getattr(before, name) for name in Usage.model_fields})


def _name_of(model: BaseChatModel) -> str:
    """What it is called by its provider, behind the kind of its client."""
    called = getattr(model, "model_name", None) or getattr(model, "model", None)
    return f"{type(model).__name__}:{called}" if isinstance(called, str) else type(model).__name__

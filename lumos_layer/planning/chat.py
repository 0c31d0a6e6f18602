"""The only door to language models: a chat model of langchain-core, asked for one answer by a schema.

Of an error of a model's client nothing is ever told but its kind and status: its words may hold keys, the prompt or the answer.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal, get_args

from lumos_layer.actions.fields import Json
from lumos_layer.environments.clock import Clock
from lumos_layer.errors import BadOption, MissingExtra, PlannerFailed
from lumos_layer.planning.pieces import Pieces
from lumos_layer.planning.plan import Usage
from lumos_layer.planning.prompt import Prompt
from lumos_layer.planning.troubles import Trouble, trouble_of
from lumos_layer.planning.within import TooLong, within

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage

# How an answer is asked for: by constrained output, by a tool that has to be called, by one that may be, in words alone.
Way = Literal["schema", "tool", "offered_tool", "text"]
WAYS: tuple[Way, ...] = get_args(Way)

LONGEST = 600.0  # seconds of one call, however much of an answer keeps coming
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0  # seconds between tries, doubled each time
_NOTHING = Trouble("passing", "its service sent nothing")
_NO_ANSWER = Trouble("passing", "its service sent what is no answer")
_MOST_TOKENS = 10**12  # of one call; more is no count
_CUT = frozenset(("length", "max_tokens", "max_output_tokens", "model_length"))
_REFUSED = frozenset(("content_filter", "safety", "refusal", "prohibited_content", "blocklist"))
_THEIRS = {"input_tokens": "prompt_tokens", "output_tokens": "completion_tokens"}
_PACKAGE = re.compile(r"pip install (?:-U )?['\"]?([A-Za-z0-9._-]+)")


@dataclass(frozen=True)
class Reply:
    """What a model said: texts or decoded JSON, one for each answer in it. `cut`: it broke off at the model's own limit."""

    documents: tuple[Any, ...]
    cut: bool = False


def chat_model(name: str, options: Mapping[str, Any], timeout: float) -> BaseChatModel:
    """The chat model of a name as `provider:model`, which waits `timeout` seconds at most and leaves trying again to us.

    Raises MissingExtra, BadOption if there is no such provider, and PlannerFailed if its client cannot be made, as without a key.
    """
    try:
        from langchain.chat_models import init_chat_model
    except ImportError:
        raise MissingExtra("A language model as planner", "models") from None
    package = problem = ""
    try:
        with _quiet():
            known = type(init_chat_model(name, **options)).model_fields
            ours = {option: value for option, value in _ours(timeout).items() if _takes(known, option)}
            made: BaseChatModel = init_chat_model(name, **{**ours, **options})
            return made
    except ImportError as error:
        package = next(iter(_PACKAGE.findall(str(error))), f"langchain-{name.partition(':')[0]}")
    except Exception as error:  # noqa: BLE001 - of what a client raises, which may quote its key, only the kind is told
        if type(error) is ValueError:
            raise BadOption(
                "planner", name, "rules, scripted, or a language model as provider:model, such as openai:gpt-5"
            ) from None
        problem = f"its client cannot be made ({type(error).__name__}); is its key set in the environment?"
    if package:
        raise MissingExtra(f"The model {name}", "models", package)
    raise PlannerFailed(name, problem)


def _ours(timeout: float) -> dict[str, Any]:
    return {"timeout": timeout, "max_retries": 0, "stream_usage": True}


def _takes(fields: Mapping[str, Any], option: str) -> bool:
    return option in fields or any(field.alias == option for field in fields.values())


class Chat:
    """A chat model that is asked for one answer at a time. Once it has answered in one way, those before it are not tried again.

    `tries` are for one call that does not come through; `told` gets the answer piece by piece as it comes, from the beginning
    again if a try broke off. A call that has not come to its end after `longest` seconds is given up, and not tried again.
    """

    def __init__(
        self,
        model: BaseChatModel,
        name: str,
        clock: Clock,
        tries: int,
        way: Way | None,
        told: Callable[[str], None] | None,
        longest: float = LONGEST,
    ) -> None:
        self._model, self._name, self._clock, self._tries, self._told = model, name, clock, tries, told
        self._longest = longest
        self._ways = [way] if way is not None else list(_ways_of(model))

    @property
    def way(self) -> Way:
        """How the model is asked now."""
        return self._ways[0]

    @property
    def room(self) -> int | None:
        """How many tokens the model takes at most, None if that is not known."""
        room = (getattr(self._model, "profile", None) or {}).get("max_input_tokens")
        return room if isinstance(room, int) and room > 0 else None

    def ask(self, prompt: Prompt, schema: Json, counted: Callable[[Usage], None]) -> Reply:
        """What the model answers. `counted` gets the tokens of each call. Raises PlannerFailed if none comes through."""
        trouble = _NOTHING
        for left in range(len(self._ways), 0, -1):
            ways = self._ways[-left:]
            said = self._tried(prompt, schema, ways[0], counted)
            if isinstance(said, Reply):
                self._ways = ways
                return said
            trouble = said
            if trouble.kind != "unsupported":
                break
        raise PlannerFailed(self._name, trouble.words)

    def _tried(self, prompt: Prompt, schema: Json, way: Way, counted: Callable[[Usage], None]) -> Reply | Trouble:
        """What came of it in one way, tried again as often as there is hope."""
        for tries in range(1, self._tries):
            said = self._called(prompt, schema, way, counted)
            if isinstance(said, Reply) or said.kind != "passing":
                return said
            self._clock.sleep(min(max(_FIRST_PAUSE * 2 ** (tries - 1), said.after), _LONGEST_PAUSE))
        said = self._called(prompt, schema, way, counted)
        if isinstance(said, Reply) or said.kind != "passing" or self._tries == 1:
            return said
        return replace(said, words=f"{said.words}; tried {self._tries} times")

    def _called(self, prompt: Prompt, schema: Json, way: Way, counted: Callable[[Usage], None]) -> Reply | Trouble:
        """One call: what came of it, or what stood against it."""
        from langchain_core.messages import HumanMessage, SystemMessage

        messages = [SystemMessage(prompt.system), HumanMessage(prompt.user)]
        try:
            asking = self._asking(way, schema)
        except Exception:  # noqa: BLE001 - a client may raise anything
            return Trouble("unsupported", f"it cannot be asked by {way}")
        pieces = None if self._told is None else Pieces(self._told)
        message: AIMessage | None = None
        trouble = _NOTHING
        try:
            with _quiet():
                message = within(self._longest, lambda: _message(asking, messages, pieces))
        except TooLong:
            trouble, usage = Trouble("lasting", f"its service came to no end within {self._longest:g} seconds"), Usage(calls=1)
        except Exception as error:  # noqa: BLE001 - a client may raise anything; of it only its kind is told
            trouble, usage = trouble_of(error), _usage_of(error)
        else:
            if message is not None and not hasattr(message, "tool_calls"):
                message, trouble = None, _NO_ANSWER  # of another role than the model's
            usage = Usage(calls=1) if message is None else _usage(message)
        counted(usage)
        if pieces is not None:
            pieces.end(message)
        if trouble.kind == "cut":
            return Reply((), cut=True)
        return trouble if message is None else _reply(message)

    def _asking(self, way: Way, schema: Json) -> Any:
        """The model, made to answer in this way."""
        kind = type(self._model)
        if way == "text":
            return self._model
        if way == "schema":
            options = _named(kind.with_structured_output, method="json_schema", strict=True)
            return self._model.with_structured_output(schema, include_raw=True, **options)
        if way == "offered_tool":
            return self._model.bind_tools([schema])
        options = _named(kind.bind_tools, strict=True, parallel_tool_calls=False)
        return self._model.bind_tools([schema], tool_choice=schema["title"], **options)


def _message(asking: Any, messages: Sequence[Any], pieces: Pieces | None) -> AIMessage | None:
    """The model's message, whole; told in pieces as they come if somebody wants them."""
    if pieces is None:
        return _raw(asking.invoke(messages))
    whole: Any = None
    for part in asking.stream(messages, config={"callbacks": [pieces.handler()]}):
        if (piece := _raw(part)) is not None:
            whole = piece if whole is None else whole + piece
    return whole  # type: ignore[no-any-return]


def _ways_of(model: BaseChatModel) -> Sequence[Way]:
    """The ways that are worth trying, as far as it is known what the model can."""
    profile: Mapping[str, Any] = getattr(model, "profile", None) or {}
    if profile.get("tool_calling") is False and profile.get("structured_output") is not True:
        return WAYS[-1:]
    return WAYS[1:] if profile.get("structured_output") is False else WAYS


def _named(known: Callable[..., Any], **options: Any) -> dict[str, Any]:
    """Those of the options that a method knows by name: what it does not know, it might send on."""
    return {name: value for name, value in options.items() if name in signature(known).parameters}


def _raw(part: Any) -> AIMessage | None:
    """The message itself, of what a chain gives: structured output has it beside what was made of it."""
    return part.get("raw") if isinstance(part, dict) else part


def _reply(message: Any) -> Reply | Trouble:
    ended = set(_ends(message.response_metadata))
    if ended & _REFUSED or message.additional_kwargs.get("refusal") or "refusal" in _kinds(message.content):
        return Trouble("lasting", "the model refused to answer")
    return Reply(tuple(_documents(message)), cut=bool(ended & _CUT))


def _ends(metadata: Mapping[str, Any]) -> Iterator[str]:
    """Why the answer ended, in the words of whichever provider."""
    inside = metadata.get("incomplete_details")
    for holder, name in ((metadata, "finish_reason"), (metadata, "stop_reason"), (metadata, "done_reason"), (inside, "reason")):
        yield str(holder.get(name, "")).lower() if isinstance(holder, Mapping) else ""


def _kinds(content: Any) -> set[Any]:
    """The types of the blocks of a message's content."""
    return {block.get("type") for block in content if isinstance(block, dict)} if isinstance(content, list) else set()


def _documents(message: Any) -> list[Any]:
    """The arguments of the tools called, as they came; the text where none was."""
    chunks = getattr(message, "tool_call_chunks", None)
    if chunks:  # what is decoded of a message in pieces may have been completed
        return [chunk["args"] or "" for chunk in chunks]
    calls = [call["args"] for call in message.tool_calls] + [call["args"] or "" for call in message.invalid_tool_calls]
    return calls or ([str(message.text)] if str(message.text).strip() else [])


def _usage(message: Any) -> Usage:
    said: Mapping[str, Any] = message.usage_metadata or {}
    details: Mapping[str, Any] = said.get("input_token_details") or {}
    cached = sum(_count(tokens) for name, tokens in details.items() if name.endswith("cache_read"))
    return Usage(
        input_tokens=_count(said.get("input_tokens")),
        output_tokens=_count(said.get("output_tokens")),
        cached_tokens=cached,
        calls=1,
    )


def _count(said: Any) -> int:
    """A number of tokens; 0 for what is none."""
    return said if isinstance(said, int) and not isinstance(said, bool) and 0 <= said <= _MOST_TOKENS else 0


def _usage_of(error: Exception) -> Usage:
    """The tokens of an answer that broke off, where the error says them."""
    said = getattr(getattr(error, "completion", None), "usage", None)
    return Usage(calls=1, **{name: _count(getattr(said, theirs, 0)) for name, theirs in _THEIRS.items()})


def _quiet() -> warnings.catch_warnings[None]:
    """What clients warn of quotes schemas and answers, and what it is about comes back as an error."""
    return warnings.catch_warnings(action="ignore", category=UserWarning)

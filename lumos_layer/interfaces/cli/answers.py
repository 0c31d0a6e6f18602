"""What a person types as an answer, on the terminal or behind an option of `lumos approve`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

import orjson
from pydantic import ValidationError

from lumos_layer.errors import BadOption
from lumos_layer.safety.approval import Answer, Approve, Constrain, Deny, Edit, Reply
from lumos_layer.safety.constraints import Constraints

_SHOWN = 80  # characters of what was typed
_FIELDS = tuple(Constraints.model_fields)


def edit_in(said: str) -> Edit:
    """Something else instead, as JSON. Raises BadOption."""
    return Edit(action=_json(said, "the answer", "an action as JSON"))


def constraints_in(said: str) -> Constrain:
    """Limits: a JSON object as in a task, or words, which are a note. Raises BadOption."""
    if not said.lstrip().startswith("{"):
        return Constrain(constraints=Constraints(notes=(_words(said, "the limit"),)))
    document: Any = _json(said, "the limits", f"words, or one JSON object with {', '.join(_FIELDS)}")
    try:
        return Constrain(constraints=Constraints.model_validate(document))
    except ValidationError as problem:
        error = problem.errors(include_url=False)[0]
        raise BadOption("the limits", ".".join(map(str, error["loc"])), _wanted(str(error["loc"][0]), error["msg"])) from None


def _wanted(field: str, problem: str) -> str:
    """What a field of the constraints takes; of one that there is not, which it may be."""
    if field not in _FIELDS:
        near = get_close_matches(field, _FIELDS, 1, 0.3)
        return f"one of {', '.join(_FIELDS)}" + (f"; nearest: {near[0]}" if near else "")
    kind = "a text" if field == "scope" else "a list of texts"
    return f"{kind} ({problem})"


def reply_in(said: str) -> Reply:
    """Words. Raises BadOption."""
    try:
        return Reply(text=_words(said, "the answer"))
    except ValidationError as problem:
        raise BadOption("the answer", said[:_SHOWN], problem.errors(include_url=False)[0]["msg"]) from None


def _words(said: str, name: str) -> str:
    if not said.strip():
        raise BadOption(name, said, "words")
    return said.strip()


def _json(said: str, name: str, wanted: str) -> Any:
    try:
        return orjson.loads(said)
    except orjson.JSONDecodeError as problem:
        raise BadOption(name, said[:_SHOWN], f"{wanted} ({problem})") from None


def answer_in(said: str) -> Answer:
    """The answer in what was typed at a question. Raises BadOption with what is wrong with it."""
    word, _, rest = said.strip().partition(" ")
    make = _ANSWERS.get(word.lower())
    if make is None:
        raise BadOption("the answer", said[:_SHOWN], "one that begins with y, n, e, c, r or s")
    return make(rest.strip())


def _alone(answer: Answer) -> Callable[[str], Answer]:
    """An answer that is one word: what stands behind it would be lost."""

    def made(rest: str) -> Answer:
        if rest:
            raise BadOption("the answer", rest[:_SHOWN], "nothing behind a yes; n WHY denies, c LIMITS limits, e ACTION changes it")
        return answer

    return made


_YES = _alone(Approve())
_ANSWERS: Mapping[str, Callable[[str], Answer]] = MappingProxyType(
    {
        "y": _YES,
        "yes": _YES,
        "n": lambda why: Deny(reason=why),
        "no": lambda why: Deny(reason=why),
        "r": reply_in,
        "c": constraints_in,
        "e": edit_in,
    }
)

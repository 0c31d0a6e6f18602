"""The forms in which models and their interfaces wrap an action: tool calls, lists of one, an action under its own name."""

from __future__ import annotations

from typing import Any

from lumos_layer.actions import BY_TYPE
from lumos_layer.actions.lenient_json import strict_json
from lumos_layer.actions.repair import Repair, Unreadable

_LISTS = ("actions", "tool_calls", "toolCalls", "function_calls", "calls")
_CALLS = ("function", "function_call", "functionCall", "tool_call", "toolCall", "tool_use")
_ARGUMENTS = ("arguments", "args", "parameters", "params", "input", "kwargs", "action_input")
_NAMES = ("name", "tool", "tool_name", "action", "function", "type")
_ENVELOPE = {"action_id", "observation", "action"}
# Fields in which only an action says what it is about: none is an id, a name or a thought that interfaces put beside a call.
_OWN_FIELDS = frozenset(
    ("ref", "point", "start", "end", "key", "option", "checked", "value", "expanded", "direction", "edge", "condition", "seconds")
)
_DEEPEST = 8


def verb_of(word: Any) -> str | None:
    """The type of action that is spelled like this but for case, blanks and hyphens: `SetText`, `set-text`, `Set text`."""
    if not isinstance(word, str) or len(word) > 60:
        return None
    return _SPELLED.get("".join(letter for letter in word.lower() if letter.isalnum()))


_SPELLED = {verb.replace("_", ""): verb for verb in BY_TYPE}


def unwrapped(document: Any, repairs: list[Repair]) -> Any:
    """The action inside, as far as it is plain which one it is. Raises Unreadable where there are none or several."""
    for _ in range(_DEEPEST):
        inner = _one_layer(document, repairs)
        if inner is document:
            return document
        document = inner
    raise Unreadable("It is wrapped too often.")


def _one_layer(document: Any, repairs: list[Repair]) -> Any:
    if isinstance(document, str):
        return _from_text(document, repairs)
    if isinstance(document, list):
        return _only(document, repairs)
    return _from_object(document, repairs) if isinstance(document, dict) else document


def _from_object(document: dict[str, Any], repairs: list[Repair]) -> Any:
    if isinstance(document.get("action"), dict):
        return _from_action(document, repairs)
    for name in _LISTS:
        if isinstance(document.get(name), list):
            _check_alone(document, name)
            return _only(document[name], repairs, "wrapper")
    for name in _CALLS:
        if isinstance(document.get(name), dict):
            _check_alone(document, name)
            repairs.append(Repair("wrapper", name))
            return document[name]
    return _from_call(document, repairs)


def _check_alone(document: dict[str, Any], *taken: str) -> None:
    """Raises Unreadable if another action, or a part of one, stands beside what is taken out: nothing chooses between the two."""
    for name, value in document.items():
        if name in taken or value is None or value in ("", [], {}):
            continue
        is_wrapper = name in (*_LISTS, *_CALLS, "action") and isinstance(value, dict | list)
        if is_wrapper or name in _OWN_FIELDS or (name in ("type", "action") and verb_of(value)):
            raise Unreadable(f"Give exactly one action; beside {taken[0]!r} there is more of one in {name!r}.")


def _check_one_verb(*words: Any) -> None:
    """Raises Unreadable if the words name several types of actions."""
    verbs = list(dict.fromkeys(filter(None, map(verb_of, words))))
    if len(verbs) > 1:
        raise Unreadable(f"Give exactly one action; it is called {' and '.join(verbs)}.")


def _from_text(text: str, repairs: list[Repair]) -> Any:
    try:
        document = strict_json(text)
    except ValueError:
        raise Unreadable("It is a text, not an action.") from None
    repairs.append(Repair("json_in_text"))
    return document


def _only(items: list[Any], repairs: list[Repair], kind: Any = "array_of_one") -> Any:
    if len(items) != 1:
        raise Unreadable(f"Give exactly one action; there are {len(items) or 'none'}.")
    repairs.append(Repair(kind))
    return items[0]


def _from_action(document: dict[str, Any], repairs: list[Repair]) -> Any:
    """The form of a grounded schema, or an action on its way, stays; words that stand beside it otherwise go."""
    beside = [name for name, value in document.items() if name not in _ENVELOPE and not isinstance(value, dict | list)]
    if "type" in document or not beside or not _OWN_FIELDS.isdisjoint(beside):
        return document
    repairs.extend(Repair("commentary", name) for name in beside)
    return {name: value for name, value in document.items() if name not in beside}


def _from_call(document: dict[str, Any], repairs: list[Repair]) -> Any:
    arguments = next((name for name in _ARGUMENTS if name in document), None)
    if verb_of(document.get("type")) and document.keys() - {"type", "id", "name", arguments}:
        return document  # an action with fields of its own
    called = next((name for name in _NAMES if isinstance(document.get(name), str)), None)
    if arguments is not None and called is not None:
        given = document[arguments]
        given = _from_text(given, repairs) if isinstance(given, str) and given.strip()[:1] == "{" else given
        verb = verb_of(document[called])
        if isinstance(given, dict) and (verb or "type" in given or "action" in given):
            _check_one_verb(*(document.get(name) for name in _NAMES), given.get("type"))
            _check_alone(document, arguments, *_NAMES)
            repairs.append(Repair("wrapper", arguments))
            return given if verb is None or "type" in given else {"type": verb, **given}
    if len(document) == 1:
        (word,) = document
        inner = document[word]
        if (verb := verb_of(word)) and isinstance(inner, dict):
            _check_one_verb(verb, inner.get("type"))
            repairs.append(Repair("wrapper", word))
            return inner if "type" in inner else {"type": verb, **inner}
    return document

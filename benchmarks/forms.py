"""The same items written in each of the forms that were compared; every form is a function from a blueprint to text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks.items import Item, items_of
from benchmarks.variants import (
    LongRunsOnly,
    NoRuns,
    NumbersElsewhere,
    RunForEachHead,
    StatesAsDetails,
    TextsInBrackets,
    Variant,
    WholePositions,
)
from lumos_layer import Blueprint


def rows(items: Sequence[Item]) -> str:
    """`[12,"button","Name"]`: number, head, name, position; then details; then what is inside."""
    return _json([_row(item) for item in items])


def _row(item: Item) -> Any:
    if item.kind == "more":
        return item.details
    if item.kind in ("text", "heading"):
        return item.name if item.kind == "text" else f"# {item.name}"
    row: list[Any] = [] if item.ref is None else [item.ref]
    row += [item.head] if item.kind == "group" and not item.name else [item.head, item.name]
    row += item.position or ()
    row += [item.details] if item.details else []
    return [*row, [_row(inner) for inner in item.items]] if item.kind == "group" else row


_LONG = {key: key for key in ("ref", "role", "states", "name", "at", "text", "heading", "items")}
_SHORT = {"ref": "i", "role": "r", "states": "s", "name": "n", "at": "p", "text": "t", "heading": "h", "items": "c"}


def objects(items: Sequence[Item], keys: dict[str, str] = _LONG) -> str:
    """`{"ref":12,"role":"button","name":"Name"}`; what is empty is left out."""
    return _json([_object(item, keys) for item in items])


def _object(item: Item, keys: dict[str, str]) -> dict[str, Any]:
    if item.kind == "more":
        return item.details
    if item.kind in ("text", "heading"):
        return {keys[item.kind]: item.name}
    found: dict[str, Any] = {"ref": item.ref, "role": item.role, "states": " ".join(item.states), "name": item.name}
    found |= {"at": item.position, "items": [_object(inner, keys) for inner in item.items]}
    said = {keys[key]: value for key, value in found.items() if value not in (None, "", [])}
    return said | item.details


def indented(items: Sequence[Item], *, quote_texts: bool = False) -> str:
    """`button 12 Name`, two blanks a level, states and details in words.

    Texts stand as they are, so that one that begins with `button 12` reads as an element; unless they are quoted.
    """
    return "\n".join(line for item in items for line in _indented(item, "", quote_texts))


def _indented(item: Item, indent: str, quote_texts: bool) -> Iterator[str]:
    if item.kind == "more":
        under = f" under {item.details['under']}" if "under" in item.details else ""
        yield f"{indent}{item.details['more']} more{under}"
    elif item.kind == "heading":
        yield f"{indent}# {_one_line(item.name)}"
    elif item.kind == "text":
        yield indent + (_json(item.name) if quote_texts else _one_line(item.name))
    else:
        words = [item.role, *([] if item.ref is None else [str(item.ref)]), *item.states, _one_line(item.name)]
        words += [f"{key} {_one_line(value)}" for key, value in item.details.items()]
        words += [_place(item.position)] if item.position else []
        yield indent + " ".join(filter(None, words))
        for inner in item.items:
            yield from _indented(inner, indent + "  ", quote_texts)


def _one_line(value: object) -> str:
    return str(value).replace("\n", "\\n")


def _place(position: Sequence[int]) -> str:
    return "at " + ",".join(map(str, position[:2])) + "".join(f" size {position[2]}x{position[3]}" for _ in position[3:])


def yaml_lines(items: Sequence[Item]) -> str:
    """`- button "Name" [ref=e12]`, as Playwright prints the accessibility of a page."""
    return "\n".join(line for item in items for line in _yaml(item, 0))


def _yaml(item: Item, level: int) -> Iterator[str]:
    indent = "  " * level
    if item.kind == "text":
        yield f"{indent}- text: {_one_line(item.name)}"
        return
    if item.kind == "more":
        yield f"{indent}- /more: {item.details['more']}"
        return
    words = ["heading" if item.kind == "heading" else item.role]
    words += [json.dumps(item.name, ensure_ascii=False)] if item.name else []
    words += [f"[{state}]" for state in item.states]
    words += [] if item.ref is None else [f"[ref=e{item.ref}]"]
    words += [f"[box={','.join(map(str, item.position))}]"] if item.position else []
    line = f"{indent}- {' '.join(words)}"
    inside = [f"{indent}  - /{key}: {_one_line(value)}" for key, value in item.details.items()]
    if set(item.details) == {"value"} and not item.items:
        yield f"{line}: {_one_line(item.details['value'])}"
        return
    yield f"{line}:" if inside or item.items else line
    yield from inside
    for inner in item.items:
        yield from _yaml(inner, level + 1)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _as_items(write: Callable[[Sequence[Item]], str]) -> Callable[[Blueprint], str]:
    return lambda blueprint: write(items_of(blueprint))


def _as_variant(make: Callable[[], Variant]) -> Callable[[Blueprint], str]:
    return lambda blueprint: _json(make().items(json.loads(ui_text(blueprint.compact()))))


COMPACT = "compact form"
FORMS: dict[str, Callable[[Blueprint], str]] = {
    COMPACT: lambda blueprint: ui_text(blueprint.compact()),
    "numbers implied": _as_variant(lambda: NumbersElsewhere("implied")),
    "a number at run start, jump and every fifth": _as_variant(lambda: NumbersElsewhere("every fifth")),
    "numbers as JSON integers": _as_variant(lambda: NumbersElsewhere("integer")),
    "a run for each head": _as_variant(RunForEachHead),
    "runs of one role, states with each element": _as_variant(StatesAsDetails),
    'no runs: `"12 button Name"`': _as_variant(NoRuns),
    "runs of three and more, else no runs": _as_variant(LongRunsOnly),
    "every text in brackets": _as_variant(TextsInBrackets),
    "positions in full": _as_variant(WholePositions),
    "indented text": _as_items(indented),
    "indented text, texts in quotes": _as_items(lambda items: indented(items, quote_texts=True)),
    'rows `[12,"button","Name"]`': _as_items(rows),
    'lines `- button "Name" [ref=e12]`': _as_items(yaml_lines),
    "objects, long keys": _as_items(objects),
    "objects, one-letter keys": _as_items(lambda items: objects(items, _SHORT)),
}


def ui_text(compact: str) -> str:
    """The JSON of the `ui` array alone, which is a compact blueprint's last member."""
    return compact[compact.index('"ui":') + len('"ui":') : -1]

"""GTK's accessibility dump: what the `accessibility-dump` program of its test suite prints of ATK objects.

A name, below it the quoted role and what the object says, one thing a line; two more blanks for each level. The words are
those of ATK, which AT-SPI passes on, so that each object is read as an element of the AT-SPI dialect.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.errors import DamagedDump
from lumos_layer.perception.draft import Draft, TextFormat, XmlReading
from lumos_layer.perception.formats.atspi import ATSPI
from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Node

_SPACE = "https://accessibility.ubuntu.example.org/ns/"
_ROLE = re.compile(r'( +)"([a-z][a-z0-9 -]{0,60})"[ \t]*$')
_SAID = re.compile(r" *([^\s:][^:]{0,60}):(?: (.*))?$", re.DOTALL)
_ACTION = re.compile(r"action \d+ name$")
_COUNT = re.compile(r"( *)character count: (\d{1,12})[ \t]*$")
_TEXT = "text: "
_UNNAMED = "unnamed-"  # begins names that the program made up
_OUTSIDE = {"minimum value": "min", "maximum value": "max", "current value": "value"}
_MOST_TRIES = 16  # lines that may be the one after a text
_KEYS = frozenset(("state", "name", "description", "placeholder-text", "labelled-by", *_OUTSIDE))


class _Object(Struct):
    """What the dump says of one object: its own line and those under it up to the next object."""

    line: int  # from 1: where its role stands
    depth: int
    called: str  # the dump's own name for it
    role: str
    said: dict[str, str]
    actions: list[str]
    text: str = ""

    @property
    def states(self) -> list[str]:
        return self.said.get("state", "").split()


def parse(dump: str) -> Draft:
    """The draft of a text that `_recognises` accepts; raises DamagedDump if it holds no object."""
    objects = list(_objects(dump.replace("\r\n", "\n").split("\n")))
    if not objects:
        raise DamagedDump("no line in it is the quoted role of an object", "Print the accessibility dump again, all of it.", 1)
    draft = Draft()
    reading = ATSPI.start("desktop-frame", {})
    around: list[tuple[int, int]] = []  # depth and node of the objects that stand open
    for each in objects:
        while around and around[-1][0] >= each.depth:
            around.pop()
        tag = each.role.replace(" ", "-")
        i = draft.open(_node(each, tag, reading), around[-1][1] if around else -1, tag)
        draft.places.append(f"line {each.line}")
        around.append((each.depth, i))
    for i in range(len(draft.ends) - 1, -1, -1):
        if draft.parents[i] >= 0:
            draft.ends[draft.parents[i]] = max(draft.ends[draft.parents[i]], draft.ends[i])
    _label(draft, objects)
    reading.finish(draft)
    _show(draft, objects)
    return draft


# Lines


def _objects(lines: Sequence[str]) -> Iterator[_Object]:
    """The objects in the order of the dump, each with what the lines under its role say."""
    texts = _texts(lines)
    roles = _roles(lines, texts)
    ends = [*(i - 1 for i, _ in roles[1:]), len(lines)]
    for (i, found), end in zip(roles, ends, strict=False):
        made = _Object(i + 1, len(found[1]), clean_line(lines[i - 1]) if i else "", found[2], {}, [])
        _read(made, lines, range(i + 1, end), texts)
        yield made


def _roles(lines: Sequence[str], texts: Mapping[int, int]) -> list[tuple[int, re.Match[str]]]:
    """The lines that hold a role, but for those inside a text that looks like a dump."""
    roles: list[tuple[int, re.Match[str]]] = []
    end = 0
    for i, line in enumerate(lines):
        end = max(end, texts.get(i, 0))
        if i > end and (found := _ROLE.match(line)) is not None:
            roles.append((i, found))
    return roles


def _texts(lines: Sequence[str]) -> dict[int, int]:
    """First and last line of each text. The dump tells how many characters it has in the line after it."""
    counts: dict[int, list[tuple[int, int]]] = {}  # by indentation: the lines that tell a number of characters, and it
    starts: list[int] = []
    before = [0]  # characters before each line
    for i, line in enumerate(lines):
        before.append(before[-1] + len(line) + 1)
        if (count := _COUNT.match(line)) is not None:
            counts.setdefault(len(count[1]), []).append((i, int(count[2])))
        elif line.lstrip(" ").startswith(_TEXT):
            starts.append(i)
    texts: dict[int, int] = {}
    for i in starts:
        indent = len(lines[i]) - len(lines[i].lstrip(" "))
        told, begin = counts.get(indent, []), before[i] + indent + len(_TEXT)
        first = bisect_right(told, (i, 0))
        ends = (end for end, count in told[first : first + _MOST_TRIES] if count == before[end] - 1 - begin)
        texts[i] = next(ends, i + 1) - 1
    return texts


def _read(made: _Object, lines: Sequence[str], within: range, texts: Mapping[int, int]) -> None:
    i = within.start
    while i < within.stop:
        found = _SAID.match(lines[i])
        key, words = (found[1], found[2] or "") if found is not None else ("", "")
        if i in texts:
            made.text = "\n".join([words, *lines[i + 1 : texts[i] + 1]])
            i = texts[i]
        elif key in _KEYS:
            made.said[key] = words
        elif _ACTION.match(key):
            made.actions.append(words)
        i += 1


# Nodes


def _node(each: _Object, tag: str, reading: XmlReading) -> Node:
    get = each.said.get
    attributes = {"name": get("name", ""), "description": get("description", "") or get("placeholder-text", "")}
    attributes |= {f"{{{_SPACE}state}}{state}": "true" for state in each.states}
    attributes |= {f"{{{_SPACE}action}}{action}_desc": "" for action in each.actions}
    attributes |= {f"{{{_SPACE}value}}{word}": get(key, "").partition(" ")[0] for key, word in _OUTSIDE.items() if key in each.said}
    node = reading.node(tag, attributes)
    if each.text and reading.with_text is not None:
        node = reading.with_text(node, each.text)
    made_up = each.called.startswith(_UNNAMED) or each.called == clean_line(each.text)
    return replace(node, identifier="" if made_up else each.called)


def _label(draft: Draft, objects: Sequence[_Object]) -> None:
    """Name what has no name by what the dump says is its label."""
    labels: dict[str, str] = {}
    for each in objects:
        if "name" in each.said:
            labels.setdefault(each.called, clean_line(each.said["name"]))
    for i, each in enumerate(objects):
        label = labels.get(clean_line(each.said.get("labelled-by", "")), "")
        if label and not clean_line(each.said.get("name", "")):
            node = draft.nodes[i]
            draft.nodes[i] = replace(node, name=label, hint=node.hint or (node.name if node.name != label else ""))


def _show(draft: Draft, objects: Sequence[_Object]) -> None:
    """In a window that shows nothing at all, what says visible itself is taken to be shown.

    Test programs dump windows that were never drawn, or in containers that nobody has told to be visible.
    """
    for i, node in enumerate(draft.nodes):
        if draft.parents[i] < 0 and not node.hidden and draft.ends[i] > i + 1 and not _shows(draft, i):
            _show_visible(draft, objects, i)


def _shows(draft: Draft, window: int) -> bool:
    """True if anything below the window that has words or can be acted on is not hidden."""
    i, end = window + 1, draft.ends[window]
    while i < end:
        node = draft.nodes[i]
        if not node.hidden and (node.name or node.can):
            return True
        i = draft.ends[i] if node.hidden else i + 1
    return False


def _show_visible(draft: Draft, objects: Sequence[_Object], window: int) -> None:
    shown = bytearray(len(draft.nodes))
    for i in range(draft.ends[window] - 1, window, -1):
        if shown[i] or "visible" in objects[i].states:
            shown[i] = shown[draft.parents[i]] = 1
            draft.nodes[i] = replace(draft.nodes[i], hidden=False)
    if any(shown[window + 1 :]):
        draft.warnings.append("Nothing in the window is in a part that says it is shown; what says visible itself was taken to be.")


def _recognises(dump: str) -> bool:
    """A name, and under it a quoted role and what ATK says of every object."""
    lines = dump[: 1 << 16].replace("\r\n", "\n").split("\n")[:400]
    for i in range(1, len(lines)):
        found = _ROLE.match(lines[i])
        if found is not None and len(found[1]) == len(lines[i - 1]) - len(lines[i - 1].lstrip(" ")) + 2:
            return any(_SAID.match(line) or line.strip().startswith("<Atk") for line in lines[i + 1 : i + 12])
    return False


ATK_TEXT = TextFormat(
    "atk-text",
    "A",
    "GTK: the accessibility dump of its test suite (ATK objects as indented text)",
    recognises=_recognises,
    parse=parse,
)

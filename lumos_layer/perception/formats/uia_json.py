"""UI Automation trees as JSON: objects with UIA's property names, in any spelling, that hold their children in a list.

So write React Native for Windows its automation trees, programs built on pywinauto and uiautomation their element lists, and
many others their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from lumos_layer.errors import DamagedDump, LimitExceeded
from lumos_layer.perception.draft import Draft, JsonFormat
from lumos_layer.perception.formats.frames import Frame, Order, frame, place
from lumos_layer.perception.formats.json_trees import roots, step
from lumos_layer.perception.formats.uia_element import describe, element
from lumos_layer.perception.formats.uia_types import control_type, declare, flag, property_name, text
from lumos_layer.perception.formats.window_order import window_heights
from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Node

# Characters of all JSON pointers together, and more for each node; only nesting beyond all measure needs more.
_MOST_PLACES, _MOST_PLACES_EACH = 1 << 26, 512

# Keys in lower case and without underscores.
_BELOW = frozenset(
    ("children", "childs", "childelements", "childcontrols", "childnodes", "controls", "elements", "subelements", "nodes")
)
_TYPE_KEYS = ("controltype", "controltypename", "controltypeid", "localizedcontroltype")
_OTHER_KEYS = {
    "boundingrect": "BoundingRectangle", "bounds": "BoundingRectangle", "boundingbox": "BoundingRectangle",
    "bbox": "BoundingRectangle", "rect": "BoundingRectangle", "rectangle": "BoundingRectangle", "enabled": "IsEnabled",
    "visible": "IsVisible", "isvisible": "IsVisible", "offscreen": "IsOffscreen", "focusable": "IsKeyboardFocusable",
    "focused": "HasKeyboardFocus", "hasfocus": "HasKeyboardFocus", "isfocused": "HasKeyboardFocus", "handle": "NativeWindowHandle",
    "hwnd": "NativeWindowHandle", "autoid": "AutomationId", "automationid": "AutomationId", "password": "IsPassword",
    "selected": "SelectionItemIsSelected", "readonly": "ValueIsReadOnly", "title": "Title", "text": "Title",
    "windowtext": "Title", "textrangepattern.gettext": "Text", "textpattern.gettext": "Text", "patterns": "Patterns",
    "supportedpatterns": "Patterns", "availablepatterns": "Patterns", "properties": "Properties", "x": "x", "y": "y",
    "left": "left", "top": "top", "right": "right", "bottom": "bottom", "width": "width", "height": "height",
    "canselectmultiple": "SelectionCanSelectMultiple",
}  # fmt: skip
_SIDES = ("x", "y", "left", "top", "right", "bottom", "width", "height")


class Read(Struct, frozen=True):
    """One element as its JSON object gives it, without its children."""

    node: Node
    word: str  # the dump's own word for it
    frame: Frame | None


# Trees of objects


def grow(trees: Sequence[tuple[str, Any]], read: Callable[[Mapping[str, Any]], Read], usual: Order) -> Draft:
    """The draft of trees of JSON objects. `trees` are JSON pointers and the objects there; `usual`: see `place`.

    Raises LimitExceeded where JSON pointers into the nesting would fill the memory.
    """
    draft = Draft()
    frames: list[Frame | None] = []
    length = lost = 0
    waiting = [(-1, pointer, entry) for pointer, entry in reversed(trees)]
    while waiting:
        parent, pointer, entry = waiting.pop()
        if not isinstance(entry, dict):
            lost += 1
            continue
        length += len(pointer)
        most = _MOST_PLACES + _MOST_PLACES_EACH * len(frames)
        if length > most:
            raise LimitExceeded("nesting, told by the length of all JSON pointers to its elements,", length, most, "characters")
        found = read(entry)
        i = draft.open(found.node, parent, found.word)
        draft.places.append(pointer)
        frames.append(found.frame)
        waiting += [(i, f"{pointer}/{step}", child) for step, child in reversed(list(children(entry)))]
    _close(draft)
    if lost:
        draft.warnings.append(f"Children that are no objects, passed over: {lost}.")
    place(draft, frames, usual)
    describe(draft)
    draft.heights = window_heights
    return draft


def _close(draft: Draft) -> None:
    ends, parents = draft.ends, draft.parents
    for i in range(len(ends) - 1, -1, -1):
        if parents[i] >= 0 and ends[parents[i]] < ends[i]:
            ends[parents[i]] = ends[i]


def children(entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The objects below, with the steps of their JSON pointers; what stands in a list of children and is none, too."""
    for key, value in entry.items():
        if isinstance(value, list | dict) and key.lower().replace("_", "") in _BELOW:
            yield from _listed(key, value)


def _listed(key: str, value: list[Any] | dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The members of a list; of an object, its values if these are objects, otherwise itself."""
    start = step(key)
    if isinstance(value, list):
        yield from ((f"{start}/{i}", child) for i, child in enumerate(value) if child is not None)
    elif value and all(isinstance(child, dict) for child in value.values()):
        yield from ((f"{start}/{step(name)}", child) for name, child in value.items())
    elif value:
        yield start, value


# Where in the document the trees stand


def _kind(entry: Any) -> str | None:
    """The control type of an object, None if it has none that UIA knows."""
    if not isinstance(entry, dict):
        return None
    said = {key.lower().replace("_", ""): value for key, value in entry.items() if key[:1] in "cClL"}
    return next((kind for key in _TYPE_KEYS if (kind := control_type(said.get(key))) is not None), None)


def _is_tree(entry: Any) -> bool:
    """True for an element, and for an object that holds elements as its children."""
    if _kind(entry) is not None:
        return True
    if not isinstance(entry, dict):
        return False
    below = [value for key, value in entry.items() if key.lower().replace("_", "") == "children" and isinstance(value, list)]
    return any(_kind(child) is not None for listed in below for child in listed[:8])


def _recognises(document: Any) -> bool:
    if not isinstance(document, dict | list):
        return False
    numbered = document.get("Properties") if isinstance(document, dict) else None
    if isinstance(numbered, dict) and any(key.isdecimal() for key in list(numbered)[:8]):
        return False  # a snapshot of Accessibility Insights
    return bool(roots(document, _is_tree))


# What an object says


class _Reader:
    """Reads objects; remembers the meaning of their keys, which are the same again and again."""

    def __init__(self) -> None:
        self._meanings: dict[str, str | None] = {}

    def read(self, entry: Mapping[str, Any]) -> Read:
        said = self._said(entry)
        kind = _kind(entry)
        node = element(kind, _with_words(kind, said))
        sides = {side: said[side] for side in _SIDES if side in said}
        where = frame(said.get("BoundingRectangle")) or (frame(sides) if sides else None)
        return Read(node, kind or "element", where)

    def _said(self, entry: Mapping[str, Any]) -> dict[str, object]:
        said: dict[str, object] = {}
        inner: list[Mapping[str, Any]] = []
        patterns: list[object] = []
        for key, value in entry.items():
            meaning = self._meanings[key] if key in self._meanings else self._meaning(key)
            if meaning == "Properties":
                inner += [value] if isinstance(value, dict) else []
            elif meaning == "Patterns":
                patterns.append(value)
            elif meaning is not None:
                said.setdefault(meaning, value)
        for own in inner:
            for name, value in own.items():
                full = property_name(name)
                if full is not None:
                    said.setdefault(full, value)
        for value in patterns:
            _declare(said, value)
        return said

    def _meaning(self, key: str) -> str | None:
        if len(self._meanings) > 10_000:
            self._meanings.clear()
        word = key.lower().replace("_", "")
        meaning = None if word in _BELOW else property_name(key) or _OTHER_KEYS.get(word)
        self._meanings[key] = meaning
        return meaning


def _with_words(kind: str | None, said: dict[str, object]) -> dict[str, object]:
    """Settle what texts besides the name are: in a field what was typed, elsewhere what it is called if it has no name."""
    typed = kind in ("Edit", "Document")
    if said.get("Text"):
        said.setdefault("ValueValue" if typed else "Title", said["Text"])
    if typed and ("Name" in said or flag(said.get("IsPassword"))):
        if said.get("Title") not in (None, said.get("Name")):
            said.setdefault("ValueValue", said["Title"])
    elif not said.get("Name"):
        said["Name"] = said.get("Title")
    return said


def _declare(said: dict[str, object], patterns: object) -> None:
    """Patterns as a list of names, or an object of name to properties or to whether it is there."""
    if isinstance(patterns, list):
        for each in patterns[:64]:
            declare(said, each, {})
    elif isinstance(patterns, dict):
        for name, about in list(patterns.items())[:64]:
            if about is not False and about is not None:
                declare(said, name, about if isinstance(about, dict) else {})


def parse(document: Any) -> Draft:
    """The draft of a document that `_recognises` accepts; raises DamagedDump if it holds no element."""
    trees = roots(document, _is_tree)
    if not trees:
        raise DamagedDump(
            "no object in it has a control type of UI Automation",
            "Give each element its ControlType, by name or number, and its children in a list called Children.",
        )
    draft = grow(trees, _Reader().read, "edges")
    if isinstance(document, dict) and not draft.title:
        draft.title = clean_line(text(document.get("window_title")) or text(document.get("title")))
    return draft


UIA_JSON = JsonFormat(
    "uia-json",
    "A",
    "Windows UI Automation trees as JSON: UIA property names, children in lists (React Native for Windows, pywinauto, and others)",
    recognises=_recognises,
    parse=parse,
    topmost_first=True,
)

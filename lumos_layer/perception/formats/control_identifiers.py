"""What pywinauto prints: `print_control_identifiers` (and `dump_tree`, its later name), of both backends.

Each element has a line `Button - 'OK'    (L814, T968, R889, B991)`, a line of names to find it by, and in most cases a line
`child_window(title="OK", auto_id="1", control_type="Button")`; ` | ` before these for each level.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.errors import DamagedDump
from lumos_layer.perception.draft import Draft, TextFormat
from lumos_layer.perception.formats.frames import Frame, frame, place
from lumos_layer.perception.formats.uia_element import describe, element
from lumos_layer.perception.formats.uia_types import control_type
from lumos_layer.perception.formats.window_order import window_heights
from lumos_layer.perception.text import clean_value, masked
from lumos_layer.tree import Node, Role

# The package's own words for control types, and for the window classes of its older backend:
# https://pywinauto.readthedocs.io/en/latest/controls_overview.html
_FRIENDLY: Mapping[str, str] = MappingProxyType(
    {
        "animation": "Image",
        "buttonwrapper": "Button",
        "comboboxex": "ComboBox",
        "datetimepicker": "ComboBox",
        "dialog": "Window",
        "groupbox": "Group",
        "hotkey": "Edit",
        "ipaddress": "Edit",
        "listbox": "List",
        "listview": "List",
        "menuwrapper": "Menu",
        "pager": "Pane",
        "popupmenu": "Menu",
        "progress": "ProgressBar",
        "rebar": "ToolBar",
        "richedit": "Edit",
        "static": "Text",
        "tabcontrol": "Tab",
        "togglebutton": "Button",
        "tooltips": "ToolTip",
        "trackbar": "Slider",
        "treeview": "Tree",
        "updown": "Spinner",
    }
)
_BLANKS = " \t"
_BAR = re.compile(r"[ \t]{0,8}\|[ \t]?")
_RECTANGLE = re.compile(r"\(L-?\d{1,12}, T-?\d{1,12}, R-?\d{1,12}, B-?\d{1,12}\)[ \t]*$")
_OPENING = re.compile(r"([^\s\[(|'\"][^('\"]{0,120}?) - u?(['\"])")
_CRITERIA = re.compile(r"(?:^child_window\(|, )(auto_id|control_type|class_name)=u?\"([^\"]*)\"(?=, [a-z_]+=u?\"|\)[ \t]*$)")
_MOST_LINES = 200  # of one text that runs over several lines


class _Element(Struct):
    """What the lines of one element say. `depth` counts the bars before them."""

    line: int
    depth: int
    word: str
    words: str
    frame: Frame | None  # None: its numbers are none of a screen
    criteria: dict[str, str]
    titled: bool = False


def parse(dump: str) -> Draft:
    """The draft of a text that `_recognises` accepts; raises DamagedDump if it holds no element."""
    lines = _lines(dump)
    found, passed = _elements(lines)
    if not found:
        raise DamagedDump("no line in it names a control and its rectangle", "Print the control identifiers again, all of them.", 1)
    draft = Draft()
    around: list[tuple[int, int]] = []  # depth and node of the elements that stand open
    for each in found:
        while around and around[-1][0] >= each.depth:
            around.pop()
        i = draft.open(_node(each), around[-1][1] if around else -1, each.word)
        draft.places.append(f"line {each.line}")
        around.append((each.depth, i))
    for i in range(len(draft.ends) - 1, -1, -1):
        if draft.parents[i] >= 0:
            draft.ends[draft.parents[i]] = max(draft.ends[draft.parents[i]], draft.ends[i])
    if passed:
        draft.warnings.append(f"Lines that look like controls but tell no rectangle, passed over: {passed}.")
    place(draft, [each.frame for each in found], "edges")
    describe(draft)
    draft.heights = window_heights
    return draft


def _lines(dump: str) -> list[str]:
    return dump.replace("\r\n", "\n").split("\n")


def _elements(lines: Sequence[str]) -> tuple[list[_Element], int]:
    """The elements, and how many lines begin like one but cannot be read."""
    found: list[_Element] = []
    passed = at = 0
    while at < len(lines):
        depth, rest = _unbarred(lines[at])
        opening = _OPENING.match(rest)
        if opening is None:
            if found and rest.startswith("child_window("):
                _note(found[-1], rest)
            at += 1
            continue
        taken = _whole(lines, at, opening)
        if taken is None:
            passed += 1
            at += 1
            continue
        last, words, where = taken
        found.append(_Element(at + 1, depth, opening[1], words, where, {}))
        at = last + 1
    return found, passed


def _unbarred(line: str) -> tuple[int, str]:
    """How many bars stand before the line, and what stands after them."""
    depth = at = 0
    while (bar := _BAR.match(line, at)) is not None:
        depth += 1
        at = bar.end()
    return depth, line[at:].lstrip(_BLANKS)


def _whole(lines: Sequence[str], at: int, opening: re.Match[str]) -> tuple[int, str, Frame | None] | None:
    """The last line, the words and the box of an element; older versions print line breaks in words as they are."""
    parts = [_unbarred(lines[at])[1][opening.end() :]]
    for last in range(at, min(at + _MOST_LINES, len(lines))):
        if last > at:
            if _OPENING.match(_unbarred(lines[last])[1]) or not lines[last - 1].strip(" \t|"):
                return None
            parts.append(lines[last])
        rectangle = _RECTANGLE.search(parts[-1])
        if rectangle is not None:
            parts[-1] = parts[-1][: rectangle.start()].rstrip(_BLANKS).removesuffix(opening[2])
            return last, "\n".join(parts), frame(rectangle[0])
    return None


def _note(last: _Element, line: str) -> None:
    """Take what `child_window(…)` says beside the words: these may look like more of it, and come first."""
    last.titled = line.startswith(("child_window(title=", "child_window(best_match=", "child_window(name="))
    for key, value in _CRITERIA.findall(line[-1000:]):
        last.criteria[key] = value


def _node(each: _Element) -> Node:
    kind = control_type(each.criteria.get("control_type"))
    if kind is None:
        kind = control_type(each.word) or _FRIENDLY.get(each.word.lower())
    # Newer versions write a line break as `\r\n`. One alone stays as it is: it may be part of a path.
    words = each.words.replace("\\r\\n", "\n")
    # Some write None where there are no words at all.
    if words == "None" and not each.titled:
        words = ""
    is_win32 = "class_name" in each.criteria and "control_type" not in each.criteria
    said: dict[str, object] = {"AutomationId": each.criteria.get("auto_id", "")}
    said["ClassName"] = each.criteria.get("class_name")
    said["ValueValue" if is_win32 and kind in ("Edit", "ComboBox") else "Name"] = words
    return _without_secret(element(kind, said))


def _without_secret(node: Node) -> Node:
    """A text of bullets in a field is what a password field shows."""
    if node.role is Role.TEXTBOX and masked(clean_value(node.value or node.name)):
        return replace(node, name="", value=None, protected=True, filled=True)
    return node


def _recognises(dump: str) -> bool:
    if dump.lstrip()[:1] in ("{", "<"):
        return False
    for line in _lines(dump)[:400]:
        _, rest = _unbarred(line[:2000])
        if _OPENING.match(rest) and _RECTANGLE.search(rest):
            return True
    return False


CONTROL_IDENTIFIERS = TextFormat(
    "control-identifiers",
    "A",
    "Windows: what pywinauto's print_control_identifiers and dump_tree print",
    recognises=_recognises,
    parse=parse,
    topmost_first=True,
)

"""How like what a goal says the names on a screen are."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from msgspec import Struct

from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Role

# How like two names are: the same; the same but for small words; the one within the other.
SAME, ALIKE, BEGINS, BY_HINT, WITHIN, AROUND = 100, 80, 70, 65, 60, 50

_TOKENS = re.compile(r"[^\W_]+(?:[.@'’-][^\W_]+)*")
_EDGE = " \t\n.…:*,;!?\"'“”‘’()[]<>"
SMALL = frozenset(
    ("the", "a", "an", "my", "your", "this", "of", "to", "in", "for", "on", "mode", "please", "it", "is", "as", "called", "named")
)


class Wanted(Struct, frozen=True):
    """What a goal calls an element: by one of `names`, the first before the others, exactly if `quoted`.

    `kind` is what people call its kind, `within` is what it stands in, `nth` which of several (from 1; -1 is the last).
    `whole` is all of it as it was written, where that could be a name as well: `3rd string`.
    """

    names: tuple[str, ...]
    quoted: bool = False
    kind: str = ""
    within: str = ""
    nth: int = 0
    whole: str = ""

    def __str__(self) -> str:
        said = f"{self.names[0]!r}" if self.names else "it"
        said = f"{said} ({self.kind})" if self.kind else said
        return f"{said} in {self.within!r}" if self.within else said


@lru_cache(maxsize=100_000)
def plain(text: str) -> str:
    """In one case and form, without what stands around a name: `Save As…` is `save as`."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(folded.split()).strip(_EDGE)


@lru_cache(maxsize=100_000)
def tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKENS.findall(plain(text)))


@lru_cache(maxsize=200_000)
def likeness(name: str, wanted: str, quoted: bool = False) -> int:
    """0 for names that have nothing to do with each other. A quoted name must be there whole."""
    one, other = plain(name), plain(wanted)
    if one == other:
        return SAME if one or (name and name.strip() == wanted.strip()) else 0
    if not one or not other:
        return 0
    if quoted:
        return BEGINS if re.search(rf"(?<!\w){re.escape(other)}(?!\w)", one) else WITHIN if _joined(one, other) else 0
    return _by_words(one, other)


def _by_words(one: str, other: str) -> int:
    said, asked = (frozenset(map(stem, tokens(each))) for each in (one, other))
    content, asked_content = said - SMALL or said, asked - SMALL or asked
    if content == asked_content and content:
        return ALIKE
    if asked_content and asked_content <= said:
        return BEGINS if one.startswith(other) else WITHIN
    if content and content == asked_content - _OF_ANYTHING:
        return WITHIN
    if _joined(one, other):
        return WITHIN
    return AROUND if content and content <= asked else 0


@lru_cache(maxsize=100_000)
def stem(token: str) -> str:
    """`messages` is `message`, so that one is found by the other."""
    return token[:-1] if len(token) > 3 and token.endswith("s") and not token.endswith(("ss", "us", "is")) else token


def closeness(name: str, wanted: Wanted) -> int:
    """How well the name fits, the first of the wanted names before the others; 0 where none is within it."""
    ranked = (
        10 * like - place for place, each in enumerate(wanted.names) if (like := likeness(name, each, wanted.quoted)) >= WITHIN
    )
    return max(ranked, default=0)


def _joined(name: str, wanted: str) -> bool:
    """True for words that a language writes without blanks, within a name."""
    return len(wanted) > 1 and not wanted.isascii() and (wanted in name or wanted.replace(" ", "") in name.replace(" ", ""))


# Words that people put before what a thing is called, and that are of many things: the screen brightness, the sound output.
_OF_ANYTHING = frozenset(
    ("screen", "display", "sound", "audio", "system", "computer", "device", "app", "program", "window", "page", "current", "whole",
     "level", "setting", "option", "value", "new", "own", "our", "menu", "feature", "function", "화면", "시스템", "설정", "현재")
)  # fmt: skip


def without_generic(name: str) -> str:
    """`screen brightness` is `brightness`; a name of such words alone is nothing."""
    return " ".join(word for word in name.split() if word.casefold() not in _OF_ANYTHING)


# What people call kinds of elements, in the languages that goals are read in.
_KIND_ROLES: dict[str, frozenset[Role]] = {
    "button": frozenset((Role.BUTTON, Role.LINK, Role.MENUITEM)),
    "link": frozenset((Role.LINK, Role.BUTTON)),
    "field": frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.SPINBUTTON, Role.SLIDER)),
    "checkbox": frozenset((Role.CHECKBOX, Role.SWITCH, Role.MENUITEMCHECKBOX)),
    "radio": frozenset((Role.RADIO, Role.MENUITEMRADIO)),
    "tab": frozenset((Role.TAB,)),
    "menu": frozenset((Role.MENUITEM, Role.MENU, Role.BUTTON, Role.COMBOBOX)),
    "item": frozenset((Role.MENUITEM, Role.LISTITEM, Role.OPTION, Role.ROW, Role.TREEITEM)),
    "list": frozenset((Role.LISTBOX, Role.COMBOBOX, Role.LIST, Role.TREE, Role.GRID, Role.TABLE, Role.RADIOGROUP)),
    "slider": frozenset((Role.SLIDER,)),
    "page": frozenset((Role.OPTION, Role.TAB, Role.LINK, Role.LISTITEM, Role.TREEITEM, Role.BUTTON)),
    "folder": frozenset((Role.ROW, Role.TREEITEM, Role.LISTITEM, Role.GRIDCELL)),
    "file": frozenset((Role.ROW, Role.TREEITEM, Role.LISTITEM, Role.GRIDCELL)),
    "message": frozenset((Role.ROW, Role.OPTION, Role.LISTITEM)),
    "column": frozenset((Role.COLUMNHEADER,)),
    "icon": frozenset((Role.BUTTON, Role.LINK, Role.IMG, Role.LISTITEM)),
}
KIND_WORDS: dict[str, str] = {
    "button": "button", "key": "button", "버튼": "button", "단추": "button",
    "link": "link", "링크": "link",
    "field": "field", "text field": "field", "textbox": "field", "text box": "field", "input": "field", "input field": "field",
    "필드": "field", "칸": "field", "입력란": "field", "입력창": "field", "입력칸": "field", "란": "field", "항목란": "field",
    "checkbox": "checkbox", "check box": "checkbox", "switch": "checkbox", "toggle": "checkbox", "체크박스": "checkbox",
    "스위치": "checkbox", "확인란": "checkbox",
    "radio button": "radio", "radio": "radio", "라디오 버튼": "radio",
    "tab": "tab", "탭": "tab",
    "menu": "menu", "메뉴": "menu",
    "menu item": "item", "item": "item", "option": "item", "row": "item", "entry": "item", "항목": "item", "행": "item",
    "list": "list", "dropdown": "list", "drop-down": "list", "combobox": "list", "combo box": "list", "목록": "list",
    "slider": "slider", "슬라이더": "slider",
    "page": "page", "section": "page", "페이지": "page",
    "folder": "folder", "directory": "folder", "폴더": "folder",
    "file": "file", "document": "file", "파일": "file", "문서": "file",
    "message": "message", "mail": "message", "email": "message", "e-mail": "message", "messages": "message", "mails": "message",
    "emails": "message", "메일": "message", "메시지": "message",
    "column": "column", "열": "column",
    "icon": "icon", "아이콘": "icon",
}  # fmt: skip


def is_of_kind(node: Node, kind: str) -> bool:
    roles = _KIND_ROLES.get(kind)
    return roles is None or node.role in roles


def how_like(observation: Observation, i: int, wanted: Wanted, name: str) -> int:
    """How like the element is to what it is called by one of the wanted names."""
    by_name = likeness(observation.name_of(i), name, wanted.quoted)
    node = observation.tree[i]
    if by_name >= WITHIN or not (node.hint or node.identifier):
        return by_name
    others = (node.hint, node.identifier.replace("-", " ").replace("_", " "))
    by_hint = max(likeness(other, name, wanted.quoted) for other in others)
    return max(by_name, BY_HINT) if by_hint >= ALIKE else by_name

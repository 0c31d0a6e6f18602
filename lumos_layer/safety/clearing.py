"""What explains away that a control is called by the word of a sensitive act. Each explanation is one row of EXPLANATIONS."""

from __future__ import annotations

import re
from collections.abc import Callable

from lumos_layer.actions.plain_words import readings, set_of, solid
from lumos_layer.actions.sensitive import Sensitive
from lumos_layer.perception.words import TYPED
from lumos_layer.safety import common_words as said
from lumos_layer.safety.scene import Scene, Words
from lumos_layer.tree import Role

Explanation = Callable[[Scene, Sensitive, Words], bool]

_IN_FILES: frozenset[Sensitive] = frozenset(("save", "upload", "download", "print", "overwrite"))
_CLEARS = set_of("clear search text input field query entry all reset ac c ce delete last display the calculator")
_CLEARS_KOREAN = frozenset(("지우기", "검색어지우기", "입력지우기", "입력내용지우기", "지움", "모두지우기"))
_STORES = frozenset(("savetomemory", "memorystore", "memorysave", "storeinmemory"))
_FORMATTING = frozenset(("clearformatting", "clearallformatting", "cleardirectformatting", "서식지우기"))
_REPLACING = frozenset(("find", "찾기", "찾아"))
_NARROWING = frozenset(("filter", "filters", "search", "criteria", "sort", "sorting"))
_NARROWS = _NARROWING | set_of("apply clear reset remove delete all the")
_NARROWS_KOREAN = re.compile("^(필터|검색조건|조건|정렬)(모두|전체)?(적용|초기화|지우기|삭제|해제|제거)(하기)?$")
_ANSWERS = set_of("comment reply forward antworten weiterleiten répondre transférer 답장 전달")
_FORWARD = frozenset(("forward", "go forward", "앞으로"))
_BACK = frozenset(("back", "go back", "뒤로", "previous", "이전"))
_MENUS = frozenset((Role.MENUBAR, Role.MENU, Role.MENUITEM))
_FEW = 6  # parts that stand together with a field
_DIGITS = 8
_MOST_KEYS = 80
_KEY = re.compile(r"\s*[\[(].{1,20}[\])]\s*$|\s(Escape|Alt\+\w|Ctrl\+\w+)$")


def cleared(scene: Scene, kind: Sensitive, words: Words) -> str:
    """Why the word does not make it sensitive here; empty if nothing speaks against it."""
    return next((why for why, explains in EXPLANATIONS if explains(scene, kind, words)), "")


def opens_menu(scene: Scene, kind: Sensitive, words: Words) -> bool:
    node = scene.node
    if node is None:
        return False
    menu = next((scene.tree[i].role for i in scene.near if scene.tree[i].role in _MENUS), None)
    in_bar = node.role is Role.MENUITEM and menu is Role.MENUBAR
    return in_bar or ("expand" in node.can and (node.role is Role.MENUITEM or not {"click", "toggle"} & set(node.can)))


def asks_for_more(scene: Scene, kind: Sensitive, words: Words) -> bool:
    """Only of programs: a page can call anything by any name."""
    name = scene.name_of(scene.i or 0)
    return kind in _IN_FILES and scene.native and (said.opens_more(name) or _is_save_as(name))


def _is_save_as(name: str) -> bool:
    return name.strip().rstrip(".…").strip().lower() in (
        "save as",
        "다른 이름으로 저장",
        "speichern unter",
        "enregistrer sous",
        "guardar como",
    )


def clears_a_field(scene: Scene, kind: Sensitive, words: Words) -> bool:
    """Of a field right beside it, or of a calculator."""
    if kind == "save":
        return solid(words.text) in _STORES and among_digits(scene)
    said_so = any(set(each) <= _CLEARS for each in readings(_unbracketed(words.text))) or solid(words.text) in _CLEARS_KOREAN
    if kind != "delete" or not said_so:
        return False
    parts = scene.siblings
    beside = any(scene.tree[i].role in TYPED or "type" in scene.tree[i].can for i in parts)
    inside = any(scene.tree[i].role in TYPED for i in scene.near[:2])
    return inside or (beside and len(parts) <= _FEW) or among_digits(scene)


def _unbracketed(text: str) -> str:
    """Without the key that may stand behind a name."""
    return _KEY.sub("", text)


def among_digits(scene: Scene) -> bool:
    """True for a key of a calculator: in a box with the keys of most digits."""
    for above in scene.near:
        controls = scene.controls_in(above)
        if len(controls) > _MOST_KEYS:
            return False
        if len({scene.name_of(i).lower().partition(" ")[0] for i in controls} & _NUMERALS) >= _DIGITS:
            return True
    return False


def only_finds(scene: Scene, kind: Sensitive, words: Words) -> bool:
    """`Find and replace` opens what finds; `Apply filter` and `Clear filters` show less or more."""
    ways = readings(words.text)
    finding = kind == "overwrite" and any(way[0] in _REPLACING for way in ways)
    applies = kind == "save" and any("apply" in way and _NARROWING.intersection(way) for way in ways)
    resets = any(_NARROWING.intersection(way) and _NARROWS.issuperset(way) for way in ways)
    return finding or applies or resets or _NARROWS_KOREAN.match(solid(words.text)) is not None


_NUMERALS = set_of("0 1 2 3 4 5 6 7 8 9 zero one two three four five six seven eight nine")


def plains_text(scene: Scene, kind: Sensitive, words: Words) -> bool:
    return kind == "delete" and solid(_unbracketed(words.text)) in _FORMATTING


def opens_a_draft(scene: Scene, kind: Sensitive, words: Words) -> bool:
    """Of a program: an answer is written before it is sent, and there is no field yet to write it in."""
    if kind not in ("send", "publish") or not scene.native or not any(way[0] in _ANSWERS for way in readings(words.text)):
        return False
    top = 0 if scene.window is None else scene.window
    return not any(scene.tree[i].role is Role.TEXTBOX and not scene.tree[i].readonly for i in scene.fields_in(top))


def goes_forward(scene: Scene, kind: Sensitive, words: Words) -> bool:
    name = scene.name_of(scene.i or 0).strip().lower()
    return kind == "send" and name in _FORWARD and any(scene.name_of(i).strip().lower() in _BACK for i in scene.siblings)


EXPLANATIONS: tuple[tuple[str, Explanation], ...] = (
    ("it opens a menu", opens_menu),
    ("it asks for more before it does anything", asks_for_more),
    ("it clears the field beside it", clears_a_field),
    ("it only finds or narrows what is shown", only_finds),
    ("it takes the formatting from a text", plains_text),
    ("it goes forward to what was shown", goes_forward),
    ("it opens what is written before it is sent", opens_a_draft),
)

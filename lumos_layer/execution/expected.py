"""What an act is openly there to open, by its action and by what its element says of itself: what else opens is unexpected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from lumos_layer.actions.keys import parts
from lumos_layer.actions.sensitive import sensitive
from lumos_layer.execution.consequences import breaks_in, follows, is_press
from lumos_layer.execution.opened import Kind, Opened
from lumos_layer.execution.scene import Scene
from lumos_layer.perception.words import TYPED
from lumos_layer.safety.common_words import is_checkout
from lumos_layer.tree import Role

Kinds = frozenset[Kind]

_NOTHING: Kinds = frozenset()
_PAGE: Kinds = frozenset(("page",))
_MENU: Kinds = frozenset(("menu",))
_POPUP: Kinds = frozenset(("menu", "dialog"))
_ANY: Kinds = frozenset(("menu", "dialog", "window", "page"))  # what warns is never expected

# Whatever their element. What is not listed asks for one thing on the element, and opens nothing.
_BY_VERB: Mapping[str, Kinds] = MappingProxyType(
    {
        "type_text": _MENU,  # suggestions
        "set_text": _MENU,
        "expand": _POPUP,
        "hover": _MENU,
        "right_click": _MENU,
        "open_app": _ANY,
        "open_url": _ANY,
        "open_windows_search": _ANY,
        "switch_window": _ANY,
    }
)
# What a press of them openly does. Of a button its words decide; other roles stand for what they show, and lead to its page.
_BY_ROLE: Mapping[Role, Kinds] = MappingProxyType(
    {
        Role.LINK: _ANY,
        Role.MENUITEM: _ANY,
        Role.COMBOBOX: _POPUP,
        Role.TEXTBOX: _MENU,
        Role.SEARCHBOX: _MENU,
        **dict.fromkeys(
            (Role.CHECKBOX, Role.SWITCH, Role.RADIO, Role.OPTION, Role.SLIDER, Role.SPINBUTTON, Role.SCROLLBAR,
             Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO),
            _NOTHING,
        ),
    }
)  # fmt: skip
_ITEMS = frozenset((Role.ROW, Role.LISTITEM, Role.TREEITEM, Role.OPTION, Role.CELL, Role.GRIDCELL))  # what Enter opens
_PRESSED = frozenset((Role.BUTTON, *_BY_ROLE)) - _ITEMS  # a second click on them opens no more than one does
_TO_FOLLOW = ("…", "...")  # a name that ends so says that something is asked first
# Buttons that lead on, in lower case.
_GOING = """
    next back continue previous search go open close cancel ok done start begin home forward skip proceed view show yes no
    weiter zurück suchen öffnen schließen abbrechen fertig starten ja nein suivant retour continuer précédent rechercher ouvrir
    fermer annuler oui non siguiente atrás continuar anterior buscar abrir cerrar cancelar aceptar sí seguinte voltar fechar sim
    não avanti indietro continua cerca apri chiudi annulla volgende terug doorgaan zoeken openen sluiten annuleren dalej wstecz
    далее назад поиск открыть закрыть отмена да нет 次へ 戻る 検索 下一步 返回 搜索 다음 뒤로 검색
"""
_GOING_WORDS = frozenset(_GOING.split())
_NAMING = frozenset((Role.BUTTON, Role.TAB, Role.LISTITEM, Role.TREEITEM, Role.ROW))
_WORD = re.compile(r"\w+")
_PRESSING = frozenset(("Enter", " "))
_ARROWS = frozenset(("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"))
_OPENING_KEYS = re.compile(r"F\d+|ContextMenu|Help|Find|Power|AppSwitch|Browser\w+|Go\w+")


def is_expected(scene: Scene, found: Opened) -> bool:
    """True if opening this is what the act is there for, as its action or element says beforehand, or what a press leads to."""
    if found.kind in expected(scene):
        return not (is_press(scene) and breaks_in(scene, found))
    return _is_named_by(scene, found) or follows(scene, found)


def expected(scene: Scene) -> Kinds:
    """The kinds of things that the act is openly there to open."""
    verb = scene.action.verb()
    if verb == "press_key":
        return _by_key(scene)
    if verb == "double_click":
        return _ANY - _MENU if scene.was is None or scene.was.role not in _PRESSED else _by_press(scene)
    return _by_press(scene) if verb == "click" else _BY_VERB.get(verb, _NOTHING)


def _by_press(scene: Scene) -> Kinds:
    was, name = scene.was, scene.name
    if was is None:
        return _NOTHING
    if "expand" in was.can or was.expanded is not None:
        return _ANY
    if name.rstrip().endswith(_TO_FOLLOW):
        return _ANY
    if was.role is Role.BUTTON:
        leads_on = sensitive(name) or is_checkout(name) or not _GOING_WORDS.isdisjoint(_words(name))
        return _PAGE if leads_on else _NOTHING
    return _BY_ROLE.get(was.role, _PAGE)


def _by_key(scene: Scene) -> Kinds:
    """Chords and function keys are commands; Enter and Space press what has the focus, Enter sends a form or opens an item, and
    arrows open menus."""
    was = scene.was
    *held, key = parts(scene.action.key)
    if set(held) - {"Shift"} or _OPENING_KEYS.fullmatch(key):
        return _ANY
    if was is not None and was.role in TYPED:
        return _MENU | _PAGE if key == "Enter" else _MENU
    if was is None:
        return _PAGE if key in _PRESSING else _NOTHING
    if key == "Enter" and was.role in _ITEMS:
        return _ANY - _MENU
    if key in _PRESSING:
        return _by_press(scene)
    return _MENU if key in _ARROWS and (was.role is Role.MENUITEM or was.expanded is not None) else _NOTHING


def _is_named_by(scene: Scene, found: Opened) -> bool:
    """True if it is called just as what was pressed, as Settings is; windows and pages may say more in their titles."""
    pressed, name = _words(scene.name), _words(found.name)
    if not pressed or found.kind == "warning" or scene.was is None or scene.was.role not in _NAMING:
        return False
    return pressed == name or (found.kind in ("window", "page") and set(pressed) <= set(name))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())

"""Which classes of sensitive acts an action belongs to, told from its element, the key or text, and what stands around it.

Each finder is one way of knowing; FINDERS is the whole list. A finding that its surroundings explain away is kept as cleared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lumos_layer.actions.base import BaseAction
from lumos_layer.actions.click import Click
from lumos_layer.actions.double_click import DoubleClick
from lumos_layer.actions.drag import Drag
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.open_url import OpenUrl
from lumos_layer.actions.press_key import PressKey
from lumos_layer.actions.select import Select
from lumos_layer.actions.sensitive import Sensitive, classes_in, is_command, of_identifier
from lumos_layer.actions.set_text import SetText
from lumos_layer.actions.set_value import SetValue
from lumos_layer.actions.type_text import TypeText
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import TYPED
from lumos_layer.safety import common_words as said
from lumos_layer.safety.addresses import classes_of_address, navigates
from lumos_layer.safety.clearing import cleared
from lumos_layer.safety.consoles import by_console
from lumos_layer.safety.finding import Finder, Finding, quoted
from lumos_layer.safety.moving import by_drop, by_paste
from lumos_layer.safety.onward import by_going_on, going_on
from lumos_layer.safety.pressing import LIKE_BUTTONS, PRESSING, pressed
from lumos_layer.safety.scene import CONTENT, DIALOGS, Scene
from lumos_layer.safety.shortcuts import MOVING, SHORTCUTS, access_key, shortcut_shown
from lumos_layer.tree import Node, Role

_TYPING: tuple[type[BaseAction], ...] = (TypeText, SetText)

# A press of them shows, focuses or sorts.
_SHOWING = (
    frozenset(
        (Role.COMBOBOX, Role.COLUMNHEADER, Role.DOCUMENT, Role.WINDOW, Role.APPLICATION, Role.SCROLLBAR, Role.LIST, Role.LISTBOX,
         Role.TOOLBAR, Role.TABLIST, Role.TABLE, Role.GRID, Role.TREE, Role.TREEGRID, Role.ROWGROUP, Role.MENU, Role.MENUBAR)
    )
    | TYPED
    | DIALOGS
)  # fmt: skip
_TICKED = frozenset((Role.CHECKBOX, Role.MENUITEMCHECKBOX))
_BY_TICKING: frozenset[Sensitive] = frozenset(("permission", "account", "system_setting", "publish", "buy", "pay"))
_SWITCHES = frozenset((Role.SWITCH, Role.CHECKBOX, Role.MENUITEMCHECKBOX, Role.RADIO, Role.SLIDER, Role.COMBOBOX, Role.SPINBUTTON))
_SHORT_LINK = 3  # words of a link that nobody knows where it leads
_LONGEST_CARD = 60  # characters of a name that is no longer a command, of what has no role


def classes_of(grounded: GroundedAction, observation: Observation) -> tuple[Finding, ...]:
    """All that is known of it, the plainest first, each class once for each finder; empty for an act that is none of these."""
    scene = Scene(grounded, observation)
    found: dict[tuple[str, str], Finding] = {}
    for finder in FINDERS:
        for each in finder(scene):
            kept = found.setdefault((each.kind, each.rule), each)
            if kept.cleared and not each.cleared:
                found[each.kind, each.rule] = each
    return tuple(_without_guesses(found.values()))


def _without_guesses(findings: Iterable[Finding]) -> Iterator[Finding]:
    """That a yes may do anything says nothing more where something says what it does."""
    known = any(not each.cleared and each.rule != "going_on" for each in findings)
    return (each for each in findings if not (known and each.rule == "going_on"))


def standing(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that nothing explains away."""
    return tuple(each for each in findings if not each.cleared)


def by_words(scene: Scene) -> Iterator[Finding]:
    """What the pressed element is called: its name, hint, identifier, or what stands in it."""
    if pressed(scene):
        yield from _by_words_of(scene, "words")


def _by_words_of(scene: Scene, rule: str) -> Iterator[Finding]:
    node = scene.node
    if node is None or node.role in _SHOWING or (node.role is Role.TAB and _in_tablist(scene)):
        return
    for words in scene.own_words:
        for kind in _kinds(node, words.source, words.text):
            if node.role in _TICKED and (kind not in _BY_TICKING or words.text.lower().startswith(("enable", "disable"))):
                continue
            yield Finding(kind, rule, f"{words.source} {quoted(words.text)}", cleared(scene, kind, words))
    name = scene.name_of(scene.i) if scene.i is not None else ""
    if said.cancels_something(name):
        yield Finding("account", rule, f"name {quoted(name)}")


def _kinds(node: Node, source: str, text: str) -> tuple[Sensitive, ...]:
    if source == "identifier":
        return of_identifier(text) if not node.name or is_command(node.name) or node.role not in CONTENT else ()
    if node.role is Role.LINK and not navigates(node.url):
        return classes_in(text) if len(text.split()) <= _SHORT_LINK or is_command(" ".join(text.split()[:1])) else ()
    card = node.role in (Role.GENERIC, Role.GROUP, Role.IMG) and len(node.name or text) > _LONGEST_CARD
    if card and source == "inside":
        return ()
    return classes_in(text) if not (card or node.role in CONTENT) or is_command(text) else ()


def _in_tablist(scene: Scene) -> bool:
    return any(scene.tree[i].role is Role.TABLIST for i in scene.near) or (
        sum(scene.tree[i].role is Role.TAB for i in scene.siblings) > 1
    )


def by_dialog(scene: Scene) -> Iterator[Finding]:
    """A yes in a dialog does what the dialog asks about; so may a button of which nobody knows what it says."""
    if pressed(scene) and scene.dialog is not None:
        yield from _by_answer(scene, scene.dialog, "dialog")


def _by_answer(scene: Scene, dialog: int, rule: str) -> Iterator[Finding]:
    node = scene.node
    name = "" if scene.i is None else scene.name_of(scene.i)
    if node is None or node.role not in LIKE_BUTTONS or said.is_harmless(name):
        return
    if name and not said.says_yes(name) and not _few_choices(scene, dialog):
        return
    texts = list(scene.texts_in(dialog))
    told = texts if _few_choices(scene, dialog) else [text for text in texts if text == scene.tree[dialog].name or said.asks(text)]
    kinds = {kind: text for text in reversed(told) for kind in classes_in(text, sentence=True)}
    for kind, text in kinds.items():
        yield Finding(kind, rule, f"{quoted(name)} in the dialog that says {quoted(text)}")
    if not kinds and said.says_yes(name) and _asks(scene, dialog):
        yield Finding("submit", rule, f"{quoted(name)} in the dialog {quoted(' '.join(texts))}")


def _few_choices(scene: Scene, dialog: int) -> bool:
    """True for a dialog that only asks: few buttons, and no fields."""
    return len(scene.controls_in(dialog)) <= 4 and not any(True for _ in scene.fields_in(dialog))


def _asks(scene: Scene, dialog: int) -> bool:
    """True if one can say no as well, or something is filled in: a dialog with OK alone only tells."""
    answers = [scene.name_of(i) for i in scene.controls_in(dialog)]
    return any(True for _ in scene.fields_in(dialog)) or any(said.says_no(name) for name in answers if not _closes(name))


def _closes(name: str) -> bool:
    return name.strip().lower() in ("close", "x", "×", "help", "닫기", "minimize", "maximize", "more", "details")


def by_form(scene: Scene) -> Iterator[Finding]:
    """What sends a form does what its fields are for; without a word of its own every button of a form to pay or log in may."""
    if not pressed(scene) or scene.node is None or scene.node.role not in LIKE_BUTTONS or scene.form is None:
        return
    name = scene.name_of(scene.i) if scene.i is not None else ""
    if said.is_harmless(name) or scene.node.role is Role.MENUITEM or _is_link_away(scene.node, name):
        return
    if name and not said.says_yes(name) and scene.tree[scene.form].role is not Role.FORM and not _few_controls(scene, scene.form):
        return
    kinds = dict(_of_fields(scene, scene.form))
    for kind, evidence in kinds.items():
        yield Finding(kind, "form", f"{quoted(name)} beside {evidence}")
    if not kinds and said.says_yes(name) and scene.tree[scene.form].role is Role.FORM and not _is_search(scene, scene.form):
        yield Finding("submit", "form", f"{quoted(name)} in a form")


def _few_controls(scene: Scene, form: int) -> bool:
    """True where all that can be pressed may belong to the fields: nothing there is said to be a form."""
    return len(scene.controls_in(form)) <= 6


def _is_link_away(node: Node, name: str) -> bool:
    return node.role is Role.LINK and not said.says_yes(name) and (bool(node.url) or not is_command(name))


def _of_fields(scene: Scene, form: int) -> Iterator[tuple[Sensitive, str]]:
    """What the fields of a form are for, with the field that says so."""
    for i in (*scene.fields_in(form), *([scene.i] if scene.i is not None and scene.node and scene.node.role in TYPED else [])):
        node, name = scene.tree[i], scene.name_of(i)
        words = " ".join(filter(None, (name, node.hint, node.identifier)))
        if said.is_payment_field(words):
            yield "pay", f"the field {quoted(name or words)}"
        elif node.protected or said.is_login_field(words) or said.is_code_field(words):
            yield "log_in", f"the field {quoted(name or words or 'protected')}"


def _is_search(scene: Scene, form: int) -> bool:
    if scene.tree[form].role is Role.SEARCH:
        return True
    fields = list(scene.fields_in(form))
    return bool(fields) and all(
        scene.tree[i].role is Role.SEARCHBOX or said.is_search(f"{scene.name_of(i)} {scene.tree[i].hint}") for i in fields
    )


def by_place(scene: Scene) -> Iterator[Finding]:
    """A yes goes on with what heading, window and address say: Continue under Checkout, Next under Sign in."""
    if not pressed(scene) or scene.node is None or scene.node.role not in LIKE_BUTTONS or scene.dialog is not None:
        return
    name = scene.name_of(scene.i) if scene.i is not None else ""
    if not said.says_yes(name):
        return
    title = scene.observation.title if scene.window is None else scene.tree[scene.window].name or scene.observation.title
    for where, words in (("heading", scene.heading), ("window", title)):
        for kind in classes_in(words, sentence=True):
            yield Finding(kind, "place", f"{quoted(name)} under the {where} {quoted(words)}")
        if said.is_checkout(words):
            yield Finding("buy", "place", f"{quoted(name)} under the {where} {quoted(words)}")
    for kind in classes_of_address(scene.observation.url):
        yield Finding(kind, "place", f"{quoted(name)} at {quoted(scene.observation.url)}")


def by_enter(scene: Scene) -> Iterator[Finding]:
    """Enter in a field sends its form, in a dialog gives its yes: what the buttons there do, Enter may do."""
    action = scene.grounded.action
    if not isinstance(action, PressKey) or action.key not in ("Enter", "Control+Enter", "Meta+Enter", "Shift+Enter", "Alt+Enter"):
        return
    node = scene.node
    if node is None or node.role in DIALOGS or node.role in (Role.WINDOW, Role.DOCUMENT, Role.APPLICATION):
        yield from _by_buttons(scene, scene.i if node is not None and node.role in DIALOGS else scene.dialog)
        if node is None or action.key != "Enter":
            yield Finding("submit", "enter", f"{action.key} where nothing is known to have the focus")
        return
    if node.role not in TYPED and not node.protected:
        return
    if _finds(scene, node):
        return
    holder = scene.dialog if scene.form is None else scene.form
    yield from _by_buttons(scene, holder)
    if holder is not None:
        for kind, evidence in _of_fields(scene, holder):
            yield Finding(kind, "enter", f"Enter beside {evidence}")
    if action.key != "Enter" or not (node.multiline or "\n" in (node.value or "")):
        yield Finding("submit", "enter", f"{action.key} in the field {quoted(scene.name_of(scene.i or 0))}")


def _finds(scene: Scene, node: Node) -> bool:
    """True for a field in which Enter only looks for something."""
    words = f"{scene.name_of(scene.i or 0)} {node.hint} {node.identifier}"
    in_search = scene.form is not None and scene.tree[scene.form].role is Role.SEARCH
    return not node.protected and (node.role is Role.SEARCHBOX or in_search or said.is_search(words))


def _by_buttons(scene: Scene, holder: int | None) -> Iterator[Finding]:
    """What the buttons of a form or dialog do."""
    if holder is None:
        return
    for i in scene.controls_in(holder)[:50]:
        button = scene.at(i)
        if button.node is not None and button.node.role in LIKE_BUTTONS and not said.is_harmless(scene.name_of(i)):
            for each in _by_words_of(button, "enter"):
                yield replace(each, evidence=f"Enter may press {quoted(scene.name_of(i))}: {each.evidence}")
            if scene.tree[holder].role in DIALOGS and said.says_yes(scene.name_of(i)):
                yield from (replace(each, rule="enter") for each in _by_answer(button, holder, "enter"))


def by_shortcut(scene: Scene) -> Iterator[Finding]:
    """Keys that save, send, delete, print or end in most programs; keys that a control shows as its own; and access keys."""
    action = scene.grounded.action
    if not isinstance(action, PressKey):
        return
    typing = scene.node is not None and (scene.node.role in TYPED or scene.node.protected)
    for kind, in_text in SHORTCUTS.get(action.key, ()):
        if in_text or not typing:
            yield Finding(kind, "shortcut", f"the key {action.key}")
    if "+" not in action.key or len(action.key) < 3:
        return
    letter = access_key(action.key)
    for i in _shown_controls(scene):
        node, name = scene.tree[i], scene.name_of(i)
        if shortcut_shown(action.key, f"{name} {node.hint} {node.value or ''}") or (letter and name[:1].lower() == letter):
            for each in _by_words_of(scene.at(i), "shortcut"):
                yield replace(each, evidence=f"{action.key} may press {quoted(name)}: {each.evidence}")
            yield from going_on(scene.at(i), "shortcut")


def _shown_controls(scene: Scene) -> list[int]:
    holder = scene.dialog if scene.dialog is not None else scene.window if scene.window is not None else 0
    return [] if not len(scene.tree) else scene.controls_in(holder)


def by_slider(scene: Scene) -> Iterator[Finding]:
    """A slider takes effect while it moves, by whatever it is moved."""
    action, node = scene.grounded.action, scene.node
    if node is None or node.role is not Role.SLIDER:
        return
    moves = isinstance(action, SetValue | Drag) or (isinstance(action, PressKey) and action.key in MOVING)
    if moves or (isinstance(action, Click | DoubleClick) and "range" in node.can):
        yield Finding("slider_drag", "slider", f"slider {quoted(scene.name_of(scene.i or 0))}")


def by_choice(scene: Scene) -> Iterator[Finding]:
    """An option that is a command may be carried out when it is chosen, as `Delete` in a list of actions is."""
    action, node = scene.grounded.action, scene.node
    if not isinstance(action, Select) or action.option is None or node is None:
        return
    chooser = f"{scene.name_of(scene.i or 0)} {node.hint}"
    if is_command(action.option) or said.offers_actions(chooser):
        for kind in classes_in(action.option):
            yield Finding(kind, "choice", f"option {quoted(action.option)} of {quoted(chooser.strip())}")


def by_setting(scene: Scene) -> Iterator[Finding]:
    """Switches of the system, and whatever is switched or chosen in its settings, take effect at once."""
    node = scene.node
    if node is None or node.role not in _SWITCHES or not _changes(scene, node):
        return
    name = scene.name_of(scene.i or 0)
    if (
        node.role is not Role.COMBOBOX
        and said.is_switched(f"{name} {node.identifier}")
        and node.role in (Role.SWITCH, Role.CHECKBOX)
    ):
        yield Finding("system_setting", "setting", f"{node.role} {quoted(name)}")
    elif said.is_settings(scene.observation.app):
        yield Finding("system_setting", "setting", f"{node.role} {quoted(name)} in {quoted(scene.observation.app)}")


def _changes(scene: Scene, node: Node) -> bool:
    action = scene.grounded.action
    if isinstance(action, PressKey):
        return action.key == " " or (node.role is not Role.CHECKBOX and action.key in MOVING)
    if node.role in (Role.COMBOBOX, Role.SPINBUTTON):
        return isinstance(action, Select | SetValue)
    return isinstance(action, (*PRESSING, SetValue))


def by_address(scene: Scene) -> Iterator[Finding]:
    """Addresses that do something when they are opened: log out, delete, pay, fetch a program."""
    action, node = scene.grounded.action, scene.node
    if isinstance(action, OpenUrl):
        for kind in classes_of_address(action.url):
            yield Finding(kind, "address", quoted(action.url))
    elif node is not None and node.url and pressed(scene):
        for kind in classes_of_address(node.url):
            yield Finding(kind, "address", quoted(node.url))


def by_code(scene: Scene) -> Iterator[Finding]:
    """The field of a one-time code sends itself when it is full."""
    node = scene.node
    if node is None or not isinstance(scene.grounded.action, _TYPING) or node.role not in TYPED:
        return
    words = f"{scene.name_of(scene.i or 0)} {node.hint} {node.identifier}"
    if said.is_code_field(words) and not said.is_payment_field(words):
        yield Finding("log_in", "code", f"the field {quoted(words.strip())}")


FINDERS: tuple[Finder, ...] = (
    by_words, by_choice, by_dialog, by_form, by_place, by_going_on, by_enter, by_console, by_shortcut, by_slider, by_drop, by_paste,
    by_setting, by_address, by_code,
)  # fmt: skip

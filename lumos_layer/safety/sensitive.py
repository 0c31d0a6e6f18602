"""Which classes of sensitive acts an action belongs to, told from its element, the key or text, and what stands around it.

Each finder is one way of knowing; FINDERS is the whole list. A finding that its surroundings explain away is kept as cleared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lumos_layer.actions.base import BaseAction
from lumos_layer.actions.click import Click
from lumos_layer.actions.double_click import DoubleClick
from lumos_layer.actions.drag import Drag
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.open_url import OpenUrl
from lumos_layer.actions.press_key import PressKey
from lumos_layer.actions.select import Select
from lumos_layer.actions.sensitive import classes_in, is_command
from lumos_layer.actions.set_text import SetText
from lumos_layer.actions.set_value import SetValue
from lumos_layer.actions.type_text import TypeText
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import TYPED
from lumos_layer.safety import common_words as said
from lumos_layer.safety.addresses import classes_of_address
from lumos_layer.safety.answering import by_dialog, by_form, by_place
from lumos_layer.safety.calling import by_words
from lumos_layer.safety.consoles import by_console
from lumos_layer.safety.finding import Finder, Finding, quoted
from lumos_layer.safety.keying import by_enter, by_shortcut
from lumos_layer.safety.moving import by_drop, by_paste
from lumos_layer.safety.onward import by_going_on
from lumos_layer.safety.pressing import PRESSING, pressed
from lumos_layer.safety.scene import Scene
from lumos_layer.safety.shortcuts import MOVING
from lumos_layer.tree import Node, Role

_TYPING: tuple[type[BaseAction], ...] = (TypeText, SetText)

_SWITCHES = frozenset((Role.SWITCH, Role.CHECKBOX, Role.MENUITEMCHECKBOX, Role.RADIO, Role.SLIDER, Role.COMBOBOX, Role.SPINBUTTON))


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

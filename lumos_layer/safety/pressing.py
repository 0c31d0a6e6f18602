"""Which actions press their element, and what can be pressed as a button is."""

from __future__ import annotations

from lumos_layer.actions.base import BaseAction
from lumos_layer.actions.click import Click
from lumos_layer.actions.double_click import DoubleClick
from lumos_layer.actions.expand import Expand
from lumos_layer.actions.press_key import PressKey
from lumos_layer.actions.select import Select
from lumos_layer.actions.set_checked import SetChecked
from lumos_layer.perception.words import TYPED
from lumos_layer.safety.scene import DIALOGS, Scene
from lumos_layer.tree import Role

PRESSING: tuple[type[BaseAction], ...] = (Click, DoubleClick, Select, SetChecked)
_PRESSED_BY = frozenset(("Enter", " "))
LIKE_BUTTONS = frozenset((Role.BUTTON, Role.GENERIC, Role.IMG, Role.GROUP, Role.LINK, Role.MENUITEM, Role.TEXT))


def pressed(scene: Scene) -> bool:
    """True if the action presses its element, as a click, Enter on a button or ticking does."""
    action, node = scene.grounded.action, scene.node
    if node is None:
        return False
    if isinstance(action, PressKey):
        return action.key in _PRESSED_BY and node.role not in TYPED and node.role not in DIALOGS
    if isinstance(action, Expand):
        return not scene.native  # pages have nothing to open a thing by but a click
    return isinstance(action, PRESSING)

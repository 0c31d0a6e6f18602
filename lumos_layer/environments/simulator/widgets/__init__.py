"""The kinds of widgets, one module each. A new kind is one module here and one line in BEHAVIOURS.

Behaviour follows the WAI-ARIA Authoring Practices (https://www.w3.org/WAI/ARIA/apg/patterns/); each module names its patterns.
"""

from __future__ import annotations

from lumos_layer.environments.simulator.widgets.behaviour import NOTHING, Behaviour
from lumos_layer.environments.simulator.widgets.button import Button
from lumos_layer.environments.simulator.widgets.checkbox import Checkbox
from lumos_layer.environments.simulator.widgets.combobox import Combobox
from lumos_layer.environments.simulator.widgets.grid import Cell, ColumnHeader, GridRow, Table
from lumos_layer.environments.simulator.widgets.link import Link
from lumos_layer.environments.simulator.widgets.listbox import Listbox, Option
from lumos_layer.environments.simulator.widgets.menu import Menu, MenuItem
from lumos_layer.environments.simulator.widgets.radio import Radio
from lumos_layer.environments.simulator.widgets.scrolling import Scrolling
from lumos_layer.environments.simulator.widgets.slider import Slider
from lumos_layer.environments.simulator.widgets.spinbutton import Spinbutton
from lumos_layer.environments.simulator.widgets.splitter import Splitter
from lumos_layer.environments.simulator.widgets.tab import Tab
from lumos_layer.environments.simulator.widgets.textbox import Textbox
from lumos_layer.environments.simulator.widgets.treeitem import Treeitem
from lumos_layer.environments.simulator.widgets.window import Dialog
from lumos_layer.tree import Node, Role

BEHAVIOURS: tuple[Behaviour, ...] = (
    Button(),
    Link(),
    Textbox(),
    Checkbox(),
    Radio(),
    Combobox(),
    Listbox(),
    Option(),
    Slider(),
    Spinbutton(),
    Splitter(),
    Tab(),
    Treeitem(),
    Menu(),
    MenuItem(),
    Table(),
    GridRow(),
    Cell(),
    ColumnHeader(),
    Dialog(),
    Scrolling(),
)

_BY_ROLE = {role: behaviour for behaviour in BEHAVIOURS for role in behaviour.roles}


_TAKING_TEXT = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.SPINBUTTON))


def behaviour_of(node: Node) -> Behaviour:
    """The behaviour of its role, of anything else that is typed into that of a text field; of what has none, the one of nothing."""
    if "type" in node.can and node.role not in _TAKING_TEXT:
        return _BY_ROLE[Role.TEXTBOX]
    return _BY_ROLE.get(node.role, NOTHING)

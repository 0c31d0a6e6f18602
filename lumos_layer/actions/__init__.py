"""What may be asked of a screen, and what can come of it: one file for each action, and what checks and grounds them.

ACTIONS is the whole list. An action more is one module and one line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from pydantic import Field, TypeAdapter

from lumos_layer.actions.base import BaseAction
from lumos_layer.actions.clarify import Clarify
from lumos_layer.actions.click import Click
from lumos_layer.actions.double_click import DoubleClick
from lumos_layer.actions.drag import Drag
from lumos_layer.actions.expand import Expand
from lumos_layer.actions.fields import Line, Part
from lumos_layer.actions.finish import Finish
from lumos_layer.actions.focus import Focus
from lumos_layer.actions.handoff import Handoff
from lumos_layer.actions.hover import Hover
from lumos_layer.actions.observe import Observe
from lumos_layer.actions.open_app import OpenApp
from lumos_layer.actions.open_url import OpenUrl
from lumos_layer.actions.open_windows_search import OpenWindowsSearch
from lumos_layer.actions.press_key import PressKey
from lumos_layer.actions.propose_options import ProposeOptions
from lumos_layer.actions.request_approval import RequestApproval
from lumos_layer.actions.right_click import RightClick
from lumos_layer.actions.scroll import Scroll
from lumos_layer.actions.scroll_into_view import ScrollIntoView
from lumos_layer.actions.scroll_to import ScrollTo
from lumos_layer.actions.select import Select
from lumos_layer.actions.set_checked import SetChecked
from lumos_layer.actions.set_text import SetText
from lumos_layer.actions.set_value import SetValue
from lumos_layer.actions.switch_window import SwitchWindow
from lumos_layer.actions.type_text import TypeText
from lumos_layer.actions.wait import Wait
from lumos_layer.actions.wait_for import WaitFor
from lumos_layer.actions.wait_for_change import WaitForChange

Action = Annotated[
    Observe
    | Click
    | DoubleClick
    | RightClick
    | Hover
    | Drag
    | TypeText
    | SetText
    | Select
    | SetChecked
    | SetValue
    | Expand
    | Focus
    | PressKey
    | Scroll
    | ScrollTo
    | ScrollIntoView
    | OpenUrl
    | OpenApp
    | SwitchWindow
    | OpenWindowsSearch
    | Wait
    | WaitForChange
    | WaitFor
    | Clarify
    | ProposeOptions
    | RequestApproval
    | Handoff
    | Finish,
    Field(discriminator="type"),
]


class Envelope(Part):
    """An action on its way: `action_id` makes it done at most once, `observation` is the look that it was chosen by."""

    action_id: Line
    observation: Line
    action: Action


ACTIONS: tuple[type[BaseAction], ...] = Action.__origin__.__args__  # type: ignore[attr-defined]
BY_TYPE: Mapping[str, type[BaseAction]] = MappingProxyType({kind.verb(): kind for kind in ACTIONS})
ANY_ACTION: TypeAdapter[Action] = TypeAdapter(Action)

__all__ = ["ACTIONS", "ANY_ACTION", "BY_TYPE", "Action", "BaseAction", "Envelope"]

"""Buttons, toggle buttons, menu buttons and disclosures.

WAI-ARIA Authoring Practices: "Button Pattern", "Menu Button Pattern", "Disclosure (Show/Hide) Pattern".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import popups, revealing, windows
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

# What buttons that answer a dialog are called, in lower case and without what marks an access key.
_ANSWERS = frozenset(
    (
        "ok", "cancel", "close", "dismiss", "yes", "no", "got it", "not now", "abbrechen", "schließen", "ja", "nein", "annuler",
        "fermer", "oui", "non", "cancelar", "cerrar", "sí", "annulla", "chiudi", "avbryt",
        "取消", "确定", "关闭", "キャンセル", "閉じる",
        "취소", "확인", "닫기",
    )
)  # fmt: skip
_CANCELLING = frozenset(("cancel", "abbrechen", "annuler", "cancelar", "annulla", "avbryt", "取消", "キャンセル", "취소"))
_FRAME = {  # of a window's title bar; UIA's names of their AutomationIds are the same words
    "minimize": windows.minimise, "minimise": windows.minimise, "minimieren": windows.minimise, "réduire": windows.minimise,
    "close": windows.close, "schließen": windows.close, "fermer": windows.close, "restore": windows.activate,
}  # fmt: skip


class Button(Behaviour):
    roles = frozenset((Role.BUTTON,))

    def click(self, world: World, widget: Widget) -> bool:
        if widget.node.pressed is not None:
            _toggle(world, widget)
        if world.emit("click", widget):
            return True
        if widget.node.pressed is not None:
            return True
        if widget.node.expanded is not None:
            return self.set_expanded(world, widget, not popups.is_open(world, widget))
        return _in_frame(world, widget) or _answer(world, widget)

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if chord.held:
            return False
        if chord.key in ("Enter", " "):
            self.click(world, widget)
            if widget.node.expanded:
                popups.enter(world, widget)
            return True
        if chord.key in ("ArrowDown", "ArrowUp") and popups.popup_of(widget) is not None and widget.node.expanded is not None:
            self.set_expanded(world, widget, True)
            popups.enter(world, widget, last=chord.key == "ArrowUp")
            return True
        return False

    def set_checked(self, world: World, widget: Widget, checked: bool) -> bool:
        if widget.node.pressed is None:
            return False
        if (widget.node.pressed == "true") is not checked:
            self.click(world, widget)
        return True

    def set_expanded(self, world: World, widget: Widget, expanded: bool) -> bool:
        if widget.node.expanded is None:
            return False
        if popups.popup_of(widget) is not None:
            return popups.open_popup(world, widget) if expanded else popups.close_popup(world, widget)
        if widget.node.expanded is expanded:
            return True
        world.change(widget, expanded=expanded)
        disclosed = revealing.disclosed(widget)
        if disclosed is not None:
            (revealing.show if expanded else revealing.hide)(world, disclosed)
        world.emit("expand" if expanded else "collapse", widget)
        return True


def plain_name(widget: Widget) -> str:
    """What it is called, in lower case and without marks of access keys and dots."""
    return widget.node.name.replace("&", "").replace("_", "").strip(" .…×✕").lower()


def _toggle(world: World, widget: Widget) -> None:
    world.change(widget, pressed="false" if widget.node.pressed == "true" else "true")
    world.emit("change", widget, widget.node.pressed or "")


def _in_frame(world: World, widget: Widget) -> bool:
    """The buttons of a window's own title bar."""
    act = _FRAME.get(plain_name(widget)) or _FRAME.get(widget.node.identifier.lower())
    window = windows.dialog_of(widget)
    if act is None or window is None or widget.parent is None:
        return False
    if widget.parent is window or "title" in widget.parent.tag.lower() or "title" in widget.parent.node.identifier.lower():
        return act(world, window)
    return False


def _answer(world: World, widget: Widget) -> bool:
    """A button that answers a dialog closes it."""
    dialog = windows.dialog_of(widget)
    if dialog is None or plain_name(widget) not in _ANSWERS:
        return False
    # A window besides another one with a button to cancel it is a dialog, whatever its dialect calls it.
    another = plain_name(widget) in _CANCELLING and (
        len(windows.open_windows(world)) > 1 or windows.window_of(dialog) is not dialog
    )
    if dialog.node.modal or dialog.node.role is not Role.WINDOW or another:
        return windows.close(world, dialog)
    return False

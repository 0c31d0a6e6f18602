"""Windows and dialogs. WAI-ARIA Authoring Practices: "Dialog (Modal) Pattern": Escape closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import windows
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.environments.simulator.widgets.grid import shift

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_CANCELS = ("cancel", "close", "no", "abbrechen", "annuler", "cancelar", "annulla", "取消", "キャンセル", "취소")


class Dialog(Behaviour):
    roles = windows.WINDOWS

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if chord.held == ("alt",) and chord.key == "F4":
            return windows.close(world, windows.window_of(widget) or widget)
        dialog = widget.node.role is not widget.node.role.WINDOW or widget.node.modal
        return dialog and not chord.held and chord.key == "Escape" and _cancel(world, widget)

    def dragged(self, world: World, widget: Widget, start: tuple[int, int], end: tuple[int, int]) -> bool:
        """A window goes where its title bar is dragged."""
        box = widget.node.bounds
        if box is None or start[1] - box.y > _TITLE_BAR or world.letter == "W":
            return False
        shift(world, widget, end[0] - start[0], end[1] - start[1])
        return True


_TITLE_BAR = 40  # pixels


def _cancel(world: World, dialog: Widget) -> bool:
    """Escape presses what cancels; a dialog without such a button just closes."""
    from lumos_layer.environments.simulator.widgets.button import plain_name

    for widget in dialog.inside():
        if widget.node.role.value == "button" and plain_name(widget) in _CANCELS and world.enabled(widget) and world.shown(widget):
            return world.behaviour(widget).click(world, widget)
    return windows.close(world, dialog)

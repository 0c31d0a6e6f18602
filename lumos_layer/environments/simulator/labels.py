"""Labels of pages: a click on one goes to the control that it is for.

https://html.spec.whatwg.org/#the-label-element : a label is for the control that it names by id, else for the first one in it.
Dumps do not keep what it names, but a control is called like its label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_LABELS = frozenset(("labeltext", "label"))  # what Chromium and DOM dumps call them
_TICKS = frozenset((Role.CHECKBOX, Role.RADIO, Role.SWITCH))
_CONTROLS = _TICKS | {Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.SPINBUTTON, Role.SLIDER}
_WORDS = frozenset((Role.TEXT, Role.GENERIC))
_GROUNDS = frozenset((Role.FORM, Role.DIALOG, Role.ALERTDIALOG, Role.DOCUMENT, Role.WINDOW))


def control_of(world: World, target: Widget) -> Widget | None:
    """The control that a click on these words goes to; None where they are no label, or something in it has an answer itself."""
    if world.letter != "W":
        return None
    for widget in target.chain():
        if widget.tag.lower() in _LABELS:
            return _labelled(widget)
        if widget.node.can or widget.node.role not in _WORDS:
            return None
        if widget.parent is not None and (ticked := _ticked_by(widget, widget.parent)) is not None:
            return ticked
    return None


def _labelled(label: Widget) -> Widget | None:
    """The first control in the label, else the next one that is called like it."""
    inside = next(_controls(label.inside()), None)
    if inside is not None:
        return inside
    words = _words(label)
    ground = next((above for above in label.ancestors() if above.node.role in _GROUNDS), None)
    if not words or ground is None:
        return None
    called = [control for control in _controls(ground.inside()) if control.node.name == words]
    return next((control for control in called if control.index > label.index), called[0] if called else None)


def _ticked_by(words: Widget, wrapper: Widget) -> Widget | None:
    """The checkbox beside some words, where the two are alone in their wrapper: labels that browsers do not list."""
    ticks = [child for child in wrapper.children if child.node.role in _TICKS]
    others = [child for child in wrapper.children if child.node.role not in _TICKS | _WORDS]
    if len(ticks) != 1 or others or wrapper.node.role is not Role.GENERIC:
        return None
    return ticks[0] if _words(words) in ("", ticks[0].node.name) else None


def _controls(widgets: Iterable[Widget]) -> Iterator[Widget]:
    return (widget for widget in widgets if widget.node.role in _CONTROLS)


def _words(part: Widget) -> str:
    words = [widget.node.name for widget in part.subtree() if widget.node.role in _WORDS and widget.node.name]
    return " ".join(words).strip().rstrip(":*").strip()

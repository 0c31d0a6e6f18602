"""Tabs with their panels; arrows move and choose. WAI-ARIA Authoring Practices: "Tabs Pattern"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import focus, revealing
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets import listbox
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_STEPS = {"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1}


class Tab(Behaviour):
    roles = frozenset((Role.TAB,))

    def click(self, world: World, widget: Widget) -> bool:
        tabs = beside(widget)
        if not listbox.mark(world, widget, tabs):
            return True
        _turn(world, widget, tabs)
        world.emit("select", widget, widget.node.name)
        world.emit("click", widget)
        return True

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        return option is None and self.click(world, widget)

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if chord.held or not focus.listens(world, widget):
            return False
        if chord.key in ("Enter", " "):
            return self.click(world, widget)
        tabs = [tab for tab in beside(widget) if world.enabled(tab)]
        if widget not in tabs:
            return False
        if chord.key in _STEPS:
            target = tabs[(tabs.index(widget) + _STEPS[chord.key]) % len(tabs)]
        elif chord.key in ("Home", "End"):
            target = tabs[0 if chord.key == "Home" else -1]
        else:
            return False
        focus.lead(world, target)
        return self.click(world, target)


def beside(widget: Widget) -> list[Widget]:
    """All tabs of its list."""
    holder = _holder(widget)
    if holder is None:
        return [widget]
    found: list[Widget] = []
    waiting = holder.children[::-1]
    while waiting:
        inner = waiting.pop()
        if inner.node.role is Role.TAB:
            found.append(inner)
        elif inner.node.role is not Role.TABLIST:
            waiting += inner.children[::-1]
    return found


def panel(tab: Widget, tabs: list[Widget]) -> list[Widget]:
    """What the tab shows: what stands in it, else the panel of its name, else the panel at its place among the panels."""
    if any(child.node.role not in (Role.TEXT, Role.IMG, Role.GENERIC, Role.BUTTON) for child in tab.children):
        return tab.children
    holder = _holder(tab)
    around = [*(holder.children if holder else ()), *(holder.parent.inside() if holder is not None and holder.parent else ())]
    panels = list({widget.number: widget for widget in around if widget.node.role is Role.TABPANEL}.values())
    named = [widget for widget in panels if widget.node.name and widget.node.name == tab.node.name]
    if named:
        return named[:1]
    return [panels[tabs.index(tab)]] if len(panels) == len(tabs) else []


def _holder(tab: Widget) -> Widget | None:
    """The list that it stands in; without one whatever it stands in."""
    return next((above for above in tab.ancestors() if above.node.role is Role.TABLIST), tab.parent)


def _turn(world: World, chosen: Widget, tabs: list[Widget]) -> None:
    shown = panel(chosen, tabs)
    for tab in tabs:
        for page in panel(tab, tabs):
            if page not in shown:
                revealing.hide(world, page)
    for page in shown:
        revealing.show(world, page)

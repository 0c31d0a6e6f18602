"""Trees whose branches open and close. WAI-ARIA Authoring Practices: "Tree View Pattern"."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import focus, revealing
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets import listbox, several
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_TREES = frozenset((Role.TREE, Role.TREEGRID))
_BRANCHES = frozenset((Role.TREEITEM, Role.GROUP, Role.LIST))


class Treeitem(Behaviour):
    roles = frozenset((Role.TREEITEM,))

    def click(self, world: World, widget: Widget) -> bool:
        listbox.choose(world, widget, _all(widget))
        answered = world.emit("click", widget)
        if not answered and world.letter == "W" and widget.node.expanded is not None:
            self.set_expanded(world, widget, not widget.node.expanded)  # on pages one click does, on desktops it takes two
        return True

    def double_click(self, world: World, widget: Widget) -> bool:
        if world.emit("double_click", widget):
            return True
        return widget.node.expanded is not None and self.set_expanded(world, widget, not widget.node.expanded)

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        return option is None and self.click(world, widget)

    def set_expanded(self, world: World, widget: Widget, expanded: bool) -> bool:
        if widget.node.expanded is None:
            return False
        if not world.change(widget, expanded=expanded):
            return True
        branches = _branches(widget, closed=not expanded)
        had_focus = world.focused is not None and any(world.focused.within(branch) for branch in branches)
        for branch in branches:
            (revealing.show if expanded else revealing.hide)(world, branch)
        if had_focus and not expanded:
            focus.lead(world, widget)
        world.emit("expand" if expanded else "collapse", widget)
        return True

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if not focus.listens(world, widget):
            return False
        if chord.held:
            return several.key(world, widget, _able(world, widget), chord)
        if chord.key in ("Enter", " "):
            return self.click(world, widget)
        if chord.key in ("ArrowRight", "ArrowLeft"):
            return self._sideways(world, widget, chord.key == "ArrowRight")
        members = _able(world, widget)
        target = listbox.stepped(members, widget, chord.key)
        if target is None:
            return False
        listbox.go(world, target, members)
        return True

    def type(self, world: World, widget: Widget, text: str) -> bool:
        return listbox.jump(world, widget, _able(world, widget), text)

    def _sideways(self, world: World, widget: Widget, right: bool) -> bool:
        """Right opens a branch, then goes into it; left closes it, then goes out of it."""
        opened = widget.node.expanded
        if opened is not None and opened is not right:
            return self.set_expanded(world, widget, right)
        members = _able(world, widget)
        if right:
            inside = _below(widget) if opened else []
            target = next((item for item in members if item in inside), None)
        else:
            target = _branch_of(widget)
        if target is None or target not in members:
            return False
        listbox.go(world, target, members)
        return True


def _all(widget: Widget) -> list[Widget]:
    """All items of its tree in document order."""
    tree = next((above for above in widget.ancestors() if above.node.role in _TREES), None)
    if tree is None:
        return [member for member in widget.siblings() if member.node.role is Role.TREEITEM]
    return [member for member in tree.inside() if member.node.role is Role.TREEITEM]


def _able(world: World, widget: Widget) -> list[Widget]:
    """The items of its tree that can be chosen now."""
    return [member for member in _all(widget) if world.shown(member) and world.enabled(member)]


def _branches(widget: Widget, *, closed: bool = False) -> list[Widget]:
    """What opens with an item: the items in it or the groups that hold them; in a flat tree, those behind it of deeper levels,
    but for what stands in branches that are closed themselves, unless these are asked for too."""
    inner = [child for child in widget.children if child.node.role in _BRANCHES]
    if inner:
        return inner
    found: list[Widget] = []
    shut = None  # the level of the closed branch that the followers stand in
    for follower in _deeper(widget):
        level = follower.node.level or 0
        if shut is not None and level > shut:
            continue
        found.append(follower)
        shut = level if follower.node.expanded is False and not closed else None
    return found


def _deeper(widget: Widget) -> list[Widget]:
    """In a flat tree, what stands right behind an item and of a deeper level."""
    level = widget.node.level
    siblings = widget.siblings() if level is not None else []
    followers = siblings[siblings.index(widget) + 1 :] if siblings else []
    return list(takewhile(lambda other: other.node.level is not None and other.node.level > (level or 0), followers))


def _below(widget: Widget) -> list[Widget]:
    """All items in an item, in it or, in a flat tree, behind it."""
    return [item for branch in _branches(widget) for item in branch.subtree() if item.node.role is Role.TREEITEM]


def _branch_of(widget: Widget) -> Widget | None:
    """The item that an item stands in; in a flat tree the nearest one before it of a lesser level."""
    above = next((above for above in widget.ancestors() if above.node.role is Role.TREEITEM), None)
    level = widget.node.level
    if above is not None or level is None:
        return above
    siblings = widget.siblings()
    before = reversed(siblings[: siblings.index(widget)])
    return next((item for item in before if item.node.level is not None and item.node.level < level), None)

"""Trees whose branches open and close. WAI-ARIA Authoring Practices: "Tree View Pattern"."""

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

_TREES = frozenset((Role.TREE, Role.TREEGRID))


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
        for branch in _branches(widget):
            (revealing.show if expanded else revealing.hide)(world, branch)
        world.emit("expand" if expanded else "collapse", widget)
        return True

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if chord.held or not focus.listens(world, widget):
            return False
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
        if right:
            inner = next((item for item in widget.inside() if item.node.role is Role.TREEITEM), None) if opened else None
        else:
            inner = next((above for above in widget.ancestors() if above.node.role is Role.TREEITEM), None)
        return inner is not None and focus.lead(world, inner) and self.click(world, inner)


def _all(widget: Widget) -> list[Widget]:
    """All items of its tree in document order."""
    tree = next((above for above in widget.ancestors() if above.node.role in _TREES), None)
    if tree is None:
        return [member for member in widget.siblings() if member.node.role is Role.TREEITEM]
    return [member for member in tree.inside() if member.node.role is Role.TREEITEM]


def _able(world: World, widget: Widget) -> list[Widget]:
    """The items of its tree that can be chosen now."""
    return [member for member in _all(widget) if world.shown(member) and world.enabled(member)]


def _branches(widget: Widget) -> list[Widget]:
    """What opens with an item: the items in it or the groups that hold them; in a flat tree, those behind it of deeper levels."""
    inner = [child for child in widget.children if child.node.role in (Role.TREEITEM, Role.GROUP, Role.LIST)]
    if inner or widget.node.level is None:
        return inner
    siblings = widget.siblings()
    found: list[Widget] = []
    for follower in siblings[siblings.index(widget) + 1 :]:
        if follower.node.level is None or follower.node.level <= widget.node.level:
            break
        if follower.node.level == widget.node.level + 1:
            found.append(follower)
    return found

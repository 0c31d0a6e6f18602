"""One walk over a tree for the hit test: what shows, where, and in which layer. The rules are in docs/pointing.md."""

from __future__ import annotations

from msgspec import Struct

from lumos_layer.tree.layers import MODAL, OWNED, POPUP, TOP_LEVEL, WINDOWS, Layers
from lumos_layer.tree.node import Node
from lumos_layer.tree.role import Role
from lumos_layer.tree.tree import Tree

Box = tuple[int, int, int, int]  # left, top, right, bottom; the last two are outside

GROUNDS = WINDOWS | {Role.DOCUMENT}
_LISTS = frozenset(
    (Role.LIST, Role.LISTBOX, Role.TREE, Role.TABLE, Role.GRID, Role.TREEGRID, Role.TABPANEL),
)  # on a desktop these scroll, whether they say so or not
_POPUPS = frozenset((Role.MENU, Role.TOOLTIP))
_CHOICES = frozenset((Role.LISTBOX, Role.LIST, Role.MENU, Role.TREE))  # popups where what they belong to is open
_OPENERS = frozenset((Role.COMBOBOX, Role.MENUITEM))
_ITEMS = frozenset((Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.SEPARATOR))  # directly in an opener: its menu
_TURNS = GROUNDS | _LISTS | _POPUPS | _OPENERS | _ITEMS  # roles at which something changes for what is inside


class Survey(Struct):
    """What the walk found, by node. `boxes` are the visible parts, None where a node shows nothing."""

    tree: Tree
    native: bool
    screen: Box | None
    shown: bytearray  # 1: neither the node nor one around it is hidden, off screen or minimised
    boxes: list[Box | None]
    layer_of: list[int]
    layers: Layers
    modals: list[int]
    stacked: bool  # some node says how high it is


class _Inside(Struct, frozen=True):
    """What holds for the content of a node, until something in it changes it."""

    clip: Box | None
    layer: int = 0
    window: int = 0  # the layer of the window around, 0 if there is none
    opened: bool = False  # the nearest combobox or menu item around, if nothing stands between, is expanded
    on_page: bool = False  # it is in a document


def survey(tree: Tree, native: bool, topmost_first: bool) -> Survey:
    """Walk over the tree. `native`: it is of a desktop or device, not of a page; `topmost_first`: so it lists windows."""
    nodes, parents, ends = tree.nodes, tree.parents, tree.ends
    count = len(nodes)
    screen = _screen(tree) if native else None
    found = Survey(tree, native, screen, bytearray(count), [None] * count, [0] * count, Layers(topmost_first), [], False)
    shown, boxes, layer_of = found.shown, found.boxes, found.layer_of
    around = [_Inside(screen)] * (count + 1)  # the last place serves the parent -1 of roots
    i = 0
    while i < count:
        node = nodes[i]
        if node.hidden or node.offscreen or node.minimized:
            i = ends[i]
            continue
        shown[i] = 1
        inside = around[parents[i]]
        turns = node.role in _TURNS
        if turns or node.modal:
            inside = _layered(found, i, node, inside)
        bounds, clip = node.bounds, inside.clip
        if bounds is not None:
            left, top = bounds.x, bounds.y
            right, bottom = left + bounds.width, top + bounds.height
            if right > left and bottom > top:
                if clip is not None and (left < clip[0] or top < clip[1] or right > clip[2] or bottom > clip[3]):
                    left, top, right, bottom = _common((left, top, right, bottom), clip)
                if right > left and bottom > top:
                    boxes[i] = (left, top, right, bottom)
                if turns or scrolls(node):
                    inside = _clipped(found, node, inside, (left, top, right, bottom))
        if turns and node.role is Role.DOCUMENT and not inside.on_page:
            inside = _Inside(inside.clip, inside.layer, inside.window, inside.opened, on_page=True)
        if node.z is not None:
            found.stacked = True
        around[i] = inside
        layer_of[i] = inside.layer
        i += 1
    return found


def scrolls(node: Node) -> bool:
    """True if the dump says that the node scrolls, or that it is a pane made for that."""
    return node.clips or node.scroll is not None or "scroll" in node.can


def _common(one: Box, other: Box) -> Box:
    """What lies in both; it ends before it begins where nothing does."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _screen(tree: Tree) -> Box | None:
    """The box of the root, where the tree has one root and that has an area."""
    bounds = tree[0].bounds if len(tree) else None
    if bounds is None or bounds.empty or tree.end(0) < len(tree):
        return None
    return bounds.x, bounds.y, bounds.right, bounds.bottom


def _layered(found: Survey, i: int, node: Node, inside: _Inside) -> _Inside:
    """What holds at node `i`, which may begin a layer, and for its content as far as layers go."""
    role, layers = node.role, found.layers
    if node.modal:
        found.modals.append(i)
    parent = found.tree.parents[i]
    around = found.tree.nodes[parent].role if parent >= 0 else None
    on_popup = layers.all[inside.layer].kind == POPUP
    if role in WINDOWS:
        layer = layers.add(i, node, inside.layer, inside.window, OWNED if inside.window or on_popup else TOP_LEVEL)
        return _Inside(found.screen if around in WINDOWS else inside.clip, layer, layer, on_page=inside.on_page)
    opened = node.expanded is True if role in _OPENERS else inside.opened and role not in (Role.DOCUMENT, *_CHOICES)
    if role in _POPUPS or (inside.opened and role in _CHOICES) or (role in _ITEMS and around in _OPENERS):
        layer = layers.add(i, node, inside.layer, inside.window, POPUP)
        return _Inside(found.screen, layer, inside.window, opened, inside.on_page)
    layer = layers.add(i, node, inside.layer, inside.window, MODAL) if node.modal and not on_popup else inside.layer
    return _Inside(inside.clip, layer, inside.window, opened, inside.on_page)


def _clipped(found: Survey, node: Node, inside: _Inside, visible: Box) -> _Inside:
    """What holds for the content of a node that may clip it. `visible` ends before it begins where nothing of the node shows."""
    role = node.role
    clips = role in GROUNDS or scrolls(node) or (found.native and role in _LISTS)
    if role is Role.DOCUMENT and not found.native and not inside.on_page:
        clips = False  # it goes on below the fold
    clip = visible if clips else inside.clip
    return _Inside(clip, inside.layer, inside.window, inside.opened, inside.on_page)

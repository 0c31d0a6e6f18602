"""A slow, obvious reading of the rules of the hit test, apart from the code that is used: what the mouse would hit.

Rules 1 to 12 are those of docs/pointing.md. Every question is answered by looking at all nodes and, where it is about areas, at all
pixels: meant for screens of some dozens of nodes and some hundreds of pixels.

Where the rules leave something open, this is how they are read here:

 2a. Every node that says that it is minimised is, with everything inside, as good as hidden, whatever its role.
 2b. "One root with a box": the tree has exactly one root, and its box holds a pixel. It is the screen on native dialects alone.
 3a. "Pages go on below the fold": on web dialects a document that stands in no other document does not clip.
 3b. What stands in a popup is clipped by the clipping nodes from the nearest popup around it downwards, that popup included.
 3c. An owned window, whose parent node is a window, is clipped by the screen alone, and so is what stands in it by that window.
 4a. A node without z is as high as its parent, in the end 0: so there is always an order.
 4b. A z of the window, popup or modal dialog that makes a layer counts among its like; inside, it is the lowest.
 5a. "Belongs to": going up from a list, listbox, menu or tree, the first combobox, menuitem, list, listbox, menu, tree, window,
     dialog or document is a combobox or menuitem with `expanded` true. Items of menus whose parent is such are a popup each.
 5b. A popup inside a popup is one of its own. A modal dialog inside a popup is a part of that popup; a popup inside a modal
     dialog is a popup.
 5c. "On the same surface root": popups that stand in no window are above all windows; windows inside them above those popups.
 5d. What stands in no window and is no popup is below all windows. Popups and modal nodes are ordered among their like as in rule
     4.
 6a. A dialog in a page is a window (rule 6 asks for roles alone): above the rest of the page.
 6b. A window inside a window is above all of its owner, its popups and modal nodes too. Several are ordered as top-level windows
     are.
 6c. z beats active, active beats the listing; a window or popup without z has 0. A window with an active one inside, that is
     not hidden, is active as well.
 7.  A popup that begins after the modal in the document was opened from it, and is not blocked, with all that is inside it.
 7a. A modal is visible if it, or something inside, shows a pixel (passive or not): a dialog of no size may hold what is fixed.
 7b. What a modal is modal to: the nearest window, dialog or document around it; without one, a modal window is modal to the top-
     level windows of the nearest application around it. A modal of any other kind or place blocks nothing.
 7c. Of several that are modal to the same, the innermost and of these the one drawn last blocks all else there, the others too.
 7d. If what blocks is blocked itself, the answer is the modal that blocks it: in the end one that can be used.
 7e. A point on nothing hits nothing, whatever is modal.
 8a. `outside`: the point is not in the screen; where there is no screen, in the visible part of no root, window, dialog or
     document. Otherwise `empty` (a passive window or page; a screen whose root is hidden). With a window asked for, it and what
     is in it count.
 9a. A window, dialog or document that can be acted on is itself the actionable element; the way up ends there.
 9b. Twins: the same role, name, value, box and affordances as the nearest actionable node around; what has the focus is no twin.
     The outermost counts.
 9c. An actionable ancestor counts whatever its own area (a link of no size around a picture), although it may then have no ref.
10a. A hit that a modal blocks is no pixel of the modal's visible part. Where the hit itself has an actionable element, that is
     the answer, at the distance 0; but windows, dialogs and documents are never the answer. "Drawn later" compares the elements,
     not the nodes inside them that are hit.
11a. Modal dialogs outside of what is asked for block nothing; hidden ancestors and clipping count as ever.
12a. Refused only where no pixel will do: an element without a box may be clicked where something inside lifts to it.
12b. Of several reasons the first of: minimised, not_visible (hidden), no_bounds (neither it nor what lifts to it has an area),
     not_visible (outside or clipped), modal (it, or what lifts to it, is blocked), covered. A passive element is covered by what
     gets its pointer.
12c. A ref whose node cannot be acted on (a window, a long text) is reached where it or what stands in it is hit, no actionable
     element inside it takes the click, and nothing that is hit stands in something inside it with a ref of its own.
12d. Where the middle of the box will not do, any pixel in the box that reaches the element is right here, and only where there is
     none in the box any other: "the middle of the largest visible free part" may be no free pixel itself (a ring), and what a part
     is, is not said.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Final, Literal

from lumos_layer.tree import Node, Rect, Role, Tree

Letter = Literal["A", "W"]
Why = Literal["modal", "outside", "empty"]
Refusal = Literal["minimised", "not_visible", "no_bounds", "modal", "covered"]
Pixel = tuple[int, int]

TOPMOST_FIRST: Final = frozenset(("uia", "uia-json"))  # rule 6, by the name of the dialect

WINDOWS: Final = frozenset((Role.WINDOW, Role.DIALOG, Role.ALERTDIALOG))
FRAMES: Final = WINDOWS | {Role.DOCUMENT}
NATIVE_CLIPS: Final = frozenset((Role.LIST, Role.LISTBOX, Role.TREE, Role.TABLE, Role.GRID, Role.TREEGRID, Role.TABPANEL))
ITEMS: Final = frozenset((Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.SEPARATOR))
CHOICES: Final = frozenset((Role.LISTBOX, Role.LIST, Role.MENU, Role.TREE))
OPENERS: Final = frozenset((Role.COMBOBOX, Role.MENUITEM))

# The layers of a surface or window, from the bottom. Only a surface has WINDOWS, which are its top-level ones.
REST, MODALS, TOP_WINDOWS, POPUPS, INNER_WINDOWS = range(5)


# Single nodes


def upwards(tree: Tree, i: int) -> Iterator[int]:
    """The node itself, then what is around it, up to the root."""
    yield i
    yield from tree.ancestors(i)


def is_inside(tree: Tree, i: int, around: int) -> bool:
    """True if node `i` is `around` or stands in it."""
    return around in upwards(tree, i)


def common(one: Rect, other: Rect) -> Rect | None:
    """The pixels that lie in both boxes, or None if there are none."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    both = Rect(x, y, min(one.right, other.right) - x, min(one.bottom, other.bottom) - y)
    return None if both.empty else both


def area(node: Node) -> Rect | None:
    """Rule 2: the node's box, if it holds a pixel."""
    return None if node.bounds is None or node.bounds.empty else node.bounds


def screen(tree: Tree, letter: Letter) -> Rect | None:
    """Rule 2: the box outside of which there is nothing; None where there is no such edge."""
    roots = list(tree.roots())
    return area(tree[roots[0]]) if letter == "A" and len(roots) == 1 else None


def is_gone(tree: Tree, i: int) -> bool:
    """Rule 2: hidden, off screen or minimised, itself or by something around it; the focus changes nothing."""
    return any(tree[j].hidden or tree[j].offscreen or tree[j].minimized for j in upwards(tree, i))


def is_popup(tree: Tree, i: int) -> bool:
    """Rule 5a."""
    if tree[i].role in (Role.MENU, Role.TOOLTIP):
        return True
    parent = tree.parent(i)
    if tree[i].role in ITEMS and parent is not None and tree[parent].role in OPENERS:
        return True
    if tree[i].role not in CHOICES:
        return False
    for j in tree.ancestors(i):
        if tree[j].role in OPENERS:
            return tree[j].expanded is True
        if tree[j].role in CHOICES or tree[j].role in FRAMES:
            return False
    return False


def is_free(tree: Tree, i: int) -> bool:
    """Rule 3: a popup or an owned window, which nothing clips but the screen."""
    parent = tree.parent(i)
    owned = tree[i].role in WINDOWS and parent is not None and tree[parent].role in WINDOWS
    return owned or is_popup(tree, i)


def scrolls(node: Node) -> bool:
    """Rule 3: what scrolls, as the dump says of it or by the kind of pane that it is."""
    return node.clips or node.scroll is not None or "scroll" in node.can


def clips(tree: Tree, i: int, letter: Letter) -> bool:
    """Rule 3: what stands in this node shows only inside its box."""
    node = tree[i]
    if area(node) is None:
        return False
    if letter == "W" and node.role is Role.DOCUMENT and not any(tree[j].role is Role.DOCUMENT for j in tree.ancestors(i)):
        return False  # the page goes on below the fold
    if node.role in FRAMES or scrolls(node):
        return True
    return letter == "A" and node.role in NATIVE_CLIPS


def shown(tree: Tree, i: int, letter: Letter) -> Rect | None:
    """Rules 2 and 3: the part of the node's box that is not clipped away, covered or not; None where it shows nowhere."""
    part = area(tree[i])
    if part is None or is_gone(tree, i):
        return None
    edges = [edge for edge in (screen(tree, letter),) if edge is not None]
    if not is_free(tree, i):
        for j in tree.ancestors(i):
            edge = tree[j].bounds
            if edge is not None and clips(tree, j, letter):
                edges.append(edge)
            if is_free(tree, j):
                break
    for edge in edges:
        part = None if part is None else common(part, edge)
    return part


def pixels(box: Rect) -> Iterator[Pixel]:
    """Rule 1: every pixel of a half-open box."""
    for y in range(box.y, box.bottom):
        for x in range(box.x, box.right):
            yield x, y


def first_of_twins(tree: Tree, i: int) -> int:
    """Rule 9: the element that node `i`, which can be acted on, is once more; `i` itself if it is no twin."""
    around = next((j for j in tree.ancestors(i) if tree[j].can), None)
    if around is None or tree[i].focused or tree[i].bounds is None:
        return i
    one, other = tree[i], tree[around]
    same = (one.role, one.name, one.value, one.bounds, one.can) == (other.role, other.name, other.value, other.bounds, other.can)
    return first_of_twins(tree, around) if same else i


def actionable(tree: Tree, i: int) -> int | None:
    """Rule 9: the element that acts when node `i` is clicked."""
    for j in upwards(tree, i):
        if tree[j].can:
            return first_of_twins(tree, j)
        if tree[j].role in FRAMES:
            return None
    return None


def scroller(tree: Tree, i: int) -> int | None:
    """Rule 12: the container around node `i` that can be scrolled."""
    return next((j for j in tree.ancestors(i) if scrolls(tree[j])), None)


# Order


def steps(tree: Tree, i: int) -> list[tuple[int, int]]:
    """Rules 5 and 6: how node `i` is layered, from the surface inwards: (layer, the node that the part of the layer belongs to).

    -1 stands for the surface. All steps but the last are windows.
    """
    path = list(upwards(tree, i))
    found: list[tuple[int, int]] = []
    for j in reversed(path):
        if tree[j].role in WINDOWS:
            on_popup = any(is_popup(tree, k) for k in tree.ancestors(j))
            found.append((INNER_WINDOWS if found or on_popup else TOP_WINDOWS, j))
    window = found[-1][1] if found else -1
    inside = path[: path.index(window)] if found else path
    for layer, belongs in ((POPUPS, [j for j in inside if is_popup(tree, j)]), (MODALS, [j for j in inside if tree[j].modal])):
        if belongs:
            return [*found, (layer, belongs[0])]
    return [*found, (REST, window)]


def height(tree: Tree, i: int, layer: int) -> int:
    """Rule 4: the z of node `i`, or that of the nearest node around it in its layer that declares one; else 0."""
    for j in upwards(tree, i):
        if j == layer:
            return 0
        if (z := tree[j].z) is not None:
            return z
    return 0


class Reading:
    """One tree as the mouse meets it. `scope`: the node that alone is looked at, with what is inside (rule 11).

    `named` are the nodes that have refs (rule 12).
    """

    def __init__(
        self, tree: Tree, letter: Letter, topmost_first: bool, scope: int | None = None, named: Collection[int] = ()
    ) -> None:
        self.tree, self.letter, self.topmost_first, self.scope, self.named = tree, letter, topmost_first, scope, named
        self.looked_at = range(len(tree)) if scope is None else range(scope, tree.end(scope))

    @cached_property
    def shown(self) -> list[Rect | None]:
        return [shown(self.tree, i, self.letter) for i in range(len(self.tree))]

    @cached_property
    def steps(self) -> list[list[tuple[int, int]]]:
        return [steps(self.tree, i) for i in range(len(self.tree))]

    def shows_at(self, i: int, x: int, y: int) -> bool:
        part = self.shown[i]
        return part is not None and part.holds(x, y)

    # Rules 4 to 6

    def drawn_last(self, nodes: Iterable[int]) -> int:
        """The uppermost of nodes that hold the same point."""
        left = list(nodes)
        for level in range(len(self.tree) + 1):
            layer = max(self.steps[i][level][0] for i in left)
            left = [i for i in left if self.steps[i][level][0] == layer]
            belongs = self._upper(layer, sorted({self.steps[i][level][1] for i in left}))
            left = [i for i in left if self.steps[i][level][1] == belongs]
            if layer not in (TOP_WINDOWS, INNER_WINDOWS):
                above_it = [i for i in left if i != belongs]
                return max(above_it, key=lambda i: (height(self.tree, i, belongs), i)) if above_it else belongs
        raise AssertionError("a node's last step is never a window")

    def _upper(self, layer: int, parts: list[int]) -> int:
        """The uppermost of the parts of one layer: windows, popups or modal nodes."""
        if parts == [-1]:
            return -1
        if layer not in (TOP_WINDOWS, INNER_WINDOWS):
            return max(parts, key=lambda i: (self.tree[i].z or 0, i))
        listed = sorted(parts, reverse=self.topmost_first)
        return max(listed, key=lambda i: (self.tree[i].z or 0, self._is_active(i), listed.index(i)))

    def _is_active(self, window: int) -> bool:
        """Rule 6: the dialect says so of the window, or of a window inside it."""
        tree = self.tree
        return any(
            tree[i].active is True and tree[i].role in WINDOWS and not is_gone(tree, i) for i in range(window, tree.end(window))
        )

    # Rule 7

    def _application(self, i: int) -> int | None:
        """The application of the top-level window that node `i` is or stands in."""
        windows = [j for j in upwards(self.tree, i) if self.tree[j].role in WINDOWS]
        above = self.tree.ancestors(windows[-1]) if windows else ()
        return next((j for j in above if self.tree[j].role is Role.APPLICATION), None)

    def _is_modal(self, i: int) -> bool:
        """A visible modal node."""
        return self.tree[i].modal and any(self.shown[j] is not None for j in range(i, self.tree.end(i)))

    def _modal_to(self, i: int) -> int | None:
        """The window or page whose rest a modal node blocks, or the application whose other windows it blocks."""
        frame = next((j for j in self.tree.ancestors(i) if self.tree[j].role in FRAMES), None)
        if frame is None and self.tree[i].role in WINDOWS:
            return self._application(i)
        return frame

    @cached_property
    def ruling(self) -> dict[int, int]:
        """By what modal nodes are modal to, the one that blocks all else there."""
        of: dict[int, list[int]] = defaultdict(list)
        for i in self.looked_at:
            if self._is_modal(i) and (blocked := self._modal_to(i)) is not None:
                of[blocked].append(i)
        innermost = {
            blocked: [i for i in modals if not any(j != i and is_inside(self.tree, j, i) for j in modals)]
            for blocked, modals in of.items()
        }
        return {blocked: self.drawn_last(modals) for blocked, modals in innermost.items()}

    def blocked_by(self, i: int) -> int | None:
        """The modal node that a click on node `i` goes to instead; None if nothing blocks it."""
        for around in reversed(list(upwards(self.tree, i))):
            if around not in self.ruling or is_inside(self.tree, i, self.ruling[around]):
                continue
            if any(j > self.ruling[around] and is_popup(self.tree, j) for j in upwards(self.tree, i)):
                continue
            if self.tree[around].role in FRAMES or self._application(i) == around:
                modal = self.ruling[around]
                further = self.blocked_by(modal)
                return modal if further is None else further
        return None

    # Rules 8 and 9

    def hit(self, x: float, y: float) -> tuple[int | None, Why | None]:
        """The node that gets the mouse at a point; why it is another than the one there, or none."""
        x, y = math.floor(x), math.floor(y)
        there = [i for i in self.looked_at if self.shows_at(i, x, y) and not self.tree[i].passive]
        if not there:
            return None, "empty" if self._surrounds(x, y) else "outside"
        top = self.drawn_last(there)
        modal = self.blocked_by(top)
        return (top, None) if modal is None else (modal, "modal")

    def _surrounds(self, x: int, y: int) -> bool:
        """Rule 8: the point lies on a screen, or in a window or page."""
        edge = screen(self.tree, self.letter)
        if self.scope is None and edge is not None:
            return edge.holds(x, y)
        around = [i for i in self.looked_at if self.tree[i].role in FRAMES or self.tree.parent(i) is None or i == self.scope]
        return any(self.shows_at(i, x, y) for i in around)

    def element_at(self, x: float, y: float) -> int | None:
        """The actionable element that a click at the point really reaches."""
        i, why = self.hit(x, y)
        return None if i is None or why is not None else actionable(self.tree, i)

    # Rules 10 and 12

    def nearest(self, x: float, y: float, radius: float) -> tuple[int, float] | None:
        """Rule 10: the actionable element at the point, else the nearest one within the radius, and its distance."""
        x, y = math.floor(x), math.floor(y)
        i, _ = self.hit(x, y)
        here = None if i is None else actionable(self.tree, i)
        if here is not None and self.tree[here].role not in FRAMES:
            return here, 0.0
        reach = math.floor(radius)
        found: dict[int, set[int]] = defaultdict(set)  # by squared distance, which is exact
        for px, py in pixels(Rect(x - reach, y - reach, 2 * reach + 1, 2 * reach + 1)):
            distance = (px - x) ** 2 + (py - y) ** 2
            element = self.element_at(px, py) if distance <= radius**2 else None
            if element is not None and self.tree[element].role not in FRAMES:
                found[distance].add(element)
        if not found:
            return None
        least = min(found)
        return self.drawn_last(found[least]), math.sqrt(least)

    def visible_pixels(self, i: int) -> set[Pixel]:
        """The pixels at which node `i` itself gets the mouse."""
        part = self.shown[i]
        return set() if part is None else {pixel for pixel in pixels(part) if self.hit(*pixel) == (i, None)}

    def own_pixels(self, i: int) -> set[Pixel]:
        """The pixels at which element `i` shows, or something that lifts to it, covered or not."""
        return {pixel for j in self._parts(i) if (part := self.shown[j]) is not None for pixel in pixels(part)}

    def free_pixels(self, i: int) -> set[Pixel]:
        """Rule 12: the pixels at which a click reaches element `i`."""
        parts = self._parts(i)
        hits = {pixel: self.hit(*pixel) for pixel in self.own_pixels(i)}
        return {pixel for pixel, (j, why) in hits.items() if why is None and j in parts}

    def preferred_pixels(self, i: int) -> set[Pixel]:
        """Rule 12: `click_point` gives one of these: of those that reach the element the ones in its box, where there are any."""
        free, box = self.free_pixels(i), self.tree[i].bounds
        return {pixel for pixel in free if box is not None and box.holds(*pixel)} or free

    def _parts(self, i: int) -> list[int]:
        """The nodes that are element `i` or lift to it; of one that cannot be acted on, all that no element inside takes."""
        tree, first = self.tree, first_of_twins(self.tree, i) if self.tree[i].can else i
        inside = range(first, tree.end(first))
        if tree[first].can:
            return [j for j in inside if actionable(tree, j) == first]
        own = [j for j in inside if first == next((k for k in upwards(tree, j) if k in self.named), first)]
        return [j for j in own if (element := actionable(tree, j)) is None or not is_inside(tree, element, first)]

    def middle(self, i: int) -> Pixel | None:
        """Rule 12: the middle of the element's box, which `click_point` prefers; None if that will not do."""
        box = self.tree[i].bounds
        return box.centre if box is not None and box.centre in self.free_pixels(i) else None

    def refusal(self, i: int) -> Refusal | None:
        """Rule 12: why there is no point to click for element `i`; None if there is one."""
        if self.free_pixels(i):
            return None
        if any(self.tree[j].minimized for j in upwards(self.tree, i)):
            return "minimised"
        if is_gone(self.tree, i):
            return "not_visible"
        if all(area(self.tree[j]) is None for j in self._parts(i)):
            return "no_bounds"
        showing = [j for j in self._parts(i) if self.shown[j] is not None]
        if not showing:
            return "not_visible"
        return "modal" if any(self.blocked_by(j) is not None for j in showing) else "covered"


def hit(
    tree: Tree, x: float, y: float, letter: Letter, topmost_first: bool, scope: int | None = None
) -> tuple[int | None, Why | None]:
    return Reading(tree, letter, topmost_first, scope).hit(x, y)


def nearest(
    tree: Tree, x: float, y: float, radius: float, letter: Letter, topmost_first: bool, scope: int | None = None
) -> tuple[int, float] | None:
    return Reading(tree, letter, topmost_first, scope).nearest(x, y, radius)

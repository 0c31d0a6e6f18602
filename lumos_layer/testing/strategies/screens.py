"""Screens on which things lie over each other, and the points at which much is decided. Small numbers, so that boxes meet."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.formats.affordances import OWN, merged
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Affordance, Node, Rect, Role, Scroll

# In choices the plainest stands first: examples shrink to it.
_DIALECTS = {dialect.name: dialect for dialect in FORMATS}
_PLAIN = (Role.BUTTON, Role.TEXT, Role.GENERIC, Role.GROUP)
_CONTENT = (
    *_PLAIN, *_PLAIN, Role.COMBOBOX, Role.MENUBAR, Role.MENUITEM, Role.LIST, Role.LISTBOX, Role.TABLE, Role.TABPANEL, Role.TREE,
    Role.MENU, Role.TOOLTIP, Role.DIALOG, Role.ALERTDIALOG, Role.WINDOW, Role.DOCUMENT,
)  # fmt: skip
_CHOICE_LISTS = (Role.LISTBOX, Role.LIST, Role.TREE, Role.MENU, Role.GENERIC)
_INSIDE: dict[Role, tuple[Role, ...]] = {
    Role.APPLICATION: (Role.WINDOW, Role.WINDOW, Role.DIALOG, Role.ALERTDIALOG, Role.MENU, Role.GROUP),
    Role.COMBOBOX: (*_CHOICE_LISTS, Role.TEXTBOX, Role.BUTTON),
    Role.MENUBAR: (Role.MENUITEM,),
    Role.MENUITEM: (Role.MENU, Role.MENU, *_CHOICE_LISTS, Role.TEXT),
    Role.MENU: (Role.MENUITEM, Role.MENUITEM, Role.MENUITEM, Role.GROUP, Role.MENU, Role.DIALOG),
    Role.LISTBOX: (Role.OPTION, Role.OPTION, Role.GROUP),
    Role.LIST: (Role.LISTITEM, Role.OPTION, Role.LIST),
    Role.TREE: (Role.TREEITEM, Role.TREEITEM, Role.GROUP),
    Role.TABLE: (Role.ROW, Role.BUTTON),
    Role.BUTTON: (Role.TEXT, Role.IMG, Role.GENERIC, Role.BUTTON, Role.MENU),
}
_DESKTOP = (Role.WINDOW, Role.WINDOW, Role.APPLICATION, Role.APPLICATION, Role.DIALOG, Role.MENU, *_PLAIN)
_ROOTS: dict[str, tuple[Role, ...]] = {
    "desktop": (Role.GROUP, Role.GENERIC),
    "page": (Role.DOCUMENT,),
    "window": (Role.WINDOW, Role.DIALOG),
    "application": (Role.APPLICATION,),
    "forest": (Role.WINDOW, Role.APPLICATION, Role.DOCUMENT, Role.GROUP, Role.DIALOG, Role.MENU),
}
_WINDOWS = (Role.WINDOW, Role.DIALOG, Role.ALERTDIALOG)
_SCROLLING = (Role.GROUP, Role.LIST, Role.LISTBOX, Role.GENERIC, Role.TABLE, Role.DOCUMENT)
_SCREENS = (Rect(0, 0, 14, 12), Rect(-7, -5, 18, 14), None, Rect(0, 0, 14, 12), Rect(0, 0, 9, 6), Rect(0, 0, 0, 0))


def _box(random: Random, around: Rect | None) -> Rect | None:
    """A box in, on, across, far from or just as the one around it."""
    base = around if around is not None and not around.empty else Rect(0, 0, 10, 8)
    how, any_of = random.random(), random.randint
    if how < 0.45:
        x, y = any_of(base.x, base.right - 1), any_of(base.y, base.bottom - 1)
        return Rect(x, y, any_of(1, base.right - x), any_of(1, base.bottom - y))
    if how < 0.7:
        return Rect(base.x + any_of(-3, base.width), base.y + any_of(-3, base.height), any_of(1, 7), any_of(1, 6))
    if how < 0.8:
        return Rect(any_of(-6, 9), any_of(-5, 8), any_of(1, 8), any_of(1, 7))
    if how < 0.88:
        return base
    if how < 0.94:
        return Rect(base.x, base.y, any_of(0, 3), 0) if how < 0.91 else Rect(base.x, base.y, 0, any_of(-1, 4))
    return None


def _widget(random: Random, role: Role, bounds: Rect | None) -> Node:
    pick, chance = random.choice, random.random
    can: tuple[Affordance, ...] = OWN.get(role, ()) if chance() < 0.85 else ()
    if role in _PLAIN[1:] or role in _WINDOWS or role is Role.DOCUMENT:
        can = ("click",) if chance() < 0.15 else can
    scrolls = chance() if role in _SCROLLING else 1.0
    return Node(
        role=role,
        name=pick(("", "Save", "Edit")),
        bounds=bounds,
        can=merged(can, ("scroll",)) if scrolls < 0.1 else can,
        scroll=Scroll(below=50) if 0.1 <= scrolls < 0.2 else None,
        clips=0.2 <= scrolls < 0.3,
        hidden=chance() > 0.96,
        offscreen=chance() > 0.97,
        minimized=role in _WINDOWS and chance() > 0.94,
        passive=chance() > 0.88,
        modal=chance()
        > (0.7 if role in (Role.DIALOG, Role.ALERTDIALOG) else 0.85 if role in (Role.WINDOW, Role.GROUP, Role.MENU) else 1),
        active=pick((None, None, None, False, True)) if role in _WINDOWS else None,
        expanded=pick((True, True, False, None)) if role in (Role.COMBOBOX, Role.MENUITEM, Role.BUTTON) else None,
        enabled=pick((None, None, True, False)),
        focused=True if chance() > 0.97 else None,
    )


def _with_z(random: Random, node: Node, declares: str) -> Node:
    """The node with a z, where the dump declares one for all, for some, for windows or for nothing."""
    if declares == "all" or (declares == "some" and random.random() < 0.4) or (declares == "windows" and node.role in _WINDOWS):
        return replace(node, z=random.randint(-2, 6))
    return node


def _next_node(random: Random, kind: str, around: Node | None) -> Node:
    """A node that may well stand in the given one: now and then a twin of it."""
    if around is None:
        bounds = _box(random, _SCREENS[0]) if kind == "forest" else random.choice(_SCREENS)
        root = _widget(random, random.choice(_ROOTS[kind]), bounds)
        return root if random.random() > 0.9 else replace(root, hidden=False, offscreen=False, minimized=False)
    if around.can and random.random() > 0.93:
        return replace(around, focused=None, z=None)
    choices = _DESKTOP if kind == "desktop" and around.role in _ROOTS[kind] and random.random() < 0.5 else _CONTENT
    return _widget(random, random.choice(_INSIDE.get(around.role, choices)), _box(random, around.bounds))


@st.composite
def screens(draw: st.DrawFn, max_size: int = 24, mixed_z: bool = True) -> Observation:
    """A screen of up to `max_size` nodes that makes hit tests hard; for points to ask about see `spots`.

    Windows, applications, dialogs, popups and scrolling containers lie over each other, stick out, have equal boxes or none.
    Only a forest has several roots. `mixed_z`: some nodes may declare a z where others do not.
    """
    dialect = draw(st.sampled_from(("uia", "atspi", "browser")))
    kind = draw(st.sampled_from(("window", "desktop", "application", "page", "forest")))
    declares = draw(st.sampled_from(("nothing", "nothing", "all", "windows", *(("some",) if mixed_z else ()))))
    draft = Draft()
    path: list[int] = []
    random = draw(st.randoms(use_true_random=False))
    size = draw(st.integers(1, max_size) | st.integers(max_size // 2, max_size))
    for ups in draw(st.lists(st.sampled_from((0, 0, 0, 1, 1, 2, 3, 9)), min_size=size, max_size=size)):
        for _ in range(min(ups, len(path) - (kind != "forest"))):
            draft.close(path.pop())
        node = _with_z(random, _next_node(random, kind, draft.nodes[path[-1]] if path else None), declares)
        path.append(draft.open(node, path[-1] if path else -1, node.role.value))
    while path:
        draft.close(path.pop())
    return Observation(draft, _DIALECTS[dialect], "main", 1000)


def spots(observation: Observation) -> st.SearchStrategy[tuple[int, int]]:
    """Pixels at which much is decided: on, inside and just outside of the edges of boxes; and any others around the screen."""
    boxes = [node.bounds for node in observation.tree if node.bounds is not None and not node.bounds.empty]
    inside = [box.centre for box in boxes] + [
        corner for box in boxes for corner in ((box.x, box.y), (box.right - 1, box.bottom - 1))
    ]
    edges = [(x, y) for box in boxes for x, y in ((box.right, box.y), (box.x, box.bottom), (box.x - 1, box.y), (box.x, box.y - 1))]
    anywhere = st.tuples(st.integers(-8, 18), st.integers(-7, 16))
    return st.one_of(st.sampled_from(inside), st.sampled_from(inside + edges), anywhere) if boxes else anywhere

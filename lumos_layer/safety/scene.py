"""What stands around the element of an action: its words, and the dialog, form, field, row and window that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.target import WINDOWS
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import TYPED
from lumos_layer.safety.common_words import says_no, says_yes
from lumos_layer.tree import Node, Role, Tree

_NEAR = 3  # levels above an element that say what it is a part of
_LARGEST_FORM = 300  # nodes, where nothing is said to be a form
_LARGEST_DIALOG = 2_000  # nodes of a dialog or form that are looked at
_LARGEST_MESSAGE = 60  # nodes
_INSIDE = 60  # nodes inside a control that say what it is
_BEFORE = 5_000  # nodes before an element among which its heading is looked for

_OF_PROGRAMS = frozenset((Role.MENUBAR, Role.DOCUMENT, Role.TOOLBAR, Role.TREE, Role.GRID, Role.TABLE))
DIALOGS = frozenset((Role.DIALOG, Role.ALERTDIALOG, Role.ALERT))
FORMS = frozenset((Role.FORM, Role.SEARCH))
# What they are called is what they hold, or a place to go; a name of theirs that is nothing but a command is one.
CONTENT = frozenset(
    (Role.OPTION, Role.LISTITEM, Role.TREEITEM, Role.ROW, Role.CELL, Role.GRIDCELL, Role.HEADING, Role.TEXT, Role.ARTICLE,
     Role.PARAGRAPH, Role.ROWHEADER, Role.RADIO, Role.MENUITEMRADIO, Role.LINK)
)  # fmt: skip
_EDGES = WINDOWS | DIALOGS
# Text inside them is content, or the names of other controls.
_NAMED_BY_CONTENT = frozenset(
    (Role.BUTTON, Role.LINK, Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.SWITCH, Role.CHECKBOX, Role.RADIO,
     Role.OPTION, Role.TAB, Role.GENERIC, Role.GROUP, Role.IMG, Role.LISTITEM, Role.TREEITEM)
)  # fmt: skip
_WORDLESS = frozenset((Role.IMG, Role.GENERIC, Role.GROUP, Role.TEXT, Role.TOOLTIP))


@dataclass(frozen=True)
class Words:
    """Words of or around an element; `source` says where they stand."""

    source: str
    text: str


class Scene:
    """One action on its observation, seen with its surroundings. What is looked for is looked for once."""

    def __init__(self, grounded: GroundedAction, observation: Observation, node: int | None = None) -> None:
        self.grounded, self.observation = grounded, observation
        self.tree: Tree = observation.tree
        self.i = grounded.node_id if node is None else node

    def at(self, node: int) -> Scene:
        """The same of another element."""
        return Scene(self.grounded, self.observation, node)

    @property
    def node(self) -> Node | None:
        return None if self.i is None else self.tree[self.i]

    @property
    def native(self) -> bool:
        return self.observation.letter == "A"

    def name_of(self, i: int) -> str:
        return self.observation.name_of(i)

    @cached_property
    def above(self) -> list[int]:
        """From the parent up to the root."""
        return [] if self.i is None else list(self.tree.ancestors(self.i))

    @property
    def near(self) -> list[int]:
        """The nearest of them."""
        return [] if self.i is None else list(islice(self.tree.ancestors(self.i), _NEAR))

    @cached_property
    def own_words(self) -> tuple[Words, ...]:
        """What the element is called, by all that says so: its name, hint and identifier, and what stands inside a control."""
        return () if self.i is None else tuple(self._words_of(self.i))

    def _words_of(self, i: int) -> Iterator[Words]:
        node = self.tree[i]
        yield from _said("name", self.name_of(i))
        if node.role not in TYPED:
            yield from _said("value", node.value if not node.protected and node.role in (Role.BUTTON, Role.LINK) else None)
        yield from _said("hint", node.hint)
        yield from _said("identifier", node.identifier)
        if node.role in _NAMED_BY_CONTENT and self.tree.end(i) - i - 1 <= _INSIDE:
            for inside in self._parts_of(i):
                part = self.tree[inside]
                yield from _said("inside", part.name)
                yield from _said("inside", part.hint)
                yield from _said("identifier", part.identifier)

    def _parts_of(self, i: int) -> Iterator[int]:
        """What stands in a control and is no control of its own, nor in one."""
        inside = i + 1
        while inside < self.tree.end(i):
            part = self.tree[inside]
            if {"click", "toggle"} & set(part.can) and part.role not in _WORDLESS:
                inside = self.tree.end(inside)
                continue
            yield inside
            inside += 1

    @cached_property
    def dialog(self) -> int | None:
        """The dialog that the element stands in, and, where nothing is acted on, the modal one that is open."""
        found = next((i for i in self.above if self.tree[i].role in DIALOGS or self._is_message(i)), None)
        if found is not None or self.i is not None:
            return found
        return next(
            (i for i in range(len(self.tree) - 1, -1, -1) if self.tree[i].role in DIALOGS and not self.tree[i].hidden), None
        )

    def _is_message(self, i: int) -> bool:
        """True for a small window that only asks, as many programs make them: it has answers, and neither menus nor pages."""
        if self.tree[i].role is not Role.WINDOW or self.tree.end(i) - i > _LARGEST_MESSAGE:
            return False
        if any(self.tree[inside].role in _OF_PROGRAMS for inside in self.inside(i)):
            return False
        answers = [self.name_of(inside) for inside in self.controls_in(i)]
        return any(map(says_yes, answers)) and any(map(says_no, answers))

    @cached_property
    def window(self) -> int | None:
        return next((i for i in self.above if self.tree[i].role in WINDOWS), None)

    @cached_property
    def form(self) -> int | None:
        """What is said to be the form around it, or the smallest part of its window that holds a field besides it."""
        said = next((i for i in self.above if self.tree[i].role in FORMS), None)
        if said is not None:
            return said
        for i in self.above:
            if self.tree.end(i) - i > _LARGEST_FORM:
                return None
            if any(True for _ in self.fields_in(i)):
                return i
            if self.tree[i].role in _EDGES:
                return None
        return None

    def fields_in(self, i: int) -> Iterator[int]:
        """The fields at and under a node, but for the element itself."""
        inside, end = i + 1, self.inside(i).stop
        while inside < end:
            node = self.tree[inside]
            if node.role in _EDGES and not (self.i is not None and inside <= self.i < self.tree.end(inside)):
                inside = self.tree.end(inside)  # a page or dialog of its own
                continue
            if inside != self.i and not node.hidden and (node.role in TYPED or node.protected):
                yield inside
            inside += 1

    def inside(self, i: int) -> range:
        return range(i + 1, min(self.tree.end(i), i + 1 + _LARGEST_DIALOG))

    def controls_in(self, i: int) -> list[int]:
        """What can be pressed under a node, and is no field."""
        return [
            inside
            for inside in self.inside(i)
            if {"click", "toggle", "select"} & set(self.tree[inside].can)
            and self.tree[inside].role not in TYPED
            and not self.tree[inside].hidden
        ]

    def texts_in(self, i: int) -> Iterator[str]:
        """What a dialog says: its name, and its texts that are no controls."""
        if self.tree[i].name:
            yield self.tree[i].name
        for inside in self.inside(i):
            node = self.tree[inside]
            if node.name and not node.can and not node.hidden and node.role not in TYPED and not self._in_control(inside, i):
                yield node.name

    def _in_control(self, inside: int, top: int) -> bool:
        """True for the words of a button, which stand in it or right in what is its own."""
        for above in islice(self.tree.ancestors(inside), 4):
            if above == top:
                return False
            if "click" in self.tree[above].can:
                return True
        return False

    @cached_property
    def heading(self) -> str:
        """The last heading before the element."""
        if self.i is None:
            return ""
        before = reversed(self.tree.nodes[max(0, self.i - _BEFORE + 1) : self.i])
        return next((node.name for node in before if node.role is Role.HEADING and node.name and not node.hidden), "")

    @property
    def siblings(self) -> list[int]:
        parent = None if self.i is None else self.tree.parent(self.i)
        return [] if parent is None else list(islice(self.tree.children(parent), 50))


def _said(source: str, text: str | None) -> Iterator[Words]:
    if text:
        yield Words(source, text)

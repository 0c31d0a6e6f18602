"""One look at a surface: the tree, its refs, and blueprints of it."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Literal, get_args
from weakref import ref as ref_to

from lumos_layer.diff import Matching
from lumos_layer.errors import BadOption
from lumos_layer.perception import budget as budgeting
from lumos_layer.perception import tokens, views
from lumos_layer.perception.blueprint import Blueprint, Boxes
from lumos_layer.perception.draft import Draft, DumpFormat
from lumos_layer.perception.drawing import Canvas, draw
from lumos_layer.perception.paths import Paths
from lumos_layer.perception.pointing import Hit, Pointing
from lumos_layer.perception.refs import Ledger, RefMap
from lumos_layer.perception.secrets import keep_secrets
from lumos_layer.perception.sorting import sort_out
from lumos_layer.tree import Node, Rect, Tree
from lumos_layer.tree.hit_test import HitTest

if TYPE_CHECKING:
    from lumos_layer.perception.delta import Delta
    from lumos_layer.perception.locating import Locating
    from lumos_layer.perception.locator import Locator

AskedView = Literal["full", "outline", "interactive", "auto"]
Form = Literal["compact", "object"]


class Observation:
    """A dump as it was read. Immutable: the same observation gives the same refs and the same bytes.

    `id` is its name among the looks of a session; `format` names the dialect, `warnings` say what had to be repaired or guessed,
    `raw_bytes` is the dump's size. `ledger` says which refs go on from earlier looks, `came_from` what it was made to follow, with
    what became of each node.
    """

    def __init__(
        self,
        draft: Draft,
        dialect: DumpFormat,
        surface: str,
        raw_bytes: int,
        ledger: Ledger | None = None,
        id: str = "o1",
        came_from: tuple[Observation, Matching] | None = None,
    ) -> None:
        self.id = id
        self._came_from = None if came_from is None else (ref_to(came_from[0]), came_from[1])
        keep_secrets(draft)  # here, so that no secret can get any further
        self.tree: Tree = draft.freeze()
        self.dialect, self.format = dialect, dialect.name
        self.surface = surface
        self.raw_bytes = raw_bytes
        self.app, self.title, self.url, self.size = draft.app, draft.title, _without_user(draft.url), draft.size
        self.warnings = tuple(draft.warnings)
        self._said_title = draft.title
        self._confidence, self._origin = draft.confidence, draft.origin
        self.letter = dialect.letter
        self._topmost_first = dialect.topmost_first
        self._paths = Paths(self.tree, tuple(draft.places))
        ledger = ledger or Ledger()
        self._sorted = sort_out(self.tree, self.screen, (draft.title, draft.app), ledger.strangers)
        if not self.title and self._sorted.root >= 0:
            self.title = self.tree[self._sorted.root].name
        self.ledger, numbers = ledger.continued(self._with_refs())
        self.refs = RefMap(self.letter, numbers)
        self._drawn: dict[tuple[object, ...], Blueprint] = {}

    def draft(self) -> Draft:
        """A new draft of all that the dump said, free to be changed: another observation, or a simulated world, starts from it."""
        draft = Draft()
        draft.nodes, draft.tags = list(self.tree.nodes), list(self.tree.tags)
        draft.parents, draft.ends = array("q", self.tree.parents), array("q", self.tree.ends)
        draft.places = list(self._paths.given)
        draft.confidence, draft.origin = dict(self._confidence), dict(self._origin)
        draft.app, draft.title, draft.url, draft.size = self.app, self._said_title, self.url, self.size
        draft.warnings = list(self.warnings)
        draft.regions, draft.heights = self.tree.drawn
        return draft

    def once_more(self, draft: Draft, id: str, raw_bytes: int, ledger: Ledger) -> Observation:
        """A later look that says the same as this one, with the same refs; where nodes are drawn may have changed."""
        later = copy(self)
        later.id, later.raw_bytes, later.ledger, later.tree = id, raw_bytes, ledger, draft.freeze()
        later._paths = Paths(later.tree, self._paths.given)
        later._came_from = None
        later.__dict__.pop("_pointing", None)
        later.__dict__.pop("hit_test", None)
        return later

    def matching_from(self, earlier: Observation) -> Matching | None:
        """What became of each node of the earlier look; None unless this one was made as the next look on the same page."""
        return self._came_from[1] if self._came_from is not None and self._came_from[0]() is earlier else None

    @property
    def screen(self) -> Rect | None:
        """The edge of what can be visible: a root's own box. A page goes on below the fold."""
        if self.letter == "W" or not len(self.tree):
            return None
        bounds = self.tree[0].bounds
        return bounds if bounds is not None and not bounds.empty and self.tree.end(0) == len(self.tree) else None

    @property
    def _window(self) -> Rect | None:
        """What a person sees without scrolling."""
        return Rect(0, 0, *self.size) if self.letter == "W" and self.size else self.screen

    def _with_refs(self) -> list[int]:
        """Nodes that get refs, in order: the root and what can be acted on, then containers, which a mark may name."""
        found = self._sorted
        root = [found.root] if found.root >= 0 else []
        elements = [part.node for part in found.parts if part.own]
        groups = [part.node for part in found.parts if part.kind == "group" and not part.own]
        if root and self.tree[found.root].can:
            return root + elements + groups
        return elements + root + groups

    def blueprint(
        self,
        view: AskedView = "full",
        boxes: Boxes = "none",
        budget: int | None = None,
        ref: str | None = None,
        find: str | None = None,
        depth: int | None = None,
        form: Form = "compact",
        counter: tokens.Counter | None = None,
    ) -> Blueprint:
        """The screen as JSON for a planner.

        `view`: `full`; `interactive` (elements, and of the texts those that tell equal names apart or stand in a dialog);
        `outline` (windows, groups, headings, dialogs); `auto` (with a budget the fullest view that fits, without one `full`).
        `ref` shows only the part at and under it, `find` only what contains these words, `depth` only that many levels of groups;
        they can be combined. `boxes` says how much of each element's place is shown. `budget` is the most tokens that the
        printed `form` may have, as `counter` counts them (default: o200k_base exactly).

        Raises BadOption (a ValueError), NoSuchRef, NoMatch, BudgetTooSmall, and MissingExtra where exact counting is not installed.
        """
        _check_options(view, boxes, form, budget, depth, find)
        if budget is None:
            asked = view, boxes, ref, find, depth
            if asked not in self._drawn:
                choice = self._choice("full" if view == "auto" else view, ref, find, depth)
                self._drawn = {asked: self._render(choice, view, boxes, ref, find)}  # what is asked for twice is the same view
            return self._drawn[asked]
        count = counter or tokens.count
        printed = Blueprint.compact if form == "compact" else Blueprint.object

        def cost(blueprint: Blueprint) -> int:
            return count(printed(blueprint))

        if view == "auto":
            for fuller in ("full", "interactive"):
                whole = self._render(self._choice(fuller, ref, find, depth), fuller, boxes, ref, find)
                if cost(whole) <= budget:
                    return whole
            view = "interactive"
        shown = view
        return budgeting.within(
            self.tree,
            self._choice(view, ref, find, depth),
            self._window,
            budget,
            lambda choice: self._render(choice, shown, boxes, ref, find),
            cost,
        )

    def _choice(self, view: str, ref: str | None, find: str | None, depth: int | None) -> views.Choice:
        choice = views.everything(self._sorted.parts)
        if ref is not None and (node := self.refs[ref]) != self._sorted.root:
            choice = views.subtree(choice, node, self.tree.end(node))
        if view == "outline":
            choice = views.outline(self.tree, choice)
        elif view == "interactive":
            choice = views.interactive(self.tree, choice)
        if find is not None:
            choice = views.search(self.tree, choice, find)
        return choice if depth is None else views.shallow(choice, depth)

    def _render(self, choice: views.Choice, view: str, boxes: Boxes, ref: str | None, find: str | None) -> Blueprint:
        root, focus = self._sorted.root, self._sorted.focus
        whole = ref or (self.refs.of(root) if root >= 0 else None)
        canvas = Canvas(self.tree, self.refs, self._sorted.beyond, self._sorted.twins)
        items = draw(canvas, choice.parts, boxes, choice.more, whole)
        named = "search" if find is not None else "subtree" if ref is not None else "full" if view == "auto" else view
        return Blueprint(
            surface=self.surface,
            app=self.app[:200],
            title=self.title[:200],
            url=self.url[:500],
            size=self.size,
            letter=self.letter,
            root=self.refs.of(root) if root >= 0 else None,
            view=named,  # type: ignore[arg-type]
            boxes=boxes,
            omitted=dict(sorted((self._sorted.omitted + choice.omitted).items())),
            warnings=tuple(warning[:300] for warning in self.warnings[:5]),
            focus=self.refs.of(focus) if focus >= 0 else None,
            items=items,
        )

    def element_from_point(self, x: float, y: float, *, window: str | None = None, near: float = 0) -> Hit:
        """Which element would receive the mouse at a point, in the dump's own pixels; docs/pointing.md has the rules.

        `window`: look only at what is at and under this ref, and ignore what covers it. `near`: where nothing that can be acted
        on is hit, look for the nearest that can, so many pixels around; the answer says so.
        Raises BadOption (a ValueError) for what is no point or distance, and NoSuchRef.
        """
        return self._pointing.hit(x, y, window, near)

    def click_point(self, ref: str) -> tuple[int, int]:
        """Where a click reaches the element, as the hit test confirms: the middle of its box, or of its largest free part.

        Raises NotClickable, which says what is in the way, and NoSuchRef.
        """
        return self._pointing.click_point(ref)

    @cached_property
    def _pointing(self) -> Pointing:
        return Pointing(self.hit_test, self.refs, self._sorted.twins, self.name_of)

    @cached_property
    def hit_test(self) -> HitTest:
        """What lies where, by node: what `element_from_point` and `click_point` ask."""
        return HitTest(self.tree, self.letter == "A", self._topmost_first)

    @property
    def kept(self) -> Sequence[int]:
        """Nodes that are visible and can be acted on or say something, in document order."""
        return self._sorted.kept

    def since(
        self,
        earlier: Observation,
        view: AskedView = "full",
        boxes: Boxes = "none",
        budget: int | None = None,
        ref: str | None = None,
        find: str | None = None,
        depth: int | None = None,
        counter: tokens.Counter | None = None,
    ) -> Delta:
        """What changed since an earlier look at the same surface, or, where that is shorter or another page is shown, all of it.

        The options are those of `blueprint`, and say what a planner was shown both times. If the two do not follow each other in a
        session, this look is read on from the earlier one, and `Delta.observation` is that with its refs. Tokens are counted by
        `counter` (default: exactly, or by estimate where exact counting is not installed).

        Raises what `blueprint` raises.
        """
        from lumos_layer.perception.comparing import Asked, compare  # which makes further observations

        return compare(earlier, self, Asked(view, boxes, ref, find, depth), budget, counter)

    def locator(self, ref: str) -> Locator:
        """What finds the element again in other sessions: as little as tells it from all others here.

        Raises NoSuchRef, and Ambiguous if nothing durable tells it apart.
        """
        return self._locating.locator_of(ref)

    def full_locator(self, ref: str) -> Locator:
        """A locator that says all there is to say, and so fits nothing that only looks like the element. Raises NoSuchRef."""
        return self._locating.full_locator_of(ref)

    def locate(self, locator: Locator) -> str:
        """The ref of the only element that fits. Raises NoMatch with what is nearest, or Ambiguous with those that fit."""
        return self._locating.located(locator)

    @cached_property
    def _locating(self) -> Locating:
        from lumos_layer.perception.locating import Locating  # which describes observations

        return Locating(self)

    def ref_of(self, node: int) -> str | None:
        """The ref of a node, or None if it has none."""
        return self.refs.of(node)

    def path_of(self, node: int) -> str:
        """Where the node stands in the dump: an XPath, or session and id of a browser's node."""
        return self._paths.of(node)

    def text_of(self, ref: str) -> str:
        """All words of the element, uncut: its name, then on a new line its value, then its hint. Raises NoSuchRef."""
        i = self.refs[ref]
        node = self.tree[i]
        name = node.name or self._sorted.named.get(i, "")
        return "\n".join(words for words in (name, node.value, node.hint) if words)

    def confidence_of(self, node: int) -> float:
        """How sure it is that the node is what it says, 0 to 1: less than 1 for text that was read off a picture."""
        return self._confidence.get(node, 1.0)

    def origin_of(self, node: int) -> str:
        """Who says so: what the dump names as the node's source, else the dialect."""
        return self._origin.get(node, self.format)

    @property
    def origins(self) -> Mapping[tuple[str, float], int]:
        """How many of the visible nodes come from whom, and how sure that is: see `origin_of` and `confidence_of`."""
        if not self._origin and not self._confidence:
            return {(self.format, 1.0): len(self.kept)} if self.kept else {}
        return Counter((self.origin_of(i), self.confidence_of(i)) for i in self.kept)

    def name_of(self, node: int) -> str:
        """What the node is called in a blueprint: its own name, or one from its content or its label."""
        return self.tree[node].name or self._sorted.named.get(node, "")

    @property
    def root(self) -> str | None:
        """The ref of the surface itself: the window, page or screen."""
        return self.refs.of(self._sorted.root) if self._sorted.root >= 0 else None

    @property
    def focus(self) -> int | None:
        """The node with the keyboard focus, None if the dump names none."""
        return self._sorted.focus if self._sorted.focus >= 0 else None

    @cached_property
    def focused(self) -> Node | None:
        return self.tree[self._sorted.focus] if self._sorted.focus >= 0 else None


def _without_user(url: str) -> str:
    """The address without the user name and password that may stand before its host."""
    return re.sub(r"^([A-Za-z][A-Za-z0-9+.-]*://)[^/?#@\s]*@", r"\1", url)


def _check_options(view: str, boxes: str, form: str, budget: int | None, depth: int | None, find: str | None) -> None:
    for name, value, known in (("view", view, AskedView), ("boxes", boxes, Boxes), ("form", form, Form)):
        if value not in get_args(known):
            raise BadOption(name, value, f"one of {', '.join(get_args(known))}")
    for name, number in (("budget", budget), ("depth", depth)):
        if number is not None and type(number) is not int:
            raise BadOption(name, number, "a whole number")
    if depth is not None and depth < 0:
        raise BadOption("depth", depth, "a whole number of at least 0")
    if find is not None and not str(find).strip():
        raise BadOption("find", find, "words to look for")

"""One look as the rules see it: what can be acted on where, and what fits what a goal calls it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from msgspec import Struct

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import ROWS
from lumos_layer.planning.popups import open_dialogs
from lumos_layer.planning.rules.phrases import narrower
from lumos_layer.planning.rules.words import ALIKE, AROUND, SAME, WITHIN, Wanted, how_like, is_of_kind, likeness, plain
from lumos_layer.tree import Role

Document = dict[str, Any]
Documents = Callable[[int], Sequence[Document]]

_LEVELS = 500  # around an element that are looked through
_WINDOWS = frozenset((Role.WINDOW, Role.DIALOG, Role.ALERTDIALOG, Role.DOCUMENT))
_GROUPS = frozenset(
    (Role.ROW, Role.LISTITEM, Role.TREEITEM, Role.ARTICLE, Role.GROUP, Role.REGION, Role.FORM, Role.RADIOGROUP, Role.TOOLBAR,
     Role.LISTBOX, Role.TABPANEL, Role.NAVIGATION, Role.MENU, Role.LIST, Role.GRID, Role.TABLE, Role.MENUBAR)
)  # fmt: skip
_ASKING = frozenset((Role.ALERTDIALOG,))
# Reasons that say of an element that it is not the kind that can do it; the others say that it cannot be done now.
_NOT_THIS = frozenset(("unsupported", "invalid", "not_found", "stale", "policy"))
_REACHED = frozenset(("not_visible", "covered"))  # whoever acts brings it into view, or says that it cannot


class Fit(Struct, frozen=True):
    """An element that fits, with the first of the actions that it takes; `against` says why it takes none of them now."""

    node: int
    like: int
    document: Document
    against: str = ""
    reason: str = ""


class Screen:
    """A look, with the answers that a person gave to questions about it (`hints`)."""

    def __init__(self, observation: Observation, hints: Sequence[str] = ()) -> None:
        self.observation, self.tree = observation, observation.tree
        self.hints = tuple(plain(hint) for hint in hints)

    @cached_property
    def dialogs(self) -> Sequence[int]:
        return open_dialogs(self.observation)

    @cached_property
    def kept(self) -> frozenset[int]:
        return frozenset(self.observation.kept)

    @property
    def dialog(self) -> int | None:
        """The dialog on top; of one that is only a part of another, the whole."""
        if not self.dialogs:
            return None
        top = self.dialogs[-1]
        if self.tree[top].modal or self.tree[top].role in _ASKING:
            return top
        return next((each for each in self.dialogs if each < top < self.tree.end(each)), top)

    @property
    def is_modal(self) -> bool:
        return self.dialog is not None and (self.tree[self.dialog].modal or self.tree[self.dialog].role in _ASKING)

    @cached_property
    def elements(self) -> Sequence[int]:
        """What can be acted on, in the order of the dump."""
        return sorted(i for i in self.observation.refs.values() if self.tree[i].can)

    def within(self, holder: int | None) -> Sequence[int]:
        """The elements inside a node; of the whole screen for None."""
        if holder is None:
            return self.elements
        return [i for i in self.elements if holder <= i < self.tree.end(holder)]

    def ref(self, i: int) -> str:
        return self.observation.ref_of(i) or ""

    def name(self, i: int) -> str:
        return self.observation.name_of(i)

    # What fits

    def fitting(self, wanted: Wanted, documents: Documents, least: int = WITHIN) -> list[Fit]:
        """The elements that fit best and take one of the actions: in the dialog on top, if one fits there as well."""
        written = Wanted((wanted.whole,), quoted=True) if wanted.whole else None
        for level in dict.fromkeys((max(least, ALIKE), least)):
            for scope in self._scopes():
                for asked, least_like in ((written, SAME), (wanted, level), (narrower(wanted), level)):
                    if asked is not None and (found := self._best(asked, self.within(scope), documents, least_like)):
                        return [] if self._is_meant_behind(found, wanted) else found
        return []

    def _is_meant_behind(self, found: Sequence[Fit], wanted: Wanted) -> bool:
        """True if a modal dialog holds only what is called something like it, and what is called just so lies behind it."""
        exact = 10 * SAME - len(wanted.names) + 1
        if not self.is_modal or any(fit.like >= exact for fit in found):
            return False
        return any(self.tree[i].can and self._like(i, wanted) >= exact for i in self.within(None))

    def _scopes(self) -> Iterator[int | None]:
        if self.dialog is not None:
            yield self.dialog
        if not self.is_modal:
            yield None

    def _best(self, wanted: Wanted, among: Sequence[int], documents: Documents, least: int) -> list[Fit]:
        """Of the elements that are called most like it those that take an action; of the wanted kind, if any of them is."""
        liked = [(like, i) for i in among if (like := self._like(i, wanted)) and like + len(wanted.names) >= 10 * least]
        kinds = [[each for each in liked if is_of_kind(self.tree[each[1]], wanted.kind)]] if wanted.kind else []
        for some in (*kinds, liked):
            for like in sorted({like for like, _ in some}, reverse=True):
                nodes = [i for as_like, i in some if as_like == like]
                nodes = self._standing_in(nodes, wanted.within) if wanted.within else nodes
                if found := [fit for i in nodes if (fit := self.fit(i, documents(i), like)) is not None]:
                    return self._distinct(found, wanted)
        return []

    def _like(self, i: int, wanted: Wanted) -> int:
        """Ten times how like the element is to one of the names, less the place of that name among them."""
        best = 0
        for place, name in enumerate(wanted.names):
            best = max(best, 10 * how_like(self.observation, i, wanted, name) - place)
        return best

    def fit(self, i: int, documents: Sequence[Document], like: int = 10 * SAME) -> Fit | None:
        """The element with the first of the actions that it takes; None if it is not of a kind that takes any."""
        blocked: Fit | None = None
        for document in documents:
            reason, words = self.against(document)
            if not reason:
                return Fit(i, like, document)
            if reason not in _NOT_THIS and blocked is None:
                blocked = Fit(i, like, document, words, reason)
        return blocked

    def against(self, document: Document) -> tuple[str, str]:
        """What stands against an action on this look: reason and words, both empty for nothing."""
        grounded = validate(document, self.observation)
        if isinstance(grounded, GroundedAction):
            return "", ""
        if all(each.reason in _REACHED for each in grounded.violations):
            return "", ""
        first = next(each for each in grounded.violations if each.reason not in _REACHED)
        return first.reason, first.message

    def _distinct(self, found: list[Fit], wanted: Wanted) -> list[Fit]:
        """Those that a person would have to choose from: what can be used now, in an open menu, the inner of two."""
        found = [fit for fit in found if not fit.reason] or found
        found = [fit for fit in found if self._in_open_menu(fit.node)] or found
        found = [fit for fit in found if not self._is_shown_already(fit.node)] or found
        nodes = [fit.node for fit in found]
        found = [fit for fit in found if not any(fit.node < other < self.tree.end(fit.node) for other in nodes)]
        if wanted.nth and found:
            place = wanted.nth - 1 if wanted.nth > 0 else len(found) + wanted.nth
            return found[place : place + 1] if 0 <= place < len(found) else []
        return self._answered(found)

    def _answered(self, found: list[Fit]) -> list[Fit]:
        """The one that a person has chosen, where that was asked."""
        if len(found) < 2 or not self.hints:
            return found
        labels = self.labels([fit.node for fit in found])
        chosen = [fit for fit, label in zip(found, labels, strict=True) if plain(label) in self.hints]
        return chosen[-1:] or found

    def _is_shown_already(self, i: int) -> bool:
        """True for a tab or page whose content is on the screen: to press it would do nothing."""
        node = self.tree[i]
        return node.selected is True and node.role in (Role.TAB, Role.OPTION, Role.TREEITEM)

    def _in_open_menu(self, i: int) -> bool:
        return any(self.tree[above].role is Role.MENU for above in islice(self.tree.ancestors(i), _LEVELS)) and i in self.kept

    # Where things stand

    def _standing_in(self, found: list[int], place: str) -> list[int]:
        """Those that stand with what is called so in the smallest part of the screen; after it, where several stand in that."""
        named = self._named(place)
        if not named or not found:
            return []
        sized = [(self._smallest_with(i, named), i) for i in found if self._is_around(i, named)]
        least = min((size for size, _ in sized), default=0)
        near = [i for size, i in sized if size == least]
        if len(near) < 2 or len(named) > 1:
            return near
        after = [i for i in near if i > named[0]]
        return after[:1] or near

    def _is_around(self, i: int, named: Sequence[int]) -> bool:
        """False where what is called so is only something else to press, as `in a new tab` beside a button `New tab`."""
        for other in named:
            node = self.tree[other]
            if not node.can or node.selected or other <= i < self.tree.end(other) or self.tree[other].expanded:
                return True
            shared = next((above for above in islice(self.tree.ancestors(i), _LEVELS) if other < self.tree.end(above)), None)
            if shared is not None and shared <= other and self.tree[shared].role in _GROUPS:
                return True
        return False

    def _named(self, place: str) -> list[int]:
        """What is called so, as well as anything is."""
        liked = [(likeness(self.name(i), place), i) for i in self.observation.kept if self.name(i)]
        best = max((like for like, _ in liked), default=0)
        return [i for like, i in liked if like == best] if best >= WITHIN else []

    def _smallest_with(self, node: int, named: Sequence[int]) -> int:
        """How many nodes the smallest part of the tree has that holds the node and one of the named ones."""
        for above in (node, *islice(self.tree.ancestors(node), _LEVELS)):
            end = self.tree.end(above)
            if any(above <= i < end for i in named):
                return end - above
        return len(self.tree)

    def holders(self, place: str) -> list[int]:
        """Windows, dialogs, forms and groups that are called so."""
        return list(self._named_among(place, _WINDOWS)) or list(self._named_among(place, _GROUPS))

    def _named_among(self, place: str, roles: frozenset[Role]) -> Iterator[int]:
        for i in self.observation.kept:
            if self.tree[i].role in roles and likeness(self.name(i), place) >= WITHIN:
                yield i

    def window_of(self, i: int) -> int | None:
        return next((above for above in islice(self.tree.ancestors(i), _LEVELS) if self.tree[above].role in _WINDOWS), None)

    def group_of(self, i: int) -> int | None:
        around = islice(self.tree.ancestors(i), _LEVELS)
        return next((above for above in around if self.tree[above].role in _GROUPS and self.name(above)), None)

    def labels(self, nodes: Sequence[int]) -> list[str]:
        """What a person is shown to choose from: as many words as tell them apart, in the end a number."""
        for how in (self._short, self._in_group, self._in_window):
            labels = [how(i) for i in nodes]
            if len(set(labels)) == len(labels):
                return labels
        return [f"{self._in_window(i)}, number {place}" for place, i in enumerate(nodes, 1)]

    def _short(self, i: int) -> str:
        return f"{self.name(i)[:80] or 'no name'} ({self.tree[i].role})"

    def _in_group(self, i: int) -> str:
        row = self._row_of(i)
        group = self.group_of(i)
        around = row or (self.name(group) if group is not None else "")
        return f"{self._short(i)} in {around[:60]}" if around else self._short(i)

    def _row_of(self, i: int) -> str:
        """What the row around it is called, or the first words in it."""
        row = next((above for above in islice(self.tree.ancestors(i), _LEVELS) if self.tree[above].role in ROWS), None)
        if row is None:
            return ""
        inside = range(row + 1, min(self.tree.end(row), row + _LEVELS))
        return self.name(row) or next((self.name(j) for j in inside if self.name(j) and not self.tree[j].can), "")

    def _in_window(self, i: int) -> str:
        window = self.window_of(i)
        return f"{self._in_group(i)}, {self.name(window)[:60]}" if window is not None else self._in_group(i)

    # What is shown

    def shows(self, text: str) -> bool:
        """True if the words stand within a name or value that can be seen."""
        asked = plain(text)
        return any(
            asked in plain(words) for i in self.observation.kept for words in (self.name(i), self.tree[i].value or "") if words
        )

    def has(self, wanted: Wanted) -> bool:
        """True if something is called just so (of a kind: like it) that can be acted on, shown or behind what is closed."""
        tree, least = self.tree, WITHIN if wanted.kind else ALIKE
        able = [i for i in range(len(tree)) if tree[i].can and (not wanted.kind or is_of_kind(tree[i], wanted.kind))]
        return any(how_like(self.observation, i, wanted, name) >= least for name in wanted.names for i in able)

    def shows_named(self, wanted: Wanted) -> bool:
        """True if something that can be acted on is called so, beyond what is only like it."""
        return any(
            how_like(self.observation, i, wanted, name) > AROUND for name in wanted.names for i in self.elements if self.name(i)
        )

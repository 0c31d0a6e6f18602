"""Which elements a check means, and whether the screen shows all that it could mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from lumos_layer.perception.words import RANGES, ROWS, TYPED
from lumos_layer.planning.screen_state import is_loading
from lumos_layer.state.checks import ElementCheck
from lumos_layer.tree import Rect, Role, Scroll
from lumos_layer.tree.layers import WINDOWS
from lumos_layer.verification.called import names_of, perhaps_called
from lumos_layer.verification.paging import more_elsewhere
from lumos_layer.verification.places import Place
from lumos_layer.verification.states import SAY_THEMSELVES, sets_state, states, value_of
from lumos_layer.verification.texts import label, same_name, same_value, says
from lumos_layer.verification.words import Words

# Roles that one dialect or toolkit calls so and another otherwise; the wanted one goes before the others.
_FAMILIES = (
    frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX)),
    frozenset((Role.CHECKBOX, Role.SWITCH, Role.MENUITEMCHECKBOX)),
    frozenset((Role.RADIO, Role.MENUITEMRADIO)),
    frozenset((Role.CELL, Role.GRIDCELL, Role.ROWHEADER)),
    frozenset((Role.DIALOG, Role.ALERTDIALOG, Role.WINDOW)),
    frozenset((Role.OPTION, Role.LISTITEM, Role.ROW, Role.TREEITEM)),
    frozenset((Role.LIST, Role.LISTBOX, Role.TABLE, Role.GRID, Role.TREE)),
    frozenset((Role.TEXT, Role.PARAGRAPH, Role.GENERIC, Role.HEADING)),
    frozenset((Role.MENUITEM, Role.BUTTON)),
)
DOINGS = frozenset((Role.BUTTON, Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.TAB))
CONTROLS = DOINGS | {Role.LINK, Role.OPTION, Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.COMBOBOX, Role.TEXTBOX}
SET = CONTROLS | TYPED | {Role.SLIDER, Role.LISTBOX, Role.RADIOGROUP, Role.LISTITEM, Role.TREEITEM}
_LISTS = frozenset((Role.LIST, Role.LISTBOX, Role.TABLE, Role.GRID, Role.TREE, Role.TREEGRID, Role.FEED, Role.MENU))
_IN_LISTS = ROWS | {Role.OPTION, Role.CELL, Role.GRIDCELL, Role.ROWHEADER, Role.LINK, Role.TEXT}

_SOME = 50  # of what stands in something, looked at to see what it holds
_MOSTLY = 0.8  # of what is scrolled, counted as all: edges and gaps have no boxes


class Meant:
    """The elements of one look that a check means."""

    def __init__(self, check: ElementCheck, words: Words) -> None:
        self.check, self.words, self.tree = check, words, words.tree

    @cached_property
    def named(self) -> list[int]:
        """The visible elements that have the role, name and identifier, at the place that is named."""
        name, words = self.check.name, self.words
        perhaps = perhaps_called(words, name, self.check.loosely) if name else words.visible
        found = [i for i in perhaps if self.is_called(i) and self.stands(i)]
        if not found and self.check.exists and self.identifies and sets_state(self.check):
            found = self._scrolled_away()
        if self.check.role is None:
            return self._holding(found)
        exact = [i for i in found if self.tree[i].role is self.check.role]
        if exact:
            return exact
        if rows := self._rows_called(first=True):
            return rows
        family = next((each for each in _FAMILIES if self.check.role in each), frozenset())
        if not self.check.exists:
            family -= {Role.WINDOW}  # which stays when its dialog is gone
        return [i for i in found if self.tree[i].role in family]

    def _rows_called(self, *, first: bool) -> list[int]:
        """The rows without a name of which a cell is called as is wanted; `first`: the first that says anything."""
        check, words = self.check, self.words
        if check.role not in ROWS or not check.name or check.identifier:
            return []
        seen: set[int] = set()
        found: dict[int, None] = {}
        for i in words.visible:
            row = words.row(i)
            if row < 0 or row == i or self.tree[row].role is not check.role or words.name(row) or not words.name(i):
                continue
            if not (first and row in seen) and same_name(words.name(i), check.name, check.loosely) and self.stands(row):
                found[row] = None
            seen.add(row)
        return list(found)

    def _holding(self, found: list[int]) -> list[int]:
        """Where a state is asked, the controls among them: a text of the same name is their label."""
        if not sets_state(self.check):
            return found
        return [i for i in found if self.tree[i].role in SET or self.tree[i].role in RANGES] or found

    def _scrolled_away(self) -> list[int]:
        """What is meant where it stands out of view: what was set holds there too, though nothing there is shown."""
        return [i for i in self._out_of_view() if self.stands(i)]

    def is_called(self, i: int) -> bool:
        check, node = self.check, self.tree[i]
        if check.identifier and node.identifier != check.identifier:
            return False
        if not check.name or any(same_name(name, check.name, check.loosely) for name in names_of(self.words, i)):
            return True
        return node.role in SAY_THEMSELVES and same_value(self.words.name(i), check.name) is True  # 1,284.50 and 1284.50

    @cached_property
    def place(self) -> Place | None:
        """The place that is named; None: there is none, it may be anywhere."""
        return Place(self.words, self.check.within) if self.check.within else None

    def stands(self, i: int) -> bool:
        return self.place is None or self.place.holds(i)

    @property
    def identifies(self) -> bool:
        """True if the check says which element it means, not only what one has to be like."""
        return bool(self.check.name or self.check.identifier)

    def elsewhere(self) -> str:
        """Why nothing can be said on this screen: it is another program's, or the place that is named is not on it."""
        check = self.check
        if check.app and not self._is_app(check.app):
            return f"{check.app!r} is not what is shown"
        if self.place is not None and not self.place.is_there:
            return f"nothing here is called {check.within!r}"
        return ""

    def _is_app(self, app: str) -> bool:
        observation, wanted = self.words.observation, label(app)
        names = [self.words.name(i) for i in self.words.visible if self.tree[i].role in WINDOWS | {Role.APPLICATION}]
        said = (observation.app, observation.title, *names)
        return any(label(each) == wanted or says(each, app) is True for each in said if each)

    # What they say

    def fits(self, i: int) -> bool | None:
        """Whether an element is as the check says; None where it does not say."""
        answers = [*states(self.check, i, self.words), *self._text_fits(i)]
        return False if False in answers else None if None in answers else True

    def _text_fits(self, i: int) -> Iterator[bool | None]:
        wanted = self.check.text_contains
        if not wanted:
            return
        answers = [says(text, wanted) for text in self.texts(i)]
        yield True if True in answers else None if None in answers else False

    def texts(self, i: int) -> Iterator[str]:
        """The words in which the wanted ones can stand: of a field that is meant what it holds, else what the screen says."""
        node, check = self.tree[i], self.check
        if node.role in TYPED:
            if self.identifies or check.role in TYPED:
                yield value_of(i, self.words) or ""
            elif node.readonly is True:
                yield from self.words.own(i)
            return
        yield from self.words.own(i)
        if run := self.words.run(i):
            yield run
        if self.identifies or check.role is not None or node.role in ROWS or node.role is Role.PARAGRAPH:
            yield "\n".join(self.words.inside(i))

    # Whether the screen shows all

    def incomplete(self, rows: bool = False) -> str:
        """Why what is not on the screen may be there all the same; empty if the screen shows all."""
        check = self.check
        if self.words.exhausted:
            return "the screen holds more than can be read for one check"
        if is_loading(self.words.observation):
            return "the screen is still loading"
        if problem := self._perhaps_there():
            return problem
        if (rows or check.role is None or check.role in _IN_LISTS) and (problem := self._more()):
            return problem
        if check.role is Role.TREEITEM and any(
            self.tree[i].role is Role.TREEITEM and self.tree[i].expanded is False for i in self.words.visible
        ):
            return "a part of the tree is not open"
        return ""

    def _more(self) -> str:
        """Why a list may hold more than is shown; empty if none does."""
        if (i := next(filter(self._goes_on, self.words.visible), -1)) >= 0:
            return f"{self.described(i)} goes on beyond what is shown"
        more = more_elsewhere(self.words)
        return f"{more[:80]!r}: more lies on other pages, or is left out" if more else ""

    def _perhaps_there(self) -> str:
        for i in self._out_of_view():
            return f"{self.described(i)} is out of view"
        return f"a row has a cell {self.check.name[:80]!r}" if self._rows_called(first=False) else ""

    def _out_of_view(self) -> Iterator[int]:
        """What would fit and is scrolled or moved out of view; what is hidden is not there."""
        away = [i for i, node in enumerate(self.tree) if node.offscreen and i not in self.words.shown]
        if not away:
            return
        ends = 0
        for top in away:
            for i in range(max(top, ends), self.tree.end(top)):
                if not self.tree[i].hidden and self._would_fit(i):
                    yield i
            ends = max(ends, self.tree.end(top))

    def _would_fit(self, i: int) -> bool:
        check, node = self.check, self.tree[i]
        if check.role is not None and node.role is not check.role:
            return False
        if self.identifies:
            return self.is_called(i)
        texts = (node.name, node.value or "")
        if check.text_contains:
            return any(says(text, check.text_contains) is not False for text in texts)
        return check.value is None or same_value(node.value or node.name, check.value) is not False

    def _goes_on(self, i: int) -> bool:
        """True for a list of which more lies beyond its edge than the tree holds."""
        node = self.tree[i]
        if node.scroll is None or not (node.scroll.above or node.scroll.below):
            return False
        if node.role not in _LISTS and not any(self.tree[j].role in ROWS for j in islice(self.tree.children(i), _SOME)):
            return False
        if node.bounds is None:
            return True
        boxes = [b for j in range(i + 1, min(self.tree.end(i), i + 20_000)) if (b := self.tree[j].bounds) is not None]
        below = not node.scroll.below or any(box.bottom > node.bounds.bottom for box in boxes)
        above = not node.scroll.above or any(box.y < node.bounds.y for box in boxes)
        return not (below and above and _reach(boxes) >= _MOSTLY * _height(node.bounds, node.scroll))

    def described(self, i: int) -> str:
        name = self.words.name(i)
        return f"{self.tree[i].role.value} {name[:80]!r}" if name else f"a {self.tree[i].role.value}"


def _height(view: Rect, scroll: Scroll) -> float:
    """How high all of a list is of which a part is in view, in pixels; 0: the dump does not say."""
    seen = 100 - scroll.above - scroll.below
    return view.height * 100 / seen if 0 < seen < 100 else 0


def _reach(boxes: Sequence[Rect]) -> int:
    return max(box.bottom for box in boxes) - min(box.y for box in boxes) if boxes else 0

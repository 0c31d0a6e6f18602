"""Whether an element is there as a check describes it (S27, S35)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from lumos_layer.perception.words import RANGES, ROWS, TYPED
from lumos_layer.planning.screen_state import is_loading
from lumos_layer.state.checks import ElementCheck
from lumos_layer.state.probing import ActSeen
from lumos_layer.tree import Node, Role
from lumos_layer.tree.layers import WINDOWS
from lumos_layer.verification.doubts import doubt, failing, hearsay, is_passing, under_way
from lumos_layer.verification.finding import Finding, uncertain
from lumos_layer.verification.labelled import labelled_values
from lumos_layer.verification.pending import pending
from lumos_layer.verification.states import SAY_THEMSELVES, asks_state, sets_state, states, value_of
from lumos_layer.verification.texts import label, normal, same_name, same_value, says
from lumos_layer.verification.words import Words, words_of

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
_DOINGS = frozenset((Role.BUTTON, Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.TAB))
_CONTROLS = _DOINGS | {Role.LINK, Role.OPTION, Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.COMBOBOX, Role.TEXTBOX}
_SET = _CONTROLS | TYPED | {Role.SLIDER, Role.LISTBOX, Role.RADIOGROUP, Role.LISTITEM, Role.TREEITEM}
_TITLED = frozenset((Role.WINDOW, Role.DOCUMENT, Role.APPLICATION, Role.DIALOG, Role.ALERTDIALOG))
_LISTS = frozenset((Role.LIST, Role.LISTBOX, Role.TABLE, Role.GRID, Role.TREE, Role.TREEGRID, Role.FEED, Role.MENU))
_IN_LISTS = ROWS | {Role.OPTION, Role.CELL, Role.GRIDCELL, Role.ROWHEADER, Role.LINK, Role.TEXT}
_BAND = 0.7  # of text read off a picture, less is not sure enough


class ElementProbe:
    """One check on one look. `intent` are the words of the requirement that it is made for, `acts` those of the run so far."""

    def __init__(self, check: ElementCheck, words: Words, acts: Sequence[ActSeen] = (), intent: str = "") -> None:
        self.check, self.words, self.acts, self.intent = check, words, acts, intent
        self.tree = words.tree

    def finding(self) -> Finding:
        if problem := self._elsewhere():
            return uncertain("element", problem)
        if self.check.count is not None:
            return self._counted(self.check.count)
        return self._there() if self.check.exists else self._gone()

    # Which elements are meant

    @cached_property
    def named(self) -> list[int]:
        """The visible elements that have the role, name and identifier, at the place that is named."""
        found = [i for i in self.words.visible if self._is_called(i) and self._stands(i)]
        if not found and self.check.exists and self._identifies and sets_state(self.check):
            found = self._scrolled_away()
        if self.check.role is None:
            return self._holding(found)
        exact = [i for i in found if self.tree[i].role is self.check.role]
        if exact:
            return exact
        family = next((each for each in _FAMILIES if self.check.role in each), frozenset())
        if not self.check.exists:
            family -= {Role.WINDOW}  # which stays when its dialog is gone
        return [i for i in found if self.tree[i].role in family]

    def _holding(self, found: list[int]) -> list[int]:
        """Where a state is asked, the controls among them: a text of the same name is their label."""
        if not sets_state(self.check):
            return found
        return [i for i in found if self.tree[i].role in _SET or self.tree[i].role in RANGES] or found

    def _scrolled_away(self) -> list[int]:
        """What is meant where it stands out of view: what was set holds there too, though nothing there is shown."""
        return [i for i in self._out_of_view() if self._stands(i)]

    def _is_called(self, i: int) -> bool:
        check, node = self.check, self.tree[i]
        if check.identifier and node.identifier != check.identifier:
            return False
        if not check.name or same_name(self.words.name(i), check.name, check.loosely):
            return True
        return node.role in SAY_THEMSELVES and same_value(self.words.name(i), check.name) is True  # 1,284.50 and 1284.50

    @cached_property
    def _stands(self) -> Callable[[int], bool]:
        return self.words.scope(self.check.within) if self.check.within else lambda i: True

    @property
    def _identifies(self) -> bool:
        """True if the check says which element it means, not only what one has to be like."""
        return bool(self.check.name or self.check.identifier)

    def _elsewhere(self) -> str:
        """Why nothing can be said on this screen: it is another program's, or the place that is named is not on it."""
        check = self.check
        if check.app and not self._is_app(check.app):
            return f"{check.app!r} is not what is shown"
        if check.within and not any(self._stands(i) for i in self.words.visible):
            return f"nothing here is called {check.within!r}"
        return ""

    def _is_app(self, app: str) -> bool:
        observation, wanted = self.words.observation, label(app)
        names = [self.words.name(i) for i in self.words.visible if self.tree[i].role in WINDOWS | {Role.APPLICATION}]
        said = (observation.app, observation.title, *names)
        return any(label(each) == wanted or says(each, app) is True for each in said if each)

    # What they say

    def _fits(self, i: int) -> bool | None:
        """Whether an element is as the check says; None where it does not say."""
        answers = [*states(self.check, i, self.words), *self._text_fits(i)]
        return False if False in answers else None if None in answers else True

    def _text_fits(self, i: int) -> Iterator[bool | None]:
        wanted = self.check.text_contains
        if not wanted:
            return
        answers = [says(text, wanted) for text in self._texts(i)]
        yield True if True in answers else None if None in answers else False

    def _texts(self, i: int) -> Iterator[str]:
        """The words in which the wanted ones can stand: of a field that is meant what it holds, else what the screen says."""
        node, check = self.tree[i], self.check
        if node.role in TYPED:
            if self._identifies or check.role in TYPED:
                yield value_of(i, self.words) or ""
            elif node.readonly is True:
                yield from self.words.own(i)
            return
        yield from self.words.own(i)
        if run := self.words.run(i):
            yield run
        if self._identifies or check.role is not None or node.role in ROWS or node.role is Role.PARAGRAPH:
            yield "\n".join(self.words.inside(i))

    # Answers

    def _there(self) -> Finding:
        if labelled := self._labelled():
            return labelled
        found = {i: self._fits(i) for i in self.named}
        if self.check.role is None and not self._identifies:
            found = {i: fits for i, fits in found.items() if fits is not False}
        fitting = [i for i, fits in found.items() if fits is True]
        against = [i for i, fits in found.items() if fits is False]
        if fitting and against and self._identifies and asks_state(self.check) and not self._nested(fitting, against):
            return self._told(None, fitting + against, f"several are called {self.check.name!r}, and they differ")
        if fitting:
            return self._sure(fitting)
        if silent := [i for i, fits in found.items() if fits is None]:
            return self._told(None, silent, self._silence(silent[0]))
        if against and self._identifies:
            why = f"{self._described(against[0])} is otherwise"
            return self._told(False, against, why, seen=True, overrules=self._asks_what_acts_set)
        return self._absent()

    def _labelled(self) -> Finding | None:
        """Of a value beside its name (`Total: 1,284.50`), where no control is called so; None where there is none."""
        wanted, check = self.check.value, self.check
        if wanted is None or not check.name or check.identifier or any(self.tree[i].role in _SET for i in self.named):
            return None
        said = labelled_values(check, self.words, self._stands)
        if not said:
            return None
        fits = [same_value(value, wanted) for value in said.values()]
        if len({normal(value) for value in said.values()}) > 1 or None in fits:
            return self._told(None, list(said), f"it is not plain what {check.name!r} is")
        if fits[0] is False:
            return self._told(False, list(said), f"{check.name!r} is otherwise", seen=True)
        return self._told(True, list(said), f"{check.name!r} is as wanted")

    def _sure(self, fitting: Sequence[int]) -> Finding:
        """Yes, if of one of them nothing speaks against it; where a state is asked of one that is named, of all of them."""
        doubts = {i: self._doubt(i) for i in fitting}
        clean = [i for i in fitting if not doubts[i]]
        if not clean or (len(clean) < len(fitting) and sets_state(self.check)):
            doubtful = next(i for i in fitting if doubts[i])
            why = f"{self._described(doubtful)}: {doubts[doubtful]}"
            return self._told(None, [doubtful], why, overrules=self._asks_what_acts_set)
        weak = all(self.words.passing(i) >= 0 for i in clean)
        return self._told(True, clean, f"{self._described(clean[0])} is there as wanted", weak=weak)

    def _gone(self) -> Finding:
        found = {i: self._fits(i) for i in self.named}
        there = [i for i, fits in found.items() if fits is True]
        if there:
            return self._told(False, there, f"{self._described(there[0])} is still there", seen=True)
        if unsure := [i for i, fits in found.items() if fits is None]:
            return self._told(None, unsure, self._silence(unsure[0]))
        if why := self._incomplete():
            return uncertain("element", why)
        return Finding(verdict=True, quotes=self._where(), why="nothing like it is on the screen")

    def _absent(self) -> Finding:
        why = self._incomplete()
        return uncertain("element", why) if why else Finding(verdict=False, why="nothing like it is on the screen")

    def _counted(self, wanted: int) -> Finding:
        """`exists` false asks that it is not as many."""
        found = {i: self._fits(i) for i in self._once(self.named)}
        fitting = [i for i, fits in found.items() if fits is True]
        unsure = [i for i, fits in found.items() if fits is None]
        problem = self._incomplete(rows=True)
        if unsure or (problem and len(fitting) <= wanted):
            return self._told(None, fitting + unsure, problem or self._silence(unsure[0]))
        verdict = (len(fitting) == wanted) is self.check.exists
        finding = self._told(verdict, fitting, f"there are {len(fitting)}, wanted {wanted}", seen=True)
        return finding if fitting else Finding(verdict=verdict, quotes=self._where(), why=finding.why, seen=True)

    # Doubts

    def _doubt(self, i: int) -> str:
        """Why an element that is as wanted does not show what is wanted; empty if nothing speaks against it."""
        check, node = self.check, self.tree[i]
        if self.words.busy(i):
            return "it is still busy"
        if self.words.observation.confidence_of(i) < _BAND:
            return "it was read off a picture, and not surely"
        if self.words.typed(i) >= 0 or (sets_state(check) and node.role in _SET):
            return pending(check, i, self.words, self.acts, self.intent) or self._doubt_of_label(i)
        if check.enabled is None and node.role in _CONTROLS and self.words.disabled(i):
            return "it cannot be used: a disabled control named like a result is none"
        if check.role is None or check.text_contains or node.role in SAY_THEMSELVES or node.role in ROWS:
            return self._doubt_of_text(i, node)
        return self._doubt_of_message(i)

    def _doubt_of_text(self, i: int, node: Node) -> str:
        check = self.check
        if check.text_contains:
            whole = [text for text in self._texts(i) if says(text, check.text_contains) is True]
            reasons = [doubt(text, check.text_contains) for text in whole[:1]]
            if reasons and reasons[0]:
                return reasons[0]
        if check.role is None and check.text_contains and not self._identifies and node.role in _DOINGS:
            return "it is what can be done, not what has been"
        if check.role is None and node.role is Role.OPTION and node.selected is not True and not asks_state(check):
            return "it is offered, not chosen"
        if check.role is None and check.text_contains and not self._identifies and node.role in _TITLED:
            return "it is a title, not what is shown under it"
        row = self.words.row(i)
        if row >= 0 and (waiting := under_way(self.words.inside(row), f"{check.name} {check.text_contains} {check.within}")):
            return f"its row says {waiting[:80]!r}"
        said = check.text_contains or (check.name if node.role in SAY_THEMSELVES else "")
        return hearsay(i, self.words, said) or self._doubt_of_message(i)

    def _doubt_of_label(self, i: int) -> str:
        check = self.check
        if check.role is None and not asks_state(check) and not check.text_contains and not check.identifier:
            return "it is the name of a field, not what the screen says"
        return ""

    def _doubt_of_message(self, i: int) -> str:
        if self.words.passing(i) < 0:
            return ""
        if is_passing(self.check.role) or (is_passing(self.tree[i].role) and self._identifies and self.check.identifier):
            against = failing(self.words)
            return f"another message says {against[:80]!r}" if against else ""
        return "it is a message that comes and goes, which is no proof of what it says"

    def _silence(self, i: int) -> str:
        return f"{self._described(i)} does not say so surely"

    def _incomplete(self, rows: bool = False) -> str:
        """Why what is not on the screen may be there all the same; empty if the screen shows all."""
        check = self.check
        if self.words.exhausted:
            return "the screen holds more than can be read for one check"
        if is_loading(self.words.observation):
            return "the screen is still loading"
        for i in self._out_of_view():
            return f"{self._described(i)} is out of view"
        if rows or check.role is None or check.role in _IN_LISTS:
            for i in self.words.visible:
                if self._goes_on(i):
                    return f"{self._described(i)} goes on beyond what is shown"
        if check.role is Role.TREEITEM and any(
            self.tree[i].role is Role.TREEITEM and self.tree[i].expanded is False for i in self.words.visible
        ):
            return "a part of the tree is not open"
        return ""

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
        if self._identifies:
            return self._is_called(i)
        texts = (node.name, node.value or "")
        if check.text_contains:
            return any(says(text, check.text_contains) is not False for text in texts)
        return check.value is None or same_value(node.value or node.name, check.value) is not False

    def _goes_on(self, i: int) -> bool:
        """True for a list of which more lies beyond its edge than the tree holds."""
        node = self.tree[i]
        if node.role not in _LISTS or node.scroll is None or not (node.scroll.above or node.scroll.below):
            return False
        if node.bounds is None:
            return True
        boxes = [b for j in range(i + 1, min(self.tree.end(i), i + 20_000)) if (b := self.tree[j].bounds) is not None]
        below = not node.scroll.below or any(box.bottom > node.bounds.bottom for box in boxes)
        above = not node.scroll.above or any(box.y < node.bounds.y for box in boxes)
        return not (below and above)

    # Telling

    @property
    def _asks_what_acts_set(self) -> bool:
        check = self.check
        return check.checked is not None or check.pressed is not None or (check.value is not None and self._identifies)

    def _told(
        self,
        verdict: bool | None,
        nodes: Sequence[int],
        why: str,
        *,
        seen: bool = False,
        weak: bool = False,
        overrules: bool = False,
    ) -> Finding:
        quotes = dict.fromkeys(quote for i in nodes[:3] for quote in self._quotes(i))
        sure = min((self.words.observation.confidence_of(i) for i in nodes), default=1.0)
        return Finding(verdict=verdict, quotes=tuple(quotes), why=why, seen=seen, weak=weak, overrules=overrules, confidence=sure)

    def _quotes(self, i: int) -> Iterator[str]:
        node = self.tree[i]
        yield from (words for words in (self.words.name(i), None if node.protected else node.value) if words)
        wanted = self.check.text_contains
        if wanted and not any(says(words, wanted) for words in (self.words.name(i), node.value or "")):
            yield from (words for words in self.words.inside(i) if says(words, wanted))

    def _where(self) -> tuple[str, ...]:
        """The title of the screen on which something is not."""
        observation = self.words.observation
        said = (
            observation.title or observation.app or next((self.words.name(i) for i in self.words.visible if self.words.name(i)), "")
        )
        return (said,) if said else ()

    def _described(self, i: int) -> str:
        name = self.words.name(i)
        return f"{self.tree[i].role.value} {name[:80]!r}" if name else f"a {self.tree[i].role.value}"

    def _nested(self, fitting: Sequence[int], against: Sequence[int]) -> bool:
        """True if those that differ are the same element once more: around or inside one that fits."""
        return all(any(self._is_around(i, j) or self._is_around(j, i) for j in fitting[:50]) for i in against[:50])

    def _is_around(self, i: int, j: int) -> bool:
        return i <= j < self.tree.end(i)

    def _once(self, nodes: Sequence[int]) -> list[int]:
        """Without those that are the same element once more: inside one of them, with its name and box."""
        kept: list[int] = []
        for i in nodes:
            last = kept[-1] if kept else -1
            same = last >= 0 and self._is_around(last, i) and self.words.name(last) == self.words.name(i)
            if not (same and self.tree[last].bounds == self.tree[i].bounds):
                kept.append(i)
        return kept


def probe_element(check: ElementCheck, words: Words, acts: Sequence[ActSeen] = (), intent: str = "") -> Finding:
    """What a check of an element comes to on one look."""
    return ElementProbe(check, words, acts, intent).finding()


__all__ = ["ElementProbe", "probe_element", "words_of"]

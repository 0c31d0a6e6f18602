"""Whether an element is there as a check describes it (S27, S35)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumos_layer.state.checks import ElementCheck
from lumos_layer.state.probing import ActSeen
from lumos_layer.verification.absence import behind_a_dialog, gone_elsewhere
from lumos_layer.verification.against import signed_out
from lumos_layer.verification.earlier import Look
from lumos_layer.verification.finding import Finding, uncertain
from lumos_layer.verification.labelled import labelled_values
from lumos_layer.verification.meant import SET, Meant
from lumos_layer.verification.paging import filtered
from lumos_layer.verification.scruples import Scruples
from lumos_layer.verification.states import asks_state, sets_state
from lumos_layer.verification.texts import normal, same_value, says
from lumos_layer.verification.words import Words


def probe_element(
    check: ElementCheck, words: Words, acts: Sequence[ActSeen] = (), intent: str = "", earlier: Sequence[Look] = ()
) -> Finding:
    """What a check comes to on one look. `intent` are the words of the requirement, `acts` those of the run so far, `earlier` the
    looks before, the oldest first."""
    return _ElementProbe(check, words, acts, intent, earlier).finding()


class _ElementProbe:
    """One check on one look."""

    def __init__(self, check: ElementCheck, words: Words, acts: Sequence[ActSeen], intent: str, earlier: Sequence[Look]) -> None:
        self.check, self.words, self.tree = check, words, words.tree
        self._acts, self._intent = acts, intent
        self._meant = Meant(check, words)
        self._scruples = Scruples(self._meant, acts, intent, earlier)

    def finding(self) -> Finding:
        if problem := self._meant.elsewhere():
            return uncertain("element", problem)
        if self.check.count is not None:
            return self._counted(self.check.count)
        return self._there() if self.check.exists else self._gone()

    # Answers

    def _there(self) -> Finding:
        if labelled := self._labelled():
            return labelled
        found = {i: self._meant.fits(i) for i in self._meant.named}
        if self.check.role is None and not self._meant.identifies:
            found = {i: fits for i, fits in found.items() if fits is not False}
        fitting = [i for i, fits in found.items() if fits is True]
        against = [i for i, fits in found.items() if fits is False]
        if fitting and against and self._meant.identifies and asks_state(self.check) and not self._nested(fitting, against):
            return self._told(None, fitting + against, f"several are called {self.check.name!r}, and they differ")
        if fitting:
            return self._sure(fitting)
        if silent := [i for i, fits in found.items() if fits is None]:
            return self._told(None, silent, self._silence(silent[0]))
        if against and self._meant.identifies:
            why = f"{self._meant.described(against[0])} is otherwise"
            return self._told(False, against, why, seen=True, overrules=self._asks_what_acts_set)
        return self._absent()

    def _labelled(self) -> Finding | None:
        """Of a value beside its name (`Total: 1,284.50`), where no control is called so; None where there is none.

        Where only a text is looked for in it, such a value without it may be what another element of that name is not.
        """
        check = self.check
        wanted = check.value if check.value is not None else check.text_contains or None
        if wanted is None or not check.name or check.identifier or any(self.tree[i].role in SET for i in self._meant.named):
            return None
        said = labelled_values(check, self.words, self._meant.stands)
        if not said:
            return None
        if check.value is None:
            return self._sure(list(said)) if all(says(value, wanted) for value in said.values()) else None
        fits = [same_value(value, wanted) for value in said.values()]
        if len({normal(value) for value in said.values()}) > 1 or None in fits:
            return self._told(None, list(said), f"it is not plain what {check.name!r} is")
        if fits[0] is False:
            return self._told(False, list(said), f"{check.name!r} is otherwise", seen=True)
        return self._told(True, list(said), f"{check.name!r} is as wanted")

    def _sure(self, fitting: Sequence[int]) -> Finding:
        """Yes, if of one of them nothing speaks against it; where a state is asked of one that is named, of all of them."""
        doubts = {i: self._scruples.of(i) for i in fitting}
        clean = [i for i in fitting if not doubts[i]]
        if not clean or (len(clean) < len(fitting) and sets_state(self.check)):
            doubtful = next(i for i in fitting if doubts[i])
            why = f"{self._meant.described(doubtful)}: {doubts[doubtful]}"
            unclear = self._scruples.is_unclear(doubtful, doubts[doubtful])
            return self._told(None, [doubtful], why, overrules=self._asks_what_acts_set, unclear=unclear)
        weak = all(self.words.passing(i) >= 0 for i in clean)
        return self._told(True, clean, f"{self._meant.described(clean[0])} is there as wanted", weak=weak)

    def _gone(self) -> Finding:
        found = {i: self._meant.fits(i) for i in self._meant.named}
        there = [i for i, fits in found.items() if fits is True]
        if there:
            return self._told(False, there, f"{self._meant.described(there[0])} is still there", seen=True)
        if unsure := [i for i, fits in found.items() if fits is None]:
            return self._told(None, unsure, self._silence(unsure[0]))
        if why := self._meant.incomplete() or self._misplaced():
            return uncertain("element", why)
        return Finding(verdict=True, quotes=self._where(), why="nothing like it is on the screen")

    def _misplaced(self) -> str:
        wanted = f"{self._intent} {self.check.name} {self.check.text_contains} {self.check.within}"
        if narrowed := filtered(self.words, self._acts, wanted):
            return f"{narrowed[:80]!r} lets only a part of it be shown"
        return behind_a_dialog(self.check, self.words) or gone_elsewhere(self.check, self.words, self._acts, self._intent)

    def _absent(self) -> Finding:
        if said := signed_out(self.words, self._intent):
            return Finding(verdict=False, quotes=(said,), why=f"the screen says {said[:80]!r}", seen=True)
        why = self._meant.incomplete()
        if why:
            return uncertain("element", why)
        place = self._meant.place
        if place is not None and place.is_row:
            row = [i for i in self.words.visible if place.holds(i)]
            return self._told(False, row, f"{self.check.within[:80]!r} does not say so", seen=True)
        return Finding(verdict=False, why="nothing like it is on the screen")

    def _counted(self, wanted: int) -> Finding:
        """`exists` false asks that it is not as many."""
        found = {i: self._meant.fits(i) for i in self._once(self._meant.named)}
        fitting = [i for i, fits in found.items() if fits is True]
        unsure = [i for i, fits in found.items() if fits is None]
        problem = self._meant.incomplete(rows=True)
        if unsure or (problem and len(fitting) <= wanted):
            return self._told(None, fitting + unsure, problem or self._silence(unsure[0]))
        verdict = (len(fitting) == wanted) is self.check.exists
        finding = self._told(verdict, fitting, f"there are {len(fitting)}, wanted {wanted}", seen=True)
        return finding if fitting else Finding(verdict=verdict, quotes=self._where(), why=finding.why, seen=True)

    def _silence(self, i: int) -> str:
        return f"{self._meant.described(i)} does not say so surely"

    # Telling

    @property
    def _asks_what_acts_set(self) -> bool:
        check = self.check
        return check.checked is not None or check.pressed is not None or (check.value is not None and self._meant.identifies)

    def _told(
        self,
        verdict: bool | None,
        nodes: Sequence[int],
        why: str,
        *,
        seen: bool = False,
        weak: bool = False,
        overrules: bool = False,
        unclear: bool = False,
    ) -> Finding:
        quotes = dict.fromkeys(quote for i in nodes[:3] for quote in self._quotes(i))
        sure = min((self.words.observation.confidence_of(i) for i in nodes), default=1.0)
        return Finding(
            verdict=verdict,
            quotes=tuple(quotes),
            why=why,
            confidence=sure,
            seen=seen,
            weak=weak,
            overrules=overrules,
            unclear=unclear,
        )

    def _quotes(self, i: int) -> Iterator[str]:
        node = self.tree[i]
        yield from (words for words in (self.words.title(i), self.words.name(i), None if node.protected else node.value) if words)
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

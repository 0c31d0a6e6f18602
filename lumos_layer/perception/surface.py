"""What a session knows of one surface: its latest look, and what became of the elements that had refs before."""

from __future__ import annotations

from msgspec import Struct

from lumos_layer.errors import StaleRef
from lumos_layer.perception.fates import Gone, Why, out_of_sight, stale
from lumos_layer.perception.marks import is_trusted, mark_of
from lumos_layer.perception.observation import Observation

_REMEMBERED = 5000  # elements of each surface that are gone and can still be told of
_MARKED = 1000  # elements that are gone at once and may get their refs back


class Surface(Struct):
    """`gone` are elements by the numbers of their refs. `handed_back`: a person has had it, and nobody has looked at it since."""

    latest: Observation
    gone: dict[int, Gone] = {}
    handed_back: bool = False
    protected: set[int] = set()  # numbers of elements that a secret was put into

    def followed_by(self, now: Observation) -> Surface:
        """The surface after one more look, with what is remembered of elements that were there before and are not now."""
        before, there = self.latest, set(now.ledger.numbers.values())
        missed = [(node, number) for node, number in before.ledger.numbers.items() if number not in there]
        because = self._why_gone(now)
        may_return = because == "removed" and is_trusted(before.format) and len(missed) <= _MARKED
        gone = {number: fate for number, fate in self.gone.items() if number not in there}
        for node, number in missed[-_REMEMBERED:]:
            why: Why = "record" if because == "removed" and number in now.ledger.turned else because
            mark = mark_of(before.tree, node) if may_return and why == "removed" else ""
            gone[number] = _fate(before, node, number, why, now.id, mark)
        return Surface(now, dict(list(gone.items())[-_REMEMBERED:]), protected=self.protected)

    def _why_gone(self, now: Observation) -> Why:
        if self.handed_back:
            return "handed_back"
        return "removed" if self.latest.ledger.page == now.ledger.page else "page"

    def why_stale(self, ref: str, number: int) -> StaleRef | None:
        """What happened to the element of a ref that is not shown; None if nothing is known of it here."""
        fate = self.gone.get(number)
        if fate is not None and fate.ref == ref:
            return stale(ref, fate, None if self.handed_back else self.latest)
        numbers = self.latest.ledger.numbers if ref[:1] == self.latest.letter else {}
        node = next((node for node, had in numbers.items() if had == number), -1)
        if node < 0:
            return None
        if self.handed_back:
            return stale(ref, _fate(self.latest, node, number, "handed_back", "the next look"), None)
        return out_of_sight(ref, node, self.latest)


def _fate(before: Observation, node: int, number: int, why: Why, when: str, mark: str = "") -> Gone:
    said, name = before.tree[node], before.name_of(node)
    return Gone(f"{before.letter}{number}", why, when, said.role, name, said.bounds, before.ledger.page, said.native_id, mark)

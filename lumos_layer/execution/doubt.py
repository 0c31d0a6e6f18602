"""Whether what is told around an element is another by now, so that nobody can say whether it still belongs to the same thing.

"Confirm" below "To Ada" looks the same below "To Bob", and programs use the same element for both. A ref lives on there, for it is
the same element; an act that was chosen for the one must not be done to the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from lumos_layer.actions.base import BaseAction, Place, Pointing, against
from lumos_layer.actions.target import target_of
from lumos_layer.actions.violation import Violation
from lumos_layer.execution.differing import Differing
from lumos_layer.execution.meaning import CHANGING, acts_at_focus, node_at, places_of, short
from lumos_layer.execution.replaced import chosen_otherwise, replaced
from lumos_layer.execution.surroundings import Skip
from lumos_layer.perception.accounts import accounts_in
from lumos_layer.perception.bare_numbers import BareNumber, bare_numbers, holds_number
from lumos_layer.perception.belonging import frame_around, frames_in_front, told_around, told_in
from lumos_layer.perception.naming_numbers import goes_on
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.titles import lasting
from lumos_layer.perception.told_lists import MESSAGES, ToldList, told_lists
from lumos_layer.tree import Role


def doubts(
    action: BaseAction,
    then: Observation,
    now: Observation,
    skip: Skip = lambda tree, i: False,
    own: Collection[str] = (),
    *,
    messages: bool = True,
) -> list[Violation]:
    """What stands beside the meant elements in place of something else since the look that the planner chose by.

    Counts and measures that go on are none (3 of 9, 12 MB of 90 MB), nor what only comes or only goes. Messages count only for what
    cannot be taken back, if `messages` count at all. `skip` are nodes that change all the time, `own` the refs of what the same
    planner has acted on since.
    """
    if then.tree is now.tree or action.verb() not in CHANGING:
        return []
    found = _for_another(places_of(action), then, now, skip, own)
    at_focus = [("ref", None)] if acts_at_focus(action) else []
    if at_focus and then.focus is None and now.focus is None and action.effect(None) != "reads":
        found += _in_front(then, now, skip, own)
    for field, place in (*places_of(action), *at_focus):
        old, new = ((look.focus if place is None else _node(place, look)) for look in (then, now))
        if old is None or new is None:
            continue
        found += _beside(field, (then, old), (now, new), skip, own)
        if not found:
            found += _of_number(field, (then, old), (now, new), skip, own)
        if not found:
            count = messages and action.effect(target_of(now, new)) == "commits"
            found += _in_rows(field, (then, old), (now, new), skip, own, messages=count)
    return found


def _for_another(
    places: Iterable[tuple[str, object]], then: Observation, now: Observation, skip: Skip, own: Collection[str]
) -> list[Violation]:
    """The account that bars name, if it is another one: whatever is done on the screen is done for that."""
    looks = zip((then, now), Differing(then, now).middle, strict=True)
    told, others = (
        Counter(words for i, words in accounts_in(look.tree, among) if not _is_left_out(look, i, skip, own))
        for look, among in looks
    )
    gone, come = next(iter(told - others), None), next(iter(others - told), None)
    if gone is None or come is None:
        return []
    field = next((field for field, _ in places), "")
    message = f"The screen said {short(gone)} and says {short(come)} since the look {then.id}: it is for another account by now."
    return [against("stale", message, field)]


def _in_front(then: Observation, now: Observation, skip: Skip, own: Collection[str]) -> list[Violation]:
    """What the window or dialog tells that keys go to while nothing is known to have the focus."""
    told, others = (_told_in_front(look, skip, own) for look in (then, now))
    gone, come = next(iter(told - others), None), next(iter(others - told), None)
    if gone is None or come is None:
        return []
    message = (
        f"Keys went to what said {short(gone)} in the look {then.id}, and would go to what says {short(come)} now; "
        "name the element by its ref."
    )
    return [against("stale", message, "ref")]


def _told_in_front(look: Observation, skip: Skip, own: Collection[str]) -> Counter[str]:
    tree = look.tree
    frames = [frame for frame in frames_in_front(tree) if not skip(tree, frame)]
    told = [
        said for frame in frames for i, said in told_in(tree, frame + 1, tree.end(frame)) if not _is_left_out(look, i, skip, own)
    ]
    return Counter([*filter(None, (lasting(tree[frame].name) for frame in frames)), *told])


def _is_left_out(look: Observation, i: int, skip: Skip, own: Collection[str]) -> bool:
    return skip(look.tree, i) or look.ref_of(i) in own


def rows_beside(action: BaseAction, look: Observation) -> Iterator[tuple[str, ...]]:
    """What the rows of lists, tables and trees beside the meant elements tell, row by row."""
    for _, place in (*places_of(action), *([("ref", None)] if acts_at_focus(action) else [])):
        node = look.focus if place is None else _node(place, look)
        if node is not None:
            told = _lists(look, node, range(len(look.tree)), lambda tree, i: False, (), messages=False)
            yield from (row.words for each in told for row in each.rows)


_Spot = tuple[Observation, int]


def _beside(field: str, before: _Spot, after: _Spot, skip: Skip, own: Collection[str]) -> list[Violation]:
    """The texts beside it, wherever they stand, of which one is gone and another has come, and the choices."""
    words, others = (Counter((*_told(*spot, skip, own), *_chosen(*spot, own))) for spot in (before, after))
    gone, come = next(iter(words - others), None), next(iter(others - words), None)
    if gone is None or come is None:
        return []
    said = f"stood beside {short(gone)} and stands beside {short(come)} since the look {before[0].id}"
    return [_stale(field, after, said)]


def _in_rows(field: str, before: _Spot, after: _Spot, skip: Skip, own: Collection[str], *, messages: bool) -> list[Violation]:
    """The rows of lists, tables and messages of which one tells something else in its place, and the row that is chosen."""
    differing = Differing(before[0], after[0]).middle
    lists, now = (
        _lists(*spot, among, skip, own, messages=messages) for spot, among in zip((before, after), differing, strict=True)
    )
    since = f"since the look {before[0].id}"
    if (pair := replaced(lists, now)) is not None:
        said = f"stood beside a row of {short(pair[0])} and stands beside one of {short(pair[1])} {since}"
        return [_stale(field, after, said)]
    if not own and (pair := chosen_otherwise(lists, now)) is not None:
        return [_stale(field, after, f"stood beside {short(pair[0])}, which was chosen, and {short(pair[1])} is {since}")]
    return []


def _of_number(field: str, before: _Spot, after: _Spot, skip: Skip, own: Collection[str]) -> list[Violation]:
    """The numbers beside it of which nobody says whether they count or name, if one is another with the same words around it.

    Such as have gone on as counts do are none, nor are those of lists in which several rows have other numbers at once.
    """
    parts = Differing(before[0], after[0]).middle
    if not all(holds_number(spot[0].tree, part) for spot, part in zip((before, after), parts, strict=True)):
        return []
    told, now = (_bare_numbers(*spot, skip, own) for spot in (before, after))
    pairs = [
        (one, other)
        for label in told.keys() & now.keys()
        if len(told[label]) == len(now[label])
        for one, other in zip(told[label], now[label], strict=True)
        if one.number != other.number and (one.named or not goes_on(one.number, other.number))
    ]
    rows = {one.row for one, _ in pairs if one.row >= 0}
    meant = [(one, other) for one, other in pairs if one.row < 0 or len(rows) == 1]
    for one, other in sorted(meant, key=lambda pair: pair[0].node)[:1]:
        around = " ".join(filter(None, one.label))
        told_by = f" behind {short(around)}" if around else ""
        said = f"stood beside {short(one.number)}{told_by} and stands beside {short(other.number)} since the look {before[0].id}"
        return [_stale(field, after, said)]
    return []


def _bare_numbers(look: Observation, node: int, skip: Skip, own: Collection[str]) -> dict[tuple[str, ...], list[BareNumber]]:
    """By the words around them."""
    found: dict[tuple[str, ...], list[BareNumber]] = {}
    for each in bare_numbers(look.tree, node, lambda i: _is_left_out(look, i, skip, own)):
        found.setdefault(each.label, []).append(each)
    return found


def _stale(field: str, after: _Spot, said: str) -> Violation:
    return against("stale", f"{after[0].ref_of(after[1]) or 'It'} {said}: it may belong to something else now.", field)


def _node(place: Place | Pointing | str, look: Observation) -> int | None:
    """The node of a ref, or of what has a ref or a point; what stands at the latter by now was looked at before."""
    ref = place if isinstance(place, str) else place.ref
    if ref is not None:
        node: int | None = look.refs.get(ref)
        return node
    point = None if isinstance(place, str) else place.point
    return look.focus if point is None else node_at(look, point.x, point.y)


def _told(look: Observation, node: int, skip: Skip, own: Collection[str]) -> Iterable[str]:
    return (words for i, words in told_around(look.tree, node) if not _is_left_out(look, i, skip, own))


def _chosen(look: Observation, node: int, own: Collection[str]) -> Iterable[str]:
    """The radio buttons around an element that are chosen: what a press sends."""
    tree = look.tree
    for i in range(*frame_around(tree, node)):
        said = tree[i]
        if said.role is Role.RADIO and said.checked == "true" and i != node and not said.hidden and look.ref_of(i) not in own:
            yield look.name_of(i)


def _lists(look: Observation, node: int, among: range, skip: Skip, own: Collection[str], *, messages: bool) -> list[ToldList]:
    told_of = told_lists(look.tree, node, among, lambda i: _is_left_out(look, i, skip, own))
    return [told for told in told_of if messages or told.role not in MESSAGES]

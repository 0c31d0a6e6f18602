"""Whatever a page is made of: its controls end with the record that it shows, and with nothing less."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from lumos_layer import Observation, Session
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.execution import Executor
from lumos_layer.tree import Affordance
from tests.execution.surfaces import Surface
from tests.record_pages import DIALECTS, Part, button, dump, field, heading, listed, pane, row, text
from tests.trees import Row, node

_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu", "wa", "ze")
_LABELS = ("Name", "Town", "Mail", "Kind", "Owner", "Status", "Place", "Maker", "Title", "Team")
_VERBS = ("Delete", "Edit", "Share", "Call", "Print", "Archive")


class Shape(NamedTuple):
    """What stays of a page while it shows one record and another."""

    dialect: str
    ids: bool
    caption: str  # a heading above all that stays; none if empty
    titled: bool  # the first fact stands as a heading
    labels: tuple[str, ...]  # none: the facts stand alone
    in_fields: bool
    verbs: tuple[str, ...]
    verbs_first: bool
    boxed: bool

    def page(self, facts: list[str], *more: Part) -> tuple[Part, ...]:
        first, *rest = facts
        said = [heading(first) if self.titled else text(first)]
        for n, fact in enumerate(rest):
            label = self.labels[n] if self.labels else ""
            said += [text(f"{label}:")] if label else []
            said.append(field(label, fact) if self.in_fields and label else text(fact))
        controls = tuple(map(button, self.verbs))
        caption = (heading(self.caption),) if self.caption else ()
        parts = (pane(*caption, *said), pane(*controls)) if self.boxed else (*caption, *said, *controls)
        turned = (*controls, *caption, *said) if self.verbs_first and not self.boxed else parts
        return (*turned, *more)

    def dump(self, facts: list[str], *more: Part) -> bytes:
        return dump(self.dialect, *self.page(facts, *more), ids=self.ids)


def words() -> st.SearchStrategy[str]:
    """One or two words that no label is."""
    word = st.lists(st.sampled_from(_SYLLABLES), min_size=2, max_size=4).map("".join).map(str.capitalize)
    return st.lists(word, min_size=1, max_size=2).map(" ".join)


def different(one: list[str], other: list[str]) -> bool:
    return not set(" ".join(one).split()) & set(" ".join(other).split())


@st.composite
def pages(draw: st.DrawFn, records: int, least: int = 2) -> tuple[Shape, list[list[str]]]:
    """A page, and the facts of so many records that share no word."""
    size = draw(st.integers(least, 7))
    labels = draw(st.permutations(_LABELS).map(lambda mixed: tuple(mixed[: size - 1]))) if draw(st.booleans()) else ()
    shape = Shape(
        dialect=draw(st.sampled_from(DIALECTS)),
        ids=draw(st.booleans()),
        caption=draw(st.sampled_from(("", "Details"))),
        titled=draw(st.booleans()),
        labels=labels,
        in_fields=size > 2 and draw(st.booleans()),  # one field alone may have been written by whoever looks on
        verbs=draw(st.permutations(_VERBS).map(lambda mixed: tuple(mixed[:3]))),
        verbs_first=draw(st.booleans()),
        boxed=draw(st.booleans()),
    )
    made = draw(st.lists(words(), min_size=size * records, max_size=size * records, unique_by=lambda said: said.split()[0]))
    facts = [made[n * size : (n + 1) * size] for n in range(records)]
    return shape, facts


def refs(look: Observation, names: tuple[str, ...]) -> dict[str, str]:
    """By their names, the refs of these controls."""
    return {look.name_of(node): ref for ref, node in look.refs.items() if look.name_of(node) in names}


@settings(max_examples=400)
@given(pages(records=2))
def test_no_ref_of_a_control_lives_on_from_record_to_record(made: tuple[Shape, list[list[str]]]) -> None:
    shape, (ada, bob) = made
    if not different(ada, bob):
        return
    session = Session()
    first = refs(session.observe(shape.dump(ada)), shape.verbs)
    later = session.observe(shape.dump(bob))
    assert len(first) == len(shape.verbs)
    assert {name: ref for name, ref in first.items() if ref in later.refs} == {}


def _ticked(page: Shape, facts: list[str], seconds: int) -> bytes:
    return page.dump(facts, text(f"12:03:{seconds:02}"), text(f"{seconds} messages"))


@settings(max_examples=200)
@given(pages(records=2, least=5), st.data())
def test_no_ref_of_a_control_lives_on_where_two_records_have_a_fact_in_common(
    made: tuple[Shape, list[list[str]]], data: st.DataObject
) -> None:
    shape, (ada, bob) = made
    if not different(ada, bob):
        return
    same = data.draw(st.integers(1, len(ada) - 1))
    session = Session()
    first = refs(session.observe(shape.dump(ada)), shape.verbs)
    later = session.observe(shape.dump([*bob[:same], ada[same], *bob[same + 1 :]]))
    assert {name: ref for name, ref in first.items() if ref in later.refs} == {}


@settings(max_examples=400)
@given(pages(records=1, least=4), st.data())
def test_every_ref_lives_on_while_one_fact_of_the_record_changes(made: tuple[Shape, list[list[str]]], data: st.DataObject) -> None:
    """A fact, its clock, its counter: none of them makes another record of it."""
    shape, (facts,) = made
    now = [*facts]
    now[data.draw(st.integers(1, len(facts) - 1))] = data.draw(words())
    session = Session()
    first = refs(session.observe(_ticked(shape, facts, 5)), shape.verbs)
    later = refs(session.observe(_ticked(shape, now, 6)), shape.verbs)
    assert later == first


@settings(max_examples=200)
@given(pages(records=1), st.lists(words(), min_size=1, max_size=6, unique=True), st.data())
def test_every_ref_lives_on_while_rows_come_and_go(
    made: tuple[Shape, list[list[str]]], names: list[str], data: st.DataObject
) -> None:
    shape, (facts,) = made
    others = data.draw(st.permutations([*names, *data.draw(st.lists(words(), max_size=4))]))
    session = Session()
    first, later = (
        refs(session.observe(shape.dump(facts, listed(*(row("", text(name)) for name in shown)))), shape.verbs)
        for shown in (names, others[: data.draw(st.integers(0, len(others)))])
    )
    assert later == first


def rows(parts: tuple[Part, ...]) -> list[Row]:
    """The page as a tree of its parts."""
    kinds = {"field": "textbox", "pane": "group", "row": "listitem"}
    can: dict[str, tuple[Affordance, ...]] = {"button": ("click",), "field": ("type", "set_value")}
    made: list[Row] = [(0, node("window", "App", box=(0, 0, 400, 2000)))]
    waiting = [(1, part) for part in reversed(parts)]
    while waiting:
        level, part = waiting.pop()
        box = (0, 20 * len(made), 400, 18) if not part.inside else (0, 20 * len(made), 400, 20 * (1 + len(part.inside)))
        value = part.value if part.kind == "field" else None
        made.append((level, node(kinds.get(part.kind, part.kind), part.words, *can.get(part.kind, ()), box=box, value=value)))
        waiting += [(level + 1, each) for each in reversed(part.inside)]
    return made


@settings(max_examples=150)
@given(pages(records=2), st.integers(0, 2))
def test_no_act_that_was_chosen_on_one_record_is_done_to_another(made: tuple[Shape, list[list[str]]], which: int) -> None:
    shape, (ada, bob) = made
    if not different(ada, bob):
        return
    surface = Surface(*rows(shape.page(ada)))
    executor = Executor(surface, surface.clock)
    chosen = refs(executor.observe(), shape.verbs)[shape.verbs[which]]
    surface.rows = rows(shape.page(bob))
    outcome = executor.run({"type": "click", "ref": chosen})
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.sent) == ("stale", [])

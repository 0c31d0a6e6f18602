"""Equal elements of records, in whatever box a screen puts each record: told apart, found again, and never another one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lumos_layer
from lumos_layer import Locator, Observation, decode_locator
from lumos_layer.errors import Ambiguous, InputError, NoMatch, TargetError
from lumos_layer.perception.beside import Beside
from lumos_layer.testing.trees import Row, button, group, heading, link, node, observed, text
from lumos_layer.tree import Role

PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
BOXES = ("generic", "group", "region", "listitem", "row", "article")


class Record(NamedTuple):
    """What one box of a screen shows; `key` is whose it is."""

    key: str
    minutes: int
    town: str


class Kind(NamedTuple):
    """How a screen shows records."""

    box: str
    wrappers: int  # nameless boxes around each
    apart: bool  # the buttons stand in a box of their own
    time_first: bool
    buttons_first: bool
    as_link: bool

    def rows(self, record: Record, depth: int = 1) -> list[Row]:
        found: list[Row] = [(depth + level, group()) for level in range(self.wrappers)]
        at = depth + self.wrappers
        found.append((at, node(self.box)))
        said = [text(f"{record.minutes} min"), link(record.key) if self.as_link else text(record.key)]
        texts = [(at + 1, each) for each in (said if self.time_first else [*reversed(said)])]
        texts.append((at + 1, text(record.town)))
        inside = at + 1 + self.apart
        buttons: list[Row] = [(at + 1, group())] if self.apart else []
        buttons += [(inside, button("Edit")), (inside, button("Delete"))]
        return [*found, *(buttons + texts if self.buttons_first else texts + buttons)]

    def shown(self, records: list[Record], toast: str = "") -> tuple[Observation, dict[str, str]]:
        """The screen, and by ref of a button of a record whose it is."""
        rows: list[Row] = [(0, node("window", "People")), (1, text(toast))] if toast else [(0, node("window", "People"))]
        rows += [(1, button("New")), (1, node("group", ""))]
        for record in records:
            rows += self.rows(record, 2)
        seen = observed(*rows)
        refs = [ref for ref, i in seen.refs.items() if seen.tree[i].role is Role.BUTTON and seen.tree[i].name in ("Edit", "Delete")]
        owners = [record.key for record in records for _ in range(2)]
        return seen, {ref: f"{key} {seen.tree[seen.refs[ref]].name}" for ref, key in zip(refs, owners, strict=True)}


kinds = st.builds(Kind, st.sampled_from(BOXES), st.integers(0, 2), st.booleans(), st.booleans(), st.booleans(), st.booleans())


def record(key: str, random: Random) -> Record:
    return Record(key, random.randrange(1, 9), random.choice(("Rome", "Oslo")))


def changed(records: list[Record], random: Random) -> tuple[list[Record], set[str]]:
    """The records after they were sorted, scrolled, added to or taken from; and the keys of those that say another time now."""
    found, others = list(records), set()
    for _ in range(random.randrange(1, 4)):
        match random.choice(("sort", "scroll", "insert", "delete", "time", "rename")):
            case "sort":
                random.shuffle(found)
            case "scroll":
                found = found[random.randrange(len(found)) :]
            case "delete":
                del found[random.randrange(len(found))]
            case "insert":
                free = [key for key in PEOPLE if key not in {each.key for each in (*records, *found)}]
                found[random.randrange(len(found) + 1) : 0] = [record(key, random) for key in free[:1]]
            case "time":
                at = random.randrange(len(found))
                found[at] = found[at]._replace(minutes=random.randrange(1, 9))
                others.add(found[at].key)
            case "rename":
                at = random.randrange(len(found))
                found[at] = found[at]._replace(key=f"{found[at].key}-Lee")
        if not found:
            return [records[0]], others
    return found, others


@given(kinds, st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=300, deadline=None)
def test_a_button_of_a_record_is_found_again_and_never_one_of_another(kind: Kind, random: Random, with_toast: bool) -> None:
    records = [record(key, random) for key in random.sample(PEOPLE, random.randrange(2, 6))]
    seen, owners = kind.shown(records)
    later, others = changed(records, random)
    again, owners_now = kind.shown(later, random.choice(PEOPLE) if with_toast else "")
    for ref, owner in owners.items():
        locator = decode_locator(seen.locator(ref).json())
        assert seen.locate(locator) == ref
        try:
            found = again.locate(locator)
        except TargetError:
            assert owner not in owners_now.values() or owner.partition(" ")[0] in others
        else:
            assert owners_now[found] == owner


def of(seen: Observation, name: str) -> list[object]:
    refs = [ref for ref, i in seen.refs.items() if seen.name_of(i) == name]
    return [json.loads(seen.locator(ref).json()) for ref in refs]


def test_what_stands_beside_it_tells_an_element_where_no_role_says_row() -> None:
    rows = [((1, group()), (2, text(name)), (2, group()), (3, button("Delete"))) for name in ("Ada", "Bo")]
    seen = observed((0, node("window", "People")), *(row for each in rows for row in each))
    assert of(seen, "Delete") == [{"role": "button", "name": "Delete", "beside": name, "levels": 2} for name in ("Ada", "Bo")]
    assert str(seen.locator("A2")) == "button 'Delete' beside 'Bo'"


def test_all_words_up_to_a_number_are_said_that_tell_it() -> None:
    rows = [((0, group()), (1, text("Team")), (1, text(name)), (1, text("Rome")), (1, button("Delete"))) for name in ("Ada", "Bo")]
    assert of(observed(*(row for each in rows for row in each)), "Delete") == [
        {"role": "button", "name": "Delete", "beside": f"Team, {name}, Rome", "levels": 1} for name in ("Ada", "Bo")
    ]


def test_a_badge_that_another_record_has_by_now_does_not_lead_to_it() -> None:
    def people(*said: tuple[str, ...]) -> Observation:
        rows = [((0, group()), *((1, text(each)) for each in words), (1, button("Delete"))) for words in said]
        return observed(*(row for each in rows for row in each))

    locator = people(("New", "Ada"), ("Bo",)).locator("A1")
    assert locator.beside == "New, Ada"
    with pytest.raises(NoMatch):
        people(("Ada",), ("New", "Bo")).locate(locator)


def test_a_number_alone_does_not_tell_it() -> None:
    rows = [
        ((0, node("listitem")), (1, text(f"{n} min")), (1, text(name)), (1, button("Delete")))
        for n, name in ((3, "Ada"), (4, "Bo"))
    ]
    seen = observed(*(row for each in rows for row in each))
    assert of(seen, "Delete") == [
        {"role": "button", "name": "Delete", "beside": said, "levels": 1} for said in ("3 min, Ada", "4 min, Bo")
    ]
    later = observed((0, node("listitem")), (1, text("3 min")), (1, text("Bo")), (1, button("Delete")))
    with pytest.raises(NoMatch):
        later.locate(seen.locator("A1"))


def test_equal_records_in_parts_of_equal_names_are_told_by_both() -> None:
    def part(name: str) -> list[Row]:
        people = [row for who in ("Ada", "Bo") for row in ((1, group()), (2, text(who)), (2, button("Delete")))]
        return [(0, heading(name)), (0, group()), *people]

    assert of(observed(*part("Home"), *part("Work")), "Delete") == [
        {"role": "button", "name": "Delete", "heading": where, "beside": who, "levels": 1}
        for where in ("Home", "Work")
        for who in ("Ada", "Bo")
    ]


def test_what_stands_farther_off_is_not_beside_it() -> None:
    seen = observed(*(row for name in ("Ada", "Bo") for row in ((0, group()), (1, text(name)), (1, button("Delete")))))
    only_bo = observed((0, text("Ada")), (0, group()), (1, text("Bo")), (1, button("Delete")))
    with pytest.raises(NoMatch):
        only_bo.locate(seen.locator("A1"))


def test_equal_records_are_not_guessed() -> None:
    seen = observed(*(row for name in ("Ada", "Ada") for row in ((0, group()), (1, text(name)), (1, button("Delete")))))
    with pytest.raises(Ambiguous):
        seen.locator("A1")


ANDROID = (
    '<hierarchy rotation="0"><node class="androidx.recyclerview.widget.RecyclerView" scrollable="true" bounds="[0,0][400,900]">'
    "{rows}</node></hierarchy>"
)
ANDROID_ROW = (
    '<node class="android.widget.LinearLayout" bounds="[0,{y}][400,{end}]"><node class="android.widget.TextView" text="{name}" '
    'bounds="[0,{y}][200,{end}]"/><node class="android.widget.Button" text="Delete" clickable="true" '
    'bounds="[200,{y}][400,{end}]"/></node>'
)
UIA = '<Window Name="People" x="0" y="0" width="400" height="900" IsEnabled="True">{rows}</Window>'
UIA_ROW = (
    '<{tag} x="0" y="{y}" width="400" height="90"><Text Name="{name}" x="0" y="{y}" width="200" height="90"/>'
    '<Button Name="Delete" IsEnabled="True" x="200" y="{y}" width="200" height="90"/></{tag}>'
)


@pytest.mark.parametrize("tag", ["android", "Pane", "Group", "Custom"])
def test_dumps_whose_rows_are_no_rows(tag: str, tmp_path: Path) -> None:
    screen, row = (ANDROID, ANDROID_ROW) if tag == "android" else (UIA, UIA_ROW)

    def shown(*names: str) -> Observation:
        rows = "".join(row.format(tag=tag, name=name, y=90 * n, end=90 * n + 90) for n, name in enumerate(names))
        return lumos_layer.read(screen.format(rows=rows).encode())

    def delete(seen: Observation, name: str) -> str:
        at = next(i for i, each in enumerate(seen.tree) if each.name == name and each.role is Role.TEXT)
        ref = seen.ref_of(next(i for i in range(at, len(seen.tree)) if seen.tree[i].name == "Delete"))
        assert ref is not None
        return ref

    seen, later = shown("Ada", "Bo", "Cy"), shown("Eve", "Cy", "Ada")
    for name in ("Ada", "Cy"):
        assert later.locate(seen.locator(delete(seen, name))) == delete(later, name)
    with pytest.raises(NoMatch):
        later.locate(seen.locator(delete(seen, "Bo")))


@pytest.mark.parametrize("wrong", ['"beside":"Ada"', '"levels":1', '"beside":"Ada","levels":0', '"beside":"Ada","levels":33'])
def test_words_beside_it_are_said_with_levels(wrong: str) -> None:
    with pytest.raises(InputError, match="This is no locator"):
        decode_locator(f'{{"role":"button",{wrong}}}')


def test_levels_above_the_root_hold_nothing() -> None:
    with pytest.raises(NoMatch):
        observed((0, button("Delete"))).locate(Locator(role=Role.BUTTON, name="Delete", beside="Ada", levels=9))


@pytest.mark.parametrize("count", [100, 400])
def test_boxes_of_equal_elements_are_read_a_few_times_however_many_there_are(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    words = Beside._words

    def counted(beside: Beside, node: int, box: int, with_controls: bool) -> Iterator[str]:
        read.append(box)
        return words(beside, node, box, with_controls)

    monkeypatch.setattr(Beside, "_words", counted)
    rows: list[Row] = [(0, node("window", "People"))]
    for k in range(count):
        rows += [(1, group()), (2, text(f"Name {k}")), (2, text("Rome")), (2, button("Delete"))]
    seen = observed(*rows)
    deletes = [ref for ref, i in seen.refs.items() if seen.tree[i].name == "Delete"]
    assert [seen.locator(ref).beside for ref in deletes[:2]] == ["Name 0, Rome", "Name 1, Rome"]
    assert [seen.locate(seen.locator(ref)) for ref in deletes] == deletes
    assert len(read) <= 4 * count

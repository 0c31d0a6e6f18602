"""Looks in a journal: made again they are the same in everything, and after the first they cost what has changed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import orjson
import pytest
from hypothesis import given, settings
from msgspec.structs import replace
from pydantic import JsonValue

from lumos_layer import Observation, Session
from lumos_layer.errors import ScriptMismatch
from lumos_layer.perception.draft import Draft
from lumos_layer.testing.strategies.changing import changing
from lumos_layer.testing.strategies.edits import Edited, edited_trees
from lumos_layer.trace.events import Observed
from lumos_layer.trace.journal import Journal, read
from lumos_layer.trace.looks import Rebuilder, Seen, seen, written
from lumos_layer.trace.replaying import digest, replay
from lumos_layer.tree import Node, Rect, Region, Role
from tests.perception.test_session_contracts import drafted, observed

WINDOW = """<Window Name="Paint" IsOffscreen="False" x="0" y="0" width="800" height="600">
  <Edit Name="File name" Value="{value}" AutomationId="fileName" x="20" y="80" width="200" height="24"/>
  {more}
</Window>"""
BUTTONS = "".join(f'<Button Name="Item {i}" x="{i}" y="0" width="9" height="9"/>' for i in range(200))


def documents(looks: list[Observation], *, known: bool = True) -> list[JsonValue]:
    """The looks as a journal writes them; `known`: by the matching that the session made them with, where it did."""
    before: Seen | None = None
    last: Observation | None = None
    found = []
    for look in looks:
        now = seen(look)
        matching = look.matching_from(last) if known and last is not None else None
        found.append(orjson.loads(orjson.dumps(written(now, before, matching))))
        before, last = now, look
    return found


def again(looks: list[Observation], *, known: bool = True) -> list[Observation]:
    rebuilder, said = Rebuilder(), documents(looks, known=known)
    return [rebuilder.observation(look.id, look.surface, each) for look, each in zip(looks, said, strict=True)]


def assert_same(look: Observation, made: Observation) -> None:
    assert made.tree == look.tree
    assert list(made.tree.tags) == list(look.tree.tags)
    assert list(made.refs.items()) == list(look.refs.items())
    assert (made.id, made.surface, made.format, made.raw_bytes) == (look.id, look.surface, look.format, look.raw_bytes)
    assert (made.app, made.title, made.url, made.size, made.warnings) == (look.app, look.title, look.url, look.size, look.warnings)
    assert (made.focus, made.root) == (look.focus, look.root)
    assert made.blueprint(boxes="box").compact() == look.blueprint(boxes="box").compact()
    assert [made.path_of(i) for i in range(len(made.tree))] == [look.path_of(i) for i in range(len(look.tree))]
    assert list(made.tree.regions()) == list(look.tree.regions())
    assert made.tree.heights() == look.tree.heights()
    assert digest(made) == digest(look)


@settings(max_examples=150, deadline=None)
@given(changing(looks=4))
def test_every_look_of_a_session_can_be_made_again(made: list[Draft]) -> None:
    session = Session()
    looks = [observed(session, draft) for draft in made]
    for known in (True, False):
        for look, rebuilt in zip(looks, again(looks, known=known), strict=True):
            assert_same(look, rebuilt)


@settings(max_examples=150, deadline=None)
@given(edited_trees())
def test_a_look_can_be_made_again_whatever_a_screen_does(edited: Edited) -> None:
    session = Session()
    looks = [observed(session, drafted(tree)) for tree in (edited.before, edited.after, edited.before)]
    for known in (True, False):
        for look, rebuilt in zip(looks, again(looks, known=known), strict=True):
            assert_same(look, rebuilt)


def test_what_is_drawn_where_and_said_of_nodes_comes_back() -> None:
    session = Session()
    looks = []
    for shift in (0, 1, 0):
        draft = Draft()
        root = draft.open(Node(role=Role.WINDOW, name="W"), -1, "window")
        for i in range(3 + shift):
            draft.open(Node(role=Role.BUTTON, name=f"B{i}", can=("click",), bounds=Rect(0, i * 10, 9, 9)), root, "button")
            draft.close(i + 1)
        draft.close(root)
        draft.places = [f"/nodes/{i}" for i in range(len(draft.nodes))]
        draft.confidence, draft.origin = {1: 0.5 + shift / 10}, {1: "picture"}
        regions = [Region(i, Rect(i, shift, 5, 5)) for i in range(len(draft.nodes))]
        heights = list(range(len(draft.nodes)))
        draft.regions, draft.heights = lambda _, kept=regions: kept, lambda _, kept=heights: kept
        looks.append(observed(session, draft))
    for look, rebuilt in zip(looks, again(looks), strict=True):
        assert_same(look, rebuilt)
        assert (rebuilt.confidence_of(1), rebuilt.origin_of(1)) == (look.confidence_of(1), "picture")


def test_looks_made_again_follow_each_other() -> None:
    session = Session()
    looks = [session.observe(WINDOW.format(value=value, more="").encode()) for value in ("a", "b")]
    made = again(looks)
    assert made[1].since(made[0]).json() == looks[1].since(looks[0]).json()


def test_a_look_after_the_first_costs_what_has_changed() -> None:
    session = Session()
    screens = [WINDOW.format(value=value, more=BUTTONS).encode() for value in ("a", "b", "b")]
    whole, change, same = documents([session.observe(screen) for screen in screens])
    assert len(msgspec.json.encode(whole)) > 15_000
    assert len(msgspec.json.encode(change)) < 300
    assert same == {"kind": "change", "since": "o2"}


def test_a_look_knows_what_became_of_the_one_that_it_follows_and_of_no_other() -> None:
    session = Session()
    first, second, third = (session.observe(WINDOW.format(value=value, more=BUTTONS).encode()) for value in ("a", "b", "c"))
    matching = second.matching_from(first)
    assert matching is not None
    assert list(matching.forward) == list(range(len(first.tree)))
    assert third.matching_from(first) is None
    assert first.matching_from(second) is None
    page = session.observe(b'<Window Name="Other" IsOffscreen="False"><Text Name="Nothing of before"/></Window>')
    assert page.matching_from(third) is None


def test_another_page_is_written_whole() -> None:
    session = Session()
    first = session.observe(WINDOW.format(value="a", more=BUTTONS).encode())
    second = session.observe(b'<Window Name="Other" IsOffscreen="False"><Text Name="Nothing of before"/></Window>')
    _, other = documents([first, second])
    assert isinstance(other, dict)
    assert other["kind"] == "whole"
    assert_same(second, again([first, second])[1])


def test_a_change_without_the_look_before_is_refused() -> None:
    session = Session()
    looks = [session.observe(WINDOW.format(value=value, more="").encode()) for value in ("a", "b", "c")]
    first, second, third = documents(looks)
    with pytest.raises(ValueError, match="the look o2 follows o1 on 'main', which is not the look before"):
        Rebuilder().observation("o2", "main", second)
    rebuilder = Rebuilder()
    rebuilder.observation("o1", "main", first)
    with pytest.raises(ValueError, match="follows o2"):
        rebuilder.observation("o3", "main", third)
    assert isinstance(third, dict)
    with pytest.raises(ScriptMismatch):
        rebuilder.observation("o3", "main", {**third, "since": "o1"})


def test_what_must_not_be_written_is_in_no_look_and_deltas_fit_all_the_same() -> None:
    def clean(value: JsonValue) -> JsonValue:
        if isinstance(value, str):
            return value.replace("hunter22", "[secret]")
        if isinstance(value, dict):
            return {key: clean(each) for key, each in value.items()}
        return [clean(each) for each in value] if isinstance(value, list) else value

    session = Session()
    screens = [WINDOW.format(value=value, more=BUTTONS) for value in ("hunter22", "hunter22 and more", "hunter2")]
    looks = [session.observe(screen.encode(), surface="main") for screen in screens]
    before: Seen | None = None
    rebuilder = Rebuilder()
    values = []
    for look in looks:
        now = seen(look, clean)
        said = written(now, before)
        assert b"hunter22" not in orjson.dumps(said)
        made = rebuilder.observation(look.id, look.surface, said)
        assert made.tree == look.tree.with_nodes([_without(node) for node in look.tree])
        assert list(made.refs.items()) == list(look.refs.items())
        assert digest(look, clean) == digest(made)
        values.append(made.tree[1].value)
        before = now
    assert values == ["[secret]", "[secret] and more", "hunter2"]


def _without(node: Node) -> Node:
    return node if node.value is None else replace(node, value=node.value.replace("hunter22", "[secret]"))


def test_a_process_started_anew_writes_only_what_has_changed_since(tmp_path: Path) -> None:
    session = Session()
    screens = [WINDOW.format(value=value, more=BUTTONS).encode() for value in ("a", "b", "c")]
    looks = [session.observe(screen) for screen in screens]
    for look in looks:
        with Journal(tmp_path / "j") as journal:
            journal.look(look)
    events = [entry.event for entry in read(tmp_path / "j")]
    kinds = [event.look["kind"] for event in events if isinstance(event, Observed) and isinstance(event.look, dict)]
    assert kinds == ["whole", "change", "change"]
    assert replay(read(tmp_path / "j")).observations == {look.id: digest(look) for look in looks}

"""What holds of every session, whatever the screens."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given, settings

from lumos_layer import Observation, Session
from lumos_layer.errors import NoSuchRef, StaleRef
from lumos_layer.perception import session as sessions
from lumos_layer.perception.continuing import Parsed
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats import FORMATS
from lumos_layer.testing.strategies.changing import changing
from lumos_layer.testing.strategies.edits import Edited, edited_trees
from lumos_layer.tree import Node, Tree

_UIA = next(dialect for dialect in FORMATS if dialect.name == "uia")


def observed(session: Session, draft: Draft) -> Observation:
    """A look at a draft, as if a dump had held it."""
    made = Draft()
    for name in Draft.__slots__:
        value = getattr(draft, name)
        setattr(made, name, value[:] if name in ("nodes", "parents", "ends", "tags", "places") else value)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sessions, "parse", lambda *_: Parsed(made, _UIA, 1000))
        return session.observe(b"")


def drafted(tree: Tree) -> Draft:
    draft = Draft()
    draft.nodes, draft.tags = list(tree.nodes), [node.role.value for node in tree]
    draft.parents, draft.ends = array("q", tree.parents), array("q", tree.ends)
    return draft


def by_ref(observation: Observation) -> dict[str, Node]:
    return {ref: observation.tree[node] for ref, node in observation.refs.items()}


@settings(max_examples=150)
@given(changing(looks=4, with_ids=True))
def test_no_number_is_ever_given_to_another_element(made: list[Draft]) -> None:
    """As far as the platform's ids tell: a ref moves to another id only where the element of the first is gone."""
    session = Session()
    ids: dict[str, str] = {}
    for draft in made:
        observation = observed(session, draft)
        there = {node.native_id for node in observation.tree}
        for ref, node in by_ref(observation).items():
            had = ids.get(ref, node.native_id)
            assert had == node.native_id or had not in there
            ids[ref] = node.native_id


@settings(max_examples=200)
@given(edited_trees())
def test_a_ref_stays_with_its_element_whatever_a_screen_does(edited: Edited) -> None:
    if not edited.tells:
        return
    session = Session()
    before, after = observed(session, drafted(edited.before)), observed(session, drafted(edited.after))
    was = {ref: edited.keys[node] for ref, node in before.refs.items()}
    now = {ref: edited.keys_after[node] for ref, node in after.refs.items()}
    assert {ref: key for ref, key in now.items() if was.get(ref, key) != key} == {}


@settings(max_examples=150)
@given(changing(looks=4))
def test_a_ref_keeps_its_role_and_new_ones_are_larger_than_all_before(made: list[Draft]) -> None:
    session = Session()
    roles: dict[str, str] = {}
    most = 0
    for draft in made:
        refs = by_ref(observed(session, draft))
        for ref, node in refs.items():
            assert roles.setdefault(ref, node.role) == node.role
        fresh = [number for ref in refs if (number := int(ref[1:])) > most]
        assert len(set(refs)) == len(refs)
        most = max([most, *fresh])


@given(changing(looks=4))
def test_every_ref_that_was_given_out_leads_to_an_element_or_is_stale(made: list[Draft]) -> None:
    session = Session()
    given_out: set[str] = set()
    for draft in made:
        observation = observed(session, draft)
        given_out |= set(observation.refs)
        for ref in given_out:
            if ref in observation.refs:
                assert session.resolve(ref) == (observation, observation.refs[ref])
            else:
                with pytest.raises(StaleRef):
                    session.resolve(ref)
    with pytest.raises(NoSuchRef):
        session.resolve("A999999")


@settings(max_examples=60)
@given(changing(looks=4))
def test_saving_and_loading_at_any_point_changes_nothing(tmp_path_factory: pytest.TempPathFactory, made: list[Draft]) -> None:
    file = tmp_path_factory.mktemp("saved") / "session.json"
    one, other = Session(), Session()
    for draft in made:
        look, same = observed(one, draft), observed(other, draft)
        assert look.blueprint(boxes="box").object() == same.blueprint(boxes="box").object()
        assert (look.id, dict(look.refs)) == (same.id, dict(same.refs))
        other.save(file)
        other = Session.load(file)


@given(changing(looks=3, edits=1))
def test_looking_twice_at_the_same_changes_no_ref(made: list[Draft]) -> None:
    session = Session()
    for draft in made:
        first, second = observed(session, draft), observed(session, draft)
        assert dict(first.refs) == dict(second.refs)
        assert second.since(first).same


@given(changing(looks=3, with_ids=True))
def test_what_was_protected_is_never_told(made: list[Draft]) -> None:
    session = Session()
    for n, draft in enumerate(made):
        nodes = draft.nodes
        protected = [i for i, node in enumerate(nodes) if node.protected and node.native_id]
        secret = f"secret{n}secret"
        if n:  # the page shows what was protected
            for i in protected:
                nodes[i] = Node(**{k: getattr(nodes[i], k) for k in Node.__struct_fields__} | {"protected": False, "value": secret})
        earlier = session.latest()
        observation = observed(session, draft)
        known = {node.native_id for node in earlier.tree if node.protected} if earlier is not None else set()
        shown = {node.native_id for node in observation.tree if node.value == secret}
        assert shown.isdisjoint(known)
        assert all(node.protected for node in observation.tree if node.native_id in known)

"""What a blueprint promises, for all trees."""

from __future__ import annotations

import json
import re
from collections import Counter

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer import Blueprint, Observation, decode, decode_object
from lumos_layer.errors import BudgetTooSmall, NoMatch
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.perception.blueprint import Boxes
from lumos_layer.perception.items import Element, Group, Heading, More, Text
from lumos_layer.perception.observation import AskedView
from lumos_layer.testing.strategies import observations
from lumos_layer.tree import Node, Role, Tree

VIEWS: tuple[AskedView, ...] = ("full", "outline", "interactive", "auto")
BOXES: tuple[Boxes, ...] = ("none", "centre", "box")
views = st.sampled_from(VIEWS)
boxes = st.sampled_from(BOXES)

_OBJECT = jsonschema.Draft202012Validator(SCHEMAS["blueprint.schema.json"])
_COMPACT = jsonschema.Draft202012Validator(SCHEMAS["blueprint-compact.schema.json"])


def visible(observation: Observation, i: int) -> bool:
    """The definition in docs/dialects.md, read slowly, without its exceptions for what has no area."""
    tree = observation.tree
    chain = [i, *tree.ancestors(i)]
    if any((tree[j].hidden or tree[j].offscreen) and not tree[j].focused for j in chain):
        return False
    if any(tree[j].minimized for j in chain[1:]):
        return False
    bounds, screen = tree[i].bounds, tree[0].bounds
    if bounds is None:
        return True
    if bounds.empty:
        return False
    whole = observation.format != "browser" and screen is not None and not screen.empty and tree.end(0) == len(tree)
    return not whole or screen is None or bounds.touches(screen)


def is_the_same_as_the_one_around(tree: Tree, i: int, observation: Observation) -> bool:
    """One element, one ref: role, name, value, affordances and box are those of the nearest visible actionable node around."""

    def key(node: Node) -> tuple[object, ...]:
        return node.role, node.name, node.value, node.can, node.bounds

    around = next((j for j in tree.ancestors(i) if tree[j].actionable and visible(observation, j)), None)
    return around is not None and tree[i].bounds is not None and key(tree[i]) == key(tree[around])


def counts(blueprint: Blueprint) -> Counter[str]:
    return Counter(blueprint.refs)


@given(observations())
def test_every_visible_actionable_element_has_exactly_one_ref_and_is_shown_once(observation: Observation) -> None:
    tree = observation.tree
    nodes = Counter(observation.refs.values())
    full, interactive = counts(observation.blueprint()), counts(observation.blueprint(view="interactive"))
    for i in range(len(tree)):
        if tree[i].actionable and visible(observation, i) and not is_the_same_as_the_one_around(tree, i, observation):
            ref = observation.ref_of(i)
            assert nodes[i] == 1
            assert ref is not None
            assert full[ref] == interactive[ref] == 1
    assert set(nodes.values()) <= {1}
    assert set(full.values()) | set(interactive.values()) <= {1}


@given(observations())
def test_what_is_said_to_be_hidden_has_no_ref(observation: Observation) -> None:
    tree = observation.tree
    for node in observation.refs.values():
        around = [tree[j] for j in (node, *tree.ancestors(node))]
        assert not any((other.hidden or other.offscreen) and not other.focused for other in around)
        assert not any(other.minimized for other in around[1:])


def said(observation: Observation) -> set[str]:
    """Every word that the full blueprint says, or leads to by a ref where it is cut."""
    blueprint = observation.blueprint()
    words = [blueprint.title, blueprint.app]
    for item in blueprint.walk():
        if isinstance(item, Text | Heading):
            words.append(item.text)
        elif isinstance(item, Element | Group):
            words += item.name, item.value or "", observation.text_of(item.ref) if item.ref else ""
    return set(re.findall(r"\w+", " ".join(words)))


def is_decoration_or_desktop(tree: Tree, i: int) -> bool:
    """What the passes leave out although it has words: separators, and what windows stand in."""
    return tree[i].role in (Role.SEPARATOR, Role.APPLICATION) or (
        tree.parent(i) is None and tree[i].role in (Role.GENERIC, Role.GROUP)
    )


@given(observations(telling=True))
def test_every_word_of_what_is_visible_is_said(observation: Observation) -> None:
    tree, words = observation.tree, said(observation)
    for i in range(len(tree)):
        if visible(observation, i) and not is_decoration_or_desktop(tree, i):
            assert set(re.findall(r"\w+", f"{tree[i].name} {tree[i].value or ''}")) <= words


@given(observations(), views)
def test_elements_stand_in_the_order_of_the_dump(observation: Observation, view: AskedView) -> None:
    blueprint = observation.blueprint(view=view)
    nodes = [observation.refs[ref] for ref in blueprint.refs if ref != blueprint.root]
    assert nodes == sorted(nodes)


@given(observations())
def test_names_values_states_and_boxes_are_those_of_the_tree(observation: Observation) -> None:
    for item in observation.blueprint(boxes="box").walk():
        if not isinstance(item, Element | Group) or not item.ref:
            continue
        node = observation.tree[observation.refs[item.ref]]
        if node.name:
            assert node.name.startswith(item.name)
            assert len(node.name) == len(item.name) + (item.name_left or 0)
        assert item.value is None or (node.value or "").startswith(item.value)
        assert ("disabled" in item.states) == (node.enabled is False)
        assert ("checked" in item.states) == (node.checked == "true")
        assert ("collapsed" in item.states, "expanded" in item.states) == (node.expanded is False, node.expanded is True)
        assert item.can == (node.can or (("focus",) if node.focused else ()))
        b = node.bounds
        assert item.at == (None if b is None else (b.x, b.y, b.width, b.height))


@given(observations(), views, boxes)
def test_both_forms_hold_the_same_and_come_back_whole(observation: Observation, view: AskedView, box: Boxes) -> None:
    blueprint = observation.blueprint(view=view, boxes=box)
    assert decode(blueprint.compact()).object() == blueprint.object()
    assert decode_object(blueprint.object()).compact() == blueprint.compact()


@given(observations(), views, boxes)
def test_both_forms_are_valid_by_their_schemas(observation: Observation, view: AskedView, box: Boxes) -> None:
    blueprint = observation.blueprint(view=view, boxes=box)
    _OBJECT.validate(json.loads(blueprint.object()))
    _COMPACT.validate(json.loads(blueprint.compact()))


@given(observations(), views, boxes)
def test_the_same_observation_gives_the_same_bytes(observation: Observation, view: AskedView, box: Boxes) -> None:
    first = observation.blueprint(view=view, boxes=box)
    observation.blueprint(view="outline", boxes="none")
    assert observation.blueprint(view=view, boxes=box).compact() == first.compact()


@given(observations(), views, boxes, st.integers(1, 900), st.sampled_from(("compact", "object")))
def test_a_budget_is_never_exceeded_and_the_least_one_is_named(
    observation: Observation, view: AskedView, box: Boxes, budget: int, form: str
) -> None:
    def printed(budget: int) -> str:
        found = observation.blueprint(view=view, boxes=box, budget=budget, form=form, counter=len)  # type: ignore[arg-type]
        return found.compact() if form == "compact" else found.object()

    refused: BudgetTooSmall | None = None
    try:
        text = printed(budget)
    except BudgetTooSmall as error:
        refused, text = error, printed(error.minimum)
    assert refused is None or refused.minimum > budget
    assert len(text) <= (refused.minimum if refused else budget)


@given(observations(), st.integers(1, 900))
def test_what_a_budget_leaves_out_is_counted_where_it_was(observation: Observation, budget: int) -> None:
    whole = observation.blueprint()
    try:
        less = observation.blueprint(budget=budget, counter=len)
    except BudgetTooSmall:
        return
    left_out = sum(item.count for item in less.walk() if isinstance(item, More))
    groups = less.omitted.get("budget", 0) - left_out
    assert (
        0
        <= groups
        <= sum(isinstance(item, Group) for item in whole.walk()) + sum(isinstance(item, Element) for item in whole.walk())
    )
    assert less.cut == (less.omitted.get("budget", 0) > 0)
    assert less.compact() == whole.compact() or less.cut


@given(observations())
def test_a_budget_that_is_just_enough_changes_nothing(observation: Observation) -> None:
    whole = observation.blueprint().compact()
    exact = observation.blueprint(budget=len(whole), counter=len)
    assert exact.compact() == whole
    assert not exact.cut


@given(observations(), boxes)
def test_under_every_mark_there_is_more_to_see(observation: Observation, box: Boxes) -> None:
    for mark in observation.blueprint(view="outline", boxes=box).walk():
        if isinstance(mark, More) and mark.under is not None and mark.under != observation.blueprint().root:
            assert len(list(observation.blueprint(ref=mark.under).walk())) >= 1


@given(observations(), st.sampled_from(("save", "EDIT", "Ada", "zzz")))
def test_a_search_shows_just_what_contains_the_words_and_the_groups_around_it(observation: Observation, wanted: str) -> None:
    try:
        found = list(observation.blueprint(find=wanted).walk())
    except NoMatch:
        found = []
    for item in found:
        if isinstance(item, Text):
            assert wanted.casefold() in item.text.casefold()
        elif isinstance(item, Element):
            node = observation.refs[item.ref or ""]
            is_around = observation.tree.end(node) > node + 1
            assert is_around or wanted.casefold() in observation.text_of(item.ref or "").casefold()


@given(observations())
def test_a_protected_value_is_never_shown(observation: Observation) -> None:
    for item in observation.blueprint().walk():
        if isinstance(item, Element | Group) and "protected" in item.states:
            assert item.value is None
            assert ("filled" in item.states) != ("empty" in item.states)


@pytest.mark.parametrize("form", ["compact", "object"])
@given(observation=observations())
def test_no_control_character_is_printed(observation: Observation, form: str) -> None:
    text = observation.blueprint().compact() if form == "compact" else observation.blueprint().object()
    assert not any(ord(c) < 32 for c in text)


@given(observations())
def test_the_focus_is_named_and_shown(observation: Observation) -> None:
    focused = [i for i in range(len(observation.tree)) if observation.tree[i].focused and visible(observation, i)]
    blueprint = observation.blueprint(view="interactive")
    if focused:
        assert blueprint.focus is not None
        assert observation.tree[observation.refs[blueprint.focus]].focused
        assert blueprint.focus in blueprint.refs

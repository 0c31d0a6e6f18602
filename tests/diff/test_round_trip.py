from __future__ import annotations

from array import array
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.diff import Matching, decode_script, diff, match, patch
from lumos_layer.testing.strategies import trees
from lumos_layer.tree import Role, Tree


def same(made: Tree, wanted: Tree) -> bool:
    return made == wanted and [made.tag(i) for i in range(len(made))] == [wanted.tag(i) for i in range(len(wanted))]


@given(trees(), trees())
def test_patching_with_the_difference_gives_the_tree_after(before: Tree, after: Tree) -> None:
    made = patch(before, diff(before, after))
    assert same(made, after)
    assert list(made.ends) == list(after.ends)


@given(trees(), trees())
def test_a_script_survives_json(before: Tree, after: Tree) -> None:
    script = diff(before, after)
    assert decode_script(script.json()) == script


@given(trees())
def test_equal_trees_have_an_empty_script(tree: Tree) -> None:
    assert len(diff(tree, tree)) == 0
    assert same(patch(tree, diff(tree, tree)), tree)


@given(trees(), trees())
def test_a_matching_is_one_to_one_and_keeps_roles_that_are_said(before: Tree, after: Tree) -> None:
    matching = match(before, after)
    for i, j in enumerate(matching.forward):
        assert j < 0 or (
            matching.backward[j] == i and (before[i].role is after[j].role or Role.GENERIC in (before[i].role, after[j].role))
        )
    assert sum(j >= 0 for j in matching.forward) == sum(i >= 0 for i in matching.backward)


@given(trees(), trees(), st.randoms(use_true_random=False))
def test_any_matching_gives_a_script_that_fits(before: Tree, after: Tree, random: Random) -> None:
    forward, backward = array("q", (-1,)) * len(before), array("q", (-1,)) * len(after)
    size = random.randint(0, min(len(before), len(after)))
    for i, j in zip(random.sample(range(len(before)), size), random.sample(range(len(after)), size), strict=True):
        forward[i], backward[j] = j, i
    assert same(patch(before, diff(before, after, Matching(forward, backward))), after)

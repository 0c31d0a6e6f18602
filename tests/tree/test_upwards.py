"""What stands around nodes, without going up level by level."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.tree import Node, Tree, tree_of
from lumos_layer.tree.upwards import Levels, Nearest


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    parents: list[int] = []
    path: list[int] = []
    for i in range(draw(st.integers(1, 60))):
        del path[draw(st.integers(0, len(path))) :]
        parents.append(path[-1] if path else -1)
        path.append(i)
    return tree_of([Node()] * len(parents), parents)


@given(trees())
def test_any_number_of_levels_up_is_the_ancestor_that_going_up_one_by_one_finds(tree: Tree) -> None:
    levels = Levels(tree.parents)
    for i in range(len(tree)):
        around = [i, *tree.ancestors(i)]
        assert [levels.above(i, up) for up in range(len(around) + 2)] == [*around, -1, -1]
        assert [levels.between(i, above) for above in around] == [*range(len(around))]


@given(trees())
def test_the_nearest_upwards_is_the_node_itself_or_the_first_ancestor_that_passes(tree: Tree) -> None:
    nearest = Nearest(tree, lambda i: i % 3 == 0)
    assert [nearest.of(i) for i in range(len(tree))] == [
        next((above for above in (i, *tree.ancestors(i)) if above % 3 == 0), -1) for i in range(len(tree))
    ]


def test_what_is_many_levels_up_in_a_very_deep_tree_is_found_for_each_node() -> None:
    depth = 100_000
    tree = tree_of([Node()] * depth, [*range(-1, depth - 1)])
    levels = Levels(tree.parents)
    assert all(levels.above(i, levels.between(i, i // 2)) == i // 2 for i in range(depth))


@given(trees(), st.integers(0, 60))
def test_the_highest_that_passes_is_found_where_all_above_it_fail(tree: Tree, least: int) -> None:
    levels = Levels(tree.parents)
    for i in range(least, len(tree)):
        assert levels.highest(i, lambda above: above >= least) == min(above for above in (i, *tree.ancestors(i)) if above >= least)

"""Which modal takes what is meant for a node: the same as a slow reading that asks every modal and goes up level by level."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from lumos_layer.tree import Node, Rect, Role, Tree, tree_of
from lumos_layer.tree.hit_test import HitTest
from lumos_layer.tree.layers import POPUP, WINDOWS
from lumos_layer.tree.modality import Scope, scopes_of

_ROLES = (Role.GROUP, Role.DIALOG, Role.WINDOW, Role.APPLICATION, Role.DOCUMENT, Role.MENU)


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Trees full of windows, popups, programs and modals."""
    parents: list[int] = []
    path: list[int] = []
    nodes: list[Node] = []
    for _ in range(draw(st.integers(1, 40))):
        del path[len(path) - min(draw(st.sampled_from((0, 0, 0, 1, 2, 5))), len(path)) :]
        parents.append(path[-1] if path else -1)
        path.append(len(nodes))
        nodes.append(Node(role=draw(st.sampled_from(_ROLES)), modal=draw(st.booleans()), bounds=Rect(0, 0, 9, 9)))
    return tree_of(nodes, parents)


def program_of(tree: Tree, node: int) -> int:
    """The nearest application around the outermost window that the node is or stands in."""
    windows = [i for i in (node, *tree.ancestors(node)) if tree[i].role in WINDOWS]
    around = tree.ancestors(windows[-1]) if windows else ()
    return next((i for i in around if tree[i].role is Role.APPLICATION), -1)


def first_blocking(test: HitTest, scopes: Sequence[Scope], node: int) -> int:
    layers = test.survey.layers.all
    around, popups = test.survey.layer_of[node], []
    while around > 0:
        if layers[around].kind == POPUP:
            popups.append(layers[around].node)
        around = layers[around].around
    for scope in scopes:
        if scope.node <= node < scope.end and not scope.modal <= node < scope.modal_end:
            opened = any(popup > scope.modal for popup in popups)
            if not opened and (not scope.of_program or program_of(test.tree, node) == scope.node):
                return scope.modal
    return -1


@given(trees(), st.data())
@settings(max_examples=300, deadline=None)
def test_the_modal_that_blocks_is_the_one_that_asking_every_modal_finds(tree: Tree, data: st.DataObject) -> None:
    top = data.draw(st.integers(0, len(tree) - 1))
    for test, part in ((HitTest(tree), range(len(tree))), (HitTest(tree).only(top), range(top, tree.end(top)))):
        scopes = scopes_of(test.survey, test.order, part)
        for node in data.draw(st.permutations(part)):
            found, blocked = -1, node
            while (modal := first_blocking(test, scopes, blocked)) >= 0:
                found = blocked = modal
            assert test.blocking(node) == found


def test_very_many_modal_dialogs_inside_each_other_are_no_matter() -> None:
    count = 100_000
    dialog, button = Node(role=Role.DIALOG, modal=True, bounds=Rect(0, 0, 9, 9)), Node(role=Role.BUTTON, bounds=Rect(0, 0, 9, 9))
    nodes = [node for _ in range(count) for node in (dialog, button)]
    test = HitTest(tree_of(nodes, [i - 1 if i % 2 else max(i - 2, -1) for i in range(2 * count)]))
    innermost = 2 * count - 2
    assert {test.blocking(2 * i + 1) for i in range(count - 1)} == {innermost}
    assert (test.blocking(innermost), test.blocking(innermost + 1)) == (-1, -1)

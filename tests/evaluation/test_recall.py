from __future__ import annotations

import pytest
from hypothesis import given

from lumos_layer import Observation
from lumos_layer.evaluation.recall import Recall, elements, lost, recall
from lumos_layer.evaluation.visible import visible
from lumos_layer.testing.strategies import observations
from tests.evaluation.screens import button, text, window

SCREEN = window(
    button("Save")
    + button("Cancel", y=40, more='IsEnabled="False"')
    + text("Ready", y=70)
    + button("Gone", more='IsOffscreen="True"')
)


def test_every_visible_element_that_can_be_acted_on_is_counted_and_shown() -> None:
    assert recall(SCREEN, SCREEN.blueprint()) == Recall(2, 2)
    assert recall(SCREEN, SCREEN.blueprint(view="interactive")) == Recall(2, 2)
    assert lost(SCREEN, SCREEN.blueprint()) == []


def test_an_element_that_a_view_leaves_out_is_lost() -> None:
    outline = SCREEN.blueprint(view="outline")
    assert recall(SCREEN, outline) == Recall(2, 0)
    assert [SCREEN.tree[i].name for i in lost(SCREEN, outline)] == ["Save", "Cancel"]


def test_an_element_that_is_shown_twice_is_lost() -> None:
    blueprint = SCREEN.blueprint()
    blueprint.items.append(next(item for item in blueprint.walk() if getattr(item, "name", "") == "Save"))
    assert [SCREEN.tree[i].name for i in lost(SCREEN, blueprint)] == ["Save"]


@pytest.mark.parametrize(
    "inside",
    [
        button("Zero").replace('width="80"', 'width="0"'),
        button("Beyond", x=700),
        f'<Group IsOffscreen="True">{button("Inside")}</Group>',
        f'<Window Name="Small" WindowVisualState="Minimized" x="9" y="9" width="90" height="90">{button("Inside")}</Window>',
        text("Words"),
    ],
)
def test_what_cannot_be_seen_or_acted_on_is_not_expected(inside: str) -> None:
    screen = window(inside)
    assert [screen.tree[element[0]].name for element in elements(screen)] in ([], ["Small"])


def test_a_wrapper_and_the_same_once_more_are_one_element() -> None:
    outer = '<Button Name="Go" x="1" y="1" width="9" height="9">'
    screen = window(f'{outer}<Group x="1" y="1" width="9" height="9">{outer}</Button></Group></Button>')
    assert elements(screen) == [[1, 3]]
    assert recall(screen, screen.blueprint()) == Recall(1, 1)


def test_equal_elements_beside_each_other_are_two() -> None:
    assert elements(window(button("Go") + button("Go"))) == [[1], [2]]


@given(observations())
def test_a_full_and_an_interactive_blueprint_lose_nothing(observation: Observation) -> None:
    assert lost(observation, observation.blueprint()) == []
    assert lost(observation, observation.blueprint(view="interactive")) == []


@given(observations())
def test_visible_nodes_come_in_the_order_of_the_dump(observation: Observation) -> None:
    found = list(visible(observation))
    assert found == sorted(set(found))

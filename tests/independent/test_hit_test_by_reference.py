"""The hit test that is used and its slow reading: the same answers on every screen."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lumos_layer import Observation
from lumos_layer.errors import NotClickable
from lumos_layer.testing.strategies.screens import screens, spots
from lumos_layer.tree import Role
from tests.independent.hit_reference import TOPMOST_FIRST, Reading, first_of_twins


def reading_of(observation: Observation, scope: int | None = None) -> Reading:
    named = frozenset(observation.refs.values())
    return Reading(observation.tree, observation.refs.letter, observation.format in TOPMOST_FIRST, scope, named)


def element(observation: Observation, node: int | None) -> int | None:
    """The element that a node is once more: with a twin, its first."""
    return first_of_twins(observation.tree, node) if node is not None and observation.tree[node].can else node


@given(screens(), st.data())
@settings(max_examples=60, deadline=None)
def test_the_same_is_hit_for_the_same_reason(observation: Observation, data: st.DataObject) -> None:
    reading = reading_of(observation)
    for _ in range(8):
        x, y = data.draw(spots(observation))
        node, why = reading.hit(x, y)
        found = observation._pointing.test.at(x, y)
        assert (found.node, found.reason) == (-1 if node is None else node, why)


@given(screens(), st.data())
@settings(max_examples=40, deadline=None)
def test_the_same_is_hit_in_a_part_that_is_asked_for(observation: Observation, data: st.DataObject) -> None:
    scope = data.draw(st.integers(0, len(observation.tree) - 1))
    reading, part = reading_of(observation, scope), observation._pointing.test.only(scope)
    for _ in range(4):
        x, y = data.draw(spots(observation))
        node, why = reading.hit(x, y)
        found = part.at(x, y)
        assert (found.node, found.reason) == (-1 if node is None else node, why)


@given(screens(), st.data(), st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_the_same_element_is_the_nearest(observation: Observation, data: st.DataObject, radius: int) -> None:
    reading, tree = reading_of(observation), observation.tree
    x, y = data.draw(spots(observation))
    answer = reading.nearest(x, y, radius)
    hit = observation.element_from_point(x, y, near=radius)
    acted = hit.actionable is not None and tree[hit.actionable].role not in (
        Role.WINDOW,
        Role.DIALOG,
        Role.ALERTDIALOG,
        Role.DOCUMENT,
    )
    assert (element(observation, hit.actionable), hit.distance) == answer if answer else not acted


@given(screens())
@settings(max_examples=40, deadline=None)
def test_a_click_reaches_its_element_and_only_what_no_click_reaches_is_refused(observation: Observation) -> None:
    reading = reading_of(observation)
    # The window that is the whole screen has no twins: what is just like it has a ref of its own.
    assume(all(first_of_twins(observation.tree, node) == node for node in observation.refs.values()))
    for ref, node in observation.refs.items():
        why = reading.refusal(node)
        if why is not None:
            with pytest.raises(NotClickable) as refused:
                observation.click_point(ref)
            assert refused.value.reason == why
            continue
        point, middle = observation.click_point(ref), reading.middle(node)
        assert point == middle if middle is not None else point in reading.preferred_pixels(node)

"""What holds of every delta, whatever the two screens."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from lumos_layer import Observation
from lumos_layer.perception import tokens
from lumos_layer.perception.blueprint import Blueprint, Boxes
from lumos_layer.perception.continuing import Parsed, continued, following
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.telling import tell
from lumos_layer.testing.strategies import drafts
from lumos_layer.testing.strategies.changing import changing
from tests.independent.decoder import decode
from tests.independent.delta_decoder import applied, nested

_DIALECTS = {dialect.name: dialect for dialect in FORMATS}
boxes = st.sampled_from(("none", "centre", "box"))


def looks(made: list[Draft], dialect: str = "uia") -> list[Observation]:
    first = Observation(made[0], _DIALECTS[dialect], "main", 1000)
    found = [first]
    for draft in made[1:]:
        found.append(continued(Parsed(draft, _DIALECTS[dialect], 1000), "main", found[-1], following(found[-1].id)))
    return found


def items(blueprint: Blueprint) -> list[tuple[Any, ...]]:
    return [item.form() for item in nested(decode(blueprint.compact()))]


def check_delta_makes_the_later_of_the_earlier(before: Blueprint, after: Blueprint) -> None:
    told = tell(before, after)
    if told is not None:
        delta = json.dumps({"since": "o1", **(told.said or {"same": True})})
        assert [item.form() for item in applied(before.compact(), delta)] == items(after)


@settings(max_examples=300)
@given(changing(), boxes)
def test_the_later_items_can_be_made_of_the_earlier_ones_and_the_delta(made: list[Draft], boxes: Boxes) -> None:
    seen = looks(made)
    check_delta_makes_the_later_of_the_earlier(seen[0].blueprint(boxes=boxes), seen[-1].blueprint(boxes=boxes))
    check_delta_makes_the_later_of_the_earlier(seen[-1].blueprint(boxes=boxes), seen[0].blueprint(boxes=boxes))


@settings(max_examples=200)
@given(drafts(), drafts(), boxes)
def test_it_holds_of_two_screens_that_have_nothing_to_do_with_each_other(one: Draft, other: Draft, boxes: Boxes) -> None:
    first, second = (Observation(draft, _DIALECTS["uia"], "main", 1000) for draft in (one, other))
    check_delta_makes_the_later_of_the_earlier(first.blueprint(boxes=boxes), second.blueprint(boxes=boxes))


@given(changing(looks=3, edits=8), boxes)
def test_a_delta_is_never_larger_than_the_whole(made: list[Draft], boxes: Boxes) -> None:
    seen = looks(made)
    for earlier in seen:
        delta = seen[-1].since(earlier, boxes=boxes)
        assert delta.observation is not None
        assert delta.tokens() <= delta.observation.blueprint(boxes=boxes).tokens()


@given(drafts(), boxes)
def test_nothing_changed_is_said_in_less_than_40_tokens(draft: Draft, boxes: Boxes) -> None:
    observation = Observation(draft, _DIALECTS["uia"], "main", 1000)
    delta = observation.since(observation, boxes=boxes)
    assert delta.same
    assert tokens.count(delta.json()) < 40


@given(changing())
def test_a_delta_is_the_same_bytes_each_time(made: list[Draft]) -> None:
    one, other = looks(made), looks(made)
    assert one[-1].since(one[0]).json() == other[-1].since(other[0]).json()

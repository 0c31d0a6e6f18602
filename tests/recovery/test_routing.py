"""Where a run goes on after each kind of diagnosis: the whole table (S49 to S51, S55)."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.planning.diagnosis import Category, Culprit, Diagnosis, RouteKind, SubKind
from lumos_layer.recovery.routing import History, Route, route


def leads(
    role: Culprit, category: Category, sure: float = 0.8, insufficient: bool = False, quotes: Any = ("x",), **tried: Any
) -> Route:
    found = Diagnosis(role=role, category=category, quotes=quotes, confidence=sure, insufficient=insufficient)
    return route(found, History(**tried))


# By role and category, where nothing has been tried yet.
FIRST: dict[tuple[Culprit, Category], RouteKind] = {
    ("planner", "tactical"): "redo",
    ("planner", "strategic"): "replan",
    ("planner", "information_gap"): "person",
    ("planner", "unclear"): "environment",
    ("actor", "tactical"): "redo",
    ("actor", "strategic"): "replan",
    ("actor", "information_gap"): "person",
    ("actor", "unclear"): "environment",
    ("verifier", "tactical"): "environment",
    ("verifier", "strategic"): "environment",
    ("verifier", "information_gap"): "environment",
    ("verifier", "unclear"): "environment",
    ("environment", "tactical"): "environment",
    ("environment", "strategic"): "environment",
    ("environment", "information_gap"): "environment",
    ("environment", "unclear"): "environment",
    ("unclear", "tactical"): "redo",
    ("unclear", "strategic"): "replan",
    ("unclear", "information_gap"): "person",
    ("unclear", "unclear"): "environment",
}


def test_the_table_names_each_role_with_each_category() -> None:
    assert set(FIRST) == {(role, category) for role in get_args(Culprit) for category in get_args(Category)}


@pytest.mark.parametrize(("kinds", "wanted"), FIRST.items(), ids=str)
def test_where_nothing_was_tried_role_and_category_decide(kinds: tuple[Culprit, Category], wanted: RouteKind) -> None:
    assert leads(*kinds).kind == wanted


LATER: tuple[tuple[str, tuple[Culprit, Category], dict[str, Any], RouteKind], ...] = (
    ("not allowed", ("planner", "strategic"), {"forbidden": True}, "give_up"),
    ("not allowed goes before a person", ("environment", "tactical"), {"forbidden": True, "to_a_person": True}, "give_up"),
    ("requirements that conflict", ("planner", "strategic"), {"conflict": True}, "person"),
    ("a payment dialog", ("environment", "tactical"), {"to_a_person": True}, "person"),
    ("nobody to ask", ("environment", "tactical"), {"to_a_person": True, "can_ask": False}, "give_up"),
    ("asked before", ("environment", "tactical"), {"to_a_person": True, "persons": 1}, "give_up"),
    ("too many recoveries", ("environment", "tactical"), {"attempts": 3}, "give_up"),
    ("three times the same", ("actor", "tactical"), {"same_ineffective": 3}, "replan"),
    ("twice the same", ("actor", "tactical"), {"same_ineffective": 2}, "redo"),
    ("too little known", ("unclear", "information_gap"), {"insufficient": True}, "environment"),
    ("still too little known", ("unclear", "information_gap"), {"insufficient": True, "looks": 2}, "person"),
    ("redone twice", ("actor", "tactical"), {"redos": 2}, "replan"),
    ("replanned three times", ("planner", "strategic"), {"replans": 3}, "person"),
    ("replanned, asked", ("planner", "strategic"), {"replans": 3, "persons": 1}, "give_up"),
    ("unclear, looked", ("unclear", "unclear"), {"looks": 1}, "replan"),
    ("a verifier seldom wrong", ("verifier", "tactical"), {"sure": 0.95, "attributed_to_verifier": 1}, "environment"),
    ("a verifier thrice wrong", ("verifier", "tactical"), {"sure": 0.95, "attributed_to_verifier": 2}, "override"),
    ("a verifier perhaps wrong", ("verifier", "tactical"), {"sure": 0.89, "attributed_to_verifier": 5}, "environment"),
    (
        "a verifier wrong without a quote",
        ("verifier", "tactical"),
        {"sure": 1.0, "quotes": (), "attributed_to_verifier": 5},
        "environment",
    ),
    ("a verifier looked at twice", ("verifier", "tactical"), {"sure": 0.5, "looks": 2}, "person"),
)


@pytest.mark.parametrize(("said", "kinds", "given", "wanted"), LATER, ids=[row[0] for row in LATER])
def test_what_was_tried_decides_too(said: str, kinds: tuple[Culprit, Category], given: dict[str, Any], wanted: RouteKind) -> None:
    assert leads(*kinds, **given).kind == wanted


def test_a_changed_way_is_asked_for_after_three_acts_in_vain() -> None:
    assert leads("actor", "tactical", same_ineffective=3).changed is True
    assert leads("actor", "tactical").changed is False


DIAGNOSES = st.builds(
    Diagnosis,
    role=st.sampled_from(get_args(Culprit)),
    category=st.sampled_from(get_args(Category)),
    sub_kind=st.sampled_from(get_args(SubKind)),
    quotes=st.lists(st.text(min_size=1), max_size=2).map(tuple),
    confidence=st.floats(0, 1),
    insufficient=st.booleans(),
)
SMALL = st.integers(0, 5)
HISTORIES = st.builds(
    History,
    attempts=SMALL,
    most_attempts=SMALL,
    same_ineffective=SMALL,
    redos=SMALL,
    replans=SMALL,
    looks=SMALL,
    persons=SMALL,
    attributed_to_verifier=SMALL,
    to_a_person=st.booleans(),
    forbidden=st.booleans(),
    conflict=st.booleans(),
    can_ask=st.booleans(),
)


@given(DIAGNOSES, HISTORIES)
def test_each_diagnosis_leads_somewhere_and_the_same_one_always_there(found: Diagnosis, history: History) -> None:
    taken = route(found, history)
    assert taken == route(found, history)
    assert taken.why
    if taken.kind == "override":
        assert found.role == "verifier"
        assert found.confidence >= 0.9
        assert found.quotes
        assert history.attributed_to_verifier >= 2
    if taken.kind == "person":
        assert (history.can_ask, history.persons) == (True, 0)
    if history.same_ineffective >= 3:
        assert taken.kind != "redo"


@given(DIAGNOSES, HISTORIES)
def test_whoever_follows_the_routes_comes_to_an_end(found: Diagnosis, history: History) -> None:
    """With the counts going up as the routes are followed, a person is asked or the run is given up after a bounded while."""
    counts = {"redo": "redos", "replan": "replans", "environment": "attempts", "person": "persons"}
    for _ in range(40):
        taken = route(found, history)
        if taken.kind in ("give_up", "override"):
            return
        name = counts[taken.kind]
        update = {name: getattr(history, name) + 1}
        if taken.kind == "environment":
            update["looks"] = history.looks + 1
        history = history.model_copy(update=update)
    raise AssertionError(f"it never ends: {found} {history}")

"""Numbers that measure or count keep nobody from pressing; those that may name another record do."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.outcomes import Rejected
from tests.execution.test_doubt_numbers import pressed_beside
from tests.trees import heading, node, text

MEASURED = [
    "Battery", "Time left", "Characters left", "Zoom", "CPU", "Memory used (MB)", "Weight (kg)", "FPS", "Ping", "Visitors online",
    "Distance", "Restzeit", "Besucher", "Punkte", "남은 시간", "총 수량", "점수", "방문자", "대기 인원", "배터리", "残り時間",
]  # fmt: skip


@pytest.mark.parametrize("label", MEASURED)
def test_a_measure_keeps_nobody_from_pressing(label: str) -> None:
    assert pressed_beside(told(label, "90"), told(label, "47"))[1] == ["click"]


@pytest.mark.parametrize("unit", ["km", "%", "kg", "items", "min", "명", "개"])
def test_a_number_with_a_unit_behind_it_is_a_measure(unit: str) -> None:
    assert pressed_beside(told("Way", "90", unit), told("Way", "47", unit))[1] == ["click"]


def test_the_number_that_a_bar_shows_is_its_progress() -> None:
    before, after = ([node("progressbar", "Copying", value=number), *told("Copied", number)] for number in ("10", "25"))
    assert pressed_beside(before, after)[1] == ["click"]


@pytest.mark.parametrize("label", ["Ada", "Value", "Current value", "Left behind", "Timeshare", "Remaining with", "CPU owner"])
def test_another_number_behind_any_other_label_is_a_doubt(label: str) -> None:
    outcome, verbs = pressed_beside(told(label, "90"), told(label, "47"))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, verbs) == ("stale", [])


@pytest.mark.parametrize("label", ["Record", "Locker", "Desk", "Project", "사번", "학번"])
def test_the_next_number_of_what_is_told_apart_by_numbers_is_another_one(label: str) -> None:
    outcome, verbs = pressed_beside(told(label, "417"), told(label, "418"))
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, verbs) == ("stale", [])


def told(*words: str) -> list[Any]:
    return [heading("Deliveries"), text("All is kept for thirty days"), *map(text, words)]

from __future__ import annotations

from lumos_layer import Observation
from lumos_layer.evaluation.evidence import Evidence, evidence
from tests.evaluation.screens import button, text, window


def box(ticked: int) -> str:
    return f'<CheckBox Name="Keep" AutomationId="keep" ToggleState="{ticked}" x="10" y="40" width="80" height="20"/>'


BEFORE = window(button("Save") + box(0))


def told(after: Observation, view: Observation | None = None) -> Evidence:
    return evidence(BEFORE, after, (view or after).blueprint())


def test_new_words_are_evidence_and_shown() -> None:
    assert told(window(button("Save") + box(0) + text("Saved.", y=70) + button("Undo", y=100))) == Evidence(facts=2, shown=2)


def test_a_changed_state_is_evidence_and_shown() -> None:
    assert told(window(button("Save") + box(1))) == Evidence(facts=1, shown=1)


def test_what_is_gone_or_as_before_is_no_evidence() -> None:
    assert told(window(button("Save"))) == Evidence(facts=0, shown=0)


def test_what_the_blueprint_does_not_show_is_not_shown() -> None:
    after = window(button("Save") + box(1) + text("Saved.", y=70))
    assert evidence(BEFORE, after, BEFORE.blueprint()) == Evidence(facts=2, shown=1)


def test_words_out_of_view_are_no_evidence() -> None:
    assert told(window(button("Save") + box(0) + button("Ghost", more='IsOffscreen="True"'))) == Evidence(facts=0, shown=0)


def test_words_that_are_cut_are_shown() -> None:
    assert told(window(button("Save") + box(0) + text("long " * 60, y=70))) == Evidence(facts=1, shown=1)


def test_pictures_of_a_font_of_symbols_are_no_evidence() -> None:
    assert told(window(button("Save") + box(0) + text("\ue80f", y=70))) == Evidence(facts=0, shown=0)

"""Endings judged by somebody who is never wrong, in place of models: how much these can mend of what probes do not tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from lumos_layer.evaluation.endings import Ending, endings_in
from lumos_layer.evaluation.playing import judged
from lumos_layer.perception.observation import Observation
from lumos_layer.verification.auditor import Audit, Auditor, Case, EvidenceAuditor
from lumos_layer.verification.judge import Judge, Opinion
from lumos_layer.verification.metrics import Tally
from lumos_layer.verification.words import words_of

HERE = Path(__file__).parent


class Knowing:
    """A judge and auditor that knows how the ending is meant. It quotes the first words that are shown."""

    def __init__(self, ending: Ending) -> None:
        self._ending = ending

    def judge(self, question: str, observation: Observation) -> Opinion:
        asked = [each.id for each in self._ending.requirements if each.description == question]
        words = words_of(observation)
        shown = next((words.name(i) for i in words.visible if len(words.name(i)) > 3), "")
        return Opinion(all(self._ending.done[id] for id in asked), 0.9, (shown,), "so it is meant")

    def audit(self, case: Case) -> Audit:
        found = EvidenceAuditor().audit(case)
        open = tuple(id for id, so in self._ending.done.items() if not so)
        return found if found.refutes or not open else Audit("fail", "so it is meant", open)


@pytest.mark.parametrize(
    ("folder", "alone", "judging", "both"),
    [
        ("foreign_endings_5", (178, 0, 28), (205, 0, 1), (205, 0, 1)),
        ("foreign_endings_6", (96, 46, 98), (182, 46, 12), (182, 0, 12)),
    ],
)
def test_models_mend_what_stands_beside_words_that_nobody_understands(
    folder: str, alone: tuple[int, ...], judging: tuple[int, ...], both: tuple[int, ...]
) -> None:
    tallies = [Tally(), Tally(), Tally()]
    for path, ending in endings_in([HERE / folder]):
        knowing = Knowing(ending)
        ways: list[tuple[Judge | None, Auditor]] = [(None, EvidenceAuditor()), (knowing, EvidenceAuditor()), (knowing, knowing)]
        for way, (judge, auditor) in enumerate(ways):
            tallies[way] += judged(ending, path.parent, judge=judge, auditor=auditor).tally
    assert [(each.right, each.false_claims, each.missed) for each in tallies] == [alone, judging, both]

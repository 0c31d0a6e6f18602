"""Verdicts of a process that has seen only the second half, and recalls the first from a journal."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from lumos_layer.evaluation.endings import Ending, endings_in
from lumos_layer.evaluation.playing import judged
from lumos_layer.interaction.recalling import recalled_looks
from lumos_layer.state.probing import Sources
from lumos_layer.trace.journal import Journal
from lumos_layer.verification.earlier import Look, Memory, number_of

HERE = Path(__file__).parent
SETS = sorted(HERE.glob("foreign_endings*"))
SAMPLE = 60


class Forgetting(Memory):
    """The memory of a process that ends before the last look, and of another one that goes on by what a journal tells."""

    def __init__(self, journal: Journal, looks: int) -> None:
        super().__init__()
        self._journal, self._left = journal, looks

    def with_earlier(self, sources: Sources) -> Sources:
        self._left -= 1
        if self._left >= 0:
            self._journal.look(sources.observation)
            return super().with_earlier(sources)
        if self._left == -1:
            super().__init__(self._recalled)
        return super().with_earlier(sources)

    def _recalled(self) -> list[Look]:
        return [structs.replace(look, place=number_of(look.id)) for look in recalled_looks(self._journal)]


def kept(ending: Ending) -> int:
    """How many looks the first process sees: half of those that the verifier is shown, and never all."""
    shown = sum(look.boundary for look in ending.looks[:-1]) + 1 if ending.looks else len(ending.acts) + 1
    return shown // 2


def in_two(ending: Ending, path: Path, scratch: Path) -> bool:
    """True if the verdicts are the same as those of one process."""
    with Journal(scratch / "journal.jsonl") as journal:
        again = judged(ending, path.parent, memory=Forgetting(journal, kept(ending)))
    whole = judged(ending, path.parent)
    return (again.claimed, again.misses, again.accepted, again.audit) == (whole.claimed, whole.misses, whole.accepted, whole.audit)


def several() -> list[tuple[Path, Ending]]:
    """A sample of the endings with looks before the last, from all sets."""
    found = [each for each in endings_in(SETS) if kept(each[1])]
    return found[:: max(1, len(found) // SAMPLE)][:SAMPLE]


@pytest.mark.parametrize(("path", "ending"), several(), ids=lambda each: each.name)
def test_an_ending_in_two_halves_is_judged_as_a_whole_one(tmp_path: Path, path: Path, ending: Ending) -> None:
    assert in_two(ending, path, tmp_path)

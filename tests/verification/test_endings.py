"""Tricky endings: what is claimed of each is what is so. The format stands in benchmarks/endings.py."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.endings import main
from lumos_layer.errors import InputError
from lumos_layer.evaluation.endings import Ending, endings_in, read_endings
from lumos_layer.evaluation.playing import judged
from lumos_layer.verification.metrics import Tally, tally

FOLDER = Path(__file__).parent / "endings"
ENDINGS = list(endings_in([FOLDER]))


@pytest.mark.parametrize(("where", "ending"), [pytest.param(path, each, id=each.name) for path, each in ENDINGS])
def test_what_is_claimed_is_what_is_so(where: Path, ending: Ending) -> None:
    result = judged(ending, where.parent)
    assert (result.misses, result.claimed, result.false_completion) == ((), ending.done, False)


def test_there_are_enough_of_them_and_as_many_of_both_sorts_as_tell_anything() -> None:
    counts = [so for _, ending in ENDINGS for so in ending.done.values()]
    assert (len(ENDINGS) >= 180, sum(counts) >= 90, len(counts) - sum(counts) >= 90) == (True, True, True)


def test_the_gate_accepts_only_what_is_done_as_a_whole() -> None:
    by_name = {ending.name: (path, ending) for path, ending in ENDINGS}
    for name, accepted in (("mail-written", False), ("mail-sent", True), ("invoice-filled", False), ("still-holds", True)):
        path, ending = by_name[name]
        assert judged(ending, path.parent).accepted is accepted


def test_figures_are_counted_over_requirements() -> None:
    counted = tally([(True, True), (True, True), (True, False), (False, True), (False, False)])
    assert counted == Tally(right=2, false_claims=1, missed=1, rightly_open=1)
    assert (counted.precision, counted.recall, counted.false_completion_rate) == (2 / 3, 2 / 3, 0.5)
    assert (Tally().precision, Tally().recall, Tally().false_completion_rate) == (None, None, None)


def test_the_command_prints_figures_and_what_was_judged_wrongly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check = {"type": "element", "name": "A"}
    requirement = {"id": "r", "description": "d", "check": check}
    looks = [{"rows": [{"role": "heading", "name": "A"}]}]
    ending = {"name": "w", "kind": "k", "goal": "g", "requirements": [requirement], "looks": looks, "done": {"r": False}, "why": ""}
    (tmp_path / "w.json").write_text(json.dumps(ending))
    assert main([str(tmp_path)]) == 1
    assert "w: r is claimed and not met: heading 'A' is there as wanted" in capsys.readouterr().out
    assert main([str(FOLDER / "states.json")]) == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "Invalid JSON"),
        ('{"name": "x", "goal": "g", "requirements": [], "done": {}}', "at least 1 item"),
        (
            '{"name": "x", "goal": "g", "requirements": [{"id": "a", "description": "d"}], "done": {}, "app": "mail"}',
            "says of every requirement",
        ),
        (
            '{"name": "x", "goal": "g", "requirements": [{"id": "a", "description": "d"}], "done": {"a": true}}',
            "either an `app` with acts, or `looks`",
        ),
    ],
)
def test_what_is_no_ending_is_refused_with_the_reason(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(InputError, match="holds no endings") as caught:
        read_endings(tmp_path / "x.json")
    assert said in str(caught.value)

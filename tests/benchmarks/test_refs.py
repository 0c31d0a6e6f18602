from __future__ import annotations

import json
from random import Random

import pytest

from benchmarks import refs
from benchmarks.histories import kept_is_undecidable, look_at, loss_is_undecidable
from benchmarks.record_dumps import DIALECTS
from benchmarks.records import IDS, NAMES, SHAPES, Record, pool, screen
from lumos_layer import Session

ADA, BEA, CY = (Record(n, name, "Rome", 1) for n, name in enumerate(("Ada Smith", "Bea Jones", "Cy Brown")))
NOTE, SAME_NOTE = Record(8, "New note", "Rome", 1), Record(9, "New note", "Rome", 1)
BEA_KING = Record(7, "Bea King", "Rome", 1)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_act_of_every_record_is_found_in_every_dialect(dialect: str, shape: str) -> None:
    root = screen(shape, [ADA, BEA, CY], "none", "table" if shape == "row" else "list")
    found = refs.acts(Session().observe(DIALECTS[dialect](root).encode()), root)
    assert sorted(act.key for act in found.values()) == sorted(e.key for e in root.walk() if e.key is not None)


def test_the_same_seed_gives_the_same_trials() -> None:
    first, again, other = (list(refs.trials(20, seed, {"dialect": ["uia", "cdp"]})) for seed in (1, 1, 2))
    assert first == again != other
    assert {trial.dialect for trial in first} == {"uia", "cdp"}
    assert {trial.ids for trial in first} <= set(IDS)
    assert {trial.names for trial in first} <= set(NAMES)


def test_a_record_of_which_one_word_is_another_in_its_place_may_be_renamed_or_another() -> None:
    before, after = (look_at("item", "none", [ADA, row, CY]) for row in (BEA, BEA_KING))
    assert kept_is_undecidable(before, after, 1, 1)


def test_a_record_with_another_lasting_id_is_another() -> None:
    before, after = (look_at("item", "lasting", [ADA, row, CY]) for row in (BEA, BEA_KING))
    assert not kept_is_undecidable(before, after, 1, 1)


def test_a_record_that_shares_no_word_with_the_one_in_its_place_is_another() -> None:
    before, after = (look_at("name only", "none", [row]) for row in (ADA, BEA))
    assert not kept_is_undecidable(before, after, 0, 0)


def test_one_of_two_records_that_look_alike_may_be_either() -> None:
    before, after = look_at("item", "none", [NOTE, SAME_NOTE]), look_at("item", "none", [SAME_NOTE])
    assert kept_is_undecidable(before, after, 0, 0)
    assert loss_is_undecidable(before, after, 1)


def test_a_record_alike_elsewhere_is_another_where_that_takes_more_moves() -> None:
    before, after = look_at("item", "none", [NOTE, ADA, BEA, SAME_NOTE]), look_at("item", "none", [ADA, BEA, SAME_NOTE])
    assert not kept_is_undecidable(before, after, 0, 2)


def test_a_ref_lost_with_a_value_is_no_doubt() -> None:
    moved = Record(BEA.key, BEA.name, "Oslo", BEA.count)
    before, after = look_at("item", "none", [ADA, BEA]), look_at("item", "none", [ADA, moved])
    assert not loss_is_undecidable(before, after, 1)


def test_a_pool_has_records_of_different_keys() -> None:
    for trial in refs.trials(30, 0, {}):
        records = pool(trial.names, Random(0))
        assert len({record.key for record in records}) == len(records)


def test_tables_and_json_tell_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    refs.main(["--trials", "20", "--operation", "append", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert document["trials"] == 20
    assert list(document["by operation"]) == ["append"]
    assert document["by operation"]["append"] == document["all"]
    refs.main(["--trials", "20", "--operation", "append"])
    last = [cell.strip() for cell in capsys.readouterr().out.splitlines()[-1].strip("|").split("|")]
    assert [int(cell.replace(",", "")) for cell in last[1:]] == list(document["all"].values())


def test_trials_with_a_figure_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    refs.main(["--trials", "5", "--operation", "nothing", "--list", "right"])
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(line.startswith("right at 'nothing': Trial(") for line in lines)

"""What another process knows of the looks that a journal holds."""

from __future__ import annotations

from pathlib import Path

from lumos_layer.interaction.recalling import recalled_looks
from lumos_layer.perception.observation import Observation
from lumos_layer.safety.redaction import Redactor
from lumos_layer.testing.trees import node, text
from lumos_layer.trace.journal import Journal
from lumos_layer.verification.earlier import MOST, look_of
from tests.verification.looks import told


def page(number: int, *said: str) -> Observation:
    return told((0, node("window", "App")), *((1, text(each)) for each in said), id=f"o{number}").observation


def test_looks_are_recalled_with_all_that_stood_on_them_by_their_entries(tmp_path: Path) -> None:
    looks = [page(1, "Order 12"), page(2, "Order 12", "Zorbled"), page(1, "Order 13")]
    with Journal(tmp_path / "journal.jsonl") as journal:
        places = [journal.look(look).seq for look in looks]
        found = recalled_looks(journal)
    assert [(each.id, each.place) for each in found] == [("o1", places[0]), ("o2", places[1]), ("o1", places[2])]
    assert [each.texts for each in found] == [look_of(look).texts for look in looks]


def test_the_last_looks_are_recalled(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.jsonl") as journal:
        for number in range(1, MOST + 6):
            journal.look(page(number, f"Order {number}"))
        assert [each.id for each in recalled_looks(journal)] == [f"o{number}" for number in range(6, MOST + 6)]


def test_what_no_trace_may_tell_is_known_again_as_it_was_written(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.jsonl", Redactor(rules=("Ada",))) as journal:
        journal.look(page(1, "Zorbled by Ada", "Order 12"))
        (look,) = recalled_looks(journal)
    assert not any("Ada" in each for each in look.texts)
    assert look.held("Zorbled by Ada")
    assert look.said("by Ada")
    assert look.held("Order 12")
    assert not look.held("Zorbled by Bea")
    assert not look.said("Ada zorbled")

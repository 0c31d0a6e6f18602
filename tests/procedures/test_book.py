"""Procedures in a folder: what is said of a name that is taken, or that nobody has."""

from __future__ import annotations

from pathlib import Path

import pytest

from lumos_layer.errors import BadOption, NoSuchProcedure
from lumos_layer.procedures.book import Procedures
from lumos_layer.procedures.procedure import Procedure
from tests.graph.running_on import BUY, FINISH
from tests.procedures.test_going_again import made, write


@pytest.fixture
def order(tmp_path: Path) -> Procedure:
    return made(tmp_path, write("Ann"), BUY, FINISH)


def test_a_name_that_is_taken_is_refused_with_what_to_do(order: Procedure, tmp_path: Path) -> None:
    book = Procedures(tmp_path / "book")
    book.add(order)
    with pytest.raises(BadOption, match="name='order' cannot be; give another --name, or --replace that one"):
        book.add(order)
    assert book.add(order, replace=True).name == "order.json"
    with pytest.raises(NoSuchProcedure, match="There is no procedure 'oder'"):
        book.find("oder")

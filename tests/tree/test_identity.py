from __future__ import annotations

from lumos_layer.tree.identity import ByIdentity


def test_what_was_made_of_a_value_is_known_by_the_value_itself_and_not_by_its_equal() -> None:
    made: ByIdentity[str] = ByIdentity(2)
    one, equal = (1, 2), tuple(range(1, 3))
    assert one == equal
    assert made.get(one) is None
    assert made.keep(one, "one") == "one"
    assert (made.get(one), made.get(equal)) == ("one", None)


def test_the_first_ones_go_where_there_are_too_many() -> None:
    made: ByIdentity[int] = ByIdentity(2)
    values: list[list[int]] = [[], [], []]
    for place, value in enumerate(values):
        made.keep(value, place)
    assert [made.get(value) for value in values] == [None, 1, 2]
    made.clear()
    assert [made.get(value) for value in values] == [None, None, None]

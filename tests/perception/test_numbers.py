"""Numbers as screens write them."""

from __future__ import annotations

import pytest

from lumos_layer.perception.numbers import like, number_in, readings_of


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("3,5", 3.5),
        ("3.5 %", 3.5),
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
        ("1.234.567", 1234567.0),
        ("1,234,567.89", 1234567.89),
        ("1 234", 1234.0),
        ("1\u00a0234\u00a0567,8", 1234567.8),
        ("1'000", 1000.0),
        ("\u22125", -5.0),
        ("-0.25", -0.25),
        ("1e3", 1000.0),
        ("€ 12", 12.0),
        ("1,000", 1.0),
        ("0,001", 0.001),
        ("12 of 300", 12.0),
        ("5 1234", 5.0),
        ("1,25,000", 125000.0),
        ("-12,34,567.89", -1234567.89),
        ("1,25,00", 1.25),
        ("١٬٢٥٠", 1250.0),
        ("١٢٫٥", 12.5),
        ("many", None),
        ("", None),
        (None, None),
    ],
)
def test_the_first_number_in_some_words(words: str | None, number: float | None) -> None:
    assert number_in(words) == number


def test_a_single_mark_before_three_digits_can_mean_two_numbers() -> None:
    assert readings_of("1,000 km") == (1.0, 1000.0)
    assert readings_of("-2.500") == (-2.5, -2500.0)
    assert readings_of("0,500") == (0.5,)
    assert readings_of("3,5") == (3.5,)
    assert readings_of("none") == ()


def test_a_number_is_written_with_the_mark_of_the_one_before() -> None:
    assert like("3,5", "7.25") == "7,25"
    assert like("1.234,5", "7.25") == "7,25"
    assert like("1,234.5", "7.25") == "7.25"
    assert like("3", "7.25") == "7.25"


def test_a_number_is_written_in_groups_like_the_one_before() -> None:
    assert like("1,25,000", "1234567.5") == "12,34,567.5"
    assert like("-1,25,000", "-99") == "-99"
    assert like("1,250,000", "1234567.5") == "1,234,567.5"
    assert like("1\u066c250", "4999") == "4\u066c999"
    assert like("12\u066b5", "7.25") == "7\u066b25"

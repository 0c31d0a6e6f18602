from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.verification.texts import normal, same_name, same_value, says


@pytest.mark.parametrize(
    ("text", "wanted", "answer"),
    [
        ("Total 1,284.50", "1,284.50", True),
        ("Total 11,284.50", "1,284.50", False),
        ("Total 1284.5 EUR", "1,284.50", True),
        ("Total 1.284,50 €", "1,284.50", True),
        ("Total 1\u00a0284,50 €", "1284.50", True),
        ("x Total 1,284.501", "Total 1,284.50", False),
        ("Balance -5.00", "5.00", False),
        ("Balance −5.00", "-5.00", True),
        ("Summe:1284.50", "1284.50", True),
        ("print,1284.50", "1284.50", True),
        ("print,1284.50", "284.50", False),
        ("1,5", "5", False),
        ("10:15", "15", False),
        ("가격: 12,000원", "12000원", True),
        ("가격: 112,000원입니다", "12000원", False),
        ("our invoice over 1,284.50 EUR.", "1284.50 EUR", True),
        ("our invoice over 1,284.50 USD.", "1284.50 EUR", False),
        ("our invoice over 11,284.50 EUR.", "1284.50 EUR", False),
        ("1,500 ml left", "1500 ml", True),
        ("11,500 ml left", "1500 ml", False),
        ("1.500 g", "1500 g", None),
        ("1,200 items", "1200 items", True),
        ("주문 완료되었습니다", "주문 완료", True),
        ("주문 완료되지 않았습니다", "주문 완료", False),
        ("주문 완료되면 알려 드립니다", "주문 완료", False),
        ("€ 9.90 a month", "9.9 EUR", True),
        ("saved 5%", "15%", False),
        ("1.284", "1284", None),
        ("1,284", "1284", True),
        ("2024-05-05", "05", False),
        ("12/05/2024", "12", False),
        ("10:30", "10", False),
        ("3.5", "3", False),
        ("13 items", "3", False),
        ("Order #12", "12", True),
        ("5 of 7", "5", True),
        ("Anna", "Ann", False),
        ("Joann", "Ann", False),
        ("Ann Lee", "Ann", True),
        ("Ann's", "Ann", True),
        ("Ann-Marie", "Ann", None),
        ("ann@example.com", "ann", False),
        ("Anna, Ann", "Ann", True),
        ("report.txt", "report", False),
        ("notes.txt.bak", "notes.txt", False),
        ("old-report.txt", "report.txt", None),
        ("It is done.", "done", True),
        ("Version 2.1", "Version 2", False),
        ("SAVED TO DISK", "Saved", True),
        ("contact us", "US", False),
        ("cafe\u0301", "café", True),
        ("Ａｎｎ", "Ann", True),
        ("10²", "102", False),
        ("An\u200bn", "Ann", True),
        ("안나를 초대했습니다", "안나", True),
        ("김철수", "김철", False),
        ("Аnn", "Ann", False),  # a Cyrillic letter
        ("anything", "", True),
    ],
)
def test_words_are_found_as_words_of_their_own(text: str, wanted: str, answer: bool | None) -> None:
    assert says(text, wanted) is answer


@pytest.mark.parametrize(
    ("shown", "wanted", "answer"),
    [
        ("$1,284.50", "1,284.50", True),
        ("1,284.50", "$1,284.50", False),
        ("1,284.50 EUR", "€1284.5", True),
        ("€5", "$5", False),
        ("50 %", "50%", True),
        ("50%", "50", False),
        ("007", "7", False),
        ("1.284", "1,284", None),
        ("-5", "5", False),
        ("Ann ", "Ann", True),
        ("ann", "Ann", False),
        ("", "", True),
    ],
)
def test_values_are_the_same_as_text_or_as_quantities(shown: str, wanted: str, answer: bool | None) -> None:
    assert same_value(shown, wanted) is answer


def test_names_are_the_same_without_the_signs_around_them() -> None:
    assert same_name("Name: *", "name")
    assert not same_name("Names", "Name")
    assert same_name("the Save button", "Save", loosely=True)
    assert not same_name("Save as", "Save", loosely=True)
    assert same_name("Shop 가게", "Shop", loosely=True)
    assert same_name("Cart (12 EUR)", "cart", loosely=True)
    assert same_name("7 7", "7", loosely=True)
    assert not same_name("Send later", "Send", loosely=True)


@given(st.text(max_size=40), st.text(max_size=10))
def test_any_text_is_answered_and_says_itself(text: str, wanted: str) -> None:
    assert says(text, wanted) in (True, False, None)
    assert same_value(text, text) is True
    assert normal(normal(text)) == normal(text)


@given(st.text(alphabet="ab12.,- ", min_size=1, max_size=12))
def test_a_longer_number_or_word_never_says_a_shorter_one(text: str) -> None:
    assert says(f"7{text}", f"{text}") is not True or not text[0].isalnum() or says(text[1:], text) is True

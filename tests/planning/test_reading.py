from __future__ import annotations

import pytest

from lumos_layer.planning.rules.reading import NotUnderstood, read_steps
from lumos_layer.planning.rules.steps import (
    Check,
    Choose,
    Copy,
    FillFrom,
    Forbid,
    GoTo,
    Key,
    Named,
    Open,
    Press,
    ScrollTo,
    SetTo,
    Step,
    SwitchTo,
    Verify,
    WaitFor,
    Write,
)


def said(step: Step) -> tuple[object, ...]:
    """The kind of step and what it says, of names the first."""
    parts = (getattr(step, field) for field in step.__struct_fields__)
    return type(step), *(part.names[0] if hasattr(part, "names") else part for part in parts if part not in (None, "", False, 0))


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("open settings", [(Open, "settings")]),
        ('click "Save"', [(Press, "Save", "click")]),
        ('"저장" 클릭', [(Press, "저장", "click")]),
        ("저장 버튼을 눌러 주세요", [(Press, "저장", "click")]),
        ('type "milk" into "Title"', [(Write, "milk", "Title")]),
        ('제목에 "우유" 입력', [(Write, "우유", "제목")]),
        ("set Amount to 42.50", [(SetTo, "Amount", "42.50")]),
        ("음량을 20으로 설정해 줘", [(SetTo, "음량", "20")]),
        ("set Amount to 42.50 and Currency to EUR", [(SetTo, "Amount", "42.50"), (SetTo, "Currency", "EUR")]),
        ("choose Red in Color", [(Choose, "Red", "Color")]),
        ("색상에서 빨강 선택", [(Choose, "빨강", "색상")]),
        ('check "I agree"', [(Check, "I agree", True)]),
        ("turn off Bluetooth", [(Check, "Bluetooth")]),
        ("블루투스를 꺼 줘", [(Check, "블루투스")]),
        ("알림 켜기", [(Check, "알림", True)]),
        ("copy the total of the invoice into Amount", [(Copy, "total of the invoice", "Amount")]),
        ("송장의 합계를 금액에 복사", [(Copy, "합계 of 송장", "금액")]),
        ("Take the VAT from the invoice and put it into Tax", [(Copy, "VAT from the invoice", "Tax")]),
        ("enter the invoice's total in Amount", [(Copy, "total of invoice", "Amount")]),
        ('enter "the invoice\'s total" in Amount', [(Write, "the invoice's total", "Amount")]),
        ("fill in the reimbursement form from the invoice", [(FillFrom, "reimbursement", "invoice")]),
        ("Fill out the form with the invoice", [(FillFrom, "form", "invoice")]),
        ("Fill in the request for the invoice", [(FillFrom, "request", "invoice")]),
        (
            'Fill in the travel request for the bill that is open beside it, with the purpose "Fair" and the day "1 May".',
            [(FillFrom, "travel request", "bill"), (SetTo, "purpose", "Fair"), (SetTo, "day", "1 May")],
        ),
        ('fill in "the form" for Name', [(Write, "the form", "Name")]),
        ("fill in 12.50 for Amount", [(Write, "12.50", "Amount")]),
        ("fill in the total of the invoice for Amount", [(Copy, "total of invoice", "Amount")]),
        ("go to https://a.example/b", [(GoTo, "https://a.example/b")]),
        ("press Enter", [(Key, "Enter")]),
        ("press Ctrl+S", [(Key, "Ctrl+S")]),
        ("엔터 누르기", [(Key, "엔터")]),
        ("scroll to Privacy", [(ScrollTo, "Privacy")]),
        ("아래로 스크롤", [(ScrollTo, "down")]),
        ("wait until Done appears", [(WaitFor, "Done", True)]),
        ("완료가 나타날 때까지 기다려 줘", [(WaitFor, "완료", True)]),
        ("verify that Amount shows 12.50", [(Verify, "12.50", "Amount")]),
        ("switch to the Invoice window", [(SwitchTo, "Invoice")]),
        ("File > Save As", [(Open, "File"), (Press, "Save As", "click")]),
        ("click Up twice", [(Press, "Up", "click"), (Press, "Up", "click")]),
        ("do not submit", [(Forbid, "submit")]),
        ("제출하지 마세요", [(Forbid, "제출")]),
        ("zoom in", [(Named, "zoom in")]),
        ('type "a and b, then c" into Note', [(Write, "a and b, then c", "Note")]),
        ("설정을 열고 소리를 클릭한 다음 음량을 5로 설정", [(Open, "설정"), (Press, "소리", "click"), (SetTo, "음량", "5")]),
        ("press 7, then Plus, then 6", [(Press, "7", "click"), (Press, "Plus", "click"), (Press, "6", "click")]),
        ("set Search box, Find a setting to abc", [(SetTo, "Search box, Find a setting", "abc")]),
        ("1. click A\n2. click B", [(Press, "A", "click"), (Press, "B", "click")]),
    ],
)
def test_a_sentence_is_read_as_its_steps(words: str, steps: list[object]) -> None:
    assert [said(step) for step in read_steps(words)] == steps


def test_sentences_and_connectives_part_steps() -> None:
    read = read_steps("Open notes. Type x into Name, then press Enter and click OK")
    assert [type(step) for step in read] == [Open, Write, Key, Press]


@pytest.mark.parametrize(
    "words", ["", "   ", "!!!", '""', 'click ""', "Whatever you think would be best for everybody who works here"]
)
def test_what_is_no_step_is_said_to_be_none(words: str) -> None:
    with pytest.raises(NotUnderstood):
        read_steps(words)


def test_steps_in_words_go_before_the_goal() -> None:
    assert [said(step) for step in read_steps("click A", ("click B",))] == [(Press, "B", "click")]


@pytest.mark.parametrize("words", ["set a to b and " * 1_300, "click " + "a" * 19_000, "type " + "into " * 3_900, '"a" ' * 4_000])
def test_a_long_goal_is_refused_or_read_but_never_dwelt_on(words: str) -> None:
    with pytest.raises(NotUnderstood):
        read_steps(words)


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("Fill in Vendor with Acme Ltd", [(SetTo, "Vendor", "Acme Ltd")]),
        ("fill in the vendor with Acme and the amount with 9.00", [(SetTo, "vendor", "Acme"), (SetTo, "amount", "9.00")]),
        ("Fill in Once more with the secret new", [(Write, "new", "Once more", True)]),
        ("Zoom in once", [(Named, "Zoom in")]),
        ("Zoom in three times", [(Named, "Zoom in")] * 3),
        ("다음을 세 번 눌러 줘", [(Press, "다음", "click")] * 3),
        ("Use the dark theme", [(Choose, "dark theme")]),
        ("Use Lato as the font", [(Choose, "Lato", "font")]),
        ("The language should be Dansk", [(SetTo, "language", "Dansk")]),
        ("Make sure that sync is on", [(Check, "sync", True)]),
        ("Mute the sound", [(Check, "Mute", True)]),
        ("Leave Newsletter unticked", [(Check, "Newsletter")]),
        ("sort the songs by artist", [(SetTo, "Sort by", "artist")]),
        ("Open three new tabs", [(Press, "New tab", "click")] * 3),
        ("볼륨을 30으로 낮춰 줘", [(SetTo, "볼륨", "30")]),
        ("제목에 우유라고 입력", [(Write, "우유", "제목")]),
        ("turn night mode on and set its strength to 80", [(Check, "night mode", True), (SetTo, "night mode strength", "80")]),
        ("Open Oven and stop there", [(Open, "Oven")]),
    ],
)
def test_what_people_say_for_one_thing_to_do(words: str, steps: list[tuple[object, ...]]) -> None:
    assert [said(step) for step in read_steps(words)] == steps


def test_things_are_put_into_a_cart_as_often_as_they_are_counted() -> None:
    made = [said(step)[1] for step in read_steps("Put two red cups and a blue pen into the cart")]
    assert made == ["Add red cup to cart", "Add red cup to cart", "Add blue pen to cart"]


def test_a_file_is_looked_for_in_the_place_that_is_named_and_no_place_is_part_of_a_name() -> None:
    first, *rest = read_steps("Make a new folder called Bills in Papers")
    assert said(first)[:2] == (Open, "Papers")
    assert [step.text for step in rest if isinstance(step, Write)] == ["Bills"]
    first, *rest = read_steps("In Papers, rename a.txt to b.txt")
    assert said(first)[:2] == (Open, "Papers")


def test_what_follows_a_quoted_text_is_no_part_of_it() -> None:
    text, leave, *_ = read_steps('Type "draft" and quit without saving')
    assert said(text) == (Write, "draft")
    assert said(leave)[:2] == (Press, "Quit")
    with pytest.raises(NotUnderstood):
        read_steps('Type "draft" and frobnicate all of it at once, whatever it may be')

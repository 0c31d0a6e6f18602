"""Words on a screen: what is cleaned away, what survives, and how secrets are kept out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.perception.text import clean_line, clean_value, is_glyph, masked, tells

# Everything that is treated in a special way, beside anything else.
special = st.sampled_from("\u200b\u200c\u200d\ufe0e\ufe0f\ufffc\u2028\u00a0\x85\x00\x0b\ud83d\ufeff \n\r\tab저👍")
texts = st.text(st.one_of(special, st.characters()), max_size=20)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("Save", "Save"),
        ("  Save   as… ", "Save as…"),
        ("Save\tas\r\n…", "Save as …"),
        ("Line\u2028feed\x85and\x0btab\x0cs", "Line feed and tab s"),
        ("\u00a0wide\u3000blanks\u2003here\u00a0", "wide blanks here"),
        ("a\x00b\x1b[31mc\x7f\x9b", "ab[31mc"),
        ("lone \ud83d half", "lone half"),
        ("zero\u200bwidth\u2060join\ufeffmark\u00adhyphen", "zerowidthjoinmarkhyphen"),
        ("\u202egnp.exe\u202c \u2066x\u2069 \u200fשלום\u200e", "gnp.exe x שלום"),
        ("tagged\U000e0041\U000e0042 text", "tagged text"),
        ("before\ufffcafter", "before after"),
        ("\ufffc", ""),
        ("\u3164\uffa0", ""),
    ],
)
def test_a_line_has_no_invisible_characters_and_single_blanks(text: str, line: str) -> None:
    assert clean_line(text) == line


@pytest.mark.parametrize(
    "text",
    ["저장하기", "日本語", "العربية", "می‌خواهم", "हिन्दी", "क्‍ष", "👍🏽", "👩‍👩‍👧", "❤️", "1️⃣", "🏳️‍🌈", "e\u0301", "Größe", "≤ ½ €"],
)
def test_every_language_and_emoji_survives(text: str) -> None:
    assert clean_line(text) == text
    assert clean_value(text) == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\u200d\u200d\u200d\u200db", "a\u200db"),
        ("a\ufe0f\ufe0f\ufe0fb", "a\ufe0fb"),
        ("\u200dstart end\u200c", "start end"),
        ("a \u200d b", "a b"),
        ("A\ufe00\ufe01\ufe02B", "AB"),
    ],
)
def test_joiners_that_join_nothing_are_removed(text: str, line: str) -> None:
    assert clean_line(text) == line


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", ""),
        ("milk\r\neggs\rbread\n", "milk\neggs\nbread"),
        ("milk\u2028eggs\x0bbread", "milk\neggs\nbread"),
        ("  two   blanks \n\t and a tab  ", "two blanks\nand a tab"),
        ("\n\nA\n\nB\n", "A\n\nB"),
        ("bell\x07 and \u200bnothing", "bell and nothing"),
    ],
)
def test_a_value_keeps_its_line_breaks(text: str, value: str) -> None:
    assert clean_value(text) == value


@given(texts)
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    line, value = clean_line(text), clean_value(text)
    assert clean_line(line) == line
    assert clean_value(value) == value


@given(texts)
def test_clean_words_can_be_written_as_utf8_and_hold_no_control_characters(text: str) -> None:
    for clean in (clean_line(text), clean_value(text).replace("\n", "")):
        assert clean.encode().decode() == clean
        assert not any(ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 for c in clean)


def test_an_icon_of_a_font_is_a_glyph_and_words_are_not() -> None:
    assert is_glyph("\ue5d2")
    assert is_glyph("\U000f0000 ")
    assert not is_glyph("Menu \ue5d2")
    assert not is_glyph("")


@pytest.mark.parametrize(
    ("text", "is_masked"), [("••••", True), ("****", True), ("●●", True), ("•", False), ("•a", False), ("", False)]
)
def test_only_bullets_are_a_mask(text: str, is_masked: bool) -> None:
    assert masked(text) is is_masked


@pytest.mark.parametrize(
    ("words", "secret", "told"),
    [
        ("Password", "hunter2", False),
        ("hunter2", "HUNTER2", True),
        ("Password: hunter2", "hunter2", True),
        ("PIN", "1", False),
        ("1", "1", True),
        ("Step 1 of 2", "1", False),
        ("••••", "••••", False),
        ("Password", "", False),
    ],
)
def test_a_label_tells_a_secret_that_it_is_or_holds(words: str, secret: str, told: bool) -> None:
    assert tells(words, secret) is told

"""Bytes to UTF-8: marks, wrong labels, damage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.perception.encoding import to_utf8

KOREAN = '<Button Name="저장 ✓"/>'
UNICODE = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")


def read(data: bytes) -> tuple[bytes, list[str], int]:
    found = to_utf8(data)
    return found.text, found.warnings, found.first_line


def declared(label: str, text: str) -> str:
    return f'<?xml version="1.0" encoding="{label}"?>\n{text}'


@pytest.mark.parametrize("mark", ["", "\ufeff", "\ufeff\ufeff"])
@pytest.mark.parametrize("label", ["utf-8", "utf-16", "iso-8859-1", "nonsense"])
@pytest.mark.parametrize("codec", UNICODE)
def test_every_form_of_unicode_is_read_with_or_without_a_mark_whatever_its_label(codec: str, label: str, mark: str) -> None:
    assert read((mark + declared(label, KOREAN)).encode(codec)) == (KOREAN.encode(), [], 2)


@pytest.mark.parametrize("codec", UNICODE)
def test_json_is_read_in_every_form_of_unicode(codec: str) -> None:
    assert to_utf8('[{"name":"저장"}]'.encode(codec)).text == '[{"name":"저장"}]'.encode()


def test_a_mark_that_the_bytes_contradict_is_not_believed() -> None:
    assert read(b"\xff\xfe" + KOREAN.encode()) == (
        KOREAN.encode(),
        ["The byte-order mark says utf-16-le, but the dump is utf-8."],
        1,
    )
    assert read(b"\xef\xbb\xbf" + KOREAN.encode("utf-16-le")) == (
        KOREAN.encode(),
        ["The byte-order mark says utf-8, but the dump is utf-16-le."],
        1,
    )


def test_a_zero_character_after_the_mark_of_utf_16_does_not_make_it_utf_32() -> None:
    assert to_utf8(("\ufeff\0" + KOREAN).encode("utf-16-le")).text == KOREAN.encode()


@pytest.mark.parametrize("before", ["\0", "\0\0\0", "\0\0\0\0", "\n\n", " \t\r\n", "\0 \ufeff\n"])
@pytest.mark.parametrize("after", ["", "\0", "\n\0\0", "\r\n"])
def test_blanks_and_nuls_around_the_dump_are_left_out(before: str, after: str) -> None:
    assert to_utf8((before + declared("utf-8", KOREAN) + after).encode()).text == KOREAN.encode()


def test_the_line_in_which_the_text_begins_is_that_of_the_dump() -> None:
    assert to_utf8(b"<a/>").first_line == 1
    assert to_utf8(b"\n\r\n \n<a/>").first_line == 4
    assert to_utf8(b'\n<?xml version="1.0"?>\n\n<a/>').first_line == 4


@pytest.mark.parametrize("label", ["cp949", "euc-kr", "ks_c_5601-1987"])
def test_an_old_character_set_is_read_by_its_label(label: str) -> None:
    assert read(declared(label, '<a n="저장"/>').encode("cp949")) == ('<a n="저장"/>'.encode(), [], 2)


def test_one_broken_character_does_not_lose_the_others() -> None:
    korean = declared("cp949", '<a n="저장"/>\n<b n="확인"/>').encode("cp949")
    assert read(korean.replace(b'"/>\n', b'\xff"/>\n')) == (
        '<a n="저장\ufffd"/>\n<b n="확인"/>'.encode(),
        ["Bytes that are not valid cp949 were replaced by U+FFFD, the first at line 2: 1."],
        2,
    )


def test_text_that_is_nearly_all_utf_8_is_utf_8_whatever_its_label() -> None:
    german = declared("iso-8859-1", '<a n="Größe"/>\n<b n="Ma\0"/>').encode().replace(b"\0", b"\xff")
    assert read(german) == (
        '<a n="Größe"/>\n<b n="Ma\ufffd"/>'.encode(),
        ["Bytes that are not valid UTF-8 were replaced by U+FFFD, the first at line 3: 1."],
        2,
    )


@pytest.mark.parametrize(("codec", "name", "read_as"), [("cp949", "저장", "\ufffd" * 4), ("latin-1", "Größe", "Gr\ufffd\ufffde")])
def test_too_few_odd_bytes_to_tell_a_character_set_are_replaced(codec: str, name: str, read_as: str) -> None:
    lost = read_as.count("\ufffd")
    assert read(declared("utf-8", f'<a n="{name}" m="OK"/>').encode(codec)) == (
        f'<a n="{read_as}" m="OK"/>'.encode(),
        [f"Bytes that are not valid UTF-8 were replaced by U+FFFD, the first at line 2: {lost}."],
        2,
    )


def test_korean_of_an_old_character_set_without_a_label_is_recognised_and_told() -> None:
    korean = "<a>계산기 열기, 파일 저장, 편집 취소, 도움말 보기, 창 닫기</a>"
    assert read(korean.encode("cp949")) == (
        korean.encode(),
        ["The dump is not UTF-8 and does not say what it is; it was taken for cp949."],
        1,
    )


@pytest.mark.parametrize("label", ["punycode", "zip", "rot13", "idna", "unicode_escape", "utf-7", "cp037", "undefined", "hex"])
def test_a_label_that_names_no_character_set_of_text_is_not_followed(label: str) -> None:
    assert read(declared(label, "<a>\\u0041</a>\xff").encode("latin-1")) == (
        b"<a>\\u0041</a>\xef\xbf\xbd",
        ["Bytes that are not valid UTF-8 were replaced by U+FFFD, the first at line 2: 1."],
        2,
    )


def test_invalid_utf_8_after_a_mark_is_replaced_too() -> None:
    assert to_utf8(b"\xef\xbb\xbf<a>x\xffy</a>").text == b"<a>x\xef\xbf\xbdy</a>"


def test_a_pair_of_surrogates_written_as_two_characters_is_the_one_that_it_means() -> None:
    assert read(b"<a>\xed\xa0\xbd\xed\xb8\x80</a>") == ("<a>😀</a>".encode(), [], 1)


@pytest.mark.parametrize("lone", [b"\xed\xa0\xbd", b"\xed\xb8\x80"])
def test_a_lone_surrogate_in_utf_8_is_replaced(lone: bytes) -> None:
    assert read(b"<a>x" + lone + b"y</a>") == (
        b"<a>x\xef\xbf\xbdy</a>",
        ["Bytes that are not valid UTF-8 were replaced by U+FFFD, the first at line 1: 1."],
        1,
    )


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_a_lone_surrogate_in_utf_16_is_replaced(codec: str) -> None:
    assert read("<a>x\ud83dy</a>".encode(codec, "surrogatepass")) == (
        b"<a>x\xef\xbf\xbdy</a>",
        [f"Bytes that are not valid {codec} were replaced by U+FFFD."],
        1,
    )


def test_a_replacement_character_of_the_dump_itself_is_no_damage() -> None:
    assert read("<a>\ufffd</a>".encode("utf-16-le")) == (b"<a>\xef\xbf\xbd</a>", [], 1)
    assert read(b"<a>\xef\xbf\xbd</a>") == (b"<a>\xef\xbf\xbd</a>", [], 1)


def test_half_a_character_at_the_end_is_left_out() -> None:
    assert read("<a/>".encode("utf-16-le") + b"\n") == (
        b"<a/>",
        ["The dump ends in the middle of a utf-16-le character; the rest of it was read."],
        1,
    )


def test_a_style_sheet_instruction_is_no_declaration() -> None:
    assert to_utf8(b'<?xml-stylesheet href="a"?><a/>').text == b'<?xml-stylesheet href="a"?><a/>'


def test_nothing_gives_nothing() -> None:
    for nothing in (b"", b"\0\0", b"\xef\xbb\xbf", b"\xff\xfe", b" \n"):
        assert to_utf8(nothing).text == b""


@given(st.binary() | st.text().map(lambda text: ("\ufeff<" + text).encode("utf-16-le", "surrogatepass")))
def test_any_bytes_become_valid_utf_8(data: bytes) -> None:
    assert to_utf8(data).text.decode().encode() == to_utf8(data).text


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(UNICODE))
def test_no_character_of_a_name_is_lost(name: str, codec: str) -> None:
    assert read(f"<a>{name}</a>".encode(codec)) == (f"<a>{name}</a>".encode(), [], 1)

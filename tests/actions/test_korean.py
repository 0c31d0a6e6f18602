"""Korean words are known in every form in which they stand on controls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.actions.korean import COMMANDED, beginnings, forms
from lumos_layer.actions.sensitive import classes_in
from lumos_layer.actions.vocabulary import VOCABULARY

NOUNS = sorted(
    (entry, kind) for kind, words in VOCABULARY.items() for entry in words.get("korean", "").split() if not entry.endswith("다")
)
VERBS = sorted(
    (entry, kind) for kind, words in VOCABULARY.items() for entry in words.get("korean", "").split() if entry.endswith("다")
)


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        ("보내", {"보내기", "보내고", "보냅니", "보낼게", "보낼까", "보내요", "보내주"}),
        ("지우", {"지우기", "지웁니", "지울게", "지워요", "지워주"}),
        ("끄", {"끄기", "끕니", "끌까", "꺼요", "꺼줘"}),
        ("잠그", {"잠그기", "잠급니", "잠글게", "잠가요"}),
        ("열", {"열기", "엽니", "열게", "열어요"}),
        ("끊", {"끊기", "끊습니", "끊을게", "끊어요"}),
        ("팔", {"팔기", "팝니", "팔게", "팔아요"}),
        ("버리", {"버리기", "버립니", "버릴래", "버려요"}),
        ("바꾸", {"바꾸기", "바꿉니", "바꿔요"}),
        ("하", {"하기", "하고", "합니", "할게", "할까", "해요", "해주", "하시"}),
    ],
)
def test_a_stem_has_its_forms(stem: str, expected: set[str]) -> None:
    assert expected <= set(forms(stem))


def test_an_entry_stands_for_a_verb_or_a_noun() -> None:
    assert beginnings("삭제") == ("삭제",)
    assert "지원하기" in beginnings("지원하다")
    assert "지원합니" in beginnings("지원하다")
    assert "지원" not in beginnings("지원하다")


@pytest.mark.parametrize(
    "after",
    ["", "하기", "합니다", "할게요", "해주세요", "하고닫기", "진행", "를진행합니다", "로전환", "d", "3", "후닫기", "및종료"],
)
def test_a_noun_is_meant_as_a_command_by_what_follows(after: str) -> None:
    assert COMMANDED.search(after)


@pytest.mark.parametrize("after", ["사항", "채팅목록", "일", "후기", "설정", "절차", "현황", "한도", "및배송조회", "결과보기안내"])
def test_any_other_noun_behind_it_names_a_thing(after: str) -> None:
    assert COMMANDED.search(after) is None


@given(st.sampled_from(NOUNS), st.sampled_from(["하기", "합니다", "할게요", "하시겠습니까", " 하기", " 진행"]))
def test_every_noun_is_known_with_a_form_of_doing(entry: tuple[str, str], ending: str) -> None:
    assert entry[1] in classes_in(entry[0] + ending)


@given(st.sampled_from(NOUNS), st.sampled_from([" 목록", " 안내", " 담당자 정보", " 절차"]))
def test_no_noun_is_a_command_before_another(entry: tuple[str, str], thing: str) -> None:
    assert classes_in(entry[0] + thing) == ()


@given(st.sampled_from(VERBS), st.data())
def test_every_verb_is_known_in_all_its_forms(entry: tuple[str, str], data: st.DataObject) -> None:
    assert entry[1] in classes_in(data.draw(st.sampled_from(beginnings(entry[0]))))

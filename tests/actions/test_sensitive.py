"""The words by which sensitive acts are known, however they are written, and the words that only look like them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.actions.plain_words import readings
from lumos_layer.actions.sensitive import CLASSES, WORDS, classes_in, is_command, of_identifier


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("Buy now", {"buy"}), ("Place order", {"buy"}), ("Place your order", {"buy"}), ("Place the order", {"buy"}),
        ("Proceed to checkout", {"buy"}), ("Book for $487", {"buy"}),
        ("Start your free trial", {"buy"}), ("Pay $20.00", {"pay"}), ("Confirm payment", {"submit", "pay"}),
        ("Submit", {"submit"}), ("Send", {"send"}), ("Reply all", {"send"}), ("Emergency call", {"send"}), ("Share", {"publish"}),
        ("Post", {"publish"}), ("Delete", {"delete"}), ("Don't save", {"delete"}), ("Don’t Save", {"delete"}),
        ("Move to trash", {"delete", "save"}), ("Replace all", {"overwrite"}), ("Overwrite", {"overwrite"}), ("Save", {"save"}),
        ("Sign in with Google", {"log_in"}), ("Log out", {"account"}), ("Change password", {"account"}),
        ("Factory reset", {"system_setting", "delete"}), ("Restart now", {"system_setting"}), ("Allow", {"permission"}),
        ("I agree to the terms", {"permission"}), ("Install", {"install"}), ("Upload file", {"upload"}),
        ("Choose file", {"upload"}), ("Download", {"download"}), ("Print", {"print"}), ("End Process", {"quit"}),
        ("구매하기", {"buy"}), ("지금 결제", {"pay"}), ("제출", {"submit"}), ("보내기", {"send"}), ("게시", {"publish"}),
        ("삭제", {"delete"}), ("저장 안 함", {"delete"}), ("덮어쓰기", {"overwrite"}), ("저장", {"save"}), ("내보내기", {"save"}),
        ("로그인", {"log_in"}), ("로그아웃", {"account"}), ("회원 탈퇴", {"account"}), ("다시 시작", {"system_setting"}),
        ("허용", {"permission"}), ("설치", {"install"}), ("업로드", {"upload"}), ("내려받기", {"download"}), ("인쇄", {"print"}),
        ("강제 종료", {"quit"}), ("Transfer money", {"pay"}), ("Like", {"publish"}), ("Follow", {"publish"}), ("출금", {"pay"}),
        ("Renew subscription", {"buy"}), ("Sign document", {"submit"}), ("Report spam", {"submit"}), ("Go live", {"publish"}),
        ("구독 해지", {"buy", "account"}), ("Revoke access", {"permission"}), ("Turn on", {"system_setting"}),
        ("송금하기", {"pay"}),
        ("Charge card", {"pay"}), ("Redeem gift card", {"buy"}), ("Sell", {"buy"}), ("Sell all my shares", {"buy"}),
        ("Trade", {"buy"}),
        ("Swap 10 ETH", {"buy"}),
        ("Stake", {"buy"}), ("Redeem", {"buy"}), ("File taxes", {"submit"}), ("File your tax return", {"submit"}),
        ("Cast vote", {"submit"}), ("E-sign", {"submit"}), ("Make admin", {"permission"}), ("Rotate key", {"system_setting"}),
        ("Make public", {"publish"}), ("Go public", {"publish"}), ("Opt in", {"permission"}), ("Notify all", {"send"}),
        ("Transmit", {"send"}), ("Dispatch", {"send"}), ("Ship it", {"publish"}), ("Escalate", {"send"}), ("Shred", {"delete"}),
        ("Nuke everything", {"delete"}), ("Roll back", {"delete"}), ("Roll it back", {"delete"}), ("Fire employee", {"submit"}),
        ("Close issue", {"submit"}), ("Yes, close this issue", {"submit"}), ("Unlock", {"system_setting"}),
        ("Open the front door", {"system_setting"}), ("Slide to unlock", {"system_setting"}),
        ("Turn heat off", {"system_setting"}),
        ("Cancel subscription", {"account"}), ("Cancel my order", {"account"}), ("Call 911", {"send"}),
        ("Warn all tenants", {"send"}), ("Sign me up", {"account"}), ("Drop table", {"delete"}), ("Save & end call", {"save",
        "send", "quit"}),
        ("매수", {"buy"}), ("시장가 매도", {"buy"}), ("결재 상신", {"submit"}), ("기안하기", {"submit"}), ("발주", {"buy"}),
        ("예매할게요", {"buy"}), ("투표", {"publish"}), ("신고합니다", {"submit"}), ("차단", {"submit"}),
        ("방 나가기", {"delete"}),
        ("강퇴", {"delete"}), ("서명", {"submit"}), ("날인", {"submit"}), ("가입", {"account"}), ("회신", {"send"}),
        ("전달", {"send"}),
        ("송신", {"send"}), ("즉시 파기", {"delete"}), ("전체 공개로 전환", {"publish"}), ("삭제(D)", {"delete"}),
        ("저장하고 닫기", {"save"}), ("이 글을 지워 주세요", {"delete"}), ("예약 취소", {"buy", "account"}),
        ("가스 밸브를 잠급니다", {"system_setting"}),
        ("문 열기", {"system_setting"}), ("현관문을 열어줘", {"system_setting"}), ("권한을 부여합니다", {"permission"}),
    ],
)  # fmt: skip
def test_commands_are_known_by_their_words(name: str, kinds: set[str]) -> None:
    assert set(classes_in(name)) == kinds


@pytest.mark.parametrize(
    "name",
    [
        "Order K-1120", "Order history", "My orders", "Share price", "View your order", "Sort by order", "Address Book",
        "Sent", "Deleted items", "Saved", "Sender", "Unsaved", "Can't update Chrome", "Print preview", "Video call menu",
        "Postcode", "Release notes", "Next", "Cancel", "Search", "Kill Bill: Vol. 1", "Book search", "Check for updates",
        "Format options", "Looks like rain", "주문 내역", "삭제된 항목", "저장된 글", "게시판",
        "결제 수단", "전송 기록", "최근 주문", "확인",
        "닫기", "다음",
        "Merge conflicts", "Block diagram",
        "Sales", "Trade news", "Sell-by date", "Votes: 12", "Public holidays", "Swap rates", "Open menu", "Close window",
        "Start page",
        "How to delete an account", "Where to vote", "Cancel upload", "Preview post", "Remind me later", "Open door policy",
        "Check-in time",
        "Make a list", "Turn page", "File manager", "Fire safety", "Kick-off", "Drop files here", "Merger",
        "전달 사항", "공개 채팅 목록", "가입일", "매도 호가", "투표 결과", "결재함", "서명 안내", "파기 절차", "메뉴 열기",
        "구매 후기", "인쇄 미리보기", "비공개 게시판", "지원 센터", "업로드 취소", "음소거",
    ],
)  # fmt: skip
def test_nouns_and_what_has_been_done_are_no_commands(name: str) -> None:
    assert classes_in(name) == ()


@pytest.mark.parametrize(
    "name",
    [
        "Del\u200bete", "D\u200de\u200dl\u200de\u200dt\u200de", "Ｄｅｌｅｔｅ", "dELETE", "D e l e t e",
        "Ðelete", "Dèlête", "DeIete", "D.e.l.e.t.e", "D-e-l-e-t-e",
        "Dеlеtе", "DΕLΕTΕ", "De1ete", "D3lete", "𝐃𝐞𝐥𝐞𝐭𝐞", "🅳🅴🅻🅴🆃🅴", "ᴅᴇʟᴇᴛᴇ", "Delete\u00ad",
        "D\u0336e\u0336l\u0336e\u0336t\u0336e",
        "eteled", "ㅅㅏㄱㅈㅔ", "🗑", "🗑\ufe0f", "deleteAll", "delete_all", "DELETE!!!",
        "→ Delete ←", "삭\u200b제", "삭 제", "삭·제",
    ],
)  # fmt: skip
def test_a_disguised_word_is_read_as_a_person_reads_it(name: str) -> None:
    assert "delete" in classes_in(name)


def test_a_word_of_look_alikes_alone_is_read_in_latin_letters() -> None:
    assert classes_in("рау") == ("pay",)  # Cyrillic er, a, u


@pytest.mark.parametrize(
    ("identifier", "kind"),
    [
        ("btnDelete", "delete"), ("com.example:id/send_button", "send"), ("deletebtn", "delete"), ("ic-share", "publish"),
        ("submitOrder", "submit"), ("PayNowButton", "pay"), ("logoutLink", "account"),
        ("fa-paper-plane", "send"), ("icon-bin", "delete"),
    ],
)  # fmt: skip
def test_developers_names_tell_too(identifier: str, kind: str) -> None:
    assert kind in of_identifier(identifier)


@pytest.mark.parametrize("identifier", ["TaType", "sidebar", "org.example:id/widget_update_area", "postcode", "silence"])
def test_parts_of_developers_names_are_no_words(identifier: str) -> None:
    assert of_identifier(identifier) == ()


@pytest.mark.parametrize("name", ["Delete", "Delete all", "Send message", "Delete this file", "삭제", "파일 삭제", "Order now"])
def test_a_name_that_is_nothing_else_is_a_command(name: str) -> None:
    assert is_command(name)


@pytest.mark.parametrize("name", ["Send me the report", "Trash", "delete.txt old copy", "Home", "Save the date: party", "Mail"])
def test_a_name_with_content_is_none(name: str) -> None:
    assert not is_command(name)


def test_every_class_has_words_but_those_that_are_known_by_what_is_moved() -> None:
    assert {kind for kind in CLASSES if not WORDS[kind]} == {"slider_drag"}


@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    assert all(word and word == word.lower() for words in readings(text) for word in words)


@given(st.sampled_from(["delete", "send", "buy", "pay", "submit", "upload"]), st.data())
def test_invisible_characters_between_letters_hide_no_word(word: str, data: st.DataObject) -> None:
    unseen = st.text("\u200b\u200c\u200d\u2060\ufeff\u00ad", max_size=3)
    hidden = "".join(letter + data.draw(unseen) for letter in word)
    assert classes_in(hidden) == classes_in(word)


@given(st.sampled_from(["delete", "send", "buy", "pay", "submit", "upload"]), st.data())
def test_the_case_of_letters_says_nothing(word: str, data: st.DataObject) -> None:
    mixed = "".join(data.draw(st.sampled_from([letter, letter.upper()])) for letter in word)
    assert set(classes_in(word)) <= set(classes_in(mixed))

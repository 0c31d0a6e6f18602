"""What else things are called on screens: in Korean or English, signs in words."""

from __future__ import annotations

# A line an idea; the first words are the commonest.
_GROUPS: tuple[tuple[str, ...], ...] = (
    ("save", "저장"), ("save as", "다른 이름으로 저장"), ("open", "열기"), ("close", "닫기"), ("cancel", "취소"),
    ("ok", "확인"), ("yes", "예", "네"), ("no", "아니요", "아니오"), ("delete", "삭제"),
    ("rename", "이름 바꾸기", "이름 변경"), ("copy", "복사"), ("cut", "잘라내기"), ("paste", "붙여넣기"),
    ("undo", "실행 취소"), ("redo", "다시 실행"), ("print", "인쇄"), ("send", "보내기", "전송"), ("reply", "답장", "회신"),
    ("forward", "전달"), ("search", "검색", "찾기"), ("next", "다음"), ("back", "뒤로", "이전"), ("submit", "제출"),
    ("sign in", "로그인"), ("log in", "로그인"), ("sign out", "로그아웃"), ("refresh", "새로 고침", "새로고침"),
    ("new message", "새 메일", "새 메시지"), ("new folder", "새 폴더"), ("settings", "설정"), ("system", "시스템"),
    ("display", "디스플레이"), ("sound", "소리", "사운드"), ("language", "언어"), ("accounts", "계정"), ("account", "계정"),
    ("brightness", "밝기"), ("volume", "음량", "볼륨"), ("mute", "음소거"), ("bluetooth", "블루투스"), ("wi-fi", "와이파이"),
    ("airplane mode", "비행기 모드"), ("location", "위치"), ("dark mode", "다크 모드", "어두운 모드"),
    ("dark", "어둡게", "다크"), ("light", "밝게", "라이트"), ("night light", "야간 조명", "야간 모드"), ("theme", "테마"),
    ("font", "글꼴"), ("font size", "글꼴 크기"), ("display language", "표시 언어"), ("scale", "배율"),
    ("device name", "기기 이름", "장치 이름"),
    ("password", "비밀번호", "암호"), ("user name", "사용자 이름", "아이디"), ("name", "이름"), ("full name", "이름", "성명"),
    ("e-mail", "이메일"), ("email", "이메일"), ("title", "제목"), ("subject", "제목"), ("to", "받는 사람"),
    ("message", "내용", "메시지", "본문"), ("amount", "금액"), ("total", "합계", "총액"), ("date", "날짜"),
    ("currency", "통화"), ("purpose", "목적", "용도"), ("invoice", "송장", "청구서"),
    ("invoice number", "송장 번호", "청구서 번호"), ("invoice date", "송장 날짜", "청구일", "발행일"),
    ("country", "국가", "나라"), ("address", "주소"), ("phone", "전화", "전화번호"), ("postcode", "우편번호"),
    ("file", "파일"), ("edit", "편집"), ("view", "보기"), ("help", "도움말"), ("inbox", "받은 편지함"),
    ("sent", "보낸 편지함"), ("drafts", "임시 보관함"), ("trash", "휴지통"), ("home", "홈"), ("documents", "문서"),
    ("pictures", "사진"), ("comment", "의견", "댓글"), ("cart", "장바구니"), ("orders", "주문", "주문 내역"),
    ("calculator", "계산기"), ("calendar", "달력"), ("0", "zero"), ("1", "one"), ("2", "two"), ("3", "three"), ("4", "four"),
    ("5", "five"), ("6", "six"), ("7", "seven"), ("8", "eight"), ("9", "nine"), ("+", "plus", "add", "더하기"),
    ("-", "−", "minus", "subtract", "빼기"), ("*", "×", "x", "times", "multiply by", "multiply", "곱하기"),
    ("/", "÷", "divided by", "divide by", "divide", "나누기"), ("=", "equals", "calculate result", "계산"),
    (".", "point", "decimal separator", "소수점"), ("text editor", "편집기", "텍스트 편집기"), ("start", "시작"),
)  # fmt: skip

_OTHERS: dict[str, tuple[str, ...]] = {}
for _group in _GROUPS:
    for _word in _group:
        _OTHERS[_word] = tuple(dict.fromkeys((*_OTHERS.get(_word, ()), *(other for other in _group if other != _word))))


def other_names(name: str) -> tuple[str, ...]:
    """What else the same thing is called; empty for what is not in the table."""
    return _OTHERS.get(name.casefold().strip(), ())

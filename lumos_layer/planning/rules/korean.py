"""How Korean sentences say what to do: patterns in the order in which they are tried, each with the steps that it means."""

from __future__ import annotations

import re

from lumos_layer.planning.rules import commands
from lumos_layer.planning.rules.patterns import FILE, Rule, rule
from lumos_layer.planning.rules.phrases import MARK, Held, any_of, wanted
from lumos_layer.planning.rules.steps import (
    Check,
    Choose,
    Close,
    Copy,
    FillFrom,
    Forbid,
    GoTo,
    Key,
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

_PLEASE = r"(?: ?(?:주세요|주십시오|줘요|줘|주기|라|요))?"
# 하다 in the forms that goals use: 클릭, 클릭하기, 클릭해 줘, 클릭하세요, 클릭한다, 클릭하고, 클릭한
_DO = rf"(?: ?(?:하기|하세요|하십시오|하시오|한다|하고|하여|해서|함|한|해{_PLEASE}))?"
_OBJECT = r"(?:을|를|은|는|도)?"  # particles that mark what is acted on
_SUBJECT = r"(?:이|가|은|는)?"
_TO = r"(?:으로|로)"
_INTO = r"(?:에다가|에다|에|란에|칸에)"

_PRESS = rf"(?:클릭{_DO}|탭{_DO}|누르(?:기|세요|십시오|고)|누른다|누른|눌러(?:서|{_PLEASE}))"
_TYPE = (
    rf"(?:입력{_DO}|타이핑{_DO}|쓰(?:기|세요|고)|쓴|써(?:서|{_PLEASE})"
    rf"|적(?:기|으세요|고|은|어(?:서|{_PLEASE}))|넣(?:기|으세요|고|은|어(?:서|{_PLEASE})))"
)
_SET = (
    rf"(?:설정{_DO}|변경{_DO}|바꾸(?:기|세요|고)|바꾼|바꿔(?:서|{_PLEASE})|맞추(?:기|세요|고)|맞춘|맞춰(?:서|{_PLEASE})"
    rf"|(?:낮추|올리|내리|줄이|높이|키우)(?:기|세요|고)|(?:낮춰|올려|내려|줄여|높여|키워)(?:서|{_PLEASE}))"
)
_OPEN = rf"(?:열(?:기|고|어(?:서|{_PLEASE})|으세요|자)|연다|연|펼치(?:기|고|세요)|펼쳐{_PLEASE})"
_GO = rf"(?:이동{_DO}|가(?:기|세요|고|서)|간다|간|가{_PLEASE}|접속{_DO})"
_CHOOSE = rf"(?:선택{_DO}|고르(?:기|세요|고)|고른|골라(?:서|{_PLEASE}))"
_ON = rf"(?:체크{_DO}|켜(?:기|고|세요|서|{_PLEASE})|켠다|켠|활성화{_DO}|동의{_DO})"
_OFF = rf"(?:체크 ?해제{_DO}|끄(?:기|고|세요)|끈다|끈|꺼(?:서|{_PLEASE})|비활성화{_DO}|해제{_DO})"
_COPY = rf"(?:복사{_DO}|옮겨 ?(?:적|쓰|써)\S*|붙여 ?넣\S*)"
_SEARCH = rf"(?:검색{_DO}|찾(?:기|고|아(?:서|{_PLEASE})|으세요|은))"
_SEND = rf"(?:보내(?:기|고|세요|서|{_PLEASE})|보낸|전송{_DO}|발송{_DO})"
_DELETE = rf"(?:삭제{_DO}|지우(?:기|고|세요)|지운|지워(?:서|{_PLEASE})|제거{_DO})"
_MAKE = rf"(?:만들(?:기|고|어(?:서|{_PLEASE})|으세요)|만든|생성{_DO}|추가{_DO})"
_WAIT = rf"(?:기다리(?:기|고|세요)|기다린|기다려(?:서|{_PLEASE})|대기{_DO})"
_CLOSE = rf"(?:닫(?:기|고|으세요|은|아(?:서|{_PLEASE})))"
_SAVE = rf"저장{_DO}"
_KEY = (
    r"((?:(?:ctrl|control|alt|shift|컨트롤|알트|시프트)\s?\+\s?)*(?:enter|엔터|esc|이스케이프|tab|스페이스(?:바)?"
    r"|backspace|백스페이스|delete|home|end|f\d{1,2}|(?<=\+)\S))"
)

_EDGES = {"맨 위": "top", "처음": "top", "맨 아래": "bottom", "끝": "bottom"}
_DIRECTIONS = {"아래": "down", "위": "up"}


def _opened(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    named = s.words(m[1])
    return commands.open_file(named) if re.fullmatch(FILE, named) else (Open(wanted(s, m[1])),)


RULES: tuple[Rule, ...] = (
    rule(
        rf"^(.+?){_OBJECT}\s*(?:찾아(?:서)?|검색해(?:서)?)\s*(?:{_OPEN}|실행{_DO})$",
        lambda s, m: (*commands.search(s.words(m[1])), Open(wanted(s, m[1]))),
    ),
    rule(
        rf"^({FILE}|{MARK}){_OBJECT}\s+(.+?)\s*(?:폴더)?{_TO}\s*(?:옮기(?:기|고|세요)|옮겨{_PLEASE}|이동{_DO})$",
        lambda s, m: commands.copy_to(wanted(s, m[1]), wanted(s, m[2]), True),
    ),
    rule(
        rf"^({FILE}|{MARK}){_OBJECT}\s*(?:영구적으로|영구|완전히)\s*{_DELETE}$",
        lambda s, m: commands.delete_for_ever(wanted(s, m[1])),
    ),
    rule(
        rf"^(.+?){_OBJECT}\s*(?:누르지|클릭하지|제출하지|보내지|저장하지|삭제하지)\s*(?:마|말)\S*.*$",
        lambda s, m: (Forbid(wanted(s, m[1])),),
    ),
    rule(
        r"^(제출|전송|저장|삭제|결제|주문)(?:하지\s*(?:마|말)\S*|하기 전에 멈\S*| 전에 멈\S*).*$",
        lambda s, m: (Forbid(wanted(s, m[1])),),
    ),
    # Plain goals
    rule(
        rf"^(\S+?)(?:에게|한테|께)\s+제목\s*(.+?)(?:,|와|과|하고|이고)?\s+(?:내용|본문)\s*(.+?){_TO}?\s*(?:된|인)?\s*(?:메일|이메일|메시지)?{_OBJECT}\s*{_SEND}$",
        lambda s, m: commands.send_mail(s.words(m[1]), s.words(m[2]), s.words(m[3])),
    ),
    rule(
        rf"^(.+?)\s*(?:폴더)?에\s*있는\s+({FILE})(?:\s*파일)?의?\s+이름{_OBJECT}\s*(.+?){_TO}\s*{_SET}$",
        lambda s, m: (commands.go_to(wanted(s, m[1])), *commands.rename(s.words(m[2]), s.words(m[3]))),
    ),
    rule(rf"^(.+?)의?\s+이름{_OBJECT}\s*(.+?){_TO}\s*{_SET}$", lambda s, m: commands.rename(_file(s, m[1]), s.words(m[2]))),
    rule(
        rf"^(.+?){_OBJECT}\s*(?:라는|이라는|란|이란)?\s*(?:이름의\s*)?(?:새\s*)?폴더{_OBJECT}\s*{_MAKE}$",
        lambda s, m: commands.new_folder(s.words(m[1])),
    ),
    rule(rf"^(?:새\s*)?폴더\s+(.+?){_OBJECT}\s*{_MAKE}$", lambda s, m: commands.new_folder(s.words(m[1]))),
    rule(rf"^(.+?)(?:이라는 이름{_TO}|라는 이름{_TO}|{_TO})\s*{_SAVE}$", lambda s, m: commands.save_as(s.words(m[1]))),
    rule(rf"^(?:(?:파일|문서|변경 ?사항){_OBJECT}\s*)?{_SAVE}$", lambda s, m: commands.save()),
    rule(
        rf"^(.+?){_OBJECT}\s+(?:모두\s+)?(.+?){_TO}\s*(?:모두\s*)?(?:치환{_DO}|대체{_DO}|모두 바꾸\S*|전부 바꾸\S*|모두 바꿔\S*)$",
        lambda s, m: commands.replace_all(s.words(m[1]), s.words(m[2])),
    ),
    rule(
        rf"^(.+?){_OBJECT}\s+(.+?)\s*폴더(?:에|{_TO})\s*(복사|이동){_DO}$",
        lambda s, m: commands.copy_to(wanted(s, m[1]), wanted(s, m[2]), m[3] == "이동"),
    ),
    rule(
        rf"^(.+?)에서\s+(.+?){_OBJECT}\s*(?:장바구니|카트)에\s*(?:담|넣|추가)\S*$",
        lambda s, m: (Open(wanted(s, m[1])), *commands.add_to_cart(s.words(m[2]))),
    ),
    rule(rf"^(.+?){_OBJECT}\s*(?:장바구니|카트)에\s*(?:담|넣|추가)\S*$", lambda s, m: commands.add_to_cart(s.words(m[1]))),
    rule(
        rf"^(.+?){_OBJECT}\s*(?:보고|참고해서|참고하여|에서 읽어)\s*(.+?)"
        rf"\s*(?:양식|폼|신청서)?{_OBJECT}\s*(?:작성{_DO}|채우\S*|채워\S*)$",
        lambda s, m: (FillFrom(wanted(s, m[2]), wanted(s, m[1])),),
    ),
    rule(
        rf"^(.+?)의\s+(.+?){_OBJECT}\s+(.+?){_INTO}\s*{_COPY}$",
        lambda s, m: (Copy(wanted(s, f"{m[2]} of {m[1]}"), wanted(s, m[3])),),
    ),
    rule(rf"^(.+?){_OBJECT}\s+(.+?){_INTO}\s*{_COPY}$", lambda s, m: (Copy(wanted(s, m[1]), wanted(s, m[2])),)),
    # Keys before presses, addresses before pages
    rule(rf"^{_KEY}\s*(?:키)?{_OBJECT}\s*{_PRESS}$", lambda s, m: (Key(m[1]),)),
    rule(rf"^((?:https?|file)://\S+?){_OBJECT}(?:에|{_TO})?\s*(?:{_GO}|{_OPEN})$", lambda s, m: (GoTo(s.words(m[1])),)),
    rule(rf"^([\w-]+(?:\.[\w-]+)+(?:/\S*?)?)(?:에|{_TO})\s*{_GO}$", lambda s, m: (GoTo(s.words(m[1])),)),
    rule(rf"^(.+?)\s*창{_TO}\s*(?:전환{_DO}|{_GO}|바꾸\S*)$", lambda s, m: (SwitchTo(wanted(s, m[1])),)),
    rule(
        rf"^(.+?)\s*(?:앱|프로그램){_OBJECT}\s*(?:실행{_DO}|시작{_DO}|{_OPEN})$",
        lambda s, m: (Open(wanted(s, m[1]), program=True),),
    ),
    rule(rf"^(.+?){_OBJECT}\s*(?:실행{_DO}|시작{_DO})$", lambda s, m: (Open(wanted(s, m[1]), program=True),)),
    # Waiting and scrolling
    rule(rf"^(\d+(?:\.\d+)?)\s*초\s*(?:동안)?\s*{_WAIT}$", lambda s, m: (WaitFor(seconds=float(m[1])),)),
    rule(rf"^(.+?){_SUBJECT}\s*(?:사라질|없어질)\s*때까지\s*{_WAIT}$", lambda s, m: (WaitFor(s.words(m[1]), shown=False),)),
    rule(rf"^(.+?){_SUBJECT}\s*(?:나타날|보일|나올|뜰)\s*때까지\s*{_WAIT}$", lambda s, m: (WaitFor(s.words(m[1])),)),
    rule(rf"^(맨 위|맨 아래|처음|끝)(?:으로|로|까지)?\s*스크롤{_DO}$", lambda s, m: (ScrollTo(edge=_EDGES[m[1]]),)),
    rule(rf"^(아래|위)(?:로|쪽으로)?\s*스크롤{_DO}$", lambda s, m: (ScrollTo(direction=_DIRECTIONS[m[1]]),)),
    rule(rf"^(.+?){_SUBJECT}\s*(?:까지|보일 때까지|나올 때까지|로|으로)\s*스크롤{_DO}$", lambda s, m: (ScrollTo(wanted(s, m[1])),)),
    # What to put in
    rule(
        rf"^(.+?){_INTO}\s*(?:비밀|시크릿)\s+(.+?){_OBJECT}\s*{_TYPE}$",
        lambda s, m: (Write(s.words(m[2]), wanted(s, m[1]), secret=True),),
    ),
    rule(rf"^(.+?){_INTO}\s*(.+?)(?:{_OBJECT}{_TO}?|이?라고)\s*{_TYPE}$", lambda s, m: (Write(s.value(m[2]), wanted(s, m[1])),)),
    rule(rf"^(.+?){_OBJECT}\s+(.+?){_INTO}\s*{_TYPE}$", lambda s, m: (Write(s.value(m[1]), wanted(s, m[2])),)),
    rule(rf"^(.+?)에서\s*(.+?){_OBJECT}\s*{_SEARCH}$", lambda s, m: commands.search(s.words(m[2]), wanted(s, m[1]))),
    rule(rf"^(.+?){_OBJECT}\s*{_SEARCH}$", lambda s, m: commands.search(s.words(m[1]))),
    rule(rf"^(\ue000\d+\ue001)\s*(?:이?라고)\s*{_TYPE}$", lambda s, m: (Write(s.value(m[1])),)),
    rule(rf"^(?:소리{_OBJECT}\s*)?음소거(?:{_OBJECT}\s*{_ON}|{_DO})$", lambda s, m: (Check(any_of("Mute", "음소거"), True),)),
    rule(rf"^(.+?){_OBJECT}\s*{_TYPE}$", lambda s, m: (Write(s.value(m[1])),)),
    # One of several, on and off
    rule(rf"^(.+?)(?:에서|의)\s*(.+?){_OBJECT}\s*{_CHOOSE}$", lambda s, m: (Choose(wanted(s, m[2]), wanted(s, m[1])),)),
    rule(rf"^(.+?)(?:을|를|은|는)\s+(.+?){_TO}\s*(?:{_SET}|{_CHOOSE})$", lambda s, m: (SetTo(wanted(s, m[1]), s.value(m[2])),)),
    rule(rf"^(.+?)\s+(\S+?){_TO}\s*(?:{_SET}|{_CHOOSE})$", lambda s, m: (SetTo(wanted(s, m[1]), s.value(m[2])),)),
    rule(rf"^(.+?){_OBJECT}\s*{_CHOOSE}$", lambda s, m: (Choose(wanted(s, m[1])),)),
    rule(rf"^(.+?){_OBJECT}\s*{_OFF}$", lambda s, m: (Check(wanted(s, m[1]), False),)),
    rule(rf"^(.+?){_OBJECT}\s*{_ON}$", lambda s, m: (Check(wanted(s, m[1]), True),)),
    rule(
        rf"^(.+?)(?:이|가)\s*(.+?)(?:인지|으로 나오는지|로 나오는지)\s*확인{_DO}$",
        lambda s, m: (Verify(s.words(m[2]), wanted(s, m[1])),),
    ),
    # Presses
    rule(rf"^(.+?){_OBJECT}\s*(?:더블 ?클릭{_DO}|두 번 {_PRESS})$", lambda s, m: (Press(wanted(s, m[1]), "double_click"),)),
    rule(rf"^(.+?){_OBJECT}\s*(?:오른쪽 ?클릭{_DO}|우클릭{_DO})$", lambda s, m: (Press(wanted(s, m[1]), "right_click"),)),
    rule(rf"^(.+?){_OBJECT}\s*{_PRESS}$", lambda s, m: (Press(wanted(s, m[1])),)),
    rule(rf"^(\ue000\d+\ue001|{FILE})\s*(?:파일)?{_OBJECT}\s*{_OPEN}$", _opened),
    rule(rf"^(.+?)(?:{_OBJECT}\s*{_OPEN}|(?:에|{_TO})\s*{_GO})$", lambda s, m: (Open(wanted(s, m[1])),)),
    rule(rf"^(?:(.+?){_OBJECT}\s*)?{_CLOSE}$", lambda s, m: (Close(wanted(s, m[1]) if m[1] else None),)),
    rule(rf"^(.+?){_OBJECT}\s*{_DELETE}$", lambda s, m: commands.delete(wanted(s, m[1]))),
    rule(rf"^(제출|전송|저장|확인|취소|인쇄|새로 ?고침|로그아웃|답장){_DO}$", lambda s, m: (Press(wanted(s, m[1])),)),
)


def _file(s: Held, part: str) -> str:
    """What is renamed, without the word for its kind."""
    return wanted(s, part).names[0]

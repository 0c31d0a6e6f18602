"""What programs call common commands and fields, and the steps that plain goals are made of."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from lumos_layer.planning.rules.bilingual import other_names
from lumos_layer.planning.rules.phrases import any_of
from lumos_layer.planning.rules.steps import (
    Choose,
    Close,
    Confirm,
    Drag,
    Gone,
    If,
    Open,
    Press,
    Search,
    SendSearch,
    SetTo,
    Step,
    Write,
)
from lumos_layer.planning.rules.words import Wanted

_RENAME = ("Rename", "이름 바꾸기", "이름 변경")
_DELETE = ("Delete", "Remove", "Move to trash", "Discard", "삭제", "지우기", "휴지통으로 이동")
_NEW_FOLDER = ("New folder", "Create folder", "Add folder", "새 폴더", "폴더 만들기")
_COMPOSE = (
    "New message", "Compose", "New mail", "New email", "Write", "New", "새 메일", "새 메시지", "메일 쓰기", "편지 쓰기", "메일쓰기",
)  # fmt: skip
_TO = ("To", "Recipient", "Recipients", "받는 사람", "수신인", "받는사람")
_SUBJECT = ("Subject", "Title", "제목")
_BODY = ("Message", "Body", "Text", "Message body", "Content", "내용", "본문", "메시지")
_SEND = ("Send", "보내기", "전송")
_REPLY = ("Reply", "답장", "회신")
_SAVE_AS = ("Save As", "Save a copy", "다른 이름으로 저장")
_SAVE = ("Save", "저장")
_OPEN = ("Open", "Open file", "열기")
_FILE_NAME = ("File name", "Name", "파일 이름", "이름")
_REPLACE = ("Replace", "Find and replace", "바꾸기", "찾아 바꾸기")
_REPLACE_ALL = ("Replace All", "모두 바꾸기")
_FIND_WHAT = ("Find what", "Find", "Search for", "찾을 내용", "찾기")
_REPLACE_WITH = ("Replace with", "Replace by", "바꿀 내용")
_COPY, _CUT, _PASTE = ("Copy", "복사"), ("Cut", "Move", "잘라내기"), ("Paste", "붙여넣기")
_USER = ("User name", "Username", "User", "E-mail", "Email", "Login", "사용자 이름", "아이디", "이메일")
_PASSWORD = ("Password", "비밀번호", "암호")
_DEVICE = ("Device name", "Computer name", "PC name", "This device", "기기 이름", "장치 이름", "컴퓨터 이름")
_QUIT = ("Quit", "Exit", "Close window", "Close", "종료", "끝내기", "닫기")
_DISCARD = (
    "don't save", "do not save", "discard", "close without saving", "quit without saving", "without saving", "throw away",
    "저장 안 함", "저장하지 않음", "버리기",
)  # fmt: skip
_FOR_EVER = (
    "Delete for ever",
    "Delete forever",
    "Delete permanently",
    "Permanently delete",
    "Delete for good",
    "영구 삭제",
    "완전히 삭제",
)
_TRASH = ("Trash", "Bin", "Recycle Bin", "Deleted items", "휴지통")
_DRAFT = ("Save draft", "Save as draft", "Keep as draft", "Keep draft", "임시 저장", "초안 저장")
_CHECK_OUT = ("Check out", "Checkout", "Go to checkout", "Proceed to checkout", "결제하기", "결제", "주문하기")
_SIGN_OUT = ("Sign out", "Log out", "Sign off", "Log off", "Logout", "로그아웃")
_SIGN_IN = ("Sign in", "Log in", "Login", "로그인")

# What buttons are called that do what a goal asks for when a dialog asks once more.
SURE = {
    "delete": ("delete", "remove", "trash", "discard", "삭제", "휴지통", "지우기"),
    "rename": ("rename", "이름 바꾸기", "이름 변경", "바꾸기"),
    "create": ("create", "add", "make", "만들기", "생성", "추가"),
    "send": ("send", "보내기", "전송"),
    "save": ("save", "저장"),
    "open": ("open", "열기"),
    "replace": ("replace", "overwrite", "바꾸기", "덮어쓰기", "교체"),
}


def rename(old: str, new: str) -> tuple[Step, ...]:
    return (Choose(_exactly(old)), Press(any_of(*_RENAME)), Write(new), Confirm(SURE["rename"], "rename", (old, new)))


def delete_for_ever(what: Wanted) -> tuple[Step, ...]:
    """At once where the surface offers it; else first to the trash, and then out of it."""
    at_once = any_of(*_FOR_EVER)
    trash = any_of(*_TRASH)
    again = Press(any_of(*_FOR_EVER, *_DELETE))
    last = Confirm(("for ever", "forever", "permanently", *SURE["delete"]), "delete")
    return (
        *delete(what)[:-1],
        If(trash, Open(replace(trash, kind="page"))),
        If(trash, Choose(what)),
        If(trash, If(at_once, Press(at_once), again)),
        last,
        Gone(what),
    )


def delete(what: Wanted) -> tuple[Step, ...]:
    """By a button that names what it deletes, else by choosing it and pressing Delete."""
    named = Wanted(tuple(f"{verb} {name}" for verb in ("Delete", "Remove") for name in what.names))
    direct = Wanted((*named.names, *_DELETE))
    gone = Gone(Wanted((*what.names, *named.names)))
    return (Choose(what, unless=named), Press(direct), Confirm(SURE["delete"], "delete", what.names), gone)


def new_folder(name: str) -> tuple[Step, ...]:
    return (Press(any_of(*_NEW_FOLDER)), Write(name), Confirm(SURE["create"], "create", (name,)))


def send_mail(to: str, subject: str = "", text: str = "", untitled: bool = False) -> tuple[Step, ...]:
    """`untitled`: the goal wants no subject, and what asks about that is told so."""
    steps: list[Step] = [Press(any_of(*_COMPOSE)), Write(to, any_of(*_TO))]
    if subject:
        steps.append(Write(subject, any_of(*_SUBJECT)))
    if text:
        steps.append(Write(text, any_of(*_BODY)))
    asked = (Confirm(("without", "anyway", *SURE["send"]), "subject", ("subject", "제목")),) if untitled else ()
    return (*steps, Press(any_of(*_SEND)), *asked, Confirm(SURE["send"], "send", tuple(filter(None, (to, subject)))))


def reply(message: Wanted | None, text: str) -> tuple[Step, ...]:
    first = (Open(message),) if message is not None else ()
    return (*first, Press(any_of(*_REPLY)), Write(text, any_of(*_BODY)), Press(any_of(*_SEND)), Confirm(SURE["send"], "send"))


def save() -> tuple[Step, ...]:
    return (Press(any_of(*_SAVE)),)


def save_as(name: str) -> tuple[Step, ...]:
    return (Press(any_of(*_SAVE_AS, *_SAVE)), Write(name, any_of(*_FILE_NAME)), Confirm(SURE["save"], "save", (name,)))


def open_file(name: str) -> tuple[Step, ...]:
    """Where it is listed, there; else through the dialog that opens files."""
    file = _exactly(name)
    return (Press(any_of(*_OPEN), unless=file), Open(file), Confirm(SURE["open"], "open", (name,)))


def replace_all(old: str, new: str) -> tuple[Step, ...]:
    fields = (Write(old, any_of(*_FIND_WHAT)), Write(new, any_of(*_REPLACE_WITH)))
    return (Press(any_of(*_REPLACE)), *fields, Press(any_of(*_REPLACE_ALL)))


def copy_to(file: Wanted, folder: Wanted, move: bool) -> tuple[Step, ...]:
    """By cutting or copying and pasting; where nothing cuts, what is moved is dragged."""
    cut, paste = any_of(*_CUT), Press(any_of(*_PASTE))
    folder = replace(folder, kind=folder.kind or "folder")
    if not move:
        return (Choose(file), Press(any_of(*_COPY)), Open(folder), paste)
    return (
        If(cut, Choose(file)),
        If(cut, Press(cut)),
        If(cut, Open(folder)),
        If(cut, paste, Drag(file, folder)),
    )


def overwritten(name: str = "") -> Confirm:
    """The answer to what asks whether to replace what is there: yes."""
    return Confirm(SURE["replace"], "replace", (name,) if name else ())


def append_line(text: str, file: str = "") -> tuple[Step, ...]:
    first = open_file(file) if file else ()
    return (*first, Write(text, added=True, line=True))


def keep_draft() -> tuple[Step, ...]:
    """By a button of that name; else by closing what is written, and keeping it where that is asked."""
    button = any_of(*_DRAFT)
    return (If(button, Press(button), Close()), Confirm(("save draft", "keep", "save", "초안 저장", "저장"), "draft"))


def hand_in(verb: str, fields: Sequence[Write], things: Sequence[str]) -> tuple[Step, ...]:
    """Fill in fields and press what is called by the verb and by what is handed in: Send feedback, Publish."""
    words = {"give": "send", "leave": "send", "post": "post"}.get(verb, verb)
    verbs = dict.fromkeys((words, verb, *(("submit",) if words == "send" else ())))
    named = [f"{each} {thing}" for each in verbs for thing in things]
    names = tuple(dict.fromkeys((*named, *verbs, *(other for each in verbs for other in other_names(each)))))
    return (*fields, Press(Wanted(names), to=" ".join((verb, *things[:1]))), Confirm(tuple(verbs), words))


def check_out() -> tuple[Step, ...]:
    button = any_of(*_CHECK_OUT)
    cart = replace(any_of("Cart", "Basket", "Shopping cart", "장바구니"), kind="link")
    return (If(button, None, If(cart, Open(cart))), Press(button))


def sign_in(user: str, secret: str, site: Wanted | None = None) -> tuple[Step, ...]:
    """Where no password is asked for yet, at the site that is named."""
    first = () if site is None else (Open(site, unless=any_of(*_PASSWORD)),)
    fields = (Write(user, any_of(*_USER)), Write(secret, any_of(*_PASSWORD), secret=True))
    return (*first, *fields, Press(any_of(*_SIGN_IN)))


def go_to(place: Wanted) -> Open:
    """The folder, page or section in which something is to be done."""
    return Open(replace(place, kind=place.kind or "page"))


def sign_out() -> tuple[Step, ...]:
    return (Press(any_of(*_SIGN_OUT)), Confirm(tuple(each.casefold() for each in _SIGN_OUT), "sign out"))


def name_device(name: str) -> tuple[Step, ...]:
    return (SetTo(any_of(*_DEVICE), name), Press(any_of(*_RENAME, *_SAVE, "Apply", "적용")))


def discarded() -> Confirm:
    """The answer to what asks whether to save: no."""
    return Confirm(_DISCARD, "leave")


def leave(what: Wanted | None, discards: bool) -> tuple[Step, ...]:
    """Quit a program; `discards`: without saving."""
    named = () if what is None else tuple(f"{verb} {name}" for verb in ("Quit", "Exit", "Close") for name in what.names[:2])
    last = (discarded(),) if discards else ()
    return (Press(Wanted((*named, *_QUIT))), *last)


def shut(what: Wanted | None) -> tuple[Step, ...]:
    """Close without saving."""
    return (Close(what), discarded())


def add_to_cart(what: str) -> tuple[Step, ...]:
    names = [f"Add {what} to {where}" for where in ("cart", "basket")]
    return (Press(Wanted((*names, f"{what} 장바구니에 담기"))),)


def calculate(sum_of: str) -> tuple[Step, ...]:
    """The keys of a calculator, by their signs or their names."""
    keys = [sign for sign in sum_of if not sign.isspace()]
    return tuple(Press(Wanted((sign, *other_names(sign)))) for sign in (*keys, "="))


def search(words: str, into: Wanted | None = None) -> tuple[Step, ...]:
    return (Search(words, into), SendSearch())


def _exactly(name: str) -> Wanted:
    return Wanted((name,), quoted=True)

"""The classes of sensitive acts, and the words that controls which do them are called by: the one table of both.

Words tell, and never prove: who asks about a control in its surroundings asks lumos_layer.safety.sensitive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, get_args

from lumos_layer.actions.plain_words import readings, set_of, solid

Sensitive = Literal[
    "buy", "pay", "submit", "send", "publish", "delete", "overwrite", "save", "log_in", "account", "system_setting", "permission",
    "install", "upload", "download", "slider_drag", "print", "quit", "execute",
]  # fmt: skip
CLASSES: tuple[Sensitive, ...] = get_args(Sensitive)

# Whole words, in lower case, that a control is called by which does this at once: of English, in which developers name things too.
ENGLISH: Mapping[Sensitive, str] = MappingProxyType(
    {
        "buy": "buy purchase order checkout subscribe unsubscribe donate book bid reserve rent renew",
        "pay": "pay payment withdraw remit refund transfer deposit",
        "send": "send resend reply forward invite dial call",
        "publish": "share post repost publish tweet retweet broadcast deploy release unfollow",
        "delete": (
            "delete remove erase discard trash clear format wipe uninstall reset purge destroy empty revert terminate unlink "
            "dontsave"
        ),
        "overwrite": "overwrite replace",
        "save": "save apply export rename move merge commit push",
        "log_in": "login logon signin",
        "account": "logout logoff signout signup register deactivate",
        "upload": "upload attach import",
        "download": "download",
        "install": "install reinstall update upgrade",
        "system_setting": "restart shutdown reboot hibernate poweroff disconnect unpair",
        "permission": "allow accept agree authorize authorise grant consent permit approve trust enable revoke",
        "submit": "submit confirm finish complete",
        "print": "print",
        "quit": "quit exit",
        "execute": "execute eval evaluate rerun",
    }
)
# The same of other languages that part their words by blanks.
OTHERS: Mapping[Sensitive, str] = MappingProxyType(
    {
        "buy": (
            "kaufen bestellen buchen abonnieren acheter commander réserver comprar pedir reservar acquista ordina prenota kopen "
            "köp kup купить заказать satın beli"
        ),
        "pay": "bezahlen zahlen überweisen payer pagar paga betalen betala zapłać оплатить öde bayar",
        "send": (
            "senden antworten weiterleiten envoyer répondre transférer enviar responder reenviar invia rispondi inoltra verzenden "
            "versturen skicka wyślij отправить ответить gönder kirim"
        ),
        "publish": (
            "teilen veröffentlichen partager publier compartir compartilhar publicar condividi pubblica delen dela udostępnij "
            "поделиться опубликовать paylaş"
        ),
        "delete": (
            "löschen entfernen verwerfen leeren zurücksetzen deinstallieren supprimer effacer retirer vider réinitialiser eliminar "
            "borrar quitar vaciar excluir apagar remover elimina rimuovi cancella svuota verwijderen wissen radera usuń удалить "
            "очистить sil hapus"
        ),
        "overwrite": "überschreiben ersetzen remplacer écraser reemplazar sobrescribir sostituisci",
        "save": (
            "speichern übernehmen anwenden exportieren umbenennen verschieben enregistrer sauvegarder appliquer renommer guardar "
            "aplicar salvar salva applica opslaan toepassen spara zapisz zastosuj сохранить применить kaydet uygula simpan"
        ),
        "log_in": "anmelden einloggen connexion connecter acceder entrar accedi inloggen zaloguj войти",
        "account": (
            "abmelden registrieren déconnexion inscrire registrarse cadastrar registrati registreren выйти зарегистрироваться"
        ),
        "upload": "hochladen anhängen importieren téléverser joindre subir adjuntar anexar carica allega uploaden",
        "download": "herunterladen télécharger descargar baixar scarica downloaden скачать",
        "install": "installieren aktualisieren installer instalar installa installeren установить",
        "system_setting": "redémarrer neustarten herunterfahren reiniciar",
        "permission": (
            "zulassen akzeptieren zustimmen erlauben genehmigen autoriser accepter permitir aceptar aceitar consenti accetta "
            "toestaan accepteren разрешить принять izin"
        ),
        "submit": (
            "absenden abschicken einreichen abschließen bestätigen soumettre valider terminer confirmer finalizar confirmar "
            "terminar concluir invio conferma indienen voltooien bevestigen подтвердить готово"
        ),
        "print": "drucken imprimer imprimir stampa afdrukken",
        "quit": "beenden quitter",
        "execute": (
            "ausführen exécuter lancer ejecutar executar esegui eseguire uitvoeren kör wykonaj uruchom выполнить запустить "
            "çalıştır jalankan"
        ),
    }
)
# They say so only where a name begins with them and hardly goes on; elsewhere they are everyday words.
OPENING: Mapping[Sensitive, str] = MappingProxyType(
    {
        "publish": "like follow vote comment rsvp join",
        "submit": "sign report block reject",
        "system_setting": "disable",
        "buy": "hire",
        "execute": "run",
    }
)
# Signs that stand alone where a name would.
SIGNS: Mapping[Sensitive, str] = MappingProxyType(
    {
        "delete": "🗑🚮",
        "send": "➤📤✈📨📧📞☎",
        "pay": "💳💸💰",
        "save": "💾",
        "upload": "📎",
        "download": "📥",
        "print": "🖨",
        "publish": "👍❤♥♡",
    }
)
# What developers call the pictures on such controls.
ICONS: Mapping[Sensitive, tuple[str, ...]] = MappingProxyType(
    {
        "delete": ("bin", "dustbin", "garbage", "wastebasket"),
        "send": ("paper plane", "paperplane"),
        "save": ("floppy", "floppy disk"),
        "upload": ("paperclip", "cloud upload"),
        "pay": ("credit card",),
        "publish": ("thumbs up", "thumbsup"),
    }
)
# Words in a row, or, in languages without blanks, anywhere in a name. The longest that fits says it.
PHRASES: Mapping[Sensitive, tuple[str, ...]] = MappingProxyType(
    {
        "log_in": ("log in", "log on", "sign in", "se connecter", "iniciar sesión", "iniciar sessão", "로그인", "ログイン",
                   "登录", "登入", "サインイン"),
        "account": ("link account", "connect account", "reset password", "leave group", "leave team", "leave channel",
                    "log out", "log off", "sign out", "sign up", "create account", "close account", "change password",
                    "로그아웃", "회원가입", "가입하기", "탈퇴", "해지", "채팅방나가기", "비밀번호변경", "비밀번호재설정",
                    "계정만들기", "ログアウト", "登録", "退会", "注册", "退出登录", "註冊"),
        "send": ("send mail", "email this", "add member", "add members", "전화걸기", "통화하기", "초대", "보내기", "전송",
                 "발송", "답장", "送信", "返信", "发送", "傳送", "回复"),
        "publish": ("go live", "start streaming", "팔로우", "좋아요", "투표하기", "배포", "공유", "게시", "발행", "댓글달기",
                    "댓글등록", "글쓰기완료", "共有", "投稿", "公開", "分享", "发布", "發佈"),
        "delete": ("don't save", "do not save", "move to trash", "ta bort", "저장안함", "저장하지않", "삭제", "제거", "지우기",
                   "초기화", "비우기", "폐기", "휴지통으로", "휴지통에버리기", "削除", "消去", "破棄", "删除", "刪除", "清空",
                   "移除"),
        "overwrite": ("restore backup", "restore defaults", "기본값복원", "백업복원", "덮어쓰", "덮어씌우", "바꾸기", "대체",
                      "上書き", "置換", "覆盖", "替换"),
        "save": ("저장", "적용", "내보내기", "이름바꾸기", "이름변경", "옮기기", "保存", "適用", "储存", "儲存", "重命名"),
        "buy": ("free trial", "구매", "구입", "주문하기", "주문", "예약", "구독", "후원", "기부", "購入", "注文", "予約",
                "购买", "下单", "購買"),
        "pay": ("send money", "add money", "top up", "payment method", "add card", "출금", "인출", "충전하기", "입금하기",
                "결제", "송금", "이체", "지불", "납부", "환불", "支払", "送金", "支付", "付款", "转账"),
        "submit": ("서명하기", "신고하기", "차단하기", "반려", "제출", "완료", "등록하기", "등록", "신청", "접수", "提出",
                   "申請", "提交", "完成"),
        "permission": ("허용", "동의", "승인", "수락", "권한부여", "許可", "同意", "承認", "允许", "授权"),
        "upload": ("back up now", "backup now", "choose file", "choose files", "select file", "no file chosen",
                   "add attachment", "파일선택", "업로드", "첨부", "올리기", "가져오기", "アップロード", "添付", "上传",
                   "附件"),
        "download": ("다운로드", "내려받기", "ダウンロード", "下载", "下載"),
        "install": ("설치", "업데이트", "インストール", "安装", "更新"),
        "system_setting": ("turn on", "forget this network", "연결해제", "재부팅", "shut down", "turn off", "power off",
                           "factory reset", "재시작", "다시시작", "시스템종료", "전원끄기", "再起動", "シャットダウン", "重启",
                           "关机"),
        "print": ("인쇄", "印刷", "打印"),
        "quit": ("leave meeting", "hang up", "end process", "end task", "end session", "force stop", "force quit", "강제종료",
                 "작업끝내기", "終了", "退出"),
        "execute": ("run as administrator", "run anyway", "build and run", "compile and run", "save and run",
                    "open in terminal", "start debugging", "run without debugging", "실행", "実行", "执行", "執行", "运行", "運行"),
    }
)  # fmt: skip

# They are nouns as well; beside these words they are.
_NOUNS = set_of(
    "transfer deposit call order book post share update upgrade export import download upload reply forward format trust "
    "purchase checkout invite bid mail email payment refund release commit move print complete finish register rent "
    "reserve account exit reset"
)
_AFTER_NOUN = set_of(
    "area areas range ranges layout menu history method methods setting settings option options status detail details "
    "info information preview folder list date by notes note log logs price prices name number id count center centre "
    "manager queue type types order search filter filters view views of is was are has s market value shelf club store "
    "quality size time times"
)
_DETERMINERS = set_of("the a an all my your this that")
_BEFORE_NOUN = set_of(
    "sort view show open see search track find recent last previous next no about how edit new blog guest page address inbox "
    "help auto fast sorted in of by per first"
)

# What follows or comes before a word of these languages and makes it tell of what was, or of a place where such things are.
_CJK_CONTENT_AFTER = re.compile(
    r"^(된|됨|되었|되지|했|한(?!번)|내역|목록|함$|판|물|글$|자$|율|률|기록|중$|이력|상태|조회|가능|일$|일자|위치|방법|안내|정책|정보|수단|문의"
    r"|履歴|一覧|済|件|日|者|记录|列表|历史|详情|状态|方式|管理)"
)
_CJK_CONTENT_BEFORE = re.compile(r"(최근|나의|내|已|最近|我的|未|检查|檢查)$")
_CJK = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7a3]")

# The same letters, and no command of their class: to undo and to redo, and where what is carried out is told of.
_NO_COMMANDS = re.compile("실행취소|실행되돌리기|다시실행|自動実行|実行済み?")
# What is run: `Run the selected query` is a command, `Run a marathon` is none.
_RUN = "run"
_IS_RUN = set_of(
    "script scripts command commands query queries macro macros code sql job jobs task tasks pipeline workflow program file cell "
    "cells notebook statement statements shell terminal action actions test tests build all now anyway administrator "
    "selection selected"
)

# Beside the word of a command they only say on what, or how.
_COMPANIONS = set_of(
    "place all now it this that these selected item items file files folder message messages chat conversation account entry "
    "entries row mail email photo image video record page link post comment event contact the a an my your to as and or "
    "for from yes please button btn icon me you anyway permanently forever trash changes order"
)
_MOST_WORDS = 8  # what is called by more is called by its content, but for how it begins
_BACKWARDS = 5  # letters of a word that may be written backwards, with a mark that turns it round
_FEW_WORDS = 2
_PURE_WORDS = 5
_PURE_LETTERS = 8  # of a language without blanks
_LONG_NUMBER = 3  # digits
_SHORT_WORD = 2  # letters
_SHORTEST = 4  # letters of a word that is looked for in letters that stood apart

# Right after the first of these words, and near the others, it is told that something is not, or could not be.
_NOT = set_of("dont not never cant cannot couldnt wont no without")
_FAILED = set_of("cant cannot couldnt unable failed wont")
# Alone they name a folder, or what is in it, where the name is one of a list.
_FOLDERS = set_of("trash mail email payment order book post refund")

_IN_ENGLISH: dict[str, Sensitive] = {word: kind for kind, words in ENGLISH.items() for word in words.split()}
_BY_WORD: dict[str, Sensitive] = {word: kind for kind, words in OTHERS.items() for word in words.split()} | _IN_ENGLISH
_SPACED = tuple((tuple(p.replace("'", "").split()), kind) for kind, ps in PHRASES.items() for p in ps if not _CJK.search(p))
_SOLID = sorted(((p, kind) for kind, ps in PHRASES.items() for p in ps if _CJK.search(p)), key=lambda each: -len(each[0]))
_SOLID_PATTERN = re.compile("|".join(re.escape(p) for p, _ in _SOLID))
_BY_PHRASE = dict(_SOLID)
_AFFIXES = re.compile(r"^(btn|button|bt|cmd|ic|icon|img|fab|action|menu|mnu|lnk|link|mi)|(btn|button|icon|img|link|action)$")


@lru_cache(maxsize=8192)
def classes_in(name: str, sentence: bool = False) -> tuple[Sensitive, ...]:
    """What a control of this name does at once that cannot simply be undone, in the order of its words; empty if they say nothing.

    `sentence`: the words are no name, but tell what is about to happen, as those of a dialog: all of them count.
    """
    found: dict[Sensitive, None] = {}
    for words in readings(name):
        seen = words if sentence or len(words) <= _MOST_WORDS else words[:2]
        found.update(dict.fromkeys(_of_words(seen)))
    if _CJK.search(name):
        found.update(dict.fromkeys(_of_letters(solid(name))))
    if kind := _OF_SIGN.get(name.strip().rstrip("\ufe0e\ufe0f")):
        found[kind] = None
    return tuple(found)


def sensitive(name: str) -> Sensitive | None:
    """The first of these classes; None if the words say nothing like it."""
    return next(iter(classes_in(name)), None)


@lru_cache(maxsize=8192)
def of_identifier(identifier: str) -> tuple[Sensitive, ...]:
    """The same of what developers call a control: `btnDelete`, `com.example:id/send_button`, `deletebtn`."""
    name = identifier.rpartition("/")[2]
    found: dict[Sensitive, None] = {}
    for words in readings(name):
        found.update(dict.fromkeys(_of_words(words, _IN_ENGLISH)))
        spaced = f" {' '.join(words)} "
        found.update(dict.fromkeys(kind for kind, icons in ICONS.items() for icon in icons if f" {icon} " in spaced))
        for word in words:
            bare = _IN_ENGLISH.get(_AFFIXES.sub("", word))
            if bare and bare not in found and word not in _IN_ENGLISH:
                found[bare] = None
    return tuple(found)


@lru_cache(maxsize=8192)
def is_command(name: str) -> bool:
    """True if the name is nothing but a command of such a class: `Delete` and `Delete all`, but not `Send me the list`."""
    if not classes_in(name):
        return False
    if _CJK.search(name):
        return len(solid(name)) <= _PURE_LETTERS
    return any(
        len(words) <= _PURE_WORDS
        and not (len(words) == 1 and words[0] in _FOLDERS)
        and any(_of_words(words))
        and all(word in _SAYING or word in _COMPANIONS or (i == 0 and word in _IN_OPENING) for i, word in enumerate(words))
        for words in readings(name)
    )


_OF_SIGN: dict[str, Sensitive] = {sign: kind for kind, signs in SIGNS.items() for sign in signs}
_IN_OPENING: dict[str, Sensitive] = {word: kind for kind, words in OPENING.items() for word in words.split()}
_SAYING = frozenset(word for words, _ in _SPACED for word in words).union(_BY_WORD)
_PARTICLES = set_of("in on out up off").union(_AFTER_NOUN)


def _of_words(words: tuple[str, ...], by_word: Mapping[str, Sensitive] = _BY_WORD) -> Iterator[Sensitive]:
    for phrase, meant in _SPACED:
        if any(words[i : i + len(phrase)] == phrase for i in range(len(words) - len(phrase) + 1)):
            yield meant
    for i, word in enumerate(words):
        kind = by_word.get(word) or (by_word.get(word[::-1]) if len(word) >= _BACKWARDS else None)
        if kind and not _is_noun(words, i) and not _is_denied(words, i):
            yield kind
    if words and len(words) <= _FEW_WORDS and words[0] in _IN_OPENING and not _PARTICLES.intersection(words[1:]):
        yield _IN_OPENING[words[0]]
    elif words and words[0] == _RUN and _IS_RUN.intersection(words) and not _PARTICLES.intersection(words[1:]):
        yield "execute"
    if len(words) == 1:
        yield from _run_together(words[0])


def _is_denied(words: tuple[str, ...], i: int) -> bool:
    return bool(_NOT.intersection(words[max(0, i - 1) : i]) or _FAILED.intersection(words[max(0, i - 2) : i]))


def _is_noun(words: tuple[str, ...], i: int) -> bool:
    after = words[i + 1 :]
    if words[i] not in _NOUNS or (after[:1] == ("for",) and any(map(str.isdigit, "".join(after)))):
        return False  # `Book for $487` names a price
    return bool(after and after[0] in _AFTER_NOUN) or _is_shown(words[:i]) or _is_number(after)


def _is_shown(before: tuple[str, ...]) -> bool:
    """True for the words before a noun of what is only shown: `View your`, `My`; not for `Place your`."""
    *rest, last = before or ("",)
    if last in _DETERMINERS:
        return not rest or rest[-1] in _BEFORE_NOUN
    return last in _BEFORE_NOUN


def _is_number(words: tuple[str, ...]) -> bool:
    """True for what a thing is told by: `K-1120` in `Order K-1120`; `Order 2 pizzas` orders."""
    digits = sum(c.isdigit() for word in words for c in word)
    return digits >= _LONG_NUMBER and all(len(word) <= _SHORT_WORD or any(map(str.isdigit, word)) for word in words)


def _run_together(word: str) -> Iterator[Sensitive]:
    """`paynow`, `deleteall`: a command and nothing but its companions, without blanks."""
    for end in range(len(word) - 1, 2, -1):
        kind = _BY_WORD.get(word[:end])
        if kind and word[end:] in _COMPANIONS and (end >= _SHORTEST or word[:end] in ("buy", "pay")):
            yield kind


def _of_letters(text: str) -> Iterator[Sensitive]:
    text = _NO_COMMANDS.sub("", text)
    for match in _SOLID_PATTERN.finditer(text):
        after, before = text[match.end() :], text[: match.start()]
        if not _CJK_CONTENT_AFTER.match(after) and not _CJK_CONTENT_BEFORE.search(before):
            yield _BY_PHRASE[match.group()]

"""Words that say yes, no, and where one is: they make an act sensitive, or harmless, only together with what stands around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from lumos_layer.actions.plain_words import readings, set_of, solid
from lumos_layer.actions.sensitive import classes_in

# Say yes to whatever is asked, or go on with whatever is shown.
_YES = set_of(
    "ok okay yes confirm continue proceed next go done agree accept start begin sure enter apply close-deal ja weiter "
    "fortfahren oui continuer suivant sí si continuar siguiente aceptar avanti sim próximo vooruit doorgaan да далее "
    "продолжить хорошо evet tamam 확인 예 네 넵 계속 계속하기 진행 진행하기 다음 다음으로 다음단계 시작 시작하기 완료 적용 はい "
    "次へ 続行 確定 続ける 開始 是 好 确定 確定 继续 繼續 下一步 确认 確認"
)
# Of these, what carries out or goes on with what is shown, wherever it stands: `Go`, `Start` and `Got it` are everyday words.
_GOES_ON = _YES - set_of("go done start begin enter apply agree accept close-deal sure 시작 시작하기 적용 완료 開始")
_GOES_ON_PHRASES = frozenset(("go ahead", "do it", "yes please", "im sure", "next step", "다음 단계"))
_FORWARD = set_of(
    "next continue proceed weiter suivant siguiente continuar avanti próximo далее continuer "
    "다음 다음으로 다음단계 계속 次へ 下一步 →"
)
_BACK = set_of("previous prev back zurück précédent anterior indietro назад 이전 이전으로 뒤로 前へ 戻る 上一步 上一页 ←")
_LEAVES = set_of("cancel finish abort 취소 마침 중단 キャンセル 取消")
_SKIPS = set_of("skip überspringen passer omitir saltar ignorer пропустить 건너뛰기 스킵 スキップ 跳过")
# They say so also with more words behind them.
_YES_OPENING = set_of("ok okay yes confirm continue proceed agree accept sure ja oui sí да 예 네 확인 はい 是")
_YES_SIGNS = frozenset("→➡➔✓✔☑✅")
_MOST_WORDS = 8
_MOST_OF_NO = 5
_YES_PHRASES = frozenset(
    ("got it", "i understand", "go ahead", "do it", "i agree", "let s go", "lets go", "yes please", "im sure", "next step")
)
# Say no, or go away from it.
_NO = set_of(
    "cancel close no back dismiss later skip keep stay never nevermind ignore decline deny reject disagree abort escape previous "
    "abbrechen schließen nein zurück annuler non fermer retour cancelar cerrar não fechar voltar annulla chiudi annuleren sluiten "
    "отмена нет закрыть назад iptal hayır kapat 취소 닫기 아니요 아니오 아니 나중에 뒤로 뒤로가기 건너뛰기 이전 거부 거절 유지 "
    "무시 キャンセル 閉じる いいえ 戻る 後で 拒否 取消 关闭 關閉 否 返回 稍后 拒绝 跳过"
)
# Only show something.
_SHOW = set_of(
    "minimize minimise maximize maximise restore help info more less browse show hide search find filter sort view details preview "
    "learn forgot visibility toggle menu home settings tab 도움말 더보기 자세히 검색 찾기 보기"
)
_NO_PHRASES = frozenset(("not now", "no thanks", "maybe later", "go back", "dont allow", "do not allow", "remind me later"))

_PAYMENT = re.compile(
    r"card ?(number|no)|cardholder|name on card|cvv|cvc|security code|expir(y|ation)|iban|routing number|account number|sort code|"
    r"cc ?(number|name|exp|csc)|카드 ?번호|유효 ?기간|보안 ?코드|계좌 ?번호|결제 ?(금액|비밀번호)|カード番号|有効期限|卡号|有效期",
)
_LOGIN = re.compile(
    r"\bpass ?(word|code|phrase)\b|passwort|mot de passe|contraseña|senha|비밀 ?번호|암호|パスワード|密码|密碼|пароль"
)
_CODE = re.compile(
    r"one ?time (code|password|passcode)|verification code|security code|auth(entication)? code|\b(otp|2fa|mfa|totp|pin)\b|"
    r"sms code|6 digit code|인증 ?(번호|코드)|확인 ?코드|일회용|認証コード|確認コード|验证码|驗證碼"
)
_CHECKOUT = re.compile(
    r"\b(check ?out|your order|(order|payment|booking) (summary|review|details|method)|review (your )?order|billing|payment|"
    r"shipping address|purchase)\b|결제|주문 ?(서|확인|하기|정보)|배송 ?지|お支払い|ご注文|结算|付款"
)
_SEARCH = re.compile(
    r"\b(search|find|filter|query|address bar|location|url|go to|suche|rechercher|buscar)\b|검색|찾기|주소|検索|搜索|查找|поиск"
)
_SETTINGS = re.compile(
    r"\b(settings?|preferences|control panel|system configuration|einstellungen|paramètres|réglages|ajustes|configuración|"
    r"configurações|impostazioni|instellingen|настройки|ayarlar)\b|설정|환경 ?설정|제어판|設定|设置|設置"
)
_SWITCHED = re.compile(
    r"\b(wi ?fi|wlan|bluetooth|airplane|flight mode|location|gps|firewall|vpn|proxy|hotspot|tethering|developer options|"
    r"usb debugging|remote (desktop|access|login)|encryption|encrypt|backup|auto ?update|automatic updates|camera access|"
    r"microphone access|screen lock|find my|two factor|2fa|two step|notifications?|unknown sources)\b|"
    r"와이파이|블루투스|飞行模式|蓝牙|热点|位置信息|機内モード|"
    r"비행기 ?모드|위치|방화벽|"
    r"핫스팟|테더링|개발자 ?옵션|디버깅|원격|암호화|백업|자동 ?업데이트|알림|화면 ?잠금|2단계"
)
_TRASH = re.compile(
    r"\b(trash|recycle bin|bin|wastebasket|delete|remove|papierkorb|corbeille|papelera)\b|휴지통|삭제|ゴミ箱|回收站|废纸篓"
)
_DROP = re.compile(r"\b(drop ?zone|drop (your )?files?|drag (and|&) drop|upload|attach)\b|끌어다|업로드|첨부|여기에 놓")
_ACTIONS = re.compile(r"\b(actions?|bulk|with selected|do what)\b|작업|일괄|선택한 항목")
_QUESTION = re.compile(r"[?？؟]|까요|습니까|겠어요|ですか|ますか|吗")
_ELLIPSIS = re.compile(r"(…|\.\.\.)\s*(\(?\s*[\w+ ]{1,20}\)?)?$")


def says_yes(name: str) -> bool:
    """True for OK, Continue, 확인: a press goes on with whatever is shown."""
    return (
        name.strip().rstrip("\ufe0e\ufe0f") in _YES_SIGNS
        or solid(name) in _YES
        or any(
            set(words) <= _YES or " ".join(words) in _YES_PHRASES or (words[0] in _YES_OPENING and len(words) <= _MOST_WORDS)
            for words in readings(name)
        )
    )


def goes_on(name: str) -> bool:
    """True for a yes that carries out, or goes on with, what is shown: OK, Continue, Next; not for Go, Start and Got it."""
    return says_yes(name) and (
        name.strip().rstrip("\ufe0e\ufe0f") in _YES_SIGNS
        or solid(name) in _GOES_ON
        or any(
            set(words) <= _GOES_ON or " ".join(words) in _GOES_ON_PHRASES or words[0] in _YES_OPENING for words in readings(name)
        )
    )


def steps_forward(name: str) -> bool:
    """True for Next and Continue, which may lead to one more step."""
    return _opens_with(name, _FORWARD) or name.strip() in _YES_SIGNS


def steps_back(name: str) -> bool:
    """True for Previous and Back."""
    return _opens_with(name, _BACK) or name.strip() in "←⬅◀‹«"


def leaves(name: str) -> bool:
    """True for Cancel and Finish, which end what has several steps."""
    return _opens_with(name, _LEAVES)


def skips(name: str) -> bool:
    """True for Skip."""
    return _opens_with(name, _SKIPS)


def is_harmless_beside(name: str) -> bool:
    """True for what a window has that only tells something: Close, Help, More; Cancel and Back answer it, or lead back."""
    return (
        is_harmless(name) and not leaves(name) and not steps_back(name) and not skips(name) and solid(name) not in ("no", "아니요")
    )


def says_no(name: str) -> bool:
    """True for Cancel, Close, 취소: a press leaves things as they are; `Cancel subscription` does not."""
    if any(" ".join(words) in _NO_PHRASES for words in readings(name)):
        return True
    return _opens_with(name, _NO) and not (len(name.split()) > 1 and classes_in(name))


def is_harmless(name: str) -> bool:
    """True for what says no, and for what only shows something: More, Help, Show password."""
    return says_no(name) or _opens_with(name, _SHOW)


def _opens_with(name: str, known: frozenset[str]) -> bool:
    ways = readings(name)
    return solid(name) in known or any(words[0] in known and len(words) <= _MOST_OF_NO for words in ways)


def finds(pattern: re.Pattern[str], text: str) -> bool:
    """True if the pattern, of words in lower case with one blank between them, is in the text in one of its readings."""
    return next(found(pattern, text), None) is not None


def found(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Where it is."""
    return (match for words in readings(text) if (match := pattern.search(" ".join(words))))


def _finder(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return partial(finds, pattern)


is_payment_field, is_login_field, is_code_field = _finder(_PAYMENT), _finder(_LOGIN), _finder(_CODE)
is_checkout = _finder(_CHECKOUT)
is_search, is_settings, is_switched = _finder(_SEARCH), _finder(_SETTINGS), _finder(_SWITCHED)
is_trash, is_drop_zone, offers_actions = _finder(_TRASH), _finder(_DROP), _finder(_ACTIONS)


def asks(text: str) -> bool:
    """True for a question."""
    return _QUESTION.search(text) is not None


def opens_more(name: str) -> bool:
    """True for `Save as…`: by convention it asks for more before it does anything."""
    return _ELLIPSIS.search(name) is not None

"""What pressing something may bring about, told from its words; the names of the classes that policies speak of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from lumos_layer.actions.target import Target
from lumos_layer.tree import Role

Effect = Literal["reads", "edits", "commits"]
Sensitive = Literal["buy", "send", "delete", "save", "log in", "account", "upload", "download", "install", "permit", "submit"]

# Whole words, in lower case, that a control is called by which does this at once. Languages without blanks: anywhere in the name.
_WORDS: Mapping[Sensitive, str] = MappingProxyType(
    {
        "buy": (
            "buy pay purchase order checkout subscribe donate book bid kaufen bezahlen zahlen bestellen buchen abonnieren "
            "acheter payer commander réserver comprar pagar pedir reservar acquista paga ordina prenota kopen betalen "
            "bestellen köp betala kup zapłać купить оплатить заказать satın öde beli bayar"
        ),
        "send": (
            "send share post publish reply forward tweet invite broadcast senden teilen antworten weiterleiten "
            "veröffentlichen envoyer partager publier répondre transférer enviar compartir compartilhar publicar responder "
            "reenviar invia condividi pubblica rispondi inoltra verzenden versturen delen skicka dela wyślij udostępnij "
            "отправить поделиться ответить gönder paylaş kirim"
        ),
        "delete": (
            "delete remove erase discard trash clear format wipe uninstall reset purge destroy empty overwrite löschen "
            "entfernen verwerfen leeren zurücksetzen deinstallieren supprimer effacer retirer vider réinitialiser eliminar "
            "borrar quitar vaciar excluir apagar remover elimina rimuovi cancella svuota verwijderen wissen ta radera usuń "
            "удалить очистить sil hapus"
        ),
        "save": (
            "save apply export replace rename move merge speichern übernehmen anwenden exportieren ersetzen umbenennen "
            "verschieben enregistrer sauvegarder appliquer remplacer renommer guardar aplicar reemplazar salvar salva "
            "applica sostituisci opslaan toepassen spara zapisz zastosuj сохранить применить kaydet uygula simpan"
        ),
        "log in": ("login logon signin anmelden einloggen connexion connecter acceder entrar accedi inloggen zaloguj войти"),
        "account": (
            "logout signout signup register deactivate abmelden registrieren déconnexion inscrire registrarse cadastrar "
            "registrati registreren выйти зарегистрироваться"
        ),
        "upload": (
            "upload attach import hochladen anhängen importieren téléverser joindre subir adjuntar anexar carica allega uploaden"
        ),
        "download": ("download herunterladen télécharger descargar baixar scarica downloaden скачать"),
        "install": (
            "install update upgrade restart shutdown reboot installieren aktualisieren installer redémarrer instalar "
            "installa installeren установить"
        ),
        "permit": (
            "allow accept agree authorize authorise grant consent permit approve confirm trust enable zulassen akzeptieren "
            "zustimmen erlauben bestätigen genehmigen autoriser accepter confirmer permitir aceptar aceitar confirmar "
            "consenti accetta conferma toestaan accepteren bevestigen разрешить принять подтвердить izin"
        ),
        "submit": (
            "submit finish complete absenden abschicken einreichen abschließen soumettre valider terminer finalizar "
            "terminar concluir invio indienen voltooien готово"
        ),
    }
)
_PHRASES: Mapping[Sensitive, tuple[str, ...]] = MappingProxyType(
    {
        "log in": ("log in", "log on", "sign in", "se connecter", "iniciar sesión", "iniciar sessão"),
        "account": ("log out", "log off", "sign out", "sign up", "create account", "close account", "change password"),
        "send": ("보내기", "전송", "공유", "게시", "送信", "共有", "投稿", "发送", "傳送", "分享", "发布"),
        "delete": ("삭제", "제거", "지우기", "초기화", "削除", "消去", "删除", "刪除", "清空"),
        "save": ("저장", "적용", "保存", "適用", "储存", "儲存", "应用"),
        "buy": ("구매", "결제", "주문", "예약", "購入", "注文", "支払", "购买", "支付", "付款", "下单"),
        "submit": ("제출", "완료", "提出", "提交", "完成"),
        "permit": ("허용", "동의", "승인", "확인", "許可", "同意", "承認", "允许", "授权", "确认"),
        "upload": ("업로드", "첨부", "アップロード", "上传", "附件"),
        "download": ("다운로드", "ダウンロード", "下载"),
        "install": ("shut down", "turn off", "설치", "업데이트", "インストール", "安装", "更新"),
    }
)
_BY_WORD: dict[str, Sensitive] = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_SPLIT = re.compile(r"[^\w]+|_")

_MOST_WORDS = 8  # what is called by more is called by its content

# They open, show or choose; what they are called is content.
_SHOWING = frozenset((Role.TAB, Role.OPTION, Role.LISTITEM, Role.TREEITEM, Role.ROW, Role.COLUMNHEADER, Role.CELL, Role.GRIDCELL))


def sensitive(name: str) -> Sensitive | None:
    """What a control of this name does at once that cannot simply be undone, None if its words say nothing like it."""
    lowered = name.lower()
    words = [word for word in _SPLIT.split(lowered) if word]
    if len(words) > _MOST_WORDS:
        return None
    for word in words:
        if word in _BY_WORD:
            return _BY_WORD[word]
    for kind, phrases in _PHRASES.items():
        if any(phrase in lowered for phrase in phrases):
            return kind
    return None


def of_pressing(target: Target | None) -> Effect:
    """What a press of the element does, as far as its role and words tell; what nobody knows counts as an edit."""
    if target is None:
        return "edits"
    role, can = target.node.role, target.can
    if role in _SHOWING:
        return "reads"
    if not {"click", "long_click", "toggle", "select"}.intersection(can):
        return "reads"
    if sensitive(target.name):
        return "commits"
    if role is Role.LINK or "expand" in can:
        return "reads"
    return "edits"


def of_enter(target: Target | None) -> Effect:
    """What the Enter key does there: it presses a control, sends a form, breaks a line of a text that has several."""
    if target is None:
        return "commits"
    if target.node.role is Role.SEARCHBOX or "\n" in (target.node.value or ""):
        return "edits"
    if target.node.role is Role.TEXTBOX:
        return "commits"
    return of_pressing(target)

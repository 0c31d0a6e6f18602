"""For whom a screen is: the account, workspace or environment that bars and banners name, on which every act on it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lumos_layer.diff.furniture import LANDMARKS
from lumos_layer.tree import Node, Role, Tree

_BARS = LANDMARKS | {Role.COMPLEMENTARY, Role.STATUS, Role.TOOLBAR}
_SAYING = frozenset((
    Role.BUTTON, Role.COMBOBOX, Role.GENERIC, Role.GROUP, Role.HEADING, Role.IMG, Role.LINK, Role.MENUITEM, Role.PARAGRAPH,
    Role.STATUS, Role.TEXT,
))  # fmt: skip
_LABELS = (
    "account|acct|profile|user|user ?name|workspace|tenant|organi[sz]ation|org|company|team|project|environment|store|branch|"
    "region|database|cluster|benutzer|konto|firma|mandant|projekt|umgebung|utilisateur|compte|entreprise|environnement|projet|"
    "usuario|cuenta|empresa|proyecto|entorno|utente|azienda|progetto"
)
_EASTERN = "계정|사용자|프로필|조직|회사|프로젝트|환경|アカウント|ユーザー|組織|環境|账户|帳戶|用户|用戶|组织|环境"
_TELLS = re.compile(
    rf"""
      (?<![\w.+-])[\w.+-]+@[\w-]+\.\w
    | \b(?:signed|logged)[ -]?in\s+(?:as|with)\b | \b(?:angemeldet|eingeloggt)\s+als\b | \bconnecté(?:e)?\s+en\s+tant
    | \bconectad[oa]\s+como\b | \baccesso\s+come\b
    | 님(?:으로|\s*계정|의)?(?:\s|$|,|!)
    | 로\s?로그인 | さん(?:\s|$|、) | としてログイン
    | \b(?:{_LABELS})\s*[:：]\s*\S | (?:{_EASTERN})\s*[:：]\s*\S | \b\w+['’]s\s+(?:account|profile|workspace)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


def accounts_in(tree: Tree, among: range) -> Iterator[tuple[int, str]]:
    """What the bars of a screen say of the account that it is for, among some of its nodes: "Signed in as Ada"."""
    for i in among:
        node = tree[i]
        if node.role in _SAYING and not node.hidden and (words := _told(node)) and _in_bar(tree, i):
            yield i, words


def _told(node: Node) -> str:
    words = f"{node.name}: {node.value}" if node.role is Role.COMBOBOX and node.value else node.name
    return words if _TELLS.search(words) else ""


def _in_bar(tree: Tree, i: int) -> bool:
    return tree[i].role in _BARS or any(tree[above].role in _BARS for above in tree.ancestors(i))

"""What protected fields hold is told by nothing in or around them: the one step that every dump goes through once it is read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from operator import attrgetter
from urllib.parse import unquote_plus

from msgspec.structs import replace

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.text import TELLING, Keeper, clean_line, concealed, masked, tells
from lumos_layer.perception.words import TYPED
from lumos_layer.tree import Node, Role

_PROTECTED = attrgetter("protected")
_FIELDS = TYPED | {Role.DOCUMENT}
WORDS = ("name", "value", "hint")  # the fields of a node that may tell a secret in words
MOST = 64  # different secrets in one place that are told apart; where there are more, all words may tell one
_LONG = 8  # characters of a secret that stand nowhere by chance


def conceal(draft: Draft, nodes: Iterable[int]) -> None:
    """Make these nodes protected ones, whatever their dump says of them, and keep what they hold as `keep_secrets` does.

    For fields that are known to keep a secret from elsewhere: those seen as protected before that now show it in clear.
    """
    for i in nodes:
        node = draft.nodes[i]
        draft.nodes[i] = node if node.protected and node.value is None else concealed(node, node.value)
    keep_secrets(draft)


def keep_secrets(draft: Draft) -> None:
    """Let nothing tell what protected nodes hold, and forget it. To be called before `freeze`; twice does no harm.

    Inside, everything is emptied that is not called like the field, but for the names of what can be acted on and of pictures,
    where they do not tell the secret; other fields there become protected. What stands around loses the words that tell it, as
    does the header; what stands right beside loses a value that is the secret. Other words of a page are not looked at.
    """
    if True in map(_PROTECTED, draft.nodes):
        _Silence(draft).run()


class _Silence:
    """The protected nodes of a draft, and what they hold."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.fields: list[int] = []  # those to silence: what stands in another is silenced with that
        self.held: dict[int, set[str]] = {}  # by node: what the protected nodes in it, and itself, hold, case folded
        self.beside: dict[int, set[str]] = {}  # by parent: what the protected nodes right in it hold
        self.emptied: set[str] = set()  # words that stood inside protected nodes
        end = 0
        for i in [i for i, is_protected in enumerate(map(_PROTECTED, draft.nodes)) if is_protected]:
            self._keep(i, draft.nodes[i])
            if i >= end:
                end = draft.ends[i]
                self.fields.append(i)
                self._look_inside(i)

    def _keep(self, i: int, node: Node) -> None:
        if isinstance(node, Keeper):
            self._hold(i, node.secret)
            self.beside.setdefault(self.draft.parents[i], set()).add(node.secret)
            self.draft.nodes[i] = node.plain()

    def _look_inside(self, field: int) -> None:
        """What other fields inside hold is a secret as well."""
        nodes = self.draft.nodes
        for i in range(field + 1, self.draft.ends[field]):
            value = nodes[i].value
            if value and _is_field(nodes[i]) and not masked(value):
                self._hold(i, clean_line(value))

    def _hold(self, i: int, secret: str) -> None:
        """Say of the node and all around it that the secret is in them; where one has it already, so have all around that."""
        folded, held, parents = secret.casefold(), self.held, self.draft.parents
        while i >= 0:
            known = held.setdefault(i, set())
            if folded in known or len(known) > MOST:
                return
            known.add(folded)
            i = parents[i]

    def run(self) -> None:
        nodes = self.draft.nodes
        for parent, secrets in self.beside.items():
            for i in _children(self.draft, parent):
                value = nodes[i].value
                if value and len(value) >= TELLING and clean_line(value) in secrets:
                    self._take(i, clean_line(value))
        end = 0
        for field in sorted(self.fields):
            if field >= end:
                end = self.draft.ends[field]
                self._silence(field, self.held.get(field, set()))
        for i, told in self.held.items():
            nodes[i] = _around(nodes[i], told)
        self._header()

    def _take(self, i: int, value: str) -> None:
        """Take a value away that is the secret of a field right beside; another field becomes a protected one."""
        node = self.draft.nodes[i] = replace(self.draft.nodes[i], value=None)
        if _is_field(node):
            self.draft.nodes[i] = replace(node, protected=True, filled=True)
            self.held.setdefault(i, set()).add(value.casefold())
            self.fields.append(i)

    def _silence(self, field: int, secrets: Collection[str]) -> None:
        nodes = self.draft.nodes
        node = nodes[field] = _unlabelled(nodes[field], secrets)
        for i in range(field + 1, self.draft.ends[field]):
            before = nodes[i]
            made = nodes[i] = _inside(before, (node.name, node.hint), secrets)
            lost = [old for key in WORDS if (old := getattr(before, key)) and not getattr(made, key)]
            self.emptied.update(words for words in map(clean_line, lost) if len(words) >= TELLING)

    def _header(self) -> None:
        draft = self.draft
        secrets = {secret for i in self.held if draft.parents[i] < 0 for secret in self.held[i]}
        for key in ("app", "title"):
            words = getattr(draft, key)
            if clean_line(words) in self.emptied or _told(words, secrets):
                setattr(draft, key, "")
        draft.url = _address(draft.url, secrets)


def _children(draft: Draft, parent: int) -> Iterator[int]:
    """The nodes right in it; of -1 the roots."""
    i, end = parent + 1, draft.ends[parent] if parent >= 0 else len(draft.nodes)
    while i < end:
        yield i
        i = draft.ends[i]


def _is_field(node: Node) -> bool:
    return node.role in _FIELDS or "type" in node.can


def _around(node: Node, secrets: Collection[str]) -> Node:
    """What stands around protected nodes, without the words that tell what these hold."""
    return _without(node, [key for key in WORDS if _told(getattr(node, key) or "", secrets)], secrets)


def _inside(node: Node, called: Collection[str], secrets: Collection[str]) -> Node:
    """What stands in a protected node, of which the words `called` may stay; what those in it hold may not."""
    name = node.name if node.name in called else _label(node, secrets)
    hint = node.hint if node.hint in called else ""
    node = _without(node, ("url",) if _told(unquote_plus(node.url), secrets) else (), secrets)
    if not _is_field(node):
        role = Role.GENERIC if node.role is Role.TEXT and not name else node.role  # without its words it is no text
        return replace(node, role=role, name=name, value=None, hint=hint, selected=None)
    filled = node.filled if node.value is None else bool(node.value)
    return replace(node, name=name, value=None, hint=hint, selected=None, protected=True, filled=filled)


def _label(node: Node, secrets: Collection[str]) -> str:
    """The name of what can be acted on, or of a picture, unless it tells a secret or a part of one."""
    is_labelled = (node.can or node.role is Role.IMG) and not _is_field(node)
    if not is_labelled or len(secrets) > MOST:
        return ""
    spoken = node.name.casefold()
    is_part = len(spoken) >= TELLING and any(spoken in secret for secret in secrets)
    return "" if is_part or any(tells(node.name, secret) for secret in secrets) else node.name


def _unlabelled(node: Node, secrets: Collection[str]) -> Node:
    """A protected node without name and hint where they tell what stands in it."""
    many = len(secrets) > MOST
    words = [key for key in ("name", "hint") if many or any(tells(getattr(node, key), secret) for secret in secrets)]
    return _without(node, words, secrets)


def _without(node: Node, words: Iterable[str], secrets: Collection[str]) -> Node:
    """The node without these of its words, and without address and identifier where they tell a secret."""
    node = emptied(node, words)
    if _told(node.identifier, secrets):
        node = replace(node, identifier="")
    url = _address(node.url, secrets)
    return node if url == node.url else replace(node, url=url)


def emptied(node: Node, words: Iterable[str]) -> Node:
    """The node without these of its words."""
    gone: dict[str, str | None] = {key: None if key == "value" else "" for key in words}
    return replace(node, **gone) if gone else node


def _told(words: str, secrets: Collection[str]) -> bool:
    """True if the words tell one of the secrets, or there are so many that they may."""
    return bool(words) and (len(secrets) > MOST or tell_one(words, secrets))


def tell_one(words: str, secrets: Collection[str]) -> bool:
    """True if the words, which are no label of the field, are one of the secrets, or hold one and not by chance in a longer word.

    The secrets are lines, case folded. This is all that is meant anywhere by words that tell what a field holds.
    """
    spoken = clean_line(words).casefold() if secrets else ""
    return bool(spoken) and (spoken in secrets or any(_stands_in(spoken, secret) for secret in secrets))


def _stands_in(spoken: str, secret: str) -> bool:
    if len(secret) < TELLING or secret not in spoken:
        return False
    return len(secret) >= _LONG or any(_is_apart(spoken, found.span()) for found in re.finditer(re.escape(secret), spoken))


def _is_apart(words: str, span: tuple[int, int]) -> bool:
    """True if no letter goes on as a letter, and no digit as a digit, at either end of that part of the words."""
    pairs = (words[max(0, edge - 1) : edge + 1] for edge in span)
    return not any(len(pair) == 2 and (pair.isalpha() or pair.isdigit()) for pair in pairs)


def _address(url: str, secrets: Collection[str]) -> str:
    """The address without its query where this tells a secret, or nothing where the rest does."""
    if not secrets or not url:
        return url
    place = re.split("[?#]", url, maxsplit=1)[0]
    long = [secret for secret in secrets if len(secret) >= _LONG]
    if len(secrets) > MOST or any(secret in unquote_plus(place).casefold() for secret in long):
        return ""
    return place if _told(unquote_plus(url[len(place) :]), secrets) else url

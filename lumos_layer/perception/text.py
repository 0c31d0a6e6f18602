"""The words on a screen, data from outside: made safe to print without changing what they say, and rid of secrets."""

from __future__ import annotations

import re
import unicodedata

from msgspec.structs import replace

from lumos_layer.tree import Node

# Cc and Cs: control characters and lone surrogates. Cf that only steer layout: zero-width space, word joiner, invisible
# operators, byte-order mark, soft hyphen, bidirectional marks and overrides, tags. Fillers of Hangul, which look like nothing.
_UNSEEN = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{_UNSEEN}]+")
# Joiners (200C, 200D) and the choice between text and emoji (FE0E, FE0F) stay behind a character: emoji, Persian and Indic words
# need them. More than one in a row, or at the edge of a word, they say nothing.
_JOINERS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")
_USELESS_JOINERS = re.compile(
    "(?:^|(?<=\\s))[\u200c\u200d\ufe0e\ufe0f]+|(?<=[\u200c\u200d])[\u200c\u200d\ufe0e\ufe0f]+"
    "|(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]+|[\u200c\u200d][\u200c\u200d\ufe0e\ufe0f]*(?=\\s|$)"
)
_EMBEDDED = "\ufffc"  # stands in a text for an object inside
_ODD = re.compile(f"[{_UNSEEN}\u200c\u200d\ufe0e\ufe0f{_EMBEDDED}]")  # any of these
_BREAKS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_BLANKS = re.compile(r"[^\S\n]+")
TELLING = 3  # characters of a secret that no label contains by chance
_BULLETS = frozenset("•●∙·*⬤\u2022\u25cf\uf09f")


def clean_line(text: str) -> str:
    """One line: invisible characters removed, every run of white space made one blank, none at the ends."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split()) if "  " in text or text[:1] == " " or text[-1:] == " " else text
    return " ".join(_visible(text).split())


def clean_value(text: str) -> str:
    """Several lines: invisible characters removed, line breaks kept as \\n, other runs of white space made one blank."""
    if text.isprintable():  # it has no line break, and no blank but the common one
        return clean_line(text)
    text = _visible(plain_breaks(text))
    return "\n".join(_BLANKS.sub(" ", line).strip() for line in text.split("\n")).strip("\n")


def plain_breaks(text: str) -> str:
    """The text with every kind of line break as \\n."""
    return _BREAKS.sub("\n", text)


def _visible(text: str) -> str:
    if not _ODD.search(text):
        return text
    text = _INVISIBLE.sub("", text.replace(_EMBEDDED, " "))
    return _USELESS_JOINERS.sub("", text) if _JOINERS.search(text) else text


def is_glyph(text: str) -> bool:
    """True for icons of a font of symbols: private-use characters and blanks, which say nothing without the font."""
    return not text.isascii() and all(unicodedata.category(c) in ("Co", "Zs") for c in text)


def masked(text: str) -> bool:
    """True for a value that shows only bullets, as password fields do."""
    return bool(text) and all(c in _BULLETS for c in text) and len(text) > 1


def tells(words: str, secret: str) -> bool:
    """True if the words of a label are the secret or hold it, whatever the case of their letters."""
    spoken, kept = words.casefold(), secret.casefold()
    told = spoken == kept or (len(kept) >= TELLING and kept in spoken)
    return told and bool(words) and not masked(secret)


class Keeper(Node, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A protected node while its dump is read: it knows what it holds, in one line, until `keep_secrets` has seen it."""

    secret: str

    def plain(self) -> Node:
        """The node as it enters a tree."""
        return Node(**{name: getattr(self, name) for name in Node.__struct_fields__})

    def __repr__(self) -> str:
        return repr(self.plain())


def concealed(node: Node, secret: str | None) -> Node:
    """The node as a protected one that holds the secret, which it does not tell by its name or hint either.

    None: the dump does not say what it holds, nor whether it holds anything. What else tells the secret, in the field or around
    it, is silenced by `keep_secrets`, which needs the node that comes from here, or what `replace` makes of it.
    """
    line = clean_line(secret or "")
    name, hint = ("" if tells(words, line) else words for words in (node.name, node.hint))
    made = replace(node, name=name, hint=hint, value=None, protected=True, filled=None if secret is None else bool(line))
    if not line or masked(line):
        return made
    return Keeper(**{key: getattr(made, key) for key in Node.__struct_fields__}, secret=line)

"""A tolerant reader of XML: as much of a damaged, or very deep, dump as anything can be made of.

One walk from left to right, in linear time and without recursion; libxml2's forgiving mode cuts a deep tree without a word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from lumos_layer.errors import DamagedDump, LimitExceeded
from lumos_layer.perception.xml_target import NotStrict, Target, TextTarget

_XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"

# What the tolerant reader looks for. Possessive repeats keep it from going back, so that it takes linear time.
NAME = r"""[^\s<>/="'!?&]++"""
_START = re.compile(rf"""<({NAME})((?:\s++{NAME}\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'))*+)\s*+(/?)>""")
ATTRIBUTE = re.compile(rf"""({NAME})\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")
_LOOSE_ATTRIBUTE = re.compile(rf"({NAME})(?:\s*+(=)\s{{0,7}}+)?")
_UNQUOTED = re.compile(r"""(?:[^\s<>"'/]|/(?!>))*+""")
_AFTER_VALUE = re.compile(rf"\s*+/?>|\s++{NAME}\s*+=")
_GLUED = re.compile(rf"""{NAME}\s*+=\s*+["']""")
_BLANKS = re.compile(r"\s*+")
_NO_BRACKETS = re.compile(r"[^<>]*+>?")
_NAMED = re.compile(NAME)
_END = re.compile(r"</[^<>]*+>?")
_DOCTYPE_PART = re.compile(r"""["'\[\]>]|<!--""")
_REFERENCE = re.compile(r"&(?:#x([0-9A-Fa-f]+);|#([0-9]+);|(amp|lt|gt|quot|apos);)?")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_PREDEFINED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_BREAKS_OFF = "it breaks off inside a tag"
_MOST_KINDS = 3  # kinds of damage that a warning tells


class Tolerant:
    """Reads XML as far as anything can be made of it: one walk from left to right, in linear time, without recursion.

    An end tag closes what is open up to its start tag; one that closes nothing is passed over. A tag that breaks off at the end
    of the dump is left out: what makes a secret of its words may be missing.
    """

    def __init__(self, text: str, start: Callable[[str, Mapping[str, str]], Target], depth: int) -> None:
        """`start` gives the target for the root element; `depth` is the most levels that are read."""
        self.at = self.forbidden = self.outside = self.roots = self.elements = 0
        self.text = _FORBIDDEN.sub(self._without, text.replace("\r\n", "\n").replace("\r", "\n"))
        self.begin, self.depth = start, depth
        self.open: list[tuple[str, str, list[tuple[str, str | None]]]] = []  # tag as written, in full; prefixes to restore
        self.count: Counter[str] = Counter()  # of open tags, as written
        self.prefixes: dict[str, str] = {"xml": _XML_NAMESPACE}
        self.names: dict[str, str] = {}  # attribute names as written to full names
        self.damage: dict[str, list[int]] = {}  # what is wrong: where first, how often
        self.absent: set[str] = set()  # marks that occur no more in the text
        self.has_doctype = False
        self.endless = False  # a document type was met that does not end; no other is searched for its end
        self.root = ""
        self.target: Target | None = None

    def read(self, first_line: int, refused: NotStrict) -> list[str]:
        """Feed the target, and say what was wrong. `first_line` is the line of the dump in which the text begins."""
        text = self.text
        while (tag := text.find("<", self.at)) >= 0:
            self._words(self.at, tag)
            self.at = tag
            self._markup(text[tag + 1 : tag + 2])
        self._words(self.at, len(text))
        if self.target is None:
            raise DamagedDump("no element could be found in it", "Check that the file is a whole XML dump.", first_line)
        if self.open and _BREAKS_OFF not in self.damage:
            self._wrong("it breaks off inside an element", len(text.rstrip()))
        while self.open:
            self._close()
        return self._notes(first_line, refused)

    def _notes(self, first_line: int, refused: NotStrict) -> list[str]:
        notes = []
        if self.has_doctype:
            notes.append("A document type declaration was removed; its entities were not resolved.")
        if self.forbidden:
            notes.append(f"Characters that XML forbids were removed or replaced: {self.forbidden}.")
        if self.outside:
            notes.append(f"Characters that are no XML stand around the dump and were passed over: {self.outside}.")
        told = [
            f"line {first_line + self.text.count(chr(10), 0, first)}: {what}" + (f" ({count} times)" if count > 1 else "")
            for first, count, what in sorted((first, count, what) for what, (first, count) in self.damage.items())
        ]
        if not told and not notes and refused.problem and self.roots == 1:
            told = [f"line {first_line - 1 + refused.line}: {refused.problem}"]
        if told:
            more = "; and more" if len(told) > _MOST_KINDS else ""
            notes.append(f"The dump is damaged ({'; '.join(told[:_MOST_KINDS])}{more}); elements read: {self.elements}.")
        return notes

    def _without(self, found: re.Match[str]) -> str:
        self.forbidden += 1
        return " " if found[0] in "\x0b\x0c" else ""

    def _wrong(self, what: str, at: int) -> None:
        self.damage.setdefault(what, [at, 0])[1] += 1

    def _find(self, mark: str, start: int) -> int:
        """Like `str.find`, but never looks twice through what lacks the mark."""
        found = -1 if mark in self.absent else self.text.find(mark, start)
        if found < 0:
            self.absent.add(mark)
        return found

    def _words(self, start: int, end: int, as_they_are: bool = False) -> None:
        """Text between tags."""
        if start == end:
            return
        if not self.open:
            self.outside += len(self.text[start:end].strip())
        elif isinstance(self.target, TextTarget):
            words = self.text[start:end]
            self.target.data(words if as_they_are else self._resolved(words, start))

    def _resolved(self, words: str, at: int) -> str:
        """With what its references stand for; an unknown entity stays as it is written."""
        if "&" not in words:
            return words

        def meant(found: re.Match[str]) -> str:
            hexadecimal, decimal, name = found.groups()
            if name:
                return _PREDEFINED[name]
            if not hexadecimal and not decimal:
                self._wrong("an & that is not escaped, or an unknown entity", at)
                return "&"
            digits = (hexadecimal or decimal).lstrip("0")[:8] or "0"
            code = int(digits, 16 if hexadecimal else 10)
            if _allowed(code):
                return chr(code)
            self.forbidden += 1
            return "\ufffd"

        return _REFERENCE.sub(meant, words)

    def _markup(self, sign: str) -> None:
        """What begins with `<` and this sign."""
        if sign == "/":
            self._end_tag()
        elif sign == "?":
            if self.target and self.text[self.at + 2 : self.at + 6] in ("xml ", "xml?"):
                self._wrong("another dump begins", self.at)
            self._pass("?>", 2)
        elif sign == "!":
            self._declaration()
        elif sign.isalpha() or sign in ("_", ":"):
            self._start_tag()
        elif not sign:
            self._wrong(_BREAKS_OFF, self.at)
            self.at += 1
        else:
            self._wrong("a < that is not escaped", self.at)
            self._words(self.at, self.at + 1)
            self.at += 1

    def _pass(self, mark: str, size: int) -> None:
        """Go on behind the mark; where it is missing, behind the next `>`."""
        start = self.at + size
        end = self._find(mark, start)
        if end < 0:
            self._wrong(f"a <{self.text[self.at + 1]} without its {mark}", self.at)
            mark, end = ">", self._find(">", start)
        self.at = end + len(mark) if end >= 0 else len(self.text)

    def _declaration(self) -> None:
        text, at = self.text, self.at
        if text.startswith("<!--", at):
            self._pass("-->", 4)
        elif text.startswith("<![CDATA[", at):
            end = self._find("]]>", at)
            if end < 0:
                self._wrong("a <! without its ]]>", at)
                self.at = at + 9
            else:
                self._words(at + 9, end, as_they_are=True)
                self.at = end + 3
        elif text[at + 2 : at + 9].upper() == "DOCTYPE":
            self.has_doctype = True
            self._doctype()
        else:
            self._wrong("a <! that is none of XML's", at)
            self._pass(">", 2)

    def _doctype(self) -> None:
        """Go on behind a document type and its entities."""
        at, inside = self.at + 9, False
        while not self.endless and (found := _DOCTYPE_PART.search(self.text, at)):
            part, at = found[0], found.end()
            if part == ">" and not inside:
                self.at = at
                return
            if part in "[]":
                inside = part == "["
            elif part != ">":
                mark = "-->" if part == "<!--" else part
                at = max(at, self._find(mark, at) + len(mark))
        self.endless = True
        self.at = _end_of(_NO_BRACKETS, self.text, self.at + 9)

    def _end_tag(self) -> None:
        start = self.at
        self.at = _end_of(_END, self.text, start)
        if self.text[self.at - 1] != ">":
            if self.at >= len(self.text):
                self._wrong(_BREAKS_OFF, start)
                return
            self._wrong("a tag that is not closed", start)
        tag = self.text[start + 2 : _end_of(_NAMED, self.text, start + 2)]
        if not self.count[tag]:
            self._wrong("an end tag without its start tag", start)
            return
        while self._close() != tag:
            self._wrong("an element without its end tag", start)

    def _start_tag(self) -> None:
        start = self.at
        found = _START.match(self.text, start)
        if not found:
            self._loose_start_tag()
            return
        self.at = found.end()
        attrib: dict[str, str] = {}
        for name, double, single in ATTRIBUTE.findall(found[2]):
            self._add(attrib, name, double or single, start)
        self._enter(found[1], attrib, bool(found[3]), start)

    def _add(self, attrib: dict[str, str], name: str, value: str, at: int) -> None:
        if name in attrib:
            self._wrong("an attribute given twice", at)
        else:
            attrib[name] = self._resolved(value.replace("\n", " ").replace("\t", " "), at)

    def _loose_start_tag(self) -> None:
        """A start tag in which something is wrong."""
        text, start = self.text, self.at
        at = _end_of(_NAMED, text, start + 1)
        tag = text[start + 1 : at]
        attrib: dict[str, str] = {}
        while True:
            at = _end_of(_BLANKS, text, at)
            if at >= len(text):
                self.damage = {what: found for what, found in self.damage.items() if found[0] < start}
                self._wrong(_BREAKS_OFF, start)
                self.at = at
                return
            if text[at] in "<>" or text.startswith("/>", at):
                break
            at = self._loose_attribute(attrib, at)
        slash = text[at] == "/"
        if text[at] == "<":
            self._wrong("a tag that is not closed", start)
            self.at = at
        else:
            self.at = at + 1 + slash
        self._enter(tag, attrib, slash, start)

    def _loose_attribute(self, attrib: dict[str, str], at: int) -> int:
        """Add the attribute that stands there, and return where it ends; the end of the text if it breaks off."""
        found = _LOOSE_ATTRIBUTE.match(self.text, at)
        if not found:
            self._wrong("a stray sign in a tag", at)
            return at + 1
        end = found.end()
        if not found[2]:
            self._wrong("an attribute without a value", at)
            value = ""
        elif (quote := self.text[end : end + 1]) in ('"', "'"):
            value, end = self._quoted(quote, end + 1)
        else:
            start, end = end, _end_of(_UNQUOTED, self.text, end)
            value = self.text[start:end]
            self._wrong("an attribute without quotes", at)
        self._add(attrib, found[1], value, at)
        return end

    def _quoted(self, quote: str, start: int) -> tuple[str, int]:
        """A value and where it ends: at the quote after which the tag goes on, or before the one that opens the next value."""
        text = self.text
        inside = -1  # the first quote before a blank
        end = self._find(quote, start)
        while end >= 0:
            if _AFTER_VALUE.match(text, end + 1):
                if "<" in text[start:end]:
                    self._wrong("a < that is not escaped", start)
                if inside >= 0:
                    self._wrong("quotes inside an attribute", start)
                return text[start:end], end + 1
            if text[max(start, end - 8) : end].rstrip().endswith("="):
                break
            if _GLUED.match(text, end + 1):
                self._wrong("no blank between attributes", end)
                return text[start:end], end + 1
            if inside < 0 and text[end + 1 : end + 2].isspace():
                inside = end
            end = self._find(quote, end + 1)
        return (text[start:inside], inside + 1) if inside >= 0 else self._unclosed(start, end)

    def _unclosed(self, start: int, end: int) -> tuple[str, int]:
        """A value that lacks its end quote, and where it ends. `end` is the quote that opens the next value, -1 if none does."""
        self._wrong("an attribute without its end quote", start)
        text = self.text
        tag_end = text.find(">", start, end if end >= 0 else len(text))
        if tag_end >= 0 and (end >= 0 or text.find("<", tag_end) >= 0):
            stop = tag_end - (text[tag_end - 1] == "/")
            return text[start:stop], stop
        if end < 0:
            return "", len(text)
        before = text[start:end].rstrip()[:-1].rstrip()  # without the equals sign
        name = max(before.rfind(blank) for blank in " \n\t")
        return (before[:name], start + name) if name >= 0 else (before, end)

    def _enter(self, tag: str, attrib: dict[str, str], is_empty: bool, at: int) -> None:
        """An element begins."""
        if len(self.open) >= self.depth:
            raise LimitExceeded("depth", len(self.open) + 1, self.depth, "levels")
        hidden = self._declare(attrib)
        attrib = {self._full(name): value for name, value in attrib.items() if name[:5] != "xmlns"}
        full = self._full(tag) if ":" in tag else f"{{{space}}}{tag}" if (space := self.prefixes.get("")) else tag
        if self.target is None:
            self.root, self.target = tag, self.begin(full, attrib)
        elif not self.open and not attrib and tag != self.root:
            self._wrong("a tag that is none of the dump's", at)
            self._restore(hidden)
            return
        self.roots += not self.open
        self.elements += 1
        self.open.append((tag, full, hidden))
        self.count[tag] += 1
        self.target.start(full, attrib)
        if is_empty:
            self._close()

    def _close(self) -> str:
        """The innermost element ends; its tag as it is written."""
        tag, full, hidden = self.open.pop()
        self.count[tag] -= 1
        if self.target:
            self.target.end(full)
        self._restore(hidden)
        return tag

    def _declare(self, attrib: Mapping[str, str]) -> list[tuple[str, str | None]]:
        """Take up the namespaces that an element declares; the prefixes with what they meant before."""
        hidden = []
        for name, space in attrib.items():
            if name == "xmlns" or name.startswith("xmlns:"):
                prefix = name[6:]
                hidden.append((prefix, self.prefixes.get(prefix)))
                self.prefixes[prefix] = space
                self.names.clear()
        return hidden

    def _restore(self, hidden: list[tuple[str, str | None]]) -> None:
        for prefix, space in reversed(hidden):
            if space is None:
                del self.prefixes[prefix]
            else:
                self.prefixes[prefix] = space
            self.names.clear()

    def _full(self, name: str) -> str:
        """`{namespace}local`; a prefix that is not declared is its own namespace."""
        full = self.names.get(name)
        if full is None:
            prefix, colon, local = name.partition(":")
            full = f"{{{self.prefixes.get(prefix) or prefix}}}{local}" if colon and prefix and local and ":" not in local else name
            self.names[name] = full
        return full


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _allowed(code: int) -> bool:
    """XML 1.0, production 2 (Char)."""
    return code in (9, 10, 13) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF

"""Playwright's aria snapshots: a YAML list of `- role "name" [state] [ref=e12]`, also in a page report of its MCP server.

The lines are read here and not by a YAML library, because one line makes these refuse a whole snapshot: an end in the middle
of a quoted name, a key of more than 1,024 characters (a name with many quotes), a raw DEL in a name, a colon in bare words;
and libyaml stops at 1,000 levels. Anchors, aliases and tags are words like any others here, so that nothing can be built of them.
https://playwright.dev/docs/aria-snapshots
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.perception.draft import Draft, TextFormat
from lumos_layer.perception.formats.web_roles import (
    FIELDS,
    ROLES,
    SECRET_NAMES,
    SECRETIVE,
    TICKED,
    Outline,
    drop_repeated_values,
    element,
    enclosing,
    unescaped,
)
from lumos_layer.perception.text import clean_line, clean_value, concealed, masked
from lumos_layer.tree import Node, Rect, Role

# Roles of ARIA and elements of HTML that have no role of ours.
_PLAIN = frozenset(
    (
        "comment", "deletion", "emphasis", "fragment", "insertion", "mark", "none", "presentation", "strong", "subscript",
        "suggestion", "superscript", "time",
    )
)  # fmt: skip
_WORDS = {**ROLES, **dict.fromkeys(_PLAIN, Role.GENERIC), "iframe": Role.GROUP, "text": Role.TEXT}

# The text inside is what they hold.
_ASKING = SECRETIVE | {Role.COMBOBOX}
_HOLDING = FIELDS | {Role.SLIDER, Role.PROGRESSBAR, Role.METER, Role.SCROLLBAR}
_WRITTEN = frozenset((Role.TEXTBOX, Role.SEARCHBOX))  # also the text further inside, of paragraphs and the like
_CELLS = frozenset((Role.CELL, Role.GRIDCELL, Role.COLUMNHEADER, Role.ROWHEADER))

_HEAD = re.compile(
    r"""(/?[A-Za-z][\w-]*)                                         # role, or /property
    (?:[ \t]+(?:"([^"\\]*(?:\\.[^"\\]*)*)("|\Z)                    # "name"
      |(/[^/\\]*(?:\\.[^/\\]*)*(?:/|\Z))))?                        # /pattern of a name/
    ((?:[ \t]*\[[^\]]*\])*)[ \t]*                                  # [states]
    """,
    re.DOTALL | re.VERBOSE,
)
_STATE = re.compile(r"\[([\w-]+)(?:=([^\]]*))?\]")
_DOUBLE = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)("?)', re.DOTALL)
_SINGLE = re.compile(r"'([^']*(?:''[^']*)*)('?)", re.DOTALL)
_DASHES = re.compile(r"(?:-[ \t]+)*(?:-$|(?<=[ \t]))")
_BLOCK = re.compile(r":[ \t]+([|>])[+-]?[1-9]?[+-]?$")  # of YAML: the words stand in the lines below
_COMMENT = re.compile(r"\s#")
_UNCHANGED = re.compile(r"ref=([\w-]+)[ \t]*\[unchanged\]")
_CHANGED = "<changed> "
_NOTHING = frozenset(("", "[]", "{}", "~", "null"))

_FENCE = re.compile(r"`{3,}[ \t]*([\w-]*)$")
_FENCED = frozenset(("", "yaml", "yml", "aria", "text", "txt"))
_FACT = re.compile(r"(?:[-*][ \t]+)?Page (URL|Title):(.*)$")
_MARK = re.compile(r"(?:[-*]|#{1,6})?[ \t]*(?:Page )?Snapshot:?$", re.IGNORECASE)
_DIALOG = re.compile(r'- \["?([\w -]+?)"?(?: dialog with message "(.*)")?\]: can be handled by')
_ENTRIES_LOOKED_AT = 24


class _Line(Struct, frozen=True):
    number: int
    indent: int
    words: str  # without blanks around


class _Entry(Struct):
    """One item of the list: what stands after its dash, with the lines that go on with it. `block` is a YAML block of words."""

    number: int
    indent: int  # of the last dash in its line
    parts: list[str]
    margin: int = 0  # of the first dash
    block: list[str] | None = None

    @property
    def words(self) -> str:
        return " ".join(self.parts)


class _Report(Struct):
    """Where the snapshot is in what was printed, and what stands around it."""

    lines: list[_Line]
    around: list[_Line]
    snapshots: int = 1
    broken: bool = False  # the fence around the snapshot never closes


# Finding the snapshot


def _report(dump: str) -> _Report:
    lines = list(_lines(dump))
    fences = [i for i, line in enumerate(lines) if line.words.startswith("```") and _FENCE.match(line.words)]
    blocks = [(start, end) for start, end in zip(fences[::2], [*fences[1::2], len(lines)], strict=False)]
    found = [(start, end) for start, end in blocks if _is_snapshot_block(lines, start, end)]
    if found:
        inside = {i for start, end in blocks for i in range(start, end + 1)}
        start, end = found[-1]
        around = [line for i, line in enumerate(lines) if i not in inside]
        return _Report(lines[start + 1 : end], around, len(found), end == len(lines))
    mark = max((i for i, line in enumerate(lines) if _MARK.match(line.words)), default=-1)
    around = lines[: mark + 1] + [line for line in lines[mark + 1 :] if _tells(line)]
    return _Report([line for line in lines[mark + 1 :] if not _tells(line)], around)


def _lines(dump: str) -> Iterator[_Line]:
    """All lines but the empty ones."""
    for number, line in enumerate(dump.split("\n"), 1):
        words = line.strip()
        if words:
            yield _Line(number, len(line) - len(line.lstrip()), words)


def _tells(line: _Line) -> bool:
    """True for what a report says of the page and its dialogs."""
    return ("Page " in line.words[:40] and _FACT.match(line.words) is not None) or (
        line.words.startswith("- [") and _DIALOG.match(line.words) is not None
    )


def _is_snapshot_block(lines: Sequence[_Line], start: int, end: int) -> bool:
    language = _FENCE.match(lines[start].words)
    return language is not None and language[1].lower() in _FENCED and _is_snapshot(lines[start + 1 : end])


def _is_snapshot(lines: Sequence[_Line]) -> bool:
    """True if most of the first entries name a known role."""
    known = seen = 0
    for entry in _entries(lines, []):
        seen += 1
        known += _names_a_role(entry.words)
        if seen == _ENTRIES_LOOKED_AT:
            break
    return known > 0 and known * 4 >= seen * 3


def _names_a_role(words: str) -> bool:
    words = words.removeprefix(_CHANGED)
    if words[:1] in ("'", '"'):
        words = _quoted(words)[0]
    head = _HEAD.match(words)
    if head is None:
        return False
    known = head[1] in _WORDS or head[1][0] == "/"
    fits = head.end() == len(words) or words[head.end()] == ":"
    return (known and (fits or not _is_bare(head))) or _UNCHANGED.fullmatch(words) is not None


def _is_bare(head: re.Match[str]) -> bool:
    """True for a word without name and states, which may be any word."""
    return head[2] is None and head[4] is None and not head[5]


def _entries(lines: Sequence[_Line], passed_over: list[int]) -> Iterator[_Entry]:
    """The list's items. `passed_over` receives the numbers of lines that belong to none."""
    held: _Entry | None = None
    for line in lines:
        words = line.words
        deeper = held is not None and line.indent > held.indent
        dashes = None if words[0] != "-" else _DASHES.match(words)
        if held is not None and deeper and held.block is not None:
            held.block.append(words)
        elif dashes is not None:
            if held is not None:
                yield held
            held = _Entry(line.number, line.indent + words.rindex("-", 0, dashes.end()), [words[dashes.end() :]], line.indent)
            block = _BLOCK.search(held.parts[0]) if words[-1] in "|>-+123456789" else None
            if block is not None:
                held.parts, held.block = [held.parts[0][: block.start() + 1]], []
        elif held is not None and deeper:
            held.parts.append(words)
        elif words[0] not in "#%" and words not in ("---", "..."):
            passed_over.append(line.number)
    if held is not None:
        yield held


# Reading an entry


def _quoted(words: str) -> tuple[str, str, bool]:
    """A YAML scalar in quotes at the beginning of these words, what comes after it, and whether its quotes close."""
    if words[0] == '"':
        found = _DOUBLE.match(words)
        inner = unescaped(found[1]) if found else ""
    else:
        found = _SINGLE.match(words)
        inner = found[1].replace("''", "'") if found else ""
    return (inner, words[found.end() :].lstrip(), bool(found[2])) if found else (words, "", False)


class _Reader:
    """Puts entries into a draft, one after the other."""

    def __init__(self, draft: Draft) -> None:
        self.draft, self.outline = draft, Outline(draft)
        self.kinds: dict[tuple[str, tuple[tuple[str, str], ...], bool], Node] = {}
        self.held: dict[int, list[str]] = {}  # what stands inside fields, by node
        self.hands: list[bool] = []  # by node: whether the pointer is a hand over it
        self.written: list[int] = []  # by node: the text field that it is or is in, -1: none
        self.cut: list[int] = []  # lines in which a name or value breaks off
        self.odd: list[int] = []  # entries that are no elements
        self.patterned_rows: list[int] = []
        self.secret: list[int] = []  # fields that keep one
        self.asking: set[int] = set()  # comboboxes that keep one if anything was typed into them
        self.changed = False  # the snapshot tells only what changed

    def read(self, entry: _Entry) -> None:
        words = entry.words
        if entry.margin < entry.indent:
            self.outline.parent(entry.margin)
        if words.startswith(_CHANGED):
            self.changed, words = True, words[len(_CHANGED) :]
        if not words:
            return
        if (same := _UNCHANGED.fullmatch(words)) is not None:
            self.changed = True
            self.add(entry, Node(native_id=same[1]), "ref")
            return
        rest = None
        whole = words
        if words[0] in "'\"":
            words, rest, closed = _quoted(words)
            if not closed:
                self._cut(entry)
        head = _HEAD.match(words)
        left = words[head.end() :] if head else words
        value = left if rest is None else rest
        if head is None or (rest is not None and left) or not self._sound(head, value):
            self._odd(entry, whole)
            return
        self._element(entry, head, value)

    def _cut(self, entry: _Entry) -> None:
        if self.cut[-1:] != [entry.number]:
            self.cut.append(entry.number)

    def _sound(self, head: re.Match[str], value: str) -> bool:
        """True unless these are words that only begin like a role."""
        return not _is_bare(head) or value[:1] in ("", ":", "#")

    def _odd(self, entry: _Entry, words: str) -> None:
        """Words that are no element: nothing of them is lost."""
        self.odd.append(entry.number)
        said = _quoted(words)[0] if words[0] in "'\"" else words
        self.add(entry, Node(role=Role.TEXT, name=clean_line(said)), "text")

    def _element(self, entry: _Entry, head: re.Match[str], value: str) -> None:
        word = head[1]
        if (head[2] is not None and not head[3]) or (head[4] is not None and (len(head[4]) < 2 or head[4][-1] != "/")):
            self._cut(entry)
        name = clean_line(unescaped(head[2])) if head[2] else clean_line(head[4]) if head[4] else ""
        left = ""
        if value and value[0] != ":":
            left, value = ("" if value[0] == "#" else value), ""
        held = "\n".join(entry.block) if entry.block else self._scalar(entry, value[1:].strip())
        if word[0] == "/":
            self._property(entry, word, held)
        elif word == "text":
            self._text(entry, f"{name} {held}" if name and held else name or held)
        else:
            self._node(entry, word, name, head[5], held, pattern=bool(head[4]))
        if left:
            self.odd.append(entry.number)
            self._text(_Entry(entry.number, entry.indent + 1, []), left)

    def _scalar(self, entry: _Entry, words: str) -> str:
        if words in _NOTHING:
            return ""
        if words[0] in "'\"":
            words, _, closed = _quoted(words)
            if not closed:
                self._cut(entry)
            return words
        comment = _COMMENT.search(words)
        return words[: comment.start()] if comment else words

    def _property(self, entry: _Entry, word: str, value: str) -> None:
        i = self.outline.parent(entry.indent)
        if i < 0 or not value:
            return
        node, nodes = self.draft.nodes[i], self.draft.nodes
        if word == "/url":
            nodes[i] = replace(node, url=clean_line(value))
        elif word == "/placeholder":
            hint = clean_line(value)
            nodes[i] = replace(node, hint="" if hint == node.name else hint)
            if SECRET_NAMES.search(hint) is not None:
                self._keep(i)

    def _text(self, entry: _Entry, words: str) -> None:
        i = self.outline.parent(entry.indent)
        holder = -1 if i < 0 else i if self.draft.nodes[i].role in _HOLDING else self.written[i]
        if holder >= 0:
            self.held.setdefault(holder, []).append(clean_value(words))
        elif said := clean_line(words):
            self.add(entry, Node(role=Role.TEXT, name=said), "text")

    def _node(self, entry: _Entry, word: str, name: str, states: str, held: str, pattern: bool) -> None:
        parent = self.outline.parent(entry.indent)
        said, ref, box = _states(states)
        hand = ("cursor", "pointer") in said
        above = parent >= 0 and self.hands[parent]
        key = word, said, above
        plain = self.kinds.get(key)
        if plain is None:
            plain = self.kinds[key] = _plain(word, dict(said), clicked=hand and not above)
        node = replace(plain, name=name, native_id=ref, bounds=box)
        if node.focused and parent < 0 and node.role is Role.GENERIC and not name:
            node = replace(node, focused=None)  # the page's body has the focus where nothing else has
        is_secret = node.role in _ASKING and SECRET_NAMES.search(name or self._before(parent)) is not None
        i = self.add(entry, node, word, hand=hand or above)
        if is_secret:
            self._keep(i)
        if node.role is Role.ROW and pattern:
            self.patterned_rows.append(i)
        if held:
            self._text(_Entry(entry.number, entry.indent + 1, []), held)

    def fill(self) -> None:
        """Give fields what they hold, now that all of it is known."""
        self.outline.end()
        nodes, ends = self.draft.nodes, self.draft.ends
        for i in self.patterned_rows:
            # The pattern is made of what the cells say, and no longer equals it.
            if any(node.name and node.role in _CELLS for node in nodes[i + 1 : ends[i]]):
                nodes[i] = replace(nodes[i], name="")
        for i, parts in self.held.items():
            value = " ".join(part for part in parts if part)
            field = replace(nodes[i], value=value or None)
            is_secret = field.protected or masked(value) or i in self.asking
            nodes[i] = concealed(field, field.value) if is_secret else field
        for i in self.secret:
            if nodes[i].filled is None:  # all that is typed is shown
                nodes[i] = replace(nodes[i], filled=False)

    def _keep(self, i: int) -> None:
        """Say of a field that it keeps a secret."""
        if self.draft.nodes[i].role in SECRETIVE:
            self.draft.nodes[i] = concealed(self.draft.nodes[i], self.draft.nodes[i].value)
            self.secret.append(i)
        elif self.draft.nodes[i].role is Role.COMBOBOX:
            self.asking.add(i)

    def _before(self, parent: int) -> str:
        """The words right before: the label of a field without a name."""
        i = len(self.draft.nodes) - 1
        is_label = i >= 0 and self.draft.parents[i] == parent and self.draft.nodes[i].role is Role.TEXT
        return self.draft.nodes[i].name if is_label else ""

    def add(self, entry: _Entry, node: Node, word: str, hand: bool = False) -> int:
        parent = self.outline.parent(entry.indent)
        i = self.outline.add(entry.indent, node, word, entry.number)
        self.hands.append(hand)
        self.written.append(i if node.role in _WRITTEN else self.written[parent] if parent >= 0 else -1)
        return i


def _states(words: str) -> tuple[tuple[tuple[str, str], ...], str, Rect | None]:
    """What the brackets say: states, the ref, and the box."""
    if not words:
        return (), "", None
    ref, bounds = "", None
    said: list[tuple[str, str]] = []
    for key, value in _STATE.findall(words):
        if key == "ref":
            ref = value
        elif key == "box":
            bounds = _box(value)
        else:
            said.append(("focused" if key == "active" else key, value or "true"))
    return tuple(said), ref, bounds


def _box(words: str) -> Rect | None:
    """`x,y,width,height`; None if it is anything else."""
    try:
        x, y, width, height = (float(number) for number in words.split(",", 4))
    except ValueError:
        return None
    return enclosing(x, y, width, height)


def _plain(word: str, said: dict[str, object], clicked: bool) -> Node:
    role = _WORDS.get(word, Role.GENERIC)
    if role in TICKED:
        said.setdefault("checked", "false")
    return element(role, "", said, clicked=clicked)


# The whole


def parse(dump: str) -> Draft:
    """The draft of a text that `_recognises` accepts; without a node if it holds none."""
    report = _report(dump)
    draft = Draft()
    reader = _Reader(draft)
    _describe(draft, reader, report)
    passed_over: list[int] = []
    for entry in _entries(report.lines, passed_over):
        reader.read(entry)
    reader.fill()
    drop_repeated_values(draft)
    _warn(draft, reader, report, passed_over)
    return draft


def _describe(draft: Draft, reader: _Reader, report: _Report) -> None:
    """What the report says of the page: address, title, and the browser's own dialogs, which stand before everything."""
    for line in report.around:
        fact, dialog = _FACT.match(line.words), _DIALOG.match(line.words)
        if fact is not None:
            if fact[1] == "URL":
                draft.url = clean_line(fact[2])
            else:
                draft.title = clean_line(fact[2])
        elif dialog is not None:
            name = clean_line(unescaped(dialog[2] or dialog[1]))
            role = Role.ALERTDIALOG if dialog[2] is not None else Role.DIALOG
            reader.add(_Entry(line.number, 0, []), Node(role=role, name=name, modal=True), dialog[1])


def _warn(draft: Draft, reader: _Reader, report: _Report, passed_over: Sequence[int]) -> None:
    if reader.changed:
        draft.warnings.append("This snapshot holds only what changed since the one before; take a whole one to see the rest.")
    if report.snapshots > 1:
        draft.warnings.append(f"There are {report.snapshots} snapshots in the dump; the last one was read.")
    if report.broken:
        draft.warnings.append("The dump ends before the code fence around the snapshot does; what comes after is missing.")
    for what, lines in (
        ("Names or values that break off, read as far as they go", reader.cut),
        ("Entries that are no elements, kept as text", reader.odd),
        ("Lines that belong to no entry, passed over", passed_over),
    ):
        if lines:
            draft.warnings.append(f"{what}: {len(lines)}, the first in line {lines[0]}.")


def _recognises(head: str) -> bool:
    return _is_snapshot(_report(head).lines)


ARIA_SNAPSHOT = TextFormat(
    "aria-snapshot",
    "W",
    "Playwright aria snapshots in YAML, and page reports of its MCP server with one",
    recognises=_recognises,
    parse=parse,
)

"""Text trees of WebArena and BrowserGym, one line a node: `[12] link 'Home' focused: True`, or `[a12] link 'Home', clickable`.

Both print Chromium's accessibility tree, name and values as Python's `repr` writes them. BrowserGym's `visible` means within
the view as it is scrolled; what lacks it lies elsewhere on the page and is not hidden. A centre without a box is no box.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.perception.draft import Draft, TextFormat
from lumos_layer.perception.formats.web_roles import (
    FIELDS,
    NO_NODES,
    PAGES,
    ROLES,
    UNNAMED,
    Outline,
    drop_repeated_values,
    element,
    enclosing,
    settle_focus,
    unescaped,
)
from lumos_layer.perception.text import clean_line, concealed, masked
from lumos_layer.tree import Node, Rect, Role

_KNOWN = (
    ROLES.keys()
    | NO_NODES
    | UNNAMED
    | {
        "Abbr", "Ruby", "Section", "SectionFooter", "SectionHeader", "emphasis", "mark", "strong", "subscript", "superscript",
        "time",
    }
)  # fmt: skip

_CELLS = frozenset((Role.ROW, Role.CELL, Role.GRIDCELL, Role.COLUMNHEADER, Role.ROWHEADER))
_WRITTEN = frozenset((Role.TEXTBOX, Role.SEARCHBOX))

_BLANKS = re.compile(r"\s+")
_WORD = r"[A-Za-z][\w-]*"
_QUOTED = r"'[^'\\]*(?:\\.[^'\\]*)*'|\"[^\"\\]*(?:\\.[^\"\\]*)*\""
_LINE = re.compile(rf"(?:\[([\w.:-]{{1,60}})\][ \t]*)?({_WORD})(?:[ \t]+(?:({_QUOTED})(?=[, \t]|$)|(['\"].*$)))?")
_BARE_QUOTE = re.compile(r"(['\"])(.*?)\1(?=[, \t]|$)")  # not as `repr` writes it, with quotes inside as they are
_ENTRY = re.compile(rf"(?:,[ \t]*|[ \t]+(?=value=))({_WORD})(?:=({_QUOTED}|[^,\s]*))?")  # of BrowserGym
_PROPERTY = re.compile(  # of WebArena: ` key: value`; a value may hold blanks and colons, so that only known keys end it
    r"[ \t](activedescendant|atomic|autocomplete|busy|checked|controls|describedby|description|details|disabled|editable"
    r"|errormessage|expanded|flowto|focusable|focused|hasPopup|hidden|hiddenRoot|invalid|keyshortcuts|labelledby|level|live"
    r"|modal|multiline|multiselectable|orientation|owns|placeholder|pressed|readonly|relevant|required|roledescription|root"
    r"|selected|settable|url|value|valuemax|valuemin|valuetext):(?=[ \t]|$)"
)
_TAB = re.compile(r"Tab \d+(?: \(current\))?:")
_URL = re.compile(r"(?:URL|Url|Current URL|Page URL):[ \t]*(\S+)$")
_NUMBERS = re.compile(r"-?\d{1,12}(?:\.\d{1,12})?")
_LITERALS = {"True": "true", "False": "false", "None": ""}
_LINES_LOOKED_AT = 60


class _Parts(Struct):
    """What one line says: the node's id, role and name, and what stands after these."""

    ref: str
    word: str
    name: str
    rest: str
    cut: bool = False  # the quotes around the name never close


def _parts(words: str) -> _Parts | None:
    """The parts of a line without its indentation; None if it is no node."""
    found = _LINE.match(words)
    if found is None:
        return None
    ref, word, quoted, broken = found.groups()
    rest = words[found.end() :]
    if quoted is not None:
        return _Parts(ref or "", word, unescaped(quoted[1:-1]), rest)
    if broken is not None:
        bare = _BARE_QUOTE.match(broken)
        if bare is None:
            return _Parts(ref or "", word, unescaped(broken[1:]), "", cut=True)
        return _Parts(ref or "", word, unescaped(bare[2]), broken[bare.end() :])
    # Without a name or id only a known role by itself is a node; the words of a prompt go on.
    alone = rest == "" or rest[0] == "," or _PROPERTY.match(rest) is not None
    return _Parts(ref or "", word, "", rest) if alone and (ref or word in _KNOWN) else None


def _lines(dump: str) -> Iterator[tuple[int, int, str]]:
    """Number, indent and words of each line that has words."""
    for number, line in enumerate(dump.split("\n"), 1):
        words = line.strip()
        if words:
            margin = line[: len(line) - len(line.lstrip())]
            yield number, len(margin.expandtabs(8) if "\t" in margin else margin), words


def parse(dump: str) -> Draft:
    """The draft of a text that `_recognises` accepts; without a node if it holds none."""
    draft = Draft()
    outline = Outline(draft)
    unnamed: list[tuple[int, str]] = []
    cut: list[int] = []
    passed_over: list[int] = []
    for number, indent, words in _lines(dump):
        parts = _parts(words)
        if parts is None:
            if (address := _URL.match(words)) is not None:
                draft.url = clean_line(address[1])
            elif not _TAB.match(words) and not words.startswith("```"):
                passed_over.append(number)
            continue
        if parts.cut:
            cut.append(number)
        i = outline.add(indent, _node(parts), parts.word, number)
        if parts.name and parts.word in UNNAMED:
            unnamed.append((i, clean_line(parts.name)))
    outline.end()
    _name(draft, unnamed)
    _unname(draft)
    _fill(draft)
    drop_repeated_values(draft)
    settle_focus(draft)
    _describe(draft)
    for what, lines in (
        ("Names that break off, read as far as they go", cut),
        ("Lines that are no nodes, passed over", passed_over),
    ):
        if lines:
            draft.warnings.append(f"{what}: {len(lines)}, the first in line {lines[0]}.")
    return draft


def _node(parts: _Parts) -> Node:
    properties = _properties(parts.rest) if parts.rest else {}
    bounds = _bounds(properties.get("box"))
    if parts.word in NO_NODES:
        return Node(native_id=parts.ref, hidden=properties.get("hidden") == "true", bounds=bounds)
    return element(
        ROLES.get(parts.word, Role.GENERIC),
        "" if parts.word in UNNAMED else clean_line(parts.name),
        properties,
        bounds=bounds,
        native_id=parts.ref,
        clicked="clickable" in properties and parts.word not in PAGES and parts.word != "StaticText",
    )


def _properties(rest: str) -> dict[str, str]:
    """The properties after the name, in either program's way of writing them."""
    said: dict[str, str] = {}
    keys = list(_PROPERTY.finditer(rest))
    if keys and keys[0].start() == 0:
        for key, after in zip(keys, [*keys[1:], None], strict=True):
            value = rest[key.end() : after.start() if after else len(rest)].strip()
            said.setdefault(key[1], _LITERALS.get(value, value))
        return said
    for entry in _ENTRY.finditer(rest) if _ENTRY.match(rest) else ():
        value = entry[2]
        if value is None:
            said.setdefault(entry[1], "true")
        elif value[:1] in ("'", '"'):
            said.setdefault(entry[1], unescaped(value[1:-1]))
        else:
            said.setdefault(entry[1], _LITERALS.get(value, value))
    return said


def _bounds(words: str | None) -> Rect | None:
    """`(left,top,right,bottom)`; None if it is anything else."""
    numbers = [float(number) for number in _NUMBERS.findall(words[:100])] if words else []
    if len(numbers) != 4:
        return None
    left, top, right, bottom = numbers
    return enclosing(left, top, right - left, bottom - top)


def _name(draft: Draft, unnamed: list[tuple[int, str]]) -> None:
    """Labels are named by the words inside; where these were left out as repeating the name, it is the label's only text."""
    nodes, ends = draft.nodes, draft.ends
    for i, name in unnamed:
        inside = (node.name for node in islice(nodes, i + 1, ends[i]))
        if not any(words and words in name for words in inside):
            nodes[i] = replace(nodes[i], role=Role.TEXT if nodes[i].role is Role.GENERIC else nodes[i].role, name=name)


def _unname(draft: Draft) -> None:
    """Rows and cells that are called nothing but the words inside, run together without blanks: these stand there already."""
    nodes, ends = draft.nodes, draft.ends
    for i, node in enumerate(nodes):
        if node.role in _CELLS and node.name and ends[i] > i + 1:
            words, at = _BLANKS.sub("", node.name), 0
            for inner in islice(nodes, i + 1, ends[i]):
                said = _BLANKS.sub("", inner.name)
                at += len(said) if words.startswith(said, at) else 0
            if at == len(words):
                nodes[i] = replace(node, name="")


def _fill(draft: Draft) -> None:
    """WebArena prints no values: what a field holds is the text inside it, unless that is the placeholder that names it."""
    nodes = draft.nodes
    held: dict[int, list[str]] = {}
    written: list[int] = []  # by node: the text field that it is or is in, -1: none
    for i, node in enumerate(nodes):
        parent = draft.parents[i]
        written.append(i if node.role in _WRITTEN else written[parent] if parent >= 0 else -1)
        if node.role is not Role.TEXT or not node.name or parent < 0:
            continue
        holder = parent if nodes[parent].role in FIELDS else written[parent]
        if holder >= 0 and nodes[holder].value is None and not nodes[holder].protected and node.name != nodes[holder].name:
            held.setdefault(holder, []).append(node.name)
    for i, parts in held.items():
        field = replace(nodes[i], value=" ".join(parts))
        nodes[i] = concealed(field, field.value) if masked(field.value or "") else field


def _describe(draft: Draft) -> None:
    """Title and address are those of the first page in the tree."""
    page = next((node for node, word in zip(draft.nodes, draft.tags, strict=True) if word in PAGES), None)
    if page is not None:
        draft.title, draft.url = page.name, page.url or draft.url


def _recognises(head: str) -> bool:
    """True if from the first line on that can be nothing else, at least half of the lines are nodes of known roles."""
    first = known = seen = 0
    for number, _, words in islice(_lines(head), 400):
        parts = _parts(words)
        telling = parts is not None and parts.word in _KNOWN
        if telling and parts is not None and not first and (parts.ref or parts.word in PAGES):
            first = number
        if first:
            seen += 1
            known += telling
            if seen == _LINES_LOOKED_AT:
                break
    return known * 2 >= seen and known > 0


AXTREE_TEXT = TextFormat(
    "axtree-text",
    "W",
    "Text trees of web pages as WebArena and BrowserGym print them",
    recognises=_recognises,
    parse=parse,
)

"""Screenshot text: words with boxes and confidence, as programs that read text off pictures (OCR) give them.

- `ocr-tsv`: Tesseract's table. https://tesseract-ocr.github.io/tessdoc/Command-Line-Usage.html
- `hocr`: hOCR. https://kba.github.io/hocr-spec/1.2/
- `ocr`: JSON of objects that have a text and a box, in whatever nesting: Tesseract.js, pytesseract, EasyOCR, PaddleOCR, doctr,
  ML Kit, Windows, Google Vision, Amazon Textract and Rekognition, Azure Read and Document Intelligence, and others.

Words become lines: by the program's own lines where it tells them, else by where they stand. A line is a text; nothing can be done
with it. How sure the program was stands in `Scan.confidence`.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.errors import DamagedDump, LimitExceeded
from lumos_layer.perception.draft import Draft, JsonFormat, TextFormat, XmlFormat, XmlReading
from lumos_layer.perception.formats.frames import Frame, Order, frame
from lumos_layer.perception.formats.json_trees import step
from lumos_layer.perception.formats.uia_types import number
from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Node, Rect, Role, box

Size = tuple[int, int]


class Scan(Struct):
    """The texts of a picture, and how sure the program was of each, from 0 to 1, by node; of others it did not say."""

    draft: Draft
    confidence: dict[int, float]

    def __post_init__(self) -> None:
        self.draft.confidence = self.confidence


class Word(Struct, frozen=True):
    """A text that a program read in one place; `place` is where it stands in the dump."""

    text: str
    bounds: Rect | None
    confidence: float | None  # from 0 to 1
    place: str


class _Page(Struct):
    size: Size | None
    lines: list[Word]
    place: str


def _scanned(pages: Sequence[_Page]) -> Scan:
    """A draft with a node for each page, and below it a text for each line."""
    scan = Scan(Draft(), {})
    draft = scan.draft
    for page in pages:
        root = draft.open(Node(bounds=Rect(0, 0, *page.size) if page.size else None), -1, "page")
        draft.places.append(page.place)
        for line in page.lines:
            i = draft.open(Node(role=Role.TEXT, name=line.text, bounds=line.bounds), root, "line")
            draft.places.append(line.place)
            if line.confidence is not None:
                scan.confidence[i] = line.confidence
        draft.close(root)
    draft.size = next((page.size for page in pages if page.size), None)
    return scan


# Words to lines

_NEAR = 0.75  # of the height of words: those of a line are nearer to each other
_MOST_OPEN = 8  # lines side by side at one height that the next word may continue
_RIGHT_TO_LEFT = frozenset(("R", "AL"))
_WITHOUT_BLANKS = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60]")  # Chinese and Japanese


def joined(words: Sequence[Word]) -> Word:
    """One line of these words, which stand in order; its confidence is theirs, the longer a word the more it counts."""
    boxes = [word.bounds for word in words if word.bounds is not None]
    told = [(word.confidence, len(word.text)) for word in words if word.confidence is not None]
    weight = sum(length for _, length in told)
    parts = [words[0].text]
    for before, word in pairwise(words):
        parts += ["" if _adjoin(before, word) else " ", word.text]
    return Word(
        clean_line("".join(parts)),
        _union(boxes) if boxes else None,
        round(sum(sure * length for sure, length in told) / weight, 4) if weight else None,
        words[0].place,
    )


def _adjoin(before: Word, word: Word) -> bool:
    """True for two parts of one word in a script without blanks."""
    if not (_WITHOUT_BLANKS.match(before.text[-1:]) and _WITHOUT_BLANKS.match(word.text[:1])):
        return False
    a, b = before.bounds, word.bounds
    return a is None or b is None or b.x - a.right < 0.5 * max(a.height, b.height)


def _union(boxes: Sequence[Rect]) -> Rect:
    left, top = min(each.x for each in boxes), min(each.y for each in boxes)
    return Rect(left, top, max(each.right for each in boxes) - left, max(each.bottom for each in boxes) - top)


def lines_of(words: Iterable[Word]) -> list[Word]:
    """The lines that words form by where they stand, from top to bottom and left to right; words without a place stay apart."""
    words = list(words)
    placed = [(word, word.bounds) for word in words if word.bounds is not None]
    placed.sort(key=lambda each: each[1].y + each[1].height / 2)
    lines: list[Word] = []
    row: list[tuple[Word, Rect]] = []
    height = middle = 0.0
    for word, bounds in placed:
        centre = bounds.y + bounds.height / 2
        if row and centre - middle > 0.5 * max(height, bounds.height):
            lines += _lines_of_row(row)
            row = []
        if not row:
            middle, height = centre, 0.0
        row.append((word, bounds))
        height = max(height, bounds.height)
    lines += _lines_of_row(row)
    return lines + [word for word in words if word.bounds is None]


def _lines_of_row(row: list[tuple[Word, Rect]]) -> list[Word]:
    """The lines that stand at one height, which words continue that follow closely."""
    lines: list[list[tuple[Word, Rect]]] = []
    for word, bounds in sorted(row, key=lambda each: each[1].x):
        for line in reversed(lines[-_MOST_OPEN:]):
            if _follows(line[-1], (word, bounds)):
                line.append((word, bounds))
                break
        else:
            lines.append([(word, bounds)])
    return [joined(_in_reading_order([word for word, _ in line])) for line in lines]


def _follows(before: tuple[Word, Rect], after: tuple[Word, Rect]) -> bool:
    """True if a word stands beside the one before, as near as words of a line do."""
    first, second = before[1], after[1]
    low, high = sorted((first.height, second.height))
    # Dots and dashes are low; of words, the lower tells the size of the writing.
    height = low if all(any(map(str.isalnum, word.text)) for word, _ in (before, after)) else high
    overlap = min(first.bottom, second.bottom) - max(first.y, second.y)
    return -0.5 * min(first.width, second.width) <= second.x - first.right <= _NEAR * height and 2 * overlap >= low


def _in_reading_order(words: list[Word]) -> list[Word]:
    """From right to left where most words are Arabic, Hebrew or the like."""
    turned = sum(any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in word.text[:8]) for word in words)
    return words[::-1] if 2 * turned > len(words) else words


# Tesseract's table

_COLUMNS = ("level", "page_num", "block_num", "par_num", "line_num", "word_num", "left", "top", "width", "height", "conf", "text")
_PAGE_ROW, _LINE_ROW = 1, 4


class _Row(Struct, frozen=True):
    line: int
    level: int
    key: tuple[int, ...]  # page, block, paragraph, line
    bounds: Rect | None
    confidence: float | None
    text: str


def scan_tsv(dump: str) -> Scan:
    """Read Tesseract's table; raises DamagedDump if it holds no row."""
    header, *lines = dump.split("\n")
    names = header.rstrip("\r").split("\t")
    unnamed = len(lines[0].split("\t")) - len(names) if lines else 0  # pandas writes a column of row numbers before the others
    columns = {name: i for i, name in enumerate(names, 1 if unnamed == 1 else 0)}
    rows, odd = [], 0
    for i, line in enumerate(lines, 2):
        row = _row(i, line.rstrip("\r").split("\t"), columns)
        if row is not None:
            rows.append(row)
        elif line.strip():
            odd += 1
    if not rows:
        raise DamagedDump("its table holds no row with a box", "Run the recognition again with the output tsv.", 1)
    scan = _scanned(list(_pages(rows)))
    if odd:
        scan.draft.warnings.append(f"Rows of the table that are cut off or no numbers, passed over: {odd}.")
    return scan


def _row(line: int, cells: Sequence[str], columns: Mapping[str, int]) -> _Row | None:
    try:
        level, *key = (int(cells[columns[name]]) for name in _COLUMNS[:5])
        x, y, width, height = (int(cells[columns[name]]) for name in _COLUMNS[6:10])
        sure = float(cells[columns["conf"]])
    except (IndexError, KeyError, ValueError):
        return None
    if max(abs(x), abs(y), abs(width), abs(height)) > 2**31:
        return None
    text = clean_line(cells[columns["text"]]) if columns["text"] < len(cells) else ""
    return _Row(line, level, tuple(key), box(x, y, width, height), sure / 100 if 0 <= sure <= 100 else None, text)


def _pages(rows: Sequence[_Row]) -> Iterator[_Page]:
    pages: dict[int, _Page] = {}
    words: dict[tuple[int, ...], list[Word]] = {}
    boxes: dict[tuple[int, ...], tuple[Rect | None, str]] = {}
    for row in rows:
        place = f"line {row.line}"
        page = pages.setdefault(row.key[0], _Page(None, [], place))
        if row.level == _PAGE_ROW and row.bounds is not None and not row.bounds.empty:
            page.size = row.bounds.width, row.bounds.height
        elif row.level == _LINE_ROW:
            boxes[row.key] = row.bounds, place
        if row.text:
            words.setdefault(row.key, []).append(Word(row.text, row.bounds, row.confidence, place))
    for key, parts in words.items():
        line = joined(parts)
        bounds, place = boxes.get(key, (line.bounds, line.place))
        pages[key[0]].lines.append(replace(line, bounds=bounds or line.bounds, place=place))
    yield from pages.values()


def _recognises_tsv(dump: str) -> bool:
    return set(_COLUMNS) <= set(dump.partition("\n")[0].rstrip("\r").split("\t"))


# hOCR

_LINES = frozenset(("ocr_line", "ocrx_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat", "ocr_title"))
_WORDS = frozenset(("ocrx_word", "ocr_word"))
_QUOTED = re.compile(r'"[^"]*"')
_BBOX = re.compile(r"(?:^|[\s;])bbox\s+(-?\d{1,9})\s+(-?\d{1,9})\s+(-?\d{1,9})\s+(-?\d{1,9})")
_WCONF = re.compile(r"(?:^|[\s;])x_wconf\s+(\d{1,3}(?:\.\d{1,20})?)")


class _Mark(Struct, frozen=True):
    """What class and title of an element say."""

    kind: str  # "page", "line", "word", or empty
    bounds: Rect | None
    confidence: float | None


def hocr_reading() -> tuple[XmlReading, dict[int, float]]:
    """How hOCR is read, and the confidences by node, which are there when it has been read."""
    marks: list[_Mark] = []
    confidence: dict[int, float] = {}

    def node(tag: str, attrib: Mapping[str, str]) -> Node:
        mark = _mark(attrib)
        marks.append(mark)
        return Node(bounds=mark.bounds, identifier=attrib.get("id", ""))

    def finish(draft: Draft) -> None:
        if not any(mark.kind for mark in marks):
            raise DamagedDump(
                "it is a web page, but no hOCR: nothing in it has the class ocr_page, ocr_line or ocrx_word",
                "Give an accessibility dump of the page instead of its source.",
            )
        confidence.update(_settle_lines(draft, marks))
        draft.confidence = confidence
        draft.size = next((_size(mark.bounds) for mark in marks if mark.kind == "page" and mark.bounds), None)

    return XmlReading(node=node, finish=finish, with_text=lambda node, text: replace(node, name=text)), confidence


def _size(bounds: Rect | None) -> Size | None:
    return (bounds.right, bounds.bottom) if bounds is not None and not bounds.empty else None


def _mark(attrib: Mapping[str, str]) -> _Mark:
    classes = attrib.get("class", "").split()
    kind = "page" if "ocr_page" in classes else "word" if not _WORDS.isdisjoint(classes) else ""
    kind = kind or ("line" if not _LINES.isdisjoint(classes) else "")
    if not kind:
        return _Mark("", None, None)
    title = _QUOTED.sub("", attrib.get("title", "")[:10_000])
    edges, sure = _BBOX.search(title), _WCONF.search(title)
    bounds = None
    if edges is not None:
        left, top, right, bottom = map(int, edges.groups())
        bounds = box(left, top, right - left, bottom - top)
    return _Mark(kind, bounds, min(1.0, float(sure[1]) / 100) if sure is not None else None)


def _settle_lines(draft: Draft, marks: Sequence[_Mark]) -> dict[int, float]:
    """Make texts of the lines, with the words inside; and of the words that stand in no line."""
    nodes, parents = draft.nodes, draft.parents
    line_of, word_of = [-1] * len(nodes), [-1] * len(nodes)
    lines: dict[int, list[Word]] = {}
    for i, mark in enumerate(marks):
        above = parents[i]
        line_of[i] = i if mark.kind == "line" else line_of[above] if above >= 0 else -1
        word_of[i] = i if mark.kind == "word" else word_of[above] if above >= 0 else -1
        words, nodes[i] = clean_line(nodes[i].name), replace(nodes[i], name="")
        owner = line_of[i] if line_of[i] >= 0 else word_of[i]
        if words and owner >= 0:
            own = marks[word_of[i]] if word_of[i] >= 0 else mark
            lines.setdefault(owner, []).append(Word(words, own.bounds, own.confidence, ""))
    confidence: dict[int, float] = {}
    for i, parts in lines.items():
        line = joined(parts)
        nodes[i] = replace(nodes[i], role=Role.TEXT, name=line.text, bounds=nodes[i].bounds or line.bounds)
        if line.confidence is not None:
            confidence[i] = line.confidence
    return confidence


def _recognises_hocr(tag: str, attrib: Mapping[str, str]) -> bool:
    return tag.rpartition("}")[2].lower() == "html" or attrib.get("class", "").startswith(("ocr_", "ocrx_"))


# JSON

_TEXT_KEYS = ("text", "detectedtext", "linetext", "wordtext", "content", "transcription", "rectext", "value", "description", "word")
_BOX_KEYS = (
    "bbox", "boundingbox", "boundingpoly", "boundingpolygon", "boundingrect", "box", "boxes", "bounds", "rect", "rectangle",
    "polygon", "poly", "points", "vertices", "geometry", "textregion", "quad", "quadbox", "region", "position", "location",
    "coordinates", "coords", "frame", "cornerpoints",
)  # fmt: skip
_SURE_KEYS = ("confidence", "conf", "score", "confident", "confidencevalue", "recscore", "prob", "probability", "wconf")
# Lists of parts that hold all of the words, the best first: most programs tell the words at several levels.
_PART_LISTS = ("pages", "readresults", "lines", "textlines", "paragraphs", "blocks", "textblocks", "regions")
_WHOLE = frozenset(_PART_LISTS[2:])  # what stands in them without parts of its own is no word of a line
_LINE_LISTS = frozenset(("lines", "textlines"))
_WORD_LISTS = ("words", "elements", "tokens", "spans")
_NO_PARTS = frozenset(("symbols", "chars", "characters", "choices", "glyphs", "styles", "languages", "properties", "property"))
# What objects of a user interface say, and what is read off a picture does not.
_UI_KEYS = frozenset(
    (
        "class", "classname", "children", "controltype", "role", "resourceid", "package", "axrole", "nodeid", "tagname",
        "xpath", "kind",
    )
)  # fmt: skip
_CORNERS = (
    ("x0", "y0", "x1", "y1"), ("x1", "y1", "x2", "y2"), ("xmin", "ymin", "xmax", "ymax"), ("minx", "miny", "maxx", "maxy"),
    ("x0", "top", "x1", "bottom"),
)  # fmt: skip
_SIDES = frozenset(("x", "y", "left", "top", "right", "bottom", "width", "height", "w", "h"))
_LINE_NUMBERS = ("pagenum", "blocknum", "parnum", "linenum")
_COLUMNS_OF = {  # tables by columns: what one entry of the column is
    "text": "text", "texts": "text", "rectexts": "text", "box": "box", "boxes": "box", "bboxes": "box", "dtpolys": "box",
    "recboxes": "box", "recpolys": "box", "conf": "conf", "scores": "conf", "recscores": "conf", "confidences": "conf",
    "left": "left", "top": "top", "width": "width", "height": "height", **{name: name for name in _LINE_NUMBERS},
}  # fmt: skip
_SIZE_HOLDERS = ("metadata", "image", "imagesize", "imageinfo", "size")
_NO_PIXELS = frozenset(("inch", "in", "cm", "mm", "pt", "point"))
_MOST_LEVELS = 1000
_GLANCE = 4000  # values that are looked at to recognise a dump
_ASPECT = 0.5  # of a character: its width by the height of its line

Said = Mapping[str, Any]  # an object, its keys in lower case and without breaks
Edges = tuple[float, float, float, float]


class _Picture(Struct, frozen=True):
    """The picture or page that texts stand on, as far as the dump tells it."""

    size: Size | None = None
    place: str = ""
    unit: str = ""


class _Item(Struct, frozen=True):
    """A text as the dump gives it. `group` is what tells its line: items of one group are words of one line or of several."""

    text: str
    frame: Frame | None
    confidence: float | None
    place: str
    page: int
    group: tuple[str, ...] = ()
    how: str = "near"  # of its group: `near`, lines by where they stand; `line`, one line; `whole`, a line by itself


def scan(document: Any) -> Scan:
    """Read JSON that `OCR` recognises; raises DamagedDump if no text is in it, LimitExceeded if it is nested too deep."""
    walk = _Walk()
    walk.run(document)
    if not walk.items:
        raise DamagedDump("no object in it has a text and a box", "Record the answer of the recognition again, and keep all of it.")
    words, warnings = _in_pixels(walk.items, walk.pictures)
    groups: dict[tuple[int, str, tuple[str, ...]], list[Word]] = {}
    for item, word in zip(walk.items, words, strict=True):
        groups.setdefault((item.page, item.how, item.group or ((item.place,) if item.how == "whole" else ())), []).append(word)
    pages = [_Page(picture.size, [], picture.place) for picture in walk.pictures]
    for (page, how, _), parts in groups.items():
        pages[page].lines += lines_of(parts) if how == "near" else [joined(parts)]
    made = _scanned([page for page in pages if page.lines])
    made.draft.warnings += warnings
    return made


class _Walk:
    """One walk over a document that collects its texts, in its own order."""

    def __init__(self) -> None:
        self.items: list[_Item] = []
        self.pictures = [_Picture()]
        self.foreign = False  # an object with a text says what only user interfaces say
        self._lines = False  # a service that lists lines and words beside each other has listed a line
        self._waiting: list[tuple[Any, str, int, int]] = []

    def run(self, document: Any, most: int | None = None) -> None:
        """Walk over all of the document, or its first `most` values."""
        self._waiting = [(document, "", 0, 0)]
        count = 0
        while self._waiting and (most is None or count < most):
            count += 1
            value, place, page, level = self._waiting.pop()
            if level > _MOST_LEVELS:
                raise LimitExceeded("depth", level, _MOST_LEVELS, "levels")
            if isinstance(value, dict):
                self._object(value, place, page, level)
            elif isinstance(value, list) and not self._pair(value, place, page):
                self._push(((str(i), each) for i, each in enumerate(value)), place, page, level)

    def _push(self, members: Iterable[tuple[str, Any]], place: str, page: int, level: int) -> None:
        inner = [(value, f"{place}/{step(key)}", page, level + 1) for key, value in members if isinstance(value, dict | list)]
        self._waiting += reversed(inner)

    def _pair(self, value: list[Any], place: str, page: int) -> bool:
        """Take a list that is one text: `[box, text, confidence]`, `[box, text]` or `[box, [text, confidence]]`."""
        if not (2 <= len(value) <= 3 and isinstance(value[0], list) and isinstance(value[1], str | list)):
            return False
        told = [value[1], *value[2:]] if isinstance(value[1], str) else value[1]
        where = _frame(value[0])
        if where is None or not told or not isinstance(told[0], str):
            return False
        self._add(told[0], where, number(told[1]) if len(told) > 1 else None, place, page)
        return True

    def _object(self, value: dict[str, Any], place: str, page: int, level: int) -> None:
        said = {_squashed(key): each for key, each in value.items()}
        if self._table(said, value, place, page):
            return
        page = self._picture(said, place, page)
        keys = {
            _squashed(key): key
            for key, each in value.items()
            if isinstance(each, list) and any(isinstance(part, dict) for part in each[:8])
        }
        parts = next((keys[word] for word in _PART_LISTS if word in keys), None)
        words = next((keys[word] for word in _WORD_LISTS if word in keys and _hold_text(said[word])), None)
        if parts is not None:
            self._push([(parts, value[parts])], place, page, level)
        elif words is not None:
            self._words(said, value[words], f"{place}/{step(words)}", place, page)
        elif not self._leaf(said, place, page):
            self._push(_members(value), place, page, level)

    def _table(self, said: Said, value: dict[str, Any], place: str, page: int) -> bool:
        """Take a table that is given by columns, as pytesseract and PaddleOCR give theirs."""
        key = next((key for key in value if _COLUMNS_OF.get(_squashed(key)) == "text" and isinstance(value[key], list)), None)
        if key is None or not all(isinstance(each, str) for each in value[key]):
            return False
        texts = value[key]
        columns = {_COLUMNS_OF[word]: each for word, each in said.items() if word in _COLUMNS_OF and _is_column(each, len(texts))}
        if "box" not in columns and not {"left", "top"} <= columns.keys():
            return False
        for i, row in enumerate(zip(*columns.values(), strict=True)):
            self._leaf(dict(zip(columns, row, strict=True)), f"{place}/{step(key)}/{i}", page)
        return True

    def _picture(self, said: Said, place: str, page: int) -> int:
        """The page that an object stands for, if it tells a size and no place; otherwise the page around it."""
        size = _size_of(said)
        if size is None or _text(said):
            return page
        unit = said.get("unit")
        picture = _Picture(size, place, unit.lower() if isinstance(unit, str) else "")
        if self.pictures[page].size is None and not (self.items and self.items[-1].page == page):
            self.pictures[page] = picture
            return page
        self.pictures.append(picture)
        return len(self.pictures) - 1

    def _words(self, said: Said, words: list[Any], within: str, place: str, page: int) -> None:
        """Take words of a list. What holds them is one line if it says their text, or stands in a list of lines."""
        text, sure = _text(said), _sure(said)
        inside = [(f"{within}/{i}", {_squashed(key): each for key, each in word.items()}) for i, word in _objects(words)]
        self.foreign = self.foreign or any(not _UI_KEYS.isdisjoint(word) for _, word in inside)
        if text and "\n" not in text.strip():
            told = [found for _, word in inside if (found := _sure(word)) is not None]
            where = _side_box(said) or _around([_side_box(word) for _, word in inside])
            self._add(text, where, sum(told) / len(told) if sure is None and told else sure, place, page, (place,), "whole")
            return
        how = "line" if _list_of(place) in _LINE_LISTS else "near"
        for at, word in inside:
            self._add(_text(word), _side_box(word), _sure(word), at, page, (within,), how)

    def _leaf(self, said: Said, place: str, page: int) -> bool:
        text, where, sure = _text(said), _side_box(said), _sure(said)
        if not text or (where is None and sure is None):
            return False
        self.foreign = self.foreign or not _UI_KEYS.isdisjoint(said)
        kind = str(said.get("blocktype") or said.get("type") or "").upper()
        if "linenum" in said:
            self._add(text, where, sure, place, page, tuple(str(said.get(key)) for key in _LINE_NUMBERS), "line")
        elif kind == "LINE" or (kind != "WORD" and _list_of(place) in _WHOLE):
            self._lines = self._lines or kind == "LINE"
            self._add(text, where, sure, place, page, (place,), "whole")
        elif kind != "WORD" or not self._lines:
            self._add(text, where, sure, place, page)
        return True

    def _add(
        self,
        text: str,
        where: Frame | None,
        sure: float | None,
        place: str,
        page: int,
        group: tuple[str, ...] = (),
        how: str = "near",
    ) -> None:
        words = clean_line(text)
        if words:
            self.items.append(_Item(words, where, sure, place, page, group, how))


# What objects say


def _squashed(key: str) -> str:
    return key.lower().replace("_", "").replace("-", "")


def _list_of(place: str) -> str:
    """The name of the list that the member at `place` stands in."""
    return _squashed(place.rpartition("/")[0].rpartition("/")[2])


def _objects(members: list[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    return ((i, each) for i, each in enumerate(members) if isinstance(each, dict))


def _hold_objects(members: list[Any]) -> bool:
    return any(isinstance(each, dict) for each in members[:8])


def _hold_text(members: list[Any]) -> bool:
    """True if one of the first is an object with a text: words; lists of the same name may hold numbers of characters."""
    return any(_text({_squashed(key): value for key, value in each.items()}) for _, each in _objects(members[:8]))


def _is_column(value: Any, length: int) -> bool:
    return isinstance(value, list) and len(value) == length


def _members(value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The members that may hold texts. Google Vision tells all words twice; the first entry of its short list is all of them."""
    for key, each in value.items():
        word = _squashed(key)
        if word == "textannotations" and isinstance(each, list) and len(each) > 1:
            if not isinstance(value.get("fullTextAnnotation"), dict):
                yield key, [None, *each[1:]]
        elif word not in _NO_PARTS:
            yield key, each


def _size_of(said: Said) -> Size | None:
    """Of `width` and `height`, where they are no part of a box; or of `dimensions`, which are height and width."""
    for holder in (said, *(said[key] for key in _SIZE_HOLDERS if isinstance(said.get(key), dict))):
        own = {_squashed(key).removeprefix("image"): each for key, each in holder.items()}
        if not own.keys() & {"x", "left", "top", "y"} and (size := _size_from(own.get("width"), own.get("height"))):
            return size
    dimensions = said.get("dimensions")
    return _size_from(dimensions[1], dimensions[0]) if isinstance(dimensions, list) and len(dimensions) == 2 else None


def _size_from(width: Any, height: Any) -> Size | None:
    wide, high = number(width) or 0, number(height) or 0
    return (math.ceil(wide), math.ceil(high)) if 0 < wide < 2**31 and 0 < high < 2**31 else None


def _text(said: Said) -> str:
    """The text of an object, or of its symbols."""
    for key in _TEXT_KEYS:
        if isinstance(said.get(key), str) and said[key].strip():
            return str(said[key])
    symbols = said.get("symbols")
    return "".join(str(each.get("text", "")) for _, each in _objects(symbols)) if isinstance(symbols, list) else ""


def _sure(said: Said) -> float | None:
    return next((found for key in _SURE_KEYS if (found := number(said.get(key))) is not None), None)


# Boxes of many forms


def _side_box(said: Said) -> Frame | None:
    """The box that an object has, in a member or in its own sides or corners."""
    for key in _BOX_KEYS:
        if key in said and (found := _frame(said[key])) is not None:
            return found
    return _by_sides(said)


def _frame(value: Any, level: int = 0) -> Frame | None:
    """A box in any of the forms that programs give: sides, corners, points, or bare numbers."""
    if isinstance(value, str):
        return _by_words(value)
    if isinstance(value, dict) and len(value) <= 40 and level < 3:
        said = {_squashed(key): each for key, each in value.items()}
        for key in ("vertices", "normalizedvertices", "polygon", "points", "boundingbox", "boundingpoly", "rect"):
            if said.get(key) and (found := _frame(said[key], level + 1)) is not None:
                return found
        return _by_sides(said)
    if isinstance(value, list) and 0 < len(value) <= 64:
        if all(isinstance(each, int | float) for each in value):
            return frame(value) if len(value) == 4 else _around_points(zip(value[::2], value[1::2], strict=False))
        return _frame(value[0], level + 1) if len(value) == 1 and level < 3 else _around_points(map(_point, value))
    return None


def _by_words(words: str) -> Frame | None:
    """`left,top,width,height` as Azure writes it, `[left,top][right,bottom]` as Android does, or with the names of sides."""
    found = frame(words)
    if found is None or found.order is not None:
        return found
    return Frame(found.numbers, "edges" if "][" in words else "size")


def _by_sides(said: Said) -> Frame | None:
    for names in _CORNERS:
        if all(name in said for name in names):
            return _around_points([(said[names[0]], said[names[1]]), (said[names[2]], said[names[3]])])
    return frame({key: each for key, each in said.items() if key in _SIDES})


def _point(value: Any) -> tuple[Any, Any]:
    """The coordinates of a point; of an object of a point, what is left out is 0."""
    if isinstance(value, dict):
        said = {key.lower(): each for key, each in value.items()}
        return (said.get("x", 0), said.get("y", 0)) if "x" in said or "y" in said else (None, None)
    return (value[0], value[1]) if isinstance(value, list) and len(value) == 2 else (None, None)


def _around_points(points: Iterable[tuple[Any, Any]]) -> Frame | None:
    known = [(number(x), number(y)) for x, y in points]
    across, down = [x for x, _ in known if x is not None], [y for _, y in known if y is not None]
    if len(known) < 2 or not len(across) == len(down) == len(known) or max(map(abs, across + down)) > 2**31:
        return None
    return Frame((min(across), min(down), max(across), max(down)), "edges")


def _around(frames: Iterable[Frame | None]) -> Frame | None:
    """One box around all, if it is told what their numbers are."""
    boxes = [_edges(each, "edges") for each in frames if each is not None and each.order is not None]
    return _around_points([corner for each in boxes for corner in (each[:2], each[2:])])


def _edges(found: Frame, order: Order) -> Edges:
    x, y, third, fourth = found.numbers
    return (x, y, x + third, y + fourth) if (found.order or order) == "size" else (x, y, third, fourth)


# From the dump's numbers to pixels


def _in_pixels(items: Sequence[_Item], pictures: Sequence[_Picture]) -> tuple[list[Word], list[str]]:
    """The texts with boxes in whole pixels and confidence from 0 to 1; and warnings of what could not be told."""
    order = _order(items)
    edges = [None if item.frame is None else _edges(item.frame, order) for item in items]
    shared = [each for each in edges if each is not None]
    relative = bool(shared) and all(max(each) <= 1 for each in shared) and any(each[2] != int(each[2]) for each in shared)
    percent = any(item.confidence is not None and item.confidence > 1 for item in items)
    words, lost = [], 0
    for item, each in zip(items, edges, strict=True):
        bounds = None if each is None else _pixels(each, pictures[item.page], relative)
        lost += each is not None and bounds is None
        sure = None if item.confidence is None else item.confidence / 100 if percent else item.confidence
        words.append(Word(item.text, bounds, round(sure, 4) if sure is not None and 0 <= sure <= 1 else None, item.place))
    return words, [f"Boxes in other measures than pixels of a picture of known size, left out: {lost}."] if lost else []


def _order(items: Sequence[_Item]) -> Order:
    """What bare numbers are: that by which boxes are nearer to the shape of their words. Without a difference, edges."""
    bare = [(item.text, item.frame) for item in items if item.frame is not None and item.frame.order is None]
    as_edges = sum(_strangeness(text, _edges(each, "edges")) for text, each in bare)
    as_size = sum(_strangeness(text, _edges(each, "size")) for text, each in bare)
    return "size" if as_size < as_edges else "edges"


def _strangeness(text: str, edges: Edges) -> float:
    width, height = edges[2] - edges[0], edges[3] - edges[1]
    return abs(math.log(width / height / (_ASPECT * len(text)))) if width > 0 and height > 0 else 10.0


def _pixels(edges: Edges, picture: _Picture, relative: bool) -> Rect | None:
    if (relative and picture.size is None) or picture.unit in _NO_PIXELS:
        return None
    wide, high = picture.size if relative and picture.size is not None else (1, 1)
    left, top = math.floor(edges[0] * wide + 1e-6), math.floor(edges[1] * high + 1e-6)
    return box(left, top, math.ceil(edges[2] * wide - 1e-6) - left, math.ceil(edges[3] * high - 1e-6) - top)


def _recognises(document: Any) -> bool:
    if not isinstance(document, dict | list):
        return False
    walk = _Walk()
    try:
        walk.run(document, _GLANCE)
    except LimitExceeded:
        return False
    return not walk.foreign and any(item.frame is not None for item in walk.items)


_SUMMARY = "Screenshot text: words with boxes and confidence"
OCR_TSV = TextFormat(
    "ocr-tsv", "A", f"{_SUMMARY}, as Tesseract's table (tsv)", recognises=_recognises_tsv, parse=lambda dump: scan_tsv(dump).draft
)
HOCR = XmlFormat("hocr", "A", f"{_SUMMARY}, as hOCR", recognises=_recognises_hocr, start=lambda tag, attrib: hocr_reading()[0])
OCR = JsonFormat(
    "ocr",
    "A",
    f"{_SUMMARY}, as JSON of Tesseract.js, EasyOCR, PaddleOCR, Google, Amazon, Azure and others",
    recognises=_recognises,
    parse=lambda document: scan(document).draft,
)

"""Screens that show records, such as people in a list, with what can be done with each: what is in them, before any dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from random import Random

from msgspec import Struct

POOL = 12  # records of which the first ones are shown, and the others may come
_ID_STEP = 1000  # native ids between two rows
IDS = ("none", "lasting", "by place")
_TOWNS = ("Rome", "Oslo", "Lima")
_FIRST = ["Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jon", "Kit", "Lea"]
_LAST = ["Smith", "Jones", "Brown", "Lovelace", "Turing", "Hopper"]
_KOREAN = ["김철수", "이영희", "박민수", "최지우", "정하늘", "강산", "조은별", "윤서준", "임수아", "한지민", "오세훈", "신동엽"]
_PLACES = ["north", "south", "east", "west", "central", "upper", "lower", "inner", "outer", "coastal", "harbour", "airport"]
_ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
_VERBS = ["send", "keep", "move", "copy", "lock", "hide"]
_FRUIT = "🍎🍐🍊🍋🍌🍉🍇🍓🍒🍑🥭🍍"
_SPELLED = ("notes", "Notes", "NOTES", "notes!", "Notes?", "nOtes", "noTes", "notEs", "noteS", "(notes)", "notes.", "*notes*")


class Record(Struct, frozen=True):
    """What a row tells of. `key` is which it is, which no screen shows."""

    key: int
    name: str
    town: str
    count: int


class Element(Struct):
    """A thing on the screen. `key`: the record that it acts on; `kind` is the word that each dialect writes in its own way."""

    kind: str
    name: str = ""
    inside: list[Element] = []
    key: int | None = None
    native_id: str = ""
    box: tuple[int, int, int, int] = (0, 0, 0, 0)

    def walk(self) -> Iterator[Element]:
        yield self
        for element in self.inside:
            yield from element.walk()


NAMES: Mapping[str, Callable[[int, int, Random], str]] = {
    "first name": lambda i, base, random: _FIRST[i],
    "full name": lambda i, base, random: f"{_FIRST[i]} {random.choice(_LAST)}",
    "family": lambda i, base, random: f"{_FIRST[i]} Smith",
    "korean": lambda i, base, random: _KOREAN[i],
    "korean phrase": lambda i, base, random: f"{_KOREAN[i]} 고객님의 주문 내역",
    "order": lambda i, base, random: f"Order {1000 + base + i}",
    "room": lambda i, base, random: f"Room {base + i}",
    "item": lambda i, base, random: f"Item {i + 1}",
    "copy": lambda i, base, random: f"Report ({i + 1})",
    "file": lambda i, base, random: f"IMG_{base + i:04d}.jpg",
    "one word": lambda i, base, random: f"Quarterly sales report for the {_PLACES[i]} region",
    "one number": lambda i, base, random: f"Invoice number {base + i} from Acme Ltd",
    "number": lambda i, base, random: str(base + i),
    "amount": lambda i, base, random: f"${base + i}.50",
    "time": lambda i, base, random: f"{9 + i:02d}:30",
    "date": lambda i, base, random: f"{i + 1} May 2026",
    "version": lambda i, base, random: f"v1.{base + i}.0",
    "picture": lambda i, base, random: _FRUIT[i],
    "picture and word": lambda i, base, random: f"{_FRUIT[i]} fruit",
    "equal": lambda i, base, random: "New note",
    "two names": lambda i, base, random: ("New note", "Draft")[i % 2],
    "spelling": lambda i, base, random: _SPELLED[i],
    "table": lambda i, base, random: f"Table {i + 1} is free",
    "address": lambda i, base, random: f"192.168.0.{base + i}",
    "mail": lambda i, base, random: f"{_FIRST[i].lower()}@example.com",
    "path": lambda i, base, random: f"/home/ann/{_FIRST[i].lower()}.txt",
    "letter": lambda i, base, random: f"Gate {chr(65 + i)}",
    "roman": lambda i, base, random: f"Part {_ROMAN[i]}",
    "negation": lambda i, base, random: f"{'Do not ' if i % 2 else ''}{_VERBS[i // 2]} this",
    "longer": lambda i, base, random: " ".join(["report", *["final", "copy", "old", "new"][: i % 5], *["x"] * (i // 5)]),
}


def pool(names: str, random: Random) -> list[Record]:
    """Records called in one of the ways of NAMES."""
    base = random.randrange(1, 90)
    return [Record(i, NAMES[names](i, base, random), random.choice(_TOWNS), random.randrange(4)) for i in range(POOL)]


def another_town(record: Record, random: Random) -> str:
    return random.choice([town for town in _TOWNS if town != record.town])


def _act(record: Record, name: str = "Delete", kind: str = "button") -> Element:
    return Element(kind, name, key=record.key)


def _text(words: str | int) -> Element:
    return Element("text", str(words))


def _in(kind: str, *inside: Element, name: str = "") -> list[Element]:
    return [Element(kind, name, list(inside))]


# How one record is shown.
SHAPES: Mapping[str, Callable[[Record], list[Element]]] = {
    "item": lambda r: _in("item", _text(r.name), _text(r.town), _text(r.count), _act(r)),
    "name only": lambda r: _in("item", _text(r.name), _act(r)),
    "named item": lambda r: _in("item", _text(r.town), _act(r), name=r.name),
    "flat": lambda r: [_text(r.name), _act(r)],
    "flat, two acts": lambda r: [_text(r.name), _text(r.town), _act(r, "Edit"), _act(r)],
    "act first": lambda r: _in("item", _act(r), _text(r.name), _text(r.town)),
    "boxed acts": lambda r: _in(
        "item", *_in("box", _text(r.name), _text(r.town)), *_in("box", _act(r, "Edit"), _act(r))
    ),
    "one act": lambda r: [_act(r, r.name, "act")],
    "town first": lambda r: _in("item", _text(r.town), _text(r.name), _act(r)),
    "box": lambda r: _in("box", _text(r.name), _text(r.town), _act(r)),
    "boxes": lambda r: _in("box", *_in("box", _text(r.name), _text(r.count)), *_in("box", _act(r))),
    "row": lambda r: _in("row", _text(r.name), _text(r.town), _act(r)),
    "checked": lambda r: _in("item", _act(r, "Done", "check"), _text(r.name), _act(r)),
    "heading": lambda r: _in("box", Element("heading", r.name), _text(r.town), _act(r)),
}  # fmt: skip
CONTAINERS = ("list", "pane", "table")


def shown(shape: str, record: Record) -> tuple[str, ...]:
    """All that a row says of its record, in order, but for what can be done with it."""
    return tuple(e.name for top in SHAPES[shape](record) for e in top.walk() if e.name and (e.key is None or e.kind == "act"))


def first_id(ids: str, record: Record, place: int) -> int:
    """The first native id in a row; 0 where there are none."""
    return 0 if ids == "none" else _ID_STEP * (100 + (record.key if ids == "lasting" else place))


def screen(shape: str, records: Sequence[Record], ids: str, container: str) -> Element:
    """A window with a container of the records between two buttons."""
    rows: list[Element] = []
    for place, record in enumerate(records):
        made = SHAPES[shape](record)
        first = first_id(ids, record, place)
        for native_id, element in zip(count(first), (e for top in made for e in top.walk()), strict=False):
            element.native_id = str(native_id) if first else ""
        rows += made
    new, holder, close = Element("button", "New"), Element(container, inside=rows), Element("button", "Close")
    window = Element("window", "People", [new, holder, close])
    if ids != "none":
        window.native_id, holder.native_id, new.native_id, close.native_id = "1", "2", "3", "4"
    _lay_out(window, 0, 0)
    return window


def _lay_out(element: Element, x: int, y: int) -> int:
    """Put all that is in an element one below the other from a place on; returns where that ends."""
    if not element.inside:
        element.box = x, y, 100, 20
        return y + 20
    end = y
    for child in element.inside:
        end = _lay_out(child, x + 1, end)
    element.box = x, y, 600, max(20, end - y)
    return end

"""Made-up Android screens as `uiautomator dump` writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.words import Words, flag, quoted
from benchmarks.xml_writer import Element, Write, write_dump

_WIDTH, _HEIGHT = 1080, 2400
_PACKAGE = "com.example.market"
_FRAME, _LINEAR = "android.widget.FrameLayout", "android.widget.LinearLayout"
_GROUP, _VIEW = "android.view.ViewGroup", "android.view.View"
_TEXT, _IMAGE = "android.widget.TextView", "android.widget.ImageView"
_ROWS_A_SECTION = 12
_ROW_HEIGHT = 168

Box = tuple[int, int, int, int]  # left, top, right, bottom


def write(out: Write, nodes: int, seed: int) -> None:
    out("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>")
    words = Words(seed)
    whole = (0, 0, _WIDTH, _HEIGHT)
    frames = (_numbered(0, _view(name, whole)) for name in (_FRAME, _LINEAR, _FRAME, _FRAME, _GROUP, _FRAME, _GROUP, _FRAME))
    shell = (Element("hierarchy", ' rotation="0"'), *frames)
    write_dump(out, nodes, shell, _sections(words), lambda index: _numbered(index, _view(_TEXT, whole, text=words.label())))


def _sections(words: Words) -> Iterator[Element]:
    number = 0
    while True:
        rows = (_row(words, _place(row)) for row in range(_ROWS_A_SECTION))
        inner = _view(_LINEAR, (0, 200, _WIDTH, _HEIGHT), *rows)
        recycler = "androidx.recyclerview.widget.RecyclerView"
        box = (0, 200, _WIDTH, _HEIGHT)
        yield _numbered(number, _view(_FRAME, box, _view(recycler, box, inner, identifier="list", scrollable=True, focusable=True)))
        number += 1


def _place(row: int) -> Box:
    top = 210 + row * _ROW_HEIGHT
    return 0, top, _WIDTH, top + _ROW_HEIGHT


def _row(words: Words, box: Box) -> Element:
    draw = words.random.random()
    for share, make in _ROWS:
        if draw < share:
            return make(words, box)
    return _plain(words, box)


def _setting(words: Words, box: Box) -> Element:
    """Icon, title, summary and a switch in a row that is clickable as a whole."""
    _, top, _, bottom = box
    icon = _view(_FRAME, (40, top, 160, bottom), _view(_IMAGE, (64, top + 40, 136, bottom - 40), identifier="icon"))
    title = _view(_TEXT, (180, top + 20, 800, top + 80), text=words.label(), identifier="title")
    summary = _view(_TEXT, (180, top + 80, 800, top + 140), text=words.sentence(), identifier="summary")
    texts = _view("android.widget.RelativeLayout", (180, top, 800, bottom), title, summary)
    switch = _view(
        "android.widget.Switch",
        (880, top + 40, 1040, bottom - 40),
        identifier="switch_widget",
        checkable=True,
        checked=words.chance(0.5),
        clickable=True,
    )
    end = (_view(_LINEAR, (860, top, _WIDTH, bottom), switch),) if words.chance(0.4) else ()
    return _view(_LINEAR, box, icon, texts, *end, clickable=True, focusable=True, enabled=words.chance(0.95))


def _card(words: Words, box: Box) -> Element:
    """Two cards side by side, each with a picture, a name, a price and a button for more."""
    _, top, _, bottom = box
    return _view(_LINEAR, box, *(_half_card(words, (left, top, left + 520, bottom)) for left in (20, 540)))


def _half_card(words: Words, box: Box) -> Element:
    left, top, right, bottom = box
    name = words.label()
    picture = _view(_IMAGE, (left, top, left + 140, bottom), identifier="ivCover", description=name)
    label = _view(_TEXT, (left + 150, top, right - 100, top + 60), text=name, identifier="tvName")
    price = _view(_TEXT, (left + 150, top + 60, right - 100, bottom), text=f"€ {words.number(900)}.{words.number(90) + 10}")
    more = _view(
        "android.widget.ImageButton",
        (right - 96, top + 40, right, bottom - 40),
        description=f"More options for {name}",
        clickable=True,
        focusable=True,
        long_clickable=words.chance(0.2),
    )
    inside = _view(_GROUP, box, picture, label, price, more)
    return _view("androidx.cardview.widget.CardView", box, inside, clickable=True, focusable=True)


def _field(words: Words, box: Box) -> Element:
    _, top, _, bottom = box
    label = _view(_TEXT, (40, top, 400, bottom), text=words.label(), identifier="label")
    secret = words.chance(0.1)
    edit = _view(
        "android.widget.EditText",
        (420, top + 10, 1040, bottom - 10),
        text="•" * 9 if secret else words.label(),
        identifier="input",
        clickable=True,
        focusable=True,
        long_clickable=True,
        password=secret,
    )
    return _view(_LINEAR, box, label, _view(_FRAME, (420, top, _WIDTH, bottom), edit))


def _chips(words: Words, box: Box) -> Element:
    _, top, _, bottom = box
    chips = (
        _view(
            "android.widget.CheckedTextView" if words.chance(0.5) else "android.widget.Button",
            (left, top + 20, left + 200, bottom - 20),
            text=words.action(),
            checkable=True,
            checked=left == 20,
            clickable=True,
            focusable=True,
            selected=left == 20,
        )
        for left in range(20, 1000, 210)
    )
    row = _view(_LINEAR, box, *chips)
    return _view("android.widget.HorizontalScrollView", box, row, scrollable=True, focusable=True)


def _wrapped(words: Words, box: Box) -> Element:
    """A clickable view whose text stands deep in nameless wrappers, as React Native and Compose write them."""
    element = _view(_TEXT, box, text=words.sentence())
    for kind in (_GROUP, _VIEW, _GROUP, _GROUP):
        element = _view(kind, box, element)
    return _view(_GROUP, box, element, clickable=True, focusable=True)


def _plain(words: Words, box: Box) -> Element:
    return _view(_FRAME, box, _view(_TEXT, box, text=words.sentence()))


def _cut_off(words: Words, box: Box) -> Element:
    """A row scrolled just out of view: the tool still lists it, without height."""
    _, top, _, _ = box
    flat = (0, top, _WIDTH, top)
    return _view(_LINEAR, flat, _view(_IMAGE, flat), _view(_TEXT, flat, text=words.label()), clickable=True, focusable=True)


_ROWS: tuple[tuple[float, Callable[[Words, Box], Element]], ...] = (  # upper bound of the draw, kind of row
    (0.34, _setting),
    (0.56, _card),
    (0.66, _field),
    (0.72, _chips),
    (0.86, _wrapped),
    (0.92, _cut_off),
)


def _view(
    kind: str,
    box: Box,
    *children: Element,
    text: str = "",
    identifier: str = "",
    description: str = "",
    checkable: bool = False,
    checked: bool = False,
    clickable: bool = False,
    enabled: bool = True,
    focusable: bool = False,
    scrollable: bool = False,
    long_clickable: bool = False,
    password: bool = False,
    selected: bool = False,
) -> Element:
    """A node without its index, which the parent gives it."""
    resource = f"{_PACKAGE}:id/{identifier}" if identifier else ""
    attributes = (
        f' text="{quoted(text)}" resource-id="{resource}" class="{kind}" package="{_PACKAGE}"'
        f' content-desc="{quoted(description)}" checkable="{flag(checkable)}" checked="{flag(checked)}"'
        f' clickable="{flag(clickable)}" enabled="{flag(enabled)}" focusable="{flag(focusable)}" focused="false"'
        f' scrollable="{flag(scrollable)}" long-clickable="{flag(long_clickable)}"'
        f' password="{flag(password)}" selected="{flag(selected)}" bounds="[{box[0]},{box[1]}][{box[2]},{box[3]}]"'
    )
    return Element("node", attributes, tuple(_numbered(i, child) for i, child in enumerate(children)))


def _numbered(index: int, element: Element) -> Element:
    return element._replace(attributes=f' index="{index}"{element.attributes}')

"""Made-up web pages as the DevTools protocol tells them: accessibility tree and DOM snapshot in one document."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.cdp_page import BLOCK, GONE, HAND, INLINE, SHELL, Dom, Said, ax_size, write_page
from benchmarks.words import Words
from benchmarks.xml_writer import Write

_FOCUSABLE: Said = ("focusable", "booleanOrUndefined", True)
_VALID: Said = ("invalid", "token", "false")
_CELL: tuple[Said, ...] = (("readonly", "boolean", False), ("required", "boolean", False))


def write(out: Write, nodes: int, seed: int) -> None:
    """Write a page of exactly `nodes` accessibility nodes; the snapshot has as many as its elements and texts need."""
    if nodes < SHELL:
        raise ValueError(f"A dump of this dialect has at least {SHELL} nodes, not {nodes}.")
    write_page(out, list(_sections(Words(seed), nodes - SHELL)))


def _sections(words: Words, left: int) -> Iterator[Dom]:
    """Sections until the next would exceed what is left, then empty wrappers."""
    y = 60.0
    while True:
        section = _section(words, y)
        count = ax_size(section)
        if count > left:
            break
        yield section
        left -= count
        y += section.box[3]
    for _ in range(left):
        yield Dom("DIV", (12, y, 600, 0))


def _section(words: Words, y: float) -> Dom:
    draw = words.random.random()
    if draw < 0.5:
        return _table(words, y)
    if draw < 0.8:
        return _cards(words, y)
    return _form(words, y)


def _table(words: Words, y: float) -> Dom:
    rows = tuple(_table_row(words, y + 29 * i) for i in range(20))
    box = (12, y, 900, 580)
    return Dom("TABLE", box, "table", (Dom("TBODY", box, "rowgroup", rows),))


def _table_row(words: Words, y: float) -> Dom:
    texts = (f"K-{words.number(9000) + 1000}", words.label(), str(words.number(90)))
    cells = tuple(Dom("TD", (22.5 + 200 * i, y, 190, 29), "cell", text=text, properties=_CELL) for i, text in enumerate(texts))
    button = Dom("BUTTON", (640, y + 3.5, 96, 23), "button", text=f"Order {texts[0]}", properties=(_VALID, _FOCUSABLE))
    return Dom("TR", (12, y, 900, 29), "row", (*cells, Dom("TD", (622.5, y, 190, 29), "cell", (button,))))


def _cards(words: Words, y: float) -> Dom:
    cards = tuple(_card(words, 12 + 310 * (i % 4), y + 36 + 120 * (i // 4)) for i in range(8))
    title = Dom("H2", (12, y, 1200, 28), "heading", text=words.label(), properties=(("level", "integer", 2),))
    shelf = Dom("DIV", (12, y + 36, 1240, 240), children=cards)
    return Dom("SECTION", (12, y, 1240, 280), "generic", (title, shelf), attributes=("class", "shelf"))


def _card(words: Words, x: float, y: float) -> Dom:
    """A link around a text, a price and, in some, a heart that is only a listener, or a hidden menu."""
    address = f"https://shop.example/{words.identifier()}/{words.number(10**6)}"
    text = Dom("SPAN", (x, y, 280, 18), text=f"{words.label()}, {words.sentence()}", style=HAND)
    properties = (_FOCUSABLE, ("url", "string", address))
    link = Dom(
        "A",
        (x, y, 280, 36),
        "link",
        (text,),
        properties=properties,
        attributes=("href", address),
        style=HAND,
        clickable=True,
    )
    price = Dom("SPAN", (x, y + 40, 80, 18), text=f"€ {words.number(900)}", style=INLINE)
    heart = (Dom("DIV", (x + 250, y + 40, 24, 24), "generic", style=HAND, clickable=True),) if words.chance(0.3) else ()
    hidden = (Dom("DIV", (x, y + 70, 120, 60), text=words.action(), style=GONE),) if words.chance(0.2) else ()
    box = (x, y, 300, 110)
    return Dom("DIV", box, children=(Dom("DIV", box, "generic", (link, price, *heart, *hidden)),))


def _form(words: Words, y: float) -> Dom:
    return Dom("FORM", (12, y, 620, 360), "form", tuple(_line(words, y + 36 * i) for i in range(10)))


def _line(words: Words, y: float) -> Dom:
    label = Dom("LABEL", (12, y, 200, 18), "LabelText", text=words.label(), style=INLINE)
    field = _tick_box(words, y) if words.chance(0.3) else _text_field(words, y)
    return Dom("DIV", (12, y, 600, 36), children=(label, field))


def _tick_box(words: Words, y: float) -> Dom:
    checked: Said = ("checked", "tristate", "true" if words.chance(0.5) else "false")
    return Dom(
        "INPUT",
        (220, y, 16, 16),
        "checkbox",
        properties=(_VALID, _FOCUSABLE, checked),
        attributes=("type", "checkbox"),
        style=INLINE,
    )


def _text_field(words: Words, y: float) -> Dom:
    properties = (_VALID, _FOCUSABLE, ("editable", "token", "plaintext"), ("settable", "boolean", True))
    kind = "password" if words.chance(0.1) else "text"
    value = "•" * 8 if kind == "password" else words.label()
    return Dom(
        "INPUT",
        (220, y, 300, 24),
        "textbox",
        properties=properties,
        attributes=("type", kind),
        value=value,
        style=BLOCK,
        clickable=True,
    )

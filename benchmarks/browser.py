"""Made-up web pages as browser-like XML: one element for each accessibility node, ignored ones included."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from benchmarks.words import Words, quoted
from benchmarks.xml_writer import Element, Write, write_dump


def write(out: Write, nodes: int, seed: int) -> None:
    page = _Page(Words(seed))
    address = ' focusable="true" url="https://shop.example/"'
    shell = (
        page.node("RootWebArea", name="Example shop", extra=address),
        page.ignored(),
        *(page.node("generic", name="") for _ in range(4)),
        page.node("main", name=""),
    )
    write_dump(out, nodes, shell, page.sections(), lambda _: page.ignored())


class _Page:
    """Makes nodes with running ids; attributes in the order in which the tool writes them."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._ids = count(1)

    def node(self, tag: str, *children: Element, name: str | None = None, extra: str = "", ignored: bool = False) -> Element:
        i = next(self._ids)
        named = "" if name is None else f' name="{quoted(name)}"'
        said = "true" if ignored else "false"
        return Element(tag, f' raw_id="{i}" backendDOMNodeId="{i + 98}" nodeId="{i + 98}" ignored="{said}"{named}{extra}', children)

    def ignored(self, *children: Element) -> Element:
        return self.node("none", *children, ignored=True)

    def sections(self) -> Iterator[Element]:
        while True:
            draw = self._words.random.random()
            if draw < 0.7:
                yield self._shelf()
            elif draw < 0.85:
                yield self._links()
            else:
                yield self._form()

    def _text(self, text: str) -> Element:
        return self.node("StaticText", name=text)

    def _heading(self) -> Element:
        title = self._words.label()
        return self.ignored(self.node("heading", self._text(title), name=title, extra=' level="2"'))

    def _address(self) -> str:
        words = self._words
        tracking = "&amp;".join(
            f"{key}={words.number(10**9):09d}"
            for key in ("pd_rd_w", "content-id", "pf_rd_p", "pf_rd_r", "pd_rd_wg", "pd_rd_r", "ref_")
        )
        return f"https://shop.example/{words.identifier()}/dp/B{words.number(10**9):09d}/?_encoding=UTF8&amp;{tracking}"

    def _link(self, *children: Element, name: str) -> Element:
        return self.node("link", *children, name=name, extra=f' focusable="true" url="{self._address()}"')

    def _shelf(self) -> Element:
        cards = (self._card() for _ in range(8))
        shelf = self.node("list", *cards, name="")
        return self.node("generic", self._heading(), self.ignored(self.ignored(shelf)), name="")

    def _card(self) -> Element:
        name = f"{self._words.label()}, {self._words.sentence()}"
        source = ' url="https://media.example/images/I/61K6cQhw4EL._AC_SY200_.jpg"'
        picture = self._link(self.node("image", name=name, extra=source), name=name)
        title = self._link(self.ignored(self._text(name)), name=name)
        price = self.node("generic", self._text(f"€{self._words.number(900)}.{self._words.number(90) + 10}"), name="")
        button = self.ignored(
            self.node("button", self._text("Add to cart"), name="Add to cart", extra=' invalid="false" focusable="true"')
        )
        filling = (
            picture,
            self.ignored(self.node("generic", title, name="")),
            price,
            *((button,) if self._words.chance(0.3) else ()),
        )
        return self.node(
            "listitem",
            self.node("generic", name=""),
            self.node("generic", *filling, name=""),
            name="",
            extra=' level="1"',
        )

    def _links(self) -> Element:
        items = (self._link_item() for _ in range(24))
        return self.node("navigation", self._heading(), self.node("list", *items, name=""), name=self._words.label())

    def _link_item(self) -> Element:
        name = self._words.label()
        return self.node("listitem", self._link(self._text(name), name=name), name="", extra=' level="1"')

    def _form(self) -> Element:
        fields = (self.ignored(self.node("LabelText", self._text(self._words.label()), name=""), self._field()) for _ in range(10))
        return self.node("group", *fields, name=self._words.label())

    def _field(self) -> Element:
        label = self._words.label()
        if self._words.chance(0.4):
            options = (
                self.node("option", name=self._words.label(), extra=f' focusable="true" selected="{"false" if i else "true"}"')
                for i in range(8)
            )
            popup = self.node("MenuListPopup", *options)
            return self.node(
                "combobox",
                popup,
                name=label,
                extra=' invalid="false" focusable="true" hasPopup="menu" expanded="false"',
            )
        extra = ' invalid="false" focusable="true" editable="plaintext" settable="true"'
        kind = "searchbox" if self._words.chance(0.2) else "textbox"
        return self.node(kind, self.node("generic", name=""), name=label, extra=extra)

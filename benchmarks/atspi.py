"""Made-up Linux desktops in the OSWorld layout: web pages in a browser, GTK windows, office menus and shell panels."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.words import Words, quoted
from benchmarks.xml_writer import Element, Write, write_dump

_NAMESPACES = "".join(
    f' xmlns:{prefix}="https://accessibility.ubuntu.example.org/ns/{word}"'
    for prefix, word in (
        ("st", "state"),
        ("attr", "attributes"),
        ("cp", "component"),
        ("doc", "document"),
        ("docattr", "document/attributes"),
        ("txt", "text"),
        ("val", "value"),
        ("act", "action"),
    )
)
_WIDTH, _HEIGHT = 1920, 1080
_NOWHERE = (-2147483648, -2147483648, -2147483648, -2147483648)
_LIVE = ("enabled", "sensitive")

Box = tuple[int, int, int, int]  # x, y, width, height


def write(out: Write, nodes: int, seed: int) -> None:
    words = Words(seed)
    whole = (0, 0, _WIDTH, _HEIGHT)
    shell = (
        Element("desktop-frame", f'{_NAMESPACES} name="main"'),
        Element("application", ' name="Chromium"'),
        _node("frame", whole, words.label(), states=("active", *_LIVE, "showing", "visible"), attributes=_GTK),
        *(_node("panel", whole, states=(*_LIVE, "showing", "visible")) for _ in range(8)),
    )
    write_dump(
        out,
        nodes,
        shell,
        _sections(words),
        lambda _: _node("label", whole, words.label(), states=("showing", "visible")),
    )


_GTK = (("toolkit", "gtk"),)


def _sections(words: Words) -> Iterator[Element]:
    kinds: tuple[tuple[float, Callable[[Words], Element]], ...] = (  # upper bound of the draw, kind of section
        (0.4, _article),
        (0.6, _menu_bar),
        (0.75, _tool_bar),
        (0.85, _sheet),
        (1.0, _shell_panel),
    )
    while True:
        draw = words.random.random()
        yield next(make for share, make in kinds if draw < share)(words)


def _node(
    tag: str,
    box: Box,
    name: str = "",
    *children: Element,
    states: tuple[str, ...] = (),
    attributes: tuple[tuple[str, str], ...] = (),
    values: tuple[str, str, str] | None = None,
    actions: tuple[tuple[str, str], ...] = (),
    text: str = "",
) -> Element:
    """`values` are value, min and max; `actions` are names with their key bindings."""
    x, y, width, height = box
    parts = [f' name="{quoted(name)}"']
    parts += [f' st:{state}="true"' for state in states]
    parts += [f' attr:{key}="{quoted(value)}"' for key, value in attributes]
    parts.append(f' cp:screencoord="({x}, {y})" cp:size="({width}, {height})"')
    if values:
        parts.append(f' val:value="{values[0]}" val:min="{values[1]}" val:max="{values[2]}"')
    parts += [f' act:{action}_desc="" act:{action}_kb="{quoted(keys)}"' for action, keys in actions]
    return Element(tag, "".join(parts), children, text)


_CONTEXT = ("showContextMenu", "")


def _web(
    tag: str,
    html: str,
    display: str,
    box: Box,
    shown: bool,
    *children: Element,
    name: str = "",
    text: str = "",
    can: str = "doDefault",
) -> Element:
    """An element of a web page as Chromium hands it to AT-SPI."""
    states = ((*_LIVE, "focusable") if can == "jump" else _LIVE) + (("showing", "visible") if shown else ("visible",))
    attributes = (
        ("text-align", "left"),
        ("tag", html),
        ("display", display),
        *((("name-from", "contents"),) if name else ()),
    )
    return _node(tag, box, name, *children, states=states, attributes=attributes, actions=((can, ""), _CONTEXT), text=text)


def _static(text: str, box: Box, shown: bool, action: str = "doDefault") -> Element:
    states = (*_LIVE, "showing", "visible") if shown else (*_LIVE, "visible")
    attributes = (("name-from", "contents"),)
    return _node("static", box, text, states=states, attributes=attributes, actions=((action, ""), _CONTEXT), text=text)


def _article(words: Words) -> Element:
    """A heading, paragraphs with links and a list; most of a long page is out of view."""
    shown = words.chance(0.4)
    title = words.label()
    heading = _web(
        "heading",
        "h2",
        "block",
        (22, 100, 900, 30),
        shown,
        _static(title, (22, 100, 300, 30), shown),
        name=title,
        text=title,
    )
    paragraphs = (_paragraph(words, 140 + 60 * i, shown) for i in range(6))
    items = (_list_item(words, 520 + 24 * i, shown) for i in range(12))
    bullets = _web("list", "ul", "block", (22, 520, 900, 300), shown, *items)
    return _web("section", "div", "block", (0, 80, 1900, 900), shown, heading, *paragraphs, bullets)


def _link(words: Words, box: Box, shown: bool) -> Element:
    name = words.label()
    return _web("link", "a", "inline", box, shown, _static(name, box, shown, "clickAncestor"), name=name, text=name, can="jump")


def _paragraph(words: Words, y: int, shown: bool) -> Element:
    before, after = words.sentence(), words.sentence()
    children = (
        _static(before, (22, y, 600, 18), shown),
        _link(words, (630, y, 90, 18), shown),
        _static(after, (22, y + 20, 800, 18), shown),
    )
    return _web("paragraph", "p", "block", (22, y, 1800, 54), shown, *children, text=f"{before}{after}")


def _list_item(words: Words, y: int, shown: bool) -> Element:
    bullet = _static("• ", (22, y, 10, 18), shown)
    return _web("list-item", "li", "list-item", (22, y, 900, 22), shown, bullet, _link(words, (40, y, 200, 18), shown))


def _menu_bar(words: Words) -> Element:
    """An office menu bar: the menus show, their items do not."""
    menus = (_menu(words, 35 * i) for i in range(6))
    return _node("menu-bar", (0, 0, 600, 19), "", *menus, states=(*_LIVE, "opaque", "showing", "visible"))


def _menu(words: Words, x: int) -> Element:
    shown = (*_LIVE, "focusable", "opaque", "selectable", "showing", "visible")
    box = (x, 19, 35, 19)
    items = (_menu_item(words, (x, 19, 0, 0)) for _ in range(18))
    name = words.action()
    return _node("menu", box, name, *items, states=shown, values=("0.0", "0.0", "1.0"), text=name)


def _menu_item(words: Words, box: Box) -> Element:
    if words.chance(0.15):
        return _node("separator", box, states=("enabled", "opaque", "sensitive"))
    name = words.action()
    ticked = words.chance(0.35)
    states = (
        *(("checked",) if ticked and words.chance(0.4) else ()),
        "enabled",
        "focusable",
        "opaque",
        "selectable",
        "sensitive",
    )
    keys = f"{name[0].lower()};<Alt>e{name[0].lower()};<Control>{name[0].lower()}"
    tag = "check-menu-item" if ticked else "menu-item"
    return _node(tag, box, name, states=states, values=("0.0", "0.0", "1.0"), actions=(("click", keys),), text=name)


def _tool_bar(words: Words) -> Element:
    shown = words.chance(0.7)
    tools = (_tool(words, 4 + 37 * i, shown) for i in range(16))
    states = (*_LIVE, "horizontal", "showing", "visible") if shown else (*_LIVE, "horizontal", "visible")
    return _node("tool-bar", (0, 40, 640, 42), "", *tools, states=states, attributes=_GTK)


def _tool(words: Words, x: int, shown: bool) -> Element:
    box = (x, 44, 37, 35) if shown else (-2147483648, -2147483648, 1, 1)
    seen = ("showing", "visible") if shown else ("visible",)
    live = _LIVE if words.chance(0.8) else ()
    tag, action = ("toggle-button", "click") if words.chance(0.2) else ("push-button", "click")
    button = _node(tag, box, words.action(), states=(*live, "focusable", *seen), attributes=_GTK, actions=((action, ""),))
    return _node("panel", box, "", button, states=(*live, "has-tooltip", *seen), attributes=_GTK)


_CELL_ATTRIBUTES = (
    ("Note", ""),
    ("Formula", ""),
    ("TopBorder", ""),
    ("LeftBorder", ""),
    ("RightBorder", ""),
    ("isdropdown", "false"),
    ("Shadow", ""),
    ("BottomBorder", ""),
)
_CELL_STATES = ("editable", "enabled", "focusable", "multi-line", "multiselectable", "resizable", "selectable")


def _sheet(words: Words) -> Element:
    cells = (_cell(words, row, column) for row in range(12) for column in range(8))
    return _node("table", (41, 157, 1000, 600), words.label(), *cells, states=(*_LIVE, "focusable", "showing", "visible"))


def _cell(words: Words, row: int, column: int) -> Element:
    name = f"{'ABCDEFGH'[column]}{row + 1}"
    box = (41 + 82 * column, 157 + 17 * row, 82, 17)
    text = str(words.number(100000)) if words.chance(0.6) else ""
    value = (f"{text or 0}.0", "-1.7976931348623157e+308", "1.7976931348623157e+308")
    states = (*_CELL_STATES, "showing", "transient", "visible")
    return _node("table-cell", box, name, states=states, attributes=_CELL_ATTRIBUTES, values=value, text=text)


def _shell_panel(words: Words) -> Element:
    """A calendar or a menu of the desktop's shell: wrappers, labels and buttons, mostly not showing."""
    shown = words.chance(0.25)
    lines = (_shell_line(words, 40 + 30 * i, shown) for i in range(14))
    return _node("panel", (600, 30, 400, 500) if shown else _NOWHERE, "", *lines, states=_seen(shown), attributes=_CLUTTER)


_CLUTTER = (("toolkit", "clutter"),)


def _seen(shown: bool, *more: str) -> tuple[str, ...]:
    return (*more, "showing", "visible") if shown else (*more, "visible")


def _shell_line(words: Words, y: int, shown: bool) -> Element:
    box = (610, y, 380, 28) if shown else _NOWHERE
    name = words.label()
    text = _node("text", box, "", states=(*_seen(shown, "focusable"), "selectable_text"), attributes=_CLUTTER, text=name)
    label = _node("label", box, name, text, states=_seen(shown), attributes=_CLUTTER)
    inner = _node("panel", box, "", label, states=_seen(shown), attributes=_CLUTTER)
    if words.chance(0.6):
        states = _seen(shown, *_LIVE, "focusable")
        return _node("push-button", box, words.action() if words.chance(0.5) else "", inner, states=states, attributes=_CLUTTER)
    return _node("panel", box, "", inner, states=_seen(shown), attributes=_CLUTTER)

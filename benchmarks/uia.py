"""Made-up Windows programs as WinAppDriver and Appium write their page source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from benchmarks.words import Words, quoted
from benchmarks.xml_writer import Element, Write, write_dump

_WIDTH, _HEIGHT = 1920, 1080
_ROW = 24

Box = tuple[int, int, int, int]  # x, y, width, height
_LOCALIZED = {  # control type: what Windows calls it in English, where that is not the type in small letters
    "DataItem": "item",
    "Edit": "edit",
    "ListItem": "list item",
    "TreeItem": "tree item",
    "TabItem": "tab item",
    "CheckBox": "check box",
    "RadioButton": "radio button",
    "ComboBox": "combo box",
    "ToolBar": "tool bar",
    "MenuItem": "menu item",
    "DataGrid": "datagrid",
}


def write(out: Write, nodes: int, seed: int) -> None:
    # The real tools say UTF-16, although what they hand out is UTF-8.
    out('<?xml version="1.0" encoding="utf-16"?>')
    maker = _Maker(Words(seed))
    whole = (0, 0, _WIDTH, _HEIGHT)
    window = maker.control("Window", whole, name="Stock manager", extra=_WINDOW, focusable=True, class_name="MainWindow")
    shell = (window, *(maker.control("Pane", whole) for _ in range(3)))
    write_dump(out, nodes, shell, maker.sections(), lambda _: maker.control("Text", whole, name=maker.words.label()))


_WINDOW = (
    ' CanMaximize="True" CanMinimize="True" IsModal="False" WindowVisualState="Normal"'
    ' WindowInteractionState="ReadyForUserInteraction" IsTopmost="False" CanRotate="False" CanResize="True"'
    ' CanMove="True" IsAvailable="True"'
)
_SCROLLS = (
    ' HorizontallyScrollable="False" VerticallyScrollable="True" HorizontalScrollPercent="-1" VerticalScrollPercent="0"'
    ' HorizontalViewSize="100" VerticalViewSize="20"'
)


class _Maker:
    """Makes controls with running RuntimeIds."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._ids = count(65536, 2)

    def sections(self) -> Iterator[Element]:
        kinds: tuple[tuple[float, Callable[[bool], Element]], ...] = (  # upper bound of the draw, kind of section
            (0.2, self._grid),
            (0.45, self._tree),
            (0.7, self._form),
            (1.0, self._tools),
        )
        while True:
            draw = self.words.random.random()
            offscreen = self.words.chance(0.3)  # a page of a tab that is not chosen, or rows scrolled out of view
            yield next(make for share, make in kinds if draw < share)(offscreen)

    def control(
        self,
        kind: str,
        box: Box,
        *children: Element,
        name: str = "",
        automation_id: str = "",
        class_name: str = "",
        help_text: str = "",
        extra: str = "",
        enabled: bool = True,
        focusable: bool = False,
        offscreen: bool = False,
        password: bool = False,
    ) -> Element:
        x, y, width, height = box
        attributes = (
            f' AcceleratorKey="" AccessKey="" AutomationId="{automation_id}" ClassName="{class_name}" FrameworkId="WPF"'
            f' HasKeyboardFocus="False" HelpText="{quoted(help_text)}" IsContentElement="True" IsControlElement="True"'
            f' IsEnabled="{enabled}" IsKeyboardFocusable="{focusable}" IsOffscreen="{offscreen}"'
            f' IsPassword="{password}" IsRequiredForForm="False" ItemStatus="" ItemType=""'
            f' LocalizedControlType="{_LOCALIZED.get(kind, kind.lower())}"'
            f' Name="{quoted(name)}" Orientation="None" ProcessId="268" RuntimeId="42.{next(self._ids)}"'
            f' x="{x}" y="{y}" width="{width}" height="{height}"{extra}'
        )
        return Element(kind, attributes, children)

    def _grid(self, offscreen: bool) -> Element:
        header = self.control(
            "Header",
            (300, 100, 1200, _ROW),
            *(
                self.control("HeaderItem", (300 + 300 * i, 100, 300, _ROW), name=title, offscreen=offscreen)
                for i, title in enumerate(("Name", "Type", "State", "Size"))
            ),
            offscreen=offscreen,
        )
        rows = (self._grid_row(number, offscreen or number >= 24) for number in range(30))
        box = (300, 100, 1200, 900)
        extra = _SCROLLS + ' Selection=""'
        return self.control(
            "DataGrid", box, header, *rows, automation_id="OrdersGrid", extra=extra, focusable=True, offscreen=offscreen
        )

    def _grid_row(self, number: int, offscreen: bool) -> Element:
        y = 124 + number * _ROW
        texts = (self.words.label(), "Order", self.words.label(), f"{self.words.number(9000)} KB")
        cells = (
            self.control("Text", (300 + 300 * i, y, 300, _ROW), name=text, class_name="TextBlock", offscreen=offscreen)
            for i, text in enumerate(texts)
        )
        extra = f' IsSelected="{number == 0}" SelectionContainer="42.65666"'
        row = (300, y, 1200, _ROW)
        return self.control("DataItem", row, *cells, name=texts[0], extra=extra, focusable=True, offscreen=offscreen)

    def _tree(self, offscreen: bool) -> Element:
        items = (self._branch(number, offscreen) for number in range(12))
        return self.control(
            "Tree",
            (0, 100, 300, 900),
            *items,
            automation_id="Folders",
            extra=_SCROLLS,
            focusable=True,
            offscreen=offscreen,
        )

    def _branch(self, number: int, offscreen: bool) -> Element:
        y = 110 + number * 70
        leaves = (self._tree_item((60, y + _ROW * (i + 1), 240, _ROW), "LeafNode", offscreen) for i in range(2))
        if self.words.chance(0.5):
            return self._tree_item((30, y, 270, 70), "Collapsed", offscreen)
        return self._tree_item((30, y, 270, 70), "Expanded", offscreen, *leaves)

    def _tree_item(self, box: Box, state: str, offscreen: bool, *children: Element) -> Element:
        extra = f' ExpandCollapseState="{state}" IsSelected="False" SelectionContainer="42.65640"'
        return self.control("TreeItem", box, *children, name=self.words.label(), extra=extra, focusable=True, offscreen=offscreen)

    def _form(self, offscreen: bool) -> Element:
        lines = (self._form_line(120 + number * 40, offscreen) for number in range(16))
        inner = self.control("Pane", (300, 100, 1200, 700), *lines, class_name="ScrollViewer", extra=_SCROLLS, offscreen=offscreen)
        return self.control("Group", (290, 90, 1220, 720), inner, name=self.words.label(), offscreen=offscreen)

    def _form_line(self, y: int, offscreen: bool) -> Element:
        kind = self.words.number(4)
        box = (620, y, 500, 32)
        if kind == 0:
            return self._toggle("CheckBox", y, f' ToggleState="{"On" if self.words.chance(0.5) else "Off"}"', offscreen)
        if kind == 1:
            return self._toggle("RadioButton", y, f' IsSelected="{self.words.chance(0.3)}" SelectionContainer=""', offscreen)
        label = self.control("Text", (320, y, 280, 32), name=self.words.label(), class_name="TextBlock", offscreen=offscreen)
        value = f' Value="{quoted(self.words.label())}" IsReadOnly="{self.words.chance(0.1)}"'
        extra = value if kind == 2 else f' ExpandCollapseState="Collapsed"{value}'
        secret = kind == 2 and self.words.chance(0.05)
        type_ = "Edit" if kind == 2 else "ComboBox"
        field = self.control(
            type_,
            box,
            extra=extra,
            automation_id=self.words.identifier(),
            focusable=True,
            offscreen=offscreen,
            password=secret,
        )
        return self.control("Pane", (310, y, 900, 36), label, field, offscreen=offscreen)

    def _toggle(self, kind: str, y: int, extra: str, offscreen: bool) -> Element:
        name, enabled = self.words.label(), self.words.chance(0.9)
        return self.control(kind, (320, y, 500, 32), name=name, extra=extra, enabled=enabled, focusable=True, offscreen=offscreen)

    def _tools(self, offscreen: bool) -> Element:
        buttons = (
            self.control(
                "Button",
                (10 + 60 * number, 40, 56, 40),
                self.control("Image", (20 + 60 * number, 44, 32, 32), class_name="Image", offscreen=offscreen),
                name=self.words.action(),
                automation_id=self.words.identifier(),
                help_text=self.words.sentence() if self.words.chance(0.3) else "",
                enabled=self.words.chance(0.8),
                focusable=True,
                offscreen=offscreen,
            )
            for number in range(20)
        )
        separator = self.control("Separator", (1300, 40, 4, 40), offscreen=offscreen)
        return self.control("ToolBar", (0, 36, _WIDTH, 48), *buttons, separator, offscreen=offscreen)

"""What UI Automation's numbers and names mean: tables, elements and boxes that all UIA dialects share.

Numbers: https://learn.microsoft.com/windows/win32/winauto/uiauto-controltype-ids , uiauto-controlpattern-ids ,
uiauto-automation-element-propids and uiauto-control-pattern-propids (the same directory).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.affordances import OWN, merged
from lumos_layer.perception.text import clean_line, clean_value
from lumos_layer.tree import Affordance, Node, Rect, Role, Scroll, Tristate, box

Said = Mapping[str, object]  # what an element says, by the names of PROPERTY_IDS

# Tables

CONTROL_TYPES: Mapping[str, tuple[Role, bool]] = MappingProxyType(
    {  # in the order of their numbers; role, and whether the type alone makes it actionable
        "Button": (Role.BUTTON, True),
        "Calendar": (Role.GRID, False),
        "CheckBox": (Role.CHECKBOX, True),
        "ComboBox": (Role.COMBOBOX, True),
        "Edit": (Role.TEXTBOX, True),
        "Hyperlink": (Role.LINK, True),
        "Image": (Role.IMG, False),
        "ListItem": (Role.LISTITEM, True),
        "List": (Role.LIST, False),
        "Menu": (Role.MENU, False),
        "MenuBar": (Role.MENUBAR, False),
        "MenuItem": (Role.MENUITEM, True),
        "ProgressBar": (Role.PROGRESSBAR, False),
        "RadioButton": (Role.RADIO, True),
        "ScrollBar": (Role.SCROLLBAR, True),
        "Slider": (Role.SLIDER, True),
        "Spinner": (Role.SPINBUTTON, True),
        "StatusBar": (Role.STATUS, False),
        "Tab": (Role.TABLIST, False),
        "TabItem": (Role.TAB, True),
        "Text": (Role.TEXT, False),
        "ToolBar": (Role.TOOLBAR, False),
        "ToolTip": (Role.TOOLTIP, False),
        "Tree": (Role.TREE, False),
        "TreeItem": (Role.TREEITEM, True),
        "Custom": (Role.GENERIC, False),
        "Group": (Role.GROUP, False),
        "Thumb": (Role.GENERIC, False),
        "DataGrid": (Role.GRID, False),
        "DataItem": (Role.ROW, True),
        "Document": (Role.DOCUMENT, False),
        "SplitButton": (Role.BUTTON, True),
        "Window": (Role.WINDOW, False),
        "Pane": (Role.GROUP, False),
        "Header": (Role.GENERIC, False),
        "HeaderItem": (Role.COLUMNHEADER, True),
        "Table": (Role.TABLE, False),
        "TitleBar": (Role.GENERIC, False),
        "Separator": (Role.SEPARATOR, False),
        "SemanticZoom": (Role.GROUP, False),
        "AppBar": (Role.TOOLBAR, False),
    }
)
CONTROL_TYPE_IDS: Mapping[int, str] = MappingProxyType(dict(enumerate(CONTROL_TYPES, 50000)))


def _numbered(words: str, first: int) -> Mapping[int, str]:
    """The words by number; they stand in the order of their numbers."""
    return MappingProxyType(dict(enumerate(words.split(), first)))


PATTERN_IDS: Mapping[int, str] = _numbered(
    """
    Invoke Selection Value RangeValue Scroll ExpandCollapse Grid GridItem MultipleView Window SelectionItem Dock Table
    TableItem Text Toggle Transform ScrollItem LegacyIAccessible ItemContainer VirtualizedItem SynchronizedInput
    ObjectModel Annotation Text2 Styles Spreadsheet SpreadsheetItem Transform2 TextChild Drag DropTarget TextEdit
    CustomNavigation Selection2
    """,
    10000,
)
PATTERNS: Mapping[str, tuple[Affordance, ...]] = MappingProxyType(
    {  # what can be done with an element that declares the pattern; the other patterns say nothing of that
        "Invoke": ("click",),
        "Toggle": ("toggle",),
        "ExpandCollapse": ("expand",),
        "SelectionItem": ("select",),
        "Value": ("set_value",),
        "RangeValue": ("range",),
        "Scroll": ("scroll",),
    }
)

PROPERTY_IDS: Mapping[int, str] = _numbered(
    """
    RuntimeId BoundingRectangle ProcessId ControlType LocalizedControlType Name AcceleratorKey AccessKey
    HasKeyboardFocus IsKeyboardFocusable IsEnabled AutomationId ClassName HelpText ClickablePoint Culture
    IsControlElement IsContentElement LabeledBy IsPassword NativeWindowHandle ItemType IsOffscreen Orientation
    FrameworkId IsRequiredForForm ItemStatus IsDockPatternAvailable IsExpandCollapsePatternAvailable
    IsGridItemPatternAvailable IsGridPatternAvailable IsInvokePatternAvailable IsMultipleViewPatternAvailable
    IsRangeValuePatternAvailable IsScrollPatternAvailable IsScrollItemPatternAvailable
    IsSelectionItemPatternAvailable IsSelectionPatternAvailable IsTablePatternAvailable IsTableItemPatternAvailable
    IsTextPatternAvailable IsTogglePatternAvailable IsTransformPatternAvailable IsValuePatternAvailable
    IsWindowPatternAvailable ValueValue ValueIsReadOnly RangeValueValue RangeValueIsReadOnly RangeValueMinimum
    RangeValueMaximum RangeValueLargeChange RangeValueSmallChange ScrollHorizontalScrollPercent
    ScrollHorizontalViewSize ScrollVerticalScrollPercent ScrollVerticalViewSize ScrollHorizontallyScrollable
    ScrollVerticallyScrollable SelectionSelection SelectionCanSelectMultiple SelectionIsSelectionRequired
    GridRowCount GridColumnCount GridItemRow GridItemColumn GridItemRowSpan GridItemColumnSpan
    GridItemContainingGrid DockDockPosition ExpandCollapseExpandCollapseState MultipleViewCurrentView
    MultipleViewSupportedViews WindowCanMaximize WindowCanMinimize WindowWindowVisualState
    WindowWindowInteractionState WindowIsModal WindowIsTopmost SelectionItemIsSelected
    SelectionItemSelectionContainer TableRowHeaders TableColumnHeaders TableRowOrColumnMajor
    TableItemRowHeaderItems TableItemColumnHeaderItems ToggleToggleState TransformCanMove TransformCanResize
    TransformCanRotate IsLegacyIAccessiblePatternAvailable LegacyIAccessibleChildId LegacyIAccessibleName
    LegacyIAccessibleValue LegacyIAccessibleDescription LegacyIAccessibleRole LegacyIAccessibleState
    LegacyIAccessibleHelp LegacyIAccessibleKeyboardShortcut LegacyIAccessibleSelection
    LegacyIAccessibleDefaultAction AriaRole AriaProperties IsDataValidForForm ControllerFor DescribedBy FlowsTo
    ProviderDescription IsItemContainerPatternAvailable IsVirtualizedItemPatternAvailable
    IsSynchronizedInputPatternAvailable OptimizeForVisualContent IsObjectModelPatternAvailable
    AnnotationAnnotationTypeId AnnotationAnnotationTypeName AnnotationAuthor AnnotationDateTime AnnotationTarget
    IsAnnotationPatternAvailable IsTextPattern2Available StylesStyleId StylesStyleName StylesFillColor
    StylesFillPatternStyle StylesShape StylesFillPatternColor StylesExtendedProperties IsStylesPatternAvailable
    IsSpreadsheetPatternAvailable SpreadsheetItemFormula SpreadsheetItemAnnotationObjects
    SpreadsheetItemAnnotationTypes IsSpreadsheetItemPatternAvailable Transform2CanZoom
    IsTransformPattern2Available LiveSetting IsTextChildPatternAvailable IsDragPatternAvailable DragIsGrabbed
    DragDropEffect DragDropEffects IsDropTargetPatternAvailable DropTargetDropTargetEffect
    DropTargetDropTargetEffects DragGrabbedItems Transform2ZoomLevel Transform2ZoomMinimum Transform2ZoomMaximum
    FlowsFrom IsTextEditPatternAvailable IsPeripheral IsCustomNavigationPatternAvailable PositionInSet SizeOfSet
    Level AnnotationTypes AnnotationObjects LandmarkType LocalizedLandmarkType FullDescription FillColor
    OutlineColor FillType VisualEffects OutlineThickness CenterPoint Rotation Size IsSelectionPattern2Available
    Selection2FirstSelectedItem Selection2LastSelectedItem Selection2CurrentSelectedItem Selection2ItemCount
    HeadingLevel IsDialog
    """,
    30000,
)

_LANDMARKS = {80000: Role.REGION, 80001: Role.FORM, 80002: Role.MAIN, 80003: Role.NAVIGATION, 80004: Role.SEARCH}
_NO_HEADING = 80050  # HeadingLevel_None; the nine levels follow
# STATE_SYSTEM_PROTECTED of MSAA: https://learn.microsoft.com/windows/win32/winauto/object-state-constants
_HIDES_TYPING = 0x20000000

# Names

_BREAKS = re.compile(r"[\s_.\-]+")


def _squashed(words: str) -> str:
    return _BREAKS.sub("", words).lower()


def _aliases() -> dict[str, str]:
    """Every spelling of a property: `ToggleToggleState`, `TogglePattern.ToggleState`, `toggle_state`, and the like."""
    found = {name.lower(): name for name in PROPERTY_IDS.values()}
    for pattern in ("Value", "RangeValue", "Scroll", "ExpandCollapse", "Toggle", "SelectionItem", "Window", "LegacyIAccessible"):
        for name in PROPERTY_IDS.values():
            if name.startswith(pattern):
                own = name.removeprefix(pattern)
                found.setdefault(f"{pattern}pattern{own}".lower(), name)
                if pattern != "LegacyIAccessible":
                    found.setdefault(own.lower(), name)
    return found | {"rangevalue": "RangeValueValue", "labelledby": "LabeledBy"}


_ALIASES: Mapping[str, str] = MappingProxyType(_aliases())
_TYPE_WORDS: Mapping[str, str] = MappingProxyType({name.lower(): name for name in CONTROL_TYPES})


def property_name(word: str | int) -> str | None:
    """The property's name in PROPERTY_IDS, given its number or any spelling of its name; None for what is none."""
    if isinstance(word, int) or (word.isdecimal() and len(word) < 9):
        return PROPERTY_IDS.get(int(word))
    if len(word) > 80:
        return None
    squashed = _squashed(word)
    return _ALIASES.get(squashed) or _ALIASES.get(squashed.removeprefix("current").removeprefix("cached"))


def control_type(word: object) -> str | None:
    """The control type's name, given its number or a spelling: `50000`, `Button(50000)`, `ControlType.Button`, `ButtonControl`."""
    number = int(word) if isinstance(word, str) and word.isdecimal() and len(word) < 9 else word
    if isinstance(number, int):
        return CONTROL_TYPE_IDS.get(number)
    if not isinstance(word, str) or len(word) > 80:
        return None
    squashed = _squashed(word.partition("(")[0])
    for around in ("uia", "controltype"):
        squashed = squashed.removeprefix(around)
    squashed = squashed.removesuffix("controltypeid")
    return _TYPE_WORDS.get(squashed) or _TYPE_WORDS.get(squashed.removesuffix("control"))


def pattern_name(word: object) -> str | None:
    """The pattern's name without `Pattern`, given its number or a spelling of its name; None for what is none."""
    number = int(word) if isinstance(word, str) and word.isdecimal() and len(word) < 9 else word
    if isinstance(number, int):
        return PATTERN_IDS.get(number)
    if not isinstance(word, str) or len(word) > 80:
        return None
    squashed = _squashed(word).removeprefix("uia").removesuffix("id").replace("pattern", "")
    return next((name for name in PATTERN_IDS.values() if name.lower() == squashed), None)


def declare(said: dict[str, object], pattern: object, properties: Mapping[str, object]) -> None:
    """Note in `said` that the element has the pattern, and what the pattern's own properties say."""
    name = pattern_name(pattern)
    if name is None:
        return
    said.setdefault(f"Is{name}PatternAvailable", True)
    for own, value in properties.items():
        full = _ALIASES.get(f"{name}{own}".lower())
        if full:
            said.setdefault(full, value)


def role_of(kind: str | None) -> tuple[Role, tuple[Affordance, ...]]:
    """The role of a control type, and what can be done with every element of that type."""
    role, actionable = CONTROL_TYPES.get(kind or "", (Role.GENERIC, False))
    if kind == "SplitButton":
        return role, ("click", "expand")
    return role, (OWN.get(role, ()) if actionable else ())


# Values

_TRUE, _FALSE = frozenset(("true", "1", "yes")), frozenset(("false", "0", "no"))
_TICKS: Mapping[str, Tristate] = {
    "0": "false", "off": "false", "false": "false", "1": "true", "on": "true", "true": "true", "2": "mixed",
    "indeterminate": "mixed",
}  # fmt: skip
_EXPANSIONS = {"0": False, "collapsed": False, "1": True, "expanded": True, "2": True, "partiallyexpanded": True}
_LEAF = frozenset(("3", "leafnode"))


def flag(value: object) -> bool | None:
    """A boolean in any spelling; None for what says neither."""
    word = str(value).lower() if isinstance(value, bool | int | str) and len(str(value)) < 6 else ""
    return True if word in _TRUE else False if word in _FALSE else None


def text(value: object) -> str:
    """A string or number as a person would write it; empty for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    return f"{value:.10g}" if abs(value) < 1e300 else ""


def number(value: object) -> float | None:
    """A finite number, also one that is spelled out; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or (isinstance(value, str) and len(value) > 40):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def _word(value: object) -> str:
    """`Collapsed` of `ExpandCollapseState_Collapsed`, `ExpandCollapseState.Collapsed` and `Collapsed(0)`, in lower case."""
    if isinstance(value, bool | int | float):
        return str(int(value)) if value in (0, 1, 2, 3) else ""
    if not isinstance(value, str) or len(value) > 80:
        return ""
    return re.split(r"[._]", value.partition("(")[0].strip())[-1].replace(" ", "").lower()


# Elements

_TYPED = frozenset((Role.TEXTBOX, Role.DOCUMENT, Role.COMBOBOX))
_VALUE_IS_NAME = frozenset((Role.TEXTBOX, Role.COMBOBOX, Role.SPINBUTTON))
_NO_RANGE = frozenset((Role.PROGRESSBAR, Role.SCROLLBAR))
_PANES = frozenset((Role.GROUP, Role.WINDOW, Role.GENERIC))
_AVAILABLE = {name: f"Is{name}PatternAvailable" for name in PATTERNS}
# What tells of patterns; most elements of most dumps say none of it.
_OF_PATTERNS = frozenset(_AVAILABLE.values()) | {name for name in PROPERTY_IDS.values() if name.startswith(tuple(PATTERNS))}


def element(kind: str | None, said: Said) -> Node:
    """The element that is of control type `kind` and says `said`; without its box."""
    get = said.get
    role, own = role_of(kind)
    role = _special_role(role, get("HeadingLevel"), get("LandmarkType"), get("IsDialog"))
    ticked = _TICKS.get(_word(get("ToggleToggleState"))) if flag(get("IsTogglePatternAvailable")) is not False else None
    expanded = _EXPANSIONS.get(_word(get("ExpandCollapseExpandCollapseState")))
    readonly = flag(get("ValueIsReadOnly"))
    selected = flag(get("SelectionItemIsSelected"))
    focusable = flag(get("IsKeyboardFocusable"))
    is_toggle = ticked is not None and role is Role.BUTTON
    can = merged(("click", "toggle") if is_toggle else own, _declared(role, said, ticked is not None, expanded, selected, readonly))
    if readonly and role in _TYPED:
        can = merged((), [word for word in can if word not in ("set_value", "type")] + (["focus"] if focusable else []))
    level = number(get("HeadingLevel"))
    return _worded(
        Node(
            role=role,
            can=can,
            hidden=flag(get("IsVisible")) is False,
            offscreen=flag(get("IsOffscreen")) is True,
            minimized=role is Role.WINDOW and _word(get("WindowWindowVisualState")) in ("2", "minimized"),
            modal=flag(get("WindowIsModal")) is True,
            enabled=flag(get("IsEnabled")),
            focusable=focusable,
            focused=flag(get("HasKeyboardFocus")) or None,
            checked=None if is_toggle else ticked,
            pressed=ticked if is_toggle else None,
            selected=selected,
            expanded=expanded,
            readonly=readonly,
            required=flag(get("IsRequiredForForm")) or None,
            minimum=None if role is Role.SCROLLBAR else number(get("RangeValueMinimum")),
            maximum=None if role is Role.SCROLLBAR else number(get("RangeValueMaximum")),
            level=int(level) - _NO_HEADING if level is not None and role is Role.HEADING else None,
            scroll=_scroll(said) if "ScrollVerticallyScrollable" in said or "ScrollHorizontallyScrollable" in said else None,
            identifier=clean_line(text(get("AutomationId"))),
            native_id=_native_id(get("RuntimeId"), get("NativeWindowHandle")),
        ),
        said,
    )


def _special_role(role: Role, heading: object, landmark: object, is_dialog: object) -> Role:
    """Roles that a control type does not tell."""
    level, mark = number(heading), number(landmark)
    if role in (Role.TEXT, Role.GROUP) and level is not None and _NO_HEADING < level < _NO_HEADING + 10:
        return Role.HEADING
    if role in _PANES and flag(is_dialog):
        return Role.DIALOG
    return _LANDMARKS.get(int(mark), role) if role is Role.GROUP and mark is not None else role


def _declared(
    role: Role, said: Said, ticked: bool, expanded: bool | None, selected: bool | None, readonly: bool | None
) -> set[Affordance]:
    """What patterns and their states add. A pattern that is said not to be there adds nothing, whatever its states say."""
    get = said.get
    focusable = flag(get("IsKeyboardFocusable"))
    # Where a dump says nothing of focus and patterns, a document may be the text that the window is there for.
    found: set[Affordance] = {"focus"} if focusable or (focusable is None and role is Role.DOCUMENT) else set()
    if _OF_PATTERNS.isdisjoint(said):
        return found
    there = {name: flag(get(available)) for name, available in _AVAILABLE.items()}
    down, across = flag(get("ScrollVerticallyScrollable")), flag(get("ScrollHorizontallyScrollable"))
    minimum, maximum = number(get("RangeValueMinimum")), number(get("RangeValueMaximum"))
    is_range = get("RangeValueValue") is not None or (minimum is not None and maximum is not None)
    speaks = {
        "Invoke": None,
        "Toggle": ticked or None,
        "ExpandCollapse": False if _word(get("ExpandCollapseExpandCollapseState")) in _LEAF else expanded is not None or None,
        "SelectionItem": selected is not None or None,
        "Value": None if readonly is None else not readonly,
        "RangeValue": False if role in _NO_RANGE or flag(get("RangeValueIsReadOnly")) else is_range or None,
        "Scroll": True if down or across else None if down is None and across is None else False,
    }
    for name, words in PATTERNS.items():
        if there[name] is not False and (speaks[name] or (there[name] and speaks[name] is None)):
            found.update(words)
    if "set_value" in found and readonly is False and role in _TYPED:
        found.add("type")
    return found


def _worded(node: Node, said: Said) -> Node:
    """The node with name, value and hint, or without the value if it is a secret."""
    get, role = said.get, node.role
    state = number(get("LegacyIAccessibleState"))
    protected = flag(get("IsPassword")) is True or (state is not None and bool(int(state) & _HIDES_TYPING))
    name, hint = clean_line(text(get("Name"))), clean_line(text(get("HelpText")) or text(get("FullDescription")))
    if not name:
        name, hint = hint, ""
    elif hint == name:
        hint = ""
    raw = get("ValueValue")
    value = clean_value(text(get("RangeValueValue") if raw is None else raw))
    return replace(
        node,
        name="" if value and name == value and role in _VALUE_IS_NAME else name,
        value=None if protected or not (value or (role in _TYPED and raw is not None)) else value,
        hint=hint,
        protected=protected,
        filled=bool(value) if protected else None,
    )


def _native_id(runtime_id: object, handle: object) -> str:
    if isinstance(runtime_id, list | tuple) and len(runtime_id) <= 64:
        return ".".join(map(text, runtime_id))
    return clean_line(text(runtime_id)) or (clean_line(text(handle)) if handle != 0 else "")


def _scroll(said: Said) -> Scroll | None:
    """How much lies beyond each edge."""
    above, below = _beyond(said, "Vertically", "Vertical")
    left, right = _beyond(said, "Horizontally", "Horizontal")
    return Scroll(above, below, left, right) if above or below or left or right else None


def _beyond(said: Said, along: str, way: str) -> tuple[int, int]:
    """UIA: percent is how far the view has moved in what is hidden, view how much of the content it shows (0 to 100)."""
    moved, shown = number(said.get(f"Scroll{way}ScrollPercent")), number(said.get(f"Scroll{way}ViewSize"))
    if not flag(said.get(f"Scroll{along}Scrollable")) or moved is None or shown is None:
        return 0, 0
    if not (0 <= moved <= 100 and 0 <= shown <= 100):
        return 0, 0
    before = round((100 - shown) * moved / 100)
    return before, max(0, round(100 - shown) - before)


# Boxes

Order = Literal["edges", "size"]  # left, top, right, bottom; or left, top, width, height
_NUMBER = r"-?\d{1,16}(?:\.\d{1,20})?"
_NUMBERS = re.compile(_NUMBER)
_LABELLED = re.compile(rf"([A-Za-z]{{1,10}})\s{{0,3}}[=:]?\s{{0,3}}({_NUMBER})")
_SIDES = {
    "l": "left", "left": "left", "x": "left", "t": "top", "top": "top", "y": "top", "r": "right", "right": "right", "b": "bottom",
    "bottom": "bottom", "w": "width", "width": "width", "h": "height", "height": "height",
}  # fmt: skip


class Frame(Struct, frozen=True):
    """Four numbers that say where an element is; `order` is None where the dump does not tell which they are."""

    numbers: tuple[float, float, float, float]
    order: Order | None

    def rect(self, order: Order) -> Rect | None:
        """The box, with numbers without an order taken in the given one; None for no place."""
        x, y, third, fourth = (int(each // 1) for each in self.numbers)
        return box(x, y, third, fourth) if (self.order or order) == "size" else box(x, y, third - x, fourth - y)


def frame(value: object) -> Frame | None:
    """Read a box: an object with sides, an array, or a text such as `l=1,t=2,r=3,b=4`, `L1, T2, R3, B4` or `1, 2, 3, 4`."""
    if isinstance(value, str):
        return _frame_of_text(value) if len(value) <= 200 else None
    if isinstance(value, Mapping) and len(value) <= 40:
        return _frame_of_sides({_SIDES.get(str(key).lower(), ""): number(each) for key, each in value.items()})
    if isinstance(value, list | tuple) and len(value) == 4:
        return _frame([number(each) for each in value], None)
    return None


def _frame_of_text(words: str) -> Frame | None:
    labelled = {_SIDES.get(label.lower(), ""): float(each) for label, each in _LABELLED.findall(words)}
    found = _frame_of_sides(labelled) if len(labelled) >= 4 else None
    if found is not None:
        return found
    numbers = [float(each) for each in _NUMBERS.findall(words)]
    # `(left,top,right,bottom)[widthxheight]`, as a rectangle of the Python package uiautomation prints itself.
    if len(numbers) == 6 and numbers[2] - numbers[0] == numbers[4] and numbers[3] - numbers[1] == numbers[5]:
        return _frame(numbers[:4], "edges")
    return _frame(numbers, None)


def _frame_of_sides(sides: Mapping[str, float | None]) -> Frame | None:
    get = sides.get
    if get("width") is not None and get("height") is not None:
        return _frame([get("left"), get("top"), get("width"), get("height")], "size")
    return _frame([get("left"), get("top"), get("right"), get("bottom")], "edges")


def _frame(numbers: Sequence[float | None], order: Order | None) -> Frame | None:
    known = [each for each in numbers if each is not None and abs(each) <= 2**31]
    return Frame((known[0], known[1], known[2], known[3]), order) if len(known) == len(numbers) == 4 else None


def place(draft: Draft, frames: Sequence[Frame | None], usual: Order) -> None:
    """Give the draft's nodes their boxes. Numbers of unknown order are taken in that in which parents contain their children."""
    loose = [i for i, each in enumerate(frames) if each is not None and each.order is None]
    order = _order(draft, frames, loose, usual) if loose else usual
    if order != usual:
        sides = "width and height" if order == "size" else "right and bottom edges"
        draft.warnings.append(f"The last two numbers of boxes were taken for {sides}, for so they lie inside each other.")
    for i, each in enumerate(frames):
        bounds = each.rect(order) if each is not None else None
        node = draft.nodes[i]
        parked = each is not None and bounds is None and node.role is Role.WINDOW
        if node.minimized or parked:
            draft.nodes[i] = replace(node, bounds=None, minimized=True, offscreen=False)
        elif bounds is not None:
            draft.nodes[i] = replace(node, bounds=bounds)


def _order(draft: Draft, frames: Sequence[Frame | None], loose: Sequence[int], usual: Order) -> Order:
    other: Order = "size" if usual == "edges" else "edges"
    return other if _misfits(draft, frames, loose, other) < _misfits(draft, frames, loose, usual) else usual


def _misfits(draft: Draft, frames: Sequence[Frame | None], loose: Sequence[int], order: Order) -> int:
    """How many boxes would end before they begin, or not lie in that of their parent."""
    count = 0
    for i in loose:
        own, parent = frames[i], draft.parents[i]
        inner = own.rect(order) if own is not None else None
        around = frames[parent] if parent >= 0 else None
        outer = around.rect(order) if around is not None else None
        if inner is not None and (inner.width < 0 or inner.height < 0):
            count += 2
        elif inner is not None and outer is not None and not inner.empty and not outer.contains(inner):
            count += 1
    return count


def describe(draft: Draft) -> None:
    """Title and size: of the root window, or the first window below a desktop that is shown."""
    if not draft.nodes:
        return
    windows = [i for i, node in enumerate(draft.nodes) if node.role is Role.WINDOW and draft.parents[i] <= 0]
    shown = [i for i in windows if not (draft.nodes[i].minimized or draft.nodes[i].offscreen or draft.nodes[i].hidden)]
    draft.title = draft.title or draft.nodes[(shown or windows or [0])[0]].name
    root = draft.nodes[0].bounds
    if root is not None and not root.empty:
        draft.size = root.width, root.height

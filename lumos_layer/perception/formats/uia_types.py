"""What UI Automation's numbers and names mean: the tables that all UIA dialects share.

Numbers: https://learn.microsoft.com/windows/win32/winauto/uiauto-controltype-ids , uiauto-controlpattern-ids ,
uiauto-automation-element-propids and uiauto-control-pattern-propids (the same directory).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from types import MappingProxyType

from lumos_layer.perception.formats.affordances import OWN
from lumos_layer.tree import Affordance, Role, Tristate

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
# By class, of WPF, WinUI, Qt and Delphi: what is in them shows only inside their boxes, with the Scroll pattern or without.
SCROLL_PANES = frozenset(
    ("ScrollViewer", "ScrollView", "ScrollPresenter", "ScrollContentPresenter", "QScrollArea", "TScrollBox"),
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

LANDMARKS = {80000: Role.REGION, 80001: Role.FORM, 80002: Role.MAIN, 80003: Role.NAVIGATION, 80004: Role.SEARCH}
NO_HEADING = 80050  # HeadingLevel_None; the nine levels follow
# STATE_SYSTEM_PROTECTED of MSAA: https://learn.microsoft.com/windows/win32/winauto/object-state-constants
HIDES_TYPING = 0x20000000

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
TICKS: Mapping[str, Tristate] = {
    "0": "false", "off": "false", "false": "false", "1": "true", "on": "true", "true": "true", "2": "mixed",
    "indeterminate": "mixed",
}  # fmt: skip
EXPANSIONS = {"0": False, "collapsed": False, "1": True, "expanded": True, "2": True, "partiallyexpanded": True}
LEAF = frozenset(("3", "leafnode"))


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


def word_of(value: object) -> str:
    """`Collapsed` of `ExpandCollapseState_Collapsed`, `ExpandCollapseState.Collapsed` and `Collapsed(0)`, in lower case."""
    if isinstance(value, bool | int | float):
        return str(int(value)) if value in (0, 1, 2, 3) else ""
    if not isinstance(value, str) or len(value) > 80:
        return ""
    return re.split(r"[._]", value.partition("(")[0].strip())[-1].replace(" ", "").lower()

"""An element from what it says by UI Automation's property names: for the dialects that are not the XML of page sources."""

from __future__ import annotations

from msgspec.structs import replace

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.affordances import merged
from lumos_layer.perception.formats.uia_types import (
    EXPANSIONS,
    HIDES_TYPING,
    LANDMARKS,
    LEAF,
    NO_HEADING,
    PATTERNS,
    PROPERTY_IDS,
    SCROLL_PANES,
    TICKS,
    Said,
    flag,
    number,
    role_of,
    text,
    word_of,
)
from lumos_layer.perception.text import clean_line, clean_value, concealed
from lumos_layer.tree import Affordance, Node, Role, Scroll

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
    ticked = TICKS.get(word_of(get("ToggleToggleState"))) if flag(get("IsTogglePatternAvailable")) is not False else None
    expanded = EXPANSIONS.get(word_of(get("ExpandCollapseExpandCollapseState")))
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
            passive=role is Role.GROUP and get("ClassName") == "Button",  # the frame of a group box, a Win32 button by class
            clips=text(get("ClassName")) in SCROLL_PANES,
            minimized=role is Role.WINDOW and word_of(get("WindowWindowVisualState")) in ("2", "minimized"),
            modal=flag(get("WindowIsModal")) is True,
            enabled=flag(get("IsEnabled")),
            focusable=focusable,
            focused=flag(get("HasKeyboardFocus")) or None,
            checked=None if is_toggle else ticked,
            pressed=ticked if is_toggle else None,
            selected=selected,
            expanded=expanded,
            readonly=readonly,
            multiselectable=flag(get("SelectionCanSelectMultiple")),
            required=flag(get("IsRequiredForForm")) or None,
            minimum=None if role is Role.SCROLLBAR else number(get("RangeValueMinimum")),
            maximum=None if role is Role.SCROLLBAR else number(get("RangeValueMaximum")),
            level=int(level) - NO_HEADING if level is not None and role is Role.HEADING else None,
            scroll=_scroll(said) if "ScrollVerticallyScrollable" in said or "ScrollHorizontallyScrollable" in said else None,
            identifier=clean_line(text(get("AutomationId"))),
            native_id=_native_id(get("RuntimeId"), get("NativeWindowHandle")),
        ),
        said,
    )


def _special_role(role: Role, heading: object, landmark: object, is_dialog: object) -> Role:
    """Roles that a control type does not tell."""
    level, mark = number(heading), number(landmark)
    if role in (Role.TEXT, Role.GROUP) and level is not None and NO_HEADING < level < NO_HEADING + 10:
        return Role.HEADING
    if role in _PANES and flag(is_dialog):
        return Role.DIALOG
    return LANDMARKS.get(int(mark), role) if role is Role.GROUP and mark is not None else role


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
        "ExpandCollapse": False if word_of(get("ExpandCollapseExpandCollapseState")) in LEAF else expanded is not None or None,
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
    protected = flag(get("IsPassword")) is True or (state is not None and bool(int(state) & HIDES_TYPING))
    name, hint = clean_line(text(get("Name"))), clean_line(text(get("HelpText")) or text(get("FullDescription")))
    if not name:
        name, hint = hint, ""
    elif hint == name:
        hint = ""
    raw = get("ValueValue")
    value = clean_value(text(get("RangeValueValue") if raw is None else raw))
    if protected:
        held = value or clean_value(text(get("LegacyIAccessibleValue")))
        return concealed(replace(node, name=name, hint=hint), held if held or raw is not None else None)
    return replace(
        node,
        name="" if value and name == value and role in _VALUE_IS_NAME else name,
        value=None if not (value or (role in _TYPED and raw is not None)) else value,
        hint=hint,
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

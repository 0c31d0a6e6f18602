"""Android: `uiautomator dump` and the page source of Appium's UiAutomator2 driver.

Attributes: https://developer.android.com/reference/android/view/accessibility/AccessibilityNodeInfo
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from lumos_layer.errors import DamagedDump
from lumos_layer.perception.draft import Draft, XmlFormat, XmlReading
from lumos_layer.perception.formats.affordances import OWN, merged
from lumos_layer.perception.text import clean_line, clean_value, concealed
from lumos_layer.tree import Affordance, Node, Rect, Role, Tree, box
from lumos_layer.tree.drawing_order import heights

_ROLES = {  # the last word of the class name: https://developer.android.com/reference/android/widget/package-summary
    "ActionBar$Tab": Role.TAB,
    "AutoCompleteTextView": Role.TEXTBOX,
    "Button": Role.BUTTON,
    "CheckBox": Role.CHECKBOX,
    "CheckedTextView": Role.CHECKBOX,
    "Chip": Role.BUTTON,
    "Chronometer": Role.TIMER,
    "CompoundButton": Role.CHECKBOX,
    "DatePicker": Role.GROUP,
    "Dialog": Role.DIALOG,
    "EditText": Role.TEXTBOX,
    "FloatingActionButton": Role.BUTTON,
    "GridView": Role.GRID,
    "Image": Role.IMG,
    "ImageButton": Role.BUTTON,
    "ImageView": Role.IMG,
    "ListView": Role.LIST,
    "MultiAutoCompleteTextView": Role.TEXTBOX,
    "NumberPicker": Role.SPINBUTTON,
    "ProgressBar": Role.PROGRESSBAR,
    "QuickContactBadge": Role.IMG,
    "RadioButton": Role.RADIO,
    "RadioGroup": Role.RADIOGROUP,
    "RatingBar": Role.SLIDER,
    "RecyclerView": Role.LIST,
    "ScrollView": Role.GENERIC,
    "SeekBar": Role.SLIDER,
    "Spinner": Role.COMBOBOX,
    "Switch": Role.SWITCH,
    "SwitchCompat": Role.SWITCH,
    "SwitchMaterial": Role.SWITCH,
    "TabWidget": Role.TABLIST,
    "TextView": Role.TEXT,
    "Toast": Role.STATUS,
    "ToggleButton": Role.SWITCH,
    "ToolBar": Role.TOOLBAR,
    "Toolbar": Role.TOOLBAR,
    "WebView": Role.DOCUMENT,
    "window": Role.WINDOW,  # `uiautomator dump --windows`: no class, but an element of its own
}
# Able to do what they are for, whatever else the dump says.
_ALWAYS = frozenset((Role.TEXTBOX, Role.RADIO, Role.COMBOBOX, Role.SLIDER, Role.SPINBUTTON))
# Their text says how they stand; what they are called stands in the description.
_GAUGES = frozenset((Role.SWITCH, Role.SLIDER, Role.SPINBUTTON, Role.PROGRESSBAR, Role.COMBOBOX))
# https://developer.android.com/reference/android/text/InputType: class and variation; passwords, of the web and of digits too.
_KIND_OF_INPUT = 0xFFF
_SECRET_INPUTS = frozenset((0x81, 0xE1, 0x12))
_AMOUNT = re.compile(r"[-+]?[0-9][0-9.,]*\s?%?").fullmatch
_STAND_INS = frozenset((Role.BUTTON, Role.CHECKBOX, Role.SWITCH, Role.RADIO, Role.COMBOBOX, Role.TAB))
_BOX = re.compile(r"\s*\[(-?[0-9]{1,10}),(-?[0-9]{1,10})\]\[(-?[0-9]{1,10}),(-?[0-9]{1,10})\]\s*").fullmatch
_BOOL = {"true": True, "false": False}
_DECLARED: tuple[tuple[str, Affordance], ...] = (
    ("clickable", "click"),
    ("long-clickable", "long_click"),
    ("checkable", "toggle"),
    ("scrollable", "scroll"),
    ("focusable", "focus"),
)


def _role(class_name: str) -> Role:
    return _ROLES.get(class_name.rpartition(".")[2], Role.GENERIC)


# What tells the kind of a node apart from its words and place, in the order of `_plain`'s arguments.
_KIND = (
    "clickable", "long-clickable", "checkable", "scrollable", "focusable", "enabled", "focused", "checked", "selected",
    "password", "displayed", "visible-to-user",
)  # fmt: skip


def _plain(class_name: str, *said: str | None) -> Node:
    """A node of that class for which the attributes `_KIND` have the values `said`."""
    say = dict(zip(_KIND, said, strict=True))
    role = _role(class_name)
    protected = (say["password"] or "").strip().lower() == "true"
    if protected:
        role = Role.TEXTBOX
    checkable = say["checkable"] == "true"
    declared = {affordance for attribute, affordance in _DECLARED if say[attribute] == "true"}
    if "click" in declared:
        declared.discard("long_click")
    if role is Role.RADIO:
        declared.discard("toggle")  # it is chosen, and stays so until another one is
    # A dump that says what can be clicked is believed where it says no, but for what is disabled for the moment.
    denied = say["clickable"] == "false" and say["enabled"] != "false" and role not in _ALWAYS
    can = merged(() if denied else OWN.get(role, ()), declared)
    return Node(
        role=role,
        can=can,
        passive=role is Role.GENERIC and not can,  # a touch that no view takes goes on to the view beneath
        hidden=say["displayed"] == "false" or say["visible-to-user"] == "false",
        enabled=_BOOL.get(say["enabled"] or ""),
        focusable=_BOOL.get(say["focusable"] or ""),
        focused=True if say["focused"] == "true" else None,
        checked=("true" if say["checked"] == "true" else "false") if checkable else None,
        selected=True if say["selected"] == "true" else None,
        protected=protected,
    )


def _bounds(text: str) -> Rect | None:
    """`[left,top][right,bottom]`; None if it is anything else."""
    found = _BOX(text)
    if not found:
        return None
    left, top, right, bottom = map(int, found.groups())
    return box(left, top, right - left, bottom - top)


def start(tag: str, attrib: Mapping[str, str]) -> XmlReading:
    kinds: dict[tuple[str | None, ...], Node] = {}
    boxes: dict[str | None, Rect | None] = {None: None}
    packages: dict[str, int] = {}
    orders: list[str | None] = []
    window = Role.WINDOW

    def node(tag: str, attrib: Mapping[str, str]) -> Node:
        get = attrib.get
        key = (
            get("class", tag), get("clickable"), get("long-clickable"), get("checkable"), get("scrollable"), get("focusable"),
            get("enabled"), get("focused"), get("checked"), get("selected"), get("password"), get("displayed"),
            get("visible-to-user"),
        )  # fmt: skip
        plain = kinds.get(key)
        if plain is None:
            plain = kinds[key] = _plain(key[0] or tag, *key[1:])
        orders.append(get("drawing-order"))
        raw_box = get("bounds")
        bounds = boxes[raw_box] if raw_box in boxes else boxes.setdefault(raw_box, _bounds(raw_box or ""))
        if plain.role is window:
            return _window(replace(plain, bounds=bounds), get)
        package = get("package", "")
        packages[package] = packages.get(package, 0) + 1
        text, label = get("text"), get("content-desc")
        name = clean_line(text) if text else ""
        hint = clean_line(label) if label else ""
        if plain.role is Role.TEXTBOX:
            return _field(replace(plain, name=hint, bounds=bounds, identifier=get("resource-id", "")), text or "", get)
        if plain.role in _GAUGES and name and (hint or _AMOUNT(name)):
            return replace(plain, name=hint, value=name, bounds=bounds, identifier=get("resource-id", ""))
        if not name:
            name, hint = hint, ""
        elif hint == name:
            hint = ""
        return replace(plain, name=name, hint=hint, bounds=bounds, identifier=get("resource-id", ""))

    def finish(draft: Draft) -> None:
        _finish(draft, packages, attrib)
        if any(orders):
            draft.heights = partial(_heights, orders=orders)

    return XmlReading(node=node, finish=finish)


def _finish(draft: Draft, packages: dict[str, int], attrib: Mapping[str, str]) -> None:
    if draft.tags[1:2] and draft.tags[1].startswith("XCUIElementType"):  # both worlds have a root called hierarchy
        raise DamagedDump("it shows a screen of iOS, not of Android", "Record the dump on an Android device.")
    packages.pop("", None)
    _promote(draft)
    for i, node in [(i, node) for i, node in enumerate(draft.nodes) if node.passive]:
        is_screen = draft.parents[i] < 0 or draft.nodes[draft.parents[i]].bounds is None
        if node.name or node.can or is_screen:  # words stay to be pointed at, and the screen where nothing else is
            draft.nodes[i] = replace(node, passive=False)
    draft.app = max(packages, key=packages.__getitem__, default="")
    width, height = attrib.get("width", ""), attrib.get("height", "")
    if width.isdecimal() and height.isdecimal() and len(width + height) < 12:
        draft.size = int(width), int(height)


def _window(node: Node, get: Callable[[str], str | None]) -> Node:
    """A window; the screen's layers count from the lowest."""
    layer, title = get("layer") or "", get("title")
    return replace(
        node,
        name=clean_line(title) if title else "",
        active=_BOOL.get(get("active") or ""),
        z=int(layer) if layer.isdecimal() and len(layer) < 10 else None,
    )


def _heights(tree: Tree, orders: Sequence[str | None]) -> Sequence[int] | None:
    """How high the nodes are drawn: of siblings, which are listed by place, those with the larger `drawing-order` above."""
    return heights(tree, {i: int(order) for i, order in enumerate(orders) if order and order.isdecimal() and len(order) < 10})


def _field(node: Node, text: str, get: Callable[[str], str | None]) -> Node:
    """A text field with its hint and value; its `text` may be its content or its hint."""
    value, hint = clean_value(text), clean_line(get("hint") or "")
    if get("showing-hint") == "true" or (hint and clean_line(text) == hint):
        hint, value = hint or clean_line(text), ""
    hint = "" if hint == node.name else hint
    if node.protected or _is_secret(get("input-type") or ""):
        return concealed(replace(node, hint=hint), value)
    return replace(node, hint=hint, value=value)


def _is_secret(input_type: str) -> bool:
    if not re.fullmatch(r"0[xX][0-9a-fA-F]{1,8}|[0-9]{1,11}", input_type):
        return False
    return int(input_type, 0 if input_type[:2] in ("0x", "0X") else 10) & _KIND_OF_INPUT in _SECRET_INPUTS


def _promote(draft: Draft) -> None:
    """Give a clickable view the role that a nameless child stands for.

    Compose reports the role of a view with content on a child that is there for nothing else.
    """
    nodes, parents = draft.nodes, draft.parents
    for i, node in enumerate(nodes):
        if node.role in _STAND_INS and not node.can and not node.name and parents[i] >= 0 and draft.ends[i] == i + 1:
            around = nodes[parents[i]]
            if around.role is Role.GENERIC and "click" in around.can:
                nodes[parents[i]] = replace(around, role=node.role, can=merged(OWN.get(node.role, ()), around.can))
                nodes[i] = replace(node, role=Role.GENERIC)


def _recognises(tag: str, attrib: Mapping[str, str]) -> bool:
    return tag in ("hierarchy", "displays") or (
        "bounds" in attrib and (tag == "node" or "package" in attrib or tag.startswith("android"))
    )


ANDROID = XmlFormat(
    "android",
    "A",
    "Android: uiautomator dump (with --windows too), Appium UiAutomator2 page source",
    recognises=_recognises,
    start=start,
)

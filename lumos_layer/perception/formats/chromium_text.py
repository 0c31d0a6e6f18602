"""Chromium's own accessibility test dumps: `++` for each level, a role, then `name='Orders'`, states and attributes.

One page looks different for each system: Blink's own tree, Linux (ATK), Windows (IAccessible2 and UI Automation), Android, macOS.
They are all read as what they are, web pages; the words of each are put into those of WAI-ARIA.
https://chromium.googlesource.com/chromium/src/+/main/content/test/data/accessibility/readme.md
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.errors import DamagedDump
from lumos_layer.perception.draft import Draft, TextFormat
from lumos_layer.perception.formats.affordances import merged
from lumos_layer.perception.formats.web_roles import (
    FIELDS,
    NO_NODES,
    ROLES,
    TICKED,
    Outline,
    drop_repeated_values,
    element,
    enclosing,
    settle_focus,
)
from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Node, Rect, Role

# Roles

_BLINK = {  # in small letters: https://chromium.googlesource.com/chromium/src/+/main/ui/accessibility/ax_enums.mojom
    **{word.lower().replace("-", ""): role for word, role in ROLES.items()},
    "dataitem": Role.CELL,  # from here to `tabitem`: how newer UI Automation dumps say their control types
    "edit": Role.TEXTBOX,
    "hyperlink": Role.LINK,
    "spinner": Role.SPINBUTTON,
    "tabitem": Role.TAB,
    "directorydeprecated": Role.LIST,
    "docpagefooter": Role.CONTENTINFO,
    "docpageheader": Role.BANNER,
    "fieldset": Role.GROUP,
    "footer": Role.CONTENTINFO,
    "genericcontainer": Role.GENERIC,
    "header": Role.BANNER,
    "imagebutton": Role.BUTTON,
    "labeltext": Role.GENERIC,
    "progressindicator": Role.PROGRESSBAR,
    "radiobutton": Role.RADIO,
    "text": Role.TEXT,
    "webview": Role.GROUP,
}
_AURALINUX = {  # https://docs.gtk.org/atk/enum.Role.html
    "alert": Role.ALERT,
    "article": Role.ARTICLE,
    "audio": Role.GROUP,
    "block quote": Role.BLOCKQUOTE,
    "button": Role.BUTTON,
    "caption": Role.CAPTION,
    "check box": Role.CHECKBOX,
    "check menu item": Role.MENUITEMCHECKBOX,
    "column header": Role.COLUMNHEADER,
    "combo box": Role.COMBOBOX,
    "date editor": Role.TEXTBOX,
    "description list": Role.LIST,
    "description term": Role.TERM,
    "description value": Role.DEFINITION,
    "dialog": Role.DIALOG,
    "document frame": Role.DOCUMENT,
    "document web": Role.DOCUMENT,
    "entry": Role.TEXTBOX,
    "form": Role.FORM,
    "frame": Role.GROUP,
    "heading": Role.HEADING,
    "image": Role.IMG,
    "image map": Role.IMG,
    "internal frame": Role.GROUP,
    "landmark": Role.REGION,
    "level bar": Role.METER,
    "link": Role.LINK,
    "list": Role.LIST,
    "list box": Role.LISTBOX,
    "list item": Role.LISTITEM,
    "log": Role.LOG,
    "marquee": Role.MARQUEE,
    "math": Role.MATH,
    "menu": Role.MENU,
    "menu bar": Role.MENUBAR,
    "menu item": Role.MENUITEM,
    "notification": Role.STATUS,
    "page tab": Role.TAB,
    "page tab list": Role.TABLIST,
    "panel": Role.GROUP,
    "paragraph": Role.PARAGRAPH,
    "password text": Role.TEXTBOX,
    "progress bar": Role.PROGRESSBAR,
    "push button": Role.BUTTON,
    "push button menu": Role.BUTTON,
    "radio button": Role.RADIO,
    "radio menu item": Role.MENUITEMRADIO,
    "row header": Role.ROWHEADER,
    "scroll bar": Role.SCROLLBAR,
    "scroll pane": Role.TABPANEL,
    "separator": Role.SEPARATOR,
    "slider": Role.SLIDER,
    "spin button": Role.SPINBUTTON,
    "static": Role.TEXT,
    "statusbar": Role.STATUS,
    "status bar": Role.STATUS,
    "table": Role.TABLE,
    "table cell": Role.CELL,
    "table column header": Role.COLUMNHEADER,
    "table row": Role.ROW,
    "table row header": Role.ROWHEADER,
    "text": Role.TEXTBOX,
    "timer": Role.TIMER,
    "toggle button": Role.BUTTON,
    "tool bar": Role.TOOLBAR,
    "tool tip": Role.TOOLTIP,
    "tree": Role.TREE,
    "tree item": Role.TREEITEM,
    "tree table": Role.TREEGRID,
    "video": Role.GROUP,
}
_IA2 = {  # https://learn.microsoft.com/windows/win32/winauto/object-roles and accessible2's AccessibleRole.idl
    "ROLE_SYSTEM_ALERT": Role.ALERT,
    "ROLE_SYSTEM_APPLICATION": Role.REGION,
    "ROLE_SYSTEM_BUTTONDROPDOWN": Role.BUTTON,
    "ROLE_SYSTEM_BUTTONMENU": Role.BUTTON,
    "ROLE_SYSTEM_CELL": Role.CELL,
    "ROLE_SYSTEM_CHECKBUTTON": Role.CHECKBOX,
    "ROLE_SYSTEM_COLUMNHEADER": Role.COLUMNHEADER,
    "ROLE_SYSTEM_COMBOBOX": Role.COMBOBOX,
    "ROLE_SYSTEM_DIALOG": Role.DIALOG,
    "ROLE_SYSTEM_DOCUMENT": Role.DOCUMENT,
    "ROLE_SYSTEM_EQUATION": Role.MATH,
    "ROLE_SYSTEM_GRAPHIC": Role.IMG,
    "ROLE_SYSTEM_GROUPING": Role.GROUP,
    "ROLE_SYSTEM_LINK": Role.LINK,
    "ROLE_SYSTEM_LIST": Role.LIST,
    "ROLE_SYSTEM_LISTITEM": Role.LISTITEM,
    "ROLE_SYSTEM_MENUBAR": Role.MENUBAR,
    "ROLE_SYSTEM_MENUITEM": Role.MENUITEM,
    "ROLE_SYSTEM_MENUPOPUP": Role.MENU,
    "ROLE_SYSTEM_OUTLINE": Role.TREE,
    "ROLE_SYSTEM_OUTLINEITEM": Role.TREEITEM,
    "ROLE_SYSTEM_PAGETAB": Role.TAB,
    "ROLE_SYSTEM_PAGETABLIST": Role.TABLIST,
    "ROLE_SYSTEM_PROGRESSBAR": Role.PROGRESSBAR,
    "ROLE_SYSTEM_PROPERTYPAGE": Role.TABPANEL,
    "ROLE_SYSTEM_PUSHBUTTON": Role.BUTTON,
    "ROLE_SYSTEM_RADIOBUTTON": Role.RADIO,
    "ROLE_SYSTEM_ROW": Role.ROW,
    "ROLE_SYSTEM_ROWHEADER": Role.ROWHEADER,
    "ROLE_SYSTEM_SCROLLBAR": Role.SCROLLBAR,
    "ROLE_SYSTEM_SEPARATOR": Role.SEPARATOR,
    "ROLE_SYSTEM_SLIDER": Role.SLIDER,
    "ROLE_SYSTEM_SPINBUTTON": Role.SPINBUTTON,
    "ROLE_SYSTEM_STATICTEXT": Role.TEXT,
    "ROLE_SYSTEM_STATUSBAR": Role.STATUS,
    "ROLE_SYSTEM_TABLE": Role.TABLE,
    "ROLE_SYSTEM_TEXT": Role.TEXTBOX,
    "ROLE_SYSTEM_TOOLBAR": Role.TOOLBAR,
    "ROLE_SYSTEM_TOOLTIP": Role.TOOLTIP,
    "IA2_ROLE_BLOCK_QUOTE": Role.BLOCKQUOTE,
    "IA2_ROLE_CAPTION": Role.CAPTION,
    "IA2_ROLE_CHECK_MENU_ITEM": Role.MENUITEMCHECKBOX,
    "IA2_ROLE_COLOR_CHOOSER": Role.BUTTON,
    "IA2_ROLE_COMPLEMENTARY_CONTENT": Role.COMPLEMENTARY,
    "IA2_ROLE_DATE_EDITOR": Role.TEXTBOX,
    "IA2_ROLE_FOOTNOTE": Role.NOTE,
    "IA2_ROLE_FORM": Role.FORM,
    "IA2_ROLE_HEADING": Role.HEADING,
    "IA2_ROLE_IMAGE_MAP": Role.IMG,
    "IA2_ROLE_INTERNAL_FRAME": Role.GROUP,
    "IA2_ROLE_LANDMARK": Role.REGION,
    "IA2_ROLE_LEVEL_BAR": Role.METER,
    "IA2_ROLE_NOTE": Role.NOTE,
    "IA2_ROLE_PARAGRAPH": Role.PARAGRAPH,
    "IA2_ROLE_RADIO_MENU_ITEM": Role.MENUITEMRADIO,
    "IA2_ROLE_TOGGLE_BUTTON": Role.BUTTON,
}
_UIA = {  # https://learn.microsoft.com/windows/win32/winauto/uiauto-controltypesoverview
    "Button": Role.BUTTON,
    "CheckBox": Role.CHECKBOX,
    "ComboBox": Role.COMBOBOX,
    "DataGrid": Role.GRID,
    "DataItem": Role.CELL,
    "Document": Role.DOCUMENT,
    "Edit": Role.TEXTBOX,
    "Group": Role.GROUP,
    "HeaderItem": Role.COLUMNHEADER,
    "Hyperlink": Role.LINK,
    "Image": Role.IMG,
    "List": Role.LIST,
    "ListItem": Role.LISTITEM,
    "Menu": Role.MENU,
    "MenuBar": Role.MENUBAR,
    "MenuItem": Role.MENUITEM,
    "Pane": Role.GROUP,
    "ProgressBar": Role.PROGRESSBAR,
    "RadioButton": Role.RADIO,
    "ScrollBar": Role.SCROLLBAR,
    "Separator": Role.SEPARATOR,
    "Slider": Role.SLIDER,
    "Spinner": Role.SPINBUTTON,
    "SplitButton": Role.BUTTON,
    "StatusBar": Role.STATUS,
    "Tab": Role.TABLIST,
    "TabItem": Role.TAB,
    "Table": Role.TABLE,
    "Text": Role.TEXT,
    "ToolBar": Role.TOOLBAR,
    "ToolTip": Role.TOOLTIP,
    "Tree": Role.TREE,
    "TreeItem": Role.TREEITEM,
    "Window": Role.GROUP,
}
_ANDROID = {  # the last word of the class; what it leaves open, the description of the role may tell
    "Button": Role.BUTTON,
    "CheckBox": Role.CHECKBOX,
    "DatePicker": Role.TEXTBOX,
    "Dialog": Role.DIALOG,
    "EditText": Role.TEXTBOX,
    "GridView": Role.TABLE,
    "Image": Role.IMG,
    "ImageView": Role.IMG,
    "ListView": Role.LIST,
    "MenuItem": Role.MENUITEM,
    "ProgressBar": Role.PROGRESSBAR,
    "RadioButton": Role.RADIO,
    "SeekBar": Role.SLIDER,
    "Spinner": Role.COMBOBOX,
    "Switch": Role.SWITCH,
    "TabWidget": Role.TABLIST,
    "TextView": Role.TEXT,
    "TimePicker": Role.TEXTBOX,
    "ToggleButton": Role.BUTTON,
    "WebView": Role.DOCUMENT,
}
_DESCRIBED = {
    "article": Role.ARTICLE,
    "banner": Role.BANNER,
    "checkbox": Role.CHECKBOX,
    "combo box": Role.COMBOBOX,
    "complementary": Role.COMPLEMENTARY,
    "content information": Role.CONTENTINFO,
    "dialog": Role.DIALOG,
    "disclosure triangle": Role.BUTTON,
    "form": Role.FORM,
    "graphic": Role.IMG,
    "link": Role.LINK,
    "list box": Role.LISTBOX,
    "main": Role.MAIN,
    "menu": Role.MENU,
    "menu bar": Role.MENUBAR,
    "menu item": Role.MENUITEM,
    "menu pop up button": Role.COMBOBOX,
    "meter": Role.METER,
    "navigation": Role.NAVIGATION,
    "pop up button": Role.COMBOBOX,
    "radio button": Role.RADIO,
    "radio group": Role.RADIOGROUP,
    "region": Role.REGION,
    "search": Role.SEARCH,
    "search text field": Role.SEARCHBOX,
    "separator": Role.SEPARATOR,
    "spin button": Role.SPINBUTTON,
    "splitter": Role.SEPARATOR,
    "status": Role.STATUS,
    "tab": Role.TAB,
    "tab list": Role.TABLIST,
    "tab panel": Role.TABPANEL,
    "toggle button": Role.BUTTON,
    "toolbar": Role.TOOLBAR,
    "tree": Role.TREE,
    "tree item": Role.TREEITEM,
}
_MAC = {  # https://developer.apple.com/documentation/applicationservices/axroleconstants_h and its subroles
    "AXButton": Role.BUTTON,
    "AXCell": Role.CELL,
    "AXCheckBox": Role.CHECKBOX,
    "AXColorWell": Role.BUTTON,
    "AXComboBox": Role.COMBOBOX,
    "AXDateTimeArea": Role.TEXTBOX,
    "AXDisclosureTriangle": Role.BUTTON,
    "AXGroup": Role.GROUP,
    "AXHeading": Role.HEADING,
    "AXImage": Role.IMG,
    "AXIncrementor": Role.SPINBUTTON,
    "AXLevelIndicator": Role.METER,
    "AXLink": Role.LINK,
    "AXList": Role.LIST,
    "AXMenu": Role.MENU,
    "AXMenuBar": Role.MENUBAR,
    "AXMenuButton": Role.BUTTON,
    "AXMenuItem": Role.MENUITEM,
    "AXOutline": Role.TREE,
    "AXPopUpButton": Role.COMBOBOX,
    "AXProgressIndicator": Role.PROGRESSBAR,
    "AXRadioButton": Role.RADIO,
    "AXRadioGroup": Role.RADIOGROUP,
    "AXRow": Role.ROW,
    "AXScrollBar": Role.SCROLLBAR,
    "AXSlider": Role.SLIDER,
    "AXSplitter": Role.SEPARATOR,
    "AXStaticText": Role.TEXT,
    "AXTabGroup": Role.TABLIST,
    "AXTable": Role.TABLE,
    "AXTextArea": Role.TEXTBOX,
    "AXTextField": Role.TEXTBOX,
    "AXToolbar": Role.TOOLBAR,
    "AXWebArea": Role.DOCUMENT,
    # subroles
    "AXApplicationAlert": Role.ALERT,
    "AXApplicationAlertDialog": Role.ALERTDIALOG,
    "AXApplicationDialog": Role.DIALOG,
    "AXApplicationLog": Role.LOG,
    "AXApplicationMarquee": Role.MARQUEE,
    "AXApplicationStatus": Role.STATUS,
    "AXApplicationTimer": Role.TIMER,
    "AXDocumentArticle": Role.ARTICLE,
    "AXDocumentMath": Role.MATH,
    "AXDocumentNote": Role.NOTE,
    "AXLandmarkBanner": Role.BANNER,
    "AXLandmarkComplementary": Role.COMPLEMENTARY,
    "AXLandmarkContentInfo": Role.CONTENTINFO,
    "AXLandmarkForm": Role.FORM,
    "AXLandmarkMain": Role.MAIN,
    "AXLandmarkNavigation": Role.NAVIGATION,
    "AXLandmarkRegion": Role.REGION,
    "AXLandmarkSearch": Role.SEARCH,
    "AXMeter": Role.METER,
    "AXOutlineRow": Role.TREEITEM,
    "AXSearchField": Role.SEARCHBOX,
    "AXSwitch": Role.SWITCH,
    "AXTabButton": Role.TAB,
    "AXTabPanel": Role.TABPANEL,
    "AXToggle": Role.BUTTON,
    "AXUserInterfaceTooltip": Role.TOOLTIP,
}

# States and attributes, of all systems together; a property is a word of the DevTools protocol, or one of ours below.
# clicked: something is listening for clicks; checkable: it can be ticked; secret: a password.

_SAID: Mapping[str, tuple[str, str]] = {
    **{word: (word, "true") for word in ("busy", "checked", "expanded", "focusable", "focused", "modal", "pressed", "required",
                                         "selected", "checkable", "selectable", "ignored", "multiselectable")},
    "clickable": ("clicked", "true"),
    "collapsed": ("expanded", "false"),
    "content_invalid": ("invalid", "true"),
    "disabled": ("disabled", "true"),
    "enabled": ("sensitive", "true"),
    "expandable": ("expandable", "true"),
    "indeterminate": ("checked", "mixed"),
    "invalid-entry": ("invalid", "true"),
    "invisible": ("hidden", "true"),
    "password": ("secret", "true"),
    "protected": ("secret", "true"),
    "read-only": ("readonly", "true"),
    "scrollable": ("scrollable", "true"),
    "sensitive": ("sensitive", "true"),
    "BUSY": ("busy", "true"),
    "CHECKED": ("checked", "true"),
    "COLLAPSED": ("expanded", "false"),
    "EXPANDED": ("expanded", "true"),
    "FOCUSABLE": ("focusable", "true"),
    "FOCUSED": ("focused", "true"),
    "INVISIBLE": ("hidden", "true"),
    "MIXED": ("checked", "mixed"),
    "MULTISELECTABLE": ("multiselectable", "true"),
    "PRESSED": ("pressed", "true"),
    "PROTECTED": ("secret", "true"),
    "READONLY": ("readonly", "true"),
    "SELECTABLE": ("selectable", "true"),
    "SELECTED": ("selected", "true"),
    "UNAVAILABLE": ("disabled", "true"),
    "IA2_STATE_CHECKABLE": ("checkable", "true"),
    "IA2_STATE_INVALID_ENTRY": ("invalid", "true"),
    "IA2_STATE_MODAL": ("modal", "true"),
    "IA2_STATE_REQUIRED": ("required", "true"),
}  # fmt: skip
_KEYS: Mapping[str, str] = {
    **{word: word for word in ("busy", "checkable", "checked", "current", "description", "hint", "level", "location", "modal",
                               "name", "placeholder", "required", "selected", "size", "url", "value", "valuetext")},
    "actions": "verb",
    "action_name": "verb",
    "checkedState": "checked",
    "currentValue": "current",
    "default_action": "verb",
    "defaultActionVerb": "verb",
    "focused": "focused",
    "hierarchicalLevel": "level",
    "invalid": "invalid",
    "invalidState": "invalid",
    "maximum": "valuemax",
    "maximumValue": "valuemax",
    "maxValueForRange": "valuemax",
    "minimum": "valuemin",
    "minimumValue": "valuemin",
    "minValueForRange": "valuemin",
    "multiselectable": "multiselectable",
    "pageLocation": "pageLocation",
    "pageSize": "pageSize",
    "placeholder-text": "placeholder",
    "range_current_value": "current",
    "range_max": "valuemax",
    "range_min": "valuemin",
    "restriction": "restriction",
    "role_description": "described",
    "text-input-type": "type",
    "valueForRange": "current",
    # UI Automation
    "AriaRole": "aria",
    "AutomationId": "identifier",
    "ExpandCollapse.ExpandCollapseState": "expansion",
    "FullDescription": "description",
    "HasKeyboardFocus": "focused",
    "HelpText": "description",
    "IsDataValidForForm": "valid",
    "IsEnabled": "enabled",
    "IsKeyboardFocusable": "focusable",
    "IsPassword": "secret",
    "IsRequiredForForm": "required",
    "Name": "name",
    "RangeValue.Maximum": "valuemax",
    "RangeValue.Minimum": "valuemin",
    "RangeValue.Value": "current",
    "Selection.CanSelectMultiple": "multiselectable",
    "SelectionItem.IsSelected": "selected",
    "Toggle.ToggleState": "checked",
    "Value.IsReadOnly": "readonly",
    "Value.Value": "value",
    "Window.IsModal": "modal",
    # macOS
    "AXDescription": "description",
    "AXDOMIdentifier": "identifier",
    "AXElementBusy": "busy",
    "AXEnabled": "enabled",
    "AXExpanded": "expanded",
    "AXFocused": "focused",
    "AXHelp": "help",
    "AXInvalid": "invalid",
    "AXIsMultiSelectable": "multiselectable",
    "AXMaxValue": "valuemax",
    "AXMinValue": "valuemin",
    "AXPlaceholderValue": "placeholder",
    "AXPosition": "location",
    "AXRequired": "required",
    "AXSelected": "selected",
    "AXSize": "size",
    "AXSubrole": "subrole",
    "AXTitle": "name",
    "AXURL": "url",
    "AXValue": "value",
}  # fmt: skip
_FLAGS = frozenset(
    (
        "busy", "checkable", "checked", "enabled", "expanded", "focusable", "focused", "invalid", "modal", "multiselectable",
        "readonly", "required", "secret", "selected", "valid",
    )
)  # fmt: skip
_FLAG_WORDS = {
    "0": "false", "1": "true", "2": "mixed", "off": "false", "on": "true", "no": "false", "yes": "true", "indeterminate": "mixed",
}  # fmt: skip
_CLICK_VERBS = frozenset(("activate", "click", "jump", "open", "press"))
_EXPANSIONS = {"collapsed": "false", "expanded": "true", "partiallyexpanded": "true"}
_ADDRESSED = frozenset((Role.LINK, Role.DOCUMENT))  # their value is where they lead, or are

Properties = dict[str, object]


class _System(Struct, frozen=True):
    """How the dumps of one system are written: what a line begins with (the role is group 1), and what the role means."""

    opening: re.Pattern[str]
    role: Callable[[str, Properties], Role]
    roots: frozenset[str]  # roles of pages


# Roles by what the rest of the line says


def _blink_or_uia(word: str, said: Properties) -> Role:
    role = ROLES.get(str(said.get("aria", "")).split(" ")[0], Role.GENERIC)
    if role is Role.GENERIC:
        role = _UIA.get(word) or _BLINK.get(word.lower(), Role.GENERIC)
    return Role.OPTION if role is Role.LISTITEM and "selected" in said else role


def _auralinux(word: str, said: Properties) -> Role:
    if word == "password text":
        said["secret"] = "true"
    return Role.OPTION if word == "list item" and "selectable" in said else _AURALINUX.get(word, Role.GENERIC)


def _ia2(word: str, said: Properties) -> Role:
    is_option = word == "ROLE_SYSTEM_LISTITEM" and "selectable" in said
    return Role.OPTION if is_option else _IA2.get(word, Role.GENERIC)


def _android(word: str, said: Properties) -> Role:
    described = str(said.get("described", ""))
    if described.startswith("heading"):
        said.setdefault("level", described.removeprefix("heading").strip())
        return Role.HEADING
    role, other = _ANDROID.get(word.rpartition(".")[2], Role.GENERIC), _DESCRIBED.get(described)
    if role is Role.MENUITEM and other in (Role.CHECKBOX, Role.RADIO):
        return Role.MENUITEMCHECKBOX if other is Role.CHECKBOX else Role.MENUITEMRADIO
    role = other or role
    if role is not Role.SPINBUTTON and role in FIELDS and (role is not Role.COMBOBOX or "hint" in said):
        # What a field is called is its hint; what stands where the name does is what it holds.
        said["value"], said["name"] = said.get("name", ""), said.pop("hint", "")
    return role


def _mac(word: str, said: Properties) -> Role:
    subrole = str(said.get("subrole", ""))
    if subrole == "AXSecureTextField":
        said["secret"] = "true"
    role = _MAC.get(subrole) or _MAC.get(word, Role.GENERIC)
    name, value = said.get("name") or said.pop("description", ""), said.get("value")
    said["name"] = name
    if role is Role.TEXT or (role is Role.MENUITEM and not name):
        said["name"] = said.pop("value", "")
    elif role is Role.HEADING:
        said["level"] = said.pop("value", "")
    elif role is Role.TAB:
        said.setdefault("selected", _flag(said.pop("value", "")))
    elif (role in TICKED or role is Role.MENUITEM or subrole == "AXToggle") and value is not None:
        said["checked"] = _flag(said.pop("value"))
    return role


_SYSTEMS = (
    _System(re.compile(r"((?:ROLE_SYSTEM|IA2_ROLE)_[A-Z_]{1,60})(?= |$)"), _ia2, frozenset(("ROLE_SYSTEM_DOCUMENT",))),
    _System(re.compile(r"\[([a-z][a-z -]{0,60})\](?= |$)"), _auralinux, frozenset(("document web",))),
    _System(re.compile(r"((?:android|androidx)\.[\w.$]{1,200})(?= |$)"), _android, frozenset(("android.webkit.WebView",))),
    _System(re.compile(r"(AX[A-Z]\w{1,60})(?= |$)"), _mac, frozenset(("AXWebArea",))),
    _System(re.compile(r"([A-Za-z]\w{1,60})(?= |$)"), _blink_or_uia, frozenset(("rootWebArea", "pdfRoot", "Document", "document"))),
)
_LEFT_OUT = frozenset(word.lower() for word in NO_NODES)
_BELOW = re.compile(r"\+{2,}(?:[A-Za-z\[]|$)")
_ANY = re.compile(r"\[?([^\s\]]{0,60})\]?")

# A quote ends where the line does, or where something follows with which a dump goes on; quotes inside are not escaped.
_NEXT = r"(?=;|\)?$| (?:[\w.-]+(?:[=: ;]|$)|\())"
_TOKEN = re.compile(
    rf" ([A-Za-z][\w.-]*)(?:[=:](?:'(.*?)(?:'{_NEXT}|\Z)|(\([^)]*\)?|\{{[^}}]*\}}?|\[[^\]]*\]?|[^ ]*)))?", re.DOTALL
)
_NUMBERS = re.compile(r"-?\d{1,9}(?:\.\d{1,9})?")
_AXES = re.compile(r"\b([xywh]): ?(-?\d{1,9}(?:\.\d{1,9})?)")
_LINES_LOOKED_AT = 40


# Reading lines


def _system(line: str) -> _System | None:
    """The system whose dumps have such a first line."""
    for system in _SYSTEMS:
        if (opening := system.opening.match(line)) is not None:
            word = opening[1]
            known = system is not _SYSTEMS[-1] or word in system.roots or word in _UIA or word.lower() in _BLINK
            return system if known else None
    return None


def _lines(dump: str) -> Iterator[tuple[int, str]]:
    """Lines that are not empty and no comments, by number."""
    for number, line in enumerate(dump.split("\n"), 1):
        line = line.rstrip()
        if line and line[0] != "#" and not line.startswith("<-- "):
            yield number, line


def _rows(dump: str, passed_over: list[int]) -> Iterator[tuple[_System, int, str]]:
    """System, number and words of each node; words with line breaks in them run over several lines."""
    system: _System | None = None
    held: list[str] = []
    start = 0
    for number, line in _lines(dump):
        if system is None:
            system = _system(line)
            if system is None:
                passed_over.append(number)
                continue
        elif line[0] != "+" and not _begins_a_page(system, line):
            held.append(line)
            continue
        if held:
            yield system, start, "\n".join(held)
        held, start = [line], number
    if system is not None and held:
        yield system, start, "\n".join(held)


def _begins_a_page(system: _System, line: str) -> bool:
    opening = system.opening.match(line)
    return opening is not None and opening[1] in system.roots


def _flag(value: object) -> str:
    word = str(value).lower()
    return _FLAG_WORDS.get(word, word)


def _properties(words: str) -> Properties:
    """What stands after the role, in words of our own."""
    said: Properties = {}
    for token in _TOKEN.finditer(words):
        key, quoted, bare = token.groups()
        if quoted is None and bare is None:
            flag = _SAID.get(key)
            if flag is not None:
                said.setdefault(*flag)
            continue
        name = _KEYS.get(key)
        if name is not None:
            value = quoted.replace("<newline>", "\n") if quoted is not None else bare.rstrip(";")
            said[name] = _flag(value) if name in _FLAGS else value
    return said


# Making nodes


def _node(system: _System, word: str, said: Properties) -> Node:
    left_out = word.lower() in _LEFT_OUT
    role = system.role(word, said)
    bounds = _bounds(system, said)
    if left_out or "ignored" in said:
        return Node(hidden="hidden" in said, bounds=bounds)
    if said.get("type") == "search" and role is Role.TEXTBOX:
        role = Role.SEARCHBOX
    clicked = "clicked" in said or str(said.get("verb", "")).strip("()").split(",")[0] in _CLICK_VERBS
    _settle(role, said)
    name = clean_line(str(said.get("name", "")))
    node = element(
        role,
        name,
        said,
        bounds=bounds,
        clicked=clicked and role is not Role.DOCUMENT,
        protected=said.get("secret") == "true" or said.get("type") == "password",
    )
    if "scrollable" in said and role is not Role.DOCUMENT:
        node = replace(node, can=merged(node.can, ("scroll",)))
    return replace(node, identifier=str(said["identifier"])) if "identifier" in said else node


def _settle(role: Role, said: Properties) -> None:
    """Put what systems say each in their own way into the properties of the DevTools protocol."""
    if said.get("restriction") == "disabled" or said.get("enabled") == "false":
        said["disabled"] = "true"
    if said.get("restriction") == "readOnly":
        said["readonly"] = "true"
    if role not in FIELDS:
        said.pop("readonly", None)  # said of everything that nobody can edit
    if said.get("valid") == "false":
        said["invalid"] = "true"
    if (expansion := _EXPANSIONS.get(str(said.get("expansion", "")).lower())) is not None:
        said["expanded"] = expansion
    elif "expandable" in said:
        said.setdefault("expanded", "false")
    _settle_ticks(role, said)
    _settle_value(role, said)


def _settle_ticks(role: Role, said: Properties) -> None:
    if role in (Role.RADIO, Role.MENUITEMRADIO) and "selected" in said:
        said["checked"] = said.pop("selected")
    if role in TICKED:
        said.setdefault("checked", "false")
    elif role is Role.BUTTON and ("checked" in said or "checkable" in said):
        said["pressed"] = said.pop("checked", said.get("pressed", "false"))


def _settle_value(role: Role, said: Properties) -> None:
    current = said.get("current")
    if current is not None and not said.get("value"):
        said["value"] = _short(str(current))
    if role in _ADDRESSED and "value" in said:
        said.setdefault("url", said.pop("value"))
    hints = [str(said[key]) for key in ("description", "hint", "help") if said.get(key)]
    if hints:
        said["description"] = hints[0]
    if not clean_line(str(said.get("name", ""))) and role not in FIELDS:
        said["name"] = said.pop("description", "")


def _short(number: str) -> str:
    """`50.000000` as a person would write it."""
    return number.rstrip("0").rstrip(".") if "." in number else number


def _bounds(system: _System, said: Properties) -> Rect | None:
    """From position and size on the page; Blink's own `location` is counted from another node's corner."""
    keys = ("pageLocation", "pageSize") if system is _SYSTEMS[-1] else ("location", "size")
    position, size = (str(said.get(key, ""))[:60] for key in keys)
    if "{" in position and "{" in size:
        axes = dict(_AXES.findall(position) + _AXES.findall(size))
        numbers = [axes.get(axis, "") for axis in "xywh"]
    else:
        numbers = _NUMBERS.findall(position) + _NUMBERS.findall(size)
    if len(numbers) != 4 or not all(numbers):
        return None
    x, y, width, height = map(float, numbers)
    return enclosing(x, y, width, height)


# The whole


def parse(dump: str) -> Draft:
    """The draft of a text that `_recognises` accepts; raises DamagedDump if none of its lines begins like a node."""
    draft = Draft()
    outline = Outline(draft)
    passed_over: list[int] = []
    sensitive: list[bool] = []
    for system, number, words in _rows(dump, passed_over):
        depth = len(words) - len(words.lstrip("+"))
        opening = system.opening.match(words, depth) or _ANY.match(words, depth)
        word, rest = (opening[1], words[opening.end() :]) if opening else ("", "")
        said = _properties(rest)
        sensitive.append("sensitive" in said)
        outline.add(depth, _node(system, word, said), word, number)
    outline.end()
    if not draft.nodes:
        raise DamagedDump("no line in it begins with a role of a web page", "Check that the file is a whole dump.", 1)
    _disable(draft, sensitive)
    _hide_columns(draft)
    drop_repeated_values(draft)
    settle_focus(draft)
    if passed_over:
        draft.warnings.append(f"Lines before the first node, passed over: {len(passed_over)}.")
    page = draft.nodes[0]
    if page.role is Role.DOCUMENT:
        draft.title, draft.url = page.name, page.url
    return draft


def _disable(draft: Draft, sensitive: list[bool]) -> None:
    """Where a dump says of anything that it is enabled or sensitive, the controls of which it does not are disabled."""
    if any(sensitive):
        for i, node in enumerate(draft.nodes):
            if node.can and not sensitive[i]:
                draft.nodes[i] = replace(node, enabled=False)


def _hide_columns(draft: Draft) -> None:
    """macOS tells the cells of a table by row, then once more by column, and the headers a third time in a group at the end."""
    nodes, parents, tags = draft.nodes, draft.parents, draft.tags
    with_rows = {parents[i] for i, tag in enumerate(tags) if tag == "AXRow"}
    with_columns: set[int] = set()
    for i, tag in enumerate(tags):
        if tag == "AXColumn" and parents[i] in with_rows:
            with_columns.add(parents[i])
            nodes[i] = replace(nodes[i], hidden=True)
        elif tag == "AXGroup" and parents[i] in with_columns:
            nodes[i] = replace(nodes[i], hidden=True)


def _recognises(head: str) -> bool:
    lines = [line for _, line in islice(_lines(head), _LINES_LOOKED_AT)]
    system = _system(lines[0]) if lines else None
    if system is None:
        return False
    below = sum(_BELOW.match(line) is not None for line in lines)
    return _begins_a_page(system, lines[0]) if len(lines) == 1 else below > 0 and below * 2 >= len(lines) - 1


CHROMIUM_TEXT = TextFormat(
    "chromium-text",
    "W",
    "Chromium's accessibility test dumps: Blink, ATK, IAccessible2, UI Automation, Android and macOS trees of a page",
    recognises=_recognises,
    parse=parse,
)

"""What browsers call things, and what these words mean: shared by the browser dialects.

Roles: https://www.w3.org/TR/wai-aria-1.2/#role_definitions, and words of Chromium's own for what ARIA has no role for.
Properties: https://chromedevtools.github.io/devtools-protocol/tot/Accessibility/#type-AXPropertyName
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.affordances import OWN, merged
from lumos_layer.perception.text import clean_line, clean_value, concealed, masked
from lumos_layer.tree import Affordance, Node, Rect, Role, box

ROLES: Mapping[str, Role] = MappingProxyType(
    {
        # ARIA's own words
        **{role.value: role for role in Role if role not in (Role.APPLICATION, Role.TEXT, Role.WINDOW)},
        "application": Role.REGION,  # a part of a page, not a program on a desktop
        "directory": Role.LIST,
        "image": Role.IMG,
        "graphics-document": Role.IMG,
        "graphics-object": Role.GROUP,
        "graphics-symbol": Role.IMG,
        # the digital publishing roles of which a role that we have is the superclass: https://www.w3.org/TR/dpub-aria-1.1/
        "doc-abstract": Role.REGION,
        "doc-acknowledgments": Role.REGION,
        "doc-afterword": Role.REGION,
        "doc-appendix": Role.REGION,
        "doc-backlink": Role.LINK,
        "doc-biblioentry": Role.LISTITEM,
        "doc-bibliography": Role.REGION,
        "doc-biblioref": Role.LINK,
        "doc-chapter": Role.REGION,
        "doc-conclusion": Role.REGION,
        "doc-cover": Role.IMG,
        "doc-endnote": Role.LISTITEM,
        "doc-endnotes": Role.REGION,
        "doc-epilogue": Role.REGION,
        "doc-errata": Role.REGION,
        "doc-example": Role.FIGURE,
        "doc-foreword": Role.REGION,
        "doc-glossary": Role.REGION,
        "doc-glossref": Role.LINK,
        "doc-index": Role.NAVIGATION,
        "doc-introduction": Role.REGION,
        "doc-noteref": Role.LINK,
        "doc-notice": Role.NOTE,
        "doc-pagebreak": Role.SEPARATOR,
        "doc-pagelist": Role.NAVIGATION,
        "doc-part": Role.REGION,
        "doc-preface": Role.REGION,
        "doc-prologue": Role.REGION,
        "doc-subtitle": Role.HEADING,
        "doc-tip": Role.NOTE,
        "doc-toc": Role.NAVIGATION,
        # Chromium's internal words
        "Audio": Role.GROUP,
        "Canvas": Role.IMG,
        "ColorWell": Role.BUTTON,
        "ComboBoxGrouping": Role.COMBOBOX,
        "ComboBoxMenuButton": Role.COMBOBOX,
        "ComboBoxSelect": Role.COMBOBOX,
        "Date": Role.TEXTBOX,
        "DateTime": Role.TEXTBOX,
        "DescriptionList": Role.LIST,
        "DescriptionListDetail": Role.DEFINITION,
        "DescriptionListTerm": Role.TERM,
        "Details": Role.GROUP,
        "DisclosureTriangle": Role.BUTTON,
        "DisclosureTriangleGrouped": Role.BUTTON,
        "EmbeddedObject": Role.GROUP,
        "Figcaption": Role.CAPTION,
        "Iframe": Role.GROUP,
        "IframePresentational": Role.GROUP,
        "ImageMap": Role.IMG,
        "InputTime": Role.TEXTBOX,
        "ListBoxOption": Role.OPTION,
        "ListGrid": Role.GRID,
        "MathMLMath": Role.MATH,
        "MenuListOption": Role.OPTION,
        "MenuListPopup": Role.LISTBOX,
        "PdfActionableHighlight": Role.LINK,
        "PdfRoot": Role.DOCUMENT,
        "PluginObject": Role.GROUP,
        "PopUpButton": Role.COMBOBOX,
        "RootWebArea": Role.DOCUMENT,
        "Splitter": Role.SEPARATOR,
        "StaticText": Role.TEXT,
        "SvgRoot": Role.IMG,
        "TextField": Role.TEXTBOX,
        "TextFieldWithComboBox": Role.COMBOBOX,
        "ToggleButton": Role.BUTTON,
        "Video": Role.GROUP,
        "WebArea": Role.DOCUMENT,
    }
)

# The page of a frame or window.
PAGES = frozenset(("RootWebArea", "WebArea", "PdfRoot"))

# Boxes of one line of a text, breaks and bullets: nothing to a reader of a screen.
LEFT_OUT = frozenset(("InlineTextBox", "LineBreak", "ListMarker"))

# Not nodes of their own: their children belong to the parent.
NO_NODES = LEFT_OUT | {"none", "presentation", "None"}

# Named by the words inside, which stand there already.
UNNAMED = frozenset(("LabelText", "LayoutTable", "LayoutTableRow", "LayoutTableCell", "Legend"))

# docs/dialects.md, "actionable by role"; rows, cells and list items can be chosen only where the page says so.
_ACTIONABLE = frozenset(
    (
        Role.BUTTON, Role.LINK, Role.MENUITEM, Role.CHECKBOX, Role.SWITCH, Role.MENUITEMCHECKBOX, Role.RADIO,
        Role.MENUITEMRADIO, Role.TAB, Role.OPTION, Role.TREEITEM, Role.COMBOBOX, Role.TEXTBOX, Role.SEARCHBOX,
        Role.SLIDER, Role.SPINBUTTON, Role.SCROLLBAR,
    )
)  # fmt: skip
CAN: Mapping[Role, tuple[Affordance, ...]] = MappingProxyType({role: OWN[role] for role in Role if role in _ACTIONABLE})

_TYPED = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX))
_CHOSEN = frozenset((Role.RADIO, Role.MENUITEMRADIO))

# Hold what a person typed or chose; what stands inside them is that value once more.
FIELDS = _TYPED | {Role.SPINBUTTON}

# Browsers lay out in 64ths of a pixel; what is less comes from dividing by a zoom factor.
_NOISE = 1 / 256

# What a browser fills in and nobody else should read: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill
SECRET_FILLS = frozenset(("current-password", "new-password", "one-time-code", "cc-number", "cc-csc", "cc-exp"))


def flag(value: object) -> bool | None:
    """A boolean as JSON (true, 1) or XML ("true") writes it; None if it is neither true nor false."""
    if value in (True, "true"):
        return True
    return False if value in (False, "false") else None


def text(value: object) -> str:
    """A string or number as a person would write it; empty for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _decimal(value)
    return str(value) if isinstance(value, int) and abs(value) < 10**40 else ""


def _decimal(value: float) -> str:
    """Chromium keeps numbers in 32 bits: 0.4 arrives as 0.4000000059604645."""
    if not math.isfinite(value) or value.is_integer():
        return f"{value:.0f}" if abs(value) < 10**40 else ""
    short = f"{value:.7g}"
    return short if abs(float(short) - value) <= 6e-8 * abs(value) else repr(value)


def _enabled(disabled: object) -> bool | None:
    said = flag(disabled)
    return None if said is None else not said


def _tristate(value: object) -> str | None:
    word = text(value)
    return word if word in ("false", "true", "mixed") else None


def _invalid(value: object) -> bool | None:
    """Spelling and grammar mistakes count."""
    said = flag(value)
    return (text(value) not in ("", "undefined") or None) if said is None else said


def _number(value: object) -> float | None:
    try:
        number = float(text(value))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _level(value: object) -> int | None:
    number = _number(value)
    return int(number) if number is not None and 0 < number < 1000 else None


def _address(value: object) -> str | None:
    return clean_line(value) if value and isinstance(value, str) else None


STATES: Mapping[str, tuple[str, Callable[[object], object]]] = MappingProxyType(
    {  # property: keyword of Node, its value
        "busy": ("busy", flag),
        "checked": ("checked", _tristate),
        "disabled": ("enabled", _enabled),
        "expanded": ("expanded", flag),
        "focusable": ("focusable", flag),
        "focused": ("focused", flag),
        "hidden": ("hidden", flag),
        "invalid": ("invalid", _invalid),
        "level": ("level", _level),
        "modal": ("modal", flag),
        "pressed": ("pressed", _tristate),
        "readonly": ("readonly", flag),
        "multiline": ("multiline", flag),
        "multiselectable": ("multiselectable", flag),
        "required": ("required", flag),
        "selected": ("selected", flag),
        "url": ("url", _address),
        "valuemax": ("maximum", _number),
        "valuemin": ("minimum", _number),
    }
)


def states(properties: Mapping[str, object]) -> dict[str, Any]:
    """What these properties say, as keywords of a Node; what they leave open is not among them."""
    said: dict[str, Any] = {}
    for name, value in properties.items():
        entry = STATES.get(name)
        if entry is not None and (known := entry[1](value)) is not None:
            said[entry[0]] = known
    if "maximum" in said and said["maximum"] <= said.get("minimum", -math.inf):
        del said["maximum"]  # a number field without limits says 0 to 0
        said.pop("minimum", None)
    return said


def affordances(
    role: Role, said: Mapping[str, Any], properties: Mapping[str, object], clicked: bool = False
) -> tuple[Affordance, ...]:
    """What can be done. `said` is what `states` made of `properties`; `clicked`: something listens for clicks."""
    own = CAN.get(role, ())
    declared: list[Affordance] = ["click"] if clicked and not own else []
    if said.get("readonly") and role in _TYPED:
        own = tuple(word for word in own if word not in ("set_value", "type"))
    if role in _TYPED and not said.get("readonly") and _takes_text(properties):
        declared += ["set_value", "type"]
    if "expanded" in said:
        declared.append("expand")
    if "checked" in said or "pressed" in said:
        declared.append("select" if role in _CHOSEN else "toggle")
    if said.get("focusable"):
        declared.append("focus")
    return merged(own, declared) if declared else own


def _takes_text(properties: Mapping[str, object]) -> bool:
    return bool(flag(properties.get("settable"))) or text(properties.get("editable")) not in ("", "false", "inherit")


def value_and_hint(role: Role, value: object, valuetext: object) -> tuple[str | None, str]:
    """The value, and as a hint the words that stand for it (a slider's 3 may be called "Medium")."""
    words = clean_line(text(valuetext)) if role not in _TYPED else ""
    if value is None or value == "":
        return (words or ("" if value == "" else None)), ""
    held = clean_value(text(value))
    return held, "" if words == held else words


def enclosing(x: float, y: float, width: float, height: float) -> Rect | None:
    """The smallest box of whole pixels around these; without area if they have none. None if they are no numbers."""
    if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(x + width) and math.isfinite(y + height)):
        return None
    left, top = math.floor(x + _NOISE), math.floor(y + _NOISE)
    right, bottom = math.ceil(x + width - _NOISE), math.ceil(y + height - _NOISE)
    return box(left, top, right - left if width > 0 else 0, bottom - top if height > 0 else 0)


class _Field:
    """A field whose inside is read: `end` is one past its last node, `at` how far its value has been met inside."""

    __slots__ = ("at", "end", "node", "value")

    def __init__(self, node: Node, end: int) -> None:
        self.node, self.end, self.at = node, end, 0
        self.value = clean_line(node.value or "")

    def repeats(self, node: Node) -> bool:
        """True if a text says again what the field holds."""
        if node.role is not Role.TEXT:
            return False
        if node.bounds is None and self.node.bounds is not None:
            return True  # drawn by the field itself
        if not self.value or self.node.role is Role.SPINBUTTON:
            return bool(self.value)
        # Not far ahead: pieces come in order, and looking through all that is left at each would take for ever.
        found = self.value.find(node.name, self.at, self.at + len(node.name) + 64)
        if found >= 0:
            self.at = found + len(node.name)
        return found >= 0


def drop_repeated_values(draft: Draft) -> None:
    """Empty the texts inside fields that only repeat what the field holds."""
    open_fields: list[_Field] = []
    for i, node in enumerate(draft.nodes):
        while open_fields and open_fields[-1].end <= i:
            open_fields.pop()
        if open_fields and open_fields[-1].repeats(node):
            draft.nodes[i] = Node(bounds=node.bounds, native_id=node.native_id)
        elif node.role in FIELDS and not node.protected and (node.value or node.bounds):
            open_fields.append(_Field(node, draft.ends[i]))


def settle_focus(draft: Draft) -> None:
    """A page says that it has the focus also where something in it has; then only the latter counts."""
    focused = [i for i, node in enumerate(draft.nodes) if node.focused]
    inside = [i for i in focused if draft.nodes[i].role is not Role.DOCUMENT]
    for i in focused if inside else focused[:-1]:
        if draft.nodes[i].role is Role.DOCUMENT:
            draft.nodes[i] = replace(draft.nodes[i], focused=None)


# Pages written as text, one line a node

# Where a writer says only `checked`, one of these without it is not.
TICKED = frozenset((Role.CHECKBOX, Role.SWITCH, Role.MENUITEMCHECKBOX, Role.RADIO, Role.MENUITEMRADIO))

_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "0": "\0", "a": "\a", "v": "\v", "e": "\x1b"}


def unescaped(words: str) -> str:
    """Words between quotes with the escapes of JSON, YAML or Python read."""
    if "\\" not in words:
        return words
    words = _ESCAPE.sub(_character, words)
    # JSON may write a character beyond U+FFFF as two halves.
    return words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _character(escape: re.Match[str]) -> str:
    code = escape[1]
    if len(code) == 1:
        return _ESCAPED.get(code, code)
    number = int(code[1:], 16)
    return chr(number) if number <= sys.maxunicode else "\ufffd"


# Where a dump shows what was typed and does not say what kind of field it is, only what the field is called tells of a secret.
SECRET_NAMES = re.compile(
    r"\b(?:pass[ -]?(?:word|phrase|code)|pwd|pin code|pin$|cv[vc]2?|security code|one[ -]time (?:pass|code)|otp|passwor[dt]"
    r"|kennwort|mot de passe|contraseña|senha|wachtwoord|lösenord|adgangskode|hasło|heslo|parola|şifre|пароль)"
    r"|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة المرور|סיסמה|पासवर्ड|รหัสผ่าน|mật khẩu",
    re.IGNORECASE,
)
SECRETIVE = frozenset((Role.TEXTBOX, Role.SPINBUTTON))


def asks_for_secret(role: Role, name: str, hint: str, properties: Mapping[str, object]) -> bool:
    """True for a field that its name or hint calls a password, code or the like; not if one can only choose in it."""
    is_typed = role is Role.COMBOBOX and (text(properties.get("hasPopup")) != "menu" or _takes_text(properties))
    return (is_typed or role in SECRETIVE) and (SECRET_NAMES.search(name) or SECRET_NAMES.search(hint)) is not None


def element(
    role: Role,
    name: str,
    properties: Mapping[str, object],
    *,
    bounds: Rect | None = None,
    native_id: str = "",
    clicked: bool = False,
    protected: bool = False,
) -> Node:
    """The node that these properties describe; `value`, `valuetext`, `description` and `placeholder` may be among them.

    Of a protected one `filled` stays open where there is no value at all.
    """
    said = states(properties)
    value, hint = value_and_hint(role, properties.get("value"), properties.get("valuetext"))
    protected = protected or (role in FIELDS and value is not None and masked(value))
    hint = clean_line(text(properties.get("description"))) or clean_line(text(properties.get("placeholder"))) or hint
    protected = protected or bool(value and asks_for_secret(role, name, hint, properties))
    node = Node(
        role=role,
        name=name,
        value=value,
        hint="" if hint == name else hint,
        bounds=bounds,
        can=affordances(role, said, properties, clicked),
        native_id=native_id,
        **said,
    )
    return concealed(node, node.value) if protected else node


class Outline:
    """Writes a draft from lines of which each belongs to the last one before it that is indented less."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._open: list[tuple[int, int]] = []  # indents and nodes of the line before and all around it

    def parent(self, indent: int) -> int:
        """The node that a line so indented belongs to, -1 if none; what it ends is closed."""
        around = self._open
        while around and around[-1][0] >= indent:
            self.draft.close(around.pop()[1])
        return around[-1][1] if around else -1

    def add(self, indent: int, node: Node, tag: str, line: int) -> int:
        i = self.draft.open(node, self.parent(indent), tag)
        self.draft.places.append(f"line {line}")
        self._open.append((indent, i))
        return i

    def end(self) -> None:
        """Say that there are no more lines."""
        self.parent(-1)

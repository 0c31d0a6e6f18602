"""Browser-like XML: the accessibility tree of a page, one element for each node, the tag its role.

Attributes are the properties of the DevTools protocol under their own names; docs/browser-xml.md and
schemas/browser-tree.xsd describe them.
"""

from __future__ import annotations

from collections.abc import Mapping

from lumos_layer.perception.draft import Draft, XmlFormat, XmlReading
from lumos_layer.perception.formats.web_roles import (
    CAN,
    FIELDS,
    NO_NODES,
    PAGES,
    ROLES,
    SECRET_FILLS,
    STATES,
    UNNAMED,
    affordances,
    asks_for_secret,
    drop_repeated_values,
    enclosing,
    settle_focus,
    states,
    value_and_hint,
)
from lumos_layer.perception.text import clean_line, concealed, masked
from lumos_layer.tree import Affordance, Node, Rect, Role

_WORDS: Mapping[str, tuple[Role, tuple[Affordance, ...]]] = {word: (role, CAN.get(role, ())) for word, role in ROLES.items()}
_UNKNOWN: tuple[Role, tuple[Affordance, ...]] = (Role.GENERIC, ())
_FOCUS: tuple[Affordance, ...] = ("focus",)

# Said of so many nodes that they have tables of their own; what else the dump may say makes a node a telling one.
_FOCUSABLE = {"true": True, "false": False}
_INVALID = {"true": True, "false": False, "spelling": True, "grammar": True}
_LEVEL = {str(level): level for level in range(1, 100)}
_TELLING = (STATES.keys() - {"focusable", "invalid", "level", "url"}) | {
    "bounds", "description", "editable", "placeholder", "settable", "value", "valuetext",
}  # fmt: skip


def start(tag: str, attrib: Mapping[str, str]) -> XmlReading:
    word, is_plain, focusables, invalids, levels = (
        _WORDS.get,
        _TELLING.isdisjoint,
        _FOCUSABLE.get,
        _INVALID.get,
        _LEVEL.get,
    )
    no_nodes, unnamed, unknown, focus = NO_NODES, UNNAMED, _UNKNOWN, _FOCUS

    def node(tag: str, attrib: Mapping[str, str]) -> Node:
        get = attrib.get
        if tag in no_nodes or get("ignored") == "true":
            return _no_node(attrib)
        if not is_plain(attrib):
            return _telling(tag, attrib)
        role, can = word(tag, unknown)
        name, url, focusable = get("name"), get("url"), focusables(get("focusable", ""))
        return Node(
            role=role,
            name=clean_line(name) if name and tag not in unnamed else "",
            bounds=_bounds(attrib) if "x" in attrib else None,
            can=can or (focus if focusable else ()),
            focusable=focusable,
            invalid=invalids(get("invalid", "")),
            level=levels(get("level", "")),
            url=clean_line(url) if url else "",
            native_id=get("backendDOMNodeId", ""),
        )

    return XmlReading(node=node, finish=_finish)


def _no_node(attrib: Mapping[str, str]) -> Node:
    return Node(hidden=attrib.get("hidden") == "true", bounds=_bounds(attrib), native_id=attrib.get("backendDOMNodeId", ""))


def _telling(tag: str, attrib: Mapping[str, str]) -> Node:
    """A node that says more than its name."""
    get = attrib.get
    role = ROLES.get(tag, Role.GENERIC)
    said = states(attrib)
    name = clean_line(get("name", "")) if tag not in UNNAMED else ""
    value, hint = value_and_hint(role, get("value"), get("valuetext"))
    fills = get("autocomplete", "").lower().split()
    secret = get("type", "").lower() == "password" or get("protected", "").lower() == "true" or not SECRET_FILLS.isdisjoint(fills)
    protected = secret or (role in FIELDS and value is not None and masked(value))
    hint = clean_line(get("description", "")) or clean_line(get("placeholder", "")) or hint
    protected = protected or bool(value and asks_for_secret(role, name, hint, attrib))
    node = Node(
        role=role,
        name=name,
        value=value,
        hint="" if hint == name else hint,
        bounds=_bounds(attrib),
        can=affordances(role, said, attrib),
        native_id=get("backendDOMNodeId", ""),
        **said,
    )
    return concealed(node, value or "") if protected else node


def _bounds(attrib: Mapping[str, str]) -> Rect | None:
    """From `x`, `y`, `width`, `height`, or `bounds` as "x,y,width,height"; None if there are none or no numbers."""
    if "x" in attrib:
        numbers = [attrib.get(key, "") for key in ("x", "y", "width", "height")]
    elif "bounds" in attrib:
        numbers = attrib["bounds"].split(",")
    else:
        return None
    try:
        x, y, width, height = map(float, numbers)
    except ValueError:
        return None
    return enclosing(x, y, width, height)


def _finish(draft: Draft) -> None:
    drop_repeated_values(draft)
    settle_focus(draft)
    if not draft.nodes:
        return
    root = draft.nodes[0]
    draft.title, draft.url = root.name, root.url
    if root.bounds is not None and not root.bounds.empty:
        draft.size = root.bounds.width, root.bounds.height


BROWSER = XmlFormat(
    "browser",
    "W",
    "Browser-like XML: one element for each node of a page's accessibility tree, root RootWebArea",
    recognises=lambda tag, attrib: tag in PAGES,
    start=start,
)

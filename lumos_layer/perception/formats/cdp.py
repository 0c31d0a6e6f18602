"""Chrome DevTools Protocol JSON: `Accessibility.getFullAXTree`, with boxes from `DOMSnapshot.captureSnapshot` if there.

Read are a recording of several targets (`sessions`), one answer (`{"nodes": […]}`, also inside `{"result": …}`) and its
bare list of nodes.
https://chromedevtools.github.io/devtools-protocol/tot/Accessibility/#method-getFullAXTree
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from lumos_layer.errors import DamagedDump
from lumos_layer.perception.draft import Draft, JsonFormat
from lumos_layer.perception.formats.ax_grove import AGAIN, Grove
from lumos_layer.perception.formats.cdp_answers import (
    Said,
    backend_of,
    list_of,
    mapping_of,
    number_of,
    properties_of,
    value_of,
)
from lumos_layer.perception.formats.dom_regions import regions
from lumos_layer.perception.formats.dom_snapshot import Element, Session, scroll_of
from lumos_layer.perception.formats.web_roles import (
    FIELDS,
    LEFT_OUT,
    NO_NODES,
    ROLES,
    SECRET_FILLS,
    UNNAMED,
    affordances,
    asks_for_secret,
    drop_repeated_values,
    flag,
    settle_focus,
    states,
    text,
    value_and_hint,
)
from lumos_layer.perception.text import clean_line, concealed, masked
from lumos_layer.tree import Affordance, Node, Rect, Role

# Reasons for being ignored that mean: nobody can see or reach it. The others mean: it is no node of its own. These are
# prefixes, for there are ariaHiddenElement, ariaHiddenSubtree and more; what lies behind a modal dialog is inert too.
_HIDING = ("notRendered", "notVisible", "ariaHidden", "inert", "activeModalDialog", "activeFullscreenElement")
_INERT_FOR_NOW = _HIDING[4:]

_BULLETS = frozenset("•◦▪‣■□○●–-*·")


def parse(document: Any) -> Draft:
    """The draft of a document that `_recognises` accepts; raises DamagedDump if it holds no accessibility node."""
    draft = Draft()
    sessions = _sessions(document)
    for session in sessions.values():
        session.place(sessions)
        if session.said.get("snapshot") is not None and not session.elements:
            draft.warnings.append(f"The DOM snapshot of {session.name} cannot be read; nothing there has a box.")
    grove = Grove(sessions, draft.warnings)
    _Walk(draft, grove).run()
    drop_repeated_values(draft)
    settle_focus(draft)
    _describe(draft, _answer(document), next(iter(sessions.values())))
    for session in sessions.values():
        session.forget()
    draft.regions = partial(regions, sessions=sessions)
    return draft


# What the dump holds


def _answer(document: Any) -> Said:
    """What holds the nodes or sessions, without what a tool has wrapped around it."""
    if isinstance(document, list):
        return {"nodes": document}
    result = document.get("result")
    return result if isinstance(result, dict) and "nodes" not in document else document


def _recognises(document: Any) -> bool:
    if not isinstance(document, dict | list):
        return False
    said = _answer(document)
    sessions, nodes = said.get("sessions"), said.get("nodes")
    if isinstance(sessions, list):
        return any(isinstance(entry, dict) and "frames" in entry for entry in sessions[:8])
    if not isinstance(nodes, list):
        return False
    return (not nodes and isinstance(document, dict)) or any(_is_node(entry) for entry in nodes[:8])


def _is_node(entry: Any) -> bool:
    return isinstance(entry, dict) and "nodeId" in entry and not entry.keys().isdisjoint(("role", "ignored", "childIds"))


def _sessions(document: Any) -> dict[str, Session]:
    said = _answer(document)
    listed = said.get("sessions")
    if not isinstance(listed, list):
        return {"main": Session("main", {**said, "frames": [said]}, said)}
    found: dict[str, Session] = {}
    for number, entry in enumerate(listed):
        if isinstance(entry, dict):
            name = clean_line(text(entry.get("name"))) or ("session" if found else "main")
            name = f"{name}-{number}" if name in found else name
            found[name] = Session(name, entry, said)
    if not found:
        raise DamagedDump("its list of sessions is empty", AGAIN)
    return found


# What the nodes are


class _Walk:
    """One walk over a grove in document order that fills a draft."""

    def __init__(self, draft: Draft, grove: Grove) -> None:
        self.draft, self.grove = draft, grove
        self.firm: set[int] = set()  # hidden, whatever is inside
        self.seen = bytearray(len(grove.entries))

    def run(self) -> None:
        self._walk(self.grove.root, -1)
        rings = 0
        for i in range(len(self.seen) if not all(self.seen) else 0):
            if not self.seen[i]:
                rings += 1
                self._walk(i, 0)
        self.grove.warn(rings, "Rings of nodes that stand only below each other, opened and put at the end of the page")
        self._close()
        self._settle_hidden()
        self.draft.places = [_place(node.native_id) for node in self.draft.nodes]

    def _walk(self, start: int, parent: int) -> None:
        grove, draft, seen = self.grove, self.draft, self.seen
        stack = [(start, parent)]
        while stack:
            number, parent = stack.pop()
            if seen[number]:
                continue
            seen[number] = 1
            entry, session, word, below = (
                grove.entries[number],
                grove.session_of[number],
                grove.words[number],
                grove.below[number],
            )
            backend = backend_of(entry.get("backendDOMNodeId"))
            element = session.elements.get(backend) if backend is not None else None
            if parent >= 0 and (word in LEFT_OUT or _is_bullet(entry, word, element)):
                below = self._without_drawn(below)
            else:
                node = _node(session, entry, word, element)
                i = draft.open(node, parent, word)
                if node.hidden and _is_firm(session, entry):
                    self.firm.add(i)
                parent = i
            if below:
                stack += [(child, parent) for child in reversed(below)]

    def _without_drawn(self, below: Sequence[int]) -> list[int]:
        """What stands below a bullet or break, without its own text."""
        kept = []
        for child in below:
            drawn = self.grove.words[child] == "StaticText" or self.grove.entries[child].get("ignored")
            if self.grove.below[child] or not drawn:
                kept.append(child)
            else:
                self.seen[child] = 1
        return kept

    def _close(self) -> None:
        ends, parents = self.draft.ends, self.draft.parents
        for i in range(len(ends) - 1, 0, -1):
            parent = parents[i]
            if ends[parent] < ends[i]:
                ends[parent] = ends[i]

    def _settle_hidden(self) -> None:
        """What has no box or is inert, but holds something that is shown, is not hidden.

        Such are slots, `display: contents` and what is around a modal dialog. What has a box and `visibility: hidden` is
        itself not there for anybody: its shown parts stand alone.
        """
        nodes, parents = self.draft.nodes, self.draft.parents
        boxes = any(node.bounds is not None for node in nodes)
        if boxes:
            self._settle_lists()
        holds = bytearray(len(nodes))
        for i in range(len(nodes) - 1, -1, -1):
            node = nodes[i]
            if node.hidden and (not holds[i] or i in self.firm):
                continue
            if node.hidden:
                is_there = node.bounds is None
                nodes[i] = replace(node, hidden=False) if is_there else _wrapper(node)
            if i and (holds[i] or node.bounds is not None or (not boxes and (node.can or node.name))):
                holds[parents[i]] = 1

    def _settle_lists(self) -> None:
        """The options of an open list are shown, although they have no boxes; those of a closed one are hidden with it."""
        nodes, ends = self.draft.nodes, self.draft.ends
        end = 0  # of the last open list
        for i, node in enumerate(nodes):
            if i < end and node.hidden and node.bounds is None and i not in self.firm:
                nodes[i] = replace(node, hidden=False)
            elif i >= end and self.draft.tags[i] == "MenuListPopup":
                nodes[i] = replace(node, hidden=True)
            elif node.expanded and node.role is Role.COMBOBOX:
                end = max(end, ends[i])


def _wrapper(node: Node) -> Node:
    """The node without anything that it is or says itself, but that what stands in it may tell a secret."""
    if node.protected:
        return replace(node, role=Role.GENERIC, name="", hint="", can=(), hidden=False)
    return Node(bounds=node.bounds, native_id=node.native_id)


def _place(native_id: str) -> str:
    """Session and id of a node: ids are unique within a session only."""
    session, slash, number = native_id.rpartition("/")
    return f"{session if slash else 'main'}/backendDOMNodeId={number}"


def _is_bullet(entry: Said, word: str, element: Element | None) -> bool:
    """True for the mark before a list item where it does not have the role of one."""
    if entry.get("ignored"):
        return element is not None and element.page.name(element.index) == "::marker"
    is_generated = word == "StaticText" and "backendDOMNodeId" not in entry
    return is_generated and clean_line(text(value_of(entry, "name"))) in _BULLETS


def _is_firm(session: Session, entry: Said) -> bool:
    """True if what is inside a hidden node is hidden, whatever it says itself."""
    if flag(properties_of(entry).get("hidden")):
        return True
    return not session.elements and not any(reason.startswith(_INERT_FOR_NOW) for reason in _reasons(entry))


def _reasons(entry: Said) -> list[str]:
    return [text(each.get("name")) for each in list_of(entry.get("ignoredReasons")) if isinstance(each, dict)]


def _node(session: Session, entry: Said, word: str, element: Element | None) -> Node:
    backend = entry.get("backendDOMNodeId")
    native_id = "" if backend is None else session.prefix + text(backend)
    bounds, hidden = (element.bounds, element.hidden) if element else (None, False)
    if flag(entry.get("ignored")) or word in NO_NODES:
        hidden = hidden or any(reason.startswith(_HIDING) for reason in _reasons(entry))
        # What listens to clicks can be clicked, whatever role it was given or denied.
        can: tuple[Affordance, ...] = ("click",) if element is not None and element.clicked else ()
        return Node(bounds=bounds, hidden=hidden, can=can, native_id=native_id)
    name = clean_line(text(value_of(entry, "name"))) if word not in UNNAMED else ""
    if word == "StaticText":
        return Node(role=Role.TEXT, name=name, bounds=bounds, hidden=hidden, native_id=native_id)
    role, properties = ROLES.get(word, Role.GENERIC), properties_of(entry)
    said = states(properties)
    said["hidden"] = hidden or said.get("hidden", False)
    node = Node(
        role=role,
        name=name,
        bounds=bounds,
        can=affordances(role, said, properties, element is not None and element.clicked),
        scroll=element.page.scroll() if element and element.index == 0 else None,
        identifier=clean_line(element.attribute("id")) if element else "",
        native_id=native_id,
        **said,
    )
    return _with_value(node, entry, properties, element)


def _with_value(node: Node, entry: Said, properties: Said, element: Element | None) -> Node:
    raw, description = value_of(entry, "value"), clean_line(text(value_of(entry, "description")))
    if element is not None and _is_secret(element) and node.role not in FIELDS:
        return concealed(replace(node, hint=description), text(raw) or element.page.typed.get(element.index, ""))
    is_field = node.role in FIELDS
    if not is_field and raw is None and not description and "valuetext" not in properties:
        return node
    typed = element.page.typed.get(element.index) if element and is_field else None
    value, hint = value_and_hint(node.role, typed if raw is None else raw, properties.get("valuetext"))
    hint = description or (clean_line(element.attribute("placeholder")) if element and is_field else "") or hint
    hint = "" if hint == node.name else hint
    unsaid = element is None and bool(value) and asks_for_secret(node.role, node.name, hint, properties)
    if is_field and (unsaid or _is_protected(value, element)):
        return concealed(replace(node, hint=hint), value or typed or "")
    return replace(node, hint=hint, value=value)


def _is_protected(value: str | None, element: Element | None) -> bool:
    if value and masked(value):
        return True
    return element is not None and _is_secret(element)


def _is_secret(element: Element) -> bool:
    """True for what the page marks as a password, code or card number, whatever role it has."""
    fills = element.attribute("autocomplete").lower().split()
    return element.attribute("type").strip().lower() == "password" or not SECRET_FILLS.isdisjoint(fills)


# The page as a whole


def _describe(draft: Draft, said: Said, session: Session) -> None:
    root = draft.nodes[0]
    draft.title = clean_line(text(said.get("title"))) or (root.name if root.role is Role.DOCUMENT else "")
    draft.url = clean_line(text(said.get("url"))) or root.url
    view, content = mapping_of(session.metrics.get("cssLayoutViewport")), mapping_of(session.metrics.get("cssContentSize"))
    if view:
        x, y, width, height = (number_of(view.get(key)) for key in ("pageX", "pageY", "clientWidth", "clientHeight"))
        draft.size = round(width), round(height)
        scroll = scroll_of((x, y, width, height), (number_of(content.get("width")), number_of(content.get("height"))))
        bounds = Rect(0, 0, *draft.size) if root.bounds else None
        draft.nodes[0] = replace(root, bounds=bounds, scroll=scroll)
    elif root.bounds is not None:
        draft.size = root.bounds.width, root.bounds.height
    else:
        asked = mapping_of(said.get("viewport"))
        size = round(number_of(asked.get("width"))), round(number_of(asked.get("height")))
        draft.size = size if all(size) else None


CDP = JsonFormat(
    "cdp",
    "W",
    "Chrome DevTools Protocol: Accessibility.getFullAXTree, with or without DOMSnapshot.captureSnapshot",
    recognises=_recognises,
    parse=parse,
)

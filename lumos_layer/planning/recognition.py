"""What stands on a screen, as a short list of elements with how sure that is and who says so (B09, B29)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain, islice
from types import MappingProxyType
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from lumos_layer.actions.target import is_enabled
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Role

Kind = Literal[
    "button", "field", "choice", "toggle", "link", "menu", "tab", "row", "dialog", "warning", "progress", "label", "heading",
    "image", "window", "other", "left_out",
]  # fmt: skip

MOST = 400  # elements
_NAME = 200  # characters
_REMEMBERED = 1_000  # elements

_KINDS: Mapping[Role, Kind] = MappingProxyType(
    {
        Role.BUTTON: "button",
        Role.LINK: "link",
        Role.TEXTBOX: "field",
        Role.SEARCHBOX: "field",
        Role.SPINBUTTON: "field",
        Role.SLIDER: "field",
        Role.COMBOBOX: "choice",
        Role.LISTBOX: "choice",
        Role.OPTION: "choice",
        Role.RADIO: "choice",
        Role.RADIOGROUP: "choice",
        Role.CHECKBOX: "toggle",
        Role.SWITCH: "toggle",
        Role.MENUITEMCHECKBOX: "toggle",
        Role.MENUITEMRADIO: "choice",
        Role.MENU: "menu",
        Role.MENUBAR: "menu",
        Role.MENUITEM: "menu",
        Role.TAB: "tab",
        Role.TABLIST: "tab",
        Role.ROW: "row",
        Role.LISTITEM: "row",
        Role.TREEITEM: "row",
        Role.DIALOG: "dialog",
        Role.ALERTDIALOG: "dialog",
        Role.ALERT: "warning",
        Role.STATUS: "warning",
        Role.PROGRESSBAR: "progress",
        Role.METER: "progress",
        Role.TEXT: "label",
        Role.PARAGRAPH: "label",
        Role.CAPTION: "label",
        Role.CELL: "label",
        Role.GRIDCELL: "label",
        Role.HEADING: "heading",
        Role.IMG: "image",
        Role.WINDOW: "window",
        Role.DOCUMENT: "window",
        Role.APPLICATION: "window",
    }
)
# Which kinds stay when not all fit: what is asked of a person or says that something is wrong, then what can be acted on.
_FIRST: Mapping[Kind, int] = MappingProxyType({"dialog": 0, "warning": 0, "progress": 0, "window": 1, "heading": 2})
_BY_WHAT_CAN_BE_DONE = -1
_RANKS = {role: _FIRST.get(kind, _BY_WHAT_CAN_BE_DONE) for role, kind in _KINDS.items()}
_LAST = 5  # what takes no action
_ALWAYS = frozenset((Role.DIALOG, Role.ALERTDIALOG, Role.ALERT, Role.PROGRESSBAR))


class RecognizedElement(BaseModel):
    """One element. `confidence` is 1 where an accessibility tree says so, less for what was read off a picture or from notes.

    Without a `ref` it says something and takes no action. The last of a list that is not complete is of the kind
    `left_out`, and its `count` says how many are missing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    ref: str = ""
    role: str
    name: str = ""
    kind: Kind
    confidence: float = Field(default=1.0, ge=0, le=1)
    origin: str = Field(default="", description="Who says so: a dialect, or what the dump names as the node's source.")
    enabled: bool = True
    count: int = Field(default=1, ge=1)


def recognise(observation: Observation, most: int = MOST) -> tuple[RecognizedElement, ...]:
    """The elements of a look in the order of the dump, at most so many; dialogs, warnings and what can be acted on stay longest."""
    nodes = _worth_naming(observation)
    kept = nodes if len(nodes) <= most else sorted(_first(observation, nodes, max(most - 1, 0)))
    made = [_recognised(observation, i) for i in kept]
    if len(kept) < len(nodes):
        made.append(RecognizedElement(role=Role.GENERIC, kind="left_out", count=len(nodes) - len(kept), origin=observation.format))
    return tuple(made)


def _worth_naming(observation: Observation) -> list[int]:
    """What has a ref, and what is visible and says something."""
    nodes = observation.tree.nodes
    refs = set(observation.refs.values())
    said = [i for i in observation.kept if i not in refs and (nodes[i].role in _ALWAYS or observation.name_of(i))]
    return sorted(refs.union(said))


def _first(observation: Observation, nodes: Iterable[int], most: int) -> list[int]:
    """So many of the nodes, in the order in which they stay."""
    said, focus = observation.tree.nodes, observation.focus
    ranked: list[list[int]] = [[] for _ in range(_LAST + 1)]
    for i in nodes:
        node = said[i]
        rank = None if node.modal else _RANKS.get(node.role)
        if rank is None:
            rank = _FIRST.get(kind_of(node), _BY_WHAT_CAN_BE_DONE)
        if rank == _BY_WHAT_CAN_BE_DONE:
            rank = (3 if node.enabled is not False else 4) if node.can else _LAST
        ranked[0 if i == focus else rank].append(i)
    return list(islice(chain.from_iterable(ranked), most))


def _recognised(observation: Observation, i: int) -> RecognizedElement:
    node = observation.tree[i]
    return _element(
        observation.ref_of(i) or "",
        node.role.value,
        observation.name_of(i)[:_NAME],
        kind_of(node),
        observation.confidence_of(i),
        observation.origin_of(i),
        is_enabled(observation, i) if node.can else True,
    )


@lru_cache(_REMEMBERED)
def _element(ref: str, role: str, name: str, kind: Kind, confidence: float, origin: str, enabled: bool) -> RecognizedElement:
    """The element that says this. One that says the same on the next look is the same, and is not written down anew."""
    return RecognizedElement(ref=ref, role=role, name=name, kind=kind, confidence=confidence, origin=origin, enabled=enabled)


def kind_of(node: Node) -> Kind:
    """What a person would call it, by its role; else by what can be done with it."""
    kind = _KINDS.get(node.role)
    if kind is not None:
        return "dialog" if kind == "window" and node.modal else kind
    if "type" in node.can or "set_value" in node.can:
        return "field"
    if "toggle" in node.can:
        return "toggle"
    return "button" if "click" in node.can else "other"


def surest(elements: Iterable[RecognizedElement]) -> float:
    """The confidence of what is surest among what can be acted on; of all, where nothing can. 1 if there is nothing at all."""
    said = [each for each in elements if each.kind != "left_out"]
    able = [each.confidence for each in said if each.ref]
    return max(able or [each.confidence for each in said], default=1.0)

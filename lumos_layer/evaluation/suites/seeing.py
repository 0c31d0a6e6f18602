"""What a planner is shown of each look, what that costs beside other ways to show it, and how long a plan takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from lumos_layer.evaluation.linear import rows, visible_rows
from lumos_layer.evaluation.screenshots import screenshot
from lumos_layer.perception import tokens
from lumos_layer.perception.blueprint import Blueprint, Boxes
from lumos_layer.perception.observation import AskedView, Form, Observation
from lumos_layer.perception.refs import RefMap
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Planner, Request
from lumos_layer.tree import Role


class Contract(Struct, frozen=True):
    """Which view of a screen a planner gets, and in which form."""

    view: AskedView
    form: Form = "compact"
    boxes: Boxes = "none"

    def shown(self, look: Observation) -> Blueprint:
        return look.blueprint(self.view, self.boxes)

    def text(self, look: Observation) -> str:
        shown = self.shown(look)
        return shown.compact() if self.form == "compact" else shown.object()


CONTRACTS: Mapping[str, Contract] = MappingProxyType(
    {
        "compact": Contract("full"),
        "object": Contract("full", "object"),
        "boxes": Contract("full", "compact", "box"),
        "interactive": Contract("interactive"),
        "outline": Contract("outline"),
    }
)
_NAMED = frozenset(  # roles of which a planner can choose none that has no name
    (Role.BUTTON, Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.LINK, Role.SLIDER)
)


class Seen(Struct, frozen=True):
    """One look as it was shown: tokens of what was shown, of all nodes as rows, of the visible ones, and of a picture by two
    vendors' rules (0: no size is known); milliseconds to draw it, to list all its nodes as rows instead, and to plan by it."""

    shown: int
    tree: int
    visible: int
    openai: int
    anthropic: int
    drawing: float
    listing: float
    planning: float


class Partial(Observation):
    """A look of which a planner sees one view: what is not in it has no ref."""

    def __init__(self, whole: Observation, contract: Contract) -> None:
        self.__dict__.update(whole.__dict__)
        self._whole, self._contract = whole, contract
        blueprint = contract.shown(whole)
        shown = {*blueprint.refs, *([blueprint.root] if blueprint.root else [])}
        self.hidden = sum(ref not in shown for ref in whole.blueprint().refs)  # of those that the full view shows
        self.refs = RefMap(whole.letter, {whole.refs[ref]: int(ref[1:]) for ref in whole.refs if ref in shown})

    def blueprint(self, view: AskedView = "full", boxes: Boxes = "none", *given: Any, **named: Any) -> Blueprint:
        """The view that is shown; a planner that asks for the whole screen gets no more."""
        asked = self._contract.view if view in ("full", "auto") else view
        return self._whole.blueprint(asked, self._contract.boxes if boxes == "none" else boxes, *given, **named)


@dataclass
class Watched:
    """A planner that is shown what the contract says, and what it was shown and took."""

    planner: Planner
    contract: Contract
    count: tokens.Counter
    seen: list[Seen] = field(default_factory=list)
    hidden: bool = False  # the last look had elements that were not shown
    nameless: bool = False  # the last look showed elements that nothing names

    @property
    def name(self) -> str:
        return self.planner.name

    def plan(self, request: Request) -> Plan:
        whole = request.observation
        start = perf_counter()
        text = self.contract.text(whole)
        drawn = perf_counter()
        look = whole if self.contract.view == "full" else Partial(whole, self.contract)
        self.hidden = isinstance(look, Partial) and look.hidden > 0
        self.nameless = any(look.tree[i].role in _NAMED and not look.name_of(i) for i in look.refs.values())
        begun = perf_counter()
        try:
            return self.planner.plan(replace(request, observation=look))
        finally:
            self.seen.append(_seen(whole, text, self.count, 1000 * (drawn - start), 1000 * (perf_counter() - begun)))


def _seen(look: Observation, text: str, count: tokens.Counter, drawing: float, planning: float) -> Seen:
    picture = screenshot(look, None)
    start = perf_counter()
    listed = rows(look)
    listing = 1000 * (perf_counter() - start)
    return Seen(
        shown=count(text),
        tree=count(listed),
        visible=count(visible_rows(look)),
        openai=picture.openai_tokens if picture else 0,
        anthropic=picture.anthropic_tokens if picture else 0,
        drawing=drawing,
        listing=listing,
        planning=planning,
    )

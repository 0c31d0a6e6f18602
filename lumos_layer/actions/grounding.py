"""From an action as it came to one that can be carried out: by the schema, on this observation, on that element."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from lumos_layer.actions import BaseAction, Envelope
from lumos_layer.actions.base import OnElement, Place, Pointing, against
from lumos_layer.actions.drag import Drag
from lumos_layer.actions.effects import Effect
from lumos_layer.actions.fields import Point
from lumos_layer.actions.nearest import able, refs_like
from lumos_layer.actions.outcomes import Rejected, rejected
from lumos_layer.actions.press_key import PressKey
from lumos_layer.actions.reading import read_action
from lumos_layer.actions.switch_window import SwitchWindow
from lumos_layer.actions.target import WINDOWS, Target, target_of
from lumos_layer.actions.type_text import TypeText
from lumos_layer.actions.violation import Reason, Violation
from lumos_layer.actions.wait_for import ElementIs, WaitFor
from lumos_layer.errors import NoSuchRef, NotClickable, TargetError
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node

_ORDER: tuple[Reason, ...] = (
    "invalid", "stale", "not_found", "minimised", "modal", "not_visible", "disabled", "unsupported", "read_only", "covered",
    "policy", "paused", "denied",
)  # fmt: skip


@dataclass(frozen=True)
class Spot:
    """One element or pixel of an action, found on an observation. `point` is where the pointer goes, None if it is not needed."""

    target: Target | None
    node_id: int | None
    point: tuple[int, int] | None = None

    @property
    def ref(self) -> str | None:
        return None if self.target is None else self.target.ref

    @property
    def node(self) -> Node | None:
        return None if self.target is None else self.target.node


@dataclass(frozen=True)
class GroundedAction:
    """An action that may be carried out on the observation it was grounded on; `end` is where a drag ends.

    `spot` is None for what concerns no element, as wait; for keys and typed text without a ref it is what has the focus.
    """

    action: BaseAction
    effect: Effect
    observation: str = ""
    action_id: str = ""
    spot: Spot | None = None
    end: Spot | None = None

    @property
    def ref(self) -> str | None:
        return None if self.spot is None else self.spot.ref

    @property
    def node_id(self) -> int | None:
        return None if self.spot is None else self.spot.node_id

    @property
    def node(self) -> Node | None:
        return None if self.spot is None else self.spot.node

    @property
    def point(self) -> tuple[int, int] | None:
        return None if self.spot is None else self.spot.point


class Resolver(Protocol):
    """Knows the refs of all looks, as a session does."""

    def resolve(self, ref: str) -> object:
        """Raises NoSuchRef if no look had this ref, and another TargetError, which says why, if its element is gone."""


def validate(
    document: Any, observation: Observation, *, session: Resolver | None = None, observation_id: str = ""
) -> GroundedAction | Rejected:
    """The action grounded on this observation, or a rejection with all that stands against it.

    `document` is an action, one on its way (`Envelope`), or either as decoded JSON; also `{"action": …}`, as a grounded schema has
    it. `session` tells refs of earlier looks, which are stale, from those that never were. `observation_id` names this look: an
    action that was chosen by another one is stale.
    """
    read = read_action(document)
    if isinstance(read, Rejected):
        return read
    action, envelope = read
    grounder = _Grounder(observation, session)
    if envelope is not None and observation_id and envelope.observation != observation_id:
        message = f"It was chosen by the look {envelope.observation}; the latest is {observation_id}."
        grounder.found.append(against("stale", message, "observation"))
    spot, end = grounder.spots(action)
    if grounder.found:
        return _rejection(grounder, action, envelope, observation_id)
    return GroundedAction(
        action=action,
        effect=action.effect(spot.target if spot else None),
        observation=observation_id or (envelope.observation if envelope else ""),
        action_id=envelope.action_id if envelope else "",
        spot=spot,
        end=end,
    )


def _rejection(grounder: _Grounder, action: BaseAction, envelope: Envelope | None, observation_id: str) -> Rejected:
    found = sorted(dict.fromkeys(grounder.found), key=lambda each: _ORDER.index(each.reason))
    nearest = dict.fromkeys(grounder.nearest)
    if not nearest and grounder.targets:
        nearest = dict.fromkeys(action.nearest(grounder.targets[0]) or able(grounder.targets[0], action))
    return rejected(found, tuple(nearest), envelope.action_id if envelope else "", observation_id)


class _Grounder:
    """Finds the elements of one action and collects all that stands against them."""

    def __init__(self, observation: Observation, session: Resolver | None) -> None:
        self.observation, self.session = observation, session
        self.found: list[Violation] = []
        self.nearest: list[str] = []
        self.targets: list[Target] = []

    def spots(self, action: BaseAction) -> tuple[Spot | None, Spot | None]:
        match action:
            case Drag():
                return self._place(action.start, "start.", action, action), self._place(action.end, "end.", action, None)
            case WaitFor(condition=ElementIs(ref=ref)):
                return self._at_ref(ref, "condition.ref", action, None), None
            case Pointing():
                return self._place(action, "", action, action), None
            case OnElement():
                return self._at_ref(action.ref, "ref", action, action), None
            case SwitchWindow(title=str(title)):
                self._only_window(title)
        named: str | None = getattr(action, "ref", None)
        if named is not None:
            return self._at_ref(named, "ref", action, action), None
        return self._at_focus(action), None

    def _only_window(self, title: str) -> None:
        """A title that several windows have names none of them."""
        tree = self.observation.tree
        named = [i for i, node in enumerate(tree.nodes) if node.role in WINDOWS and node.name == title]
        if len(named) > 1:
            refs = [ref for i in named if (ref := self.observation.ref_of(i)) is not None]
            self.nearest += refs
            self.found.append(against("invalid", f"{len(named)} windows are called {title!r:.80}; name one by its ref.", "title"))

    def _place(self, place: Place | Pointing, field: str, action: BaseAction, checking: BaseAction | None) -> Spot | None:
        if place.ref is not None:
            return self._at_ref(place.ref, f"{field}ref", action, checking)
        return None if place.point is None else self._at_point(place.point, f"{field}point", checking)

    def _at_ref(self, ref: str, field: str, action: BaseAction, checking: BaseAction | None) -> Spot | None:
        node = self.observation.refs.get(ref)
        if node is None:
            self._missing(ref, field)
            return None
        target = target_of(self.observation, node)
        self._check(target, checking, field)
        point = self._clicked(ref, field) if action.pointer else None
        return Spot(target, node, point)

    def _missing(self, ref: str, field: str) -> None:
        try:
            if self.session is None:
                self.found.append(against("not_found", f"No element has the ref {ref}.", field))
            else:
                self.session.resolve(ref)
                self.found.append(against("not_found", f"{ref} is on another surface.", field))
        except NoSuchRef:
            self.found.append(against("not_found", f"No element has the ref {ref}, nor ever had.", field))
        except TargetError as problem:
            self.found.append(against("stale", str(problem), field))
            self.nearest += problem.nearest
        if not self.nearest:
            self.nearest += refs_like(ref, self.observation)

    def _check(self, target: Target, checking: BaseAction | None, field: str) -> None:
        if checking is None:
            return
        self.targets.append(target)
        at = field.rpartition(".")[0]
        for each in checking.check(target):
            self.found.append(each.model_copy(update={"field": field}) if at and each.field == "ref" else each)

    def _clicked(self, ref: str, field: str) -> tuple[int, int] | None:
        """The pixel for the pointer; an element that the dump gives no box can still be pressed by its platform."""
        try:
            return self.observation.click_point(ref)
        except NotClickable as problem:
            if problem.reason != "no_bounds":
                self.found.append(against(_reason(problem.reason), str(problem), field))
                self.nearest += problem.nearest
            return None

    def _at_point(self, point: Point, field: str, checking: BaseAction | None) -> Spot | None:
        hit = self.observation.element_from_point(point.x, point.y)
        where = f"({point.x}, {point.y})"
        if hit.reason == "modal":
            self.found.append(against("modal", f"At {where} an open dialog takes the pointer; answer it first.", field))
        elif hit.node is None:
            self.found.append(against("not_visible", f"{where} lies outside of all that shows.", field))
        if self.found or hit.node is None:
            return None
        node = hit.node if hit.actionable is None else hit.actionable
        target = target_of(self.observation, node)
        if hit.actionable is not None:
            self._check(target, checking, field)
        return Spot(target, node, (point.x, point.y))

    def _at_focus(self, action: BaseAction) -> Spot | None:
        """What has the focus, for the actions that go there."""
        focus = self.observation.focus
        if not isinstance(action, TypeText | PressKey):
            return None
        if focus is None:
            if isinstance(action, TypeText):
                self.found.append(against("not_found", "Nothing is known to have the focus; name the field by its ref.", "ref"))
            return None
        target = target_of(self.observation, focus)
        self.targets.append(target)
        self.found += PressKey.against_focus(target) if isinstance(action, PressKey) else action.check(target)
        return Spot(target, focus)


def _reason(reason: str) -> Reason:
    known: Mapping[str, Reason] = {"covered": "covered", "not_visible": "not_visible", "minimised": "minimised", "modal": "modal"}
    return known[reason]

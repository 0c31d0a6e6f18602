"""The simulator as an environment: looks, acts, faults, and what was done so far."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.actions.fields import Secret
from lumos_layer.actions.grounding import GroundedAction, Spot
from lumos_layer.environments.clock import Clock
from lumos_layer.environments.freshness import out_of_date
from lumos_layer.environments.port import Capabilities, Delivery, identified
from lumos_layer.environments.simulator import confiding, saving
from lumos_layer.environments.simulator.apps import App
from lumos_layer.environments.simulator.faults import (
    Broken,
    Crash,
    Crashed,
    Duplicated,
    Fault,
    FaultPlan,
    Faults,
    Lost,
)
from lumos_layer.environments.simulator.performing import PERFORM, Order, perform
from lumos_layer.environments.simulator.refusal import Refusal
from lumos_layer.environments.simulator.saving import SavedWorld
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.world import World
from lumos_layer.errors import DamagedSession, DamagedWorld, EnvironmentClosed, EnvironmentFailed, NotSent
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.known_secrets import SHORTEST, without
from lumos_layer.perception.limits import Limits
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.reading import read
from lumos_layer.perception.sealing import SealBroken, Sealed, check_seal, opened, sealed
from lumos_layer.perception.secrets import conceal
from lumos_layer.perception.session import Session
from lumos_layer.perception.spellings import SURE

_DIALECTS = {dialect.name: dialect for dialect in FORMATS}
_KIND, _VERSION = "lumos simulator", 1
# What a document does that nobody here wrote.
_DAMAGE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_UNKNOWN = "This act was begun before, and nobody saw its end. Look first."


class Saved(Struct):
    """All of a simulator but its session: the world, and what came of each act by its id."""

    world: SavedWorld
    surface: str
    acts: int
    deliveries: dict[str, Delivery]
    random: Any
    concealed: list[int]


class _File(Sealed, forbid_unknown_fields=True, kw_only=True):
    """What `save` writes. The session's words are taken as they are: it never holds a secret."""

    simulator: Any
    session: Any


class Simulator:
    """A world that is looked at and acted on through the port of all environments; of an app, as it begins.

    `secrets` are filled in where an action names one. `faults` go wrong by their plan, drawn from `seed`. The world's clock
    moves by `wait`, and whenever whoever holds the clock moves it. Threads may share it: each look, act and save sees the world
    as it is between two acts.
    """

    def __init__(
        self,
        world: World | App,
        *,
        clock: Clock | None = None,
        surface: str = "main",
        secrets: Mapping[str, str] | None = None,
        faults: FaultPlan | None = None,
        seed: int = 0,
    ) -> None:
        if isinstance(world, App):
            world = world.world(clock)
        elif clock is not None:
            world.clock = clock
        self.world, self.surface = world, surface
        self.faults = Faults(faults, seed)
        self.deliveries: dict[str, Delivery] = {}
        self.acts = 0
        self.concealed: set[int] = set()  # numbers of widgets that got secrets too short to be found again
        self._seen: list[Widget] = []
        self._look: Observation | None = None
        self._looked_at = -1
        self._closed = False
        self._lock = threading.RLock()  # held for a whole look, act or save
        if secrets is not None:
            world.secrets = dict(secrets)
        self.session = Session(secrets=world.secrets)
        self.faults.begin(world)

    @classmethod
    def from_dump(
        cls,
        dump: str | os.PathLike[str] | bytes,
        format: str | None = None,
        *,
        clock: Clock | None = None,
        limits: Limits | None = None,
        **options: Any,
    ) -> Simulator:
        """A world that begins as a dump shows it; raises what `lumos_layer.read` raises."""
        return cls.from_observation(read(dump, format, limits=limits), clock=clock, **options)

    @classmethod
    def from_observation(cls, observation: Observation, *, clock: Clock | None = None, **options: Any) -> Simulator:
        """A world that begins as an observation shows it."""
        options.setdefault("surface", observation.surface)
        return cls(World(observation.draft(), _DIALECTS[observation.format], clock), **options)

    @classmethod
    def from_app(cls, app: App, *, clock: Clock | None = None, **options: Any) -> Simulator:
        """The app as it begins."""
        return cls(app, clock=clock, **options)

    @property
    def clock(self) -> Clock:
        """The world's clock: whoever waits for the world waits on it."""
        return self.world.clock

    @property
    def capabilities(self) -> Capabilities:
        world = self.world
        actions = frozenset(PERFORM)
        return Capabilities(actions=actions, windows=True, apps=world.programs, urls=bool(world.pages), clock=True)

    def observe(self) -> Observation:
        with self._lock:
            self._check_open()
            world = self.world
            world.catch_up()
            if self._look is None or self._looked_at != world.revision:
                self._look = self.session.adopt(self._draft(), world.format, self.surface)
                self._looked_at = world.revision
                self._seen = world.order()
                world.was_seen(self._look.hit_test)
            return self._look

    def _draft(self) -> Draft:
        """What there is to see: fields that show a part of a secret keep it to themselves, and no copied part is told elsewhere."""
        world = self.world
        draft = world.draft()
        telling = [widget.index for widget in confiding.telling(world)]
        if telling:
            conceal(draft, telling)
        if world.confided.parts:
            self.session.learn(self._known())
        return draft

    def _known(self) -> dict[str, str]:
        return confiding.known(self.world.secrets, self.world.confided.parts, shown=True)

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        """Carry the action out once; an id seen before gets its first delivery, marked `again`: at once, or when it is there.

        Raises BadOption for an id that is none; Crash and others by the plan of faults only.
        """
        with self._lock:
            return self._performed(identified(action_id), action)

    def recall(self, action_id: str) -> Delivery | None:
        """The first delivery of the act; None: this world, as it is or was saved, has never seen it."""
        with self._lock:
            return self.deliveries.get(action_id)

    def _performed(self, action_id: str, action: GroundedAction) -> Delivery:
        self._check_open()
        done = self.deliveries.get(action_id)
        if done is not None:
            return replace(done, again=True)
        kind = getattr(action.action, "type", "")
        if kind not in PERFORM:
            return self._record(Delivery(action_id=action_id, status="refused", reason="unsupported", note=f"No {kind!r} here."))
        if problem := out_of_date(action, self._look):
            return self._record(Delivery(action_id=action_id, status="refused", reason="stale", note=problem))
        self.acts += 1
        self._protect(action)
        self.world.catch_up()
        self.world.notes.clear()
        striking = self.faults.at(self.acts, kind)
        self._strike_before(striking, action)
        return self._carry_out(action_id, action, striking)

    def _protect(self, action: GroundedAction) -> None:
        """A field in which a secret would not be known again is not shown: a short one, one cut off, one among other words."""
        text = getattr(action.action, "text", None)
        widget = self._widget(action.spot)
        if not isinstance(text, Secret) or not action.ref or widget is None:
            return
        secret = self.world.secrets.get(text.secret, "")
        limit = None if widget.traits is None else widget.traits.limit
        added = action.action.verb() == "type_text" and bool(widget.node.value) and len(secret) < SURE
        if len(secret.strip()) < SHORTEST or added or (limit is not None and limit < len(secret)):
            self.session.protect(action.ref)
            self.concealed.add(widget.number)

    def forget(self) -> None:
        """Make every ref stale, as after a person has had the surface: nothing can be done before the next look."""
        self.session.forget(self.surface)
        self._look = None

    def close(self) -> None:
        self._closed = True

    def save(self) -> bytes:
        """Everything as JSON, the refs that were given too. In place of each secret stands its name."""
        with self._lock:
            world, random = saving.save(self.world), self.faults.random.getstate()
            saved = Saved(world, self.surface, self.acts, self.deliveries, random, sorted(self.concealed))
            hidden = self.concealed | {widget.number for widget in confiding.telling(self.world)}
            kept = saving.without_secrets(saved, self.world.secrets, hidden)
            return sealed(_File(kind=_KIND, version=_VERSION, simulator=kept, session=msgspec.Raw(self.session.dump())))

    @classmethod
    def load(
        cls,
        saved: bytes,
        *,
        clock: Clock | None = None,
        secrets: Mapping[str, str] | None = None,
        faults: FaultPlan | None = None,
        app: App | None = None,
    ) -> Simulator:
        """A simulator that goes on where another was saved, with the app that it had; refs stay what they are.

        `secrets` are put back where they stood. Before it acts it has to be looked at. Raises DamagedWorld for what is cut, was
        changed since it was saved, contradicts itself or comes from another version.
        """
        try:
            file = opened(saved, _File, _KIND, _VERSION)
            found = saving.with_secrets(file.simulator, Saved, secrets or {})
            session = Session.restore(msgspec.json.encode(file.session), secrets)
            made = cls(saving.load(found.world, clock, secrets), surface=found.surface, secrets=secrets)
            version, numbers, gauss = found.random
            made.faults.random.setstate((version, tuple(numbers), gauss))
            check_seal(file)
        except SealBroken as broken:
            raise DamagedWorld(broken.problem, broken.remedy) from None
        except (msgspec.MsgspecError, DamagedSession) as error:
            raise DamagedWorld(str(error)) from None
        except _DAMAGE as error:
            raise DamagedWorld(f"{type(error).__name__}: {error}") from error
        if app is not None:
            of = made.world.stage.app
            if of != app.name:
                raise DamagedWorld(f"it is a world of {of or 'a dump'}, not of {app.name}", "Give the app that it was saved with.")
            app.join(made.world)
        made.faults.plan = faults or FaultPlan()
        made.acts, made.deliveries, made.concealed = found.acts, found.deliveries, set(found.concealed)
        made.session = session
        return made

    def _carry_out(self, action_id: str, action: GroundedAction, striking: list[Fault]) -> Delivery:
        self.deliveries[action_id] = Delivery(action_id=action_id, status="uncertain", note=_UNKNOWN)
        lost = any(isinstance(fault, Lost) for fault in striking)
        times = 0 if lost else 2 if any(isinstance(fault, Duplicated) for fault in striking) else 1
        half = any(isinstance(fault, Crashed) and fault.when == "during" for fault in striking)
        try:
            for time in range(times):
                try:
                    perform(self.world, _halved(self._order(action)) if half else self._order(action))
                except Refusal:
                    if not time:
                        raise  # what comes a second time may find nothing any more; it has arrived all the same
        except Refusal as refusal:
            return self._record(Delivery(action_id=action_id, status="refused", reason=refusal.reason, note=refusal.note))
        if half:
            raise Crash("The program died in the middle of the act.")
        if any(isinstance(fault, Broken) for fault in striking):
            raise EnvironmentFailed("The adapter broke down after it had sent the act.")
        delivery = self._record(Delivery(action_id=action_id, status="delivered", note=" ".join(self.world.notes)))
        if any(isinstance(fault, Crashed) for fault in striking):
            raise Crash("The program died right after the act.")
        return delivery

    def _strike_before(self, striking: list[Fault], action: GroundedAction) -> None:
        for fault in striking:
            if isinstance(fault, Crashed) and fault.when == "before":
                raise Crash("The program died before the act.")
            if isinstance(fault, Broken) and not fault.done:
                raise NotSent("the adapter broke down")
            fault.before(self.world, self._widget(action.spot), self.faults.random)

    def _order(self, action: GroundedAction) -> Order:
        spot, end = action.spot, action.end
        return Order(
            action.action,
            self._widget(spot),
            None if spot is None else spot.point,
            self._widget(end),
            None if end is None else end.point,
        )

    def _widget(self, spot: Spot | None) -> Widget | None:
        """What stood at that place at the latest look, if it is still there."""
        if spot is None or spot.node_id is None or spot.node_id >= len(self._seen):
            return None
        widget = self._seen[spot.node_id]
        return widget if self.world.alive(widget) else None

    def _record(self, delivery: Delivery) -> Delivery:
        if delivery.note:
            delivery = replace(delivery, note=without(delivery.note, self._known()))
        self.deliveries[delivery.action_id] = delivery
        return delivery

    def _check_open(self) -> None:
        if self._closed:
            raise EnvironmentClosed("This environment has been closed. Make another.")


def _halved(order: Order) -> Order:
    """Of typed words only the first half arrives; another act arrives whole, and nobody hears of it."""
    text = getattr(order.action, "text", None)
    if not isinstance(text, str):
        return order
    return Order(order.action.model_copy(update={"text": text[: len(text) // 2]}), order.widget, order.point)

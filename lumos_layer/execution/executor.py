"""From an action document to its outcome."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from threading import RLock
from typing import Any

import orjson

from lumos_layer.actions import BaseAction, Envelope
from lumos_layer.actions.base import against
from lumos_layer.actions.coercion import coerce
from lumos_layer.actions.observe import Observe
from lumos_layer.actions.outcomes import Aborted, Done, Failed, NoEffect, Outcome, Rejected, Unknown, rejected
from lumos_layer.actions.reading import read_action
from lumos_layer.actions.wait import Wait
from lumos_layer.actions.wait_for import WaitFor
from lumos_layer.actions.wait_for_change import WaitForChange
from lumos_layer.environments.clock import Clock, SystemClock
from lumos_layer.environments.port import Environment, arrived
from lumos_layer.errors import Forgets
from lumos_layer.execution.acting import TAKEN, Act, Means
from lumos_layer.execution.arrivals import belied, shows
from lumos_layer.execution.differing import Differing
from lumos_layer.execution.meaning import refs_of
from lumos_layer.execution.memory import Begun, Memory, OutcomesInMemory
from lumos_layer.execution.reaching import was_given
from lumos_layer.execution.sending import Broke, Stopped, valid
from lumos_layer.execution.settling import Patience
from lumos_layer.execution.waiting import holds
from lumos_layer.perception.blueprint import Boxes
from lumos_layer.perception.observation import AskedView, Observation
from lumos_layer.tree.collection import put_off

_REMEMBERED = 16  # looks that a planner may choose an action by
_CANCELLED = "aborted_by_user: a person has had the surface since it was asked for. It was not done, and will not be."
_LOOK_FIRST = "A person has had the surface since the last look; look first."
_ARRIVED = "It had arrived before anybody could look; nothing was done now."
_BEGUN = "It was begun before, and nobody has written down what came of it: it may have been sent."


class Executor:
    """Carries out one action at a time on an environment, and says what came of it. It never raises for what an environment does.

    `memory` keeps outcomes by action id. `strict` refuses what would have to be mended to be an action. `view`, `boxes` and
    `budget` say what blueprint the planner is shown: the delta of an outcome is told in its terms.
    """

    def __init__(
        self,
        environment: Environment,
        clock: Clock | None = None,
        *,
        memory: Memory | None = None,
        strict: bool = False,
        patience: Patience | None = None,
        view: AskedView = "full",
        boxes: Boxes = "none",
        budget: int | None = None,
    ) -> None:
        self.environment = environment
        self._means = Means(environment, clock or SystemClock(), patience or Patience(), memory or OutcomesInMemory())
        self._strict = strict
        self._view, self._boxes, self._budget = view, boxes, budget
        self._shown: dict[str, Observation] = {}
        self._acted_on: dict[str, frozenset[str]] = {}  # refs, by the id of the look since which they were
        self._latest: Observation | None = None
        self._seen_in = self._means.hands()
        self._one_at_a_time = RLock()
        self._open = False  # the act at hand was sent, and a person has the surface before anybody could look
        self._left_open: dict[str, Outcome] = {}  # what was said of such acts, by id, as long as nobody has looked

    @property
    def latest(self) -> Observation | None:
        """The last look that a planner has been shown, or that an outcome names in `after`."""
        return self._latest

    def observe(self) -> Observation:
        """Look, to show it to a planner. Raises Broke if the environment cannot."""
        with self._one_at_a_time:
            observation = self._means.look_afresh()
            self.saw(observation)
            return observation

    def saw(self, observation: Observation) -> None:
        """Take note of a look that was made elsewhere and shown to a planner, so that actions may be chosen by it."""
        self._latest, self._seen_in = observation, self._means.hands()
        self._shown.pop(observation.id, None)
        self._shown[observation.id] = observation
        while len(self._shown) > _REMEMBERED:
            del self._shown[next(iter(self._shown))]

    def run(self, document: Any, action_id: str | None = None) -> Outcome:
        """Carry out an action: a document, an `Envelope` or an action model; or a model's answer as text.

        `action_id`, or that of the envelope, makes it done at most once: an id seen before gets its first outcome, and nothing is
        done. Of an act that was sent right before a person took the surface nothing is kept but that it was begun: asked for again
        when they have given it back, it is looked for, and what came of it is said then. An action is refused unless what it names
        is still what the planner meant in the look that it was chosen by. Threads that call at once are served one after the other.
        """
        hands = self._means.hands()
        with self._one_at_a_time:
            return self._run(document, action_id, hands)

    def _run(self, document: Any, action_id: str | None, hands: int) -> Outcome:
        if action_id is not None and not _is_id(action_id):
            message = f"`action_id`: {action_id!r:.60} is no id; give a text that is not empty."
            return rejected([against("invalid", message, "action_id")])
        read = self._read(document)
        if isinstance(read, Rejected):
            return read if action_id is None else read.model_copy(update={"action_id": action_id})
        action, envelope, notes = read
        id = action_id or (envelope.action_id if envelope is not None else uuid.uuid4().hex)
        known = self._means.memory.find(id)
        before = envelope.observation if envelope is not None else ""
        outcome: Outcome
        self._open = False
        if known is None:
            outcome = self._stopped(action, id, before, hands) or self._first_outcome(action, envelope, id, notes)
        elif isinstance(known, Begun):
            outcome = self._begun(action, envelope, id, notes)
        else:
            return known
        if self._open:
            return self._left_open.setdefault(id, outcome)
        self._left_open.pop(id, None)
        self._means.memory.end(id, outcome)
        return outcome

    def _begun(self, action: BaseAction, envelope: Envelope | None, id: str, notes: list[str]) -> Outcome:
        """What has become of an act that was begun, and of which nobody saw what came: as the environment recalls it, after a
        look; sent only if it has never arrived."""
        before = envelope.observation if envelope is not None else ""
        if self._means.stopped() is not None:
            self._open = True
            return Unknown(action_id=id, before=before, why=TAKEN)
        try:
            recorded = arrived(self._means.environment, id)
        except Forgets:
            return self._looked_at(Unknown(action_id=id, before=before, why=_BEGUN))
        if recorded is None:
            return self._first_outcome(action, envelope, id, notes)
        delivery = valid(id, recorded)
        match delivery.status:
            case "refused":
                reason = delivery.reason or "unsupported"
                return rejected([against(reason, delivery.note or f"The surface refused: {reason}.", "")], (), id, before)
            case "uncertain":
                return self._looked_at(Unknown(action_id=id, before=before, why=f"{_BEGUN} {delivery.note}".strip()))
        return self._arrived(action, id, before)

    def _arrived(self, action: BaseAction, id: str, before: str) -> Outcome:
        """Done, unless a look shows the contrary; `seen` only where the look shows what was asked for."""
        outcome = self._looked_at(Done(action_id=id, before=before, note=_ARRIVED, seen=False))
        if self._latest is None or not outcome.after:
            return outcome
        objection = belied(action, self._latest, self._means.restless)
        if objection:
            return Unknown(action_id=id, before=before, after=outcome.after, why=f"{_ARRIVED} {objection}")
        return outcome.model_copy(update={"seen": shows(action, self._latest, self._means.restless)})

    def _looked_at(self, outcome: Done | Unknown) -> Done | Unknown:
        """The outcome with a look after it, if anybody can look."""
        try:
            now = self._means.look_afresh()
        except Stopped:
            self._open = True
            return outcome
        except Broke:
            return outcome
        self.saw(now)
        return outcome.model_copy(update={"after": now.id})

    def _stopped(self, action: BaseAction, id: str, before: str, hands: int) -> Outcome | None:
        """What an act comes to that may not be begun, for a person has the surface, or has had it since it was asked for."""
        if self._means.hands() != hands:
            return Aborted(action_id=id, before=before, why=_CANCELLED)
        stopped = self._means.stopped()
        return None if stopped is None or action.control else stopped.outcome(id, before, begun=False)

    # What is asked

    def _read(self, document: Any) -> tuple[BaseAction, Envelope | None, list[str]] | Rejected:
        if isinstance(document, BaseAction | Envelope):
            return (document.action, document, []) if isinstance(document, Envelope) else (document, None, [])
        letter = self._latest.letter if self._latest is not None else None
        coerced = coerce(document, strict=self._strict, letter=letter)
        if isinstance(coerced, Rejected):
            return coerced
        read = read_action(coerced.document)
        if isinstance(read, Rejected):
            return read
        kinds = ", ".join(coerced.counts)
        return read[0], read[1], [f"The action was mended to be one: {kinds}."] if kinds else []

    def _first_outcome(self, action: BaseAction, envelope: Envelope | None, id: str, notes: list[str]) -> Outcome:
        if action.control:
            message = f"{action.verb()} is answered by the run or by a person, not by the screen."
            return rejected([against("unsupported", message, "type")], action_id=id)
        then = self._latest if envelope is None else self._shown.get(envelope.observation)
        if envelope is not None and then is None:
            return _stale(
                f"It was chosen by the look {envelope.observation}, which is not known any more; look again.", id, envelope
            )
        match action:
            case Observe():
                return self._after_waiting(action, id, then, notes, iter(()), None)
            case Wait(seconds=seconds):
                return self._after_waiting(action, id, then, notes, iter((seconds,)), None)
            case WaitForChange(seconds=seconds) | WaitFor(seconds=seconds):
                return self._after_waiting(action, id, then, notes, self._pauses(seconds), seconds)
        return self._acted(action, envelope, id, then, notes)

    def _acted(self, action: BaseAction, envelope: Envelope | None, id: str, then: Observation | None, notes: list[str]) -> Outcome:
        if self._seen_in != self._means.hands():
            return _stale(_LOOK_FIRST, id, envelope)
        own = self._acted_on.get(then.id, frozenset()) if then is not None else frozenset()
        act = Act(self._means, action, id, then, lambda after: self._delta(then, after), own)
        act.notes += notes
        outcome = act.run()
        self._open = act.taken
        if not isinstance(outcome, Rejected):
            named = frozenset(refs_of(action))
            self._acted_on = {look: self._acted_on.get(look, frozenset()) | named for look in self._shown}
        if act.after is not None:
            self.saw(act.after)
        return outcome

    # Looking and waiting

    def _after_waiting(
        self, action: BaseAction, id: str, then: Observation | None, notes: list[str], pauses: Iterator[float], most: float | None
    ) -> Outcome:
        """Let time pass, until what is waited for is so; then look."""
        clock, begun = self._means.clock, False
        try:
            now = self._means.look_afresh()
            base = then or now
            begun = True
            refused = self._not_to_be_waited_for(action, id, base, now)
            if refused is not None:
                return refused
            done = most is None or self._is_so(action, base, now)
            while not (done and most is not None) and (pause := next(pauses, None)) is not None:
                clock.sleep(pause)
                now = self._means.look_on()
                done = most is None or self._is_so(action, base, now)
        except Stopped as stopped:
            return stopped.outcome(id, then.id if then else "", begun=begun)
        except Broke as problem:
            return Failed(action_id=id, before=then.id if then else "", error=f"Nobody could look: {problem}")
        self.saw(now)
        if not done:
            advice = f"It did not come about within {most:g} seconds. Look for what is in the way, or wait for something else."
            return NoEffect(action_id=id, before=base.id, after=now.id, advice=advice)
        return Done(action_id=id, before=base.id, after=now.id, delta=self._delta(base, now), note=" ".join(notes))

    def _is_so(self, action: BaseAction, base: Observation, now: Observation) -> bool:
        if isinstance(action, WaitFor):
            return holds(action.condition, now)
        return self._means.restless.telling(Differing(base, now))

    def _not_to_be_waited_for(self, action: BaseAction, id: str, base: Observation, now: Observation) -> Rejected | None:
        """A ref that was never given to anything can be waited for in vain."""
        ref = getattr(getattr(action, "condition", None), "ref", None)
        if ref is None or ref in now.refs or was_given(ref, now):
            return None
        return rejected([against("not_found", f"No element has the ref {ref}.", "condition.ref")], (), id, base.id)

    def _pauses(self, seconds: float) -> Iterator[float]:
        left = seconds
        for pause in self._means.settler.pauses():
            if left <= 0:
                return
            yield min(pause, left)
            left -= pause

    # What is known

    def _delta(self, then: Observation | None, after: Observation) -> Any:
        if then is None:
            return None
        if then is after:
            return {"since": then.id, "same": True}
        with put_off():
            return orjson.loads(after.since(then, view=self._view, boxes=self._boxes, budget=self._budget).json())


def _is_id(action_id: object) -> bool:
    return isinstance(action_id, str) and bool(action_id)


def _stale(message: str, id: str, envelope: Envelope | None) -> Rejected:
    field, before = ("observation", envelope.observation) if envelope is not None else ("", "")
    return rejected([against("stale", message, field)], action_id=id, before=before)

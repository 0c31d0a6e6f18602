"""One act: found on the present screen, sent, looked at, judged, mended where a field holds other text than asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from dataclasses import replace
from itertools import islice

from pydantic import JsonValue

from lumos_layer.actions.base import BaseAction, against
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Done, Failed, NoEffect, Outcome, Rejected, Unknown, rejected
from lumos_layer.actions.violation import Violation
from lumos_layer.environments.clock import Clock
from lumos_layer.environments.port import Capabilities, Delivery, Environment
from lumos_layer.execution.differing import Differing
from lumos_layer.execution.doubt import doubts
from lumos_layer.execution.effects import holds_already, judge
from lumos_layer.execution.meaning import changed_since, refs_of
from lumos_layer.execution.memory import Memory
from lumos_layer.execution.mending import Mender
from lumos_layer.execution.reaching import Known, against_reaching, into_view, unseen
from lumos_layer.execution.restless import Restless
from lumos_layer.execution.scene import Scene
from lumos_layer.execution.sending import Broke, Sender, Stopped, Time
from lumos_layer.execution.settling import Patience, Settled, Settler, busy_in
from lumos_layer.execution.signs import is_by_chance, is_slight, shows_itself
from lumos_layer.execution.unexpected import unexpected
from lumos_layer.execution.verdict import Verdict
from lumos_layer.perception.observation import Observation
from lumos_layer.plugins import whole
from lumos_layer.surface import Controlled
from lumos_layer.tree.collection import put_off

_LOOKS_IN_DOUBT = 4  # that tell what changes all the time from what has become another
_ALREADY = "It was so already; nothing was sent."
_SCROLLED = "It was scrolled into view first."
_MENDED = "The field was mended to hold exactly this."
_NOTHING = "Nothing that can be seen came of it. Look again, wait, or try another way; the same action will do no better."
TAKEN = "It was sent, and a person took the surface before anybody could see what came of it."
_UNREST = "The screen did not come to rest."
_STIRS = "It was sent, and the screen changes by itself: nothing on it says what came of the act."
_BY_CHANCE = "Something else on the screen has changed since, and nothing says that it came of the act."
_UNSURE = "It may have been sent"
_SENT_BEFORE = "It was sent before under this id, nothing was done now, and nobody saw what came of it"
_DONE_BEFORE = "It had been carried out before under this id; nothing was done now."


class Means:
    """What acts are carried out with, the same for all acts of an executor."""

    def __init__(self, environment: Environment, clock: Clock, patience: Patience, memory: Memory) -> None:
        self.environment, self.patience, self.memory = environment, patience, memory
        self.sender, self.restless = Sender(environment), Restless()
        self.clock = Time(clock, self.sender.looking)
        self.settler = Settler(self.look, self.clock, patience, self.restless)

        self._last: Observation | None = None
        self._last_hands, self._still_since = 0, 0.0

    def hands(self) -> int:
        """A number that grows whenever a person has had the surface; 0 where none ever has."""
        return self.environment.person_epoch if isinstance(self.environment, Controlled) else 0

    def stopped(self) -> Stopped | None:
        """What keeps everybody from looking and acting right now; None if nothing does."""
        if isinstance(self.environment, Controlled):
            try:
                with self.sender.looking():
                    self.environment.check()
            except Stopped as problem:
                return problem
            except Broke:  # whoever looks next is told of it
                return None
        return None

    def look(self) -> Observation:
        """Look. Raises Broke if nobody can."""
        with self.sender.looking():
            seen: object = self.environment.observe()
        if not isinstance(seen, Observation):
            raise Broke(f"The environment gave no observation but a {type(seen).__name__}.")
        self._last, self._last_hands, self._still_since = seen, self.hands(), self.clock.now()
        return seen

    def can(self) -> frozenset[str]:
        """The types of actions that the environment can carry out. Raises Broke if it cannot say."""
        with self.sender.looking():
            return whole("environment", self.environment.capabilities, Capabilities).actions

    def look_afresh(self) -> Observation:
        """Look, nothing having been done here since the last look: what has changed since changed by itself, or a person did it."""
        last, hands, since = self._last, self._last_hands, self._still_since
        now = self.look_on()
        if last is not None and hands == self._last_hands:
            self.restless.learn(Differing(last, now), self.clock.now() - since)
        return now

    def look_on(self) -> Observation:
        """Look while waiting: as long as nothing changes that says anything, the screen stands still."""
        last, hands, since = self._last, self._last_hands, self._still_since
        now = self.look()
        if last is not None and hands == self._last_hands and not self.restless.telling(Differing(last, now)):
            self._still_since = since
        return now


class Act:
    """One action on its way. `then` is the look that it was chosen by, None if nobody said; `delta` tells what changed since.

    `own` are the refs of what the same planner has acted on since `then`.
    """

    def __init__(
        self,
        means: Means,
        action: BaseAction,
        action_id: str,
        then: Observation | None,
        delta: Callable[[Observation], JsonValue],
        own: Collection[str] = (),
    ) -> None:
        self.means, self.action, self.id, self.then, self._delta, self._own = means, action, action_id, then, delta, own
        self.notes: list[str] = []
        self._rested = False  # the screen stood still before it was sent
        self._late = False  # nothing came of it at once
        self._passed = False  # what came of it is gone again
        self.after: Observation | None = None  # the last look
        self.taken = False  # it was sent, and a person came before anybody could look

    @property
    def _before(self) -> str:
        return self.then.id if self.then is not None else self.after.id if self.after is not None else ""

    def run(self) -> Outcome:
        """Carry it out and say what came of it. Whatever breaks on the way is an outcome."""
        try:
            self.after = self.means.look_afresh()
            doubt = self._in_doubt()
        except Broke as problem:
            return self._unbegun(problem)
        try:
            found = self._found(self.after, doubt)
        except Stopped as stopped:
            return stopped.outcome(self.id, self._before, begun=True)
        except Broke as problem:
            return Failed(action_id=self.id, before=self._before, error=str(problem))
        if isinstance(found, Rejected):
            return found
        if holds_already(Scene(found, self.after, self.after, self.means.restless)):
            return self._done(Verdict("met", _ALREADY), "", self.after)
        return self._sent(found, self.after)

    # Before

    def _unbegun(self, problem: Broke) -> Outcome:
        if isinstance(problem, Stopped):
            return problem.outcome(self.id, self._before, begun=False)
        return Failed(action_id=self.id, before=self._before, error=f"Nobody could look: {problem}")

    def _in_doubt(self) -> list[Violation]:
        """What speaks against its belonging still to what it was chosen for, once it stands still; if ever it does."""
        for pause in islice(self.means.settler.pauses(), _LOOKS_IN_DOUBT):
            last = self.after
            if not self._doubts(self.then):
                return []
            self.means.clock.sleep(pause)
            self.after = self.means.look_afresh()
            if not self._doubts(last):
                return self._doubts(self.then)
        return []

    def _doubts(self, then: Observation | None) -> list[Violation]:
        if then is None or self.after is None:
            return []
        return doubts(self.action, then, self.after, self.means.restless.knows, self._own)

    def _found(self, now: Observation, doubt: list[Violation], scrolled: bool = False) -> GroundedAction | Rejected:
        """The action on the present screen, if it is still what was meant, and can be reached."""
        verb = self.action.verb()
        if verb not in self.means.can():
            return self._refused([against("unsupported", f"This surface cannot do {verb}.", "type")])
        hidden = [found for ref in refs_of(self.action) if (found := unseen(ref, now)) is not None]
        if hidden and verb == "scroll_into_view":
            shown = into_view(next(refs_of(self.action)), hidden[0][0], now)
            return replace(shown, action=self.action, action_id=self.id)
        outdated = changed_since(self.action, self.then, now, self.means.restless.knows) if self.then is not None else []
        outdated = outdated or doubt
        with put_off():  # a hit test makes very many boxes
            grounded = validate(self.action, now, session=Known(self.then, now), observation_id=now.id)
            violations = outdated + self._against(grounded, now, [violation for _, violation in hidden])
        if not violations and isinstance(grounded, GroundedAction):
            return replace(grounded, action_id=self.id)
        may_scroll = not scrolled and not outdated and all(each.reason == "not_visible" for each in violations)
        scrolled_to = self._scrolled(now, hidden) if may_scroll else None
        if scrolled_to is not None:
            return self._found(scrolled_to, [], scrolled=True)
        return self._refused(violations, grounded.nearest if isinstance(grounded, Rejected) else ())

    def _against(self, grounded: GroundedAction | Rejected, now: Observation, hidden: list[Violation]) -> list[Violation]:
        """All that stands against it on this look; of what is there and not shown it is said why, not that it is not found."""
        if isinstance(grounded, GroundedAction):
            return hidden or against_reaching(grounded, now)
        fields = {violation.field for violation in hidden}
        return hidden + [each for each in grounded.violations if each.field not in fields]

    def _scrolled(self, now: Observation, hidden: list[tuple[int, Violation]]) -> Observation | None:
        """The look in which what is meant has been brought into view; None if the environment cannot do that."""
        refs = list(refs_of(self.action))
        node: int | None = hidden[0][0] if hidden else now.refs.get(refs[0]) if refs else None
        if "scroll_into_view" not in self.means.can() or len(refs) != 1 or node is None:
            return None
        delivery = self.means.sender.send(f"{self.id}.scroll", into_view(refs[0], node, now))
        if delivery.status == "refused" or delivery.again:
            return None
        self.after = self.means.settler.settle(busy_in(now)).observation
        self.notes.append(_SCROLLED)
        return self.after

    # Afterwards

    def _sent(self, grounded: GroundedAction, now: Observation) -> Outcome:
        self.means.memory.begin(self.id)
        self._rested = self.means.restless.acted()
        try:
            delivery = self.means.sender.send(self.id, grounded)
        except Stopped as stopped:
            return stopped.outcome(self.id, self._before, begun=True)
        except Broke as problem:
            return Failed(action_id=self.id, before=self._before, after=now.id, error=str(problem))
        if delivery.status == "refused":
            reason = delivery.reason or "unsupported"
            return self._refused([against(reason, delivery.note or f"The surface refuses: {reason}.", "")])
        try:
            scene, verdict, settled = self._judged(grounded, now)
            if verdict.kind == "wrong" and not _doubt(delivery):
                scene, verdict = self._mended(scene, verdict, settled)
        except Stopped:
            self.taken = True
            return Unknown(action_id=self.id, before=self._before, why=TAKEN)
        except Broke as problem:
            why = f"It was sent, and nobody could look afterwards: {problem}"
            return Unknown(action_id=self.id, before=self._before, why=why)
        if not settled.still:
            self.notes.append(_UNREST)
        self.means.restless.came_of(Differing(now, scene.after))
        return self._outcome(scene, verdict, delivery)

    def _judged(self, grounded: GroundedAction, now: Observation) -> tuple[Scene, Verdict, Settled]:
        """What came of it, once the screen stands still; what does not show at once is waited for."""
        means, busy = self.means, busy_in(now)
        settled = means.settler.settle(busy)
        begun = means.clock.now()
        scene = self._scene(grounded, now, settled.observation, settled)
        verdict = judge(scene)
        for pause in self._pauses(begun):
            if verdict.kind not in ("unmet", "wrong", "untold") or (verdict.kind == "untold" and settled.moving):
                break
            means.clock.sleep(pause)
            look = means.look()
            if look is scene.after:
                continue
            settled, self._late = means.settler.settle(busy), True
            scene = self._scene(grounded, now, settled.observation, settled)
            verdict = judge(scene)
        scene, verdict = self._lasting(scene, verdict, settled)
        self.after = scene.after
        return scene, verdict, settled

    def _lasting(self, scene: Scene, verdict: Verdict, settled: Settled) -> tuple[Scene, Verdict]:
        """The same, once it has lasted where nothing but the time at which it came says that it is the act's doing.

        What goes on changing by itself is none, unless more than texts changes, and all stood still before it was sent.
        """
        means = self.means
        slight = is_slight(scene) or means.restless.marks_of((scene.differing,)) is not None
        if verdict.kind != "changed" or not settled.still or (self._rested and not slight) or shows_itself(scene):
            return scene, verdict
        patience = means.patience
        last, came = means.settler.look_on(scene.after, patience.effect if self._late and not self._rested else patience.sure)
        if not means.settler.goes_on(came):
            later = self._scene(scene.grounded, scene.before, last, settled)
            judged = judge(later)
            self._passed = judged.kind not in ("met", "changed")
            return (scene, verdict) if self._passed else (later, judged)
        turning = means.restless.marks_of(came)
        if turning is None and self._rested:
            self._passed = slight
            return scene, verdict
        unrest = Scene(scene.grounded, scene.before, last, means.restless, moving=turning is None, turning=turning or frozenset())
        judged = judge(unrest)
        means.restless.learn_all(came)
        return unrest, judged

    def _scene(self, grounded: GroundedAction, before: Observation, after: Observation, settled: Settled) -> Scene:
        """The act between two looks. What stood still before it was sent, and moves since, does so because of it."""
        moving, turning = (False, frozenset[Hashable]()) if self._rested else (settled.moving, settled.turning)
        stirring = self.means.restless.stirs(self._late)
        return Scene(grounded, before, after, self.means.restless, moving=moving, stirring=stirring, turning=turning)

    def _pauses(self, begun: float) -> Iterator[float]:
        for pause in self.means.settler.pauses():
            if self.means.clock.now() - begun >= self.means.patience.effect:
                return
            yield pause

    def _mended(self, scene: Scene, verdict: Verdict, settled: Settled) -> tuple[Scene, Verdict]:
        """The field holds what was asked, where that could be brought about; else what it holds stays as it is said."""
        ref = scene.grounded.ref
        if verdict.mend is None or ref is None:
            return scene, verdict
        mender = Mender(ref, verdict.mend, self.means.can(), self._one_more)
        mended = mender.mended(scene.after)
        last = self._scene(scene.grounded, scene.before, self.after or scene.after, settled)
        if mended is None:
            return last, judge(last) if judge(last).kind == "wrong" else verdict
        return last, Verdict("met", f"{verdict.said} {_MENDED}")

    def _one_more(self, step: str, grounded: GroundedAction) -> Observation | None:
        delivery = self.means.sender.send(f"{self.id}.{step}", grounded)
        if delivery.status != "delivered" or self.after is None:
            return None
        self.after = self.means.settler.settle(busy_in(self.after)).observation
        return self.after

    # In words

    def _outcome(self, scene: Scene, verdict: Verdict, delivery: Delivery) -> Outcome:
        mismatch = " ".join(filter(None, (verdict.mismatch, unexpected(scene))))
        doubt = _doubt(delivery)
        if doubt and verdict.kind != "met":
            return self._unknown(f"{doubt}: {delivery.note}" if delivery.note else f"{doubt}.", scene.after)
        self.notes += filter(None, (_DONE_BEFORE if delivery.again else "", delivery.note))
        if verdict.kind == "untold":
            return self._unknown(" ".join(filter(None, (_STIRS, verdict.said, mismatch, *self.notes))), scene.after)
        if verdict.kind in ("met", "changed", "unseen"):
            by_chance = verdict.kind == "changed" and is_by_chance(scene, late=self._late or self._passed)
            if by_chance:
                self.notes.append(_BY_CHANCE)
                self.means.restless.suspect(scene.after.tree, scene.signs)
            seen = not by_chance and (verdict.kind != "unseen" or (scene.changed and not scene.stirs))
            return self._done(verdict, mismatch, scene.after, seen)
        if verdict.kind == "unmet" and not scene.stirs and (not scene.changed or scene.only_focus_moved()):
            return NoEffect(action_id=self.id, before=self._before, after=scene.after.id, advice=self._advice(verdict))
        error = " ".join(filter(None, (verdict.said or "What was asked for is not to be seen.", mismatch, *self.notes)))
        return Failed(action_id=self.id, before=self._before, after=scene.after.id, error=error, delta=self._delta(scene.after))

    def _advice(self, verdict: Verdict) -> str:
        return " ".join([*filter(None, (verdict.said,)), *self.notes, _NOTHING])

    def _done(self, verdict: Verdict, mismatch: str, after: Observation, seen: bool = True) -> Done:
        note = " ".join(filter(None, (*self.notes, verdict.said)))
        return Done(
            action_id=self.id,
            before=self._before,
            after=after.id,
            delta=self._delta(after),
            note=note,
            mismatch=mismatch,
            seen=seen,
        )

    def _unknown(self, why: str, after: Observation) -> Unknown:
        return Unknown(action_id=self.id, before=self._before, after=after.id, why=why, delta=self._delta(after))

    def _refused(self, violations: list[Violation], nearest: tuple[str, ...] = ()) -> Rejected:
        found = rejected(violations, nearest, self.id, self._before)
        advice = " ".join([*self.notes, found.advice])
        return found.model_copy(update={"after": self.after.id if self.after is not None else "", "advice": advice})


def _doubt(delivery: Delivery) -> str:
    """Why a screen that does not show what was asked for tells nothing of the act; empty if it was done just now."""
    if delivery.again:
        return _SENT_BEFORE
    return _UNSURE if delivery.status == "uncertain" else ""

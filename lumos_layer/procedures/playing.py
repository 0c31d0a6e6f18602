"""A planner that goes through a procedure one action at a time where the planner inside calls one, and else is that planner.

Every step is an ordinary plan: it is grounded, judged, asked about and looked at as any other. As soon as a step does not fit the
look, the planner inside is asked again. What a procedure did is seen by others: nothing here says that anything holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lumos_layer.errors import PlannerFailed
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.calling import Call, Offer, call_of
from lumos_layer.planning.plan import Plan, Usage
from lumos_layer.planning.port import Planner, Remembered, Request
from lumos_layer.procedures.book import fitting
from lumos_layer.procedures.filling import against, arguments_of
from lumos_layer.procedures.fitting import Unfit, action_of, missing_after
from lumos_layer.procedures.procedure import Procedure

_CALLS = 3  # in one plan, of procedures that do not fit after all
_OFFERED = 12
_PITFALLS = 3
_CURSOR = "procedure:"
_HAND_BACK = "Go on by single actions, from what the screen shows now."


class Use(BaseModel):
    """Where the planner stands in a procedure: what a cursor says. `step` is the one that was planned last, from 1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    step: int = Field(default=0, ge=0)
    arguments: dict[str, str] = Field(default_factory=dict)
    by_goal: bool = False
    before: str = ""  # the last cursor of the planner inside, and what came of that plan
    came: str = ""

    def cursor(self) -> str:
        return _CURSOR + orjson.dumps(self.model_dump()).decode()


@dataclass(frozen=True)
class Stopped:
    """Why the planner inside goes on. `over`: all steps have been done and show what they were to bring about."""

    use: Use
    why: str
    over: bool = False
    touched: bool = False  # something was done that cannot be undone

    @property
    def said(self) -> str:
        if self.over:
            return f"The procedure {self.use.name} has been gone through. What holds now is to be seen on the screen."
        return f"The procedure {self.use.name} stopped at step {self.use.step}: {self.why} {_HAND_BACK}"


class ProcedurePlanner:
    """Plans as the planner inside does, which is offered the procedures that fit the look and may call one.

    `by_goal`: a procedure that is for just the goal of the run is called at its beginning also where the planner calls none, as
    rules cannot; only in a run that has something to show in the end, since nothing else says that a procedure has reached it.
    It keeps nothing: where it stands is what the request remembers.
    """

    def __init__(self, planner: Planner, procedures: Iterable[Procedure], *, by_goal: bool = False) -> None:
        self._planner, self._all, self._by_goal = planner, {each.name: each for each in procedures}, by_goal

    @property
    def name(self) -> str:
        """That of the planner inside."""
        return self._planner.name

    def plan(self, request: Request) -> Plan:
        """The next step of the procedure in use, or what the planner inside plans. Raises PlannerFailed."""
        use = _use_of(request.memory)
        if use is None:
            called = self._called_by_goal(request)
            return self._asked(request, ()) if called is None else called
        made = self._next(use, request)
        if isinstance(made, Plan):
            return made
        if use.by_goal and (made.over or made.touched):
            return _ended(made)
        return self._asked(request, (made,))

    # A procedure in use

    def _next(self, use: Use, request: Request) -> Plan | Stopped:
        """The next step, if the last one came out as it should, and this one fits the look."""
        procedure = self._all.get(use.name)
        if procedure is None or not 1 <= use.step <= len(procedure.steps):
            return Stopped(use, "there is no such procedure any more.", touched=True)
        last, step = _last(request.memory), procedure.steps[use.step - 1]
        touched = any(each.effect == "commits" for each in procedure.steps[: use.step])
        shows = step.expected.element is not None
        if last is None or not (last.outcome == "done" or (last.outcome == "no_effect" and shows)):
            return Stopped(use, f"the act came out as {'nothing' if last is None else last.outcome}.", touched=touched)
        if missing := missing_after(step.expected, request.observation, use.arguments):
            return Stopped(use, f"what it should bring about does not show: {missing}.", touched=touched)
        if use.step == len(procedure.steps):
            return Stopped(use, "", over=True, touched=touched)
        return self._played(procedure, use.model_copy(update={"step": use.step + 1}), request.observation, touched)

    def _played(self, procedure: Procedure, use: Use, look: Observation, touched: bool = False) -> Plan | Stopped:
        step = procedure.steps[use.step - 1]
        numbers = frozenset(each.name for each in procedure.parameters if each.type == "number")
        try:
            action = action_of(step, look, use.arguments, numbers)
        except Unfit as problem:
            return Stopped(use, f"{problem}.", touched=touched)
        words = f"Step {use.step} of {len(procedure.steps)} of the procedure {procedure.name}."
        return Plan(action=action, reason=words, planner=self.name, cursor=use.cursor())

    # The planner inside

    def _asked(self, request: Request, stopped: tuple[Stopped, ...]) -> Plan:
        """What the planner inside plans; the first step of a procedure, if it calls one."""
        out, usage = _given_up(request.memory, self._all) | {each.use.name for each in stopped if not each.over}, Usage()
        hints: tuple[str, ...] = tuple(each.said for each in stopped)
        memory, before = _told(request.memory)
        for _ in range(_CALLS):
            offered = [each for each in fitting(tuple(self._all.values()), request.observation) if each.name not in out][:_OFFERED]
            told = replace(request, memory=memory, hints=(*request.hints, *hints), procedures=tuple(map(_offer, offered)))
            plan = self._planner.plan(told)
            usage += plan.usage
            call = call_of(plan.action)
            if call is None:
                return plan.model_copy(update={"usage": usage})
            made = self._begun(call, offered, request.observation, before)
            if isinstance(made, Plan):
                return made.model_copy(update={"usage": usage, "risk": plan.risk, "confidence": plan.confidence})
            hints, out = (*hints, made), out | {call.name}
        raise PlannerFailed(self.name, f"It called {_CALLS} procedures, and none can be gone through on this screen.")

    def _begun(self, call: Call, offered: Sequence[Procedure], look: Observation, before: tuple[str, str]) -> Plan | str:
        procedure = next((each for each in offered if each.name == call.name), None)
        if procedure is None:
            return "The procedure that was called is none of those that fit this screen."
        if against(procedure, call.arguments):
            return f"The procedure {call.name} was called without a text for each of its arguments, or with others."
        use = Use(name=call.name, step=1, arguments=call.arguments, before=before[0], came=before[1])
        made = self._played(procedure, use, look)
        return made if isinstance(made, Plan) else made.said

    def _called_by_goal(self, request: Request) -> Plan | None:
        """The first step of the procedure that is for just this goal, at the beginning of a run."""
        if not self._by_goal or not request.requirements or request.step or any(entry.by != "recovery" for entry in request.memory):
            return None
        for procedure in fitting(tuple(self._all.values()), request.observation):
            arguments = arguments_of(procedure, request.goal)
            if arguments is not None:
                use = Use(name=procedure.name, step=1, arguments=dict(arguments), by_goal=True)
                made = self._played(procedure, use, request.observation)
                if isinstance(made, Plan):
                    return made
        return None


def _ended(stopped: Stopped) -> Plan:
    """The claim that the goal is reached, for others to weigh; or that it is not, where going on might do again what was done."""
    said = stopped.said if stopped.over else f"{stopped.said} Something that cannot be undone was done before."
    words = " ".join(said.split())[:1_000]
    return Plan(
        action={"type": "finish", "success": stopped.over, "reason": words},
        reason=words,
        planner="procedure",
        cursor=stopped.use.cursor(),
    )


def _offer(procedure: Procedure) -> Offer:
    pitfalls = tuple(each for step in procedure.steps for each in step.pitfalls)
    takes = tuple((each.name, each.about) for each in procedure.parameters)
    return Offer(procedure.name, procedure.goal, takes, len(procedure.steps), pitfalls[:_PITFALLS])


# What is remembered


def _used(entry: Remembered) -> Use | None:
    if not entry.cursor.startswith(_CURSOR):
        return None
    try:
        return Use.model_validate_json(entry.cursor.removeprefix(_CURSOR))
    except ValidationError:
        return None


def _last(memory: Sequence[Remembered]) -> Remembered | None:
    """The last act, apart from those of a recovery."""
    return next((entry for entry in reversed(memory) if entry.by != "recovery"), None)


def _use_of(memory: Sequence[Remembered]) -> Use | None:
    """The procedure in use: the one that the last act was a step of."""
    last = _last(memory)
    return None if last is None or last.by == "person" else _used(last)


def _told(memory: Sequence[Remembered]) -> tuple[tuple[Remembered, ...], tuple[str, str]]:
    """What the planner inside remembers: the steps of procedures as acts that it did not choose; and where it stood itself.

    Where the acts that it chose are not remembered any more, what it said last stands for them.
    """
    uses = [use for entry in memory if (use := _used(entry)) is not None]
    own = [entry for entry in memory if entry.cursor and _used(entry) is None]
    told = tuple(entry if _used(entry) is None else entry.model_copy(update={"cursor": "", "by": "recovery"}) for entry in memory)
    if own:
        return told, (own[-1].cursor, own[-1].outcome)
    if uses and uses[-1].before:
        stood = Remembered(step=0, action=None, outcome=uses[-1].came, cursor=uses[-1].before)
        return (stood, *told), (stood.cursor, stood.outcome)
    return told, ("", "")


def _given_up(memory: Sequence[Remembered], known: dict[str, Procedure]) -> set[str]:
    """Procedures that stopped on their way, as far as that is remembered: they are not begun anew."""
    found, uses = set[str](), [(entry, _used(entry)) for entry in memory]
    for (entry, use), (_, later) in zip(uses, [*uses[1:], (None, None)], strict=False):
        if use is None or (later is not None and later.name == use.name):
            continue
        procedure = known.get(use.name)
        if procedure is None or use.step < len(procedure.steps) or entry.outcome != "done":
            found.add(use.name)
    return found

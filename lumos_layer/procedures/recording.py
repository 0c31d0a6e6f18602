"""From the journal of a run that reached its goal to a procedure: what was done, without what was done in vain."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lumos_layer.actions import BY_TYPE
from lumos_layer.actions.effects import Effect
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Done, Outcome, Rejected
from lumos_layer.errors import NotRecordable, TargetError
from lumos_layer.perception.locator import Locator
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.task import Task
from lumos_layer.procedures.describing import durable, expected_of, when_of
from lumos_layer.procedures.procedure import Expected, Procedure, Step
from lumos_layer.procedures.varying import Varying, varying_of
from lumos_layer.safety.redaction import REDACTED
from lumos_layer.state.events import Decided
from lumos_layer.trace import events as e
from lumos_layer.trace.journal import Entry, read
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.replaying import Replaying
from lumos_layer.trace.report import InteractionReport

_PASSED_OVER = frozenset(("finish", "observe", "wait", "clarify", "propose_options", "request_approval"))
_SET_ANEW = frozenset(("set_text", "set_value", "set_checked", "select"))
_TRIES = 5  # in vain, that are told of before one step
_SHOWS = 12  # elements that must be there before the first step
_LOOKS = 4


@dataclass
class Act:
    """One act that was done, with the looks around it."""

    action: dict[str, Any]
    element: str
    ref: str | None
    effect: Effect
    before: Observation
    pitfalls: tuple[str, ...]
    after: Observation | None = None
    focus: bool = False  # it named no element: it went to what had the keyboard


def recorded(run: RunPlace, name: str | None = None) -> Procedure:
    """The procedure that a run comes to. Raises NotRecordable for one that did not end completed with all that it wanted verified,
    DamagedRun, and OSError if it has no journal."""
    gone = _Gone(str(run.journal_file), run.name)
    for entry in read(run.journal_file):
        gone.take(entry)
    if problem := _against(gone.report, bool(gone.problems)):
        raise NotRecordable(run.name, problem)
    procedure = _made(run.name, run.task, gone, name)
    document = procedure.model_dump(mode="json")
    if run.without_words(document) != document or REDACTED in str(document):
        raise NotRecordable(run.name, "what its traces must not tell would stand in it. Give such texts as secrets, by name.")
    return procedure


def _against(report: InteractionReport, contradicts: bool) -> str:
    if contradicts:
        return "its journal contradicts itself."
    if report.status != "completed":
        return f"it is {report.status}; only what led to its goal is worth going again."
    if not report.requirements:
        return "nothing was verified in it: nobody said what must hold in the end (`requirements` of its task)."
    if unproven := [each.id for each in report.requirements if each.status != "verified"]:
        return f"{unproven[0]} was not verified in it."
    return ""


class _Gone:
    """The acts of a run, taken from its journal in their order."""

    def __init__(self, path: str, run: str) -> None:
        self._run, self._replaying = run, Replaying(path, run)
        self._looks: dict[str, Observation] = {}
        self._planned: dict[str, e.Planned] = {}
        self._waiting: Act | None = None
        self._vain: list[str] = []
        self._repaired: dict[str, dict[str, str]] = {}  # by the id of the act: in words, by type of repair
        self.done: list[Act] = []
        self.slots: dict[str, str] = {}  # of checks, and what they were seen to be

    @property
    def report(self) -> InteractionReport:
        return self._replaying.done().report

    @property
    def problems(self) -> list[Any]:
        return self._replaying.done().problems

    def take(self, entry: Entry) -> None:
        look = self._replaying.add(entry)
        if look is not None:
            self._seen(look)
        match entry.event:
            case e.Planned() as event:
                self._planned[event.action_id] = event
            case e.Repaired(action_id=id, repair=repair):
                words = f"{_verb(repair.original)} was mended to {_verb(repair.repaired)} ({repair.type})"
                self._repaired.setdefault(id, {})[repair.type] = words
            case e.Diagnosed(diagnosis=found, route=route):
                kinds = ", ".join(filter(None, (found.role, found.category, found.sub_kind)))
                self._vain.append(f"it was looked into ({kinds.replace('_', ' ')}), and went on by {route.replace('_', ' ')}")
            case e.StateChanged(event=Decided(decision=decision)):
                self.slots |= {slot: text for slot, text in decision.bindings.items() if REDACTED not in text}
            case e.OutcomeKnown(action_id=id, outcome=outcome) if id in self._planned:
                self._came(self._planned.pop(id), outcome)
            case e.Control(change="returned" | "handoff_ended" | "imported"):
                raise NotRecordable(self._run, "a person had the screen in it, and nobody wrote down what they did.")

    def _seen(self, look: Observation) -> None:
        self._looks.pop(look.id, None)
        self._looks[look.id] = look
        while len(self._looks) > _LOOKS:
            del self._looks[next(iter(self._looks))]
        if self._waiting is not None:
            self._waiting.after, self._waiting = look, None

    def _came(self, event: e.Planned, outcome: Outcome) -> None:
        action = event.plan.action
        verb = _verb(action)
        repaired = self._repaired.pop(event.action_id, {})
        if verb == "handoff" and isinstance(outcome, Done):
            raise NotRecordable(self._run, "a person had the screen in it, and nobody wrote down what they did.")
        if verb in _PASSED_OVER or verb not in BY_TYPE:
            self._vain += repaired.values()
            return
        if event.plan.planner == "recovery":
            self._vain.append(f"{_words(verb, event.element)} was needed to get on")
        elif isinstance(outcome, Done):
            self._vain += repaired.values()
            self._take_up(event, dict(action) if isinstance(action, dict) else {}, outcome, repaired)
        else:
            self._vain += repaired.values()
            self._vain.append(f"{_words(verb, event.element)} came to nothing: {_kind(outcome)}")

    def _take_up(self, event: e.Planned, action: dict[str, Any], outcome: Done, repaired: Collection[str]) -> None:
        before = self._looks.get(outcome.before) or self._looks.get(event.observation)
        if before is None:
            raise NotRecordable(self._run, f"the look before step {event.step} is missing.")
        found = validate(action, before)
        grounded = found if isinstance(found, GroundedAction) else None
        ref = action["ref"] if isinstance(action.get("ref"), str) else None if grounded is None else grounded.ref
        named = "ref" in action or "point" in action
        self._waiting = Act(
            action=action,
            element=event.element,
            ref=ref if ref in before.refs else None,
            effect="edits" if grounded is None else grounded.effect,
            before=before,
            pitfalls=(
                *self._vain[-_TRIES:],
                *_mended(event.plan, repaired),
                *(("it came out otherwise than meant",) if outcome.mismatch else ()),
            ),
            focus=not named and ref is not None,
        )
        self._vain.clear()
        self.done.append(self._waiting)


def _verb(action: Any) -> str:
    return str(action.get("type", "")) if isinstance(action, dict) else ""


def _words(verb: str, element: str) -> str:
    return f"{verb} {element}".strip()[:200]


def _kind(outcome: Outcome) -> str:
    """Without a word of the screen."""
    return f"rejected ({outcome.reason})" if isinstance(outcome, Rejected) else outcome.outcome.replace("_", " ")


def _mended(plan: Plan, repaired: Collection[str]) -> Iterator[str]:
    """What had to be mended to read the answer; repairs of what it chose have events of their own."""
    yield from (f"the planner's answer had to be mended ({each})" for each in plan.repairs if each not in repaired)


def _made(run: str, task: Task, gone: _Gone, name: str | None) -> Procedure:
    acts = list(_standing(gone.done))
    if not acts:
        raise NotRecordable(run, "nothing was done in it.")
    if twice := [text for text, count in Counter(gone.slots.values()).items() if count > 1]:
        names = [slot for slot, text in gone.slots.items() if text == twice[0]]
        raise NotRecordable(run, f"{' and '.join(names)} were the same in it: nobody can tell which of them stands where.")
    varying = varying_of(((act.action, act.element, act.before) for act in acts), task, gone.slots)
    try:
        steps = tuple(_step(act, varying) for act in acts)
        first = _there_at_first(acts, varying)
    except TargetError as problem:
        raise NotRecordable(run, f"an element cannot be told from others on another day. {problem}") from None
    goal = varying.slotted(" ".join(task.goal.split()))
    return Procedure(
        name=name or _name(task.goal),
        goal=goal,
        when=when_of(acts[0].before, first, varying.texts),
        parameters=varying.parameters,
        steps=steps,
        proved=tuple(varying.slotted(each.description) for each in gone.report.requirements),
        run=run,
    )


def _standing(acts: list[Act]) -> Iterator[Act]:
    """The acts without those whose work the very next ones on the same element did anew."""
    for act, later in zip(acts, [*acts[1:], None], strict=False):
        again = later is not None and act.ref is not None and later.ref == act.ref
        if again and later is not None and later.action.get("type") == act.action.get("type") and act.action["type"] in _SET_ANEW:
            later.pitfalls = (*act.pitfalls, *later.pitfalls)
            continue
        yield act


def _step(act: Act, varying: Varying) -> Step:
    action = dict(act.action)
    if "point" in action:
        if act.ref is None:
            raise TargetError("It was done at a point where nothing is.")
        action = {**{name: value for name, value in action.items() if name != "point"}, "ref": act.ref}
    _check_text(act)
    expected = Expected() if act.after is None else expected_of(act.action, act.ref, act.before, act.after, varying.texts)
    focus = durable(act.before, act.ref, varying.texts) if act.focus and act.ref is not None else None
    return Step(
        action=varying.slotted_in(_with_locators(action, act.before, varying.texts)),
        element=varying.slotted(act.element),
        effect=act.effect,
        focus=None if focus is None else varying.slotted_locator(focus),
        expected=varying.slotted_expected(expected),
        pitfalls=tuple(varying.slotted(each) for each in dict.fromkeys(act.pitfalls)),
    )


def _check_text(act: Act) -> None:
    node = act.before.tree[act.before.refs[act.ref]] if act.ref is not None else None
    if node is not None and node.protected and isinstance(act.action.get("text"), str):
        raise TargetError("What was put into a protected field stood there in clear; give it as a secret, by name.")


def _with_locators(value: Any, look: Observation, varying: Iterable[str]) -> Any:
    if isinstance(value, dict):
        made = {name: _with_locators(each, look, varying) for name, each in value.items() if name != "ref"}
        if "ref" in value:
            made["where"] = durable(look, str(value["ref"]), varying)
        return made
    return [_with_locators(each, look, varying) for each in value] if isinstance(value, list) else value


def _there_at_first(acts: list[Act], varying: Varying) -> list[Locator]:
    """The elements of the first steps that were there at the beginning already."""
    look, found = acts[0].before, list[Locator]()
    for act in acts:
        if act.ref is not None and act.ref in look.refs:
            try:
                found.append(durable(look, act.ref, varying.texts))
            except TargetError:
                continue
    return [varying.slotted_locator(where) for where in found[:_SHOWS]]


def _name(goal: str) -> str:
    words = re.findall(r"[A-Za-z0-9]+", goal.lower())
    return "-".join(words)[:60].strip("-") or "procedure"

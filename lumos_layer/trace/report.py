"""What a run came to, made from its journal alone (B53)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from lumos_layer.actions import BY_TYPE
from lumos_layer.actions.outcomes import Aborted, Done, Failed, NeedsApproval, NoEffect, Outcome, Paused, Rejected, Unknown
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.plan import Plan, Usage
from lumos_layer.safety.approval import ApprovalRequest, Approve, Deny
from lumos_layer.safety.decision import Decision, Risk, Verdict
from lumos_layer.state.events import Decided, StateEvent
from lumos_layer.state.phase import HandedOver
from lumos_layer.state.rebuilding import rebuild
from lumos_layer.state.requirement import Status
from lumos_layer.trace import events as e
from lumos_layer.trace.journal import Entry
from lumos_layer.trace.telling import told

What = Literal["planned", "approved", "executed", "failed", "skipped", "blocked", "other"]  # B15


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ReportedAction(_Part):
    """One action of the run."""

    step: int
    action_id: str
    action: JsonValue
    element: str = Field(default="", description="What it acted on, in words.")
    outcome: str = Field(default="", description="The kind of its outcome; empty: it was not carried out.")
    verified: bool = Field(default=False, description="A look after it showed what it was to bring about.")
    approved_by: str = Field(default="", description="Who allowed it, where a person had to.")
    why: str = Field(default="", description="Why it was skipped or blocked, or what else is to be said.")


class ReportedRequirement(_Part):
    """What must hold in the end, and whether that has been shown."""

    id: str
    description: str
    status: Status = "pending"
    evidence: tuple[str, ...] = Field(default=(), description="What was seen that shows it, word for word.")
    why: str = Field(default="", description="Why it counts as met, or why not.")


class ReportedPhase(_Part):
    """A phase of the task: what it was to hand over, what it did, and which of it was put in later on."""

    id: str
    status: Literal["waiting", "begun", "stuck", "ended"] = "waiting"
    planned: tuple[str, ...] = Field(default=(), description="Names of the values that it was to hand over.")
    handed_over: tuple[HandedOver, ...] = ()
    carried: tuple[HandedOver, ...] = Field(default=(), description="Which of its values were put in, at which step and act.")
    why: str = Field(default="", description="Why it could not end.")


class SafetyFinding(_Part):
    """What a policy did not simply allow, or what was noted as a danger."""

    step: int
    action_id: str = ""
    verdict: Verdict | None = None
    risk: Risk = "low"
    rule: str = ""
    why: str
    classes: tuple[str, ...] = ()


class ReportedError(_Part):
    """What broke down."""

    step: int
    where: str
    error: str
    action_id: str = ""


class TraceLine(_Part):
    """One event in words. `what` is the kind of trace entry that it is."""

    seq: int
    step: int
    at: str
    what: What = "other"
    said: str
    action_id: str = ""


class FinalObservation(_Part):
    """The last look."""

    observation: str
    surface: str
    app: str = ""
    title: str = ""
    url: str = ""
    blueprint: JsonValue = Field(default=None, description="The screen in compact form.")


class InteractionReport(_Part):
    """The report of a run. schemas/report.schema.json describes the document."""

    run: str
    goal: str
    status: e.RunStatus
    summary: str = ""
    started: str = ""
    last: str = Field(default="", description="When the last event was written down.")
    steps: int = 0
    requirements: tuple[ReportedRequirement, ...] = ()
    phases: tuple[ReportedPhase, ...] = ()
    completed: tuple[ReportedAction, ...] = ()
    skipped: tuple[ReportedAction, ...] = ()
    blocked: tuple[ReportedAction, ...] = ()
    failed: tuple[ReportedAction, ...] = ()
    pending_approval: ApprovalRequest | None = None
    final_observation: FinalObservation | None = None
    safety_findings: tuple[SafetyFinding, ...] = ()
    errors: tuple[ReportedError, ...] = ()
    repairs: dict[str, int] = Field(default={}, description="How often planned actions were mended, by type of repair.")
    diagnoses: dict[str, int] = Field(default={}, description="How often the run was looked into, by whose doing it was.")
    usage: Usage = Usage()
    trace: tuple[TraceLine, ...] = ()


class _Acted:
    """What is known of one action so far."""

    def __init__(self, step: int, action_id: str) -> None:
        self.step, self.id = step, action_id
        self.plan: Plan | None = None
        self.element = ""
        self.decision: Decision | None = None
        self.begun = False
        self.outcome: Outcome | None = None
        self.verified: bool | None = None
        self.request: ApprovalRequest | None = None
        self.approved_by = self.denied = ""

    @property
    def control(self) -> bool:
        """True for what is answered by the run or by a person, as `finish`."""
        action = None if self.plan is None else self.plan.action
        kind = BY_TYPE.get(str(action.get("type"))) if isinstance(action, dict) else None
        return kind is not None and kind.control


class Reporting:
    """Takes the events of a run in their order, and tells of it at any time."""

    def __init__(self, run: str = "") -> None:
        self.run, self.goal, self.started, self.last, self.summary = run, "", "", "", ""
        self.status: e.RunStatus = "ready"
        self.steps = 0
        self.acts: dict[str, _Acted] = {}
        self.pending: ApprovalRequest | None = None
        self.findings: list[SafetyFinding] = []
        self.errors: list[ReportedError] = []
        self.repairs, self.diagnoses = Counter[str](), Counter[str]()
        self.usage = Usage()
        self.trace: list[TraceLine] = []
        self.changes: list[StateEvent] = []
        self.phases: dict[str, ReportedPhase] = {}

    def add(self, entry: Entry) -> None:
        event = entry.event
        if isinstance(event, e.StateChanged):
            self.changes.append(event.event)
        elif isinstance(event, e.PhaseChanged):
            self._phase(event)
        self.last, self.steps = event.at, max(self.steps, event.step)
        said, action_id = told(event), getattr(event, "action_id", "")
        if isinstance(event, e.Repaired):
            self.repairs[event.repair.type] += 1
        elif isinstance(event, e.Diagnosed):
            self.diagnoses[event.diagnosis.role] += 1
        what = self._what(event)
        self.trace.append(TraceLine(seq=entry.seq, step=event.step, at=event.at, what=what, said=said, action_id=action_id))

    def _act(self, event: Any) -> _Acted:
        return self.acts.setdefault(event.action_id, _Acted(event.step, event.action_id))

    def _what(self, event: e.Event) -> What:
        """Take note of the event; gives what kind of trace entry it is."""
        match event:
            case e.RunStarted():
                self.run, self.goal, self.started, self.status = event.run, event.task.goal, event.at, "running"
                self.phases = {each.id: ReportedPhase(id=each.id, planned=each.hands_over) for each in event.task.phases}
            case e.Resumed():
                self.status = "running"
            case e.RunEnded():
                self.status = event.status
                self.summary = event.summary
                self.usage = event.usage if event.usage != Usage() else self.usage
            case e.Planned():
                act = self._act(event)
                act.plan, act.element = event.plan, event.element
                self.usage += event.plan.usage
                return "planned"
            case e.Reviewed():
                return self._reviewed(event)
            case e.ApprovalAsked(request=request):
                self.pending = request
                act = self.acts.setdefault(request.action_id, _Acted(event.step, request.action_id))
                act.request, act.element = request, act.element or request.element
            case e.ApprovalAnswered():
                return self._answered(event)
            case e.Intent():
                self._act(event).begun = True
            case e.OutcomeKnown():
                return self._outcome(event)
            case e.Noted(about="safety"):
                self.findings.append(SafetyFinding(step=event.step, why=event.said))
            case e.Erred():
                self.errors.append(ReportedError(step=event.step, where=event.where, error=event.error, action_id=event.action_id))
                return "failed"
        return "other"

    def _phase(self, event: e.PhaseChanged) -> None:
        """Take note of what became of a phase. What was put in is said where it comes from."""
        if event.change == "carried":
            for value in event.values:
                source = self.phases.get(value.phase) or ReportedPhase(id=value.phase)
                self.phases[source.id] = source.model_copy(update={"carried": (*source.carried, value)})
            return
        now = self.phases.get(event.phase) or ReportedPhase(id=event.phase)
        values = {} if event.change == "begun" else {"handed_over": event.values}
        self.phases[now.id] = now.model_copy(update={"status": event.change, "why": event.why, **values})

    def _reviewed(self, event: e.Reviewed) -> What:
        act, said = self._act(event), event.decision
        act.decision = said
        if said.verdict != "allow" or said.classes:
            finding = SafetyFinding(step=event.step, action_id=event.action_id, **said.model_dump())
            self.findings.append(finding)
        return "blocked" if said.verdict == "deny" else "other"

    def _answered(self, event: e.ApprovalAnswered) -> What:
        if event.refused:
            return "other"
        asked = self.pending if self.pending and self.pending.approval_id == event.approval.approval_id else None
        act = self.acts.get(event.action_id or (asked.action_id if asked else ""))
        self.pending = None if asked is not None else self.pending
        match event.approval.answer:
            case Approve():
                if act is not None:
                    act.approved_by = event.approval.by
                return "approved"
            case Deny(reason=reason):
                if act is not None:
                    act.denied = reason or f"{event.approval.by} denied it."
                return "blocked"
        return "other"

    def _outcome(self, event: e.OutcomeKnown) -> What:
        act = self._act(event)
        act.outcome = event.outcome
        act.verified = event.verified if event.verified is not None else act.verified
        match event.outcome:
            case Done():
                return "executed"
            case Rejected(reason="denied" | "policy"):
                return "blocked"
            case Failed() | Unknown() | NoEffect():
                return "failed"
        return "skipped"

    def report(self, final: Observation | None = None) -> InteractionReport:
        """The report so far; `final` is the last look."""
        sorted_out: dict[str, list[ReportedAction]] = {"completed": [], "skipped": [], "blocked": [], "failed": []}
        errors = list(self.errors)
        for act in self.acts.values():
            place, why = _place(act, self.pending)
            if place:
                sorted_out[place].append(_reported(act, why))
            if place == "failed" and not isinstance(act.outcome, NoEffect):
                errors.append(ReportedError(step=act.step, where="execute_action", error=why, action_id=act.id))
        return InteractionReport(
            run=self.run,
            goal=self.goal,
            status=self.status,
            summary=self.summary,
            started=self.started,
            last=self.last,
            steps=self.steps,
            requirements=_requirements(self.changes),
            phases=tuple(self.phases.values()),
            **{name: tuple(actions) for name, actions in sorted_out.items()},
            pending_approval=self.pending,
            final_observation=None if final is None else _final(final),
            safety_findings=tuple(self.findings),
            errors=tuple(sorted(errors, key=lambda error: error.step)),
            repairs=dict(self.repairs),
            diagnoses=dict(self.diagnoses),
            usage=self.usage,
            trace=tuple(self.trace),
        )


def report_of(entries: Iterable[Entry], final: Observation | None = None, run: str = "") -> InteractionReport:
    """The report of the run that these entries tell of."""
    reporting = Reporting(run)
    for entry in entries:
        reporting.add(entry)
    return reporting.report(final)


def _requirements(changes: Sequence[StateEvent]) -> tuple[ReportedRequirement, ...]:
    """How everything that is wanted stands after these events."""
    if not changes:
        return ()
    state = rebuild(changes)
    statuses = state.statuses
    whys = {each.decision.requirement: each.decision.why for each in changes if isinstance(each, Decided)}
    return tuple(
        ReportedRequirement(
            id=each.id,
            description=each.description,
            status=statuses[each.id],
            evidence=tuple(quote for shown in state.live_evidence(each.id) for quote in shown.quotes),
            why=whys.get(each.id, ""),
        )
        for each in state.requirements
    )


def _place(act: _Acted, pending: ApprovalRequest | None) -> tuple[str, str]:
    """In which list of the report an action stands, and why; in none while a person is asked, or if it is no act on a screen."""
    if act.outcome is not None:
        return _place_of(act.outcome)
    if act.denied or (act.decision is not None and act.decision.verdict == "deny"):
        return "blocked", act.denied or (act.decision.why if act.decision else "")
    if act.begun:
        return "failed", "It was begun, and nobody has written down what came of it: it may have been done."
    if act.plan is None or act.control or (pending is not None and pending.action_id == act.id):
        return "", ""
    return "skipped", "It was planned and not carried out."


def _place_of(outcome: Outcome) -> tuple[str, str]:
    match outcome:
        case Done(note=note, mismatch=mismatch):
            return "completed", " ".join(filter(None, (note, mismatch)))
        case Rejected(reason=reason, violations=violations):
            return "blocked" if reason in ("denied", "policy") else "skipped", violations[0].message
        case Failed(error=why) | Unknown(why=why) | NoEffect(advice=why):
            return "failed", why
        case Paused(advice=why) | Aborted(why=why) | NeedsApproval(question=why):
            return "skipped", why


def _reported(act: _Acted, why: str) -> ReportedAction:
    outcome = act.outcome
    seen = isinstance(outcome, Done) and outcome.verified
    return ReportedAction(
        step=act.step,
        action_id=act.id,
        action=None if act.plan is None else act.plan.action,
        element=act.element,
        outcome="" if outcome is None else outcome.outcome,
        verified=seen if act.verified is None else act.verified,
        approved_by=act.approved_by,
        why=why,
    )


def _final(look: Observation) -> FinalObservation:
    return FinalObservation(
        observation=look.id,
        surface=look.surface,
        app=look.app,
        title=look.title,
        url=look.url,
        blueprint=orjson.loads(look.blueprint().compact()),
    )

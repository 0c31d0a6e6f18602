"""Plays endings: what the verifier claims of each, and what is so (S66)."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace
from pydantic import JsonValue

from lumos_layer.actions.finish import Finish
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, rows
from lumos_layer.environments.simulator.locator import Locator
from lumos_layer.errors import NoMatch
from lumos_layer.evaluation.endings import ActTold, Bytes, Ending, LookTold, app_of, document_of
from lumos_layer.execution import Executor
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.reading import read
from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.probing import ActSeen, CommandResult, Sources
from lumos_layer.state.transitions import apply, begin
from lumos_layer.verification.acts import act_seen
from lumos_layer.verification.auditor import Audit, Auditor, EvidenceAuditor, audited, case_of
from lumos_layer.verification.earlier import Memory
from lumos_layer.verification.gate import gate
from lumos_layer.verification.judge import Judge
from lumos_layer.verification.metrics import Tally, tally
from lumos_layer.verification.sources import SimulatorSources, ToldSources
from lumos_layer.verification.verifier import Verifier

_DIALECTS = {dialect.name: dialect for dialect in FORMATS}
_T = TypeVar("_T")
_Seen = Callable[[Observation], Observation]
_EVIDENCE = EvidenceAuditor()
_CLAIM = Finish(success=True, reason="All is done.")


class Moment(Struct, frozen=True):
    """What there is to look at after a step, and whether the verifier looks."""

    sources: Sources
    step: int
    boundary: bool
    seen: bool = True  # False: nobody saw it, and nobody remembers it


class Judged(Struct, frozen=True):
    """What came of one ending. `claimed` says of each requirement whether the verifier claims it; `misses` are its mistakes."""

    name: str
    kind: str
    tally: Tally
    claimed: Mapping[str, bool]
    misses: tuple[str, ...] = ()
    accepted: bool = False  # the claim that all is done
    false_completion: bool = False
    audit: str = ""


def judged(
    ending: Ending,
    folder: Path,
    *,
    judge: Judge | None = None,
    auditor: Auditor | None = _EVIDENCE,
    seen_as: _Seen | None = None,
    memory: Memory | None = None,
) -> Judged:
    """Let the ending happen, look at every boundary, and weigh the claim to be done at the end.

    `seen_as` gives the look that is shown to the verifier in place of one that was made; `memory` remembers those that it is shown.
    Raises BadTask where its requirements make no plan, and InputError where it cannot be played.
    """
    state = begin(ending.requirements).state
    verifier, last = Verifier(judge), Moment(_nowhere(), 0, False)
    decisions: tuple[VerifierDecision, ...] = ()
    since, memory = 0, memory or Memory()
    for moment in _moments(ending, folder, seen_as or (lambda look: look)):
        last = moment = replace(moment, sources=memory.with_earlier(moment.sources)) if moment.seen else moment
        if moment.boundary:
            decisions = verifier.decide(state, moment.sources, moment.step, (since, moment.step))
            state, since = _applied(state, decisions), moment.step
    audit = Audit("could_not_run") if auditor is None else audited(auditor, case_of(ending.goal, state, last.sources))
    return _weighed(ending, state, decisions, audit)


def _applied(state: AgentState, decisions: tuple[VerifierDecision, ...]) -> AgentState:
    for decision in decisions:
        state = apply(state, decision).state
    return state


def _weighed(ending: Ending, state: AgentState, decisions: tuple[VerifierDecision, ...], audit: Audit) -> Judged:
    passed = gate(state, _CLAIM, decisions)
    refuted = audit.refuted if passed.passed and audit.refutes else ()
    claimed = {id: status == "verified" and id not in refuted for id, status in state.statuses.items()}
    accepted = passed.passed and not audit.refutes
    whys = {each.requirement: each.why for each in decisions}
    misses = tuple(_miss(id, so, whys.get(id, ""), state) for id, so in ending.done.items() if claimed[id] is not so)
    really = all(ending.done[leaf] for leaf in state.leaves)
    counted = tally((claimed[id], so) for id, so in ending.done.items())
    return Judged(ending.name, ending.kind, counted, claimed, misses, accepted, accepted and not really, audit.verdict)


def _miss(id: str, so: bool, why: str, state: AgentState) -> str:
    if so:
        return f"{id} is met and not claimed: {why or 'nothing was decided'}"
    evidence = "; ".join(each.why for each in state.live_evidence(id))
    return f"{id} is claimed and not met: {evidence}"


# What happened


def _moments(ending: Ending, folder: Path, seen_as: _Seen) -> Iterator[Moment]:
    return _of_looks(ending, folder, seen_as) if ending.looks else _of_app(ending, folder, seen_as)


def _nowhere() -> Sources:
    return ToldSources(_observed(LookTold(rows=(rows.Row(),)), Path(), 1))


def _of_app(ending: Ending, folder: Path, seen_as: _Seen) -> Iterator[Moment]:
    clock = ManualClock()
    simulator = Simulator.from_app(app_of(ending, folder), clock=clock)
    executor = Executor(simulator, clock)
    look, acts = executor.observe(), list[ActSeen]()
    yield Moment(SimulatorSources(simulator, seen_as(look), acts), 0, False)
    for step, told in enumerate(ending.acts, 1):
        done = _done(told, simulator, executor, look, step)
        stale = ending.stale and step == len(ending.acts)
        acts.append(done.model_copy(update={"observation": "o999999"}) if stale else done)
        if not stale:
            look = executor.observe()
        yield Moment(SimulatorSources(simulator, seen_as(look), acts), step, told.boundary or step == len(ending.acts))
    if not ending.acts:
        yield Moment(SimulatorSources(simulator, seen_as(look)), 0, True)


def _done(told: ActTold, simulator: Simulator, executor: Executor, look: Observation, step: int) -> ActSeen:
    document = document_of(told)
    if told.on is not None:
        document["ref"] = _ref(told.on, simulator, look)
    if told.onto is not None:
        start = document.pop("ref")
        document |= {"start": {"ref": start}, "end": {"ref": _ref(told.onto, simulator, look)}}
    return act_seen(document, executor.run(document), step, look)


def _ref(locator: Locator, simulator: Simulator, look: Observation) -> str:
    """The ref of what is meant, the first that is shown; or of what stands around it and has one."""
    world = simulator.world
    found = sorted(locator.all(world), key=lambda widget: not world.shown(widget))
    for widget in found[locator.nth - 1 :]:
        for each in widget.chain():
            if (ref := look.ref_of(each.index)) is not None:
                return ref
    raise NoMatch(str(locator.model_dump(exclude_defaults=True)))


def _of_looks(ending: Ending, folder: Path, seen_as: _Seen) -> Iterator[Moment]:
    files: dict[str, bytes] | None = None
    values: dict[str, JsonValue] | None = None
    commands: dict[str, CommandResult] = {}
    acts: list[ActSeen] = []
    step = 0
    for number, told in enumerate(ending.looks, 1):
        look = seen_as(_observed(told, folder, number))
        last = number == len(ending.looks)
        for act in told.acts:
            step += 1
            seen = "o999999" if ending.stale and last and act is told.acts[-1] else look.id
            acts.append(act.model_copy(update={"step": step, "observation": seen}))
        step += not told.acts
        if told.files is not None:
            files = _updated(files, {path: _bytes(text) for path, text in told.files.items()})
        if told.values is not None:
            values = _updated(values, told.values)
        commands |= told.commands or {}
        yield Moment(ToldSources(look, acts, files, values, dict(commands)), step, told.boundary or last, told.boundary or last)


def _updated(old: dict[str, _T] | None, new: Mapping[str, _T | None]) -> dict[str, _T]:
    return {key: value for key, value in ((old or {}) | dict(new)).items() if value is not None}


def _bytes(told: str | Bytes | None) -> bytes | None:
    return told.encode() if isinstance(told, str) else None if told is None else b64decode(told.base64)


def _observed(told: LookTold, folder: Path, number: int) -> Observation:
    if told.dump is not None:
        look = read(folder / told.dump, told.format)
        return Observation(look.draft(), look.dialect, "main", look.raw_bytes, id=f"o{number}")
    draft = rows.draft(told.rows)
    draft.title, draft.url, draft.app, draft.size = told.title, told.url, told.app, told.size
    return Observation(draft, _DIALECTS[told.dialect], "main", 0, id=f"o{number}")

"""The one place where the agent's state changes: a verifier's decision in, a new state out, or why not; rules.py says when."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.errors import BadOption
from lumos_layer.state.agent_state import AgentState, Contents, Standing, contents_of, made_of
from lumos_layer.state.consequences import changes_between, invalidated, merged, numbered, verified
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.events import Began, ClaimRefused, Decided, PlanRefused, Refused, Replanned, StateEvent
from lumos_layer.state.part import own
from lumos_layer.state.plan import Plan
from lumos_layer.state.plans import replanned, with_plan
from lumos_layer.state.requirement import Requirement, checked_plan
from lumos_layer.state.rules import refusal
from lumos_layer.state.value import UsefulValue


class Transition(Struct, frozen=True):
    """The state after it, and the events that tell of it. `refused` says why nothing has changed; empty: it was applied."""

    state: AgentState
    events: tuple[StateEvent, ...] = ()
    refused: str = ""


def begin(requirements: Sequence[Requirement] = (), values: Sequence[UsefulValue] = ()) -> Transition:
    """The state of a new run: everything is pending, and only global values are known. Raises BadTask, and BadOption for others."""
    plan = tuple(own(each) for each in checked_plan(requirements))
    if others := [each.name for each in values if each.source]:
        raise BadOption("values", others[0], "values without a source: nothing is verified yet that they could come from")
    known = tuple(own(each) for each in merged((), values))
    contents = Contents(Plan(plan), frozenset(each.id for each in plan), {each.id: Standing() for each in plan}, known, version=1)
    return Transition(made_of(contents), (Began(version=1, requirements=tuple(map(own, plan)), values=tuple(map(own, known))),))


def apply(state: AgentState, decision: VerifierDecision) -> Transition:
    """The only way in which a status changes; the old state stays as it was. What breaks a rule changes nothing and says so."""
    decision, before = own(decision), contents_of(state)
    if why := refusal(before, decision):
        return Transition(state, (Refused(version=before.version, decision=decision, why=why),), why)
    if decision.decision == "keep" or decision.evidence is None:
        return Transition(state, (Decided(version=before.version, decision=decision),))
    evidence = numbered(before, decision.evidence)
    change = verified if decision.decision == "verify" else invalidated
    counted = replace(before, version=before.version + 1, step=decision.step, numbered=before.numbered + 1)
    after = change(counted, decision, evidence)
    changes = changes_between(before, after, evidence)
    return Transition(made_of(after), (Decided(version=after.version, decision=own(decision), changes=changes),))


def add_requirements(state: AgentState, requirements: Sequence[Requirement], why: str = "") -> Transition:
    """The state with further requirements, all pending. Refused where the ids are taken or the whole makes no plan."""
    return replan(state, (*contents_of(state).requirements, *requirements), why)


def replan(state: AgentState, requirements: Sequence[Requirement], why: str = "") -> Transition:
    """The state with these requirements for those that are not verified yet.

    What is verified stays as it is, also where the list leaves it out; so does what the run began with: a plan cannot make less of
    what is wanted. What has another check than before is looked at anew. Refused, with the reason, where that cannot be.
    """
    before = contents_of(state)
    plan, problem = replanned(before, requirements)
    if problem:
        listed = tuple(own(each) for each in requirements)
        return Transition(state, (PlanRefused(version=before.version, requirements=listed, why=problem),), problem)
    after = with_plan(before, plan)
    return Transition(made_of(after), (Replanned(version=after.version, requirements=tuple(map(own, plan)), why=why),))


def refuse_claim(state: AgentState, missing: Sequence[str], step: int = 0) -> Transition:
    """The state in which a claim that all is done counts as refused for each of these requirements (S57)."""
    before = contents_of(state)
    known = tuple(dict.fromkeys(id for id in missing if id in before.standings))
    counted = {id: replace(before.standings[id], refusals=before.standings[id].refusals + 1) for id in known}
    after = replace(before, standings={**before.standings, **counted}, version=before.version + 1)
    return Transition(made_of(after), (ClaimRefused(version=after.version, missing=known, step=step),))

"""Another plan for a run that is under way: what of it is taken over, and how things stand then."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from lumos_layer.errors import BadTask
from lumos_layer.state.agent_state import Contents, Standing
from lumos_layer.state.evidence import Evidence
from lumos_layer.state.part import own
from lumos_layer.state.plan import Plan
from lumos_layer.state.requirement import Requirement, checked_plan


def replanned(before: Contents, asked: Sequence[Requirement]) -> tuple[tuple[Requirement, ...], str]:
    """The plan as a whole, or why it is none."""
    fixed = {each.id: each for each in before.requirements if _is_fixed(before, each.id)}
    new = [own(each) for each in asked]
    for each in new:
        if each.id in fixed and (why := _weakened(before, fixed[each.id], each)):
            return (), why
    new = [_held(fixed[each.id], each) if each.id in fixed else each for each in new]
    listed = {one.id for one in new}
    left_out = [each for each in fixed.values() if each.id not in listed]
    done = [each for each in left_out if before.standings[each.id].status == "verified"]
    open_still = [each for each in left_out if before.standings[each.id].status != "verified"]
    try:
        return checked_plan((*done, *new, *open_still)), ""
    except BadTask as problem:
        return (), problem.problem


def _weakened(contents: Contents, old: Requirement, new: Requirement) -> str:
    """Why it may not stand so from now on. What is still to be done may be built on more than before, and on nothing less."""
    is_done = contents.standings[old.id].status == "verified"
    more = set(new.depends_on) - set(old.depends_on)
    if (
        (old.check, old.lasting) == (new.check, new.lasting)
        and set(old.depends_on) <= set(new.depends_on)
        and not (is_done and more)
    ):
        return ""
    return f"{old.id!r} is {'verified' if is_done else 'what the run is for'}, and stays as it is"


def _held(old: Requirement, new: Requirement) -> Requirement:
    return old.model_copy(update={"depends_on": new.depends_on})


def _is_fixed(contents: Contents, id: str) -> bool:
    return id in contents.given or contents.standings[id].status == "verified"


def with_plan(before: Contents, plan: tuple[Requirement, ...]) -> Contents:
    """The same with another plan: what was dropped, or is shown by something else now, is pending, and its evidence stale."""
    checks = {each.id: each.check for each in plan}
    anew = {each.id for each in before.requirements if each.id not in checks or checks[each.id] != each.check}
    standings = {id: replace(each, status="pending") if id in anew else each for id, each in before.standings.items()}
    new = Plan(plan)
    return replace(
        before,
        plan=new,
        standings={**standings, **{id: Standing() for id in checks if id not in standings}},
        evidence=before.evidence.after(_staled(each) for id in sorted(anew) for each in before.evidence.of(id)),
        bindings=tuple(each for each in before.bindings if each.slot in new.slots),
        version=before.version + 1,
    )


def _staled(evidence: Evidence) -> Evidence:
    return evidence.model_copy(update={"status": "stale"}) if evidence.status == "live" else evidence

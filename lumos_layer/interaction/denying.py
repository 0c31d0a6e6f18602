"""What is denied while the planner may choose something else: it is told, nobody is asked again, and it comes to an end."""

from __future__ import annotations

from typing import Any

import orjson

from lumos_layer.actions.documents import verb_in
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState
from lumos_layer.interaction.values import ActionRecord, PendingAction
from lumos_layer.safety.decision import Decision

MOST = 3  # denials of one act, or in a row without anything done between them
_DENIED = frozenset(("denied", "policy"))  # reasons of a rejection
_PLACE = frozenset(("ref", "point"))


def replans(services: Services) -> bool:
    """True if a denial goes back to the planner instead of ending the run."""
    return services.policy.on_denial == "replan"


def is_denial(record: ActionRecord) -> bool:
    """True for an act that a policy or a person has denied."""
    return record.outcome == "rejected" and record.reason in _DENIED


def denied_words(decision: Decision) -> str:
    """A denial as a planner is told of it, with its rule."""
    return f"denied by the policy: {decision.why} (rule {decision.rule}); not to be proposed again, choose something else"


def denied_before(state: InteractionState, pending: PendingAction, binding: str) -> Decision | None:
    """The denial of this very act on what it would be bound to now, which nobody is asked about again; None if there was none."""
    wanted = act_mark(pending.plan.action, pending.element)
    for record in reversed(state["action_trace"]):
        if is_denial(record) and record.binding == binding and act_mark(record.action, record.element) == wanted:
            why = f"It was denied before, and nothing that it is about has changed since. {record.said}"[:500]
            return Decision(verdict="deny", rule="denied_before", why=why, risk="high")
    return None


def exhausted(trace: list[ActionRecord]) -> bool:
    """True if a planner was denied so often that it will not choose anything else."""
    if not trace or not is_denial(trace[-1]):
        return False
    last = act_mark(trace[-1].action, trace[-1].element)
    same = sum(is_denial(record) and act_mark(record.action, record.element) == last for record in trace)
    return same >= MOST or _in_a_row(trace) >= MOST


def _in_a_row(trace: list[ActionRecord]) -> int:
    count = 0
    for record in reversed(trace):
        if is_denial(record):
            count += 1
        elif record.came == "executed" and record.effect != "reads":
            break
    return count


def denials(trace: list[ActionRecord]) -> tuple[str, ...]:
    """What was denied and why, as hints for a planner: each act once."""
    said = {act_mark(record.action, record.element): record for record in trace if is_denial(record)}
    return tuple(f"Not allowed: {verb_in(each.action)} {each.element}: {each.said}"[:500] for each in said.values())


def act_mark(action: Any, element: str) -> str:
    """What tells an act from others also where a new look gave the same element another ref."""
    if isinstance(action, dict) and element:
        action = {key: value for key, value in action.items() if key not in _PLACE}
    return f"{element}\0{orjson.dumps(action, option=orjson.OPT_SORT_KEYS).decode()}"

"""One remedy, carried out (B37)."""

from __future__ import annotations

from lumos_layer.interaction.doing import execute
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, at_limit, pending_of
from lumos_layer.trace.events import Recovery


def recover(state: InteractionState, services: Services) -> InteractionState:
    """The remedy that was decided on, under the same rules as any act; it counts as a recovery, and as a step."""
    pending = pending_of(state)
    attempt = state["recovery_attempts"] + 1
    if services.folder.memory.find(pending.action_id) is None:
        said, step = pending.plan.reason, state["step_count"] + 1
        services.write(Recovery(remedy=pending.verb, why=said, attempt=attempt, action_id=pending.action_id, step=step))
    done = execute(state, services)
    return {**done, "recovery_attempts": attempt, **at_limit({**state, **done}, "recover_from_failure", done["step_count"])}

"""An act that cannot be undone and may have been done already: whether another one would be the same once more."""

from __future__ import annotations

from lumos_layer.actions.documents import ref_in
from lumos_layer.interaction.state import InteractionState, is_unsure
from lumos_layer.interaction.values import ActionRecord, PendingAction
from lumos_layer.safety.decision import Decision


def perhaps_done(state: InteractionState, pending: PendingAction, decision: Decision) -> ActionRecord | None:
    """The act of which nobody knows what came, and which this one would do once more; None if there is none.

    The same is what acts on the same element, or one of the same words, or belongs to the same class of sensitive acts, whether by
    a press, a key or a drag: rather too much than too little, since a person is only asked.
    """
    if pending.effect != "commits" and not decision.classes:
        return None
    for record in reversed(state["action_trace"]):
        if record.effect == "commits" and record.came == "executed" and _alike(record, pending, decision):
            return record if is_unsure(record) else None
    return None


def _alike(record: ActionRecord, pending: PendingAction, decision: Decision) -> bool:
    if record.element and record.element == pending.element:
        return True
    ref = ref_in(record.action)
    if ref and ref == ref_in(pending.plan.action):
        return True
    if not record.element or not pending.element:
        return True  # a key or a point: nobody knows what it would send
    return bool(set(record.classes).intersection(decision.classes))

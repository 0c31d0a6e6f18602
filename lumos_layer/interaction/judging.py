"""The look that an action was judged on, in whichever process, and whether the screen tells of something else by now (X07)."""

from __future__ import annotations

import hashlib

import orjson

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.execution.doubt import doubts, rows_beside
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.values import PendingAction
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.refs import Mark
from lumos_layer.safety.binding import binding_of
from lumos_layer.trace import looks


def judged_on(
    services: Services, pending: PendingAction, grounded: GroundedAction | Rejected, observation: Observation
) -> PendingAction:
    """The action as one that is chosen, judged or allowed on this look, so that any process can tell later."""
    services.judged(pending.action_id, observation)
    untold = _untold(services, grounded, observation) if isinstance(grounded, GroundedAction) else ""
    update = {
        "observation": observation.id,
        "look": services.entry_of(observation),
        "epoch": services.person_epoch,
        "untold": untold,
    }
    return pending.model_copy(update=update)


def is_outdated(services: Services, pending: PendingAction) -> bool:
    """True if a person has had the surface since it was chosen or judged."""
    return services.person_epoch > pending.epoch


def is_another(services: Services, pending: PendingAction, grounded: GroundedAction, now: Observation) -> bool:
    """True if what it was judged for is another by now: what it is bound to, or what lists and tables beside it tell.

    Also where nobody can tell any more what they told.
    """
    if binding_of(grounded, now) != pending.binding:
        return True
    then = services.looks.get(pending.observation) if services.has_judged(pending.action_id, pending.observation) else None
    if then is None:
        journal = services.folder.journal
        written = journal.looks_at((pending.look,)).get(pending.look)
        if written is None or _untold(services, grounded, now) != pending.untold:
            return True
        mark = Mark()
        then, now = looks.rebuilt(written, mark), looks.rebuilt(looks.seen(now, journal.clean), mark)
    return bool(doubts(grounded.action, then, now, messages=False))


def _untold(services: Services, grounded: GroundedAction, look: Observation) -> str:
    """A hash of the rows beside it of which the journal may not tell all; empty if there are none."""
    clean = services.folder.clean
    if clean.takes_nothing:
        return ""
    rows = [list(row) for row in rows_beside(grounded.action, look)]
    hidden = [row for row in rows if clean([*row]) != row]
    return hashlib.sha256(orjson.dumps(hidden)).hexdigest() if hidden else ""

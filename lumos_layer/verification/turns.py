"""What a turn came to, by what was verified and done in it (S38)."""

from __future__ import annotations

from collections.abc import Sequence

from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.probing import ActSeen
from lumos_layer.state.subgoal import Burst, Subgoal, TurnVerdict
from lumos_layer.verification.undoing import landed

_ALIKE = 3  # acts in a row that are one and the same, and to no effect


def turn_verdict(
    subgoal: Subgoal, decisions: Sequence[VerifierDecision], acts: Sequence[ActSeen], burst: Burst | None = None
) -> TurnVerdict:
    """`decisions` are those of this boundary, `acts` those since the last one, `subgoal` counts its turns up to now.

    complete: its requirement is verified. off_track: something that was met is not any more. stuck: its turns are spent, or the
    same act was tried three times to no effect. no_effect: nothing that was done changed anything. continue: none of these.
    """
    if any(each.requirement == subgoal.requirement and each.decision == "verify" for each in decisions):
        return "complete"
    if any(each.decision == "invalidate" for each in decisions):
        return "off_track"
    if subgoal.spent(burst or Burst()) or _repeats(acts):
        return "stuck"
    return "no_effect" if acts and not any(landed(act) for act in acts) else "continue"


def _repeats(acts: Sequence[ActSeen]) -> bool:
    last = acts[-_ALIKE:]
    alike = {(act.verb, act.role, act.name, act.text) for act in last}
    return len(last) == _ALIKE and len(alike) == 1 and not any(landed(act) for act in last)

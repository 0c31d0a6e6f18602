"""Was an action grounded on what this environment shows now?"""

from __future__ import annotations

import re

from lumos_layer.actions.grounding import GroundedAction, Spot
from lumos_layer.perception.observation import Observation

_ID = re.compile(r"o([1-9][0-9]*)").fullmatch
_LOOK = "Look again and take a ref from the new look."


def out_of_date(action: GroundedAction, latest: Observation | None) -> str:
    """Why the action does not fit the latest look; empty if it does.

    An action may name an earlier look of the same environment: what counts is that its element is the same one now.
    """
    if latest is None:
        return f"Nothing has been looked at yet. {_LOOK}"
    if action.observation and not _was_given(action.observation, latest.id):
        return f"The look {action.observation!r} is none of this environment's; its latest is {latest.id!r}. {_LOOK}"
    for spot in (action.spot, action.end):
        if spot is not None and not _is_there(spot, latest):
            return f"{spot.ref or 'That element'} is not what the latest look shows. {_LOOK}"
    return ""


def _was_given(id: str, latest: str) -> bool:
    said, last = _ID(id), _ID(latest)
    return id == latest or (said is not None and last is not None and int(said[1]) <= int(last[1]))


def _is_there(spot: Spot, latest: Observation) -> bool:
    if spot.node_id is None or spot.node is None:
        return True
    there = 0 <= spot.node_id < len(latest.tree) and latest.tree[spot.node_id] == spot.node
    return there and latest.ref_of(spot.node_id) == spot.ref

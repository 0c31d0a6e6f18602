"""A planner that proposes given actions, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lumos_layer.errors import PlannerFailed, TargetError
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.pointers import resolved
from lumos_layer.planning.port import Request

_SHOWN = 300  # characters of a problem


class ScriptedPlanner:
    """Proposes the actions in their order, whatever comes of them; then it finishes.

    An action is a document by schemas/action.schema.json, in which `"target": {"name": …}` may stand for a ref (see `Pointer`).
    `repeat`: begins anew after the last. It keeps nothing: where it stands is what the request says.
    """

    name = "scripted"

    def __init__(self, actions: Sequence[Any], *, repeat: bool = False) -> None:
        self._actions, self._repeat = tuple(actions), repeat

    def plan(self, request: Request) -> Plan:
        """The next action. Raises PlannerFailed if it names a target that is not on the screen, or several are."""
        place = _place(request)
        if self._repeat and self._actions:
            action = self._actions[place % len(self._actions)]
        elif place < len(self._actions):
            action = self._actions[place]
        else:
            action = {"type": "finish", "success": True, "reason": "All actions of the script have been proposed."}
        try:
            document = resolved(action, request.observation)
        except (TargetError, ValueError) as problem:
            raise PlannerFailed(self.name, f"Action {place + 1}: {problem}"[:_SHOWN]) from problem
        return Plan(action=document, reason=f"Action {place + 1} of the script.", planner=self.name, cursor=str(place + 1))


def _place(request: Request) -> int:
    """How many actions have been proposed: as the request says, by the last cursor, or by all that is remembered."""
    if request.step is not None:
        return request.step
    cursors = [entry.cursor for entry in request.memory if entry.cursor.isdigit()]
    return int(cursors[-1]) if cursors else sum(entry.by != "recovery" for entry in request.memory)

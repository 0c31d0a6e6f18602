"""Repairs of planned actions: what planners get wrong again and again is mended before it is judged (L49 to L55).

A repair changes what is asked for and nothing else: the repaired action passes the same grounding, safety and approval.
REPAIRS is the whole list. A repair more is one module and one line here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from lumos_layer.actions.documents import WAITING, verb_in
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.repairs import (
    append_for_replace,
    copied_instruction,
    missing_finish,
    repeated_launch,
    repeated_typing,
    search_handoff,
)
from lumos_layer.planning.repairs.scene import Mended, Repair, Repaired, Scene, SentBack

_Rule = Callable[[Scene], Mended | SentBack | None]

# In the order in which they are tried, each on what those before have made: where a text goes, how it goes there, and what it is
# come before whether it is there already.
REPAIRS: Mapping[str, _Rule] = MappingProxyType(
    {
        module.TYPE: module.repair
        for module in (
            search_handoff,
            append_for_replace,
            copied_instruction,
            repeated_typing,
            repeated_launch,
            missing_finish,
        )
    }
)


def repaired(plan: Plan, scene: Scene, switched_off: Collection[str] = ()) -> Repaired:
    """The plan with its action mended, and each repair beside its original. `scene.document` is the plan's own action."""
    made: list[Repair] = []
    for type, rule in REPAIRS.items():
        found = None if type in switched_off else rule(scene)
        if isinstance(found, SentBack) and not scene.told:
            return Repaired(plan=plan, repairs=tuple(made), back=found.why)
        if found is None:
            continue
        instead: Any = found.document if isinstance(found, Mended) else found.instead
        made.append(Repair(type=type, original=dict(scene.document), repaired=instead, why=found.why))
        scene = replace(scene, document=instead)
    if not made:
        return Repaired(plan=plan)
    types = tuple(each.type for each in made)
    update: dict[str, Any] = {"action": dict(scene.document), "repairs": (*plan.repairs, *types)}
    if verb_in(scene.document) in WAITING:
        update["cursor"] = ""  # what it was planned for is still to be done
    return Repaired(plan=plan.model_copy(update=update), repairs=tuple(made))


__all__ = ["REPAIRS", "Repair", "Repaired", "Scene", "repaired"]

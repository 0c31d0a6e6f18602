"""Levels of faults: how much goes wrong in a run, by chance, with the same seed the same way."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from lumos_layer.environments.simulator.faults import FaultPlan
from lumos_layer.errors import BadOption
from lumos_layer.evaluation.suites.suite import Suite, SuiteTask

NONE = "none"
# How likely each fault strikes at each act. Crashes are left out: a run goes on after them in another process, not in a suite.
_PLANS: Mapping[str, tuple[dict[str, Any], ...]] = MappingProxyType(
    {
        NONE: (),
        "light": (
            {"kind": "stale", "chance": 0.05},
            {"kind": "slow", "chance": 0.05, "seconds": 1.0},
            {"kind": "shifted", "chance": 0.05},
        ),
        "rough": (
            {"kind": "stale", "chance": 0.1},
            {"kind": "slow", "chance": 0.1, "seconds": 1.5},
            {"kind": "shifted", "chance": 0.1},
            {"kind": "lost", "chance": 0.1},
            {"kind": "popup", "chance": 0.05},
            {"kind": "focus_theft", "chance": 0.05},
        ),
        "hostile": (
            {"kind": "stale", "chance": 0.15},
            {"kind": "vanished", "chance": 0.1, "seconds": 2.0},
            {"kind": "slow", "chance": 0.15, "seconds": 2.0},
            {"kind": "lost", "chance": 0.15},
            {"kind": "broken", "chance": 0.1},
            {"kind": "broken", "chance": 0.05, "done": True},
            {"kind": "popup", "chance": 0.1},
            {"kind": "popup", "chance": 0.05, "harmful": True},
            {"kind": "focus_theft", "chance": 0.1},
        ),
    }
)
LEVELS = tuple(_PLANS)


def known(suite: Suite) -> tuple[str, ...]:
    return (*LEVELS, *(name for name in suite.faults if name not in _PLANS))


def plan_of(suite: Suite, task: SuiteTask, level: str) -> FaultPlan:
    """What goes wrong at this level, and in this task at any. A suite's own level goes first. Raises BadOption."""
    if level in suite.faults:
        plan = suite.faults[level]
    elif level in _PLANS:
        plan = FaultPlan.model_validate({"faults": _PLANS[level]})
    else:
        raise BadOption("faults", level, f"one of {', '.join(known(suite))}")
    return FaultPlan(faults=(*task.faults, *plan.faults))

"""Hypothesis strategies: screens as dialects make them, how they change, what may be asked of them, and what goes wrong.

Examples shrink to small, plain screens. `documents` has actions that are right or wrong whatever the screen. Importing it raises
MissingExtra where Hypothesis is not installed.
"""

from __future__ import annotations

from lumos_layer.errors import MissingExtra

try:
    import hypothesis  # noqa: F401 - asked for here, so that whoever lacks it hears how to get it
except ModuleNotFoundError:
    raise MissingExtra("lumos_layer.testing.strategies", "testing") from None

from lumos_layer.testing.strategies.acting import invalid_actions, valid_actions
from lumos_layer.testing.strategies.changing import changing
from lumos_layer.testing.strategies.edits import Edited, edited_trees
from lumos_layer.testing.strategies.faults import fault_plans
from lumos_layer.testing.strategies.forests import blueprints, drafts, observations, trees
from lumos_layer.testing.strategies.screens import screens, spots

__all__ = [
    "Edited",
    "blueprints",
    "changing",
    "drafts",
    "edited_trees",
    "fault_plans",
    "invalid_actions",
    "observations",
    "screens",
    "spots",
    "trees",
    "valid_actions",
]

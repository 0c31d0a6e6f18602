"""What the blueprints of trees show; the trees themselves are written down with `lumos_layer.testing.trees`."""

from __future__ import annotations

import json
from typing import Any

from lumos_layer import Observation
from lumos_layer.testing.trees import Box, Row, button, field, group, heading, link, node, observed, text

__all__ = ["Box", "Row", "button", "field", "group", "heading", "link", "node", "observed", "shown", "text", "ui"]


def ui(observation: Observation, **asked: Any) -> Any:
    """What stands in `ui` of the compact form."""
    return json.loads(observation.blueprint(**asked).compact())["ui"]


def shown(*rows: Row, **asked: Any) -> Any:
    """What stands in `ui` of the full blueprint of a tree."""
    return ui(observed(*rows), **asked)

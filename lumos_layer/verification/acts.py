"""Acts as a verifier is told of them: what was done on what, and whether an effect was seen."""

from __future__ import annotations

from typing import Any

from lumos_layer.actions.outcomes import Done, Failed, Outcome, Unknown
from lumos_layer.perception.observation import Observation
from lumos_layer.state.probing import ActSeen

# Of each kind of action the field that says what was put in, chosen or gone to.
_SAID = ("text", "option", "value", "checked", "key", "url", "app", "title", "query")


def act_seen(action: Any, outcome: Outcome, step: int, before: Observation | None = None) -> ActSeen:
    """An action as its document, what came of it, and the look that it was chosen by, in which its element is called something.

    The text of a secret is not told.
    """
    document = action if isinstance(action, dict) else {}
    node = before.refs.get(document.get("ref", "")) if before is not None and isinstance(document.get("ref"), str) else None
    return ActSeen(
        verb=str(document.get("type", "")),
        role=before.tree[node].role.value if before is not None and node is not None else "",
        name=before.name_of(node) if before is not None and node is not None else "",
        text=text_of(document),
        outcome=outcome.outcome,
        effect=(isinstance(outcome, Done) and outcome.verified)
        or (isinstance(outcome, Unknown | Failed) and outcome.delta is not None),
        observation=outcome.after,
        step=step,
    )


def text_of(document: dict[str, Any]) -> str:
    """What an action puts in, chooses or goes to; empty if it does not say, or names a secret."""
    for field in _SAID:
        said = document.get(field)
        if isinstance(said, bool):
            return "true" if said else "false"
        if isinstance(said, str | int | float):
            return f"{said:g}" if isinstance(said, float) else str(said)
    return ""

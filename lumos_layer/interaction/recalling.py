"""The acts of former processes of a run, as a verifier is told of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from lumos_layer.actions.documents import verb_in
from lumos_layer.interaction.state import RECENT
from lumos_layer.interaction.values import ActionRecord
from lumos_layer.state.probing import ActSeen
from lumos_layer.trace.journal import Journal
from lumos_layer.verification.acts import changed_more, text_of

ACTED = frozenset(("executed", "approved", "failed"))
_SENT = frozenset(("done", "no_effect", "unknown", "failed"))


def recalled(trace: Sequence[ActionRecord], journal: Journal) -> list[ActSeen]:
    """All acts of the run so far, oldest first: the last ones as its state holds them, those before as its journal tells them.

    What they were done on is known by its words, and their looks are not known any more.
    """
    last = trace[-RECENT:]
    before = list(_told(journal, last[0].step)) if len(last) == RECENT else []
    return before + [
        _seen(each.action, each.element, each.outcome, each.verified, each.step, each.delta) for each in last if each.came in ACTED
    ]


def _told(journal: Journal, until: int) -> Iterator[ActSeen]:
    """The acts of steps before that one."""
    chosen: dict[str, Any] = {}
    for said in journal.raw("planned", "outcome"):
        event = orjson.loads(said)
        if event["kind"] == "planned":
            chosen[event["action_id"]] = event
            continue
        planned, outcome = chosen.pop(event["action_id"], None), event["outcome"]
        if planned is not None and planned.get("step", 0) < until and outcome["outcome"] in _SENT:
            words, verified = planned.get("element", ""), outcome["outcome"] == "done" and outcome.get("seen", True)
            yield _seen(
                planned["plan"]["action"], words, outcome["outcome"], verified, planned.get("step", 0), outcome.get("delta")
            )


def _seen(action: Any, element: str, outcome: str, verified: bool, step: int, delta: Any) -> ActSeen:
    document: Any = action if isinstance(action, dict) else {}
    role, _, quoted = element.partition(" ")
    return ActSeen(
        verb=verb_in(action),
        role=role,
        name=_unquoted(quoted),
        text=text_of(document),
        outcome=outcome,
        effect=verified,
        changed=changed_more(delta),
        step=step,
    )


def _unquoted(words: str) -> str:
    try:
        return str(ast.literal_eval(words)) if words else ""
    except (ValueError, SyntaxError):
        return words

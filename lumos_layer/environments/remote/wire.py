"""What goes over the line: looks, grounded actions, deliveries and errors as JSON, equal on both sides."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from lumos_layer import errors
from lumos_layer.actions import ANY_ACTION
from lumos_layer.actions.effects import Effect
from lumos_layer.actions.grounding import GroundedAction, Spot
from lumos_layer.environments.port import Delivery

NOTHING = msgspec.Raw(b"null")
_TOKEN = re.compile(r"[!-~]([ -~]*[!-~])?")  # https://www.rfc-editor.org/rfc/rfc9110#section-5.5
A_TOKEN = "one or more printable ASCII characters, without blanks at the ends"
LARGEST = 64 * 2**20  # bytes of a request


class Asked(Struct, frozen=True):
    """`known`: the id of the look that is there already, and need not be sent again, and `run` the server that sent it."""

    known: str = ""
    run: str = ""


class Act(Struct, frozen=True):
    """`action` is JSON in a text, for words on screens may hold what other JSON does not."""

    id: str
    action: str
    effect: Effect
    observation: str
    action_id: str
    spot: Spot | None
    end: Spot | None


class Answer(Struct, frozen=True, omit_defaults=True):
    """What came of a call: one of these. `same`: the look that was known is still the latest one.

    `run` is another for each server that ever was: looks of two servers may have the same ids, and do not follow each other.
    """

    run: str = ""
    look: msgspec.Raw = NOTHING
    same: bool = False
    delivery: Delivery | None = None
    said: msgspec.Raw = NOTHING
    error: Told | None = None


class Told(Struct, frozen=True):
    """An error by its name in errors.py, its message, and the facts that it carries."""

    kind: str
    message: str
    facts: dict[str, Any]


def is_token(token: str) -> bool:
    """True if it can be sent in a header as it is, and is not empty."""
    return _TOKEN.fullmatch(token) is not None


def sent(action_id: str, action: GroundedAction) -> Act:
    """A grounded action as it is sent. No secret is in it: actions name them."""
    words = json.dumps(action.action.model_dump(mode="json", exclude_unset=True) | {"type": action.action.verb()})
    return Act(action_id, words, action.effect, action.observation, action.action_id, action.spot, action.end)


def received(act: Act) -> GroundedAction:
    """The grounded action that was sent; raises ValueError if its document is no action."""
    model = ANY_ACTION.validate_python(json.loads(act.action))
    return GroundedAction(model, act.effect, act.observation, act.action_id, act.spot, act.end)


def told(error: Exception) -> Told:
    """An error as it is sent; of a stranger only its kind, for what it says may hold anything."""
    if not isinstance(error, errors.LumosError):
        return Told("EnvironmentFailed", f"The environment broke down: {type(error).__name__}.", {})
    return Told(type(error).__name__, str(error), msgspec.to_builtins(vars(error), enc_hook=str))


def raised(said: Told) -> errors.LumosError:
    """The error that was sent, with its message and facts."""
    kind = getattr(errors, said.kind, None)
    if not isinstance(kind, type) or not issubclass(kind, errors.LumosError):
        kind = errors.EnvironmentFailed
    error = kind.__new__(kind)
    error.args = (said.message,)
    vars(error).update(_facts(said.facts))
    return error


def _facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(fact) if isinstance(fact, list) else fact for name, fact in facts.items()}

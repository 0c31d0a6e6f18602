"""Handing an act to an environment, so that whatever breaks there becomes a delivery, and nothing is lost."""

from __future__ import annotations

from typing import Any

import msgspec

from lumos_layer.actions.fields import Secret
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.environments.port import Delivery, Environment
from lumos_layer.errors import EnvironmentClosed, LumosError, NotSent

_SHOWN = 300  # characters of an error


class Broke(Exception):
    """What carries out acts, or looks, broke down; the words are safe to show."""


class Sender:
    """Sends acts and looks. Errors of strangers are told in their own words only as long as no secret went this way."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._secretive = False

    def send(self, action_id: str, grounded: GroundedAction) -> Delivery:
        """The delivery, `uncertain` where it broke down and the act may have arrived. Raises Broke if it cannot have."""
        self._secretive |= isinstance(getattr(grounded.action, "text", None), Secret)
        try:
            return _valid(action_id, self._environment.perform(action_id, grounded))
        except (NotSent, EnvironmentClosed) as problem:
            raise Broke(str(problem)) from problem
        except Exception as problem:  # noqa: BLE001 - whatever an adapter raises, the act may have arrived
            return Delivery(action_id=action_id, status="uncertain", note=self.said(problem))

    def said(self, problem: Exception) -> str:
        """The error in words that may be shown."""
        kind = type(problem).__name__
        if isinstance(problem, LumosError):
            return _words(problem)[:_SHOWN]
        words = " ".join(_words(problem).split())
        return f"{kind}: {words}"[:_SHOWN] if words and not self._secretive else kind


def _words(problem: Exception) -> str:
    try:
        return str(problem)
    except Exception:  # noqa: BLE001 - an error of a stranger may not even be able to say what it is
        return ""


def _valid(action_id: str, given: Any) -> Delivery:
    """The delivery as the port has it. Of what is none nobody knows whether the act arrived; a refusal stays one."""
    if not isinstance(given, Delivery):
        return Delivery(
            action_id=action_id, status="uncertain", note=f"The environment gave no delivery but a {type(given).__name__}."
        )
    try:
        return msgspec.convert(msgspec.structs.asdict(given), Delivery)
    except msgspec.ValidationError as problem:
        note = f"The environment gave no valid delivery: {problem}."
    if given.status == "refused":
        return Delivery(action_id=action_id, status="refused", reason="unsupported", note=note)
    return Delivery(action_id=action_id, status="uncertain", note=note)

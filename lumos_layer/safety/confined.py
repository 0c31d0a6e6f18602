"""An environment that is given only acts whose secrets belong to what it shows."""

from __future__ import annotations

from typing import Any

from lumos_layer.actions.fields import Secret
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.environments.port import Capabilities, Delivery, Environment, recalled
from lumos_layer.perception.observation import Observation
from lumos_layer.safety.secrets import SecretStore


class Confined:
    """The environment, with a last check right before a secret would be filled in: since the review another page may have come."""

    def __init__(self, environment: Environment, secrets: SecretStore) -> None:
        self.environment, self.secrets = environment, secrets

    @property
    def capabilities(self) -> Capabilities:
        return self.environment.capabilities

    def observe(self) -> Observation:
        return self.environment.observe()

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        """Hand the action over; one whose secret does not belong to what is shown now is refused, and never arrives."""
        refused = self.secrets.rule(action, self.environment.observe()) if self._secretive(action) else None
        if refused is not None:
            return Delivery(action_id=action_id, status="refused", reason="policy", note=f"{refused.why} (rule {refused.rule})")
        return self.environment.perform(action_id, action)

    def recall(self, action_id: str) -> Delivery | None:
        """What the environment knows of the act. Raises Forgets where it cannot tell."""
        return recalled(self.environment, action_id)

    def forget(self) -> None:
        """Make every ref stale, as after a person has had the surface."""
        environment: Any = self.environment
        environment.forget()

    def close(self) -> None:
        self.environment.close()

    @staticmethod
    def _secretive(action: GroundedAction) -> bool:
        return isinstance(getattr(action.action, "text", None), Secret)

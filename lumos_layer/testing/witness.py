"""An environment that stands before another one, sees all that reaches it, and lets things go wrong on the way."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.environments.port import Capabilities, Delivery, Environment
from lumos_layer.errors import EnvironmentFailed, NotSent
from lumos_layer.perception.observation import Observation

Mishap = Literal["not sent", "broke before", "broke after", "in doubt", "died before", "died after"]
MISHAPS: tuple[Mishap, ...] = get_args(Mishap)


class Died(BaseException):
    """The program that acts has died; what it acted on lives on. No outcome is made of it."""


class Sent(Struct, frozen=True):
    """An act that reached the environment, with the looks around it; no delivery: it broke down."""

    action_id: str
    action: GroundedAction
    delivery: Delivery | None
    before: Observation
    after: Observation


class Witness:
    """The environment `inner`. `mishap` befalls the next act and no other; `sent` lists the acts that arrived."""

    def __init__(self, inner: Environment) -> None:
        self.inner = inner
        self.mishap: Mishap | None = None
        self.sent: list[Sent] = []

    @property
    def capabilities(self) -> Capabilities:
        return self.inner.capabilities

    def observe(self) -> Observation:
        return self.inner.observe()

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        mishap, self.mishap = self.mishap, None
        if mishap == "not sent":
            raise NotSent("The line was dead before the act was sent.")
        if mishap == "broke before":
            raise EnvironmentFailed("The line broke.")
        if mishap == "died before":
            raise Died
        delivery = self._sent(action_id, action)
        if mishap == "broke after":
            raise EnvironmentFailed("The line broke.")
        if mishap == "died after":
            raise Died
        doubt = mishap == "in doubt" and delivery.status == "delivered"
        return replace(delivery, status="uncertain", note="Nobody answered.") if doubt else delivery

    def close(self) -> None:
        self.inner.close()

    def _sent(self, action_id: str, action: GroundedAction) -> Delivery:
        before = self.inner.observe()
        delivery = None
        try:
            delivery = self.inner.perform(action_id, action)
        finally:
            self.sent.append(Sent(action_id, action, delivery, before, self.inner.observe()))
        return delivery

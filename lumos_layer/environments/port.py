"""The port behind which everything stands that differs between a simulator, a recording, a browser and a desktop."""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

from msgspec import Struct

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.violation import Reason
from lumos_layer.errors import BadOption, Forgets
from lumos_layer.perception.observation import Observation
from lumos_layer.plugins import guarded


class Capabilities(Struct, frozen=True, kw_only=True):
    """What an environment can do. `actions` are the types of actions that it can carry out."""

    actions: frozenset[str]
    windows: bool = False  # it has several windows, which can be switched
    apps: tuple[str, ...] | None = None  # programs that `open_app` can open; None: any that there may be
    urls: bool = False  # it shows pages by their addresses
    clock: bool = False  # its time stands still unless it is moved


class Delivery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an environment knows of an act right after it was sent.

    `uncertain`: it was sent, but whether it arrived nobody knows. `reason` says why it was refused, `note` what happened or
    what to do, for people and planners. `again`: the id had been seen before, and nothing was done now; the rest is as it was
    said the first time.
    """

    action_id: str
    status: Literal["delivered", "refused", "uncertain"]
    reason: Reason | None = None
    note: str = ""
    again: bool = False


class Environment(Protocol):
    """A surface that can be looked at and acted on."""

    @property
    def capabilities(self) -> Capabilities: ...

    def observe(self) -> Observation:
        """Look. Nothing changes by it: two looks with nothing between them show the same tree."""
        ...

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        """Carry out an action that was grounded on the latest look.

        The same id is never done twice, whatever the action: it gets its first delivery, marked `again`. Raises BadOption for
        an id that is no text, or empty: two acts of no id could not be told apart.
        """
        ...

    def close(self) -> None:
        """Let go of what the surface holds; afterwards nothing works."""
        ...


@runtime_checkable
class Recalling(Protocol):
    """An environment that outlives who acts on it, and knows afterwards which acts have arrived."""

    def recall(self, action_id: str) -> Delivery | None:
        """The first delivery of the act of this id; None: it has never arrived, and may be sent. Raises EnvironmentFailed."""
        ...


def identified(action_id: object) -> str:
    """The id of an act. Raises BadOption if it is no text, or empty, before anything is done."""
    if isinstance(action_id, str) and action_id:
        return action_id
    raise BadOption("action_id", action_id, "a text that is not empty, another one for each act")


def recalled(environment: Environment, action_id: str) -> Delivery | None:
    """What the environment knows of an act that a former process began. Raises Forgets where it cannot tell."""
    if isinstance(environment, Recalling):
        return environment.recall(action_id)
    raise Forgets


def arrived(environment: Environment, action_id: str) -> object:
    """The same, whatever it gives. Raises Forgets also where it breaks down, or may not be asked: then it cannot tell either."""
    with guarded(lambda _: Forgets()):
        return recalled(environment, action_id)

"""What is known of a run when one of its actions is reviewed, besides the action and the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.perception.observation import Observation
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.decision import Decision

SecretRule = Callable[[GroundedAction, Observation], Decision | None]


@dataclass(frozen=True)
class Case:
    """One case to decide. What is not known is taken as what asks for more care.

    `trusted`: the runtime trusts the surface, as it does the simulator and recordings; a policy may trust others.
    `read_untrusted`: the planner has been shown words of a surface that is not trusted; `read_orders`: one of the looks before this
    one had words that read like orders to an agent. `acts`: changes made since a person was
    asked. `secret_rule` judges the secrets that an action names.
    """

    constraints: Constraints = field(default_factory=Constraints)
    confidence: float = 1.0
    read_untrusted: bool = True
    read_orders: bool = False
    trusted: bool = False
    environment: str = "desktop"
    acts: int = 0
    secret_rule: SecretRule | None = None

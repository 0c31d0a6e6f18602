"""What every effect is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator.locator import Data

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


class Change(Data):
    """One change of a world; a target that is not there changes nothing."""

    def apply(self, world: World) -> None:
        raise NotImplementedError

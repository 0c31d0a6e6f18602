"""A world of widgets that behaves as screens do."""

from lumos_layer.environments.simulator.simulator import Simulator
from lumos_layer.environments.simulator.world import World

__all__ = ["Simulator", "World"]

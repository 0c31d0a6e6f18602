"""A semantic operating-system layer for AI agents.

`read` turns a recorded accessibility dump into an `Observation`; its `blueprint` is the screen as small, faithful JSON. A `Session`
reads one after another: elements keep their refs, and `Observation.since` says what has changed.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lumos_layer.perception.blueprint import Blueprint, decode_object
    from lumos_layer.perception.decoding import decode
    from lumos_layer.perception.delta import Delta
    from lumos_layer.perception.limits import Limits
    from lumos_layer.perception.locator import Locator, decode_locator
    from lumos_layer.perception.observation import Observation
    from lumos_layer.perception.reading import read
    from lumos_layer.perception.session import Session

__all__ = ["Blueprint", "Delta", "Limits", "Locator", "Observation", "Session", "decode", "decode_locator", "decode_object", "read"]

_IN = {
    "Blueprint": "blueprint",
    "Delta": "delta",
    "Limits": "limits",
    "Locator": "locator",
    "Observation": "observation",
    "Session": "session",
    "decode": "decoding",
    "decode_locator": "locator",
    "decode_object": "blueprint",
    "read": "reading",
}


def __getattr__(name: str) -> object:
    """What is asked for, imported then: a command has to hear an interrupt before it imports anything that takes long."""
    if name not in _IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.perception.{_IN[name]}"), name)
    globals()[name] = found
    return found

"""A semantic operating-system layer for AI agents.

`read` turns a recorded accessibility dump into an `Observation`; its `blueprint` is the screen as small, faithful JSON. A `Session`
reads one after another: elements keep their refs, and `Observation.since` says what has changed.
"""

from lumos_layer.perception.blueprint import Blueprint, decode_object
from lumos_layer.perception.decoding import decode
from lumos_layer.perception.delta import Delta
from lumos_layer.perception.limits import Limits
from lumos_layer.perception.locator import Locator, decode_locator
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.reading import read
from lumos_layer.perception.session import Session

__all__ = ["Blueprint", "Delta", "Limits", "Locator", "Observation", "Session", "decode", "decode_locator", "decode_object", "read"]

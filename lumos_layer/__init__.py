"""A semantic operating-system layer for AI agents.

`read` turns a recorded accessibility dump into an `Observation`; its `blueprint` is the screen as small, faithful JSON.
"""

from lumos_layer.perception.blueprint import Blueprint, decode_object
from lumos_layer.perception.decoding import decode
from lumos_layer.perception.limits import Limits
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.reading import read

__all__ = ["Blueprint", "Limits", "Observation", "decode", "decode_object", "read"]

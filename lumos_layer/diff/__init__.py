"""Two trees to what is the same in them and what changed: the matching, the edit script, and the tree that it makes."""

from lumos_layer.diff.editing import diff
from lumos_layer.diff.matching import Matching, match
from lumos_layer.diff.patching import patch
from lumos_layer.diff.script import Changes, Delete, EditScript, Insert, Move, New, Update, decode_script
from lumos_layer.diff.turnover import turned_over

__all__ = [
    "Changes",
    "Delete",
    "EditScript",
    "Insert",
    "Matching",
    "Move",
    "New",
    "Update",
    "decode_script",
    "diff",
    "match",
    "patch",
    "turned_over",
]

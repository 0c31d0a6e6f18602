"""What comes nearest to what was asked for, as hints; nothing here ever chooses."""

from __future__ import annotations

from difflib import get_close_matches
from heapq import nsmallest

from lumos_layer.actions import ACTIONS, BY_TYPE
from lumos_layer.actions.base import BaseAction
from lumos_layer.actions.target import Target, target_of
from lumos_layer.perception.observation import Observation

_HINTS = 3


def refs_like(ref: str, observation: Observation) -> list[str]:
    """The elements whose refs have the nearest numbers, with role and name."""
    number = int(ref[1:])
    refs = nsmallest(_HINTS, observation.refs, key=lambda known: (abs(int(known[1:]) - number), int(known[1:])))
    return [str(target_of(observation, observation.refs[known])) for known in refs]


def able(target: Target, action: BaseAction) -> list[str]:
    """The types of the other actions that the target takes."""
    return [kind.verb() for kind in ACTIONS if kind.verb() != action.verb() and any(True for _ in kind.offers(target))]


def types_like(word: object) -> list[str]:
    """The types of actions whose spelling is nearest."""
    return get_close_matches(word.lower(), BY_TYPE, _HINTS, 0.5) if isinstance(word, str) else []


def fields_like(word: str, kind: type[BaseAction]) -> list[str]:
    """The fields of an action whose spelling is nearest."""
    return get_close_matches(word.lower(), kind.model_fields, 1, 0.5)

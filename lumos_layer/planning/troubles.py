"""Why a call of a language model did not come through, told by kind and status alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType
from typing import Any, Literal

# It may come through the next time; not in this way; not at all; it came, but broke off at the model's own limit.
Kind = Literal["passing", "unsupported", "lasting", "cut"]


@dataclass(frozen=True)
class Trouble:
    """`words` hold nothing of the error's own; `after`: so many seconds should pass first."""

    kind: Kind
    words: str
    after: float = 0.0


_KEY = "its service refused the key; check the one that is set in the environment"
_LONG = "the screen and all that is told with it is too long for the model; give a token budget"
_SLOW = "its service took too long"
_REFUSED = "the model refused to answer"
_UNREACHABLE = "its service cannot be reached"

# By the names of the errors that langchain-core and the clients of providers have, each with its own status besides.
_NAMES: Mapping[str, tuple[Kind, str]] = MappingProxyType(
    {
        "ContextOverflowError": ("lasting", _LONG),
        "ModelRefusalError": ("lasting", _REFUSED),
        "ContentFilterFinishReasonError": ("lasting", _REFUSED),
        "LengthFinishReasonError": ("cut", "the answer broke off"),
        "NotImplementedError": ("unsupported", "it cannot be asked in this way"),
        "ModelTimeoutError": ("passing", _SLOW),
        "APITimeoutError": ("passing", _SLOW),
        "TimeoutException": ("passing", _SLOW),
        "TimeoutError": ("passing", _SLOW),
        "ModelConnectionError": ("passing", _UNREACHABLE),
        "APIConnectionError": ("passing", _UNREACHABLE),
        "TransportError": ("passing", _UNREACHABLE),
        "ConnectionError": ("passing", _UNREACHABLE),
    }
)
_STATUS: Mapping[int, tuple[Kind, str]] = MappingProxyType(
    {
        401: ("lasting", _KEY),
        402: ("lasting", "its service wants to be paid first"),
        403: ("lasting", "its service does not let this key use it"),
        404: ("lasting", "its service knows no such model or address"),
        408: ("passing", _SLOW),
        409: ("passing", "its service is busy"),
        413: ("lasting", _LONG),
        425: ("passing", "its service is busy"),
        429: ("passing", "its service gets too many requests"),
        501: ("unsupported", "its service cannot do what was asked"),
    }
)
_SPENT = frozenset(("insufficient_quota", "billing_hard_limit_reached"))


def trouble_of(error: Exception) -> Trouble:
    """What to make of an error that a model's client raised."""
    named = next((_NAMES[kind.__name__] for kind in type(error).__mro__ if kind.__name__ in _NAMES), None)
    status = _status(error)
    if named is not None and (status is None or status < 400):
        return Trouble(*named)
    if getattr(error, "code", None) in _SPENT:
        return Trouble("lasting", f"what its service grants this key is used up ({status})")
    if status is not None and status >= 400:
        kind, words = named or _STATUS.get(status) or _otherwise(status)
        return Trouble(kind, f"{words} ({status})", _after(error))
    return Trouble("passing", f"its service sent what is no answer ({type(error).__name__})")


def _otherwise(status: int) -> tuple[Kind, str]:
    if status >= 500:
        return "passing", "its service broke down"
    return "unsupported", "its service does not take the request"


def _status(error: Exception) -> int | None:
    for holder in (error, getattr(error, "response", None)):
        for name in ("status_code", "http_status", "code"):
            if isinstance(status := getattr(holder, name, None), int) and not isinstance(status, bool):
                return status
    return None


def _after(error: Exception) -> float:
    """The seconds that the service asks to wait, 0 if it does not say."""
    headers: Any = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        seconds = float(headers.get("retry-after") or 0)
    except (ValueError, TypeError, AttributeError):
        return 0.0
    return seconds if isfinite(seconds) and seconds > 0 else 0.0

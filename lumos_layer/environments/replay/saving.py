"""Positions of replays as JSON."""

from __future__ import annotations

from msgspec import field

from lumos_layer.environments.port import Delivery
from lumos_layer.environments.replay.screens import Place, Screens
from lumos_layer.errors import BadRecording
from lumos_layer.perception.sealing import SealBroken, Sealed, sealed, unsealed

KIND, VERSION = "lumos replay", 1


class Saved(Sealed, forbid_unknown_fields=True, kw_only=True):
    """All that another replay of the same recordings needs to go on.

    `seen` are the screens that were looked at, in order, for refs come from them; `protected` are refs of fields, each with the
    number of looks after which it was protected; `forgotten` numbers of looks after which all refs became stale. `done` is the last
    step that was taken in its recording, -1 for none; `waited` are the seconds since the screen came.
    """

    kind: str = KIND
    version: int = VERSION
    seen: list[Place]
    protected: list[tuple[int, str]]
    place: Place
    done: int
    waited: float
    deliveries: dict[str, Delivery]
    forgotten: list[int] = field(default_factory=list)


def saved(position: Saved) -> bytes:
    return sealed(position)


def loaded(document: bytes) -> Saved:
    """Raises BadRecording."""
    try:
        return unsealed(document, Saved, KIND, VERSION)
    except SealBroken as broken:
        raise BadRecording("The saved position", broken.problem, broken.remedy or "Begin anew.") from None


def check(position: Saved, screens: Screens) -> None:
    """Raises BadRecording if the position is one of other recordings."""
    unknown = next((place for place in (*position.seen, position.place) if place not in screens), None)
    if unknown is not None:
        remedy = "Load it with the recordings that it was saved from."
        raise BadRecording("The saved position", f"it knows {unknown}, these recordings do not", remedy)

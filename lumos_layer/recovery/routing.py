"""Where a run goes on after a diagnosis: a pure function, the first row of the table that fits (S49 to S51, S55)."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field

from lumos_layer.planning.diagnosis import Diagnosis, RouteKind
from lumos_layer.recovery.dead_ends import INEFFECTIVE

SURE = 0.9  # confidence from which a verifier can be overridden
ATTRIBUTIONS = 2  # to the verifier, before this one
_REDOS, _REPLANS, _LOOKS = 2, 3, 2


class History(BaseModel):
    """What has been tried since the run last got on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    attempts: int = Field(default=0, description="Recoveries that were carried out.")
    most_attempts: int = 3
    same_ineffective: int = Field(default=0, description="How often the last act has come to nothing, in a row.")
    redos: int = 0
    replans: int = 0
    looks: int = Field(default=0, description="Times that the environment was tried to be mended.")
    persons: int = Field(default=0, description="Times that a person was asked.")
    attributed_to_verifier: int = Field(default=0, description="Earlier diagnoses about the same requirement that did so.")
    to_a_person: bool = Field(
        default=False, description="Only a person may go on: a dialog about money or rights, a screen that is taken."
    )
    forbidden: bool = Field(default=False, description="A policy or a person has refused the act, and there is no other.")
    conflict: bool = Field(default=False, description="Two requirements cannot both hold.")
    can_ask: bool = True


class Route(BaseModel):
    """Where the run goes on, and why. `changed`: the planner must not do again what it has done."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: RouteKind
    why: str
    changed: bool = False


def route(diagnosis: Diagnosis, history: History) -> Route:
    """The route of the first row that fits; the last one always does."""
    return next(found for rule in ROUTES if (found := rule(diagnosis, history)) is not None)


def _forbidden(diagnosis: Diagnosis, history: History) -> Route | None:
    if not history.forbidden:
        return None
    return Route(kind="give_up", why="It is not allowed, and there is no other way.")


def _conflict(diagnosis: Diagnosis, history: History) -> Route | None:
    return _asked(history, "Two of the requirements cannot both hold.") if history.conflict else None


def _only_a_person(diagnosis: Diagnosis, history: History) -> Route | None:
    return _asked(history, "Only a person can answer it.") if history.to_a_person else None


def _overridden(diagnosis: Diagnosis, history: History) -> Route | None:
    """High confidence, a literal quote and two earlier attributions: nothing less overrides a verifier (S50)."""
    if diagnosis.role != "verifier":
        return None
    sure = diagnosis.confidence >= SURE and bool(diagnosis.quotes) and history.attributed_to_verifier >= ATTRIBUTIONS
    if sure and not diagnosis.insufficient:
        return Route(kind="override", why="The screen shows literally what the verifier has refused three times.")
    return _looked_or_asked(history, "The verifier may be wrong: let it look again.")


def _worn_out(diagnosis: Diagnosis, history: History) -> Route | None:
    if history.attempts < history.most_attempts:
        return None
    return Route(kind="give_up", why=f"{history.attempts} recoveries did not help.")


def _changed(diagnosis: Diagnosis, history: History) -> Route | None:
    if history.same_ineffective < INEFFECTIVE or history.replans >= _REPLANS:
        return None
    why = f"The same was done {history.same_ineffective} times and nothing came of it."
    return Route(kind="replan", why=why, changed=True)


def _unsure(diagnosis: Diagnosis, history: History) -> Route | None:
    return _looked_or_asked(history, "Too little is known: look again first.") if diagnosis.insufficient else None


def _environment(diagnosis: Diagnosis, history: History) -> Route | None:
    if diagnosis.role != "environment":
        return None
    return Route(kind="environment", why="What stands in the way can be mended on the screen.")


def _gap(diagnosis: Diagnosis, history: History) -> Route | None:
    return _asked(history, "Something has to be known first.") if diagnosis.category == "information_gap" else None


def _tactical(diagnosis: Diagnosis, history: History) -> Route | None:
    if diagnosis.category != "tactical" or history.redos >= _REDOS or history.same_ineffective >= INEFFECTIVE:
        return None
    return Route(kind="redo", why="The way is right; this act of it has to be done otherwise.")


def _strategic(diagnosis: Diagnosis, history: History) -> Route | None:
    if diagnosis.category == "unclear" and history.looks == 0:
        return Route(kind="environment", why="Nobody can tell why: look again.")
    if history.replans < _REPLANS:
        return Route(kind="replan", why="This way does not lead there.", changed=True)
    return None


def _nothing_left(diagnosis: Diagnosis, history: History) -> Route | None:
    return _asked(history, "Nothing that was tried has helped.")


# What must not be done goes before what may help, and what is known before what is guessed.
ROUTES: tuple[Callable[[Diagnosis, History], Route | None], ...] = (
    _forbidden, _conflict, _only_a_person, _overridden, _worn_out, _changed, _unsure, _environment, _gap, _tactical, _strategic,
    _nothing_left,
)  # fmt: skip


def _asked(history: History, why: str) -> Route:
    """A person, if there is one who has not been asked already."""
    if history.can_ask and history.persons == 0:
        return Route(kind="person", why=why)
    return Route(kind="give_up", why=f"{why} Nobody could say how to go on.")


def _looked_or_asked(history: History, why: str) -> Route:
    return Route(kind="environment", why=why) if history.looks < _LOOKS else _asked(history, why)

"""What to do when an act has not worked or a screen cannot be used: one bounded remedy at a time (B37, B50, B56 to B60, L43).

`remedy` is a pure function of a situation; `situation_of` reads one off an outcome, a look and what has been tried already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from lumos_layer.actions.documents import verb_in
from lumos_layer.actions.grounding import validate
from lumos_layer.actions.outcomes import Failed, NoEffect, Outcome, Rejected, Unknown
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.popups import PopupClass, open_dialogs, popup_at
from lumos_layer.planning.port import Remembered
from lumos_layer.planning.progress import Limits, stuck
from lumos_layer.planning.recognition import RecognizedElement, surest
from lumos_layer.planning.screen_state import PageState, state_of

RemedyKind = Literal["observe", "wait", "close_popup", "scroll", "refresh", "mend", "clarify", "ask_person", "give_up"]
Ends = Literal["failed", "blocked"]

# How long to wait for a busy screen, by how often it was waited for already; the last holds for all further waits. In seconds.
_PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0)
_SURE = 0.5  # confidence below which nothing is acted on
_WAITING = frozenset(("wait", "wait_for", "wait_for_change"))
_SCROLLING = frozenset(("scroll", "scroll_to", "scroll_into_view"))
_UNSEEN = frozenset(("not_found", "not_visible"))
_REPEATED = 12  # entries of the memory that say what has been tried


class Bounds(BaseModel):
    """How often each remedy is tried in a row before something else is done."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    waits: int = Field(default=6, ge=0, description="Of a screen that is busy and does not get on.")
    waits_in_all: int = Field(default=30, ge=0, description="Of a screen that is busy and gets on.")
    looks: int = Field(default=2, ge=0)
    scrolls: int = Field(default=5, ge=0)
    refreshes: int = Field(default=1, ge=0)


class Situation(BaseModel):
    """What stands against going on, and what has been tried against it since the run last got on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    outcome: str = Field(default="", description="The last act's outcome; empty: there was none.")
    reason: str = Field(default="", description="Of a rejection.")
    said: str = ""
    page_state: PageState = "ready"
    popup: PopupClass | None = None
    popup_name: str = ""
    closing: str = Field(default="", description="What closes the popup without agreeing to anything.")
    confidence: float = 1.0
    scrolls_at: str = Field(default="", description="A container with more below; `surface`: the surface itself; empty: none.")
    no_progress: str = Field(default="", description="What was done again and again.")
    sensitive: bool = Field(default=False, description="To go on takes an act that only a person may allow.")
    attempts: int = Field(default=0, description="Recoveries so far, in all.")
    most_attempts: int = 3
    waits: int = 0
    moving: bool = Field(default=False, description="While it was waited for last, something moved.")
    looks: int = 0
    scrolls: int = 0
    url: str = Field(default="", description="The address of the page; empty where there is none.")
    refreshes: int = 0


class Remedy(BaseModel):
    """What to do next. `action` is to be carried out, if there is one; `ends` is how the run ends after `give_up`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: RemedyKind
    reason: str
    action: JsonValue = None
    ends: Ends | None = None


def remedy(situation: Situation, bounds: Bounds | None = None) -> Remedy:
    """The first rule that has an answer. Bounded: with the counts going up as it is followed, it gives up or asks in the end."""
    bounds = bounds or Bounds()
    return next(found for rule in RULES if (found := rule(situation, bounds)) is not None)


def _stands_still(situation: Situation, bounds: Bounds) -> Remedy | None:
    return _give_up(situation.no_progress) if situation.no_progress else None


def _forbidden(situation: Situation, bounds: Bounds) -> Remedy | None:
    if situation.reason in ("policy", "denied"):
        return Remedy(kind="give_up", reason=situation.said or "It is not allowed.", ends="blocked")
    return None


def _held_by_a_person(situation: Situation, bounds: Bounds) -> Remedy | None:
    if situation.outcome == "paused" or situation.reason == "paused":
        return Remedy(kind="ask_person", reason="A person has the screen.")
    return None


def _only_a_person(situation: Situation, bounds: Bounds) -> Remedy | None:
    if situation.sensitive:
        return Remedy(kind="ask_person", reason=situation.said or "To go on takes an act that a person has to allow.")
    return None


def _busy(situation: Situation, bounds: Bounds) -> Remedy | None:
    if situation.page_state != "loading":
        return None
    most = bounds.waits_in_all if situation.moving else bounds.waits
    if situation.waits >= most:
        return _give_up("still loading: the screen was busy the whole time that it was waited for")
    pause = _PAUSES[min(situation.waits, len(_PAUSES) - 1)]
    return Remedy(kind="wait", reason="The screen is loading.", action={"type": "wait", "seconds": pause})


def _popup(situation: Situation, bounds: Bounds) -> Remedy | None:
    if situation.popup is None:
        return None
    named = f"the dialog {situation.popup_name!r}" if situation.popup_name else "a dialog"
    if situation.popup == "harmless" and situation.closing and situation.attempts < situation.most_attempts:
        action: JsonValue = {"type": "click", "ref": situation.closing}
        return Remedy(kind="close_popup", reason=f"{named} only tells something.", action=action)
    about = "that nobody expected" if situation.popup in ("harmless", "unknown") else f"about {situation.popup}"
    return Remedy(kind="ask_person", reason=f"On the screen is {named}, {about}; a person has to answer it.")


def _too_often(situation: Situation, bounds: Bounds) -> Remedy | None:
    if situation.attempts < situation.most_attempts:
        return None
    return _give_up(f"{situation.attempts} recoveries did not help: {situation.said or situation.reason or situation.outcome}")


def _unsure(situation: Situation, bounds: Bounds) -> Remedy | None:
    """Nothing to be seen, or nothing for certain: look again, then ask."""
    empty = situation.page_state == "empty"
    if not empty and situation.confidence >= _SURE:
        return None
    why = (
        "Nothing is on the screen." if empty else f"What is on the screen was read with a confidence of {situation.confidence:.2f}."
    )
    if situation.looks < bounds.looks:
        return _look(why)
    if empty and situation.url and situation.refreshes < bounds.refreshes:
        return Remedy(
            kind="refresh", reason=f"{why} The page is loaded once more.", action={"type": "open_url", "url": situation.url}
        )
    return _give_up(why) if empty else _clarify(f"{why} What is to be done?")


def _missing(situation: Situation, bounds: Bounds) -> Remedy | None:
    """An element that is not there: look, scroll, wait, then ask."""
    if situation.reason not in _UNSEEN:
        return None
    if situation.looks == 0:
        return _look("What was to be acted on is not on the screen.")
    if situation.scrolls_at and situation.scrolls < bounds.scrolls:
        ref = {} if situation.scrolls_at == _SURFACE else {"ref": situation.scrolls_at}
        return Remedy(kind="scroll", reason="It may be further down.", action={"type": "scroll", "direction": "down", **ref})
    if situation.waits < 1:
        return Remedy(kind="wait", reason="It may be about to come.", action={"type": "wait", "seconds": _PAUSES[2]})
    return _clarify(f"It is not on the screen: {situation.said or 'what was to be acted on'} Where is it?")


def _stale(situation: Situation, bounds: Bounds) -> Remedy | None:
    if situation.outcome in ("rejected", "unknown", "aborted", "failed", "no_effect") and situation.looks < bounds.looks:
        return _look(situation.said or "The last act has not worked.")
    return None


def _disabled(situation: Situation, bounds: Bounds) -> Remedy | None:
    if situation.reason in ("disabled", "covered", "modal", "minimised", "read_only"):
        return _clarify(f"{situation.said or 'It cannot be used now.'} What is to be done?")
    return None


def _unseen_end(situation: Situation, bounds: Bounds) -> Remedy | None:
    """Sent, and nobody knows what came of it: a person has to say whether it is to be done again."""
    if situation.outcome == "unknown":
        return Remedy(kind="ask_person", reason=situation.said or "It was sent, and nobody saw what came of it.")
    return None


def _nothing_left(situation: Situation, bounds: Bounds) -> Remedy | None:
    return _give_up(situation.said or "Nothing that was tried has helped.")


# The first that has an answer decides: what must not be done goes before what may help.
RULES: tuple[Callable[[Situation, Bounds], Remedy | None], ...] = (
    _stands_still, _forbidden, _held_by_a_person, _busy, _popup, _only_a_person, _too_often, _unsure, _missing, _stale, _disabled,
    _unseen_end, _nothing_left,
)  # fmt: skip


def _look(why: str) -> Remedy:
    return Remedy(kind="observe", reason=why, action={"type": "observe"})


def _clarify(question: str) -> Remedy:
    return Remedy(kind="clarify", reason=question, action={"type": "clarify", "question": question[:1_000]})


def _give_up(why: str) -> Remedy:
    return Remedy(kind="give_up", reason=why, ends="failed")


_SURFACE = "surface"


def situation_of(
    outcome: Outcome | None,
    observation: Observation,
    memory: Sequence[Remembered] = (),
    *,
    recognised: Iterable[RecognizedElement] = (),
    expected: Iterable[str] = (),
    attempts: int = 0,
    most_attempts: int = 3,
    sensitive: bool = False,
    limits: Limits | None = None,
) -> Situation:
    """The situation after an act. `expected` are refs of dialogs that the run opened on purpose, which are no popups."""
    no_progress = stuck(memory, limits)
    popup = _unexpected(observation, frozenset(expected))
    tried = _tried(memory)
    return Situation(
        outcome="" if outcome is None else outcome.outcome,
        reason=outcome.reason if isinstance(outcome, Rejected) else "",
        said=_said(outcome),
        page_state=state_of(observation),
        confidence=surest(recognised),
        scrolls_at=_scrolls_at(observation),
        no_progress="" if no_progress is None else no_progress.why,
        sensitive=sensitive,
        url=observation.url,
        attempts=attempts,
        most_attempts=most_attempts,
        **popup,
        **tried,
    )


def _said(outcome: Outcome | None) -> str:
    match outcome:
        case Rejected(violations=violations):
            return " ".join(each.message for each in violations)[:500]
        case NoEffect(advice=advice):
            return advice[:500]
        case Failed(error=error):
            return error[:500]
        case Unknown(why=why):
            return why[:500]
    return ""


def _unexpected(observation: Observation, expected: frozenset[str]) -> dict[str, Any]:
    open_now = [i for i in open_dialogs(observation) if observation.ref_of(i) not in expected]
    if not open_now:
        return {}
    popup = popup_at(observation, open_now[-1])
    if popup.closing and not observation.tree[popup.node].modal and _is_blocked(observation, popup.closing):
        return {}  # it lies behind what the run has opened, and is in nobody's way
    return {"popup": popup.kind, "popup_name": popup.name, "closing": popup.closing or ""}


def _is_blocked(observation: Observation, ref: str) -> bool:
    """True if a modal dialog above stands against pressing it."""
    found = validate({"type": "click", "ref": ref}, observation, observation_id=observation.id)
    return isinstance(found, Rejected) and found.reason == "modal"


def _scrolls_at(observation: Observation) -> str:
    tree = observation.tree
    for ref, i in observation.refs.items():
        scroll = tree[i].scroll
        if scroll is not None and scroll.below > 0:
            return ref
    root = next(iter(tree), None)
    return _SURFACE if root is not None and root.scroll is not None and root.scroll.below > 0 else ""


def _tried(memory: Sequence[Remembered]) -> dict[str, Any]:
    """What the acts at the end of the memory were that only look, wait or scroll: since the last one that did something else."""
    counts = {"waits": 0, "looks": 0, "scrolls": 0, "refreshes": 0, "moving": False}
    for place, entry in enumerate(reversed(memory)):
        verb = verb_in(entry.action)
        if verb in _WAITING:
            counts["waits"] += 1
            counts["moving"] = counts["moving"] or (place == 0 and _moved(entry))
        elif verb in _SCROLLING:
            counts["scrolls"] += 1
        elif verb == "observe":
            counts["looks"] += 1
        elif verb == "open_url" and not entry.cursor:
            counts["refreshes"] += 1
        elif entry.outcome == "done" or place >= _REPEATED:
            break
    return counts


def _moved(entry: Remembered) -> bool:
    return isinstance(entry.delta, Mapping) and not entry.delta.get("same", False)

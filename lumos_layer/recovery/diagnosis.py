"""Why a run does not get on, told from what came of its acts and what is on the screen (S45 to S48, S54).

Each rule quotes what it saw. A suggested act is one that can be carried out on this look and has not failed before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from pydantic import JsonValue

from lumos_layer.actions.documents import WAITING, ref_in
from lumos_layer.errors import PluginFailed
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.diagnosis import Category, Culprit, Diagnosis, SubKind
from lumos_layer.planning.memory import window_of
from lumos_layer.planning.wording import element_words
from lumos_layer.plugins import asked
from lumos_layer.recovery.alternatives import is_open, other_way
from lumos_layer.recovery.dead_ends import INEFFECTIVE
from lumos_layer.recovery.trouble import Trouble
from lumos_layer.tree import Role

Model = Callable[[Trouble], Diagnosis]

_LONGEST, _MOST = 200, 4  # characters of a quote, quotes
_OBSERVE: JsonValue = {"type": "observe"}
_WAIT: JsonValue = {"type": "wait", "seconds": 1.0}
_UNREACHED = re.compile(
    r"\b(?:can(?:no|')t be reached|could not be (?:reached|loaded|opened)|timed out|offline|no (?:internet|connection)|bad gateway"
    r"|service unavailable|connection (?:was )?(?:reset|refused|lost)|try again later)\b"
    r"|연결할 수 없|불러올 수 없|시간 초과|오프라인",
    re.IGNORECASE,
)
_KEYED = frozenset(("type_text", "press_key"))
_GUESS = 0.5  # confidence of what is only likely

# Of a rejection: whose doing, of what kind, how sure. The reasons are those of actions.outcomes.
_REASONS: Mapping[str, tuple[Culprit, Category, SubKind, float]] = MappingProxyType(
    {
        "invalid": ("planner", "tactical", "execution_error", 0.8),
        "stale": ("environment", "tactical", "target_missing", 0.9),
        "not_found": ("planner", "tactical", "target_missing", 0.7),
        "not_visible": ("actor", "tactical", "target_missing", 0.8),
        "disabled": ("planner", "tactical", "blocking_state", 0.8),
        "read_only": ("planner", "tactical", "wrong_target", 0.9),
        "covered": ("environment", "tactical", "target_blocked", 0.9),
        "modal": ("environment", "tactical", "target_blocked", 0.9),
        "minimised": ("environment", "tactical", "blocking_state", 0.9),
        "unsupported": ("planner", "tactical", "wrong_target", 0.9),
        "paused": ("environment", "tactical", "blocking_state", 1.0),
        "denied": ("planner", "strategic", "", 0.9),
        "policy": ("planner", "strategic", "", 0.9),
    }
)


def diagnose(trouble: Trouble, model: Model | None = None) -> Diagnosis:
    """The diagnosis of the first rule that has one; where all rules know too little, the model's if its quotes are literal.

    A model is also asked why an end was refused, where no rule blames the verifier: only the screen can speak against that one.
    """
    found = next(made for rule in RULES if (made := rule(trouble)) is not None)
    refused = trouble.trigger == "completion_refused" and found.role != "verifier" and not trouble.conflicts
    if model is None or not (found.insufficient or refused):
        return found
    try:
        said = asked("diagnoser", lambda: model(trouble), Diagnosis)
    except PluginFailed:  # it knows nothing
        return found
    return _checked(said, trouble) or found


def _conflict(trouble: Trouble) -> Diagnosis | None:
    if not trouble.conflicts:
        return None
    return _made(trouble, "planner", "strategic", quotes=[each for pair in trouble.conflicts for each in pair], sure=1.0)


def _refused_end(trouble: Trouble) -> Diagnosis | None:
    """The verifier's doing only where the screen shows literally what it misses."""
    if trouble.trigger != "completion_refused":
        return None
    if trouble.shown:
        return _made(trouble, "verifier", "tactical", quotes=trouble.shown, sure=0.9)
    said = trouble.missing or ([trouble.situation.said] if trouble.situation.said else [])
    if not said:
        return _insufficient(trouble)
    return _made(trouble, "planner", "strategic", quotes=said, sure=0.8)


def _busy(trouble: Trouble) -> Diagnosis | None:
    if trouble.situation.page_state != "loading":
        return None
    quotes = [event.text for event in trouble.events if event.kind == "loading"] or [trouble.situation.said]
    return _made(trouble, "environment", "tactical", "blocking_state", quotes, 0.9, _WAIT)


def _popup(trouble: Trouble) -> Diagnosis | None:
    now = trouble.situation
    if now.popup is None:
        return None
    closing: JsonValue = {"type": "click", "ref": now.closing} if now.popup == "harmless" and now.closing else None
    return _made(trouble, "environment", "tactical", "target_blocked", [now.popup_name, now.said], 0.9, closing)


def _rejected(trouble: Trouble) -> Diagnosis | None:
    known = _REASONS.get(trouble.situation.reason or ("paused" if trouble.situation.outcome == "paused" else ""))
    if known is None:
        return None
    role, category, kind, sure = known
    if kind == "wrong_target" and trouble.action is not None and not trouble.ref:
        kind = "execution_error"  # it is about no element that could be the wrong one
    return _made(trouble, role, category, kind, [trouble.situation.said], sure, _against_rejection(trouble))


def _against_rejection(trouble: Trouble) -> JsonValue:
    reason, ref = trouble.situation.reason, trouble.ref
    if reason == "not_visible" and ref:
        return {"type": "scroll_into_view", "ref": ref}
    if reason == "minimised" and trouble.observation is not None and (window := _window_of(trouble, ref)):
        return {"type": "switch_window", "ref": window}
    if reason == "read_only" or reason == "unsupported":
        return _otherwise(trouble)
    return _OBSERVE if reason in ("stale", "not_found") else None


def _window_of(trouble: Trouble, ref: str) -> str:
    """The ref of the minimised window that the element is in."""
    if trouble.observation is None or (node := trouble.observation.refs.get(ref)) is None:
        return ""
    tree = trouble.observation.tree
    found = next((i for i in (node, *tree.ancestors(node)) if tree[i].minimized), None)
    return "" if found is None else trouble.observation.ref_of(found) or ""


def _mistaken(trouble: Trouble) -> Diagnosis | None:
    """The screen says what is wrong with an entry."""
    told = [event.text for event in trouble.events if event.kind == "validation"]
    return _made(trouble, "planner", "tactical", "blocking_state", told, 0.8) if told else None


def _focus_lost(trouble: Trouble) -> Diagnosis | None:
    """Keys that went to what had the focus came to nothing, or the focus has gone elsewhere."""
    if trouble.situation.outcome not in ("no_effect", "unknown") or trouble.verb not in _KEYED:
        return None
    if not trouble.ref and not trouble.focus:
        return _made(trouble, "environment", "tactical", "focus_lost", [trouble.situation.said], 0.7)
    if trouble.element and trouble.focus and trouble.focus != trouble.element:
        suggested: JsonValue = {"type": "focus", "ref": trouble.ref} if trouble.ref else None
        return _made(trouble, "environment", "tactical", "focus_lost", [trouble.focus, trouble.element], 0.8, suggested)
    return None


def _elsewhere(trouble: Trouble) -> Diagnosis | None:
    """Another window has come to the front than the one that the task is done in."""
    look = trouble.observation
    if look is None or not trouble.window or trouble.situation.outcome in ("done", ""):
        return None
    windows = [i for i in look.refs.values() if look.tree[i].role is Role.WINDOW]
    mine = [i for i in windows if look.name_of(i) == trouble.window]
    front = _front(look, windows)
    if len(mine) != 1 or front is None or front == mine[0] or mine[0] in look.tree.ancestors(front):
        return None
    suggested: JsonValue = {"type": "switch_window", "ref": look.ref_of(mine[0])}
    return _made(trouble, "environment", "tactical", "focus_lost", [look.name_of(front), trouble.window], 0.8, suggested)


def _front(look: Observation, windows: Sequence[int]) -> int | None:
    """The window that has the focus, else the one that is said to be active."""
    if look.focus is not None and (holder := window_of(look, look.focus)) is not None:
        return next((i for i in windows if i <= holder < look.tree.end(i)), None)
    active = [i for i in windows if look.tree[i].active]
    return active[0] if len(active) == 1 else None


def _page_broken(trouble: Trouble) -> Diagnosis | None:
    """A page that says that it could not be had: it is loaded once more."""
    look = trouble.observation
    told = [event.text for event in trouble.events if event.kind == "error" and _UNREACHED.search(event.text)]
    if look is None or not look.url or not told:
        return None
    suggested: JsonValue = {"type": "open_url", "url": look.url}
    return _made(trouble, "environment", "tactical", "blocking_state", told, 0.7, suggested)


def _in_vain(trouble: Trouble) -> Diagnosis | None:
    if trouble.situation.outcome != "no_effect":
        return None
    other = _otherwise(trouble)
    quotes = [trouble.situation.said, trouble.element]
    if trouble.verb in WAITING:
        return _made(trouble, "environment", "tactical", "blocking_state", quotes, _GUESS)
    if trouble.same_ineffective >= INEFFECTIVE:
        return _made(trouble, "planner", "strategic", quotes=quotes, sure=0.9, suggested=other)
    return _made(trouble, "actor", "tactical", "wrong_target", quotes, _GUESS, other)


def _otherwise(trouble: Trouble) -> JsonValue:
    """Another way to do the same, if there is one."""
    return None if trouble.observation is None else other_way(trouble.action, trouble.observation, trouble.failed, trouble.verbs)


def _broken(trouble: Trouble) -> Diagnosis | None:
    if trouble.situation.outcome not in ("failed", "aborted"):
        return None
    return _made(trouble, "environment", "tactical", "execution_error", [trouble.situation.said], 0.8, _OBSERVE)


def _unseen(trouble: Trouble) -> Diagnosis | None:
    """Sent, and nobody saw what came of it: nothing follows from that."""
    return _insufficient(trouble, _OBSERVE) if trouble.situation.outcome == "unknown" else None


def _running_out(trouble: Trouble) -> Diagnosis | None:
    """Of the budget, or of ideas: the way is to be thought over."""
    if trouble.trigger not in ("budget", "cadence") or not trouble.missing:
        return None
    return _made(trouble, "planner", "strategic", quotes=trouble.missing, sure=0.6)


def _nothing_to_do(trouble: Trouble) -> Diagnosis | None:
    if trouble.trigger != "empty_queue" or not trouble.missing:
        return None
    return _made(trouble, "planner", "information_gap", quotes=trouble.missing, sure=0.6)


def _insufficient(trouble: Trouble, suggested: JsonValue = _OBSERVE) -> Diagnosis:
    said = _literal([trouble.situation.said], trouble)
    return Diagnosis(
        role="unclear",
        category="information_gap",
        quotes=said,
        suggested=_untried(suggested, trouble),
        confidence=0.2,
        insufficient=True,
    )


# What is certain goes before what is likely; the last always has an answer.
RULES: tuple[Callable[[Trouble], Diagnosis | None], ...] = (
    _conflict, _refused_end, _busy, _popup, _rejected, _mistaken, _page_broken, _focus_lost, _elsewhere, _in_vain, _broken,
    _unseen, _running_out, _nothing_to_do, _insufficient,
)  # fmt: skip


def _made(
    trouble: Trouble,
    role: Culprit,
    category: Category,
    kind: SubKind = "",
    quotes: Sequence[str] = (),
    sure: float = _GUESS,
    suggested: JsonValue = None,
) -> Diagnosis:
    said = _literal(quotes, trouble)
    return Diagnosis(
        role=role,
        category=category,
        sub_kind=kind,
        quotes=said,
        suggested=_untried(suggested, trouble),
        confidence=sure if said else min(sure, _GUESS),
    )


def _literal(quotes: Sequence[str], trouble: Trouble) -> tuple[str, ...]:
    """Those that were said just so, bounded; nobody is quoted with what they did not say (S47)."""
    wanted = [each.strip()[:_LONGEST] for each in quotes if each.strip()]
    if not wanted:
        return ()
    said = tuple(trouble.said())
    return tuple(dict.fromkeys(each for each in wanted if any(each in words for words in said)))[:_MOST]


def _untried(suggested: JsonValue, trouble: Trouble) -> JsonValue:
    """The suggestion, unless it has failed before or cannot be carried out (S48)."""
    if suggested is None or trouble.observation is None:
        return None
    element = element_words(trouble.observation, ref_in(suggested))
    return suggested if is_open(suggested, element, trouble.observation, trouble.failed, trouble.verbs) else None


def _checked(found: Diagnosis, trouble: Trouble) -> Diagnosis | None:
    """A model's diagnosis with its literal quotes alone; None if it has none, for then it rests on nothing.

    Against a verifier only words of the screen are quoted: what it misses is not said by its own refusal.
    """
    quotes = _literal(found.quotes, trouble)
    if found.role == "verifier":
        shown = tuple(trouble.on_screen())
        quotes = tuple(each for each in quotes if any(each in words for words in shown))
    if not quotes:
        return None
    return found.model_copy(update={"quotes": quotes, "suggested": _untried(found.suggested, trouble)})

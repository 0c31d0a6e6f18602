"""What an act brought about on the screen, as events: loading, popups, validation, navigation, errors, changes (B16, B35, B60)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ConfigDict

from lumos_layer.actions.outcomes import Done, Failed, Outcome, Unknown
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.pages import page_of
from lumos_layer.planning.popups import PopupClass, open_dialogs, popup_at
from lumos_layer.planning.screen_state import is_loading
from lumos_layer.safety.dialogs import tells_of_failure
from lumos_layer.tree import Role

EventKind = Literal["loading", "popup", "validation", "navigation", "error", "changed"]

_MOST = 8  # events of one kind
_LONGEST = 300  # characters
_TELLING = frozenset((Role.ALERT, Role.STATUS, Role.LOG, Role.TEXT, Role.PARAGRAPH, Role.HEADING, Role.NOTE, Role.GENERIC))
_TYPED = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.SPINBUTTON, Role.CHECKBOX, Role.RADIO))

_VALIDATION = re.compile(
    r"\b(enter (a|an|your|the)|required|must (be|not|have|contain)|invalid|not (a )?valid"
    r"|too (short|long|small|large|many)|at least|at most|do(es)? not match|differ|already (exists|taken|in use)|choose (a|an|your)"
    r"|accept the|need your attention|missing|(is|are|was|were) (wrong|incorrect|not correct|locked)|try again"
    r"|first\.?$|use \d+ to \d+|digits|decimals|there is .+ already)\b"
    r"|입력(하세요|해 ?주세요|하십시오)|필수|올바르지|올바른|이상이어야|이하여야|일치하지|선택(하세요|해 ?주세요)|이미 (있|사용)"
    r"|틀렸|틀립|틀린|맞지 않|다시 시도",
    re.IGNORECASE,
)

# What is the later look of one act is the earlier one of the next.
_known_texts: WeakKeyDictionary[Observation, list[tuple[int, str]]] = WeakKeyDictionary()


class EnvironmentEvent(BaseModel):
    """One thing that came of an act. `popup` is what a dialog is about, `closing` what closes it without agreeing to anything."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: EventKind
    text: str = ""
    ref: str = ""
    popup: PopupClass | None = None
    closing: str = ""


def tells_of_a_mistake(words: str) -> bool:
    """True for words that say that an entry is wrong or missing."""
    return _VALIDATION.search(words) is not None


def feedback(outcome: Outcome | None, before: Observation | None, after: Observation | None) -> tuple[EnvironmentEvent, ...]:
    """The events between two looks, with what the outcome says of them. What the screen says is quoted, never obeyed."""
    events = list(_broken(outcome))
    if after is None:
        return tuple(events)
    events += _navigation(before, after)
    events += _loading(before, after)
    events += _popups(before, after)
    words = list(_new_words(before, after))
    events += _validation(before, after, words)
    events += _errors(after, words)
    if not events and isinstance(outcome, Done) and _is_change(outcome):
        events.append(EnvironmentEvent(kind="changed", text=outcome.note[:_LONGEST]))
    return tuple(events)


def _broken(outcome: Outcome | None) -> Iterator[EnvironmentEvent]:
    if isinstance(outcome, Failed):
        yield EnvironmentEvent(kind="error", text=outcome.error[:_LONGEST])
    elif isinstance(outcome, Unknown):
        yield EnvironmentEvent(kind="error", text=outcome.why[:_LONGEST])


def _is_change(outcome: Done) -> bool:
    return isinstance(outcome.delta, Mapping) and not outcome.delta.get("same", False)


def _navigation(before: Observation | None, after: Observation) -> Iterator[EnvironmentEvent]:
    if before is None or before is after:
        return
    if page_of(before.url) != page_of(after.url):
        yield EnvironmentEvent(kind="navigation", text=after.url[:_LONGEST])
    elif before.title != after.title:
        yield EnvironmentEvent(kind="navigation", text=after.title[:_LONGEST])


def _loading(before: Observation | None, after: Observation) -> Iterator[EnvironmentEvent]:
    if is_loading(after):
        again = before is not None and is_loading(before)
        yield EnvironmentEvent(kind="loading", text="It is still loading." if again else "It is loading.")


def _popups(before: Observation | None, after: Observation) -> Iterator[EnvironmentEvent]:
    known = set() if before is None else {_mark(before, i) for i in open_dialogs(before)}
    new = [i for i in open_dialogs(after) if _mark(after, i) not in known]
    for i in new[-_MOST:]:
        popup = popup_at(after, i)
        words = ": ".join(filter(None, (popup.name, " ".join(popup.words))))
        yield EnvironmentEvent(kind="popup", text=words[:_LONGEST], ref=popup.ref, popup=popup.kind, closing=popup.closing or "")


def _mark(observation: Observation, i: int) -> tuple[str, str]:
    return observation.ref_of(i) or "", observation.name_of(i)


def _new_words(before: Observation | None, after: Observation) -> Iterator[tuple[int, str]]:
    """Texts that say what no text said before, with their nodes; of a first look those in alerts only."""
    known = Counter([words for _, words in _texts(before)]) if before is not None else None
    for i, words in _texts(after):
        if known is None:
            if after.tree[i].role is Role.ALERT:
                yield i, words
        elif known[words]:
            known[words] -= 1
        else:
            yield i, words


def _texts(observation: Observation) -> list[tuple[int, str]]:
    """What the look says in words, with the nodes that say it."""
    found = _known_texts.get(observation)
    if found is None:
        nodes = observation.tree.nodes
        telling = [i for i in observation.kept if nodes[i].role in _TELLING and not nodes[i].can]
        found = [(i, words) for i in telling if (words := nodes[i].name or observation.name_of(i) or nodes[i].value or "")]
        _known_texts[observation] = found
    return found


def _validation(before: Observation | None, after: Observation, words: list[tuple[int, str]]) -> list[EnvironmentEvent]:
    """Fields that have become invalid, and words that tell what is wrong with an entry."""
    nodes = after.tree.nodes
    was = set() if before is None else _invalid(before).keys()
    found = [
        EnvironmentEvent(kind="validation", text=f"{after.name_of(i)[:100]} is not valid.", ref=ref)
        for ref, i in _invalid(after).items()
        if ref not in was
    ]
    if any(nodes[i].role in _TYPED for i in after.refs.values()):
        found += [
            EnvironmentEvent(kind="validation", text=said[:_LONGEST], ref=after.ref_of(i) or "")
            for i, said in words
            if tells_of_a_mistake(said)
        ]
    return found[:_MOST]


def _invalid(observation: Observation) -> dict[str, int]:
    """The elements that hold what is not valid."""
    nodes = observation.tree.nodes
    return {ref: i for ref, i in observation.refs.items() if nodes[i].invalid}


def _errors(after: Observation, words: list[tuple[int, str]]) -> list[EnvironmentEvent]:
    found = [
        EnvironmentEvent(kind="error", text=said[:_LONGEST], ref=after.ref_of(i) or "")
        for i, said in words
        if tells_of_failure(said) and not tells_of_a_mistake(said)
    ]
    return found[:_MOST]

"""Acts as a verifier is told of them: what was done on what, whether an effect was seen, and what that shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from lumos_layer.actions.documents import LOOKING, ref_in, verb_in
from lumos_layer.actions.outcomes import Done, Failed, Outcome, Unknown
from lumos_layer.execution.claims import claims_submission
from lumos_layer.perception.known_secrets import said as name_of_secret
from lumos_layer.perception.observation import Observation
from lumos_layer.state.checks import ActCheck
from lumos_layer.state.probing import ActSeen, Sources
from lumos_layer.tree import Role
from lumos_layer.verification.doubts import failing
from lumos_layer.verification.earlier import earlier_of
from lumos_layer.verification.finding import Finding, uncertain
from lumos_layer.verification.telling import not_understood_message
from lumos_layer.verification.texts import label, same_name, same_value
from lumos_layer.verification.undoing import NOT_DONE, undoes, words_of_act
from lumos_layer.verification.words import Words, words_of

# Of each kind of action the field that says what was put in, chosen or gone to.
_SAID = ("text", "option", "value", "checked", "key", "url", "app", "title", "query")
_BY_ACT = 0.8  # how sure an effect makes that something was achieved
_PRESSING = re.compile(
    r"\s*(?:press|click|tap|push|choose|select|open|close|go|switch|start|launch|show|view|read|visit)\b|.*(?:누르|클릭|선택|열기|닫)",
    re.IGNORECASE,
)
_PRESSES = frozenset(("click", "double_click", "select", "press_key"))
_VALUES = frozenset(("set_text", "type_text", "set_value", "set_checked", "select"))
_TYPED_INTO = frozenset((Role.TEXTBOX.value, Role.SEARCHBOX.value, Role.COMBOBOX.value, Role.SPINBUTTON.value))
_NOT_CHANGED = frozenset(("since", "now", "focus"))
_TYPING = frozenset(("set_text", "type_text"))


def act_seen(
    action: Any, outcome: Outcome, step: int, before: Observation | None = None, after: Observation | None = None
) -> ActSeen:
    """An action as its document, what came of it, the look that it was chosen by, in which its element is called something, and
    the look that was made after it.

    Of a secret the name is told.
    """
    told = act_told(action, outcome, step)
    if before is None:
        return told
    node = before.refs.get(ref_in(action))
    known = {} if node is None else {"role": before.tree[node].role.value, "name": before.name_of(node)}
    return told.model_copy(update={**known, "passing": after is not None and only_passed(told.verb, before, after)})


def act_told(action: Any, outcome: Outcome, step: int) -> ActSeen:
    """An act as its document and its outcome tell of it; no look tells what it was done on."""
    return ActSeen(
        verb=verb_in(action),
        text=text_of(action if isinstance(action, dict) else {}),
        outcome=outcome.outcome,
        effect=(isinstance(outcome, Done) and outcome.verified)
        or (isinstance(outcome, Unknown | Failed) and outcome.delta is not None),
        changed=changed_more(getattr(outcome, "delta", None)),
        observation=outcome.after,
        step=step,
    )


def only_passed(verb: str, before: Observation, after: Observation) -> bool:
    """True for a press between these looks of which no more came than messages that come and go."""
    return verb in _PRESSES and _lasting(before) == _lasting(after)


def may_pass(act: ActSeen) -> bool:
    """True if it matters of the act whether all that came of it passes."""
    return act.verb in _PRESSES and act.outcome == "done" and act.effect


def changed_more(delta: Any) -> bool | None:
    """Whether a delta tells of more than another focus, which is never proof (S35); None: there is no delta."""
    if not isinstance(delta, dict):
        return None
    return not delta.get("same", False) and bool(delta.keys() - _NOT_CHANGED)


def _lasting(observation: Observation) -> Counter[tuple[object, ...]]:
    """All that shows on the screen and stays there: messages that come and go, and where the focus is, do not count."""
    words = words_of(observation)
    nodes = ((words.name(i), observation.tree[i]) for i in words.visible if words.passing(i) < 0)
    said: Counter[tuple[object, ...]] = Counter(
        (name, node.role, node.value, node.checked, node.selected, node.pressed, node.expanded, node.enabled, node.invalid)
        for name, node in nodes
    )
    said[observation.url, observation.title] += 1
    return said


def text_of(document: dict[str, Any]) -> str:
    """What an action puts in, chooses or goes to, a secret by its name; empty if it does not say."""
    for field in _SAID:
        said = document.get(field)
        if isinstance(said, dict) and isinstance(name := said.get("secret"), str):
            return name_of_secret(name)
        if isinstance(said, bool):
            return "true" if said else "false"
        if isinstance(said, str | int | float):
            return f"{said:g}" if isinstance(said, float) else str(said)
    return ""


def probe_act(check: ActCheck, sources: Sources, intent: str = "") -> Finding:
    """The last such act counts. It is the weakest source: what failed on the screen, or was undone since, overrules it.

    `intent` are the words of the requirement: where it is the act itself that is wanted, what it claims does not matter.
    """
    acts = list(sources.acts)
    found = [k for k, act in enumerate(acts) if _is_such(check, act)]
    claims = _claims(check, acts[found[-1]].name if found else "", intent)
    if not found:
        return Finding(verdict=False, kind="act", why="no such act was done", weak=claims)
    act = acts[found[-1]]
    quote = words_of_act(act)
    if check.text and not _same_text(act, check.text):
        why = "the last such act was with another text"
        return Finding(verdict=False, kind="act", quotes=(quote,), why=why, seen=True, weak=claims)
    if doubt := _doubt_of_act(check, acts, found, intent) or _trouble(claims, sources, check, intent):
        return uncertain("act", doubt, quote)
    if act.passing and act.verb in _PRESSES and _PRESSING.match(intent) is None:
        why = "all that came of it is a message that comes and goes, and nothing else on the screen is otherwise"
        return Finding(kind="act", quotes=(quote,), why=why, weak=claims, overrules=True)
    why = "it was done, and an effect was seen"
    return Finding(verdict=True, kind="act", quotes=(quote,), why=why, confidence=_BY_ACT, weak=claims)


def _doubt_of_act(check: ActCheck, acts: Sequence[ActSeen], found: Sequence[int], intent: str) -> str:
    """Why such acts do not show that it was achieved; empty if they do. Later acts take no pressing back."""
    act = acts[found[-1]]
    if act.outcome != "done" or not act.effect:
        return "nobody has seen an effect of it"
    if act.verb in _PRESSES and act.role not in _TYPED_INTO and not _brought(acts, found[-1]):
        return "only the focus has moved"
    if (times := sum(acts[k].effect for k in found)) < check.times:
        return f"it was done {times} times, wanted {check.times}"
    if _PRESSING.match(intent):
        return ""
    later = next((each for each in acts[found[-1] + 1 :] if undoes(each, act)), None)
    return "" if later is None else f"later: {words_of_act(later)}"


def _brought(acts: Sequence[ActSeen], place: int) -> bool:
    """True if the act changed more than the focus, or a look right after it showed what it has changed since."""
    if acts[place].changed is not False:
        return True
    looks = takewhile(lambda each: each.verb in LOOKING, acts[place + 1 :])
    return any(each.changed for each in looks)


def _claims(check: ActCheck, name: str, intent: str) -> bool:
    """True for pressing what sends, saves or deletes something, unless pressing it is all that is wanted."""
    return check.verb in _PRESSES and claims_submission(f"{check.name} {name}") and _PRESSING.match(intent) is None


def _names(name: str, loosely: bool) -> tuple[str, ...]:
    """What an element is called; a row of a phone is called by all that stands in it, with commas between."""
    return (name, *name.split(", ")) if loosely and ", " in name else (name,)


def _is_such(check: ActCheck, act: ActSeen) -> bool:
    if act.verb != check.verb and not {act.verb, check.verb} <= _TYPING:
        return False
    if act.outcome in NOT_DONE:
        return False
    if check.role is not None and act.role and act.role != check.role.value:
        return False
    if check.text and not (check.name and check.verb in _VALUES) and not _same_text(act, check.text):
        return False  # of values the last one counts, of keys and addresses any
    return not check.name or any(same_name(name, check.name, check.loosely) for name in _names(act.name, check.loosely))


def _same_text(act: ActSeen, wanted: str) -> bool:
    return label(act.text) == label(wanted) or same_value(act.text, wanted) is True


def _trouble(claims: bool, sources: Sources, check: ActCheck, intent: str) -> str:
    """What on the screen speaks against an act having gone through: a message of failure, or one that is not understood, where it
    is to have brought something about; a dialog that asks first."""
    words = words_of(sources.observation)
    if said := failing(words):
        return f"a message says {said[:80]!r}"
    known = (check.name, check.text)
    if claims and (said := not_understood_message(words, known, intent, sources.acts, earlier_of(sources))):
        return f"a message says {said[:80]!r}, which is not understood"
    asking = next((i for i in words.visible if words.tree[i].modal and (claims or _asks(i, words))), None)
    return "" if asking is None else f"the dialog {words.name(asking)[:80]!r} is open"


def _asks(dialog: int, words: Words) -> bool:
    return any(said.rstrip().endswith(("?", "？")) for said in words.inside(dialog))

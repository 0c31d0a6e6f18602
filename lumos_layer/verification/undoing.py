"""Acts that undo what was seen to hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lumos_layer.perception.words import TYPED
from lumos_layer.state.checks import ActCheck, Check, ElementCheck, parts_of
from lumos_layer.state.probing import ActSeen
from lumos_layer.verification.texts import label, same_name, same_value, says

_UNDO = re.compile(
    r"undo|undo \S.*|revert(?: \S.*)?|reset(?: \S.*)?|discard(?: (?:changes|edits|draft))?|restore(?: \S.*)?|roll ?back"
    r"|clear(?: \S.*)?|don't save|do not save|실행 취소|되돌리기|초기화|재설정|저장 안 ?함|변경 사항 취소|지우기",
    re.IGNORECASE,
)
_LEAVES = re.compile(r"back|go back|reload|refresh|cancel|close|dismiss|exit|quit|뒤로|새로 ?고침|취소|닫기|나가기", re.IGNORECASE)
_LEAVING_KEYS = frozenset(("Escape", "F5", "Control+r", "Control+R", "Alt+ArrowLeft", "Control+w", "Control+W", "Alt+F4"))
_TAKES = re.compile(
    r"(?:ok|okay|save|send|submit|apply|post|publish|order|pay|continue|next|add|create|sign|log|confirm|done|update|register|book|"
    r"reply|rename|change|search|go|yes|keep)\b|확인|저장|전송|보내기|제출|적용|다음|계속|추가|만들기|등록|완료|예",
    re.IGNORECASE,
)
_TAKES_OUT = re.compile(
    r"(?:remove|delete|discard|erase|take out|take off|trash|uninstall|unpin|unfollow|unsubscribe(?: from)?|drop)\b"
    r"(?:\s+(?:the|this|one|all|my|your|a|an)\b)*\s*(?P<what>.+)|(?P<thing>.+?)\s*(?:을|를)?\s*(?:삭제|제거|빼기)(?:하기)?",
    re.IGNORECASE,
)
_UNDO_KEYS = frozenset(("Control+z", "Control+Z", "Meta+z", "Meta+Z"))
_CHANGES = frozenset(
    ("click", "double_click", "set_text", "type_text", "set_checked", "set_value", "select", "press_key", "drag", "expand")
)
NOT_DONE = frozenset(("rejected", "needs_approval", "paused", "aborted"))


def landed(act: ActSeen) -> bool:
    """True if it may have changed something: what was sent and not seen counts."""
    return act.outcome not in NOT_DONE and (act.effect or act.outcome in ("unknown", "failed"))


def takes_back(act: ActSeen) -> bool:
    """True for an undo, a reset and the like, whatever it was about."""
    if not landed(act):
        return False
    return (act.verb == "press_key" and act.text in _UNDO_KEYS) or (
        act.verb in ("click", "double_click") and _UNDO.fullmatch(label(act.name)) is not None
    )


def undoes(later: ActSeen, earlier: ActSeen) -> bool:
    """True if a later act may have undone an earlier one: it takes things back, or sets the same element otherwise."""
    if not landed(later):
        return False
    same = bool(earlier.name) and label(later.name) == label(earlier.name) and later.role == earlier.role
    return takes_back(later) or (same and later.verb in _CHANGES and later.verb != "click" and later.text != earlier.text)


def undone_by(check: Check, acts: Sequence[ActSeen]) -> ActSeen | None:
    """The last of some acts that may have undone what a check was seen to ask for; None: none."""
    wanted = list(_elements(check))
    shows = bool(wanted) or any(isinstance(each, ActCheck) for each in parts_of(check))
    broke = (
        act
        for act in reversed(acts)
        if any(_breaks(act, each) or _takes_out(act, each) for each in wanted) or (shows and takes_back(act))
    )
    return next(broke, None) or (_left(acts) if any(_is_written(each) for each in wanted) else None)


def _left(acts: Sequence[ActSeen]) -> ActSeen | None:
    """The act by which what was only typed was left before anything took it over; None: there is none."""
    for act in acts:
        if not landed(act):
            continue
        if (act.verb == "press_key" and act.text == "Enter") or (act.verb == "click" and _TAKES.match(label(act.name))):
            return None
        if act.verb == "open_url" or (act.verb == "press_key" and act.text in _LEAVING_KEYS):
            return act
        if act.verb == "click" and _LEAVES.fullmatch(label(act.name)):
            return act
    return None


def _is_written(check: ElementCheck) -> bool:
    """True for words in a field that a person writes into."""
    return check.role in TYPED and bool(check.value or check.text_contains)


def _elements(check: Check) -> Iterator[ElementCheck]:
    return (each for each in parts_of(check) if isinstance(each, ElementCheck))


def _breaks(act: ActSeen, check: ElementCheck) -> bool:
    """True for an act on the very element that may have given it another state than the check asks."""
    if not check.name or not landed(act) or act.verb not in _CHANGES or not same_name(act.name, check.name, check.loosely):
        return False
    if check.role is not None and act.role and act.role != check.role.value:
        return False
    if check.checked is not None:
        return act.verb != "set_checked" or act.text.casefold() != str(check.checked).casefold()
    if check.value is not None:
        return same_value(act.text, check.value) is not True
    if check.text_contains:
        return act.verb in ("set_text", "type_text", "press_key") and check.text_contains not in act.text
    return check.selected is False or check.pressed is not None or check.expanded is not None


def _takes_out(act: ActSeen, check: ElementCheck) -> bool:
    """True for a click that takes away the very thing that has to be there: `Remove one Blue mug`."""
    if not check.exists or act.verb not in ("click", "double_click") or not landed(act):
        return False
    found = _TAKES_OUT.fullmatch(label(act.name))
    if found is None:
        return False
    thing = found["what"] or found["thing"]
    said = (each.casefold() for each in (check.name, check.text_contains, check.value) if each)
    return any(says(each, thing) is True or says(thing, each) is True for each in said)


def words_of_act(act: ActSeen) -> str:
    """`click button 'Send'`: the act in words."""
    on = " ".join(filter(None, (act.role, repr(act.name) if act.name else "")))
    return " ".join(filter(None, (act.verb, on, f"with {act.text[:80]!r}" if act.text else "")))

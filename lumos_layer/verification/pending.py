"""Values that are chosen and not yet saved: what a field shows is not what holds as long as somebody could still cancel."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from lumos_layer.perception.words import TYPED
from lumos_layer.state.checks import ElementCheck
from lumos_layer.state.probing import ActSeen
from lumos_layer.tree import Role
from lumos_layer.verification.texts import label, stem
from lumos_layer.verification.vocabulary import PATTERNS
from lumos_layer.verification.words import Words

_ACCEPTS = re.compile(
    r"ok|okay|save|save (?:and|&) close|save (?:changes|settings|preferences)|apply|apply changes|done|set|update|change|confirm"
    r"|accept|rename|create|add"
    r"|확인|저장|저장하기|변경 사항 저장|적용|완료|변경|설정|수정|추가|만들기|등록",
    re.IGNORECASE,
)
_SAVES = re.compile(
    r"save|save (?:changes|settings|preferences|profile)|apply|apply changes|update(?: (?:profile|settings))?"
    r"|저장|저장하기|변경 사항 저장|적용",
    re.IGNORECASE,
)
# What takes over a text beside it.
_TAKES = re.compile(_SAVES.pattern + r"|rename|change|set|ok|이름 바꾸기|변경|확인", re.IGNORECASE)
_APPLIES = re.compile(r"apply|apply changes|적용", re.IGNORECASE)
# What takes over a choice that it names, as `Switch plan` does of a plan.
_TAKES_IT = re.compile(
    r"(?:save|apply|update|change|switch|set|confirm|use|choose|submit|keep) (?P<what>.+)"
    r"|(?P<that>.+?) ?(?:저장|적용|변경|전환|바꾸기)(?:하기)?"
)
_UNSAVED = PATTERNS["unsaved"]
# Words of a requirement that is about a field itself, before anything is saved or sent.
_FILLING = re.compile(
    r"\b(?:typed?|enter(?:ed|s)?|fill(?:ed|s)?(?: in| out)?|written (?:in|into)|drafted?"
    r"|(?:without|before) (?:saving|sending|submitting|confirming)|not (?:yet )?(?:saved|sent|submitted|confirmed)"
    r"|in the (?:dialog|form|field))\b"
    r"|입력|작성|적혀|채워",
    re.IGNORECASE,
)
_CALLS_OFF = re.compile(r"cancel|discard|취소|abbrechen|annuler|cancelar|annulla|キャンセル|取消", re.IGNORECASE)
_EDITS = frozenset(("set_text", "type_text", "set_checked", "set_value", "select", "click", "press_key", "double_click", "drag"))
_ACCEPTING_KEYS = frozenset(("Enter", "Control+s", "Control+S", "Control+Enter"))
_MOST = 400  # nodes of a dialog or form in which buttons are looked for


def pending(check: ElementCheck, i: int, words: Words, acts: Sequence[ActSeen], intent: str) -> str:
    """Why what the field holds does not hold yet; empty if it does. `intent` are the words of the requirement."""
    node = words.tree[i]
    if node.invalid is True:
        return "the field is marked as invalid"
    if node.role is Role.COMBOBOX and node.expanded is True:
        return "its list is still open, and nothing has been chosen from it"
    dialog = words.dialog(i)
    if asking := _asking(check, dialog, words, acts):
        return f"the dialog {words.name(asking)[:80]!r} asks whether to do so"
    if _FILLING.search(intent):
        return ""
    if dialog >= 0 and dialog != i:
        return _unconfirmed(check, dialog, words, acts)
    return "" if node.multiline or (node.role not in TYPED and not _is_toggle(check)) else _unsaved(check, i, words, acts, intent)


def _asking(check: ElementCheck, own: int, words: Words, acts: Sequence[ActSeen]) -> int:
    """The modal dialog with a question that came of the last change to what is behind it; 0: none."""
    last = max((k for k, act in enumerate(acts) if act.effect), default=-1)
    if last >= 0 and _last_edit(check, acts) != last:
        return 0
    for i in words.kept("modal dialogs", lambda: [j for j in words.visible if words.tree[j].modal]):
        if i != own and not i <= own < words.tree.end(i):
            buttons = [j for j in _inside(words, i) if words.tree[j].role is Role.BUTTON and not _in_bar(words, j)]
            if len(buttons) > 1:
                return i
    return 0


def _is_toggle(check: ElementCheck) -> bool:
    return check.checked is not None or check.selected is not None or check.pressed is not None or check.value is not None


def _unconfirmed(check: ElementCheck, dialog: int, words: Words, acts: Sequence[ActSeen]) -> str:
    """Of a field in a dialog that can still be left without taking anything over."""
    buttons = {i: label(words.name(i)) for i in _inside(words, dialog) if words.tree[i].role is Role.BUTTON}
    able = [name for i, name in buttons.items() if _ACCEPTS.fullmatch(name) and not words.disabled(i)]
    applied = [name for i, name in buttons.items() if _APPLIES.fullmatch(name) and words.disabled(i)]
    if applied:
        return ""
    if not any(_ACCEPTS.fullmatch(name) for name in buttons.values()):
        return _left_open(check, dialog, words, acts, buttons)
    if _committed(check, acts, lambda name: _ACCEPTS.fullmatch(name) is not None):
        return ""
    named = able[0] if able else "its button"
    return f"the dialog {words.name(dialog)!r} has not been confirmed: {named!r} is still to be pressed"


def _left_open(check: ElementCheck, dialog: int, words: Words, acts: Sequence[ActSeen], buttons: Mapping[int, str]) -> str:
    """Of a field in a dialog that can be called off, and has a button of its own words for what it does."""
    others = [words.name(i) for i, name in buttons.items() if not _CALLS_OFF.fullmatch(name) and not words.disabled(i)]
    if len(others) == len(buttons) or not others or not words.tree[dialog].modal:
        return ""
    last = _last_edit(check, acts)
    if last < 0 or any(act.effect and act.name in others for act in acts[last + 1 :]):
        return ""
    return f"the dialog {words.name(dialog)!r} has not been confirmed, and can still be called off"


def _unsaved(check: ElementCheck, i: int, words: Words, acts: Sequence[ActSeen], intent: str) -> str:
    """Of a field in a form with a button that saves it."""
    if said := words.text_like(_UNSAVED, i):
        return f"the screen says {said[:80]!r}"
    saves = _TAKES if words.tree[i].role in TYPED and words.tree[i].role is not Role.COMBOBOX else _SAVES
    naming = words.tree[i].role in (Role.RADIO, Role.MENUITEMRADIO, Role.OPTION)

    def takes(name: str) -> bool:
        return saves.fullmatch(name) is not None or (naming and _names_it(name, intent))

    if not _edited(check, acts) or _committed(check, acts, takes):
        return ""
    around = words.section(i)
    while True:
        inside = [
            label(words.name(j))
            for j in _inside(words, max(around, 0))
            if words.tree[j].role is Role.BUTTON and not _in_bar(words, j)
        ]
        if found := next((name for name in inside if takes(name)), ""):
            return f"it was changed, and {found!r} has not been pressed since"
        parent = words.tree.parents[around] if around >= 0 else -1
        around = words.section(parent) if parent >= 0 else -1
        if around < 0:
            return ""


def _names_it(name: str, intent: str) -> bool:
    """True for a button that takes over what the requirement is about, by its name."""
    found = _TAKES_IT.fullmatch(name)
    asked = {stem(word) for word in label(intent).split()}
    return found is not None and not asked.isdisjoint({stem(word) for word in (found["what"] or found["that"]).split()})


def _inside(words: Words, i: int) -> Iterator[int]:
    """The visible nodes in it, as many as a dialog or form may have."""
    end = words.tree.end(i)
    return (j for j in range(i + 1, min(end, i + 1 + 10 * _MOST)) if j in words.shown)


def _in_bar(words: Words, i: int) -> bool:
    parent = words.tree.parents[i]
    return parent >= 0 and words.tree[parent].role in (Role.TOOLBAR, Role.MENUBAR, Role.MENU)


def _edited(check: ElementCheck, acts: Sequence[ActSeen]) -> bool:
    return _last_edit(check, acts) >= 0


def _last_edit(check: ElementCheck, acts: Sequence[ActSeen]) -> int:
    """The place of the last act on what the check names; -1: none."""
    wanted = label(check.name)
    places = (k for k, act in enumerate(acts) if act.verb in _EDITS and wanted and label(act.name) == wanted)
    return max(places, default=-1)


def _committed(check: ElementCheck, acts: Sequence[ActSeen], accepts: Callable[[str], bool]) -> bool:
    """True if what accepts it was pressed, with an effect, after the last change to it."""
    pressed = (k for k, act in enumerate(acts) if act.effect and act.verb in ("click", "press_key") and _accepting(act, accepts))
    return max(pressed, default=-1) > _last_edit(check, acts) >= 0


def _accepting(act: ActSeen, accepts: Callable[[str], bool]) -> bool:
    return accepts(label(act.name)) or act.text in _ACCEPTING_KEYS

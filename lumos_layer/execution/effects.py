"""What must be seen after each action: one judge for each type, in one table. What has no judge must change something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from lumos_layer.actions.base import BaseAction
from lumos_layer.actions.keys import parts
from lumos_layer.errors import NotClickable
from lumos_layer.execution.field_texts import fields_in, text_in
from lumos_layer.execution.scene import Scene
from lumos_layer.execution.signs import sign_of_key, sign_of_press
from lumos_layer.execution.state_effects import expand, on_or_off, select, set_checked, set_value
from lumos_layer.execution.text_effects import set_text, type_text, written_by_key
from lumos_layer.execution.unexpected import missed_by
from lumos_layer.execution.verdict import CHANGED, MET, UNMET, UNSEEN, UNTOLD, Verdict, quoted
from lumos_layer.perception.pages import page_of
from lumos_layer.tree import Node, Role

Judge = Callable[[Scene], Verdict]

_COPYING = frozenset(("Control+c", "Control+C", "Meta+c", "Meta+C", "Copy"))
# In a text these move a caret or select, which no dump shows; the last ones act on what is no part of the screen.
_CARET = frozenset(("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Home", "End", "PageDown", "PageUp"))
_DELETING = frozenset(("Backspace", "Delete"))
_SELECTING = frozenset(("Control+a", "Control+A", "Meta+a", "Meta+A"))
_QUIET = frozenset(
    ("Control", "Alt", "Shift", "Meta", "CapsLock", "NumLock", "ScrollLock", "PrintScreen", "AudioVolumeDown", "AudioVolumeMute",
     "AudioVolumeUp", "MediaPlayPause")
)  # fmt: skip


def judge(scene: Scene) -> Verdict:
    """What came of the act, by what its action asks for."""
    return JUDGES.get(scene.action.verb(), _something)(scene)


def _something(scene: Scene) -> Verdict:
    return scene.by_change(CHANGED)


def _pressed(scene: Scene) -> Verdict:
    """A press must change something; what it turns over must be turned over, and nothing else in its place."""
    if not scene.changed and not scene.stirs:
        return UNMET
    missed = missed_by(scene)
    if missed:
        return Verdict("wrong", f"The screen moved under the pointer: {missed} has the focus and may have been pressed instead.")
    unturned = _not_turned(scene)
    if scene.stirs:
        return Verdict("unmet", unturned) if unturned else sign_of_press(scene) or UNTOLD
    if scene.only_focus_moved() and not _is_typed_into(scene.was):
        unturned = unturned or _still_off(scene)
        return Verdict("unmet", unturned) if unturned else Verdict("changed", "Only the focus has moved.")
    return Verdict("changed", mismatch=unturned)


def _not_turned(scene: Scene) -> str:
    """What is as it was although a press turns it over or chooses it; empty if it is not of that kind."""
    was, became = scene.was, scene.became
    if was is None or became is None or scene.action.verb() == "right_click":
        return ""
    if was.role in _TURNED_OVER and scene.action.verb() != "double_click":
        old, new = was.checked or was.pressed, became.checked or became.pressed
        return f"{scene.named} is {on_or_off(old)} as before." if old is not None and old == new else ""
    if was.role in _CHOSEN and was.selected is False and became.selected is False and became.checked != "true":
        return f"{scene.named} is not chosen."
    return ""


def _still_off(scene: Scene) -> str:
    """What a button is that a press turns on, and that is off as before; what else a press of it does may show elsewhere."""
    was, became = scene.was, scene.became
    is_off = was is not None and became is not None and was.pressed == became.pressed == "false"
    return f"{scene.named} is off as before." if is_off and scene.action.verb() == "click" else ""


_TURNED_OVER = frozenset((Role.CHECKBOX, Role.SWITCH, Role.MENUITEMCHECKBOX))
_CHOSEN = frozenset((Role.RADIO, Role.TAB, Role.OPTION))


def _is_typed_into(node: Node | None) -> bool:
    return node is not None and bool({"type", "set_value"}.intersection(node.can))


# Places


def _focus(scene: Scene) -> Verdict:
    node, focus = scene.node_after, scene.after.focus
    if focus is None or node is None:
        return UNSEEN if focus is None and scene.before.focus is None else UNMET
    tree = scene.after.tree
    if node <= focus < tree.end(node) or focus <= node < tree.end(focus):
        return MET
    return Verdict("unmet", f"The focus is on {scene.after.ref_of(focus) or tree[focus].role}.")


def _scrolled_into_view(scene: Scene) -> Verdict:
    ref = scene.grounded.ref
    if ref is None or ref not in scene.after.refs:
        return UNMET
    try:
        scene.after.click_point(ref)
    except NotClickable as problem:
        return Verdict("unmet", str(problem)) if problem.reason == "not_visible" else MET
    return MET


def _scrolled_to(scene: Scene) -> Verdict:
    """On a screen that changes by itself it must be seen to be at that edge, and not to have been there before."""
    was, became, beyond = scene.was, scene.became, _BEYOND[scene.action.edge]
    if scene.stirs and was is not None and was.scroll is not None and became is not None and became.scroll is not None:
        return MET if getattr(became.scroll, beyond) == 0 < getattr(was.scroll, beyond) else UNTOLD
    return _something(scene)


_BEYOND: Mapping[str, str] = MappingProxyType({"top": "above", "bottom": "below", "left": "left", "right": "right"})


def _press_key(scene: Scene) -> Verdict:
    chord: str = scene.action.key
    unseen = _UNSEEN_KEY if _shows_nowhere(scene, chord) else None
    if scene.stirs:
        return sign_of_key(scene) or unseen or UNTOLD
    if scene.changed:
        return _pressed(scene) if chord == " " and scene.action.ref is not None else written_by_key(scene) or CHANGED
    return unseen or UNMET


_UNSEEN_KEY = Verdict("unseen", "What this key does here cannot be seen.")


def _shows_nowhere(scene: Scene, chord: str) -> bool:
    """True for a key that may well do its work without a trace on the screen."""
    key, in_text = parts(chord)[-1], _is_typed_into(scene.was)
    moves = in_text and (key in _CARET or chord in _SELECTING)
    writes = in_text and (chord == " " or (_keeps_secret(scene) and (len(key) == 1 or key in _DELETING)))
    return moves or writes or chord in _COPYING or key in _QUIET


def _keeps_secret(scene: Scene) -> bool:
    return scene.was is not None and scene.was.protected


# Programs, windows and pages


def _open_url(scene: Scene) -> Verdict:
    if not scene.after.url:
        return scene.by_change(CHANGED)
    if page_of(scene.after.url) == page_of(scene.action.url):
        return MET
    if page_of(scene.after.url) != page_of(scene.before.url) or scene.changed:
        return scene.by_change(Verdict("changed", mismatch=f"The page shown is {quoted(scene.after.url)}."))
    return UNMET


def _open_app(scene: Scene) -> Verdict:
    name = scene.action.app.casefold()
    if name in f"{scene.after.app} {scene.after.title}".casefold():
        return MET
    if any(name in node.name.casefold() and node.active for node in scene.after.tree if node.role is Role.WINDOW):
        return MET
    return scene.by_change(Verdict("changed", mismatch=f"No window in front is called {quoted(scene.action.app)}."))


def _switch_window(scene: Scene) -> Verdict:
    after, node = scene.after, scene.node_after
    if scene.action.title is not None:
        node = next((i for i, each in enumerate(after.tree) if each.role is Role.WINDOW and each.name == scene.action.title), None)
        if after.title == scene.action.title:
            return MET
    if node is None:
        return scene.by_change(CHANGED)
    window, focus = after.tree[node], after.focus
    if window.active or (focus is not None and node <= focus < after.tree.end(node)):
        return MET
    if window.active is False or window.minimized:
        return Verdict("unmet", "The window is not in front.")
    return scene.by_change(CHANGED) if scene.changed or scene.stirs else UNSEEN


def _search(scene: Scene) -> Verdict:
    if not scene.changed or scene.action.text is None:
        return _something(scene)
    if any(text_in(scene.after.tree, node) == scene.action.text for node in fields_in(scene.after)):
        return MET
    return scene.by_change(Verdict("changed", mismatch=f"No field holds {quoted(scene.action.text)}."))


JUDGES: Mapping[str, Judge] = MappingProxyType(
    {
        "click": _pressed,
        "double_click": _pressed,
        "right_click": _pressed,
        "set_text": set_text,
        "type_text": type_text,
        "set_checked": set_checked,
        "select": select,
        "expand": expand,
        "set_value": set_value,
        "focus": _focus,
        "scroll_into_view": _scrolled_into_view,
        "scroll_to": _scrolled_to,
        "press_key": _press_key,
        "open_url": _open_url,
        "open_app": _open_app,
        "switch_window": _switch_window,
        "open_windows_search": _search,
    }
)
# Of these it can be seen beforehand that there is nothing to do.
_STANDING = frozenset(("set_text", "set_checked", "select", "expand", "set_value"))


def stands(action: BaseAction) -> bool:
    """True if the action asks for something that stays, so that any later look shows whether it is so."""
    return action.verb() in _STANDING


def holds_already(scene: Scene) -> bool:
    """True if what the action asks for is so before it is done, as far as can be seen for sure. The two looks are the same."""
    if not stands(scene.action):
        return False
    verdict = judge(scene)
    return verdict.kind == "met" and not verdict.said

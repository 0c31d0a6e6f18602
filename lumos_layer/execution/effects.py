"""What must be seen after each action: one judge for each type, in one table. What has no judge must change something."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from lumos_layer.actions.fields import Secret
from lumos_layer.actions.keys import parts
from lumos_layer.actions.target import CHOOSERS
from lumos_layer.errors import NotClickable
from lumos_layer.execution.field_texts import fields_in, forms_of, letters, text_in, typed, without_the_second
from lumos_layer.execution.scene import Scene
from lumos_layer.execution.verdict import Verdict
from lumos_layer.perception.known_secrets import said
from lumos_layer.perception.pages import page_of
from lumos_layer.tree import Node, Role

Judge = Callable[[Scene], Verdict]

MET, CHANGED, UNSEEN, UNMET = Verdict("met"), Verdict("changed"), Verdict("unseen"), Verdict("unmet")
_SHOWN = 80  # characters of a text in a message
_HOLDS_SECRET = Verdict("unseen", "The field keeps a secret; whether it holds what was meant cannot be seen.")
_COPYING = frozenset(("Control+c", "Control+C", "Meta+c", "Meta+C", "Copy"))
# In a text these move a caret or select, which no dump shows; the last ones act on what is no part of the screen.
_CARET = frozenset(("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Home", "End", "PageDown", "PageUp"))
_SELECTING = frozenset(("Control+a", "Control+A", "Meta+a", "Meta+A"))
_QUIET = frozenset(
    ("Control", "Alt", "Shift", "Meta", "CapsLock", "NumLock", "ScrollLock", "PrintScreen", "AudioVolumeDown", "AudioVolumeMute",
     "AudioVolumeUp", "MediaPlayPause")
)  # fmt: skip


def judge(scene: Scene) -> Verdict:
    """What came of the act, by what its action asks for."""
    return JUDGES.get(scene.action.verb(), _something)(scene)


def _something(scene: Scene) -> Verdict:
    if not scene.changed:
        return UNMET
    if scene.only_focus_moved() and scene.action.verb() in _PRESSES and not _is_typed_into(scene.was):
        return Verdict("changed", "Only the focus has moved.")
    return CHANGED


_PRESSES = frozenset(("click", "double_click", "right_click"))


def _is_typed_into(node: Node | None) -> bool:
    return node is not None and bool({"type", "set_value"}.intersection(node.can))


# Text


def _set_text(scene: Scene) -> Verdict:
    node, text = scene.node_after, scene.action.text
    if node is None:
        return _field_gone(scene)
    became = scene.after.tree[node]
    if became.protected:
        asked = bool(text) if isinstance(text, str) else True
        return _HOLDS_SECRET if became.filled in (asked, None) else UNMET
    held = text_in(scene.after.tree, node)
    if isinstance(text, Secret):
        return _holds_secret(held, text)
    if held is None:
        return (MET if not text and became.filled is not True else UNSEEN) if scene.changed or not text else UNMET
    return _as_asked(scene, held, text)


def _as_asked(scene: Scene, held: str, text: str) -> Verdict:
    forms = forms_of(text)
    if held == forms[0]:
        return MET
    if held in forms:
        return Verdict("met", "The field holds one line; its line breaks are gone.")
    before = text_in(scene.before.tree, scene.node_before) if scene.node_before is not None else None
    if held == before or (before is None and not scene.changed):
        return UNMET
    if letters(held) == letters(text) and letters(text):
        return Verdict("met", f"The field writes it {_short(held)}.")
    return Verdict("wrong", f"The field holds {_short(held)} and not {_short(text)}.", mend=text)


def _holds_secret(held: str | None, secret: Secret) -> Verdict:
    if held is None:
        return UNSEEN
    stands = said(secret.secret)
    if held == stands:
        return MET
    if stands in held:
        return Verdict("wrong", f"The field holds more than the secret {secret.secret!r}.")
    return Verdict("unseen", "Whether the field holds the secret cannot be seen.") if held else UNMET


def _field_gone(scene: Scene) -> Verdict:
    if scene.grounded.ref is None and scene.node_before is not None:
        return CHANGED if scene.changed else UNSEEN
    return Verdict("changed", mismatch=f"{scene.named} is gone since, so that nobody sees what it held.")


def _type_text(scene: Scene) -> Verdict:
    node, text, before_node = scene.node_after, scene.action.text, scene.node_before
    if node is None or before_node is None:
        return _field_gone(scene)
    if scene.after.tree[node].protected:
        return _HOLDS_SECRET if scene.after.tree[node].filled is not False else UNMET
    before, held = text_in(scene.before.tree, before_node), text_in(scene.after.tree, node)
    if isinstance(text, Secret):
        return _typed_secret(before, held, text)
    if held is None or not text.strip():
        return _elsewhere(scene, text) or (UNSEEN if scene.changed or not text.strip() else UNMET)
    return _typed(scene, before or "", held, text)


def _typed(scene: Scene, before: str, held: str, text: str) -> Verdict:
    match typed(before, held, text):
        case "inserted":
            one_line = "\n" in text and "\n" not in held
            return Verdict("met", "The field holds one line; its line breaks are gone.") if one_line else MET
        case "completed" | "formatted":
            return Verdict("met", f"The field made {_short(held)} of it.")
        case "same":
            return _elsewhere(scene, text) or UNMET
        case "doubled":
            once = without_the_second(before, held, text)
            return Verdict("wrong", f"The text stands twice in the field: {_short(held)}.", mend=once)
    return Verdict("wrong", f"The field holds {_short(held)} now, which is not {_short(text)} added to {_short(before)}.")


def _typed_secret(before: str | None, held: str | None, secret: Secret) -> Verdict:
    if held is None:
        return UNSEEN
    times = held.count(said(secret.secret)) - (before or "").count(said(secret.secret))
    if times > 1:
        return Verdict("wrong", f"The secret {secret.secret!r} stands in the field twice.")
    return MET if times == 1 else UNMET if held == before else _HOLDS_SECRET


_WRITTEN_IN = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.SPINBUTTON))


def _elsewhere(scene: Scene, text: str) -> Verdict | None:
    """The words went into another field."""
    words = forms_of(text)[0]
    if not words or not scene.changed:
        return None
    for node in fields_in(scene.after):
        held = text_in(scene.after.tree, node) or ""
        if node == scene.node_after or words not in held:
            continue
        ref = scene.after.ref_of(node)
        old = scene.before.refs.get(ref) if ref else None
        if old is not None and (text_in(scene.before.tree, old) or "").count(words) < held.count(words):
            if scene.was is not None and scene.was.role in _WRITTEN_IN:
                return Verdict("wrong", f"The words went into {ref} {scene.after.name_of(node)!r} and not into {scene.named}.")
            return Verdict("changed", f"The words stand in {ref} {scene.after.name_of(node)!r}.")  # a cell is edited elsewhere
    return None


# States


def _set_checked(scene: Scene) -> Verdict:
    became = scene.became
    if became is None:
        return _gone(scene)
    wanted = "true" if scene.action.checked else "false"
    state = became.checked or became.pressed or _tristate(became.selected)
    if state is None:
        return UNSEEN if scene.changed else UNMET
    return MET if state == wanted else Verdict("unmet", f"{scene.named} is {_on(state)}.")


def _tristate(value: bool | None) -> str | None:
    return None if value is None else str(value).lower()


def _on(state: str) -> str:
    return {"true": "on", "false": "off"}.get(state, "neither on nor off")


def _select(scene: Scene) -> Verdict:
    if scene.action.option is not None:
        return _select_option(scene, scene.action.option)
    became, was = scene.became, scene.was
    if became is not None and (became.selected or became.checked == "true"):
        return MET
    chooser = _value_of_chooser(scene)
    if chooser is not None and was is not None and chooser == scene.before.name_of(scene.node_before or 0):
        return MET
    if became is None or (became.selected is None and became.checked is None) or scene.grounded.ref not in scene.after.refs:
        return UNSEEN if scene.changed else UNMET
    return Verdict("unmet", f"{scene.named} is not selected.")


def _value_of_chooser(scene: Scene) -> str | None:
    """What the combobox that the option belonged to shows now."""
    if scene.node_before is None:
        return None
    for above in scene.before.tree.ancestors(scene.node_before):
        ref = scene.before.ref_of(above)
        if scene.before.tree[above].role is Role.COMBOBOX and ref is not None and ref in scene.after.refs:
            return scene.after.tree[scene.after.refs[ref]].value
    return None


def _select_option(scene: Scene, option: str) -> Verdict:
    node = scene.node_after
    if node is None:
        return _gone(scene)
    tree = scene.after.tree
    inside = [i for i in range(node + 1, tree.end(node)) if tree[i].role in CHOOSERS.get(tree[node].role, ())]
    chosen = [scene.after.name_of(i) for i in inside if tree[i].selected or tree[i].checked == "true"]
    if tree[node].value == option or option in chosen:
        return MET
    if tree[node].value is None and all(tree[i].selected is None and tree[i].checked is None for i in inside):
        return UNSEEN if scene.changed else UNMET
    shown = tree[node].value if tree[node].value is not None else ", ".join(chosen)
    return Verdict("unmet", f"{scene.named} has {_short(shown or 'nothing')} chosen.")


def _expand(scene: Scene) -> Verdict:
    became = scene.became
    if became is None:
        return _gone(scene)
    if became.expanded is None:
        return UNSEEN if scene.changed else UNMET
    if became.expanded is scene.action.expanded:
        return MET
    return Verdict("unmet", f"{scene.named} is {'open' if became.expanded else 'closed'}.")


_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?")


def number_in(value: str | None) -> float | None:
    """The number that a range says it stands at."""
    found = _NUMBER.search((value or "").replace("\N{MINUS SIGN}", "-"))
    return float(found[0].replace(",", ".")) if found else None


def _set_value(scene: Scene) -> Verdict:
    became = scene.became
    if became is None:
        return _gone(scene)
    now, was, asked = number_in(became.value), number_in(scene.was.value if scene.was else None), float(scene.action.value)
    if now is None:
        return UNSEEN if scene.changed else UNMET
    if abs(now - asked) <= max(1e-9, abs(asked) * 1e-6):
        return MET
    return UNMET if now == was else Verdict("wrong", f"It stands at {now:g} and not at {asked:g}; it may take steps.")


def _gone(scene: Scene) -> Verdict:
    return Verdict("changed", mismatch=f"{scene.named} is gone since.") if scene.changed else UNSEEN


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


def _press_key(scene: Scene) -> Verdict:
    if scene.changed:
        return CHANGED
    chord: str = scene.action.key
    key = parts(chord)[-1]
    in_text = _is_typed_into(scene.was) and (key in _CARET or chord in _SELECTING)
    if in_text or chord in _COPYING or key in _QUIET:
        return Verdict("unseen", "What this key does here cannot be seen.")
    return UNMET


def _hover(scene: Scene) -> Verdict:
    return CHANGED if scene.changed else UNMET


# Programs, windows and pages


def _open_url(scene: Scene) -> Verdict:
    if not scene.after.url:
        return CHANGED if scene.changed else UNMET
    if page_of(scene.after.url) == page_of(scene.action.url):
        return MET
    if page_of(scene.after.url) == page_of(scene.before.url) and not scene.changed:
        return UNMET
    return Verdict("changed", mismatch=f"The page shown is {_short(scene.after.url)}.")


def _open_app(scene: Scene) -> Verdict:
    name = scene.action.app.casefold()
    if name in f"{scene.after.app} {scene.after.title}".casefold():
        return MET
    if any(name in node.name.casefold() and node.active for node in scene.after.tree if node.role is Role.WINDOW):
        return MET
    return Verdict("changed", mismatch=f"No window in front is called {_short(scene.action.app)}.") if scene.changed else UNMET


def _switch_window(scene: Scene) -> Verdict:
    after, node = scene.after, scene.node_after
    if scene.action.title is not None:
        node = next((i for i, each in enumerate(after.tree) if each.role is Role.WINDOW and each.name == scene.action.title), None)
        if after.title == scene.action.title:
            return MET
    if node is None:
        return CHANGED if scene.changed else UNMET
    window, focus = after.tree[node], after.focus
    if window.active or (focus is not None and node <= focus < after.tree.end(node)):
        return MET
    if window.active is False or window.minimized:
        return Verdict("unmet", "The window is not in front.")
    return CHANGED if scene.changed else UNSEEN


def _search(scene: Scene) -> Verdict:
    if not scene.changed or scene.action.text is None:
        return _something(scene)
    if any(text_in(scene.after.tree, node) == scene.action.text for node in fields_in(scene.after)):
        return MET
    return Verdict("changed", mismatch=f"No field holds {_short(scene.action.text)}.")


def _short(words: str) -> str:
    return repr(words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…")


JUDGES: Mapping[str, Judge] = MappingProxyType(
    {
        "set_text": _set_text,
        "type_text": _type_text,
        "set_checked": _set_checked,
        "select": _select,
        "expand": _expand,
        "set_value": _set_value,
        "focus": _focus,
        "scroll_into_view": _scrolled_into_view,
        "press_key": _press_key,
        "open_url": _open_url,
        "open_app": _open_app,
        "switch_window": _switch_window,
        "open_windows_search": _search,
    }
)
# Of these it can be seen beforehand that there is nothing to do.
_STANDING = frozenset(("set_text", "set_checked", "select", "expand", "set_value"))


def holds_already(scene: Scene) -> bool:
    """True if what the action asks for is so before it is done, as far as can be seen for sure. The two looks are the same."""
    if scene.action.verb() not in _STANDING:
        return False
    verdict = judge(scene)
    return verdict.kind == "met" and not verdict.said

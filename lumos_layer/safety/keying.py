"""Keys do what the buttons there do, what they do in most programs, and what a control says that they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lumos_layer.actions.press_key import PressKey
from lumos_layer.perception.words import TYPED
from lumos_layer.safety import common_words as said
from lumos_layer.safety.answering import by_answer, of_fields
from lumos_layer.safety.calling import words_of
from lumos_layer.safety.finding import Finding, quoted
from lumos_layer.safety.onward import going_on
from lumos_layer.safety.pressing import LIKE_BUTTONS
from lumos_layer.safety.programs import is_program
from lumos_layer.safety.scene import DIALOGS, Scene
from lumos_layer.safety.shortcuts import SHORTCUTS, Place, access_key, shortcut_shown
from lumos_layer.tree import Node, Role


def by_enter(scene: Scene) -> Iterator[Finding]:
    """Enter in a field sends its form, in a dialog gives its yes: what the buttons there do, Enter may do."""
    action = scene.grounded.action
    if not isinstance(action, PressKey) or action.key not in ("Enter", "Control+Enter", "Meta+Enter", "Shift+Enter", "Alt+Enter"):
        return
    node = scene.node
    if node is None or node.role in DIALOGS or node.role in (Role.WINDOW, Role.DOCUMENT, Role.APPLICATION):
        yield from _by_buttons(scene, scene.i if node is not None and node.role in DIALOGS else scene.dialog)
        if node is None or action.key != "Enter":
            yield Finding("submit", "enter", f"{action.key} where nothing is known to have the focus")
        return
    if node.role not in TYPED and not node.protected:
        return
    if _finds(scene, node):
        return
    holder = scene.dialog if scene.form is None else scene.form
    yield from _by_buttons(scene, holder)
    if holder is not None:
        for kind, evidence in of_fields(scene, holder):
            yield Finding(kind, "enter", f"Enter beside {evidence}")
    if action.key != "Enter" or not (node.multiline or "\n" in (node.value or "")):
        yield Finding("submit", "enter", f"{action.key} in the field {quoted(scene.name_of(scene.i or 0))}")


def _finds(scene: Scene, node: Node) -> bool:
    """True for a field in which Enter only looks for something."""
    words = f"{scene.name_of(scene.i or 0)} {node.hint} {node.identifier}"
    in_search = scene.form is not None and scene.tree[scene.form].role is Role.SEARCH
    return not node.protected and (node.role is Role.SEARCHBOX or in_search or said.is_search(words))


def _by_buttons(scene: Scene, holder: int | None) -> Iterator[Finding]:
    """What the buttons of a form or dialog do."""
    if holder is None:
        return
    for i in scene.controls_in(holder)[:50]:
        button = scene.at(i)
        if button.node is not None and button.node.role in LIKE_BUTTONS and not said.is_harmless(scene.name_of(i)):
            for each in words_of(button, "enter"):
                yield replace(each, evidence=f"Enter may press {quoted(scene.name_of(i))}: {each.evidence}")
            if scene.tree[holder].role in DIALOGS and said.says_yes(scene.name_of(i)):
                yield from (replace(each, rule="enter") for each in by_answer(button, holder, "enter"))


def by_shortcut(scene: Scene) -> Iterator[Finding]:
    """Keys that save, send, delete, print or end in most programs; keys that a control shows as its own; and access keys."""
    action = scene.grounded.action
    if not isinstance(action, PressKey):
        return
    typing = scene.node is not None and (scene.node.role in TYPED or scene.node.protected)
    for kind, place in SHORTCUTS.get(action.key, ()):
        if _is_there(scene, place) and not (typing and (len(action.key) == 1 or place == "outside text")):
            yield Finding(kind, "shortcut", f"the key {action.key}")
    if "+" not in action.key or len(action.key) < 3:
        return
    letter = access_key(action.key)
    for i in _shown_controls(scene):
        node, name = scene.tree[i], scene.name_of(i)
        if shortcut_shown(action.key, f"{name} {node.hint} {node.value or ''}") or (letter and name[:1].lower() == letter):
            for each in words_of(scene.at(i), "shortcut"):
                yield replace(each, evidence=f"{action.key} may press {quoted(name)}: {each.evidence}")
            yield from going_on(scene.at(i), "shortcut")


def _is_there(scene: Scene, place: Place) -> bool:
    if place == "everywhere" or place == "outside text":
        return True
    if place == "dialogs":
        return scene.dialog is not None
    title = scene.observation.title if scene.window is None else scene.tree[scene.window].name or scene.observation.title
    return is_program(place, f"{scene.observation.app} {title}")


def _shown_controls(scene: Scene) -> list[int]:
    holder = scene.dialog if scene.dialog is not None else scene.window if scene.window is not None else 0
    return [] if not len(scene.tree) else scene.controls_in(holder)

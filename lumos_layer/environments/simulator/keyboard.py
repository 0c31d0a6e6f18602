"""What the keyboard does: a key goes to the focused widget and what it stands in, then to the app, then to its window.

WAI-ARIA Authoring Practices, "Developing a Keyboard Interface"; Enter presses the default button of a dialog or form, as in
https://html.spec.whatwg.org/#implicit-submission and in native dialogs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import focus, navigating, popups, windows
from lumos_layer.environments.simulator.keys import Chord, chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.button import plain_name
from lumos_layer.environments.simulator.widgets.scrolling import Scrolling, scroller_of
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

# A button of such a name is the one that a native dialog presses at Enter.
_DEFAULTS = ("ok", "yes", "save", "open", "log in", "sign in", "login", "send", "continue", "next", "submit", "find next", "search")
_SUBMITTING = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.SPINBUTTON, Role.CHECKBOX, Role.RADIO))
_ACCELERATOR = re.compile(r"(?:^|[\s(])((?:(?:ctrl|strg|control|alt|shift|meta|cmd|win)\+)+\S{1,10}|F\d{1,2})\)?$", re.IGNORECASE)
_SCROLLING = Scrolling()


def press(world: World, keys: Chord) -> bool:
    """One key or chord; True if anything came of it."""
    if world.busy:
        return False
    target = _listener(world)
    if target is not None:
        if not world.enabled(target):
            return False
        for widget in _heard_by(world, target):
            behaviour = world.behaviour(widget)
            if behaviour.key(world, widget, keys) or (_letter(keys) and behaviour.type(world, widget, keys.key)):
                return True
    return world.emit("key", target, str(keys)) or _of_window(world, target, keys)


def _letter(keys: Chord) -> bool:
    return len(keys.key) == 1 and keys.plain and keys.key != " "


def type_text(world: World, text: str) -> bool:
    """Words typed where the focus is; True if they went anywhere. A line break in them is no Enter key."""
    target = _listener(world)
    if target is None or world.busy or not text or not world.enabled(target):
        return False
    return any(world.behaviour(widget).type(world, widget, text) for widget in _heard_by(world, target))


def default_button(world: World, target: Widget | None) -> Widget | None:
    """What Enter presses: the button that the app names; in a form its first one; in a dialog the one that says yes."""
    around = [] if target is None else list(target.ancestors())
    holder = next((above for above in around if above.node.role is Role.FORM or above.node.role in windows.WINDOWS), None)
    if holder is None:
        return None
    buttons = [
        widget
        for widget in holder.inside()
        if widget.node.role is Role.BUTTON and world.shown(widget) and "click" in widget.node.can
    ]
    named = next((button for button in buttons if button.traits is not None and button.traits.default), None)
    if named is not None or holder.node.role is Role.FORM:
        return named or next((button for button in buttons if button.node.pressed is None and button.node.expanded is None), None)
    if holder.node.role is Role.WINDOW and not holder.node.modal:
        return None
    return min((b for b in buttons if plain_name(b) in _DEFAULTS), key=lambda b: _DEFAULTS.index(plain_name(b)), default=None)


def _listener(world: World) -> Widget | None:
    """What hears the keyboard: the focused widget; with none that can, the dialog or window on top."""
    target = world.focused
    if target is not None and world.shown(target) and windows.blocker(world, target) is None:
        return target
    return focus.scope(world)


def _heard_by(world: World, target: Widget) -> list[Widget]:
    """What hears a key, one after the other: in a list that has the focus for its items, the chosen one first."""
    item = focus.item_of(world, target)
    return [*([item] if item is not None else []), *windows.up_to_window(target)]


def _of_window(world: World, target: Widget | None, keys: Chord) -> bool:
    """What a window, page or program does with a key that nothing in it wanted."""
    if keys.key == "Tab" and keys.plain:
        popups.close_all(world)
        return focus.advance(world, -1 if keys.shifted else 1)
    if keys.key == "Escape" and not keys.held and popups.close_all(world):
        return True
    if keys.key == "Enter" and not keys.held:
        return _submit(world, target)
    if keys.held == ("alt",) and keys.key in ("ArrowLeft", "ArrowRight") and world.letter == "W":
        return navigating.go(world, "back" if keys.key == "ArrowLeft" else "forward")
    if keys.held or keys.key.startswith("F"):
        return _accelerator(world, keys) or (str(keys) == "F10" and _menu_bar(world))
    scroller = scroller_of(target) if target is not None else None
    return scroller is not None and _SCROLLING.key(world, scroller, keys)


def _menu_bar(world: World) -> bool:
    bar = next((bar for bar in world.of_role(Role.MENUBAR) if world.shown(bar)), None)
    items = popups.items(bar) if bar is not None else []
    return bool(items) and focus.focus(world, items[0])


def _submit(world: World, target: Widget | None) -> bool:
    if target is None or (target.node.role not in _SUBMITTING and target.node.role not in windows.WINDOWS):
        return False
    if world.emit("submit", target):
        return True
    button = default_button(world, target)
    if button is None or not world.enabled(button):
        return False
    return world.behaviour(button).click(world, button)


def _accelerator(world: World, keys: Chord) -> bool:
    """A menu item or button that names the chord, in its hint or at the end of its name."""
    scope = focus.scope(world)
    for widget in world.order():
        node = widget.node
        if node.role not in (Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.BUTTON) or not (node.name or node.hint):
            continue
        found = _ACCELERATOR.search(node.hint) or _ACCELERATOR.search(node.name)
        if found is None or str(chord(found[1])).lower() != str(keys).lower():
            continue
        if world.enabled(widget) and (scope is None or widget.within(scope)):
            return world.behaviour(widget).click(world, widget)
    return False

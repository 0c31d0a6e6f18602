"""Text fields, one-line and multi-line, searches and passwords.

ARIA 1.2 `textbox`; what keys do is what HTML's input and textarea, Win32's Edit and GTK's Entry have in common. A line break in
typed words is never the Enter key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import confiding, editing, focus
from lumos_layer.environments.simulator.editing import Text
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.perception.text import clean_value
from lumos_layer.tree import Node, Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_SEVERAL_LINES = frozenset(("document", "textarea", "axtextarea", "xcuielementtypetextview", "terminal"))
UNKNOWN_LENGTH = 8  # characters that a secret is taken to have of which nobody knows more
_TWO_LINES = 56  # pixels; a field at least so high has room for more than one line
_WORDS = frozenset((Role.TEXT, Role.GENERIC, Role.PARAGRAPH, Role.HEADING))
_MOVES = {"ArrowLeft": -1, "ArrowRight": 1}
_LINES = {"ArrowUp": -1, "ArrowDown": 1}
_EDGES = {"Home": -1, "End": 1}
# The older chords of the clipboard, which Windows, GTK and browsers on both keep: by the letter of the newer ones.
_CLIPBOARD = {"shift+Delete": "x", "ctrl+Insert": "c", "shift+Insert": "v"}
_BROKEN = "The field holds one line: each line break became a blank."


class Textbox(Behaviour):
    roles = frozenset((Role.TEXTBOX, Role.SEARCHBOX))

    def click(self, world: World, widget: Widget) -> bool:
        if not editable(widget):
            return world.emit("click", widget)
        text = text_of(widget)
        editing.place(text, len(text.text))  # no dump says which character stands under the pointer
        world.emit("click", widget)
        return True

    def double_click(self, world: World, widget: Widget) -> bool:
        if not editable(widget):
            return False
        text = text_of(widget)
        editing.move(text, -1, word=True)
        return editing.place(text, len(text.text), extend=True)

    def type(self, world: World, widget: Widget, text: str) -> bool:
        return _write(world, widget, text, editing.insert)

    def set_text(self, world: World, widget: Widget, text: str) -> bool:
        return _write(world, widget, text, editing.set_whole)

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        return editable(widget) and (_edit(world, widget, chord) or _travel(widget, chord) or _break(world, widget, chord))

    def tabbed(self, world: World, widget: Widget) -> None:
        if editable(widget):
            text_of(widget)
            focus.all_text(world, widget)


def editable(widget: Widget) -> bool:
    """True for what takes words at all; a read-only field has a caret too."""
    return bool({"type", "set_value"} & set(widget.node.can)) or widget.node.readonly is True


def field_of(widget: Widget) -> Widget:
    """What holds its words: the text field in a combobox that has one of its own, as native ones do; else itself."""
    if widget.node.role is not Role.COMBOBOX:
        return widget
    return next((inner for inner in widget.inside() if inner.node.role is Role.TEXTBOX and editable(inner)), widget)


def text_of(widget: Widget) -> Text:
    """The field's text with its caret, which begins at the end of what the dump says it holds."""
    if widget.text is None:
        node = widget.node
        held = "" if node.protected else _held(widget)
        opaque = UNKNOWN_LENGTH if node.protected and node.filled else 0
        limit = widget.traits.limit if widget.traits else None
        widget.text = Text(held, len(held), len(held), limit, takes_lines(widget), opaque=opaque)
    return widget.text


def takes_lines(widget: Widget) -> bool:
    """True if the field holds several lines: the dump says so, or its kind, text or height does."""
    node = widget.node
    if node.multiline is not None:
        return node.multiline
    if node.role is not Role.TEXTBOX or node.protected:
        return node.role is Role.DOCUMENT
    if widget.tag.rpartition(".")[2].lower() in _SEVERAL_LINES or "\n" in (node.value or ""):
        return True
    return node.bounds is not None and node.bounds.height >= _TWO_LINES


def written(world: World, widget: Widget) -> None:
    """Show what the text has become, and tell it."""
    confiding.edited(world, widget)
    show_text(world, widget)
    world.emit("change", widget, "" if widget.node.protected else text_of(widget).text)


def put_text(world: World, widget: Widget, words: str) -> None:
    """Let an app write into a field, or into anything else that has a value; nobody is told."""
    if editable(widget):
        editing.set_whole(text_of(widget), words)
        show_text(world, widget)
    else:
        world.change(widget, value=words)


def show_text(world: World, widget: Widget) -> None:
    """Let the node say what its text is now; a protected one says only whether there is any."""
    text = text_of(widget)
    if widget.node.protected:
        world.change(widget, value=None, filled=not text.empty)
        return
    value, before = clean_value(text.text), widget.node.value
    world.change(widget, value=value)
    _write_inside(world, widget, value)
    for around in widget.ancestors():
        if around.node.role is not Role.COMBOBOX:
            break
        if around.node.value == before and field_of(around) is widget:
            world.change(around, value=value)


def _write_inside(world: World, widget: Widget, value: str) -> None:
    """Pages have the words once more inside the field: as one text, or none while it is empty."""
    parts = [part for child in widget.children if _words(child) for part in child.subtree()]
    texts = [part for part in parts if part.node.role is Role.TEXT]
    for part in texts[1:] if value else texts:
        world.remove(part)
    if value and texts:
        world.change(texts[0], name=value)
    elif value and parts:
        world.add(Node(role=Role.TEXT, name=value), parts[-1], tag="StaticText")


def _words(part: Widget) -> bool:
    """True for what only repeats what the field holds."""
    return all(inner.node.role in _WORDS and not inner.node.can for inner in part.subtree())


def _held(widget: Widget) -> str:
    if widget.node.value is not None:
        return widget.node.value
    words = [inner.node.name for inner in widget.inside() if inner.node.role is Role.TEXT and inner.node.name]
    return "\n".join(words)


def _write(world: World, widget: Widget, text: str, put: Callable[[Text, str], bool]) -> bool:
    """Put the words into the field, if it takes any."""
    if not editable(widget) or widget.node.readonly:
        return False
    held = text_of(widget)
    if not held.multiline and "\n" in editing.line_breaks(text):
        world.notes.append(_BROKEN)
    if put(held, text):
        written(world, widget)
    return True


def _edit(world: World, widget: Widget, chord: Chord) -> bool:
    """Keys that change the text; in a read-only field they are heard and do nothing."""
    text, locked = text_of(widget), bool(widget.node.readonly)
    word = chord.held == ("ctrl",)
    command = _CLIPBOARD.get(str(chord), chord.command)
    changed = None
    if command in ("c", "x"):
        cut = command == "x"
        changed = not (cut and locked) and _copy(world, widget, cut)
    elif command == "v":
        changed = not locked and _paste(world, widget)
    elif chord.key in ("Backspace", "Delete") and (chord.plain or word):
        changed = not locked and editing.delete(text, chord.key == "Backspace", word)
    elif chord.command == "z" or chord.command == "y":
        back = chord.command == "z" and not chord.shifted
        changed = not locked and not widget.node.protected and (editing.undo if back else editing.redo)(text)
    elif len(chord.key) == 1 and chord.plain:
        changed = not locked and editing.insert(text, chord.typed)
    if changed:
        written(world, widget)
    return changed is not None


def _copy(world: World, widget: Widget, cut: bool) -> bool:
    """Nothing that is protected is ever copied."""
    text = text_of(widget)
    if widget.node.protected or not text.selected:
        return False
    world.stage.clipboard = text.selected
    confiding.copied(world, widget, text.selected)
    return cut and editing.delete(text, backwards=True)


def _paste(world: World, widget: Widget) -> bool:
    confiding.pasted(world, widget)
    return editing.insert(text_of(widget), world.stage.clipboard)


def _travel(widget: Widget, chord: Chord) -> bool:
    """Keys that move the caret; with Shift they select."""
    text, extend = text_of(widget), chord.shifted
    held = tuple(name for name in chord.held if name != "shift")
    if chord.command == "a":
        editing.select_all(text)
    elif held not in ((), ("ctrl",)):
        return False
    elif chord.key in _MOVES:
        editing.move(text, _MOVES[chord.key], extend, word=bool(held))
    elif chord.key in _EDGES:
        editing.move_to_edge(text, _EDGES[chord.key], extend, whole=bool(held))
    elif chord.key in _LINES and not held and text.multiline:
        editing.move_line(text, _LINES[chord.key], extend)
    else:
        return False
    return True


def _break(world: World, widget: Widget, chord: Chord) -> bool:
    """Enter breaks the line where there are several; elsewhere it is left to the window."""
    text = text_of(widget)
    if chord.key != "Enter" or not chord.plain or not text.multiline:
        return False
    if not widget.node.readonly and editing.insert(text, "\n"):
        written(world, widget)
    return True

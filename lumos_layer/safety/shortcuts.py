"""Keys that do something sensitive in most programs, and those that a control says are its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from lumos_layer.actions.keys import parts, spelled
from lumos_layer.actions.sensitive import Sensitive

# By chord: what it does, and whether it does so also while a text is edited.
# https://support.microsoft.com/windows/keyboard-shortcuts-in-windows-dcc61a57-8ff0-cffe-9796-cb9706c75eec
# https://support.apple.com/102650
_KEYS: tuple[tuple[Sensitive, bool, str], ...] = (
    ("save", True, "Control+s Control+Shift+s Meta+s Meta+Shift+s F12"),
    ("send", True, "Control+Enter Meta+Enter Alt+s Control+Shift+Enter"),
    ("print", True, "Control+p Meta+p Control+Shift+p"),
    ("quit", True, "Alt+F4 Meta+q Control+q Control+w Meta+w Control+F4 Control+Shift+w Alt+Shift+q"),
    ("delete", False, "Delete Meta+Backspace Control+d # Backspace Control+Backspace Control+Shift+Delete Meta+Delete"),
    ("delete", True, "Shift+Delete"),
    ("system_setting", True, "Power Control+Alt+Delete"),
    ("account", True, "Meta+l Control+Alt+l Meta+Shift+q"),
    ("upload", True, "Control+u"),
)


def _by_chord() -> dict[str, tuple[tuple[Sensitive, bool], ...]]:
    made: dict[str, tuple[tuple[Sensitive, bool], ...]] = {}
    for kind, in_text, chords in _KEYS:
        for chord in chords.split():
            *held, key = parts(chord)
            for each in {chord, "+".join([*held, key.upper()])} if len(key) == 1 else {chord}:
                made[each] = (*made.get(each, ()), (kind, in_text))
    return made


SHORTCUTS: Mapping[str, tuple[tuple[Sensitive, bool], ...]] = MappingProxyType(_by_chord())

# They move what has a range.
MOVING = frozenset(("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Home", "End", "PageDown", "PageUp"))

# In lower case: they put in what was copied.
PASTING = frozenset(("control+v", "meta+v", "shift+insert", "control+shift+v", "meta+shift+v", "paste"))
# They carry out what stands in a line of commands, and, in most editors of code and queries, what is written there.
ENTERING = frozenset(("Enter", "Control+m", "Control+j", "Control+Enter", "Meta+Enter", "Shift+Enter", "Alt+Enter"))
RUNNING = frozenset(("F5", "F9", "Control+F5", "Shift+F10", "Control+Shift+Enter", "Control+e", "Control+Shift+e"))

_SHOWN = re.compile(
    r"(?:(?:ctrl|control|strg|alt|option|shift|cmd|command|meta|win|⌘|⌃|⌥|⇧)\s*[+ -]?\s*)+(?:[\w/#.,]+|enter|⏎)", re.IGNORECASE
)
_SIGNS = str.maketrans({"⌘": "Meta+", "⌃": "Control+", "⌥": "Alt+", "⇧": "Shift+", " ": ""})


def shortcut_shown(chord: str, words: str) -> bool:
    """True if the words of a control name this chord as its own, as `Delete Ctrl+D` does."""
    wanted = chord.lower()
    return any(
        spelled(found.group().translate(_SIGNS).replace("++", "+").rstrip("+")).lower() == wanted
        for found in _SHOWN.finditer(words)
    )


def access_key(chord: str) -> str:
    """The letter of a chord by which a dialog or menu lets its controls be pressed: Alt and a letter; else empty."""
    *held, key = parts(chord)
    return key.lower() if held == ["Alt"] and len(key) == 1 and key.isalnum() else ""

"""Keys that do something sensitive in most programs, and those that a control says are its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from lumos_layer.actions.keys import parts, spelled
from lumos_layer.actions.sensitive import Sensitive
from lumos_layer.safety.programs import Program

Place = Literal["everywhere", "outside text", "dialogs"] | Program

# What they do, where (a single character never while a text is edited), and the chords.
# https://support.microsoft.com/windows/keyboard-shortcuts-in-windows-dcc61a57-8ff0-cffe-9796-cb9706c75eec
# https://support.apple.com/102650
# https://support.google.com/mail/answer/6594
_KEYS: tuple[tuple[Sensitive, Place, str], ...] = (
    ("save", "everywhere", "Control+s Control+Shift+s Meta+s Meta+Shift+s Meta+Alt+s Control+Alt+s F12"),
    ("save", "mail", "e y Control+Shift+v"),
    ("save", "code", "Control+Shift+k Meta+k Meta+Shift+k Alt+Delete"),
    ("send", "everywhere", "Control+Enter Meta+Enter Alt+s Control+Shift+Enter Meta+Shift+Enter"),
    ("send", "mail", "Meta+Shift+d Control+Alt+Enter"),
    ("publish", "meetings", "Alt+s Alt+Shift+s Alt+r Control+Shift+e Meta+Shift+e Meta+Shift+s Meta+Shift+r"),
    ("submit", "meetings", "Alt+m Control+Meta+m Control+Shift+a Control+Shift+s Control+Shift+d Control+Shift+o"),
    ("print", "everywhere", "Control+p Meta+p Control+Shift+p Meta+Shift+p"),
    ("quit", "everywhere", "Alt+F4 Control+F4 Control+q Control+w Control+Shift+q Control+Shift+w Alt+Shift+q"),
    ("quit", "everywhere", "Meta+q Meta+w Meta+Shift+w Meta+Alt+w Meta+Alt+q Control+Alt+Backspace Meta+Alt+Shift+Escape"),
    ("quit", "terminals", "Control+c Control+d Control+\\ Control+Pause"),
    ("quit", "meetings", "Alt+q Control+Shift+h Control+Shift+b Meta+Shift+h Meta+Shift+b"),
    ("delete", "outside text", "Delete Backspace Control+Delete Control+Backspace Shift+Backspace Control+Shift+Backspace"),
    ("delete", "outside text", "Alt+Delete Meta+Delete Meta+Backspace Control+d # Shift+#"),
    ("delete", "everywhere", "Shift+Delete Control+Shift+Delete Control+Alt+Shift+Delete Meta+Shift+Delete Meta+Shift+Backspace"),
    ("delete", "everywhere", "Meta+Alt+Delete Meta+Alt+Backspace Meta+Alt+Shift+Delete Meta+Alt+Shift+Backspace"),
    ("delete", "dialogs", "Meta+d Meta+Delete Meta+Backspace Control+d"),
    ("delete", "mail", "! Shift+! Control+d Control+Shift+j"),
    ("delete", "files", "F8 Shift+F8"),
    ("system_setting", "everywhere", "Power Shift+Power Control+Power Meta+Power Control+Shift+Power Meta+Shift+Power"),
    ("system_setting", "everywhere", "Meta+Alt+Power Control+Meta+Power Control+Meta+Alt+Power Control+Alt+Delete"),
    ("account", "everywhere", "Meta+l Control+Alt+l Control+Meta+q Meta+Shift+q Meta+Alt+Shift+q"),
    ("upload", "everywhere", "Control+u"),
    ("execute", "code", "F5 Control+F5 F9 Control+F9 Shift+F10 Control+Shift+F10 Control+r Control+Alt+r Control+Shift+b Meta+r"),
)


def _by_chord() -> dict[str, tuple[tuple[Sensitive, Place], ...]]:
    made: dict[str, tuple[tuple[Sensitive, Place], ...]] = {}
    for kind, place, chords in _KEYS:
        for chord in map(spelled, chords.split()):
            *held, key = parts(chord)
            for each in {chord, "+".join([*held, key.upper()])} if held and len(key) == 1 else {chord}:
                made[each] = (*made.get(each, ()), (kind, place))
    return made


SHORTCUTS: Mapping[str, tuple[tuple[Sensitive, Place], ...]] = MappingProxyType(_by_chord())

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

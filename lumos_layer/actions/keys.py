"""Keys by their W3C values, and the one spelling of each chord: Control, Alt, Shift, Meta, then the key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MODIFIERS = ("Control", "Alt", "Shift", "Meta")

# https://www.w3.org/TR/uievents-key/ : what keyboards of desktops and phones have. Space is the character " ".
NAMED = (
    "Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Home", "End",
    "PageDown", "PageUp", "ContextMenu", "CapsLock", "NumLock", "ScrollLock", "PrintScreen", "Pause", "Help", "Undo", "Redo", "Cut",
    "Copy", "Paste", "Find", "BrowserBack", "BrowserForward", "BrowserRefresh", "BrowserHome", "GoBack", "GoHome", "AppSwitch",
    "Power", "AudioVolumeDown", "AudioVolumeMute", "AudioVolumeUp", "MediaPlayPause",
)  # fmt: skip

_FUNCTION = "F[1-9]|F1[0-9]|F2[0-4]"
_HELD = "".join(rf"({name}\+)?" for name in MODIFIERS)
_NAMES = "|".join((*MODIFIERS, *NAMED, _FUNCTION))
PATTERN = rf"^{_HELD}({_NAMES}|[^\x00-\x1f\x7f-\x9f])$"
# The same names in fewer signs, for schemas that prompts carry; and no characters whose tables are dear for decoders.
_SHORT_NAMES = (
    "Control|Alt|Shift|Meta|Enter|Tab|Escape|Backspace|Delete|Insert|Arrow(Down|Left|Right|Up)|End|Page(Down|Up)|ContextMenu|"
    "(Caps|Num|Scroll)Lock|PrintScreen|Pause|Help|Undo|Redo|Cut|Copy|Paste|Find|(Browser|Go)(Back|Home)|Browser(Forward|Refresh)|"
    "Home|AppSwitch|Power|AudioVolume(Down|Mute|Up)|MediaPlayPause|F([1-9]|1[0-9]|2[0-4])"
)
ASCII_PATTERN = rf"^{_HELD}({_SHORT_NAMES}|[ -~])$"

# What people and models write for them, in lower case without blanks, - and _.
_OTHERWISE: Mapping[str, str] = MappingProxyType(
    {
        "ctrl": "Control", "ctl": "Control", "strg": "Control", "option": "Alt", "opt": "Alt", "cmd": "Meta", "command": "Meta",
        "win": "Meta", "windows": "Meta", "super": "Meta", "os": "Meta", "return": "Enter", "esc": "Escape", "del": "Delete",
        "ins": "Insert", "bksp": "Backspace", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "up": "ArrowUp",
        "downarrow": "ArrowDown", "leftarrow": "ArrowLeft", "rightarrow": "ArrowRight", "uparrow": "ArrowUp", "pgdn": "PageDown",
        "pgdown": "PageDown", "pgup": "PageUp", "menu": "ContextMenu", "apps": "ContextMenu", "space": " ", "spacebar": " ",
        "plus": "+", "printscr": "PrintScreen", "prtsc": "PrintScreen",
    }
)  # fmt: skip
_CANONICAL = {
    **{name.lower(): name for name in (*MODIFIERS, *NAMED, *(f"F{n}" for n in range(1, 25)))},
    **_OTHERWISE,
}


def parts(chord: str) -> list[str]:
    """The keys of a chord, the last of which may be + itself."""
    if chord.endswith("++"):
        return [*parts(chord[:-2]), "+"] if len(chord) > 2 else ["+"]
    return chord.split("+") if len(chord) > 1 else [chord]


def spelled(chord: str) -> str:
    """The chord in its one spelling: known names for what people write, modifiers in order; what is unknown stays as it is."""
    words = [_word(part) for part in parts(chord)]
    if len(words) == 1 and len(chord) > 1 and "-" in chord:
        words = [_word(part) for part in chord.split("-")]
    *held, key = words
    if len(set(held)) < len(held) or any(name not in MODIFIERS for name in held):
        return chord
    return "+".join([*(name for name in MODIFIERS if name in held), key])


def _word(part: str) -> str:
    stripped = part.strip()
    if len(stripped) <= 1:
        return part if part == " " else stripped
    return _CANONICAL.get(stripped.lower().replace(" ", "").replace("_", "").replace("-", ""), stripped)

"""Keys and chords by their W3C names, however a planner spells them.

Names: https://www.w3.org/TR/uievents-key/ ; a letter or digit is itself, the space bar is " ".
"""

from __future__ import annotations

from msgspec import Struct

_MODIFIERS = {
    "control": "ctrl", "ctrl": "ctrl", "strg": "ctrl", "alt": "alt", "option": "alt", "shift": "shift",
    "meta": "meta", "cmd": "meta", "command": "meta", "win": "meta", "windows": "meta", "super": "meta", "os": "meta",
}  # fmt: skip
_ORDER = ("ctrl", "alt", "shift", "meta")
_KEYS = {
    "esc": "Escape", "return": "Enter", "del": "Delete", "ins": "Insert", "space": " ", "spacebar": " ", "left": "ArrowLeft",
    "right": "ArrowRight", "up": "ArrowUp", "down": "ArrowDown", "pgup": "PageUp", "pgdn": "PageDown", "plus": "+",
    "apps": "ContextMenu", "menu": "ContextMenu",
}  # fmt: skip
_NAMED = (
    "Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown", "ArrowLeft", "ArrowRight",
    "ArrowUp", "ArrowDown", "ContextMenu", *(f"F{number}" for number in range(1, 25)),
)  # fmt: skip
_KEYS |= {name.lower(): name for name in _NAMED}


class Chord(Struct, frozen=True):
    """One key with the modifiers held down, each of `ctrl`, `alt`, `shift` and `meta` at most once and in that order."""

    key: str
    held: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "+".join((*self.held, self.key))

    @property
    def plain(self) -> bool:
        """True with no modifier held but perhaps Shift."""
        return self.held in ((), ("shift",))

    @property
    def shifted(self) -> bool:
        return "shift" in self.held

    @property
    def typed(self) -> str:
        """The character that the key writes: with Shift the capital of a letter that has one."""
        capital = self.key.upper()
        return capital if self.shifted and len(capital) == 1 else self.key

    @property
    def command(self) -> str:
        """The letter that is pressed with Control (on a Mac Command) held, in lower case; empty for any other chord."""
        held = [name for name in self.held if name != "shift"]
        return self.key.lower() if held in (["ctrl"], ["meta"]) else ""


def chord(text: str) -> Chord:
    """The chord written like `Control+Shift+s`, `ctrl+plus`, `Enter` or ` `; an unknown name is a key that nothing hears."""
    names = text.split("+") if len(text) > 1 else [text]
    if text.endswith("++"):
        names = [*text[:-2].split("+"), "+"]
    *modifiers, key = names
    held = {_MODIFIERS[name.strip().lower()] for name in modifiers if name.strip().lower() in _MODIFIERS}
    name = key.strip() or key
    if len(names) == 1 and name.lower() in _MODIFIERS and name.lower() not in _KEYS:
        return Chord(_MODIFIERS[name.lower()])
    return Chord(_KEYS.get(name.lower(), name), tuple(word for word in _ORDER if word in held))

"""What people call keys, and the names that actions take."""

from __future__ import annotations

import re

_NAMES = {
    "enter": "Enter", "return": "Enter", "엔터": "Enter", "esc": "Escape", "escape": "Escape", "이스케이프": "Escape", "tab": "Tab",
    "space": " ", "스페이스": " ", "스페이스바": " ", "backspace": "Backspace", "백스페이스": "Backspace", "delete": "Delete",
    "del": "Delete", "home": "Home", "end": "End", "pageup": "PageUp", "pagedown": "PageDown", "up": "ArrowUp", "down": "ArrowDown",
    "left": "ArrowLeft", "right": "ArrowRight", "arrowup": "ArrowUp", "arrowdown": "ArrowDown", "arrowleft": "ArrowLeft",
    "arrowright": "ArrowRight",
}  # fmt: skip
_MODIFIERS = {
    "ctrl": "Control", "control": "Control", "컨트롤": "Control", "alt": "Alt", "알트": "Alt", "shift": "Shift", "시프트": "Shift",
    "cmd": "Meta", "meta": "Meta", "win": "Meta",
}  # fmt: skip
_ORDER = ("Control", "Alt", "Shift", "Meta")


def key_of(words: str) -> str | None:
    """`ctrl + s` as `Control+s`; None for what is no key."""
    *held, last = [part.strip().lower() for part in re.split(r"\s*\+\s*", words.strip())]
    last = last.replace(" ", "")
    if any(part not in _MODIFIERS for part in held) or not last:
        return None
    key = _NAMES.get(last) or (last.upper() if re.fullmatch(r"f\d{1,2}", last) else last if len(last) == 1 else None)
    if key is None:
        return None
    modifiers = [name for name in _ORDER if name in {_MODIFIERS[part] for part in held}]
    if "Shift" in modifiers and len(key) == 1:
        key = key.upper()
    return "+".join([*modifiers, key])

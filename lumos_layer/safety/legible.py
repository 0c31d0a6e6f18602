"""Whether anything about a control tells what it does, in a language that the rules know words of."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from lumos_layer.actions.plain_words import readings
from lumos_layer.perception.text import is_glyph
from lumos_layer.safety.scene import Scene
from lumos_layer.tree import Role

_LARGEST_ICON = 4  # nodes

# Scripts in which lumos_layer.actions.sensitive has words.
_SCRIPTS = ("LATIN", "HANGUL", "CJK", "HIRAGANA", "KATAKANA", "CYRILLIC", "FULLWIDTH LATIN", "HALFWIDTH")

# They do something when they are pressed; the place of all others says what it is, as that of a tab, a field or a list.
_DOING = frozenset((Role.BUTTON, Role.MENUITEM, Role.IMG, Role.SWITCH))
_BOXES = frozenset((Role.GENERIC, Role.GROUP))

_TOGETHER = frozenset(("LATIN", "HANGUL", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "FULLWIDTH", "HALFWIDTH", "MICRO"))
_WORD = re.compile(r"[^\W\d_]+")
_PICTURES = ("So", "Cn", "Sk", "Mn")
_PLAIN_SIGNS = frozenset("▲▼◀▶►◄△▽▷◁◂▸▾▴●○■□★☆☰⋮⋯✕✖✗✘❌⏴⏵⏶⏷⏸⏹⏺⌂⌫⏎⎋☺🔍🔎🏠⚙🔊🔇")  # close, open, play, look, hear


def legible(scene: Scene) -> bool:
    """True if its role alone tells enough, or some of its words can be read."""
    node = scene.node
    if node is None or scene.i is None or node.role not in _DOING | _BOXES:
        return True
    if node.role is Role.BUTTON and "toggle" in node.can:
        return True  # it turns something on that it turns off again
    if node.role in _BOXES and (scene.controls_in(scene.i) or scene.tree.end(scene.i) - scene.i > _LARGEST_ICON):
        return True  # it holds what does something
    return any(readable(words.text) for words in scene.own_words)


@lru_cache(maxsize=4096)
def readable(text: str) -> bool:
    """True for words in a script that the rules read, and for numbers and signs; False for icons of a font alone."""
    if is_glyph(text):
        return False
    letters = [c for c in text if c.isalpha()]
    if not letters:
        return any(not c.isspace() and (unicodedata.category(c) not in _PICTURES or c in _PLAIN_SIGNS) for c in text)
    if any(_is_mixed(word) for word in _WORD.findall(text)):
        return False
    return any(unicodedata.name(c, "").startswith(_SCRIPTS) for c in letters)


def _is_mixed(word: str) -> bool:
    """True for a word of Latin letters with some of another alphabet in it that nobody can tell from them, or knows.

    Who writes with syllables or ideographs puts Latin letters beside them as they are.
    """
    if word.isascii() or any(way == (read,) for way in readings(word) for read in way if read.isascii()):
        return False
    scripts = {unicodedata.name(c, "").partition(" ")[0] for c in word if c.isalpha()}
    return "LATIN" in scripts and not scripts <= _TOGETHER

"""Whether anything about a control tells what it does, in a language that the rules know words of."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from lumos_layer.perception.text import is_glyph
from lumos_layer.safety.scene import Scene
from lumos_layer.tree import Role

# Scripts in which lumos_layer.actions.sensitive has words.
_SCRIPTS = ("LATIN", "HANGUL", "CJK", "HIRAGANA", "KATAKANA", "CYRILLIC", "FULLWIDTH LATIN", "HALFWIDTH")

# Their place says what a press of them does, whatever they are called: it chooses, focuses, shows, or sets what can be set back.
_PLAIN = frozenset(
    (Role.TAB, Role.OPTION, Role.LISTITEM, Role.TREEITEM, Role.ROW, Role.CELL, Role.GRIDCELL, Role.COLUMNHEADER, Role.TEXTBOX,
     Role.SEARCHBOX, Role.COMBOBOX, Role.SPINBUTTON, Role.SLIDER, Role.CHECKBOX, Role.RADIO, Role.SCROLLBAR, Role.HEADING,
     Role.LISTBOX, Role.DOCUMENT, Role.WINDOW, Role.LINK, Role.TEXT, Role.ROWHEADER)
)  # fmt: skip


def legible(scene: Scene) -> bool:
    """True if its role alone tells enough, or some of its words can be read."""
    if scene.node is None or scene.node.role in _PLAIN:
        return True
    return any(readable(words.text) for words in scene.own_words)


@lru_cache(maxsize=4096)
def readable(text: str) -> bool:
    """True for words in a script that the rules read, and for numbers and signs; False for icons of a font alone."""
    if is_glyph(text):
        return False
    letters = [c for c in text if c.isalpha()]
    if not letters:
        return any(not c.isspace() for c in text)
    return any(unicodedata.name(c, "").startswith(_SCRIPTS) for c in letters)

"""Words that nobody has ever seen, in place of those that lists know: what is told without the lists shows how far they carry."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256

from msgspec.structs import replace

from lumos_layer.evaluation.endings import Ending
from lumos_layer.perception.observation import Observation
from lumos_layer.state.checks import parts_of
from lumos_layer.tree import Node, Role
from lumos_layer.verification.vocabulary import AGAINST, WORDS

_WORD = re.compile(r"\w+")
_HANGUL = re.compile(r"[가-힣]")
_STARTS = ("br", "dr", "fl", "gr", "kl", "pl", "sk", "st", "tr", "v", "z", "m")
_MIDDLES = ("a", "e", "i", "o", "u", "oo")
_ENDS = ("b", "ck", "lm", "nd", "p", "rk", "sk", "v", "x", "zz")
_SYLLABLES = "갸냑뎨룡멱뷰샤얍죠챠켜툐퍅혓귤늪"
_CONTROLS = frozenset((Role.BUTTON, Role.LINK, Role.MENUITEM, Role.TAB, Role.OPTION, Role.TEXTBOX, Role.SEARCHBOX))


class MadeUp:
    """Takes the words that lists know out of what a screen says, for words of the same script that nobody knows.

    The same word becomes the same one everywhere. Controls keep their names, and so do words that the requirements ask for.
    """

    def __init__(self, ending: Ending) -> None:
        self._asked = frozenset(word.casefold() for text in _asked(ending) for word in _WORD.findall(text))

    def look(self, observation: Observation) -> Observation:
        draft = observation.draft()
        draft.title = self.text(draft.title)
        draft.nodes = [node if _is_control(node) else self._node(node) for node in draft.nodes]
        return Observation(draft, observation.dialect, observation.surface, observation.raw_bytes, id=observation.id)

    def text(self, text: str) -> str:
        """The same with made-up words in place of every word that is known to speak against something."""
        spots = [found.span() for pattern in AGAINST for found in pattern.finditer(text) if found[0].strip()]
        return _WORD.sub(lambda word: self._word(word, spots), text) if spots else text

    def _node(self, node: Node) -> Node:
        return replace(node, name=self.text(node.name), value=None if node.value is None else self.text(node.value))

    def _word(self, word: re.Match[str], spots: Iterable[tuple[int, int]]) -> str:
        said = word[0]
        inside = [
            (max(start, word.start()), min(end, word.end())) for start, end in spots if start < word.end() and end > word.start()
        ]
        if not inside or said.isdigit() or said.casefold() in self._asked or said.casefold() in WORDS["small"]:
            return said
        if not _HANGUL.search(said):
            return _made(said)
        first, last = min(start for start, _ in inside) - word.start(), max(end for _, end in inside) - word.start()
        return said[:first] + _made(said[first:last]) + said[last:]


def _is_control(node: Node) -> bool:
    return node.role in _CONTROLS or (node.role is Role.TEXT and "click" in node.can)


def _asked(ending: Ending) -> Iterable[str]:
    for each in ending.requirements:
        for part in () if each.check is None else parts_of(each.check):
            yield from (value for value in part.model_dump().values() if isinstance(value, str))


def _made(word: str) -> str:
    digest = sha256(word.casefold().encode()).digest()
    if _HANGUL.search(word):
        return "".join(_SYLLABLES[digest[k % 32] % len(_SYLLABLES)] for k in range(max(1, len(word.strip()))))
    made = "".join(part[digest[3 * k + j] % len(part)] for k in range(2) for j, part in enumerate((_STARTS, _MIDDLES, _ENDS)))
    return made.upper() if word.isupper() and len(word) > 1 else made.capitalize() if word[0].isupper() else made

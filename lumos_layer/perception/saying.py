"""What has been said already: words are dropped only where they stand, as whole words, in what is printed around them."""

from __future__ import annotations

_NEAREST = 24  # parts around a node in which its words are looked for
_LONGEST = 10_000  # characters of a part's words in which others are looked for
_TRIES = 16  # places at which words may begin in the middle of a word


class Said:
    """The words of the printed parts around the present node, the innermost last."""

    def __init__(self) -> None:
        self.parts: list[tuple[int, str, bool]] = []  # one past the last node inside, the words, and whether it is a mere text

    def enter(self, end: int, *words: str | None, text: bool = False) -> None:
        """From here on to the node `end` these words are said: by what holds it, or by a mere text before it."""
        said = "\n".join(filter(None, words))
        if said:
            self.parts.append((end, said[:_LONGEST], text))

    def has(self, words: str | None, by_texts: bool = True) -> bool:
        """True if a part around says these words, or there are none to say."""
        found = not words
        for _, said, text in self.parts[-_NEAREST:]:
            if found or (words and words in said and (by_texts or not text) and find(words, said) >= 0):
                return True
        return found


def find(words: str, said: str) -> int:
    """Where the words stand in `said` without beginning or ending in the middle of a word; -1: nowhere."""
    at = said.find(words)
    tries = 0
    while at >= 0 and tries < _TRIES:
        end = at + len(words)
        if not (_in_word(said[at - 1 : at]) or _in_word(said[end : end + 1])):
            return at
        at = said.find(words, at + 1)
        tries += 1
    return -1


def left_of(said: str, words: str | None) -> str:
    """What `said` still says without these words."""
    at = find(words, said) if words else -1
    return said if not words or at < 0 else f"{said[:at]} {said[at + len(words) :]}"


def says_something(words: str) -> bool:
    """True if more than punctuation is left."""
    return any(map(str.isalnum, words))


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"

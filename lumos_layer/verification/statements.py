"""Whether words are a statement, with something that is said to be or to happen, or only call things by their names."""

from __future__ import annotations

import re

from lumos_layer.verification.vocabulary import DENIALS, PATTERNS, WORDS

_TOKEN = re.compile(r"[^\W\d_][\w']*(?:-\w+)*")
_HANGUL = re.compile(r"[가-힣]")
_IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_FINITE = WORDS["finite"] | DENIALS
_KOREAN = PATTERNS["korean_states"]
_IDEOGRAPHIC = PATTERNS["ideographic_states"]
_DONE = WORDS["done"] | WORDS["things"] | WORDS["labels"]
_ASKING = frozenset(("how", "what", "where", "who", "which"))
_MANY = 9  # words that no name has


def is_statement(clause: str) -> bool:
    """True if a clause says that something is so or happens, asks for it, or denies it; not for names, places and amounts."""
    if _HANGUL.search(clause):
        return _KOREAN.search(clause) is not None
    if _IDEOGRAPHS.search(clause):
        return _IDEOGRAPHIC.search(clause) is not None
    words = [word.casefold() for word in _TOKEN.findall(clause)]
    if words and words[0] in _ASKING:
        return False  # `How you pay` is what a part is called
    if len(words) >= _MANY or (len(words) > 2 and clause.rstrip().endswith((".", "!"))):
        return True
    return any(
        word in _FINITE or "n't" in word or word.endswith(("'ll", "'re", "'ve")) or _is_participle(word, k == 0)
        for k, word in enumerate(words)
    )


def is_foreign(clause: str) -> bool:
    """True for words of another script than Latin and Korean."""
    return _IDEOGRAPHS.search(clause) is not None


def _is_participle(word: str, is_first: bool) -> bool:
    """True for what goes on (`Waiting for …`) or was done to something, unless it names a thing or says that it came about."""
    return len(word) > 4 and (word.endswith("ed") or (is_first and word.endswith("ing"))) and word not in _DONE

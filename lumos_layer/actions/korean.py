"""Korean verbs as they stand on controls: how their forms begin, and what follows a noun that is meant as a command."""

from __future__ import annotations

import re

# https://www.unicode.org/versions/latest/core-spec/chapter-3/#G24646 : first consonant, vowel, last consonant of a syllable.
_FIRST, _VOWELS, _LASTS = 0xAC00, 21, 28
_NONE, _L, _B = 0, 8, 17  # last consonants
_A, _EO, _O, _EU = 0, 4, 8, 18  # vowels
_CONTRACTED = {20: 6, 13: 14, 8: 9, 11: 10}  # the vowel of a stem, and the one that it makes together with 어 or 아
_KEPT = frozenset((0, 1, 4, 5, 6))  # they swallow it

_PLAIN, _WILL, _SPOKEN = "기시고겠세려자", "게까래", "요주줘라서야"
_ENDINGS = frozenset(("", "다", "요", "까", "까요", "주세요", "주십시오", "세요"))  # behind what such a form begins with
_DOING = "하"
_BECOMES = "전환|변경|설정|지정|처리|이동|등록"
_BESIDE = "전환|처리|실행|진행|확정|확인|완료|요청|시작|계속|닫기|종료|이동|나가기|다음"


def forms(stem: str) -> tuple[str, ...]:
    """What the forms of a verb begin with that say or ask that it is done: 보내기, 보냅니다, 보낼게요, 보내 주세요."""
    before, last = stem[:-1], stem[-1]
    first, vowel, end = _parts(last)
    if end in (_NONE, _L):
        polite, will = before + _syllable(first, vowel, _B) + "니", before + _syllable(first, vowel, _L)
    else:
        polite, will = stem + "습니", stem + "을"
    spoken = "해" if stem == _DOING else _spoken(stem)
    return (polite, *(stem + end for end in _PLAIN), *(will + end for end in _WILL), *(spoken + end for end in _SPOKEN))


def _spoken(stem: str) -> str:
    """The stem with 아 or 어."""
    first, vowel, end = _parts(stem[-1])
    if end != _NONE:
        return stem + ("아" if vowel in (_A, _O) else "어")
    if vowel == _EU:
        bright = len(stem) > 1 and _parts(stem[-2])[1] in (_A, _O)
        return stem[:-1] + _syllable(first, _A if bright else _EO, _NONE)
    made = vowel if vowel in _KEPT else _CONTRACTED.get(vowel, vowel)
    return stem[:-1] + _syllable(first, made, _NONE)


def _parts(syllable: str) -> tuple[int, int, int]:
    index = ord(syllable) - _FIRST
    return index // (_VOWELS * _LASTS), index // _LASTS % _VOWELS, index % _LASTS


def _syllable(first: int, vowel: int, last: int) -> str:
    return chr(_FIRST + (first * _VOWELS + vowel) * _LASTS + last)


DONE = "|".join(forms(_DOING))
# After a noun: nothing, a form of 하다, a word of doing, a number, a key (`삭제(D)`); or a word that joins it to another command.
COMMANDED = re.compile(
    rf"^(?:으?로(?:{_BECOMES})|[을를]?(?:{_BESIDE})|모두|전체|전부|일괄|즉시|지금|바로)?(?:$|{DONE}|[a-z\d]|버튼|아이콘)"
    rf"|^(?:및|후(?!기|보|속|원)|와|과|또는|하고).*(?:기|계속|다음|이동|완료|시작|확인|진행|종료)$"
)


def beginnings(entry: str) -> tuple[str, ...]:
    """How what an entry of the table of words stands for begins: `보내다` for the verb in all its forms, `신고` for the noun."""
    if entry.endswith("하다"):
        return tuple(entry[:-2] + form for form in forms(_DOING))
    return (entry,) if is_noun(entry) else forms(entry[:-1])


def is_noun(entry: str) -> bool:
    return not entry.endswith("다")


def is_form(word: str, beginning: str) -> bool:
    """True if the word is that form of a verb and nothing else, as 해제합니다 of what begins with 해제합니."""
    return beginning != word and word.startswith(beginning) and word[len(beginning) :] in _ENDINGS

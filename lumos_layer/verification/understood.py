"""Words of a screen that are understood, where it speaks of what is to have come about; what is not may say that it has not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from lumos_layer.verification.claimed import Claimed, tells_of_done
from lumos_layer.verification.statements import is_foreign, is_statement
from lumos_layer.verification.texts import normal, stem
from lumos_layer.verification.vocabulary import DENIALS, PATTERNS, WORDS

_CLAUSES = re.compile(r"(?<=[.!?;。！？])\s+|\n+|\s+[–—|•·]\s+|;\s*")
_PLAIN = re.compile(r"\S*[@/\\]\S*|\w[\w-]*(?:\.\w[\w-]*)+|[#№]\w+")  # addresses, paths, names of files, versions
_TOKEN = re.compile(r"[^\W_][\w']*(?:-\w+)*")
_GOES_ON = re.compile(r"[가-힣]{1,8} ?중")
_HANGUL = re.compile(r"[가-힣]+")
_PERCENT = re.compile(r"\d{1,2}(?:[.,]\d+)? ?%")
_PART_OF = re.compile(
    r"(?<![\w.,])(?P<some>\d[\d.,]*) ?(?P<unit>[^\d\s]{0,6}(?<!,)) (?:out )?of (?P<all>\d[\d.,]*)(?: ?(?P=unit))(?!\w)"
    r"|(?P<total>\d[\d,]*)(?:개|건|명) ?중 ?(?P<done>\d[\d,]*)(?:개|건|명)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?<=\w )(?:to|from|by|with|for) (?P<name>(?:[A-Z][\w'.-]*(?: |$))+)")
_LABELLED = re.compile(r"(?P<label>[^:：=]{1,60}?)\s*[:：=]\s*(?P<value>.+)")
_AMOUNT = re.compile(r"[^:：]{1,40}[:：]\s*[-+]?\W?\d[\d.,]*\W?(?: ?[A-Z]{3}|원)?")  # `Card ending 1177: 169.20`
_HAS_BEEN = re.compile(
    r"(?P<what>(?:your|my|our|the|all|[#№!]?\d).{0,60}?)\s+(?:is|are|was|were|has been|have been)\s+"
    r"(?:now\s+|already\s+|successfully\s+)?(?P<so>\w+ed\b.*|set\b.*|sent\b.*)",
    re.IGNORECASE,
)
_FOLLOWS, _RESTART = PATTERNS["follows"], PATTERNS["restart"]
_OFFERS, _WITHDRAWS, _NONE, _FORMER = PATTERNS["offers"], PATTERNS["withdraws"], PATTERNS["none"], PATTERNS["former"]
_UNDER_WAY = PATTERNS["under_way"]
_COURTESY, _CEASES, _REMAINS, _BEARS, _DEALS = (PATTERNS[name] for name in ("courtesy", "ceases", "remains", "bears", "deals"))
_USED = re.compile(r"\d [^\W\d]+ (?:used|left|free|available)\b", re.IGNORECASE)  # 412 of 2,000 minutes used
_ENGLISH = WORDS["done"] | WORDS["small"] | WORDS["things"] | WORDS["after"] | WORDS["labels"]
_KOREAN = WORDS["korean_done"] | WORDS["korean_things"]
_ENDINGS = WORDS["korean_endings"]
_MOST = 600  # characters of a text that are read
_LONGEST = 40  # letters of a Korean word; a part of one has at most eight
_PART = 8
_SUBJECT = 4  # words that name what something is said of
_QUOTED = 4  # words that are told


class Understood:
    """Which words are understood: those of having come about, those that join others, and those of what is asked and was done."""

    def __init__(self, known: Iterable[str], claimed: Claimed | None = None) -> None:
        self._claimed = claimed
        known = tuple(known)
        self._whole = {normal(text).casefold() for text in known if text}
        tokens = {token.casefold() for text in known if text for token in _tokens(normal(text))} - DENIALS
        self._stems = {stem(token) for token in tokens}
        self._korean = _KOREAN | {_bare(found) for token in tokens for found in _HANGUL.findall(token)}

    def lacking(self, text: str) -> str:
        """The words of a text that are not understood; empty: all are."""
        said = normal(text[:_MOST])
        if _PERCENT.fullmatch(said) or _is_part(said):
            return said
        clauses = (clause.strip() for clause in _CLAUSES.split(_FOLLOWS.sub(" ", _RESTART.sub(" ", said))))
        return next((found for clause in clauses if not self._is_aside(clause) and (found := self._lacking_in(clause))), "")

    @staticmethod
    def is_share(text: str) -> bool:
        """True for a share that is not all: `17 of 20`."""
        return _is_part(normal(text[:_MOST]))

    def against(self, text: str) -> str:
        """The words of a text that speak against something, or may: a question, a share, what waits, a statement not understood.

        Names, places, dates and amounts do not, whatever their words.
        """
        said = normal(text[:_MOST])
        if _PERCENT.fullmatch(said) or _is_part(said):
            return said
        clauses = _CLAUSES.split(_FOLLOWS.sub(" ", _RESTART.sub(" ", said)))
        return next((found for clause in clauses if (found := self._against_in(clause.strip()))), "")

    def tells_of_other(self, text: str, asked: AbstractSet[str]) -> bool:
        """True if what a text says against something it says of another thing, by its subject and in words of which all but one are
        understood: not what waits, depends on something, or is denied. `asked` are the stems of what the requirement is about."""
        said = normal(text[:_MOST])
        if _PERCENT.fullmatch(said) or _is_part(said):
            words = (stem(word.casefold()) for word in _TOKEN.findall(said))
            return _USED.search(said) is not None and asked.isdisjoint(words)
        clauses = (clause.strip() for clause in _CLAUSES.split(_FOLLOWS.sub(" ", said)))
        return all(self._is_of_other(clause, asked) for clause in clauses if self._against_in(clause))

    @staticmethod
    def tells_of_all(text: str) -> bool:
        """True for what is so of all things of a kind: `Prices are kept for 30 minutes`."""
        words = [word.casefold() for word in _TOKEN.findall(text[:_MOST])]
        return len(words) > 2 and words[0].endswith("s") and words[0] not in WORDS["small"] and words[1] in WORDS["finite_english"]

    def _is_of_other(self, clause: str, asked: AbstractSet[str]) -> bool:
        words = [word.casefold() for word in _TOKEN.findall(clause)]
        if not words or not is_statement(clause) or clause.endswith(("?", "？")) or not asked.isdisjoint(map(stem, words)):
            return False
        if clause[0].isdigit() and not _HANGUL.search(clause):
            return False  # some of its own parts
        if (
            _BEARS.search(clause)
            or _UNDER_WAY.search(clause)
            or words[0] in WORDS["subjectless"]
            or words[0].endswith(("ing", "ed"))
        ):
            return False
        if _HANGUL.search(clause):
            lacking = self._lacking_in(clause).split()
            return len(lacking) <= 1 and not clause.rstrip(".!").endswith(tuple(lacking))  # what is said of it is known
        mine = words[0] in ("your", "our")
        verb = next((k for k, word in enumerate(words) if word in WORDS["finite_english"] or (mine and word.endswith("ed"))), 0)
        return 0 < verb <= _SUBJECT and sum(not self._knows(word) for word in words[verb:]) <= 1

    def _against_in(self, clause: str) -> str:
        if not clause or clause.endswith(("?", "？")):
            return clause
        if clause.casefold() in self._whole:
            return ""  # it is what is asked for
        if _FORMER.match(clause) or self._is_aside(clause):
            return ""
        if none := _NONE.fullmatch(clause):
            return clause if tells_of_done((none[1] or none[2],)) else ""
        if is_statement(clause):
            return self._lacking_in(clause)
        waiting = _UNDER_WAY.search(clause)
        return clause if waiting and self._lacking_in(waiting[0]) else ""

    def _is_aside(self, clause: str) -> bool:
        """True for what is only polite, tells what one may do now, or comes of what has ended as it was to."""
        if _COURTESY.fullmatch(clause.rstrip(".! ")) or (_OFFERS.match(clause) and not _WITHDRAWS.search(clause)):
            return True
        none = _NONE.fullmatch(clause)
        if none is not None and clause[0] != "0" and not tells_of_done((none[1] or none[2],)):
            return True  # a 0 may stand for the wanted words
        return self._comes_of_an_end(clause) or self._is_dealt_with(clause)

    def _is_dealt_with(self, clause: str) -> bool:
        """True for `An adjuster will look at it` where a claim is to be filed."""
        claimed = self._claimed
        if claimed is None or not claimed.is_handed_in or not _DEALS.search(clause):
            return False
        return not (_REMAINS.search(clause.removeprefix("We ")) or claimed.fits(clause))

    def _comes_of_an_end(self, clause: str) -> bool:
        """True for `No orders will reach you` where a break is to be taken: but not if it says that this is not so, or waits."""
        claimed = self._claimed
        if claimed is None or not claimed.is_end:
            return False
        if _GOES_ON.fullmatch(clause) and claimed.fits(clause):
            return True  # 정지 중
        if not _CEASES.search(clause):
            return False
        return not (_REMAINS.search(clause) or _UNDER_WAY.search(clause) or claimed.fits(clause))

    def _has_come_about(self, clause: str) -> bool:
        """True for `… has been updated`, `… are saved`, whatever it is that was: but not for nothing, or what itself only waits."""
        found = _HAS_BEEN.fullmatch(clause)
        if found is None or is_statement(found["what"]) or _UNDER_WAY.search(found["what"]):
            return False
        return not self._lacking_in(found["so"])

    def _lacking_in(self, clause: str) -> str:
        if clause.rstrip().endswith(("?", "？")):
            return clause
        if (labelled := _LABELLED.fullmatch(clause)) and self._is_label(labelled["label"]):
            return ""
        if _AMOUNT.fullmatch(clause) and not is_statement(clause):
            return ""
        if _tells_abroad(clause) or self._has_come_about(clause):
            return ""
        names = [found.span("name") for found in _NAMED.finditer(clause)]
        tokens = _TOKEN.finditer(_PLAIN.sub(lambda found: " " * len(found[0]), clause))
        lacking = (each[0] for each in tokens if not any(start <= each.start() < end for start, end in names))
        return " ".join([word for word in lacking if not self._knows(word)][:_QUOTED])

    def is_name(self, text: str) -> bool:
        """True for what is called by words that are written large, none of them known: `Mono Pines`, `Riesling 2019`."""
        words = [word for word in text.split() if word not in ("×", "x")]
        if len(words) < 2 or is_statement(text) or not all(word[0].isupper() or word[0].isdigit() for word in words):
            return False
        named = [word for word in words if word[0].isupper()]
        return bool(named) and not any(self._knows(word) for word in named if len(word) > 1)

    def _is_label(self, label: str) -> bool:
        words = [each.casefold() for each in _tokens(label)]
        return any(not each.isdigit() for each in words) and all(
            each in WORDS["labels"] or each in WORDS["small"] or each.isdigit() for each in words
        )

    def _knows(self, token: str) -> bool:
        word = token.casefold().strip("'").removesuffix("'s")
        if (
            (len(word) < 2 and word.isascii())
            or any(letter.isdigit() for letter in word)
            or word in _ENGLISH
            or word.removesuffix("s") in WORDS["things"]
            or stem(word) in self._stems
        ):
            return True
        if _HANGUL.search(word):
            return word in WORDS["labels"] or _is_made_of(word, self._korean)
        parts = word.split("-")
        return len(parts) > 1 and all(self._knows(part) for part in parts)


def _tokens(text: str) -> Iterator[str]:
    for found in _TOKEN.findall(text):
        yield found
        if "-" in found:
            yield from found.split("-")


def _bare(word: str) -> str:
    """A Korean word without the longest ending that leaves two letters of it."""
    sizes = range(2, len(word))
    return next((word[:size] for size in sizes if word[size:] in _ENDINGS), word)


def _is_made_of(word: str, stems: frozenset[str]) -> bool:
    """True if a Korean word is made of such parts, with endings after them; of one letter a part stands alone."""
    if len(word) > _LONGEST:
        return False
    reached, ended = {0}, {1} if word[0] in stems else set[int]()
    for start in range(len(word)):
        for end in range(start + 1, min(start + _PART, len(word)) + 1):
            part = word[start:end]
            if start in reached and len(part) > 1 and part in stems:
                reached.add(end)
            if start and (start in reached or start in ended) and part in _ENDINGS:
                ended.add(end)
    return len(word) in reached or len(word) in ended


def _tells_abroad(clause: str) -> bool:
    """True if a clause in another language says that it has come about, and does not deny it."""
    words = frozenset(word.casefold() for word in _TOKEN.findall(clause))
    if is_foreign(clause):
        return tells_of_done((clause,)) and not any(word in clause for word in WORDS["ideographic_denied"])
    return not words.isdisjoint(WORDS["done_abroad"]) and words.isdisjoint(WORDS["denied_abroad"])


def _is_part(text: str) -> bool:
    """True for a share that is not all: `17 of 20`."""
    found = _PART_OF.search(text)
    return found is not None and _count(found["some"] or found["done"]) < _count(found["all"] or found["total"])


def _count(number: str) -> float:
    """A number with marks between its thousands, or one before its fraction."""
    plain = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", number.rstrip(".,"))
    return float(plain.replace(",", ".")) if plain.count(".") + plain.count(",") < 2 else 0.0

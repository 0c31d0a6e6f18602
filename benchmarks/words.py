"""Words for made-up screens: a seeded stream of names as people write them in programs."""

from __future__ import annotations

from random import Random
from xml.sax.saxutils import escape


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_THINGS = _split(
    "account archive backup battery calendar camera cart channel chart contact dashboard device discount "
    "document download editor folder gallery graph invoice keyboard library location mailbox message network "
    "notebook notification order payment photo playlist printer profile project receipt reminder report "
    "schedule screen search session setting shipment sound station storage summary survey table template "
    "theme ticket timeline token update vehicle voucher wallet weather widget window"
)
_QUALITIES = _split(
    "active archived available blue broken central daily default digital empty external fast final free hidden "
    "large local main monthly new offline old open personal portable private public quick recent regional "
    "remote saved shared silent small standard temporary urgent weekly wireless yearly"
)
_ACTIONS = _split("Add Apply Cancel Close Copy Delete Download Edit Export Hide Import Move Open Print Rename Save Share Show")
_ELSEWHERE = (
    "설정 열기",
    "새 주문 추가",
    "飙升榜",
    "最近の書類",
    "إعدادات الشبكة",
    "Größe ändern",
    "Поиск файлов",
    "Menü 🎵",
)
_SPECIAL = ("Terms & conditions", 'The "quick" tour', "Size < 10 MB", "A > B", "Q&A")


class Words:
    """Names drawn from a seeded stream: the same seed gives the same names in the same order."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def label(self) -> str:
        """Two or three words, now and then from elsewhere or with characters that must be escaped."""
        draw = self.random.random()
        if draw < 0.03:
            return self._one_of(_ELSEWHERE)
        if draw < 0.05:
            return self._one_of(_SPECIAL)
        if draw < 0.6:
            return f"{self._one_of(_QUALITIES).capitalize()} {self._one_of(_THINGS)}"
        return f"{self._one_of(_QUALITIES).capitalize()} {self._one_of(_THINGS)} {self.number(9999)}"

    def action(self) -> str:
        return f"{self._one_of(_ACTIONS)} {self._one_of(_THINGS)}"

    def identifier(self) -> str:
        """What a developer would call an element."""
        return f"{self._one_of(_THINGS)}_{self._one_of(_QUALITIES)}"

    def sentence(self) -> str:
        words = (self._one_of(_QUALITIES if i % 3 else _THINGS) for i in range(self.number(14) + 4))
        return f"{' '.join(words).capitalize()}."

    def number(self, below: int) -> int:
        return int(self.random.random() * below)

    def chance(self, share: float) -> bool:
        """True in this share of the calls, 0 to 1."""
        return self.random.random() < share

    def _one_of(self, words: tuple[str, ...]) -> str:
        return words[int(self.random.random() * len(words))]


def quoted(text: str) -> str:
    """The text as an XML attribute's value, without the quotes around it."""
    return escape(text, {'"': "&quot;"})


def flag(said: bool) -> str:
    return "true" if said else "false"

"""What a dialog is about, told by its words: the one table for whoever closes it, answers it or hands it to a person (B59)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

DialogClass = Literal["payment", "account", "permission", "consent"]
TO_A_PERSON: frozenset[str] = frozenset(get_args(DialogClass))  # who alone may answer them

# In the order in which it is asked: of a dialog that is about several things the first counts.
_ABOUT: Mapping[DialogClass, re.Pattern[str]] = MappingProxyType(
    {
        "payment": re.compile(
            r"\b(pay|payment|purchase|buy|checkout|check out|billing|credit card|card number|cvc|place order|donate|iban)\b"
            r"|결제|구매|카드 ?번호|주문|지불|송금",
            re.IGNORECASE,
        ),
        "account": re.compile(
            r"\b(sign[ -]?in|log[ -]?in|sign[ -]?up|password|passcode|account|verify (your|that)|verification"
            r"|session (has )?expired|one-time code|authenticat\w+)\b|로그인|비밀번호|암호|계정|인증|본인 ?확인|회원",
            re.IGNORECASE,
        ),
        "permission": re.compile(
            r"\b(allow|permission|permit|grant|wants to|would like to (use|access|send|know)|access to your|don't allow|deny)\b"
            r"|허용|권한|접근|액세스",
            re.IGNORECASE,
        ),
        "consent": re.compile(
            r"\b(cookies?|consent|privacy|terms|agree|agreement|accept|gdpr|personal data|tracking|licen[cs]e)\b"
            r"|쿠키|동의|개인정보|약관|수락|라이선스",
            re.IGNORECASE,
        ),
    }
)
# Offers, tips and news: they ask for nothing that would be lost by a no.
_OFFER = re.compile(
    r"\b(newsletter|what's new|tips?|tour|rate (this|us|our)|feedback|survey|welcome|introducing|discover|offer|news)\b"
    r"|소식|안내|새로운 기능|뉴스레터|평가|설문|환영|이벤트",
    re.IGNORECASE,
)
_FAILURE = re.compile(
    r"\b(error|fail(ed|ure)?|could not|couldn't|cannot|can't|unable to|went wrong|not found|no access|denied|timed out|is wrong"
    r"|locked|try again|offline)\b|오류|에러|실패|없습니다|할 수 없|잘못|다시 시도",
    re.IGNORECASE,
)


def about(words: str) -> DialogClass | None:
    """What a dialog with these words asks of a person; None if it is none of that."""
    return next((kind for kind, pattern in _ABOUT.items() if pattern.search(words)), None)


def is_offer(words: str) -> bool:
    """True for offers, tips and news."""
    return _OFFER.search(words) is not None


def tells_of_failure(words: str) -> bool:
    """True for words that say that something did not work."""
    return _FAILURE.search(words) is not None

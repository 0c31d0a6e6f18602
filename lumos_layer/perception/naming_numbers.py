"""Which number in a text is a part of what it names (Ticket No. 10, 주문번호: 10), and which counts or measures (3 of 9)."""

from __future__ import annotations

import re
from collections.abc import Iterable

# What is told apart by numbers: one of many, and what such a number is called.
_THINGS = (
    "account|acct|apartment|apt|bed|booking|bug|bus|case|claim|client|contract|customer|employee|"
    "flight|gate|incident|invoice|issue|lot|member|order|parcel|patient|payment|policy|receipt|"
    "request|reservation|room|seat|shipment|student|table|ticket|train|transaction|transfer|unit|user|"
    "vehicle|voucher|ward|record|locker|desk|project|auftrag|antrag|bestellung|buchung|fall|konto|kunde|kundin|paket|patientin|"
    "platz|rechnung|raum|tisch|vertrag|vorgang|zimmer|billet|chambre|client|colis|commande|compte|"
    "contrat|dossier|facture|place|réservation|asiento|billete|cliente|contrato|cuenta|expediente|"
    "factura|habitación|paquete|pedido|reserva|conta|fatura|quarto|camera|conto|fattura|ordine|pratica|"
    "prenotazione"
)
_CALLED = r"no\.?|nr\.?|num\.?|n[°º]\.?|№|\#|id|ref\.?|reference|(?:[^\W\d_]*n[uú]mero|[^\W\d_]*nummer|[^\W\d_]*number)"
_EASTERN = (
    "번호|사번|학번|주문|티켓|계좌|고객|송장|예약|문의|객실|좌석|계약|환자|회원|청구서|접수|"
    "番号|注文|予約|口座|顧客|請求書|契約|号码|號碼|编号|編號|订单|訂單|账户|帳戶|客户|客戶|工单|合同|发票"
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[\W_]+")
_CODED = re.compile(rf"(?:.* )?(?:{_THINGS}) (?:{_CALLED})", re.IGNORECASE)  # orderId, ticket_number
_PADDED = re.compile(r"0\d{3,}")
_ANY = re.compile(r"\d+(?:[.,:]\d+)*")
_DIGITS = re.compile(r"\d{1,9}")  # as long ones as those of accounts tell by themselves
_ALONE = re.compile(r"#?\d[\d./-]*")
_NUMBER = r"(?>\d[\w-]*(?:[./-]\d[\w-]*)*)"
_NOT_OF = r"(?!\s*(?:of|out|von|de|di|sur|/|중|中|%)\s*\d)(?!\s*%)"
_NAMED = re.compile(
    rf"""
      (?<![^\W_])(?:{_THINGS})\.?(?:\s+(?:{_CALLED}))?\s*[:：\#]*\s*{_NUMBER}{_NOT_OF}
    | (?<![^\W_])(?:{_CALLED})\s*[:：=]?\s*{_NUMBER}{_NOT_OF}
    | (?:{_EASTERN})\s*[:：\#]*\s*{_NUMBER}{_NOT_OF}
    | (?<![\w-])\d+-(?-i:[A-Z])[\w-]*
    | [제第]\s?\d+(?:\s?[^\W\d_])?
    | (?<!\d)\d+\s?(?:번(?!째?\s?(?:시도|재시도|남|더|실패|조회|재생|클릭))|호(?!선)|号(?!线)|號|番)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Words and a number that count, though they stand as a name and its number do: Unread 3, Likes 12, 알림 3.
_COUNTED = re.compile(
    r"(?:(?:unread|new|total|inbox|score|online|cart|basket|bag|queue|remaining|left|done|ungelesen|neu|gesamt|warenkorb|"
    r"알림|메시지|장바구니|안\s?읽음|읽지 않음|댓글|좋아요|조회수?|未读|未読)|[^\W\d_]{3,}(?<![suio])s) \d+",
    re.IGNORECASE,
)
# What a number right behind it, by itself, measures or counts: the last word of its label, or a unit in brackets there.
_UNIT = (
    r"%|°[CF]?|[kmgt]i?b|[kmgt]bit/s|[kmcµ]?m|[km]?g|lb|[mcd]?l|m?s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|km/h|mph|m/s|"
    r"bpm|rpm|fps|px|pt|k?wh?|m?ah?|k?v|hz|[kmg]hz|items?|results?|times|초|분|시간|일|명|개|건|회|점|秒|分|時間|小时|人|件|个|個"
)
_MEASURE = (
    "badge|count|counter|quantity|qty|volume|level|temperature|page|step|progress|percent|speed|size|age|rating|rank|index|trash|"
    "spam|menge|anzahl|seite|lautstärke|수량|개수|볼륨|쪽|페이지|数量|個数"
)
_MEASURES = re.compile(
    rf"""(?:.*[\W_])?(?:
        {_MEASURE}
      | time|left|remaining|elapsed|used|online|waiting|battery|zoom|cpu|gpu|ram|memory|fps|ping|latency
      | distance|weight|height|width|length|brightness|humidity|calories|heart\ rate|streak|combo|high\ ?score
      | (?:rest|lauf|warte|spiel)?zeit|punkte|besucher|akku|verbleibend|temps|restants?|visiteurs|batterie
      | tiempo|restantes?|visitas|batería
    )
    | .*(?:수량|개수|볼륨|쪽|페이지|시간|점수|방문자|인원|배터리|온도|속도|거리|남음|数量|個数|時間|人数|点数|残り|时间|剩余|电量)
    | .*\(\s*(?:{_UNIT})\s*\)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CODED_MEASURE = re.compile(_MEASURE, re.IGNORECASE)
_OF_A_MEASURE = re.compile(_UNIT, re.IGNORECASE)
_AGO = re.compile(
    r"\b(?:just now|a (?:moment|second|minute|few (?:seconds|minutes))s? ago|an? (?:hour|day|week|month|year) ago|yesterday|"
    r"\d+ ?(?:s|m|min|h|d|sec|second|minute|hour|day|week|month|year)s? ago|gerade eben|vor (?:einer|einem|\d+) \w+)\b|"
    r"방금( 전)?|\d+\s?(?:초|분|시간|일|주|개월|달|년)\s?전|刚刚|\d+\s?(?:秒|分钟|小时|天)前|たった今|\d+\s?(?:秒|分|時間|日)前",
    re.IGNORECASE,
)


def without_counts(words: str) -> str:
    """The words with 0 for each number, but for those that belong to a name, as in "Ticket No. 10"."""
    made, end = [], 0
    for name in _NAMED.finditer(words):
        made += [_ANY.sub("0", words[end : name.start()]), name[0]]
        end = name.end()
    return "".join([*made, _ANY.sub("0", words[end:])])


def names(label: str, number: str) -> bool:
    """Whether a number that stands by itself behind a label is that of what the label names: "Ticket" and "10"."""
    both = f"{label.rstrip()} {number.lstrip('#')}"
    return _ALONE.fullmatch(number) is not None and any(found.end() == len(both) for found in _NAMED.finditer(both))


def is_bare(words: str) -> bool:
    """Whether it is a number and nothing else."""
    return _ALONE.fullmatch(words.strip()) is not None


def names_by_itself(identifier: str, number: str) -> bool:
    """Whether a number that stands by itself names something: its developers call it so, or there are zeros in front of it."""
    if _ALONE.fullmatch(number) is None:
        return False
    return _PADDED.fullmatch(number) is not None or _CODED.fullmatch(" ".join(_CAMEL.split(identifier))) is not None


def counts(words: str) -> bool:
    """Whether it says only how many there are of something: Unread 3."""
    return _COUNTED.fullmatch(words) is not None


def is_unit(words: str) -> bool:
    """Whether it says what a number in front of it is a measure of: km, %, items."""
    return _OF_A_MEASURE.fullmatch(words.strip()) is not None


def may_name(number: str, labels: Iterable[str], identifier: str = "") -> bool:
    """Whether a number that stands by itself may be what something is called by, since nobody says that it counts.

    `labels` are the words that say what it is: the text before it, the head of its column; `identifier` is its developers' name.
    """
    said, coded = [label.rstrip(" :：") for label in labels], _CAMEL.split(identifier)
    is_measure = any(map(_MEASURES.fullmatch, said)) or any(map(_CODED_MEASURE.fullmatch, coded))
    return _DIGITS.fullmatch(number) is not None and not (is_measure or any(counts(f"{each} {number}") for each in (*said, *coded)))


def goes_on(before: str, after: str) -> bool:
    """Whether a number has changed as counts do: by one, or from or to none. What names something is never called 0."""
    one, other = int(before), int(after)
    return abs(one - other) <= 1 or 0 in (one, other)


def without_ages(words: str) -> str:
    """The words without how long ago it is: 3 minutes ago, just now."""
    return _AGO.sub("", words)

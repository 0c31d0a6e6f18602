"""Texts of a screen that read like orders to an agent. Advice for people, and no defence: nothing on a screen is obeyed anyway.

Each kind stands in KINDS, in English and Korean. Harmless texts are found as well, such as a page about such orders.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import chain, islice
from operator import attrgetter

from msgspec import Struct

from lumos_layer.actions import BY_TYPE
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.spellings import unescaped
from lumos_layer.perception.text import clean_value

MOST = 20  # that are told apart on one screen
_SHORTEST = 6  # characters; orders are longer
_REMEMBERED = 16_384  # texts
_SHOWN = 120  # characters of a quotation
_LONGEST = 20_000  # characters of one text that are looked at
_WHO = r"(?:ai|agents?|assistants?|bots?|chatbots?|llms?|language models?|models?)"
_TYPES = "|".join(BY_TYPE)

_SYSTEM = r"(?:system|developer|administrator|admin|root|runtime|operator)"
_KOREAN_SYSTEM = r"(?:시스템|개발자|운영자|관리자)"
_PERSON = r"(?:users?|owners?|persons?|humans?|administrators?|customers?|operators?)"
_SECRET = r"(?:passwords?|passphrases?|secrets?|api keys?|tokens?|credentials?|system prompt|pins?|card numbers?|cookies)"
_KOREAN_SECRET = r"(?:비밀번호|암호|비밀|토큰|인증\s*키|시스템 프롬프트|카드\s*번호|쿠키)"
_SCHEME = r"(?:https?|file|javascript|data):"

_ADDRESS = r"[\w/.,:?=&%#+~@-]"  # what stands before a long word that is part of an address
_ACT = (
    r"(?:click|press|send|transfer|confirm|delet|pay|buy|approv|submit|typ|enter|accept|agre|run|execut|install|proceed|continu)"
    r"(?:e|ing)?\b"
)

# Each kind with the patterns that tell it.
KINDS: dict[str, tuple[str, ...]] = {
    "asks to forget orders": (
        r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|guidelines?|polic(?:y|ies))\b",
        r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:goals?|limits?|orders?|commands?)\b",
        r"(?:지시|명령|지침|규칙|프롬프트|목표|정책|제한).{0,12}(?:무시|잊|어기|따르지)",
    ),
    "forges the frame of a prompt": (
        r"[<＜‹⟨〈({\[]\s*/?\s*untrusted\s*[>＞›⟩〉)}\]]|(?:^|[\s.])#{1,3} ?(?:goal|steps?|hints?|limits?|rules?|screen now)\b",
    ),
    "claims to be the system": (
        rf"(?:^|[\[<(#*|\s]){_SYSTEM}(?: (?:message|prompt|note|notice|override|update|alert|instructions?))?\s*[\]>)]?\s*[:：\]>]",
        r"<\|?(?:im_start|system|endoftext|inst)\b|\[/?inst\]|### ?(?:system|instructions?|response)",
        rf"{_KOREAN_SYSTEM}\s*(?:메시지|지시|프롬프트|명령|알림|공지)?\s*[:：\]]",
    ),
    "claims an approval": (
        rf"\b{_PERSON}\b.{{0,20}}\b(?:approved|authori[sz]ed|consented|confirmed|agreed|allowed|granted|said yes)\b",
        rf"\b(?:approved|authori[sz]ed|confirmed|granted) by (?:the )?{_PERSON}\b|\bpre-?approved\b",
        rf"\b{_PERSON} answered\b",
        r"\bapproval[_ -]?(?:id|granted|given)\b",
        r"\bno (?:further )?(?:approval|confirmation|permission)s? (?:is |are )?(?:needed|required|necessary)",
        r"(?:사용자|주인|소유자|관리자|본인|고객).{0,10}(?:승인|허락|동의|허가|확인)(?:했|하였|함|됨|되었|완료|을 받|받았)",
    ),
    "asks for secrecy, or not to ask": (
        r"\b(?:do not|don'?t|never|without)\b.{0,15}\b(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|ask(?:ing)?)\b",
        r"\b(?:do not|don'?t|never|without)\b.{0,15}\b(?:notify(?:ing)?|report(?:ing)?|confirm(?:ing|ation)?|approval)\b",
        r"(?:묻지|알리지|말하지|보고하지|확인하지)\s*(?:말|마|않)|(?:확인|승인|허락)\s*없이",
    ),
    "asks for a secret": (
        rf"\b(?:reveal|print|paste|repeat|tell|share|include|append|copy|(?:send|give|show) (?:me|us))\b.{{0,40}}\b{_SECRET}\b",
        rf"\b(?:type|enter|put|write|post)\b.{{0,30}}\b{_SECRET}\b.{{0,30}}\b(?:into|here|below|for us|to us)\b",
        rf"\bask\b.{{0,20}}\b(?:for|about)\b.{{0,20}}\b{_SECRET}\b",
        rf"{_KOREAN_SECRET}.{{0,14}}(?:입력하|알려|보내|말해|출력|공개|적어|복사|붙여)",
    ),
    "speaks to an agent": (
        rf"\b(?:dear|attention|hello|hey|(?:note|message|instructions?) (?:to|for))\s+(?:\w+\s+){{0,3}}{_WHO}\b",
        rf"\b(?:if )?you are (?:now )?(?:an?|the)\s+(?:\w+\s+){{0,3}}{_WHO}\b",
        rf"\b{_WHO}\b.{{0,20}}\b(?:must|shall|should|ha(?:s|ve) to|needs? to|please|(?:is|are) required)\b",
        r"(?:인공지능|에이전트|어시스턴트|챗봇|언어\s*모델|\bai\b).{0,16}(?:해야|하시오|하라|하세요|해라|해 주)",
        r"(?:인공지능|에이전트|어시스턴트|챗봇|언어\s*모델|\bai\b).{0,16}(?:십시오|즉시|에게|야[,!])",
    ),
    "sets another goal": (
        r"\b(?:new|updated|revised|real|actual|next) (?:goal|task|instructions?|objective|policy|orders?)\b\s*(?:[:：]|is\b)",
        r"\byour (?:goal|task|instructions?|policy|mission)\b.{0,12}\b(?:is|are|has|have) (?:now|changed|been)",
        r"(?:새|새로운|변경된|수정된|진짜|다음)\s*(?:목표|임무|작업|지시|과제|정책)(?:는|은|를|을|\s*[:：])",
    ),
    "holds an action or an answer of a tool": (
        rf"\"?type\"?\s*[:=]\s*\"?(?:{_TYPES})\b|\"(?:action|secret|tool_call|function_call|outcome)\"\s*:",
        r"\b(?:tool|function)[ _](?:result|output|response|call)s?\b|(?:도구|함수)\s*(?:결과|출력|응답|호출)",
        r"^\W{0,3}(?:observation|thought|action input|final answer)(?: \w{1,8})?\s*[:：]\s*\S+\s+\S",
        r"^\W{0,3}(?:관찰|생각|최종\s*답변)(?:\s*결과)?(?:\s*o?\d+)?\s*[:：]\s*\S+\s+\S",
    ),
    "vouches for an act": (
        rf"\b(?:safe|harmless|no (?:risk|harm|danger|problem)|without (?:any )?risk)\b.{{0,12}}\b(?:to|in|if you|when you) {_ACT}",
        rf"\b(?:you (?:can|may)|feel free to) (?:now )?(?:safely|simply|just) {_ACT}",
        r"(?:눌러도|클릭해도|보내도|삭제해도|지워도|승인해도|결제해도|진행해도|입력해도|실행해도)\s*(?:\S+\s+)?(?:안전|괜찮|문제)",
    ),
    "tells to open an address": (
        rf"\b(?:open|visit|go to|navigate to|browse to|load|fetch|get|call|follow)\b.{{0,20}}\b{_SCHEME}",
        rf"\b(?:send|post|report|upload|forward)\b.{{0,40}}\b{_SCHEME}",
        rf"{_SCHEME}\S{{1,200}}\s*(?:으로|로|을|를|에)\s*.{{0,10}}(?:이동|접속|열어|여세요|열기|방문|보내)",
    ),
    "is encoded": (
        r"\b(?:base64|rot13|decode|decrypt|hex)\b.{0,60}[A-Za-z0-9+/]{16}|(?:디코딩|해독|복호화).{0,30}[A-Za-z0-9+/]{16}",
        rf"(?<!{_ADDRESS})[A-Za-z0-9+/]{{60,}}={{0,2}}",
        r"\b(?:rot13|base64|(?:read|spelled|written) backwards)\b\s*[:：]\s*\S|(?:거꾸로|뒤에서부터)\s*(?:읽|쓴|적)",
    ),
    "presses for haste": (
        (
            r"\b(?:urgent|immediately|right now|at once|within \d+ (?:seconds?|minutes?)|final (?:warning|notice))\b.{0,60}"
            r"\b(?:click|press|send|transfer|confirm|delete|pay|buy|approve|submit|type|enter|open|log ?in|act)\b"
        ),
        r"(?:즉시|당장|지금\s*바로|긴급|\d+\s*(?:초|분)\s*(?:안|이내)).{0,30}(?:누르|눌러|클릭|보내|송금|삭제|전송)",
        r"(?:즉시|당장|지금\s*바로|긴급|\d+\s*(?:초|분)\s*(?:안|이내)).{0,30}(?:확인하|입력|열어|로그인|결제)",
    ),
}
_MEDIA = re.compile(r"data:(?:image|font|audio|video)/[^,\s]{0,80},[\w+/=%-]*", re.IGNORECASE)  # in an address
_APART = re.compile(r"(?<=\b\w) (?=\w\b)")  # between letters that stand apart
_PATTERNS = {kind: re.compile("|".join(patterns), re.IGNORECASE | re.DOTALL) for kind, patterns in KINDS.items()}


class Suspicion(Struct, frozen=True):
    """A text that reads like an order: in which node (None: title or address), of which kind, and the text, quoted."""

    kind: str
    text: str
    node_id: int | None = None


@lru_cache(_REMEMBERED)
def kind_of(text: str) -> str:
    """What kind of order the text reads like; empty for others."""
    words = _MEDIA.sub("", clean_value(text[:_LONGEST]))
    plain = _APART.sub("", unicodedata.normalize("NFKC", unescaped(words)))
    return next((kind for kind, pattern in _PATTERNS.items() if pattern.search(plain)), "")


_said_by = attrgetter("name", "value", "hint", "url")
_harmless: set[str | None] = set()  # the last texts that read like no orders


def suspicions(observation: Observation) -> tuple[Suspicion, ...]:
    """The texts of a look that read like orders, the first MOST of them; what is not shown counts as well."""
    nodes = observation.tree.nodes
    strange = _strange({observation.title, observation.url, *chain.from_iterable(map(_said_by, nodes))})
    if not strange:
        return ()
    found: dict[str, Suspicion] = {}
    for node_id, texts in chain([(None, (observation.title, observation.url))], enumerate(map(_said_by, nodes))):
        for text in texts:
            if text and text in strange and text not in found:
                found[text] = Suspicion(kind_of(text), _quoted(text), node_id)
    return tuple(islice(found.values(), MOST))


def _strange(texts: set[str | None]) -> set[str]:
    """Those that read like orders. Of a screen that is looked at again nearly all texts are known."""
    new = texts - _harmless
    strange = {text for text in new if text and len(text) >= _SHORTEST and kind_of(text)}
    if len(_harmless) > _REMEMBERED:
        _harmless.clear()
    _harmless.update(new - strange)
    return strange


def _quoted(text: str) -> str:
    text = " ".join(clean_value(text).split())
    return f"“{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}”"

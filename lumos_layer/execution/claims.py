"""Whether a claim that something was sent or submitted has a look to stand on (A33)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lumos_layer.actions.finish import Finish
from lumos_layer.actions.outcomes import Done, Outcome, Unknown
from lumos_layer.perception.observation import Observation

# What cannot be taken back and is often claimed too early; in English and Korean.
_CLAIMS = re.compile(
    r"\b(submi(t|ts|tted|ssion)|sent|sends?|posted|publish(ed)?|paid|pay(ment|s)?|order(ed|s)?|purchased?|bought|transferred|booked|booking"
    r"|saved?|deleted?|removed?|uploaded?|replied|registered|signed up|confirmed|completed?)\b"
    r"|제출|전송|보냈|보내|발송|게시|등록|결제|지불|송금|이체|주문|구매|예약|저장|삭제|업로드|답장|가입|확정|완료",
    re.IGNORECASE,
)


def claims_submission(words: str) -> bool:
    """True if the words say that something was sent, submitted, paid, saved, deleted or the like."""
    return _CLAIMS.search(words) is not None


def unproven(claim: Finish, acts: Sequence[Outcome], latest: Observation | None) -> str:
    """What a claim of submission lacks, for the planner to read; empty if it may stand.

    `acts` are the outcomes of this run's acts, the last one last, `latest` is the latest look of the agent. What it lacks is a look
    made after the last act that was carried out. Whether that look shows what is claimed is for a verifier to say.
    """
    if not claim.success or not claims_submission(claim.reason):
        return ""
    landed = [each for each in acts if each.outcome in ("done", "no_effect", "unknown", "failed")]
    if not landed or not any(isinstance(each, Done) for each in landed):
        return "Nothing was carried out that could have done this. Do it, look at what came of it, then finish."
    last = landed[-1]
    if latest is None or not _is_after(latest.id, last):
        return "Nobody has looked since the last act. Look, and name what shows that it went through."
    return ""


def _is_after(look: str, last: Outcome) -> bool:
    if isinstance(last, Unknown) and not last.after:
        return _number(look) > _number(last.before)
    return bool(last.after) and _number(look) >= _number(last.after)


def _number(look: str) -> int:
    return int(look[1:]) if look[1:].isdecimal() else -1

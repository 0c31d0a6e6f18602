"""What a judge says of one act."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Verdict(Struct, frozen=True):
    """`met`: what the action asks for is to be seen. `changed`: something came of it, and nothing more can be expected.

    `unseen`: its surface does not show whether it was done. `untold`: the screen changes by itself, and nothing on it says what
    came of the act. `unmet`: what it asks for is not to be seen. `wrong`: something else came of it, to be mended. `said` is one
    sentence for the planner: what is otherwise than asked, or stands there instead.
    """

    kind: Literal["met", "changed", "unseen", "untold", "unmet", "wrong"]
    said: str = ""
    mismatch: str = ""  # what came of it beside, that the action does not ask for
    mend: str | None = None  # the whole text that the field should hold, where it holds another


MET, CHANGED, UNSEEN, UNTOLD, UNMET = Verdict("met"), Verdict("changed"), Verdict("unseen"), Verdict("untold"), Verdict("unmet")
_SHOWN = 80  # characters of a text in a message


def quoted(words: str) -> str:
    """The words in quotes, cut where they are too long for a message."""
    return repr(words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…")

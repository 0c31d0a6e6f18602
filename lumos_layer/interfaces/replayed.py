"""What a recorded session was when it was played back: the lines of `lumos replay --json`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

OVER: Literal["passed over"] = "passed over"
Word = Literal["done", "no_effect", "rejected", "needs_approval", "paused", "aborted", "unknown", "failed", "passed over"]
_Count = Annotated[int, Meta(ge=0)]


class Played(Struct, frozen=True, omit_defaults=True):
    """One step as it was played. `outcome` is that of the action, or `passed over` where none was done, with `why`."""

    recording: Annotated[str, Meta(description="The folder of the recorded session.")]
    step: Annotated[int, Meta(description="The number that the recording gives it.")]
    before: Annotated[str, Meta(description="The recorded screen that it was done on.")]
    after: Annotated[str, Meta(description="The recorded screen that came of it.")]
    did: Annotated[str, Meta(description="What was done, in words.")]
    outcome: Word
    action: Annotated[dict[str, Any] | None, Meta(description="The action that does it again.")] = None
    why: Annotated[str, Meta(description="Why no action was done.")] = ""
    note: Annotated[str, Meta(description="What the recorder remarked.")] = ""
    delta: Annotated[Any, Meta(description="What changed, in the form of the diff.")] = None


class Summary(Struct, frozen=True):
    """How many recordings there were, steps in them, and of these played and passed over."""

    recordings: _Count
    steps: _Count
    played: _Count
    passed_over: _Count


class Total(Struct, frozen=True):
    """The last line."""

    summary: Summary


LINES = (Played, Total)

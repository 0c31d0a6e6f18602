"""What a planner takes up next, how long it may try, and what a turn of it came to."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from lumos_layer.state.part import Id, Part

TurnVerdict = Literal["complete", "continue", "no_effect", "off_track", "stuck"]


class Burst(Part):
    """How far an actor may go before the verifier looks."""

    max_turns: int = Field(default=8, ge=1)
    max_without_effect: int = Field(default=3, ge=1, description="In a row.")


class Subgoal(Part):
    """One requirement, what is to be done for it and what is to be seen then; `turns` and `without_effect` count what was done."""

    requirement: Id
    aim: str = ""
    expected: str = Field(default="", description="What the screen or the files show once it is done.")
    turns: int = Field(default=0, ge=0)
    without_effect: int = Field(default=0, ge=0, description="The last turns in a row that changed nothing.")

    def after(self, effect: bool) -> Subgoal:
        """The subgoal after one more turn."""
        return self.model_copy(update={"turns": self.turns + 1, "without_effect": 0 if effect else self.without_effect + 1})

    def spent(self, burst: Burst) -> bool:
        """True if the actor has to stop here."""
        return self.turns >= burst.max_turns or self.without_effect >= burst.max_without_effect

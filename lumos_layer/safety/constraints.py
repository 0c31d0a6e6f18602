"""What a task forbids or limits besides its policy."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from lumos_layer.safety.patterns import sound

_Pattern = Annotated[str, AfterValidator(sound)]


class Constraints(BaseModel):
    """Limits of one task (B04); what is empty limits nothing. An approval's answer may add to them, never take away."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scope: str = Field(default="", description="What the task is about, in words; planners and people read it.")
    forbidden_actions: tuple[str, ...] = Field(default=(), description="Types of actions, or classes of sensitive acts.")
    allowed_apps: tuple[_Pattern, ...] = Field(
        default=(), description="Names of apps, or domains; empty: any that the policy allows."
    )
    output_needs: tuple[str, ...] = Field(default=(), description="What the report has to hold.")
    redaction: tuple[_Pattern, ...] = Field(default=(), description="Words, or /regular expressions/, that no trace may show.")
    notes: tuple[str, ...] = Field(default=(), description="Further limits in words, as a person added them.")

    def with_more(self, more: Constraints) -> Constraints:
        """Both together; of the allowed apps those that both allow."""
        both = {name: tuple(dict.fromkeys((*getattr(self, name), *getattr(more, name)))) for name in _ADDED}
        allowed = tuple(app for app in self.allowed_apps if app in more.allowed_apps)
        either = self.allowed_apps or more.allowed_apps
        narrowed = allowed if self.allowed_apps and more.allowed_apps else either
        if self.allowed_apps and more.allowed_apps and not allowed:
            narrowed = ("",)  # none: no app has an empty name
        return Constraints(scope=" ".join(filter(None, (self.scope, more.scope))), allowed_apps=narrowed, **both)


_ADDED = ("forbidden_actions", "output_needs", "redaction", "notes")

"""The port that evidence comes through: what may be looked at, and what an answer is. Nothing of it can change anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, Protocol, runtime_checkable

from pydantic import Field, JsonValue

from lumos_layer.perception.observation import Observation
from lumos_layer.state.evidence import Kind
from lumos_layer.state.part import Part


class Missing(Enum):
    """What stands for a value that nothing is stored under: null is a value."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING


class CommandResult(Part):
    """What a command said. `error` says why it could not be run; then nothing else is said."""

    exit_code: int = 0
    output: str = ""
    cut: bool = Field(default=False, description="True if there was more output than is kept.")
    error: str = ""


class ActSeen(Part):
    """An act as the executor knows it: what was done on what, what came of it, and whether an effect was seen."""

    verb: str
    role: str = ""
    name: str = ""
    text: str = Field(default="", description="What was put in, chosen or gone to.")
    outcome: str = "done"
    effect: bool = False
    changed: bool | None = Field(default=None, description="More than the focus was seen to change; null: not known.")
    passing: bool = Field(default=False, description="All that was seen of a press is messages that come and go.")
    observation: str = Field(default="", description="The look after it.")
    look: int = Field(default=0, ge=0, description="That look's place in the run; 0: as the number of its id says.")
    step: int = Field(default=0, ge=0)


@runtime_checkable
class Sources(Protocol):
    """What can be looked at, read only. What there is no access to is None or an error, never guessed."""

    @property
    def observation(self) -> Observation: ...

    @property
    def acts(self) -> Sequence[ActSeen]:
        """The acts of the run, oldest first."""
        ...

    def file(self, path: str) -> bytes | None:
        """All that the file holds; None: there is none. Raises OSError if it cannot be read."""
        ...

    def files(self) -> Iterable[str] | None:
        """The paths of all files; None: they cannot be listed."""
        ...

    def stored(self, key: str) -> JsonValue | Missing:
        """What the app has stored. Raises LookupError where nobody can tell."""
        ...

    def run(self, argv: Sequence[str]) -> CommandResult:
        """What a command that only reads says."""
        ...


class Answer(Part):
    """What a probe answers: True, False, or None for uncertain. An error is none of these: `error` says what broke."""

    verdict: bool | None = None
    kind: Kind = "element"
    quotes: tuple[str, ...] = ()
    why: str = ""
    error: str = ""
    bindings: dict[str, str] = Field(default_factory=dict, description="What slots were seen to be, by name.")

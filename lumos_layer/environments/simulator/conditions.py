"""What rules and effects ask before they do anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import regex
from pydantic import AfterValidator, Field, model_validator

from lumos_layer.environments.simulator.cookies import domain_of
from lumos_layer.environments.simulator.locator import Data, Locator
from lumos_layer.environments.simulator.stage import Stored
from lumos_layer.environments.simulator.texts import filled, said_by

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_LONGEST = 1.0  # seconds that a pattern may take


_TESTS = ("there", "equals", "differs", "contains", "matches", "filled", "least", "secret")


def _is_pattern(pattern: str) -> str:
    try:
        regex.compile(pattern)
    except regex.error as problem:
        raise ValueError(f"{pattern!r} is no regular expression: {problem}.") from None
    return pattern


Pattern = Annotated[str, AfterValidator(_is_pattern)]


class Condition(Data):
    """Something that is so or not. It asks a stored value, a widget, a file or a cookie, and all tests given must hold.

    Of a widget it asks what it says: whether it is ticked, what it holds, or its name.
    """

    value: str | None = Field(default=None, description="The name of a stored value.")
    of: Locator | None = Field(default=None, description="A widget.")
    file: str | None = Field(default=None, description="The path of a file of the simulated machine.")
    cookie: str | None = Field(default=None, description="The name of a cookie of the page shown, in the browser's profile.")
    there: bool | None = Field(default=None, description="Whether the value, widget, file or cookie is there.")
    equals: Stored = Field(default=None, description="What it is; texts may have holes for stored values.")
    differs: Stored = Field(default=None, description="What it is not.")
    contains: str | None = Field(default=None, description="Words in it; they may have holes.")
    matches: Pattern | None = Field(default=None, description="A regular expression that all of it matches.")
    filled: bool | None = Field(default=None, description="Whether it holds anything.")
    least: float | None = Field(default=None, description="The least number that it is.")
    secret: str | None = Field(default=None, description="The name of the secret that the protected field holds.")

    @model_validator(mode="after")
    def _asks_one(self) -> Condition:
        if sum(part is not None for part in (self.value, self.of, self.file, self.cookie)) != 1:
            raise ValueError("A condition asks exactly one of `value`, `of`, `file` and `cookie`.")
        if all(getattr(self, test) is None for test in _TESTS):
            raise ValueError(f"A condition asks something of it: {', '.join(map('`{}`'.format, _TESTS))}.")
        return self

    def holds(self, world: World) -> bool:
        there, said = self._asked(world)
        text = "" if said is None else str(said)
        tests: tuple[tuple[object, Callable[[], bool]], ...] = (
            (self.there, lambda: there is self.there),
            (self.equals, lambda: said == self._wanted(world, self.equals)),
            (self.differs, lambda: said != self._wanted(world, self.differs)),
            (self.contains, lambda: filled(world, self.contains or "", raw=True) in text),
            (self.matches, lambda: _matches(str(self.matches), text)),
            (self.filled, lambda: (said is not None and said is not False and text != "") is self.filled),
            (self.least, lambda: number(said) is not None and (number(said) or 0.0) >= (self.least or 0.0)),
            (self.secret, lambda: self._holds_secret(world)),
        )
        return all(test() for asked, test in tests if asked is not None)

    def _asked(self, world: World) -> tuple[bool, Stored]:
        if self.value is not None:
            return self.value in world.stage.values, world.stage.values.get(self.value)
        if self.file is not None:
            path = filled(world, self.file)
            return path in world.stage.files, world.stage.files.get(path)
        if self.cookie is not None:
            kept = world.cookies.of(domain_of(world.url)).get(self.cookie)
            return kept is not None, kept
        widget = self.of.find(world) if self.of is not None else None
        there = widget is not None and world.shown(widget)
        return there, said_by(widget) if widget is not None else None

    def _holds_secret(self, world: World) -> bool:
        widget = self.of.find(world) if self.of is not None else None
        if widget is None or widget.text is None or widget.text.opaque:
            return False
        return widget.text.text == world.secrets.get(self.secret or "")

    @staticmethod
    def _wanted(world: World, value: Stored) -> Stored:
        return filled(world, value, raw=True) if isinstance(value, str) else value


def _matches(pattern: str, text: str) -> bool:
    try:
        return regex.fullmatch(pattern, text, timeout=_LONGEST) is not None
    except (regex.error, TimeoutError):
        return False


def first(pattern: str, text: str) -> str | None:
    """What the pattern's first group, or all of it, finds in the text; None if nothing."""
    try:
        found = regex.search(pattern, text, timeout=_LONGEST)
    except (regex.error, TimeoutError):
        return None
    return None if found is None else found[1 if found.re.groups else 0]


def number(value: Stored) -> float | None:
    """The value as a number; None if it is none."""
    if isinstance(value, bool):
        return None
    try:
        return float(value) if value is not None else None
    except ValueError:
        return None

"""What changed between two looks, as a planner is told it: docs/delta.md is its definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import orjson
from msgspec import Struct

from lumos_layer.perception import compact, tokens
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.items import Item

if TYPE_CHECKING:
    from lumos_layer.perception.observation import Observation

# Why the whole is given: another page or window; no delta is shorter, or fits the budget; the earlier look lacks the part.
Whole = Literal["page", "size", "budget", "view"]


class Change(Struct, frozen=True):
    """One field of one item. `ref` is None for texts and groups without one; `field` is `text` for the words of a text or
    heading, `states` for role, what can be done and states in the blueprint's words, else the name of a blueprint's field."""

    ref: str | None
    field: str
    before: Any
    after: Any


class Delta(Struct, kw_only=True):
    """What changed between the blueprints of two observations, or, where `whole` says why, the later one as a whole.

    `said` is what the JSON holds. `added`, `removed` and `moved` are the items themselves, with all that stands in them;
    `opened` and `closed` name the windows and dialogs among them. `unseen` counts things that changed and are not shown.
    `observation` is the later one with the refs that the delta uses.
    """

    since: str
    now: str
    blueprint: Blueprint
    observation: Observation | None = None
    whole: Whole | None = None
    said: dict[str, Any] = {}
    header: dict[str, Any] = {}
    changed: tuple[Change, ...] = ()
    added: tuple[Item, ...] = ()
    removed: tuple[Item, ...] = ()
    moved: tuple[Item, ...] = ()
    opened: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    unseen: int = 0

    @property
    def same(self) -> bool:
        """True if nothing that the blueprints show has changed."""
        return self.whole is None and not self.said

    @property
    def follows(self) -> bool:
        """True if the earlier look is the one right before the later, which goes without saying: o7, if that is o8."""
        return int(self.now[1:]) == int(self.since[1:]) + 1

    @property
    def focus(self) -> str | None:
        """The ref of what has the keyboard now."""
        return self.blueprint.focus

    def json(self) -> str:
        """The form for prompts, valid by schemas/delta.schema.json."""
        if self.whole:
            return whole_form(self.blueprint, self.whole)
        since = {} if self.follows else {"since": self.since}
        said = self.said or {"same": True}
        unseen = {"unseen": self.unseen} if self.unseen else {}
        return orjson.dumps({**since, **said, **unseen}).decode()

    def tokens(self) -> int:
        """Exact o200k_base tokens of the JSON. Raises MissingExtra without the extra `tokens`."""
        return tokens.count(self.json())


def whole_form(blueprint: Blueprint, why: Whole) -> str:
    """The compact form with `whole` in the place of `surface`, so that it costs no more."""
    header = {"whole": why, **blueprint.header()}
    header.pop("surface", None)
    return compact.encode(header, blueprint.items)

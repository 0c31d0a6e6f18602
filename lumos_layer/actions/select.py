"""`select`: choose one of several."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Offer, OnElement, against
from lumos_layer.actions.effects import Effect
from lumos_layer.actions.fields import LONGEST_LINE, Line
from lumos_layer.actions.target import CHOOSERS, Target
from lumos_layer.actions.violation import Violation
from lumos_layer.tree import Role

_MOST_OPTIONS = 60
_UNSAYABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_SHOWING = frozenset((Role.TAB, Role.TABLIST, Role.TREEITEM, Role.TREE, Role.ROW))


class Select(OnElement):
    """Choose an option, row, tab or radio button by its own ref; or, with `option`, by its words in a list or combobox."""

    type: Literal["select"] = "select"
    option: Line | None = Field(
        default=None, description="The whole name of the option, if `ref` is the list or combobox around it."
    )

    @classmethod
    def fits(cls, target: Target) -> list[Violation]:
        found = super().fits(target)
        if "select" not in target.can and target.node.role not in CHOOSERS:
            found.append(against("unsupported", f"{target} is nothing that can be chosen, nor a list or combobox to choose from."))
        return found

    def check(self, target: Target) -> list[Violation]:
        found = self.fits(target)
        chooser = target.node.role in CHOOSERS
        if self.option is None and "select" not in target.can and chooser:
            found.append(against("invalid", f"{target} holds options; say which in `option`.", "option"))
        if self.option is not None and not chooser:
            found.append(against("unsupported", f"{target} holds no options; leave `option` out to choose it.", "option"))
        elif self.option is not None and target.options is not None:
            found += _among(self.option, target)
        return found

    def nearest(self, target: Target) -> list[str]:
        options = target.options or ()
        return _like(self.option, options) if self.option is not None and self.option not in options else []

    def effect(self, target: Target | None) -> Effect:
        return "reads" if target is not None and target.node.role in _SHOWING else "edits"

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        if cls.fits(target):
            return
        if "select" in target.can:
            yield {}
        if target.node.role in CHOOSERS:
            once = [name for name, times in Counter(target.options or ()).items() if times == 1 and _sayable(name)]
            if target.options is None or len(once) > _MOST_OPTIONS:
                yield {"option": {"$ref": "#/$defs/line"}}
            elif once:
                yield {"option": {"type": "string", "enum": once}}


def _like(option: str, options: tuple[str, ...]) -> list[str]:
    return get_close_matches(option, options, 3, 0.4) or list(options[:3])


def _among(option: str, target: Target) -> list[Violation]:
    options = target.options or ()
    if options.count(option) > 1:
        return [
            against("invalid", f"{target} has {options.count(option)} options {option!r}; choose one by its own ref.", "option")
        ]
    if option in options:
        return []
    nearest = ", ".join(map(repr, _like(option, options)))
    return [against("not_found", f"{target} has no option {option!r}; nearest: {nearest}.", "option")]


def _sayable(name: str) -> bool:
    """True if `option` can be this name: as long as a line may be, without the characters that no JSON or no line holds."""
    return 0 < len(name) <= LONGEST_LINE and _UNSAYABLE.search(name) is None

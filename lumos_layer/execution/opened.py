"""What has opened while an act was carried out: dialogs, menus and windows that were not open before, and another page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from lumos_layer.execution.scene import Scene
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.pages import page_of
from lumos_layer.perception.words import DIALOGS
from lumos_layer.tree import Node, Role

Kind = Literal["warning", "dialog", "menu", "window", "page"]

_KINDS: Mapping[Role, Kind] = MappingProxyType(
    {Role.ALERTDIALOG: "warning", **dict.fromkeys(DIALOGS - {Role.ALERTDIALOG}, "dialog"), Role.MENU: "menu", Role.WINDOW: "window"}
)
_SHOWN = 80  # characters of a name


class Opened(NamedTuple):
    """Something that is open now and was not before."""

    kind: Kind
    role: Role | None
    name: str
    url: str = ""  # of another page, where that tells it
    node: int | None = None  # in the later look; None for a page


def opened(scene: Scene) -> list[Opened]:
    """What has opened, the outermost only. On another page only what warns: the rest belongs to the page."""
    page = list(_page(scene))
    found = [each for each in _boxes(scene) if not page or each.kind == "warning"]
    return [*found, *page]


def _boxes(scene: Scene) -> Iterator[Opened]:
    """New dialogs, menus and windows; all that is new lies where the two looks differ."""
    if not scene.differing.reshaped and not scene.differing.changed:
        return
    before, after = scene.before, scene.after
    old_range, new_range = scene.differing.middle
    known = _Open(before, old_range)
    end = -1
    for i in new_range:
        kind = kind_of(after.tree[i])
        if kind is None or i < end or known.has(after, i):
            continue
        end = after.tree.end(i)
        yield Opened(kind, after.tree[i].role, after.name_of(i)[:_SHOWN], node=i)


def kind_of(node: Node) -> Kind | None:
    """What kind of thing the node opens when it comes up; None for what is not of that sort, or does not show."""
    if node.hidden or node.offscreen or node.minimized:
        return None
    return _KINDS.get(node.role) or ("dialog" if node.modal else None)


class _Open:
    """What was open before, known by the number of its ref, or by role and name where it has none."""

    def __init__(self, before: Observation, inside: range) -> None:
        there = [i for i in inside if kind_of(before.tree[i]) is not None]
        numbers = before.ledger.numbers
        self._numbers = {numbers[i] for i in there if i in numbers}
        self._named = Counter((before.tree[i].role, before.name_of(i)) for i in there)

    def has(self, after: Observation, node: int) -> bool:
        """True if it was open before; each of those that are called alike counts once."""
        called = (after.tree[node].role, after.name_of(node))
        if self._named[called] > 0:
            self._named[called] -= 1
            return True
        return after.ledger.numbers.get(node) in self._numbers


def _page(scene: Scene) -> Iterator[Opened]:
    before, after = scene.before, scene.after
    if before.url and after.url and page_of(before.url) != page_of(after.url):
        yield Opened("page", None, after.title, after.url)
    elif before.ledger.page != after.ledger.page:
        yield Opened("page", None, after.title)

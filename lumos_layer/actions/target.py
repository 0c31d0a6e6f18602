"""What an action is done to: one element with what the rules need to know of it, from an observation or from a blueprint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.items import Element, Group, Item
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Affordance, Node, Role, Scroll

# A disabled view of Android lets its children be touched; everywhere else they are disabled with it.
# https://developer.android.com/reference/android/view/View#setEnabled(boolean)
_EACH_FOR_ITSELF = frozenset(("android",))

# A disabled window is one that waits for its dialog, which may stand inside it.
WINDOWS = frozenset((Role.WINDOW, Role.DIALOG, Role.ALERTDIALOG, Role.APPLICATION, Role.DOCUMENT))

_MOST_INSIDE = 5_000  # nodes

# Hold what can be chosen; the options are what stands inside with one of these roles.
CHOOSERS: Mapping[Role, frozenset[Role]] = MappingProxyType(
    {
        Role.COMBOBOX: frozenset((Role.OPTION, Role.LISTITEM, Role.MENUITEM, Role.TREEITEM)),
        Role.LISTBOX: frozenset((Role.OPTION, Role.LISTITEM)),
        Role.LIST: frozenset((Role.OPTION, Role.LISTITEM)),
        Role.RADIOGROUP: frozenset((Role.RADIO,)),
        Role.TABLIST: frozenset((Role.TAB,)),
        Role.TREE: frozenset((Role.TREEITEM,)),
    }
)


class Target(Struct, frozen=True, kw_only=True):
    """One element. `enabled` says whether it and all it stands in can be used, `can` what can be done with it.

    `options` are the names of what can be chosen in it, None where nobody knows; `whole` is True for the surface itself.
    """

    ref: str | None
    node: Node
    can: tuple[Affordance, ...] = ()
    name: str = ""
    enabled: bool = True
    options: tuple[str, ...] | None = None
    whole: bool = False

    @property
    def sort(self) -> tuple[object, ...]:
        """All that decides what can be done with it: two targets of one sort take the same actions, with the same fields."""
        node = self.node
        said = node.role, node.readonly, node.protected, node.minimized, node.scroll is None
        return (*said, self.can, self.enabled, self.options, self.whole)

    def __str__(self) -> str:
        named = f"{self.node.role} {self.name!r}" if self.name else str(self.node.role)
        return f"{self.ref} ({named})" if self.ref else named


def target_of(observation: Observation, node: int, enabled: bool | None = None) -> Target:
    """The target that a node is; `enabled` if it is known already."""
    tree = observation.tree
    ref = observation.ref_of(node)
    return Target(
        ref=ref,
        node=tree[node],
        can=tree[node].can or (("focus",) if tree[node].focused else ()),
        name=observation.name_of(node)[:200],
        enabled=is_enabled(observation, node) if enabled is None else enabled,
        options=_options(observation, node),
        whole=ref is not None and ref == observation.root,
    )


def is_enabled(observation: Observation, node: int) -> bool:
    """Whether the node and all it stands in can be used."""
    nodes, parents = observation.tree.nodes, observation.tree.parents
    alone = observation.format in _EACH_FOR_ITSELF
    while node >= 0:
        if nodes[node].enabled is False:
            return False
        if alone or nodes[node].role in WINDOWS:
            return True
        node = parents[node]
    return True


def _all_enabled(observation: Observation) -> list[bool]:
    """The same for every node of the tree, in one walk."""
    alone = observation.format in _EACH_FOR_ITSELF
    made: list[bool] = []
    for node, parent in zip(observation.tree.nodes, observation.tree.parents, strict=True):
        free = alone or parent < 0 or node.role in WINDOWS or made[parent]
        made.append(free and node.enabled is not False)
    return made


def _options(observation: Observation, node: int) -> tuple[str, ...] | None:
    """The names of what can be chosen inside, None where nothing is, or too much to look through."""
    tree = observation.tree
    wanted = CHOOSERS.get(tree[node].role)
    inside = range(node + 1, tree.end(node))
    if wanted is None or len(inside) > _MOST_INSIDE:
        return None
    return tuple(name for i in inside if tree[i].role in wanted and (name := observation.name_of(i))) or None


def targets_of(blueprint: Blueprint, observation: Observation | None = None) -> Iterator[Target]:
    """Every element that the blueprint gives a ref, in its order; with its observation, as that knows it."""
    if observation is not None:
        usable = _all_enabled(observation)
        for ref in dict.fromkeys(blueprint.refs):
            node = observation.refs[ref]
            yield target_of(observation, node, usable[node])
        return
    if blueprint.root:
        yield Target(ref=blueprint.root, node=Node(), name=blueprint.title, whole=True)
    waiting = [(iter(blueprint.items), True)]
    while waiting:
        items, enabled = waiting[-1]
        item = next(items, None)
        if item is None:
            waiting.pop()
        elif isinstance(item, Element | Group):
            yield from _drawn(item, enabled)
            if isinstance(item, Group):
                waiting.append((iter(item.items), _passes_on(item, enabled)))


def focus_of(blueprint: Blueprint, observation: Observation | None, targets: Sequence[Target]) -> Target | None:
    """What has the keyboard focus, None if nobody says so."""
    if observation is not None:
        return None if observation.focus is None else target_of(observation, observation.focus)
    return next((target for target in targets if target.ref and target.ref == blueprint.focus and not target.whole), None)


def _passes_on(group: Group, enabled: bool) -> bool:
    return (enabled or group.role in WINDOWS) and "disabled" not in group.states


def _drawn(item: Element | Group, enabled: bool) -> Iterator[Target]:
    if not item.ref:
        return
    scrolls = any((item.above, item.below, item.left, item.right))
    node = Node(
        role=item.role,
        name=item.name,
        value=item.value,
        can=item.can,
        enabled=False if "disabled" in item.states else None,
        readonly="readonly" in item.states or None,
        protected="protected" in item.states,
        minimized="minimized" in item.states,
        minimum=item.min,
        maximum=item.max,
        scroll=Scroll(item.above or 0, item.below or 0, item.left or 0, item.right or 0) if scrolls else None,
    )
    options = _drawn_options(item) if isinstance(item, Group) else None
    yield Target(
        ref=item.ref, node=node, can=item.can, name=item.name, enabled=enabled and node.enabled is not False, options=options
    )


def _drawn_options(group: Group) -> tuple[str, ...] | None:
    wanted = CHOOSERS.get(group.role)
    if wanted is None:
        return None
    names: list[str] = []
    waiting: list[Item] = list(reversed(group.items))
    while waiting:
        item = waiting.pop()
        if isinstance(item, Element | Group) and item.role in wanted and item.name and not item.name_left:
            names.append(item.name)
        if isinstance(item, Group):
            waiting.extend(reversed(item.items))
    return tuple(names) or None

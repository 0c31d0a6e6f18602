"""How a screen is: ready, loading, asking with a dialog, telling of an error, or empty."""

from __future__ import annotations

from typing import Literal
from weakref import WeakKeyDictionary

from lumos_layer.perception.observation import Observation
from lumos_layer.planning.popups import open_dialogs
from lumos_layer.tree import Node, Role

PageState = Literal["ready", "loading", "dialog", "empty"]

_PROGRESS = frozenset((Role.PROGRESSBAR,))
_FURNITURE = frozenset((Role.WINDOW, Role.DOCUMENT, Role.APPLICATION, Role.GENERIC, Role.TOOLBAR, Role.SCROLLBAR))

# Each step of a run asks it of the same look several times.
_known_loading: WeakKeyDictionary[Observation, bool] = WeakKeyDictionary()


def state_of(observation: Observation) -> PageState:
    """Loading goes before a dialog, which may still be filling."""
    if is_loading(observation):
        return "loading"
    if open_dialogs(observation):
        return "dialog"
    return "ready" if any(_says_something(observation, i) for i in observation.kept) else "empty"


def is_loading(observation: Observation) -> bool:
    """True if something that shows says that it is busy, or progress shows and there is nothing yet that could be used."""
    known = _known_loading.get(observation)
    if known is None:
        known = _known_loading[observation] = _is_loading(observation)
    return known


def _is_loading(observation: Observation) -> bool:
    nodes = observation.tree.nodes
    shown = [nodes[i] for i in observation.kept]
    if True in [node.busy for node in shown] or True in [nodes[i].busy for i in observation.refs.values()]:
        return True
    if not any(not _is_full(node) for node in shown if node.role in _PROGRESS):
        return False
    return not any(node.can and node.enabled is not False and node.role not in _FURNITURE for node in shown)


def _is_full(node: Node) -> bool:
    try:
        return float(node.value or "") >= (100 if node.maximum is None else node.maximum)
    except ValueError:
        return False


def _says_something(observation: Observation, i: int) -> bool:
    node = observation.tree[i]
    return node.role not in _FURNITURE and bool(node.can or observation.name_of(i) or node.value)

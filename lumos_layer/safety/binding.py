"""To what a person's answer is bound: this action on this element as it stands, what it would send, this window and address."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import orjson

from lumos_layer.actions.grounding import GroundedAction, Spot
from lumos_layer.perception.belonging import told_around
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.titles import lasting
from lumos_layer.perception.words import FIELDS, ROWS
from lumos_layer.safety.scene import DIALOGS, FORMS, Scene
from lumos_layer.tree import Node, Role

# They change by themselves, and nothing that is sent or done is in them.
_RESTLESS = frozenset((Role.PROGRESSBAR, Role.TIMER, Role.MARQUEE, Role.LOG, Role.SCROLLBAR, Role.TOOLTIP))
_CHOSEN = frozenset((Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO))
_ENTERED = _CHOSEN.union(FIELDS)
Part = tuple[object, ...]


def binding_of(grounded: GroundedAction, observation: Observation) -> str:
    """A hash of the action, its target, the dialog or form around it, the window and the address, as they are on this look.

    The heading in front counts as well. Where there is neither dialog nor form, all fields of the window count, the row that the
    target stands in, and the texts that may tell what it belongs to. What changes elsewhere does not: clocks, spinners, messages.
    Two looks of one session give the same hash if nothing of this differs.
    """
    scene = Scene(grounded, observation)
    bound = {
        "action": grounded.action.model_dump(mode="json"),
        "target": _of_spot(grounded.spot, observation),
        "end": _of_spot(grounded.end, observation),
        "around": [part for spot in (grounded.spot, grounded.end) for part in _around(spot, scene)] or list(_of_window(scene)),
        "app": observation.app,
        "window": lasting(observation.title),
        "url": observation.url,
        "surface": observation.surface,
    }
    return hashlib.sha256(orjson.dumps(bound, option=orjson.OPT_SORT_KEYS)).hexdigest()


def around_of(scene: Scene) -> int | None:
    """The node that holds all that the action belongs to: the outermost dialog around its element, else the form."""
    dialogs = [i for i in scene.above if scene.tree[i].role in DIALOGS]
    forms = [i for i in scene.above if scene.tree[i].role in FORMS]
    return next(reversed(dialogs or forms), None)


def _of_spot(spot: Spot | None, observation: Observation) -> Part | None:
    if spot is None or spot.node_id is None:
        return None
    scene_node = observation.tree[spot.node_id]
    inside = [_words(observation, i) for i in range(spot.node_id + 1, min(observation.tree.end(spot.node_id), spot.node_id + 60))]
    return (spot.ref, *_content(observation, spot.node_id), scene_node.identifier, scene_node.url, inside)


def _around(spot: Spot | None, whole: Scene) -> Iterator[Part]:
    if spot is None or spot.node_id is None:
        return
    scene = whole.at(spot.node_id)
    yield ("heading", scene.heading)
    holder = around_of(scene)
    if holder is not None:
        yield from _all_in(scene, holder)
        yield from _titles(scene)
        return
    row = next((i for i in scene.above if scene.tree[i].role in ROWS), None)
    if row is not None:
        yield from _all_in(scene, row)
    yield from (("told", words) for _, words in told_around(scene.tree, spot.node_id))
    yield from _titles(scene)
    yield from _of_window(scene)


def _titles(scene: Scene) -> Iterator[Part]:
    """The windows and dialogs that the element stands in, by their titles."""
    for i in scene.above:
        if scene.tree[i].role in (Role.WINDOW, Role.DOCUMENT, *DIALOGS):
            yield (scene.tree[i].role, lasting(scene.tree[i].name), scene.tree[i].url)


def _all_in(scene: Scene, holder: int) -> Iterator[Part]:
    """All that is in it, in order, but for what changes by itself."""
    i, end = holder, scene.tree.end(holder)
    while i < end:
        node = scene.tree[i]
        if node.role in _RESTLESS:
            i = scene.tree.end(i)
            continue
        if _says(node):
            yield _content(scene.observation, i)
        i += 1


def _of_window(scene: Scene) -> Iterator[Part]:
    """All fields, and what is ticked, of the window that the element stands in; of everything where it stands nowhere."""
    top = scene.window
    start, end = (0, len(scene.tree)) if top is None else (top, scene.tree.end(top))
    for i, node in enumerate(scene.tree.nodes[start:end], start):
        if node.role in _ENTERED or node.protected:
            yield _content(scene.observation, i)


def _says(node: Node) -> bool:
    return bool(node.name or node.value or node.can or node.hint or node.checked or node.protected or node.url)


def _content(observation: Observation, i: int) -> Part:
    """What a node says and how it stands; not where, nor whether it has the focus, is busy or scrolled."""
    node = observation.tree[i]
    return (
        node.role, observation.name_of(i), node.value, node.hint, node.enabled is not False, node.checked, node.pressed,
        node.selected, node.expanded, node.readonly, node.protected, node.filled, node.url, node.hidden,
    )  # fmt: skip


def _words(observation: Observation, i: int) -> Part:
    node = observation.tree[i]
    return (node.role, node.name, node.url)

"""What came of an act that its action does not ask for: dialogs, menus, other windows and pages, the focus somewhere else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from lumos_layer.execution.expected import is_expected
from lumos_layer.execution.opened import Kind, Opened, opened
from lumos_layer.execution.scene import Scene
from lumos_layer.perception.observation import Observation

_SWITCHING = frozenset(("switch_window", "open_app", "open_url", "open_windows_search"))
_POINTED = frozenset(("click", "double_click", "right_click"))
_MOST = 3
_CALLED: Mapping[Kind, str] = MappingProxyType({"warning": "dialog", "dialog": "dialog", "menu": "menu", "window": "window"})


def unexpected(scene: Scene) -> str:
    """One or more sentences, empty if there is nothing of the kind."""
    if not scene.differing:
        return ""
    found = [each for each in opened(scene) if not is_expected(scene, each)]
    return " ".join([*(_said(each) for each in found[:_MOST]), *_other_window(scene)])


def _said(found: Opened) -> str:
    if found.role is not None:
        called = f"{found.role} {found.name!r}" if found.name else f"{found.role}"
        return f"A {_CALLED[found.kind]} has opened: {called}."
    if found.url:
        return f"Another page is shown: {found.url[:120]}."
    return f"Another page or window is shown: {found.name[:80]!r}."


def _other_window(scene: Scene) -> Iterator[str]:
    """Another window that was there before has come to the front, and nothing in it was acted on."""
    if scene.action.verb() in _SWITCHING:
        return
    before, after = (_active(observation) for observation in (scene.before, scene.after))
    if after is None or before is None or after == before:
        return
    window = scene.after.refs.get(after)
    node = scene.node_after
    if window is None or after not in scene.before.refs or (node is not None and window <= node < scene.after.tree.end(window)):
        return
    yield f"Another window has come to the front: {scene.after.name_of(window)[:80]!r}."


def _active(observation: Observation) -> str | None:
    """The ref of the window that the platform calls active."""
    node = next((i for i, node in enumerate(observation.tree.nodes) if node.active), None)
    return None if node is None else observation.ref_of(node)


def missed_by(scene: Scene) -> str:
    """What the pointer met in place of the element: it lies under the point now, was there before and has the focus. Or empty."""
    point, node, focus = scene.grounded.point, scene.node_after, scene.after.focus
    if scene.action.verb() not in _POINTED or point is None or node is None or focus is None or focus == scene.before.focus:
        return ""
    tree = scene.after.tree
    bounds, over, ref = tree[node].bounds, tree[focus].bounds, scene.after.ref_of(focus)
    if bounds is None or over is None or bounds.holds(*point) or not over.holds(*point):
        return ""
    if ref not in scene.before.refs or focus <= node < tree.end(focus):
        return ""
    return f"{ref} {scene.after.name_of(focus)[:80]!r}"

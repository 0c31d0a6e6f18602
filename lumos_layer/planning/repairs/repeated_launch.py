"""A program started once more that the run has started already (L52)."""

from __future__ import annotations

from pydantic import JsonValue

from lumos_layer.actions.documents import verb_in
from lumos_layer.actions.target import WINDOWS
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.repairs.scene import OBSERVE, Mended, Scene
from lumos_layer.planning.rules.words import WITHIN, likeness

TYPE = "repeated_launch"
_WAIT: JsonValue = {"type": "wait", "seconds": 1}
_WAITS = 2  # for a window that does not show yet
_STARTING = frozenset(("open_app", "open_windows_search"))


def repair(scene: Scene) -> Mended | None:
    """Bring its window up; go on where it is in front; wait for it where it does not show yet, and start it again after that."""
    app = _app(scene)
    launched = [each for each in scene.memory.launches if each.app.casefold() == app.casefold()]
    if not app or not launched:
        return None
    window = _window_of(scene.observation, app)
    if window is None:
        return _waited_for(scene, app, launched[-1].step)
    node = scene.observation.tree[window]
    if not node.minimized and (node.active or scene.observation.focus in range(window, scene.observation.tree.end(window))):
        return Mended(OBSERVE, f"{app} runs since step {launched[-1].step} and is in front: go on in its window.")
    ref = scene.observation.ref_of(window)
    if ref is None or not scene.can("switch_window"):
        return Mended(OBSERVE, f"{app} runs since step {launched[-1].step}: go on in its window.")
    return Mended({"type": "switch_window", "ref": ref}, f"{app} runs since step {launched[-1].step}; its window comes up.")


def _app(scene: Scene) -> str:
    name = scene.document.get("app" if scene.verb == "open_app" else "text")
    return name.strip() if scene.verb in _STARTING and isinstance(name, str) else ""


def _window_of(observation: Observation, app: str) -> int | None:
    """The topmost window that is called so, or that is of the program."""
    tree = observation.tree
    found = [
        i
        for i in observation.refs.values()
        if tree[i].role in WINDOWS and likeness(observation.name_of(i), app) >= WITHIN and not tree[i].hidden
    ]
    return max(found, key=lambda i: (bool(tree[i].active), tree[i].z or 0, i), default=None)


def _waited_for(scene: Scene, app: str, step: int) -> Mended | None:
    """A wait, unless it has been waited for."""
    since = [each for each in scene.memory.acts if each.step > step]
    waits = sum(verb_in(each.action) == "wait" for each in since)
    if waits >= _WAITS or len(since) > _WAITS:
        return None
    return Mended(_WAIT, f"{app} was started at step {step}; its window may be about to come.")

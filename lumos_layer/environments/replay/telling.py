"""What was recorded on a screen: in words for whoever did something else, and as the action that does it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from lumos_layer.environments.replay.matching import key_of, number_in
from lumos_layer.environments.replay.scene import Scene, scroller_of
from lumos_layer.environments.replay.secrets import Secrets
from lumos_layer.perception.known_secrets import without
from lumos_layer.perception.observation import Observation

Document = dict[str, Any]

_LONGEST = 80  # characters of a typed text that a sentence shows
_MOST_RIVALS = 5  # elements that a sentence names
_UNSAID_WAIT = 1.0  # seconds that a wait takes where nobody recorded how long it was


def wait_of(scene: Scene) -> float:
    """How long the recorded wait takes, in seconds."""
    return max(0.01, scene.act.seconds or _UNSAID_WAIT)


def passes_by_itself(scene: Scene) -> bool:
    """True if time alone leads on: it was waited here, or the act failed because its element was gone already."""
    return scene.act.kind == "wait" or bool(scene.step.error and scene.elements == frozenset() and not scene.rivals)


def in_words(scene: Scene, shown: Observation | None, secrets: Secrets) -> str:
    """The recorded act, with the ref that its element has in the look that is shown (None: without), and without secrets."""
    told = _told(scene, shown, secrets)
    return without(told, secrets.hidden)


def _told(scene: Scene, shown: Observation | None, secrets: Secrets) -> str:
    kind = scene.act.kind
    if not kind:
        return "something that nobody recorded"
    if kind == "wait":
        return f"wait {wait_of(scene):g} s"
    said = kind.replace("_", " ")
    if kind == "key":
        said = f"press {', '.join(map(key_of, scene.act.keys))}"
    elif kind == "scroll" and scene.act.direction:
        said += f" {scene.act.direction}"
    elif scene.act.text is not None:
        said += f" {_text_in_words(scene, secrets)}"
    where = _place(scene, shown)
    return f"{said} {where}".rstrip()


def _text_in_words(scene: Scene, secrets: Secrets) -> str:
    text = scene.act.text or ""
    if not scene.secret:
        return repr(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
    name = secrets.name_of(text)
    return f'{{"secret": "{name}"}}' if name else "a secret that was not given here"


def _place(scene: Scene, shown: Observation | None) -> str:
    element, look = scene.element, shown or scene.before
    if element is not None:
        return f"on {_called(look, element, None if shown is None else shown.ref_of(element))}"
    if scene.act.point is not None:
        return f"at ({scene.act.point[0]:g}, {scene.act.point[1]:g})"
    if scene.rivals:
        return f"on one of {rivals_in_words(scene, shown)}"
    return "on what is not on this screen" if scene.step.target is not None else ""


def rivals_in_words(scene: Scene, shown: Observation | None) -> str:
    """The elements that the recorded act may have been done to."""
    told = [_called(shown or scene.before, node, None if shown is None else shown.ref_of(node)) for node in scene.rivals]
    return ", ".join(told[:_MOST_RIVALS]) + (f" and {len(told) - _MOST_RIVALS} more" if len(told) > _MOST_RIVALS else "")


def _called(look: Observation, element: int, ref: str | None) -> str:
    node, name = look.tree[element], look.name_of(element)
    called = f"{node.role} {name[:_LONGEST]!r}" if name else str(node.role)
    return f"{ref} ({called})" if ref else called


def as_action(scene: Scene, shown: Observation, secrets: Secrets) -> Document | None:
    """The action document that does what was recorded; None if no action can."""
    make = _DOCUMENTS.get(scene.act.kind)
    return None if make is None else make(scene, shown, secrets)


def _pointer(kind: str) -> Callable[[Scene, Observation, Secrets], Document | None]:
    def document(scene: Scene, shown: Observation, secrets: Secrets) -> Document | None:
        place = _where(scene, shown)
        return None if place is None else {"type": kind, **place}

    return document


def _drag(scene: Scene, shown: Observation, secrets: Secrets) -> Document | None:
    start = _where(scene, shown)
    return (
        None
        if start is None or scene.act.end is None
        else {"type": "drag", "start": start, "end": {"point": _pixel(scene.act.end)}}
    )


def _type(scene: Scene, shown: Observation, secrets: Secrets) -> Document | None:
    if scene.elements == frozenset() or not scene.act.text:
        return None
    ref = _ref(scene, shown) if scene.step.target is not None or shown.focus is None else None
    return {"type": "type_text", "text": _text(scene, secrets), **({"ref": ref} if ref else {})}


def _set(scene: Scene, shown: Observation, secrets: Secrets) -> Document | None:
    """A number for what is moved to numbers and takes no text, else a text."""
    ref, text = _ref(scene, shown), scene.act.text
    if ref is None or scene.element is None or text is None:
        return None
    number = None if "type" in shown.tree[scene.element].can else number_in(text)
    if number is None or scene.secret:
        return {"type": "set_text", "ref": ref, "text": _text(scene, secrets)}
    return {"type": "set_value", "ref": ref, "value": number}


def _select(scene: Scene, shown: Observation, secrets: Secrets) -> Document | None:
    ref = _ref(scene, shown)
    if ref is None:
        return None
    return {"type": "select", "ref": ref, **({"option": scene.act.text} if scene.act.text else {})}


def _key(scene: Scene, shown: Observation, secrets: Secrets) -> Document | None:
    if not scene.act.keys:
        return None
    return {"type": "press_key", "key": key_of(scene.act.keys[0])}


def _scroll(scene: Scene, shown: Observation, secrets: Secrets) -> Document | None:
    tree, node = scene.before.tree, scene.target if scene.target is not None else scene.hit
    container = None if node is None else scroller_of(tree, node)
    ref = None if container is None else shown.ref_of(container)
    direction = scene.act.direction or "down"
    box = tree[container if container is not None else 0].bounds
    size = 0 if box is None else box.height if direction in ("up", "down") else box.width
    pages = {"pages": round(scene.act.distance / size, 3)} if size > 0 and scene.act.distance else {}
    return {"type": "scroll", "direction": direction, **pages, **({"ref": ref} if ref else {})}


def _wait(scene: Scene, shown: Observation, secrets: Secrets) -> Document | None:
    return {"type": "wait", "seconds": min(300.0, wait_of(scene))}


_DOCUMENTS: Mapping[str, Callable[[Scene, Observation, Secrets], Document | None]] = MappingProxyType(
    {
        "click": _pointer("click"),
        "double_click": _pointer("double_click"),
        "right_click": _pointer("right_click"),
        "hover": _pointer("hover"),
        "drag": _drag,
        "type": _type,
        "set_text": _set,
        "set_value": _set,
        "select": _select,
        "key": _key,
        "scroll": _scroll,
        "wait": _wait,
    }
)


def _ref(scene: Scene, shown: Observation) -> str | None:
    return None if scene.element is None else shown.ref_of(scene.element)


def _where(scene: Scene, shown: Observation) -> Document | None:
    ref = _ref(scene, shown)
    if ref is not None:
        return {"ref": ref}
    return None if scene.act.point is None else {"point": _pixel(scene.act.point)}


def _pixel(point: tuple[float, float]) -> Document:
    return {"x": int(point[0]), "y": int(point[1])}


def _text(scene: Scene, secrets: Secrets) -> Any:
    text = scene.act.text or ""
    name = secrets.name_of(text) if scene.secret else None
    return {"secret": name} if name else text if not scene.secret else {"secret": "unknown"}

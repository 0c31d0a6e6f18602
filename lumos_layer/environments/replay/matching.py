"""Is an action what was recorded? It is if it does the same to the same element, or if the same is known to come of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, isfinite
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.keys import MODIFIERS, parts, spelled
from lumos_layer.environments.replay.scene import Scene, element_of, node_at, scroller_of, scrolls
from lumos_layer.tree import Node, Role

_NEAR = 4  # pixels between two clicks that are one where no element is named
_FORWARD = MappingProxyType({"top": "up", "bottom": "down", "left": "left", "right": "right"})
_SAME_KEYS = (frozenset(("GoBack", "BrowserBack", "Alt+ArrowLeft")), frozenset(("GoHome", "BrowserHome")))
# Android's names of its keys. https://developer.android.com/reference/android/view/KeyEvent
_ANDROID = {"BACK": "GoBack", "HOME": "GoHome", "MENU": "ContextMenu", "APP_SWITCH": "AppSwitch"}


class Asked(Struct, frozen=True):
    """An action as it is to be carried out. `text` has the secret filled in that `secret` says it is."""

    action: Any  # the model, whose fields its own function knows
    node: int | None = None
    point: tuple[int, int] | None = None
    end: int | None = None
    end_point: tuple[int, int] | None = None
    text: str | None = None
    secret: bool = False


Match = Callable[[Scene, Asked], bool]


def matches(scene: Scene, asked: Asked) -> bool:
    """True if this is what was recorded."""
    match = MATCHES.get(asked.action.type)
    return match is not None and match(scene, asked)


def asked_for(action: GroundedAction, secrets: Mapping[str, str]) -> Asked:
    """The action with its secret filled in. Raises KeyError if there is no such secret."""
    text = getattr(action.action, "text", None)
    name = getattr(text, "secret", None)
    end = action.end
    return Asked(
        action.action,
        action.node_id,
        action.point,
        None if end is None else end.node_id,
        None if end is None else end.point,
        text if name is None else secrets[name],
        name is not None,
    )


def _pointer(kind: str) -> Match:
    def match(scene: Scene, asked: Asked) -> bool:
        return scene.act.kind == kind and _same_place(scene, asked)

    return match


def _drag(scene: Scene, asked: Asked) -> bool:
    if scene.act.kind != "drag" or not _same_place(scene, asked) or scene.act.end is None:
        return False
    start, aim = scene.element, node_at(scene.before, scene.act.end)
    end = None if aim is None else element_of(scene.before, aim)
    there = None if asked.end is None else element_of(scene.before, asked.end)
    return _near(scene.act.end, asked.end_point) or (end is not None and end == there and end != start)


def _type_text(scene: Scene, asked: Asked) -> bool:
    kind = scene.act.kind
    if kind == "key":
        return scene.act.keys == (asked.text,) and _same_field(scene, asked)
    if kind not in ("type", "set_text") or not _same_secrecy(scene, asked) or not _same_field(scene, asked):
        return False
    return asked.text == scene.act.text and (kind == "type" or _is_empty(scene, asked))


def _set_text(scene: Scene, asked: Asked) -> bool:
    kind = scene.act.kind
    if kind not in ("type", "set_text", "set_value") or not _same_secrecy(scene, asked) or not _same_field(scene, asked):
        return False
    if kind != "type" or _is_empty(scene, asked):
        return asked.text == scene.act.text
    now = _later(scene, asked)
    return now is not None and not now.protected and now.value == asked.text


def _set_value(scene: Scene, asked: Asked) -> bool:
    if not _same_place(scene, asked):
        return False
    if scene.act.kind in ("set_value", "set_text"):
        return number_in(scene.act.text) == _value(asked)
    now = _later(scene, asked)
    return scene.act.kind == "drag" and now is not None and number_in(now.value) == _value(asked)


def _select(scene: Scene, asked: Asked) -> bool:
    option, kind, tree = asked.action.option, scene.act.kind, scene.before.tree
    if kind == "select" and asked.node is not None and scene.element is not None:
        if option is not None:
            return bool(option == scene.act.text) and _same_place(scene, asked)
        inside = scene.element < asked.node < tree.end(scene.element)
        return inside and scene.before.name_of(asked.node) == scene.act.text
    if kind != "click" or asked.node is None or scene.element is None:
        return False
    if option is not None:
        return asked.node < scene.element < tree.end(asked.node) and scene.before.name_of(scene.element) == option
    now = _later(scene, asked)
    return _same_place(scene, asked) and now is not None and (now.selected is True or now.checked == "true")


def _set_checked(scene: Scene, asked: Asked) -> bool:
    if scene.act.kind != "click" or asked.node is None or not _same_place(scene, asked):
        return False
    was, now = _tick(scene.before.tree[asked.node]), _later(scene, asked)
    wanted = "true" if asked.action.checked else "false"
    return now is not None and _tick(now) == wanted != was


def _expand(scene: Scene, asked: Asked) -> bool:
    if scene.act.kind not in ("click", "double_click") or asked.node is None or not _same_place(scene, asked):
        return False
    now = _later(scene, asked)
    return now is not None and now.expanded is asked.action.expanded is not scene.before.tree[asked.node].expanded


def _focus(scene: Scene, asked: Asked) -> bool:
    """A click into a field does no more than to give it the focus."""
    if scene.act.kind != "click" or asked.node is None or not _same_place(scene, asked):
        return False
    now = _later(scene, asked)
    return "type" in scene.before.tree[asked.node].can and now is not None and now.focused is True


def _press_key(scene: Scene, asked: Asked) -> bool:
    if scene.act.kind == "key" and len(scene.act.keys) == 1:
        return same_key(scene.act.keys[0], asked.action.key) and _same_field(scene, asked)
    return scene.act.kind == "type" and not scene.secret and scene.act.text == asked.action.key and _same_field(scene, asked)


def _scroll(scene: Scene, asked: Asked) -> bool:
    wanted = scene.act.direction
    return scene.act.kind == "scroll" and wanted in (None, asked.action.direction) and _same_scroller(scene, asked)


def _scroll_to(scene: Scene, asked: Asked) -> bool:
    edge = asked.action.edge
    if scene.act.kind != "scroll" or scene.act.direction != _FORWARD[edge] or not _same_scroller(scene, asked):
        return False
    scroller = _recorded_scroller(scene)
    now = None if scroller is None else scene.later(scroller)
    left = None if now is None or now.scroll is None else now.scroll
    return left is not None and {"top": left.above, "bottom": left.below, "left": left.left, "right": left.right}[edge] == 0


def _scroll_into_view(scene: Scene, asked: Asked) -> bool:
    if scene.act.kind != "scroll" or asked.node is None:
        return False
    was, now = _shows(scene, asked.node, scene.before.tree[asked.node]), scene.later(asked.node)
    return not was and now is not None and _shows(scene, asked.node, now)


MATCHES: Mapping[str, Match] = MappingProxyType(
    {
        "click": _pointer("click"),
        "double_click": _pointer("double_click"),
        "right_click": _pointer("right_click"),
        "hover": _pointer("hover"),
        "drag": _drag,
        "type_text": _type_text,
        "set_text": _set_text,
        "select": _select,
        "set_checked": _set_checked,
        "set_value": _set_value,
        "expand": _expand,
        "focus": _focus,
        "press_key": _press_key,
        "scroll": _scroll,
        "scroll_to": _scroll_to,
        "scroll_into_view": _scroll_into_view,
    }
)


def same_key(recorded: str, asked: str) -> bool:
    """True for two spellings of one key or chord; with a modifier held, the case of a letter says nothing."""
    one, other = key_of(recorded), key_of(asked)
    return one == other or any(one in same and other in same for same in _SAME_KEYS)


def key_of(recorded: str) -> str:
    """The key by its W3C value, with a letter in a chord in lower case."""
    chord = spelled(_ANDROID.get(recorded.removeprefix("KEYCODE_"), recorded))
    *held, key = parts(chord)
    if held and len(key) == 1 and all(name in MODIFIERS for name in held):
        return "+".join((*held, key.lower()))
    return chord


def number_in(words: str | None) -> float | None:
    """The number that the words are, None if they are none."""
    try:
        number = float(words) if words else inf
    except ValueError:
        return None
    return number if isfinite(number) else None


def _same_place(scene: Scene, asked: Asked) -> bool:
    elements = scene.elements
    if elements and asked.node is not None and element_of(scene.before, asked.node) in elements:
        return True
    return scene.target is None and _near(scene.act.point, asked.point)


def _same_field(scene: Scene, asked: Asked) -> bool:
    """True if the keys go where they went; where nobody knows that, they may go anywhere."""
    elements = scene.elements
    if elements is None or asked.node is None:
        return elements is None or scene.step.target is None
    return element_of(scene.before, asked.node) in elements


def _same_secrecy(scene: Scene, asked: Asked) -> bool:
    """A recorded secret is only ever matched by a secret, so that no guess is confirmed."""
    return asked.secret or not scene.secret


def _same_scroller(scene: Scene, asked: Asked) -> bool:
    """True if the same container scrolls; without a ref it is the surface itself, or the only thing that scrolls."""
    tree, recorded = scene.before.tree, _recorded_scroller(scene)
    named = None if asked.node is None or asked.action.ref is None else scroller_of(tree, asked.node)
    return named == recorded or (named is None and [node for node in range(len(tree)) if scrolls(tree[node])] == [recorded])


def _recorded_scroller(scene: Scene) -> int | None:
    node = scene.target if scene.target is not None else scene.hit
    return None if node is None else scroller_of(scene.before.tree, node)


def _is_empty(scene: Scene, asked: Asked) -> bool:
    """True if the field holds nothing before, as far as the dump says."""
    field = asked.node if asked.node is not None else scene.element
    return field is None or not (scene.before.tree[field].value or scene.before.tree[field].filled)


def _later(scene: Scene, asked: Asked) -> Node | None:
    return None if asked.node is None else scene.later(asked.node)


def _value(asked: Asked) -> float:
    return float(asked.action.value)


def _tick(node: Node) -> str | None:
    if node.checked is None and node.pressed is None and node.role in (Role.RADIO, Role.MENUITEMRADIO, Role.OPTION):
        return None if node.selected is None else str(node.selected).lower()
    return node.checked or node.pressed


def _shows(scene: Scene, i: int, node: Node) -> bool:
    if node.hidden or node.offscreen or node.bounds is None or node.bounds.empty:
        return False
    around = scroller_of(scene.before.tree, i)
    box = None if around is None else scene.before.tree[around].bounds
    return box is None or box.holds(*node.bounds.centre)


def _near(recorded: tuple[float, float] | None, asked: tuple[int, int] | None) -> bool:
    if recorded is None or asked is None:
        return False
    return abs(recorded[0] - asked[0]) <= _NEAR and abs(recorded[1] - asked[1]) <= _NEAR

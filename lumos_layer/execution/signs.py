"""Signs of a press on a screen that changes by itself: what shows on its own element, and what opens as the element says."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from lumos_layer.actions.keys import parts
from lumos_layer.diff.facts import FRAMES
from lumos_layer.execution.expected import expected
from lumos_layer.execution.field_texts import text_in
from lumos_layer.execution.opened import opened
from lumos_layer.execution.scene import Scene
from lumos_layer.execution.verdict import CHANGED, MET, Verdict
from lumos_layer.perception.pages import page_of
from lumos_layer.perception.told_lists import MESSAGES
from lumos_layer.tree import Node

_FOCUSED = Verdict("changed", "The focus is on it now; the screen changes by itself, so that nobody can say what else came of it.")

# Names, values and places may change by themselves, and so say nothing; these do not.
_STATES: tuple[Callable[[Node], object], ...] = (
    lambda node: node.checked,
    lambda node: node.pressed,
    lambda node: node.selected,
    lambda node: node.expanded,
)
# The rest of what an element says: platforms give it new ids, and move the focus, without its doing.
_PASSING = frozenset(("name", "value", "bounds", "native_id", "identifier", "z", "passive", "clips", "focused", "active"))
_lasts = attrgetter(*(name for name in Node.__struct_fields__ if name not in _PASSING))
_FEW = 3  # things that change by themselves at once, as a clock and a price do
_WRITING = frozenset(("Backspace", "Delete"))


def sign_of_press(scene: Scene) -> Verdict | None:
    """What shows that a press was done, None if nothing does."""
    was, became = scene.was, scene.became
    if was is not None and became is not None and any(tell(was) != tell(became) for tell in _STATES):
        return CHANGED
    if was is not None and was.url and page_of(was.url) == page_of(scene.after.url) != page_of(scene.before.url):
        return MET
    if _opened_as_expected(scene):
        return CHANGED
    if scene.node_after is None or not _has_focus(scene, scene.node_after) or scene.before.focus == scene.node_before:
        return None
    return MET if became is not None and not {"type", "set_value"}.isdisjoint(became.can) else _FOCUSED


def shows_itself(scene: Scene) -> bool:
    """True if what came of the act is tied to it by more than that it came then.

    That is a sign of its own, something that has opened, or a change of its element in more than words and place.
    """
    sign = sign_of_key if scene.action.verb() == "press_key" else sign_of_press
    was, became = scene.was, scene.became
    if was is not None and became is not None and _lasts(was) != _lasts(became):
        return True
    return bool(opened(scene)) or sign(scene) is not None


def is_slight(scene: Scene) -> bool:
    """True if no more than a few things that were there before are otherwise."""
    return not scene.differing.header and not scene.differing.reshaped and len(scene.signs) <= _FEW


def is_by_chance(scene: Scene, *, late: bool) -> bool:
    """True if what came of the act may well have come by itself: a few things elsewhere that say something else.

    They come `late`, when the screen had come to rest after the act, or have changed before so late or while nobody acted. A
    message, another page, and what stands in one row or group with the element are its doing.
    """
    if scene.differing.header or shows_itself(scene) or len(scene.signs) > _FEW:
        return False
    if not late and not scene.may_stir:
        return False
    tree, node = scene.after.tree, scene.node_after
    around = -1 if node is None else tree.parents[node]
    near = range(around, tree.end(around)) if around >= 0 and tree[around].role not in FRAMES else range(0)
    return not any(i in near or tree[i].role in MESSAGES for i in scene.signs)


def sign_of_key(scene: Scene) -> Verdict | None:
    """What shows that a key was pressed: the focus is elsewhere, the field holds other text, the element is turned over."""
    before, after = (look.ref_of(look.focus) if look.focus is not None else None for look in (scene.before, scene.after))
    if after is not None and after != before and before in scene.after.refs:
        return CHANGED
    key = parts(scene.action.key)[-1]
    if (len(key) == 1 or key in _WRITING) and _holds_other_text(scene):
        return CHANGED
    return sign_of_press(scene) if key in ("Enter", " ") else CHANGED if _opened_as_expected(scene) else None


def _holds_other_text(scene: Scene) -> bool:
    before, after = scene.node_before, scene.node_after
    return before is not None and after is not None and text_in(scene.before.tree, before) != text_in(scene.after.tree, after)


def _opened_as_expected(scene: Scene) -> bool:
    """True if something opened that the act is there to open; another page only where the screen has come to rest on it."""
    wanted = expected(scene) - ({"page"} if scene.moving else set())
    return any(found.kind in wanted for found in opened(scene))


def _has_focus(scene: Scene, node: int) -> bool:
    focus = scene.after.focus
    return focus is not None and node <= focus < scene.after.tree.end(node)

"""What came of an act that its action does not ask for: dialogs, other windows and pages, the focus somewhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lumos_layer.execution.scene import Scene
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.pages import page_of
from lumos_layer.tree import Node, Role

# These ask for one thing and nothing else; what presses, opens or switches may well open a dialog or show another page.
_ONE_THING = frozenset(
    ("type_text", "set_text", "select", "set_checked", "set_value", "expand", "focus", "hover", "scroll", "scroll_to",
     "scroll_into_view")
)  # fmt: skip
_DOES_ONE_THING = frozenset(
    (Role.CHECKBOX, Role.SWITCH, Role.RADIO, Role.TAB, Role.OPTION, Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.SLIDER,
     Role.SPINBUTTON, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO)
)  # fmt: skip
_SWITCHING = frozenset(("switch_window", "open_app", "open_url", "open_windows_search"))
_DIALOGS = frozenset((Role.DIALOG, Role.ALERTDIALOG))
_POINTED = frozenset(("click", "double_click", "right_click"))
_MOST = 3


def unexpected(scene: Scene) -> str:
    """One or more sentences, empty if there is nothing of the kind."""
    if not scene.differing:
        return ""
    return " ".join([*_opened(scene), *_other_page(scene), *_other_window(scene)])


def _opened(scene: Scene) -> Iterator[str]:
    """Dialogs that came up; after a press of what may well open one only those that warn."""
    does_one_thing = scene.action.verb() in _ONE_THING or (scene.was is not None and scene.was.role in _DOES_ONE_THING)
    wanted = _DIALOGS if does_one_thing else frozenset((Role.ALERTDIALOG,))
    before, after = (_open(observation, wanted) for observation in (scene.before, scene.after))
    for role, name in list((after - before).elements())[:_MOST]:
        yield f"A dialog has opened: {role} {name!r}." if name else f"A dialog has opened: {role}."


def _open(observation: Observation, wanted: frozenset[Role]) -> Counter[tuple[Role, str]]:
    tree = observation.tree
    found = (i for i, node in enumerate(tree.nodes) if _is_open(node, wanted))
    return Counter((tree[i].role, observation.name_of(i)[:80]) for i in found)


def _is_open(node: Node, wanted: frozenset[Role]) -> bool:
    return (node.role in wanted or (node.modal and Role.DIALOG in wanted)) and not node.hidden and not node.offscreen


def _other_page(scene: Scene) -> Iterator[str]:
    if scene.action.verb() not in _ONE_THING:
        return
    before, after = scene.before, scene.after
    if before.url and after.url and page_of(before.url) != page_of(after.url):
        yield f"Another page is shown: {after.url[:120]}."
    elif before.ledger.page != after.ledger.page:
        yield f"Another page or window is shown: {after.title[:80]!r}."


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

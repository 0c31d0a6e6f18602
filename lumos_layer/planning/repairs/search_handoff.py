"""A search that is open gets its words first and is sent, even if another field has a stale focus (L53)."""

from __future__ import annotations

from collections.abc import Iterator

from lumos_layer.perception.observation import Observation
from lumos_layer.planning.repairs.scene import Mended, Scene
from lumos_layer.planning.rules.words import WITHIN, likeness
from lumos_layer.tree import Role

TYPE = "search_handoff"
_FIELDS = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX))
_HOLDERS = frozenset((Role.WINDOW, Role.DIALOG, Role.APPLICATION))
_CALLED = ("search", "find", "start", "검색", "찾기", "시작")
_LONGEST = 200  # characters of a query


def repair(scene: Scene) -> Mended | None:
    """Text goes into the open search, Enter too; a run that would end sends its search first."""
    field = overlay_field(scene.observation) if scene.memory.searching else None
    ref = scene.observation.ref_of(field) if field is not None else None
    if field is None or ref is None:
        return None
    value, query = scene.observation.tree[field].value or "", scene.memory.query
    if scene.text:
        return None if _inside(scene, field) else _text(scene.text, query, value, ref)
    if _is_enter(scene) and scene.place != field and not _chosen(scene, field):
        return _sent(ref, value) if value else _filled(ref, query)
    if _is_enter(scene) and not value:
        return _filled(ref, query)
    return _sent(ref, value) if value and scene.document.get("success") is True else None


def _text(text: str, query: str, value: str, ref: str) -> Mended | None:
    """Text for somewhere else: the query, as long as the search has none, and then what sends it."""
    if len(text) > _LONGEST or "\n" in text or (query and text != query and value):
        return None
    if value:
        return _sent(ref, value) if value == text else None
    return _filled(ref, query or text)


def _filled(ref: str, query: str) -> Mended | None:
    if not query or query.startswith("[secret:"):
        return None
    return Mended({"type": "set_text", "ref": ref, "text": query}, f"The open search gets {query[:80]!r} first.")


def _sent(ref: str, value: str) -> Mended:
    return Mended({"type": "press_key", "key": "Enter", "ref": ref}, f"The search for {value[:80]!r} has not been sent yet.")


def overlay_field(observation: Observation) -> int | None:
    """The field of an open search that belongs to no page: on top, and the one that is called so if there are several."""
    tree = observation.tree
    able = [i for i in observation.refs.values() if tree[i].role in _FIELDS and "type" in tree[i].can and not tree[i].readonly]
    native = [i for i in able if not any(tree[above].role is Role.DOCUMENT for above in tree.ancestors(i))]
    called = [i for i in native if tree[i].role is Role.SEARCHBOX or any(map(_is_search, _names(observation, i)))]
    return called[-1] if called else None


def _names(observation: Observation, field: int) -> Iterator[str]:
    """Of the field, and of the window that it stands in."""
    yield observation.name_of(field)
    holder = next((i for i in observation.tree.ancestors(field) if observation.tree[i].role in _HOLDERS), None)
    if holder is not None:
        yield observation.name_of(holder)


def _is_search(name: str) -> bool:
    return any(likeness(name, word) >= WITHIN for word in _CALLED)


def _is_enter(scene: Scene) -> bool:
    return scene.verb == "press_key" and scene.document.get("key") == "Enter"


def _inside(scene: Scene, field: int) -> bool:
    """True if the action is about something in the window of the search."""
    tree = scene.observation.tree
    holder = next((i for i in tree.ancestors(field) if tree[i].role in _HOLDERS), field)
    return scene.place is not None and holder <= scene.place < tree.end(holder)


def _chosen(scene: Scene, field: int) -> bool:
    """True if it names one of the search's results, or what stands beside its field."""
    return "ref" in scene.document and _inside(scene, field)

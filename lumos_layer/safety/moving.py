"""What is dragged and dropped, or pasted among files: where it comes to says what that does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lumos_layer.actions.drag import Drag
from lumos_layer.actions.press_key import PressKey
from lumos_layer.actions.sensitive import Sensitive, classes_in, is_command, states_in
from lumos_layer.actions.target import WINDOWS
from lumos_layer.perception.words import TYPED
from lumos_layer.safety import common_words as said
from lumos_layer.safety.finding import Finding, quoted
from lumos_layer.safety.programs import is_program
from lumos_layer.safety.scene import CONTENT, Scene
from lumos_layer.safety.shortcuts import PASTING
from lumos_layer.tree import Role

_ITEMS = CONTENT | {Role.IMG, Role.GENERIC, Role.GROUP, Role.BUTTON, Role.FIGURE}
_LISTED = frozenset((Role.OPTION, Role.LISTITEM, Role.TREEITEM, Role.ROW, Role.CELL, Role.GRIDCELL, Role.TEXT, Role.IMG, Role.LINK))
_FOLDER = re.compile(
    r"\b(folders?|director(y|ies)|ordner|carpeta|dossier|cartella|pasta|archive|documents|downloads|desktop|pictures|music|videos|"
    r"home|inbox|drive|disk|volume|usb)\b"
    r"|폴더|디렉터리|디렉토리|보관함|문서|다운로드|사진|바탕 ?화면|드라이브|휴대용|フォルダ|文件夹|資料夾"
)
_FILE = re.compile(r"\.\w{1,8}$")
_BEGINNING = 4  # nodes of a column in which its heading stands


def by_drop(scene: Scene) -> Iterator[Finding]:
    """What is dropped on a bin is deleted, on a drop zone or another window handed over, on a folder moved; `slide to pay` pays."""
    grounded = scene.grounded
    if not isinstance(grounded.action, Drag):
        return
    yield from _dragged(scene)
    if grounded.end is not None and grounded.end.node_id is not None and grounded.end.node_id != scene.i:
        yield from _dropped(scene, scene.at(grounded.end.node_id))


def _dragged(scene: Scene) -> Iterator[Finding]:
    for words in scene.own_words:
        if scene.node is not None and (scene.node.role not in CONTENT or words.text.lower().startswith(("slide", "swipe", "밀어"))):
            for kind in classes_in(words.text):
                yield Finding(kind, "drop", f"drags {words.source} {quoted(words.text)}")


def _dropped(scene: Scene, end: Scene) -> Iterator[Finding]:
    found = [*_on_words(end), *_in_place(scene, end)]
    yield from found
    if found or scene.node is None or scene.node.role not in _ITEMS:
        return
    here, there = _window(scene), _window(end)
    if here != there:
        yield Finding("upload", "drop", f"drops {quoted(_called(scene))} in another window, {quoted(_title(end, there))}")
    elif _moves(scene, end):
        yield Finding("save", "drop", f"drops {quoted(_called(scene))} on {quoted(_called(end))}")


def _on_words(end: Scene) -> Iterator[Finding]:
    for words in end.own_words:
        whole = end.node is None or end.node.role in CONTENT | TYPED or words.source == "identifier"
        for kind in _done_by_dropping_on(words.text, whole):
            yield Finding(kind, "drop", f"drops on {quoted(words.text)}")


def _done_by_dropping_on(name: str, whole: bool) -> tuple[Sensitive, ...]:
    """What comes of what is dropped on a thing of this name. `whole`: it may be content, unless it is nothing but such words."""
    if said.is_trash(name):
        return ("delete",)
    if said.is_drop_zone(name):
        return ("upload",)
    return states_in(name) or (classes_in(name) if not whole or is_command(name) else ())


def _in_place(scene: Scene, end: Scene) -> Iterator[Finding]:
    """What the drop falls into, where the dragged thing does not stand itself."""
    beside = {scene.i, *scene.above}
    window = _window(end)
    for i in dict.fromkeys((*([] if end.i is None else [end.i]), *end.near, *([] if window is None else [window]))):
        name = "" if i in beside else _name_or_heading(end, i)
        kinds = _done_by_dropping_on(name, whole=True) if i != window or _takes_drops(name) else ()
        for kind in kinds:
            yield Finding(kind, "drop", f"drops into {quoted(name)}")


def _takes_drops(name: str) -> bool:
    return said.is_trash(name) or said.is_drop_zone(name)


def _name_or_heading(scene: Scene, i: int) -> str:
    """What a column or list is called, if not by itself, by the heading right at its beginning."""
    inside = range(i + 1, min(scene.tree.end(i), i + 1 + _BEGINNING))
    return scene.name_of(i) or next((scene.tree[k].name for k in inside if scene.tree[k].role is Role.HEADING), "")


def _moves(scene: Scene, end: Scene) -> bool:
    """True for a drop on a folder, among files on whatever is no file, and on a branch of a tree from outside of it."""
    if end.node is None or end.i in scene.above:
        return False  # beside where it was
    if any(said.finds(_FOLDER, words.text) for words in end.own_words) and _like_a_file(scene):
        return True
    if end.node.role is Role.TREEITEM and _tree_of(end) != _tree_of(scene):
        return True
    return end.node.role in _LISTED and _like_a_file(scene) and _FILE.search(_called(end).strip()) is None


def _like_a_file(scene: Scene) -> bool:
    among = is_program("files", f"{scene.observation.app} {_title(scene, _window(scene))}")
    return among or _FILE.search(_called(scene).strip()) is not None


def _tree_of(scene: Scene) -> int | None:
    return next((i for i in scene.above if scene.tree[i].role in (Role.TREE, Role.TREEGRID)), None)


def _window(scene: Scene) -> int | None:
    return scene.i if scene.node is not None and scene.node.role in WINDOWS else scene.window


def _title(scene: Scene, window: int | None) -> str:
    return scene.observation.title if window is None else scene.tree[window].name


def _called(scene: Scene) -> str:
    return next((words.text for words in scene.own_words), "")


def by_paste(scene: Scene) -> Iterator[Finding]:
    """Pasting among files puts there what was cut or copied."""
    action, node = scene.grounded.action, scene.node
    if not isinstance(action, PressKey) or action.key.lower() not in PASTING:
        return
    if node is not None and (node.role in TYPED or node.protected or "type" in node.can):
        return
    window = _window(scene) if node is not None else None
    title = f"{scene.observation.app} {_title(scene, window)}".strip()
    if is_program("files", title):
        yield Finding("save", "paste", f"the key {action.key} among the files of {quoted(title)}")

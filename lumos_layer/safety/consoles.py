"""Where commands, queries and addresses are typed: what is entered or pasted there is carried out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lumos_layer.actions.press_key import PressKey
from lumos_layer.actions.set_text import SetText
from lumos_layer.actions.type_text import TypeText
from lumos_layer.perception.words import TYPED
from lumos_layer.safety import common_words as said
from lumos_layer.safety.addresses import classes_of_address
from lumos_layer.safety.finding import Finding, quoted
from lumos_layer.safety.pressing import LIKE_BUTTONS, pressed
from lumos_layer.safety.programs import is_program
from lumos_layer.safety.scene import Scene
from lumos_layer.safety.shortcuts import ENTERING, PASTING, RUNNING
from lumos_layer.tree import Role

_PROMPT = re.compile(r"^\s*[\w.-]+@[\w.-]+:\s*[~/]")  # what shells call their window
_COMMANDS = re.compile(
    r"\b(commands?|command line|cmd|shell|terminal|console|sql|scripts?|macros?|repl|query (editor|console|text)|"
    r"(code|cell) (editor|cell|input|console)|source code|javascript|python|bash|expression to (evaluate|run)|run command)\b"
    r"|명령|콘솔|터미널|스크립트|매크로|쿼리|코드 ?(편집기|셀|입력|실행)|소스 ?코드|コマンド|スクリプト|コンソール|命令|脚本|控制台"
)
_SIGNS = frozenset(("$", ">", ">>>", "#", "%", "❯", "C:\\>"))
_ADDRESS = re.compile(
    r"\b(address( and search)? bar|location bar|url|uri|web address|omnibox|urlbar)\b|주소 ?(창|표시줄|입력)|地址栏|アドレスバー"
)
_SCRIPTS = re.compile(r"^\s*(javascript|vbscript|data|file|ms-[a-z-]+|shell)\s*:", re.IGNORECASE)
_PLAYING = frozenset("▶►⏵⏯")


def by_console(scene: Scene) -> Iterator[Finding]:
    """Enter in a terminal or in a field of commands carries them out; pasting there may, and so does a yes beside the field."""
    if (key := _entered(scene)) and (where := _console(scene, scene.i)):
        yield Finding("execute", "console", f"{key} in {where}")
    elif (key := _pasted(scene)) and (where := _console(scene, scene.i) or _address(scene, scene.i)):
        yield Finding("execute", "console", f"{key} puts into {where} what nobody has read")
    elif (key := _entered(scene)) and _address(scene, scene.i):
        yield from _opened(scene, key)
    elif pressed(scene):
        yield from _by_button(scene)


def _entered(scene: Scene) -> str:
    """The key, or a line break in what is typed, that carries out what stands there; empty if there is none."""
    action = scene.grounded.action
    if isinstance(action, PressKey):
        return f"the key {action.key}" if action.key in ENTERING or action.key in RUNNING else ""
    if isinstance(action, TypeText | SetText) and isinstance(action.text, str):
        return "a line break" if "\n" in action.text or "\r" in action.text else ""
    return ""


def _pasted(scene: Scene) -> str:
    action = scene.grounded.action
    if isinstance(action, PressKey):
        return f"the key {action.key}" if action.key.lower() in PASTING else ""
    return ""


def _console(scene: Scene, i: int | None) -> str:
    """What of the element takes commands, in words; empty if nothing does."""
    words = _words(scene, i)
    if i is not None:
        node = scene.tree[i]
        if node.protected or node.role is Role.SEARCHBOX or not (node.role in TYPED or node.role in _OPEN):
            return ""
        name = scene.name_of(i)
        if said.finds(_COMMANDS, words) or name.strip() in _SIGNS or node.role is Role.CODE:
            return f"the field {quoted(name or words)}"
    title = _title(scene)
    in_program = is_program("terminals", f"{scene.observation.app} {title}") or _PROMPT.search(title)
    return (
        f"the terminal {quoted(title or scene.observation.app)}"
        if in_program and not _on_page(scene) and not said.is_search(words)
        else ""
    )


# Terminals are shown as one of these, or as a field.
_OPEN = frozenset(
    (Role.DOCUMENT, Role.GENERIC, Role.GROUP, Role.TEXT, Role.WINDOW, Role.CODE, Role.LOG, Role.REGION, Role.APPLICATION)
)


def _address(scene: Scene, i: int | None) -> str:
    found = i is not None and scene.tree[i].role in TYPED and said.finds(_ADDRESS, _words(scene, i))
    return f"the field of addresses {quoted(scene.name_of(i))}" if found and i is not None else ""


def _words(scene: Scene, i: int | None) -> str:
    if i is None:
        return ""
    node = scene.tree[i]
    return " ".join(filter(None, (scene.name_of(i), node.hint, node.identifier)))


def _title(scene: Scene) -> str:
    return scene.observation.title if scene.window is None else scene.tree[scene.window].name or scene.observation.title


def _on_page(scene: Scene) -> bool:
    """True inside a page, which can call itself anything."""
    return bool(scene.observation.url) or any(scene.tree[i].role is Role.DOCUMENT for i in scene.above)


def _opened(scene: Scene, key: str) -> Iterator[Finding]:
    """Enter in a field of addresses opens what stands there."""
    value = "" if scene.node is None else scene.node.value or ""
    if _SCRIPTS.search(value):
        yield Finding("execute", "console", f"{key} opens {quoted(value)}")
    for kind in classes_of_address(value):
        yield Finding(kind, "console", f"{key} opens {quoted(value)}")


def _by_button(scene: Scene) -> Iterator[Finding]:
    node, form = scene.node, scene.form
    name = "" if scene.i is None else scene.name_of(scene.i)
    if node is None or form is None or node.role not in LIKE_BUTTONS or node.role is Role.MENUITEM:
        return
    if not said.says_yes(name) and name.strip().rstrip("\ufe0e\ufe0f") not in _PLAYING:
        return
    for i in scene.fields_in(form):
        if not scene.tree[i].readonly and said.finds(_COMMANDS, _words(scene, i)):
            yield Finding("execute", "console", f"{quoted(name)} beside the field {quoted(scene.name_of(i) or _words(scene, i))}")
            return

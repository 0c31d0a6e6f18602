"""The one window or page that everything visible stands in: the header tells of it, and what is inside stands free."""

from __future__ import annotations

from collections.abc import Sequence

from lumos_layer.perception.looking import Look
from lumos_layer.perception.saying import find
from lumos_layer.perception.words import CONTAINERS
from lumos_layer.tree import Node, Role, Tree

_SURFACES = frozenset((Role.WINDOW, Role.DOCUMENT, Role.DIALOG, Role.ALERTDIALOG))
_WINDOWS = _SURFACES - {Role.DOCUMENT} | {Role.APPLICATION}


def whole(tree: Tree, seen: Look, header: Sequence[str]) -> tuple[int, frozenset[int]]:
    """The window, dialog or document that holds everything visible (-1: none); and the nodes that need not be printed for it.

    These are itself and the containers around it, if they say nothing that the `header` does not, and what stands for the desktop.
    """
    around: list[int] = []
    last = seen.kept[-1] if seen.kept else -1
    root = -1
    stop: Role | None = None
    for i in seen.kept:
        node = tree[i]
        stop = node.role
        if tree.end(i) <= last or node.minimized:
            break
        if node.role in _SURFACES:
            root = -1 if _says_more(node, header) else i
            break
        if node.can or node.focused or (node.role not in CONTAINERS and node.role is not Role.GENERIC):
            break
        around.append(i)
    below = stop in _WINDOWS
    passed = {i for i in around if not tree[i].value and ((below and _is_desktop(tree, i)) or _is_said(tree[i].name, header))}
    return root, frozenset(passed | {root} - {-1})


def _says_more(node: Node, header: Sequence[str]) -> bool:
    """True for a window or document that must be printed, because the header has no place for what it says."""
    return bool(
        node.value
        or (any(header[:1]) and not _is_said(node.name, header[:1]))
        or node.busy
        or node.invalid
        or node.enabled is False
        or not set(node.can) <= {"focus", "scroll", "click"}
    )


def _is_desktop(tree: Tree, i: int) -> bool:
    """True for what stands around windows without being a part of any."""
    role = tree[i].role
    return role is Role.APPLICATION or (tree.parent(i) is None and role in (Role.GENERIC, Role.GROUP))


def _is_said(name: str, header: Sequence[str]) -> bool:
    return not name or any(find(name, words) >= 0 for words in header)

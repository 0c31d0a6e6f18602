"""Whether two looks show the same page or window: by its dialect, address and identity, and how much of it is still there."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from lumos_layer.perception.draft import Draft, DumpFormat
from lumos_layer.perception.marks import is_trusted
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Role, Tree

_KEPT = 5  # one in so many of the names that are there again is enough for a window to be the same
_ROUTES = ("/", "!")  # a fragment that begins so is the address of a page that a script shows


def may_be_same(before: Observation, draft: Draft, tree: Tree, dialect: DumpFormat) -> bool:
    """False if dialect, address or the document's own id say that this is another page; what is not given says nothing."""
    if before.format != dialect.name:
        return False
    if before.url and draft.url and page_of(before.url) != page_of(draft.url):
        return False
    one, other = document_of(before.tree), document_of(tree)
    return not one or not other or one == other


def page_of(url: str) -> tuple[object, ...]:
    """What tells a page from others: its address, whatever the order of its query, and of the fragment only a script's route."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return (url.partition("#")[0],)
    route = parts.fragment if parts.fragment.startswith(_ROUTES) else ""
    host = parts.netloc.rpartition("@")[2].lower()
    return parts.scheme.lower(), host, parts.path or "/", tuple(sorted(parse_qsl(parts.query, keep_blank_values=True))), route


def document_of(tree: Tree) -> str:
    """The platform's id of the one document that is the whole tree; a page that is loaded again gets another."""
    root = _only_root(tree)
    return root.native_id if root is not None and root.role is Role.DOCUMENT else ""


def _only_root(tree: Tree) -> Node | None:
    return tree[0] if len(tree) > 0 and tree.end(0) == len(tree) else None


def is_one_window(before: Observation, after: Tree) -> bool:
    """True if the platform calls the one window that is the whole tree as it did: it is the same, whatever is in it now."""
    window, other = _only_root(before.tree), _only_root(after)
    if window is None or other is None or not is_trusted(before.format):
        return False
    return window.role is other.role is Role.WINDOW and window.native_id == other.native_id != ""


def is_there_still(before: Tree, after: Tree) -> bool:
    """True if enough names of the one are in the other: a look in which everything is new shows another window."""
    named, come = _names(before), _names(after)
    return len(named & come) * _KEPT >= min(len(named), len(come))


def _names(tree: Tree) -> set[tuple[Role, str]]:
    return {(node.role, node.name) for node in tree if node.name and not node.hidden}

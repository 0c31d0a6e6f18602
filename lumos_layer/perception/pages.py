"""Whether two looks show the same page or window: by its dialect, address and identity, and how much of it is still there."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from lumos_layer.diff import Matching
from lumos_layer.perception.draft import Draft, DumpFormat
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Role, Tree

_KEPT = 5  # one in so many of the named elements that are there again is enough for a window to be the same
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
    is_one = len(tree) > 0 and tree.end(0) == len(tree) and tree[0].role is Role.DOCUMENT
    return tree[0].native_id if is_one else ""


def is_there_still(before: Tree, after: Tree, matching: Matching) -> bool:
    """True if enough of what has a name is there still: a look in which everything is new shows another window."""
    named = [i for i, node in enumerate(before) if node.name and not node.hidden]
    come = sum(1 for node in after if node.name and not node.hidden)
    kept = sum(1 for i in named if (j := matching.forward[i]) >= 0 and after[j].name == before[i].name)
    return kept * _KEPT >= min(len(named), come)

"""Why a screen on which something is not does not show that it is gone: it is another place, or something lies before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lumos_layer.actions.documents import LOOKING
from lumos_layer.perception.words import DIALOGS
from lumos_layer.state.checks import ElementCheck
from lumos_layer.state.probing import ActSeen
from lumos_layer.tree import Role
from lumos_layer.verification.texts import normal
from lumos_layer.verification.undoing import landed
from lumos_layer.verification.words import Words

_GOES = frozenset(("open_url", "open_app", "switch_window"))
_LEADS = frozenset(role.value for role in (Role.LINK, Role.TAB, Role.TREEITEM, Role.OPTION, Role.LISTITEM, Role.ROW))
_WORD = re.compile(r"[^\W\d_]+")
_ANYWHERE = frozenset(  # words that tell nothing of a place
    (
        "the", "this", "that", "not", "and", "any", "more", "has", "have", "been", "was",
        "are", "for", "from", "with", "page", "app", "list", "there", "longer", "gone", "home",
        "index", "main", "https", "http", "www", "com", "org", "net", "html", "example",
    )
)  # fmt: skip
_STAYS = LOOKING | {"hover", "focus", "scroll", "scroll_to", "scroll_into_view"}


def behind_a_dialog(check: ElementCheck, words: Words) -> str:
    """Why nothing is known of the rest: a modal dialog is open, and the dump tells nothing of what lies behind it.

    Empty: there is none, or it does, as most dumps do.
    """
    if check.role in DIALOGS:
        return ""
    tree = words.tree
    modal = next((i for i in words.visible if tree[i].modal), -1)
    if modal < 0:
        return ""
    above, inside = set(tree.ancestors(modal)), range(modal, tree.end(modal))
    if any(i not in inside and i not in above for i in words.visible):
        return ""
    if not any(node.hidden and i not in inside for i, node in enumerate(tree)):
        return ""
    return f"{words.name(modal)[:80]!r} lies before it, and what is behind is not told"


def gone_elsewhere(check: ElementCheck, words: Words, acts: Sequence[ActSeen], intent: str) -> str:
    """Why it may be somewhere else: the run has just gone to this screen, which does not say that it is the place that is meant.

    Empty: it says so, or the check names a place, or something was done here.
    """
    if check.within or check.app or not (check.name or check.identifier or check.text_contains):
        return ""
    last = next((act for act in reversed(acts) if landed(act) and act.verb not in _STAYS), None)
    if last is None or not (last.verb in _GOES or (last.verb in ("click", "double_click", "select") and last.role in _LEADS)):
        return ""
    if _share(_place(words), f"{intent} {check.name} {check.text_contains}"):
        return ""
    return "this screen was just gone to, and nothing on it says that it is the place that is meant"


def _place(words: Words) -> Iterator[str]:
    """What says where one is: title, address, headings, what is chosen in a list of places or row of tabs."""
    observation = words.observation
    yield from (observation.title, observation.app, observation.url)
    yield from (words.name(i) for i in words.visible if words.tree[i].role is Role.HEADING or words.tree[i].selected)


def _share(texts: Iterator[str], wanted: str) -> bool:
    meant = _words(wanted)
    return any(meant & _words(text) for text in texts)


def _words(text: str) -> set[str]:
    """The beginnings of the words that tell something: `order` of `orders`, `주문` of `주문이`."""
    told = (word for word in _WORD.findall(normal(text).casefold()) if len(word) > 1 and word not in _ANYWHERE)
    return {word[: 4 if word.isascii() else 2] for word in told}

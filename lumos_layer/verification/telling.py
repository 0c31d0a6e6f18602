"""What a screen says by its texts, messages and lines, and which of that is not understood beside an address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumos_layer.perception.words import DIALOGS, ROWS
from lumos_layer.state.probing import ActSeen
from lumos_layer.tree import Node, Role
from lumos_layer.verification.against import CELLS
from lumos_layer.verification.came_about import came_about, comes_about
from lumos_layer.verification.claimed import Claimed
from lumos_layer.verification.earlier import Look, before_act
from lumos_layer.verification.states import SAY_THEMSELVES
from lumos_layer.verification.understood import Understood
from lumos_layer.verification.words import PASSING, Words

_SAYS = SAY_THEMSELVES | PASSING | ROWS | {Role.PROGRESSBAR}  # what tells by its words
LINES = SAY_THEMSELVES - {Role.LISTITEM} - CELLS
_PRESSED = frozenset((Role.TEXT, Role.GENERIC, Role.PARAGRAPH))  # a button by another role, where it can be clicked
_SHOUTS = (PASSING - {Role.LOG, Role.TIMER, Role.TOOLTIP, Role.MARQUEE}) | DIALOGS
_SOME = 8  # lines under a heading that are read


def not_understood_message(
    words: Words, wanted: Sequence[str], intent: str, acts: Sequence[ActSeen], earlier: Sequence[Look]
) -> str:
    """The first message on the screen that is not understood, where something is to have come about; empty: there is none.

    What stood there already on the look before the last act is no news.
    """
    if not came_about(intent):
        return ""
    understood = understood_for(words, wanted, intent, acts)
    old = before_act(earlier, acts, acts[-1].name) if acts else None
    said = (text for text, _ in messages(words) if old is None or not old.held(text))
    return next((text for text in said if understood.lacking(text)), "")


def not_understood_line(words: Words, wanted: Sequence[str], intent: str, acts: Sequence[ActSeen], earlier: Sequence[Look]) -> str:
    """The first line of what a page is about that speaks against it, where something is to have come about; empty: none does.

    Where no look before is kept, only what stands under a heading is taken for that.
    """
    if not comes_about(intent, acts):
        return ""
    understood = understood_for(words, wanted, intent, acts)
    old = before_act(earlier, acts, acts[-1].name) if acts else None
    lines = words.main_lines
    if old is None:
        heading = next((i for i in lines if words.tree[i].role is Role.HEADING), len(words.tree))
        lines = [i for i in lines if i > heading and words.part(i) == words.part(heading)][:_SOME]
    said = (text for i in lines for text in said_by(i, words, LINES) if old is None or not old.held(text))
    return next((text for text in said if understood.against(text)), "")


def understood_for(words: Words, wanted: Sequence[str], intent: str, acts: Sequence[ActSeen]) -> Understood:
    said = (act.text for act in acts)  # not what was pressed: what `Cancel` brings is not known by its name
    return Understood((*wanted, intent, *said, words.observation.app), Claimed(intent))


def messages(words: Words, own: int = -1) -> Iterator[tuple[str, bool]]:
    """What messages and dialogs say, but for the dialog that the thing stands in; and whether all of it has to be understood.

    A dialog beside which one can go on may hold other things, too.
    """
    for i in words.visible:
        dialog, passing = words.dialog(i), words.passing(i) >= 0
        if own >= 0 and dialog == own and not passing:
            continue
        if words.tree[i].role in _SHOUTS or passing or dialog >= 0:
            loud = passing or dialog < 0 or words.tree[dialog].modal or words.tree[dialog].role is Role.ALERTDIALOG
            yield from ((text, loud) for text in said_by(i, words))


def said_by(i: int, words: Words, roles: frozenset[Role] = _SAYS) -> tuple[str, ...]:
    """What a node says that is no control."""
    node = words.tree[i]
    if node.role not in roles or ("click" in node.can and node.role in _PRESSED) or _is_full(node):
        return ()
    return words.own(i)


def _is_full(node: Node) -> bool:
    """True for progress that has come to its end."""
    return node.role is Role.PROGRESSBAR and (node.value or "").rstrip(" %") == f"{node.maximum or 100:g}"

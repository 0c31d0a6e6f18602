"""What all kinds of steps have in common: the only element that fits, and whether what is asked for is so already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lumos_layer.planning.rules.moves import Act, Blocked, Fulfilled, Missing, Move, Unclear
from lumos_layer.planning.rules.screen import Document, Documents, Fit, Screen
from lumos_layer.planning.rules.words import ALIKE, BEGINS, WITHIN, Wanted

# How sure it is that an element is meant that is so like what the goal calls it.
_SURE = ((ALIKE, 1.0), (BEGINS, 0.95), (WITHIN, 0.9), (0, 0.75))


@dataclass(frozen=True)
class At:
    """Where a step is tried: the screen; how often in vain, with how many acts so far; what is carried along, what forbidden."""

    screen: Screen
    tries: int = 0
    acts: int = 0
    values: Sequence[tuple[str, str]] = ()
    forbidden: Sequence[Wanted] = ()
    fresh: Sequence[str] = ()  # what the last act brought to the screen or was done on, as a delta writes it


def one(at: At, wanted: Wanted, documents: Documents, why: str, *, final: bool = True, least: int = WITHIN) -> Move:
    """The action on the only element that fits."""
    fits = at.screen.fitting(wanted, documents, least)
    return only_of(at, wanted, fits, why, final)


def only_of(at: At, wanted: Wanted, fits: Sequence[Fit], why: str, final: bool = True) -> Move:
    if not fits:
        return Missing(wanted)
    if len(fits) > 1:
        labels = at.screen.labels([fit.node for fit in fits])
        return Unclear(f"Several elements fit {wanted}. Which is meant?", tuple(labels))
    fit = fits[0]
    if fit.reason:
        return Blocked(fit.against, fit.reason, fit.node, fit.document)
    sure = next(sure for like, sure in _SURE if fit.like + len(wanted.names) >= 10 * like)
    return Act(fit.document, f"{why}: {at.screen.labels([fit.node])[0]}.", final, sure)


def turned(documents: Sequence[Document], tries: int) -> Sequence[Document]:
    """After a try in vain the next way goes first."""
    turn = tries % len(documents) if documents else 0
    return [*documents[turn:], *documents[:turn]]


def unless_held(made: Move, at: At, text: str) -> Move:
    """Nothing to do where the field holds the text already."""
    if isinstance(made, Act):
        node = at.screen.tree[at.screen.observation.refs[made.document["ref"]]]
        if not node.protected and (node.value or "") == text:
            return Fulfilled(f"{at.screen.name(at.screen.observation.refs[made.document['ref']])} holds {text[:80]!r}.")
    return made


def holds_already(screen: Screen, document: Document) -> bool:
    """True if what the action would bring about is so already."""
    node = screen.tree[screen.observation.refs[document["ref"]]]
    match document["type"]:
        case "set_checked":
            return ("true" if document["checked"] else "false") in (node.checked, node.pressed)
        case "set_value":
            return bool(number_in(node.value or "") == document["value"])
        case "select":
            if "option" in document:
                return bool((node.value or "") == document["option"])
            return node.selected is True or node.checked == "true"
        case "set_text":
            return not node.protected and bool((node.value or "") == document["text"])
    return False


def number_in(value: str) -> float | None:
    try:
        return float(value.strip().rstrip("%").replace(",", ""))
    except ValueError:
        return None


def called(screen: Screen, what: Wanted) -> list[int]:
    """Windows, forms and groups that are called by the first of the names that any is called by."""
    return next((found for name in what.names if (found := screen.holders(name))), [])

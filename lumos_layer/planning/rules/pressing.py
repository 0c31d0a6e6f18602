"""Steps that press, open, close and confirm."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lumos_layer.planning.popups import popup_at
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.bilingual import other_names
from lumos_layer.planning.rules.key_names import key_of
from lumos_layer.planning.rules.moves import Act, Fulfilled, Missing, Move, Unclear
from lumos_layer.planning.rules.screen import Document, Documents, Screen
from lumos_layer.planning.rules.trying import At, holds_already, one, only_of, turned
from lumos_layer.planning.rules.words import ALIKE, SAME, SMALL, WITHIN, Wanted, likeness, plain, tokens
from lumos_layer.tree import Role

_SURE = ("yes", "ok", "okay", "continue", "confirm", "예", "네", "확인", "계속")
_ALLOWING = ("allow", "permit", "grant", "yes", "허용", "예")
_NEGATED = re.compile(r"(?:don't|do not|never|discard|without|close without|quit without)\b")
_BUTTONS = frozenset((Role.BUTTON, Role.MENUITEM))
_TYPED_IN = frozenset((Role.TEXTBOX, Role.SEARCHBOX))
_OPENED_TWICE = frozenset((Role.ROW, Role.TREEITEM, Role.GRIDCELL))  # a single press only selects them


def press(step: st.Press, at: At) -> Move:
    screen = at.screen
    if step.unless is not None and screen.shows_named(step.unless):
        return Fulfilled(f"{step.unless} can be seen already.")
    if any(is_forbidden(name, at.forbidden) for name in step.what.names[:1]):
        return Unclear(f"The goal forbids to press {step.what}, and asks for it as well. What is meant?")

    def documents(i: int) -> list[Document]:
        ref = screen.ref(i)
        if step.how != "click":
            return [{"type": step.how, "ref": ref}]
        return [{"type": "click", "ref": ref}, {"type": "select", "ref": ref}, {"type": "expand", "ref": ref, "expanded": True}]

    fits = screen.fitting(step.what, documents)
    if step.how == "double_click" and len(fits) > 1:  # what opens so goes before what opens at once
        fits = [fit for fit in fits if screen.tree[fit.node].role in _OPENED_TWICE] or fits
    if len(fits) == 1 and fits[0].node == screen.observation.focus and screen.tree[fits[0].node].role in _TYPED_IN:
        return Fulfilled(f"{step.what} has the keyboard.")
    return only_of(at, step.what, fits, "Press")


def named(step: st.Named, at: At) -> Move:
    screen = at.screen

    def documents(i: int) -> list[Document]:
        ref = screen.ref(i)
        return [{"type": "set_checked", "ref": ref, "checked": True}, {"type": "click", "ref": ref}]

    made = one(at, step.what, documents, "Press", least=ALIKE)
    if isinstance(made, Missing):
        said = tokens(step.what.names[0])
        fits = [
            fit for i in screen.within(screen.dialog) if _is_said_by(screen.name(i), said) and (fit := screen.fit(i, documents(i)))
        ]
        made = only_of(at, step.what, fits, "Press") if len(fits) == 1 else made
    return Fulfilled(f"{step.what} is on.") if isinstance(made, Act) and holds_already(screen, made.document) else made


def _is_said_by(name: str, said: Sequence[str]) -> bool:
    """True if a command says all words of the name, in their order and from its first on: `Pin the note to the top`."""
    words = [token for token in tokens(name) if token not in SMALL]
    if len(words) < 2 or not said or words[0] != said[0]:
        return False
    rest = iter(said)
    return all(word in rest for word in words)


def is_forbidden(name: str, forbidden: Sequence[Wanted]) -> bool:
    return any(likeness(name, each) >= WITHIN for wanted in forbidden for each in wanted.names)


def open_named(step: st.Open, at: At) -> Move:
    screen = at.screen
    if step.unless is not None and screen.shows_named(step.unless):
        return Fulfilled(f"{step.unless} can be seen already.")
    if step.program:
        return Act({"type": "open_app", "app": step.what.names[0]}, f"Start {step.what}.")

    def documents(i: int) -> list[Document]:
        ref, node = screen.ref(i), screen.tree[i]
        if "expand" in node.can:
            return [{"type": "expand", "ref": ref, "expanded": True}]
        once = [{"type": "click", "ref": ref}, {"type": "select", "ref": ref}]
        twice: Document = {"type": "double_click", "ref": ref}
        listed = node.role is Role.LISTITEM and "select" in node.can
        if node.role in _OPENED_TWICE or listed:
            return [twice, *once]  # to choose it instead would not open it
        return list(turned([*once, twice], at.tries))

    fits = screen.fitting(step.what, documents)
    if len(fits) > 1:  # what is opened goes before a button that does something with it
        leading = [fit for fit in fits if screen.tree[fit.node].role is not Role.BUTTON]
        fits = leading if len(leading) == 1 else fits
    if len(fits) == 1 and screen.tree[fits[0].node].expanded and "expand" in screen.tree[fits[0].node].can:
        return Fulfilled(f"{step.what} is open.")
    if len(fits) == 1 and screen.tree[fits[0].node].selected and screen.tree[fits[0].node].role not in _OPENED_TWICE:
        return Fulfilled(f"{step.what} is chosen already.")
    return only_of(at, step.what, fits, "Open")


def close(step: st.Close, at: At) -> Move:
    screen = at.screen
    if screen.dialog is not None and (
        step.what is None or _is_dialog(step.what) or likeness(screen.name(screen.dialog), str(step.what.names[0]))
    ):
        closing = popup_at(screen.observation, screen.dialog).closing
        if closing is not None:
            return Act({"type": "click", "ref": closing}, "Close the dialog.")
        return Act({"type": "press_key", "key": "Escape"}, "Close the dialog.")
    if step.what is not None and _is_dialog(step.what):
        return Fulfilled("No dialog is open.")
    named = [f"Close {name}" for name in step.what.names] if step.what else []
    within = step.what.names[0] if step.what and not _is_plain_window(step.what) else ""
    closing_names = Wanted((*named, "Close", "닫기"))
    documents: Documents = lambda i: [{"type": "click", "ref": screen.ref(i)}] if "click" in screen.tree[i].can else []  # noqa: E731
    fits = screen.fitting(closing_names, documents)
    if len(fits) > 1 and within:
        fits = [
            fit
            for fit in fits
            if (window := screen.window_of(fit.node)) is not None and likeness(screen.name(window), within) >= WITHIN
        ]
    return only_of(at, closing_names, fits, "Close")


def _is_dialog(what: Wanted) -> bool:
    return any(plain(name) in ("dialog", "popup", "pop-up", "대화상자", "팝업", "대화 상자") for name in what.names)


def _is_plain_window(what: Wanted) -> bool:
    return any(plain(name) in ("window", "the window", "it", "창") for name in what.names)


def confirm(step: st.Confirm, at: At) -> Move:
    """The button of an open dialog that does what the goal asks for."""
    screen = at.screen
    if screen.dialog is None:
        return Fulfilled("Nothing more is asked.")
    if step.thing and not _is_about(screen, screen.dialog, step.thing):
        return Fulfilled("What is asked is about something else.")
    buttons = [i for i in screen.within(screen.dialog) if screen.tree[i].role in (Role.BUTTON, Role.LINK)]
    for words in (step.words, _SURE):
        meant = [i for i in buttons if any(_says(word, screen.name(i)) for word in words)]
        fits = [fit for i in meant if (fit := screen.fit(i, [{"type": "click", "ref": screen.ref(i)}])) is not None]
        if fits and (words is step.words or _speaks_of(screen, screen.dialog, step)):
            return only_of(at, Wanted((step.about,)), fits, "Confirm")
    return Fulfilled("What is asked is something else.")


def allow(step: st.Allow, at: At) -> Move:
    """The button that agrees, in a dialog that asks for leave; else the switch or button that is called so."""
    screen = at.screen
    if screen.dialog is not None:
        buttons = [i for i in screen.within(screen.dialog) if screen.tree[i].role in (Role.BUTTON, Role.LINK)]
        meant = [i for i in buttons if any(_says(word, screen.name(i)) for word in _ALLOWING)]
        fits = [fit for i in meant if (fit := screen.fit(i, [{"type": "click", "ref": screen.ref(i)}])) is not None]
        return only_of(at, Wanted(("Allow",)), fits, "Allow")
    if at.tries == 0 and at.acts == 0:
        return Act({"type": "wait_for_change", "seconds": 2.0}, "A question may be about to come.", final=False)
    names = Wanted((*(f"Allow {name}" for name in step.what.names), *step.what.names))

    def documents(i: int) -> list[Document]:
        ref = screen.ref(i)
        return [{"type": "set_checked", "ref": ref, "checked": True}, {"type": "click", "ref": ref}]

    made = one(at, names, documents, "Allow")
    return Fulfilled(f"{step.what} is on.") if isinstance(made, Act) and holds_already(screen, made.document) else made


def _is_about(screen: Screen, dialog: int, thing: Sequence[str]) -> bool:
    """True if the dialog names the thing, in its words or in what its fields hold."""
    inside = [i for i in screen.observation.kept if dialog <= i < screen.tree.end(dialog)]
    words = plain(" ".join(f"{screen.name(i)} {screen.tree[i].value or ''}" for i in inside))
    return any(plain(name) in words for name in thing)


def _says(words: str, name: str) -> bool:
    """True if the words stand in the name, as words of their own; `Don't Save` does not say `save`."""
    said = plain(name).replace("’", "'")
    if not words.isascii():
        return words in name
    return f" {words} " in f" {said} " and (not _NEGATED.match(said) or bool(_NEGATED.match(words)))


def _speaks_of(screen: Screen, dialog: int, step: st.Confirm) -> bool:
    """True if the dialog's own words name what the goal asks for; a plain yes is not given to anything else."""
    popup = popup_at(screen.observation, dialog)
    text = plain(" ".join((popup.name, *popup.words)))
    return any(word in text for word in step.words)


def key(step: st.Key, at: At) -> Move:
    key = key_of(step.key)
    if key is None:
        return Unclear(f"Which key is {step.key!r}?")
    if step.into is None and step.maybe:
        screen, button = at.screen, Wanted((step.key, *other_names(step.key)), quoted=True)
        fits = screen.fitting(
            button, lambda i: [{"type": "click", "ref": screen.ref(i)}] if screen.tree[i].role in _BUTTONS else [], SAME
        )
        if len(fits) == 1 and not fits[0].reason:
            return only_of(at, button, fits, "Press")
    if step.into is None:
        return Act({"type": "press_key", "key": key}, f"Press {key}.")
    return one(at, step.into, lambda i: [{"type": "press_key", "key": key, "ref": at.screen.ref(i)}], f"Press {key}")


def drag(step: st.Drag, at: At) -> Move:
    screen = at.screen
    ends = screen.fitting(step.to, lambda i: [{"type": "hover", "ref": screen.ref(i)}, {"type": "focus", "ref": screen.ref(i)}])
    if len(ends) != 1:
        return only_of(at, step.to, ends, "Drag to")
    end = {"ref": screen.ref(ends[0].node)}
    return one(at, step.what, lambda i: [{"type": "drag", "start": {"ref": screen.ref(i)}, "end": end}], "Drag")

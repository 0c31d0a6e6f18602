"""Steps that put texts and values into fields, also from one place into another."""

from __future__ import annotations

from typing import Any

from lumos_layer.actions.target import CHOOSERS, target_of
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.choosing import chosen_in, option_meant
from lumos_layer.planning.rules.moves import Act, Fulfilled, Missing, Move, Unclear
from lumos_layer.planning.rules.screen import Document, Documents, Fit, Screen
from lumos_layer.planning.rules.sources import fitted, for_field, values_of
from lumos_layer.planning.rules.trying import At, called, holds_already, number_in, one, only_of, unless_held
from lumos_layer.planning.rules.words import Wanted, plain
from lumos_layer.tree import Role

ON = frozenset(("on", "true", "yes", "checked", "enabled", "켜기", "켬", "예", "켜짐"))
OFF = frozenset(("off", "false", "no", "unchecked", "disabled", "끄기", "끔", "아니요", "꺼짐"))
_TEXTS = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX))


def _text(text: str, secret: bool) -> Any:
    return {"secret": text} if secret else text


def write(step: st.Write, at: At) -> Move:
    screen = at.screen
    verb = "type_text" if step.added else "set_text"

    def documents(i: int) -> list[Document]:
        before = screen.tree[i].value or ""
        text = f"\n{step.text}" if step.line and before and not before.endswith("\n") else step.text
        return [{"type": verb, "ref": screen.ref(i), "text": _text(text, step.secret)}]

    if step.into is None:
        fits = _only_field(at, documents, step.inside)
        if len(fits) > 1:
            return Unclear(f"Into which field does {step.text[:80]!r} go?", tuple(screen.labels([fit.node for fit in fits])))
        made = only_of(at, Wanted(("a field to write in",)), fits, "Write")
    else:
        made = one(at, step.into, documents, "Write")
        if isinstance(made, Missing) and step.loosely and len(fits := _only_field(at, documents, step.inside)) == 1:
            made = only_of(at, step.into, fits, "Write")
    return made if step.added else unless_held(made, at, step.text)


def _only_field(at: At, documents: Documents, place: Wanted | None) -> list[Fit]:
    """The fields of the dialog on top, else of the screen or of the place; in a dialog the one that has the focus alone."""
    screen = at.screen
    focus = screen.observation.focus
    inside = screen.within(screen.dialog)
    fields = [i for i in inside if _is_for_writing(screen, i)]
    holders = called(screen, place) if place is not None and screen.dialog is None else []
    fields = [i for i in fields if any(_stands_in(screen, i, holder) for holder in holders)] or fields
    if focus in fields and screen.dialog is not None:
        fields = [i for i in fields if i == focus]
    fits = [fit for i in fields if (fit := screen.fit(i, documents(i))) is not None]
    usable = [fit for fit in fits if not fit.reason] or fits
    usable = [fit for fit in usable if _is_fresh(at, fit.node)] or usable
    answered = [fit for fit in usable if plain(screen.labels([fit.node])[0]) in screen.hints]
    return answered or usable


def _is_for_writing(screen: Screen, i: int) -> bool:
    """True for a field, and for a document that is edited as a whole, as in a text editor."""
    node = screen.tree[i]
    return not node.readonly and (node.role in _TEXTS or (node.role is Role.DOCUMENT and "type" in node.can))


def _is_fresh(at: At, i: int) -> bool:
    """True for what came with the last act or was acted on: in a delta an element begins with the number of its ref."""
    number = at.screen.ref(i)[1:]
    return any(words.startswith((f"{number} ", f"{number}.")) for words in at.fresh)


def set_to(step: st.SetTo, at: At) -> Move:
    screen = at.screen

    def documents(i: int) -> list[Document]:
        return setting(screen, i, step.value)

    fits = screen.fitting(step.what, documents)
    if not fits:
        return _radio_in(step, at) or _without_option(step, at) or Missing(step.what)
    made = only_of(at, step.what, fits, "Set")
    if isinstance(made, Act) and holds_already(screen, made.document):
        return Fulfilled(f"{step.what} is {step.value[:80]!r}.")
    return made


def _without_option(step: st.SetTo, at: At) -> Move | None:
    """A list that is called so, and has no such option."""
    screen = at.screen
    lists = screen.fitting(
        step.what, lambda i: [{"type": "focus", "ref": screen.ref(i)}] if screen.tree[i].role in CHOOSERS else []
    )
    options = target_of(screen.observation, lists[0].node).options if len(lists) == 1 else None
    return Unclear(f"{step.what} has no option {step.value[:80]!r}. Which is meant?", options) if options else None


def setting(screen: Screen, i: int, value: str) -> list[Document]:
    """The actions that bring the element to the value, by what it is."""
    ref, node, words = screen.ref(i), screen.tree[i], plain(value)
    made: list[Document] = []
    if words in ON or words in OFF:
        made.append({"type": "set_checked", "ref": ref, "checked": words in ON})
    if "range" in node.can and (number := number_in(value)) is not None:
        made.append({"type": "set_value", "ref": ref, "value": number})
    if node.role in CHOOSERS and (option := option_meant(screen, i, value)) is not None:
        made.append({"type": "select", "ref": ref, "option": option})
    if node.role in (Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX) or "type" in node.can or "set_value" in node.can:
        made.append({"type": "set_text", "ref": ref, "text": value})
    return made


def _radio_in(step: st.SetTo, at: At) -> Move | None:
    """`Theme` to `Dark`: the choice `Dark` in a group of that name."""
    for holder in called(at.screen, step.what):
        made = chosen_in(at, holder, Wanted((step.value,)))
        if not isinstance(made, Missing):
            return made
    return None


def copy(step: st.Copy, at: At) -> Move:
    shown = values_of(at.screen, step.source, at.values)
    if not shown:
        return Missing(step.source)
    if len(shown) > 1:
        answered = [each for each in shown if plain(each.value) in at.screen.hints]
        if len(answered) != 1:
            return Unclear(f"Which value is {step.source}?", tuple(dict.fromkeys(each.value[:200] for each in shown)))
        shown = answered
    value = shown[0].value

    def documents(i: int) -> list[Document]:
        return [] if i == shown[0].node else setting(at.screen, i, fitted(at.screen, i, value))

    made = one(at, step.into, documents, f"Copy {value[:80]!r}")
    if isinstance(made, Act) and holds_already(at.screen, made.document):
        return Fulfilled(f"{step.into} holds {value[:80]!r}.")
    return made


def fill_from(step: st.FillFrom, at: At) -> Move:
    """One empty field after the other; where a required one finds no value a person has to give it."""
    screen = at.screen
    forms = called(screen, step.form)
    sources = [i for i in called(screen, step.source) if not any(_stands_in(screen, i, form) for form in forms)]
    if not forms:
        return Missing(step.form)
    if not sources:
        return Missing(step.source)
    shown = [i for i in screen.observation.kept if any(_stands_in(screen, i, source) for source in sources)]
    left = []
    for field in [i for i in screen.elements if _is_empty_field(screen, i) and any(_stands_in(screen, i, form) for form in forms)]:
        values = for_field(screen, field, shown)
        if len(values) == 1:
            fit = screen.fit(field, setting(screen, field, fitted(screen, field, values[0].value)))
            if fit is not None and not fit.reason:
                why = f"{screen.name(field)} is {values[0].value[:80]!r} there ({values[0].label[:60]})."
                return Act(fit.document, why, final=False)
        if screen.tree[field].required or values:
            left.append(field)
    if left:
        return Unclear(f"What does {screen.name(left[0])} hold? {step.source} does not say it.")
    return Fulfilled(f"All that {step.source} says stands in the form.")


def _stands_in(screen: Screen, i: int, holder: int) -> bool:
    return holder <= i < screen.tree.end(holder)


def _is_empty_field(screen: Screen, i: int) -> bool:
    node = screen.tree[i]
    return node.role in _TEXTS and not node.value and not node.readonly and not node.protected and node.enabled is not False

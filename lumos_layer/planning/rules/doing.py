"""Steps on a screen: for each kind of step one function, which says what to do next for it (see MOVES)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from lumos_layer.actions.target import CHOOSERS, target_of
from lumos_layer.planning.popups import popup_at
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.key_names import key_of
from lumos_layer.planning.rules.moves import Act, Blocked, Fulfilled, Missing, Move, Unclear
from lumos_layer.planning.rules.screen import Document, Documents, Fit, Screen
from lumos_layer.planning.rules.sources import fitted, for_field, values_of
from lumos_layer.planning.rules.words import ALIKE, AROUND, SAME, WITHIN, Wanted, closeness, likeness, plain
from lumos_layer.tree import Role

_ON = frozenset(("on", "true", "yes", "checked", "enabled", "켜기", "켬", "예", "켜짐"))
_OFF = frozenset(("off", "false", "no", "unchecked", "disabled", "끄기", "끔", "아니요", "꺼짐"))
_SURE = ("yes", "ok", "okay", "continue", "confirm", "예", "네", "확인", "계속")
_SEARCHING = ("search", "find", "query", "keywords", "look for", "검색", "찾기", "검색어")
_SEND_SEARCH = Wanted(("Search", "Find", "Go", "Look up", "검색", "찾기"))
_TEXTS = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX))
_OPENED_TWICE = frozenset((Role.ROW, Role.TREEITEM, Role.GRIDCELL))  # a single press only selects them
_LOOKS = 5  # for what is to go
_WAITS = 10.0  # seconds in which words are waited for


@dataclass(frozen=True)
class At:
    """Where a step is tried: the screen, how often it was tried in vain, how many acts it took so far, what is carried along, what must not be pressed."""

    screen: Screen
    tries: int = 0
    acts: int = 0
    values: Sequence[tuple[str, str]] = ()
    forbidden: Sequence[Wanted] = ()


def move(step: st.Step, at: At) -> Move:
    """What to do next for the step."""
    return MOVES[type(step)](step, at)


def _one(at: At, wanted: Wanted, documents: Documents, why: str, *, final: bool = True, least: int = WITHIN) -> Move:
    """The action on the only element that fits."""
    fits = at.screen.fitting(wanted, documents, least)
    return _of(at, wanted, fits, why, final)


def _of(at: At, wanted: Wanted, fits: Sequence[Fit], why: str, final: bool = True) -> Move:
    if not fits:
        return Missing(wanted)
    if len(fits) > 1:
        labels = at.screen.labels([fit.node for fit in fits])
        return Unclear(f"Several elements fit {wanted}. Which is meant?", tuple(labels))
    fit = fits[0]
    if fit.reason:
        return Blocked(fit.against, fit.reason, fit.node)
    return Act(fit.document, f"{why}: {at.screen.labels([fit.node])[0]}.", final)


def _turned(documents: Sequence[Document], tries: int) -> Sequence[Document]:
    """After a try in vain the next way goes first."""
    turn = tries % len(documents) if documents else 0
    return [*documents[turn:], *documents[:turn]]


# Pressing and opening


def _press(step: st.Press, at: At) -> Move:
    screen = at.screen
    if step.unless is not None and screen.shows_named(step.unless):
        return Fulfilled(f"{step.unless} can be seen already.")
    if any(_is_forbidden(name, at.forbidden) for name in step.what.names[:1]):
        return Unclear(f"The goal forbids to press {step.what}, and asks for it as well. What is meant?")

    def documents(i: int) -> list[Document]:
        ref = screen.ref(i)
        if step.how != "click":
            return [{"type": step.how, "ref": ref}]
        return [{"type": "click", "ref": ref}, {"type": "select", "ref": ref}, {"type": "expand", "ref": ref, "expanded": True}]

    fits = screen.fitting(step.what, documents)
    if step.how == "double_click" and len(fits) > 1:  # what opens so goes before what opens at once
        fits = [fit for fit in fits if screen.tree[fit.node].role in _OPENED_TWICE] or fits
    return _of(at, step.what, fits, "Press")


def _named(step: st.Named, at: At) -> Move:
    return _one(at, step.what, lambda i: [{"type": "click", "ref": at.screen.ref(i)}], "Press", least=ALIKE)


def _is_forbidden(name: str, forbidden: Sequence[Wanted]) -> bool:
    return any(likeness(name, each) >= WITHIN for wanted in forbidden for each in wanted.names)


def _open(step: st.Open, at: At) -> Move:
    screen = at.screen
    if step.program:
        return Act({"type": "open_app", "app": step.what.names[0]}, f"Start {step.what}.")

    def documents(i: int) -> list[Document]:
        ref, node = screen.ref(i), screen.tree[i]
        if "expand" in node.can:
            return [{"type": "expand", "ref": ref, "expanded": True}]
        once = [{"type": "click", "ref": ref}, {"type": "select", "ref": ref}]
        twice: Document = {"type": "double_click", "ref": ref}
        listed = node.role is Role.LISTITEM and "select" in node.can
        return list(_turned([twice, *once] if node.role in _OPENED_TWICE or listed else [*once, twice], at.tries))

    fits = screen.fitting(step.what, documents)
    if len(fits) == 1 and screen.tree[fits[0].node].expanded and "expand" in screen.tree[fits[0].node].can:
        return Fulfilled(f"{step.what} is open.")
    if len(fits) == 1 and screen.tree[fits[0].node].selected and screen.tree[fits[0].node].role not in _OPENED_TWICE:
        return Fulfilled(f"{step.what} is chosen already.")
    return _of(at, step.what, fits, "Open")


# Texts and values


def _text(text: str, secret: bool) -> Any:
    return {"secret": text} if secret else text


def _write(step: st.Write, at: At) -> Move:
    screen = at.screen
    verb = "type_text" if step.added else "set_text"

    def documents(i: int) -> list[Document]:
        return [{"type": verb, "ref": screen.ref(i), "text": _text(step.text, step.secret)}]

    if step.into is None:
        fits = _only_field(at, documents)
        if len(fits) > 1:
            return Unclear(f"Into which field does {step.text[:80]!r} go?", tuple(screen.labels([fit.node for fit in fits])))
        made = _of(at, Wanted(("a field to write in",)), fits, "Write")
    else:
        made = _one(at, step.into, documents, "Write")
    return made if step.added else _unless_held(made, at, step.text)


def _only_field(at: At, documents: Documents) -> list[Fit]:
    """The field that has the focus, or the only one of the dialog, else of the screen."""
    screen = at.screen
    focus = screen.observation.focus
    inside = screen.within(screen.dialog)
    fields = [i for i in inside if screen.tree[i].role in _TEXTS and not screen.tree[i].readonly]
    if focus in fields:
        fields = [i for i in fields if i == focus]
    fits = [fit for i in fields if (fit := screen.fit(i, documents(i))) is not None]
    usable = [fit for fit in fits if not fit.reason] or fits
    answered = [fit for fit in usable if plain(screen.labels([fit.node])[0]) in screen.hints]
    return answered or usable


def _unless_held(made: Move, at: At, text: str) -> Move:
    """Nothing to do where the field holds the text already."""
    if isinstance(made, Act):
        node = at.screen.tree[at.screen.observation.refs[made.document["ref"]]]
        if not node.protected and (node.value or "") == text:
            return Fulfilled(f"{at.screen.name(at.screen.observation.refs[made.document['ref']])} holds {text[:80]!r}.")
    return made


def _set_to(step: st.SetTo, at: At) -> Move:
    screen = at.screen

    def documents(i: int) -> list[Document]:
        return _setting(screen, i, step.value)

    fits = screen.fitting(step.what, documents)
    if not fits:
        return _radio_in(step, at) or _without_option(step, at) or Missing(step.what)
    made = _of(at, step.what, fits, "Set")
    if isinstance(made, Act) and _holds(screen, made.document):
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


def _setting(screen: Screen, i: int, value: str) -> list[Document]:
    """The actions that bring the element to the value, by what it is."""
    ref, node, words = screen.ref(i), screen.tree[i], plain(value)
    made: list[Document] = []
    if words in _ON or words in _OFF:
        made.append({"type": "set_checked", "ref": ref, "checked": words in _ON})
    if "range" in node.can and (number := _number(value)) is not None:
        made.append({"type": "set_value", "ref": ref, "value": number})
    if node.role in CHOOSERS and (option := _option(screen, i, value)) is not None:
        made.append({"type": "select", "ref": ref, "option": option})
    if node.role in (Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX) or "type" in node.can or "set_value" in node.can:
        made.append({"type": "set_text", "ref": ref, "text": value})
    return made


def _number(value: str) -> float | None:
    try:
        return float(value.strip().rstrip("%").replace(",", ""))
    except ValueError:
        return None


def _option(screen: Screen, i: int, value: str) -> str | None:
    """The name of the option that is meant, among those that are known; the value itself where none are."""
    options = target_of(screen.observation, i).options
    if options is None:
        return value
    liked = [(likeness(option, value), option) for option in options]
    best = max(like for like, _ in liked)
    fitting = [option for like, option in liked if like == best]
    return fitting[0] if best >= WITHIN and len(set(fitting)) == 1 else None


def _called(screen: Screen, what: Wanted) -> list[int]:
    """Windows, forms and groups that are called by the first of the names that any is called by."""
    return next((found for name in what.names if (found := screen.holders(name))), [])


def _radio_in(step: st.SetTo, at: At) -> Move | None:
    """`Theme` to `Dark`: the choice `Dark` in a group of that name."""
    for holder in _called(at.screen, step.what):
        made = _chosen_in(at, holder, Wanted((step.value,)))
        if not isinstance(made, Missing):
            return made
    return None


def _holds(screen: Screen, document: Document) -> bool:
    """True if what the action would bring about is so already."""
    node = screen.tree[screen.observation.refs[document["ref"]]]
    match document["type"]:
        case "set_checked":
            return ("true" if document["checked"] else "false") in (node.checked, node.pressed)
        case "set_value":
            return bool(_number(node.value or "") == document["value"])
        case "select":
            if "option" in document:
                return bool((node.value or "") == document["option"])
            return node.selected is True or node.checked == "true"
        case "set_text":
            return not node.protected and bool((node.value or "") == document["text"])
    return False


# One of several, on and off


def _choosing(screen: Screen) -> Documents:
    def documents(i: int) -> list[Document]:
        ref = screen.ref(i)
        made: list[Document] = [{"type": "select", "ref": ref}]
        if screen.tree[i].role in (Role.RADIO, Role.MENUITEMRADIO):
            made.insert(0, {"type": "set_checked", "ref": ref, "checked": True})
        return [*made, {"type": "click", "ref": ref}]

    return documents


def _choose(step: st.Choose, at: At) -> Move:
    screen = at.screen
    if step.unless is not None and screen.shows_named(step.unless):
        return Fulfilled(f"{step.unless} does it at once.")
    if step.inside is not None:
        return _choose_inside(step, at, step.inside)
    made = _one(at, step.option, _choosing(screen), "Choose")
    if isinstance(made, Missing):
        made = _in_some_list(step.option, at)
    return Fulfilled(f"{step.option} is chosen.") if isinstance(made, Act) and _holds(screen, made.document) else made


def _choose_inside(step: st.Choose, at: At, inside: Wanted) -> Move:
    """An option of the list that is called so, or a choice in the group that is."""
    screen, value = at.screen, step.option.names[0]

    def documents(i: int) -> list[Document]:
        if screen.tree[i].role not in CHOOSERS or (option := _option(screen, i, value)) is None:
            return []
        return [{"type": "select", "ref": screen.ref(i), "option": option}]

    made = _one(at, inside, documents, "Choose")
    if isinstance(made, Act):
        return Fulfilled(f"{inside} is {value!r}.") if _holds(screen, made.document) else made
    for holder in _called(screen, inside):
        chosen = _chosen_in(at, holder, step.option)
        if not isinstance(chosen, Missing):
            return chosen
    return made


def _chosen_in(at: At, holder: int, option: Wanted) -> Move:
    screen = at.screen
    documents = _choosing(screen)
    liked = [(closeness(screen.name(i), option), i) for i in screen.within(holder) if i != holder]
    best = max((like for like, _ in liked), default=0)
    if not best:
        return Missing(option)
    fits = [fit for like, i in liked if like == best and (fit := screen.fit(i, documents(i))) is not None]
    made = _of(at, option, fits, "Choose")
    return Fulfilled(f"{option} is chosen.") if isinstance(made, Act) and _holds(screen, made.document) else made


def _in_some_list(option: Wanted, at: At) -> Move:
    """The only list or combobox that has such an option."""
    screen = at.screen
    fits = []
    for i in screen.within(screen.dialog if screen.is_modal else None):
        options = target_of(screen.observation, i).options if screen.tree[i].role in CHOOSERS else None
        meant = [each for each in options or () if any(likeness(each, name, option.quoted) >= SAME for name in option.names)]
        if len(meant) == 1 and (fit := screen.fit(i, [{"type": "select", "ref": screen.ref(i), "option": meant[0]}])) is not None:
            fits.append(fit)
    return _of(at, option, fits, "Choose")


def _check(step: st.Check, at: At) -> Move:
    screen = at.screen

    def documents(i: int) -> list[Document]:
        ref = screen.ref(i)
        made: list[Document] = [{"type": "set_checked", "ref": ref, "checked": step.on}]
        if step.on and screen.tree[i].role in (Role.RADIO, Role.MENUITEMRADIO):
            made.append({"type": "select", "ref": ref})
        return made

    made = _one(at, step.what, documents, "Turn on" if step.on else "Turn off")
    if isinstance(made, Missing):
        made = _one(at, step.what, documents, "Turn on" if step.on else "Turn off", least=AROUND)
    if isinstance(made, Act) and _holds(screen, made.document):
        return Fulfilled(f"{step.what} is {'on' if step.on else 'off'}.")
    return made


# From one place to another


def _copy(step: st.Copy, at: At) -> Move:
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
        return [] if i == shown[0].node else _setting(at.screen, i, fitted(at.screen, i, value))

    made = _one(at, step.into, documents, f"Copy {value[:80]!r}")
    if isinstance(made, Act) and _holds(at.screen, made.document):
        return Fulfilled(f"{step.into} holds {value[:80]!r}.")
    return made


def _fill_from(step: st.FillFrom, at: At) -> Move:
    """One empty field after the other; where a required one finds no value a person has to give it."""
    screen = at.screen
    forms = [i for name in step.form.names for i in screen.holders(name)]
    sources = [
        i for name in step.source.names for i in screen.holders(name) if not any(_stands_in(screen, i, form) for form in forms)
    ]
    if not forms:
        return Missing(step.form)
    if not sources:
        return Missing(step.source)
    shown = [i for i in screen.observation.kept if any(_stands_in(screen, i, source) for source in sources)]
    left = []
    for field in [i for i in screen.elements if _is_empty_field(screen, i) and any(_stands_in(screen, i, form) for form in forms)]:
        values = for_field(screen, field, shown)
        if len(values) == 1:
            fit = screen.fit(field, _setting(screen, field, fitted(screen, field, values[0].value)))
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


def _search(step: st.Search, at: At) -> Move:
    screen = at.screen

    def documents(i: int) -> list[Document]:
        if screen.tree[i].role not in _TEXTS:
            return []
        return [{"type": "set_text", "ref": screen.ref(i), "text": step.words}]

    field = search_field(screen)
    if step.into is not None and (fits := screen.fitting(step.into, documents)):
        made = _of(at, step.into, fits, "Search")
    elif field is None or (fit := screen.fit(field, documents(field))) is None:
        return _open_search(at)
    else:
        made = _of(at, Wanted(("search",)), [fit], "Search")
    return _unless_held(made, at, step.words)


def _open_search(at: At) -> Move:
    """Where there is no field yet: the button that brings it."""
    screen = at.screen
    fits = screen.fitting(
        _SEND_SEARCH, lambda i: [{"type": "click", "ref": screen.ref(i)}] if "click" in screen.tree[i].can else []
    )
    if len(fits) == 1 and not fits[0].reason and at.tries == 0:
        return Act(fits[0].document, "Press what searches.", final=False)
    return Missing(Wanted(("a field to search in",)))


def search_field(screen: Screen) -> int | None:
    """The field that is for searching: by its role, its name, or as the one before a button that searches."""
    fields = [i for i in screen.within(screen.dialog) if screen.tree[i].role in _TEXTS and not screen.tree[i].readonly]
    boxes = [i for i in fields if screen.tree[i].role is Role.SEARCHBOX]
    if len(boxes) == 1:
        return boxes[0]
    named = [i for i in fields if any(likeness(f"{screen.name(i)} {screen.tree[i].hint}", word) >= WITHIN for word in _SEARCHING)]
    if len(named) == 1:
        return named[0]
    button = _search_button(screen)
    before = [i for i in fields if button is not None and i < button]
    return before[-1] if before else None


def _search_button(screen: Screen) -> int | None:
    fits = screen.fitting(
        _SEND_SEARCH, lambda i: [{"type": "click", "ref": screen.ref(i)}] if "click" in screen.tree[i].can else []
    )
    return fits[0].node if len(fits) == 1 else None


def _send_search(step: st.SendSearch, at: At) -> Move:
    """By the button right after the field, or with Enter in it."""
    screen = at.screen
    field, button = search_field(screen), _search_button(screen)
    if button is not None and field is not None and field < button:
        fit = screen.fit(button, [{"type": "click", "ref": screen.ref(button)}])
        if fit is not None and not fit.reason:
            return Act(fit.document, "Start the search.")
    if field is None:
        return Act({"type": "press_key", "key": "Enter"}, "Start the search.")
    return Act({"type": "press_key", "key": "Enter", "ref": screen.ref(field)}, "Start the search.")


def _go_to(step: st.GoTo, at: At) -> Move:
    url = step.url if "://" in step.url else f"https://{step.url}"
    if url.count("/") == 2:
        url += "/"  # the address of a whole site has an empty path, which browsers write out
    if at.screen.observation.url.rstrip("/") == url.rstrip("/"):
        return Fulfilled(f"{url} is shown.")
    return Act({"type": "open_url", "url": url}, f"Go to {url}.")


# Keys, scrolling, waiting, windows


def _key(step: st.Key, at: At) -> Move:
    key = key_of(step.key)
    if key is None:
        return Unclear(f"Which key is {step.key!r}?")
    if step.into is None:
        return Act({"type": "press_key", "key": key}, f"Press {key}.")
    return _one(at, step.into, lambda i: [{"type": "press_key", "key": key, "ref": at.screen.ref(i)}], f"Press {key}")


def _scroll(step: st.ScrollTo, at: At) -> Move:
    screen = at.screen
    if step.what is not None:
        if any(likeness(screen.name(i), name, step.what.quoted) >= WITHIN for i in screen.kept for name in step.what.names):
            return _into_view(step.what, at)
        return Missing(step.what)
    holder = scroller(screen)
    ref = {} if holder is None else {"ref": screen.ref(holder)}
    if step.edge:
        return Act({"type": "scroll_to", "edge": step.edge, **ref}, f"Scroll to the {step.edge}.")
    return Act({"type": "scroll", "direction": step.direction or "down", **ref}, f"Scroll {step.direction or 'down'}.")


def _into_view(what: Wanted, at: At) -> Move:
    fits = at.screen.fitting(what, lambda i: [{"type": "scroll_into_view", "ref": at.screen.ref(i)}])
    if len(fits) == 1 and not fits[0].reason and at.tries == 0:
        return Act(fits[0].document, "Bring it into view.")
    return Fulfilled(f"{what} can be seen.")


def scroller(screen: Screen) -> int | None:
    """What scrolls and has more to show: the first of the dialog on top, else of the screen. None: the surface itself."""
    inside = screen.within(screen.dialog)
    able = [i for i in inside if "scroll" in screen.tree[i].can or screen.tree[i].scroll is not None]
    more = [i for i in able if (scroll := screen.tree[i].scroll) is not None and (scroll.below or scroll.above)]
    return next(iter(more or able), None)


def _wait(step: st.WaitFor, at: At) -> Move:
    if step.seconds:
        return Act({"type": "wait", "seconds": min(step.seconds, 300.0)}, f"Wait {step.seconds:g} seconds.")
    if at.screen.shows(step.text) is step.shown:
        return Fulfilled(f"{step.text!r} {'can be seen' if step.shown else 'is gone'}.")
    condition = {"kind": "text", "text": step.text, "shown": step.shown}
    return Act({"type": "wait_for", "condition": condition, "seconds": _WAITS}, f"Wait for {step.text!r}.")


def _verify(step: st.Verify, at: At) -> Move:
    screen = at.screen
    if step.what is None:
        found = screen.shows(step.text)
    else:
        named = [
            i for i in screen.kept if any(likeness(screen.name(i), name, step.what.quoted) >= WITHIN for name in step.what.names)
        ]
        found = any(plain(step.text) in plain(f"{screen.name(i)} {screen.tree[i].value or ''}") for i in named)
    if found:
        return Fulfilled(f"The screen shows {step.text!r}.")
    if at.tries == 0:
        return Act({"type": "wait_for_change", "seconds": 2.0}, f"Look for {step.text!r}.", final=False)
    return Blocked(f"The screen does not show {step.text!r}.", "not_found")


def _switch(step: st.SwitchTo, at: At) -> Move:
    screen = at.screen
    windows = [i for i in screen.observation.refs.values() if screen.tree[i].role in (Role.WINDOW, Role.DOCUMENT)]
    liked = [(max(likeness(screen.name(i), name, step.what.quoted) for name in step.what.names), i) for i in windows]
    best = max((like for like, _ in liked), default=0)
    if best < WITHIN:
        tab = _one(at, step.what, _choosing(screen), "Switch to")
        return (
            tab if not isinstance(tab, Missing) else Act({"type": "switch_window", "title": step.what.names[0]}, "Switch windows.")
        )
    fits = [fit for like, i in liked if like == best and (fit := screen.fit(i, [{"type": "switch_window", "ref": screen.ref(i)}]))]
    return _of(at, step.what, fits, "Switch to")


def _close(step: st.Close, at: At) -> Move:
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
    return _of(at, closing_names, fits, "Close")


def _is_dialog(what: Wanted) -> bool:
    return any(plain(name) in ("dialog", "popup", "pop-up", "대화상자", "팝업", "대화 상자") for name in what.names)


def _is_plain_window(what: Wanted) -> bool:
    return any(plain(name) in ("window", "the window", "it", "창") for name in what.names)


def _confirm(step: st.Confirm, at: At) -> Move:
    """The button of an open dialog that does what the goal asks for."""
    screen = at.screen
    if screen.dialog is None:
        return Fulfilled("Nothing more is asked.")
    buttons = [i for i in screen.within(screen.dialog) if screen.tree[i].role in (Role.BUTTON, Role.LINK)]
    for words in (step.words, _SURE):
        meant = [
            i for i in buttons if any(word in plain(screen.name(i)).split() or _within(word, screen.name(i)) for word in words)
        ]
        fits = [fit for i in meant if (fit := screen.fit(i, [{"type": "click", "ref": screen.ref(i)}])) is not None]
        if fits and (words is step.words or _speaks_of(screen, step)):
            return _of(at, Wanted((step.about,)), fits, "Confirm")
    return Fulfilled("What is asked is something else.")


def _within(word: str, name: str) -> bool:
    return not word.isascii() and word in name


def _speaks_of(screen: Screen, step: st.Confirm) -> bool:
    """True if the dialog's own words name what the goal asks for; a plain yes is not given to anything else."""
    assert screen.dialog is not None
    popup = popup_at(screen.observation, screen.dialog)
    text = plain(" ".join((popup.name, *popup.words)))
    return any(word in text for word in step.words)


def _gone(step: st.Gone, at: At) -> Move:
    """Waited for in vain it is no success: what was to go is there still."""
    there = [i for i in at.screen.elements if any(likeness(at.screen.name(i), name) >= ALIKE for name in step.what.names)]
    if not there:
        return Fulfilled(f"{step.what} is gone.")
    if at.acts < _LOOKS:
        return Act({"type": "wait", "seconds": 1.0}, f"{step.what} has to go.", final=False)
    return Blocked(f"{step.what} is there still.", "not_found")


def _drag(step: st.Drag, at: At) -> Move:
    screen = at.screen
    ends = screen.fitting(step.to, lambda i: [{"type": "hover", "ref": screen.ref(i)}, {"type": "focus", "ref": screen.ref(i)}])
    if len(ends) != 1:
        return _of(at, step.to, ends, "Drag to")
    end = {"ref": screen.ref(ends[0].node)}
    return _one(at, step.what, lambda i: [{"type": "drag", "start": {"ref": screen.ref(i)}, "end": end}], "Drag")


def _forbid(step: st.Forbid, at: At) -> Move:
    return Fulfilled(f"{step.what} is left alone.")


MOVES: Mapping[type[Any], Callable[[Any, At], Move]] = MappingProxyType(
    {
        st.Press: _press,
        st.Named: _named,
        st.Open: _open,
        st.Write: _write,
        st.SetTo: _set_to,
        st.Choose: _choose,
        st.Check: _check,
        st.Copy: _copy,
        st.FillFrom: _fill_from,
        st.Search: _search,
        st.SendSearch: _send_search,
        st.GoTo: _go_to,
        st.Key: _key,
        st.ScrollTo: _scroll,
        st.WaitFor: _wait,
        st.Verify: _verify,
        st.SwitchTo: _switch,
        st.Close: _close,
        st.Confirm: _confirm,
        st.Drag: _drag,
        st.Gone: _gone,
        st.Forbid: _forbid,
    }
)

"""Steps that search with the means of the screen."""

from __future__ import annotations

from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.moves import Act, Missing, Move
from lumos_layer.planning.rules.screen import Document, Screen
from lumos_layer.planning.rules.trying import At, only_of, unless_held
from lumos_layer.planning.rules.words import WITHIN, Wanted, likeness
from lumos_layer.tree import Role

_SEARCHING = ("search", "find", "query", "keywords", "look for", "검색", "찾기", "검색어")
_SEND_SEARCH = Wanted(("Search", "Find", "Go", "Look up", "검색", "찾기"))
_TEXTS = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX))


def search(step: st.Search, at: At) -> Move:
    screen = at.screen

    def documents(i: int) -> list[Document]:
        if screen.tree[i].role not in _TEXTS:
            return []
        return [{"type": "set_text", "ref": screen.ref(i), "text": step.words}]

    field = search_field(screen)
    if step.into is not None and (fits := screen.fitting(step.into, documents)):
        made = only_of(at, step.into, fits, "Search")
    elif field is None or (fit := screen.fit(field, documents(field))) is None:
        return _open_search(at)
    else:
        made = only_of(at, Wanted(("search",)), [fit], "Search")
    return unless_held(made, at, step.words)


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
    before = [i for i in fields if button is not None and i < button and screen.window_of(i) == screen.window_of(button)]
    return before[-1] if before else None


def _search_button(screen: Screen) -> int | None:
    fits = screen.fitting(
        _SEND_SEARCH, lambda i: [{"type": "click", "ref": screen.ref(i)}] if "click" in screen.tree[i].can else []
    )
    return fits[0].node if len(fits) == 1 else None


def send_search(step: st.SendSearch, at: At) -> Move:
    """By the button right after the field, or with Enter in it."""
    screen = at.screen
    field, button = search_field(screen), _search_button(screen)
    if button is not None and field is not None and field < button and screen.window_of(field) == screen.window_of(button):
        fit = screen.fit(button, [{"type": "click", "ref": screen.ref(button)}])
        if fit is not None and not fit.reason:
            return Act(fit.document, "Start the search.")
    if field is None:
        return Act({"type": "press_key", "key": "Enter"}, "Start the search.")
    return Act({"type": "press_key", "key": "Enter", "ref": screen.ref(field)}, "Start the search.")

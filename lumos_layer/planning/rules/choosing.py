"""Steps that choose one of several, and turn things on and off."""

from __future__ import annotations

from collections.abc import Iterator

from lumos_layer.actions.target import CHOOSERS, target_of
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.bilingual import other_names
from lumos_layer.planning.rules.moves import Act, Blocked, Fulfilled, Missing, Move
from lumos_layer.planning.rules.screen import Document, Documents, Screen
from lumos_layer.planning.rules.trying import At, called, holds_already, number_in, one, only_of
from lumos_layer.planning.rules.words import ALIKE, AROUND, SAME, WITHIN, Wanted, closeness, likeness
from lumos_layer.tree import Role


def option_meant(screen: Screen, i: int, value: str) -> str | None:
    """The name of the option that is meant, among those that are known; the value itself where none are."""
    options = target_of(screen.observation, i).options
    if options is None:
        return value
    liked = [(likeness(option, value), option) for option in options]
    best = max(like for like, _ in liked)
    fitting = [option for like, option in liked if like == best]
    return fitting[0] if best >= WITHIN and len(set(fitting)) == 1 else None


def choosing(screen: Screen) -> Documents:
    def documents(i: int) -> list[Document]:
        ref = screen.ref(i)
        made: list[Document] = [{"type": "select", "ref": ref}]
        if screen.tree[i].role in (Role.RADIO, Role.MENUITEMRADIO):
            made.insert(0, {"type": "set_checked", "ref": ref, "checked": True})
        return [*made, {"type": "click", "ref": ref}]

    return documents


def choose(step: st.Choose, at: At) -> Move:
    screen = at.screen
    if step.unless is not None and screen.shows_named(step.unless):
        return Fulfilled(f"{step.unless} does it at once.")
    if step.inside is not None:
        return _choose_inside(step, at, step.inside)
    made = one(at, step.option, choosing(screen), "Choose")
    if isinstance(made, Missing):
        made = _in_some_list(step.option, at)
    if isinstance(made, Missing):
        made = _by_attribute(step.option, at)
    return Fulfilled(f"{step.option} is chosen.") if isinstance(made, Act) and holds_already(screen, made.document) else made


def _choose_inside(step: st.Choose, at: At, inside: Wanted) -> Move:
    """An option of the list that is called so, or a choice in the group that is."""
    screen, value = at.screen, step.option.names[0]

    def documents(i: int) -> list[Document]:
        if screen.tree[i].role not in CHOOSERS or (option := option_meant(screen, i, value)) is None:
            return []
        return [{"type": "select", "ref": screen.ref(i), "option": option}]

    made = one(at, inside, documents, "Choose")
    if isinstance(made, Act):
        return Fulfilled(f"{inside} is {value!r}.") if holds_already(screen, made.document) else made
    for holder in called(screen, inside):
        chosen = chosen_in(at, holder, step.option)
        if not isinstance(chosen, Missing):
            return chosen
    return made


def chosen_in(at: At, holder: int, option: Wanted) -> Move:
    screen = at.screen
    documents = choosing(screen)
    liked = [(closeness(screen.name(i), option), i) for i in screen.within(holder) if i != holder]
    best = max((like for like, _ in liked), default=0)
    if not best:
        return Missing(option)
    fits = [fit for like, i in liked if like == best and (fit := screen.fit(i, documents(i))) is not None]
    made = only_of(at, option, fits, "Choose")
    return Fulfilled(f"{option} is chosen.") if isinstance(made, Act) and holds_already(screen, made.document) else made


def _in_some_list(option: Wanted, at: At) -> Move:
    """The only list or combobox that has such an option."""
    screen = at.screen
    fits = []
    for i in screen.within(screen.dialog if screen.is_modal else None):
        options = target_of(screen.observation, i).options if screen.tree[i].role in CHOOSERS else None
        meant = [each for each in options or () if any(likeness(each, name, option.quoted) >= SAME for name in option.names)]
        if len(meant) == 1 and (fit := screen.fit(i, [{"type": "select", "ref": screen.ref(i), "option": meant[0]}])) is not None:
            fits.append(fit)
    return only_of(at, option, fits, "Choose")


def _by_attribute(option: Wanted, at: At) -> Move:
    """`the dark theme`, `font size 14`: the value of something that is called by the rest of the words."""
    for attribute, value in attributes(option):
        for one_way in (_choose_inside(st.Choose(value, attribute), at, attribute), _set_number(at, attribute, value)):
            if isinstance(one_way, Act | Fulfilled):
                return one_way
    return Missing(option)


def attributes(option: Wanted) -> Iterator[tuple[Wanted, Wanted]]:
    """The ways to take a name apart into what is set, and to what."""
    if option.quoted:
        return
    words = (option.names[0] if option.names else "").split()
    for place in range(1, len(words)):
        first, rest = " ".join(words[:place]), " ".join(words[place:])
        yield from ((_called(rest), Wanted((first, *other_names(first)))), (_called(first), Wanted((rest, *other_names(rest)))))


def _called(name: str) -> Wanted:
    return Wanted((name, *other_names(name)))


def _set_number(at: At, attribute: Wanted, value: Wanted) -> Move:
    screen, number = at.screen, number_in(value.names[0])
    if number is None:
        return Missing(attribute)
    return one(
        at,
        attribute,
        lambda i: [{"type": "set_value", "ref": screen.ref(i), "value": number}] if "range" in screen.tree[i].can else [],
        "Set",
        least=ALIKE,
    )


def check(step: st.Check, at: At) -> Move:
    screen = at.screen

    def documents(i: int) -> list[Document]:
        ref = screen.ref(i)
        made: list[Document] = [{"type": "set_checked", "ref": ref, "checked": step.on}]
        if step.on and screen.tree[i].role in (Role.RADIO, Role.MENUITEMRADIO):
            made.append({"type": "select", "ref": ref})
        return made

    made = one(at, step.what, documents, "Turn on" if step.on else "Turn off")
    if isinstance(made, Missing):
        made = one(at, step.what, documents, "Turn on" if step.on else "Turn off", least=AROUND)
    if isinstance(made, Act | Blocked) and made.document and holds_already(screen, made.document):
        return Fulfilled(f"{step.what} is {'on' if step.on else 'off'}.")
    return made

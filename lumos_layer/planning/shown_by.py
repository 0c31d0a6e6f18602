"""What shows that a step is done, by the kind of step: checks for the requirements of tasks that give none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.choosing import attributes
from lumos_layer.planning.rules.entering import OFF, ON
from lumos_layer.planning.rules.key_names import key_of
from lumos_layer.planning.rules.phrases import narrower
from lumos_layer.planning.rules.words import Wanted, plain, without_generic
from lumos_layer.state.checks import ActCheck, AllOf, AnyOf, Check, ElementCheck, JudgeCheck, Not, PageCheck
from lumos_layer.tree import Role

_MOST_NAMES = 6  # of one element, that are looked for
_MOST_CHECKS = 64
_MOST_OF_ONE = 24  # descriptions of one element
_PRESSES = ("click", "select", "expand", "set_checked")
_OPENS = ("click", "double_click", "select", "expand", "switch_window")
_PUTS = ("set_text", "type_text")
_FIELDS = (Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX)
_LISTS = (Role.COMBOBOX, Role.LISTBOX, Role.BUTTON)
_HOLDERS = (*_FIELDS, Role.SPINBUTTON, Role.SLIDER, Role.LISTBOX)
_TICKED = (Role.CHECKBOX, Role.SWITCH, Role.MENUITEMCHECKBOX, Role.RADIO, Role.MENUITEMRADIO)
_DIALOGS = (Role.DIALOG, Role.ALERTDIALOG)
_OPENED = (Role.WINDOW, *_DIALOGS, Role.DOCUMENT, Role.HEADING)
_ROWS = (Role.ROW, Role.LISTITEM, Role.GRIDCELL, Role.TREEITEM, Role.OPTION)
# What `verify that X is …` asks of an element; enabled is neither on nor chosen (S35).
_STATES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "enabled": {"enabled": True}, "disabled": {"enabled": False}, "selected": {"selected": True}, "chosen": {"selected": True},
        "expanded": {"expanded": True}, "collapsed": {"expanded": False}, "empty": {"value": ""}, "pressed": {"pressed": True},
    }
)  # fmt: skip


class Met(Struct, frozen=True):
    """What shows that a step is done. `once`: it has to be seen in its turn only. `ground`: what comes later builds on it.

    `free`: it shows by itself, whatever else has been done: in a dialog that is open, say, before the press that opened it counts.
    """

    said: str
    check: Check | None
    once: bool = False
    ground: bool = False
    free: bool = False


class Turn(Struct, frozen=True):
    """A step among others: what comes later.

    `followed`: something. `left`: something that leads elsewhere. `passing`: what is set does not stay, since it is set anew, or
    sent off by what leads elsewhere; what is saved stays.
    """

    number: int
    followed: bool
    left: bool
    passing: bool


# What shows that something is done, by the kind of step


def _press(step: st.Press, turn: Turn) -> list[Met]:
    if step.unless is not None:
        return []  # whether it has to be pressed depends on the screen
    verbs = _PRESSES if step.how == "click" else (step.how,)
    return [Met(f"press {step.what}", _any(_acts(verbs, step.what)), once=True, ground=True)]


def _named(step: st.Named, turn: Turn) -> list[Met]:
    words = step.what.names[0]
    return [Met(words, _any([*_acts(_PRESSES, step.what), JudgeCheck(question=f"Is this done: {words}?")]), once=True, ground=True)]


def _open(step: st.Open, turn: Turn) -> list[Met]:
    """Where a later step goes on from there, that one shows that the way was found."""
    if turn.followed:
        return []
    started: list[Check] = [ActCheck(verb="open_app", text=name) for name in step.what.names[:_MOST_NAMES]]
    shown = [*_elements(step.what, selected=True), *(check for role in _OPENED for check in _elements(step.what, role=role))]
    shown = shown[:_MOST_OF_ONE]
    return [Met(f"open {step.what}", _any([*_acts(_OPENS, step.what), *started, *shown]), once=True, ground=True)]


def _write(step: st.Write, turn: Turn) -> list[Met]:
    where = f" into {step.into}" if step.into is not None else ""
    if step.secret:
        return [Met(f"write the secret {step.text!r}{where}", _any(_acts(_PUTS, step.into)), once=True, free=True)]
    if step.into is None:
        return [Met(f"write {step.text!r}", _any(_acts(_PUTS, None, step.text)), once=True, free=True)]
    said: dict[str, Any] = {"text_contains": step.text} if step.added else {"value": step.text}
    check = _any([*_fields(step.into, _FIELDS, **said), *_acts(_PUTS, None, step.text)], of_one=True)
    return [Met(f"write {step.text!r}{where}", check, once=turn.passing, free=True)]


def _set(step: st.SetTo, turn: Turn) -> list[Met]:
    words = plain(step.value)
    there = _switched(step.what, words in ON) if words in ON or words in OFF else []
    for value in dict.fromkeys((step.value, step.value.rstrip("% "))):
        there += _fields(step.what, _HOLDERS, value=value)
    there += [*_options(step.what, (step.value,)), *_chosen(Wanted((step.value,)), step.what)]
    return [Met(f"set {step.what} to {step.value!r}", _any(there, of_one=True), once=turn.passing, free=True)]


def _choose(step: st.Choose, turn: Turn) -> list[Met]:
    option = step.option.names[0]
    if step.inside is not None:
        there = [*_fields(step.inside, _LISTS, value=option), *_options(step.inside, step.option.names[:2])]
        there += [*_chosen(step.option, step.inside), *_acts(("select",), None, option)]
        return [Met(f"choose {step.option} in {step.inside}", _any(there, of_one=True), once=turn.passing, free=True)]
    shown = _elements(step.unless) if step.unless is not None else []
    chosen = [*_elements(step.option, checked=True), *_elements(step.option, selected=True)]
    chosen += [ElementCheck(role=Role.COMBOBOX, value=option), *_acts(("select",), None, option)]
    for attribute, value in attributes(step.option):
        chosen += [*_options(attribute, value.names[:1]), *_chosen(value, attribute)[:2]]
        chosen += [check for check in _fields(attribute, (Role.SPINBUTTON, Role.SLIDER), value=value.names[0])][:2]
    return [Met(f"choose {step.option}", _any([*chosen, *shown]), once=turn.left, free=True)]


def _check(step: st.Check, turn: Turn) -> list[Met]:
    said = f"turn {'on' if step.on else 'off'} {step.what}"
    return [Met(said, _any(_switched(step.what, step.on), of_one=True), once=turn.passing, free=True)]


def _copy(step: st.Copy, turn: Turn) -> list[Met]:
    """What is read, as a slot; and where it has to stand."""
    slot = f"{{copied_{turn.number + 1}}}"
    read = Met(f"read {step.source}", _any(_elements(step.source, value=slot)), once=True, free=True)
    put = _any(_fields(step.into, _HOLDERS, value=slot))
    return [read, Met(f"put {step.source} into {step.into}", put, once=turn.passing, free=True)]


def _fill(step: st.FillFrom, turn: Turn) -> list[Met]:
    name = step.form.names[0]
    empty = ElementCheck(role=Role.TEXTBOX, within=name, value="")
    check = AllOf(checks=(_any(_acts((*_PUTS, "select", "set_value"), None)), Not(check=empty)))
    return [Met(f"fill in {step.form} from {step.source}", check, once=turn.left)]


def _search(step: st.Search, turn: Turn) -> list[Met]:
    return [Met(f"put {step.words!r} into the field for searching", _any(_acts(_PUTS, None, step.words)), once=True, free=True)]


def _send(step: st.SendSearch, turn: Turn) -> list[Met]:
    searching = Wanted(("Search", "Find", "Go", "검색", "찾기"))
    return [Met("start the search", _any([ActCheck(verb="press_key"), *_acts(_PRESSES, searching)]), once=True, ground=True)]


def _go(step: st.GoTo, turn: Turn) -> list[Met]:
    url = step.url if "://" in step.url else f"https://{step.url}"
    bare = url.rstrip("/")
    pages = [PageCheck(url=each) for each in (bare, f"{bare}/")]
    return [Met(f"go to {step.url}", _any(pages), once=turn.left, ground=True)]


def _key(step: st.Key, turn: Turn) -> list[Met]:
    pressed = ActCheck(verb="press_key", text=key_of(step.key) or step.key)
    return [Met(f"press the key {step.key}", pressed, once=True, ground=True)]


def _scroll(step: st.ScrollTo, turn: Turn) -> list[Met]:
    if step.what is not None:
        return [Met(f"scroll to {step.what}", _any(_elements(step.what)), once=True)]
    return [Met(f"scroll {step.edge or step.direction}", _any([ActCheck(verb="scroll_to"), ActCheck(verb="scroll")]), once=True)]


def _wait(step: st.WaitFor, turn: Turn) -> list[Met]:
    if not step.text:
        return []
    how = "shows" if step.shown else "is gone"
    return [Met(f"{step.text!r} {how}", ElementCheck(text_contains=step.text, exists=step.shown), once=turn.left)]


def _verify(step: st.Verify, turn: Turn) -> list[Met]:
    if step.what is None:
        return [Met(f"{step.text!r} shows", ElementCheck(text_contains=step.text), once=turn.left)]
    words = plain(step.text)
    if words in _STATES:
        shown = _elements(step.what, **_STATES[words])
    elif words in ON or words in OFF:
        shown = _switched(step.what, words in ON)
    else:
        shown = _elements(step.what, text_contains=step.text)
    return [Met(f"{step.what} shows {step.text!r}", _any(shown), once=turn.left)]


def _switch(step: st.SwitchTo, turn: Turn) -> list[Met]:
    """As for what is opened."""
    if turn.followed:
        return []
    done = _acts(("switch_window", "click", "select"), step.what)
    return [Met(f"switch to {step.what}", _any(done), once=True, ground=True)]


def _close(step: st.Close, turn: Turn) -> list[Met]:
    names = tuple(f"Close {name}" for name in (step.what.names[:2] if step.what is not None else ()))
    closing = Wanted((*names, "Close", "Cancel", "OK", "닫기", "취소", "확인")[:_MOST_NAMES])
    closed = [*_acts(_PRESSES, closing), ActCheck(verb="press_key")]
    return [Met(f"close {step.what or 'it'}", _any(closed), once=True, ground=True)]


def _gone(step: st.Gone, turn: Turn) -> list[Met]:
    gone = AllOf(checks=tuple(ElementCheck(name=_bare(name), exists=False) for name in step.what.names[:_MOST_NAMES]))
    return [Met(f"{step.what} is gone", gone)]


def _drag(step: st.Drag, turn: Turn) -> list[Met]:
    return [Met(f"drag {step.what} to {step.to}", _any(_acts(("drag",), step.what)), once=True, ground=True)]


def _confirm(step: st.Confirm, turn: Turn) -> list[Met]:
    """Nothing is asked any more; and what was to be named so is there under its new name."""
    asked: list[Check] = [ElementCheck(role=role, exists=False) for role in _DIALOGS]
    if step.about in ("rename", "create") and step.thing:
        *old, new = step.thing
        listed: list[Check] = [ElementCheck(role=role, text_contains=new) for role in _ROWS]
        asked.append(_any([ElementCheck(name=new), *listed]))
        asked += [ElementCheck(name=name, exists=False) for name in old if name != new]
    said = f"{step.about} {' as '.join(map(repr, step.thing))}".strip()
    return [Met(f"nothing more is asked ({said})", AllOf(checks=tuple(asked)), once=turn.left)]


def _nothing(step: st.Forbid, turn: Turn) -> list[Met]:
    """What is not to be done is nothing to be reached."""
    return []


MET: Mapping[type[Any], Callable[[Any, Turn], list[Met]]] = MappingProxyType(
    {
        st.Press: _press,
        st.Named: _named,
        st.Open: _open,
        st.Write: _write,
        st.SetTo: _set,
        st.Choose: _choose,
        st.Check: _check,
        st.Copy: _copy,
        st.FillFrom: _fill,
        st.Search: _search,
        st.SendSearch: _send,
        st.GoTo: _go,
        st.Key: _key,
        st.ScrollTo: _scroll,
        st.WaitFor: _wait,
        st.Verify: _verify,
        st.SwitchTo: _switch,
        st.Close: _close,
        st.Confirm: _confirm,
        st.Gone: _gone,
        st.Drag: _drag,
        st.Forbid: _nothing,
    }
)


# What they are made of


def _called(what: Wanted) -> Iterator[tuple[str, bool, str]]:
    """What it may be called: name, whether loosely, and what it stands in; `total of the invoice` also as `total` in `invoice`."""
    inner = narrower(what)
    for each in (what, *(() if inner is None else (inner,))):
        names = each.names[:_MOST_NAMES]
        shorter = () if each.quoted else (without_generic(name) for name in names[:1])
        for name in dict.fromkeys(filter(None, (*names, *shorter))):
            yield name, not each.quoted, each.within


def _elements(what: Wanted, **said: Any) -> list[Check]:
    """An element that is called so, by any of the names."""
    return [ElementCheck(name=name, loosely=loosely, within=within, **said) for name, loosely, within in _called(what)]


def _fields(what: Wanted, roles: Sequence[Role], **said: Any) -> list[Check]:
    """A field that is called so, and not its label, which may be called so too."""
    return [check for role in roles for check in _elements(what, role=role, **said)][:_MOST_OF_ONE]


def _switched(what: Wanted, on: bool) -> list[Check]:
    chosen = _elements(what, role=Role.RADIO, selected=True) if on else []
    pressed = _fields(what, (Role.BUTTON, Role.SWITCH), pressed=on)
    return [*_fields(what, _TICKED, checked=on), *pressed, *chosen]


def _chosen(option: Wanted, inside: Wanted) -> list[Check]:
    """The option is the one that is chosen in what is called so."""
    there = Wanted(option.names[:2], option.quoted, within=inside.names[0])
    return [*_elements(there, checked=True), *_elements(there, selected=True)]


def _options(inside: Wanted, values: Sequence[str]) -> list[Check]:
    """A list that is called so and shows one of these options, however it writes them: people write `size` for `Size`."""
    written = dict.fromkeys(each for value in values for each in (value, value.capitalize(), value.title(), value.upper()))
    return [
        ElementCheck(role=role, name=inside.names[0], loosely=not inside.quoted, within=inside.within, value=value)
        for role in (Role.COMBOBOX, Role.LISTBOX)
        for value in written
    ]


def _acts(verbs: Iterable[str], what: Wanted | None, text: str = "") -> list[Check]:
    called = [("", False, "")] if what is None else list(_called(what))
    return [ActCheck(verb=verb, name=name, loosely=loosely, text=text) for verb in verbs for name, loosely, _ in called]


def _any(checks: Sequence[Check], *, of_one: bool = False) -> Check:
    return checks[0] if len(checks) == 1 else AnyOf(checks=tuple(checks[:_MOST_CHECKS]), of_one=of_one)


def _bare(name: str) -> str:
    return name.strip().strip("*")

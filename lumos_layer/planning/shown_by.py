"""What shows that a step is done, by the kind of step: checks for the requirements of tasks that give none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from lumos_layer.planning.describing import (
    MOST_NAMES,
    MOST_OF_ONE,
    acts,
    any_of_these,
    bare,
    chosen,
    elements,
    fields,
    options,
    switched,
)
from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.choosing import attributes
from lumos_layer.planning.rules.entering import OFF, ON
from lumos_layer.planning.rules.key_names import key_of
from lumos_layer.planning.rules.words import Wanted, plain
from lumos_layer.state.checks import ActCheck, AllOf, Check, ElementCheck, JudgeCheck, Not, PageCheck
from lumos_layer.tree import Role

_PRESSES = ("click", "select", "expand", "set_checked")
_OPENS = ("click", "double_click", "select", "expand", "switch_window")
_PUTS = ("set_text", "type_text")
_FIELDS = (Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX)
_LISTS = (Role.COMBOBOX, Role.LISTBOX, Role.BUTTON)
_HOLDERS = (*_FIELDS, Role.SPINBUTTON, Role.SLIDER, Role.LISTBOX)
_DIALOGS = (Role.DIALOG, Role.ALERTDIALOG)
_OPENED = (Role.WINDOW, *_DIALOGS, Role.DOCUMENT, Role.HEADING)
_PAGES = (Role.OPTION, Role.TAB, Role.TREEITEM)
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
    return [Met(step.to or f"press {step.what}", any_of_these(acts(verbs, step.what)), once=True, ground=True)]


def _named(step: st.Named, turn: Turn) -> list[Met]:
    words = step.what.names[0]
    check = any_of_these([*acts(_PRESSES, step.what), JudgeCheck(question=f"Is this done: {words}?")])
    return [Met(words, check, once=True, ground=True)]


def _open(step: st.Open, turn: Turn) -> list[Met]:
    """Where a later step goes on from there, that one shows that the way was found."""
    if turn.followed:
        return []
    started: list[Check] = [ActCheck(verb="open_app", text=name) for name in step.what.names[:MOST_NAMES]]
    shown = [*fields(step.what, _PAGES, selected=True), *(check for role in _OPENED for check in elements(step.what, role=role))]
    shown = shown[:MOST_OF_ONE]
    return [Met(f"open {step.what}", any_of_these([*acts(_OPENS, step.what), *started, *shown]), once=True, ground=True)]


def _write(step: st.Write, turn: Turn) -> list[Met]:
    where = f" into {step.into}" if step.into is not None else ""
    if step.secret:
        return [Met(f"write the secret {step.text!r}{where}", any_of_these(acts(_PUTS, step.into)), once=True, free=True)]
    if step.into is None:
        return [Met(f"write {step.text!r}", any_of_these(acts(_PUTS, None, step.text)), once=True, free=True)]
    said: dict[str, Any] = {"text_contains": step.text} if step.added else {"value": step.text}
    check = any_of_these([*fields(step.into, _FIELDS, **said), *acts(_PUTS, None, step.text)], of_one=True)
    return [Met(f"write {step.text!r}{where}", check, once=turn.passing, free=True)]


def _set(step: st.SetTo, turn: Turn) -> list[Met]:
    words = plain(step.value)
    there = switched(step.what, words in ON) if words in ON or words in OFF else []
    for value in dict.fromkeys((step.value, step.value.rstrip("% "))):
        there += fields(step.what, _HOLDERS, value=value)
    there += [*options(step.what, (step.value,)), *chosen(Wanted((step.value,)), step.what)]
    return [Met(f"set {step.what} to {step.value!r}", any_of_these(there, of_one=True), once=turn.passing, free=True)]


def _choose(step: st.Choose, turn: Turn) -> list[Met]:
    option = step.option.names[0]
    if step.inside is not None:
        there = [*fields(step.inside, _LISTS, value=option), *options(step.inside, step.option.names[:2])]
        there += [*chosen(step.option, step.inside), *acts(("select",), None, option)]
        return [Met(f"choose {step.option} in {step.inside}", any_of_these(there, of_one=True), once=turn.passing, free=True)]
    shown = elements(step.unless) if step.unless is not None else []
    there = [*elements(step.option, checked=True), *elements(step.option, selected=True)]
    there += [ElementCheck(role=Role.COMBOBOX, value=option), *acts(("select",), None, option)]
    for attribute, value in attributes(step.option):
        there += [*options(attribute, value.names[:1]), *chosen(value, attribute)[:2]]
        there += fields(attribute, (Role.SPINBUTTON, Role.SLIDER), value=value.names[0])[:2]
    return [Met(f"choose {step.option}", any_of_these([*there, *shown]), once=turn.left, free=True)]


def _check(step: st.Check, turn: Turn) -> list[Met]:
    said = f"turn {'on' if step.on else 'off'} {step.what}"
    return [Met(said, any_of_these(switched(step.what, step.on), of_one=True), once=turn.passing, free=True)]


def _copy(step: st.Copy, turn: Turn) -> list[Met]:
    """What is read, as a slot; and where it has to stand."""
    slot = f"{{copied_{turn.number + 1}}}"
    read = Met(f"read {step.source}", any_of_these(elements(step.source, value=slot)), once=True, free=True)
    put = any_of_these(fields(step.into, _HOLDERS, value=slot))
    return [read, Met(f"put {step.source} into {step.into}", put, once=turn.passing, free=True)]


def _fill(step: st.FillFrom, turn: Turn) -> list[Met]:
    name = step.form.names[0]
    empty = ElementCheck(role=Role.TEXTBOX, within=name, value="")
    check = AllOf(checks=(any_of_these(acts((*_PUTS, "select", "set_value"), None)), Not(check=empty)))
    return [Met(f"fill in {step.form} from {step.source}", check, once=turn.left)]


def _search(step: st.Search, turn: Turn) -> list[Met]:
    return [
        Met(f"put {step.words!r} into the field for searching", any_of_these(acts(_PUTS, None, step.words)), once=True, free=True)
    ]


def _send(step: st.SendSearch, turn: Turn) -> list[Met]:
    searching = Wanted(("Search", "Find", "Go", "검색", "찾기"))
    return [Met("start the search", any_of_these([ActCheck(verb="press_key"), *acts(_PRESSES, searching)]), once=True, ground=True)]


def _go(step: st.GoTo, turn: Turn) -> list[Met]:
    url = step.url if "://" in step.url else f"https://{step.url}"
    bare = url.rstrip("/")
    pages = [PageCheck(url=each) for each in (bare, f"{bare}/")]
    return [Met(f"go to {step.url}", any_of_these(pages), once=turn.left, ground=True)]


def _key(step: st.Key, turn: Turn) -> list[Met]:
    pressed = ActCheck(verb="press_key", text=key_of(step.key) or step.key)
    checks: list[Check] = [pressed] if not step.maybe else [pressed, *acts(_PRESSES, Wanted((step.key,)))]
    return [Met(f"press the key {step.key}", any_of_these(checks), once=True, ground=True)]


def _scroll(step: st.ScrollTo, turn: Turn) -> list[Met]:
    if step.what is not None:
        return [Met(f"scroll to {step.what}", any_of_these(elements(step.what)), once=True)]
    return [
        Met(f"scroll {step.edge or step.direction}", any_of_these([ActCheck(verb="scroll_to"), ActCheck(verb="scroll")]), once=True)
    ]


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
        shown = elements(step.what, **_STATES[words])
    elif words in ON or words in OFF:
        shown = switched(step.what, words in ON)
    else:
        shown = elements(step.what, text_contains=step.text)
    return [Met(f"{step.what} shows {step.text!r}", any_of_these(shown), once=turn.left)]


def _switch(step: st.SwitchTo, turn: Turn) -> list[Met]:
    if turn.followed:
        return []  # as for what is opened
    done = acts(("switch_window", "click", "select"), step.what)
    return [Met(f"switch to {step.what}", any_of_these(done), once=True, ground=True)]


def _close(step: st.Close, turn: Turn) -> list[Met]:
    names = tuple(f"Close {name}" for name in (step.what.names[:2] if step.what is not None else ()))
    closing = Wanted((*names, "Close", "Cancel", "OK", "닫기", "취소", "확인")[:MOST_NAMES])
    closed = [*acts(_PRESSES, closing), ActCheck(verb="press_key")]
    return [Met(f"close {step.what or 'it'}", any_of_these(closed), once=True, ground=True)]


def _gone(step: st.Gone, turn: Turn) -> list[Met]:
    gone = AllOf(checks=tuple(ElementCheck(name=bare(name), exists=False) for name in step.what.names[:MOST_NAMES]))
    return [Met(f"{step.what} is gone", gone)]


def _drag(step: st.Drag, turn: Turn) -> list[Met]:
    return [Met(f"drag {step.what} to {step.to}", any_of_these(acts(("drag",), step.what)), once=True, ground=True)]


def _confirm(step: st.Confirm, turn: Turn) -> list[Met]:
    """Nothing is asked any more; and what was to be named so is there under its new name."""
    asked: list[Check] = [ElementCheck(role=role, exists=False) for role in _DIALOGS]
    if step.about in ("rename", "create") and step.thing:
        *old, new = step.thing
        listed: list[Check] = [ElementCheck(role=role, text_contains=new) for role in _ROWS]
        asked.append(any_of_these([ElementCheck(name=new), *listed]))
        asked += [ElementCheck(name=name, exists=False) for name in old if name != new]
    said = f"{step.about} {' as '.join(map(repr, step.thing))}".strip()
    return [Met(f"nothing more is asked ({said})", AllOf(checks=tuple(asked)), once=turn.left)]


def _allow(step: st.Allow, turn: Turn) -> list[Met]:
    names = Wanted((*(f"Allow {name}" for name in step.what.names), *step.what.names, "Allow", "Yes", "허용"))
    return [Met(f"allow {step.what}", any_of_these([*acts(_PRESSES, names), *switched(names, True)]), once=True)]


def _lacking(step: st.Lacking, turn: Turn) -> list[Met]:
    """Nobody can tell what it comes to before a person has said it."""
    return [Met(step.question, None, ground=True)]


def _if(step: st.If, turn: Turn) -> list[Met]:
    """Either of the two; nothing where one of them is nothing."""
    ways = [MET[type(each)](each, turn) for each in (step.then, step.otherwise) if each is not None]
    if len(ways) < 2 or not all(len(way) == 1 and way[0].check is not None for way in ways):
        return []
    checks = [way[0].check for way in ways if way[0].check is not None]
    return [Met(" or ".join(way[0].said for way in ways), any_of_these(checks), once=True, ground=True)]


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
        st.Allow: _allow,
        st.Lacking: _lacking,
        st.If: _if,
        st.Forbid: _nothing,
    }
)

"""What shows that a step is done, by the kind of step: checks for the requirements of tasks that give none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.entering import OFF, ON
from lumos_layer.planning.rules.key_names import key_of
from lumos_layer.planning.rules.phrases import narrower
from lumos_layer.planning.rules.words import Wanted, plain
from lumos_layer.state.checks import ActCheck, AllOf, AnyOf, Check, ElementCheck, JudgeCheck, Not, PageCheck
from lumos_layer.tree import Role

_MOST_NAMES = 6  # of one element, that are looked for
_MOST_CHECKS = 64
_PRESSES = ("click", "select", "expand", "set_checked")
_OPENS = ("click", "double_click", "select", "expand", "open_app", "switch_window")
_PUTS = ("set_text", "type_text")
_FIELDS = (Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX)
_WINDOWS = (Role.WINDOW, Role.DOCUMENT, Role.DIALOG, Role.HEADING)
_DIALOGS = (Role.DIALOG, Role.ALERTDIALOG)
_ROWS = (Role.ROW, Role.LISTITEM, Role.GRIDCELL, Role.TREEITEM, Role.OPTION)
_DASHES = (" - ", " – ", " — ", " | ")  # in titles, between a page and its program
# What `verify that X is …` asks of an element; enabled is neither on nor chosen (S35).
_STATES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "enabled": {"enabled": True}, "disabled": {"enabled": False}, "selected": {"selected": True}, "chosen": {"selected": True},
        "expanded": {"expanded": True}, "collapsed": {"expanded": False}, "empty": {"value": ""}, "pressed": {"pressed": True},
    }
)  # fmt: skip


class Met(Struct, frozen=True):
    """What shows that a step is done. `once`: it has to be seen in its turn only. `ground`: what comes later builds on it."""

    said: str
    check: Check | None
    once: bool = False
    ground: bool = False


class Turn(Struct, frozen=True):
    """A step among others: whether one comes later that leads elsewhere, or that changes the same thing."""

    number: int
    left: bool
    overwritten: bool


# What shows that something is done, by the kind of step


def _press(step: st.Press, turn: Turn) -> list[Met]:
    verbs = _PRESSES if step.how == "click" else (step.how,)
    shown = _elements(step.unless) if step.unless is not None else []
    return [Met(f"press {step.what}", _any([*_acts(verbs, step.what), *shown]), once=True, ground=True)]


def _named(step: st.Named, turn: Turn) -> list[Met]:
    words = step.what.names[0]
    return [Met(words, _any([*_acts(_PRESSES, step.what), JudgeCheck(question=f"Is this done: {words}?")]), once=True, ground=True)]


def _open(step: st.Open, turn: Turn) -> list[Met]:
    shown: list[Check] = [*map(_titled, _titles(step.what.names[0]))]
    shown += [check for role in _WINDOWS for check in _elements(step.what, role=role)]
    shown += [*_elements(step.what, selected=True), *_elements(step.what, expanded=True)]
    return [Met(f"open {step.what}", _any([*_acts(_OPENS, step.what), *shown]), once=turn.left, ground=True)]


def _write(step: st.Write, turn: Turn) -> list[Met]:
    where = f" into {step.into}" if step.into is not None else ""
    if step.secret:
        return [Met(f"write the secret {step.text!r}{where}", _any(_acts(_PUTS, step.into)), once=True)]
    done = _acts(_PUTS, step.into, step.text)
    said: dict[str, Any] = {"text_contains": step.text} if step.added else {"value": step.text}
    if step.into is None:
        return [Met(f"write {step.text!r}", _kept([ElementCheck(role=role, **said) for role in _FIELDS], done, None, turn))]
    return [Met(f"write {step.text!r}{where}", _kept(_elements(step.into, **said), done, step.into, turn), once=turn.overwritten)]


def _set(step: st.SetTo, turn: Turn) -> list[Met]:
    words = plain(step.value)
    there: list[Check] = []
    if words in ON or words in OFF:
        there += _switched(step.what, words in ON)
    for value in dict.fromkeys((step.value, step.value.rstrip("% "))):
        there += _elements(step.what, value=value)
    there += _chosen(Wanted((step.value,)), step.what)
    done = _acts((*_PUTS, "set_value", "select", "set_checked"), step.what, step.value)
    return [Met(f"set {step.what} to {step.value!r}", _kept(there, done, step.what, turn), once=turn.overwritten)]


def _choose(step: st.Choose, turn: Turn) -> list[Met]:
    option = step.option.names[0]
    if step.inside is not None:
        there = [*_elements(step.inside, value=option), *_chosen(step.option, step.inside)]
        done = [*_acts(("select", "set_text"), step.inside, option), *_acts(_PRESSES, step.option)]
        return [Met(f"choose {step.option} in {step.inside}", _kept(there, done, step.inside, turn), once=turn.overwritten)]
    shown = _elements(step.unless) if step.unless is not None else []
    chosen = [*_elements(step.option, selected=True), *_elements(step.option, checked=True)]
    listed: list[Check] = [ElementCheck(role=role, value=option) for role in (Role.COMBOBOX, Role.LISTBOX)]
    done = [*_acts(_PRESSES, step.option), *_acts(("select",), None, option)] if turn.left else []
    return [Met(f"choose {step.option}", _any([*chosen, *listed, *shown, *done]), once=turn.left)]


def _check(step: st.Check, turn: Turn) -> list[Met]:
    said = f"turn {'on' if step.on else 'off'} {step.what}"
    done = _acts(("set_checked", "click", "select"), step.what)
    return [Met(said, _kept(_switched(step.what, step.on), done, step.what, turn), once=turn.overwritten)]


def _copy(step: st.Copy, turn: Turn) -> list[Met]:
    """What is read, as a slot; and where it has to stand."""
    slot = f"{{copied_{turn.number + 1}}}"
    read = Met(f"read {step.source}", _any(_elements(step.source, value=slot)), once=True, ground=True)
    put = _kept(_elements(step.into, value=slot), _acts(_PUTS, step.into, slot), step.into, turn)
    return [read, Met(f"put {step.source} into {step.into}", put, once=turn.overwritten)]


def _fill(step: st.FillFrom, turn: Turn) -> list[Met]:
    name = step.form.names[0]
    empty = ElementCheck(role=Role.TEXTBOX, within=name, value="")
    check = AllOf(checks=(_any(_acts((*_PUTS, "select", "set_value"), None)), Not(check=empty)))
    return [Met(f"fill in {step.form} from {step.source}", check, once=turn.left)]


def _search(step: st.Search, turn: Turn) -> list[Met]:
    return [Met(f"put {step.words!r} into the field for searching", _any(_acts(_PUTS, step.into, step.words)), once=True)]


def _send(step: st.SendSearch, turn: Turn) -> list[Met]:
    searching = Wanted(("Search", "Find", "Go", "검색", "찾기"))
    return [Met("start the search", _any([ActCheck(verb="press_key"), *_acts(_PRESSES, searching)]), once=True, ground=True)]


def _go(step: st.GoTo, turn: Turn) -> list[Met]:
    url = step.url if "://" in step.url else f"https://{step.url}"
    bare = url.rstrip("/")
    pages: list[Check] = [PageCheck(url=each) for each in (bare, f"{bare}/")]
    done = _acts(("open_url",), None, step.url) if turn.left else []
    return [Met(f"go to {step.url}", _any([*pages, *done]), once=turn.left, ground=True)]


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
    shown: list[Check] = [*map(_titled, _titles(step.what.names[0])), *_elements(step.what, selected=True)]
    done = _acts(("switch_window", "click", "select"), step.what)
    return [Met(f"switch to {step.what}", _any([*shown, *done]), once=True, ground=True)]


def _close(step: st.Close, turn: Turn) -> list[Met]:
    closed = [*_acts(_PRESSES, Wanted(("Close", "Cancel", "OK", "닫기", "취소", "확인"))), ActCheck(verb="press_key")]
    if step.what is None:
        return [Met("close it", _any(closed), once=True, ground=True)]
    gone = [AllOf(checks=tuple(_elements(step.what, role=role, exists=False))) for role in (Role.WINDOW, Role.DIALOG)]
    return [Met(f"close {step.what}", AllOf(checks=(_any(closed), *gone)), once=True, ground=True)]


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
        for name in dict.fromkeys(each.names[:_MOST_NAMES]):
            yield name, not each.quoted, each.within


def _elements(what: Wanted, **said: Any) -> list[Check]:
    """An element that is called so, by any of the names."""
    return [ElementCheck(name=name, loosely=loosely, within=within, **said) for name, loosely, within in _called(what)]


def _switched(what: Wanted, on: bool) -> list[Check]:
    chosen = _elements(what, role=Role.RADIO, selected=True) if on else []
    return [*_elements(what, checked=on), *_elements(what, pressed=on), *chosen]


def _chosen(option: Wanted, inside: Wanted) -> list[Check]:
    """The option is the one that is chosen in what is called so."""
    there = Wanted(option.names[:2], option.quoted, within=inside.names[0])
    return [*_elements(there, checked=True), *_elements(there, selected=True)]


def _acts(verbs: Iterable[str], what: Wanted | None, text: str = "") -> list[Check]:
    called = [("", False, "")] if what is None else list(_called(what))
    return [ActCheck(verb=verb, name=name, loosely=loosely, text=text) for verb in verbs for name, loosely, _ in called]


def _kept(there: Sequence[Check], done: Sequence[Check], what: Wanted | None, turn: Turn) -> Check:
    """It is so; or, where the way leads on, it was done and what it was done to is not shown any more."""
    if turn.overwritten or (turn.left and what is None):
        return _any([*there, *done])
    if not turn.left or what is None:
        return _any(there)
    return _any([*there, AllOf(checks=(_any(done), *_elements(what, exists=False)))])


def _any(checks: Sequence[Check]) -> Check:
    return checks[0] if len(checks) == 1 else AnyOf(checks=tuple(checks[:_MOST_CHECKS]))


def _titled(title: str) -> Check:
    return PageCheck(title=title)


def _titles(name: str) -> list[str]:
    """The title, also beside that of a program: `Sound`, `Sound - Settings`, `Settings - Sound`."""
    bare = _bare(name)
    return [bare, *(title for dash in _DASHES for title in (f"{bare}{dash}*", f"*{dash}{bare}"))]


def _bare(name: str) -> str:
    return name.strip().strip("*")

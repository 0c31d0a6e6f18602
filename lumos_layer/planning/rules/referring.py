"""What `it` and `its` stand for: what was spoken of last."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.words import Wanted, plain

_IT = frozenset(("it", "this", "that", "that one", "this one", "there", "그것", "이것", "거기"))
_ITS = re.compile(r"^(?:its|their|그)\s+(.+)$", re.IGNORECASE)
_FIELDS = ("what", "option", "into", "inside", "source", "to")


def referred(step: st.Step, before: Sequence[st.Step]) -> st.Step:
    """The step with names in place of `it`; as it is where nothing was spoken of before."""
    if isinstance(step, st.Write) and step.into is not None and plain(step.into.names[0]) in _IT:
        opened = next((each.what for each in reversed(before) if isinstance(each, st.Open | st.SwitchTo)), None)
        return replace(step, into=None, inside=opened)
    meant = next(_spoken_of(before), None)
    if meant is None:
        return step
    for field in _FIELDS:
        named = getattr(step, field, None)
        if not isinstance(named, Wanted) or named.quoted:
            continue
        if plain(named.names[0]) in _IT:
            step = replace(step, **{field: meant})
        elif found := _ITS.match(named.names[0]):
            whole = tuple(f"{name} {found[1]}" for name in meant.names)
            step = replace(step, **{field: Wanted((*whole, found[1]), kind=named.kind)})
    return step


def _spoken_of(before: Sequence[st.Step]) -> Iterator[Wanted]:
    """Things that were named, the last one first."""
    for step in reversed(before):
        match step:
            case st.Search(words=words):
                yield Wanted((words,))
            case (
                st.Lacking(what=what)
                | st.Check(what=what)
                | st.SetTo(what=what)
                | st.Open(what=what)
                | st.Choose(option=what)
                | st.SwitchTo(what=what)
            ):
                yield what
            case st.WaitFor(text=text) if text:
                yield Wanted((text,))

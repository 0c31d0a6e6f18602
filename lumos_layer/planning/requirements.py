"""What must hold for tasks that do not say it: requirements from the goal or the steps, as the rules read them (S02).

Words that rules do not understand become a requirement that a judge has to look at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.reading import NotUnderstood, read_steps
from lumos_layer.planning.rules.words import Wanted, plain
from lumos_layer.planning.shown_by import MET, Met, Turn
from lumos_layer.state.authoring import forgotten
from lumos_layer.state.checks import ActCheck, AnyOf, Check
from lumos_layer.state.requirement import Requirement

_LONGEST = 300  # characters of a step in a description
_SAVING = ("save", "apply", "저장", "적용")
_BRACE = re.compile(r"[{}]")
# They lead to another screen or record, or may do so: what was there before is not there for sure afterwards.
_GOING = (st.Press, st.Named, st.Open, st.GoTo, st.Key, st.SwitchTo, st.Close, st.SendSearch, st.Confirm, st.Drag)


def derived(goal: str, steps: Sequence[str] = ()) -> tuple[Requirement, ...]:
    """What must hold when all is done, in the order of the steps; at least one requirement.

    What leads elsewhere builds on all that was to be done before it, and what is looked for after it builds on that.
    """
    read = [(text, step, len(found)) for text in steps or (goal,) for found in (_read(text),) for step in found]
    turns = _turns([step for _, step, _ in read])
    mets: list[Met] = []
    for (text, step, count), turn in zip(read, turns, strict=True):
        mets += _told(text, count, _met(text, step, turn))
    return _chained(list(_counted(mets)) or [Met(goal, None)])


def _read(text: str) -> tuple[st.Step | None, ...]:
    """The steps of the text; one that is None if it is not understood."""
    try:
        return read_steps(text)
    except NotUnderstood:
        return (None,)


def _turns(steps: Sequence[st.Step | None]) -> list[Turn]:
    """How each step stands to those that come later."""
    made: list[Turn] = []
    is_left, is_sent, later = False, False, set()
    for number in range(len(steps) - 1, -1, -1):
        step = steps[number]
        target = _target(step)
        made.append(Turn(number, number < len(steps) - 1, is_left, is_sent or target in later))
        is_left = is_left or step is None or isinstance(step, _GOING)
        is_sent = is_sent or (isinstance(step, _GOING) and not _saves(step))
        later |= {target} if target is not None else set()
    return made[::-1]


def _saves(step: st.Step) -> bool:
    """True for a press after which everything still stands as it was put in."""
    return isinstance(step, st.Press) and any(word in plain(name).split() for name in step.what.names for word in _SAVING)


def _met(text: str, step: st.Step | None, turn: Turn) -> list[Met]:
    if step is None:
        return [Met(text, None, ground=True)]
    found = MET[type(step)](step, turn)
    if not _BRACE.search(text):
        return found
    return [replace(met, check=None) for met in found]  # a brace in a person's words is no slot


def _told(text: str, count: int, mets: list[Met]) -> list[Met]:
    """What a person said in so many words stays in these words, where it comes to one thing."""
    return [replace(met, said=text) for met in mets] if count == len(mets) == 1 else mets


def _target(step: st.Step | None) -> tuple[str, str] | None:
    """What is changed, for steps that put something into a thing."""
    match step:
        case st.SetTo(what=what) | st.Check(what=what):
            pass
        case st.Write(into=Wanted() as what, added=False) | st.Copy(into=what) | st.Choose(inside=Wanted() as what):
            pass
        case _:
            return None
    return plain(what.names[0]), plain(what.within)


def _counted(mets: Sequence[Met]) -> Iterator[Met]:
    """What is done several times over has to have been done so often."""
    done: Counter[str] = Counter()
    for met in mets:
        said = "" if met.check is None else met.check.model_dump_json()
        done[said] += 1
        yield met if met.check is None else replace(met, check=_often(met.check, done[said]))


def _often(check: Check, times: int) -> Check:
    match check:
        case ActCheck() if times > 1:
            return check.model_copy(update={"times": times})
        case AnyOf() if times > 1:
            return check.model_copy(update={"checks": tuple(_often(each, times) for each in check.checks)})
    return check


def _chained(mets: Sequence[Met]) -> tuple[Requirement, ...]:
    made: list[Requirement] = []
    ground: tuple[str, ...] = ()  # what everything from here on builds on
    since: list[str] = []  # what was to be done since
    for number, met in enumerate(mets, 1):
        id = f"step-{number}"
        on = (*ground, *since) if met.ground else () if met.free else ground
        description = " ".join(met.said.split())[:_LONGEST] or "the goal is reached"
        check = met.check if met.check is None or not next(forgotten(met.check), "") else None
        made.append(Requirement(id=id, description=description, depends_on=on, check=check, lasting=not met.once))
        if met.ground:
            ground, since = (id,), []
        else:
            since.append(id)
    return tuple(made)

"""Events of the state, and the plan, in words; the state from its events (S39, S43)."""

from __future__ import annotations

import orjson
import pytest

from lumos_layer.errors import DamagedState
from lumos_layer.state import (
    AgentState,
    apply,
    begin,
    checkpoint,
    load_checkpoint,
    plan_md,
    rebuild,
    refuse_claim,
    replan,
    versions,
)
from lumos_layer.state.checks import ElementCheck, FileCheck
from lumos_layer.state.events import StateEvent
from lumos_layer.state.subgoal import Burst, Subgoal
from lumos_layer.state.telling import told_of_state
from lumos_layer.trace.events import StateChanged
from lumos_layer.trace.journal import document_of, event_of
from lumos_layer.trace.telling import told
from tests.state.acting import invalidate, seen, value, verify, wanted


def _story() -> tuple[AgentState, list[StateEvent]]:
    plan = (wanted("name", check=ElementCheck(name="Name", value="{who}")), wanted("saved", "name", check=FileCheck(path="/a.txt")))
    made = begin(plan)
    state, events = made.state, list(made.events)
    seen_name = seen("name", 2, quotes=("Name: `Ada`",))
    for decision in (
        verify("saved", 1),
        verify("name", 2, seen_name, bindings={"who": "Ada"}, values=(value("who", "Ada", "name"),)),
        verify("saved", 3, seen("saved", 3, kind="file", quotes=("/a.txt",))),
        invalidate("name", 4, seen("name", 4, False, why="it is Bob")),
    ):
        made = apply(state, decision)
        state = made.state
        events += made.events
    made = refuse_claim(state, ("saved",), 4)
    state = made.state
    events += made.events
    made = replan(state, (wanted("extra"),), "the menu has moved")
    return made.state, [*events, *made.events, *replan(made.state, (wanted("name"),)).events]


def test_events_are_told_in_a_line_each() -> None:
    _, events = _story()
    assert [told_of_state(each) for each in events] == [
        "what is wanted: name: name holds; saved: saved holds",
        "that saved is met does not count: it depends on name, which is not verified",
        "name is met",
        "saved is met",
        "name is not met any more (it is Bob); so saved is pending",
        "not done yet: saved",
        "what is wanted now: extra: extra holds; name: name holds; saved: saved holds (the menu has moved)",
        "requirements not taken over: 'name' is what the run is for, and stays as it is",
    ]
    restored = load_checkpoint({}).events[0]
    assert told_of_state(restored).startswith("went on from a checkpoint (")


def test_the_journal_keeps_what_happened_and_the_state_comes_back_from_it() -> None:
    state, events = _story()
    kept = [StateChanged(event=event, version=event.version, step=3) for event in events]
    assert told(kept[2]) == "name is met"
    back = [event_of(orjson.dumps(document_of(each)), "x", 1) for each in kept]
    assert back == kept
    again = rebuild([each.event for each in back if isinstance(each, StateChanged)])
    assert again == state
    assert checkpoint(again) == checkpoint(state)


def test_every_version_can_be_seen_again() -> None:  # S39
    _, events = _story()
    assert [each.version for each in versions(events)] == [1, 1, 2, 3, 4, 5, 6, 6]
    assert [each.verified for each in versions(events)][2:5] == [("name",), ("name", "saved"), ()]


def test_events_that_do_not_follow_from_each_other_are_no_state() -> None:
    _, events = _story()
    for wrong, why in (
        ([], "there are no events"),
        (events[1:], "nothing has begun"),
        ([events[0], events[0]], "it begins twice"),
        ([events[0], events[3]], "does not count"),
        ([events[0], *events[3:]], "does not count"),
        ([events[0], events[2].model_copy(update={"version": 7})], "leads to version 2, and says 7"),
    ):
        with pytest.raises(DamagedState, match=why):
            rebuild(wrong)


def test_the_plan_is_a_page_that_a_person_reads() -> None:  # S43
    state, events = _story()
    assert (
        plan_md(list(versions(events))[3])
        == """\
# Plan

2 of 2 verified, version 3, step 3.
Next: nothing is left.

`[x]` verified, `[ ]` pending, `[!]` it was met once, and is not any more.

1. [x] `name`: `name holds`
   - shown by: `the element 'Name' is there, its value is '{who}'`
   - seen (element, deterministic, step 2): `` Name: `Ada` ``
2. [x] `saved`: `saved holds`
   - shown by: `the file '/a.txt' is there`
   - after: `name`
   - seen (file, deterministic, step 3): `/a.txt`

## Known

- `who` = `Ada` (text, from `name`, seen at step 2)
- `{who}` = `Ada` (from `name`, step 2)
"""
    )
    page = plan_md(state)
    assert "2. [!] `name`: `name holds`" in page
    assert "   - turned out not to be met: 1 of at most 3 times\n" in page
    assert "   - missing when the run was said to be done: 1 times\n" in page
    assert "not to be used: what it comes from is not verified" in page


def test_a_burst_is_bounded_by_its_turns_and_by_those_without_effect() -> None:  # S25
    aim = Subgoal(requirement="name", aim="type the name", expected="Name holds Ada")
    assert not aim.spent(Burst())
    for _ in range(2):
        aim = aim.after(effect=False)
    assert not aim.spent(Burst())
    assert aim.after(effect=False).spent(Burst())
    aim = aim.after(effect=True)
    assert (aim.turns, aim.without_effect) == (3, 0)
    assert aim.spent(Burst(max_turns=3))

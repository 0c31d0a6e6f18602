"""The same id is never done twice: not by the same executor, not by the next one, not after a crash."""

from __future__ import annotations

from threading import Barrier, Thread
from time import sleep
from typing import Any

import pytest

from lumos_layer.actions.outcomes import Done, Rejected, Unknown
from lumos_layer.execution import OutcomesInMemory
from tests.execution.surfaces import Surface, form, ref


class Died(BaseException):
    """The process is gone."""


def test_an_id_seen_before_gets_its_first_outcome_and_nothing_is_done() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    action = {"type": "type_text", "ref": ref(executor, "Name"), "text": "er"}
    first = executor.run(action, action_id="a1")
    again = executor.run({"type": "click", "ref": ref(executor, "Save")}, action_id="a1")
    assert isinstance(first, Done)
    assert again is first
    assert (surface.verbs, surface.value("Name")) == (["type_text"], "older")


def test_a_rejection_too_is_the_outcome_of_its_id() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    save = ref(executor, "Save")
    surface.change("Save", enabled=False)
    first = executor.run({"type": "click", "ref": save}, action_id="a1")
    surface.change("Save", enabled=True)
    assert isinstance(first, Rejected)
    assert executor.run({"type": "click", "ref": save}, action_id="a1") is first
    assert surface.sent == []


def test_the_id_of_an_envelope_counts() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    save = ref(executor, "Save")
    envelope = {"action_id": "a1", "observation": "o1", "action": {"type": "click", "ref": save}}
    assert executor.run(envelope) is executor.run(envelope)
    assert surface.sent == [("click", "a1")]


def test_acts_without_an_id_are_each_done() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    for _ in range(2):
        executor.run({"type": "type_text", "ref": ref(executor, "Name"), "text": "!"})
    assert surface.value("Name") == "old!!"


def test_another_executor_with_the_same_memory_does_nothing_twice() -> None:
    surface, memory = Surface(*form()), OutcomesInMemory()
    executor = surface.executor(memory=memory)
    save = ref(executor, "Save")
    first = executor.run({"type": "click", "ref": save}, action_id="a1")
    assert surface.executor(memory=memory).run({"type": "click", "ref": save}, action_id="a1") == first
    assert surface.sent == [("click", "a1")]


def test_after_a_crash_in_the_middle_of_an_act_it_is_unknown_and_not_sent_again() -> None:
    surface, memory = Surface(*form()), OutcomesInMemory()
    executor = surface.executor(memory=memory)
    save = ref(executor, "Save")

    def react(_surface: Surface, _action: Any) -> None:
        raise Died

    surface.react = react
    with pytest.raises(Died):
        executor.run({"type": "click", "ref": save}, action_id="a1")
    outcome = surface.executor(memory=memory).run({"type": "click", "ref": save}, action_id="a1")
    assert isinstance(outcome, Unknown)
    assert outcome.why == "It was begun before, and nobody has written down what came of it: it may have been sent."
    assert surface.sent == [("click", "a1")]


def test_of_the_oldest_outcomes_only_so_many_are_kept() -> None:
    memory = OutcomesInMemory(most=2)
    for i in range(3):
        memory.end(f"a{i}", Done(action_id=f"a{i}"))
    assert [memory.find(f"a{i}") is None for i in range(3)] == [True, False, False]


def test_threads_that_send_the_same_id_at_once_get_one_outcome_and_it_is_done_once() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    action = {"type": "type_text", "ref": ref(executor, "Name"), "text": "er"}
    together = Barrier(8)
    surface.each_look = lambda: sleep(0.001)  # lets the others in
    outcomes: list[Any] = []

    def send() -> None:
        together.wait()
        outcomes.append(executor.run(action, action_id="a1"))

    threads = [Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each is outcomes[0] for each in outcomes] == [True] * 8
    assert isinstance(outcomes[0], Done)
    assert (surface.verbs, surface.value("Name")) == (["type_text"], "older")

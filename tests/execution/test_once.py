"""The same id is never done twice: not by the same executor, not by the next one, not after a crash."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread
from time import sleep
from typing import Any

import pytest

from lumos_layer.actions.outcomes import Done, Outcome, Rejected, Unknown, as_json
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.port import Delivery
from lumos_layer.environments.simulator import FaultPlan, Simulator
from lumos_layer.environments.simulator.faults import Crash, Crashed
from lumos_layer.execution import Executor, OutcomesInMemory
from tests.execution.surfaces import Surface, form, ref, window
from tests.trees import node, observed


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


TO_LOOK = "Look first; never send it again unseen."
SENT_BEFORE = "It was sent before under this id, nothing was done now, and nobody saw what came of it"
DONE_BEFORE = "It had been carried out before under this id; nothing was done now."


def retried(surface: Surface, action: dict[str, Any], meanwhile: Callable[[], None] = lambda: None) -> Outcome:
    """What the next process, which remembers nothing, is told of an act by the id that it had before."""
    first = surface.executor()
    surface.executor().run({**action, "ref": ref(first, action["ref"])}, action_id="a1")
    meanwhile()
    sent, later = list(surface.sent), surface.executor()
    outcome = later.run({**action, "ref": ref(later, action["ref"])}, action_id="a1")
    assert surface.sent == sent
    return outcome


def turn_over(surface: Surface, _action: Any) -> None:
    box = surface.rows[surface.at("Terms")][1]
    surface.change("Terms", checked="false" if box.checked == "true" else "true")


def test_a_click_on_a_box_that_a_process_without_memory_retries_is_unknown_and_the_box_stays() -> None:
    surface = Surface(*form(), react=turn_over)
    outcome = retried(surface, {"type": "click", "ref": "Terms"})
    assert isinstance(outcome, Unknown)
    assert (outcome.why, outcome.advice, outcome.delta) == (f"{SENT_BEFORE}.", TO_LOOK, {"since": outcome.after, "same": True})
    assert surface.rows[surface.at("Terms")][1].checked == "true"


def test_a_retried_act_whose_effect_is_to_be_seen_is_done_and_says_that_it_was_before() -> None:
    def react(surface: Surface, _action: Any) -> None:
        surface.change("Name", focused=True)

    outcome = retried(Surface(*form(), react=react), {"type": "focus", "ref": "Name"})
    assert isinstance(outcome, Done)
    assert (outcome.note, outcome.mismatch) == (DONE_BEFORE, "")


@pytest.mark.parametrize(
    "action",
    [
        {"type": "set_checked", "ref": "Terms", "checked": True},
        {"type": "set_text", "ref": "Name", "text": "new"},
        {"type": "focus", "ref": "Name"},
        {"type": "type_text", "ref": "Name", "text": "er"},
        {"type": "press_key", "ref": "Name", "key": "End"},
        {"type": "hover", "ref": "Save"},
    ],
    ids=lambda action: str(action["type"]),
)
def test_a_retried_act_of_which_nothing_is_to_be_seen_is_never_called_without_effect(action: dict[str, Any]) -> None:
    surface = Surface(*form(), react=lambda _surface, _action: None)
    surface.deliveries["a1"] = Delivery(action_id="a1", status="delivered", note="Enter was pressed too.")
    executor = surface.executor()
    outcome = executor.run({**action, "ref": ref(executor, action["ref"])}, action_id="a1")
    assert isinstance(outcome, Unknown)
    assert (outcome.why, outcome.advice) == (f"{SENT_BEFORE}: Enter was pressed too.", TO_LOOK)
    assert surface.sent == []


def test_what_changes_by_itself_meanwhile_is_no_effect_of_a_retried_act() -> None:
    surface = Surface(*form(), react=turn_over)
    surface.after(0.1, lambda: surface.change("Save", hint="saved"))
    surface.deliveries["a1"] = Delivery(action_id="a1", status="delivered")
    executor = surface.executor()
    outcome = executor.run({"type": "click", "ref": ref(executor, "Terms")}, action_id="a1")
    assert isinstance(outcome, Unknown)
    assert outcome.why == f"{SENT_BEFORE}."
    assert outcome.delta != {"since": outcome.before, "same": True}


def test_a_field_that_holds_other_text_by_now_is_not_mended_by_a_retry() -> None:
    surface = Surface(*form())
    surface.deliveries["a1"] = Delivery(action_id="a1", status="delivered")
    surface.after(0.1, lambda: surface.change("Name", value="Eve"))
    executor = surface.executor()
    outcome = executor.run({"type": "set_text", "ref": ref(executor, "Name"), "text": "Ada"}, action_id="a1")
    assert isinstance(outcome, Unknown)
    assert (outcome.why, surface.sent, surface.value("Name")) == (f"{SENT_BEFORE}.", [], "Eve")


def test_a_retried_act_that_was_refused_is_rejected_as_before() -> None:
    refusal = Delivery(action_id="a1", status="refused", reason="covered", note="Something is above it.")
    outcome = retried(Surface(*form(), react=lambda _surface, _action: refusal), {"type": "click", "ref": "Save"})
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, outcome.violations[0].message) == ("covered", "Something is above it.")


def test_a_retried_act_of_which_the_environment_itself_saw_no_end_is_unknown() -> None:
    doubt = Delivery(action_id="a1", status="uncertain", note="No answer.")
    outcome = retried(Surface(*form(), react=lambda _surface, _action: doubt), {"type": "click", "ref": "Save"})
    assert isinstance(outcome, Unknown)
    assert outcome.why == f"{SENT_BEFORE}: No answer."


def test_a_simulator_that_was_saved_after_a_click_and_loaded_does_not_invite_to_click_again() -> None:
    seen, clock = observed(*window(node("checkbox", "Terms", "toggle", checked="false")), dialect="uia"), ManualClock()
    crash = FaultPlan(faults=(Crashed(kind="crashed", when="after", acts=(1,)),))
    simulator = Simulator.from_observation(seen, clock=clock, faults=crash)
    executor = Executor(simulator, clock)
    terms = ref(executor, "Terms")
    with pytest.raises(Crash):
        executor.run({"type": "click", "ref": terms}, action_id="a1")
    later = Executor(Simulator.load(simulator.save(), clock=clock), clock)
    outcome = later.run({"type": "click", "ref": ref(later, "Terms")}, action_id="a1")
    assert isinstance(outcome, Unknown)
    assert (outcome.why, outcome.advice) == (f"{SENT_BEFORE}.", TO_LOOK)
    assert [each.checked for each in later.observe().tree if each.name == "Terms"] == ["true"]


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


class Recalls(Surface):
    """A surface that outlives who acts on it, and says of every act what tests put there."""

    recalled: Any = None

    def recall(self, action_id: str) -> Any:
        return self.recalled


def run_on(surface: Recalls, action: dict[str, Any]) -> Outcome:
    """What the next process is told of an act that the one before had begun."""
    memory = OutcomesInMemory()
    memory.begin("a1")
    executor = surface.executor(memory=memory)
    return executor.run({**action, "ref": ref(executor, action["ref"])}, action_id="a1")


@pytest.mark.parametrize(
    ("recalled", "said"),
    [
        ({}, "The environment gave no delivery but a dict."),
        (Delivery(action_id="b2", status="delivered"), "The environment answered for another act, 'b2'."),
        (Delivery(action_id="a1", status="sent"), "The environment gave no valid delivery"),  # type: ignore[arg-type]
    ],
    ids=["none", "another act", "no status"],
)
def test_what_is_recalled_and_is_no_delivery_of_the_act_leaves_it_open(recalled: Any, said: str) -> None:
    surface = Recalls(*form())
    surface.recalled = recalled
    outcome = run_on(surface, {"type": "click", "ref": "Save"})
    assert isinstance(outcome, Unknown)
    assert said in outcome.why
    assert surface.sent == []


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ({"type": "set_text", "ref": "Name", "text": "old"}, Done),
        ({"type": "set_text", "ref": "Name", "text": "Ada"}, Unknown),
        ({"type": "set_checked", "ref": "Terms", "checked": False}, Done),
        ({"type": "set_checked", "ref": "Terms", "checked": True}, Unknown),
        ({"type": "click", "ref": "Save"}, Done),
    ],
)
def test_an_act_that_arrived_is_not_called_done_where_the_screen_shows_the_contrary(action: dict[str, Any], kind: type) -> None:
    surface = Recalls(*form())
    surface.recalled = Delivery(action_id="a1", status="delivered")
    assert isinstance(run_on(surface, action), kind)
    assert surface.sent == []


def test_an_act_that_never_arrived_is_sent_once() -> None:
    surface = Recalls(*form())
    assert isinstance(run_on(surface, {"type": "click", "ref": "Save"}), Done)
    assert surface.sent == [("click", "a1")]


@pytest.mark.parametrize(
    ("action", "seen"),
    [
        ({"type": "set_text", "ref": "Name", "text": "old"}, True),
        ({"type": "set_checked", "ref": "Terms", "checked": False}, True),
        ({"type": "type_text", "ref": "Name", "text": "old"}, False),
        ({"type": "click", "ref": "Save"}, False),
        ({"type": "press_key", "ref": "Save", "key": "Enter"}, False),
        ({"type": "drag", "ref": "Save"}, False),
    ],
)
def test_an_act_of_which_only_the_arrival_is_known_is_not_verified(action: dict[str, Any], seen: bool) -> None:
    surface = Recalls(*form())
    surface.recalled = Delivery(action_id="a1", status="delivered")
    memory = OutcomesInMemory()
    memory.begin("a1")
    executor = surface.executor(memory=memory)
    place = ref(executor, action["ref"])
    named = {"start": {"ref": place}, "end": {"ref": place}} if action["type"] == "drag" else {**action, "ref": place}
    outcome = executor.run({**named, "type": action["type"]}, action_id="a1")
    assert isinstance(outcome, Done)
    assert (outcome.seen, outcome.verified) == (seen, seen)
    assert ('"seen":false' in as_json(outcome)) is not seen


def test_an_act_that_shows_nowhere_is_not_verified_and_one_whose_field_is_filled_now_is() -> None:
    surface = Surface(*window(node("textbox", "Pin", "type", "focus", protected=True, filled=False)), secrets={"pin": "8-7-3-1-9"})
    surface.react = lambda surface, _: surface.change("Pin", filled=True)
    executor = surface.executor()
    for seen in (True, False):  # the second time it was filled before
        outcome = executor.run({"type": "set_text", "ref": ref(executor, "Pin"), "text": {"secret": "pin"}})
        assert isinstance(outcome, Done)
        assert outcome.verified is seen
    surface = Surface(*window(node("textbox", "Name", "type", "focus", value="old", focused=True)), react=lambda *_: None)
    executor = surface.executor()
    outcome = executor.run({"type": "press_key", "key": "ArrowLeft"})
    assert isinstance(outcome, Done)
    assert (outcome.note, outcome.verified) == ("What this key does here cannot be seen.", False)

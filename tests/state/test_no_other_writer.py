"""Nothing but a verifier's decision changes the agent's state (S04)."""

from __future__ import annotations

import ast
import copy
import gc
import pickle
from pathlib import Path
from typing import Any

import pytest

import lumos_layer
from lumos_layer.errors import StateRefused
from lumos_layer.state import AgentState, apply, begin, checkpoint, load_checkpoint
from lumos_layer.state.events import Began, Decided
from tests.state.acting import after, seen, value, verify, wanted


def _state() -> AgentState:
    return after(begin((wanted("a"), wanted("b", "a")), (value("v", ["x"]),)).state, verify("a", 1))


def test_the_constructor_makes_no_state() -> None:
    with pytest.raises(StateRefused, match="not made by its constructor"):
        AgentState()
    with pytest.raises(TypeError):
        AgentState(statuses={"a": "verified"})  # type: ignore[call-arg]


@pytest.mark.parametrize("field", ["statuses", "verified", "evidence", "version", "_statuses", "anything"])
def test_nothing_of_a_state_can_be_set_or_removed(field: str) -> None:
    state, before = _state(), checkpoint(_state())
    with pytest.raises(StateRefused, match="cannot be set"):
        setattr(state, field, {"b": "verified"})
    with pytest.raises(StateRefused, match="cannot be removed"):
        delattr(state, field)
    with pytest.raises((AttributeError, TypeError)):
        object.__setattr__(state, field, {"b": "verified"})
    assert not hasattr(state, "__dict__")
    assert checkpoint(state) == before


def test_an_object_that_no_transition_made_holds_nothing() -> None:
    empty = object.__new__(AgentState)
    for name in ("statuses", "verified", "focus", "evidence", "version", "open_leaves"):
        with pytest.raises(StateRefused, match="no transition made it"):
            getattr(empty, name)
    with pytest.raises(StateRefused):
        checkpoint(empty)


def test_there_is_no_other_kind_of_state() -> None:
    with pytest.raises(StateRefused, match="no other kind"):
        type("Mine", (AgentState,), {"verified": property(lambda self: ("b",))})


@pytest.mark.parametrize(
    "way", ["model_copy", "model_construct", "model_validate", "parse_obj", "construct", "_replace", "__replace__"]
)
def test_there_is_no_way_to_copy_a_state_with_changes_or_to_read_one_from_a_document(way: str) -> None:
    assert not hasattr(AgentState, way)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_state_is_not_pickled(protocol: int) -> None:
    with pytest.raises(StateRefused, match="not pickled"):
        pickle.dumps(_state(), protocol)


def test_a_pickle_that_was_made_up_gives_no_state() -> None:
    class Forged:
        def __reduce__(self) -> tuple[Any, ...]:
            return object.__new__, (AgentState,), {"statuses": {"b": "verified"}}

    with pytest.raises((StateRefused, AttributeError, TypeError)):
        pickle.loads(pickle.dumps(Forged()))


def test_a_copy_is_the_state_itself() -> None:
    state = _state()
    assert copy.copy(state) is state
    assert copy.deepcopy({"kept": state})["kept"] is state


def test_what_a_state_gives_out_are_copies() -> None:
    state, before = _state(), checkpoint(_state())
    state.statuses["b"] = "verified"
    state.bindings["x"] = "y"
    state.reversions["a"] = 9
    state.refusals["a"] = 9
    state.values[0].value.append("y")  # type: ignore[union-attr]
    focus = state.focus
    assert focus is not None
    for part, field, forged in (
        (state.evidence[0], "requirement", "b"),
        (state.live_evidence("a")[0], "status", "stale"),
        (state.values[0], "source", "b"),
        (state.served_values()[0], "name", "z"),
        (state.requirements[1], "depends_on", ()),
        (state.requirements[1].check, "name", "z"),
        (focus, "check", None),
    ):
        object.__setattr__(part, field, forged)
    with pytest.raises(TypeError):
        object.__setattr__(state.standing("b"), "status", "verified")
    assert checkpoint(state) == before


def test_what_events_hold_can_be_changed_without_changing_the_state() -> None:
    made = begin((wanted("a"),), (value("v", ["x"]),))
    then = apply(made.state, verify("a", 1, seen("a", 1, id="e7"), values=(value("w", ["x"]),)))
    before = checkpoint(made.state), checkpoint(then.state)
    began, decided = made.events[0], then.events[0]
    assert isinstance(began, Began)
    assert isinstance(decided, Decided)
    object.__setattr__(began.requirements[0], "check", None)
    began.values[0].value.append("y")  # type: ignore[union-attr]
    object.__setattr__(decided.decision.evidence, "status", "stale")
    decided.decision.values[0].value.append("y")  # type: ignore[union-attr]
    assert (checkpoint(made.state), checkpoint(then.state)) == before


def test_what_was_given_in_can_be_changed_later_without_changing_the_state() -> None:
    requirement, evidence = wanted("a"), seen("a", 1)
    plan = [requirement]
    bindings: dict[str, str] = {}
    decision = verify("a", 1, evidence, bindings=bindings)
    state = after(begin(plan).state, decision)
    before = checkpoint(state)
    plan.clear()
    bindings["x"] = "y"
    object.__setattr__(requirement, "description", "less")
    object.__setattr__(evidence, "verdict", False)
    object.__setattr__(decision, "requirement", "z")
    assert checkpoint(state) == before


def test_what_a_decision_holds_is_checked_again_where_it_was_forged() -> None:
    decision = verify("a", 1)
    object.__setattr__(decision.evidence, "status", "eternal")
    with pytest.raises(ValueError, match="live"):
        after(begin((wanted("a"),)).state, decision)


def test_a_document_that_was_changed_by_hand_proves_nothing() -> None:
    document = checkpoint(begin((wanted("a"),)).state)
    document["requirements"][0]["status"] = "verified"
    document["evidence"].append(seen("a", 1, id="e1").model_dump(mode="json"))
    made = load_checkpoint(document)
    assert made.state.statuses == {"a": "pending"}
    assert made.state.live_evidence("a") == ()


def test_states_go_when_nobody_has_them() -> None:
    from lumos_layer.state import agent_state

    gc.collect()
    before = len(agent_state._CONTENTS)
    states = [_state() for _ in range(20)]
    assert len(agent_state._CONTENTS) >= before + 20
    states.clear()
    gc.collect()
    assert len(agent_state._CONTENTS) == before


def test_only_transitions_and_checkpoints_make_states() -> None:
    package = Path(lumos_layer.__file__).parent
    users = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (isinstance(node, ast.Name) and node.id in ("made_of", "_CONTENTS"))
        or (isinstance(node, ast.alias) and node.name in ("made_of", "_CONTENTS"))
        or (isinstance(node, ast.Attribute) and node.attr in ("made_of", "_CONTENTS"))
    }
    assert users == {"state/agent_state.py", "state/checkpoint.py", "state/transitions.py"}


def test_what_a_state_holds_is_looked_into_only_where_the_state_lives() -> None:
    package = Path(lumos_layer.__file__).parent
    users = {path.parent.name for path in package.rglob("*.py") if "contents_of(" in path.read_text("utf-8")}
    assert users == {"state"}

"""What the strategies draw is what they say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Crash, FaultPlan, Simulator
from lumos_layer.errors import BadOption, EnvironmentFailed
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.observation import Observation
from lumos_layer.testing import strategies
from lumos_layer.testing.strategies.changing import growing, grown
from lumos_layer.testing.strategies.faults import KINDS, fault_plans
from tests.trees import button, field, node, observed

FORM = observed(
    (0, node("window", "Main", box=(0, 0, 600, 400))),
    (1, field("Name", "", box=(0, 40, 100, 20))),
    (1, node("slider", "Volume", "range", value="5", minimum=0.0, maximum=10.0, box=(0, 80, 100, 20))),
    (1, button("Send", box=(0, 120, 100, 20))),
)


@settings(max_examples=150)
@given(strategies.observations() | strategies.screens(), st.data())
def test_valid_actions_are_grounded_and_invalid_ones_refused_on_any_screen(observation: Observation, data: st.DataObject) -> None:
    assert isinstance(validate(data.draw(strategies.valid_actions(observation)), observation), GroundedAction)
    assert isinstance(validate(data.draw(strategies.invalid_actions(observation)), observation), Rejected)


@given(strategies.valid_actions(FORM, verbs=("set_value", "set_text"), secrets=("pin",)))
def test_valid_actions_are_of_the_types_asked_for_and_in_range(document: dict[str, Any]) -> None:
    assert document["type"] in ("set_value", "set_text")
    assert 0 <= document.get("value", 0) <= 10


def test_of_a_screen_that_allows_none_of_the_verbs_nothing_can_be_drawn() -> None:
    @settings(max_examples=1)
    @given(strategies.valid_actions(FORM, verbs=("expand",)))
    def draw(document: dict[str, Any]) -> None: ...

    with pytest.raises(BadOption, match="verbs="):
        draw()


@given(strategies.valid_actions(FORM, blueprint=FORM.blueprint(ref="A3")))
def test_valid_actions_keep_to_the_refs_of_the_blueprint(document: dict[str, Any]) -> None:
    assert document.get("ref") not in ("A1", "A2")


@given(strategies.blueprints(view="interactive"))
def test_blueprints_are_of_the_view_asked_for(blueprint: Blueprint) -> None:
    assert blueprint.view == "interactive"


@settings(max_examples=150)
@given(strategies.observations(), fault_plans(kinds=KINDS), st.data())
def test_a_simulator_follows_every_plan_of_faults(observation: Observation, plan: FaultPlan, data: st.DataObject) -> None:
    simulator = Simulator.from_observation(observation, clock=ManualClock(), faults=plan)
    for number in range(3):
        look = simulator.observe()
        grounded = validate(data.draw(strategies.valid_actions(look)), look)
        assert isinstance(grounded, GroundedAction)
        try:
            simulator.perform(f"act-{number}", grounded)
        except EnvironmentFailed:
            assert "broken" in {fault.kind for fault in plan.faults}
        except Crash:
            assert "crashed" in {fault.kind for fault in plan.faults}


@given(fault_plans())
def test_plans_have_no_crashes_unless_they_are_asked_for(plan: FaultPlan) -> None:
    assert "crashed" not in {fault.kind for fault in plan.faults}


@given(strategies.drafts())
def test_a_draft_that_grows_again_is_the_same(draft: Any) -> None:
    again = grown(growing(draft), draft)
    assert (again.nodes, again.parents) == (draft.nodes, draft.parents)

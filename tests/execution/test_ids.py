"""An act without an id of its own is refused, before anything is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.environments.port import Environment
from lumos_layer.environments.remote import RemoteEnvironment, serve
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.simulator import Simulator
from lumos_layer.errors import BadOption
from tests.execution.surfaces import Surface, ref, window
from tests.trees import button

NO_IDS: list[Any] = ["", 5, b"step", 0, False]
RECORDING = Path("tests/recordings/chromium-cdp/login-password")


@pytest.mark.parametrize("id", NO_IDS)
def test_the_executor_refuses_it_and_sends_nothing(id: Any) -> None:
    surface = Surface(*window(button("OK")))
    executor = surface.executor()
    outcome = executor.run({"type": "click", "ref": ref(executor, "OK")}, action_id=id)
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, outcome.violations[0].field, surface.verbs) == ("invalid", "action_id", [])


def waiting(environment: Environment) -> GroundedAction:
    action = validate({"type": "wait", "seconds": 1}, environment.observe())
    assert isinstance(action, GroundedAction)
    return action


@pytest.mark.parametrize("id", [*NO_IDS, None])
@pytest.mark.parametrize("make", [lambda: Simulator.from_dump("blueprints/login/dump.json"), lambda: Replay(RECORDING)])
def test_no_environment_carries_it_out(make: Any, id: Any) -> None:
    environment = make()
    action = waiting(environment)
    with pytest.raises(BadOption, match=r"action_id=.* cannot be; give a text that is not empty, another one for each act\."):
        environment.perform(id, action)
    assert environment.perform("first", action).again is False


@pytest.mark.parametrize("id", ["", None])
def test_it_is_not_sent_over_a_line(id: Any) -> None:
    with serve(Simulator.from_dump("blueprints/login/dump.json")) as server:
        environment = RemoteEnvironment(server.url)
        action = waiting(environment)
        with pytest.raises(BadOption):
            environment.perform(id, action)
        environment.close()

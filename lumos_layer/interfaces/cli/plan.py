"""`lumos plan`: the next action of a task, without doing it."""

from __future__ import annotations

from typing import Any

import orjson

from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.outcomes import as_json as outcome_json
from lumos_layer.execution import Executor
from lumos_layer.interaction.grounding import grounded_for_review
from lumos_layer.interfaces.cli.driving import parts_of
from lumos_layer.interfaces.cli.dump import JsonOption
from lumos_layer.interfaces.cli.output import for_people, print_answer
from lumos_layer.interfaces.cli.redacting import redactor_of
from lumos_layer.interfaces.cli.run import OnOption, PlannerOption, PolicyOption, SecretsFileOption, TaskArgument
from lumos_layer.interfaces.cli.tasks import task_of
from lumos_layer.planning.port import Request
from lumos_layer.safety.case import Case
from lumos_layer.safety.review import review

EXAMPLES = """[bold]Examples[/bold]

lumos plan 'Turn on dark mode' --on settings

lumos plan task.json --on window.xml --planner openai:gpt-5
"""


def run(
    task: TaskArgument,
    on: OnOption = None,
    planner: PlannerOption = None,
    policy: PolicyOption = None,
    secrets: SecretsFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the next action of a task and what the policy says to it. Nothing is done, and nothing is kept."""
    asked = task_of(task, {"surface": on, "planner": planner, "policy": policy, "secrets": secrets})
    redactor = redactor_of(asked)
    parts = parts_of(asked)
    observation = Executor(parts.environment, parts.clock).observe()
    plan = parts.planner.plan(
        Request(
            goal=asked.goal,
            observation=observation,
            steps=asked.steps,
            constraints=asked.constraints,
            verbs=parts.environment.capabilities.actions,
            secrets=tuple(parts.secrets),
        )
    )
    said: dict[str, Any] = {"plan": plan.model_dump(mode="json", exclude_defaults=True)}
    grounded = grounded_for_review(plan.action, observation)
    if isinstance(grounded, Rejected):
        said["rejected"] = orjson.loads(outcome_json(grounded))
    elif not grounded.action.control:
        case = Case(asked.constraints, plan.confidence, trusted=True, read_untrusted=False, secret_rule=parts.secrets.rule)
        said["decision"] = review(grounded, observation, parts.policy, case).model_dump(mode="json", exclude_defaults=True)
    print_answer(orjson.dumps(redactor.json(said)).decode(), for_people(as_json))

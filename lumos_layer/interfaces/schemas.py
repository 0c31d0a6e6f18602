"""JSON Schemas (draft 2020-12) of the documents that others read, made from the models; `lumos schemas` writes them to schemas/."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from pydantic import BaseModel

from lumos_layer.actions import Action, Envelope
from lumos_layer.actions.outcomes import Outcome
from lumos_layer.actions.published import published
from lumos_layer.diff import EditScript
from lumos_layer.environments.simulator.apps import Document
from lumos_layer.environments.simulator.faults import FaultPlan
from lumos_layer.evaluation.suites.suite import Suite
from lumos_layer.evaluation.suites.summary import SuiteReport
from lumos_layer.evaluation.summary import Report
from lumos_layer.interfaces.delta_schema import delta_schema
from lumos_layer.interfaces.replayed import LINES
from lumos_layer.perception.answers import ClickAnswer, HitAnswer
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.doctor import Finding
from lumos_layer.perception.formats.notes import NOTES_SCHEMA
from lumos_layer.perception.heads import BY_WORD, STATES
from lumos_layer.perception.items import DETAILS
from lumos_layer.perception.locator import Locator
from lumos_layer.planning.task import Task
from lumos_layer.procedures.procedure import Procedure
from lumos_layer.safety.approval import Answer, ApprovalRequest
from lumos_layer.safety.decision import Decision
from lumos_layer.safety.policy import Policy
from lumos_layer.safety.secrets import SECRETS_FILE
from lumos_layer.safety.table import Table
from lumos_layer.surface.comparison import Comparison
from lumos_layer.surface.handoff import ANY_ANSWER
from lumos_layer.trace.events import Event
from lumos_layer.trace.report import InteractionReport
from lumos_layer.tree import Role

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_REF = "^[AW][1-9][0-9]*$"


def _object_form() -> dict[str, Any]:
    (schema,), components = msgspec.json.schema_components([Blueprint], ref_template="#/$defs/{name}")
    for made in components.values():
        if "properties" in made:
            made["additionalProperties"] = False
    components["Element"]["properties"]["ref"] = {"type": "string", "pattern": _REF}
    components["Element"]["required"].append("ref")
    return {
        "$schema": _DRAFT,
        "title": "Blueprint, object form",
        "description": "One screen as a planner sees it, with all names written out. What is empty is left out.",
        **schema,
        "$defs": components,
    }


def _compact_form() -> dict[str, Any]:
    header = _object_form()["$defs"]["Blueprint"]["properties"]
    header.pop("items")
    head = {"type": "string", "pattern": _head_pattern()}
    details = {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": False,
        "properties": {**{name: _detail(name) for name in DETAILS}, "can": {"type": "string"}},
    }
    items = {"type": "array", "items": {"anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in ("item", "position", "details")]}}
    defs = {
        "item": {"anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in ("text", "bracketed", "run", "more", "group")]},
        "text": {"type": "string", "description": "Text; a heading if it begins with '# '; an element alone, as '4.button Edit'."},
        "bracketed": {"type": "array", "prefixItems": [{"type": "string"}], "minItems": 1, "maxItems": 1},
        "position": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 4},
        "details": details,
        "run": {
            "type": "array",
            "minItems": 3,
            "prefixItems": [head, {"type": "string", "pattern": r"^[0-9]+(\.[a-z_]+)*( |$)"}],
            "items": {"anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in ("text", "bracketed", "position", "details")]},
        },
        "more": {
            "type": "object",
            "required": ["more"],
            "additionalProperties": False,
            "properties": {"more": {"type": "integer", "minimum": 1}, "under": {"type": "string", "pattern": _REF}},
        },
        "group": {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "propertyNames": head,
            "additionalProperties": items,
        },
    }
    return {
        "$schema": _DRAFT,
        "title": "Blueprint, compact form",
        "description": "The form for prompts; docs/compact-form.md teaches to read it and has the rules that a schema cannot say.",
        "type": "object",
        "required": ["ui"],
        "additionalProperties": False,
        "properties": {**header, "ui": items},
        "$defs": defs,
    }


def _head_pattern() -> str:
    """A role, then verbs, then states; or, for an element of no special role, verbs and states."""
    roles, verbs, states = "|".join(Role), "|".join(BY_WORD), "|".join(STATES)
    return f"^({roles}|{verbs})( ({verbs}))*( ({states}))*$"


def _detail(name: str) -> dict[str, Any]:
    if name in ("value", "hint"):
        return {"type": "string"}
    return {"type": "number"} if name in ("min", "max") else {"type": "integer"}


def _refs() -> dict[str, Any]:
    entry = {
        "type": "object",
        "required": ["path", "role", "name", "bounds", "enabled", "can"],
        "additionalProperties": False,
        "properties": {
            "path": {"type": "string", "description": "XPath in the dump, or session and backendDOMNodeId of a browser's node."},
            "role": {"enum": [role.value for role in Role]},
            "name": {"type": "string"},
            "bounds": {
                "anyOf": [{"type": "array", "items": {"type": "integer"}, "minItems": 4, "maxItems": 4}, {"type": "null"}],
                "description": "x, y, width, height in the dump's pixels; null: the dump gives no box.",
            },
            "enabled": {"type": ["boolean", "null"], "description": "null: the dump does not say."},
            "can": {"type": "array", "items": {"type": "string"}},
        },
    }
    return {
        "$schema": _DRAFT,
        "title": "Ref map",
        "description": "What each ref of an observation stands for in its dump.",
        "type": "object",
        "propertyNames": {"pattern": _REF},
        "additionalProperties": entry,
    }


def _closed(models: Any, title: str, description: str) -> dict[str, Any]:
    """The schema of a model, or of any of several; no object in it has other keys than the model's."""
    listed = models if isinstance(models, tuple) else (models,)
    schemas, components = msgspec.json.schema_components(listed, ref_template="#/$defs/{name}")
    for made in components.values():
        if "properties" in made:
            made["additionalProperties"] = False
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}
    return {"$schema": _DRAFT, "title": title, "description": description, **schema, "$defs": components}


def _modelled(model: type[BaseModel], title: str, description: str) -> dict[str, Any]:
    """The schema of a pydantic model, as pydantic makes it."""
    return {"$schema": _DRAFT, **model.model_json_schema(), "title": title, "description": description}


SCHEMAS: Mapping[str, dict[str, Any]] = {
    "blueprint.schema.json": _object_form(),
    "blueprint-compact.schema.json": _compact_form(),
    "environment-notes.schema.json": NOTES_SCHEMA,
    "app.schema.json": _modelled(
        Document, "Simulated app", "What screens an app has and what leads where; docs/simulator.md explains it."
    ),
    "faults.schema.json": _modelled(
        FaultPlan, "Faults", "What goes wrong in a simulated world, at which act or by what chance; docs/simulator.md explains it."
    ),
    "refs.schema.json": _refs(),
    "action.schema.json": published(
        Action, "Action", "One thing to do on a screen. docs/actions.md says what each needs and does."
    ),
    "action-envelope.schema.json": published(
        Envelope, "Action on its way", "An action, its id, and the look that it was chosen by."
    ),
    "outcome.schema.json": published(Outcome, "Outcome", "What came of an action."),
    "task.schema.json": _modelled(
        Task, "Task", "What a run gets: a goal on a surface, with its limits; docs/running.md explains it."
    ),
    "event.schema.json": published(Event, "Event", "What happened in a run: an entry of its journal; docs/runs.md explains it."),
    "report.schema.json": _modelled(
        InteractionReport, "Report of a run", "What was done, what was not and why, and how it ended; docs/runs.md explains it."
    ),
    "hit.schema.json": _closed(
        HitAnswer | ClickAnswer,
        "Pointing",
        "What a point hits (`answer`: `hit`), or where to click an element (`click`): `lumos point`; see docs/pointing.md.",
    ),
    "comparison.schema.json": _closed(
        Report, "Comparison", "What dumps and their blueprints cost, and what the blueprints keep: `lumos compare --json`."
    ),
    "suite.schema.json": _modelled(
        Suite, "Suite", "Tasks on simulated apps, and what must be so afterwards: `lumos eval`; docs/evaluation.md explains it."
    ),
    "evaluation.schema.json": _closed(
        SuiteReport, "Evaluation", "What came of a suite's runs: `lumos eval --json`; docs/evaluation.md explains it."
    ),
    "replay-line.schema.json": _closed(
        LINES, "Line of a replay", "One step of a recorded session as it was played, or the summary: `lumos replay --json`."
    ),
    "edit-script.schema.json": _closed(
        EditScript, "Edit script", "What makes one tree another: `lumos_layer.diff.diff`; docs/diff.md explains it."
    ),
    "handoff-answer.schema.json": {
        "$schema": _DRAFT,
        **ANY_ANSWER.json_schema(),
        "title": "Answer to a hand-off",
        "description": "What an agent hears after it has handed the screen to a person; see docs/control.md.",
    },
    "person-changes.schema.json": _modelled(
        Comparison, "What a person changed", "What is otherwise since a person has had the surface; see docs/control.md."
    ),
    "delta.schema.json": delta_schema(_compact_form(), _DRAFT),
    "locator.schema.json": _closed(Locator, "Locator", "What finds an element again in other sessions."),
    "findings.schema.json": _closed(
        list[Finding], "Findings", "What is wrong with a screen for those who cannot see it: `lumos doctor --json`."
    ),
    "policy.schema.json": _modelled(
        Policy, "Policy", "What may be done without asking: `lumos policy check`; docs/safety.md explains it."
    ),
    "policy-table.schema.json": _modelled(
        Table, "Decision table", "What a policy answers to what, and where that stands: `lumos policy explain --json`."
    ),
    "procedure.schema.json": _modelled(
        Procedure, "Procedure", "A way that led to a verified result: `lumos procedures`; docs/procedures.md explains it."
    ),
    "secrets.schema.json": {
        "$schema": _DRAFT,
        **SECRETS_FILE.json_schema(),
        "title": "Secrets",
        "description": "Secret texts by name, with where each may be filled in: `lumos run --secrets`; docs/safety.md explains it.",
    },
    "decision.schema.json": _modelled(Decision, "Decision", "A policy's answer to one action, with the rule that gave it."),
    "approval-request.schema.json": _modelled(ApprovalRequest, "Approval request", "What a person is asked before an act."),
    "approval-answer.schema.json": published(Answer, "Approval answer", "What a person answers: approve, deny, edit or constrain."),
}

"""The decision table of a policy as data: every rule and every class of sensitive acts, what it answers, and where that stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from lumos_layer.actions.sensitive import CLASSES, WORDS
from lumos_layer.safety.decision import Risk, Verdict
from lumos_layer.safety.policy import CLASS_WORDS, Policy
from lumos_layer.safety.review import RISKS, RULES
from lumos_layer.safety.sensitive import FINDERS


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RuleRow(_Part):
    """One rule: when it speaks, the answers that it can give under this policy, and the fields that say so."""

    rule: str
    when: str
    answers: tuple[Verdict, ...] = Field(description="Empty: under this policy it never speaks.")
    fields: tuple[str, ...]
    given: bool = Field(description="Whether the policy says so itself; else it is what holds where a policy is silent.")


class ClassRow(_Part):
    """One class of sensitive acts."""

    sensitive: str
    when: str
    verdict: Verdict
    risk: Risk
    field: str
    given: bool
    words: tuple[str, ...] = Field(description="What controls that do it are called.")


class ExceptionRow(_Part):
    """Another answer to a class at some places."""

    sensitive: str
    verdict: Verdict
    field: str
    where: dict[str, str]


class Table(_Part):
    """All that decides, in the order in which equally strict answers are told. `silence` is the answer where nothing speaks."""

    policy: str
    rules: tuple[RuleRow, ...]
    classes: tuple[ClassRow, ...]
    exceptions: tuple[ExceptionRow, ...] = ()
    found_by: dict[str, str] = Field(description="How acts are known to belong to a class: each finder, with what it looks at.")
    silence: Literal["ask"] = "ask"


def decision_table(policy: Policy) -> Table:
    """What the policy answers to what, and why."""
    return Table(
        policy=policy.name,
        rules=tuple(_rules(policy)),
        classes=tuple(_classes(policy)),
        exceptions=tuple(_exceptions(policy)),
        found_by={finder.__name__.removeprefix("by_"): _first_line(finder) for finder in FINDERS},
    )


def _rules(policy: Policy) -> Iterator[RuleRow]:
    for rule in RULES:
        answers, fields = _SAYS[rule.__name__](policy)
        given = any(field.partition(".")[0] in policy.model_fields_set for field in fields)
        yield RuleRow(rule=rule.__name__, when=_first_line(rule), answers=answers, fields=fields, given=given)


Says = tuple[tuple[Verdict, ...], tuple[str, ...]]


def _listed(policy: Policy, name: str) -> Says:
    names = getattr(policy, name)
    fields = tuple(f"{name}.{field}" for field in ("deny", "ask", "allow") if getattr(names, field, ()))
    answers: list[Verdict] = ["ask"] if getattr(names, "ask", ()) else []
    return (*answers, *(("deny",) if names.deny or names.allow else ())), fields


def _autonomy(policy: Policy) -> Says:
    most = policy.autonomy
    answers: list[Verdict] = (
        ["deny"] if most.level == "look" else ["ask"] if most.level != "policy" or most.acts is not None else []
    )
    return tuple(answers), ("autonomy.level", "autonomy.acts")


def _sensitive(policy: Policy) -> Says:
    answers = {row.verdict for row in _classes(policy)} | {row.verdict for row in _exceptions(policy)}
    return tuple(sorted(answers)), ("sensitive", "exceptions")


_SAYS: dict[str, Callable[[Policy], Says]] = {
    "forbidden": lambda policy: (("ask", "deny"), ("constraints.forbidden_actions",)),
    "actions": lambda policy: _listed(policy, "actions"),
    "apps": lambda policy: (("deny",), (*_listed(policy, "apps")[1], "constraints.allowed_apps")),
    "domains": lambda policy: (("deny",), (*_listed(policy, "domains")[1], "constraints.allowed_apps")),
    "targets": lambda policy: _listed(policy, "targets"),
    "secrets": lambda policy: (("ask", "deny"), ("secrets",)),
    "credentials": lambda policy: (("ask", "deny"), ()),
    "autonomy": _autonomy,
    "sensitive": _sensitive,
    "confidence": lambda policy: ((policy.confidence.below,), ("confidence.below", "confidence.threshold")),
    "untrusted_typing": lambda policy: ((policy.untrusted_typing,), ("untrusted_typing",)),
    "untrusted_orders": lambda policy: ((policy.untrusted_orders,), ("untrusted_orders",)),
    "untrusted_leaving": lambda policy: ((policy.untrusted_leaving,), ("untrusted_leaving",)),
    "unreadable": lambda policy: ((policy.unreadable,), ("unreadable",)),
    "effect": lambda policy: (tuple(sorted({policy.reads, policy.edits, policy.commits})), ("reads", "edits", "commits")),
}


def _classes(policy: Policy) -> Iterator[ClassRow]:
    for kind in CLASSES:
        yield ClassRow(
            sensitive=kind,
            when=f"It {CLASS_WORDS[kind]}.",
            verdict=policy.sensitive.get(kind, "ask"),
            risk=RISKS[kind],
            field=f"sensitive.{kind}",
            given=kind in policy.sensitive,
            words=WORDS[kind],
        )


def _exceptions(policy: Policy) -> Iterator[ExceptionRow]:
    for i, each in enumerate(policy.exceptions):
        where = {name: str(value) for name, value in each.where.model_dump(exclude_none=True).items()}
        for kind, verdict in each.sensitive.items():
            yield ExceptionRow(sensitive=kind, verdict=verdict, field=f"exceptions[{i}].sensitive.{kind}", where=where)


def _first_line(function: object) -> str:
    return (getattr(function, "__doc__", None) or "").partition("\n")[0]

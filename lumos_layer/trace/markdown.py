"""A report for people to read, in Markdown. Words of screens and planners are code in it, so that they can be nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import orjson

from lumos_layer.perception.markdown import code
from lumos_layer.trace.report import InteractionReport, ReportedAction, ReportedPhase, ReportedRequirement, SafetyFinding
from lumos_layer.trace.telling import action_in_words

_STANDS = {"verified": "[x]", "pending": "[ ]", "invalidated": "[!]"}
T = TypeVar("T")
_STATUS = {
    "completed": "The run is completed.",
    "blocked": "The run is blocked: what it would have to do is not allowed.",
    "failed": "The run has failed.",
    "needs_approval": "The run waits for a person to answer.",
    "paused": "A person has the screen; the run goes on once it is given back.",
    "running": "The run has not ended.",
    "ready": "The run has not begun.",
}


def markdown(report: InteractionReport) -> str:
    """The report as text, each section only where there is something to say."""
    return "\n".join([*_head(report), *_body(report), ""])


def _head(report: InteractionReport) -> Iterator[str]:
    yield f"# Run {code(report.run)}: {report.status}"
    yield ""
    yield _STATUS[report.status]
    if report.summary:
        yield f"In short: {code(report.summary)}"
    yield ""
    yield f"- Goal: {code(report.goal)}"
    yield f"- From {report.started or '?'} to {report.last or '?'}, {report.steps} steps"
    used = report.usage
    if used.calls:
        yield f"- Language model: {used.calls} calls, {used.input_tokens:,} tokens in, {used.output_tokens:,} out"


def _body(report: InteractionReport) -> Iterator[str]:
    asked = report.pending_approval
    if asked is not None:
        yield from _section("Waits for an answer", [asked], lambda each: f"{code(each.approval_id)}: {code(each.question)}")
        yield f"- The action: {code(action_in_words(asked.action, asked.element))}"
        yield from (f"- The screen says: {code(words)}" for words in asked.evidence)
        yield f"- Risk {asked.risk}, by rule {code(asked.rule)}"
    yield from _section("What must hold in the end", report.requirements, _requirement)
    if report.status == "completed" and any(each.status == "pending" for each in report.requirements):
        yield from ("", "Without a mark: read out of the goal, and shown neither to hold nor not to hold.")
    yield from _section("Phases", report.phases, _phase)
    yield from _section("Done", report.completed, lambda each: _action(each, "verified" if each.verified else "not verified"))
    for title, actions in (("Blocked", report.blocked), ("Skipped", report.skipped), ("Failed", report.failed)):
        yield from _section(title, actions, _action)
    yield from _section("Safety", report.safety_findings, _finding)
    yield from _section("Errors", report.errors, lambda each: f"step {each.step}, {code(each.where)}: {code(each.error)}")
    yield from _section("Repairs", report.repairs.items(), lambda each: f"{code(each[0])}: {each[1]}")
    yield from _section("Diagnoses", report.diagnoses.items(), lambda each: f"{code(each[0])}: {each[1]}")
    look = report.final_observation
    if look is not None:
        words = " · ".join(code(each) for each in (look.app, look.title, look.url) if each)
        yield from ["", "## The screen at the end", "", f"{code(look.observation)} of {code(look.surface)}: {words}", ""]
        yield from fenced(orjson.dumps(look.blueprint).decode())
    yield from _section("Trace", report.trace, lambda each: f"{each.seq}. {each.at} step {each.step}: {code(each.said)}")


def _section(title: str, things: Iterable[T], line: Callable[[T], str]) -> Iterator[str]:
    lines = [f"- {line(each)}" for each in things]
    if lines:
        yield from ["", f"## {title}", "", *lines]


def _action(each: ReportedAction, how: str = "") -> str:
    said = ", ".join(filter(None, (how, f"approved by {code(each.approved_by)}" if each.approved_by else "")))
    why = f": {code(each.why)}" if each.why else ""
    return f"step {each.step} {code(action_in_words(each.action, each.element))}{f' ({said})' if said else ''}{why}"


def _requirement(each: ReportedRequirement) -> str:
    shown = f": {', '.join(map(code, each.evidence))}" if each.evidence else f": {code(each.why)}" if each.why else ""
    return f"{_STANDS[each.status]} {code(each.id)} {code(each.description)}{shown}"


def _phase(each: ReportedPhase) -> str:
    handed = "".join(f"; handed over {code(value.name)}: {code(value.value)} (step {value.step})" for value in each.handed_over)
    carried = "".join(f"; {code(value.name)} was put in at step {value.step}" for value in each.carried)
    return f"{code(each.id)} {each.status}{handed}{carried}{f': {code(each.why)}' if each.why else ''}"


def _finding(each: SafetyFinding) -> str:
    return f"step {each.step}, {each.verdict or 'noted'}, risk {each.risk}: {code(each.why)}"


def fenced(words: str) -> list[str]:
    """The words as a block of code that no words of theirs can end."""
    longest = max((len(run) for run in re.findall("`+", words)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}json", words, fence]

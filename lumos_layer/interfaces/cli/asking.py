"""A person at the terminal, asked whether an action may be done."""

from __future__ import annotations

from enum import StrEnum

import orjson
from pydantic import ValidationError
from rich.console import Console
from rich.text import Text

from lumos_layer.interaction.services import Approver
from lumos_layer.interfaces.cli.driving import on_terminal
from lumos_layer.perception.text import clean_line
from lumos_layer.safety.approval import ANY_ANSWER, Answer, ApprovalRequest, Approve, Constrain, Deny, Edit, HumanApproval, Reply
from lumos_layer.safety.constraints import Constraints

_CHOICES = "y: yes  n: no  e ACTION: do this instead (JSON)  c WORDS: mind this from now on  r WORDS: answer in words  s: stop here"


class Asking(StrEnum):
    """Who answers what a run asks."""

    ASK = "ask"
    ALL = "all"
    NONE = "none"


def approver_of(asking: Asking | None, people: bool) -> Approver | None:
    """What answers: a person at the terminal, a yes to everything, or nobody."""
    match asking or (Asking.ASK if people and on_terminal() else Asking.NONE):
        case Asking.ALL:
            return _yes
        case Asking.ASK:
            return _asked
        case Asking.NONE:
            return None


def _yes(request: ApprovalRequest) -> HumanApproval:
    return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=Approve(), by="--approve all")


def _asked(request: ApprovalRequest) -> HumanApproval | None:
    """The answer of the person at the terminal; None if they stop here, or there is no more input."""
    console = Console(stderr=True)
    console.print(Text.assemble(("? ", "bold yellow"), (clean_line(request.question), "bold")))
    for line in (request.element, *request.evidence, f"risk {request.risk}, rule {request.rule}"):
        console.print(Text(f"  {clean_line(line)}", style="dim"))
    while True:
        console.print(Text(f"  {_CHOICES}", style="dim"))
        try:
            said = console.input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            return None
        if said.lower() in ("s", "stop"):
            return None
        answer = answer_in(said)
        if isinstance(answer, str):
            console.print(Text(f"  {answer}", style="red"))
            continue
        return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=answer)


def answer_in(said: str) -> Answer | str:
    """The answer in what was typed, or what is wrong with it."""
    word, _, rest = said.partition(" ")
    rest = rest.strip()
    match word.lower():
        case "y" | "yes":
            return Approve()
        case "n" | "no":
            return Deny(reason=rest)
        case "r" if rest:
            return Reply(text=rest)
        case "c" if rest:
            return Constrain(constraints=Constraints(notes=(rest,)))
        case "e" if rest:
            try:
                return Edit(action=orjson.loads(rest))
            except orjson.JSONDecodeError as problem:
                return f"This is no JSON: {problem}."
    return f"{said[:40]!r} is no answer."


def answer_of(document: str) -> Answer:
    """An answer as JSON. Raises ValueError."""
    try:
        return ANY_ANSWER.validate_json(document)
    except ValidationError as problem:
        raise ValueError(str(problem)) from None

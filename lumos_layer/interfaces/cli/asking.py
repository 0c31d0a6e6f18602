"""A person at the terminal, asked whether an action may be done."""

from __future__ import annotations

from enum import StrEnum
from functools import partial

from rich.console import Console
from rich.text import Text

from lumos_layer.errors import BadOption
from lumos_layer.interaction.services import Approver
from lumos_layer.interfaces.cli.answers import answer_in
from lumos_layer.interfaces.cli.driving import on_terminal
from lumos_layer.interfaces.cli.output import without_secrets
from lumos_layer.interfaces.cli.progress import Progress
from lumos_layer.interfaces.cli.telling import details, in_words
from lumos_layer.perception.text import clean_line
from lumos_layer.safety.approval import ApprovalRequest, Approve, HumanApproval

_CHOICES = "y: yes  n: no  e ACTION: do this instead (JSON)  c LIMITS: mind this from now on  r WORDS: answer  s: stop here"
_IN_WORDS = "r WORDS: answer in words  n: no, end it  e ACTION: do this (JSON)  c LIMITS: mind this from now on  s: stop here"


class Asking(StrEnum):
    """Who answers what a run asks."""

    ASK = "ask"
    ALL = "all"
    NONE = "none"


def approver_of(asking: Asking | None, people: bool, progress: Progress | None = None) -> Approver | None:
    """What answers: a person at the terminal, a yes to everything, or nobody."""
    match asking or (Asking.ASK if people and on_terminal() else Asking.NONE):
        case Asking.ALL:
            return _yes
        case Asking.ASK:
            return partial(_asked, progress)
        case Asking.NONE:
            return None


def _yes(request: ApprovalRequest) -> HumanApproval:
    return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=Approve(), by="--approve all")


def _asked(progress: Progress | None, request: ApprovalRequest) -> HumanApproval | None:
    """The answer of the person at the terminal; None if they stop here, or there is no more input."""
    if progress is not None:
        progress.catch_up()  # what was done stands before the question
    console = Console(stderr=True)
    if request.problem:
        console.print(Text(f"  {_line(request.problem)}", style="red"))
    console.print(Text.assemble(("? ", "bold yellow"), (_line(request.question), "bold")))
    for line in details(request):
        console.print(Text(f"  {_line(line)}", style="dim"))
    while True:
        console.print(Text(f"  {_IN_WORDS if in_words(request) else _CHOICES}", style="dim"))
        try:
            said = console.input("> ").strip()
        except EOFError:
            return None
        if said.lower() in ("s", "stop"):
            return None
        try:
            answer = answer_in(said)
        except BadOption as problem:
            console.print(Text(f"  {_line(str(problem))}", style="red"))
            continue
        return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=answer)


def _line(words: str) -> str:
    return clean_line(without_secrets(words))

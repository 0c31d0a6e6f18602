"""A person at the terminal, asked whether an action may be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from types import MappingProxyType

import orjson
from rich.console import Console
from rich.text import Text

from lumos_layer.interaction.services import Approver
from lumos_layer.interfaces.cli.driving import on_terminal
from lumos_layer.interfaces.cli.output import without_secrets
from lumos_layer.interfaces.cli.progress import Progress
from lumos_layer.interfaces.cli.telling import details, in_words
from lumos_layer.perception.text import clean_line
from lumos_layer.safety.approval import Answer, ApprovalRequest, Approve, Constrain, Deny, Edit, HumanApproval, Reply
from lumos_layer.safety.constraints import Constraints

_CHOICES = "y: yes  n: no  e ACTION: do this instead (JSON)  c WORDS: mind this from now on  r WORDS: answer in words  s: stop here"
_IN_WORDS = "r WORDS: answer in words  n: no, end it  e ACTION: do this (JSON)  c WORDS: mind this from now on  s: stop here"


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
    console.print(Text.assemble(("? ", "bold yellow"), (_line(request.question), "bold")))
    for line in details(request):
        console.print(Text(f"  {_line(line)}", style="dim"))
    while True:
        console.print(Text(f"  {_IN_WORDS if in_words(request) else _CHOICES}", style="dim"))
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


def _line(words: str) -> str:
    return clean_line(without_secrets(words))


def answer_in(said: str) -> Answer | str:
    """The answer in what was typed, or what is wrong with it."""
    word, _, rest = said.partition(" ")
    make = _ANSWERS.get(word.lower())
    if make is None or (not rest.strip() and word.lower() not in _SHORT):
        return f"{said[:40]!r} is no answer."
    try:
        return make(rest.strip())
    except ValueError as problem:
        return f"This is no JSON: {problem}."


_ANSWERS: Mapping[str, Callable[[str], Answer]] = MappingProxyType(
    {
        "y": lambda _: Approve(),
        "yes": lambda _: Approve(),
        "n": lambda why: Deny(reason=why),
        "no": lambda why: Deny(reason=why),
        "r": lambda words: Reply(text=words),
        "c": lambda words: Constrain(constraints=Constraints(notes=(words,))),
        "e": lambda action: Edit(action=orjson.loads(action)),
    }
)
_SHORT = frozenset(("y", "yes", "n", "no"))

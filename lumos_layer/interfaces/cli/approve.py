"""`lumos approve`: the answer to what a run asks, and on with it."""

from __future__ import annotations

from typing import Annotated

import typer

from lumos_layer.errors import ApprovalRefused, BadOption
from lumos_layer.interfaces.cli.answers import constraints_in, edit_in, reply_in
from lumos_layer.interfaces.cli.asking import Asking, approver_of
from lumos_layer.interfaces.cli.driving import driven, exit_for, leave_if_taken
from lumos_layer.interfaces.cli.dump import JsonOption
from lumos_layer.interfaces.cli.output import for_people
from lumos_layer.interfaces.cli.progress import shown
from lumos_layer.interfaces.cli.redacting import gone_on
from lumos_layer.interfaces.cli.runs import RunArgument, RunsOption
from lumos_layer.interfaces.cli.telling import tell
from lumos_layer.safety.approval import Answer, Approve, Deny, HumanApproval
from lumos_layer.trace.cleaning import printable

EXAMPLES = """[bold]Examples[/bold]

lumos approve last

lumos approve 20261130-101500-ab12 --deny --reason 'The amount is wrong'

lumos approve last --edit '{"type": "click", "ref": "A7"}'

lumos approve last --constrain 'Do not submit'

lumos approve last --constrain '{"forbidden_actions": ["delete"], "redaction": ["Ann Miller"]}'

lumos approve last --reply 'Take the one from 2024'
"""


def run(
    run: RunArgument,
    deny: Annotated[bool, typer.Option("--deny", help="Do not do it.")] = False,
    edit: Annotated[
        str | None, typer.Option("--edit", metavar="ACTION", help="Do this instead, as JSON.", show_default=False)
    ] = None,
    constrain: Annotated[
        str | None, typer.Option("--constrain", metavar="LIMITS", help="Mind this from now on: words, or JSON.", show_default=False)
    ] = None,
    reply: Annotated[
        str | None, typer.Option("--reply", metavar="WORDS", help="Answer a question in words.", show_default=False)
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="WORDS", help="Why it is denied.", show_default=False)] = "",
    approval: Annotated[
        str | None,
        typer.Option("--approval", metavar="ID", help="Which question this answers.", show_default="the open one"),
    ] = None,
    approve: Annotated[Asking | None, typer.Option("--approve", help="Who answers further questions, as for lumos run.")] = None,
    runs: RunsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer what a run asks, with yes if nothing else is said, and go on with it. The answer holds for this one action only.

    While a person has the screen no answer is taken (exit code 5). Other exit codes are those of lumos run.
    """
    answer = _answer(deny, *map(printable, (reason, edit, constrain, reply)))
    people = for_people(as_json)
    folder, task = gone_on(runs, run)
    with folder:
        leave_if_taken(folder)
        with shown(folder, people) as progress, driven(folder, task, approver_of(approve, people, progress)) as running:
            request = running.asked()
            now = running.now()
            if request is None:
                asked = approval or f"run {folder.name}"
                raise ApprovalRefused(asked, f"it asks nothing, it is {now.status}. `lumos runs` lists which runs wait.")
            given = HumanApproval(
                approval_id=approval or request.approval_id, binding=request.binding, answer=answer, by="lumos approve"
            )
            stopped = running.resume(given)
        tell(folder, stopped, people)
    exit_for(stopped)


def _answer(deny: bool, reason: str, edit: str | None, constrain: str | None, reply: str | None) -> Answer:
    said = (("--deny", deny or None), ("--edit", edit), ("--constrain", constrain), ("--reply", reply))
    given = [name for name, value in said if value is not None]
    if len(given) > 1:
        raise BadOption(" ".join(given), True, "one answer only")
    if reason and not deny:
        raise BadOption("--reason", reason[:80], "--deny beside it: a reason goes with a no")
    if deny:
        return Deny(reason=reason)
    if edit is not None:
        return edit_in(edit)
    if constrain is not None:
        return constraints_in(constrain)
    return Approve() if reply is None else reply_in(reply)

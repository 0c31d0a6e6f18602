"""`lumos blueprint`: the screen of a dump, as small as it can be told faithfully."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from lumos_layer.interfaces.cli.budget import BudgetOption, CountingOption, counter_of
from lumos_layer.interfaces.cli.dump import (
    DumpArgument,
    FormatOption,
    JsonOption,
    content,
    not_both_from_standard_input,
    observe,
)
from lumos_layer.interfaces.cli.output import for_people, print_answer, remark
from lumos_layer.interfaces.cli.sizes import sizes

EXAMPLES = """[bold]Examples[/bold]

lumos blueprint window.xml

lumos blueprint window.xml --view auto --budget 400

lumos blueprint window.xml --ref A12 --boxes centre

lumos blueprint page.json --find "sign in" --form object

lumos blueprint after.xml --since before.xml

lumos blueprint - --format android --sizes < screen.xml
"""


def run(
    dump: DumpArgument,
    form: Annotated[
        Literal["compact", "object"],
        typer.Option(metavar="FORM", help="compact, for prompts; or object, for programs."),
    ] = "compact",
    view: Annotated[
        Literal["full", "outline", "interactive", "auto"],
        typer.Option(metavar="VIEW", help="full, outline, interactive; or auto, the richest that fits the budget."),
    ] = "full",
    ref: Annotated[str | None, typer.Option(metavar="REF", help="Only what is under this element.", show_default=False)] = None,
    find: Annotated[str | None, typer.Option(metavar="TEXT", help="Only what matches this text.", show_default=False)] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Only so many levels of groups.", show_default=False)
    ] = None,
    budget: BudgetOption = None,
    counting: CountingOption = "exact",
    boxes: Annotated[
        Literal["none", "centre", "box"],
        typer.Option(metavar="BOXES", help="Where things are: none, centre (x, y) or box (x, y, width, height)."),
    ] = "none",
    since: Annotated[
        str | None,
        typer.Option(metavar="BEFORE", help="An earlier dump: only what changed since, if that is smaller.", show_default=False),
    ] = None,
    format: FormatOption = None,
    with_sizes: Annotated[
        bool,
        typer.Option("--sizes", help="Add bytes and exact tokens of dump and blueprint, on standard error."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the blueprint of a dump: what is shown and what can be done, with a ref for every actionable element."""
    if since is not None and form != "compact":
        raise typer.BadParameter("What changed since an earlier dump has only the compact form.", param_hint="--form")
    not_both_from_standard_input(dump, since, "--since")
    earlier = None if since is None else observe(content(since), format)
    data = content(dump)
    counter = counter_of(counting)
    observation = observe(data, format, earlier)
    if earlier is not None:
        text = observation.since(earlier, view, boxes, budget, ref, find, depth, counter).json()
    else:
        blueprint = observation.blueprint(view, boxes, budget, ref, find, depth, form, counter)
        text = blueprint.compact() if form == "compact" else blueprint.object()
    people = for_people(as_json)
    print_answer(text, people)
    if people or with_sizes:
        remark(sizes(data, text, exact=with_sizes))

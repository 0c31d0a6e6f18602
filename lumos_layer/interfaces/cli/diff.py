"""`lumos diff`: what changed between two dumps of one screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.text import Text

from lumos_layer import Delta
from lumos_layer.diff import diff
from lumos_layer.interfaces.cli.budget import BudgetOption, CountingOption, counter_of
from lumos_layer.interfaces.cli.dump import FormatOption, JsonOption, content, not_both_from_standard_input, observe
from lumos_layer.interfaces.cli.output import for_people, print_json, print_laid_out, remark
from lumos_layer.perception.delta import Change
from lumos_layer.perception.items import Element, Group, Heading, Item, More
from lumos_layer.perception.items import Text as Words

EXAMPLES = """[bold]Examples[/bold]

lumos diff before.xml after.xml

lumos diff step-000.json step-001.json --boxes centre --json

lumos diff before.xml after.xml --budget 200

lumos diff before.xml after.xml --form script > edits.json
"""

_WHY = {
    "page": "Another page or window is shown.",
    "size": "So much has changed that the whole is shorter.",
    "budget": "What has changed does not fit the budget.",
    "view": "The part was not there before.",
}


def run(
    before: Annotated[str, typer.Argument(metavar="BEFORE", help="The earlier dump, or - for standard input.", show_default=False)],
    after: Annotated[str, typer.Argument(metavar="AFTER", help="The later dump, or - for standard input.", show_default=False)],
    form: Annotated[
        Literal["compact", "script"],
        typer.Option(metavar="FORM", help="compact, for prompts; or script, every edit from the one tree to the other."),
    ] = "compact",
    view: Annotated[
        Literal["full", "outline", "interactive"],
        typer.Option(metavar="VIEW", help="Of which view: full, outline or interactive."),
    ] = "full",
    budget: BudgetOption = None,
    counting: CountingOption = "exact",
    boxes: Annotated[
        Literal["none", "centre", "box"],
        typer.Option(metavar="BOXES", help="Also what moved: none, centre (x, y) or box (x, y, width, height)."),
    ] = "none",
    format: FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print what changed between two dumps of one screen: what is new, gone, moved, or has other words, values or states.

    Refs are those of the earlier dump; what is new gets new ones. As JSON: a delta (docs/delta.md), or an edit script.
    """
    not_both_from_standard_input(before, after, "AFTER")
    if form == "script" and budget is not None:
        raise typer.BadParameter("An edit script is all that changed; only the compact form fits a budget.", param_hint="--budget")
    earlier = observe(content(before), format)
    later = observe(content(after), format, earlier)
    if form == "script":
        print_json(diff(earlier.tree, later.tree).json())
        return
    delta = later.since(earlier, view=view, boxes=boxes, budget=budget, counter=counter_of(counting))
    if for_people(as_json):
        _show(delta)
    else:
        print_json(delta.json())


def _show(delta: Delta) -> None:
    if delta.whole:
        remark(_WHY[delta.whole])
        print_laid_out(delta.json())
        return
    console = Console()
    for line in _lines(delta):
        console.print(line, soft_wrap=True)
    if delta.same:
        remark("Nothing that is shown has changed.")
    if delta.unseen:
        remark(f"{delta.unseen} more changed in what is not shown.")


def _lines(delta: Delta) -> Iterator[Text]:
    for name, value in delta.header.items():
        yield Text(f"= {name}: {value if value is not None else 'none'}", style="cyan")
    yield from (Text(f"- {_said(item)}", style="red") for item in delta.removed)
    yield from (Text(f"+ {_said(item)}", style="green") for item in delta.added)
    shown = {item.ref: item for item in delta.blueprint.walk() if isinstance(item, Element | Group)}
    yield from (Text(f"~ {_change(change, shown)}", style="yellow") for change in delta.changed)
    yield from (Text(f"> {_said(item)} moved", style="blue") for item in delta.moved)


def _said(item: Item) -> str:
    if isinstance(item, Words):
        return repr(item.text)
    if isinstance(item, Heading):
        return f"heading {item.text!r}"
    if isinstance(item, More):
        return f"{item.count} more"
    return " ".join(filter(None, (item.ref, item.role.value, repr(item.name) if item.name else "")))


def _change(change: Change, shown: Mapping[str | None, Item]) -> str:
    if change.field == "text":
        return f"{change.before!r} is now {change.after!r}"
    what = _said(shown[change.ref]) if change.ref in shown and change.ref else "a group"
    if change.field == "states":
        gone = [f"-{word}" for word in change.before if word not in change.after]
        come = [f"+{word}" for word in change.after if word not in change.before]
        return f"{what}: {' '.join((*gone, *come))}"
    return f"{what}: {change.field} was {change.before!r}, is {change.after!r}"

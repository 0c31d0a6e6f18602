"""`lumos point`: what a point hits, or where to click an element."""

from __future__ import annotations

from typing import Annotated

import orjson
import typer
from msgspec import to_builtins
from rich.table import Table
from rich.text import Text

from lumos_layer import Observation
from lumos_layer.errors import NotClickable
from lumos_layer.interfaces.cli.dump import DumpArgument, FormatOption, JsonOption, content, observe
from lumos_layer.interfaces.cli.exits import NEGATIVE
from lumos_layer.interfaces.cli.output import complain, for_people, print_json, print_table
from lumos_layer.perception.answers import ClickAnswer, HitAnswer, HitElement

EXAMPLES = """[bold]Examples[/bold]

lumos point window.xml 120 75

lumos point window.xml 118 75 --near 10

lumos point desktop.xml 120 75 --window A3

lumos point window.xml A12
"""


def run(
    dump: DumpArgument,
    place: Annotated[
        list[str],
        typer.Argument(metavar="X Y | REF", help="A point in the dump's pixels, or the ref of an element.", show_default=False),
    ],
    near: Annotated[
        float, typer.Option(min=0, metavar="R", help="Where nothing to act on is hit, look so many pixels around.")
    ] = 0,
    window: Annotated[
        str | None, typer.Option(metavar="REF", help="Look only at this part, and ignore what covers it.", show_default=False)
    ] = None,
    format: FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print which element would receive the mouse at a point, or at which point a click reaches an element.

    As JSON: an answer by schemas/hit.schema.json, of a ref its form with `"answer": "click"`.
    Exit code 1: nothing is hit, or no click reaches the element.
    """
    if len(place) == 1:
        if near or window is not None:
            raise typer.BadParameter("--near and --window are for points; give X and Y.")
        if place[0].lstrip("-").isdecimal():
            raise typer.BadParameter(f"{place[0]!r} is one number; a place is X and Y, or one ref such as A12.")
        _print_click(observe(content(dump), format), place[0], for_people(as_json))
    elif len(place) == 2:
        x, y = (_number(word) for word in place)
        _print_hit(observe(content(dump), format), x, y, near, window, for_people(as_json))
    else:
        raise typer.BadParameter(f"a place is X and Y, or one ref; found {len(place)} words.")


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise typer.BadParameter(f"{word!r} is no number; a place is X and Y, or one ref.") from None


def _print_hit(observation: Observation, x: float, y: float, near: float, window: str | None, people: bool) -> None:
    hit = observation.element_from_point(x, y, window=window, near=near)
    if people:
        print_table(_table(hit.answer()))
    else:
        print_json(hit.json())
    if not hit:
        raise typer.Exit(NEGATIVE)


def _print_click(observation: Observation, ref: str, people: bool) -> None:
    refused: NotClickable | None = None
    point: tuple[int, int] | None = None
    try:
        point = observation.click_point(ref)
    except NotClickable as error:
        refused = error
    answer = ClickAnswer.of(ref, point, refused)
    if not people:
        print_json(orjson.dumps(to_builtins(answer)).decode())
    elif point is not None:
        print_json(f"{point[0]} {point[1]}")
    if refused is not None:
        complain(str(refused))
        raise typer.Exit(NEGATIVE)


def _table(answer: HitAnswer) -> Table:
    table = Table("", "ref", "role", "name", "x, y, width, height", box=None, pad_edge=False)
    if answer.element is None:
        table.add_row("nothing", "", "", answer.reason or "")
    else:
        _add(table, "hit", answer.element)
    if answer.beneath is not None:
        _add(table, "beneath the modal dialog", answer.beneath)
    if answer.actionable is not None and answer.actionable != answer.element:
        _add(table, f"near, {answer.distance:g} away" if answer.near else "acts", answer.actionable)
    for around in answer.ancestors:
        _add(table, "in", around)
    return table


def _add(table: Table, what: str, element: HitElement) -> None:
    bounds = ", ".join(map(str, element.bounds or ()))
    table.add_row(what, element.ref or "", element.role.value, Text(element.name), bounds)

"""`lumos show`: a run as a page to go through in a browser."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import orjson
import typer

from lumos_layer.interfaces.cli.dump import JsonOption
from lumos_layer.interfaces.cli.output import for_people, print_json, remark, warn
from lumos_layer.interfaces.cli.runs import RunArgument, RunsOption
from lumos_layer.interfaces.show import page
from lumos_layer.trace.private_files import write_private
from lumos_layer.trace.runs import Runs

STANDARD_OUTPUT = "-"

EXAMPLES = """[bold]Examples[/bold]

lumos show last --open

lumos show last --output run.html
"""


def run(
    run: RunArgument,
    output: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Where to write the page, or - for standard output.", show_default="run.html in the run's folder"
        ),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Show the page in a browser.")] = False,
    runs: RunsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a page that goes through a run step by step: the screen with its boxes, the action, the decision, what came of it.

    The page is one file that needs no network. A run that has not ended is shown as far as it is.
    As JSON: run, output, bytes.
    """
    place = Runs(runs).find(run)
    html = page(place).encode()
    if output == STANDARD_OUTPUT:
        sys.stdout.buffer.write(html)
        sys.stdout.buffer.flush()
        return
    path = Path(output) if output else place.page_file
    write_private(path, html)
    if for_people(as_json):
        remark(f"{path} ({len(html):,} bytes)")
    else:
        print_json(orjson.dumps({"run": place.name, "output": str(path), "bytes": len(html)}).decode())
    if open_page and not webbrowser.open(path.resolve().as_uri()):
        warn("No browser could be started; open the file yourself.")

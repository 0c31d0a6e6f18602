"""`lumos view`: a dump as a page to look at in a browser."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from lumos_layer.errors import InputError
from lumos_layer.interfaces.cli.dump import STANDARD_INPUT, DumpArgument, FormatOption, JsonOption, content, observe
from lumos_layer.interfaces.cli.output import for_people, print_json, remark, warn
from lumos_layer.interfaces.view.page import page
from lumos_layer.interfaces.view.picture import Picture, beside, read_picture
from lumos_layer.perception.files import write_whole

STANDARD_OUTPUT = "-"

EXAMPLES = """[bold]Examples[/bold]

lumos view window.xml --open

lumos view step-000.json --screenshot screen.png --output look.html

lumos view - --format android --output - < screen.xml > screen.html
"""


def run(
    dump: DumpArgument,
    screenshot: Annotated[
        Path | None,
        typer.Option(metavar="PNG", help="The picture under the boxes.", show_default="the PNG file of the dump's name beside it"),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Where to write the page, or - for standard output.", show_default="NAME.view.html here"),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Show the page in a browser.")] = False,
    format: FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a page that shows the boxes and refs of a dump's elements beside its blueprint, to be looked at in a browser.

    The page is one file that needs no network. As JSON: output, bytes, elements, boxes and screenshot.
    """
    data = content(dump)
    observation = observe(data, format)
    picture = _picture(dump, screenshot)
    name = "standard input" if dump == STANDARD_INPUT else Path(dump).name
    html = page(observation, data, name, picture).encode()
    if output == STANDARD_OUTPUT:
        sys.stdout.buffer.write(html)
        sys.stdout.flush()
        return
    path = Path(output) if output else Path(f"{'dump' if dump == STANDARD_INPUT else Path(dump).stem}.view.html")
    _write(path, html, kept=[Path(dump), *([screenshot] if screenshot else [])])
    elements = observation.blueprint().refs
    written = {
        "output": str(path),
        "bytes": len(html),
        "elements": len(elements),
        "boxes": sum(observation.tree[observation.refs[ref]].bounds is not None for ref in elements),
        "screenshot": picture.name if picture else None,
    }
    _report(written, as_json)
    if open_page and not webbrowser.open(path.resolve().as_uri()):
        warn(f"No browser could be started. Open {path} in one yourself.")


def _picture(dump: str, asked: Path | None) -> Picture | None:
    """The screenshot asked for; otherwise the one beside the dump, which may be missing or unfit."""
    if asked is not None:
        return read_picture(asked)
    found = None if dump == STANDARD_INPUT else beside(Path(dump))
    try:
        return None if found is None else read_picture(found)
    except InputError as error:
        warn(str(error))
        return None


def _write(path: Path, html: bytes, kept: list[Path]) -> None:
    try:
        if any(path.exists() and file.exists() and path.samefile(file) for file in kept):
            raise InputError(f"{path} is what the page is made from. Name another file with --output.")
        write_whole(path, html)
    except OSError as error:
        raise InputError(f"Cannot write {path}: {error.strerror}. Name another file with --output.") from error


def _report(written: dict[str, Any], as_json: bool) -> None:
    if not for_people(as_json):
        print_json(orjson.dumps(written).decode())
        return
    typer.echo(written["output"])
    behind = f"over {written['screenshot']}" if written["screenshot"] else "without a screenshot"
    remark(f"{written['elements']:,} elements, {written['boxes']:,} of them with a box, {behind}; {written['bytes']:,} bytes")

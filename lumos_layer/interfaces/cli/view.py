"""`lumos view`: a dump, or what changed between two, as a page to look at in a browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from lumos_layer import Observation
from lumos_layer.errors import InputError
from lumos_layer.interfaces.cli.dump import STANDARD_INPUT, FormatOption, JsonOption, content, not_both_from_standard_input, observe
from lumos_layer.interfaces.cli.output import for_people, print_json, remark, warn
from lumos_layer.interfaces.view.changes import Compared, Look, compare
from lumos_layer.interfaces.view.page import page
from lumos_layer.interfaces.view.picture import Picture, beside, read_picture
from lumos_layer.perception.files import write_whole

STANDARD_OUTPUT = "-"
_LONGEST_NAME = 110  # bytes of a page's name for each dump: file systems take 255

EXAMPLES = """[bold]Examples[/bold]

lumos view window.xml --open

lumos view step-000.json step-001.json --open

lumos view step-000.json --screenshot screen.png --output look.html

lumos view - --format android --output - < screen.xml > screen.html
"""


def run(
    dump: Annotated[
        str,
        typer.Argument(
            metavar="DUMP", help="A recorded dump, or - for standard input; BEFORE, if AFTER follows.", show_default=False
        ),
    ],
    after: Annotated[
        str | None,
        typer.Argument(
            metavar="AFTER", help="A later dump of the same screen: the page shows it, and what changed.", show_default=False
        ),
    ] = None,
    screenshot: Annotated[
        Path | None,
        typer.Option(
            metavar="PNG",
            help="The picture under the boxes; of two dumps, of AFTER.",
            show_default="the PNG file of the dump's name beside it",
        ),
    ] = None,
    screenshot_before: Annotated[
        Path | None, typer.Option(metavar="PNG", help="The picture of BEFORE.", show_default="the PNG file of its name beside it")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Where to write the page, or - for standard output.",
            show_default="here, FOLDER.NAME.view.html or AFTER.since.BEFORE.view.html",
        ),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Show the page in a browser.")] = False,
    format: FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a page that shows the boxes and refs of a dump's elements beside its blueprint, to be looked at in a browser.

    Of two dumps it shows the later one, with what is new, changed, moved or gone marked on boxes and rows, and the delta.
    The page is one file that needs no network, named after the dump and the folders it is in.
    As JSON: output, bytes, elements, boxes and screenshot; of two dumps also since and changes.
    """
    if after is None and screenshot_before is not None:
        raise typer.BadParameter("It is for two dumps. Name AFTER too, or use --screenshot.", param_hint="--screenshot-before")
    not_both_from_standard_input(dump, after, "AFTER")
    earlier = None if after is None else _look(dump, observe(content(dump), format), screenshot_before)
    latest = dump if after is None else after
    data = content(latest)
    look = _look(latest, observe(data, format, earlier.observation if earlier else None), screenshot)
    since = None if earlier is None else compare(earlier, look.observation)
    html = page(look.observation, data, look.name, look.picture, since).encode()
    if output == STANDARD_OUTPUT:
        sys.stdout.buffer.write(html)
        sys.stdout.flush()
        return
    path = Path(output or _page_name(dump, after))
    made_from = [Path(dump), Path(latest), *(file for file in (screenshot, screenshot_before) if file)]
    _write(path, html, made_from)
    _report({"output": str(path), "bytes": len(html), **_figures(look), **_changes(since)}, as_json)
    if open_page and not webbrowser.open(path.resolve().as_uri()):
        warn(f"No browser could be started. Open {path} in one yourself.")


def _look(dump: str, observation: Observation, screenshot: Path | None) -> Look:
    name = "standard input" if dump == STANDARD_INPUT else Path(dump).name
    return Look(observation, name, _picture(dump, screenshot))


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


def _page_name(dump: str, after: str | None) -> str:
    """`orders.view.html` for a dump that is here, `signup.step-000.view.html` for one in a folder: no page overwrites another's."""
    if after is None:
        return f"{_named(dump)}.view.html"
    together = STANDARD_INPUT not in (dump, after) and Path(dump).parent == Path(after).parent
    return f"{_named(after)}.since.{Path(dump).stem if together else _named(dump)}.view.html"


def _named(dump: str) -> str:
    """The dump's name, after the folders on the way to it from here; the last of them, if they are many."""
    if dump == STANDARD_INPUT:
        return "dump"
    path = Path(dump)
    try:
        folders = Path(os.path.relpath(path.parent)).parts
    except ValueError:  # on another drive
        folders = path.parent.parts[1:]
    named = ".".join([*(folder for folder in folders if folder.strip(".")), path.stem])
    return os.fsencode(named)[-_LONGEST_NAME:].decode("utf-8", "ignore").lstrip(".")


def _write(path: Path, html: bytes, kept: list[Path]) -> None:
    try:
        if any(path.exists() and file.exists() and path.samefile(file) for file in kept):
            raise InputError(f"{path} is what the page is made from. Name another file with --output.")
        write_whole(path, html)
    except OSError as error:
        raise InputError(f"Cannot write {path}: {error.strerror}. Name another file with --output.") from error


def _figures(look: Look) -> dict[str, Any]:
    observation = look.observation
    elements = observation.blueprint().refs
    return {
        "elements": len(elements),
        "boxes": sum(observation.tree[observation.refs[ref]].bounds is not None for ref in elements),
        "screenshot": look.picture.name if look.picture else None,
    }


def _changes(since: Compared | None) -> dict[str, Any]:
    if since is None:
        return {}
    picture = since.earlier.picture
    return {
        "since": {"name": since.earlier.name, "screenshot": picture.name if picture else None},
        "changes": {"whole": since.delta.whole, **since.counts, "summary": since.summary},
    }


def _report(written: dict[str, Any], as_json: bool) -> None:
    if not for_people(as_json):
        print_json(orjson.dumps(written).decode())
        return
    typer.echo(written["output"])
    behind = f"over {written['screenshot']}" if written["screenshot"] else "without a screenshot"
    remark(f"{written['elements']:,} elements, {written['boxes']:,} of them with a box, {behind}; {written['bytes']:,} bytes")
    if "changes" in written:
        remark(f"Since {written['since']['name']}: {written['changes']['summary']}")

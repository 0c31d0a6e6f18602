"""`lumos schemas`: the published JSON Schemas, written from the models or compared with them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import orjson
import typer

from lumos_layer.actions.grounded import grounded_schema
from lumos_layer.errors import InputError
from lumos_layer.interfaces.cli.dump import FormatOption, JsonOption, content, observe
from lumos_layer.interfaces.cli.exits import NEGATIVE
from lumos_layer.interfaces.cli.output import complain, for_people, print_json, print_laid_out
from lumos_layer.interfaces.schemas import SCHEMAS

EXAMPLES = """[bold]Examples[/bold]

lumos schemas

lumos schemas --check

lumos schemas --dir build/schemas

lumos schemas --for window.xml
"""


def run(
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit with 1 if a file differs.")] = False,
    directory: Annotated[Path, typer.Option("--dir", help="Where the schema files are.")] = Path("schemas"),
    dump: Annotated[
        str | None,
        typer.Option(
            "--for", metavar="DUMP", help="Print instead the schema of the actions that this screen allows.", show_default=False
        ),
    ] = None,
    format: FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the JSON Schema files (draft 2020-12), or check that they are those of the models.

    As JSON: file names under "written" and "unchanged", or with --check under "missing", "changed" and "unknown".
    With --for: the action schema of one screen, with the refs, verbs and options that it allows, for constrained decoding.
    """
    if dump is not None:
        _print_grounded(dump, format, as_json)
        return
    try:
        names = _differences(directory) if check else _write(directory)
    except OSError as error:
        where = error.filename or directory
        raise InputError(f"Cannot use {where}: {error.strerror}. Name another folder with --dir.") from error
    if for_people(as_json):
        _show(names)
    else:
        print_json(orjson.dumps(names).decode())
    if check and any(names.values()):
        complain(f"The files in {directory} differ from the schemas of the models. Run `lumos schemas`, look at the changes.")
        raise typer.Exit(NEGATIVE)


def _print_grounded(dump: str, format: str | None, as_json: bool) -> None:
    observation = observe(content(dump), format)
    text = orjson.dumps(grounded_schema(observation.blueprint(), observation)).decode()
    if for_people(as_json):
        print_laid_out(text)
    else:
        print_json(text)


def _text(name: str) -> bytes:
    return orjson.dumps(SCHEMAS[name], option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _is_current(path: Path) -> bool:
    return path.is_file() and path.read_bytes() == _text(path.name)


def _write(directory: Path) -> dict[str, list[str]]:
    directory.mkdir(parents=True, exist_ok=True)
    unchanged = [name for name in SCHEMAS if _is_current(directory / name)]
    written = [name for name in SCHEMAS if name not in unchanged]
    for name in written:
        (directory / name).write_bytes(_text(name))
    return {"written": written, "unchanged": unchanged}


def _differences(directory: Path) -> dict[str, list[str]]:
    present = sorted(path.name for path in directory.glob("*.json"))
    return {
        "missing": [name for name in SCHEMAS if name not in present],
        "changed": [name for name in SCHEMAS if name in present and not _is_current(directory / name)],
        "unknown": [name for name in present if name not in SCHEMAS],
    }


def _show(names: dict[str, list[str]]) -> None:
    lines = [f"{what}: {', '.join(found)}" for what, found in names.items() if found]
    typer.echo("\n".join(lines or ["All schema files are those of the models."]))

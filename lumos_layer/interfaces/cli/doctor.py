"""`lumos doctor`: what is wrong with a dump for those who cannot see the screen, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec
import typer
from rich.console import Console
from rich.text import Text

import lumos_layer
from lumos_layer.interfaces.cli.dump import DumpArgument, FormatOption, JsonOption, content
from lumos_layer.interfaces.cli.exits import NEGATIVE
from lumos_layer.interfaces.cli.output import for_people, print_json
from lumos_layer.perception.doctor import Finding, Kind, examine
from lumos_layer.perception.text import clean_line

EXAMPLES = """[bold]Examples[/bold]

lumos doctor window.xml

lumos doctor page.json --json | jq '.[] | select(.kind == "unnamed") | .path'
"""

_TITLES: dict[Kind, str] = {
    "damaged": "The dump is damaged",
    "no_boxes": "Nothing says where things are",
    "unnamed": "Elements without a name",
    "duplicate": "Elements that are all the same",
    "zero_size": "Elements without area",
    "unreachable": "Elements out of reach",
    "overlapping": "Covered elements",
    "custom_drawn": "Areas that only a picture shows",
}


def run(dump: DumpArgument, format: FormatOption = None, as_json: JsonOption = False) -> None:
    """Say what is wrong with a screen for those who cannot see it: what has no name, is covered, out of reach or only drawn.

    As JSON: an array of {kind, refs, path, message, advice}, empty if nothing was found.
    Exit code 1: something was found.
    """
    findings = examine(lumos_layer.read(content(dump), format=format))
    if for_people(as_json):
        Console().print(_told(findings), soft_wrap=True)
    else:
        print_json(msgspec.json.encode(findings).decode())
    if findings:
        raise typer.Exit(NEGATIVE)


def _told(findings: Sequence[Finding]) -> Text:
    """Findings of one kind together, with what to do about them."""
    if not findings:
        return Text("Nothing is wrong with this screen that its tree could tell.")
    told = Text()
    for kind, group in groupby(findings, key=lambda finding: finding.kind):
        found = list(group)
        told.append(f"{_TITLES[kind]} ({len(found):,})\n", style="bold")
        for finding in found:
            told.append(f"  {clean_line(finding.message)}")
            told.append(f" {finding.path}\n" if finding.path and not finding.refs else "\n", style="dim")
        told.append(f"  → {found[0].advice}\n\n", style="dim")
    told.rstrip()
    return told

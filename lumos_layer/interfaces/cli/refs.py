"""`lumos refs`: which element of the dump each ref stands for."""

from __future__ import annotations

from typing import Any

import msgspec
import orjson
from rich.table import Table
from rich.text import Text

from lumos_layer import Observation
from lumos_layer.interfaces.cli.dump import DumpArgument, FormatOption, JsonOption, content, observe
from lumos_layer.interfaces.cli.output import for_people, print_json, print_table
from lumos_layer.tree import Rect

EXAMPLES = """[bold]Examples[/bold]

lumos refs window.xml

lumos refs window.xml --json | jq '.A12.path'
"""


def run(dump: DumpArgument, format: FormatOption = None, as_json: JsonOption = False) -> None:
    """Print every ref of a dump with its path there, role, name, bounds and what can be done with it.

    As JSON: ref to {path, role, name, bounds, enabled, can}.
    bounds are x, y, width and height; what the dump does not say is null.
    """
    observation = observe(content(dump), format)
    entries = {ref: _entry(observation, node_id) for ref, node_id in observation.refs.items()}
    if for_people(as_json):
        print_table(_table(entries))
    else:
        print_json(orjson.dumps(entries).decode())


def _entry(observation: Observation, node_id: int) -> dict[str, Any]:
    node = observation.tree[node_id]
    return {
        "path": observation.path_of(node_id),
        "role": node.role.value,
        "name": observation.name_of(node_id),
        "bounds": _numbers(node.bounds),
        "enabled": node.enabled,
        "can": node.can,
    }


def _numbers(bounds: Rect | None) -> tuple[int, ...] | None:
    return None if bounds is None else msgspec.structs.astuple(bounds)


def _table(entries: dict[str, dict[str, Any]]) -> Table:
    table = Table("ref", "role", "name", "x, y, width, height", "can", "path", box=None, pad_edge=False)
    for ref, entry in entries.items():
        bounds = ", ".join(map(str, entry["bounds"] or ()))
        table.add_row(ref, entry["role"], Text(entry["name"]), bounds, " ".join(entry["can"]), Text(entry["path"]))
    return table

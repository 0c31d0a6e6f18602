"""Recorded dumps with their trees and blueprints as text. `pytest --update-goldens` writes them anew: read that as code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import lumos_layer
from lumos_layer import Observation, decode, decode_object
from tests.conftest import Golden

GOLDENS = Path(__file__).resolve().parents[1] / "goldens"
DUMPS = sorted(
    dump for dump in GOLDENS.glob("*/*") if dump.suffix in (".xml", ".json") and not dump.name.endswith(".blueprint.json")
)


def tree_text(observation: Observation) -> str:
    """A node a line, indented by its level: role, name, and whatever else the dump says of it."""
    return "".join(f"{'  ' * level}{' '.join(_words(observation, i))}\n" for i, level in _levels(observation))


def _levels(observation: Observation) -> Iterator[tuple[int, int]]:
    levels: list[int] = []
    for i, parent in enumerate(observation.tree.parents):
        levels.append(0 if parent < 0 else levels[parent] + 1)
        yield i, levels[i]


def _words(observation: Observation, i: int) -> Iterator[str]:
    said: dict[str, Any] = msgspec.to_builtins(observation.tree[i])
    yield str(said.pop("role", "generic"))
    if "name" in said:
        yield json.dumps(said.pop("name"), ensure_ascii=False)
    for key, value in said.items():
        yield f"{key}={json.dumps(value, ensure_ascii=False)}"


def blueprint_text(compact: str) -> str:
    """The compact form, an item of `ui` a line."""
    document = json.loads(compact)
    items = document.pop("ui")
    header = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    lines = ",\n".join(json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in items)
    return f'{header[:-1]},"ui":[\n{lines}\n]}}\n'


def test_there_are_goldens_of_every_kind_of_dump_that_was_recorded() -> None:
    assert {dump.parent.name for dump in DUMPS} >= {"uia", "atspi", "cdp", "browser", "android"}


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: f"{dump.parent.name}/{dump.stem}")
def test_a_recorded_dump_has_the_tree_and_blueprint_that_were_read_and_approved(dump: Path, golden: Golden) -> None:
    observation = lumos_layer.read(dump)
    assert observation.format == dump.parent.name
    golden(dump.with_name(f"{dump.stem}.tree.txt"), tree_text(observation))
    golden(dump.with_name(f"{dump.stem}.blueprint.json"), blueprint_text(observation.blueprint().compact()))


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: f"{dump.parent.name}/{dump.stem}")
def test_an_approved_blueprint_is_read_back(dump: Path) -> None:
    text = dump.with_name(f"{dump.stem}.blueprint.json").read_text("utf-8")
    blueprint = decode(text)
    assert blueprint_text(blueprint.compact()) == text
    assert decode_object(blueprint.object()).compact() == blueprint.compact()

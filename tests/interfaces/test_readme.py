"""What the README shows is what the project does."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import lumos_layer
from lumos_layer.interfaces.cli import COMMANDS, GROUPS, app

CHECKOUT = Path(__file__).parents[2]
README = (CHECKOUT / "README.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)


def test_the_example_prints_what_the_command_prints() -> None:
    command, shown = README.split("```console\n$ ")[1].split("```")[0].split("\n", 1)
    blueprint, sizes = shown.rstrip().rsplit("\n", 1)
    result = CliRunner().invoke(app, shlex.split(command)[1:], catch_exceptions=False)
    assert json.loads(blueprint) == json.loads(result.stdout)
    assert sizes == result.stderr.strip()


def test_the_first_lines_of_python_print_the_same_blueprint(capsys: pytest.CaptureFixture[str]) -> None:
    first = README.split("```python\n")[1].split("```")[0]
    exec(compile(first, "README.md", "exec"), {})  # the README's own code
    printed = capsys.readouterr().out
    assert printed == lumos_layer.read("blueprints/login/dump.json").blueprint().compact() + "\n"


def test_every_command_is_in_the_table() -> None:
    assert re.findall(r"^\| `lumos ([a-z]+)", README, re.MULTILINE) == [*COMMANDS, *GROUPS]


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", *(str(p.relative_to(CHECKOUT)) for p in CHECKOUT.glob("docs/*.md"))])
def test_links_between_pages_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\((?!https?://)([^)#]+)", (CHECKOUT / page).read_text("utf-8"))
    missing = [link for link in links if not (CHECKOUT / page).parent.joinpath(link).exists()]
    assert missing == []


def test_the_index_of_the_documentation_lists_every_page() -> None:
    index = (CHECKOUT / "docs/README.md").read_text("utf-8")
    assert [page.name for page in CHECKOUT.glob("docs/*.md") if f"({page.name})" not in index] == ["README.md"]


@pytest.mark.parametrize(
    "page", ["apps", "control", "evaluation", "planning", "remote", "running", "runs", "safety", "simulator", "verification"]
)
def test_the_first_example_of_a_page_runs_as_it_stands(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = (CHECKOUT / f"docs/{page}.md").read_text("utf-8").split("```python\n")[1].split("```")[0]
    (tmp_path / "blueprints").symlink_to(CHECKOUT / "blueprints")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, f"docs/{page}.md", "exec"), {})  # the page's own code

"""The examples that come with the package are found by name, from any folder."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.errors import BadTask, InputError
from lumos_layer.interfaces.cli import worked
from lumos_layer.interfaces.cli.dump import content
from lumos_layer.interfaces.cli.screens import opened
from lumos_layer.interfaces.cli.tasks import task_of
from lumos_layer.interfaces.cli.worlds import environment_of

CHECKOUT = Path(__file__).parents[2]
EXAMPLES = sorted(path.name for path in (CHECKOUT / "blueprints").iterdir() if path.is_dir() and path.name != "suites")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_of_them_are_known() -> None:
    assert list(worked.names()) == EXAMPLES
    assert {"mousepad", "mail", "login", "invoice", "greenhouse"} < set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_opens_by_its_name_and_by_its_folder_in_a_checkout(name: str) -> None:
    for said in (name, f"blueprints/{name}"):
        assert len(opened(said, None, {}, ManualClock(), None).observe().kept) > 1


def test_a_dump_of_one_is_read_by_its_name() -> None:
    assert content("login") == content("blueprints/login/dump.json") == (CHECKOUT / "blueprints/login/dump.json").read_bytes()


def test_a_run_takes_the_task_of_one_by_its_name() -> None:
    for said in ("invoice", "blueprints/invoice/task.json"):
        task = task_of(said, {})
        environment, _ = environment_of(task, None, {})
        assert "Reimbursement" in environment.observe().blueprint().compact()


def test_what_has_no_task_says_how_it_is_run() -> None:
    with pytest.raises(BadTask, match="lumos run GOAL --on mousepad"):
        task_of("mousepad", {})
    assert task_of("mousepad", {"surface": "editor"}).goal == "mousepad"


def test_a_name_that_is_unknown_is_answered_with_those_that_are_known() -> None:
    for call in (lambda: opened("nosuch", None, {}, ManualClock(), None), lambda: content("nosuch")):
        with pytest.raises(InputError, match="The examples are: browser, calculator, editor, files, greenhouse, "):
            call()
    with pytest.raises(BadTask, match="an example: browser, calculator"):
        environment_of(task_of("Do it", {}), None, {})


def test_what_is_here_goes_first_and_what_lies_above_is_no_example(elsewhere: Path) -> None:
    (elsewhere / "login").write_text('{"a": 1}')
    assert worked.screen("login") is None
    assert content("login") == b'{"a": 1}'
    assert worked.found("../pyproject.toml") is None
    assert worked.found("blueprints/../../README.md") is None
    assert worked.found(str(CHECKOUT / "README.md")) is None


def test_examples_of_the_folder_that_one_works_in_go_before_those_of_the_package(elsewhere: Path) -> None:
    mine = elsewhere / "blueprints" / "mail"
    mine.mkdir(parents=True)
    (mine / "dump.xml").write_text("<window/>")
    assert worked.screen("mail") == Path("blueprints/mail/dump.xml")


def test_they_are_packed_into_the_package() -> None:
    build = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"]["force-include"] == {"blueprints": "lumos_layer/blueprints"}

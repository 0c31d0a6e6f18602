"""`lumos eval`: a few tasks of the plain suite, run, reported, gone on with, and held to thresholds."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from lxml import html
from typer.testing import CliRunner, Result

from lumos_layer.errors import InputError
from lumos_layer.evaluation.suites.cases import Case
from lumos_layer.evaluation.suites.keeping import Kept
from lumos_layer.evaluation.suites.suite import load_suite
from lumos_layer.evaluation.suites.trying import tried
from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.schemas import SCHEMAS

PLAIN = Path(__file__).parents[2] / "blueprints/suites/plain.json"
# Of each what holds whatever a planner learns: it can be done in few acts, must not be done, or ends by what a person denies.
SMOKE = ("settings-bluetooth", "editor-font-size", "mail-send-denied", "browser-delete-shipped")


def evaluated(folder: Path, *arguments: str, tasks: tuple[str, ...] = SMOKE) -> Result:
    chosen = [word for task in tasks for word in ("--task", task)]
    told = ["eval", "plain", "--jobs", "1", "--output", str(folder), *chosen, *arguments]
    return CliRunner().invoke(app, told, catch_exceptions=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("eval")
    assert evaluated(folder, "--json").exit_code == 0
    return folder


def report_of(folder: Path) -> dict[str, Any]:
    said: dict[str, Any] = json.loads((folder / "report.json").read_text("utf-8"))
    return said


def group(report: dict[str, Any], axis: str, of: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in report["groups"] if (each["axis"], each["of"]) == (axis, of))
    return found


def test_the_report_is_what_its_schema_allows_and_says_what_came_of_each_run(folder: Path) -> None:
    said = report_of(folder)
    Draft202012Validator(SCHEMAS["evaluation.schema.json"]).validate(said)
    assert (said["suite"], said["wanted"], len(said["runs"])) == ("plain", 4, 4)
    ended = {row["case"]["task"]: (row["success"], row["status"]) for row in said["runs"]}
    assert ended["settings-bluetooth"] == ended["editor-font-size"] == (True, "completed")
    assert ended["mail-send-denied"] == (True, "blocked")
    assert ended["browser-delete-shipped"][0] is True
    base = group(said, "base", "base")
    assert (base["success"], base["false_completions"]) == (1.0, 0)
    assert 0 < base["tokens"]["shown"] < base["tokens"]["visible"] <= base["tokens"]["tree"]
    assert base["tokens"]["openai"] > 0
    assert {each["axis"] for each in said["groups"]} == {"all", "base", "app", "level", "kind", "language", "ends"}


def test_the_page_loads_nothing_and_shows_all_runs(folder: Path) -> None:
    page = (folder / "report.html").read_text("utf-8")
    assert "@import" not in page
    parsed: Any = html.fromstring(page)
    assert parsed.xpath("//script/@src | //link/@href | //img/@src") == []
    names = [row.text_content() for row in parsed.xpath("//table[last()]//tbody/tr/th")]
    assert [task for task in SMOKE if not any(name.startswith(f"{task}/") for name in names)] == []
    assert len(parsed.xpath("//svg")) >= 4


def test_the_same_seed_gives_the_same_runs_under_faults(tmp_path: Path) -> None:
    def rows(folder: Path, seed: str) -> list[tuple[Any, ...]]:
        evaluated(folder, "--faults", "hostile", "--seed", seed, "--json", tasks=("editor-save", "mail-send", "settings-sound"))
        names = ("case", "status", "success", "acts", "outcomes", "recoveries", "wrong")
        return [tuple(row[name] for name in names) for row in report_of(folder)["runs"]]

    assert rows(tmp_path / "a", "5") == rows(tmp_path / "b", "5")


def test_what_was_run_before_is_not_run_again_unless_asked(folder: Path) -> None:
    kept = (folder / "rows.jsonl").read_bytes()
    again = evaluated(folder, "--json")
    assert "4 of 4 runs were done before" in again.stderr
    assert (folder / "rows.jsonl").read_bytes() == kept
    more = evaluated(folder, "--json", tasks=(*SMOKE, "kiosk-lights"))
    assert "4 of 5 runs were done before" in more.stderr
    assert len((folder / "rows.jsonl").read_bytes().splitlines()) == 5
    assert "done before" not in evaluated(folder, "--fresh", "--json").stderr


def test_what_was_run_on_an_app_that_has_changed_since_is_run_again(tmp_path: Path) -> None:
    for name in ("settings", "files"):
        shutil.copytree(PLAIN.parents[1] / name, tmp_path / "apps" / name)
    document = json.loads(PLAIN.read_text("utf-8"))
    document["tasks"] = [each for each in document["tasks"] if each["id"] in ("settings-bluetooth", "files-rename")]
    suite = tmp_path / "mine.json"
    suite.write_text(json.dumps({**document, "apps": ["apps"]}), "utf-8")
    told = ["eval", str(suite), "--jobs", "1", "--output", str(tmp_path / "out"), "--json"]
    assert "2 runs" in CliRunner().invoke(app, told).stderr
    changed = tmp_path / "apps/files/app.json"
    changed.write_text(changed.read_text("utf-8") + " ", "utf-8")
    again = CliRunner().invoke(app, told)
    assert "1 of 2 runs were done before" in again.stderr
    assert "2 of 2 runs were done before" in CliRunner().invoke(app, told).stderr


def test_a_line_that_was_cut_off_is_run_again(tmp_path: Path) -> None:
    evaluated(tmp_path, "--json", tasks=("kiosk-lights", "settings-bluetooth"))
    kept = tmp_path / "rows.jsonl"
    kept.write_bytes(kept.read_bytes()[:-40])
    assert "1 of 2 runs were done before" in evaluated(tmp_path, "--json", tasks=("kiosk-lights", "settings-bluetooth")).stderr
    assert len(kept.read_bytes().splitlines()) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"acts": -1}, {"asked": 2**60}, {"repairs": {"missing_finish": -1}}, {"costs": {"looks": -5}},
        {"milliseconds": {"run": -1.0}}, {"milliseconds": {"run": 1e308}}, {"costs": []}, {"cause": "luck"}, {"case": {}},
    ],
)  # fmt: skip
def test_a_line_that_no_run_can_have_written_is_refused_with_its_number(tmp_path: Path, change: dict[str, Any]) -> None:
    suite = load_suite(PLAIN)
    row = tried(Case("kiosk-lights"), suite, PLAIN, "estimate")
    kept = Kept(tmp_path / "rows.jsonl", suite, PLAIN, "this")
    kept.begin(fresh=True)
    kept.add(row)
    assert list(kept.rows()) == [row.id]
    line = json.loads((tmp_path / "rows.jsonl").read_bytes())
    line["row"] |= change
    (tmp_path / "rows.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    with pytest.raises(InputError, match=r"line 1, is no finished run: .*Use --fresh to begin anew"):
        kept.rows()


def test_each_way_stands_beside_the_base(tmp_path: Path) -> None:
    told = ("--show", "compact,outline", "--without", "nothing,state,verifier", "--cross", "one", "--json")
    assert evaluated(tmp_path, *told, tasks=("settings-bluetooth",)).exit_code == 0
    said = report_of(tmp_path)
    assert group(said, "contract", "compact")["success"] == 1.0
    assert [group(said, "without", part)["verifier"]["runs"] for part in ("nothing", "state", "verifier")] == [1, 0, 0]
    assert group(said, "contract", "outline")["tokens"]["shown"] < group(said, "contract", "compact")["tokens"]["shown"]
    assert len(said["runs"]) == 4


@pytest.mark.parametrize(
    ("told", "missed"),
    [
        (("--least-success", "1"), ""),
        (("--most-false", "0", "--most-tokens", "5000"), ""),
        (("--most-tokens", "5"), "tokens, and at most 5 are wanted"),
    ],
)
def test_a_threshold_that_is_missed_is_a_negative_answer(folder: Path, told: tuple[str, ...], missed: str) -> None:
    result = evaluated(folder, *told, "--json")
    assert (result.exit_code, missed in result.stderr) == (int(bool(missed)), True)


def test_a_success_below_the_threshold_says_how_far(tmp_path: Path) -> None:
    result = evaluated(tmp_path, "--least-success", "0.9", "--show", "outline", "--json", tasks=("editor-open",))
    assert result.exit_code == 1
    assert "success is 0.0%, and at least 90.0% is wanted" in result.stderr


@pytest.mark.parametrize(
    ("told", "code", "said"),
    [
        (("eval", "nosuch"), 3, "no suite nosuch"),
        (("eval", "plain", "--task", "nosuch"), 3, "No task of"),
        (("eval", "plain", "--faults", "worse"), 2, "none, light, rough, hostile"),
        (("eval", "plain", "--without", "luck"), 2, "state, verifier, recovery"),
        (("eval", "plain", "--planner", "luck"), 2, "provider:model"),
    ],
)
def test_what_cannot_be_asked_is_said(told: tuple[str, ...], code: int, said: str) -> None:
    result = CliRunner().invoke(app, list(told), catch_exceptions=False)
    assert (result.exit_code, said in " ".join(result.stderr.split())) == (code, True)


# A process that was started in the background may leave it to its children to ignore interrupts.
HEEDING = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"


def test_an_interrupt_loses_no_finished_run_and_the_same_command_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lumos_layer", "eval", "plain", "--jobs", "2", "--output", str(tmp_path), "--json"]
    command += ["--task", "settings"]
    child = subprocess.Popen(
        [sys.executable, "-c", HEEDING, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    rows = tmp_path / "rows.jsonl"
    while child.poll() is None and not (rows.exists() and rows.read_bytes().count(b"\n") >= 3):
        time.sleep(0.05)
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=120)
    assert (child.returncode, b"runs are finished and kept" in err) == (130, True), err
    finished = rows.read_bytes().count(b"\n")
    assert len(json.loads(out)["runs"]) == finished >= 3
    went_on = subprocess.run(command, capture_output=True, check=False, timeout=240)
    assert f"{finished} of 19 runs were done before".encode() in went_on.stderr
    assert len(json.loads(went_on.stdout)["runs"]) == 19

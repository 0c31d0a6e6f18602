"""`lumos run`, `approve` and `resume`, each in what stands for a process of its own."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from typer.testing import CliRunner

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.remote import serve
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.interfaces.cli import app
from lumos_layer.trace.runs import Runs

RECORDING = Path(__file__).parents[1] / "recordings/chromium-cdp/orders-dialog"
EDITOR = Path(__file__).parents[2] / "blueprints/editor"
GOAL = 'Write "milk" into the text and save it as list.txt'


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUMOS_RUNS", str(tmp_path / "runs"))
    return tmp_path / "runs"


def lumos(*arguments: str) -> tuple[int, Any]:
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, json.loads(result.stdout) if result.stdout.strip() else result.stderr


def saving(name: str = "one") -> Any:
    """A run that waits before it saves."""
    code, said = lumos("run", GOAL, "--on", str(EDITOR), "--name", name)
    assert (code, said["status"]) == (4, "needs_approval")
    return said


def test_a_run_goes_on_in_other_processes_until_it_is_done() -> None:
    saving()
    code, said = lumos("approve", "one")
    assert (code, "Save As" in said["approval"]["element"]) == (4, True)
    code, said = lumos("approve", "one")
    assert (code, said["status"]) == (0, "completed")
    assert lumos("approve", "one")[0] != 0
    assert lumos("resume", "one")[1]["status"] == "completed"


@pytest.mark.parametrize("command", ["approve", "resume"])
@pytest.mark.parametrize("damage", ["changed", "another's", "cut", "deleted"])
def test_a_run_whose_task_is_not_the_one_it_was_given_is_refused(root: Path, command: str, damage: str) -> None:
    saving()
    task = root / "one" / "task.json"
    given = task.read_bytes()
    match damage:
        case "changed":
            task.write_bytes(given.replace(b"milk", b"gin"))
        case "another's":
            assert lumos("run", "Save it as b.txt", "--on", str(EDITOR), "--name", "two", "--approve", "none")[0] == 4
            task.write_bytes((root / "two" / "task.json").read_bytes())
        case "cut":
            task.write_bytes(b"")
        case "deleted":
            task.unlink()
    journal = (root / "one" / "journal.jsonl").read_bytes()
    code, said = lumos(command, "one")
    assert (code, "task.json cannot be gone on with: it is" in said) == (3, True)
    assert (root / "one" / "journal.jsonl").read_bytes() == journal
    task.write_bytes(given)
    assert lumos("resume", "one")[0] == 4


def test_a_run_is_paused_while_a_person_has_the_screen_and_then_asks_anew_once(root: Path) -> None:
    saving()
    surfaces = Runs(root).find("one").surfaces()
    token = surfaces.take("main", by="bea")
    assert lumos("approve", "one")[0] == 5
    assert lumos("resume", "one")[0] == 5
    assert lumos("approve", "one")[0] == 5
    surfaces.return_("main", token)
    assert lumos("resume", "one")[0] == 4
    codes = [lumos("approve", "one")[0] for _ in range(3)]
    assert codes == [4, 4, 0]  # the same once more, what to save it as, and the end


def test_a_recording_goes_on_where_the_run_left_it(root: Path, tmp_path: Path) -> None:
    script = [
        {"type": "click", "target": {"name": "Delete order 1002"}},
        {"type": "clarify", "question": "And now?"},
        {"type": "finish", "success": True, "reason": "It is kept."},
    ]
    task = tmp_path / "task.json"
    task.write_text(json.dumps({"goal": "Look at order 1002", "surface": str(RECORDING), "planner": "scripted", "script": script}))
    code, said = lumos("run", str(task), "--name", "rec")
    for _ in range(3):
        if code == 4:
            code, said = lumos("approve", "rec")
    assert (code, said["status"]) == (0, "completed")
    report = json.loads((root / "rec/report.json").read_bytes())
    assert "Delete this order?" in json.dumps(report["final_observation"])


def test_a_run_whose_world_is_gone_is_not_begun_again(root: Path) -> None:
    saving()
    (root / "one/world.json").unlink()
    code, said = lumos("approve", "one")
    assert (code, "world.json" in said) == (3, True)


@pytest.mark.parametrize("file", ["checkpoints.sqlite", "control.sqlite", "journal.jsonl", "task.json", "world.json"])
@pytest.mark.parametrize("content", [b"", b"nonsense" * 600])
def test_a_damaged_file_of_a_run_is_named_and_nothing_is_done(root: Path, file: str, content: bytes) -> None:
    saving()
    for path in root.glob(f"one/{file}-*"):
        path.unlink()
    before = (root / "one/journal.jsonl").read_bytes()
    (root / "one" / file).write_bytes(content)
    if (file, content) == ("control.sqlite", b""):  # nobody has had the screen, as far as it tells
        return
    code, said = lumos("approve", "one")
    assert code == 3, said
    assert file in said
    if file != "journal.jsonl":
        assert (root / "one/journal.jsonl").read_bytes() == before


def test_stores_of_later_versions_are_left_alone(root: Path) -> None:
    saving()
    for file in ("checkpoints.sqlite", "control.sqlite"):
        with sqlite3.connect(root / "one" / file) as db:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            db.execute("PRAGMA user_version = 99")
        code, said = lumos("approve", "one")
        assert (code, "99" in said) == (3, True)
        with sqlite3.connect(root / "one" / file) as db:
            db.execute(f"PRAGMA user_version = {version}")
    assert lumos("approve", "one")[0] == 4


def test_a_run_that_another_process_drives_is_refused(root: Path) -> None:
    saving()
    with Runs(root).open("one"):
        code, said = lumos("approve", "one")
    assert (code in (1, 3), "drives the run" in said) == (True, True)


@pytest.mark.parametrize("options", [("--edit", "nonsense"), ("--deny", "--reply", "x")])
def test_wrong_answers_are_refused_and_the_question_stays_open(options: tuple[str, ...]) -> None:
    asked = saving()
    assert lumos("approve", "one", *options)[0] == 2
    assert lumos("approve", "one", "--approval", "one.0?1")[0] not in (0, 4)
    assert lumos("resume", "one")[1]["approval"]["approval_id"] == asked["approval"]["approval_id"]


def test_words_that_are_no_text_are_taken_as_they_can_be_written() -> None:
    saving()
    code, said = lumos("approve", "one", "--reply", "na\udce4ch \U0001f600")
    assert code in (0, 1, 4), said
    code, said = lumos("run", 'Write "\udcff" into the text', "--on", str(EDITOR), "--name", "two")
    assert code in (0, 1, 4), said


def test_relative_files_of_a_task_are_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "policy.yaml").write_text("name: mine\nsensitive: {save: deny}\n")
    (tmp_path / "editor").symlink_to(EDITOR)
    code, said = lumos("run", GOAL, "--on", "editor", "--policy", "policy.yaml", "--name", "one")
    assert (code, said["status"]) == (1, "blocked")
    (tmp_path / "policy.yaml").write_text("name: mine\n")
    assert lumos("run", GOAL, "--on", "editor", "--policy", "policy.yaml", "--name", "two")[0] == 4
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert lumos("approve", "two")[0] == 4


def test_the_report_of_a_denied_run_shows_its_last_screen_and_a_replay_agrees() -> None:
    saving()
    code, _ = lumos("approve", "one", "--deny")
    assert code == 1
    report = json.loads(Runs().find("one").report_file.read_text("utf-8"))
    assert report["final_observation"]["title"] == "Desktop"
    assert lumos("replay", "one")[0] == 0


def test_a_run_goes_on_with_the_policy_that_it_began_with(tmp_path: Path) -> None:
    policy = tmp_path / "policy.json"
    policy.write_text('{"name": "strict", "sensitive": {"save": "ask"}}', "utf-8")
    code, _ = lumos("run", GOAL, "--on", str(EDITOR), "--name", "one", "--policy", str(policy))
    assert code == 4
    policy.write_text('{"name": "lax", "sensitive": {"save": "allow"}}', "utf-8")
    code, said = lumos("approve", "one")
    assert (code, said["approval"]["rule"]) == (4, "sensitive.save (words)")


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("policy.json", lambda said: b'{"name": "lax", "sensitive": {"save": "allow"}}'),
        ("policy.json", lambda said: said + b" "),
        ("policy.json", None),
    ],
)
def test_a_run_does_not_go_on_with_another_policy(
    root: Path, tmp_path: Path, file: str, change: Callable[[bytes], bytes] | None
) -> None:
    policy = tmp_path / "strict.json"
    policy.write_text('{"name": "strict", "sensitive": {"save": "ask"}}', "utf-8")
    assert lumos("run", GOAL, "--on", str(EDITOR), "--name", "one", "--policy", str(policy))[0] == 4
    kept = root / "one" / file
    before = kept.read_bytes()
    if change is None:
        kept.unlink()
    else:
        kept.write_bytes(change(before))
    for command in ("approve", "resume"):
        code, said = lumos(command, "one")
        assert (code, str(kept) in said) == (3, True)
    kept.write_bytes(before)
    assert lumos("approve", "one")[1]["status"] == "needs_approval"


def test_a_cart_that_is_another_when_lumos_approve_answers_is_asked_about_again(tmp_path: Path) -> None:
    shop = orjson.loads((Path(__file__).parents[1] / "graph/shop.json").read_bytes())
    shop["screens"]["order"]["rows"][8:8] = [
        {"level": 1, "role": "table", "name": "Cart", "box": [310, 50, 200, 60]},
        {"level": 2, "role": "row", "name": "", "box": [310, 50, 200, 28]},
        {"level": 3, "role": "cell", "name": "Paper", "identifier": "item", "box": [310, 50, 200, 28]},
    ]
    other = [{"do": "set", "target": {"identifier": "item"}, "name": "Gold"}]
    shop["rules"].append({"on": "click", "target": {"identifier": "nothing"}, "do": other})
    (file := tmp_path / "shop.json").write_bytes(orjson.dumps(shop))
    simulator = Simulator.from_app(apps.load(file))
    server = serve(simulator)
    script = [{"type": "click", "target": {"name": "Buy now"}}, {"type": "finish", "success": True, "reason": "done"}]
    task = {"goal": "Order paper", "surface": server.url, "planner": "scripted", "script": script}
    (tmp_path / "task.json").write_text(json.dumps(task))
    try:
        assert lumos("run", str(tmp_path / "task.json"), "--name", "one")[0] == 4
        look = simulator.observe()
        button = next(ref for ref, i in look.refs.items() if look.name_of(i) == "Nothing")
        pressed = validate({"type": "click", "ref": button}, look)
        assert isinstance(pressed, GroundedAction)
        simulator.perform("by a person", pressed)
        code, said = lumos("approve", "one")
        assert (code, said["status"], simulator.world.stage.values["orders"]) == (4, "needs_approval", 0)
        code, said = lumos("approve", "one")
        assert (code, said["status"], simulator.world.stage.values["orders"]) == (0, "completed", 1)
    finally:
        server.close()

"""What a run sees of pictures and notes, what it asks before, what it plans, and what it leaves alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.remote import RemoteEnvironment
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.errors import BadOption, InputError
from lumos_layer.interfaces.cli.worlds import environment_of
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.task import Task
from lumos_layer.trace.events import Observed, Planned
from tests.graph.running_on import FINISH, Shop, Watched, answer, shop

ROOT = Path(__file__).parents[2]

# What a run is shown (B06): of each look who says it, how sure, and of how many elements


def note(kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "text": text, **more}


NOTES = {
    "format": "environment-notes/1",
    "notes": [
        note("image_description", "A red mug stands on the desk", confidence=0.8, origin="camera 1"),
        note("image_description", "The door is open", confidence=0.6, origin="camera 2"),
        note("transcript", "Ada: Is it on?", confidence=0.75, origin="microphone"),
        note("sensor", "Room", value=21.5, unit="°C", confidence=0.95, origin="thermometer 2"),
        note("note", "The lid sticks."),
    ],
}
SCREENSHOT = (
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
    "1\t1\t0\t0\t0\t0\t0\t0\t1024\t700\t-1\t\n"
    "4\t1\t1\t1\t1\t0\t25\t9\t95\t10\t-1\t\n"
    "5\t1\t1\t1\t1\t1\t25\t9\t40\t8\t90\tTotal\n"
    "4\t1\t1\t1\t2\t0\t25\t29\t95\t10\t-1\t\n"
    "5\t1\t1\t1\t2\t1\t25\t29\t40\t8\t60\t저장\n"
)
TREE = (ROOT / "blueprints" / "notepad" / "dump.xml").read_text("utf-8")
DOM = (ROOT / "blueprints" / "login" / "dump.json").read_text("utf-8")
SHOWN = [
    (
        json.dumps(NOTES),
        "notes",
        [("camera 1", 0.8, 1), ("camera 2", 0.6, 1), ("microphone", 0.75, 1), ("notes", 1.0, 1), ("thermometer 2", 0.95, 1)],
    ),
    (SCREENSHOT, "ocr-tsv", [("ocr-tsv", 0.6, 1), ("ocr-tsv", 0.9, 1)]),
    (TREE, "uia", [("uia", 1.0, 31)]),
    (DOM, "cdp", [("cdp", 1.0, 15)]),
]


def on(root: Path, dump: str, script: list[Any], **task: Any) -> Shop:
    world = Watched(Simulator.from_dump(dump.encode(), clock=ManualClock()))
    return shop(root, script, world=world, task=Task(goal="Look", surface="x", max_steps=20, **task))


@pytest.mark.parametrize(("dump", "format", "sources"), SHOWN, ids=["notes and descriptions", "screenshot text", "tree", "dom"])
def test_a_run_knows_who_says_what_is_on_its_first_look_and_how_sure_that_is(
    tmp_path: Path, dump: str, format: str, sources: list[tuple[str, float, int]]
) -> None:
    run = on(tmp_path, dump, [FINISH], environment_type="multimodal")
    stopped = run.running.start()
    first = stopped.state["initial_observation"]
    assert first is not None
    assert (stopped.status, first.format) == ("completed", format)
    assert sorted((each.origin, each.confidence, each.elements) for each in first.sources) == sources


def test_words_of_pictures_and_descriptions_are_elements_with_the_confidence_of_who_says_them(tmp_path: Path) -> None:
    stopped = on(tmp_path, json.dumps(NOTES), [FINISH]).running.start()
    told = {each.name: each.confidence for each in stopped.state["recognized_elements"]}
    assert told["Image description (camera 1, confidence 0.8): A red mug stands on the desk"] == 0.8
    assert told["Sensor (thermometer 2, confidence 0.95): Room: 21.5 °C"] == 0.95
    read = on(tmp_path, SCREENSHOT, [FINISH]).running.start()
    assert [(each.name, each.confidence) for each in read.state["recognized_elements"]] == [("Total", 0.9), ("저장", 0.6)]


def test_who_says_it_is_in_the_journal_and_in_every_later_look(tmp_path: Path) -> None:
    run = on(tmp_path, json.dumps(NOTES), [{"type": "observe"}, FINISH])
    stopped = run.running.start()
    assert {each.origin for note in stopped.state["observations"] for each in note.sources} == {
        "camera 1", "camera 2", "microphone", "notes", "thermometer 2",
    }  # fmt: skip
    looks = [entry.event.look for entry in run.folder.journal.entries() if isinstance(entry.event, Observed)]
    assert "camera 2" in json.dumps(looks[0])


# What a person has to allow (B62)

ASKED = [
    ("account", "Change password"), ("account", "비밀번호 변경"), ("delete", "Delete account"),
    ("send", "Send message"), ("send", "메시지 보내기"),
    ("upload", "Upload file"), ("upload", "파일 업로드"),
    ("download", "Download report"), ("download", "보고서 다운로드"),
    ("delete", "Delete all rows"), ("delete", "모두 삭제"), ("overwrite", "Replace existing file"), ("overwrite", "덮어쓰기"),
    ("submit", "Submit request"), ("submit", "제출"), ("buy", "Buy now"), ("pay", "결제하기"),
]  # fmt: skip


def pressing(root: Path, name: str) -> Shop:
    rows = [
        {"role": "window", "name": "Things", "box": [0, 0, 600, 400]},
        {"level": 1, "role": "button", "name": name, "identifier": "x1", "box": [10, 10, 200, 30]},
        {"level": 1, "role": "button", "name": "Show more", "identifier": "x2", "box": [10, 60, 200, 30]},
    ]
    said = {"do": "set", "target": {"identifier": "x2"}, "name": "Show less"}
    document = {
        "name": "things",
        "start": "main",
        "screens": {"main": {"title": "Things", "size": [600, 400], "rows": rows}},
        "rules": [{"on": "click", "target": {"identifier": "x1"}, "do": [said]}],
    }
    file = root / "app.json"
    file.write_text(json.dumps(document), "utf-8")
    world = Watched(Simulator.from_app(apps.load(file), clock=ManualClock()))
    click = {"type": "click", "target": {"name": name}}
    return shop(root / "runs", [click, FINISH], world=world)


@pytest.mark.parametrize(("kind", "name"), ASKED)
def test_nothing_of_these_classes_is_done_before_a_person_allows_it_and_then_once(tmp_path: Path, kind: str, name: str) -> None:
    run = pressing(tmp_path, name)
    stopped = run.running.start()
    assert stopped.request is not None
    assert (stopped.status, run.world.reached) == ("needs_approval", [])
    pending = stopped.state["pending_action"]
    assert pending is not None
    assert pending.decision is not None
    assert kind in pending.decision.classes
    assert stopped.request.rule.startswith("sensitive.")
    assert stopped.state["needs_approval"] is True
    stopped = run.running.resume(answer(stopped.request))
    assert (stopped.status, run.world.reached) == ("completed", [f"click {name}"])
    assert [act.approved_by for act in stopped.state["interaction_report"].completed] == ["user"]  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["Show more details", "자세히 보기", "Next page"])
def test_what_only_shows_is_done_unasked(tmp_path: Path, name: str) -> None:
    run = pressing(tmp_path, name)
    assert (run.running.start().status, run.world.reached) == ("completed", [f"click {name}"])


# What a plan says (B12, B75)


def planned(root: Path, goal: str) -> list[Any]:
    run = shop(root, planner=RulePlanner(), task=Task(goal=goal, surface="shop", max_steps=20), approver=answer)
    run.running.start()
    return [entry.event for entry in run.folder.journal.entries() if isinstance(entry.event, Planned)]


def test_a_plan_says_what_on_what_with_what_why_to_what_end_and_at_which_risk(tmp_path: Path) -> None:
    write, press, *_ = planned(tmp_path, 'Type Ann into Name, then press "Buy now"')
    assert write.plan.action == {"type": "set_text", "ref": "A1", "text": "Ann"}
    assert (write.element, write.plan.expected_effect, write.plan.risk) == ("textbox 'Name'", "The field holds this text.", "low")
    assert "Name (textbox)" in write.plan.reason
    assert press.plan.action == {"type": "click", "ref": "A2"}
    assert (press.element, press.plan.expected_effect, press.plan.risk) == ("button 'Buy now'", "Something changes.", "high")
    assert press.plan.reason == "Press: Buy now (button)."
    assert all(event.plan.planner == "rules" and event.plan.confidence == 1.0 for event in (write, press))


def test_the_state_holds_the_plan_that_is_asked_about_with_its_risk_and_class(tmp_path: Path) -> None:
    task = Task(goal='Press "Buy now"', surface="shop")
    stopped = shop(tmp_path, planner=RulePlanner(), task=task).running.start()
    plan, pending = stopped.state["action_plan"], stopped.state["pending_action"]
    assert plan is not None
    assert pending is not None
    assert pending.plan == plan
    assert (pending.element, pending.effect, pending.by) == ("button 'Buy now'", "commits", "planner")
    assert pending.decision is not None
    assert (pending.decision.verdict, pending.decision.risk, pending.decision.classes) == ("ask", "high", ("buy",))


# What is left alone (B68)

ALONE = """
import sys
touched = []
WATCHED = (
    "socket.connect", "socket.sendto", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn",
    "webbrowser.open",
)
DEVICES = ("/dev/video", "/dev/snd", "/dev/input", "/dev/dri")
LIVE = ("playwright", "gi", "dbus", "dbus_next", "pyatspi", "selenium", "appium", "cv2", "sounddevice")
def hook(event, given):
    if event in WATCHED:
        touched.append(event)
    if event == "open" and isinstance(given[0], str) and given[0].startswith(DEVICES):
        touched.append(given[0])
sys.addaudithook(hook)
from lumos_layer.interfaces.cli import app
try:
    app(sys.argv[1:])
except SystemExit:
    pass
live = [name for name in LIVE if name in sys.modules]
print("\\n" + repr((touched, live)))
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "Turn on dark mode", "--on", "settings", "--approve", "all"],
        ["run", "invoice", "--approve", "all"],
        ["run", "press Open", "--on", "notepad", "--approve", "all"],
        ["run", "greenhouse"],
    ],
    ids=["app", "browser and form", "dump of a desktop", "physical"],
)
def test_by_default_a_run_touches_nothing_real(tmp_path: Path, arguments: list[str]) -> None:
    command = [sys.executable, "-c", ALONE, *arguments, "--runs", str(tmp_path / "runs"), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "([], [])", done.stderr


def test_no_task_names_a_live_screen_by_default() -> None:
    for surface in ("https://shop.example/", "desktop", "android://phone", "chrome", "camera", "/dev/video0x"):
        with pytest.raises(InputError):
            environment_of(Task(goal="x", surface=surface), None, {})
    with pytest.raises(BadOption):
        environment_of(Task(goal="x", surface="http://shop.example/#token"), None, {})


def test_what_lives_elsewhere_is_reached_only_by_an_address_of_this_machine_that_the_task_names() -> None:
    environment, _ = environment_of(Task(goal="x", surface="http://127.0.0.1:9/#token"), None, {})
    assert isinstance(environment, RemoteEnvironment)
    assert Task(goal="x").surface == ""

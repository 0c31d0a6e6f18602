"""Whole runs with a language model as planner, in this process and from the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.planning.model import ModelPlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Reply
from tests.graph.running_on import Watched, answer, close, shop
from tests.interfaces.terminal import Run, piped
from tests.planning import openai_server
from tests.planning.openai_server import KEY, Breaks, Fails, Says, Server, Turn, serving
from tests.planning.reading_model import doing, memory_in, screen_in

BLUEPRINTS = Path(__file__).resolve().parents[2] / "blueprints"
DARK = ({"type": "select", "on": "Display"}, {"type": "select", "on": "Dark"})
SECRET = "quince-42-tulip"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def planner(server: Server, **given: Any) -> ModelPlanner:
    return ModelPlanner("openai:gpt-loopback", options={"base_url": server.url}, clock=ManualClock(), **given)


def bytes_in(folder: Path) -> Iterator[bytes]:
    return (path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("lacks", [(), ("response_format",), ("response_format", "tools")])
def test_a_model_takes_a_task_on_a_worked_app_to_its_end(tmp_path: Path, lacks: tuple[str, ...]) -> None:
    world = Watched(Simulator.from_app(apps.load(BLUEPRINTS / "settings"), clock=ManualClock()))
    task = Task(goal="Turn on dark mode", surface="settings", max_steps=10)
    with serving(doing(*DARK), lacks=lacks) as server:
        run = shop(tmp_path, world=world, task=task, planner=planner(server))
        stopped = run.running.start()
    assert (stopped.status, stopped.said, world.reached) == ("completed", "It is shown.", ["select Display", "select Dark"])
    assert world.simulator.world.stage.values["theme"] == "Dark"
    first, *_, last = server.requests
    assert "Brightness" not in str(screen_in(first).compact())
    assert screen_in(last).compact() == world.observe().blueprint().compact()
    assert [(act["action"]["type"], act["came"]) for act in memory_in(last)] == [("select", "done"), ("select", "done")]
    assert memory_in(last)[0]["changed"]["added"]
    close(run)


def test_the_tokens_of_a_run_stand_in_its_journal(tmp_path: Path) -> None:
    with serving(doing({"type": "click", "on": "Show details"})) as server:
        run = shop(tmp_path, planner=planner(server))
        assert run.running.start().status == "completed"
    planned = [json.loads(event) for event in run.folder.journal.raw("planned")]
    assert [each["plan"]["usage"] for each in planned] == [
        {"input_tokens": 1200, "output_tokens": 30, "cached_tokens": 1024, "calls": 1}
    ] * 2
    close(run)


def test_a_password_that_a_model_gives_in_clear_is_neither_told_back_nor_written(tmp_path: Path) -> None:
    typed = {"type": "set_text", "on": "Password", "text": SECRET}
    late = {"type": "clarify", "question": f"Is {SECRET} right?"}
    with serving(doing(typed, late, {"type": "click", "on": "Show details"})) as server:
        run = shop(tmp_path, planner=planner(server), approver=lambda request: answer(request, Reply(text="No.")))
        run.running.start()
    sent = json.dumps(server.requests)
    assert ("stands against it" in sent, SECRET in sent) == (True, False)
    close(run)
    assert [content for content in bytes_in(tmp_path) if SECRET.encode() in content] == []


def test_a_model_names_a_secret_and_never_sees_it(tmp_path: Path) -> None:
    typed = {"type": "set_text", "on": "Password", "text": {"secret": "pin"}}
    shown = {"type": "set_text", "on": "Name", "text": {"secret": "pin"}}
    with serving(doing(typed, shown)) as server:
        run = shop(tmp_path, planner=planner(server), secrets={"pin": SECRET}, approver=answer)
        assert run.running.start().status == "completed"
    assert run.world.reached == ["set_text Password", "set_text Name"]
    assert SECRET not in json.dumps(server.requests)
    close(run)
    assert all(SECRET.encode() not in kept and KEY.encode() not in kept for kept in bytes_in(tmp_path))


def test_what_a_model_may_not_do_alone_waits_for_a_person_who_is_not_in_the_prompt(tmp_path: Path) -> None:
    with serving(doing({"type": "click", "on": "Buy now"})) as server:
        run = shop(tmp_path, planner=planner(server))
        stopped = run.running.start()
        assert (stopped.status, run.world.reached) == ("needs_approval", [])
        assert run.running.resume(answer(stopped.request)).status == "completed"
    assert run.world.reached == ["click Buy now"]
    close(run)


def test_a_run_whose_model_cannot_be_reached_ends_and_says_why_without_the_key(tmp_path: Path) -> None:
    with serving(Fails(401)) as server:
        run = shop(tmp_path, planner=planner(server))
        stopped = run.running.start()
    assert stopped.status != "completed"
    assert "its service refused the key" in stopped.said
    close(run)
    assert all(KEY.encode() not in kept for kept in bytes_in(tmp_path))


# From the command line


def lumos(server: Server, *arguments: str) -> Run:
    return piped(*arguments, OPENAI_BASE_URL=server.url, OPENAI_API_KEY=KEY)


def test_lumos_run_takes_a_model_by_its_name(tmp_path: Path) -> None:
    with serving(doing(*DARK)) as server:
        run = lumos(
            server, "run", "Turn on dark mode", "--on", str(BLUEPRINTS / "settings"), "--planner", "openai:gpt-loopback",
            "--runs", str(tmp_path), "--json",
        )  # fmt: skip
    assert run.code == 0, run.stderr
    said = json.loads(run.stdout.splitlines()[-1])
    assert said["status"] == "completed"
    assert len(server.requests) == 3


def test_lumos_plan_shows_the_models_next_action_and_what_it_may_name(tmp_path: Path) -> None:
    secrets = tmp_path / "secrets.json"
    secrets.write_text(json.dumps({"pin": SECRET}))
    with serving(doing(DARK[0])) as server:
        run = lumos(
            server, "plan", "Turn on dark mode", "--on", str(BLUEPRINTS / "settings"), "--planner", "openai:gpt-loopback",
            "--secrets", str(secrets), "--json",
        )  # fmt: skip
    assert run.code == 0, run.stderr
    plan = json.loads(run.stdout)["plan"]
    assert (plan["action"], plan["planner"], plan["usage"]["input_tokens"]) == (
        {"type": "select", "ref": "A4"},
        "openai:gpt-loopback",
        1200,
    )
    assert "Secrets that you can name: pin" in server.prompt()
    assert SECRET not in json.dumps(server.requests)


@pytest.mark.parametrize(
    ("name", "turn", "code", "said"),
    [
        ("openai:gpt-loopback", Fails(404), 1, "its service knows no such model"),
        ("openai:gpt-loopback", Says(text="Hm."), 1, "3 answers in a row were no action"),
        ("ruels", Says(), 2, "rules, scripted, or a language model as provider:model"),
    ],
)
def test_lumos_plan_says_in_plain_words_why_there_is_no_action(name: str, turn: Any, code: int, said: str) -> None:
    with serving(turn) as server:
        run = lumos(server, "plan", "Turn on dark mode", "--on", str(BLUEPRINTS / "settings"), "--planner", name)
    assert said in " ".join(run.stderr.decode().split())
    assert b"Traceback" not in run.stderr
    assert run.code == code


@pytest.mark.parametrize("lacks", [(), ("response_format",), ("response_format", "tools")])
def test_a_run_goes_on_where_every_answer_is_streamed_in_bits_and_breaks_off_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lacks: tuple[str, ...]
) -> None:
    monkeypatch.setattr(openai_server, "_PIECE", 3)
    world = Watched(Simulator.from_app(apps.load(BLUEPRINTS / "settings"), clock=ManualClock()))
    task = Task(goal="Turn on dark mode", surface="settings", max_steps=10)
    script, broken = doing(*DARK), [False]
    half = Breaks(Says([{"reason": "다음", "risk": "low", "confidence": 1, "action": {"type": "click", "ref": "A1"}}]))

    def once_broken(body: dict[str, Any]) -> Turn:
        broken[0] = not broken[0]
        return half if broken[0] else script(_without_what_broke_off(body))

    pieces: list[str] = []
    with serving(once_broken, lacks=lacks) as server:
        run = shop(tmp_path, world=world, task=task, planner=planner(server, told=pieces.append))
        stopped = run.running.start()
    assert (stopped.status, world.reached) == ("completed", ["select Display", "select Dark"])
    assert max(map(len, pieces)) == 3
    close(run)


def _without_what_broke_off(body: dict[str, Any]) -> dict[str, Any]:
    """The request without the piece of an answer that it is told to make anew."""
    system, user = body["messages"][:2]
    return {"messages": [system, {**user, "content": user["content"][: user["content"].rindex("<untrusted>")]}]}

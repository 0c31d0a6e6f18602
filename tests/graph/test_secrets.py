"""No byte that a run leaves on disk, prints or puts into a prompt tells a secret, or what its rules redact, in any encoding."""

from __future__ import annotations

import base64
import html
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote

import pytest
from typer.testing import CliRunner

from lumos_layer.interfaces.cli import app as lumos
from lumos_layer.interfaces.cli import driving, output
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.planning.prompt import prompt
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.planning.task import Task
from lumos_layer.trace.checkpoints import serializer

SECRETS = {"pin": "quince-42-canary", "korean": "비밀문장은-참외-일곱", "odd": 'p&ss w"rd<Zwölf>\\9', "card": "4929123456781234"}
RULED = ("Hildegard von Bingen", "ACME-88123")
RULES = (RULED[0], "/acme-[0-9]+/")


def encodings(secret: str) -> Iterator[bytes]:
    """The secret as somebody could find it in bytes, without case."""
    for text in {secret, secret.upper(), secret.lower(), secret.swapcase()}:
        raw = text.encode()
        yield from (raw, text.encode("utf-16-le"), quote(text, safe="").encode(), html.escape(text).encode())
        yield from (json.dumps(text)[1:-1].encode(), json.dumps(text, ensure_ascii=False)[1:-1].encode(), raw.hex().encode())
        yield json.dumps(json.dumps(text))[3:-3].encode()
        for before in range(3):
            whole = base64.b64encode(b"\0" * before + raw).decode()
            yield whole[-(-before * 8 // 6) : (before + len(raw)) * 8 // 6].encode()


def page() -> dict[str, Any]:
    """An app that shows what was typed again, and has the secrets on its screen in other spellings from the beginning."""
    coded = [base64.b64encode(f"u:{text}".encode()).decode() for text in SECRETS.values()]
    digits = [text.encode().hex() for text in SECRETS.values()]
    shown = [*map(quote, SECRETS.values()), *map(html.escape, SECRETS.values()), *coded, *digits, *map(str.upper, SECRETS.values())]
    shown += [" ".join(SECRETS["card"]), f"for {RULED[0]}", f"{RULED[1]} is due", "quin", "ce-42-", "canary"]
    rows: list[dict[str, Any]] = [
        {"role": "window", "name": "Bank", "box": [0, 0, 900, 2000]},
        {"level": 1, "role": "textbox", "name": "Code", "value": "", "identifier": "code", "box": [10, 10, 200, 28]},
        {"level": 1, "role": "textbox", "name": "Note", "value": "", "identifier": "note", "box": [10, 40, 200, 28]},
        {"level": 1, "role": "button", "name": "Submit", "identifier": "submit", "box": [220, 10, 80, 28]},
        {"level": 1, "role": "text", "name": "Nothing yet", "identifier": "echo", "box": [10, 70, 600, 24]},
        *({"level": 1, "role": "text", "name": words, "box": [10, 100 + 24 * k, 800, 24]} for k, words in enumerate(shown)),
        {
            "level": 1,
            "role": "link",
            "name": "Go",
            "url": f"https://b.example/?c={quote(SECRETS['odd'])}",
            "box": [10, 1950, 80, 24],
        },
    ]
    echo = {"do": "set", "target": {"identifier": "echo"}}
    stored = {"do": "store", "name": "typed", "of": {"identifier": "code"}}
    return {
        "name": "bank",
        "start": "main",
        "values": {"typed": ""},
        "screens": {"main": {"title": f"Bank of {RULED[0]}", "size": [900, 2000], "rows": rows}},
        "rules": [
            {"on": "change", "target": {"identifier": "code"}, "do": [stored, {**echo, "name": "You typed {typed}!"}]},
            {"on": "click", "target": {"identifier": "submit"}, "do": [{**echo, "name": "Sent {typed} for you"}]},
        ],
    }


def typed(field: str, text: Any) -> dict[str, Any]:
    return {"type": "set_text", "target": {"name": field}, "text": text}


SCRIPT = [
    *(typed("Code", {"secret": name}) for name in SECRETS),
    typed("Note", f"{RULED[0]} owes {RULED[1]}"),
    {"type": "click", "target": {"name": "Submit"}},
    {"type": "clarify", "question": f"Is {SECRETS['card']} right?"},
    {"type": "open_url", "url": f"https://bank.example/?c={quote(SECRETS['pin'])}"},
]


class Recording:
    """A scripted planner that makes the prompt which a language model would get, and keeps it."""

    prompts: ClassVar[list[str]] = []

    def __init__(self, task: Task) -> None:
        self._scripted = ScriptedPlanner(task.script or SCRIPT)

    @property
    def name(self) -> str:
        return "recording"

    def plan(self, request: Request) -> Plan:
        self.prompts.append("\n".join(prompt(request, request.observation.blueprint())))
        return self._scripted.plan(request)


@pytest.fixture
def left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """All that a run leaves that was stopped by a question, answered in another call, watched, shown and replayed."""
    monkeypatch.setattr(driving, "planner_of", Recording)
    monkeypatch.setattr(output, "_left_out", [])
    Recording.prompts = []
    app, secrets, policy, task, runs = (tmp_path / name for name in ("bank", "secrets.json", "policy.json", "task.json", "runs"))
    app.mkdir()
    (app / "app.json").write_text(json.dumps(page()))
    secrets.write_text(json.dumps({name: {"text": text, "surfaces": ["main"]} for name, text in SECRETS.items()}))
    policy.write_text(json.dumps({"redaction": [RULES[1]], "on_denial": "replan"}))
    goal = {"goal": "Send the code", "surface": str(app), "secrets": str(secrets), "policy": str(policy), "max_steps": 40}
    task.write_text(json.dumps({**goal, "constraints": {"redaction": [RULES[0]]}}))
    said: dict[str, bytes] = {}

    def call(*arguments: str) -> int:
        done = CliRunner().invoke(lumos, [*arguments])
        said["printed by " + " ".join(arguments)] = done.stdout_bytes + done.stderr_bytes + repr(done.exception).encode()
        return done.exit_code

    assert call("run", str(task), "--runs", str(runs), "--name", "it", "--approve", "none", "--json") == 4
    for _ in range(4):
        if call("approve", "it", "--runs", str(runs), "--json") != 4:
            break
    ended = json.loads(next(reversed(said.values())).split(b"\n")[0])
    assert (ended["status"], [each["action"]["type"] for each in ended["report"]["blocked"]]) == ("completed", ["open_url"])
    for command in ("watch", "show", "replay"):
        assert call(command, str(runs / "it"), "--json") in (0, 1)
    return said | {str(path): path.read_bytes() for path in (runs / "it").rglob("*") if path.is_file()}


def values_in(files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """What stands in checkpoints, unpacked."""
    store = next(name for name in files if name.endswith("checkpoints.sqlite"))
    known = serializer(driving_types())
    with sqlite3.connect(store) as database:
        for kind, said in database.execute("SELECT type, checkpoint FROM checkpoints"):
            yield store, repr(known.loads_typed((kind, said)))
        for kind, said in database.execute("SELECT type, value FROM writes"):
            yield store, repr(known.loads_typed((kind, said)))


def driving_types() -> tuple[type, ...]:
    from lumos_layer.graph.running import TYPES

    return TYPES


def test_no_byte_that_a_run_leaves_and_no_prompt_tells_a_secret(left: dict[str, bytes]) -> None:
    everything = {**left, **{f"prompt {k}": said.encode() for k, said in enumerate(Recording.prompts)}}
    everything |= {f"{name} {k}": said.encode() for k, (name, said) in enumerate(values_in(left))}
    assert {"journal.jsonl", "checkpoints.sqlite", "world.json", "report.json", "report.md", "run.html", "task.json"} <= {
        Path(name).name for name in left
    }
    assert len(Recording.prompts) >= len(SCRIPT)
    found = [
        (name, text, needle)
        for name, said in everything.items()
        for text in SECRETS.values()
        for needle in encodings(text)
        if needle in said or needle.lower() in said.lower()
    ]
    assert found == []
    assert b"[secret:pin]" in left[next(name for name in left if name.endswith("journal.jsonl"))]


def test_what_constraints_and_policy_redact_is_in_no_trace(left: dict[str, bytes]) -> None:
    for name, said in left.items():
        assert [text for text in RULED if text.encode().lower() in said.lower()] == [] or name.endswith("world.json"), name
    journal = left[next(name for name in left if name.endswith("journal.jsonl"))]
    assert b"Bank of [redacted]" in journal

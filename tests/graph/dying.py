"""A shop in a process of its own that can be killed and started anew, and a run on it that chooses by what it sees."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import orjson

from lumos_layer.environments.remote import RemoteEnvironment
from lumos_layer.environments.simulator import Simulator
from lumos_layer.execution import Executor
from lumos_layer.graph.running import Running
from lumos_layer.interaction.services import Services
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import ApprovalRequest, HumanApproval
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.runs import Runs
from tests.graph.running_on import answer

APP = Path(__file__).with_name("shop.json")
_TOKEN = "of-this-test"


class Served:
    """The shop behind `lumos sim --serve`. `orders` is what arrived of all that was pressed."""

    def __init__(self, folder: Path) -> None:
        self.save, self.port, self.url = folder / "world.json", 0, ""
        self._app = folder / "shop"
        self._app.mkdir()
        shutil.copy(APP, self._app / "app.json")
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        options = ["--serve", "--json", "--port", str(self.port), "--token", _TOKEN, "--save", str(self.save)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "lumos_layer", "sim", str(self._app), *options], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.url = orjson.loads(self._process.stdout.readline())["url"]
        self.port = int(self.url.partition("#")[0].rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        if self._process is not None and self._process.stdout is not None:
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def orders(self) -> int:
        return int(str(Simulator.load(self.save.read_bytes()).world.stage.values["orders"]))


class Ordering:
    """A planner that fills in the name, orders, and finishes when the shop says that it was ordered."""

    name = "ordering"

    def plan(self, request: Request) -> Plan:
        look = request.observation
        refs = {look.name_of(i): (ref, look.tree[i]) for ref, i in look.refs.items()}
        ref, field = refs["Name"]
        if not field.value:
            return Plan(action={"type": "set_text", "ref": ref, "text": "Ann"})
        if any(" placed" in node.name for node in look.tree):
            return Plan(action={"type": "finish", "success": True, "reason": "It was ordered."})
        return Plan(action={"type": "click", "ref": refs["Buy now"][0]})


def careful(request: ApprovalRequest) -> HumanApproval | None:
    """A person who allows what is asked first, and wants to look before anything is done that may have been done."""
    return None if request.rule == "unknown_outcome" else answer(request)


def driven(root: Path, url: str, run: str | None = None, around: Callable[[RemoteEnvironment], None] | None = None) -> Any:
    """The run, new or to be gone on with, and its folder."""
    task = Task(goal="Order paper", surface=url, max_steps=20)
    folder: RunFolder = Runs(root).create(task) if run is None else Runs(root).open(run)
    environment = RemoteEnvironment(url)
    if around is not None:
        around(environment)
    executor = Executor(environment, environment.clock, memory=folder.memory)
    services = Services(folder, task, environment, executor, Ordering(), clock=environment.clock, approver=careful)
    return folder, Running(services)

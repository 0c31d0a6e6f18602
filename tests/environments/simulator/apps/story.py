"""What a person does with one of the worked apps, by the names on the screen, through the executor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lumos_layer import Observation
from lumos_layer.actions.grounding import validate
from lumos_layer.actions.outcomes import Outcome, Rejected
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.environments.simulator.stage import Stored
from lumos_layer.execution import Executor
from lumos_layer.tree import Node

BLUEPRINTS = Path(__file__).resolve().parents[4] / "blueprints"
APPS = ("browser", "editor", "files", "invoice", "mail", "search", "settings")


class Story:
    def __init__(self, app: str, **secrets: str) -> None:
        self.clock = ManualClock()
        self.simulator = Simulator.from_app(apps.load(BLUEPRINTS / app), clock=self.clock, secrets=secrets)
        self.executor = Executor(self.simulator, self.clock)

    def do(self, verb: str, name: str = "", **fields: Any) -> Outcome:
        """Act on what is called so; anything but `done` fails the test."""
        outcome = self.ask(verb, name, **fields)
        assert outcome.outcome == "done", outcome
        return outcome

    def ask(self, verb: str, name: str = "", **fields: Any) -> Outcome:
        """Act on what is called so, and hear what came of it."""
        look = self.executor.observe()
        document = {"type": verb, **fields}
        if not name:
            return self.executor.run(document)
        called = [ref for ref, i in look.refs.items() if name in (look.name_of(i), look.tree[i].identifier)]
        assert called, f"nothing here is called {name!r}: {look.blueprint().compact()}"
        able = [ref for ref in called if not isinstance(validate({**document, "ref": ref}, look), Rejected)]
        return self.executor.run({**document, "ref": (able or called)[0]})

    def click(self, *names: str) -> None:
        for name in names:
            self.do("click", name)

    def write(self, name: str, text: str | dict[str, str]) -> None:
        self.do("set_text", name, text=text)

    def press(self, key: str) -> Outcome:
        return self.do("press_key", key=key)

    def wait(self, seconds: float) -> None:
        self.ask("wait", seconds=seconds)

    @property
    def look(self) -> Observation:
        return self.executor.observe()

    @property
    def words(self) -> list[str]:
        """All that can be read on the screen."""
        look = self.look
        shown = [node for i, node in enumerate(look.tree) if not _hidden(look, i)]
        return [text for node in shown for text in (node.name, node.value) if text]

    def says(self, text: str) -> bool:
        return any(text in words for words in self.words)

    def node(self, name: str) -> Node:
        """What is called so, first of all what something can be done with."""
        look = self.look
        found = [i for i in range(len(look.tree)) if name in (look.name_of(i), look.tree[i].identifier) and not _hidden(look, i)]
        assert found, f"nothing here is called {name!r}: {look.blueprint().compact()}"
        return look.tree[next((i for i in found if look.tree[i].can), found[0])]

    @property
    def dialogs(self) -> list[str]:
        return [node.name for i, node in enumerate(self.look.tree) if node.role == "dialog" and not _hidden(self.look, i)]

    @property
    def focus(self) -> str:
        """What the keyboard goes to, whatever the screen says."""
        focused = self.simulator.world.focused
        return "" if focused is None else focused.node.name or focused.node.identifier

    @property
    def files(self) -> dict[str, str]:
        return self.simulator.world.stage.files

    @property
    def values(self) -> dict[str, Stored]:
        return self.simulator.world.stage.values


def _hidden(look: Observation, i: int) -> bool:
    return look.tree[i].hidden or any(look.tree[above].hidden for above in look.tree.ancestors(i))

"""An agent in a process of its own, for tests of several processes: `driving.py MODE FOLDER`.

It says on standard output what becomes of it, one word a line. What its environment really does it writes to `effects`, at the
moment when it takes effect; what it was shown to `looks`.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from lumos_layer.environments.port import Delivery
from lumos_layer.environments.simulator import Simulator
from lumos_layer.errors import ControlError, NotOwner
from lumos_layer.surface import Controlled, Surfaces
from tests.surface.worlds import act, simulated


class Telling:
    """The simulator; each act and each look takes a moment, and is written down when it takes effect."""

    def __init__(self, simulator: Simulator, folder: Path, dies: bool) -> None:
        self._simulator, self._folder, self._dies = simulator, folder, dies
        self.capabilities = simulator.capabilities

    def observe(self) -> object:
        time.sleep(0.001)
        self._write("looks", "look")
        return self._simulator.observe()

    def perform(self, action_id: str, action: object) -> Delivery:
        time.sleep(0.002)
        if self._dies:
            os.kill(os.getpid(), signal.SIGKILL)
        delivery = self._simulator.perform(action_id, action)  # type: ignore[arg-type] # handed through
        self._write("effects", action_id)
        return delivery

    def forget(self) -> None:
        self._simulator.forget()

    def close(self) -> None:
        self._simulator.close()

    def _write(self, name: str, words: str) -> None:
        with (self._folder / name).open("a") as file:
            file.write(words + "\n")


def say(words: str) -> None:
    print(words, flush=True)


def hold(agent: Controlled) -> None:
    """Have the surface until somebody says something."""
    try:
        agent.acquire()
    except ControlError as refused:
        say(type(refused).__name__)
        return
    say("held")
    sys.stdin.readline()


def stream(agent: Controlled) -> None:
    """Look and act without end; after a person has had the surface, ask for it again."""
    agent.acquire()
    say("held")
    number = 0
    while True:
        try:
            number += 1
            agent.perform(f"act-{number}", act(agent.observe(), "Name", "type_text", text="x"))
        except ControlError as stopped:
            say(type(stopped).__name__)
            while not _again(agent):
                time.sleep(0.002)
            say("held")


def _again(agent: Controlled) -> bool:
    try:
        agent.acquire()
    except NotOwner:
        raise
    except ControlError:
        return False
    return True


def main(mode: str, folder: Path) -> None:
    environment = Telling(simulated(), folder, mode == "die")
    surfaces = Surfaces(folder / "control.sqlite", claims=folder.parent / "claims")
    agent = Controlled(environment, surfaces, address="the screen")  # type: ignore[arg-type] # as good as one
    (hold if mode == "hold" else stream)(agent)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

"""Several processes, some of which die: whoever has the surface has it alone, and a person's control outlives everything."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lumos_layer.errors import NotOwner, PausedByUser
from lumos_layer.surface import Surfaces
from tests.surface import driving

_CHECKOUT = Path(__file__).parents[2]
_ENVIRONMENT = {**os.environ, "PYTHONPATH": str(_CHECKOUT)}


@contextmanager
def agent(mode: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    folder.mkdir(exist_ok=True)
    command = [sys.executable, driving.__file__, mode, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=_ENVIRONMENT) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def lines(folder: Path, name: str) -> list[str]:
    file = folder / name
    return file.read_text().splitlines() if file.exists() else []


def lumos(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lumos_layer", "control", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=_ENVIRONMENT, cwd=folder, check=False)


def test_a_take_stops_a_running_stream_of_acts_between_two_of_them(tmp_path: Path) -> None:
    person = Surfaces(tmp_path / "control.sqlite")
    chance = random.Random(7)
    stopped = set()
    with agent("stream", tmp_path) as process:
        for _ in range(12):
            assert said(process) == "held"
            time.sleep(chance.uniform(0.0, 0.06))
            token = person.take("main")
            effects, looks = lines(tmp_path, "effects"), lines(tmp_path, "looks")
            done = [(id, epoch) for id, epoch, state in person.acts.of("main") if state == "done"]
            stopped.add(said(process))
            time.sleep(0.02)
            assert token.landing == ""
            assert lines(tmp_path, "effects") == effects == [id for id, _ in done]
            assert lines(tmp_path, "looks") == looks
            assert all(epoch < token.epoch for _, epoch in done)
            assert not [state for _, _, state in person.acts.of("main") if state in ("landing", "queued")]
            person.return_("main", token)
    assert stopped <= {"PausedByUser", "AbortedByUser"}
    assert len(lines(tmp_path, "effects")) > 0


def test_a_second_process_cannot_drive_what_the_first_drives(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with agent("hold", run) as first:
        assert said(first) == "held"
        with agent("hold", run) as second:
            assert said(second) == "NotOwner"
        with agent("hold", tmp_path / "other-run") as third:  # another store, the same screen
            assert said(third) == "NotOwner"


def test_the_next_process_goes_on_where_one_was_killed(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with agent("hold", run) as first:
        assert said(first) == "held"
        first.kill()
        first.wait()
    before = Surfaces(run / "control.sqlite").status("main")
    assert before.state == "agent"
    with agent("hold", run) as second:
        assert said(second) == "held"
        after = Surfaces(run / "control.sqlite").status("main")
    assert after.epoch == before.epoch + 1
    assert Surfaces(run / "control.sqlite").history()[-1].reason == "lease, after its holder had ended without giving it up"


def test_an_act_in_which_the_process_was_killed_is_unknown_and_holds_nobody_up(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with agent("die", run) as first:
        assert said(first) == "held"
        first.wait()
    person = Surfaces(run / "control.sqlite")
    assert [state for _, _, state in person.acts.of("main")] == ["landing"]
    token = person.take("main", wait=30)
    assert (token.landing, [state for _, _, state in person.acts.of("main")]) == ("", ["unknown"])


def test_a_persons_control_outlives_the_agent_and_the_command_that_took_it(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with agent("stream", run) as first:
        assert said(first) == "held"
        taken = json.loads(lumos("take", str(run), "--json", folder=tmp_path).stdout)["taken"]
        first.kill()
        first.wait()
    with agent("hold", run) as second:
        assert said(second) == "PausedByUser"
    with pytest.raises(PausedByUser):
        Surfaces(run / "control.sqlite").lease("main", "agent")
    assert lumos("return", str(run), taken[0]["token"], folder=tmp_path).returncode == 0
    assert Surfaces(run / "control.sqlite").lease("main", "agent").person_epoch == taken[0]["epoch"]


def test_processes_that_ask_at_once_get_it_one_after_the_other(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with agent("hold", run) as one, agent("hold", run) as other, agent("hold", run) as third:
        answers = sorted(said(each) for each in (one, other, third))
    assert answers == ["NotOwner", "NotOwner", "held"]


def test_a_take_is_answered_while_an_act_hangs_and_says_so(tmp_path: Path) -> None:
    surfaces = Surfaces(tmp_path / "control.sqlite")
    lease = surfaces.lease("main", "agent")
    with surfaces.turn("main").taken():
        n = surfaces.acts.begin(lease, "slow")
        token = Surfaces(tmp_path / "control.sqlite").take("main", wait=0.05)
        assert token.landing == "slow"
        surfaces.acts.end(n)
    assert surfaces.acts.of("main") == (("slow", 1, "done"),)
    with pytest.raises(PausedByUser):
        surfaces.check(lease)


def test_an_agent_that_waits_for_a_surface_is_cancelled_by_a_take_and_gets_it_never_by_itself(tmp_path: Path) -> None:
    surfaces = Surfaces(tmp_path / "control.sqlite")
    held = surfaces.lease("main", "agent")

    class Clock:
        """A person comes while somebody waits."""

        time = 0.0

        def now(self) -> float:
            return self.time

        def sleep(self, seconds: float) -> None:
            self.time += seconds
            if self.time > 1 and surfaces.status("main").state == "agent":
                surfaces.return_("main", surfaces.take("main"))
                surfaces.release(held)

    clock = Clock()
    with pytest.raises(PausedByUser):
        Surfaces(tmp_path / "control.sqlite").lease("main", "agent", wait=60, clock=clock)
    assert 1 < clock.time < 2
    assert surfaces.status("main").state == "idle"


def test_who_waits_gets_it_when_it_is_given_up(tmp_path: Path) -> None:
    surfaces = Surfaces(tmp_path / "control.sqlite")
    held = surfaces.lease("main", "agent")

    class Clock:
        """The one who has it gives it up while another waits."""

        time = 0.0

        def now(self) -> float:
            return self.time

        def sleep(self, seconds: float) -> None:
            self.time += seconds
            if self.time > 1:
                held.release()

    assert Surfaces(tmp_path / "control.sqlite").lease("main", "agent", wait=60, clock=Clock()).epoch == 3
    with pytest.raises(NotOwner):
        Surfaces(tmp_path / "control.sqlite").lease("main", "agent", wait=1, clock=Clock())

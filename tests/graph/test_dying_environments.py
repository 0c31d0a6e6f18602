"""The process of an environment dies in mid-run: the run says so, and goes on when it is back, with nothing done twice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.remote import RemoteEnvironment
from lumos_layer.errors import EnvironmentFailed
from lumos_layer.safety.approval import Edit
from lumos_layer.trace.events import Intent
from lumos_layer.trace.journal import read
from lumos_layer.trace.summary import summary_of
from tests.graph.dying import Served, driven
from tests.graph.running_on import answer

GONE = r"The environment is gone: no environment answers at 127\.0\.0\.1:\d+ \(Connection refused\)\. Start it again .*lumos resume"


def dying(served: Served, call: str, number: int, before: bool, happens: Callable[[], None]) -> Callable[[RemoteEnvironment], None]:
    """Around an environment whose process dies right before or after a call of this number."""

    def around(environment: RemoteEnvironment) -> None:
        made, calls = getattr(environment, call), count(1)

        def called(*arguments: Any) -> Any:
            now = next(calls) == number
            if now and before:
                happens()
            answered = made(*arguments)
            if now and not before:
                happens()
                raise EnvironmentFailed("The line to the environment broke: RemoteDisconnected.")
            return answered

        setattr(environment, call, called)

    return around


@pytest.mark.parametrize(
    ("call", "number", "before"),
    [
        ("observe", 1, True),
        ("observe", 3, True),
        ("perform", 1, True),
        ("perform", 1, False),
        ("perform", 2, True),
    ],
)
def test_a_run_whose_environment_dies_stops_and_goes_on_when_it_is_back(
    tmp_path: Path, call: str, number: int, before: bool
) -> None:
    with Served(tmp_path) as served:
        folder, running = driven(tmp_path / "runs", served.url, around=dying(served, call, number, before, served.kill))
        with folder, pytest.raises(EnvironmentFailed, match=GONE):
            running.start()
        running.close()
        assert summary_of(folder).status == "interrupted"
        served.start()
        folder, running = driven(tmp_path / "runs", served.url, folder.name)
        with folder:
            stopped = running.resume()
            running.close()
        assert (stopped.status, served.orders) == ("completed", 1)
        begun = [entry.event.action_id for entry in read(folder.journal_file) if isinstance(entry.event, Intent)]
        assert len(begun) == len(set(begun))


def test_an_order_of_which_nobody_saw_whether_it_arrived_is_asked_about_and_not_made_again(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        folder, running = driven(tmp_path / "runs", served.url, around=dying(served, "perform", 2, False, served.kill))
        with folder:
            asked = running.start()
            running.close()
        assert asked.status == "needs_approval"
        assert asked.said == "button 'Buy now' may have been done already; nobody saw. Do it (again)?"
        served.start()
        folder, running = driven(tmp_path / "runs", served.url, folder.name)
        with folder:
            stopped = running.resume(answer(running.now().request, Edit(action={"type": "observe"})))
            running.close()
        assert (stopped.status, served.orders) == ("completed", 1)


def test_a_blind_yes_does_not_make_an_order_twice_where_the_surface_recalls_the_first(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        folder, running = driven(tmp_path / "runs", served.url, around=dying(served, "perform", 2, False, served.kill))
        with folder:
            running.start()
            running.close()
        served.start()
        folder, running = driven(tmp_path / "runs", served.url, folder.name)
        with folder:
            stopped = running.resume(answer(running.now().request))
            running.close()
        assert (stopped.status, served.orders) == ("completed", 1)
        said = [record.said for record in stopped.state["action_trace"] if record.reason == "stale"]
        assert said[0].startswith("button 'Buy now' was done: the surface recalls it. Nothing was sent again;")


def test_a_run_does_not_even_notice_an_environment_that_is_started_anew_at_once(tmp_path: Path) -> None:
    with Served(tmp_path) as served:

        def anew() -> None:
            served.kill()
            served.start()

        folder, running = driven(tmp_path / "runs", served.url, around=dying(served, "perform", 2, True, anew))
        with folder:
            assert running.start().status == "completed"
            running.close()
        assert served.orders == 1

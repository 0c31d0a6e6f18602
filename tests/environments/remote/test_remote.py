"""An environment in another process: what it says is equal here, and it outlives who acts on it."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import lumos_layer
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.port import Delivery
from lumos_layer.environments.remote import RemoteEnvironment, serve, wire
from lumos_layer.environments.simulator import FaultPlan, Simulator, apps
from lumos_layer.errors import BadOption, EnvironmentClosed, EnvironmentFailed, LumosError, NotSent
from lumos_layer.execution import Executor
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.refs import Mark
from lumos_layer.perception.storing import look_restored, look_stored
from lumos_layer.testing import strategies
from lumos_layer.testing.conformance import on

ROOT = Path(__file__).resolve().parents[3]
MAIL = apps.load(ROOT / "blueprints/mail")
MARK = Mark()
DUMPS = sorted(path for path in (ROOT / "tests/goldens").rglob("*.[xj]*") if not path.name.endswith(".blueprint.json"))


@contextmanager
def behind_a_line(environment: Any, **options: Any) -> Iterator[RemoteEnvironment]:
    with serve(environment, **options) as server:
        yield RemoteEnvironment(server.url)


def grounded(look: Observation, act: Callable[[Observation], dict[str, Any]]) -> GroundedAction:
    action = validate(act(look), look)
    assert isinstance(action, GroundedAction), action
    return action


def all_of(look: Observation) -> tuple[object, ...]:
    """What can be asked of a look."""
    said = look.id, look.format, look.surface, look.app, look.title, look.url, look.size, look.warnings, look.raw_bytes
    places = [(look.path_of(i), look.name_of(i), look.confidence_of(i), look.origin_of(i)) for i in range(len(look.tree))]
    heights = look.tree.heights()
    drawn = list(look.tree.regions()), None if heights is None else list(heights)
    ledger = replace(look.ledger, mark=MARK, older=())
    return said, look.tree, places, dict(look.refs), ledger, drawn, look.blueprint(boxes="box").object(), look.focus


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_look_is_equal_on_both_sides(path: Path) -> None:
    try:
        look = lumos_layer.read(path)
    except LumosError:
        return
    again = look_restored(look_stored(look), Mark())
    assert all_of(again) == all_of(look)


def test_looks_acts_and_deltas_are_those_of_the_other_side() -> None:
    simulator = Simulator.from_app(MAIL)
    with behind_a_line(simulator) as remote:
        before = remote.observe()
        assert remote.observe() is before
        action = grounded(before, on("New message", "click"))
        delivery = remote.perform("act-1", action)
        assert delivery == Delivery(action_id="act-1", status="delivered")
        assert remote.perform("act-1", action) == replace(delivery, again=True)
        after = remote.observe()
        assert all_of(after) == all_of(simulator.observe())
        assert after.since(before).observation is after
        assert remote.capabilities == simulator.capabilities


@settings(max_examples=60)
@given(st.data())
def test_any_action_is_equal_on_both_sides(data: st.DataObject) -> None:
    look = data.draw(strategies.screens())
    action = validate(data.draw(strategies.valid_actions(look)), look)
    assert isinstance(action, GroundedAction)
    assert wire.received(msgspec.json.decode(msgspec.json.encode(wire.sent("a", action)), type=wire.Act)) == action


@pytest.mark.parametrize(
    "error",
    [
        NotSent("the cable is cut"),
        EnvironmentFailed("It fell over."),
        EnvironmentClosed("This environment has been closed. Make another."),
        lumos_layer.errors.NoSuchRef("A7", ("A1", "A3")),
        lumos_layer.errors.BudgetTooSmall(3, 40),
    ],
)
def test_an_error_is_equal_on_both_sides(error: LumosError) -> None:
    again = wire.raised(msgspec.json.decode(msgspec.json.encode(wire.told(error)), type=wire.Told))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_what_a_stranger_says_when_it_breaks_is_not_told() -> None:
    class Broken:
        def observe(self) -> Observation:
            raise RuntimeError("hunter2!")

    with behind_a_line(Broken()) as remote, pytest.raises(EnvironmentFailed, match=r"^The environment broke down: RuntimeError\.$"):
        remote.observe()


@pytest.mark.parametrize(
    ("fault", "kind", "done"), [("before", NotSent, 0), ("done", EnvironmentFailed, 1), ("crash", EnvironmentFailed, 1)]
)
def test_faults_of_the_other_side_are_told_as_they_are_here(fault: str, kind: type[LumosError], done: int) -> None:
    plans = {
        "before": {"kind": "broken", "acts": [1]},
        "done": {"kind": "broken", "acts": [1], "done": True},
        "crash": {"kind": "crashed", "acts": [1], "when": "after"},
    }
    simulator = Simulator.from_app(MAIL, faults=FaultPlan.model_validate({"faults": [plans[fault]]}))
    with behind_a_line(simulator) as remote:
        look = remote.observe()
        with pytest.raises(kind) as caught:
            remote.perform("act-1", grounded(look, on("New message", "click")))
        assert type(caught.value) is kind
        assert len(simulator.deliveries) == done
        assert remote.observe().id == simulator.observe().id


def test_time_passes_on_the_clock_of_the_other_side() -> None:
    simulator = Simulator.from_app(MAIL)
    with behind_a_line(simulator) as remote:
        remote.clock.sleep(2.5)
        assert (remote.clock.now(), simulator.clock.now()) == (2.5, 2.5)
        executor = Executor(remote, remote.clock)
        outcome = executor.run(on("New message", "click")(executor.observe()))
        assert outcome.outcome == "done"
        assert simulator.clock.now() > 2.5


def test_a_line_that_breaks_while_the_time_is_asked_for_is_tried_once_more_and_else_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    simulator = Simulator.from_app(MAIL)
    with behind_a_line(simulator) as remote:
        calls, broken, call = [], [True], remote.call

        def breaking(method: str, said: object = None) -> Any:
            calls.append(method)
            if broken and broken.pop():
                raise EnvironmentFailed("The line to the environment broke: BrokenPipeError.")
            return call(method, said)

        monkeypatch.setattr(remote, "call", breaking)
        assert (remote.clock.now(), calls) == (0.0, ["now", "now"])
        broken.append(True)
        with pytest.raises(EnvironmentFailed, match=r"broke: BrokenPipeError\. Start it again as it was .*lumos resume"):
            remote.clock.sleep(2.5)
        assert (calls[2:], simulator.clock.now()) == (["sleep"], 0.0)


def test_a_line_that_is_closed_leaves_the_environment_as_it_is() -> None:
    simulator = Simulator.from_app(MAIL)
    with behind_a_line(simulator) as remote:
        remote.close()
        with pytest.raises(EnvironmentClosed):
            remote.observe()
        assert simulator.observe().title == "Mail"


def test_a_server_that_is_gone_was_sent_nothing() -> None:
    with behind_a_line(Simulator.from_app(MAIL)) as remote:
        action = grounded(remote.observe(), on("New message", "click"))
    with pytest.raises(NotSent, match=r"no environment answers at 127\.0\.0\.1"):
        remote.perform("act-1", action)


def posted(url: str, headers: dict[str, str], path: str = "/observe", body: bytes = b"{}") -> int:
    parts = urlsplit(url)
    line = http.client.HTTPConnection(parts.hostname or "", parts.port)
    try:
        line.request("POST", path, body, headers)
        return line.getresponse().status
    finally:
        line.close()


def test_nobody_without_the_token_gets_anything() -> None:
    simulator = Simulator.from_app(MAIL)
    with serve(simulator, token="open sesame") as server:
        wrong = [{}, {"Authorization": "Bearer "}, {"Authorization": "Bearer open"}, {"Authorization": "open sesame"}]
        assert [posted(server.url, headers) for headers in wrong] == [401] * 4
        assert posted(server.url, {"Authorization": "Bearer open sesame"}) == 200
        assert posted(server.url, {"Authorization": "Bearer open sesame"}, "/close") == 404
        assert posted(server.url, {"Authorization": "Bearer open sesame", "Content-Length": str(2**40)}) == 413
        with pytest.raises(NotSent, match="401"):
            RemoteEnvironment(server.url, token="open").observe()
        assert simulator.session.latest() is not None
    with serve(simulator) as one, serve(simulator) as other:
        assert len({urlsplit(server.url).fragment for server in (one, other)}) == 2


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "example.org", ""])
def test_other_machines_are_never_served(host: str) -> None:
    with pytest.raises(BadOption, match="of this machine"):
        serve(Simulator.from_app(MAIL), host)


@pytest.mark.parametrize(
    "url",
    [
        "http://192.0.2.7:80/#t",
        "https://127.0.0.1:1/#t",
        "127.0.0.1:80",
        "http://127.0.0.1/#t",
        "http://127.0.0.1:99999/#t",
        "http://127.0.0.1:port/#t",
        "http://[::1/#t",
    ],
)
def test_no_token_goes_to_another_machine(url: str) -> None:
    with pytest.raises(BadOption, match="the URL that serve printed"):
        RemoteEnvironment(url)


@pytest.mark.parametrize("token", ["", " ", " open", "open ", "a\nb", "\u9375"])
def test_what_no_header_can_hold_is_no_token(token: str) -> None:
    with pytest.raises(BadOption, match="printable ASCII"):
        serve(Simulator.from_app(MAIL), token=token)
    with serve(Simulator.from_app(MAIL)) as server, pytest.raises(BadOption, match="printable ASCII"):
        RemoteEnvironment(server.url, token=token)


def test_another_world_behind_the_same_url_is_seen_as_such() -> None:
    with serve(Simulator.from_app(MAIL), token="sesame") as server:
        remote = RemoteEnvironment(server.url)
        before, port = remote.observe(), urlsplit(server.url).port or 0
    other = Simulator.from_app(apps.load(ROOT / "blueprints/invoice"))
    with serve(other, port=port, token="sesame"):
        after = remote.observe()
        assert (after.id, after.title) == (before.id, other.observe().title)
        assert after.ledger.mark is not before.ledger.mark
        assert remote.observe() is after


def test_half_a_request_is_none() -> None:
    simulator = Simulator.from_app(MAIL)
    with serve(simulator) as server:
        parts = urlsplit(server.url)
        head = f"POST /sleep HTTP/1.1\r\nAuthorization: Bearer {parts.fragment}\r\nContent-Length: 4\r\n\r\n"
        with socket.create_connection((parts.hostname or "", parts.port or 0)) as line:
            line.sendall(head.encode() + b"12")  # the rest of 12.5 never comes
            line.shutdown(socket.SHUT_WR)
            assert line.recv(100) == b""
    assert simulator.clock.now() == 0


@pytest.mark.parametrize(("path", "token", "status"), [("/observe", "wrong", 401), ("/close", "sesame", 404)])
def test_a_refusal_arrives_whatever_was_sent(path: str, token: str, status: int) -> None:
    with serve(Simulator.from_app(MAIL), token="sesame") as server:
        assert posted(server.url, {"Authorization": f"Bearer {token}"}, path, b" " * 20_000_000) == status


@contextmanager
def served(saved: Path) -> Iterator[tuple[subprocess.Popen[bytes], RemoteEnvironment]]:
    """`lumos sim mail --serve` as a process of its own, which is killed at the end."""
    command = [sys.executable, "-m", "lumos_layer", "sim", str(ROOT / "blueprints/mail"), "--serve", "--save", str(saved)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        yield process, RemoteEnvironment(json.loads(process.stdout.readline())["url"])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_world_that_is_killed_goes_on_where_it_was_and_does_nothing_twice(tmp_path: Path) -> None:
    saved = tmp_path / "mail.json"
    with served(saved) as (_, remote):
        before = remote.observe()
        action = grounded(before, on("New message", "click"))
        first = remote.perform("act-1", action)
        shown = remote.observe()
        assert (first.status, shown.id) == ("delivered", "o2")
    with served(saved) as (process, remote):
        again = remote.observe()
        assert all_of(again)[1:4] == all_of(shown)[1:4]
        assert remote.perform("act-1", action) == replace(first, again=True)
        assert remote.observe().tree == shown.tree
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0


RUNNER = """
import sys
from lumos_layer.environments.remote import RemoteEnvironment
from lumos_layer.actions.grounding import validate
remote = RemoteEnvironment(sys.argv[1])
for number in range(10**6):
    look = remote.observe()
    remote.perform(f"act-{number}", validate({"type": "press_key", "key": "Tab"}, look))
    print(number, flush=True)
"""


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 40))
def test_an_environment_goes_on_when_its_runner_is_killed_at_any_moment(acts: int) -> None:
    simulator = Simulator.from_app(MAIL)
    with serve(simulator) as server:
        runner = subprocess.Popen([sys.executable, "-c", RUNNER, server.url], stdout=subprocess.PIPE)
        assert runner.stdout is not None
        for _ in range(acts + 1):
            runner.stdout.readline()
        runner.kill()
        runner.wait()
        runner.stdout.close()
        remote = RemoteEnvironment(server.url)
        action = validate({"type": "press_key", "key": "Tab"}, remote.observe())
        assert isinstance(action, GroundedAction)
        assert remote.perform(f"act-{acts}", action).again
    done = list(simulator.deliveries)
    assert len(done) >= acts + 1
    assert done == [f"act-{number}" for number in range(len(done))]
    assert simulator.acts == len(done)

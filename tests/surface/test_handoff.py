"""An agent hands the screen to a person, waits, and hears one of two answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator
from lumos_layer.errors import BadOption, NotOwner, PausedByUser, ReturnRefused
from lumos_layer.surface import Controlled, Finished, Surfaces, TimedOut
from lumos_layer.surface.handoff import ANY_ANSWER
from tests.screens import page
from tests.surface.worlds import act, controlled, simulated


class Meanwhile(ManualClock):
    """A clock on which a person does something as soon as somebody waits until then."""

    def __init__(self) -> None:
        super().__init__()
        self.at: list[tuple[float, Callable[[], object]]] = []

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        for due, does in [each for each in self.at if each[0] <= self.now()]:
            self.at.remove((due, does))
            does()


def with_person(folder: Path) -> tuple[Meanwhile, Controlled, Surfaces]:
    clock = Meanwhile()
    dump = page(("button", "Pay", 2), url="https://ann:pw@bank.example/in?session=s3cret#here")
    agent = controlled(folder, Simulator.from_dump(dump, clock=clock))
    return clock, agent, Surfaces(folder / "control.sqlite")


def test_the_answer_is_finished_with_the_bare_address(tmp_path: Path) -> None:
    clock, agent, person = with_person(tmp_path)
    agent.observe()
    clock.at.append((20.0, lambda: person.return_("main", person.take("main"))))
    answer = agent.hand_off("login")
    assert answer == Finished(url="https://bank.example/in")
    assert ANY_ANSWER.dump_python(answer) == {"answer": "finished", "url": "https://bank.example/in"}
    assert clock.now() < 21


def test_nobody_comes_in_five_minutes(tmp_path: Path) -> None:
    clock, agent, person = with_person(tmp_path)
    answer = agent.hand_off("captcha")
    assert ANY_ANSWER.dump_python(answer) == {"answer": "timed out"}
    assert clock.now() == 300
    assert person.status("main").state == "handoff"
    with pytest.raises(PausedByUser):
        agent.observe()
    with pytest.raises(PausedByUser):
        agent.acquire()
    assert person.handoffs.all()[0].status == "expired"


def test_the_time_can_be_another(tmp_path: Path) -> None:
    clock, agent, _ = with_person(tmp_path)
    assert agent.hand_off("2fa", seconds=7.5) == TimedOut()
    assert clock.now() == 7.5


def test_after_the_time_the_surface_is_the_persons_until_they_give_it_back(tmp_path: Path) -> None:
    clock, agent, person = with_person(tmp_path)
    tokens = []
    clock.at.append((299.0, lambda: tokens.append(person.take("main"))))
    assert agent.hand_off("login") == TimedOut()
    clock.sleep(100_000)
    with pytest.raises(PausedByUser):
        agent.acquire()
    person.return_("main", tokens[0])
    agent.acquire()
    agent.observe()


def test_after_a_restart_the_time_goes_on(tmp_path: Path) -> None:
    times = iter(f"2026-01-01T00:0{n}:00+00:00" for n in range(9))
    surfaces = Surfaces(tmp_path / "control.sqlite", utc=lambda: next(times))
    clock = Meanwhile()
    first = Controlled(simulated(clock), surfaces, clock=clock)
    lease = first.acquire()
    asked = first.ask_person("login")
    lease.unlock()  # the process has died
    second = Controlled(simulated(clock), surfaces, clock=clock)
    assert surfaces.seconds_since(asked.asked_at) == 60  # reading the time takes a minute here
    assert second.answer(asked) == TimedOut()
    assert clock.now() == 300 - 2 * 60


def test_it_refuses_looks_and_acts_while_it_waits_for_a_person(tmp_path: Path) -> None:
    _, agent, person = with_person(tmp_path)
    agent.observe()
    asked = agent.ask_person("password")
    assert (person.status("main").state, asked.status) == ("handoff", "pending")
    with pytest.raises(PausedByUser):
        agent.observe()
    with pytest.raises(PausedByUser):
        agent.ask_person("password")


def test_a_record_says_where_it_stopped_what_it_asks_and_by_which_look(tmp_path: Path) -> None:
    _, agent, person = with_person(tmp_path)
    look = agent.observe()
    agent.ask_person("log in, please")
    (record,) = person.handoffs.all("main")
    assert (record.reason, record.url, record.look, record.agent) == (
        "log in, please",
        "https://bank.example/in",
        look.id,
        "agent",
    )


def test_a_record_goes_from_pending_over_accepted_to_completed_with_times(tmp_path: Path) -> None:
    times = iter(f"2026-01-01T00:00:0{n}Z" for n in range(9))
    surfaces = Surfaces(tmp_path / "control.sqlite", utc=lambda: next(times))
    lease = surfaces.lease("main", "ann")
    asked = surfaces.handoffs.ask(lease, "login")
    token = surfaces.take("main")
    accepted = surfaces.handoffs.find(asked.id)
    surfaces.return_("main", token)
    completed = surfaces.handoffs.find(asked.id)
    assert [asked.status, accepted.status, completed.status] == ["pending", "accepted", "completed"]
    assert "" < asked.asked_at < accepted.accepted_at < completed.ended_at
    assert completed.accepted_at == accepted.accepted_at


def test_a_hand_off_that_is_cancelled_gives_nothing_back(tmp_path: Path) -> None:
    clock, agent, person = with_person(tmp_path)
    asked = agent.ask_person("login")
    clock.at.append((1.0, lambda: person.handoffs.cancel(asked.id)))
    assert agent.answer(asked) == TimedOut()
    assert person.handoffs.find(asked.id).status == "cancelled"
    assert person.status("main").state == "handoff"


def test_a_hand_off_that_has_ended_stays_as_it_ended(tmp_path: Path) -> None:
    surfaces = Surfaces(tmp_path / "control.sqlite")
    asked = surfaces.handoffs.ask(surfaces.lease("main", "ann"), "login")
    surfaces.return_("main", surfaces.take("main"))
    assert surfaces.handoffs.expire(asked.id).status == "completed"
    assert surfaces.handoffs.cancel(asked.id).status == "completed"


def test_what_nobody_has_taken_cannot_be_given_back(tmp_path: Path) -> None:
    surfaces = Surfaces(tmp_path / "control.sqlite")
    surfaces.handoffs.ask(surfaces.lease("main", "ann"), "login")
    with pytest.raises(ReturnRefused, match="Take it first"):
        surfaces.return_("main", "")


def test_all_refs_are_new_afterwards_and_the_agent_has_to_look_first(tmp_path: Path) -> None:
    clock, agent, person = with_person(tmp_path)
    before = agent.observe()
    clock.at.append((1.0, lambda: person.return_("main", person.take("main"))))
    agent.hand_off("login")
    assert agent.environment.perform("a1", act(before, "Pay")).reason == "stale"
    assert not set(agent.observe().refs) & set(before.refs)


def test_a_hand_off_of_one_surface_says_nothing_of_another(tmp_path: Path) -> None:
    surfaces = Surfaces(tmp_path / "control.sqlite")
    one, other = (Controlled(simulated(), surfaces, name, "ann", profile="ann") for name in ("one", "other"))
    one.acquire()
    other.acquire()
    one.ask_person("login")
    with pytest.raises(PausedByUser):
        one.observe()
    other.observe()


def test_only_who_has_the_surface_can_hand_it_over(tmp_path: Path) -> None:
    agent = controlled(tmp_path)
    agent.release()
    with pytest.raises(NotOwner):
        agent.ask_person("login")


@pytest.mark.parametrize(
    ("reason", "seconds"),
    [("", 300.0), (" \n ", 300.0), ("login", 0.0), ("login", -1.0), ("login", float("nan")), ("login", float("inf"))],
)
def test_it_takes_a_reason_and_a_time(tmp_path: Path, reason: str, seconds: float) -> None:
    agent = controlled(tmp_path)
    with pytest.raises(BadOption):
        agent.ask_person(reason, seconds)
    agent.observe()

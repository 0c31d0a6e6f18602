"""After a person has had it, a replay gives new refs to all, also when it was saved and loaded since."""

from __future__ import annotations

from pathlib import Path

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.replay.replay import Replay
from tests.environments.replay.sessions import RECORDINGS

LOGIN: Path = RECORDINGS / "chromium-cdp/login-password"


def test_all_refs_are_new() -> None:
    replay = Replay(LOGIN)
    before = replay.observe()
    replay.forget()
    after = replay.observe()
    assert not set(before.refs) & set(after.refs)
    assert len(after.refs) == len(before.refs)


def test_nothing_is_done_before_the_next_look() -> None:

    replay = Replay(LOGIN)
    look = replay.observe()
    action = validate({"type": "type_text", "ref": "W2", "text": "ann"}, look)
    assert isinstance(action, GroundedAction)
    replay.forget()
    assert replay.perform("a1", action).reason == "stale"
    replay.observe()
    assert replay.perform("a2", action).reason == "stale"


def test_it_is_kept_in_a_save() -> None:
    replay = Replay(LOGIN)
    replay.observe()
    replay.forget()
    loaded = Replay.load(replay.save(), LOGIN)
    first = replay.observe()
    assert loaded.observe().refs.keys() == first.refs.keys()
    again = Replay.load(replay.save(), LOGIN)
    assert again.observe().refs.keys() == first.refs.keys()

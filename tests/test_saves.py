"""All that goes on from what was saved: a document that says anything else than when it was written is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lumos_layer
from lumos_layer import Session
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.simulator import Simulator
from lumos_layer.errors import BadRecording, DamagedSession, DamagedWorld, InputError
from lumos_layer.execution import Executor
from tests.saves import changed_bytes, changed_json, resealed
from tests.screens import button, field, page, text, window

RECORDING = Path(__file__).parent / "recordings" / "chromium-cdp" / "login-password"
PASSWORD = field("Password", "1.3", "hunter22", 80, IsPassword="True")


class Saver(NamedTuple):
    """Something that is saved: what it wrote, how it goes on from that to what it would write now, and how that is refused."""

    written: bytes
    again: Callable[[bytes], bytes]
    refused: type[InputError]


def _session() -> Session:
    session = Session()
    session.observe(window(button("Save", "1.1"), button("Share", "1.2", 40), PASSWORD))
    session.observe(page(("button", "Buy", 7), ("textbox", "Name", 8)), surface="tab")
    session.observe(window(button("Save", "1.1"), text("Shared.", "1.9"), PASSWORD))
    session.protect("A1")
    return session


def _simulator() -> Simulator:
    clock = ManualClock()
    simulator = Simulator.from_dump(window(button("Save", "1.1"), field("Name", "1.2"), PASSWORD), clock=clock)
    executor = Executor(simulator, clock)
    executor.observe()
    executor.run({"type": "set_text", "ref": "A3", "text": "Ada"}, action_id="step-1")
    return simulator


def _replay() -> Replay:
    replay = Replay(RECORDING, clock=ManualClock())
    replay.observe()
    return replay


SAVERS = {
    "session": Saver(_session().dump(), lambda saved: Session.restore(saved).dump(), DamagedSession),
    "simulator": Saver(_simulator().save(), lambda saved: Simulator.load(saved, clock=ManualClock()).save(), DamagedWorld),
    "replay": Saver(_replay().save(), lambda saved: Replay.load(saved, RECORDING, clock=ManualClock()).save(), BadRecording),
}
savers = pytest.mark.parametrize("saver", SAVERS.values(), ids=SAVERS)


def refused_or_equal(saver: Saver, saved: bytes) -> None:
    try:
        again = saver.again(saved)
    except saver.refused:
        return
    assert again == saver.written


@savers
def test_what_was_saved_goes_on_and_says_the_same(saver: Saver) -> None:
    assert saver.again(saver.written) == saver.written
    assert saver.again(resealed(saver.written)) == saver.written


@savers
@pytest.mark.parametrize("indent", [None, 1])
def test_the_same_in_another_layout_is_the_same(saver: Saver, indent: int | None) -> None:
    assert saver.again(json.dumps(json.loads(saver.written), indent=indent).encode()) == saver.written


@savers
@given(random=st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_changed_bytes_are_refused_unless_they_say_the_same(saver: Saver, random: Random) -> None:
    refused_or_equal(saver, changed_bytes(saver.written, random))


@savers
@given(random=st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_changed_json_is_refused_unless_it_says_the_same(saver: Saver, random: Random) -> None:
    refused_or_equal(saver, changed_json(saver.written, random))


@savers
@given(random=st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_what_was_changed_under_a_seal_that_fits_it_breaks_nothing(saver: Saver, random: Random) -> None:
    with suppress(saver.refused):
        saver.again(resealed(changed_json(saver.written, random)))


@savers
@pytest.mark.parametrize(
    "change",
    [
        lambda saved: saved.replace(b'"protected"', b'"protectee"', 1),
        lambda saved: saved.replace(b'"seal":"', b'"seal":"0', 1),
        lambda saved: json.dumps({**json.loads(saved), "unheard": 1}).encode(),
        lambda saved: json.dumps({key: said for key, said in json.loads(saved).items() if key != "seal"}).encode(),
        lambda saved: json.dumps({**json.loads(saved), "seal": ""}).encode(),
        lambda saved: json.dumps({**json.loads(saved), "version": 0}).encode(),
        lambda saved: json.dumps({**json.loads(saved), "version": 77}).encode(),
        lambda saved: json.dumps({**json.loads(saved), "kind": "lumos"}).encode(),
        lambda saved: saved + saved,
        lambda saved: b'{"a":' * 5_000,
    ],
    ids=("a key", "the seal", "one more", "no seal", "an empty seal", "version 0", "version 77", "the kind", "twice", "deep"),
)
def test_what_was_changed_by_hand_is_refused(saver: Saver, change: Callable[[bytes], bytes]) -> None:
    with pytest.raises(saver.refused):
        saver.again(change(saver.written))


def test_a_field_never_shows_what_it_held_by_a_changed_key() -> None:
    session = Session()
    session.observe(window(PASSWORD))
    changed = session.dump().replace(b'"protected":true', b'"protectee":true')
    with pytest.raises(DamagedSession, match="protectee"):
        Session.restore(changed)
    with pytest.raises(DamagedSession, match="protectee"):
        Session.restore(resealed(changed))


def test_each_says_what_was_wrong_and_what_to_do() -> None:
    saved = lumos_layer.Session().dump().replace(b'"looks":0', b'"looks":1')
    with pytest.raises(DamagedSession) as refused:
        Session.restore(saved, name="notes.json")
    assert str(refused.value) == (
        "notes.json holds no session that can go on: it was changed after it was written: its seal does not fit what it says. "
        "Load another copy, or begin a new session."
    )


def test_a_file_of_the_version_before_seals_says_so() -> None:
    older = json.dumps({"kind": "lumos session", "version": 1, "next": 1, "looks": 0, "surfaces": []}).encode()
    with pytest.raises(DamagedSession) as refused:
        Session.restore(older)
    assert str(refused.value) == (
        "The document holds no session that can go on: an earlier version of lumos_layer wrote it (format 1, known 3). "
        "Load it with that version, or begin anew."
    )

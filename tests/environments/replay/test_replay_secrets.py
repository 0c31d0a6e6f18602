from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.port import Delivery
from lumos_layer.environments.replay.replay import Replay
from tests.environments.replay.sessions import RECORDINGS, act, edit, recorded, screen

LOGIN = RECORDINGS / "chromium-cdp/login-password"
SECRETS = ("letmein", "correct horse")


def at_the_password(**options: Any) -> Replay:
    return Replay(LOGIN, start="login-password/step-001", **options)


def no_secret(delivery: Delivery) -> None:
    assert not [secret for secret in SECRETS if secret in delivery.note]


def test_a_recorded_secret_is_named_not_told() -> None:
    refused = act(at_the_password(), "click", "Sign in")
    assert refused.note == 'This was not recorded here. Recorded here: type {"secret": "secret_1"} on W3 (textbox \'Password\').'


def test_a_secret_of_that_value_is_what_was_recorded() -> None:
    replay = at_the_password(secrets={"pin": "letmein", "other": "let me in"})
    refused = act(replay, "type_text", "Password", text={"secret": "other"})
    assert refused.status == "refused"
    assert refused.note.endswith('type {"secret": "pin"} on W3 (textbox \'Password\').')
    assert act(replay, "type_text", "Password", text={"secret": "pin"}).status == "delivered"


def test_a_secret_that_was_not_given_cannot_be_named() -> None:
    replay = at_the_password(secrets={"other": "let me in"})
    unknown = act(replay, "type_text", "Password", text={"secret": "pin"})
    assert (unknown.reason, unknown.note) == ("not_found", "There is no secret named 'pin'. Known: other.")
    refused = act(replay, "type_text", "Password", text={"secret": "other"})
    assert refused.note.endswith("type a secret that was not given here on W3 (textbox 'Password').")
    no_secret(refused)


def test_a_guess_is_not_confirmed() -> None:
    replay = at_the_password()
    look = replay.observe()
    field = next(ref for ref, node in look.refs.items() if look.name_of(node) == "Password")
    placed = validate({"type": "type_text", "ref": field, "text": {"secret": "secret_1"}}, look)
    assert isinstance(placed, GroundedAction)
    plain = GroundedAction(placed.action.model_copy(update={"text": "letmein"}), "edits", spot=placed.spot)
    refused = replay.perform("guess", plain)
    assert refused.status == "refused"
    no_secret(refused)


def test_what_went_into_a_protected_field_is_secret_though_nobody_marked_it() -> None:
    replay = Replay(RECORDINGS / "linux-atspi/zenity-login")
    assert list(replay.secrets.hidden.values()) == ["hunter2!"]
    assert "hunter2!" not in " ".join(replay.state.left)


@pytest.mark.parametrize("screen", ["step-004", "step-005", "step-006"])
def test_a_password_that_was_shown_is_hidden_wherever_the_replay_begins(screen: str) -> None:
    look = Replay(LOGIN, start=f"login-password/{screen}").observe()
    said = f"{look.tree.nodes}{look.blueprint().object()}"
    assert not [secret for secret in SECRETS if secret in said]


def test_a_saved_position_holds_no_secret() -> None:
    replay = at_the_password()
    act(replay, "type_text", "Password", text={"secret": "secret_1"})
    act(replay, "click", "Show password")
    saved = replay.save().decode()
    assert not [secret for secret in SECRETS if secret in saved]


def test_a_plain_field_that_got_a_secret_is_not_shown(tmp_path: Path) -> None:
    for text in ("7", "quince-42"):
        secret = {"type": "type", "target": {"Name": "Code"}, "text": text, "secret": True}
        replay = Replay(recorded(tmp_path / text, [screen(edit("Code")), screen(edit("Code", text))], [secret]))
        act(replay, "type_text", "Code", text={"secret": "secret_1"})
        assert text not in replay.observe().blueprint().object()
        again = Replay.load(replay.save(), tmp_path / text)
        assert again.observe().blueprint().object() == replay.observe().blueprint().object()

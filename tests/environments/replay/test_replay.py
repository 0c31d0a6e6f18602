from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.errors import BadRecording
from tests.environments.replay.sessions import RECORDINGS, act, button, edit, recorded, screen

SAVE = {"type": "click", "target": {"Name": "Save", "ControlType": "Button"}}


def shown(replay: Replay) -> str:
    return replay.place.screen


def two_screens(folder: Path, action: dict[str, Any], before: str, after: str) -> Replay:
    return Replay(recorded(folder, [before, after], [action]))


def test_an_act_that_was_recorded_leads_on(tmp_path: Path) -> None:
    replay = two_screens(tmp_path, SAVE, screen(button("Save"), button("Open")), screen(button("Saved")))
    assert act(replay, "click", "Save").status == "delivered"
    assert [node.name for node in replay.observe().tree] == ["Notes", "Saved"]


def test_another_act_is_refused_with_what_was_recorded(tmp_path: Path) -> None:
    replay = two_screens(tmp_path, SAVE, screen(button("Save"), button("Open")), screen(button("Saved")))
    refused = act(replay, "click", "Open")
    assert (refused.status, refused.reason) == ("refused", "unsupported")
    assert refused.note == "This was not recorded here. Recorded here: click on A1 (button 'Save')."
    assert act(replay, "double_click", "Save").status == "refused"
    assert shown(replay) == "step-000"


def test_at_the_end_nothing_was_recorded(tmp_path: Path) -> None:
    replay = two_screens(tmp_path, SAVE, screen(button("Save")), screen(button("Saved")))
    act(replay, "click", "Save")
    assert act(replay, "click", "Saved").note.endswith("Nothing was recorded here: the recording ends with this screen.")


def test_an_id_seen_before_gets_its_first_delivery_marked_as_said_again(tmp_path: Path) -> None:
    again = screen(button("Save"))
    replay = Replay(recorded(tmp_path, [again, screen(button("Save"), button("2"))], [dict(SAVE)]))
    first = act(replay, "click", "Save", id="one")
    assert not first.again
    assert act(replay, "click", "Save", id="one") == replace(first, again=True)
    assert act(replay, "click", "2", id="one") == replace(first, again=True)


def test_looking_waiting_and_hovering_are_harmless(tmp_path: Path) -> None:
    replay = two_screens(tmp_path, SAVE, screen(button("Save")), screen(button("Saved")))
    look = replay.observe()
    for delivery in (act(replay, "observe"), act(replay, "wait", seconds=5), act(replay, "hover", "Save")):
        assert (delivery.status, delivery.note) == ("delivered", "")
    assert replay.observe() is look


def test_a_point_that_hits_the_element_is_the_element(tmp_path: Path) -> None:
    replay = two_screens(tmp_path, SAVE, screen(button("Save")), screen(button("Saved")))
    assert act(replay, "click", point={"x": 80, "y": 25}).status == "delivered"


def test_a_click_on_a_bare_point_is_matched_near_it(tmp_path: Path) -> None:
    replay = two_screens(tmp_path, {"type": "click", "point": [300, 300]}, screen(button("Save")), screen())
    assert act(replay, "click", point={"x": 200, "y": 300}).note.endswith("Recorded here: click at (300, 300).")
    assert act(replay, "click", point={"x": 302, "y": 299}).status == "delivered"


def test_a_word_inside_a_button_is_the_button(tmp_path: Path) -> None:
    text = '<Text Name="Save" x="5" y="5" width="9" height="9"/>'
    around = f'<Button Name="" IsInvokePatternAvailable="True" x="1" y="1" width="90" height="30">{text}</Button>'
    before = f'<Window Name="Notes" RuntimeId="1" x="0" y="0" width="400" height="400">{around}</Window>'
    replay = two_screens(tmp_path, {"type": "click", "target": {"Name": "Save", "ControlType": "Text"}}, before, screen())
    assert act(replay, "click", "Save").status == "delivered"


@pytest.mark.parametrize(
    ("value", "recorded_as", "asked", "text", "status"),
    [
        ("", "type", "type_text", "milk", "delivered"),
        ("", "type", "set_text", "milk", "delivered"),
        ("", "set_text", "type_text", "milk", "delivered"),
        ("", "set_text", "set_text", "milk", "delivered"),
        ("", "type", "type_text", "bread", "refused"),
        ("old ", "type", "type_text", "milk", "delivered"),
        ("old ", "type", "set_text", "old milk", "delivered"),
        ("old ", "type", "set_text", "milk", "refused"),
        ("old ", "set_text", "type_text", "milk", "refused"),
        ("old ", "set_text", "set_text", "milk", "delivered"),
    ],
)
def test_typing_and_setting_are_one_where_the_same_comes_of_them(
    tmp_path: Path, value: str, recorded_as: str, asked: str, text: str, status: str
) -> None:
    action = {"type": recorded_as, "target": {"Name": "Note"}, "text": "milk"}
    after = f"{value}milk" if recorded_as == "type" else "milk"
    replay = two_screens(tmp_path, action, screen(edit("Note", value)), screen(edit("Note", after)))
    assert act(replay, asked, "Note", text=text).status == status


def test_ticking_is_a_click_that_ticked(tmp_path: Path) -> None:
    def box(state: str) -> str:
        return f'<CheckBox Name="Bold" IsTogglePatternAvailable="True" ToggleState="{state}"/>'

    def replay(folder: str) -> Replay:
        return two_screens(tmp_path / folder, {"type": "click", "target": {"Name": "Bold"}}, screen(box("0")), screen(box("1")))

    assert act(replay("1"), "set_checked", "Bold", checked=True).status == "delivered"
    assert act(replay("2"), "set_checked", "Bold", checked=False).status == "refused"
    assert act(replay("3"), "click", "Bold").status == "delivered"


@pytest.mark.parametrize(
    ("keys", "asked"),
    [(["ctrl+s"], "Control+S"), (["Return"], "Enter"), (["Page_Down"], "PageDown"), (["shift+F10"], "Shift+F10"), (["a"], "a")],
)
def test_keys_are_the_same_however_they_are_spelled(tmp_path: Path, keys: list[str], asked: str) -> None:
    replay = two_screens(tmp_path, {"type": "key", "keys": keys}, screen(edit("Note")), screen())
    assert act(replay, "press_key", key="F1").status == "refused"
    assert act(replay, "press_key", key=asked).status == "delivered"


def test_keys_of_one_step_are_pressed_one_after_another(tmp_path: Path) -> None:
    replay = two_screens(tmp_path, {"type": "key", "keys": ["ctrl+a", "Delete"]}, screen(edit("Note", "old")), screen(edit("Note")))
    assert act(replay, "press_key", key="Delete").status == "refused"
    assert act(replay, "press_key", key="Control+A").status == "delivered"
    assert replay.observe().tree[1].value == "old"
    assert act(replay, "press_key", key="Delete").status == "delivered"
    assert shown(replay) == "step-001"


def test_going_back_is_a_key(tmp_path: Path) -> None:
    replay = two_screens(tmp_path, {"type": "go-back"}, screen(button("a")), screen(button("b")))
    assert act(replay, "press_key", key="Alt+ArrowLeft").status == "delivered"


def test_a_failure_that_was_recorded_is_what_happens(tmp_path: Path) -> None:
    failed = {"type": "click", "target": {"NativeWindowHandle": "7", "Name": "Save"}, "error": "the window is gone"}
    replay = two_screens(tmp_path, failed, screen(button("Save", NativeWindowHandle="7")), screen(button("Open")))
    delivery = act(replay, "click", "Save")
    assert (delivery.status, delivery.note) == ("uncertain", "It failed when it was recorded: the window is gone")
    assert shown(replay) == "step-001"


def test_an_element_that_was_gone_is_none_of_the_same_name(tmp_path: Path) -> None:
    failed = {"type": "click", "target": {"NativeWindowHandle": "7", "Name": "Save"}, "error": "it is gone"}
    replay = two_screens(tmp_path, failed, screen(button("Save", NativeWindowHandle="9")), screen(button("Open")))
    assert act(replay, "click", "Save").status == "refused"
    assert act(replay, "wait", seconds=1).status == "delivered"
    assert shown(replay) == "step-001"


def test_recorded_waits_pass_with_the_clock(tmp_path: Path) -> None:
    clock = ManualClock()
    waits: list[dict[str, Any]] = [{"type": "wait", "text": "1.5"}, {"type": "wait"}, dict(SAVE)]
    screens = [screen(button(name)) for name in ("first", "second", "Save", "last")]
    replay = Replay(recorded(tmp_path, screens, waits), clock=clock)
    first = replay.observe()
    clock.sleep(1.4)
    assert replay.observe() is first
    clock.sleep(0.2)
    assert replay.observe().tree[1].name == "second"
    clock.sleep(10)
    assert replay.observe().tree[1].name == "Save"


def test_a_wait_ends_the_recorded_wait(tmp_path: Path) -> None:
    replay = two_screens(tmp_path, {"type": "wait", "text": "60"}, screen(button("busy")), screen(button("ready")))
    act(replay, "wait", seconds=1)
    assert replay.observe().tree[1].name == "ready"
    assert replay.clock.now() == 1


def test_what_was_grounded_on_an_earlier_screen_is_stale(tmp_path: Path) -> None:
    replay = two_screens(tmp_path, SAVE, screen(button("Save")), screen(button("Open")))
    old = validate({"type": "click", "ref": "A1"}, replay.observe())
    assert isinstance(old, GroundedAction)
    act(replay, "click", "Save")
    replay.observe()
    refused = replay.perform("late", old)
    assert (refused.status, refused.reason) == ("refused", "stale")


def test_time_that_passes_between_look_and_act_makes_it_stale(tmp_path: Path) -> None:
    clock = ManualClock()
    replay = Replay(recorded(tmp_path, [screen(button("a")), screen(button("b"))], [{"type": "wait"}]), clock=clock)
    old = validate({"type": "click", "ref": "A1"}, replay.observe())
    assert isinstance(old, GroundedAction)
    clock.sleep(2)
    assert replay.perform("late", old).note == "Time has passed, and the screen has changed. Look again."


def test_branches_of_screens_that_are_the_same_are_one_graph() -> None:
    replay = Replay(RECORDINGS / "chromium-cdp", start="login-password")
    assert act(replay, "type_text", "User name", text="bob").status == "delivered"
    assert str(replay.place) == "login-locked/step-001"
    replay = Replay(RECORDINGS / "chromium-cdp", start="login-password")
    assert act(replay, "type_text", "User name", text="ann").status == "delivered"
    assert str(replay.place) == "login-password/step-001"


def test_ids_that_the_platform_gave_do_not_tell_screens_apart() -> None:
    replay = Replay(RECORDINGS / "chromium-cdp/orders-dialog")
    assert act(replay, "click", "Delete order 1003").status == "delivered"
    assert shown(replay) == "step-004"


def test_on_its_own_path_a_recording_goes_its_own_way_through_equal_screens() -> None:
    replay = Replay(RECORDINGS / "win32-wine/notepad-open-cancel")
    replay.advance()
    assert shown(replay) == "step-001"
    act(replay, "press_key", key="Control+O")
    act(replay, "click", "Cancel")
    assert shown(replay) == "step-003"  # which shows what step-001 does
    assert replay.state.offers[0].startswith("type ' today' on ")


def test_refs_live_on_from_screen_to_screen() -> None:
    replay = Replay(RECORDINGS / "chromium-cdp/login-password")
    before = replay.observe()
    act(replay, "type_text", "User name", text="ann")
    after = replay.observe()
    assert (before.id, after.id) == ("o1", "o2")
    assert {ref: before.name_of(node) for ref, node in before.refs.items()} == {
        ref: after.name_of(node) for ref, node in after.refs.items()
    }


def test_the_state_says_where_it_is_and_what_is_left() -> None:
    replay = Replay(RECORDINGS / "linux-atspi/zenity-login")
    state = replay.state
    assert (state.recording, state.screen) == ("zenity-login", "step-000")
    assert state.offers == ("click on A1 (textbox 'Username:')", "type 'ann' on A1 (textbox 'Username:')")
    assert state.left == (
        "click on A1 (textbox 'Username:')",
        "type 'ann' on textbox 'Username:'",
        "click on textbox 'Password:'",
        'type {"secret": "secret_1"} on textbox \'Password:\'',
        "click on button 'OK'",
    )


def test_a_saved_position_goes_on_with_its_refs_and_deliveries() -> None:
    recording = RECORDINGS / "chromium-cdp/login-password"
    replay = Replay(recording)
    first = act(replay, "type_text", "User name", id="one", text="ann")
    look = replay.observe()
    again = Replay.load(replay.save(), recording)
    assert again.place == replay.place
    assert again.observe().blueprint().compact() == look.blueprint().compact()
    assert again.perform("one", None) == replace(first, again=True)  # type: ignore[arg-type]
    assert act(again, "type_text", "Password", text={"secret": "secret_1"}).status == "delivered"


@pytest.mark.parametrize("saved", [b"", b"{}", b'{"kind":"lumos session"}', b"\xff", b"[" * 10000])
def test_a_damaged_position_is_refused(saved: bytes) -> None:
    with pytest.raises(BadRecording, match="The saved position cannot be played"):
        Replay.load(saved, RECORDINGS / "linux-atspi/zenity-login")


def test_a_position_of_other_recordings_is_refused() -> None:
    saved = Replay(RECORDINGS / "win32-wine/regedit-browse").save()
    with pytest.raises(BadRecording, match="regedit-browse/step-000, these recordings do not"):
        Replay.load(saved, RECORDINGS / "linux-atspi/zenity-login")


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecording, match=r"there is no steps\.json"):
        Replay(tmp_path)
    (tmp_path / "steps.json").write_text("{")
    with pytest.raises(BadRecording, match="no valid JSON"):
        Replay(tmp_path)
    (tmp_path / "steps.json").write_text('{"steps": []}')
    with pytest.raises(BadRecording, match="no step"):
        Replay(tmp_path)
    folder = recorded(tmp_path / "one", [screen(button("Save"))], [dict(SAVE)])
    with pytest.raises(BadRecording, match="no dump 'step-001'"):
        Replay(folder)
    (folder / "step-001.xml").write_text("no dump")
    with pytest.raises(BadRecording, match=r"step-001\.xml cannot be played: This is no accessibility dump"):
        Replay(folder)
    with pytest.raises(BadRecording, match="no such recording or screen"):
        Replay(RECORDINGS, start="nowhere")


def test_a_recording_that_goes_in_a_circle_comes_to_an_end(tmp_path: Path) -> None:
    folder = recorded(tmp_path, [screen(button("a")), screen(button("b"))], [])
    steps = [
        {"before": "step-000", "after": "step-001", "action": {"type": "wait"}},
        {"before": "step-001", "after": "step-000", "action": {"type": "wait"}},
    ]
    (folder / "steps.json").write_text(json.dumps({"steps": steps}))
    replay = Replay(folder)
    replay.clock.sleep(100)
    assert replay.observe().tree[1].name == "a"
    assert replay.next_scene() is None

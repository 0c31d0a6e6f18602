from __future__ import annotations

import pytest

from tests.environments.simulator.apps.story import Story


def settings(page: str, **secrets: str) -> Story:
    story = Story("settings", **secrets)
    if page != "System":
        story.do("click", page)
    return story


def test_a_page_is_chosen_in_the_list_and_what_is_set_is_kept() -> None:
    story = settings("Display")
    assert story.says("Brightness")
    assert not story.says("Bluetooth")
    story.do("set_value", "Brightness", value=85)
    story.do("set_checked", "Dark", checked=True)
    story.do("select", "Scale", option="150%")
    assert (story.values["brightness"], story.values["theme"], story.values["scale"]) == ("85", "Dark", "150%")
    story.do("click", "Sound")
    story.do("click", "Display")
    assert (story.node("Brightness").value, story.node("Dark").checked, story.node("Light").checked) == ("85", "true", "false")
    assert "theme=Dark\nscale=150%\n" in story.files["/etc/settings.ini"]


def test_a_slider_that_goes_in_steps_does_not_stand_between_them() -> None:
    story = settings("Display")
    outcome = story.ask("set_value", "Brightness", value=83)
    assert (outcome.outcome, story.node("Brightness").value) == ("failed", "85")


def test_a_slider_can_be_moved_only_while_what_it_is_for_is_on() -> None:
    story = settings("Display")
    assert story.ask("set_value", "Night light strength", value=80).outcome == "rejected"
    story.do("set_checked", "Night light", checked=True)
    story.do("set_value", "Night light strength", value=80)
    assert (story.values["night"], story.values["strength"]) == (True, "80")


def test_one_switch_turns_another_off() -> None:
    story = settings("System")
    story.do("set_checked", "Airplane mode", checked=True)
    assert (story.node("Bluetooth").checked, story.node("Bluetooth").enabled) == ("false", False)
    story.do("set_checked", "Airplane mode", checked=False)
    assert (story.node("Bluetooth").checked, story.node("Bluetooth").enabled) == ("false", True)


@pytest.mark.parametrize(
    ("name", "allowed"), [("ann's laptop", False), ("a-name-that-is-too-long", False), ("", False), ("desk-2", True)]
)
def test_a_name_is_checked_while_it_is_typed(name: str, allowed: bool) -> None:
    story = settings("System")
    assert story.node("rename").enabled is False
    story.write("Device name", name)
    assert story.says("Use 1 to 15 letters, digits and hyphens.") is not allowed
    assert story.node("rename").enabled is allowed
    if allowed:
        story.click("Rename")
        assert story.values["device"] == name
        assert story.says(f"This computer is called {name} now")
        assert story.node("rename").enabled is False


def test_a_permission_is_asked_for_and_a_no_takes_it_back() -> None:
    story = settings("System")
    story.do("set_checked", "Location", checked=True)
    assert story.dialogs == ["Location"]
    story.click("Don't allow")
    assert story.node("location").checked == "false"
    story.do("set_checked", "Location", checked=True)
    story.click("Allow")
    assert (story.node("location").checked, story.values["location_allowed"]) == ("true", True)


def test_looking_for_updates_takes_three_seconds() -> None:
    story = settings("System")
    story.click("Check for updates")
    assert story.node("updates").enabled is False
    story.do("wait", seconds=1.6)
    assert story.node("Looking for updates").value in ("50", "66.6666666667")
    story.do("wait", seconds=2)
    assert story.says("Last checked: just now, nothing new")
    assert not story.says("Looking for updates")


def test_another_language_shows_at_once() -> None:
    story = settings("Language")
    story.do("select", "Display language", option="한국어")
    assert [word for word in story.words if word in ("설정", "시스템", "디스플레이", "소리", "언어", "계정")] == [
        "설정", "시스템", "디스플레이", "소리", "언어", "계정", "언어",
    ]  # fmt: skip
    story.click("소리")
    assert story.node("Volume").value == "40"


def test_a_new_password_is_entered_twice() -> None:
    story = settings("Accounts", new="correct horse", old="letmein")
    story.click("Change password...")
    assert story.node("password-ok").enabled is False
    story.write("New password", {"secret": "new"})
    story.write("Once more", {"secret": "old"})
    story.click("Change")
    assert story.says("The two passwords differ")
    assert story.node("again").filled is False
    story.write("Once more", {"secret": "new"})
    story.click("Change")
    assert (story.dialogs, story.says("The password has been changed")) == ([], True)
    assert b"correct horse" not in story.simulator.save()


def test_an_account_is_deleted_only_by_who_types_it() -> None:
    story = settings("Accounts")
    story.click("Delete account...")
    assert story.ask("click", "Delete account").outcome == "rejected"
    story.write("Type DELETE to go on", "delete")
    assert story.ask("click", "Delete account").outcome == "rejected"
    story.click("Cancel")
    assert (story.values["account"], "/home/ann/letter.txt" in story.files) == ("ann@example.com", True)
    story.click("Delete account...")
    assert (story.node("confirm").value or "") == ""
    story.write("Type DELETE to go on", "DELETE")
    story.click("Delete account")
    story.wait(2)
    assert story.says("This account has been deleted")
    assert (story.values["account"], "/home/ann/letter.txt" in story.files) == ("", False)
    assert story.ask("click", "Delete account...").outcome == "rejected"

"""An app whose screens are those of a recorded session with a Linux editor, as AT-SPI tells them."""

from __future__ import annotations

from pathlib import Path

import pytest

import lumos_layer
from lumos_layer.environments.simulator import apps
from lumos_layer.errors import DamagedApp
from tests.environments.simulator.apps.story import BLUEPRINTS, Story

NOTE = "Shopping list: milk, bread, 2 kg apples"


def written() -> Story:
    story = Story("mousepad")
    story.do("type_text", text=NOTE)
    return story


def window(story: Story) -> str:
    return next((node.name for node in story.look.tree if node.role == "window"), "")


def test_it_begins_as_it_was_recorded() -> None:
    read = lumos_layer.read(BLUEPRINTS / "mousepad/window.xml")
    assert Story("mousepad").look.tree == read.tree


def test_a_note_is_saved_under_a_name_by_the_menu() -> None:
    story = written()
    assert window(story) == "*Untitled 1 - Mousepad"
    story.click("File")
    story.click("Save As...")
    assert story.look.focused == story.node("Name:")
    story.write("Name:", "")
    assert story.ask("click", "Save").outcome == "rejected"
    story.write("Name:", "list.txt")
    story.click("Save")
    assert (story.files["/home/demo/list.txt"], window(story), story.values["saved"]) == (NOTE, "list.txt - Mousepad", 1)
    story.do("type_text", text="!")
    story.press("Control+S")
    assert (story.files["/home/demo/list.txt"], story.values["saved"], story.values["overwritten"]) == (f"{NOTE}!", 2, 1)


def test_a_file_that_is_there_is_replaced_only_after_a_question() -> None:
    story = written()
    story.files["/home/demo/list.txt"] = "old"
    story.press("Control+S")
    story.write("Name:", "list.txt")
    story.click("Save")
    assert story.says('A file named "list.txt" already exists. Do you want to replace it?')
    story.click("Cancel")
    assert story.files["/home/demo/list.txt"] == "old"
    story.click("Save", "Replace")
    assert (story.files["/home/demo/list.txt"], story.values["overwritten"]) == (NOTE, 1)


def test_the_recorded_session_can_be_done_again() -> None:
    story = written()
    story.click("File")
    story.click("Save As...")
    story.write("Name:", "list.txt")
    story.click("Cancel")
    story.press("Control+q")
    assert story.says("Do you want to save the changes before closing?")
    story.click("Don't Save")
    assert (window(story), story.values["saved"]) == ("", 0)


def test_what_is_changed_can_be_saved_while_leaving() -> None:
    story = written()
    story.press("Control+q")
    story.click("Save")
    story.write("Name:", "list.txt")
    story.click("Save")
    assert (window(story), story.files["/home/demo/list.txt"]) == ("", NOTE)


def test_a_part_that_a_dump_does_not_have_is_told(tmp_path: Path) -> None:
    (tmp_path / "window.xml").write_bytes((BLUEPRINTS / "mousepad/window.xml").read_bytes())
    screen = {"dump": "window.xml", "part": {"role": "dialog", "name": "Nowhere"}}
    with pytest.raises(DamagedApp, match="it has no part"):
        apps.made({"name": "x", "dialect": "atspi", "start": "s", "screens": {"s": screen}}, tmp_path)

from __future__ import annotations

from tests.environments.simulator.apps.story import Story

DOCUMENTS = "C:/Users/ann/Documents"


def test_a_new_text_is_saved_under_a_name() -> None:
    story = Story("editor")
    story.write("Text editor", "Call Bo about the roof")
    assert story.node("notepad").name == "*Untitled - Notepad"
    assert story.says("Modified")
    story.do("expand", "File", expanded=True)
    story.click("Save As...")
    assert story.dialogs == ["Save As"]
    assert story.node("file-name").value == "Untitled"
    assert [word for word in story.words if word.endswith(".txt")] == ["notes.txt", "shopping.txt", "회의록.txt"]
    story.write("file-name", "roof")
    story.click("save-dialog-ok")
    assert story.files[f"{DOCUMENTS}/roof.txt"] == "Call Bo about the roof"
    assert (story.dialogs, story.node("notepad").name, story.says("Saved")) == ([], "roof.txt - Notepad", True)


def test_the_field_to_write_in_is_one_of_about_thirty_elements() -> None:
    look = Story("editor").look
    assert len(look.refs) == 28
    assert [look.name_of(i) for i in look.refs.values() if "type" in look.tree[i].can and look.tree[i].role == "textbox"] == [
        "Text editor"
    ]


def test_a_replaced_text_is_exactly_the_new_one() -> None:
    story = Story("editor")
    story.write("Text editor", "old words")
    story.write("Text editor", "new words")
    assert story.node("Text editor").value == "new words"
    story.press("Control+z")
    assert story.node("Text editor").value == "old words"


def test_a_changed_text_is_not_lost_when_the_window_closes() -> None:
    story = Story("editor")
    story.write("Text editor", "milk")
    story.click("Close")
    assert story.dialogs == ["Notepad"]
    assert story.says("Do you want to save changes to Untitled?")
    assert story.ask("set_text", "Text editor", text="x").outcome == "rejected"
    story.click("Cancel")
    assert story.node("Text editor").value == "milk"
    story.click("Close", "Don't Save")
    assert not story.says("Notepad - ")
    assert "Text editor" not in story.words
    story.click("Notepad")
    assert story.node("notepad").name == "Untitled - Notepad"
    assert (story.node("Text editor").value or "") == ""


def test_a_file_is_opened_changed_and_saved() -> None:
    story = Story("editor")
    story.press("Control+o")
    assert story.node("open-dialog-ok").enabled is False
    story.click("회의록.txt")
    assert story.node("file-name").value == "회의록.txt"
    story.click("open-dialog-ok")
    assert story.node("Text editor").value == "월요일 회의: 예산 확정"
    assert story.node("notepad").name == "회의록.txt - Notepad"
    story.do("type_text", "Text editor", text="화요일 점심")
    story.press("Control+s")
    assert story.files[f"{DOCUMENTS}/회의록.txt"] == "월요일 회의: 예산 확정\n화요일 점심"


def test_a_file_that_is_not_there_is_not_opened() -> None:
    story = Story("editor")
    story.press("Control+o")
    story.write("file-name", "nothing.txt")
    story.click("open-dialog-ok")
    assert story.says("nothing.txt was not found.")
    story.click("OK")
    assert story.dialogs == ["Open"]


def test_a_name_that_cannot_be_and_one_that_is_taken_are_told() -> None:
    story = Story("editor")
    story.write("Text editor", "eggs")
    story.press("Control+Shift+S")
    story.write("file-name", "a/b")
    story.click("save-dialog-ok")
    assert story.dialogs == ["Save As", "File name"]
    story.click("OK")
    story.write("file-name", "notes.txt")
    story.click("save-dialog-ok")
    assert story.says("notes.txt already exists. Do you want to replace it?")
    story.click("No")
    assert story.files[f"{DOCUMENTS}/notes.txt"] == "Call Bo about the roof\nBuy milk\n"
    story.click("save-dialog-ok", "Yes")
    assert (story.dialogs, story.files[f"{DOCUMENTS}/notes.txt"]) == ([], "eggs")


def test_words_are_found_and_replaced() -> None:
    story = Story("editor")
    assert story.node("Replace").enabled is False
    story.write("Text editor", "milk, bread, milk")
    story.press("Control+h")
    story.write("Find what:", "eggs")
    story.click("Find Next")
    assert story.says('Cannot find "eggs"')
    story.click("OK")
    story.write("Find what:", "milk")
    story.write("Replace with:", "tea")
    story.click("replace-one")
    assert story.node("Text editor").value == "tea, bread, milk"
    story.click("Replace All")
    assert story.node("Text editor").value == "tea, bread, tea"
    story.press("Escape")
    assert story.dialogs == []


def test_what_is_found_is_selected_and_typed_over() -> None:
    story = Story("editor")
    story.write("Text editor", "one two three")
    story.press("Control+f")
    story.write("Find what:", "two")
    story.click("Find Next", "Cancel")
    story.do("press_key", "Text editor", key="2")
    assert story.node("Text editor").value == "one 2 three"


def test_the_buttons_cut_paste_and_undo() -> None:
    story = Story("editor")
    story.write("Text editor", "abc")
    story.do("expand", "Edit", expanded=True)
    story.click("Select All")
    story.click("Cut")
    assert (story.node("Text editor").value or "") == ""
    story.click("Paste")
    story.click("Paste")
    assert story.node("Text editor").value == "abcabc"
    story.click("Undo")
    assert story.node("Text editor").value == "abc"

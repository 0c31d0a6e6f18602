from __future__ import annotations

from tests.environments.simulator.apps.story import Story

HOME = "/home/ann"


def listed(story: Story) -> list[str]:
    """The names of the rows that are there."""
    return [node.name for node in story.look.tree if node.role == "row" and node.name]


def place(name: str) -> Story:
    story = Story("files")
    story.do("select", name)
    story.wait(0.5)
    return story


def test_folders_come_first_and_a_double_click_opens_one() -> None:
    story = Story("files")
    assert listed(story) == ["Documents", "Pictures", "문서", "todo.txt"]
    story.do("double_click", "문서")
    story.wait(0.5)
    assert (listed(story), story.node("Location").value, story.says("2 items")) == (
        ["예산.xlsx", "회의록.txt"],
        f"{HOME}/문서",
        True,
    )
    story.click("Up")
    assert story.node("Location").value == HOME
    assert story.node("up").enabled is False


def test_a_file_is_renamed() -> None:
    story = place("Documents")
    assert story.ask("click", "Rename").outcome == "rejected"
    story.do("select", "letter.txt")
    story.click("Rename")
    assert (story.node("entry").value, story.focus) == ("letter.txt", "New name")
    assert story.ask("click", "rename-dialog-ok").outcome == "rejected"
    story.write("entry", "budget.csv")
    story.click("rename-dialog-ok")
    assert story.says("There is budget.csv already")
    story.write("entry", "편지.txt")
    assert not story.says("There is budget.csv already")
    story.click("rename-dialog-ok")
    assert listed(story) == ["Taxes", "budget.csv", "편지.txt"]
    assert story.files[f"{HOME}/Documents/편지.txt"] == "Dear Bo,\nthank you.\n"
    assert f"{HOME}/Documents/letter.txt" not in story.files


def test_a_folder_is_renamed_with_all_in_it() -> None:
    story = place("Documents")
    story.do("select", "Taxes")
    story.do("press_key", "Taxes", key="F2")
    story.write("entry", "Old taxes")
    story.press("Enter")
    assert [path for path in story.files if "axes" in path] == [
        f"{HOME}/Documents/Old taxes/2023.pdf", f"{HOME}/Documents/Old taxes/2024.pdf",
    ]  # fmt: skip


def test_deleting_is_asked_about_and_goes_to_the_trash() -> None:
    story = place("Documents")
    story.do("select", "budget.csv")
    story.click("delete")
    assert story.says("Move budget.csv to the trash?")
    story.click("Cancel")
    assert "budget.csv" in listed(story)
    story.click("delete", "Move to trash")
    assert (listed(story), story.says("budget.csv was moved to the trash")) == (["Taxes", "letter.txt"], True)
    assert story.files["/trash/budget.csv"].startswith("item,amount")
    story.do("select", "Trash")
    story.wait(0.5)
    story.do("select", "budget.csv")
    story.click("delete")
    assert story.says("Delete budget.csv for ever? This cannot be undone.")
    story.click("Delete for ever")
    assert (listed(story), "/trash/budget.csv" in story.files) == ([], False)


def test_a_new_folder_has_a_name_that_is_free() -> None:
    story = Story("files")
    story.click("New folder")
    assert story.node("entry").value == "New folder"
    story.write("entry", "a/b")
    assert story.node("new-dialog-ok").enabled is False
    story.write("entry", "todo.txt")
    story.click("Create")
    assert story.says("There is todo.txt already")
    story.write("entry", "Music")
    story.click("Create")
    assert listed(story) == ["Documents", "Music", "Pictures", "문서", "todo.txt"]
    story.do("double_click", "Music")
    story.wait(0.5)
    assert (listed(story), story.says("0 items")) == ([], True)


def test_a_long_list_holds_only_the_rows_in_view() -> None:
    story = place("Pictures")
    assert story.says("60 items")
    shown = listed(story)
    assert (shown[0], len(shown)) == ("IMG_0001.jpg", 17)
    story.do("scroll_to", "files", edge="bottom")
    assert (listed(story)[-1], "IMG_0001.jpg" in listed(story)) == ("IMG_0060.jpg", False)
    story.do("select", "IMG_0060.jpg")
    story.click("delete", "Move to trash")
    assert (story.says("59 items"), "IMG_0060.jpg" in listed(story)) == (True, False)


def test_columns_sort_both_ways() -> None:
    story = place("Documents")
    story.click("Size")
    assert listed(story) == ["Taxes", "letter.txt", "budget.csv"]
    story.click("Size")
    assert listed(story) == ["Taxes", "budget.csv", "letter.txt"]
    story.do("select", "Sort by", option="Type")
    assert listed(story) == ["Taxes", "budget.csv", "letter.txt"]


def test_a_file_is_looked_into_and_copied_elsewhere() -> None:
    story = place("Documents")
    story.do("double_click", "letter.txt")
    assert story.node("Content of the file").value == "Dear Bo,\nthank you."
    story.press("Escape")
    story.do("select", "letter.txt")
    story.click("Copy")
    story.do("select", "문서")
    story.wait(0.5)
    story.click("Paste")
    assert story.files[f"{HOME}/문서/letter.txt"] == "Dear Bo,\nthank you.\n"
    story.click("Paste")
    assert story.says("There is letter.txt already. Replace it?")
    story.click("Skip")


def drag(story: Story, name: str, onto: str, role: str) -> None:
    look = story.look
    start = next(look.ref_of(i) for i, node in enumerate(look.tree) if (node.role, node.name) == ("row", name))
    end = next(look.ref_of(i) for i, node in enumerate(look.tree) if (node.role, node.name) == (role, onto))
    story.ask("drag", start={"ref": start}, end={"ref": end})


def test_a_file_that_is_dragged_onto_a_folder_or_place_goes_there() -> None:
    story = Story("files")
    drag(story, "todo.txt", "Documents", "row")
    assert "/home/ann/Documents/todo.txt" in story.files
    assert "/home/ann/todo.txt" not in story.files
    assert story.says("todo.txt was moved to /home/ann/Documents")
    story.do("select", "Documents")
    story.wait(0.5)
    drag(story, "letter.txt", "Trash", "option")
    assert "/trash/letter.txt" in story.files
    drag(story, "todo.txt", "Home", "option")
    assert "/home/ann/todo.txt" in story.files
    assert (story.values["moved"], story.values["trashed"]) == (2, 1)


def test_a_file_that_is_dragged_onto_a_file_its_own_folder_or_one_of_its_name_stays() -> None:
    story = Story("files")
    before = dict(story.files)
    drag(story, "todo.txt", "Home", "option")
    drag(story, "Documents", "todo.txt", "row")
    drag(story, "Documents", "Documents", "row")
    assert (story.files, story.values["moved"]) == (before, 0)
    story.files["/home/ann/Documents/todo.txt"] = "another"
    drag(story, "todo.txt", "Documents", "row")
    assert story.says("There is todo.txt already.")
    assert (story.files["/home/ann/todo.txt"], story.files["/home/ann/Documents/todo.txt"]) == (
        before["/home/ann/todo.txt"],
        "another",
    )

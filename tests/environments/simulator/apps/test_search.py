from __future__ import annotations

from tests.environments.simulator.apps.story import Story


def matches(story: Story) -> list[str]:
    look = story.look
    return [node.name for node in look.tree if node.role == "option" and not node.hidden]


def test_the_words_go_to_the_overlay_though_another_field_says_that_it_has_the_focus() -> None:
    story = Story("search")
    story.write("Comment", "Good")
    story.ask("open_windows_search")
    stale = [node.name for node in story.look.tree if node.focused]
    assert ("Comment" in stale, story.focus) == (True, "Type here to search")
    story.ask("type_text", text="calc")
    assert (story.node("query").value, story.node("comment").value) == ("calc", "Good")
    story.wait(0.5)
    assert matches(story) == ["Calculator"]
    story.ask("press_key", key="Enter")
    story.wait(1)
    assert story.values["launched"] == "Calculator"
    assert (story.says("Type here to search"), story.says("Seven")) == (False, True)


def test_a_query_can_be_given_at_once() -> None:
    story = Story("search")
    story.ask("open_windows_search", text="cal")
    story.wait(0.5)
    assert matches(story) == ["Calculator", "Calendar"]
    story.do("select", "Calendar")
    story.wait(1)
    assert (story.values["launched"], story.says("November")) == ("Calendar", True)


def test_a_korean_program_is_found() -> None:
    story = Story("search")
    story.click("Search")
    story.write("query", "설")
    story.wait(0.5)
    assert matches(story) == ["설정"]
    story.press("Enter")
    story.wait(1)
    assert story.says("블루투스")


def test_what_is_not_there_is_told_and_enter_starts_nothing() -> None:
    story = Story("search")
    story.click("Start")
    story.write("query", "zebra")
    story.wait(0.5)
    assert (matches(story), story.says("Nothing found for zebra")) == ([], True)
    assert story.ask("press_key", key="Enter").outcome == "no_effect"
    story.wait(1)
    assert (story.values["launched"], story.says("Type here to search")) == ("", True)


def test_who_goes_back_to_the_page_closes_the_overlay() -> None:
    story = Story("search")
    story.click("Start")
    story.do("type_text", "Comment", text="calc")
    assert (story.node("Comment").value, story.says("Type here to search")) == ("calc", False)
    story.click("Start")
    story.press("Escape")
    assert not story.says("Type here to search")


def test_the_calculator_adds() -> None:
    story = Story("search")
    story.do("open_app", app="Calculator")
    story.click("One", "Two", "Plus", "Three", "Zero", "Equals")
    assert (story.node("display").name, story.values["result"]) == ("42", "42")


def test_the_page_behind_works_by_itself() -> None:
    story = Story("search")
    story.click("Send feedback")
    assert (story.says("Write something first"), story.files) == (True, {})
    story.write("Comment", "좋아요")
    story.click("Send feedback")
    assert story.files == {"/feedback.txt": "좋아요"}

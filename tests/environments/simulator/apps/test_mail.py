from __future__ import annotations

from tests.environments.simulator.apps.story import Story


def subjects(story: Story) -> list[str]:
    look = story.look
    options = [i for i, node in enumerate(look.tree) if node.role == "option"]
    return [look.tree[i].name for i in options if any(look.tree[above].name == "Messages" for above in look.tree.ancestors(i))]


def test_a_message_is_read() -> None:
    story = Story("mail")
    assert subjects(story) == ["Invoice 2024-117", "Lunch on Friday?", "You have won", "회의 일정 변경"]
    assert story.ask("click", "Reply").outcome == "rejected"
    story.do("select", "회의 일정 변경")
    assert story.says("From: 김민지 <minji@example.com>")
    assert story.node("Text of the message").value == "회의가 화요일 오전 10시로 변경되었습니다."


def test_a_message_is_written_checked_asked_about_and_sent() -> None:
    story = Story("mail")
    story.click("New message")
    assert story.focus == "To"
    assert story.ask("click", "Send").outcome == "rejected"
    story.write("To", "bo")
    assert story.says("Enter an address such as bo@example.com")
    story.write("To", "bo@example.com")
    assert not story.says("Enter an address such as bo@example.com")
    story.write("Subject", "Lunch")
    story.write("Message", "Yes, at noon.\nAnn")
    story.click("Send")
    assert story.says("To bo@example.com: Lunch")
    assert story.values["sent"] == 0
    story.click("Cancel")
    assert (story.dialogs, story.values["sent"]) == (["New message"], 0)
    story.click("Send", "Send now")
    story.wait(1.2)
    assert (story.dialogs, story.says("Message sent to bo@example.com")) == ([], True)
    assert story.files["/mail/Sent/Lunch"] == "To: bo@example.com\nYes, at noon.\nAnn"
    story.do("select", "Sent")
    assert subjects(story) == ["Lunch", "Re: Offer"]
    story.wait(4)
    assert not story.says("Message sent to")


def test_a_reply_knows_whom_to_answer() -> None:
    story = Story("mail")
    story.do("select", "Lunch on Friday?")
    story.click("Reply")
    assert (story.node("to").value, story.node("about").value, story.focus) == ("bo@example.com", "Re: Lunch on Friday?", "Message")
    story.press("Escape")
    assert story.dialogs == []


def test_without_a_subject_it_asks() -> None:
    story = Story("mail")
    story.click("New message")
    story.write("To", "bo@example.com")
    story.click("Send")
    assert story.says("Send this message without a subject?")
    story.click("Cancel", "Send", "Send without")
    story.wait(1.2)
    assert story.files["/mail/Sent/(no subject)"] == "To: bo@example.com\n"


def test_a_draft_is_kept_or_thrown_away() -> None:
    story = Story("mail")
    story.click("New message")
    story.write("Subject", "Trip")
    story.write("Message", "Dear Cy")
    story.press("Escape")
    assert story.dialogs == ["New message", "Keep this draft?"]
    story.click("Go on writing")
    assert (story.dialogs, story.node("Message").value) == (["New message"], "Dear Cy")
    story.click("close-compose", "Keep")
    assert (story.dialogs, story.files["/mail/Drafts/Trip"]) == ([], "To: \nDear Cy")
    story.do("select", "Drafts")
    assert subjects(story) == ["Trip"]


def test_a_message_goes_to_the_trash_and_from_there_for_ever() -> None:
    story = Story("mail")
    story.do("select", "You have won")
    story.click("delete")
    assert subjects(story) == ["Invoice 2024-117", "Lunch on Friday?", "회의 일정 변경"]
    assert (story.says("You have won is in the trash now"), story.says("Text of the message")) == (True, False)
    story.do("select", "Trash")
    story.do("select", "You have won")
    story.click("delete")
    assert story.says("You have won cannot be brought back.")
    story.click("Delete for ever")
    assert (subjects(story), [path for path in story.files if "won" in path]) == ([], [])


def test_a_new_message_arrives_after_half_a_minute() -> None:
    story = Story("mail")
    story.wait(31)
    assert (story.says("New message: Keys found"), "Keys found" in subjects(story)) == (True, True)

"""What cannot be undone leaves a count in what an app has stored: whether it was done twice can be asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lumos_layer.environments.simulator import Simulator
from tests.environments.simulator.apps.story import APPS, Story
from tests.environments.simulator.apps.test_invoice import filled_in


def submit(story: Story) -> None:
    story.do("set_checked", "I have paid this myself", checked=True)
    story.click("Submit request")


def send(story: Story) -> None:
    story.click("New message")
    story.write("To", "bo@example.com")
    story.write("Subject", "Lunch")
    story.click("Send", "Send now")


def order(story: Story) -> None:
    story.do("open_url", url="https://shop.example/")
    story.wait(0.5)
    story.click("Add Blue mug to cart")
    story.do("open_url", url="https://shop.example/checkout")
    story.wait(0.5)
    fields: dict[str, str | dict[str, str]] = {
        "Full name": "Ann Lee",
        "Street and number": "Long Street 1",
        "Postcode": "12345",
        "Card number": {"secret": "card"},
    }
    for name, text in fields.items():
        story.write(name, text)
    story.do("set_checked", "I accept the terms of sale", checked=True)
    story.click("Place order")


def rename_computer(story: Story) -> None:
    story.write("Device name", f"laptop-{story.values['renamed']}")
    story.click("Rename")


def trash(story: Story) -> None:
    if story.values["trashed"]:
        story.do("select", "Documents")
        story.wait(0.5)
    story.do("select", "letter.txt" if story.values["trashed"] else "todo.txt")
    story.click("Delete", "Move to trash")


def save(story: Story) -> None:
    story.click("File", "Save As...")
    story.write("File name:", f"list-{story.values['saved']}.txt")
    story.click("save-dialog-ok")


COMMITS: dict[str, tuple[Callable[[Story], None], str]] = {
    "invoice": (submit, "requests"),
    "mail": (send, "sent"),
    "browser": (order, "orders"),
    "settings": (rename_computer, "renamed"),
    "files": (trash, "trashed"),
    "editor": (save, "saved"),
}


@pytest.mark.parametrize("app", COMMITS)
def test_what_is_done_twice_is_counted_twice_and_over_a_save(app: str) -> None:
    act, count = COMMITS[app]
    story = filled_in() if app == "invoice" else Story(app, card="4111 1111 1111 1111")
    assert story.values[count] == 0
    for times in (1, 2):
        act(story)
        story.wait(3)
        assert story.values[count] == times
        again = Simulator.load(story.simulator.save())
        assert again.world.stage.values[count] == times


def test_a_message_that_is_sent_twice_stands_twice_among_those_sent() -> None:
    story = Story("mail")
    for _ in range(2):
        send(story)
        story.wait(3)
    assert [path for path in sorted(story.files) if "Lunch" in path and "Sent" in path] == [
        "/mail/Sent/Lunch",
        "/mail/Sent/Lunch (2)",
    ]


def test_every_app_that_commits_is_tried() -> None:
    assert set(COMMITS) == set(APPS) - {"search"}  # which only opens programs

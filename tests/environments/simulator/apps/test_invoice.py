from __future__ import annotations

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.testing.conformance import on
from tests.environments.simulator.apps.story import Story

TOTAL = "Total: 1,284.50 EUR"


def filled_in() -> Story:
    """The amount is read in one window and written in the other; nothing has been submitted."""
    story = Story("invoice")
    amount = next(word for word in story.words if word.startswith("Total: ")).split()[1]
    story.write("Invoice number", "2024-117")
    story.write("Vendor", "Papier & Druck GmbH")
    story.write("Amount", amount)
    story.write("Invoice date", "2024-11-04")
    story.write("Purpose", "출장 인쇄물 Posters")
    story.do("set_checked", "I have paid this myself", checked=True)
    return story


def test_the_amount_is_copied_from_one_window_to_the_other_and_nothing_is_submitted() -> None:
    story = filled_in()
    assert (story.node("amount").value, story.node("submit").enabled) == ("1,284.50", True)
    assert (story.says(TOTAL), story.says("Nothing has been submitted")) == (True, True)
    assert (story.values["submitted"], story.files) == (False, {})


def test_submitting_is_a_thing_that_cannot_be_undone() -> None:
    story = filled_in()
    look = story.look
    submit, draft = (validate(on(name, "click")(look), look) for name in ("Submit request", "Save draft"))
    assert isinstance(submit, GroundedAction)
    assert isinstance(draft, GroundedAction)
    assert (submit.effect, draft.effect) == ("commits", "commits")


def test_enter_in_a_field_submits_nothing() -> None:
    story = filled_in()
    story.ask("press_key", "Purpose", key="Enter")
    story.wait(2)
    assert (story.values["submitted"], story.files) == (False, {})


def test_a_request_is_submitted_once_somebody_does_it() -> None:
    story = filled_in()
    story.click("Submit request")
    story.wait(2)
    assert story.says("Request 1 has been submitted")
    assert story.files == {
        "/requests/1.txt": "2024-117 of Papier & Druck GmbH, 1,284.50 EUR, 2024-11-04, Ann Lee: 출장 인쇄물 Posters"
    }
    assert story.says("1: 2024-117 of Papier & Druck GmbH, 1,284.50 EUR")
    assert story.ask("click", "Submit request").outcome == "rejected"


def test_submitting_twice_shows() -> None:
    story = filled_in()
    story.click("Submit request")
    story.wait(2)
    story.do("set_checked", "I have paid this myself", checked=True)
    story.click("Submit request")
    story.wait(2)
    assert story.values["requests"] == 2
    assert sorted(story.files) == ["/requests/1.txt", "/requests/2.txt"]
    assert [word for word in story.words if "2024-117 of" in word] == [
        "1: 2024-117 of Papier & Druck GmbH, 1,284.50 EUR",
        "2: 2024-117 of Papier & Druck GmbH, 1,284.50 EUR",
    ]


def test_a_wrong_entry_is_told_and_keeps_the_form_from_being_submitted() -> None:
    story = filled_in()
    story.write("Amount", "1284,5")
    assert (story.says("A number with two decimals: 12.50"), story.node("submit").enabled) == (True, False)
    story.write("Amount", "1284.50")
    assert (story.says("A number with two decimals: 12.50"), story.node("submit").enabled) == (False, True)
    story.write("Vendor", "")
    assert (story.says("Who sent the invoice"), story.node("submit").enabled) == (True, False)
    story.write("Vendor", "Papier & Druck GmbH")
    story.do("set_checked", "I have paid this myself", checked=False)
    assert story.ask("click", "Submit request").outcome == "rejected"


def test_a_draft_is_saved_and_the_form_cleared_after_a_question() -> None:
    story = Story("invoice")
    story.click("Save draft")
    assert story.says("Enter the invoice number first.")
    story.click("OK")
    story.write("Invoice number", "2024-117")
    story.do("select", "Currency", option="KRW")
    story.click("Save draft")
    assert story.files == {"/drafts/2024-117.txt": "2024-117 of ,  KRW, , Ann Lee: "}
    story.click("Clear form", "Cancel")
    assert story.node("number").value == "2024-117"
    story.click("Clear form", "Clear all")
    assert ((story.node("number").value or ""), story.says("Enter your name")) == ("", False)


def test_the_window_that_is_worked_in_comes_to_the_front() -> None:
    story = Story("invoice")
    story.do("switch_window", title="Invoice 2024-117 - Browser")
    assert story.focus in ("Minimize", "Address", "Print")
    story.write("Amount", "12.50")
    assert story.focus == "Amount"

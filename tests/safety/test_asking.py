"""What a person is asked, in plain words and without secrets."""

from __future__ import annotations

from lumos_layer import Observation
from lumos_layer.safety.approval import ApprovalRequest
from lumos_layer.safety.asking import request_for
from lumos_layer.safety.binding import binding_of
from lumos_layer.safety.case import Case
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.safety.review import review
from lumos_layer.testing.trees import button, field, node, observed, text
from tests.safety.scenes import grounded


def asked(look: Observation, verb: str, name: str | None = None, **fields: object) -> ApprovalRequest:
    action = grounded(look, verb, name, **fields)
    return request_for(action, look, review(action, look, DEFAULT_POLICY, Case(trusted=True)), "p1", "a1")


MAIL = observed(
    (0, node("window", "New message")), (1, node("form")), (2, field("To", "ann@example.org")),
    (2, node("textbox", "Password", "type", protected=True, filled=True)), (2, button("Send")), title="New message", app="Mail",
)  # fmt: skip


def test_a_request_says_what_would_be_done_to_what_and_why_it_is_asked() -> None:
    request = asked(MAIL, "click", "Send")
    assert request.question == "May I press the button “Send”, in “New message” in Mail? It sends something to others; it logs in."
    assert request.element == "button “Send”, in “New message”"
    assert request.evidence == (
        "name “Send”", "“Send” beside the field “Password”", "To: “ann@example.org”", "Password: filled, not shown",
    )  # fmt: skip
    assert (request.approval_id, request.action_id, request.observation) == ("p1", "a1", "o1")
    assert (request.risk, request.rule) == ("medium", "sensitive.send (words)")
    assert request.action == {"type": "click", "ref": "A3"}


def test_a_request_carries_what_it_is_bound_to() -> None:
    assert asked(MAIL, "click", "Send").binding == binding_of(grounded(MAIL, "click", "Send"), MAIL)


def test_a_secret_is_named_and_never_told() -> None:
    request = asked(MAIL, "set_text", "Password", text={"secret": "mail"})
    assert request.action == {"type": "set_text", "ref": "A2", "text": {"secret": "mail"}}
    assert "fill the textbox “Password”, in “New message” with the secret 'mail'" in request.question


def test_the_dialog_and_the_row_are_told() -> None:
    look = observed(
        (0, node("window", "Files")), (1, node("dialog", "Question", modal=True)), (2, text("Delete a.txt?")), (2, button("Yes")),
        (2, button("No")), title="Files", app="Files",
    )  # fmt: skip
    request = asked(look, "click", "Yes")
    assert (
        request.question == "May I press the button “Yes”, in the dialog “Question”, in “Files”? It deletes or discards something."
    )
    assert "“Delete a.txt?”" in request.evidence


def test_an_action_without_an_element_is_asked_for_in_words_too() -> None:
    request = asked(MAIL, "open_url", url="https://example.org/logout")
    assert request.question == "May I open “https://example.org/logout” in Mail? It changes an account, or logs out."
    assert request.element == ""


def test_every_action_can_be_asked_for() -> None:
    look = observed((0, node("window", "App")), (1, node("slider", "Volume", "range", box=(0, 0, 10, 10))))
    assert asked(look, "set_value", "Volume", value=3).question.startswith("May I move the slider “Volume”, in “App” to 3?")
    assert asked(look, "press_key", key="Enter").question.startswith("May I press the key “Enter” in what has the focus?")
    assert asked(look, "wait", seconds=1).question.startswith("May I do wait?")

"""Plain goals that take several acts, or that look for what is not on the screen: what is read, and what is done for it."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.documents import ref_in
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.port import ANSWERED, Remembered, Request
from lumos_layer.planning.requirements import derived
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.rules.reading import read_steps
from lumos_layer.planning.rules.steps import (
    Allow,
    Check,
    Close,
    Confirm,
    Forbid,
    If,
    Lacking,
    Open,
    Press,
    SetTo,
    Step,
    WaitFor,
    Write,
)
from lumos_layer.testing.trees import button, field, node, observed, text


def said(step: Step) -> tuple[object, ...]:
    """The kind of step, and the first of the words that it is about."""
    if isinstance(step, If):
        return If, step.has.names[0]
    parts = [getattr(step, name) for name in step.__struct_fields__]
    return type(step), next((part.names[0] if hasattr(part, "names") else part for part in parts if part), "")


SENT = [(Press, "Send"), (Confirm, ("send", "보내기", "전송"))]


@pytest.mark.parametrize(
    ("goal", "steps"),
    [
        ('Save the note "Milk"', [(Write, "Milk"), (Press, "save note"), (Confirm, ("save",))]),
        ('Send the remark "Fine" as feedback', [(Write, "Fine"), (Press, "send feedback"), (Confirm, ("send", "submit"))]),
        (
            'Publish a page with the title "Hi" and the body "All"',
            [(Write, "Hi"), (Write, "All"), (Press, "publish page"), (Confirm, ("publish",))],
        ),
        ('Enter the motto "Onward"', [(Write, "Onward")]),
        ('Fill in Full name with "Ann Lee"', [(SetTo, "Full name")]),
        ('Save the text "a" as b.txt', [(Write, "a"), (Press, "Save As"), (Write, "b.txt"), (Confirm, ("save", "저장"))]),
        ("Allow programs to use the camera", [(Allow, "programs to use the camera")]),
        ("Wait for the message Keys to come in", [(WaitFor, "Keys")]),
        ("Show me what Help says about Paint", [(Open, "Help"), (Press, "About Paint")]),
        ("Make a new folder", [(Lacking, "folder")]),
        ("Sort the files in Papers by size", [(Open, "Papers"), (SetTo, "Sort by")]),
        ("메모장을 찾아서 열기", [(Open, "메모장")]),
    ],
)
def test_a_plain_goal_is_read_as_its_steps(goal: str, steps: list[object]) -> None:
    read = [said(step) for step in read_steps(goal)]
    assert read[-len(steps) :] == steps


def test_what_is_said_of_a_message_after_it_comes_before_the_sending() -> None:
    read = [said(step) for step in read_steps('Write to bo@example.com about Keys, "Here", ask for a receipt and send it')]
    assert read[1:] == [(Write, "bo@example.com"), (Write, "Keys"), (Write, "Here"), (Check, "Ask for a receipt"), *SENT]


def test_a_draft_is_kept_and_not_sent() -> None:
    read = [
        said(step) for step in read_steps('Write a mail to bo@example.com, text "Later", and keep it as a draft. Do not send it.')
    ]
    assert read[1:] == [
        (Write, "bo@example.com"), (Write, "Later"), (If, "Save draft"),
        (Confirm, ("save draft", "keep", "save", "초안 저장", "저장")),
        (Forbid, "send"),
    ]  # fmt: skip
    assert Close not in [kind for kind, _ in read]


def test_where_a_thing_is_may_be_told_after_it() -> None:
    read = read_steps("표시 언어를 한국어로 바꾸세요. Language 페이지의 Display language에 있습니다.")
    assert [said(step) for step in read] == [(Open, "Language"), (SetTo, "Display language")]


# On a screen


class Run:
    """A planner that is told of its own acts, all of which work."""

    def __init__(self, goal: str) -> None:
        self.goal, self.memory = goal, []  # type: str, list[Remembered]

    def on(self, screen: Observation) -> tuple[str, str]:
        """What it does next: the verb, and what it is done on."""
        plan = RulePlanner().plan(Request(self.goal, screen, memory=self.memory))
        action: Any = plan.action
        self.memory.append(Remembered(step=len(self.memory), action=action, outcome="done", cursor=plan.cursor))
        ref = ref_in(action)
        return action["type"], screen.name_of(screen.refs[ref]) if ref else action.get("question", "")

    def answered(self, words: str) -> None:
        last = self.memory.pop()
        self.memory.append(
            Remembered(step=last.step, action=last.action, outcome="done", said=f"{ANSWERED}{words}", cursor=last.cursor)
        )


def folder(*more: Any) -> Observation:
    rows = ((1, node("row", name, "click", "select")) for name in ("a.txt", "Old"))
    return observed((0, node("window", "Files")), *rows, *more)


def test_what_is_moved_is_dragged_where_nothing_cuts() -> None:
    assert Run("Move a.txt to Old").on(folder()) == ("drag", "a.txt")


def test_what_is_moved_is_cut_where_that_can_be_done() -> None:
    screen = folder((1, button("Cut")), (1, button("Paste")))
    run = Run("Move a.txt to Old")
    assert [run.on(screen) for _ in range(4)] == [
        ("select", "a.txt"),
        ("click", "Cut"),
        ("double_click", "Old"),
        ("click", "Paste"),
    ]


def test_press_delete_means_the_button_where_there_is_one() -> None:
    assert Run("Press Delete").on(folder((1, button("Delete")))) == ("click", "Delete")
    assert Run("Press Delete").on(folder())[0] == "press_key"
    assert Run("Press the Delete key").on(folder((1, button("Delete"))))[0] == "press_key"


def test_a_command_finds_what_it_says_all_words_of() -> None:
    screen = observed((0, node("window", "Notes")), (1, button("Pin to the top")), (1, button("Pin board")))
    assert Run("Pin the note to the top").on(screen) == ("click", "Pin to the top")


def test_what_a_goal_lacks_is_asked_and_an_answer_in_whatever_words_completes_it() -> None:
    screen = folder((1, button("Rename")))
    for words in ("Rename it to b.txt", "Call it b.txt", "b.txt"):
        run = Run("Rename a.txt")
        assert run.on(screen) == ("clarify", "What is 'a.txt' to be called?")
        run.answered(words)
        assert run.on(screen) == ("select", "a.txt")


def test_a_dialog_that_asks_for_the_command_of_the_goal_once_more_is_answered() -> None:
    run = Run("Empty the archive")
    before = observed((0, node("window", "Notes")), (1, button("Empty the archive")))
    asked = observed(
        (0, node("window", "Notes")), (1, button("Empty the archive")),
        (1, node("dialog", "Empty the archive?", modal=True)),
        (2, text("3 notes will go.")), (2, button("Empty")), (2, button("Keep")),
    )  # fmt: skip
    assert (run.on(before), run.on(asked)) == (("click", "Empty the archive"), ("click", "Empty"))


def test_what_the_screen_says_is_not_saved_is_saved_again_and_never_called_done() -> None:
    screen = observed(
        (0, node("window", "Desk")), (1, field("Note", "Milk")), (1, button("Save note")), (1, text("Note: not saved"))
    )
    run = Run('Save the note "Milk"')
    acts = [run.on(screen) for _ in range(13)]
    last: Any = run.memory[-1].action
    assert (acts.count(("click", "Save note")), last["type"], last["success"]) == (4, "finish", False)


def test_what_does_not_stay_as_it_was_set_is_set_again_a_few_times_and_never_called_done() -> None:
    screen = observed((0, node("window", "Desk")), (1, field("Note", "")))
    run = Run('Type "Milk" into Note')
    acts = [run.on(screen) for _ in range(6)]
    last: Any = run.memory[-1].action
    assert (acts.count(("set_text", "Note")), last["type"], last["success"]) == (4, "finish", False)


def test_a_press_that_the_goal_does_not_name_is_held_to_what_it_was_for() -> None:
    assert [each.description for each in derived('Save the note "Milk"')][1] == "save note"
    assert derived("Press Save")[0].description == "Press Save"

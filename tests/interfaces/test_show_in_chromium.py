"""What the page of `lumos show` does in a real browser. The fixture `show` fails a test whose page complains."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from lumos_layer.interfaces.show import page as page_of
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import ApprovalRequest, Deny, HumanApproval
from lumos_layer.safety.decision import Decision
from lumos_layer.trace.events import ApprovalAnswered, ApprovalAsked, Planned, Reviewed, RunStarted
from lumos_layer.trace.journal import Journal
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.runs import Runs
from tests.trace.given import Drive

if TYPE_CHECKING:
    from tests.browser import Show

pytest_plugins = ("tests.browser",)

HOSTILE = """</script><img src=x onerror="window.hacked=1"><svg onload=window.hacked=1><!--<script>"""


def asked(drive: Drive, action_id: str, action: dict[str, Any], question: str) -> None:
    """A step that a person denies."""
    drive.step += 1
    look, said = drive.looks[-1].id, {"step": drive.step, "action_id": action_id}
    drive.journal.append(Planned(observation=look, plan=Plan(action=action, reason=question), **said))  # type: ignore[arg-type]
    decision = Decision(verdict="ask", rule="deletes", why="It deletes a letter.", risk="high", classes=("delete",))
    drive.journal.append(Reviewed(decision=decision, **said))  # type: ignore[arg-type]
    request = ApprovalRequest(
        approval_id="p1", action_id=action_id, observation=look, action=action, question=question, evidence=(question,), binding="b"
    )
    drive.journal.append(ApprovalAsked(step=drive.step, request=request))
    answer = HumanApproval(approval_id="p1", binding="b", answer=Deny(reason="Keep it."), by="ann")
    drive.journal.append(ApprovalAnswered(step=drive.step, approval=answer))


@pytest.fixture
def run(tmp_path: Path) -> RunPlace:
    """Opens a letter, is denied to delete it, goes to another folder."""
    with Runs(tmp_path / "runs").create(Task(goal=f"Read the invoice {HOSTILE}"), name="letters") as folder:
        drive = Drive(folder)
        drive.look()
        drive.act({"type": "click", "ref": drive.ref("Invoice 2024-117")}, "a1")
        asked(drive, "a2", {"type": "click", "ref": drive.ref("Delete")}, f"Delete it? {HOSTILE}")
        drive.act({"type": "click", "ref": drive.ref("Sent")}, "a3")
        drive.end(summary="It is read.")
    return folder


def titles(page: Page) -> list[str]:
    return page.locator("#moments .title").all_inner_texts()


def place(page: Page) -> str:
    return page.locator("#place").inner_text()


def sections(page: Page) -> list[str]:
    return page.locator("#step h3").all_text_contents()


def drawn(page: Page) -> int:
    """How many pixels of the canvas have anything on them."""
    script = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const canvas = document.getElementById("boxes");
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        const pixels = copy.getImageData(0, 0, canvas.width, canvas.height).data;
        let count = 0;
        for (let i = 3; i < pixels.length; i += 4) if (pixels[i] > 0) count++;
        done(count);
    })))"""
    return int(page.evaluate(script))


def test_the_timeline_has_a_step_for_each_action(run: RunPlace, show: Show) -> None:
    page = show(page_of(run)).page
    assert page.title() == "letters - lumos show"
    assert titles(page) == [
        "Beginning",
        "click A11 option 'Invoice 2024-117'",
        "click A5",
        "click A8 option 'Sent'",
    ]
    assert page.locator("#moments .state-word").all_text_contents() == ["", "done", "blocked", "done"]
    assert page.locator("#sizes dd").all_inner_texts() == ["completed", "2 completed, 1 blocked", "1 safety, 0 errors"]
    assert place(page) == "1 of 4"
    assert drawn(page) > 1000


def test_one_goes_through_the_steps_with_keys_the_slider_buttons_and_the_timeline(run: RunPlace, show: Show) -> None:
    page = show(page_of(run)).page
    page.keyboard.press("j")
    assert place(page) == "2 of 4"
    page.keyboard.press("ArrowRight")
    assert place(page) == "3 of 4"
    page.keyboard.press("k")
    page.keyboard.press("ArrowLeft")
    assert place(page) == "1 of 4"
    page.keyboard.press("End")
    assert place(page) == "4 of 4"
    expect(page.locator("#next")).to_be_disabled()
    page.locator("#previous").click()
    assert place(page) == "3 of 4"
    page.locator("#slider").focus()
    page.keyboard.press("ArrowLeft")
    assert place(page) == "2 of 4"
    page.locator("#slider").fill("0")
    assert place(page) == "1 of 4"
    page.locator(".moment").nth(3).click()
    assert place(page) == "4 of 4"
    assert page.locator(".moment[aria-selected='true'] .title").inner_text() == "click A8 option 'Sent'"


def test_a_step_shows_its_screen_with_what_the_action_was_for_and_what_came_of_it(run: RunPlace, show: Show) -> None:
    page = show(page_of(run)).page
    page.keyboard.press("j")
    target = page.locator("#target")
    expect(target).to_be_visible()
    assert target.inner_text() == "A11"
    assert page.locator("#step p").first.inner_text() == "done"
    assert "undefined" not in page.locator("body").inner_text()
    assert sections(page) == ["What came of it", "Action", "Decision", "What changed", "Events"]
    assert page.locator("#step pre").first.inner_text() == '{"type":"click","ref":"A11"}'
    assert page.locator("#scene").inner_text().startswith("o1")
    before = drawn(page)
    page.keyboard.press("w")
    assert not page.locator("#scene").inner_text().startswith("o1")
    assert page.locator("#show-after").get_attribute("aria-pressed") == "true"
    assert "changed" in page.locator("#summary").inner_text() or "added" in page.locator("#summary").inner_text()
    assert drawn(page) != before
    page.locator("#show-look").click()
    assert drawn(page) == before


def test_what_a_person_was_asked_and_answered_stands_at_its_step(run: RunPlace, show: Show) -> None:
    page = show(page_of(run)).page
    page.locator(".moment").nth(2).click()
    assert page.locator("#step .verdict").inner_text() == "ask"
    assert page.locator("#step blockquote").inner_text() == f"Delete it? {HOSTILE}"
    assert "deny by ann" in page.locator("#step").inner_text()


def test_an_element_of_a_step_can_be_looked_at(run: RunPlace, show: Show) -> None:
    page = show(page_of(run)).page
    page.locator("#view").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#details")).to_be_visible()
    assert place(page) == "1 of 4"
    page.keyboard.press("Escape")
    expect(page.locator("#details")).to_be_hidden()


def test_the_words_of_a_run_are_never_markup(run: RunPlace, show: Show) -> None:
    page = show(page_of(run)).page
    assert page.locator("#goal").inner_text() == f"Read the invoice {HOSTILE}"
    for _ in range(4):
        page.keyboard.press("j")
        page.keyboard.press("w")
    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0


def test_dark_and_narrow_pages_show_the_same(run: RunPlace, show: Show) -> None:
    page = show(page_of(run), theme="dark", width=700, height=900).page
    assert len(titles(page)) == 4
    page.locator("#next").click()
    assert place(page) == "2 of 4"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_run_in_which_nobody_has_looked_can_be_shown(tmp_path: Path, show: Show) -> None:
    place_ = RunPlace(tmp_path)
    with Journal(place_.journal_file) as journal:
        journal.append(RunStarted(run="r", task=Task(goal="Nothing")))
    page = show(page_of(place_)).page
    assert titles(page) == ["Beginning"]
    expect(page.locator("#empty")).to_have_text("Nobody has looked yet.")


def test_a_long_run_costs_a_page_what_changes(tmp_path: Path) -> None:
    sizes = []
    for steps in (10, 30):
        with Runs(tmp_path).create(Task(goal="Click"), name=f"run-{steps}") as folder:
            drive = Drive(folder)
            drive.look()
            for step in range(steps):
                drive.act({"type": "click", "ref": drive.ref("Sent" if step % 2 else "Drafts")}, f"a{step}")
        sizes.append(len(page_of(folder)))
    assert sizes[1] - sizes[0] < 20 * 5_000

"""What a page of `lumos view BEFORE AFTER` does in a real browser: marks, filters, keys, and how it was before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

import lumos_layer
from lumos_layer.interfaces.view import Look, Picture, compare, page
from tests.interfaces.changed import AFTER, BEFORE, OTHER_PAGE
from tests.interfaces.test_view_in_chromium import (
    CONTRASTS,
    HOSTILE,
    chosen,
    contrast,
    details,
    html_of,
    ink,
    outlined,
    place,
    row,
    shown_names,
)
from tests.pictures import png

if TYPE_CHECKING:
    from tests.browser import Show

pytest_plugins = ("tests.browser",)

ROWS = ["Paint", "Tools", "Open", "Print", "Save", "File name", "Backup", "Undo", "Close", "Saved"]
GONE = ["No longer there", "Brushes", "Round", "2 sizes"]
PICTURES = (Picture("before.png", png(800, 600), 800, 600), Picture("after.png", png(800, 600, (20, 30, 40)), 800, 600))


def html_of_two(before: str = BEFORE, after: str = AFTER, pictures: tuple[Picture, Picture] | None = None) -> str:
    earlier = lumos_layer.read(before.encode())
    later = lumos_layer.read(after.encode(), after=earlier)
    one, other = pictures or (None, None)
    return page(later, after.encode(), "after.xml", other, compare(Look(earlier, "before.xml", one), later))


def signs(page: Page) -> dict[str, str]:
    """The signs that are seen before rows."""
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("#rows .row")]
          .map((row) => [row, [...row.querySelectorAll(".gutter .sign")].filter((sign) => sign.checkVisibility())])
          .map(([row, signs]) => [row.querySelector(".name").textContent, signs.map((sign) => sign.textContent).join("")])
          .filter(([, sign]) => sign))"""
    )
    return found


def colours(page: Page, x: float, y: float, width: float, height: float) -> set[str]:
    """Which of green, amber, blue and red are drawn on the canvas in a part of the dump's screen."""
    left, top = place(page, x, y)
    right, bottom = place(page, x + width, y + height)
    script = """([left, top, right, bottom]) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const canvas = document.getElementById("boxes");
        const corner = canvas.getBoundingClientRect();
        const [width, height] = [Math.ceil(right - left), Math.ceil(bottom - top)];
        const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
        copy.drawImage(canvas, Math.round(corner.left - left), Math.round(corner.top - top));
        const pixels = copy.getImageData(0, 0, width, height).data;
        const known = { green: [0x14, 0x80, 0x3f], amber: [0xb3, 0x5c, 0], blue: [0x1a, 0x62, 0xd6], red: [0xc5, 0x22, 0x1f] };
        const found = new Set();
        for (let i = 0; i < pixels.length; i += 4) {
          for (const [name, [r, g, b]] of Object.entries(known)) {
            const far = [r, g, b].map((part, at) => Math.abs(pixels[i + at] - part));
            if (pixels[i + 3] > 250 && Math.max(...far) < 4) found.add(name);
          }
        }
        done([...found]);
    })))"""
    return set(page.evaluate(script, [left, top, right, bottom]))


def focus_screen(page: Page) -> None:
    page.locator("#view").focus()


# What is shown


def test_rows_have_the_signs_of_what_became_of_them(show: Show) -> None:
    page = show(html_of_two()).page
    assert shown_names(page) == ROWS + GONE
    assert signs(page) == {
        "Print": "~",
        "Save": "→",
        "File name": "~",
        "Undo": "+",
        "Saved": "~",
        "Brushes": "−",
        "Round": "−",
        "2 sizes": "−",
    }
    expect(page.locator("#summary")).to_have_text("Since before.xml: 1 added, 3 changed, 1 moved, 3 removed, focus moved")
    expect(page.locator("#origin")).to_have_text(re.compile("^before.xml → after.xml"))


def test_what_is_heard_says_it_too(show: Show) -> None:
    page = show(html_of_two()).page
    expect(row(page, "Undo")).to_have_accessible_name(re.compile("^added A.* button Undo"))
    expect(row(page, "Round")).to_have_accessible_name(re.compile("^no longer there A.* button Round"))
    expect(row(page, "File name")).to_have_accessible_name(re.compile("^changed .* was report.txt"))


def test_rows_say_what_was_and_where_the_focus_went(show: Show) -> None:
    page = show(html_of_two()).page
    said = {
        name: row(page, name).locator(".since:not(.unseen)").all_inner_texts() for name in ("Print", "File name", "Backup", "Saved")
    }
    assert said == {
        "Print": ["−disabled"],
        "File name": ["had the focus", "was report.txt"],
        "Backup": ["focus came here"],
        "Saved": ["was Ready"],
    }


def test_details_tell_before_and_after(show: Show) -> None:
    page = show(html_of_two()).page
    row(page, "File name").click()
    assert details(page)["Changed"] == "value: report.txt → plan.txt"
    row(page, "Save").click()
    assert details(page)["Since then"] == "→ moved"
    assert details(page)["Was at"].startswith("x 20, y 20, 80 × 30")
    assert details(page)["Box"].startswith("x 220, y 20, 80 × 30")
    row(page, "Round").click()
    assert details(page)["Since then"] == "− no longer there"
    assert details(page)["Box"].startswith("x 30, y 210, 100 × 30")
    assert outlined(page, "#chosen") == [30, 210, 100, 30]


def test_boxes_are_drawn_in_the_colours_of_their_marks(show: Show) -> None:
    page = show(html_of_two(pictures=PICTURES)).page
    assert colours(page, 15, 155, 90, 40) == {"green"}
    assert colours(page, 15, 75, 210, 34) == {"amber"}
    assert colours(page, 215, 15, 40, 40) == {"blue"}
    assert colours(page, 15, 195, 210, 110) == {"red"}
    assert colours(page, 15, 115, 130, 30) == set()  # unchanged boxes are grey
    assert ink(page, 15, 115, 130, 30) > 0


def test_what_moved_has_a_dashed_box_where_it_was_and_an_arrow_from_there(show: Show) -> None:
    page = show(html_of_two(pictures=PICTURES)).page
    page.locator('#marks [data-mark="moved"]').click()
    assert colours(page, 15, 15, 10, 40) == {"blue"}
    assert colours(page, 150, 32, 40, 6) == {"blue"}


def test_texts_that_changed_are_drawn_although_texts_are_not(show: Show) -> None:
    page = show(html_of_two(pictures=PICTURES)).page
    expect(page.locator("#show-texts")).to_have_attribute("aria-pressed", "false")
    assert colours(page, 15, 555, 110, 30) == {"amber"}


def test_a_click_finds_what_is_gone_but_not_through_what_is_there(show: Show) -> None:
    page = show(html_of_two()).page
    page.mouse.click(*place(page, 80, 225))
    assert chosen(page) == ["Round"]
    page.mouse.click(*place(page, 60, 35))
    assert chosen(page) == ["Open"]


# Changes on and off


def test_without_changes_the_page_is_that_of_the_later_dump(show: Show) -> None:
    page = show(html_of_two(pictures=PICTURES)).page
    row(page, "Round").click()
    page.get_by_role("button", name="Changes", exact=True).click()
    assert (shown_names(page), signs(page), chosen(page)) == (ROWS, {}, [])
    expect(page.locator("#found")).to_have_text("10 rows")
    expect(page.locator("#legend")).to_be_visible()
    assert colours(page, 15, 195, 210, 110) == set()
    assert page.locator("#rows .since:visible").count() == 0
    page.mouse.click(*place(page, 80, 225))
    assert chosen(page) == ["Paint"]
    focus_screen(page)
    page.keyboard.press("c")
    assert shown_names(page) == ROWS + GONE


def test_the_number_of_rows_of_a_role_follows(show: Show) -> None:
    page = show(html_of_two()).page
    count = page.locator('#roles [data-role="button"] .count')
    expect(count).to_have_text("6")
    page.get_by_role("button", name="Changes", exact=True).click()
    expect(count).to_have_text("5")
    expect(page.locator('#roles [data-role="list"]')).to_be_hidden()


@pytest.mark.parametrize(
    ("mark", "names"),
    [
        ("added", ["Paint", "Undo"]),
        ("changed", ["Paint", "Tools", "Print", "File name", "Saved"]),
        ("moved", ["Paint", "Tools", "Save"]),
        ("removed", GONE),
    ],
)
def test_a_filter_shows_only_one_kind_of_change(show: Show, mark: str, names: list[str]) -> None:
    page = show(html_of_two()).page
    chip = page.locator(f'#marks [data-mark="{mark}"]')
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    assert shown_names(page) == names
    page.locator("#roles [data-filter='all']").focus()
    page.keyboard.press("Escape")
    assert shown_names(page) == ROWS + GONE


def test_filters_of_changes_and_roles_and_a_search_go_together(show: Show) -> None:
    page = show(html_of_two()).page
    page.locator('#marks [data-mark="removed"]').click()
    page.locator('#marks [data-mark="added"]').click()
    page.locator('#roles [data-role="button"]').click()
    assert shown_names(page) == ["Paint", "Undo", "No longer there", "Brushes", "Round"]
    page.locator("#search").fill("round")
    assert shown_names(page) == ["No longer there", "Brushes", "Round"]
    expect(page.locator("#found")).to_have_text("1 of 13")


# Keys


def test_n_goes_from_change_to_change_and_round(show: Show) -> None:
    page = show(html_of_two()).page
    focus_screen(page)
    found = []
    for _ in range(9):
        page.keyboard.press("n")
        found += chosen(page)
    assert found == ["Print", "Save", "File name", "Backup", "Undo", "Saved", "Brushes", "Print", "Save"]
    expect(page.locator("#announcement")).to_have_text(re.compile("^moved A.* button Save"))
    page.keyboard.press("Shift+N")
    page.keyboard.press("Shift+N")
    assert chosen(page) == ["Brushes"]
    assert page.evaluate("document.activeElement.id") == "view"


def test_n_among_the_rows_takes_the_focus_along(show: Show) -> None:
    page = show(html_of_two()).page
    page.locator("#rows .row").first.focus()
    page.keyboard.press("n")
    assert chosen(page) == ["Print"]
    assert page.evaluate("document.activeElement.getAttribute('aria-selected')") == "true"


def test_if_only_the_focus_moved_it_can_be_followed(show: Show) -> None:
    focused = ' HasKeyboardFocus="True"'
    page = show(html_of_two(BEFORE, BEFORE.replace(focused, "").replace('Name="Save"', f'Name="Save"{focused}'))).page
    expect(page.locator("#summary")).to_have_text("Since before.xml: focus moved")
    page.get_by_role("button", name="Next change").click()
    assert chosen(page) == ["Save"]
    assert details(page)["Since then"] == "focus came here"
    expect(page.locator("#legend")).to_be_visible()


def test_buttons_go_from_change_to_change(show: Show) -> None:
    page = show(html_of_two()).page
    page.get_by_role("button", name="Next change").click()
    page.get_by_role("button", name="Next change").click()
    page.get_by_role("button", name="Previous change").click()
    assert chosen(page) == ["Print"]


def test_the_new_parts_are_one_stop_of_the_tab_key_each(show: Show) -> None:
    page = show(html_of_two(pictures=PICTURES)).page
    page.locator("#search").focus()
    stops = []
    for _ in range(6):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("(({id, dataset}) => id || dataset.mark || dataset.filter)(document.activeElement)"))
    assert stops == ["change-before", "change-after", "added", "all", "tab-rows", "copy"]
    page.locator('#marks [data-mark="added"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.mark") == "changed"


# How it was before


def test_before_shows_the_earlier_screenshot_with_the_boxes_of_then(show: Show) -> None:
    page = show(html_of_two(pictures=PICTURES)).page
    row(page, "Save").click()
    assert outlined(page, "#chosen") == [220, 20, 80, 30]
    page.get_by_role("button", name="Before", exact=True).click()
    expect(page.locator("#picture-before")).to_be_visible()
    expect(page.locator("#picture")).to_be_hidden()
    expect(page.locator("#when")).to_have_text("Before: before.xml")
    assert outlined(page, "#chosen") == [20, 20, 80, 30]
    assert colours(page, 15, 155, 90, 40) == set()  # what is new was not there
    page.mouse.click(*place(page, 160, 35))
    assert chosen(page) == ["Open"]
    focus_screen(page)
    page.keyboard.press("w")
    expect(page.locator("#picture")).to_be_visible()
    expect(page.locator("#picture-before")).to_be_hidden()
    assert outlined(page, "#chosen") == [20, 20, 80, 30]


def test_w_held_down_shows_before_only_as_long(show: Show) -> None:
    page = show(html_of_two(pictures=PICTURES)).page
    focus_screen(page)
    page.keyboard.down("w")
    expect(page.locator("#picture-before")).to_be_visible()
    page.wait_for_timeout(400)
    page.keyboard.up("w")
    expect(page.locator("#picture-before")).to_be_hidden()
    page.keyboard.press("w")
    expect(page.locator("#picture-before")).to_be_visible()


def test_before_needs_both_screenshots(show: Show) -> None:
    page = show(html_of_two()).page
    expect(page.locator("#show-before")).to_be_disabled()
    focus_screen(page)
    page.keyboard.press("w")
    expect(page.locator("#when")).to_be_hidden()


# The delta


def test_the_delta_is_there_to_read_and_to_copy(show: Show) -> None:
    page = show(html_of_two()).page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    earlier = lumos_layer.read(BEFORE.encode())
    delta = lumos_layer.read(AFTER.encode(), after=earlier).since(earlier)
    page.get_by_role("tab", name="Delta").click()
    assert page.locator("#delta").text_content() == delta.json()
    expect(page.locator("#cost")).to_have_text(f"{delta.tokens()} tokens, {len(delta.json().encode())} bytes")
    page.get_by_role("button", name="Copy JSON").click()
    expect(page.locator("#copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == delta.json()


def test_another_page_is_said_and_nothing_is_marked(show: Show) -> None:
    page = show(html_of_two(BEFORE, OTHER_PAGE, PICTURES)).page
    expect(page.locator("#summary")).to_have_text("Since before.xml: Another page or window is shown: nothing is compared.")
    assert (shown_names(page), signs(page)) == (["Mail", "Reply"], {})
    expect(page.locator("#show-changes")).to_be_disabled()
    expect(page.locator("#marks")).to_be_hidden()
    page.get_by_role("button", name="Before", exact=True).click()
    expect(page.locator("#picture-before")).to_be_visible()
    assert ink(page, 0, 0, 800, 600) == 0  # nothing of what is there now was there then


def test_two_equal_dumps_have_nothing_to_mark(show: Show) -> None:
    page = show(html_of_two(BEFORE, BEFORE)).page
    expect(page.locator("#summary")).to_have_text("Since before.xml: nothing that is shown has changed")
    assert signs(page) == {}


def test_a_page_of_one_dump_has_none_of_it(show: Show) -> None:
    page = show(html_of(BEFORE)).page
    for selector in ("#show-changes", "#show-before", "#summary", "#tab-delta", "#marks-legend"):
        expect(page.locator(selector)).to_be_hidden()
    focus_screen(page)
    page.keyboard.type("cnw")
    assert chosen(page) == []
    page.keyboard.press("?")
    expect(page.locator("#keys")).not_to_contain_text("As it was before", use_inner_text=True)


# For all eyes, and closed to what dumps say


def test_words_of_changes_can_be_read_on_what_is_behind_them(show: Show) -> None:
    for theme in ("light", "dark"):
        page = show(html_of_two(pictures=PICTURES), theme=theme).page
        row(page, "File name").click()
        page.locator('#marks [data-mark="changed"]').click()
        found: list[list[str]] = page.evaluate(CONTRASTS)
        poor = {f"{ink} on {ground}" for ink, ground in found if contrast(ink, ground) < 4.5}
        assert (len(found) > 40, poor) == (True, set())


def test_marked_rows_can_be_read_on_their_tint(show: Show) -> None:
    painted = """() => [...document.querySelectorAll("#rows .row[data-mark] :is(.since, .sign, .role, .name)")].map((part) => {
      if (!part.checkVisibility()) return null;
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      const grounds = [];
      for (let around = part; around; around = around.parentElement) grounds.unshift(getComputedStyle(around).backgroundColor);
      for (const ground of grounds) { canvas.fillStyle = ground; canvas.fillRect(0, 0, 1, 1); }
      return [getComputedStyle(part).color, `rgb(${[...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).join(", ")})`];
    }).filter(Boolean)"""
    for theme in ("light", "dark"):
        page = show(html_of_two(), theme=theme).page
        found: list[list[str]] = page.evaluate(painted)
        poor = {f"{ink} on {ground}" for ink, ground in found if contrast(ink, ground) < 4.5}
        assert (len(found) > 20, poor) == (True, set())


@pytest.mark.parametrize("width", [360, 640, 800, 880, 1000])
def test_nothing_of_the_tool_bars_is_cut(show: Show, width: int) -> None:
    page = show(html_of_two(pictures=PICTURES), width=width).page
    cut: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".bar, .changes, .finding, .roles, .top")].filter((bar) => bar.checkVisibility())
          .flatMap((bar) => [...bar.querySelectorAll("button, input, .figures, h1")].filter((part) => {
            if (!part.checkVisibility()) return false;
            const [inner, outer] = [part.getBoundingClientRect(), bar.getBoundingClientRect()];
            return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom + 1;
          }).map((part) => part.id || part.textContent))"""
    )
    assert cut == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_hostile_words_of_both_dumps_do_nothing(show: Show) -> None:
    quoted = HOSTILE.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    before = BEFORE.replace("Round", quoted).replace("report.txt", f"a {quoted}").replace("Ready", f"b {quoted}")
    after = AFTER.replace("Undo", f"c {quoted}").replace("plan.txt", f"d {quoted}").replace("Saved", f"e {quoted}")
    page = show(html_of_two(before, after)).page
    focus_screen(page)
    for _ in range(8):
        page.keyboard.press("n")
    page.get_by_role("tab", name="Delta").click()
    assert page.evaluate("[window.hacked === undefined, document.images.length, document.scripts.length]") == [True, 0, 2]
    assert page.locator("svg[onload], #details img, #rows img, #delta img").count() == 0


def test_a_thousand_rows_that_came_and_went_are_shown(show: Show) -> None:
    def many(first: int) -> str:
        buttons = "".join(
            f'<Button Name="Item {i}" RuntimeId="{i}" x="{i % 50 * 38}" y="{i // 50 * 10}" width="36" height="9"/>'
            for i in range(first, first + 2000)
        )
        return f'<Window Name="Many" RuntimeId="w" IsOffscreen="False" x="0" y="0" width="1920" height="1080">{buttons}</Window>'

    page = show(html_of_two(many(1), many(1001))).page
    expect(page.locator("#summary")).to_have_text(re.compile("1,000 added, 1,000 removed"))
    page.locator('#marks [data-mark="removed"]').click()
    expect(page.locator("#found")).to_have_text("1,000 of 3,001")

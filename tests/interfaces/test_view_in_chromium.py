"""What a page of `lumos view` does in a real browser. The fixture `show` fails a test whose page complains or asks the network."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Page, expect

import lumos_layer
from lumos_layer.interfaces.view import Picture, page
from tests.pictures import png

if TYPE_CHECKING:
    from tests.browser import Show

pytest_plugins = ("tests.browser",)

PAINT = """<Window Name="Paint" IsOffscreen="False" x="0" y="0" width="800" height="600">
  <ToolBar Name="Tools" x="10" y="10" width="400" height="50">
    <Button Name="Save" x="20" y="20" width="80" height="30"/>
    <Button Name="Open" x="120" y="20" width="80" height="30"/>
    <Button Name="Print" IsEnabled="False" x="220" y="20" width="80" height="30"/>
  </ToolBar>
  <Edit Name="File name" Value="report.txt" AutomationId="fileName" x="20" y="80" width="200" height="24"/>
  <CheckBox Name="Backup" ToggleState="1" x="20" y="120" width="120" height="20"/>
  <Text Name="Ready" x="20" y="560" width="100" height="20"/>
</Window>"""
PAINT_ROWS = ["Paint", "Tools", "Save", "Open", "Print", "File name", "Backup", "Ready"]
NO_BOXES = '<Window Name="Paint" IsOffscreen="False"><Button Name="Save"/><Button Name="Open"/></Window>'
HOSTILE = """</script><img src=x onerror="window.hacked=1"><svg onload=window.hacked=1><!--<script>"""


def html_of(dump: str, picture: Picture | None = None, name: str = "paint.xml") -> str:
    data = dump.encode()
    return page(lumos_layer.read(data), data, name, picture)


def many(count: int) -> str:
    """A window of buttons in lines of fifty."""
    buttons = "".join(
        f'<Button Name="Item {i}" x="{i % 50 * 38}" y="{i // 50 * 10}" width="36" height="9"/>' for i in range(1, count + 1)
    )
    return f'<Window Name="Many" IsOffscreen="False" x="0" y="0" width="1920" height="1080">{buttons}</Window>'


def row(page: Page, name: str) -> Locator:
    return page.locator("#rows .row", has=page.locator(".name", has_text=re.compile(f"^{re.escape(name)}$")))


def shown_names(page: Page) -> list[str]:
    return page.locator("#rows .row:visible .name").all_text_contents()


def chosen(page: Page) -> list[str]:
    return page.locator('#rows .row[aria-selected="true"] .name').all_text_contents()


def place(page: Page, x: float, y: float) -> tuple[float, float]:
    """The pixel of the dump, as a place in the browser's window."""
    frame = page.locator("#frame").bounding_box()
    assert frame is not None
    scale = frame["width"] / int(page.evaluate("JSON.parse(document.getElementById('data').textContent).frame[2]"))
    return frame["x"] + x * scale, frame["y"] + y * scale


def outlined(page: Page, which: str) -> list[int] | None:
    """The box of the dump that the outline is around."""
    element = page.locator(which)
    if not element.is_visible():
        return None
    frame, box = page.locator("#frame").bounding_box(), element.bounding_box()
    assert frame is not None
    assert box is not None
    scale = frame["width"] / int(page.evaluate("JSON.parse(document.getElementById('data').textContent).frame[2]"))
    return [
        round((box["x"] - frame["x"]) / scale),
        round((box["y"] - frame["y"]) / scale),
        round(box["width"] / scale),
        round(box["height"] / scale),
    ]


def ink(page: Page, x: float, y: float, width: float, height: float) -> int:
    """How many pixels of the canvas are drawn in a part of the dump's screen."""
    left, top = place(page, x, y)
    right, bottom = place(page, x + width, y + height)
    script = """([left, top, right, bottom]) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const canvas = document.getElementById("boxes");
        const corner = canvas.getBoundingClientRect();
        const [width, height] = [Math.ceil(right - left), Math.ceil(bottom - top)];
        const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
        copy.drawImage(canvas, Math.round(corner.left - left), Math.round(corner.top - top));
        const pixels = copy.getImageData(0, 0, width, height).data;
        let count = 0;
        for (let i = 3; i < pixels.length; i += 4) if (pixels[i] > 0) count++;
        done(count);
    })))"""
    return int(page.evaluate(script, [left, top, right, bottom]))


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def details(page: Page) -> dict[str, str]:
    terms = page.locator("#details dt").all_inner_texts()
    return dict(zip(terms, (text.strip() for text in page.locator("#details dd").all_inner_texts()), strict=True))


# What is shown


def test_the_blueprint_stands_beside_the_screen(show: Show) -> None:
    page = show(html_of(PAINT)).page
    assert page.title() == "Paint - lumos view"
    assert shown_names(page) == PAINT_ROWS
    assert page.locator("#rows .row .gutter").all_inner_texts()[2:5] == ["A1", "A2", "A3"]
    assert page.locator("#origin").inner_text() == "paint.xml · uia · 800 × 600"
    assert page.locator("#extent").inner_text() == "800 × 600, 6 of 6 elements with a box"


def test_sizes_are_said_in_bytes_and_tokens(show: Show) -> None:
    blueprint = lumos_layer.read(PAINT.encode()).blueprint()
    page = show(html_of(PAINT)).page
    expect(page.locator("#cost")).to_have_text(f"{blueprint.tokens()} tokens, {len(blueprint.compact().encode())} bytes")
    assert f"{len(PAINT.encode()):,} bytes" in page.locator("#sizes").inner_text()


def test_every_element_has_its_box_on_the_canvas(show: Show) -> None:
    page = show(html_of(PAINT)).page
    for x, y, width, height in ([20, 20, 80, 30], [120, 20, 80, 30], [220, 20, 80, 30], [20, 80, 200, 24], [20, 120, 120, 20]):
        assert ink(page, x - 2, y + height / 2, 4, 2) > 0
        assert ink(page, x + width - 2, y + height / 2, 4, 2) > 0
    assert ink(page, 500, 300, 100, 100) == 0


def test_a_screenshot_lies_under_the_boxes(show: Show) -> None:
    page = show(html_of(PAINT, Picture("paint.png", png(800, 600), 800, 600))).page
    assert page.evaluate("document.getElementById('picture').naturalWidth") == 800
    assert page.locator("#picture").bounding_box() == page.locator("#frame").bounding_box()


def test_boxes_refs_and_screenshot_can_be_left_out(show: Show) -> None:
    page = show(html_of(PAINT, Picture("paint.png", png(800, 600), 800, 600))).page
    with_both = ink(page, 15, 5, 300, 60)
    page.get_by_role("button", name="Refs").click()
    without_refs = ink(page, 15, 5, 300, 60)
    page.get_by_role("button", name="Boxes", exact=True).click()
    assert with_both > without_refs > ink(page, 15, 5, 300, 60) == 0
    page.get_by_role("button", name="Screenshot").click()
    expect(page.locator("#picture")).to_be_hidden()
    assert ink(page, 20, 20, 80, 30) > 0  # without a screenshot the names stand in the boxes


def test_texts_have_boxes_when_they_are_asked_for(show: Show) -> None:
    page = show(html_of(PAINT, Picture("paint.png", png(800, 600), 800, 600))).page
    assert ink(page, 15, 555, 110, 30) == 0
    page.get_by_role("button", name="Texts and containers").click()
    assert ink(page, 15, 555, 110, 30) > 0


def test_a_dump_without_boxes_says_so(show: Show) -> None:
    page = show(html_of(NO_BOXES)).page
    expect(page.locator("#empty")).to_have_text(re.compile("^This dump gives no boxes"))
    assert shown_names(page) == ["Paint", "Save", "Open"]
    row(page, "Open").click()
    assert details(page)["Box"] == "The dump gives none."
    expect(page.get_by_role("button", name="Boxes", exact=True)).to_be_disabled()


def test_a_dump_without_boxes_says_so_above_its_screenshot(show: Show) -> None:
    page = show(html_of(NO_BOXES, Picture("paint.png", png(80, 60), 80, 60))).page
    expect(page.locator("#notice")).to_have_text(re.compile("^This dump gives no boxes"))
    expect(page.locator("#picture")).to_be_visible()


def test_the_screenshot_can_be_moved_under_boxes_that_count_from_a_window_s_corner(show: Show) -> None:
    page = show(html_of(PAINT, Picture("desktop.png", png(1600, 1200), 1600, 1200))).page
    expect(page.locator("#notice")).to_have_text(re.compile("^These boxes may count from the window's corner"))
    assert outlined(page, "#picture") == [0, 0, 1600, 1200]
    page.locator("#view").focus()
    page.keyboard.press("Alt+ArrowLeft")
    page.keyboard.press("Alt+Shift+ArrowUp")
    assert outlined(page, "#picture") == [-10, -1, 1600, 1200]
    expect(page.locator("#notice")).to_be_hidden()


# One from the other


def test_hovering_a_row_outlines_its_box(show: Show) -> None:
    page = show(html_of(PAINT)).page
    row(page, "Open").hover()
    assert outlined(page, "#hovered") == [120, 20, 80, 30]
    expect(page.locator("#hovered .ref")).to_have_text("A2")
    row(page, "Backup").hover()
    assert outlined(page, "#hovered") == [20, 120, 120, 20]
    page.mouse.move(5, 5)
    assert outlined(page, "#hovered") is None


def test_hovering_a_box_marks_its_row(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.mouse.move(*place(page, 130, 30))
    assert page.locator("#rows .row.under .name").all_inner_texts() == ["Open"]
    expect(page.locator("#tip")).to_have_text("A2 button Open")
    page.mouse.move(*place(page, 600, 400))
    assert page.locator("#rows .row.under .name").all_inner_texts() == ["Paint"]


def test_hovering_a_box_brings_its_row_into_view(show: Show) -> None:
    page = show(html_of(many(400))).page
    expect(row(page, "Item 399")).not_to_be_in_viewport()
    page.mouse.move(*place(page, 399 % 50 * 38 + 18, 399 // 50 * 10 + 4))
    expect(row(page, "Item 399")).to_be_in_viewport()


def test_hovering_a_row_brings_its_box_into_view(show: Show) -> None:
    page = show(html_of(PAINT)).page
    for _ in range(6):
        page.locator("#zoom-in").click()
    page.evaluate("document.getElementById('view').scrollTo(9999, 9999)")
    expect(page.locator("#hovered")).to_be_hidden()
    row(page, "Save").hover()
    expect(page.locator("#hovered")).to_be_in_viewport()


def test_clicking_a_box_chooses_its_row(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.mouse.click(*place(page, 60, 90))
    assert chosen(page) == ["File name"]
    assert outlined(page, "#chosen") == [20, 80, 200, 24]


def test_clicking_a_row_chooses_its_box(show: Show) -> None:
    page = show(html_of(PAINT)).page
    row(page, "Print").click()
    assert chosen(page) == ["Print"]
    assert outlined(page, "#chosen") == [220, 20, 80, 30]


def test_clicking_again_chooses_what_lies_around(show: Show) -> None:
    page = show(html_of(PAINT)).page
    found = []
    for _ in range(4):
        page.mouse.click(*place(page, 60, 35))
        found += chosen(page)
    assert found == ["Save", "Tools", "Paint", "Save"]


def test_clicking_beside_everything_chooses_nothing(show: Show) -> None:
    page = show(html_of(PAINT)).page
    row(page, "Print").click()
    x, y = place(page, 0, 0)
    page.mouse.click(x - 10, y - 10)
    assert (chosen(page), outlined(page, "#chosen")) == ([], None)


def test_details_say_all_that_is_known_of_an_element(show: Show) -> None:
    page = show(html_of(PAINT)).page
    row(page, "File name").click()
    assert page.locator("#details header").inner_text().split("\n") == ["A4", "textbox", "File name"]
    assert details(page) == {
        "Value": "report.txt",
        "Can": "set_valuetype",  # two words in a frame each
        "Box": "x 20, y 80, 200 × 24 · centre 120, 92",
        "In the dump": "/Window/Edit[1]",
        "Tag": "Edit",
        "Identifier": "fileName",
        "Full text": "File name\nreport.txt",
    }
    row(page, "Print").click()
    assert details(page)["States"] == "disabled"


# Filter and search


def test_roles_can_be_counted_and_filtered(show: Show) -> None:
    page = show(html_of(PAINT)).page
    assert page.locator("#roles [data-role]").all_inner_texts()[0] == "button\n3"
    page.locator('#roles [data-role="button"]').click()
    assert shown_names(page) == ["Paint", "Tools", "Save", "Open", "Print"]  # with the groups around them
    expect(page.locator("#found")).to_have_text("3 of 8")
    assert ink(page, 20, 120, 120, 20) == 0
    page.locator('#roles [data-role="checkbox"]').click()
    assert shown_names(page) == ["Paint", "Tools", "Save", "Open", "Print", "Backup"]
    page.locator('#roles [data-filter="all"]').click()
    assert shown_names(page) == PAINT_ROWS


def test_a_search_shows_what_holds_all_its_words(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.locator("#search").fill("REPORT file")
    assert shown_names(page) == ["Paint", "File name"]
    expect(page.locator("#found")).to_have_text("1 of 8")
    page.locator("#search").fill("a5")
    assert shown_names(page) == ["Paint", "Backup"]
    page.locator("#search").fill("helicopter")
    expect(page.locator("#none")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    assert shown_names(page) == PAINT_ROWS


def test_what_does_not_match_cannot_be_hit(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.locator("#search").fill("backup")
    page.mouse.click(*place(page, 60, 35))
    assert chosen(page) == []


def test_words_found_are_coloured(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.locator("#search").fill("save")
    assert page.evaluate("[...CSS.highlights.get('found')].map(String)") == ["Save"]


# Keys


def test_a_slash_searches_and_enter_goes_through_the_matches(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.keyboard.press("/")
    page.keyboard.type("p")
    assert shown_names(page) == ["Paint", "Tools", "Open", "Print", "File name", "Backup"]
    found = []
    for key in ("Enter", "Enter", "Enter", "Enter", "Shift+Enter"):
        page.keyboard.press(key)
        found += chosen(page)
    assert found == ["Open", "Print", "File name", "Backup", "File name"]


def test_escape_clears_the_search_then_the_choice_then_the_filter(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.locator('#roles [data-role="button"]').click()
    page.locator("#search").fill("save")
    page.keyboard.press("Enter")
    assert (shown_names(page), chosen(page)) == (["Paint", "Tools", "Save"], ["Save"])
    page.keyboard.press("Escape")
    assert page.locator("#search").input_value() == ""
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.ref") == "A1"
    page.keyboard.press("Escape")
    assert chosen(page) == []
    page.keyboard.press("Escape")
    assert shown_names(page) == PAINT_ROWS


def test_arrow_keys_go_through_the_rows(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.locator("#rows .row").first.focus()
    found = []
    for key in ("ArrowDown", "ArrowDown", "End", "ArrowUp", "Home"):
        page.keyboard.press(key)
        found += chosen(page)
    assert found == ["Tools", "Save", "Ready", "Backup", "Paint"]
    assert outlined(page, "#chosen") == [0, 0, 800, 600]


def test_groups_are_closed_and_opened_by_keys(show: Show) -> None:
    page = show(html_of(PAINT)).page
    row(page, "Save").click()
    page.keyboard.press("ArrowLeft")
    assert chosen(page) == ["Tools"]
    page.keyboard.press("ArrowLeft")
    assert shown_names(page) == ["Paint", "Tools", "File name", "Backup", "Ready"]
    expect(row(page, "Tools")).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert (shown_names(page), chosen(page)) == (PAINT_ROWS, ["Save"])


def test_hovering_a_box_opens_the_group_of_its_row(show: Show) -> None:
    page = show(html_of(PAINT)).page
    row(page, "Tools").locator(".caret").click()
    expect(row(page, "Save")).to_be_hidden()
    page.mouse.move(*place(page, 60, 35))
    expect(row(page, "Save")).to_be_visible()


def test_arrow_keys_on_the_screen_go_to_the_nearest_element(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.locator("#view").focus()
    found = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
        found += chosen(page)
    assert found == ["Save", "Open", "Print", "Open", "File name", "Backup", "File name"]
    expect(page.locator("#announcement")).to_have_text("A4 textbox File name")


def test_enter_goes_from_the_blueprint_to_the_screen_and_back(show: Show) -> None:
    page = show(html_of(PAINT)).page
    row(page, "Open").click()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "view"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.ref") == "A2"


def test_the_tab_key_stops_at_every_part_once(show: Show) -> None:
    page = show(html_of(PAINT, Picture("paint.png", png(800, 600), 800, 600))).page
    stops = []
    for _ in range(18):
        page.keyboard.press("Tab")
        stops.append(
            page.evaluate("(({id, className, dataset}) => id || dataset.filter || className)(document.activeElement)"),
        )
    assert stops == [
        "theme",
        "help",
        "show-refs",
        "show-boxes",
        "show-texts",
        "show-picture",
        "zoom-out",
        "zoom-level",
        "zoom-in",
        "zoom-fit",
        "view",
        "splitter",
        "search",
        "all",
        "tab-rows",
        "copy",
        "row",
        "details",
    ]


def test_what_has_the_focus_is_outlined(show: Show) -> None:
    page = show(html_of(PAINT)).page
    for selector in ("#theme", "#view", "#search", "#rows .row"):
        page.locator(selector).first.focus()
        page.keyboard.press("Shift")  # from here on the focus is that of a keyboard
        style = "([s]) => { const c = getComputedStyle(document.querySelector(s)); return [c.outlineStyle, c.outlineWidth]; }"
        assert page.evaluate(style, [selector]) == ["solid", "2px"]


def test_the_keys_are_told_in_a_dialog(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and colours")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_letters_act_on_the_screen_but_not_in_the_search(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.locator("#search").fill("")
    page.keyboard.type("br")
    expect(page.locator("#show-boxes")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    page.locator("#view").focus()
    page.keyboard.type("br")
    expect(page.locator("#show-boxes")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#show-refs")).to_have_attribute("aria-pressed", "false")


# Zoom


def test_the_screen_fits_and_can_be_enlarged(show: Show) -> None:
    page = show(html_of(PAINT)).page

    def inside() -> bool:
        return bool(page.evaluate("(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.getElementById('view'))"))

    assert inside()
    page.locator("#zoom-level").click()
    expect(page.locator("#zoom-level")).to_have_text("100 %")
    assert page.locator("#frame").bounding_box()["width"] == 800  # type: ignore[index]
    for _ in range(3):
        page.locator("#zoom-in").click()
    expect(page.locator("#zoom-level")).to_have_text("200 %")
    assert not inside()
    page.locator("#zoom-fit").click()
    assert inside()


def test_the_wheel_zooms_at_the_pointer(show: Show) -> None:
    page = show(html_of(PAINT)).page
    x, y = place(page, 120, 90)
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    expect(page.locator("#zoom-fit")).to_have_attribute("aria-pressed", "false")
    again = place(page, 120, 90)
    assert (abs(again[0] - x) < 2, abs(again[1] - y) < 2) == (True, True)


def test_a_fitting_screen_follows_the_size_of_the_window(show: Show) -> None:
    page = show(html_of(PAINT)).page
    wide = outlined_width(page)
    page.set_viewport_size({"width": 900, "height": 800})
    page.wait_for_function("(before) => document.getElementById('frame').getBoundingClientRect().width < before", arg=wide)
    page.locator("#splitter").focus()
    narrow = outlined_width(page)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("(before) => document.getElementById('frame').getBoundingClientRect().width < before", arg=narrow)


def outlined_width(page: Page) -> float:
    box = page.locator("#frame").bounding_box()
    assert box is not None
    return box["width"]


# Dark and light


def test_dark_and_light_follow_the_system_until_they_are_switched(show: Show) -> None:
    light = show(html_of(PAINT), theme="light").page
    dark = show(html_of(PAINT), theme="dark").page
    assert (background(light), background(dark)) == ("rgb(238, 240, 243)", "rgb(16, 19, 23)")
    dark.emulate_media(color_scheme="light")
    expect(dark.locator("body")).to_have_css("background-color", "rgb(238, 240, 243)")
    switch = light.get_by_role("switch", name="Dark")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    assert background(light) == "rgb(16, 19, 23)"
    light.reload()
    assert background(light) == "rgb(16, 19, 23)"  # it is remembered


def test_words_can_be_read_on_what_is_behind_them(show: Show) -> None:
    """WCAG 2.2 asks for a contrast of 4.5."""
    for theme in ("light", "dark"):
        page = show(html_of(PAINT), theme=theme).page
        page.locator("#search").fill("save")
        row(page, "Save").click()
        colours: list[list[str]] = page.evaluate(CONTRASTS)
        poor = {f"{ink} on {ground}" for ink, ground in colours if contrast(ink, ground) < 4.5}
        assert (len(colours) > 40, poor) == (True, set())


CONTRASTS = """() => {
  const solid = (colour) => !/rgba\\(.*, 0(\\.\\d+)?\\)|transparent|color\\(|oklab/.test(colour);
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (element.closest("script, style, noscript, :disabled")) continue;
    let behind = element;
    while (behind && !solid(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
    found.push([getComputedStyle(element).color, getComputedStyle(behind || document.body).backgroundColor]);
  }
  return found;
}"""


def contrast(ink: str, ground: str) -> float:
    lighter, darker = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# The compact form


def test_the_compact_form_is_there_to_read_and_to_copy(show: Show) -> None:
    page = show(html_of(PAINT)).page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    compact = lumos_layer.read(PAINT.encode()).blueprint().compact()
    page.get_by_role("tab", name="Compact JSON").click()
    assert page.locator("#json").text_content() == compact
    expect(page.locator("#rows")).to_be_hidden()
    page.get_by_role("button", name="Copy JSON").click()
    expect(page.locator("#copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == compact
    page.get_by_role("tab", name="Blueprint").click()
    expect(page.locator("#rows")).to_be_visible()


# What a dump says is never more than words


def hostile() -> str:
    quoted = HOSTILE.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return (
        f'<Window Name="{quoted}" IsOffscreen="False" x="0" y="0" width="800" height="600">'
        f'<Button Name="{quoted}" AutomationId="{quoted}" HelpText="help {quoted}" x="20" y="20" width="80" height="30"/>'
        f'<Edit Name="Field" Value="{quoted}" x="20" y="80" width="200" height="24"/>'
        f'<Text Name="text {quoted}" x="20" y="560" width="100" height="20"/></Window>'
    )


def test_hostile_words_do_nothing(show: Show) -> None:
    page = show(html_of(hostile(), name=f"{HOSTILE}.xml")).page
    for name in (HOSTILE, "Field", f"text {HOSTILE}"):
        row(page, name).last.click()
        row(page, name).last.hover()
    page.mouse.move(*place(page, 60, 35))
    page.locator("#search").fill("<img")
    page.get_by_role("tab", name="Compact JSON").click()
    assert page.evaluate("[window.hacked === undefined, document.images.length, document.scripts.length]") == [True, 0, 2]
    assert page.locator("svg[onload], #details img, #rows img").count() == 0
    assert page.locator("#title").inner_text() == HOSTILE
    assert page.title() == f"{HOSTILE} - lumos view"


def test_the_policy_stops_what_could_still_be_smuggled_in(show: Show) -> None:
    visit = show(html_of(PAINT))
    tries: dict[str, Any] = visit.page.evaluate(
        """async () => {
          const tried = async (what) => { try { await what(); return "done"; } catch (error) { return error.name; } };
          const script = document.createElement("script");
          const element = document.createElement("div");
          const style = document.createElement("style");
          style.textContent = "body { display: none }";
          document.head.append(style);
          return {
            handler: await tried(() => element.setAttribute("onclick", "window.hacked = 1")),
            markup: await tried(() => { document.body.innerHTML = "<p>x</p>"; }),
            script: await tried(() => { script.textContent = "window.hacked = 1"; }),
            network: await tried(() => fetch("https://example.org/")),
            hacked: window.hacked || "no",
            display: getComputedStyle(document.body).display,
          };
        }"""
    )
    assert tries == {
        "handler": "TypeError",
        "markup": "TypeError",
        "script": "TypeError",
        "network": "TypeError",
        "hacked": "no",
        "display": "flex",
    }
    assert visit.complaints != []  # the browser says what it has stopped
    visit.complaints.clear()
    visit.requests.clear()


# Many


def test_five_thousand_elements_are_shown_searched_and_found(show: Show) -> None:
    page = show(html_of(many(5000))).page
    expect(page.locator("#extent")).to_have_text("1920 × 1080, 5,001 of 5,001 elements with a box")
    page.mouse.click(*place(page, 4321 % 50 * 38 + 18, 4321 // 50 * 10 + 4))
    assert chosen(page) == ["Item 4321"]
    expect(row(page, "Item 4321")).to_be_in_viewport()
    page.locator("#search").fill("item 499")
    expect(page.locator("#found")).to_have_text("15 of 5,001")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    assert chosen(page) == ["Item 5000"]
    assert outlined(page, "#chosen") == [0, 1000, 36, 9]

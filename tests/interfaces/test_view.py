"""`lumos view`: what the page holds, where it is written and which screenshot it takes; what it does is tested in Chromium."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import webbrowser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import lumos_layer
from lumos_layer.errors import InputError
from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.view import page
from lumos_layer.interfaces.view.picture import Picture, beside, place, read_picture
from lumos_layer.tree import Rect
from tests.interfaces.dumps import ORDERS
from tests.interfaces.terminal import on_a_terminal
from tests.pictures import png

HOSTILE = """</script><img src=x onerror="alert('&amp;')"><!--<script>{{script}}"""


def lumos(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=stdin, catch_exceptions=False)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("orders.xml").write_text(ORDERS, encoding="utf-8")


def page_of(dump: str, name: str = "dump.xml", picture: Picture | None = None) -> str:
    data = dump.encode()
    return page(lumos_layer.read(data), data, name, picture)


def facts(html: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(html.split('<script type="application/json" id="data">')[1].split("</script>", 1)[0])
    return found


def window(inside: str, **attributes: str) -> str:
    said = {"Name": "Orders", "IsOffscreen": "False", "x": "0", "y": "0", "width": "640", "height": "480", **attributes}
    attributes_said = " ".join(f'{name}="{value}"' for name, value in said.items())
    return f"<Window {attributes_said}>{inside}</Window>"


# The page


def test_a_row_stands_for_everything_that_the_blueprint_shows() -> None:
    shown = [(row["level"], row["kind"], row.get("ref"), row["role"], row["name"]) for row in facts(page_of(ORDERS))["rows"]]
    assert shown == [
        (1, "root", "A3", "window", "Orders"),
        (2, "text", None, "text", "Orders of today"),
        (2, "element", "A1", "button", "주문 저장"),
        (2, "element", "A2", "button", "Gift [red]"),
    ]


def test_a_row_says_where_its_element_is() -> None:
    rows = facts(page_of(ORDERS))["rows"]
    assert (rows[2]["path"], rows[2]["box"], rows[2]["tag_in_dump"]) == ("/Window/Button[1]", [10, 80, 100, 30], "Button")


def test_texts_have_the_boxes_of_the_nodes_that_say_them() -> None:
    dump = window(
        '<Text Name="Total" x="1" y="10" width="50" height="10"/><Button Name="Pay" x="1" y="30" width="50" height="10"/>'
        '<Text Name="Total" x="1" y="50" width="50" height="10"/><Button Name="Close" x="1" y="70" width="50" height="10"/>'
    )
    said = [(row["name"], row["box"]) for row in facts(page_of(dump))["rows"] if row["kind"] == "text"]
    assert said == [("Total", [1, 10, 50, 10]), ("Total", [1, 50, 50, 10])]


def test_a_text_does_not_take_the_box_of_a_hidden_node_that_says_the_same() -> None:
    dump = window(
        '<Text Name="Total" IsOffscreen="True" x="1" y="10" width="50" height="10"/>'
        '<Text Name="Total" IsOffscreen="False" x="1" y="50" width="50" height="10"/>'
    )
    said = [row["box"] for row in facts(page_of(dump))["rows"] if row["kind"] == "text"]
    assert said == [[1, 50, 50, 10]]


def test_the_page_holds_the_compact_form_and_its_sizes() -> None:
    held = facts(page_of(ORDERS))
    compact = lumos_layer.read(ORDERS.encode()).blueprint().compact()
    assert held["blueprint"]["compact"] == compact
    assert held["blueprint"]["bytes"] == len(compact.encode())
    assert held["blueprint"]["tokens"] == lumos_layer.read(ORDERS.encode()).blueprint().tokens()
    assert held["dump"]["bytes"] == len(ORDERS.encode())


def test_the_full_text_of_an_element_is_there_and_a_huge_one_is_cut() -> None:
    dump = window(f'<Button Name="{"a" * 300}" x="1" y="1" width="9" height="9"/>')
    dump_of_a_huge_one = window(f'<Button Name="{"a" * 20_050}" x="1" y="1" width="9" height="9"/>')
    row = facts(page_of(dump))["rows"][1]
    huge = facts(page_of(dump_of_a_huge_one))["rows"][1]
    assert (len(row["name"]), row["name_left"], len(row["text"])) == (200, 100, 300)
    assert (len(huge["text"]), huge["text_left"]) == (20_000, 50)


def test_a_protected_value_is_nowhere_in_the_page() -> None:
    dump = window('<Edit Name="Password" IsPassword="True" Value="hunter2" x="1" y="1" width="90" height="20"/>')
    html = page_of(dump)
    assert "hunter2" not in html
    assert facts(html)["rows"][1]["states"] == ["protected", "filled"]


def test_boxes_that_are_empty_or_no_place_on_a_screen_are_not_drawn() -> None:
    dump = window(
        '<Button Name="Here" x="1" y="1" width="9" height="9"/><Button Name="Far" x="900000" y="1" width="9" height="9"/>'
    )
    dump = dump.replace('x="0" y="0" width="640" height="480"', "")
    drawn = {row["name"]: "undrawn" not in row for row in facts(page_of(dump))["rows"] if "box" in row}
    assert drawn == {"Here": True, "Far": False}


def test_a_dump_without_boxes_has_rows_without_boxes_and_no_frame() -> None:
    held = facts(page_of('<Window Name="Orders" IsOffscreen="False"><Button Name="Save"/></Window>'))
    assert held["frame"] is None
    assert ["box" in row for row in held["rows"]] == [False, False]


def test_the_same_dump_gives_the_same_page() -> None:
    assert page_of(ORDERS) == page_of(ORDERS)


# Closed to everything outside, and to what a dump says


def test_the_page_names_no_other_file_and_no_address() -> None:
    html = page_of(ORDERS, picture=Picture("screen.png", png(4, 3), 4, 3))
    links = re.findall(r"""\b(?:src|href|action|srcset|poster|data|url)\s*[=(]\s*["']?([^"'\s>)]*)""", html.split("<script>")[0])
    assert {link for link in links if not link.startswith(("data:", "#"))} == set()
    assert "http://www.w3.org/2000/svg" in html  # a name, not an address that is loaded
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\"'\s]*", html) == []


def test_only_the_page_s_own_script_and_style_may_run() -> None:
    html = page_of(ORDERS)
    policy = re.findall('<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)
    script = html.split("<script>")[1].split("</script>")[0]
    style = html.split("<style>")[1].split("</style>")[0]

    def digest(text: str) -> str:
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    expected = (
        f"default-src 'none'; script-src 'sha256-{digest(script)}'; style-src 'sha256-{digest(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    assert policy == [expected]
    assert html.index("Content-Security-Policy") < html.index("<style>")


def test_hostile_words_stay_words() -> None:
    quoted = HOSTILE.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    dump = window(f'<Button Name="{quoted}" AutomationId="{quoted}" x="1" y="1" width="9" height="9"/>', Name=quoted)
    html = page_of(dump, name=HOSTILE)
    plain = page_of(ORDERS)
    assert [html.count(mark) for mark in "<>&"] == [plain.count(mark) for mark in "<>&"]
    held = facts(html)
    assert held["rows"][1]["name"] == HOSTILE
    assert held["rows"][1]["identifier"] == HOSTILE
    assert held["dump"]["name"] == HOSTILE


def test_line_separators_in_a_name_do_not_break_the_data() -> None:
    html = page_of(ORDERS, name="a\u2028b\u2029c")
    assert "\u2028" not in html
    assert facts(html)["dump"]["name"] == "a\u2028b\u2029c"


# The screenshot


def observation(dump: str) -> lumos_layer.Observation:
    return lumos_layer.read(dump.encode())


def picture_of(width: int, height: int) -> Picture:
    return Picture("screen.png", b"", width, height)


def android(bounds: str) -> str:
    return (
        '<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="a" text="" bounds="' + bounds + '">'
        '<node class="android.widget.Button" package="a" text="Save" clickable="true" bounds="[10,10][90,40]"/></node></hierarchy>'
    )


def test_a_screenshot_of_the_window_lies_where_the_window_is() -> None:
    seen = observation(window("<Button Name='Save'/>", x="100", y="50"))
    assert place(seen, None, picture_of(640, 480)) == Rect(100, 50, 640, 480)


def test_a_screenshot_of_the_desktop_begins_at_its_corner() -> None:
    seen = observation(window("<Button Name='Save'/>", x="0", y="0"))
    assert place(seen, None, picture_of(1280, 960)) == Rect(0, 0, 1280, 960)


def test_a_screenshot_in_finer_pixels_is_scaled_to_the_screen() -> None:
    seen = observation(android("[0,0][360,640]"))
    assert place(seen, None, picture_of(1080, 1920)) == Rect(0, 0, 360, 640)


def test_a_screenshot_of_another_shape_is_taken_pixel_for_pixel() -> None:
    seen = observation(android("[0,0][360,640]"))
    assert place(seen, None, picture_of(1920, 1080)) == Rect(0, 0, 1920, 1080)


def test_the_screenshot_beside_a_dump_has_its_name() -> None:
    Path("step-000.png").write_bytes(png(4, 3))
    assert beside(Path("step-000.json")) == Path("step-000.png")
    assert beside(Path("step-001.json")) is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GIF89a" + b"\0" * 30,
        png(4, 3)[:20],
        png(4, 3).replace(b"IHDR", b"JUNK"),
        png(1, 1).replace(b"\0\0\0\x01", b"\0\0\0\0", 2),
    ],
)
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    Path("screen.png").write_bytes(content)
    with pytest.raises(InputError, match=r"screen\.png"):
        read_picture(Path("screen.png"))


# The command


def test_the_page_is_written_here_under_the_dump_s_name() -> None:
    result = lumos("view", "orders.xml")
    written = Path("orders.view.html").read_text("utf-8")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == {
        "output": "orders.view.html",
        "bytes": len(written.encode()),
        "elements": 3,
        "boxes": 3,
        "screenshot": None,
    }
    assert written == page_of(ORDERS, "orders.xml")


def test_the_page_is_written_where_it_is_asked_for() -> None:
    assert lumos("view", "orders.xml", "--output", "look.html").exit_code == 0
    assert Path("look.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert not Path("orders.view.html").exists()


def test_a_dash_writes_the_page_to_standard_output() -> None:
    result = lumos("view", "-", "--output", "-", stdin=ORDERS.encode())
    assert result.stdout == page_of(ORDERS, "standard input")
    assert sorted(path.name for path in Path().iterdir()) == ["orders.xml"]


def test_the_screenshot_beside_the_dump_is_taken() -> None:
    Path("orders.png").write_bytes(png(640, 480))
    result = lumos("view", "orders.xml", "--output", "look.html")
    html = Path("look.html").read_text("utf-8")
    assert json.loads(result.stdout)["screenshot"] == "orders.png"
    assert base64.b64encode(png(640, 480)).decode() in html
    assert facts(html)["frame"] == [0, 0, 640, 480]


def test_another_screenshot_can_be_named() -> None:
    Path("orders.png").write_bytes(png(640, 480))
    Path("other.png").write_bytes(png(320, 240))
    result = lumos("view", "orders.xml", "--screenshot", "other.png")
    assert json.loads(result.stdout)["screenshot"] == "other.png"


def test_a_screenshot_that_was_named_must_be_one() -> None:
    missing = lumos("view", "orders.xml", "--screenshot", "none.png")
    wrong = lumos("view", "orders.xml", "--screenshot", "orders.xml")
    assert (missing.exit_code, wrong.exit_code) == (3, 3)
    assert missing.stderr.startswith("error: Cannot read the screenshot none.png: No such file")
    assert wrong.stderr.startswith("error: The screenshot orders.xml is no PNG file.")
    assert not Path("orders.view.html").exists()


def test_an_unfit_screenshot_beside_the_dump_is_left_out_with_a_warning() -> None:
    Path("orders.png").write_bytes(b"no picture")
    result = lumos("view", "orders.xml")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["screenshot"] is None
    assert result.stderr.startswith("warning: The screenshot orders.png is no PNG file.")


def test_the_dump_is_never_overwritten() -> None:
    result = lumos("view", "orders.xml", "--output", "orders.xml")
    assert result.exit_code == 3
    assert Path("orders.xml").read_text("utf-8") == ORDERS


def test_a_page_that_cannot_be_written_is_bad_input() -> None:
    result = lumos("view", "orders.xml", "--output", "nowhere/look.html")
    assert result.exit_code == 3
    assert result.stderr.startswith("error: Cannot write nowhere/look.html: No such file or directory.")


def test_the_page_is_opened_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert lumos("view", "orders.xml", "--open").exit_code == 0
    assert opened == [Path("orders.view.html").resolve().as_uri()]


def test_where_no_browser_can_be_opened_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    result = lumos("view", "orders.xml", "--open")
    assert result.exit_code == 0
    assert "No browser could be started. Open orders.view.html in one yourself." in result.stderr


def test_on_a_terminal_people_read_where_the_page_is() -> None:
    run = on_a_terminal("view", "orders.xml")
    assert run.code == 0
    assert run.stdout == b"orders.view.html\n"
    assert b"3 elements, 3 of them with a box, without a screenshot" in run.stderr

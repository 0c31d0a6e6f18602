"""An act chosen beside one record is not done beside another, where a list, table or message tells which it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer import Session
from lumos_layer.actions.click import Click
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.execution.doubt import doubts
from tests.execution.surfaces import Surface, ref, window
from tests.execution.test_targets import asked
from tests.trees import Row, button, group, heading, node, text

DIALECTS = ("browser", "uia", "atspi", "android", "ios")
Build = Callable[[str], list[Row]]


def screen(*rows: Row) -> list[Row]:
    """A window with a button and these rows, which begin one level below it."""
    return [*window(button("Confirm")), *rows]


def cells(*texts: str, role: str = "cell") -> list[Row]:
    return [(2, node("row")), *((3, node(role, each)) for each in texts)]


RECORDS: dict[str, Build] = {
    "list": lambda who: screen((1, node("list")), (2, node("listitem", f"To: {who}")), (2, node("listitem", "Amount: 10.00"))),
    "list of texts": lambda who: screen((1, node("list")), (2, text("To")), (2, text(who)), (2, text("Rent"))),
    "list of one": lambda who: screen((1, node("list")), (2, node("listitem")), (3, text(f"To {who}"))),
    "definition list": lambda who: screen(
        (1, node("list")),
        (2, node("term", "To")),
        (2, node("definition", who)),
        (2, node("term", "For")),
        (2, node("definition", "Rent")),
    ),
    "table": lambda who: screen((1, node("table")), *cells("To", who), *cells("Amount", "10.00 EUR")),
    "table with headers": lambda who: screen(
        (1, node("table")), (2, node("row")), (3, node("columnheader", "To")), (3, node("columnheader", "For")), *cells(who, "Rent")
    ),
    "table without rows": lambda who: screen((1, node("table")), (2, node("cell", "To")), (2, node("cell", who))),
    "grid": lambda who: screen(
        (1, node("grid")), (2, node("rowgroup")), *((level + 1, each) for level, each in cells(who, "3", role="gridcell"))
    ),
    "status": lambda who: screen((1, node("status", f"To: {who}"))),
    "status around a text": lambda who: screen((1, node("status")), (2, text(who))),
    "alert": lambda who: screen((1, node("alert")), (2, text(f"You will pay {who}"))),
    "group of texts": lambda who: screen((1, group("Recipient")), (2, text(who)), (2, text("Rent"))),
    "heading": lambda who: screen((1, heading(f"Transfer to {who}"))),
    "card": lambda who: screen((1, node("article")), (2, heading(who)), (2, text("Friend"))),
    "rows in no list": lambda who: screen((1, node("listitem")), (2, text("To")), (2, text(who))),
    "tree": lambda who: screen((1, node("tree")), (2, node("treeitem", "People", expanded=True)), (3, node("treeitem", who))),
    "list that scrolls": lambda who: screen(
        (1, node("list", "", "scroll")),
        (2, node("listitem")),
        (3, text("To:")),
        (3, text(who)),
        (2, node("listitem")),
        (3, text("Rent")),
    ),
    "list in a section": lambda who: screen(
        (1, node("region", "Summary")), (2, node("list")), (3, node("listitem", f"To: {who}")), (3, node("listitem", "Rent"))
    ),
    "chosen row": lambda who: screen(
        (1, node("list")), *((2, node("listitem", each, "select", selected=each == who)) for each in ("Ada", "Bob", "Cem"))
    ),
    "dialog title": lambda who: [
        (0, node("window", "Bank")),
        (1, node("dialog", f"Pay {who}", modal=True)),
        (2, button("Confirm")),
    ],
    "row of its own": lambda who: [
        (0, node("window", "Bank")),
        (1, node("list")),
        (2, node("listitem")),
        (3, text(f"To: {who}")),
        (2, node("listitem")),
        (3, button("Confirm")),
    ],
}


def mail(*names: str, level: int = 1, scrolls: bool = False) -> list[Row]:
    return [
        (level, node("list", "Mail", *(("scroll",) if scrolls else ()))),
        *((level + 1, node("listitem", each)) for each in names),
    ]


def rows(*found: tuple[str, ...]) -> list[Row]:
    return [(1, node("table")), *(row for texts in found for row in cells(*texts))]


SAME: dict[str, tuple[list[Row], list[Row]]] = {
    "clock": (screen(*mail("Ada 10:59", "Bob")), screen(*mail("Ada 11:00", "Bob"))),
    "count": (screen(*mail("Inbox (3)", "12 sent")), screen(*mail("Inbox (4)", "13 sent"))),
    "progress": (screen(*rows(("a.txt", "12 %"), ("b.txt", "0 %"))), screen(*rows(("a.txt", "97 %"), ("b.txt", "3 %")))),
    "progress bar": (
        screen((1, node("list")), (2, node("progressbar", "Copying a.txt", value="1"))),
        screen((1, node("list")), (2, node("progressbar", "Copying b.txt", value="9"))),
    ),
    "sort": (screen(*rows(("Ada", "9"), ("Bob", "1"), ("Cem", "5"))), screen(*rows(("Bob", "1"), ("Cem", "5"), ("Ada", "9")))),
    "sort of a grid": (
        screen((1, node("grid")), *cells("Ada", "London"), *cells("Bob", "Rome")),
        screen((1, node("grid")), *cells("Bob", "Rome"), *cells("Ada", "London")),
    ),
    "arrival": (screen(*mail("Hello", "Bye")), screen(*mail("New", "Hello", "Bye"))),
    "arrival in the last three": (screen(*mail("a b", "c d", "e f")), screen(*mail("g h", "a b", "c d"))),
    "two arrivals in the last three": (screen(*mail("a b", "c d", "e f")), screen(*mail("g h", "i j", "a b"))),
    "deleted and arrived": (screen(*mail("a b", "c d", "e f")), screen(*mail("g h", "a b", "e f"))),
    "gone": (screen(*mail("Hello", "Bye")), screen(*mail("Hello"))),
    "lines of a chat": (screen(*mail("Bob: hi", "Ada: yo", "Cem: ah")), screen(*mail("Ada: yo", "Cem: ah", "Bob: bye"))),
    "scrolled by a page": (screen(*mail("a b", "c d", scrolls=True)), screen(*mail("e f", "g h", scrolls=True))),
    "scrolled by most of a page": (
        screen(*mail("a b", "c d", "e f", scrolls=True)),
        screen(*mail("e f", "g h", "i j", scrolls=True)),
    ),
    "news in a section": (
        screen((1, node("region", "News")), *mail("Rain at last", level=2)),
        screen((1, node("region", "News")), *mail("Sun again", level=2)),
    ),
    "news at the side": (
        screen((1, node("complementary", "News")), *mail("Rain", "Snow", level=2)),
        screen((1, node("complementary", "News")), *mail("Sun", "Snow", level=2)),
    ),
    "feed": (screen((1, node("feed")), (2, node("article", "Rain"))), screen((1, node("feed")), (2, node("article", "Sun")))),
    "log": (screen((1, node("log")), (2, text("To: Ada"))), screen((1, node("log")), (2, text("To: Bob")))),
    "loading": (screen(*mail("Hello"), (1, node("list"))), screen(*mail("Hello"), (1, node("list")), (2, node("listitem", "Ada")))),
    "another list comes": (screen(*mail("Hello", "Bye")), screen(*mail("Rain", "Sun"), *mail("Hello", "Bye"))),
    "another tab": (
        screen((1, node("tabpanel")), (2, text("Font")), (2, text("Size"))),
        screen((1, node("tabpanel")), (2, text("Name")), (2, text("Mail"))),
    ),
    "a message that comes": (screen(), screen((1, node("status", "Saved")))),
}


def pressed(before: list[Row], after: list[Row], dialect: str, name: str = "Confirm") -> tuple[list[str], str]:
    """What was sent of a click that was chosen on the one screen, when the other one is there; and why it was refused."""
    surface = Surface(*before, dialect=dialect)
    executor = surface.executor()
    wanted = ref(executor, name)
    surface.rows = list(after)
    outcome = executor.run(asked("click", wanted))
    return surface.verbs, outcome.reason if isinstance(outcome, Rejected) else ""


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("kind", RECORDS)
def test_nothing_is_pressed_for_another_record_than_rows_told_of(kind: str, dialect: str) -> None:
    build = RECORDS[kind]
    assert pressed(build("Ada"), build("Bob"), dialect) == ([], "stale")
    assert pressed(build("Ada"), build("Ada"), dialect) == (["click"], "")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("case", SAME)
def test_rows_that_go_on_for_the_same_record_keep_nobody_from_pressing(case: str, dialect: str) -> None:
    before, after = SAME[case]
    assert pressed(before, after, dialect) == (["click"], "")


def test_the_refusal_says_which_row_tells_something_else() -> None:
    surface = Surface(*RECORDS["table"]("Ada"))
    executor = surface.executor()
    confirm = ref(executor, "Confirm")
    surface.rows = RECORDS["table"]("Bob")
    outcome = executor.run(asked("click", confirm))
    assert isinstance(outcome, Rejected)
    said = f"{confirm} stood beside a row of 'Ada' and stands beside one of 'Bob' since the look o1"
    assert outcome.violations[0].message == f"{said}: it may belong to something else now."


def test_the_refusal_says_which_row_is_chosen_now() -> None:
    surface = Surface(*RECORDS["chosen row"]("Ada"))
    executor = surface.executor()
    confirm = ref(executor, "Confirm")
    surface.rows = RECORDS["chosen row"]("Bob")
    outcome = executor.run(asked("click", confirm))
    assert isinstance(outcome, Rejected)
    assert outcome.violations[0].message == (
        f"{confirm} stood beside 'Ada', which was chosen, and 'Bob' is since the look o1: it may belong to something else now."
    )


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_message_keeps_only_what_cannot_be_taken_back_from_being_pressed(dialect: str) -> None:
    def shown(status: str) -> list[Row]:
        return [*window(button("Send"), button("Zoom in")), (1, node("status", status))]

    assert pressed(shown("Paying Ada"), shown("Paying Bob"), dialect, "Send") == ([], "stale")
    assert pressed(shown("Paying Ada"), shown("Paying Bob"), dialect, "Zoom in") == (["click"], "")


def test_a_list_that_says_something_else_at_each_look_keeps_nobody_from_pressing() -> None:
    surface = Surface(*screen(*mail("Rain", "Snow")))
    words = ["Ada sings", "Bob plays", "News at last", "Weather"]
    surface.each_look = lambda: surface.rows.__setitem__(3, (2, node("listitem", words[surface.looks % 4])))
    executor = surface.executor()
    executor.run(asked("click", ref(executor, "Confirm")))
    assert surface.verbs == ["click"]


@given(
    st.permutations(("Ada", "Bob", "Cem", "Dan", "Eva")),
    st.permutations(("Ada", "Bob", "Cem", "Dan", "Eva")),
    st.sampled_from(DIALECTS),
)
def test_no_order_of_the_same_rows_keeps_anybody_from_pressing(one: list[str], other: list[str], dialect: str) -> None:
    assert pressed(screen(*mail(*one)), screen(*mail(*other)), dialect) == (["click"], "")


@given(st.lists(st.integers(0, 99), unique=True, min_size=1, max_size=6), st.integers(1, 6), st.sampled_from(DIALECTS))
def test_no_arrivals_at_the_top_keep_anybody_from_pressing(ids: list[int], new: int, dialect: str) -> None:
    """Whether the list grows, or shows as many rows as before; one row at least is still there."""
    before = [f"Letter {100 + each}" for each in ids]
    after = [f"Letter {300 + each}" for each in range(new)] + before
    assert pressed(screen(*mail(*before)), screen(*mail(*after)), dialect) == (["click"], "")
    kept = after[: max(len(before), new + 1)]
    assert pressed(screen(*mail(*before)), screen(*mail(*kept)), dialect) == (["click"], "")


# As the dialects write it down

UIA = """<Window ControlType="Window" Name="Bank" RuntimeId="1" BoundingRectangle="0,0,400,300" IsOffscreen="false">
<DataGrid ControlType="DataGrid" Name="Summary" RuntimeId="2" BoundingRectangle="0,0,400,100" IsOffscreen="false">
<DataItem ControlType="DataItem" Name="row" RuntimeId="3" BoundingRectangle="0,0,400,30" IsOffscreen="false">
<Text ControlType="Text" Name="To" RuntimeId="4" BoundingRectangle="0,0,90,30" IsOffscreen="false"/>
<Text ControlType="Text" Name="WHO" RuntimeId="5" BoundingRectangle="100,0,90,30" IsOffscreen="false"/></DataItem></DataGrid>
<Button ControlType="Button" Name="Confirm" RuntimeId="6" BoundingRectangle="0,200,90,30" IsOffscreen="false"/></Window>"""
ATSPI = """<desktop-frame xmlns:st="uri:deskat:state.at-spi.gnome.org" xmlns:cp="uri:deskat:component.at-spi.gnome.org">
<frame name="Bank" st:showing="true" st:visible="true" cp:screencoord="(0, 0)" cp:size="(400, 300)">
<list st:showing="true" st:visible="true" cp:screencoord="(0, 0)" cp:size="(400, 100)">
<list-item name="To: WHO" st:showing="true" st:visible="true" cp:screencoord="(0, 0)" cp:size="(400, 30)"/></list>
<push-button name="Confirm" st:showing="true" st:visible="true" st:enabled="true" cp:screencoord="(0, 200)" cp:size="(90, 30)"/>
</frame></desktop-frame>"""
ANDROID = """<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="bank" bounds="[0,0][400,300]" text="">
<node class="androidx.recyclerview.widget.RecyclerView" scrollable="true" package="bank" bounds="[0,0][400,100]" text="">
<node class="android.widget.LinearLayout" package="bank" bounds="[0,0][400,30]" text="">
<node class="android.widget.TextView" package="bank" bounds="[0,0][90,30]" text="To"/>
<node class="android.widget.TextView" package="bank" bounds="[100,0][200,30]" text="WHO"/></node></node>
<node class="android.widget.Button" package="bank" clickable="true" enabled="true" bounds="[0,200][90,230]" text="Confirm"/>
</node></hierarchy>"""
IOS = """<AppiumAUT><XCUIElementTypeApplication name="Bank" visible="true" x="0" y="0" width="400" height="300">
<XCUIElementTypeTable visible="true" x="0" y="0" width="400" height="100">
<XCUIElementTypeCell visible="true" x="0" y="0" width="400" height="30">
<XCUIElementTypeStaticText name="To" label="To" value="To" visible="true" x="0" y="0" width="90" height="30"/>
<XCUIElementTypeStaticText name="WHO" label="WHO" value="WHO" visible="true" x="99" y="0" width="90" height="30"/>
</XCUIElementTypeCell></XCUIElementTypeTable>
<XCUIElementTypeButton name="Confirm" label="Confirm" visible="true" enabled="true" x="0" y="200" width="90" height="30"/>
</XCUIElementTypeApplication></AppiumAUT>"""
BROWSER = """<RootWebArea name="Bank" url="https://bank.example/" backendDOMNodeId="1">
<DescriptionList backendDOMNodeId="2"><term backendDOMNodeId="3"><StaticText name="To" backendDOMNodeId="4"/></term>
<definition backendDOMNodeId="5"><StaticText name="WHO" backendDOMNodeId="6"/></definition></DescriptionList>
<button name="Confirm" focusable="true" backendDOMNodeId="7"/></RootWebArea>"""


@pytest.mark.parametrize("dump", [UIA, ATSPI, ANDROID, IOS, BROWSER], ids=["uia", "atspi", "android", "ios", "browser"])
def test_dumps_of_each_dialect_tell_that_a_row_is_about_another(dump: str) -> None:
    session = Session()
    before = session.observe(dump.replace("WHO", "Ada").encode())
    after = session.observe(dump.replace("WHO", "Bob").encode())
    confirm = next(ref for ref, i in before.refs.items() if before.tree[i].name == "Confirm")
    assert after.tree[after.refs[confirm]].name == "Confirm"
    assert [each.reason for each in doubts(Click(ref=confirm), before, after)] == ["stale"]
    assert doubts(Click(ref=confirm), before, session.observe(dump.replace("WHO", "Ada").encode())) == []

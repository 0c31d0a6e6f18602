from __future__ import annotations

from lumos_layer.evaluation.linear import rows, visible_rows
from tests.evaluation.screens import button, text, window

SCREEN = window(
    button("Save", more='IsEnabled="False"')
    + '<CheckBox Name="Keep" ToggleState="1" x="10" y="40" width="80" height="20"/>'
    + '<Edit Name="Note" Value="one&#10;two&#9;three" x="10" y="70" width="80" height="20"/>'
    + '<Edit Name="PIN" Value="1234" IsPassword="True" x="10" y="100" width="80" height="20"/>'
    + '<Group IsOffscreen="True" x="0" y="0" width="9" height="9">'
    + text("Unseen")
    + "</Group>"
)


def test_each_node_is_one_row_with_tabs_between_its_parts() -> None:
    assert rows(SCREEN).splitlines() == [
        "role\tname\tvalue\tstate\tbox",
        "window\tOrders\t\t\t0,0,640,480",
        "button\tSave\t\tdisabled\t10,10,80,20",
        "checkbox\tKeep\t\tchecked\t10,40,80,20",
        "textbox\tNote\tone\\ntwo three\t\t10,70,80,20",
        "textbox\tPIN\t\tprotected\t10,100,80,20",
        "group\t\t\toffscreen\t0,0,9,9",
        "text\tUnseen\t\t\t10,10,80,20",
    ]


def test_what_is_out_of_view_has_no_visible_row() -> None:
    assert visible_rows(SCREEN).splitlines() == rows(SCREEN).splitlines()[:6]


def test_a_node_without_a_box_says_none() -> None:
    assert rows(window('<Button Name="Go"/>')).splitlines()[2] == "button\tGo\t\t\t"


def test_open_and_half_checked_elements_say_so() -> None:
    screen = window(
        '<TreeItem Name="Disk" ExpandCollapseState="Expanded" x="1" y="1" width="9" height="9"/>'
        '<TreeItem Name="Net" ExpandCollapseState="Collapsed" x="1" y="20" width="9" height="9"/>'
        '<CheckBox Name="All" ToggleState="2" x="1" y="40" width="9" height="9"/>'
    )
    assert [row.split("\t")[3] for row in rows(screen).splitlines()[2:]] == ["expanded", "collapsed", "checked=mixed"]

"""Where comparable tools lose elements: one test for each way, on a small dump in a real dialect."""

from __future__ import annotations

import json

import pytest

import lumos_layer
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.items import Element, Group


def blueprint(dump: str) -> Blueprint:
    return lumos_layer.read(dump.encode()).blueprint()


def shown(dump: str) -> list[str]:
    """Role, states and name of all that has a ref, in order."""
    items = (item for item in blueprint(dump).walk() if isinstance(item, Element | Group) and item.ref)
    return [" ".join(filter(None, (item.role, *item.states, item.name))) for item in items]


# Requiring a name, or a role from a short list

UIA = """<Window Name="Player" IsOffscreen="False" x="0" y="0" width="600" height="400">
  <Button Name="" IsOffscreen="False" IsEnabled="True" x="10" y="10" width="24" height="24"/>
  <Slider Name="Volume" IsOffscreen="False" x="50" y="10" width="100" height="24" Minimum="0" Maximum="10" RangeValue="7"/>
  <SplitButton Name="Play" IsOffscreen="False" x="160" y="10" width="60" height="24"/>
  <DataGrid Name="Titles" IsOffscreen="False" x="0" y="50" width="600" height="300">
    <Header IsOffscreen="False" x="0" y="50" width="600" height="20">
      <HeaderItem Name="Title" IsOffscreen="False" x="0" y="50" width="300" height="20"/>
    </Header>
    <DataItem Name="Song" IsOffscreen="False" x="0" y="70" width="600" height="20" IsSelected="True"/>
    <DataItem Name="" IsOffscreen="False" x="0" y="90" width="600" height="20"/>
  </DataGrid>
</Window>"""


def test_windows_sliders_split_buttons_data_items_header_items_and_nameless_buttons_are_shown() -> None:
    assert shown(UIA) == [
        "button", "slider Volume", "button Play", "columnheader Title", "row selected Song", "row",
    ]  # fmt: skip


ATSPI = """<desktop-frame name="main" xmlns:st="https://accessibility.ubuntu.example.org/ns/state"
 xmlns:cp="https://accessibility.ubuntu.example.org/ns/component">
 <application name="files">
  <frame name="Files" st:enabled="true" st:showing="true" cp:screencoord="(0, 0)" cp:size="(600, 400)">
   <page-tab-list st:enabled="true" st:showing="true" cp:screencoord="(0, 0)" cp:size="(600, 30)">
    <page-tab name="Home" st:enabled="true" st:showing="true" st:selectable="true" st:selected="true"
     cp:screencoord="(0, 0)" cp:size="(60, 30)"/>
    <page-tab name="Music" st:enabled="true" st:showing="true" st:selectable="true" cp:screencoord="(60, 0)" cp:size="(60, 30)"/>
   </page-tab-list>
   <tree-table st:enabled="true" st:showing="true" cp:screencoord="(0, 30)" cp:size="(600, 300)">
    <table-column-header name="Size" st:enabled="true" st:showing="true" cp:screencoord="(0, 30)" cp:size="(90, 20)"/>
   </tree-table>
   <push-button name="" st:enabled="true" st:showing="true" cp:screencoord="(0, 340)" cp:size="(30, 30)"/>
  </frame>
 </application>
</desktop-frame>"""


def test_linux_page_tabs_column_headers_and_nameless_buttons_are_shown() -> None:
    assert shown(ATSPI) == ["tab selected Home", "tab Music", "columnheader Size", "button"]


# Taking "not said" for "false"

GTK4 = """<desktop-frame name="main" xmlns:st="https://accessibility.ubuntu.example.org/ns/state">
 <application name="calculator">
  <frame name="Calculator" st:active="true" st:visible="true">
   <panel st:visible="true">
    <push-button name="7" st:sensitive="true" st:visible="true" st:focusable="true"/>
    <push-button name="8" st:sensitive="true" st:visible="true"/>
    <text st:editable="true" st:sensitive="true" st:visible="true" st:focusable="true"/>
   </panel>
  </frame>
 </application>
</desktop-frame>"""


def test_programs_that_never_say_showing_or_enabled_are_shown() -> None:
    assert shown(GTK4) == ["button 7", "button 8", "textbox"]


def test_windows_dumps_that_say_nothing_of_enabled_or_off_screen_are_shown_enabled() -> None:
    assert shown('<Window Name="w" RuntimeId="1"><Button Name="OK"/></Window>') == ["button OK"]


# Clickable parents without text, whose children carry it

COMPOSE = """<hierarchy rotation="0"><node class="android.view.View" text="" bounds="[0,0][400,800]" clickable="false">
  <node class="android.view.View" text="" clickable="true" bounds="[0,0][400,100]">
    <node class="android.widget.TextView" text="Wi-Fi" clickable="false" bounds="[20,20][200,60]"/>
    <node class="android.widget.TextView" text="Connected" clickable="false" bounds="[20,60][200,90]"/>
  </node>
  <node class="android.view.View" text="" clickable="true" bounds="[0,100][400,200]">
    <node class="android.widget.TextView" text="Bluetooth" clickable="false" bounds="[20,120][200,160]"/>
    <node class="android.view.View" text="" content-desc="Off" clickable="true" bounds="[300,120][380,180]"/>
  </node>
</node></hierarchy>"""


def test_clickable_views_are_named_by_their_texts_whether_they_are_leaves_or_not() -> None:
    assert shown(COMPOSE) == ["generic Wi-Fi, Connected", "generic Bluetooth", "generic Off"]


# Listbox options, treegrid rows, summaries, focusable regions

PAGE = """<RootWebArea name="Page" focusable="true">
  <listbox name="Fruit" focusable="true"><option name="Apple" selected="true"/><option name="Pear" selected="false"/></listbox>
  <treegrid name="Mails"><row name="Hello" focusable="true" expanded="false"/><row name="Bye" focusable="true"/></treegrid>
  <Details><DisclosureTriangle name="More" focusable="true" expanded="false"/></Details>
  <region name="Log" focusable="true"><StaticText name="started"/></region>
</RootWebArea>"""


def test_options_rows_summaries_and_focusable_regions_are_shown() -> None:
    assert shown(PAGE) == [
        "listbox Fruit", "option selected Apple", "option Pear", "row collapsed Hello", "row Bye", "button collapsed More",
        "region Log",
    ]  # fmt: skip


def test_collapsed_is_said_as_well_as_expanded() -> None:
    assert shown('<RootWebArea name="p"><button name="a" expanded="true"/><button name="b" expanded="false"/></RootWebArea>') == [
        "button expanded a", "button collapsed b",
    ]  # fmt: skip


def test_options_of_an_open_list_are_shown_although_they_have_no_area() -> None:
    dump = """<Window Name="w" IsOffscreen="False" x="0" y="0" width="300" height="200">
      <ComboBox Name="Size" ExpandCollapseState="Expanded" IsOffscreen="False" x="0" y="0" width="90" height="20">
        <ListItem Name="Small" IsOffscreen="False" x="0" y="0" width="0" height="0"/></ComboBox>
      <ComboBox Name="Colour" ExpandCollapseState="Collapsed" IsOffscreen="False" x="0" y="40" width="90" height="20">
        <ListItem Name="Red" IsOffscreen="False" x="0" y="0" width="0" height="0"/></ComboBox></Window>"""
    assert shown(dump) == ["combobox expanded Size", "listitem Small", "combobox collapsed Colour"]
    assert blueprint(dump).omitted == {"zero_area": 1}


# Shadow DOM, SVG sliders, zero-box and pointer-events:none parents, click listeners and pointer cursors

CDP = """{"computedStyles": ["display", "visibility", "pointer-events", "cursor"], "sessions": [{"name": "main",
 "frames": [{"nodes": [
  {"nodeId": "1", "role": {"value": "RootWebArea"}, "name": {"value": "Shop"}, "backendDOMNodeId": 1,
   "childIds": ["3", "5", "7", "9", "10"]},
  {"nodeId": "3", "role": {"value": "generic"}, "name": {"value": ""}, "backendDOMNodeId": 3, "childIds": ["4"]},
  {"nodeId": "4", "role": {"value": "button"}, "name": {"value": "In the shadow"}, "backendDOMNodeId": 4, "childIds": []},
  {"nodeId": "5", "role": {"value": "SvgRoot"}, "name": {"value": ""}, "backendDOMNodeId": 5, "childIds": ["6"]},
  {"nodeId": "6", "role": {"value": "slider"}, "name": {"value": "Hue"}, "value": {"value": "30"}, "backendDOMNodeId": 6,
   "properties": [{"name": "focusable", "value": {"value": true}}], "childIds": []},
  {"nodeId": "7", "role": {"value": "generic"}, "name": {"value": ""}, "backendDOMNodeId": 7, "childIds": ["8"]},
  {"nodeId": "8", "role": {"value": "link"}, "name": {"value": "Sticks out"}, "backendDOMNodeId": 8, "childIds": []},
  {"nodeId": "9", "role": {"value": "generic"}, "name": {"value": "Listens"}, "backendDOMNodeId": 9, "childIds": []},
  {"nodeId": "10", "role": {"value": "generic"}, "name": {"value": "Has a hand"}, "backendDOMNodeId": 10, "childIds": []}]}],
 "snapshot": {
  "strings": ["#document", "HTML", "X-CARD", "BUTTON", "svg", "DIV", "A", "block", "visible", "auto", "none", "pointer"],
  "documents": [{
   "nodes": {
    "parentIndex": [-1, 0, 1, 2, 1, 4, 1, 6, 1, 1], "nodeType": [9, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    "nodeName": [0, 1, 2, 3, 4, 5, 5, 6, 5, 5], "backendNodeId": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "isClickable": {"index": [8]}},
   "layout": {
    "nodeIndex": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    "bounds": [[0, 0, 800, 600], [0, 0, 800, 600], [0, 0, 0, 0], [10, 10, 90, 20], [10, 40, 90, 20],
     [20, 40, 10, 20], [10, 70, 90, 0], [10, 70, 90, 20], [10, 100, 90, 20], [10, 130, 90, 20]],
    "styles": [[7, 8, 9, 9], [7, 8, 9, 9], [7, 8, 9, 9], [7, 8, 9, 9], [7, 8, 10, 9],
     [7, 8, 9, 9], [7, 8, 10, 9], [7, 8, 9, 9], [7, 8, 9, 9], [7, 8, 9, 11]]}}]}}]}"""


def test_what_is_in_shadow_trees_and_drawings_and_reaches_out_of_its_parent_is_shown() -> None:
    assert {"button In the shadow", "slider Hue", "link Sticks out"} <= set(shown(CDP))


def test_what_only_listens_to_clicks_or_shows_a_hand_can_be_clicked() -> None:
    found = {item.name: item.can for item in blueprint(CDP).walk() if isinstance(item, Element)}
    assert (found["Listens"], found["Has a hand"]) == (("click",), ("click",))


# Silent cuts at a count, a character limit or the edge of the view


def test_nothing_is_cut_at_a_count() -> None:
    buttons = "".join(f'<button name="b{number}"/>' for number in range(3_000))
    assert len(shown(f'<RootWebArea name="p">{buttons}</RootWebArea>')) == 3_000


@pytest.mark.parametrize("what", ["name", "value"])
def test_what_is_cut_in_length_says_by_how_much_and_can_be_asked_for(what: str) -> None:
    words = "long " * 400 + "end"
    observation = lumos_layer.read(f'<RootWebArea name="p"><textbox {what}="{words}"/></RootWebArea>'.encode())
    [field] = json.loads(observation.blueprint().object())["items"]
    assert field[f"{what}_left"] == len(words) - len(field[what]) == len(words) - 199
    assert words in observation.text_of(field["ref"])


def test_what_is_below_the_fold_of_a_page_is_shown() -> None:
    dump = """<RootWebArea name="p" x="0" y="0" width="800" height="600"><link name="near" x="0" y="10" width="90" height="20"/>
      <link name="far" x="0" y="9000" width="90" height="20"/></RootWebArea>"""
    assert shown(dump) == ["link near", "link far"]


def test_what_is_left_out_because_it_is_out_of_view_is_counted() -> None:
    dump = """<Window Name="w" IsOffscreen="False" x="0" y="0" width="300" height="200">
      <List Name="l" VerticallyScrollable="True" IsOffscreen="False" x="0" y="0" width="300" height="200">
        <ListItem Name="a" IsOffscreen="False" x="0" y="0" width="300" height="20"/>
        <ListItem Name="b" IsOffscreen="True" x="0" y="900" width="300" height="20"/></List></Window>"""
    found = blueprint(dump)
    assert found.omitted == {"offscreen": 1}
    assert [item.offscreen for item in found.walk() if isinstance(item, Element | Group) and item.name == "l"] == [1]


# Refs that change from look to look


def test_the_same_screen_has_the_same_refs_and_bytes_at_every_look() -> None:
    for dump in (UIA, ATSPI, GTK4, COMPOSE, PAGE, CDP):
        first, again = (lumos_layer.read(dump.encode()) for _ in range(2))
        assert dict(first.refs) == dict(again.refs)
        assert first.blueprint().compact() == again.blueprint().compact()

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.browser import BROWSER
from lumos_layer.perception.formats.web_roles import NO_NODES, ROLES, STATES, UNNAMED
from lumos_layer.perception.limits import DEFAULT
from lumos_layer.perception.secrets import keep_secrets
from lumos_layer.perception.xml import read_xml
from lumos_layer.tree import Node, Rect, Role

ROOT = Path(__file__).parents[2]
XS = "{http://www.w3.org/2001/XMLSchema}"
PAGE = """\
<RootWebArea backendDOMNodeId="2" ignored="false" name="Orders" focusable="true" focused="true" url="https://shop.example/orders">
  <none raw_id="2" backendDOMNodeId="5" nodeId="5" ignored="true">
    <heading backendDOMNodeId="6" ignored="false" name="Orders" level="1">
      <StaticText backendDOMNodeId="7" name="Orders "/>
    </heading>
    <LabelText backendDOMNodeId="8" name="Filter"><StaticText backendDOMNodeId="9" name="Filter"/></LabelText>
    <searchbox backendDOMNodeId="10" name="Filter" value="ann" focusable="true" focused="true" editable="plaintext" settable="true">
      <generic backendDOMNodeId="11"><StaticText backendDOMNodeId="12" name="ann"/></generic>
    </searchbox>
    <textbox backendDOMNodeId="13" name="PIN" value="••••" focusable="true">
      <StaticText backendDOMNodeId="14" name="••••"/>
    </textbox>
    <combobox backendDOMNodeId="15" name="Sort by" invalid="false" focusable="true" hasPopup="menu" expanded="false">
      <MenuListPopup backendDOMNodeId="16">
        <option backendDOMNodeId="17" name="Date" focusable="true" selected="true"/>
      </MenuListPopup>
    </combobox>
    <LineBreak backendDOMNodeId="18" name="&#10;"/>
    <link backendDOMNodeId="19" name="Help" focusable="true" url="https://shop.example/help"/>
    <button backendDOMNodeId="20" name="Delete" focusable="true" disabled="true"/>
  </none>
</RootWebArea>
"""


def read(text: str) -> Draft:
    draft = read_xml(text.encode(), [BROWSER], DEFAULT)[1]
    keep_secrets(draft)
    return draft


def one(element: str) -> Node:
    """That element, read as the only one in a page."""
    return read(f"<RootWebArea>{element}</RootWebArea>").nodes[1]


# The reader


def test_the_root_is_recognised_by_its_tag() -> None:
    assert BROWSER.recognises("RootWebArea", {})
    assert not BROWSER.recognises("hierarchy", {"name": "RootWebArea"})
    assert BROWSER.letter == "W"


def test_the_page_gives_title_and_address() -> None:
    draft = read(PAGE)
    assert (draft.title, draft.url, draft.size) == ("Orders", "https://shop.example/orders", None)


def test_a_page_is_read_node_by_node() -> None:
    said = [(node.native_id, node.role, node.name, node.value, node.can) for node in read(PAGE).nodes]
    assert said == [
        ("2", "document", "Orders", None, ("focus",)),
        ("5", "generic", "", None, ()),
        ("6", "heading", "Orders", None, ()),
        ("7", "text", "Orders", None, ()),
        ("8", "generic", "", None, ()),
        ("9", "text", "Filter", None, ()),
        ("10", "searchbox", "Filter", "ann", ("set_value", "type")),
        ("11", "generic", "", None, ()),
        ("12", "generic", "", None, ()),
        ("13", "textbox", "PIN", None, ("set_value", "type")),
        ("14", "generic", "", None, ()),
        ("15", "combobox", "Sort by", None, ("expand",)),
        ("16", "listbox", "", None, ()),
        ("17", "option", "Date", None, ("select",)),
        ("18", "generic", "", None, ()),
        ("19", "link", "Help", None, ("click",)),
        ("20", "button", "Delete", None, ("click",)),
    ]


def test_states_are_said_only_where_the_page_says_them() -> None:
    nodes = {node.native_id: node for node in read(PAGE).nodes}
    assert nodes["20"] == Node(role=Role.BUTTON, name="Delete", can=("click",), enabled=False, focusable=True, native_id="20")
    assert nodes["6"] == Node(role=Role.HEADING, name="Orders", level=1, native_id="6")
    assert (nodes["15"].expanded, nodes["15"].invalid, nodes["17"].selected) == (False, False, True)
    assert nodes["19"].url == "https://shop.example/help"


def test_only_the_element_has_the_focus_not_the_page_around_it() -> None:
    assert [node.native_id for node in read(PAGE).nodes if node.focused] == ["10"]


def test_a_value_of_bullets_is_a_secret() -> None:
    field = next(node for node in read(PAGE).nodes if node.native_id == "13")
    assert (field.protected, field.filled, field.value) == (True, True, None)
    assert "•" not in str(read(PAGE).nodes)


@pytest.mark.parametrize("tag", sorted(NO_NODES))
def test_what_is_no_node_of_its_own_says_nothing(tag: str) -> None:
    assert one(f'<{tag} name="x" focusable="true" backendDOMNodeId="3"/>') == Node(native_id="3")


def test_an_ignored_element_says_nothing_either() -> None:
    assert one('<button name="x" ignored="true" focusable="true" expanded="true" backendDOMNodeId="3"/>') == Node(native_id="3")


def test_hidden_is_said_of_any_element() -> None:
    assert one('<button hidden="true"/>').hidden
    assert one('<none hidden="true"/>').hidden
    assert not one('<button hidden="false"/>').hidden


@pytest.mark.parametrize(
    ("element", "can"),
    [
        ('<generic focusable="true"/>', ("focus",)),
        ('<generic focusable="false"/>', ()),
        ('<blink focusable="true" expanded="false"/>', ("expand",)),
        ("<treeitem/>", ("select",)),
        ('<treeitem expanded="true" selected="false"/>', ("expand", "select")),
        ('<button pressed="mixed"/>', ("click", "toggle")),
        ('<button expanded="false" focusable="true"/>', ("click", "expand")),
        ('<radio checked="true"/>', ("select",)),
        ('<combobox settable="true"/>', ("expand", "set_value", "type")),
        ('<separator settable="true" orientation="horizontal"/>', ()),
        ('<textbox readonly="true" focusable="true"/>', ("focus",)),
        ('<gridcell selected="true"/>', ()),
        ('<DisclosureTriangle expanded="true"/>', ("click", "expand")),
        ('<slider valuemin="0" valuemax="10" valuetext="Medium"/>', ("range",)),
    ],
)
def test_role_and_attributes_say_what_can_be_done(element: str, can: tuple[str, ...]) -> None:
    assert one(element).can == can


def test_a_value_in_words_is_the_value_or_its_hint() -> None:
    assert one('<slider valuetext="Medium"/>').value == "Medium"
    speed = one('<slider value="3" valuetext="Medium"/>')
    assert (speed.value, speed.hint) == ("3", "Medium")


def test_description_and_placeholder_are_hints() -> None:
    assert one('<textbox name="Mail" placeholder="you@example.com"/>').hint == "you@example.com"
    assert one('<button name="Save" description="Ctrl+S"/>').hint == "Ctrl+S"
    assert one('<textbox name="Mail" placeholder="Mail"/>').hint == ""


@pytest.mark.parametrize(
    ("attributes", "bounds"),
    [
        ('x="57.5" y="-10" width="177" height="21.2"', Rect(57, -10, 178, 22)),
        ('x="1" y="2" width="0" height="5"', Rect(1, 2, 0, 5)),
        ('bounds="1,2,30,40"', Rect(1, 2, 30, 40)),
        ('bounds="1, 2.5, 30, 40"', Rect(1, 2, 30, 41)),
        ('bounds="1,2,3"', None),
        ('x="1" y="2"', None),
        ('x="one" y="2" width="3" height="4"', None),
        ('x="1e400" y="2" width="3" height="4"', None),
        ('x="nan" y="2" width="3" height="4"', None),
        ("", None),
    ],
)
@pytest.mark.parametrize("tag", ["button", "none", "option selected='true'"])
def test_boxes_are_whole_pixels_where_there_are_any(tag: str, attributes: str, bounds: Rect | None) -> None:
    assert one(f"<{tag} {attributes}/>").bounds == bounds


def test_a_root_with_a_box_gives_the_size() -> None:
    assert read('<RootWebArea x="0" y="0" width="1280" height="720.5"/>').size == (1280, 721)


@pytest.mark.parametrize(
    "attributes",
    [
        'level="x"',
        'level="-1"',
        'level=""',
        'valuemin="low" valuemax="1e999"',
        'invalid="maybe"',
        'checked="perhaps"',
        'focusable="yes"',
    ],
)
def test_values_out_of_their_type_say_nothing(attributes: str) -> None:
    assert one(f'<generic name="N" {attributes}/>') == Node(name="N")


def test_a_range_of_one_point_says_nothing() -> None:
    count = one('<spinbutton valuemin="0" valuemax="0" value="7"/>')
    assert (count.minimum, count.maximum, count.value) == (None, None, "7")


def test_an_empty_draft_can_be_finished() -> None:
    draft = Draft()
    BROWSER.start("RootWebArea", {}).finish(draft)
    assert (draft.nodes, draft.title) == ([], "")


# The schema


@pytest.fixture(scope="module")
def written() -> etree._Element:
    return etree.parse(ROOT / "schemas" / "browser-tree.xsd").getroot()


@pytest.fixture(scope="module")
def schema(written: etree._Element) -> etree.XMLSchema:
    return etree.XMLSchema(written)


def test_the_schema_accepts_a_page(schema: etree.XMLSchema) -> None:
    schema.assertValid(etree.fromstring(PAGE))


def test_the_example_in_the_docs_is_valid_and_read(schema: etree.XMLSchema) -> None:
    example = (ROOT / "docs" / "browser-xml.md").read_text(encoding="utf-8").split("```xml\n")[1].split("```")[0]
    schema.assertValid(etree.fromstring(example))
    assert [node.name for node in read(example).nodes if node.can] == [
        "Orders",
        "Filter",
        "Sort by",
        "Date",
        "Total",
        "Delete order 1003",
    ]


@pytest.mark.parametrize(
    "page",
    [
        "<RootWebArea><brand-new-role state='x'><button name='b'/></brand-new-role></RootWebArea>",
        "<RootWebArea data-testid='x' xml:lang='en'/>",
        "<RootWebArea><slider valuemin='-INF' valuemax='1.5' invalid='spelling'/></RootWebArea>",
        "<none ignored='true'/>",
    ],
)
def test_the_schema_accepts_what_browsers_and_pages_invent(schema: etree.XMLSchema, page: str) -> None:
    assert schema.validate(etree.fromstring(page))


@pytest.mark.parametrize(
    "page",
    [
        "<RootWebArea>words</RootWebArea>",
        "<RootWebArea><button disabled='maybe'/></RootWebArea>",
        "<RootWebArea><unknown><button level='first'/></unknown></RootWebArea>",
        "<RootWebArea bounds='1,2,3'/>",
        "<hierarchy/>",
    ],
)
def test_the_schema_refuses_known_words_out_of_their_type(schema: etree.XMLSchema, page: str) -> None:
    assert not schema.validate(etree.fromstring(page))


def test_the_schema_declares_every_role_that_the_reader_knows(written: etree._Element) -> None:
    declared = {element.get("name") for element in written.iterchildren(f"{XS}element")}
    assert declared == ROLES.keys() | NO_NODES | UNNAMED


def test_the_schema_says_how_words_are_read_that_are_not_aria(written: etree._Element) -> None:
    for element in written.iterchildren(f"{XS}element"):
        name = element.get("name", "")
        documented = " ".join(str(text) for text in element.itertext())
        if name in ROLES and name != ROLES[name].value:
            assert f"Read as {ROLES[name]}." in documented


def test_the_schema_describes_every_attribute_that_is_read(written: etree._Element) -> None:
    described = {attribute.get("name") for attribute in written.iter(f"{XS}attribute")}
    more = {
        "name",
        "value",
        "valuetext",
        "description",
        "placeholder",
        "ignored",
        "editable",
        "settable",
        "x",
        "y",
        "width",
        "height",
    }
    assert STATES.keys() | more | {"bounds", "backendDOMNodeId"} <= described

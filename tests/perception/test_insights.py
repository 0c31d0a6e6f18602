from __future__ import annotations

import json
from typing import Any

import orjson
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.errors import InputError
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.insights import INSIGHTS
from lumos_layer.perception.formats.uia_json import UIA_JSON
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Rect, Role, tree_of


def prop(number: int, name: str, value: object, text: str | None = None) -> dict[str, Any]:
    return {"Id": number, "Name": name, "Value": value, "TextValue": str(value) if text is None else text}


def thing(kind: int, name: str, *children: dict[str, Any], box: str = "", **more: Any) -> dict[str, Any]:
    """An element as Axe.Windows writes it; `more` are its properties by `p30022`, and `patterns`."""
    properties = {"30003": prop(30003, "ControlType", kind, f"X({kind})"), "30005": prop(30005, "Name", name)}
    for key, value in more.items():
        if key.startswith("p"):
            properties |= {key[1:]: prop(int(key[1:]), "", value)} if key[1:].isdecimal() else {}
    return {
        "Name": name,
        "ControlTypeId": kind,
        "RuntimeId": "[2A,1009E]",
        "BoundingRectangle": box or None,
        "Properties": properties,
        "Patterns": more.get("patterns", []),
        "Children": list(children),
        "ScanResults": {"Status": 1},
    }


def pattern(name: str, number: int, **properties: object) -> dict[str, Any]:
    return {"Name": name, "Id": number, "Properties": [{"Name": key, "Value": value} for key, value in properties.items()]}


def read(document: object) -> Draft:
    document = orjson.loads(json.dumps(document))
    assert INSIGHTS.recognises(document)
    draft = INSIGHTS.parse(document)
    assert len(draft.places) == len(draft.nodes)
    assert list(tree_of(draft.nodes, list(draft.parents)).ends) == list(draft.ends)
    return draft


def one(element: dict[str, Any]) -> Node:
    return read(thing(50033, "", element)).nodes[1]


def test_control_types_and_names_are_read_by_number() -> None:
    draft = read(thing(50032, "Mail", thing(50000, "Send"), thing(50020, "Draft saved")))
    assert [(node.role, node.name, node.can) for node in draft.nodes] == [
        (Role.WINDOW, "Mail", ()),
        (Role.BUTTON, "Send", ("click",)),
        (Role.TEXT, "Draft saved", ()),
    ]
    assert (draft.title, draft.places) == ("Mail", ["", "/Children/0", "/Children/1"])


def test_a_box_that_names_its_sides_comes_before_bare_numbers() -> None:
    element = thing(50000, "Go", box="1213, 383, 45, 30")
    element["Properties"]["30001"] = prop(30001, "BoundingRectangle", [9.0, 9.0, 9.0, 9.0], "[l=1213,t=383,r=1258,b=413]")
    assert one(element).bounds == Rect(1213, 383, 45, 30)


def test_bare_numbers_are_left_top_width_height() -> None:
    draft = read(thing(50033, "Bar", thing(50000, "Start", box="0, 2100, 72, 60"), box="0, 2100, 3840, 60"))
    assert [node.bounds for node in draft.nodes] == [Rect(0, 2100, 3840, 60), Rect(0, 2100, 72, 60)]
    assert (draft.size, draft.warnings) == ((3840, 60), [])


def test_bare_numbers_that_fit_only_as_edges_are_edges() -> None:
    inner = [thing(50000, str(x), box=f"{x}, 2110, {x + 50}, 2150") for x in (3000, 3100, 3700)]
    draft = read(thing(50033, "Bar", *inner, box="0, 2100, 3840, 2160"))
    assert draft.nodes[3].bounds == Rect(3700, 2110, 50, 40)
    assert draft.warnings == [
        "The last two numbers of boxes were taken for right and bottom edges, for so they lie inside each other."
    ]


def test_patterns_say_what_can_be_done_and_how_it_stands() -> None:
    draft = read(
        thing(
            50033,
            "",
            thing(50007, "Birds", patterns=[pattern("SelectionItemPattern", 10010, IsSelected=True)]),
            thing(50004, "City", patterns=[pattern("ValuePattern", 10002, IsReadOnly=False, Value="Köln")]),
            thing(50024, "Leaf", patterns=[pattern("ExpandCollapsePattern", 10005, ExpandCollapseState=3)]),
            thing(50025, "Tile", patterns=[pattern("InvokePattern", 10000), pattern("SynchronizedInputPattern", 10021)]),
            thing(
                50008, "Files", patterns=[pattern("ScrollPattern", 10004, VerticallyScrollable=False, HorizontallyScrollable=False)]
            ),
        )
    )
    birds, city, leaf, tile, files = draft.nodes[1:]
    assert (birds.selected, birds.can) == (True, ("select",))
    assert (city.value, city.readonly, city.can) == ("Köln", False, ("set_value", "type"))
    assert (leaf.expanded, leaf.can) == (None, ("select",))
    assert tile.can == ("click",)
    assert files.can == ()


def test_hidden_scroll_bars_are_out_of_view() -> None:
    node = one(thing(50014, "", p30022=True, patterns=[pattern("RangeValuePattern", 10003, IsReadOnly=True, Maximum=0, Minimum=0)]))
    assert (node.offscreen, node.role) == (True, Role.SCROLLBAR)


def test_a_password_is_not_in_the_tree() -> None:
    secret = thing(50004, "PIN", p30019=True, patterns=[pattern("ValuePattern", 10002, Value="4711")])
    assert (one(secret).protected, one(secret).filled, one(secret).value) == (True, True, None)
    older = thing(50004, "PIN", patterns=[pattern("LegacyIAccessiblePattern", 10018, State=536870912, Value="4711")])
    assert one(older).protected
    assert "4711" not in repr(read(thing(50033, "", secret, older)).nodes)


def test_runtime_ids_are_kept() -> None:
    element = thing(50000, "Go")
    element["Properties"]["30000"] = prop(30000, "RuntimeId", [42, 65790, 3, -4])
    assert one(element).native_id == "42.65790.3.-4"
    assert one(thing(50000, "Go")).native_id == "[2A,1009E]"


def test_properties_may_stand_in_a_list_or_be_bare_values() -> None:
    listed = {"ControlTypeId": 50000, "Properties": [prop(30005, "Name", "Go"), prop(30010, "IsEnabled", False)]}
    bare = {"ControlTypeId": 50000, "Properties": {"30005": "Go", "30010": False}}
    for document in (listed, bare):
        node = read(document).nodes[0]
        assert (node.name, node.enabled) == ("Go", False)


def test_damaged_elements_are_read_as_far_as_they_go_and_counted() -> None:
    root = thing(50033, "", thing(50000, "Go"))
    root["Children"] += [
        "text",
        7,
        None,
        {"Name": "Bare"},
        {"ControlTypeId": "x", "Properties": 5, "Patterns": "no", "Children": 3},
    ]
    draft = read(root)
    assert [node.name for node in draft.nodes] == ["", "Go", "Bare", ""]
    assert draft.warnings == ["Children that are no objects, passed over: 2."]


def test_every_control_gets_a_ref() -> None:
    bar = thing(50033, "", thing(50000, "Start", box="0, 0, 72, 60"), thing(50000, "Later", box="80, 0, 72, 60", p30010=False))
    observation = Observation(read(bar), INSIGHTS, "main", 0)
    assert [observation.text_of(ref) for ref, i in observation.refs.items() if observation.tree[i].can] == ["Start", "Later"]


def test_other_json_is_not_taken_for_it() -> None:
    others: list[Any] = [
        [], {}, None, 5, {"ControlTypeId": 50000}, {"Properties": {}}, {"Properties": {"x": 1}, "ControlTypeId": 5},
        {"nodes": [{"nodeId": "1", "role": {"value": "button"}}]}, {"Name": "x", "ControlType": "Button", "Children": []},
    ]  # fmt: skip
    for other in others:
        assert not INSIGHTS.recognises(other)
    assert not UIA_JSON.recognises(thing(50000, "Go"))


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["Properties", "Patterns", "Children", "Name", "Id", "Value", "ControlTypeId", "30005", "30001", "x"]),
            inner,
        ),
    ),
    max_leaves=20,
)


@given(JSON)
def test_no_document_breaks_the_reader(document: Any) -> None:
    INSIGHTS.recognises(document)
    if isinstance(document, dict):
        document = {"ControlTypeId": 50000, "Properties": {"30005": {"Id": 30005, "Value": "x"}}, "Children": [document]}
        assert INSIGHTS.recognises(document)
        try:
            draft = INSIGHTS.parse(document)
        except InputError:
            return
        assert len(draft.nodes) >= 2

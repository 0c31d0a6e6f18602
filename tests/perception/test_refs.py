from __future__ import annotations

import pytest

import lumos_layer
from lumos_layer import Observation
from lumos_layer.errors import NoSuchRef, TargetError
from lumos_layer.perception.refs import RefMap
from tests.trees import button, field, group, heading, link, node, observed, text

WINDOW = b"""<Window Name="Mail" IsOffscreen="False" x="0" y="0" width="300" height="200">
  <Text Name="To" IsOffscreen="False" x="10" y="10" width="40" height="20"/>
  <Edit AutomationId="to" IsOffscreen="False" x="60" y="10" width="200" height="20"/>
  <Pane>
    <Button Name="Send" IsOffscreen="False" x="10" y="40" width="60" height="20"/>
    <Button Name="Send" IsOffscreen="False" x="80" y="40" width="60" height="20"/>
  </Pane>
</Window>"""
PAGE = b'<RootWebArea name="Page"><button name="Go" backendDOMNodeId="7"/></RootWebArea>'
NODES = b"""{"nodes":[{"nodeId":"1","role":{"value":"RootWebArea"},"name":{"value":"Page"},"childIds":["2"],"backendDOMNodeId":2},
 {"nodeId":"2","role":{"value":"button"},"name":{"value":"Go"},"childIds":[],"backendDOMNodeId":9}]}"""


def test_refs_are_numbered_from_1_in_reading_order_elements_first_then_what_holds_them() -> None:
    rows = (
        (0, node("window", "w")),
        (1, group("g")),
        (2, button("a")),
        (1, text("b")),
        (1, node("list", "c", "scroll")),
        (2, link("d")),
    )
    observation = observed(*rows)
    assert {ref: observation.tree[at].name for ref, at in observation.refs.items()} == {
        "A1": "a", "A2": "c", "A3": "d", "A4": "w", "A5": "g",
    }  # fmt: skip


def test_a_window_that_can_be_acted_on_is_the_first() -> None:
    observation = observed((0, node("document", "Page", "focus")), (1, button("a")), dialect="browser")
    assert dict(observation.refs) == {"W1": 0, "W2": 1}


def test_the_letter_is_that_of_the_dialect() -> None:
    letters = {lumos_layer.read(dump).format: lumos_layer.read(dump).refs.letter for dump in (WINDOW, PAGE, NODES)}
    assert letters == {"uia": "A", "browser": "W", "cdp": "W"}


def test_equal_dumps_have_equal_refs() -> None:
    assert dict(lumos_layer.read(WINDOW).refs) == dict(lumos_layer.read(WINDOW).refs)


def test_a_ref_does_not_depend_on_the_view_that_was_asked_for() -> None:
    observation = lumos_layer.read(WINDOW)
    before = dict(observation.refs)
    for view in ("interactive", "outline", "full"):
        observation.blueprint(view=view)
    observation.blueprint(find="Send")
    assert dict(observation.refs) == before


def test_hidden_and_silent_nodes_have_no_ref() -> None:
    observation = observed((0, node("generic")), (1, button("a", hidden=True)), (1, text("b")), (1, heading("c")))
    assert [observation.ref_of(i) for i in range(4)] == [None] * 4


def test_refs_and_nodes_name_each_other() -> None:
    observation = lumos_layer.read(WINDOW)
    for ref, at in observation.refs.items():
        assert observation.ref_of(at) == ref
        assert ref in observation.refs
    assert len(observation.refs) == len(set(observation.refs.values()))


# A mapping that is asked by people


@pytest.mark.parametrize("ref", ["A9", "A0", "a1", "1", "", "W1"])
def test_an_unknown_ref_is_a_target_error_with_what_there_is(ref: str) -> None:
    refs = RefMap("A", {5: 1, 6: 2})
    with pytest.raises(NoSuchRef) as refused:
        refs[ref]
    assert refused.value.nearest == ("A1", "A2")
    assert isinstance(refused.value, TargetError)
    assert ref not in refs


def test_get_answers_with_a_default_as_mappings_do() -> None:
    refs = RefMap("A", {5: 1, 6: 2})
    assert (refs.get("A1"), refs.get("A9"), refs.get("A9", -1)) == (5, None, -1)


def test_a_map_can_have_any_numbers() -> None:
    refs = RefMap("W", {5: 41, 6: 7})
    assert list(refs.items()) == [("W41", 5), ("W7", 6)]
    assert (refs.of(5), refs.of(6), refs.of(41)) == ("W41", "W7", None)
    with pytest.raises(NoSuchRef, match="Refs here: W7 to W41"):
        refs["W8"]


# Where they lead


@pytest.mark.parametrize(
    ("dump", "ref", "path"),
    [
        (WINDOW, "A1", "/Window/Edit[1]"),
        (WINDOW, "A3", "/Window/Pane[1]/Button[2]"),
        (WINDOW, "A4", "/Window"),
        (PAGE, "W1", "/RootWebArea/button[1]"),
        (NODES, "W1", "main/backendDOMNodeId=9"),
        (NODES, "W2", "main/backendDOMNodeId=2"),
    ],
)
def test_a_ref_leads_to_the_dumps_own_node(dump: bytes, ref: str, path: str) -> None:
    observation = lumos_layer.read(dump)
    assert observation.path_of(observation.refs[ref]) == path


def words(observation: Observation, ref: str) -> str:
    return observation.text_of(ref)


def test_the_text_of_a_ref_is_its_name_value_and_hint_in_full() -> None:
    observation = observed((0, field("n" * 500, "line 1\nline 2", hint="h")), (0, button()), (1, text("inside")))
    assert words(observation, "A1") == "n" * 500 + "\nline 1\nline 2\nh"
    assert words(observation, "A2") == "inside"
    with pytest.raises(NoSuchRef):
        words(observation, "A3")


def test_the_name_of_a_node_is_the_one_that_a_blueprint_shows() -> None:
    observation = lumos_layer.read(WINDOW)
    assert [observation.name_of(observation.refs[ref]) for ref in ("A1", "A2", "A4")] == ["To", "Send", "Mail"]

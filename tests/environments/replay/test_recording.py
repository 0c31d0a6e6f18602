from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.replay.recording import Step, Target, screen_before, steps_on
from lumos_layer.tree import Rect


def recorded(folder: Path, document: Any) -> Path:
    (folder / "steps.json").write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    return folder / "step-001.xml"


def named(steps: list[Step]) -> list[tuple[str, str, Target | None]]:
    return [(step.before, step.after, step.target) for step in steps]


def test_a_session_names_elements_as_its_dump_does(tmp_path: Path) -> None:
    dump = recorded(
        tmp_path,
        {
            "steps": [
                {"before": "step-000", "after": "step-001", "action": {"type": "click", "target": {"id": "a2-1"}}},
                {
                    "before": "step-001",
                    "after": "step-002",
                    "action": {
                        "type": "click",
                        "target": {"NativeWindowHandle": "0x1", "AutomationId": "2", "Name": " Save ", "ControlType": "Button"},
                        "point": [5, 6.5],
                    },
                },
                {"before": "step-001", "after": "step-003", "action": {"type": "key", "keys": ["Enter"]}},
            ]
        },
    )
    save = Target(native_id="0x1", identifier="2", name="Save", role="Button", point=(5, 6.5))
    assert named(steps_on(dump)) == [("step-001", "step-002", save), ("step-001", "step-003", None)]
    assert screen_before(dump) == tmp_path / "step-000.xml"
    assert screen_before(tmp_path / "step-000.xml") is None


def test_nodes_of_other_browser_sessions_carry_their_session(tmp_path: Path) -> None:
    targets = [{"session": "main", "backendNodeId": 24}, {"session": "oopif-1", "backendNodeId": 9}]
    dump = recorded(tmp_path, {"steps": [{"before": "step-001", "action": {"target": target}} for target in targets]})
    assert [step.target and step.target.native_id for step in steps_on(dump)] == ["24", "oopif-1/9"]


def test_a_sequence_names_elements_by_box_id_and_words(tmp_path: Path) -> None:
    target = {"bounds": [10, 20, 110, 70], "id": "app:id/save", "text": None, "description": "Save", "class": "V", "in_tree": True}
    gone = {"label": "Undo", "in_tree": False}
    dump = recorded(
        tmp_path,
        {
            "steps": [
                {"file": "step-000.xml", "action": {"type": "tap", "target": gone}},
                {"file": "step-001.xml", "action": {"type": "tap", "target": target}},
                {"file": "step-002.xml", "action": None},
            ]
        },
    )
    save = Target("app:id/save", "app:id/save", "Save", "V", Rect(10, 20, 100, 50))
    assert named(steps_on(dump)) == [("step-001", "step-002", save)]
    assert named(steps_on(tmp_path / "step-000.xml")) == [("step-000", "step-001", Target(name="Undo"))]
    assert [step.gone for step in steps_on(tmp_path / "step-000.xml")] == [True]
    assert steps_on(tmp_path / "step-002.xml") == []
    assert screen_before(tmp_path / "step-002.xml") == tmp_path / "step-001.xml"


def test_an_action_that_failed_found_nothing(tmp_path: Path) -> None:
    dump = recorded(tmp_path, {"steps": [{"before": "step-001", "action": {"target": {"id": "7"}}, "error": "detached"}]})
    assert [step.gone for step in steps_on(dump)] == [True]


@pytest.mark.parametrize(
    "document",
    [
        "",
        "{",
        [],
        {},
        {"steps": {}},
        {"steps": [1, None, "click"]},
        {"steps": [{"before": "step-001"}, {"before": "step-001", "action": "click"}]},
        {"steps": [{"before": 7, "action": {"target": {"id": "7"}}}]},
    ],
)
def test_a_damaged_recording_tells_nothing(tmp_path: Path, document: Any) -> None:
    assert steps_on(recorded(tmp_path, document)) == []


@pytest.mark.parametrize(
    "target",
    [{"bounds": "[1,2][3,4]"}, {"bounds": [1, 2]}, {"backendNodeId": "9"}, {"id": 9}, {"name": ["Save"]}],
)
def test_what_a_target_says_in_another_form_is_passed_over(tmp_path: Path, target: dict[str, Any]) -> None:
    dump = recorded(tmp_path, {"steps": [{"before": "step-001", "action": {"target": target, "point": [1]}}]})
    assert [step.target for step in steps_on(dump)] == [Target()]


def test_without_a_recording_there_are_no_steps(tmp_path: Path) -> None:
    assert steps_on(tmp_path / "step-000.xml") == []
    assert screen_before(tmp_path / "step-000.xml") is None

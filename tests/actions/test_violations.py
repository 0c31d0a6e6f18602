"""A refusal says all that is wrong with a document at once, also what hides behind something else."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.reading import read_action

PLACE = "Give exactly one of ref and point."


@pytest.mark.parametrize(
    ("document", "messages"),
    [
        ({"type": "click", "foo": 1}, ["`foo` is unknown here. click has: type, ref, point.", PLACE]),
        (
            {"type": "click", "ref": None, "foo": 1},
            ["ref: null is no value; leave the field out.", "`foo` is unknown here. click has: type, ref, point.", PLACE],
        ),
        ({"type": "click", "ref": "A1", "point": {"x": "a", "y": 1}}, ["`point.x`: It must be a whole number.", PLACE]),
        ({"type": "click"}, [PLACE]),
        ({"type": "click", "ref": "A1", "point": None}, ["point: null is no value; leave the field out."]),
        (
            {"type": "wait_for", "condition": {"kind": "Foo"}, "seconds": "5"},
            [
                "`condition.kind`: There is no 'Foo'; give one of 'text', 'element'.",
                "`seconds`: It must be a number.",
            ],
        ),
        (
            {"type": "press_key", "key": "\ud83d"},
            ["`key`: This is no key: give a W3C key value such as Enter, ArrowDown or a, or a chord such as Control+Shift+T."],
        ),
        ({"type": "wait_for", "condition": {"text": "x"}, "seconds": 1}, ["`condition.kind` is missing."]),
        (
            {"action_id": "1", "observation": "o1", "action": {"type": "hover", "ref": None}},
            ["ref: null is no value; leave the field out.", PLACE],
        ),
    ],
)
def test_all_that_is_wrong_is_said_at_once(document: Any, messages: list[str]) -> None:
    read = read_action(document)
    assert isinstance(read, Rejected)
    assert [violation.message for violation in read.violations] == messages

"""How large a blueprint was is told of each screen of a run's page; journals that hold it themselves can be read all the same."""

from __future__ import annotations

import orjson
import pytest
from pydantic import ValidationError

from lumos_layer import read
from lumos_layer.interfaces.show.scenes import Scenes
from lumos_layer.trace.events import ANY_EVENT, Recognized
from lumos_layer.trace.telling import told


def test_an_entry_of_an_earlier_version_is_read_and_told() -> None:
    written = {"kind": "recognized", "observation": "o1", "elements": ["A1"], "total": 3, "blueprint_bytes": 410}
    event = ANY_EVENT.validate_json(orjson.dumps(written))
    assert event == Recognized(observation="o1", elements=("A1",), total=3)
    assert told(event) == "recognised 3 elements, of which 1 matter"
    assert "blueprint_bytes" not in event.model_dump()


def test_nothing_else_is_taken_that_no_version_wrote() -> None:
    with pytest.raises(ValidationError, match="blueprint_size"):
        ANY_EVENT.validate_python({"kind": "recognized", "observation": "o1", "blueprint_size": 410})


def test_each_screen_of_a_page_says_how_large_its_blueprint_is() -> None:
    look = read(b"<hierarchy><node class='android.widget.Button' text='Send' clickable='true' bounds='[0,0][9,9]'/></hierarchy>")
    scenes = Scenes()
    scenes.place(look)
    assert scenes.scenes[0]["bytes"] == len(look.blueprint().compact().encode())

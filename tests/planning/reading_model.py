"""What stands for a model on the test server: it reads the screen in its prompt, and does things on elements by their names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.decoding import decode
from lumos_layer.perception.items import Element, Group
from tests.planning.openai_server import Says

_BLOCK = re.compile(r"<untrusted>\n(.*?)\n</untrusted>", re.DOTALL)
Act = Mapping[str, Any]


def doing(*acts: Act) -> Any:
    """A turn of the server: the next of the acts, `on` a name of the screen; afterwards it says that it is done."""
    left = iter(acts)

    def turn(body: dict[str, Any]) -> Says:
        act = next(left, {"type": "finish", "success": True, "reason": "It is shown."})
        return Says([{"reason": "Next.", "expected_effect": "", "risk": "low", "confidence": 0.9, "action": _placed(act, body)}])

    return turn


def screen_in(body: dict[str, Any]) -> Blueprint:
    """The screen that a request tells of, in the last of its blocks."""
    return decode(_BLOCK.findall(body["messages"][1]["content"])[-1])


def memory_in(body: dict[str, Any]) -> Sequence[Any]:
    """The acts that a request tells of."""
    user = body["messages"][1]["content"]
    return json.loads(_BLOCK.findall(user)[0]) if "# Done so far" in user else ()


def _placed(act: Act, body: dict[str, Any]) -> dict[str, Any]:
    if "on" not in act:
        return dict(act)
    more = {name: value for name, value in act.items() if name not in ("on", "type")}
    return {"type": act["type"], "ref": next(_refs(screen_in(body), act["on"])), **more}


def _refs(screen: Blueprint, name: str) -> Iterator[str]:
    return (item.ref for item in screen.walk() if isinstance(item, Element | Group) and item.ref and item.name == name)

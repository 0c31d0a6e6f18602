"""Recorded sessions written down in tests, and acts on a replay of them."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.port import Delivery
from lumos_layer.environments.replay.replay import Replay

_BESIDE = ("error", "note", "exec_ms")  # what a step says beside its action
RECORDINGS = Path(__file__).resolve().parents[2] / "recordings"


def screen(*controls: str, title: str = "Notes") -> str:
    """A Windows window with these controls, one below the other."""
    inside = "".join(
        control.replace("/>", f' x="10" y="{10 + 30 * i}" width="80" height="20" IsEnabled="True"/>', 1)
        for i, control in enumerate(controls)
    )
    return f'<Window Name="{title}" RuntimeId="1" x="0" y="0" width="400" height="400">{inside}</Window>'


def button(name: str, **said: str) -> str:
    return _control("Button", Name=name, IsInvokePatternAvailable="True", **said)


def edit(name: str, value: str = "", **said: str) -> str:
    return _control("Edit", Name=name, Value=value, IsKeyboardFocusable="True", IsValuePatternAvailable="True", **said)


def _control(tag: str, **said: str) -> str:
    return f"<{tag} {' '.join(f'{key}={json.dumps(value)}' for key, value in said.items())}/>"


def recorded(folder: Path, screens: list[str], actions: list[dict[str, Any]], **more: Any) -> Path:
    """A session in a folder: each action led from one screen to the next."""
    folder.mkdir(parents=True, exist_ok=True)
    for i, each in enumerate(screens):
        (folder / f"step-{i:03}.xml").write_text(each, "utf-8")
    steps = []
    for i, action in enumerate(actions):
        did = {key: said for key, said in action.items() if key not in _BESIDE}
        beside = {key: action[key] for key in _BESIDE if key in action}
        steps.append({"step": i, "before": f"step-{i:03}", "after": f"step-{i + 1:03}", "action": did, **beside})
    (folder / "steps.json").write_text(json.dumps({"steps": steps, **more}), "utf-8")
    return folder


_ids = count(1)


def act(replay: Replay, type: str, name: str = "", id: str = "", **fields: Any) -> Delivery:
    """Perform an action on the first element of that name, or on none."""
    look = replay.observe()
    ref = {"ref": next(ref for ref, node in look.refs.items() if look.name_of(node) == name)} if name else {}
    grounded = validate({"type": type, **ref, **fields}, look)
    assert isinstance(grounded, GroundedAction), grounded
    return replay.perform(id or f"act-{next(_ids)}", grounded)

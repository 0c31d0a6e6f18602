"""Tries plain tasks on the worked apps, and says which of them rules finish: python tests/planning/try_tasks.py [PART]"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

if __package__ in (None, ""):  # run as a script
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from lumos_layer.planning.rules import RulePlanner
from tests.planning.plain_loop import Run

TASKS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "tasks.json").read_text(encoding="utf-8"))


def name_of(task: Mapping[str, Any]) -> str:
    return f"{task['app']}: {task.get('goal') or ' | '.join(task['steps'])}"


def run(task: Mapping[str, Any]) -> Run:
    return Run(
        RulePlanner(),
        task["app"],
        task.get("goal", ""),
        tuple(task.get("steps", ())),
        task.get("secrets", {}),
        tuple(task.get("answers", ())),
    )


def unmet(task: Mapping[str, Any], done: Run) -> Iterator[str]:
    """What the task asks for and is not so, in words."""
    asks = done.end["type"] != "finish"
    wanted = task.get("ends", "success")
    if (wanted == "success" and not done.end.get("success")) or (wanted == "asks" and not asks):
        yield f"it ends with {done.end}"
    stage = done.simulator.world.stage
    for key, value in task.get("values", {}).items():
        if stage.values.get(key) != value:
            yield f"{key} is {stage.values.get(key)!r}, not {value!r}"
    for key, value in task.get("not_values", {}).items():
        if stage.values.get(key) == value:
            yield f"{key} is {value!r}"
    for path, text in task.get("files", {}).items():
        if (path in stage.files) is (text is None) or (text not in (None, "*") and stage.files[path] != text):
            yield f"{path} holds {stage.files.get(path)!r}"
    yield from (f"{path} is there" for path in task.get("not_files", ()) if path in stage.files)
    yield from (f"it does not say {text!r}" for text in task.get("says", ()) if not done.says(text))
    if task.get("url", done.look.url) != done.look.url:
        yield f"it shows {done.look.url}"
    fields = {**task.get("fields", {}), **dict([task["field"]] if "field" in task else [])}
    look = done.look
    for name, value in fields.items():
        held = [look.tree[i].value for i in look.refs.values() if look.name_of(i) == name]
        if value not in held:
            yield f"{name} holds {held}"


def main(part: str = "") -> int:
    chosen = [task for task in TASKS if part in name_of(task)]
    finished = 0
    for task in chosen:
        done = run(task)
        wrong = list(unmet(task, done))
        finished += not wrong
        print("ok  " if not wrong else "FAIL", name_of(task), f"({len(done.memory)} acts)")
        if wrong or part:
            print("    ", "; ".join(wrong), "\n     " + done.told.replace("\n", "\n     "))
    print(f"{finished} of {len(chosen)}")
    return finished < len(chosen)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:2]))

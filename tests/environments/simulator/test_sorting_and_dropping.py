"""Columns that sort by what their cells mean, lists of which only a part is in the world, and drops that are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.environments.simulator.column_order import keys_of
from lumos_layer.execution import Executor

Row = dict[str, Any]

SORTED = [
    ["900 B", "1.5 KB", "10 KB", "1 MB", "2 GB"],
    ["1MB", "2,048 KB", "3 MiB"],
    ["2024-02-03", "2025-01-30", "2026-12-01"],
    ["02/03/2024", "12/01/2025", "01/30/2026"],
    ["30/01/2024", "01/12/2025", "02/01/2026"],
    ["30.01.2024", "01.12.2025"],
    ["30 Jan 2024", "1 Dec 2025", "2 Feb 2026"],
    ["Dec 1, 2025", "Jan 30, 2026"],
    ["2024년 3월 2일", "2025년 2월 10일", "2025년 12월 1일"],
    ["2026-01-02 09:15", "2026-01-02 10:30 PM"],
    ["9:15 AM", "12:05 PM", "1:30 PM"],
    ["오전 9:10", "오전 10:30", "오후 1:05"],
    ["₩900", "₩1,000", "₩20,000"],
    ["-$3", "$5", "$1,000,000"],
    ["300,00 €", "1.200,50 €"],
    ["\u22127", "-5", "3"],
    ["9", "10", "", "apple", "Zebra", "가", "나"],
    ["가", "나", "다", "하"],
]


@pytest.mark.parametrize("cells", SORTED, ids=str)
def test_a_column_is_sorted_by_what_its_cells_mean(cells: list[str]) -> None:
    shuffled = cells[1::2] + cells[::-2] if len(cells) % 2 else cells[::-1]
    assert [words for _, words in sorted(zip(keys_of(shuffled), shuffled, strict=True))] == cells


def test_what_is_out_of_view_of_a_virtual_table_is_sorted_too() -> None:
    words = ["3 KB", "1 MB", "2 B", "5 GB", "4 KB", "900 B", "7 MB", "8 KB"]
    simulator, executor = begun([*table(words, height=60)], begin=[{"do": "virtualise", "target": {"name": "Body"}}])
    assert shown(simulator, "cell") == ["3 KB", "1 MB", "2 B"]
    assert executor.run({"type": "click", "ref": ref(executor, "Size")}).outcome == "done"
    assert shown(simulator, "cell") == ["2 B", "900 B", "3 KB"]
    executor.run({"type": "scroll_to", "ref": ref(executor, "Body"), "edge": "bottom"})
    assert shown(simulator, "cell") == ["1 MB", "7 MB", "5 GB"]


def test_the_keyboard_leads_through_all_of_a_virtual_list_and_chooses_one() -> None:
    simulator, executor = begun(listed(20, height=60), begin=[{"do": "virtualise", "target": {"name": "List"}}])
    held = ref(executor, "List")
    for key, chosen in [("Home", "r0"), ("End", "r19"), ("ArrowUp", "r18"), ("Home", "r0")]:
        executor.run({"type": "press_key", "ref": held, "key": key})
        assert selected(simulator) == [chosen]
    executor.run({"type": "scroll_to", "ref": held, "edge": "bottom"})
    executor.run({"type": "click", "ref": ref(executor, "r19")})
    executor.run({"type": "scroll_to", "ref": held, "edge": "top"})
    assert (shown(simulator, "option"), selected(simulator)) == (["r0", "r1", "r2"], [])


DROP = {
    "on": "drop",
    "target": {"role": "option"},
    "onto": {"role": "option"},
    "do": [{"do": "add", "name": "drops"}],
}


@pytest.mark.parametrize(("onto", "drops"), [("r0", 0), ("r1", 1), ("off", 0)])
def test_nothing_is_dropped_on_itself_or_on_what_is_disabled(onto: str, drops: int) -> None:
    off = {"level": 2, "role": "option", "name": "off", "enabled": False, "box": [0, 260, 300, 20]}
    simulator, executor = begun([*listed(3, height=200), off], rules=[DROP], values={"drops": 0})
    executor.run({"type": "drag", "start": {"ref": ref(executor, "r0")}, "end": {"ref": ref(executor, onto)}})
    assert simulator.world.stage.values["drops"] == drops


def test_a_folder_is_not_moved_into_itself() -> None:
    rules = [
        {"on": "click", "target": {"name": to}, "do": [{"do": "move_file", "path": "/a", "to": to}]}
        for to in ("/a/b/a", "/a", "/ab")
    ]
    buttons = [
        {"level": 1, "role": "button", "name": to, "box": [0, 30 * i, 50, 20]} for i, to in enumerate(("/a/b/a", "/a", "/ab"))
    ]
    window = {"role": "window", "name": "W", "box": [0, 0, 90, 90]}
    simulator, executor = begun([window, *buttons], rules=rules, files={"/a/x": "1", "/a/b/y": "2"})
    for name in ("/a/b/a", "/a"):
        executor.run({"type": "click", "ref": ref(executor, name)})
        assert simulator.world.stage.files == {"/a/x": "1", "/a/b/y": "2"}
    executor.run({"type": "click", "ref": ref(executor, "/ab")})
    assert simulator.world.stage.files == {"/ab/x": "1", "/ab/b/y": "2"}


def test_a_submenu_closes_when_the_pointer_rests_on_another_item_of_its_menu() -> None:
    executor = begun(MENUS)[1]
    for name in ("File", "Recent"):
        executor.run({"type": "click", "ref": ref(executor, name)})
    assert "a.txt" in executor.observe().blueprint().compact()
    assert executor.run({"type": "hover", "ref": ref(executor, "a.txt")}).outcome == "no_effect"
    assert executor.run({"type": "hover", "ref": ref(executor, "Open")}).outcome == "done"
    told = executor.observe().blueprint().compact()
    assert ("a.txt" in told, "Open" in told) == (False, True)


def item(level: int, name: str, box: Sequence[int], **said: Any) -> Row:
    return {"level": level, "role": "menuitem", "name": name, "box": list(box), **said}


MENUS: list[Row] = [
    {"role": "window", "name": "W", "box": [0, 0, 800, 600]},
    {"level": 1, "role": "menubar", "name": "Bar", "box": [0, 0, 800, 20]},
    item(2, "File", (0, 0, 40, 20), expanded=False),
    {"level": 3, "role": "menu", "name": "File menu", "hidden": True, "box": [0, 20, 100, 40]},
    item(4, "Open", (0, 20, 100, 20)),
    item(4, "Recent", (0, 40, 100, 20), expanded=False),
    {"level": 5, "role": "menu", "name": "Recent menu", "hidden": True, "box": [100, 40, 100, 20]},
    item(6, "a.txt", (100, 40, 100, 20)),
]


def table(words: Sequence[str], height: int) -> list[Row]:
    rows: list[Row] = [
        {"role": "window", "name": "W", "box": [0, 0, 400, 400]},
        {"level": 1, "role": "table", "name": "Files", "box": [0, 0, 400, 20 + height]},
        {"level": 2, "role": "row", "box": [0, 0, 400, 20]},
        {"level": 3, "role": "columnheader", "name": "Size", "box": [0, 0, 200, 20]},
        {"level": 2, "role": "group", "name": "Body", "box": [0, 20, 400, height], "can": ["scroll"]},
    ]
    for place, said in enumerate(words):
        top = 20 + 20 * place
        rows.append({"level": 3, "role": "row", "box": [0, top, 400, 20]})
        rows.append({"level": 4, "role": "cell", "name": said, "box": [0, top, 200, 20]})
    return rows


def listed(count: int, height: int) -> list[Row]:
    return [
        {"role": "window", "name": "W", "box": [0, 0, 400, 400]},
        {"level": 1, "role": "listbox", "name": "List", "can": ["scroll", "focus"], "box": [0, 100, 300, height]},
        *(
            {"level": 2, "role": "option", "name": f"r{i}", "selected": False, "box": [0, 100 + 20 * i, 300, 20]}
            for i in range(count)
        ),
    ]


def begun(rows: list[Row], **said: Any) -> tuple[Simulator, Executor]:
    clock = ManualClock()
    app = apps.made({"name": "app", "start": "main", "screens": {"main": {"rows": rows}}, **said})
    simulator = Simulator.from_app(app, clock=clock)
    executor = Executor(simulator, clock)
    executor.observe()
    return simulator, executor


def ref(executor: Executor, name: str) -> str:
    look = executor.observe()
    return next(ref for ref in look.refs if look.tree[look.refs[ref]].name == name)


def shown(simulator: Simulator, role: str) -> list[str]:
    return [node.name for node in simulator.observe().tree.nodes if node.role.value == role]


def selected(simulator: Simulator) -> list[str]:
    return [node.name for node in simulator.observe().tree.nodes if node.selected]

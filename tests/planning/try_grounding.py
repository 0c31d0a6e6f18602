"""Asks the rule planner for elements of recorded dumps by their names: python tests/planning/try_grounding.py FOLDER [PER_DUMP]

Only names that one usable element of its dump has are asked for, so anything but an action on that element is a miss.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

if __package__ in (None, ""):  # run as a script
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import lumos_layer
from lumos_layer import Observation
from lumos_layer.actions.target import target_of
from lumos_layer.errors import LumosError
from lumos_layer.planning.port import Request
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.rules.words import plain

_DUMPS = (".xml", ".json", ".txt", ".yaml")
_LARGEST = 600_000  # bytes


def askable(look: Observation) -> Iterator[int]:
    """Elements that can be used and have their name alone."""
    names = Counter(plain(look.name_of(i)) for i in look.refs.values() if look.tree[i].can)
    for i in look.refs.values():
        name = look.name_of(i)
        if look.tree[i].can and plain(name) and names[plain(name)] == 1 and len(name) < 60 and '"' not in name and "\n" not in name:
            yield i


def goals(look: Observation, i: int) -> Iterator[tuple[str, str]]:
    """What may be asked of the element, with the type of the action that does it."""
    node, name = look.tree[i], look.name_of(i)
    if not target_of(look, i).enabled:
        return
    if node.role in ("textbox", "searchbox") and "type" in node.can and not node.readonly and not node.protected:
        yield f'type "abc" into "{name}"', "set_text"
        yield f"set {name} to abc", "set_text"
        yield f'"{name}"에 "abc" 입력', "set_text"
    elif node.role in ("checkbox", "switch") and "toggle" in node.can:
        on = node.checked != "true"
        yield f'{"check" if on else "uncheck"} "{name}"', "set_checked"
        yield f"turn {'on' if on else 'off'} {name}", "set_checked"
        yield f'"{name}" {"켜기" if on else "끄기"}', "set_checked"
    elif node.role in ("button", "link", "menuitem", "tab") and "click" in node.can:
        yield f'click "{name}"', "click"
        yield f"click {name}", "click"
        yield f'"{name}" 클릭', "click"


def answers(look: Observation, per_dump: int) -> Iterator[tuple[str, str, str]]:
    """Goal, what was proposed, and how that is: right, asked, elsewhere (a look or wait first), or wrong."""
    asked = 0
    for i in askable(look):
        for goal, verb in goals(look, i):
            action = RulePlanner().plan(Request(goal, look)).action
            assert isinstance(action, dict)
            if (action["type"], action.get("ref")) == (verb, look.ref_of(i)):
                kind = "right"
            elif action["type"] in ("clarify", "propose_options", "finish"):
                kind = "asked"
            else:
                kind = "wrong" if action["type"] == verb else "elsewhere"
            yield goal, str(action), kind
            asked += 1
        if asked >= per_dump:
            return


def main(folder: str, per_dump: str = "60") -> int:
    counts: Counter[str] = Counter()
    dumps = 0
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix not in _DUMPS or not path.is_file() or path.stat().st_size > _LARGEST:
            continue
        try:
            look = lumos_layer.read(path)
        except LumosError:
            continue
        dumps += 1
        for goal, action, kind in answers(look, int(per_dump)):
            counts[kind] += 1
            if kind != "right":
                print(f"{kind:9} {path.name}: {goal} -> {action[:160]}")
    total = sum(counts.values())
    print(f"{dumps} dumps, {total} goals: {', '.join(f'{kind} {count}' for kind, count in counts.most_common())}")
    return counts["wrong"] > 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:3]))

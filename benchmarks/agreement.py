"""How often the hit test agrees with the program that was recorded: `python -m benchmarks.agreement DIR…`.

Beside a tree file `step-003.xml` or `step-003.json` may stand `step-003.hits.json`: what the program itself answered when it was
asked what is at a point. Three kinds of answers are known: DevTools nodes, AT-SPI objects and window handles.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

import lumos_layer
from benchmarks.table import Cell, table
from lumos_layer import Observation
from lumos_layer.perception.pointing import Hit
from lumos_layer.tree import Role

# A program that is asked of a window answers without the menus that are open over it.
IN_MENU, OTHER = "found is in an open menu", "another"
_MENUS = frozenset((Role.MENU, Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO))
SAME, NOT_THERE, PASSIVE = "same", "not in the tree", "recorded lets the pointer through"


class Checked(Struct, frozen=True):
    """One recorded answer: where, what came of it (`same`, or how the two differ), and both answers in words."""

    file: str
    point: tuple[int, int]
    verdict: str
    recorded: str
    found: str


def checked(folders: Sequence[Path]) -> Iterator[tuple[str, Checked]]:
    """Every recorded answer below the folders, with the session (folder) that it belongs to."""
    for folder in folders:
        for hits in sorted(folder.rglob("*.hits.json")):
            stem = hits.name.removesuffix(".hits.json")
            dump = next((path for suffix in (".xml", ".json") if (path := hits.with_name(stem + suffix)).is_file()), None)
            if dump is not None:
                session = f"{hits.parent.parent.name}/{hits.parent.name}"
                yield from ((session, one) for one in _of_dump(dump, json.loads(hits.read_text("utf-8"))))


def _of_dump(dump: Path, answers: Sequence[Mapping[str, Any]]) -> Iterator[Checked]:
    data = dump.read_bytes()
    observation = lumos_layer.read(data)
    if not answers:
        return
    judge = _judge(observation, data, answers[0])
    for answer in answers:
        verdict, recorded, hit = judge(answer)
        yield Checked(dump.name, (answer["x"], answer["y"]), verdict, recorded, repr(hit))


Judge = Callable[[Mapping[str, Any]], tuple[str, str, Hit | None]]


def _judge(observation: Observation, data: bytes, first: Mapping[str, Any]) -> Judge:
    if "hwnd" in first:
        return _by_handle(observation)
    return _by_object(observation) if "window" in first else _by_dom_node(observation, data)


def _chain(observation: Observation, hit: Hit) -> list[int]:
    """The node that is hit and what it stands in."""
    return [] if hit.node is None else [hit.node, *hit.ancestors]


def _by_handle(observation: Observation) -> Judge:
    """Window handles: the nearest node with one counts, for the parts of a window have none."""
    tree = observation.tree
    known = {node.native_id: i for i, node in enumerate(tree) if node.native_id}

    def judge(answer: Mapping[str, Any]) -> tuple[str, str, Hit | None]:
        hit = observation.element_from_point(answer["x"], answer["y"])
        handles = [tree[i].native_id for i in _chain(observation, hit) if tree[i].native_id]
        wanted = answer["hwnd"]
        if wanted not in known:
            return (SAME if not handles else NOT_THERE), wanted, hit
        verdict = _verdict(wanted, handles, [tree[i].native_id for i in tree.ancestors(known[wanted])])
        return (PASSIVE if verdict != SAME and tree[known[wanted]].passive else verdict), wanted, hit

    return judge


def _by_object(observation: Observation) -> Judge:
    """Objects of AT-SPI, asked of one window."""
    tree = observation.tree
    known = {node.native_id: i for i, node in enumerate(tree) if node.native_id}

    def judge(answer: Mapping[str, Any]) -> tuple[str, str, Hit | None]:
        window = known.get(answer["window"], -1)
        ref = observation.ref_of(window) if window >= 0 else None
        wanted = answer["hit"]
        if wanted not in known:
            return NOT_THERE, str(wanted), None
        hit = observation.element_from_point(answer["x"], answer["y"], window=ref)
        chain = _chain(observation, hit)
        ids = [tree[i].native_id for i in chain]
        verdict = _verdict(wanted, ids, [tree[i].native_id for i in tree.ancestors(known[wanted])])
        return (IN_MENU if verdict == OTHER and any(tree[i].role in _MENUS for i in chain) else verdict), wanted, hit

    return judge


def _by_dom_node(observation: Observation, data: bytes) -> Judge:
    """Nodes of a page: the nearest node counts that the accessibility tree does not ignore, and that is no run of text."""
    tree = observation.tree
    counts, parents = _that_count(json.loads(data))

    def judge(answer: Mapping[str, Any]) -> tuple[str, str, Hit | None]:
        prefix = "" if answer["session"] == "main" else f"{answer['session']}/"
        hit = observation.element_from_point(answer["x"], answer["y"])
        ids = [tree[i].native_id for i in _chain(observation, hit) if tree[i].native_id in counts]
        wanted = f"{prefix}{answer['ax']}"
        while wanted not in counts and wanted in parents:
            wanted = parents[wanted]
        if wanted not in counts:
            return NOT_THERE, wanted, hit
        at = next((i for i, node in enumerate(tree) if node.native_id == wanted), -1)
        around = [tree[i].native_id for i in tree.ancestors(at) if tree[i].native_id in counts] if at >= 0 else []
        return _verdict(wanted, ids, around), wanted, hit

    return judge


_NO_ELEMENTS = ("StaticText", "InlineTextBox", "ListMarker", "LineBreak")


def _that_count(document: Mapping[str, Any]) -> tuple[set[str], dict[str, str]]:
    """The elements of the accessibility trees, and what each node stands in."""
    found: set[str] = set()
    parents: dict[str, str] = {}
    for session in document["sessions"]:
        prefix = "" if session["name"] == "main" else f"{session['name']}/"
        for frame in session["frames"]:
            name_of = {node["nodeId"]: f"{prefix}{node.get('backendDOMNodeId')}" for node in frame["nodes"]}
            for node in frame["nodes"]:
                name = name_of[node["nodeId"]]
                if node.get("parentId") in name_of:
                    parents.setdefault(name, name_of[node["parentId"]])
                if not node.get("ignored") and node.get("role", {}).get("value") not in _NO_ELEMENTS:
                    found.add(name)
    return found, parents


def _verdict(wanted: str, found: Sequence[str], around: Sequence[str]) -> str:
    """`found`: the answer and what it stands in; `around`: what the recorded answer stands in."""
    if found and found[0] == wanted:
        return SAME
    if wanted in found:
        return "recorded is higher up"
    if found and found[0] in around:
        return "found is higher up"
    return "nothing found" if not found else OTHER


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agreement", description="The hit test against recorded answers.")
    parser.add_argument("folders", metavar="DIR", type=Path, nargs="+", help="folders with recorded sessions")
    parser.add_argument("--list", action="store_true", help="also print each answer that differs")
    options = parser.parse_args(arguments)
    by_session: dict[str, list[Checked]] = defaultdict(list)
    for session, one in checked(options.folders):
        by_session[session].append(one)
        if options.list and one.verdict != SAME:
            print(f"{session}/{one.file} {one.point}: {one.verdict}: recorded {one.recorded}, found {one.found}")
    print(table(("session", "points", "same %", "how the others differ"), [_row(*pair) for pair in sorted(by_session.items())]))


def _row(session: str, ones: Sequence[Checked]) -> Sequence[Cell]:
    verdicts = Counter(one.verdict for one in ones)
    told = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common() if verdict != SAME)
    return session, len(ones), 100 * verdicts[SAME] / len(ones), told or "none"


if __name__ == "__main__":
    main()

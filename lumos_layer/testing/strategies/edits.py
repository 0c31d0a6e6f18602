"""Screens that change as real ones do, with the truth about which element is which: what `edited_trees` draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st
from msgspec.structs import replace

from lumos_layer.tree import Node, Rect, Role, Tree, tree_of

_PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lea", "Mia", "Ned", "Ola", "Pia")
_TOWNS = ("Rome", "Oslo", "Lima")
_TOOLS = ("New", "Open", "Print", "Share", "Undo")
_RENAMED = {"Play": "Pause", "Pause": "Play", "Sign in": "Signing in…"}
_FIELDS = ("First name", "Last name", "Town")


class Part:
    """A node of a screen in the making; `key` is what it is, for ever. Unlike a node of a tree, it changes."""

    def __init__(self, key: str, node: Node, *children: Part) -> None:
        self.key, self.node, self.children = key, node, list(children)

    def copy(self) -> Part:
        return Part(self.key, self.node, *(child.copy() for child in self.children))

    def below(self) -> Iterator[tuple[Part, Part, int]]:
        """Every part below it, with its parent and depth."""
        waiting = [(self, child, 1) for child in self.children]
        while waiting:
            parent, part, depth = waiting.pop(0)
            yield parent, part, depth
            waiting += [(part, child, depth + 1) for child in part.children]

    def find(self, key: str) -> Part:
        return next(part for _, part, _ in self.below() if part.key == key)


class Edited(NamedTuple):
    """Two looks at a screen; `keys` and `keys_after` say for each node which element it is."""

    before: Tree
    after: Tree
    keys: list[str]
    keys_after: list[str]
    done: list[str]  # the names of the edits

    @property
    def tells(self) -> bool:
        """Whether records can be seen to be records: of one alone in a flat list nobody knows."""
        return all(
            sum(key.endswith("/Edit") for key in keys) > 1 or set(keys) & set(_PEOPLE) for keys in (self.keys, self.keys_after)
        )

    def is_certain(self, key: str) -> bool:
        """Whether nothing excuses giving up an element: boxes have no names, rows are in doubt where ids lie or few are left."""
        person = key.partition("/")[0]
        return not key.startswith("box") and (person not in _PEOPLE or (self.tells and self.done[0] in ("", "true")))

    def wrong(self, forward: list[int]) -> list[tuple[str, str]]:
        """The pairs that are none."""
        pairs = ((self.keys[i], self.keys_after[j]) for i, j in enumerate(forward) if j >= 0)
        return [(key, other) for key, other in pairs if key != other]

    def missed(self, forward: list[int]) -> list[str]:
        """The elements of both looks that were not paired."""
        there = set(self.keys_after)
        return [key for key, j in zip(self.keys, forward, strict=True) if j < 0 and key in there]


def button(key: str, name: str) -> Part:
    return Part(key, Node(role=Role.BUTTON, name=name, can=("click",)))


def text(key: str, name: str) -> Part:
    return Part(key, Node(role=Role.TEXT, name=name))


def row(person: str, town: str, kind: Role, flat: bool = False) -> list[Part]:
    """What a list shows of a person: a record with a name, a town and two buttons, or all that side by side without a record."""
    parts = [text(f"{person}/name", person), text(f"{person}/town", town)]
    parts += [button(f"{person}/{verb}", verb) for verb in ("Edit", "Remove")]
    return parts if flat else [Part(person, Node(role=kind), *parts)]


def screen(random: Random) -> Part:
    """A window with a tool bar, a list of people, a form and a status."""
    kind = random.choice((Role.LISTITEM, Role.ROW, Role.GENERIC, Role.GROUP))
    flat = random.random() < 0.25
    people = random.sample(_PEOPLE[:10], random.randint(2, 8))
    rows = [part for person in people for part in row(person, random.choice(_TOWNS), kind, flat)]
    tools = [button(name, name) for name in (*random.sample(_TOOLS, 3), "Play")]
    form = [text(f"label of {name}", name) for name in _FIELDS]
    fields = [Part(name, Node(role=Role.TEXTBOX, name=name, value="", can=("set_value", "type"))) for name in _FIELDS]
    return Part(
        "window",
        Node(role=Role.WINDOW, name="People"),
        Part("tools", Node(role=Role.TOOLBAR), *tools),
        Part("people", Node(role=Role.LIST if kind is Role.LISTITEM else Role.GENERIC, identifier="people"), *rows),
        Part("form", Node(role=Role.FORM), *(part for pair in zip(form, fields, strict=True) for part in pair)),
        Part("status", Node(role=Role.STATUS), text("said", f"{len(people)} people")),
    )


# The edits


def insert_row(top: Part, random: Random) -> None:
    people = top.find("people")
    shown = {part.key.split("/")[0] for part in people.children}
    person = random.choice([person for person in _PEOPLE if person not in shown])
    first = people.children[0] if people.children else None
    kind = first.node.role if first and first.children else Role.LISTITEM
    flat = first is not None and not first.children
    step = 4 if flat else 1
    place = step * random.randint(0, len(people.children) // step)
    people.children[place:place] = row(person, random.choice(_TOWNS), kind, flat)


def delete_row(top: Part, random: Random) -> None:
    groups = _rows(top)
    if groups:
        del groups[random.randrange(len(groups))]
        _set_rows(top, groups)


def sort_rows(top: Part, random: Random) -> None:
    groups = _rows(top)
    random.shuffle(groups)
    _set_rows(top, groups)


def scroll(top: Part, random: Random) -> None:
    """A list with virtual rows: some go at the top, as many come at the end."""
    for _ in range(random.randint(1, 3)):
        people = top.find("people")
        if not people.children:
            return
        _set_rows(top, _rows(top)[1:])
        shown = {part.key.split("/")[0] for part in people.children}
        fresh = [person for person in _PEOPLE[10:] if person not in shown]
        if fresh and people.children:
            first = people.children[0]
            people.children += row(random.choice(fresh), random.choice(_TOWNS), first.node.role, not first.children)


def insert_toast(top: Part, random: Random) -> None:
    top.children.insert(0, Part("toast", Node(role=Role.ALERT), text("toast/text", "Connection restored")))


def change_value(top: Part, random: Random) -> None:
    field = top.find(random.choice(_FIELDS))
    field.node = replace(field.node, value=random.choice(("Kim", "Bo", "x")))


def change_town(top: Part, random: Random) -> None:
    towns = [part for _, part, _ in top.below() if part.key.endswith("/town")]
    if towns:
        part = random.choice(towns)
        part.node = replace(part.node, name=random.choice(_TOWNS))


def rename(top: Part, random: Random) -> None:
    part = top.find("Play")
    part.node = replace(part.node, name=_RENAMED[part.node.name])


def disable(top: Part, random: Random) -> None:
    part = random.choice([part for _, part, _ in top.below() if part.node.can])
    part.node = replace(part.node, enabled=False)


def swap_tools(top: Part, random: Random) -> None:
    tools = top.find("tools").children
    tools[:2] = reversed(tools[:2])


def wrap(top: Part, random: Random) -> None:
    """Put a nameless box around some neighbours."""
    parents = [part for part in (top, *(part for _, part, _ in top.below())) if len(part.children) > 1 and part.key != "people"]
    parent = random.choice(parents)
    first = random.randrange(len(parent.children))
    last = random.randint(first + 1, len(parent.children))
    key = f"box {random.random()}"
    parent.children[first:last] = [Part(key, Node(), *parent.children[first:last])]


def count_up(top: Part, random: Random) -> None:
    part = top.find("said")
    part.node = replace(part.node, name=f"{random.randint(0, 99)} people")


EDITS: tuple[Callable[[Part, Random], None], ...] = (
    insert_row, delete_row, sort_rows, scroll, insert_toast, change_value, change_town, rename, disable, swap_tools, wrap, count_up,
)  # fmt: skip


def _rows(top: Part) -> list[list[Part]]:
    children = top.find("people").children
    step = 1 if children and children[0].children else 4
    return [children[k : k + step] for k in range(0, len(children), step)]


def _set_rows(top: Part, groups: list[list[Part]]) -> None:
    top.find("people").children[:] = [part for group in groups for part in group]


# Trees


def tree(top: Part, boxes: bool, ids: str) -> tuple[Tree, list[str]]:
    """The screen as a tree, and which element each node is.

    `boxes`: each element has a place by its order. `ids`: native ids tell the truth ("true"), number the nodes at each look
    ("numbers"), stay with the place of a list while its rows change ("recycled"), or there are none ("").
    """
    nodes: list[Node] = []
    parents: list[int] = []
    keys: list[str] = []
    waiting = [(top, -1)]
    while waiting:
        part, parent = waiting.pop()
        i = len(nodes)
        nodes.append(
            replace(
                part.node, bounds=Rect(10, 20 * i, 100, 20) if boxes else None, native_id=_native_id(part, i, ids, parents, parent)
            )
        )
        parents.append(parent)
        keys.append(part.key)
        waiting += [(child, i) for child in reversed(part.children)]
    return tree_of(nodes, parents), keys


def _native_id(part: Part, i: int, ids: str, parents: list[int], parent: int) -> str:
    if ids == "numbers":
        return str(i)
    if ids == "true" or (ids == "recycled" and part.key.split("/")[0] not in _PEOPLE):
        return part.key
    return f"{parent} {parents.count(parent)}" if ids == "recycled" else ""


def edited(random: Random, edits: list[Callable[[Part, Random], None]]) -> Edited:
    before = screen(random)
    after = before.copy()
    for edit in edits:
        edit(after, random)
    boxes, ids = random.random() < 0.5, random.choice(("", "", "true", "numbers", "recycled"))
    (tree_before, keys), (tree_after, keys_after) = tree(before, boxes, ids), tree(after, boxes, ids)
    return Edited(tree_before, tree_after, keys, keys_after, [ids, *(edit.__name__ for edit in edits)])


@st.composite
def edited_trees(draw: st.DrawFn, most: int = 3) -> Edited:
    """A screen with lists, fields and buttons, and the same after up to `most` edits, with the truth about what is what."""
    edits = draw(st.lists(st.sampled_from(EDITS), max_size=most))
    return edited(draw(st.randoms(use_true_random=False)), edits)

"""Screens of any shape that change: a tree, and what a few edits make of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from lumos_layer.perception.draft import Draft
from lumos_layer.testing.strategies.forests import drafts
from lumos_layer.tree import Node, Role

_WORDS = ("Save", "Edit", "Remove", "12", "Ada", "Bob", "^3", "# Title", "Loading…", "3 results")


@dataclass
class Growing:
    """A node that can be edited, with its children."""

    node: Node
    inside: list[Growing] = field(default_factory=list)


def growing(draft: Draft) -> Growing:
    top = Growing(Node())
    made: list[Growing] = []
    for i, node in enumerate(draft.nodes):
        made.append(Growing(node))
        (made[draft.parents[i]] if draft.parents[i] >= 0 else top).inside.append(made[i])
    return top


def grown(top: Growing, like: Draft) -> Draft:
    draft = Draft()
    draft.app, draft.title, draft.url, draft.size = like.app, like.title, like.url, like.size

    waiting: list[tuple[Growing | None, int]] = [(item, -1) for item in reversed(top.inside)]
    while waiting:
        item, place = waiting.pop()
        if item is None:
            draft.close(place)
            continue
        i = draft.open(item.node, place, item.node.role.value)
        waiting.append((None, i))
        waiting += [(child, i) for child in reversed(item.inside)]
    return draft


def _all(item: Growing) -> Iterator[Growing]:
    waiting = list(reversed(item.inside))
    while waiting:
        child = waiting.pop()
        yield child
        waiting += reversed(child.inside)


class Editor:
    """Changes a tree at random; new nodes get native ids that no other had, if the tree has any."""

    def __init__(self, random: Random, with_ids: bool) -> None:
        self.random, self.with_ids = random, with_ids
        self.ids = 0

    def number(self, top: Growing) -> None:
        for item in _all(top):
            item.node = self._with_id(item.node)

    def _with_id(self, node: Node) -> Node:
        self.ids += 1
        return replace(node, native_id=f"n{self.ids}") if self.with_ids else node

    def edit(self, top: Growing) -> None:
        edits = (self.change, self.change, self.insert, self.insert, self.remove, self.move, self.shuffle, self.wrap, self.unwrap)
        self.random.choice(edits)(top)

    def _any(self, top: Growing) -> Growing:
        return self.random.choice([top, *_all(top)])

    def change(self, top: Growing) -> None:
        items = list(_all(top))
        if not items:
            return
        item = self.random.choice(items)
        word = self.random.choice(_WORDS)
        fields = {"name": word, "hint": word, "expanded": True, "checked": "true", "focused": True, "enabled": False}
        if not item.node.protected:
            fields["value"] = word
        name = self.random.choice(list(fields))
        item.node = replace(item.node, **{name: fields[name]})

    def insert(self, top: Growing) -> None:
        around = self._any(top)
        role = self.random.choice((Role.TEXT, Role.BUTTON, Role.HEADING, Role.DIALOG, Role.LIST, Role.CHECKBOX))
        can = ("click",) if role is Role.BUTTON else ("toggle",) if role is Role.CHECKBOX else ()
        node = Node(role=role, name=self.random.choice(("", *_WORDS)), can=can)  # type: ignore[arg-type]
        around.inside.insert(self.random.randint(0, len(around.inside)), Growing(self._with_id(node)))

    def remove(self, top: Growing) -> None:
        around = self._any(top)
        if around.inside:
            around.inside.pop(self.random.randrange(len(around.inside)))

    def move(self, top: Growing) -> None:
        around = self._any(top)
        if around.inside:
            item = around.inside.pop(self.random.randrange(len(around.inside)))
            other = self._any(top)
            other.inside.insert(self.random.randint(0, len(other.inside)), item)

    def shuffle(self, top: Growing) -> None:
        self.random.shuffle(self._any(top).inside)

    def wrap(self, top: Growing) -> None:
        around = self._any(top)
        role = self.random.choice((Role.WINDOW, Role.LIST, Role.GENERIC, Role.FORM))
        around.inside = [Growing(self._with_id(Node(role=role, name=self.random.choice(("", "Ada")))), around.inside)]

    def unwrap(self, top: Growing) -> None:
        around = self._any(top)
        if around.inside:
            place = self.random.randrange(len(around.inside))
            around.inside[place : place + 1] = around.inside[place].inside


@st.composite
def changing(draw: st.DrawFn, looks: int = 2, most: int = 30, edits: int = 4, with_ids: bool | None = None) -> list[Draft]:
    """Drafts of one screen, each made of the one before by up to so many edits."""
    first = draw(drafts(most))
    editor = Editor(draw(st.randoms(use_true_random=False)), draw(st.booleans()) if with_ids is None else with_ids)
    top = growing(first)
    editor.number(top)
    found = [grown(top, first)]
    for _ in range(looks - 1):
        for _ in range(draw(st.integers(0, edits))):
            editor.edit(top)
        found.append(grown(top, first))
    return [draft for draft in found if draft.nodes] or [first]

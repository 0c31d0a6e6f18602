"""What receives an XML dump's elements as a reader meets them, and makes a draft of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lumos_layer.errors import LimitExceeded
from lumos_layer.perception.draft import Draft, XmlReading
from lumos_layer.perception.limits import Limits


class NotStrict(Exception):
    """The dump is not well-formed, or more than libxml2 can read; internal to the readers of XML."""

    def __init__(self, problem: str = "", line: int = 1) -> None:
        self.problem, self.line = problem, line
        super().__init__(problem)


class Target:
    """Receives the events of either reader; its callbacks are closures, because they run once an element."""

    def __init__(self) -> None:
        self.draft = Draft()
        self.texts: dict[int, str] = {}  # by node, the first piece of the text right inside it
        self.later: dict[int, list[str]] = {}  # and the other pieces, which few have
        self.start: Callable[[str, Mapping[str, str]], None]
        self.end: Callable[[str], None]

    def doctype(self, *_: Any) -> None:
        """Refuse entities, should a document type ever come so far."""
        raise NotStrict

    def close(self) -> None:
        """lxml asks every target to have it."""


class TextTarget(Target):
    """A target that also receives the text between tags."""

    data: Callable[[str], None]


def target_for(reading: XmlReading, limits: Limits) -> Target:
    target = TextTarget() if reading.with_text else Target()
    draft, texts, later, stack = target.draft, target.texts, target.later, [-1]
    nodes, add_node = draft.nodes, draft.nodes.append
    add_parent, add_end, add_tag, ends = draft.parents.append, draft.ends.append, draft.tags.append, draft.ends
    push, pop, make, most = stack.append, stack.pop, reading.node, limits.nodes

    def start(tag: str, attrib: Mapping[str, str]) -> None:
        i = len(nodes)
        if i >= most:
            raise LimitExceeded("number of elements", i + 1, most, "elements")
        add_parent(stack[-1])
        push(i)
        add_end(0)
        add_tag(tag)
        add_node(make(tag, attrib))

    def end(tag: str) -> None:
        ends[pop()] = len(nodes)

    def data(text: str) -> None:
        i = stack[-1]
        if i in texts:
            later.setdefault(i, []).append(text)
        elif not text.isspace():  # blanks between tags say nothing; a blank between two references comes alone, and counts
            texts[i] = text

    target.start, target.end = start, end
    if isinstance(target, TextTarget):
        target.data = data
    return target

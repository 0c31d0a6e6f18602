"""Who is below whom: the lists of accessibility nodes of all frames as one forest, whatever their ids say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lumos_layer.errors import DamagedDump
from lumos_layer.perception.formats.cdp_answers import (
    Said,
    backend_of,
    list_of,
    word_of,
)
from lumos_layer.perception.formats.dom_snapshot import Session
from lumos_layer.perception.formats.web_roles import (
    PAGES,
    text,
)

_NONE: list[int] = []
AGAIN = "Record the answer of Accessibility.getFullAXTree again, and keep all of it."


class Grove:
    """The accessibility nodes of all frames, each below at most one other; a frame stands below what holds it."""

    def __init__(self, sessions: Mapping[str, Session], warnings: list[str]) -> None:
        self.entries: list[Said] = []
        self.words: list[str] = []
        self.session_of: list[Session] = []
        self.below: list[list[int]] = []  # `_NONE` itself for a leaf, of which there are most
        self.taken = bytearray()  # 1: stands below another
        self.warnings = warnings
        frames: list[tuple[Session, Said, int]] = []
        for session in sessions.values():
            for frame in session.frames:
                root = self._add(session, frame)
                if root is not None:
                    frames.append((session, frame, root))
        if not frames:
            raise DamagedDump("it holds no accessibility node", AGAIN)
        self.root = frames[0][2]
        self._join(frames[1:], sessions)

    def _add(self, session: Session, frame: Said) -> int | None:
        """Add one frame's nodes and return its root; None if it has none."""
        first, odd, double = len(self.entries), 0, 0
        numbers: dict[str, int] = {}
        for entry in list_of(frame.get("nodes")):
            if not isinstance(entry, dict):
                odd += 1
                continue
            key, word, number = key_of(entry.get("nodeId")), word_of(entry), len(self.entries)
            if word == "InlineTextBox" and not entry.get("childIds"):
                number = -1
            else:
                self.entries.append(entry)
                self.words.append(word)
            double += key != "" and numbers.setdefault(key, number) != number
        count = len(self.entries) - first
        self.session_of += [session] * count
        self.below += [_NONE] * count
        self.taken += bytes(count)
        self.warn(odd, "Entries of the list of nodes that are no nodes, passed over")
        self.warn(double, "Nodes that have the id of another")
        self._link(first, numbers)
        return self._rooted(first) if count else None

    def _link(self, first: int, numbers: Mapping[str, int]) -> None:
        missing = twice = 0
        for i in range(first, len(self.entries)):
            for child in list_of(self.entries[i].get("childIds")):
                j = numbers.get(key_of(child))
                if j is None:
                    missing += 1
                elif j >= 0 and (self.taken[j] or j == i):
                    twice += 1
                elif j >= 0:
                    self._put(j, i)
        for i in range(first, len(self.entries)):
            parent = numbers.get(key_of(self.entries[i].get("parentId")), -1)
            if parent >= 0 and parent != i and not self.taken[i]:
                self._put(i, parent)
        self.warn(missing, "Child ids that name no node of the dump, so that what was there is missing")
        self.warn(twice, "Child ids that name a node which stands elsewhere already, passed over")

    def _put(self, i: int, parent: int) -> None:
        self.taken[i] = 1
        if self.below[parent] is _NONE:
            self.below[parent] = []
        self.below[parent].append(i)

    def _rooted(self, first: int) -> int:
        """The root of the frame whose nodes begin at `first`; other nodes without a parent are put below it."""
        loose = [i for i in range(first, len(self.entries)) if not self.taken[i]]
        root = next((i for i in loose if self.words[i] in PAGES), loose[0] if loose else first)
        for i in loose:
            if i != root:
                self._put(i, root)
        self.warn(len(loose) - 1, "Nodes that stand below no other, put at the end of their page")
        return root

    def _join(self, frames: Sequence[tuple[Session, Said, int]], sessions: Mapping[str, Session]) -> None:
        owners: dict[tuple[str, int], int] = {}
        for i, entry in enumerate(self.entries if frames else ()):
            backend = backend_of(entry.get("backendDOMNodeId"))
            if backend is not None:
                owners.setdefault((self.session_of[i].name, backend), i)
        unplaced = 0
        for session, frame, root in frames:
            holder, backend = session.name, backend_of(frame.get("ownerBackendNodeId"))
            if backend is None and session.owner:
                holder, backend = (
                    text(session.owner.get("session")) or "main",
                    backend_of(session.owner.get("backendNodeId")),
                )
            owner = owners.get((holder, backend)) if backend is not None else None
            outer = sessions.get(holder)
            element = outer.elements.get(backend) if outer and backend is not None else None
            unplaced += owner is None and not (element and element.hidden)
            self._put(root, self.root if owner is None else owner)
        self.warn(unplaced, "Frames without a known place, put at the end of the page")

    def warn(self, count: int, what: str) -> None:
        if count > 0:
            self.warnings.append(f"{what}: {count}.")


def key_of(node_id: object) -> str:
    return node_id if isinstance(node_id, str) else text(node_id)

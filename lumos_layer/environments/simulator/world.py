"""A mutable world of widgets, which can be looked at as a tree at any time."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from lumos_layer.environments.clock import Clock, ManualClock
from lumos_layer.environments.simulator import confiding, popups
from lumos_layer.environments.simulator.cookies import Cookies
from lumos_layer.environments.simulator.drawing import Drawing
from lumos_layer.environments.simulator.events import Event, EventKind, Hook
from lumos_layer.environments.simulator.stage import Stage
from lumos_layer.environments.simulator.timers import Timers
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets import behaviour_of
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.errors import EnvironmentFailed
from lumos_layer.perception.draft import Draft, DumpFormat
from lumos_layer.tree import Node, Role
from lumos_layer.tree.hit_test import HitTest
from lumos_layer.tree.survey import GROUNDS

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.change import Change
    from lumos_layer.environments.simulator.locator import Locator

_DEEPEST = 50  # answers of rules that each came of the one before, at one moment


class World:
    """Widgets in a forest, the focus, what is under way on the clock, and what an app remembers.

    Every change goes through `change`, `insert`, `remove` or `move`. `revision` grows with each change that can be seen;
    between two changes the draft costs no walk over the widgets.
    """

    def __init__(self, draft: Draft, dialect: DumpFormat, clock: Clock | None = None) -> None:
        self.format, self.dialect, self.letter = dialect, dialect.name, dialect.letter
        self.topmost_first = dialect.topmost_first
        self.clock: Clock = clock or ManualClock()
        self.app, self.title, self.url, self.size = draft.app, draft.title, draft.url, draft.size
        self.warnings = list(draft.warnings)
        self.has_places = bool(draft.places)  # dumps that are no XML say where each node stands
        self.roots: list[Widget] = []
        self.widgets: dict[int, Widget] = {}
        self.away: dict[int, Widget] = {}  # what pages of tabs that are not shown begin with; none of it is in the world
        self.modals: dict[int, Widget] = {}
        self.focused: Widget | None = None
        self.popups: list[tuple[int, int]] = []  # open popups and what opened each, the last one on top, as numbers
        self.revealed: dict[int, list[int]] = {}  # by what opened a popup, the widgets that it has shown, as numbers
        self.returns: dict[int, int] = {}  # by dialog, what had the focus when it opened, as numbers
        self.hooks: list[Hook] = []
        self.stage = Stage()
        self.cookies = (
            Cookies()
        )  # of the profile that the browser runs in; whoever has the profile hands them in, no save holds them
        self.timers = Timers()
        self.secrets: Mapping[str, str] = {}
        self.confided = confiding.Confided()
        self.screens: Mapping[str, Draft] = {}  # what an app can show, by name
        self.pages: Sequence[tuple[str, str]] = ()  # beginnings of addresses, and the screens that they show
        self.programs: tuple[str, ...] = ()  # what `open_app` can open
        self.procedures: Mapping[str, Sequence[Change]] = {}  # what an app does in more than one place, by name
        self.always: Sequence[Change] = ()  # what follows from the state of things, done after whatever happens
        self.strip: Locator | None = None  # the row of tabs in which a browser shows its own
        self.pressing = False  # an app presses a key
        self.delay = 0.0  # seconds by which every answer of a hook comes late
        self.notes: list[str] = []  # what the act under way has to say to people
        self._telling = 0  # events that led to the one that is told
        self.revision = 0
        self.next = 1
        self._order: list[Widget] | None = None
        self._nodes: list[Node] = []
        self._parents: array[int] = array("q")
        self._ends: array[int] = array("q")
        self._tags: list[str] = []
        self.drawing = Drawing()
        self.drawing.begin(draft, self._graft(draft, None, 0))
        popups.find_open(self)
        self._hits: tuple[int, HitTest] | None = None
        self.says_unfocused = any(widget.node.focused is False for widget in self.widgets.values())
        self.says_offscreen = dialect.name.startswith("uia") or any(widget.node.offscreen for widget in self.widgets.values())

    # What there is

    def order(self) -> list[Widget]:
        """All widgets in document order."""
        return self._walk() if self._order is None else self._order

    def draft(self) -> Draft:
        """What a dump of the world would hold right now; making it changes nothing."""
        order = self.order()
        draft = Draft()
        draft.nodes, draft.parents, draft.ends, draft.tags = list(self._nodes), self._parents, self._ends, self._tags
        if self.has_places:
            draft.places = [widget.place for widget in order]
        draft.confidence = {i: widget.confidence for i, widget in enumerate(order) if widget.confidence is not None}
        draft.origin = {i: widget.origin for i, widget in enumerate(order) if widget.origin is not None}
        draft.app, draft.title, draft.url, draft.size = self.app, self.title, self.url, self.size
        draft.warnings = list(self.warnings)
        draft.regions, draft.heights = self.drawing.regions(order), self.drawing.heights(order)
        return draft

    def under(self, x: int, y: int) -> Widget | None:
        """The widget that the pointer would hit at a pixel, by the rules of docs/pointing.md; None where there is nothing."""
        node = self.hit_test().at(x, y).node
        return self.order()[node] if node >= 0 else None

    def hit_test(self) -> HitTest:
        """What the pointer would hit right now; its nodes stand in document order."""
        if self._hits is None or self._hits[0] != self.revision:
            self._hits = self.revision, HitTest(self.draft().freeze(), self.letter == "A", self.topmost_first)
        return self._hits[1]

    def was_seen(self, hits: HitTest) -> None:
        """A look at what is shown right now has this hit test: another one need not be made until something changes."""
        self._hits = self.revision, hits

    def of_role(self, *roles: Role) -> Iterator[Widget]:
        """The widgets of these roles in document order."""
        return (widget for widget in self.order() if widget.node.role in roles)

    def enabled(self, widget: Widget) -> bool:
        """False if it, or a group that it stands in, is disabled.

        A disabled window or page only waits for its dialog, which may stand in it; on Android each view is by itself.
        """
        if widget.node.enabled is False:
            return False
        if self.dialect == "android" or widget.node.role in GROUNDS:
            return True
        for above in widget.ancestors():
            if above.node.enabled is False:
                return above.node.role in GROUNDS
            if above.node.role in GROUNDS:
                return True
        return True

    def shown(self, widget: Widget) -> bool:
        """True if neither it nor anything that it stands in is hidden, off screen or in a minimised window."""
        if widget.node.hidden or widget.node.offscreen:
            return False
        around = (above.node for above in widget.ancestors())
        return not any(node.hidden or node.offscreen or node.minimized for node in around)

    def behaviour(self, widget: Widget) -> Behaviour:
        """How the widget answers."""
        return behaviour_of(widget.node)

    def alive(self, widget: Widget) -> bool:
        return self.widgets.get(widget.number) is widget

    # What changes it

    def change(self, widget: Widget, **said: Any) -> bool:
        """Give a widget's node other values; False if it had them already."""
        node = replace(widget.node, **said)
        if node.protected and node.value is not None:
            node = replace(node, value=None, filled=bool(node.value))
        if node == widget.node:
            return False
        widget.node = node
        if self._order is not None and self.alive(widget):
            self._nodes[widget.index] = node
        self._note_modal(widget)
        self.revision += 1
        return True

    def graft(self, draft: Draft, parent: Widget | None, position: int | None = None) -> list[Widget]:
        """Add the nodes of a draft below a widget (None: as roots), at a place among its children (None: last); the new tops."""
        made = self._graft(draft, parent, position)
        tops = [widget for widget, above in zip(made, draft.parents, strict=True) if above < 0]
        self.drawing.join(draft, made, self.roots if parent is None else parent.children)
        return tops

    def _graft(self, draft: Draft, parent: Widget | None, position: int | None) -> list[Widget]:
        made: list[Widget] = []
        tops: list[Widget] = []
        for i, node in enumerate(draft.nodes):
            place = draft.places[i] if draft.places else ("simulated" if self.has_places else "")
            widget = self._make(node, draft.tags[i], place)
            widget.confidence, widget.origin = draft.confidence.get(i), draft.origin.get(i)
            made.append(widget)
            above = draft.parents[i]
            if above < 0:
                tops.append(widget)
            else:
                widget.parent = made[above]
                made[above].children.append(widget)
        self._adopt(tops, parent, position)
        return made

    def replace_all(self, draft: Draft) -> None:
        """Show a draft in place of everything, drawn as its dump says."""
        for root in list(self.roots):
            self.remove(root)
        self.popups.clear()
        self.returns.clear()
        self.drawing = Drawing()
        self.drawing.begin(draft, self._graft(draft, None, 0))

    def add(self, node: Node, parent: Widget | None, position: int | None = None, tag: str = "") -> Widget:
        """Add one widget."""
        widget = self._make(node, tag or node.role.value, "simulated" if self.has_places else "")
        self._adopt([widget], parent, position)
        return widget

    def relabel(self, widget: Widget, native_id: str) -> Widget:
        """Give a widget that was made here an identity of its own, by which it can be found again."""
        self.change(widget, native_id=native_id)
        return widget

    def remove(self, widget: Widget) -> None:
        """Take a widget and all in it out of the world. If the focus was in it, nothing has the focus."""
        self._siblings(widget).remove(widget)
        for gone in widget.subtree():
            del self.widgets[gone.number]
            self.modals.pop(gone.number, None)
            if gone is self.focused:
                self.focused = None
        self.popups = [pair for pair in self.popups if pair[0] in self.widgets and pair[1] in self.widgets]
        self._reshaped()

    def move(self, widget: Widget, parent: Widget | None, position: int | None = None) -> None:
        """Put a widget and all in it at another place."""
        self._siblings(widget).remove(widget)
        siblings = self.roots if parent is None else parent.children
        widget.parent = parent
        siblings.insert(len(siblings) if position is None else position, widget)
        self._reshaped()

    def detach(self, widget: Widget) -> None:
        """Take a row of a virtual list out of the world; it can come back as the same one."""
        parent = widget.parent
        self.remove(widget)
        widget.parent = parent

    def attach(self, widget: Widget, parent: Widget, position: int) -> None:
        """Put a row of a virtual list into the world."""
        self._adopt([widget], parent, position)

    def put_away(self, widget: Widget) -> None:
        """Take a widget and all in it out of the world; it can be brought back as the same one."""
        self.remove(widget)
        widget.parent = None
        self.away[widget.number] = widget

    def bring_back(self, tops: list[Widget], parent: Widget | None, position: int) -> None:
        """Put what was put away into the world."""
        self._adopt(tops, parent, position)

    def renew(self, widget: Widget) -> Widget:
        """Replace a widget by an equal one that is another: what pages do when they draw a part anew. Its children move over."""
        node = widget.node
        native = f"{node.native_id}.{self.next}" if node.native_id else ""
        twin = self._make(replace(node, native_id=native), widget.tag, widget.place)
        twin.text, twin.traits, twin.confidence, twin.origin = widget.text, widget.traits, widget.confidence, widget.origin
        siblings = self._siblings(widget)
        siblings[siblings.index(widget)] = twin
        twin.parent, twin.children, widget.children = widget.parent, widget.children, []
        for child in twin.children:
            child.parent = twin
        del self.widgets[widget.number]
        self.widgets[twin.number] = twin
        self.modals.pop(widget.number, None)
        self._note_modal(twin)
        confiding.renewed(self, widget, twin)
        if self.focused is widget:
            self.focused = twin
        self.popups = [(twin.number if a == widget.number else a, twin.number if b == widget.number else b) for a, b in self.popups]
        self._reshaped()
        return twin

    # What happens in it

    def emit(self, kind: EventKind, widget: Widget | None, detail: str = "", other: Widget | None = None) -> bool:
        """Tell the hooks, do what they answer; True if one of them had an answer.

        Raises EnvironmentFailed where answers lead to each other without end.
        """
        if self._telling >= _DEEPEST:
            where = f" of {widget.node.role} {widget.node.name!r:.80}" if widget is not None else ""
            raise EnvironmentFailed(
                f"Rules of the app lead to each other without end, at `{kind}`{where}; let time pass (`after`)."
            )
        self._telling += 1
        try:
            return self._told(Event(kind, widget, detail, other))
        finally:
            self._telling -= 1

    def _told(self, event: Event) -> bool:
        answered = False
        for hook in self.hooks:
            effects = hook.on(event, self)
            if effects is None:
                continue
            answered = True
            if self.delay:
                self.later(self.delay, list(effects))
            else:
                self.apply(effects)
        return answered

    def apply(self, effects: Iterable[Change]) -> None:
        for effect in effects:
            effect.apply(self)

    @property
    def busy(self) -> bool:
        """True while the app loads and answers to nothing."""
        return self.clock.now() < self.stage.busy_until

    def later(self, seconds: float, effects: Sequence[Change]) -> None:
        """Do something when that much time has passed."""
        self.timers.add(self.clock.now() + seconds, effects)

    def catch_up(self) -> None:
        """Do all whose time has come, in the order of their times."""
        while (due := self.timers.due(self.clock.now())) is not None:
            self.apply(due)
            self.follow()

    def follow(self) -> None:
        """Let follow what always follows: buttons that can be pressed when all is filled in, and the like."""
        self.apply(self.always)

    def restore(self, roots: list[Widget], following: int) -> None:
        """Take in widgets that carry their numbers already; `following` is the first free one."""
        self._adopt(roots, None, None)
        self.next = following

    # Below

    def _make(self, node: Node, tag: str, place: str) -> Widget:
        widget = Widget(self.next, node, tag, place)
        self.next += 1
        return widget

    def _adopt(self, tops: list[Widget], parent: Widget | None, position: int | None) -> None:
        siblings = self.roots if parent is None else parent.children
        at = len(siblings) if position is None else position
        siblings[at:at] = tops
        held = self.focused
        for top in tops:
            top.parent = parent
            for widget in top.subtree():
                self.widgets[widget.number] = widget
                self._note_modal(widget)
                if widget.node.focused:
                    self.focused = widget
        if held is not None and held is not self.focused:
            self.change(held, focused=False if self.says_unfocused else None)
        self._reshaped()

    def _siblings(self, widget: Widget) -> list[Widget]:
        return self.roots if widget.parent is None else widget.parent.children

    def _note_modal(self, widget: Widget) -> None:
        if widget.node.modal:
            self.modals[widget.number] = widget
        elif self.modals:
            self.modals.pop(widget.number, None)

    def _reshaped(self) -> None:
        self._order = None
        self.revision += 1

    def _walk(self) -> list[Widget]:
        order: list[Widget] = []
        parents: array[int] = array("q")
        waiting = self.roots[::-1]
        while waiting:
            widget = waiting.pop()
            widget.index = len(order)
            order.append(widget)
            parents.append(-1 if widget.parent is None else widget.parent.index)
            if widget.children:
                waiting += widget.children[::-1]
        ends = array("q", range(1, len(order) + 1))
        for i in range(len(order) - 1, -1, -1):
            above = parents[i]
            if above >= 0 and ends[above] < ends[i]:
                ends[above] = ends[i]
        self._order, self._parents, self._ends = order, parents, ends
        self._nodes, self._tags = [widget.node for widget in order], [widget.tag for widget in order]
        return order

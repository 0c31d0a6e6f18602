"""Tables, whose columns sort and whose rows are chosen. WAI-ARIA Authoring Practices: "Grid Pattern", "Sortable Table"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import focus
from lumos_layer.environments.simulator.column_order import keys_of
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets import listbox, several
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Rect, Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_TABLES = frozenset((Role.TABLE, Role.GRID, Role.TREEGRID))
_CELLS = frozenset((Role.CELL, Role.GRIDCELL, Role.ROWHEADER))
_SIDEWAYS = {"ArrowRight": 1, "ArrowLeft": -1}


class Table(Behaviour):
    roles = frozenset((Role.TABLE, Role.GRID, Role.TREEGRID))

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        return option is not None and world.enabled(option) and world.behaviour(option).select(world, option, None)

    def options(self, widget: Widget) -> list[Widget]:
        return [row for row in widget.inside() if row.node.role is Role.ROW and "select" in row.node.can]


class GridRow(Behaviour):
    roles = frozenset((Role.ROW,))

    def click(self, world: World, widget: Widget) -> bool:
        if not _chosen_alone(widget):
            return world.emit("click", widget)
        table = table_of(widget)
        listbox.choose(world, widget, rows(table) if table is not None else [widget])
        world.emit("click", widget)
        return True

    def double_click(self, world: World, widget: Widget) -> bool:
        return world.emit("double_click", widget)

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        return option is None and "select" in widget.node.can and self.click(world, widget)

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if not focus.listens(world, widget):
            return False
        if chord.key in (" ", "Enter") and not chord.held:
            return self.click(world, widget) if chord.key == " " else self.double_click(world, widget)
        table = table_of(widget)
        members = [row for row in rows(table) if "select" in row.node.can and world.shown(row)] if table is not None else []
        if chord.held:
            return several.key(world, widget, members, chord)
        target = listbox.stepped(members, widget, chord.key)
        if target is None:
            return False
        listbox.go(world, target, members)
        return True


class Cell(Behaviour):
    roles = _CELLS

    def click(self, world: World, widget: Widget) -> bool:
        if not _chosen_alone(widget):
            return False  # the row's matter
        table = table_of(widget)
        inside = [inner for inner in table.inside() if inner.node.role in _CELLS] if table is not None else [widget]
        listbox.choose(world, widget, inside)
        for cell in _beside(widget, inside) if _row_of(widget) is None else ():
            world.change(cell, selected=True)
        world.emit("click", widget)
        return True

    def double_click(self, world: World, widget: Widget) -> bool:
        return world.emit("double_click", widget)

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        return option is None and self.click(world, widget)

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        """Arrows go from cell to cell, Home and End to the ends of the row, with Control of the table; at an edge they stay."""
        table, row = table_of(widget), _row_of(widget)
        whole = chord.held == ("ctrl",) and chord.key in ("Home", "End")
        if (chord.held and not whole) or not focus.listens(world, widget) or table is None or row is None:
            return False
        column = cells(row).index(widget)
        if chord.key in _SIDEWAYS:
            line, column = cells(row), column + _SIDEWAYS[chord.key]
        elif chord.key in ("Home", "End"):
            lines = [cells(other) for other in rows(table) if cells(other)] if whole else [cells(row)]
            line = lines[0 if chord.key == "Home" else -1]
            column = 0 if chord.key == "Home" else len(line) - 1
        elif chord.key in ("ArrowDown", "ArrowUp"):
            all_rows = [other for other in rows(table) if cells(other)]
            place = all_rows.index(row) + (1 if chord.key == "ArrowDown" else -1)
            line = cells(all_rows[min(max(place, 0), len(all_rows) - 1)])
        else:
            return False
        target = line[min(max(column, 0), len(line) - 1)]
        listbox.bring(world, target)
        focus.lead(world, target)
        return True


class ColumnHeader(Behaviour):
    """A click sorts by the column, a second one the other way."""

    roles = frozenset((Role.COLUMNHEADER,))

    def click(self, world: World, widget: Widget) -> bool:
        if world.emit("click", widget):
            return True
        table = table_of(widget)
        return table is not None and "click" in widget.node.can and sort(world, table, widget)

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        return not chord.held and chord.key in ("Enter", " ") and focus.listens(world, widget) and self.click(world, widget)


def _chosen_alone(widget: Widget) -> bool:
    """True for what can be chosen, or says whether it is."""
    return "select" in widget.node.can or widget.node.selected is not None


def _beside(widget: Widget, cells_of_table: list[Widget]) -> list[Widget]:
    """The cells in one line with it, in tables without rows as GTK has them; they are chosen together."""
    box = widget.node.bounds
    if box is None:
        return []
    lines = [(cell, cell.node.bounds) for cell in cells_of_table if cell.node.selected is not None]
    return [cell for cell, other in lines if other is not None and (other.y, other.height) == (box.y, box.height)]


def table_of(widget: Widget) -> Widget | None:
    return next((above for above in widget.ancestors() if above.node.role in _TABLES), None)


def rows(table: Widget) -> list[Widget]:
    """All rows in order, those out of view of a virtual table too."""
    found: list[Widget] = []
    waiting = table.held()[::-1]
    while waiting:
        widget = waiting.pop()
        if widget.node.role is Role.ROW:
            found.append(widget)
        waiting += widget.held()[::-1]
    return found


def cells(row: Widget) -> list[Widget]:
    return [widget for widget in row.inside() if widget.node.role in _CELLS]


def sort(world: World, table: Widget, header: Widget) -> bool:
    """Put the rows in the order of one column, as `keys_of` has it. Sorted already, the other way round."""
    head = _row_of(header)
    headers = [widget for widget in (head or table).inside() if widget.node.role is Role.COLUMNHEADER]
    column = headers.index(header)
    body = [row for row in rows(table) if row is not head and len(cells(row)) > column]
    holder = body[0].parent if body else None
    if len(body) < 2 or holder is None or any(row.parent is not holder for row in body):
        return False
    keys = keys_of([_words(cells(row)[column]) for row in body])
    ordered = [row for _, row in sorted(zip(keys, body, strict=True), key=lambda pair: pair[0])]
    if ordered == body:
        ordered.reverse()
    _put(world, holder, body, ordered)
    world.emit("change", table, header.node.name)
    return True


def _put(world: World, holder: Widget, before: list[Widget], after: list[Widget]) -> None:
    """Let rows change places, each moving to where the one stood whose place it takes."""
    from lumos_layer.environments.simulator import parts

    order = list(holder.held())
    places = [order.index(row) for row in before]
    boxes = [row.node.bounds for row in before]
    for place, box, row in zip(places, boxes, after, strict=True):
        order[place] = row
        old = row.node.bounds
        if box is not None and old is not None:
            shift(world, row, box.x - old.x, box.y - old.y)
    parts.put_in_order(world, holder, order)


def shift(world: World, part: Widget, right: int, down: int) -> None:
    """Move everything of a part by so many pixels."""
    if not right and not down:
        return
    for widget in part.subtree():
        box = widget.node.bounds
        if box is not None:
            world.change(widget, bounds=Rect(box.x + right, box.y + down, box.width, box.height))


def _words(cell: Widget) -> str:
    return cell.node.name or cell.node.value or " ".join(inner.node.name for inner in cell.inside() if inner.node.name)


def _row_of(widget: Widget) -> Widget | None:
    return next((above for above in widget.ancestors() if above.node.role is Role.ROW), None)

"""Pages of tabs that are not shown: put away as they are (typed words, ticks, how far they were scrolled), and brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Node, Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


def document_of(world: World) -> Widget | None:
    """The page in a browser that stands around it; None where the page is all there is."""
    document = next(iter(world.of_role(Role.DOCUMENT)), None)
    return None if document is None or document.parent is None else document


def put_away(world: World) -> None:
    """Keep the page shown for the tab shown; where a browser is around it, an empty page stands in its place."""
    document = document_of(world)
    tops = [document] if document is not None else list(world.roots)
    parent = None if document is None else document.parent
    place = parent.children.index(document) if parent is not None and document is not None else 0
    tab = world.stage.tabs[world.stage.tab]
    focused = world.focused
    tab.focus = focused.number if focused is not None and any(focused.within(top) for top in tops) else 0
    if tab.focus and focused is not None and focused.node.focused:
        world.change(focused, focused=False)
    tab.page = [top.number for top in tops]
    for top in tops:
        world.put_away(top)
    if parent is not None and document is not None:
        world.add(Node(role=Role.DOCUMENT, bounds=document.node.bounds), parent, place, document.tag)


def bring_back(world: World) -> bool:
    """Show the page that was put away for the tab shown; False if there is none, or it was loading then."""
    tab = world.stage.tabs[world.stage.tab]
    kept = [world.away.pop(number) for number in tab.page if number in world.away]
    tab.page = []
    if not kept or any(widget.node.busy for top in kept for widget in top.subtree()):
        return False
    document = document_of(world)
    if document is None:
        for root in list(world.roots):
            world.remove(root)
        world.bring_back(kept, None, 0)
    elif document.parent is not None:
        parent, place = document.parent, document.parent.children.index(document)
        world.remove(document)
        world.bring_back(kept, parent, place)
    focused = world.widgets.get(tab.focus)
    if focused is not None and world.focused is None:
        from lumos_layer.environments.simulator import focus

        focus.focus(world, focused)
    return True


def forget(world: World, number: int) -> None:
    """A tab is closed: its page, if it was put away, is gone."""
    for each in world.stage.tabs[number].page:
        world.away.pop(each, None)

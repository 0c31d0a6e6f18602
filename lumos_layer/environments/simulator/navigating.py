"""How a world changes screens: other screens, windows, dialogs, toasts, pages and tabs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lumos_layer.environments.simulator import paging, windows
from lumos_layer.environments.simulator.stage import Tab
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.affordances import OWN
from lumos_layer.tree import Node, Rect, Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_LINE = 32  # pixels of one line of a dialog
_WIDTH = 360


def show(world: World, screen: str) -> None:
    """Show a screen in place of everything."""
    draft = world.screens.get(screen)
    if draft is None:
        world.notes.append(f"The app has no screen {screen!r}.")
        return
    world.replace_all(draft)
    world.stage.screen = screen
    world.title = draft.title or world.title
    world.url, world.size = draft.url or world.url, draft.size or world.size
    world.emit("open", None, screen)


def open_window(world: World, screen: str, inside: Widget | None) -> list[Widget]:
    """Open the windows of a screen on top of the others."""
    draft = world.screens.get(screen)
    if draft is None:
        world.notes.append(f"The app has no screen {screen!r}.")
        return []
    known = _open_already(world, draft)
    if known is not None:
        windows.activate(world, known)
        return [known]
    tops = world.graft(draft, inside, _on_top(world, inside))
    for top in tops:
        window = next((widget for widget in top.subtree() if widget.node.role in windows.WINDOWS), None)
        if window is not None:
            windows.opened(world, window)
    world.emit("open", None, screen)
    return tops


def _open_already(world: World, draft: Draft) -> Widget | None:
    """The window that the first one of the draft is, if it is open."""
    node = next((node for node in draft.nodes if node.role in windows.WINDOWS), None)
    if node is None:
        return None
    same = (node.role, node.identifier or node.name)
    there = ((top, top.node) for top in world.of_role(*windows.WINDOWS))
    return next((top for top, its in there if (its.role, its.identifier or its.name) == same), None)


def open_dialog(world: World, title: str, text: str, buttons: Sequence[str], fields: Sequence[str], modal: bool) -> Widget:
    """Open a dialog in the middle of the window or dialog that is worked in; its first field or button gets the focus."""
    holder = _holder(world)
    frame = holder.node.bounds if holder is not None else None
    lines = 1 + bool(text) + len(fields) + 1
    height = lines * _LINE + _LINE
    x = frame.x + max(0, (frame.width - _WIDTH) // 2) if frame else 0
    y = frame.y + max(0, (frame.height - height) // 2) if frame else 0
    placed = frame is not None

    def box(line: int, place: int = 0, of: int = 1) -> Rect | None:
        width = (_WIDTH - 2 * _LINE) // of
        return Rect(x + _LINE + place * width, y + line * _LINE, width, _LINE - 4) if placed else None

    whole = Rect(x, y, _WIDTH, height) if placed else None
    dialog = world.add(Node(role=Role.DIALOG, name=title, modal=modal, bounds=whole), holder, _on_top(world, holder))
    line = 1
    if text:
        world.add(Node(role=Role.TEXT, name=text, bounds=box(line)), dialog)
        line += 1
    for name in fields:
        world.add(Node(role=Role.TEXTBOX, name=name, value="", can=OWN[Role.TEXTBOX], focusable=True, bounds=box(line)), dialog)
        line += 1
    for place, name in enumerate(buttons):
        bounds = box(line, place, len(buttons))
        world.add(Node(role=Role.BUTTON, name=name, can=("click",), focusable=True, bounds=bounds), dialog)
    windows.opened(world, dialog)
    return dialog


def _holder(world: World) -> Widget | None:
    """What a new dialog belongs to: the dialog or window that is worked in."""
    focused = windows.dialog_of(world.focused) if world.focused is not None else None
    return windows.top_modal(world) or focused or windows.active(world) or (world.roots[0] if world.roots else None)


def _on_top(world: World, holder: Widget | None) -> int | None:
    """The place among the children by which a new window lies above the others; None: the last."""
    if not world.topmost_first or holder is None:
        return 0 if world.topmost_first else None
    places = (k for k, child in enumerate(holder.children) if child.node.role in windows.WINDOWS)
    return next(places, None)


def discard(world: World, window: Widget) -> None:
    """Close a window or dialog without asking anybody."""
    hooks, world.hooks = world.hooks, []
    windows.close(world, window)
    world.hooks = hooks


def toast(world: World, text: str, seconds: float, role: Role) -> None:
    """Show words at the lower edge; they go by themselves."""
    from lumos_layer.environments.simulator.locator import Locator
    from lumos_layer.environments.simulator.widget_effects import Remove

    holder = windows.active(world) or (world.roots[0] if world.roots else None)
    frame = holder.node.bounds if holder is not None else None
    bounds = Rect(frame.x + 20, frame.bottom - 60, max(frame.width - 40, 1), 40) if frame else None
    made = world.add(Node(role=role, name=text, bounds=bounds), holder)
    made = world.relabel(made, f"toast-{made.number}")
    world.later(seconds, [Remove(do="remove", target=Locator(native_id=made.node.native_id))])


def navigate(world: World, url: str) -> None:
    """Go to an address in the tab shown, or `back` and `forward` through those that were visited, or load it anew: `reload`."""
    tab = world.stage.tabs[world.stage.tab]
    if url == "reload":
        pass
    elif url in ("back", "forward"):
        at = tab.at + (1 if url == "forward" else -1)
        if not 0 <= at < len(tab.visited):
            return
        tab.at = at
    else:
        del tab.visited[tab.at + 1 :]
        tab.visited.append(url)
        tab.at = len(tab.visited) - 1
    _load(world)


def go(world: World, way: str) -> bool:
    """Go `back` or `forward`; False if there is nothing that way."""
    before = world.revision
    navigate(world, way)
    return world.revision != before


def open_tab(world: World, url: str) -> None:
    """Open a tab behind the one shown, and show it."""
    paging.put_away(world)
    world.stage.tab += 1
    world.stage.tabs.insert(world.stage.tab, Tab())
    navigate(world, url)


def close_tab(world: World) -> None:
    """Close the tab shown; the last one stays, blank."""
    paging.forget(world, world.stage.tab)
    del world.stage.tabs[world.stage.tab]
    if not world.stage.tabs:
        world.stage.tabs.append(Tab(["about:blank"], 0))
    world.stage.tab = min(world.stage.tab, len(world.stage.tabs) - 1)
    _show_again(world)


def show_tab(world: World, number: int) -> None:
    """Show another tab, the first is 0, with its page as it was left; one that is not there changes nothing."""
    if 0 <= number < len(world.stage.tabs) and number != world.stage.tab:
        paging.put_away(world)
        world.stage.tab = number
        _show_again(world)


def page_of(world: World, url: str) -> str | None:
    """The screen of an address: that of the longest beginning that the app knows."""
    fitting = [(len(start), screen) for start, screen in world.pages if url.startswith(start)]
    return max(fitting)[1] if fitting else None


def _load(world: World) -> None:
    """Show the page of the tab's address. The browser around it, if there is one, stays: only its document changes."""
    url = world.stage.tabs[world.stage.tab].url
    screen = page_of(world, url)
    if screen is None or screen not in world.screens:
        world.notes.append(f"The app has no page for {url!r}.")
        return
    world.stage.values["url"] = url
    document = paging.document_of(world)
    if document is None or document.parent is None:
        show(world, screen)
    else:
        parent, place = document.parent, document.parent.children.index(document)
        world.remove(document)
        world.graft(world.screens[screen], parent, place)
    _tell_page(world, url, screen)
    world.emit("load", None, url)


def _show_again(world: World) -> None:
    """Show the page of the tab as it was left; load it if it is not there."""
    if not paging.bring_back(world):
        _load(world)
        return
    url = world.stage.tabs[world.stage.tab].url
    screen = page_of(world, url)
    if screen is not None and screen in world.screens:
        world.stage.values["url"] = url
        _tell_page(world, url, screen)
        world.emit("tab", None, url)


def _tell_page(world: World, url: str, screen: str) -> None:
    """Let the browser around a page say which it is."""
    title = world.screens[screen].title
    world.title, world.stage.screen, world.url = title or world.title, screen, url
    tab = world.stage.tabs[world.stage.tab]
    world.stage.values["back"], world.stage.values["forward"] = tab.at > 0, tab.at < len(tab.visited) - 1
    world.stage.values["title"] = title or url
    _show_tabs(world)


def tabs(world: World) -> list[Widget]:
    """The tabs that the browser shows, if it has a row for them."""
    strip = world.strip.find(world) if world.strip is not None else None
    return [child for child in strip.children if child.node.role is Role.TAB] if strip is not None else []


def _show_tabs(world: World) -> None:
    """Let the row of tabs show what tabs there are, each by the title of its page, and which is shown."""
    strip = world.strip.find(world) if world.strip is not None else None
    shown = tabs(world)
    if strip is None or not shown:
        return
    for _ in range(len(world.stage.tabs) - len(shown)):
        box = shown[-1].node.bounds
        beside = Rect(box.right, box.y, box.width, box.height) if box is not None else None
        place = strip.children.index(shown[-1]) + 1
        shown.append(world.add(replace(shown[0].node, bounds=beside, selected=False, focused=None), strip, place, shown[0].tag))
    while len(shown) > len(world.stage.tabs):
        world.remove(shown.pop())
    for number, (widget, tab) in enumerate(zip(shown, world.stage.tabs, strict=True)):
        world.change(widget, name=_title_of(world, tab.url), selected=number == world.stage.tab)


def _title_of(world: World, url: str) -> str:
    screen = page_of(world, url)
    return (world.screens[screen].title if screen is not None and screen in world.screens else "") or url or "about:blank"

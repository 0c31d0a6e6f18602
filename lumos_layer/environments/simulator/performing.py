"""From grounded actions to what happens in the world: one function for each type of action, one table of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from lumos_layer.actions.fields import Secret
from lumos_layer.environments.simulator import aiming, confiding, focus, keyboard, navigating, pointer, popups, waiting, windows
from lumos_layer.environments.simulator.keys import chord
from lumos_layer.environments.simulator.refusal import Refusal, named
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets import scrolling, textbox
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


class Order(Struct, frozen=True):
    """An action with the widgets that it is meant for, as they are now; a point goes before its widget."""

    action: Any  # the model, whose fields its own function knows
    widget: Widget | None = None
    point: tuple[int, int] | None = None
    end: Widget | None = None
    end_point: tuple[int, int] | None = None


Perform = Callable[["World", Order], bool]


def perform(world: World, order: Order) -> bool:
    """Carry out an action; True if anything came of it. Raises Refusal, before anything has changed."""
    done = PERFORM[order.action.type](world, order)
    if world.popups:
        popups.close_unseen(world)
    if world.always:
        before = world.revision
        world.follow()
        done |= world.revision != before
    return done


def _hit(world: World, order: Order) -> Widget:
    """What the pointer meets where the element is. Raises Refusal if that is another element by now."""
    return aiming.met(world, _there(order), order.point)


def _observe(world: World, order: Order) -> bool:
    return False


def _click(world: World, order: Order) -> bool:
    return pointer.click(world, _hit(world, order))


def _double_click(world: World, order: Order) -> bool:
    return pointer.double_click(world, _hit(world, order))


def _right_click(world: World, order: Order) -> bool:
    return pointer.right_click(world, _hit(world, order))


def _hover(world: World, order: Order) -> bool:
    return pointer.hover(world, _hit(world, order))


def _drag(world: World, order: Order) -> bool:
    target = aiming.met(world, _meant(order.end), order.end_point)
    end = order.end_point or _middle(order.end)
    return pointer.drag(world, _hit(world, order), order.point or _middle(order.widget), target, end)


def _type_text(world: World, order: Order) -> bool:
    text = _words(world, order.action.text)
    if order.action.ref is None:
        _confide(world, world.focused, order)
        return keyboard.type_text(world, text)
    widget = textbox.field_of(_free(world, order))
    target = focus.nearest(world, widget)
    if target is None or (target is not widget and not textbox.editable(widget)):
        raise Refusal("unsupported", f"{named(widget)} cannot have the focus.")
    focus.focus(world, target)
    _confide(world, widget, order)
    return keyboard.type_text(world, text) if target is widget else world.behaviour(widget).type(world, widget, text)


def _set_text(world: World, order: Order) -> bool:
    widget, text = _free(world, order), _words(world, order.action.text)
    if widget.node.readonly:
        raise Refusal("read_only", f"{named(widget)} is read-only.")
    before, field = world.revision, textbox.field_of(widget)
    focus.focus(world, focus.nearest(world, field) or world.focused)
    _confide(world, field, order)
    return _able(world.behaviour(widget).set_text(world, widget, text), widget, "a text") and world.revision != before


def _select(world: World, order: Order) -> bool:
    widget, before = _free(world, order), world.revision
    behaviour = world.behaviour(widget)
    if order.action.option is None:
        return _able(behaviour.select(world, widget, None), widget, "a choice") and world.revision != before
    options = [option for option in behaviour.options(widget) if _called(option) == order.action.option]
    if len(options) > 1:
        raise Refusal("invalid", f"{named(widget)} has {len(options)} options {order.action.option!r}; choose one by its own ref.")
    if not options:
        raise Refusal("not_found", f"{named(widget)} has no option {order.action.option!r} right now; open it to see its options.")
    if not world.enabled(options[0]):
        raise Refusal("disabled", f"The option {order.action.option!r} is disabled.")
    return _able(behaviour.select(world, widget, options[0]), widget, "a choice") and world.revision != before


def _set_checked(world: World, order: Order) -> bool:
    widget, before = _free(world, order), world.revision
    done = world.behaviour(widget).set_checked(world, widget, order.action.checked)
    return _able(done, widget, "a tick") and world.revision != before


def _set_value(world: World, order: Order) -> bool:
    widget, before = _free(world, order), world.revision
    if widget.node.readonly:
        raise Refusal("read_only", f"{named(widget)} is read-only.")
    done = world.behaviour(widget).set_value(world, widget, order.action.value)
    return _able(done, widget, "a number") and world.revision != before


def _expand(world: World, order: Order) -> bool:
    widget, before = _free(world, order), world.revision
    done = world.behaviour(widget).set_expanded(world, widget, order.action.expanded)
    return _able(done, widget, "being opened") and world.revision != before


def _focus(world: World, order: Order) -> bool:
    """Lead the keyboard to the widget."""
    widget = _free(world, order)
    field = textbox.field_of(widget)
    target = field if focus.focusable(world, field) else focus.nearest(world, widget)
    if target is None:
        raise Refusal("unsupported", f"{named(widget)} cannot have the focus.")
    return focus.focus(world, target)


def _press_key(world: World, order: Order) -> bool:
    if order.action.ref is not None:
        _focus(world, order)
    return keyboard.press(world, chord(order.action.key))


def _scroll(world: World, order: Order) -> bool:
    widget = _scroller(world, order)
    box = widget.node.bounds
    if box is None:
        raise Refusal("unsupported", f"{named(widget)} has no box here, so nothing in it can move.")
    far = order.action.pages
    right, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[order.action.direction]
    return scrolling.scroll(world, widget, round(right * far * box.width), round(down * far * box.height))


def _scroll_to(world: World, order: Order) -> bool:
    right, down = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}[order.action.edge]
    return scrolling.to_edge(world, _scroller(world, order), right, down)


def _scroll_into_view(world: World, order: Order) -> bool:
    return scrolling.into_view(world, _there(order))


def _open_url(world: World, order: Order) -> bool:
    url = order.action.url
    if world.emit("navigate", None, url):
        return True
    if navigating.page_of(world, url) is None:
        known = ", ".join(start for start, _ in world.pages) or "none"
        raise Refusal("not_found", f"There is no page at {url!r} here. Addresses known: {known}.")
    navigating.navigate(world, url)
    return True


def _open_app(world: World, order: Order) -> bool:
    name = order.action.app
    if world.emit("open_app", None, name):
        return True
    for window in windows.tops(world):
        program = next((above.node.name for above in window.ancestors() if above.node.role is Role.APPLICATION), world.app)
        if name.casefold() in (window.node.name.casefold(), program.casefold()):
            return windows.activate(world, window)
    raise Refusal("not_found", f"There is no program {name!r} here.")


def _switch_window(world: World, order: Order) -> bool:
    if order.action.title is None:
        window = windows.window_of(_there(order))
    else:
        window = next((top for top in windows.tops(world) if top.node.name == order.action.title), None)
    if window is None:
        titles = ", ".join(repr(top.node.name) for top in windows.tops(world)) or "none"
        raise Refusal("not_found", f"There is no such window. Windows here: {titles}.")
    return windows.activate(world, window)


def _open_windows_search(world: World, order: Order) -> bool:
    if world.emit("search", None, order.action.text or ""):
        return True
    raise Refusal("unsupported", "There is no Start menu here.")


def _wait(world: World, order: Order) -> bool:
    before = world.revision
    waiting.wait(world, order.action.seconds)
    return world.revision != before


def _wait_for_change(world: World, order: Order) -> bool:
    before = world.revision
    return waiting.until(world, order.action.seconds, lambda: world.revision != before)


def _wait_for(world: World, order: Order) -> bool:
    condition, seconds = order.action.condition, order.action.seconds
    if not waiting.until(world, seconds, lambda: waiting.holds(world, condition, order.widget)):
        world.notes.append(f"It did not come true within {seconds:g} seconds.")
    return False


PERFORM: Mapping[str, Perform] = MappingProxyType(
    {
        "observe": _observe,
        "click": _click,
        "double_click": _double_click,
        "right_click": _right_click,
        "hover": _hover,
        "drag": _drag,
        "type_text": _type_text,
        "set_text": _set_text,
        "select": _select,
        "set_checked": _set_checked,
        "set_value": _set_value,
        "expand": _expand,
        "focus": _focus,
        "press_key": _press_key,
        "scroll": _scroll,
        "scroll_to": _scroll_to,
        "scroll_into_view": _scroll_into_view,
        "open_url": _open_url,
        "open_app": _open_app,
        "switch_window": _switch_window,
        "open_windows_search": _open_windows_search,
        "wait": _wait,
        "wait_for_change": _wait_for_change,
        "wait_for": _wait_for,
    }
)


def _there(order: Order) -> Widget:
    return _meant(order.widget)


def _meant(widget: Widget | None) -> Widget:
    if widget is None:
        raise Refusal("stale", "The element is gone. Look again and take a ref from the new look.")
    return widget


def _free(world: World, order: Order) -> Widget:
    """The widget, if it can be used right now."""
    widget = _there(order)
    if world.busy:
        raise Refusal("disabled", "The program is busy and answers to nothing. Wait, then look again.")
    modal = windows.blocker(world, widget)
    if modal is not None:
        raise Refusal("modal", f"{named(modal)} is open; answer it first.")
    if not world.shown(widget):
        raise Refusal("not_visible", f"{named(widget)} does not show.")
    if not world.enabled(widget):
        raise Refusal("disabled", f"{named(widget)} is disabled.")
    return widget


def _scroller(world: World, order: Order) -> Widget:
    """What scrolls: the widget named or what is around it; without one the first thing that scrolls, or the surface itself."""
    if order.widget is not None:
        return scrolling.scroller_of(order.widget) or order.widget
    around = scrolling.scroller_of(world.focused) if world.focused is not None else None
    if around is not None:
        return around
    found = next((widget for widget in world.order() if scrolling.scrolls(widget) and world.shown(widget)), None)
    if found is None and not world.roots:
        raise Refusal("not_found", "Nothing here scrolls.")
    return found or world.roots[0]


def _words(world: World, text: str | Secret) -> str:
    if isinstance(text, str):
        return text
    if text.secret not in world.secrets:
        raise Refusal("invalid", f"There is no secret named {text.secret!r}. Known: {', '.join(world.secrets) or 'none'}.")
    return world.secrets[text.secret]


def _confide(world: World, widget: Widget | None, order: Order) -> None:
    """Remember where a secret goes."""
    if isinstance(order.action.text, Secret):
        confiding.put_into(world, widget, order.action.text.secret)


def _able(done: bool, widget: Widget, what: str) -> bool:
    if not done:
        raise Refusal("unsupported", f"{named(widget)} does not take {what}.")
    return True


def _called(widget: Widget) -> str:
    """What people call it: its name, or the words in it."""
    if widget.node.name:
        return widget.node.name
    return " ".join(inner.node.name for inner in widget.inside() if inner.node.name and inner.node.role is Role.TEXT)


def _middle(widget: Widget | None) -> tuple[int, int] | None:
    return None if widget is None or widget.node.bounds is None else widget.node.bounds.centre

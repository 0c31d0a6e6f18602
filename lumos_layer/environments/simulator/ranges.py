"""Values between a least and a greatest, in steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.perception.numbers import like, number_at, number_in, readings_of

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_TO_100 = 100.0
_PAGES = 10  # steps in one Page Up


def value(widget: Widget) -> float:
    """What it is set to; its least where the dump does not say."""
    found = read(widget, widget.node.value)
    return least(widget) if found is None else found


def read(widget: Widget, text: str | None) -> float | None:
    """The number in a text of it, None if there is none.

    What can be a fraction or a thousand (1,250) is a thousand where the range reaches so far, and is stepped by whole numbers.
    """
    readings, end = readings_of(text), greatest(widget)
    if not readings:
        return None
    reaches = step(widget) >= 1 and (end is None or end >= readings[-1])
    return readings[-1] if reaches else readings[0]


def least(widget: Widget) -> float:
    return 0.0 if widget.node.minimum is None else widget.node.minimum


def greatest(widget: Widget) -> float | None:
    """The upper end, 100 where only the lower is said; None if it has none."""
    if widget.node.maximum is not None:
        return widget.node.maximum
    return _TO_100 if widget.node.role.value in ("slider", "scrollbar") else None


def step(widget: Widget) -> float:
    """How far one arrow key goes: what an app says, else 1 as in HTML, or a hundredth of a range too small for that."""
    if widget.traits is not None and widget.traits.step:
        return widget.traits.step
    end = greatest(widget)
    if end is None or end - least(widget) > 1:
        return 1.0
    return (end - least(widget)) / 100 or 1.0


def put(world: World, widget: Widget, wanted: float) -> bool:
    """Set it to the nearest value that it can have; what stands around the number (a %) stays, and so do its marks."""
    low, high, by = least(widget), greatest(widget), step(widget)
    if high is not None:
        wanted = min(wanted, high)
    if widget.node.minimum is not None or widget.node.role.value != "spinbutton":
        wanted = max(wanted, low)
    if widget.traits is not None and widget.traits.step:
        wanted = low + round((wanted - low) / by) * by
        wanted = wanted - by if high is not None and wanted > high else wanted
    shown = written(wanted)
    old = widget.node.value or ""
    found = number_at(old)
    words = (
        shown
        if found is None
        else old[: found.start()] + like(found[0], shown, grouped=value(widget) != number_in(old)) + old[found.end() :]
    )
    if world.change(widget, value=words):
        world.emit("change", widget, words)
    return True


def written(value: float) -> str:
    """A number without what says nothing: 3 for 3.0, and no tail of rounding."""
    return format(round(value, 10), ".10g") if abs(value) < 1e10 else format(value, ".15g")


def by_key(world: World, widget: Widget, key: str) -> bool:
    """The keys of the Slider and Spinbutton Patterns."""
    by = {"ArrowUp": 1, "ArrowRight": 1, "ArrowDown": -1, "ArrowLeft": -1, "PageUp": _PAGES, "PageDown": -_PAGES}.get(key)
    if by is not None:
        return put(world, widget, value(widget) + by * step(widget))
    if key == "Home" and (widget.node.minimum is not None or widget.node.role.value != "spinbutton"):
        return put(world, widget, least(widget))
    end = greatest(widget)
    return key == "End" and end is not None and put(world, widget, end)

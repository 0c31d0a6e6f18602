"""A world of widgets that behaves as screens do.

A `World` begins with any dump, or with an app, and changes only by what happens in it: `perform` of the `Simulator`, effects of
an app, and the clock. What widgets do by themselves stands in `widgets/`, one module for each kind.

**How an app changes its world.** Whatever happens is an `Event`: a kind (`click`, `change`, `select`, `key`, `submit`, `drop`,
`close`, `navigate`, `open_app`, …), the widget that it happens to, and a detail in words. Each hook in `world.hooks` is asked in
turn: `hook.on(event, world)` gives the effects that come of it, or None if it has no answer. An answer stands in place of what
would happen by itself: a link goes nowhere, a dialog's button does not close it; an empty one means that nothing happens. What a
widget shows of itself (text, tick, choice) has changed before anybody is asked.

**Effects are data** (`effects.py`): show a screen, open a window or dialog, toast, set properties, store a value, write a file, be
busy, navigate, insert, remove, move, progress, and whatever is to come later on the clock. So what is under way can be saved.

**Apps are data** (`apps.py`): screens as trees or dumps; rules that name an event, a widget and conditions, and give effects;
values, files, pages by their addresses, programs. `apps.load(folder)` reads `app.json`, and `Simulator.from_app` runs it.
A hook in Python goes beside it: `simulator.world.hooks.append(hook)`.
"""

from lumos_layer.environments.simulator.apps import App
from lumos_layer.environments.simulator.events import Event, Hook
from lumos_layer.environments.simulator.faults import Crash, FaultPlan
from lumos_layer.environments.simulator.simulator import Simulator
from lumos_layer.environments.simulator.world import World

__all__ = ["App", "Crash", "Event", "FaultPlan", "Hook", "Simulator", "World"]

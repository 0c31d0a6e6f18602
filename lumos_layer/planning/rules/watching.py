"""Steps that go somewhere, scroll, wait and look."""

from __future__ import annotations

from lumos_layer.planning.rules import steps as st
from lumos_layer.planning.rules.choosing import choosing
from lumos_layer.planning.rules.moves import Act, Blocked, Fulfilled, Missing, Move, Unclear
from lumos_layer.planning.rules.screen import Screen
from lumos_layer.planning.rules.trying import At, one, only_of
from lumos_layer.planning.rules.words import ALIKE, WITHIN, Wanted, likeness, plain
from lumos_layer.tree import Role

_LOOKS = 5  # for what is to go
_WAITS = 30.0  # seconds in which words are waited for


def go_to(step: st.GoTo, at: At) -> Move:
    url = step.url if "://" in step.url else f"https://{step.url}"
    if url.count("/") == 2:
        url += "/"  # the address of a whole site has an empty path, which browsers write out
    if at.screen.observation.url.rstrip("/") == url.rstrip("/"):
        return Fulfilled(f"{url} is shown.")
    return Act({"type": "open_url", "url": url}, f"Go to {url}.")


def scroll(step: st.ScrollTo, at: At) -> Move:
    screen = at.screen
    if step.what is not None:
        if any(likeness(screen.name(i), name, step.what.quoted) >= WITHIN for i in screen.kept for name in step.what.names):
            return _into_view(step.what, at)
        return Missing(step.what)
    holder = scroller(screen)
    ref = {} if holder is None else {"ref": screen.ref(holder)}
    if step.edge:
        return Act({"type": "scroll_to", "edge": step.edge, **ref}, f"Scroll to the {step.edge}.")
    return Act({"type": "scroll", "direction": step.direction or "down", **ref}, f"Scroll {step.direction or 'down'}.")


def _into_view(what: Wanted, at: At) -> Move:
    fits = at.screen.fitting(what, lambda i: [{"type": "scroll_into_view", "ref": at.screen.ref(i)}])
    if len(fits) == 1 and not fits[0].reason and at.tries == 0:
        return Act(fits[0].document, "Bring it into view.")
    return Fulfilled(f"{what} can be seen.")


def scroller(screen: Screen) -> int | None:
    """What scrolls and has more to show: the first of the dialog on top, else of the screen. None: the surface itself."""
    inside = screen.within(screen.dialog)
    able = [i for i in inside if "scroll" in screen.tree[i].can or screen.tree[i].scroll is not None]
    more = [i for i in able if (scroll := screen.tree[i].scroll) is not None and (scroll.below or scroll.above)]
    return next(iter(more or able), None)


def wait(step: st.WaitFor, at: At) -> Move:
    if step.seconds:
        return Act({"type": "wait", "seconds": min(step.seconds, 300.0)}, f"Wait {step.seconds:g} seconds.")
    if at.screen.shows(step.text) is step.shown:
        return Fulfilled(f"{step.text!r} {'can be seen' if step.shown else 'is gone'}.")
    condition = {"kind": "text", "text": step.text, "shown": step.shown}
    return Act({"type": "wait_for", "condition": condition, "seconds": _WAITS}, f"Wait for {step.text!r}.")


def verify(step: st.Verify, at: At) -> Move:
    screen = at.screen
    if step.what is None:
        found = screen.shows(step.text)
    else:
        named = [
            i for i in screen.kept if any(likeness(screen.name(i), name, step.what.quoted) >= WITHIN for name in step.what.names)
        ]
        found = any(plain(step.text) in plain(f"{screen.name(i)} {screen.tree[i].value or ''}") for i in named)
    if found:
        return Fulfilled(f"The screen shows {step.text!r}.")
    if at.tries == 0:
        return Act({"type": "wait_for_change", "seconds": 2.0}, f"Look for {step.text!r}.", final=False)
    return Blocked(f"The screen does not show {step.text!r}.", "not_found")


def switch(step: st.SwitchTo, at: At) -> Move:
    screen = at.screen
    windows = [i for i in screen.observation.refs.values() if screen.tree[i].role in (Role.WINDOW, Role.DOCUMENT)]
    liked = [(max(likeness(screen.name(i), name, step.what.quoted) for name in step.what.names), i) for i in windows]
    best = max((like for like, _ in liked), default=0)
    if best < WITHIN:
        tab = one(at, step.what, choosing(screen), "Switch to")
        return (
            tab if not isinstance(tab, Missing) else Act({"type": "switch_window", "title": step.what.names[0]}, "Switch windows.")
        )
    fits = [fit for like, i in liked if like == best and (fit := screen.fit(i, [{"type": "switch_window", "ref": screen.ref(i)}]))]
    return only_of(at, step.what, fits, "Switch to")


def gone(step: st.Gone, at: At) -> Move:
    """Waited for in vain it is no success: what was to go is there still."""
    there = [i for i in at.screen.elements if any(likeness(at.screen.name(i), name) >= ALIKE for name in step.what.names)]
    if not there:
        return Fulfilled(f"{step.what} is gone.")
    if at.acts < _LOOKS:
        return Act({"type": "wait", "seconds": 1.0}, f"{step.what} has to go.", final=False)
    return Blocked(f"{step.what} is there still.", "not_found")


def lacking(step: st.Lacking, at: At) -> Move:
    return Unclear(step.question)


def leave_alone(step: st.Forbid, at: At) -> Move:
    return Fulfilled(f"{step.what} is left alone.")

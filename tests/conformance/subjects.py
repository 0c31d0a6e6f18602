"""The environments that keep to the same rules: simulators of several dialects, and recordings."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from msgspec.structs import replace

from lumos_layer.environments.remote import RemoteEnvironment, serve
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.perception.observation import Observation
from lumos_layer.surface import Controlled, Surfaces
from lumos_layer.testing.conformance import Act, Subject, on

_TESTS = Path(__file__).resolve().parents[1]
RECORDINGS = _TESTS / "recordings"
_GOLDENS = _TESTS / "goldens"
BLUEPRINTS = _TESTS.parent / "blueprints"


def field(index: int, verb: str, **said: Any) -> Callable[[Observation], dict[str, Any]]:
    """An act on a text field of the screen, counted from 0."""

    def document(observation: Observation) -> dict[str, Any]:
        fields = [ref for ref, node in observation.refs.items() if "type" in observation.tree[node].can]
        return {"type": verb, "ref": fields[index], **said}

    return document


def _simulated(golden: str, *acts: Act) -> Subject:
    make = partial(Simulator.from_dump, _GOLDENS / golden, secrets={"password": "quince-42"})
    return Subject(make=make, acts=acts, secrets=("quince-42",))


def _app(name: str, *acts: Act, secrets: Sequence[str] = ()) -> Subject:
    app = apps.load(BLUEPRINTS / name)
    named = {f"secret_{k}": secret for k, secret in enumerate(secrets, 1)}
    return Subject(make=lambda: Simulator.from_app(app, secrets=named), acts=acts, secrets=secrets)


def _recorded(session: str, *acts: Act, secrets: Sequence[str] = ()) -> Subject:
    return Subject(make=partial(Replay, RECORDINGS / session), acts=acts, secrets=secrets)


def _in_another_process(subject: Subject) -> Subject:
    """The same behind a line; as the checks see it, the other end might be anywhere."""

    def make() -> RemoteEnvironment:
        server = serve(subject.make())
        remote = RemoteEnvironment(server.url)
        weakref.finalize(remote, server.close)
        return remote

    return replace(subject, make=make)


def _controlled(golden: str, *acts: Act) -> Subject:
    """A simulator that a person could take at any moment."""

    def make() -> Controlled:
        simulator = Simulator.from_dump(_GOLDENS / golden)
        store = Surfaces(Path(mkdtemp(dir=_RUNS.name)) / "control.sqlite")
        agent = Controlled(simulator, store, clock=simulator.clock)
        agent.acquire()
        return agent

    return Subject(make=make, acts=acts)


_RUNS = TemporaryDirectory(prefix="lumos-runs-")

_SUBJECTS: Mapping[str, Subject] = {
    "simulator, Windows": _simulated("uia/registry.xml", {"type": "press_key", "key": "Tab"}),
    "simulator, Linux": _simulated("atspi/sign-in.xml", field(0, "type_text", text="ann")),
    "simulator, under control": _controlled("uia/registry.xml", {"type": "press_key", "key": "Tab"}),
    "simulator, Android": _simulated("android/rows.xml"),
    "simulator, browser": _simulated(
        "cdp/sign-up-errors.json", field(0, "type_text", text="Ann Lee"), field(2, "set_text", text={"secret": "password"})
    ),
    "simulator, a secret in a plain field": _simulated("atspi/sign-in.xml", field(0, "set_text", text={"secret": "password"})),
    "app, editor": _app(
        "editor",
        on("Text editor", "set_text", text="milk"),
        on("Close", "click"),
        on("Don't Save", "click"),
        on("Notepad", "click"),
    ),
    "app, settings": _app(
        "settings",
        on("Accounts", "select"),
        on("Change password...", "click"),
        on("New password", "set_text", text={"secret": "secret_1"}),
        on("Once more", "set_text", text={"secret": "secret_2"}),
        on("Change", "click"),
        secrets=("correct horse", "letmein"),
    ),
    "app, browser": _app(
        "browser",
        on("Example bank", "click"),
        {"type": "wait", "seconds": 1},
        on("User name", "set_text", text="ann"),
        on("Password", "set_text", text={"secret": "secret_1"}),
        on("Sign in", "click"),
        secrets=("correct horse",),
    ),
    "app, mousepad": _app(
        "mousepad",
        {"type": "type_text", "text": "milk"},
        on("File", "click"),
        on("Save As...", "click"),
        on("Name:", "set_text", text="list.txt"),
        on("Save", "click"),
    ),
    "app, files": _app("files", on("Pictures", "select"), {"type": "wait", "seconds": 1}, on("Files", "scroll_to", edge="bottom")),
    "app, mail": _app(
        "mail",
        on("New message", "click"),
        on("To", "set_text", text="bo"),
        {"type": "press_key", "key": "Escape"},
        on("Lunch on Friday?", "select"),
    ),
    "app, search": _app("search", {"type": "open_windows_search", "text": "calc"}, {"type": "wait", "seconds": 1}),
    "app, invoice": _app("invoice", on("Amount", "set_text", text="1,284.50"), on("Clear form", "click"), on("Clear all", "click")),
    "recording, browser": _recorded(
        "chromium-cdp/login-password",
        field(0, "type_text", text="ann"),
        field(1, "type_text", text={"secret": "secret_1"}),
        on("Sign in", "click"),
        field(1, "set_text", text={"secret": "secret_2"}),
        on("Show password", "click"),
        on("Show password", "click"),
        on("Sign in", "click"),
        secrets=("letmein", "correct horse"),
    ),
    "recording, Linux": _recorded(
        "linux-atspi/zenity-login",
        field(0, "type_text", text="ann"),
        field(1, "click"),
        field(1, "type_text", text={"secret": "secret_1"}),
        on("OK", "click"),
        secrets=("hunter2!",),
    ),
    "recording, Windows": _recorded(
        "win32-wine/notepad-open-cancel",
        field(0, "type_text", text="Call Bo about the roof"),
        {"type": "press_key", "key": "Control+O"},
    ),
    "recordings, all": Subject(
        make=partial(Replay, RECORDINGS, start="chromium-cdp/search-loading"),
        acts=(field(0, "set_text", text="stars"), on("Search", "click"), {"type": "wait", "seconds": 2}),
        secrets=("letmein", "correct horse", "hunter2!", "guess0", "guess1", "guess2"),
    ),
}

_BEHIND_A_LINE = ("simulator, a secret in a plain field", "app, settings", "app, browser", "app, mail", "recording, browser")
SUBJECTS = {**_SUBJECTS, **{f"remote, {name}": _in_another_process(_SUBJECTS[name]) for name in _BEHIND_A_LINE}}

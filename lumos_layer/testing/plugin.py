"""A pytest plugin: screens that behave, and executors on them, as fixtures; and goldens.

pytest finds it by itself where the extra `testing` is installed. Paths are meant beside the test file, else from pytest's root.
All that a fixture makes is closed when its test ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

pytest.register_assert_rewrite("lumos_layer.testing.goldens")

from lumos_layer.testing.goldens import compare  # noqa: E402 - what is rewritten must not have been loaded

if TYPE_CHECKING:  # pytest loads this at every start, also where no test asks for a fixture
    from lumos_layer.environments.clock import ManualClock
    from lumos_layer.environments.port import Environment
    from lumos_layer.environments.simulator import App, Simulator
    from lumos_layer.execution import Executor
    from lumos_layer.perception.observation import Observation

    Screen = str | Path | bytes | App | Observation

_OPTION = "--lumos-update"


class MakesSimulator(Protocol):
    def __call__(self, screen: Screen, **options: Any) -> Simulator:
        """A simulator of a dump (path or bytes), an app (its folder, or as `lumos_app` gave it) or a look."""
        ...


class MakesExecutor(Protocol):
    def __call__(self, on: Screen | Environment, **options: Any) -> Executor:
        """An executor that has looked, on an environment or on what `lumos_simulator` takes; options are those of the simulator."""
        ...


class ComparesGolden(Protocol):
    def __call__(self, path: str | Path, text: str) -> None:
        """Compare a text with a file; `--lumos-update` writes the file instead."""
        ...


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lumos_layer")
    group.addoption(_OPTION, action="store_true", help="Rewrite the files that lumos_golden compares with.")


@pytest.fixture
def lumos_clock() -> ManualClock:
    """The clock of this test's screens; it stands still until it is moved."""
    from lumos_layer.environments.clock import ManualClock

    return ManualClock()


@pytest.fixture
def lumos_path(request: pytest.FixtureRequest) -> Callable[[str | Path], Path]:
    """Where a file or folder is: beside the test file, else below pytest's root. Raises FileNotFoundError, with both places."""
    beside, below = request.path.parent, request.config.rootpath

    def find(path: str | Path) -> Path:
        sought = (beside / path, below / path)
        for place in sought:
            if place.exists():
                return place
        raise FileNotFoundError(f"There is neither {sought[0]} nor {sought[1]}.")

    return find


@pytest.fixture
def lumos_app(lumos_path: Callable[[str | Path], Path]) -> Callable[[str | Path], App]:
    """Loads an app: a folder with an `app.json`, or that file."""
    from lumos_layer.environments.simulator import apps

    return lambda path: apps.load(lumos_path(path))


@pytest.fixture
def lumos_simulator(lumos_path: Callable[[str | Path], Path], lumos_clock: ManualClock) -> Iterator[MakesSimulator]:
    """Makes simulators on `lumos_clock`: `lumos_simulator("dumps/form.xml", secrets={"pin": "4711"}, faults=plan, seed=7)`."""
    made: list[Simulator] = []

    def make(screen: Screen, **options: Any) -> Simulator:
        if isinstance(screen, str | Path):
            screen = lumos_path(screen)
        made.append(_simulator(screen, {"clock": lumos_clock, **options}))
        return made[-1]

    yield make
    for simulator in made:
        simulator.close()


@pytest.fixture
def lumos_executor(lumos_simulator: MakesSimulator, lumos_clock: ManualClock) -> Iterator[MakesExecutor]:
    """Makes executors that have looked: `lumos_executor("dumps/form.xml").run({"type": "click", "ref": "A1"})`.

    Options are those of `Executor`, such as `strict`; where it makes a simulator, also those of `lumos_simulator`.
    """
    from lumos_layer.execution import Executor

    own = {name for name, said in signature(Executor).parameters.items() if said.kind is said.KEYWORD_ONLY}

    made: list[Environment] = []

    def make(on: Screen | Environment, **options: Any) -> Executor:
        asked = {name: options.pop(name) for name in own & options.keys()}
        if hasattr(on, "perform") and options:
            raise TypeError(f"An environment that is there takes no options: {', '.join(options)}. Say them where it is made.")
        environment: Any = on if hasattr(on, "perform") else lumos_simulator(on, **options)
        made.append(environment)
        executor = Executor(environment, getattr(environment, "clock", lumos_clock), **asked)
        executor.observe()
        return executor

    yield make
    for environment in made:
        environment.close()


@pytest.fixture
def lumos_golden(request: pytest.FixtureRequest) -> ComparesGolden:
    """Compares a text, such as a blueprint, with a file beside the test file."""
    beside, update = request.path.parent, bool(request.config.getoption(_OPTION))
    return lambda path, text: compare(beside / path, text, update, _OPTION)


def _simulator(screen: Any, options: dict[str, Any]) -> Simulator:
    from lumos_layer.environments.simulator import App, Simulator, apps
    from lumos_layer.perception.observation import Observation

    if isinstance(screen, Path) and (screen.is_dir() or screen.name == "app.json"):
        screen = apps.load(screen)
    if isinstance(screen, App):
        return Simulator.from_app(screen, **options)
    if isinstance(screen, Observation):
        return Simulator.from_observation(screen, **options)
    return Simulator.from_dump(screen, **options)

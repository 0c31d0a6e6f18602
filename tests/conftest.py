"""What all tests share: Hypothesis without clocks, and goldens."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from lumos_layer.testing.goldens import compare

# LangGraph reads it when it is first imported; what tests start gets it too.
os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"

# A slow machine is no failure. Continuous integration tries the same examples in every run.
settings.register_profile("everywhere", deadline=None, print_blob=True)
settings.register_profile("ci", parent=settings.get_profile("everywhere"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "everywhere")

Golden = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="Rewrite the goldens; read the difference as code.")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with a golden file; `--update-goldens` writes the file instead. A missing golden fails."""
    update = request.config.getoption("--update-goldens")

    return lambda path, text: compare(path, text, update, "--update-goldens")

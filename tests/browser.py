"""Fixtures that show pages in the installed Chromium, headless. A test module asks for them with `pytest_plugins`.

`make test` installs Chromium where it can (.ci/install-desktop). Without it these tests are skipped, in continuous integration
they fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = (
    "--no-sandbox",  # tests may run as root, in a container
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
)


def executable() -> str | None:
    """Where the installed Chromium is, by any of the names that systems give it."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


def _impossible(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _impossible("Playwright is not installed: pip install playwright")
    path = executable()
    if path is None:
        _impossible("Chromium is not installed: bash .ci/install-desktop, or put chromium on the path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(_ARGUMENTS))
        yield browser
        browser.close()


class Visit:
    """A page from a file, with what it complained of and what it asked the network for."""

    def __init__(self, page: Page, file: Path) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._note(request.url, file))
        page.goto(file.as_uri())

    def _note(self, url: str, file: Path) -> None:
        if url != file.as_uri() and not url.startswith("data:"):
            self.requests.append(url)


Show = Callable[..., Visit]


@pytest.fixture
def show(chromium: Browser, tmp_path: Path) -> Iterator[Show]:
    """Shows HTML in a window of its own: `show(html, theme="dark", width=…, height=…)`.

    When the test is over, no page may have complained of anything or asked for anything.
    """
    visits: list[Visit] = []

    def visit(html: str, theme: Literal["dark", "light"] = "light", width: int = 1280, height: int = 800) -> Visit:
        file = tmp_path / f"page-{len(visits)}.html"
        file.write_text(html, encoding="utf-8")
        context = chromium.new_context(color_scheme=theme, viewport={"width": width, "height": height})
        context.set_default_timeout(20_000)
        visits.append(Visit(context.new_page(), file))
        return visits[-1]

    yield visit
    for made in visits:
        made.page.context.close()
    assert [(made.complaints, made.requests) for made in visits] == [([], [])] * len(visits)

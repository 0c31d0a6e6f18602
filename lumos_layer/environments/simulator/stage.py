"""What an app remembers beside its widgets: its values, files and the pages that were visited."""

from __future__ import annotations

from msgspec import Struct, field

Stored = str | int | float | bool | None


class Tab(Struct):
    """One tab of a browser: the addresses visited, oldest first, and which of them is shown.

    `page` are the numbers of the widgets that its page begins with, while another tab is shown, and `focus` that of the one which
    had the focus in it (0: none).
    """

    visited: list[str] = field(default_factory=list)
    at: int = -1
    page: list[int] = field(default_factory=list)
    focus: int = 0

    @property
    def url(self) -> str:
        return self.visited[self.at] if self.at >= 0 else ""


class Stage(Struct):
    """`app` is the name of the app, empty for a dump; `screen` is the screen shown.

    `busy_until` is a time on the clock before which the app answers to nothing.
    """

    app: str = ""
    screen: str = ""
    values: dict[str, Stored] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    tabs: list[Tab] = field(default_factory=lambda: [Tab()])
    tab: int = 0
    busy_until: float = 0.0
    clipboard: str = ""
    searched: str = ""  # what type-ahead has heard
    searched_at: float = 0.0

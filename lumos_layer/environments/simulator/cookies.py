"""The cookies of one profile of a simulated browser. Their values show nowhere, and no save holds them."""

from __future__ import annotations

from typing import Protocol
from urllib.parse import urlsplit


class TakesCookies(Protocol):
    """What cookies are handed on to."""

    def put(self, name: str, value: str) -> None: ...


class Cookies:
    """Cookies by domain, as one profile has them. Each host sees its own alone: those of `a.example` are not `b.a.example`'s."""

    def __init__(self, profile: str = "default", name: str = "") -> None:
        self.profile, self.name = profile, name or profile
        self._kept: dict[str, dict[str, str]] = {}

    def __repr__(self) -> str:
        return f"Cookies(profile={self.profile!r}, domains={self.domains()})"

    def domains(self) -> int:
        """Of how many domains there are any."""
        return len(self._kept)

    def of(self, domain: str) -> DomainCookies:
        """Those of one domain."""
        return DomainCookies(self._kept, domain.casefold())

    def pour(self, domain: str, into: TakesCookies) -> None:
        """Hand those of the domain on."""
        for name, value in self._kept.get(domain.casefold(), {}).items():
            into.put(name, value)

    def clear(self) -> None:
        """Log out everywhere."""
        self._kept.clear()


class DomainCookies:
    """The cookies of one domain in one profile."""

    def __init__(self, kept: dict[str, dict[str, str]], domain: str) -> None:
        self._kept, self._domain = kept, domain

    def put(self, name: str, value: str) -> None:
        """Keep one; an empty value drops it."""
        mine = self._kept.setdefault(self._domain, {})
        mine[name] = value
        if not value:
            del mine[name]
        if not mine:
            del self._kept[self._domain]

    def get(self, name: str) -> str | None:
        return self._kept.get(self._domain, {}).get(name)


def domain_of(url: str) -> str:
    """The host of an address, empty if it has none."""
    try:
        return (urlsplit(url).hostname or "").casefold()
    except ValueError:
        return ""

"""Addresses as they may be told: without what often holds secrets."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit


def bare(url: str) -> str:
    """The address without query, fragment, user and password; of one that cannot be read, what stands before `?` and `#`."""
    cut = url.split("#", 1)[0].split("?", 1)[0]
    try:
        parts = urlsplit(cut)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
    except ValueError:
        return cut.rpartition("@")[2]

"""Addresses that do something when they are opened, as far as they say so themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl, unquote, urlsplit

from lumos_layer.actions.plain_words import set_of
from lumos_layer.actions.sensitive import Sensitive, is_command, of_identifier

# Of links that start another program: what that does with what they hold.
_SCHEMES: Mapping[str, Sensitive] = MappingProxyType(
    {"tel": "send", "sms": "send", "market": "install", "itms-services": "install"}
)
_FILES = re.compile(
    r"\.(exe|msi|msix|dmg|pkg|deb|rpm|apk|ipa|appimage|zip|7z|rar|tar|gz|tgz|bz2|xz|iso|jar|bat|cmd|ps1|sh|vbs|scr|docm|xlsm|crx|xpi)$",
    re.IGNORECASE,
)
# Names of queries whose value is what is to be done.
_VERBS = set_of("action act do op operation cmd command method mode task event func function")
_TRUE = frozenset(("1", "true", "yes", "on", ""))
# In addresses they are pages about it.
_PAGES = set_of(
    "order payment post posts mail email download update print register account log share trust refund login signin signup like "
    "follow vote comment join report book save transfer deposit"
)
_LOGGING_OUT = frozenset(("logout", "logoff", "signout", "sign_out", "log_out", "sign-out", "log-out"))
_LONGEST = 4_000


def _letters(words: str) -> str:
    return "".join(filter(str.isalpha, words.lower()))


def classes_of_address(url: str) -> tuple[Sensitive, ...]:
    """What opening it does at once, by its path and query; empty for a page like others."""
    return tuple(dict.fromkeys(_classes(url[:_LONGEST])))


def navigates(url: str) -> bool:
    """True for an address that leads to another page, and starts neither a script of this one nor another program."""
    scheme = url.partition(":")[0].lower() if ":" in url.partition("/")[0] else ""
    return bool(url) and scheme in ("", "http", "https", "file", "about") and not url.endswith("#") and not url.startswith("#")


def _classes(url: str) -> Iterator[Sensitive]:
    try:
        parts = urlsplit(url)
        query = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=100)
    except ValueError:
        return
    if kind := _SCHEMES.get(parts.scheme):
        yield kind
    if parts.scheme not in ("http", "https", "file", ""):
        return
    segments = [unquote(each) for each in parts.path.split("/") if each]
    if segments and parts.scheme != "file" and _FILES.search(segments[-1]):
        yield "download"
    for segment in segments[-2:]:
        if segment.lower() in _LOGGING_OUT:
            yield "account"
        elif _letters(segment) not in _PAGES and is_command(segment, everyday=False):
            yield from of_identifier(segment)
    for name, value in query:
        if name.lower() in _VERBS:
            yield from of_identifier(value)
        elif value.lower() in _TRUE and name.lower() not in _PAGES and is_command(name):
            yield from of_identifier(name)

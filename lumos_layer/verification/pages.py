"""Whether the page or window that is shown has an address or title (S28)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

from lumos_layer.planning.screen_state import is_loading
from lumos_layer.state.checks import PageCheck
from lumos_layer.state.patterns import fits, literal, plain
from lumos_layer.state.probing import ActSeen
from lumos_layer.tree import Role
from lumos_layer.verification.against import spoken_against
from lumos_layer.verification.doubts import error_page
from lumos_layer.verification.earlier import Look
from lumos_layer.verification.finding import Finding, uncertain, unclear
from lumos_layer.verification.statements import is_statement
from lumos_layer.verification.telling import not_understood_line, not_understood_message
from lumos_layer.verification.texts import normal
from lumos_layer.verification.understood import Understood
from lumos_layer.verification.words import Words

_PORTS = {"http": 80, "https": 443}
_TRACKING = re.compile(r"utm_\w+|gclid|fbclid|mc_[ce]id|_ga|ref_src")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_LOGIN = re.compile(r"sign-?in|log-?in|auth|error|40\d", re.IGNORECASE)
_CLAUSE = re.compile(r"\s+[–—|·-]\s+")
_PLAIN = re.compile(r"(?:about|data|file|chrome|edge|view-source|mailto):", re.IGNORECASE)


def probe_page(
    check: PageCheck, words: Words, intent: str = "", acts: Sequence[ActSeen] = (), earlier: Sequence[Look] = ()
) -> Finding:
    """What the check comes to: exactly so, but for `*`, which stands for anything. `intent` are the words of the requirement,
    `acts` those of the run so far, `earlier` the looks before, the oldest first."""
    observation = words.observation
    asked = ((check.url, observation.url, _same_url), (check.title, observation.title, _same_title))
    quotes: list[str] = []
    for wanted, shown, same in asked:
        if not wanted:
            continue
        if not shown:
            return uncertain("page", "the look does not say " + ("the address" if wanted is check.url else "the title"))
        if not same(shown, wanted):
            why = f"it is {shown[:120]!r}, not {plain(wanted)[:120]!r}"
            return Finding(verdict=False, kind="page", quotes=(shown,), why=why, seen=True)
        quotes.append(shown)
    if not quotes:
        return uncertain("page", "the check names neither an address nor a title")
    return _unless_said(check, words, tuple(quotes), intent, acts, earlier)


def _unless_said(
    check: PageCheck, words: Words, quotes: tuple[str, ...], intent: str, acts: Sequence[ActSeen], earlier: Sequence[Look]
) -> Finding:
    """Yes, unless the page says otherwise, or something that is not understood."""
    if said := spoken_against(-1, words, check.title, intent):
        return uncertain("page", said, *quotes)
    if said := not_understood_message(words, (check.title, check.url), intent, acts, earlier):
        return unclear("page", f"a message says {said[:80]!r}, which is not understood", *quotes)
    if said := not_understood_line(words, (check.title, check.url), intent, acts, earlier):
        return unclear("page", f"the page says {said[:80]!r}, which is not understood", *quotes)
    if not check.title and (said := _says_otherwise(check, words, intent)):
        return unclear("page", f"the page says {said[:80]!r}, which is not understood", *quotes)
    return _weighed(check, words, quotes)


def _says_otherwise(check: PageCheck, words: Words, intent: str) -> str:
    """The statement in place of a title or heading that nobody understands; empty: there is none."""
    understood = Understood((check.url, intent, words.observation.app))
    headings = (words.name(i) for i in words.visible if words.tree[i].role is Role.HEADING)
    clauses = (clause for text in (words.observation.title, *headings) for clause in _CLAUSE.split(text))
    return next((clause for clause in clauses if is_statement(clause) and understood.against(clause)), "")


def _weighed(check: PageCheck, words: Words, quotes: tuple[str, ...]) -> Finding:
    """An address alone is no proof while its page loads, or where an error stands in its place."""
    if is_loading(words.observation):
        return uncertain("page", "the page is still loading", *quotes)
    error = error_page(words.observation, words) if check.url and not _LOGIN.search(check.url) else ""
    if error and normal(error) != normal(check.title):
        return unclear("page", f"the page says {error[:80]!r}", *quotes)
    return Finding(verdict=True, kind="page", quotes=quotes, why="the page is the one that is wanted")


def _same_title(shown: str, wanted: str) -> bool:
    return fits(normal(shown), normal(wanted))


def _same_url(shown: str, wanted: str) -> bool:
    """Two spellings of one address are the same; what a page cannot tell apart does not count."""
    if _PLAIN.match(wanted) or _PLAIN.match(shown):
        return fits(shown, wanted)
    if not _SCHEME.match(wanted) and not wanted.startswith("*"):
        shown = _SCHEME.sub("", shown) if not wanted.startswith("/") else _from_path(shown)
        shown, wanted = f"x://{shown.lstrip('/')}", f"x://{wanted.lstrip('/')}"
    if "*" in wanted:
        return _fits_url(shown, wanted)
    wanted = plain(wanted)
    return _parts(urlsplit(shown), bool(urlsplit(wanted).fragment)) == _parts(urlsplit(wanted), bool(urlsplit(wanted).fragment))


def _from_path(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(scheme="", netloc="").geturl()


def _fits_url(shown: str, wanted: str) -> bool:
    """With stars in it: a star in the host or path never reaches into what the page was only asked for (query, fragment)."""
    path, query = _path_of(shown), fits(unquote(shown), _unquoted(wanted))
    if "?" in wanted or "#" in wanted:
        return query and fits(path, _path_of(wanted))
    path, wanted = unquote(path), _unquoted(wanted)
    return fits(path, wanted) or fits(path.rstrip("/"), wanted.rstrip("/"))


def _path_of(url: str) -> str:
    return url.partition("?")[0].partition("#")[0]


def _unquoted(pattern: str) -> str:
    """Without signs that are spelled with %; a star that was spelled so stands for itself."""
    return "*".join(literal(unquote(part)) for part in pattern.split("*"))


def _parts(url: SplitResult, with_fragment: bool) -> tuple[object, ...]:
    scheme = url.scheme.lower()
    try:
        port = url.port
    except ValueError:
        port = -1
    query = sorted(pair for pair in parse_qsl(url.query, keep_blank_values=True) if not _TRACKING.fullmatch(pair[0]))
    fragment = url.fragment if with_fragment or url.fragment.startswith(("/", "!")) else ""
    path = quote(unquote(url.path), safe="/").rstrip("/")
    return scheme, (url.hostname or "").lower(), port if port != _PORTS.get(scheme) else None, path, query, fragment

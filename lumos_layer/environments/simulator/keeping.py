"""Secrets in what is saved: in place of each stands its name, and on load the secret that has the name then.

A secret as it is written in `secrets` comes back exactly as it stood; in other spellings (other case, as a part of an address)
it comes back as it is written there. Without the secret its name goes on to stand there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from lumos_layer.perception.known_secrets import SHORTEST, said, without

_LITERAL = "[secret:"  # words that look like a name of a secret, and are none
_ESCAPED = said("")  # stands for them: no secret has an empty name
# Fields whose words are those of our own vocabulary.
_FIXED = frozenset(("role", "can", "checked", "pressed", "dialect", "do", "kind", "status", "reason", "screen"))
_NAMED = frozenset(("values", "files"))  # fields whose keys are words as well


class Keeper:
    """Takes secrets out of plain data that is fit for JSON, and puts them back."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._secrets = {name: secret for name, secret in secrets.items() if secret}
        self._names = {secret: name for name, secret in self._secrets.items()}
        self._long = _any_of(secret for secret in self._names if len(secret) >= SHORTEST)
        self._all = _any_of(self._names)
        self._marks = _any_of(map(said, ("", *self._secrets)))

    def kept(self, data: Any, concealed: bool = False) -> Any:
        """The data without secrets. `concealed`: short ones are to be found inside of other words, too."""
        return _mapped(data, lambda text: self._without(text, concealed))

    def given_back(self, data: Any) -> Any:
        """The data with secrets where `kept` put their names."""
        return _mapped(data, self._with)

    def holds_other_spelling(self, text: str) -> bool:
        """True if a secret stands there in a way that does not come back exactly as it is."""
        return bool(self.given_back(self.kept(text)) != text)

    def _without(self, text: str, concealed: bool) -> str:
        if text in self._names:
            return said(self._names[text])
        pattern = self._all if concealed else self._long
        parts: list[str] = []
        end = 0
        for found in pattern.finditer(text) if pattern is not None else ():
            parts += (self._plain(text[end : found.start()]), said(self._names[found[0]]))
            end = found.end()
        return "".join((*parts, self._plain(text[end:])))

    def _plain(self, text: str) -> str:
        return without(text.replace(_LITERAL, _ESCAPED), self._secrets) if text else text

    def _with(self, text: str) -> str:
        if _LITERAL not in text or self._marks is None:
            return text
        return self._marks.sub(lambda found: self._secrets.get(found[0][len(_LITERAL) : -1], _LITERAL), text)


def _any_of(words: Any) -> re.Pattern[str] | None:
    """The words, the longest first; None if there are none."""
    found = sorted(words, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, found))) if found else None


def _mapped(data: Any, change: Callable[[str], str], field: str = "") -> Any:
    """The data with its words changed; it is as deep as a saved world, which is flat, and what an app stores in it."""
    if isinstance(data, str):
        return data if field in _FIXED else change(data)
    if isinstance(data, list | tuple):
        return data if field in _FIXED else [_mapped(each, change, field) for each in data]
    if isinstance(data, dict):
        return {(change(key) if field in _NAMED else key): _mapped(each, change, key) for key, each in data.items()}
    return data

"""The words by which sensitive acts are known, as sensitive.toml lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from lumos_layer.actions.plain_words import set_of

_TEXT = files("lumos_layer.actions").joinpath("sensitive.toml").read_text("utf-8")
_PEOPLE = " ".join(tomllib.loads(_TEXT)["reading"]["people"].split())
_FILE: dict[str, dict[str, Any]] = tomllib.loads(_TEXT.replace("@people", _PEOPLE))

# How the words around them are read, and the words themselves by class and field.
READING: Mapping[str, frozenset[str]] = {name: set_of(words) for name, words in _FILE.pop("reading").items()}
VOCABULARY: Mapping[str, Mapping[str, Any]] = _FILE

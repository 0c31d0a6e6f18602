"""The page itself: templates, style, script and data in one file, closed to everything outside of it."""

from __future__ import annotations

import base64
import hashlib
import re
from importlib import resources
from typing import Any

import msgspec
import orjson

from lumos_layer import Blueprint, Observation
from lumos_layer.errors import MissingExtra
from lumos_layer.interfaces.view import picture as pictures
from lumos_layer.interfaces.view.picture import Picture
from lumos_layer.interfaces.view.rows import Row, rows
from lumos_layer.perception import tokens
from lumos_layer.perception.encoding import to_utf8

_SCRIPTS = ("elements", "facts", "drawing", "screen", "rows", "choosing", "finding", "details", "page")
_SLOT = re.compile(r"\{\{([a-z]+)\}\}")
# Inside a JSON string these characters could end the script element around it, or start a comment in it.
_MARKUP = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def page(observation: Observation, dump: bytes, name: str, picture: Picture | None = None) -> str:
    """HTML of the whole observation; `name` is what the dump is called, `picture` the screenshot to draw on.

    Nothing of the dump is markup: it stands in one block of JSON, which the script inserts as text. The page may run and load
    nothing but its own script, style and picture, whose hashes its policy names.
    """
    blueprint = observation.blueprint()
    style, script = _template("page.css"), _script()
    shown = rows(observation, blueprint)
    slots = {
        "policy": _policy(style, script),
        "style": style,
        "script": script,
        "picture": "" if picture is None else f'<img id="picture" alt="" draggable="false" src="{picture.url}">',
        "data": _json(_facts(observation, blueprint, shown, dump, name, picture)),
    }
    return _SLOT.sub(lambda slot: slots[slot[1]], _template("page.html"))


def _template(name: str) -> str:
    return (resources.files("lumos_layer.interfaces.view") / name).read_text("utf-8")


def _script() -> str:
    """All scripts as one, in a scope of their own, in the order in which they need each other."""
    parts = "\n".join(_template(f"script/{name}.js") for name in _SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def _policy(style: str, script: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_digest(script)}",
            f"style-src {_digest(style)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def _json(facts: dict[str, Any]) -> str:
    return orjson.dumps(facts).decode().translate(_MARKUP)


def _facts(
    observation: Observation, blueprint: Blueprint, shown: list[Row], dump: bytes, name: str, picture: Picture | None
) -> dict[str, Any]:
    root = blueprint.root
    frame = pictures.frame(observation, root) if picture is None else pictures.place(observation, root, picture)
    compact = blueprint.compact()
    return {
        "dump": {
            "name": name,
            "format": observation.format,
            "nodes": len(observation.tree),
            "bytes": len(dump),
            "tokens": tokens.estimate(to_utf8(dump).text.decode()),
        },
        "screen": {**blueprint.header(), "warnings": observation.warnings},
        "blueprint": {"compact": compact, "bytes": len(compact.encode()), **_tokens(compact)},
        "frame": None if frame is None else msgspec.structs.astuple(frame),
        "picture": None if picture is None else {"name": picture.name, "size": (picture.width, picture.height)},
        "rows": shown,
    }


def _tokens(text: str) -> dict[str, Any]:
    """Exact where that is installed, an estimate otherwise."""
    try:
        return {"tokens": tokens.count(text), "exact": True}
    except MissingExtra:
        return {"tokens": tokens.estimate(text), "exact": False}

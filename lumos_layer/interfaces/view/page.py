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
from lumos_layer.interfaces.view.changes import Compared, Look
from lumos_layer.interfaces.view.picture import Picture
from lumos_layer.interfaces.view.rows import Row, rows
from lumos_layer.perception import tokens
from lumos_layer.perception.encoding import to_utf8

_SCRIPTS = ("elements", "facts", "changes", "drawing", "marking", "screen", "rows", "choosing", "finding", "details", "page")
_SLOT = re.compile(r"\{\{([a-z]+)\}\}")
# Inside a JSON string these characters could end the script element around it, or start a comment in it.
_MARKUP = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def page(observation: Observation, dump: bytes, name: str, picture: Picture | None = None, since: Compared | None = None) -> str:
    """HTML of the whole observation; `name` is what the dump is called, `picture` the screenshot to draw on.

    With `since` the page also shows what has changed since an earlier look at the same surface.
    Nothing of the dump is markup: it stands in one block of JSON, which the script inserts as text. The page may run and load
    nothing but its own script, style and pictures, whose hashes its policy names.
    """
    if since is not None and since.delta.observation is not None:
        observation = since.delta.observation  # with the refs of the earlier look
    look = Look(observation, name, picture)
    style, script = _template("page.css"), _script()
    slots = {
        "policy": _policy(style, script),
        "style": style,
        "script": script,
        "picture": _image("picture", picture) + _image("picture-before", since.earlier.picture if since else None),
        "data": _json(_facts(look, dump) if since is None else _facts_of_two(look, dump, since)),
    }
    return _SLOT.sub(lambda slot: slots[slot[1]], _template("page.html"))


def _image(id: str, picture: Picture | None) -> str:
    return "" if picture is None else f'<img id="{id}" alt="" draggable="false" src="{picture.url}">'


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


def _facts(look: Look, dump: bytes, shown: list[Row] | None = None) -> dict[str, Any]:
    observation, blueprint = look.observation, look.observation.blueprint()
    compact = blueprint.compact()
    return {
        "dump": {
            "name": look.name,
            "format": observation.format,
            "nodes": len(observation.tree),
            "bytes": len(dump),
            "tokens": tokens.estimate(to_utf8(dump).text.decode()),
        },
        "screen": {**blueprint.header(), "warnings": observation.warnings},
        "blueprint": {"compact": compact, **_sizes(compact)},
        "frame": _frame(look, blueprint),
        "picture": _picture(look.picture),
        "rows": rows(observation, blueprint) if shown is None else shown,
    }


def _facts_of_two(look: Look, dump: bytes, since: Compared) -> dict[str, Any]:
    earlier, delta = since.earlier, since.delta
    before, said = earlier.observation.blueprint(), delta.json()
    return {
        **_facts(look, dump, since.rows),
        "before": {
            "name": earlier.name,
            "focus": before.focus,
            "frame": _frame(earlier, before),
            "picture": _picture(earlier.picture),
        },
        "delta": {
            "json": said,
            **_sizes(said),
            "told": since.told,
            "counts": since.counts,
            "summary": since.summary,
            "note": since.note,
            "focus": "focus" in delta.header,
        },
    }


def _frame(look: Look, blueprint: Blueprint) -> tuple[int, ...] | None:
    """Where the screenshot lies in the dump's own pixels, or the screen where there is none."""
    root, picture = blueprint.root, look.picture
    found = pictures.frame(look.observation, root) if picture is None else pictures.place(look.observation, root, picture)
    return None if found is None else msgspec.structs.astuple(found)


def _picture(picture: Picture | None) -> dict[str, Any] | None:
    return None if picture is None else {"name": picture.name, "size": (picture.width, picture.height)}


def _sizes(text: str) -> dict[str, Any]:
    """Bytes and tokens; these exact where that is installed, an estimate otherwise."""
    size = len(text.encode())
    try:
        return {"bytes": size, "tokens": tokens.count(text), "exact": True}
    except MissingExtra:
        return {"bytes": size, "tokens": tokens.estimate(text), "exact": False}

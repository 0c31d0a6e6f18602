"""The page itself: templates, style, script and data in one file, closed to everything outside of it."""

from __future__ import annotations

from typing import Any

import msgspec

from lumos_layer import Blueprint, Observation
from lumos_layer.errors import MissingExtra
from lumos_layer.interfaces.view import picture as pictures
from lumos_layer.interfaces.view.changes import Compared, Look
from lumos_layer.interfaces.view.closed_page import closed_page, one_script, template
from lumos_layer.interfaces.view.picture import Picture
from lumos_layer.interfaces.view.rows import Row, rows
from lumos_layer.perception import tokens
from lumos_layer.perception.encoding import to_utf8

PACKAGE = "lumos_layer.interfaces.view"
_SCRIPTS = ("elements", "facts", "changes", "drawing", "marking", "screen", "rows", "choosing", "finding", "details", "page")


def page(observation: Observation, dump: bytes, name: str, picture: Picture | None = None, since: Compared | None = None) -> str:
    """HTML of the whole observation; `name` is what the dump is called, `picture` the screenshot to draw on.

    With `since` the page also shows what has changed since an earlier look at the same surface.
    It is closed to everything outside, as `closed_page` says.
    """
    if since is not None and since.delta.observation is not None:
        observation = since.delta.observation  # with the refs of the earlier look
    look = Look(observation, name, picture)
    return closed_page(
        template(PACKAGE, "page.html"),
        template(PACKAGE, "page.css"),
        one_script(template(PACKAGE, f"script/{name}.js") for name in _SCRIPTS),
        _facts(look, dump) if since is None else _facts_of_two(look, dump, since),
        picture=_image("picture", picture) + _image("picture-before", since.earlier.picture if since else None),
    )


def _image(id: str, picture: Picture | None) -> str:
    return "" if picture is None else f'<img id="{id}" alt="" draggable="false" src="{picture.url}">'


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

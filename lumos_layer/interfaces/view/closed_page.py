"""HTML pages in one file that are closed to everything outside: templates, style, script and data, and a policy that names them.

Nothing of the data is markup: it stands in one block of JSON, which the script inserts as text. A page may run and load nothing but
its own script, style and pictures, whose hashes its policy names.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

import orjson

_SLOT = re.compile(r"\{\{([a-z]+)\}\}")
# Inside a JSON string these characters could end the script element around it, or start a comment in it.
_MARKUP = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def closed_page(page: str, style: str, script: str, data: Mapping[str, Any], **slots: str) -> str:
    """The template `page` with its slots filled: `policy`, `style`, `script`, `data`, and those given."""
    said = {"policy": _policy(style, script), "style": style, "script": script, "data": _json(data), **slots}
    return _SLOT.sub(lambda slot: said[slot[1]], page)


def template(package: str, name: str) -> str:
    """A file of a package, as text."""
    return (resources.files(package) / name).read_text("utf-8")


def one_script(parts: Iterable[str]) -> str:
    """All scripts as one, in a scope of their own, in the order in which they need each other."""
    return '"use strict";\n(() => {\n' + "\n".join(parts) + "})();\n"


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


def _json(data: Mapping[str, Any]) -> str:
    return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS).decode().translate(_MARKUP)

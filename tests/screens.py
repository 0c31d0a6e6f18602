"""Small dumps of a window and of a page that change, for tests of what lives on from look to look."""

from __future__ import annotations

import json
from typing import Any


def element(
    tag: str, name: str = "", id: str = "", *inside: str, box: tuple[int, int, int, int] = (0, 0, 100, 20), **said: str
) -> str:
    """An element of a Windows dump; `id` becomes its RuntimeId."""
    x, y, width, height = box
    words = {"Name": name, "RuntimeId": id, "IsEnabled": "True", "IsOffscreen": "False", **said}
    attributes = " ".join(f'{key}="{value}"' for key, value in words.items() if value)
    return f'<{tag} {attributes} x="{x}" y="{y}" width="{width}" height="{height}">{"".join(inside)}</{tag}>'


def window(*inside: str, name: str = "Shop", id: str = "1") -> bytes:
    return element("Window", name, id, *inside, box=(0, 0, 800, 600)).encode()


def button(name: str, id: str = "", y: int = 10, **said: str) -> str:
    return element("Button", name, id, box=(10, y, 100, 20), **said)


def field(name: str, id: str = "", value: str = "", y: int = 40, **said: str) -> str:
    return element("Edit", name, id, box=(10, y, 100, 20), Value=value, **said)


def text(words: str, id: str = "", y: int = 80) -> str:
    return element("Text", words, id, box=(10, y, 100, 20))


def page(*nodes: tuple[str, str, int], url: str = "https://shop.example/list", document: int = 1) -> bytes:
    """A browser's accessibility tree: role, name and backendDOMNodeId of what is right in the document."""

    def ax(id: str, role: str, name: str, backend: int, **more: Any) -> dict[str, Any]:
        focusable = {"name": "focusable", "value": {"type": "booleanOrUndefined", "value": True}}
        properties = [focusable] if role in ("button", "link", "textbox") else []
        return {
            "nodeId": id,
            "role": {"type": "role", "value": role},
            "name": {"type": "computedString", "value": name},
            "properties": [*properties, *more.pop("properties", [])],
            "backendDOMNodeId": backend,
            **more,
        }

    address = {"name": "url", "value": {"type": "string", "value": url}}
    inside = [ax(str(n), role, name, backend, parentId="1") for n, (role, name, backend) in enumerate(nodes, 2)]
    root = ax("1", "RootWebArea", "Shop", document, properties=[address], childIds=[node["nodeId"] for node in inside])
    return json.dumps({"nodes": [root, *inside]}).encode()

"""Small screens that the tests of comparisons read."""

from __future__ import annotations

import lumos_layer
from lumos_layer import Observation


def window(inside: str, *, width: int = 640, height: int = 480) -> Observation:
    """A Windows window with these elements inside."""
    return lumos_layer.read(dump(inside, width=width, height=height).encode())


def dump(inside: str, *, width: int = 640, height: int = 480) -> str:
    return f'<Window Name="Orders" AutomationId="main" x="0" y="0" width="{width}" height="{height}">\n{inside}\n</Window>\n'


def button(name: str, *, x: int = 10, y: int = 10, more: str = "") -> str:
    return f'<Button Name="{name}" x="{x}" y="{y}" width="80" height="20" {more}/>'


def text(words: str, *, x: int = 10, y: int = 10) -> str:
    return f'<Text Name="{words}" x="{x}" y="{y}" width="80" height="20"/>'


def row(*inside: str, name: str = "") -> str:
    return f'<DataItem Name="{name}" x="0" y="0" width="300" height="40">{"".join(inside)}</DataItem>'


PNG_320_BY_200 = bytes.fromhex("89504e470d0a1a0a0000000d49484452" + "00000140" + "000000c8" + "0802000000")

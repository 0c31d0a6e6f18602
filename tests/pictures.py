"""Small PNG files, made here so that no test needs a drawing library."""

from __future__ import annotations

import struct
import zlib


def png(width: int, height: int, colour: tuple[int, int, int] = (240, 240, 240)) -> bytes:
    """A picture of one colour."""
    line = b"\0" + bytes(colour) * width
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(line * height, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in parts)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

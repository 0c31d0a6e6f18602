"""The screenshot behind the boxes: what its file says of it, and where it belongs in the dump's own pixels."""

from __future__ import annotations

import base64
import struct
from pathlib import Path

from msgspec import Struct

from lumos_layer import Observation
from lumos_layer.errors import InputError
from lumos_layer.tree import Node, Rect, Role

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">8sI4sII")  # signature, length, IHDR, width, height
_MOST_BYTES = 1 << 26
_MOST_PIXELS = 1 << 28
_UNLIKE = 0.01  # by how much two shapes may differ and still be one
_SCALES = (0.2, 5.0)  # pixels of a screenshot for one of the dump's: phones and dense screens, and shrunken pictures


class Picture(Struct, frozen=True):
    """A PNG file, whole, and its size in its own pixels."""

    name: str
    content: bytes
    width: int
    height: int

    @property
    def url(self) -> str:
        return "data:image/png;base64," + base64.b64encode(self.content).decode("ascii")


def read_picture(path: Path) -> Picture:
    """The screenshot in the file. Raises InputError if it cannot be read or is no PNG that a browser would show."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"Cannot read the screenshot {path}: {error.strerror}. Name a PNG file with --screenshot.") from error
    if len(content) > _MOST_BYTES:
        raise InputError(f"The screenshot {path} is larger than {_MOST_BYTES >> 20} MiB. Name a smaller one.")
    if len(content) < _HEADER.size or not content.startswith(_SIGNATURE):
        raise InputError(f"The screenshot {path} is no PNG file. Convert it, or name another one with --screenshot.")
    _, _, chunk, width, height = _HEADER.unpack_from(content)
    if chunk != b"IHDR" or not 0 < width * height <= _MOST_PIXELS:
        raise InputError(f"The screenshot {path} has no size that can be shown ({width} x {height}). Name another one.")
    return Picture(path.name, content, width, height)


def beside(dump: Path) -> Path | None:
    """The screenshot that was stored with a dump: step-000.png beside step-000.xml."""
    path = dump.with_suffix(".png")
    return path if path != dump and path.is_file() else None


def place(observation: Observation, root: str | None, picture: Picture) -> Rect:
    """Where the screenshot belongs among the boxes; `root` is the ref of the window or page.

    A screenshot of the size of the root covers just that, and so does one of its shape, whatever the scale, if the root is a whole
    screen or page. Any other one is taken for the screen itself, pixel for pixel: the dump of a window, the picture of a desktop.
    """
    whole, node = frame(observation, root), _outermost(observation, root)
    if whole is not None:
        if (whole.width, whole.height) == (picture.width, picture.height):
            return whole
        of_a_window = node is not None and observation.tree[node].role in (Role.WINDOW, Role.DIALOG)
        if (whole.x, whole.y) == (0, 0) and not of_a_window and _alike(whole, picture):
            return whole
    return Rect(0, 0, picture.width, picture.height)


def frame(observation: Observation, root: str | None) -> Rect | None:
    """What a screenshot would show: the box that is around all others, or the screen. None if nothing says."""
    node = _outermost(observation, root)
    if node is not None:
        return observation.tree[node].bounds
    return Rect(0, 0, *observation.size) if observation.size is not None else None


def _outermost(observation: Observation, root: str | None) -> int | None:
    """The first node with a box that has everything in it, or else the root, if it has one."""
    tree = observation.tree
    node = 0
    while node < len(tree) and tree.end(node) == len(tree):  # as long as nothing stands beside it
        if _has_box(tree[node]):
            return node
        node += 1
    if root is not None and _has_box(tree[observation.refs[root]]):
        return observation.refs[root]
    return None


def _has_box(node: Node) -> bool:
    return node.bounds is not None and not node.bounds.empty


def _alike(box: Rect, picture: Picture) -> bool:
    """True if the picture has the box's shape, at a scale that screens have."""
    across, down = picture.width / box.width, picture.height / box.height
    return _SCALES[0] <= across <= _SCALES[1] and abs(across - down) <= _UNLIKE * max(across, down)

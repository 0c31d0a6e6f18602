"""What a picture of the screen would cost a vision model, by the rules that two vendors publish.

OpenAI (https://platform.openai.com/docs/guides/images-vision, "Calculating costs", GPT-4o with high detail): the picture is made to
fit 2,048 by 2,048 pixels, then its shorter side 768; each tile of 512 by 512 pixels costs 170 tokens, and 85 are added. Their
examples: 1024 x 1024 costs 765 tokens, 2048 x 4096 costs 1,105. A smaller picture is not enlarged here, which is the cheaper
reading of the rule.

Anthropic (https://docs.anthropic.com/en/docs/build-with-claude/vision, "Evaluate image size" and "Calculate image costs"): a
picture costs width * height / 750 tokens; one with an edge above 1,568 pixels or more than about 1,600 tokens is made smaller
first. Their examples: 200 x 200 costs about 54 tokens, 1000 x 1000 about 1,334, 1092 x 1092 about 1,590. Newer models of both
vendors take larger pictures for more tokens.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Rect, Tree

_PNG = b"\x89PNG\r\n\x1a\n"
_LARGEST, _SHORT_SIDE, _TILE = 2048, 768, 512  # pixels
_TILE_TOKENS, _BASE_TOKENS = 170, 85
_LONGEST_EDGE, _PIXELS_A_TOKEN, _MOST_TOKENS = 1568, 750, 1600


class Screenshot(Struct, frozen=True):
    """Size in pixels and tokens by each vendor's rule. `recorded`: there is such a picture; otherwise it is the screen's size."""

    width: int
    height: int
    recorded: bool
    openai_tokens: int
    anthropic_tokens: int


def screenshot(observation: Observation, dump: Path | None) -> Screenshot | None:
    """The PNG beside the dump (`step-000.png` for `step-000.xml`), or else a picture of the screen; None if neither is known."""
    size = picture_size(dump.with_suffix(".png")) if dump else None
    recorded = size is not None
    size = size or _screen(observation)
    if size is None or min(size) < 1:
        return None
    return Screenshot(*size, recorded, openai_tokens(*size), anthropic_tokens(*size))


def picture_size(picture: Path) -> tuple[int, int] | None:
    """Width and height that a PNG file says it has; None if there is no such file or it is no PNG."""
    try:
        with picture.open("rb") as file:
            head = file.read(24)
    except OSError:
        return None
    if len(head) < 24 or not head.startswith(_PNG):
        return None
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def openai_tokens(width: int, height: int) -> int:
    scale = min(1, _LARGEST / max(width, height))
    scale = min(scale, _SHORT_SIDE / min(width, height))
    tiles = math.ceil(round(width * scale, 6) / _TILE) * math.ceil(round(height * scale, 6) / _TILE)
    return _BASE_TOKENS + _TILE_TOKENS * tiles


def anthropic_tokens(width: int, height: int) -> int:
    scale = min(1, _LONGEST_EDGE / max(width, height))
    return min(_MOST_TOKENS, math.ceil(width * height * scale * scale / _PIXELS_A_TOKEN))


def _screen(observation: Observation) -> tuple[int, int] | None:
    if observation.size:
        return observation.size
    boxes = _topmost(observation.tree)
    return max(((box.width, box.height) for box in boxes), key=lambda size: size[0] * size[1], default=None)


def _topmost(tree: Tree) -> Iterator[Rect]:
    """Boxes that no box is around: those of windows, or of the screen."""
    i = 0
    while i < len(tree):
        box = tree[i].bounds
        if box is None or box.empty:
            i += 1
        else:
            yield box
            i = tree.end(i)

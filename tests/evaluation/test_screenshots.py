from __future__ import annotations

from pathlib import Path

import pytest

import lumos_layer
from lumos_layer.evaluation.screenshots import Screenshot, anthropic_tokens, openai_tokens, picture_size, screenshot
from tests.evaluation.screens import PNG_320_BY_200, window


@pytest.mark.parametrize(
    ("size", "tokens"),
    [
        ((1024, 1024), 765),  # the vendor's own examples
        ((2048, 4096), 1105),
        ((512, 512), 85 + 170),
        ((513, 512), 85 + 2 * 170),
        ((768, 768), 765),
        ((1920, 1080), 1105),
        ((1, 1), 255),
        ((100_000, 1), 85 + 4 * 170),
    ],
)
def test_openai_counts_tiles(size: tuple[int, int], tokens: int) -> None:
    assert openai_tokens(*size) == tokens


@pytest.mark.parametrize(
    ("size", "tokens"),
    [
        ((200, 200), 54),  # the vendor's own examples
        ((1000, 1000), 1334),
        ((1092, 1092), 1590),
        ((1568, 100), 210),
        ((3136, 200), 210),
        ((4000, 4000), 1600),
        ((1, 1), 1),
    ],
)
def test_anthropic_counts_pixels(size: tuple[int, int], tokens: int) -> None:
    assert anthropic_tokens(*size) == tokens


def test_the_picture_beside_the_dump_counts(tmp_path: Path) -> None:
    (tmp_path / "step-000.png").write_bytes(PNG_320_BY_200)
    assert screenshot(window(""), tmp_path / "step-000.xml") == Screenshot(320, 200, True, 255, 86)


def test_without_a_picture_it_is_the_screen_that_counts(tmp_path: Path) -> None:
    assert screenshot(window(""), tmp_path / "step-000.xml") == Screenshot(640, 480, False, 85 + 4 * 170 - 2 * 170, 410)


def test_a_screen_is_as_large_as_its_largest_window() -> None:
    android = '<hierarchy><node class="V" bounds="[0,0][900,40]"/><node class="V" bounds="[0,0][900,1600]"/></hierarchy>'
    found = screenshot(lumos_layer.read(android.encode()), None)
    assert found is not None
    assert (found.width, found.height, found.recorded) == (900, 1600, False)


def test_a_dump_without_boxes_has_no_picture() -> None:
    assert screenshot(lumos_layer.read(b'<Window AutomationId="w"><Button Name="Go"/></Window>'), None) is None


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a" + bytes(40)])
def test_what_is_no_png_has_no_size(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.png").write_bytes(content)
    assert picture_size(tmp_path / "a.png") is None


def test_a_picture_that_is_not_there_has_no_size(tmp_path: Path) -> None:
    assert picture_size(tmp_path / "none.png") is None

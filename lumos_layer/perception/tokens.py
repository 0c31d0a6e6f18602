"""How many tokens a text costs: exactly, by OpenAI's o200k_base vocabulary offline, or as a fast estimate."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator
from functools import lru_cache

from lumos_layer.errors import MissingExtra

Counter = Callable[[str], int]

_PIECE = 40_000  # characters; the tokenizer refuses what may be more than 200,000 tokens
# Between a letter or digit and a quotation mark the vocabulary's own pattern always begins a new token.
_SEAM = re.compile(r'(?<=[^\W_])(?=")')


@lru_cache(maxsize=1)
def _encoding() -> Callable[[str], list[int]]:
    try:
        import bpe_openai  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise MissingExtra("Counting tokens exactly", "tokens") from None
    encode: Callable[[str], list[int]] = bpe_openai.get_encoding("o200k_base").encode_ordinary
    return encode


def count(text: str) -> int:
    """Exact o200k_base tokens. Raises MissingExtra if the extra `tokens` is not installed."""
    encode = _encoding()
    return sum(len(encode(piece)) for piece in _pieces(text))


def _pieces(text: str) -> Iterator[str]:
    """The text in parts, each encoded as it would be in the whole; only a text without quotation marks is cut just anywhere."""
    start = 0
    while len(text) - start > 2 * _PIECE:
        seam = _SEAM.search(text, start + _PIECE, start + 2 * _PIECE)
        end = seam.start() if seam else start + _PIECE
        yield text[start:end]
        start = end
    yield text[start:]


# Tokens a character, by kind of character; fitted by least squares on raw dumps and on both forms of their blueprints.
_WEIGHTS: tuple[tuple[bytes, float], ...] = (
    (string.ascii_lowercase.encode(), 0.212),
    (string.ascii_uppercase.encode(), 0.301),
    (string.digits.encode(), 0.474),
    (string.whitespace.encode(), 0.212),
    (b"\"'", 0.273),
)
_OTHER_ASCII, _BEYOND_ASCII = 0.53, 0.887


def estimate(text: str) -> int:
    """About how many tokens; needs no extra and takes no time to speak of. docs/results.md has its measured error."""
    plain = text.encode("ascii", "ignore")
    rest = len(plain)
    total = (len(text) - rest) * _BEYOND_ASCII
    for kind, weight in _WEIGHTS:
        count_of_kind = len(plain) - len(plain.translate(None, kind))
        rest -= count_of_kind
        total += count_of_kind * weight
    return round(total + rest * _OTHER_ASCII)

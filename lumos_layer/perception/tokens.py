"""How many tokens a text costs: exactly, by OpenAI's o200k_base vocabulary offline, or as a fast estimate."""

from __future__ import annotations

import re
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


# Characters a token, by kind of text; fitted on the compact and object forms of recorded dumps (benchmarks/encoding.py).
_ASCII, _OTHER = 3.1, 1.35


def estimate(text: str) -> int:
    """About how many tokens; needs no extra and takes no time to speak of. benchmarks/ measures its error."""
    plain = len(text.encode("ascii", "ignore"))
    return round(plain / _ASCII + (len(text) - plain) / _OTHER)

"""How many tokens a text costs: exactly, by OpenAI's o200k_base vocabulary offline, or as a fast estimate."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from lumos_layer.errors import MissingExtra

Counter = Callable[[str], int]


@lru_cache(maxsize=1)
def _encoding() -> Callable[[str], list[int]]:
    try:
        import bpe_openai
    except ImportError:
        raise MissingExtra("Counting tokens exactly", "tokens") from None
    encode: Callable[[str], list[int]] = bpe_openai.get_encoding("o200k_base").encode_ordinary
    return encode


def count(text: str) -> int:
    """Exact o200k_base tokens. Raises MissingExtra if the extra `tokens` is not installed."""
    return len(_encoding()(text))


# Characters a token, by kind of text; fitted on the compact and object forms of recorded dumps (benchmarks/encoding.py).
_ASCII, _OTHER = 3.1, 1.35


def estimate(text: str) -> int:
    """About how many tokens; needs no extra and takes no time to speak of. benchmarks/ measures its error."""
    plain = len(text.encode("ascii", "ignore"))
    return round(plain / _ASCII + (len(text) - plain) / _OTHER)

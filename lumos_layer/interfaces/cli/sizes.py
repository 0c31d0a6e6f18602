"""What a blueprint costs beside its dump, in words."""

from __future__ import annotations

from lumos_layer.errors import MissingExtra
from lumos_layer.perception import tokens
from lumos_layer.perception.encoding import to_utf8


def sizes(data: bytes, blueprint: str, *, exact: bool) -> str:
    """One line: bytes and tokens of the dump and of its blueprint; the tokens are estimates where a tokenizer lacks."""
    try:
        before, after = _tokens(data, blueprint, exact)
    except MissingExtra as missing:
        return f"{sizes(data, blueprint, exact=False)}. {missing}"
    about = "" if exact else "about "
    return (
        f"dump: {len(data):,} bytes, {about}{before:,} tokens; "
        f"blueprint: {len(blueprint.encode()):,} bytes, {about}{after:,} tokens, {_share(after, before)} of the dump's"
    )


def _tokens(data: bytes, blueprint: str, exact: bool) -> tuple[int, int]:
    measure = tokens.count if exact else tokens.estimate
    return measure(to_utf8(data)[0].decode()), measure(blueprint)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.1f} %"

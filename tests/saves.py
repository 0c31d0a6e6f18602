"""What is wrong with saved documents: bytes and JSON changed here and there, and seals made anew for what was changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec

Place = tuple[Any, Any]  # an object or array, and the key or number of something in it


def changed_bytes(saved: bytes, random: Random) -> bytes:
    """The bytes with one of them changed, some left out, put in, doubled or put elsewhere, or cut."""
    at, end = sorted((random.randrange(len(saved)), random.randrange(len(saved))))
    part = saved[at : min(end, at + 20)]
    return random.choice(
        (
            saved[:at] + bytes((random.randrange(256),)) + saved[at + 1 :],
            saved[:at] + bytes((saved[at] ^ 1,)) + saved[at + 1 :],
            saved[:at] + saved[at + len(part) :],
            saved[:at] + part + saved[at:],
            saved[:at] + saved[at + len(part) :] + part,
            saved[:at],
        )
    )


def changed_json(saved: bytes, random: Random) -> bytes:
    """The document with one thing in it said otherwise: a key, a value, something more, something less, another order."""
    document = json.loads(saved)
    container, key = random.choice(list(_places(document)))
    value = container[key]
    if isinstance(container, dict) and random.random() < 0.4:
        del container[key]
        if random.random() < 0.7:
            container[_otherwise(key, random)] = value
    elif isinstance(container, dict) and random.random() < 0.2:
        container["unheard"] = True
    elif isinstance(container, list) and random.random() < 0.4:
        random.choice((container.remove, container.append))(value)
    else:
        container[key] = _otherwise(value, random)
    return json.dumps(document).encode()


def resealed(saved: bytes) -> bytes:
    """The document under a seal that fits what it says now: what somebody can make who knows how."""
    document = json.loads(saved)
    laid_out = msgspec.json.encode({**document, "seal": ""})
    return msgspec.json.encode({**document, "seal": blake2b(laid_out, digest_size=16).hexdigest()})


def _places(value: Any) -> Iterator[Place]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield value, key
        yield from _places(each)


def _otherwise(value: Any, random: Random) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return random.choice((value + 1, -value - 1, value * 2**20 + 1, None, str(value)))
        case str() if value:
            at = random.randrange(len(value))
            return random.choice((value[:at] + chr(random.randrange(32, 0x3000)) + value[at + 1 :], value[:at], value + "e"))
    return random.choice((None, True, 7, "x", [value], {"x": value}))

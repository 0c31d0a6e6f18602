"""A fuzzing target: recorded dumps, damaged at random, are read or refused, and keep the promises of a blueprint.

`python tests/fuzzing.py --seconds 600 [--seed N]` runs it for long; tests/test_fuzzing.py runs it for a bounded number of dumps.
What it finds is written to the current folder as `fuzzed-….bin`; make it a test.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final, Never

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import lumos_layer
from lumos_layer.errors import BudgetTooSmall, InputError

HERE: Final = Path(__file__).parent
_TOKENS: Final = (
    b"<", b">", b"/>", b"</", b"&", b"&amp;", b"&#0;", b"&#x110000;", b"&nbsp;", b'"', b"'", b"]]>", b"<![CDATA[", b"<!--", b"-->",
    b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"&b;", b"<?xml version='1.0' encoding='utf-16'?>", b"\0", b"\x1b", b"\xff", b"\xed\xa0\x80",
    b"\xef\xbf\xbf", b"\xef\xbb\xbf", b"\\ud800", b"{", b"}", b"[", b"]", b",", b":", b"null", b"true", b"-2147483648", b"NaN",
    b"1e999",
    b"9" * 40, b"[0,0][", b"(0, ", b"\n", b"\r", b"\t", b"- ", b"  ", b"++", b'password="true"', b"\xe2\x80\xae",
    b"\xf3\xa0\x80\x81",
)  # fmt: skip


def seeds() -> list[bytes]:
    """The dumps that the project keeps: goldens and cases."""
    files = [
        *HERE.glob("goldens/*/*.xml"),
        *HERE.glob("goldens/*/*.json"),
        *HERE.glob("cases/*/*.xml"),
        *HERE.glob("cases/*/*.json"),
    ]
    return [file.read_bytes() for file in sorted(files) if not file.name.endswith((".blueprint.json", "check.json"))]


def damaged(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """The dump with up to eight wounds."""
    for _ in range(random.randint(1, 8)):
        data = random.choice(_WOUNDS)(data, random, others)
    return data[:200_000]


def _insert(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice(_TOKENS) * random.choice((1, 1, 1, 50)) + data[at:]


def _cut(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + data[at + random.choice((1, 2, 40, 4000)) :]


def _flip(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes((data[at] ^ 1 << random.randrange(8),)) + data[at + 1 :]


def _repeat(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + data[at : at + random.choice((10, 300))] * random.choice((2, 30)) + data[at:]


def _join(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    other = random.choice(others)
    at = random.randint(0, len(other))
    return data[: random.randint(0, len(data))] + other[at : at + 2000] + data[random.randint(0, len(data)) :]


def _end(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    return data[: random.randint(0, len(data))]


def _recode(data: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    codec = random.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp949"))
    return data.decode("utf-8", "ignore").encode(codec, "ignore")


_WOUNDS: Final[tuple[Callable[[bytes, Random, Sequence[bytes]], bytes], ...]] = (
    _insert,
    _insert,
    _cut,
    _flip,
    _repeat,
    _join,
    _end,
    _recode,
)


def attack(data: bytes) -> str:
    """Read the dump and check what came of it; the dialect, or `refused`. Anything else that is raised is a fault."""
    try:
        observation = lumos_layer.read(data)
    except InputError as error:
        return "refused" if str(error) else _fail("refused without a reason")
    whole = observation.blueprint(boxes="box")
    text = whole.compact()
    json.loads(text)
    assert not any(ord(c) < 32 or 0xD800 <= ord(c) < 0xE000 for c in text), "a control character or half a character is printed"
    assert lumos_layer.decode(text).object() == whole.object(), "the two forms differ"
    acting = {node for node in observation.refs.values() if observation.tree[node].can}
    shown = Counter(observation.refs[ref] for ref in whole.refs)
    assert all(shown[node] == 1 for node in acting), "an element is not shown exactly once"
    for node in observation.tree:
        assert not (node.protected and node.value), "a protected value is in the tree"
    for budget in (40, 400):
        try:
            assert len(observation.blueprint(budget=budget, counter=len).compact()) <= budget, "the budget is exceeded"
        except BudgetTooSmall as error:
            if error.minimum <= budget:
                _fail("a budget is refused that is enough")
    return observation.format


def _fail(fault: str) -> Never:
    raise AssertionError(fault)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    others, random = seeds(), Random(asked.seed)
    end, results = time.monotonic() + asked.seconds, Counter[str]()
    while time.monotonic() < end:
        data = damaged(random.choice(others), random, others)
        try:
            results[attack(data)] += 1
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is what was looked for
            results[f"FAULT {type(fault).__name__}"] += 1
            found = Path(f"fuzzed-{asked.seed}-{sum(results.values())}.bin")
            found.write_bytes(data)
            print(f"{found}: {type(fault).__name__}: {fault}")
    print(", ".join(f"{count} {what}" for what, count in results.most_common()))
    return any(what.startswith("FAULT") for what in results)


if __name__ == "__main__":
    sys.exit(main())

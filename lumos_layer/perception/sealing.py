"""Documents that a program wrote for itself: JSON with a seal, a hash that shows whether anything in it was changed since.

The seal is no signature: who can run code here can make one.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from hashlib import blake2b
from typing import TypeVar

import msgspec
from msgspec import Struct

_BYTES = 16  # of the hash


class Sealed(Struct, forbid_unknown_fields=True, kw_only=True):
    """What all these documents begin with: what it is, in which version, and the seal over that and all else."""

    kind: str
    version: int
    seal: str = ""


T = TypeVar("T", bound=Sealed)


class _Head(Struct):
    kind: str
    version: int


class SealBroken(Exception):
    """The document is none that can be gone on with; `problem` says why, and `remedy` what to do where that is known."""

    def __init__(self, problem: str, remedy: str = "") -> None:
        self.problem, self.remedy = problem, remedy
        super().__init__(problem)


def sealed(document: Sealed) -> bytes:
    """The document as JSON, with its seal."""
    document.seal = _seal(document)
    return msgspec.json.encode(document)


def unsealed(data: bytes, type: type[T], kind: str, version: int) -> T:
    """The document in the JSON, which may be laid out otherwise than it was written.

    Raises SealBroken for what is of another kind or version, cut, or says anything else than when it was sealed.
    """
    document = opened(data, type, kind, version)
    check_seal(document)
    return document


def opened(data: object, type: type[T], kind: str, version: int) -> T:
    """The same, with a seal that nobody has looked at yet: for whoever can first say better what is wrong with it."""
    if not isinstance(data, (bytes, bytearray, memoryview, str)):
        raise SealBroken(f"it is no document but {data.__class__.__name__}", "Give the bytes that were saved.")
    data = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
    data = data.removeprefix(BOM_UTF8)  # as some editors put in front
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.kind != kind:
            raise SealBroken(f"it says that it is {head.kind!r}, and not {kind!r}")
        if head.version != version:
            when = "a later" if head.version > version else "an earlier"
            remedy = "Load it with that version, or begin anew."
            raise SealBroken(f"{when} version of lumos_layer wrote it (format {head.version}, known {version})", remedy)
        return msgspec.json.decode(data, type=type)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise SealBroken(f"it is cut or changed ({error})") from None


def check_seal(document: Sealed) -> None:
    """Raises SealBroken if the document says anything else than when it was sealed."""
    if document.seal != _seal(document):
        raise SealBroken("it was changed after it was written: its seal does not fit what it says")


def _seal(document: Sealed) -> str:
    """A hash of all that the document says but for its seal."""
    given, document.seal = document.seal, ""
    try:
        return blake2b(msgspec.json.encode(document), digest_size=_BYTES).hexdigest()
    finally:
        document.seal = given

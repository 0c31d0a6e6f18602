"""How much of an untrusted dump is read before the reader refuses."""

from __future__ import annotations

from msgspec import Struct

from lumos_layer.errors import LimitExceeded


class Limits(Struct, frozen=True, kw_only=True):
    """Upper bounds on a dump; beyond one, `LimitExceeded` is raised before anything of that size is built."""

    size: int = 1 << 30  # bytes
    nodes: int = 5_000_000
    depth: int = 1_000_000  # levels

    def check_size(self, size: int) -> None:
        if size > self.size:
            raise LimitExceeded("size", size, self.size, "bytes")


DEFAULT = Limits()

"""Procedures in a folder, a JSON file each."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from pydantic import ValidationError

from lumos_layer.errors import BadOption, BadProcedure, NoSuchProcedure
from lumos_layer.perception.observation import Observation
from lumos_layer.procedures.fitting import fits
from lumos_layer.procedures.procedure import NAME, Procedure
from lumos_layer.trace.private_files import kept_in, write_private

PLACE = "LUMOS_PROCEDURES"  # the environment's name for the folder of procedures
_DEFAULT = Path(".lumos/procedures")
_ENDING = ".json"
_REMEDY = "Name another folder (--in), or mend that."


class Procedures:
    """All procedures of a folder: by default that of LUMOS_PROCEDURES in the environment, else `.lumos/procedures`."""

    def __init__(self, root: str | os.PathLike[str] | None = None) -> None:
        self.root = Path(root or os.environ.get(PLACE) or _DEFAULT)

    def names(self) -> list[str]:
        """Sorted; a folder that is not there has none."""
        return sorted(path.stem for path in self.root.glob(f"*{_ENDING}") if re.fullmatch(NAME, path.stem))

    def __iter__(self) -> Iterator[Procedure]:
        """All of them, by name. Raises BadProcedure at the first file that is none."""
        return (self._read(name) for name in self.names())

    def find(self, name: str) -> Procedure:
        """Raises NoSuchProcedure, and BadProcedure for a file that is none."""
        names = self.names()
        if name not in names:
            raise NoSuchProcedure(name, get_close_matches(name, names, 3, 0.4))
        return self._read(name)

    def add(self, procedure: Procedure, replace: bool = False) -> Path:
        """Keep a procedure; gives its file. Raises BadOption if another one has its name, and StoreFailed."""
        path = self.root / f"{procedure.name}{_ENDING}"
        if path.exists() and not replace:
            raise BadOption("name", procedure.name, "another --name, or --replace that one")
        with kept_in(path, _REMEDY):
            self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_private(path, procedure.model_dump_json(indent=2, exclude_defaults=True).encode() + b"\n")
        return path

    def _read(self, name: str) -> Procedure:
        path = self.root / f"{name}{_ENDING}"
        try:
            found = Procedure.model_validate_json(path.read_bytes())
        except OSError as problem:
            raise BadProcedure(str(path), f"it cannot be read ({problem.strerror})") from problem
        except ValidationError as problem:
            first = problem.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"])) or "the whole"
            raise BadProcedure(str(path), f"{where}: {first['msg'].removeprefix('Value error, ')}") from None
        if found.name != name:
            raise BadProcedure(str(path), f"it says that it is called {found.name!r}; rename the file, or the procedure")
        return found


def fitting(procedures: tuple[Procedure, ...], look: Observation) -> tuple[Procedure, ...]:
    """Those that can be begun on this look (S62)."""
    return tuple(each for each in procedures if fits(each, look))

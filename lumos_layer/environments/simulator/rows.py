"""Trees in data: rows of a level and what the node says, so that depth costs nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from lumos_layer.environments.simulator.locator import Data
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.affordances import OWN
from lumos_layer.tree import Affordance, Node, Rect, Role, Scroll

Extent = Annotated[int, Field(ge=0)]
Box = tuple[int, int, Extent, Extent]  # x, y, width, height


class Row(Data):
    """One node. It stands in the nearest row above of a lesser level. What it can do is what its role can, unless said."""

    level: int = Field(default=0, ge=0)
    role: Role = Role.GENERIC
    name: str = ""
    value: str | None = None
    hint: str = ""
    box: Box | None = Field(default=None, description="x, y, width, height.")
    can: tuple[Affordance, ...] | None = None
    hidden: bool = False
    modal: bool = False
    minimized: bool = False
    enabled: bool | None = None
    focusable: bool | None = None
    focused: bool | None = None
    checked: Literal["false", "true", "mixed"] | None = None
    pressed: Literal["false", "true", "mixed"] | None = None
    selected: bool | None = None
    expanded: bool | None = None
    readonly: bool | None = None
    required: bool | None = None
    invalid: bool | None = None
    busy: bool | None = None
    multiline: bool | None = None
    multiselectable: bool | None = None
    protected: bool = False
    minimum: float | None = None
    maximum: float | None = None
    depth: int | None = Field(default=None, description="The level of a heading or tree item.")
    scroll: tuple[int, int, int, int] | None = Field(default=None, description="Percent above, below, left and right of the view.")
    url: str = ""
    identifier: str = ""
    native_id: str = ""

    def node(self) -> Node:
        said = self.model_dump(exclude={"level", "box", "can", "depth", "scroll", "role"})
        if self.protected:
            said["value"] = None  # it shows only whether it holds anything
        return Node(
            role=self.role,
            bounds=None if self.box is None else Rect(*self.box),
            can=OWN.get(self.role, ()) if self.can is None else self.can,
            level=self.depth,
            scroll=None if self.scroll is None else Scroll(*self.scroll),
            filled=bool(self.value) if self.protected else None,
            **said,
        )


def draft(rows: Iterable[Row]) -> Draft:
    """The rows as a draft. A first row of any level is a root."""
    made = Draft()
    path: list[tuple[int, int]] = []
    for row in rows:
        while path and path[-1][0] >= row.level:
            made.close(path.pop()[1])
        node = row.node()
        i = made.open(node, path[-1][1] if path else -1, node.role.value)
        path.append((row.level, i))
    while path:
        made.close(path.pop()[1])
    return made

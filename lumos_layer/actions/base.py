"""What all actions have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from pydantic import ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from lumos_layer.actions.effects import Effect
from lumos_layer.actions.fields import Json, Part, Point, Ref, no_nulls
from lumos_layer.actions.target import Target
from lumos_layer.actions.violation import Reason, Violation
from lumos_layer.tree import Affordance

Offer = Mapping[str, Json]
Model = TypeVar("Model", bound=Part)
_POINTED: Json = {"oneOf": [{"required": ["ref"]}, {"required": ["point"]}]}


class BaseAction(Part):
    """One thing to do. Each action is a subclass in a file of its own; `type` tells them apart.

    `needs` says what its element must be able to do, one of them; None: anything will do. `pointer`: it needs a free pixel.
    """

    needs: ClassVar[frozenset[Affordance] | None] = None
    needs_enabled: ClassVar[bool] = True
    changes: ClassVar[str] = ""  # what of its element it changes, which none that is read-only lets it
    pointer: ClassVar[bool] = False
    control: ClassVar[bool] = False

    type: str

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, document: Any) -> Any:
        return no_nulls(document)

    @classmethod
    def fits(cls, target: Target) -> list[Violation]:
        """All that stands against doing this to the target, whatever the other fields say."""
        found: list[Violation] = []
        if target.node.minimized and cls.needs_enabled:
            found.append(against("minimised", f"{target} is minimised; bring it up with switch_window first."))
        if cls.needs_enabled and not target.enabled:
            found.append(against("disabled", f"{target} is disabled; do first what enables it, or choose another."))
        if cls.needs is not None and cls.needs.isdisjoint(target.can):
            able = ", ".join(target.can) or "nothing"
            found.append(against("unsupported", f"{target} cannot take {cls.verb()}; what it can: {able}."))
        if cls.changes and target.node.readonly:
            found.append(against("read_only", f"{target} is read-only; its {cls.changes} cannot be changed."))
        return found

    def check(self, target: Target) -> list[Violation]:
        """All that stands against this action on the target; empty if nothing does."""
        return self.fits(target)

    def nearest(self, target: Target) -> list[str]:
        """What of the target comes nearest to what was asked of it and is not there; empty where that says nothing."""
        return []

    def effect(self, target: Target | None) -> Effect:
        """What it does: `reads` leaves all as it is, `edits` can be undone, `commits` cannot, or others see it."""
        return "reads"

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        """The forms in which this action can be asked for on the target: schemas of its fields besides `type` and `ref`."""
        if not cls.fits(target):
            yield {}

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        """The forms in which it can be asked for without naming an element."""
        return iter(())

    @classmethod
    def verb(cls) -> str:
        """The value of `type`."""
        return str(cls.model_fields["type"].default)


class OnElement(BaseAction):
    """An action on one element that has a ref."""

    ref: Ref


class Pointing(BaseAction):
    """An action at one place: an element by its ref, or a pixel. Exactly one of the two is given."""

    model_config = ConfigDict(json_schema_extra=_POINTED)

    ref: Ref | None = None
    point: Point | None = None

    @model_validator(mode="after")
    def _one_place(self) -> Pointing:
        return one_of(self, ("ref", "point"))


class Alone(BaseAction):
    """An action that names no element."""

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        return iter(())


class Control(Alone):
    """An action that leaves the screen as it is and speaks to the runtime or to a person."""

    control: ClassVar[bool] = True


class Place(Part):
    """An element by its ref, or a pixel. Exactly one of the two is given."""

    model_config = ConfigDict(json_schema_extra=_POINTED)

    ref: Ref | None = None
    point: Point | None = None

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, document: Any) -> Any:
        return no_nulls(document)

    @model_validator(mode="after")
    def _one_place(self) -> Place:
        return one_of(self, ("ref", "point"))


def one_of(model: Model, names: Collection[str]) -> Model:
    """The model, if exactly one of these fields is given."""
    if sum(getattr(model, name) is not None for name in names) != 1:
        raise PydanticCustomError("one_of", "Give exactly one of {names}.", {"names": " and ".join(names)})
    return model


def against(reason: Reason, message: str, field: str = "ref") -> Violation:
    return Violation(reason=reason, message=message, field=field)

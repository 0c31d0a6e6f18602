"""Actions on screens that are written down in the tests of what is safe."""

from __future__ import annotations

from typing import Any

from lumos_layer import Observation
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.safety.finding import Finding
from lumos_layer.safety.sensitive import classes_of, standing


def ref_of(look: Observation, name: str) -> str:
    """The ref of the element that is called so."""
    (ref,) = [ref for ref, node in look.refs.items() if look.name_of(node) == name]
    return ref


def grounded(look: Observation, verb: str, name: str | None = None, **fields: Any) -> GroundedAction:
    """An action on the element that is called so."""
    document = {"type": verb, **({} if name is None else {"ref": ref_of(look, name)}), **fields}
    made = validate(document, look, observation_id="o1")
    assert not isinstance(made, Rejected), made
    return made


def found(look: Observation, verb: str, name: str | None = None, **fields: Any) -> set[str]:
    """The classes of sensitive acts that the action belongs to."""
    return {each.kind for each in standing(findings(look, verb, name, **fields))}


def findings(look: Observation, verb: str, name: str | None = None, **fields: Any) -> tuple[Finding, ...]:
    return classes_of(grounded(look, verb, name, **fields), look)

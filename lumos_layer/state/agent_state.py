"""What a run has achieved and knows: requirements with their statuses, useful values, evidence. Read only."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NoReturn, SupportsIndex, final

from msgspec import Struct

from lumos_layer.errors import StateRefused
from lumos_layer.state.evidence import Evidence, lasting_first
from lumos_layer.state.part import Part, copied
from lumos_layer.state.plan import Plan
from lumos_layer.state.proofs import Proofs
from lumos_layer.state.requirement import Requirement, Status
from lumos_layer.state.value import UsefulValue

MOST_REVERSIONS: Final = 3  # after which only a person can say that a requirement is met (S10)


class Binding(Part):
    """What a slot was seen to be: by which requirement's evidence, and when."""

    slot: str
    text: str
    requirement: str
    evidence: str = ""
    step: int = 0


class Standing(Struct, frozen=True):
    """How one requirement stands. `verified_at` and `invalidated_at` are the steps at which it was last seen so; -1: never."""

    status: Status = "pending"
    verified_at: int = -1
    invalidated_at: int = -1
    fell_at: int = -1  # when something that it builds on was last seen not to hold
    reversions: int = 0
    refusals: int = 0  # of claims that all is done, because of this requirement


class Contents(Struct, frozen=True, dict=True):
    """All that a state holds."""

    plan: Plan = Plan()
    given: frozenset[str] = frozenset()  # the requirements that a run began with: no plan drops them
    standings: Mapping[str, Standing] = {}  # also of requirements that were dropped: coming back, they do not begin anew
    values: tuple[UsefulValue, ...] = ()
    evidence: Proofs = Proofs()
    bindings: tuple[Binding, ...] = ()
    version: int = 0
    step: int = 0  # of the last decision that was applied
    numbered: int = 0  # evidence that has got a number

    @property
    def requirements(self) -> tuple[Requirement, ...]:
        return self.plan.requirements

    @cached_property
    def statuses(self) -> Mapping[str, Status]:
        """The status of every requirement of the plan, by id."""
        return {each.id: self.standings[each.id].status for each in self.requirements}

    def is_ready(self, requirement: Requirement) -> bool:
        """True if all that it depends on is verified."""
        return all(self.standings[other].status == "verified" for other in requirement.depends_on)


# The contents of each state, by its identity. They are not in the object: what is not there cannot be set on it.
_CONTENTS: dict[int, Contents] = {}


@final
class AgentState:
    """What a run has achieved. Equal states hold the same; what it gives out are copies.

    `lumos_layer.state.transitions` makes states, and nothing else does. An object that is made in any other way (constructor, copy
    of another with changes, unpickling) holds nothing, and raises StateRefused.
    """

    __slots__ = ("__weakref__",)

    def __init__(self) -> None:
        raise StateRefused("a state is not made by its constructor")

    def __init_subclass__(cls, **_: Any) -> NoReturn:
        raise StateRefused("there is no other kind of state")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise StateRefused(f"{name} of a state cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise StateRefused(f"{name} of a state cannot be removed")

    def __copy__(self) -> AgentState:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> AgentState:
        return self

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise StateRefused("a state is not pickled: keep its checkpoint or its events")

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, AgentState) and contents_of(self) == contents_of(other))

    def __hash__(self) -> int:
        return hash(self.version)

    def __repr__(self) -> str:
        done = sum(standing == "verified" for standing in self.statuses.values())
        return f"<AgentState {self.version}: {done} of {len(self.statuses)} verified>"

    # What is wanted

    @property
    def requirements(self) -> tuple[Requirement, ...]:
        """All of them, in the order of the plan."""
        return tuple(copied(each) for each in contents_of(self).requirements)

    @property
    def order(self) -> tuple[str, ...]:
        """The ids of all requirements, in the order of the plan."""
        return tuple(contents_of(self).plan.by_id)

    def description(self, id: str) -> str:
        """What must hold, in words; empty where there is no such requirement."""
        found = contents_of(self).plan.by_id.get(id)
        return "" if found is None else found.description

    def lasts(self, id: str) -> bool:
        """True if the requirement has to go on holding; False also where there is none with this id."""
        found = contents_of(self).plan.by_id.get(id)
        return found is not None and found.lasting

    def depends_on(self, id: str) -> tuple[str, ...]:
        """What has to hold before the requirement."""
        found = contents_of(self).plan.by_id.get(id)
        return () if found is None else found.depends_on

    def built_on(self, ids: Iterable[str]) -> set[str]:
        """All that depends on any of these, however far."""
        return contents_of(self).plan.built_on(ids)

    def users(self, id: str) -> tuple[str, ...]:
        """What depends on the requirement directly."""
        return contents_of(self).plan.users.get(id, ())

    def requirement(self, id: str) -> Requirement | None:
        """The requirement with this id; None: there is none."""
        found = contents_of(self).plan.by_id.get(id)
        return None if found is None else copied(found)

    @property
    def statuses(self) -> dict[str, Status]:
        """The status of every requirement, by id."""
        return dict(contents_of(self).statuses)

    def standing(self, id: str) -> Standing:
        """How a requirement stands; one that there is not stands as one that nobody has looked at."""
        return contents_of(self).standings.get(id, Standing())

    @property
    def verified(self) -> tuple[str, ...]:
        """The ids of what is verified."""
        return tuple(id for id, status in contents_of(self).statuses.items() if status == "verified")

    @property
    def leaves(self) -> tuple[str, ...]:
        """The ids of the requirements that no other builds on: once they are verified, all is."""
        return contents_of(self).plan.leaves

    @property
    def open_leaves(self) -> tuple[str, ...]:
        """The leaves that are not verified."""
        contents = contents_of(self)
        return tuple(id for id in contents.plan.leaves if contents.standings[id].status != "verified")

    @property
    def focus(self) -> Requirement | None:
        """The first requirement that is not verified while all that it depends on is (S20); None: nothing is left."""
        first = next(_ready(contents_of(self)), None)
        return None if first is None else copied(first)

    def open_to_work(self) -> Iterator[Requirement]:
        """What is not verified and can be, in the order of the plan: what it depends on is, and it was not refuted too often."""
        contents = contents_of(self)
        for each in _ready(contents):
            if contents.standings[each.id].reversions < MOST_REVERSIONS:
                yield copied(each)

    def allows(self, requirement: str) -> bool:
        """True if work for this requirement may be proposed: it is there, not verified, and what it builds on is (S23)."""
        contents = contents_of(self)
        found = contents.plan.by_id.get(requirement)
        return found is not None and contents.standings[requirement].status != "verified" and contents.is_ready(found)

    # What is known

    @property
    def values(self) -> tuple[UsefulValue, ...]:
        """All values, also those that are not served."""
        return tuple(copied(each) for each in contents_of(self).values)

    def served_values(self) -> tuple[UsefulValue, ...]:
        """The values that count: global ones, and those of requirements that are verified (S12, S13)."""
        statuses = contents_of(self).statuses
        return tuple(each for each in self.values if not each.source or statuses.get(each.source) == "verified")

    @property
    def bindings(self) -> dict[str, str]:
        """What the slots are that have been seen, by name."""
        return {each.slot: each.text for each in contents_of(self).bindings}

    @property
    def bound(self) -> tuple[Binding, ...]:
        """The slots that have been seen, with the evidence and the step."""
        return tuple(each.model_copy() for each in contents_of(self).bindings)

    # What is proven

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """All evidence that is live, and of the rest the latest; oldest first."""
        return tuple(each.model_copy() for each in contents_of(self).evidence)

    def live_evidence(self, requirement: str) -> tuple[Evidence, ...]:
        """What shows now that the requirement is met, and need not be looked for again (S15): what lasts longest first."""
        return lasting_first(each.model_copy() for each in contents_of(self).evidence.live(requirement))

    @property
    def reversions(self) -> dict[str, int]:
        """How often what was verified turned out not to be, by requirement."""
        contents = contents_of(self)
        return {each.id: contents.standings[each.id].reversions for each in contents.requirements}

    @property
    def refusals(self) -> dict[str, int]:
        """How often a claim that all is done was refused because of a requirement, by requirement."""
        contents = contents_of(self)
        return {each.id: contents.standings[each.id].refusals for each in contents.requirements}

    @property
    def version(self) -> int:
        """How many changes led to this state."""
        return contents_of(self).version

    @property
    def step(self) -> int:
        """The step of the last decision that was applied."""
        return contents_of(self).step


def _ready(contents: Contents) -> Iterator[Requirement]:
    """What is not verified while all that it depends on is, in the order of the plan."""
    standings = contents.standings
    return (each for each in contents.requirements if standings[each.id].status != "verified" and contents.is_ready(each))


def contents_of(state: AgentState) -> Contents:
    """What a state holds; for `lumos_layer.state` alone. Raises StateRefused for an object that no transition made."""
    found = _CONTENTS.get(id(state))
    if found is None:
        raise StateRefused("this object holds no state: no transition made it")
    return found


def made_of(contents: Contents) -> AgentState:
    """A new state; for `lumos_layer.state.transitions` and `lumos_layer.state.checkpoint` alone."""
    state = object.__new__(AgentState)
    _CONTENTS[id(state)] = contents
    weakref.finalize(state, _CONTENTS.pop, id(state), None).atexit = False
    return state

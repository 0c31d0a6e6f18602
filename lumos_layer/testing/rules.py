"""What a delivery, a look, and two looks in a row keep to, whatever the environment."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from lumos_layer.actions.outcomes import ANY_OUTCOME, Outcome, as_json
from lumos_layer.environments.clock import Clock, SystemClock
from lumos_layer.environments.port import Delivery
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Role

_STATUSES = frozenset(("delivered", "refused", "uncertain"))


class Nonconforming(AssertionError):
    """An environment does not keep to what all have to."""


def expect(holds: bool, otherwise: str) -> None:
    """Raise Nonconforming unless it holds."""
    if not holds:
        raise Nonconforming(f"{otherwise[:1].upper()}{otherwise[1:]}.")


def check_delivery(delivery: Delivery, id: str) -> None:
    """It is that of the act `id`; a refusal, and nothing else, has a reason, and it says what to do."""
    expect(delivery.action_id == id, f"the delivery of {id!r} says that it is that of {delivery.action_id!r}")
    expect(delivery.status in _STATUSES, f"there is no status {delivery.status!r}")
    refused = delivery.status == "refused"
    expect(refused == (delivery.reason is not None), f"a refusal has a reason, and nothing else has: {delivery}")
    expect(not refused or bool(delivery.note), f"a refusal says in a note what to do: {delivery}")


def repeated(delivery: Delivery) -> Delivery:
    """What the same id gets from then on: its first delivery, marked, so that nobody takes it for an act without effect."""
    return replace(delivery, again=True)


def check_outcome(outcome: Outcome) -> None:
    """It is one by the schema, and reads back as it was."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of fields that hold something else; they are refused below
            again = ANY_OUTCOME.validate_json(as_json(outcome))
    except (ValueError, AttributeError) as problem:
        raise Nonconforming(f"This is no outcome by the schema: {outcome!r}: {problem}") from None
    expect(again == outcome, f"an outcome is another one when it is read again: {outcome!r}")


def check_hidden(secrets: Iterable[str], words: Iterable[str], where: str) -> None:
    """None of the secrets stands in any of the words; what is raised says how long it is, not what."""
    hidden = [secret for secret in secrets if secret]
    found = next((secret for each in words for secret in hidden if secret in each), None)
    if found is not None:
        raise Nonconforming(f"A secret of {len(found)} characters shows in {where}.")


def check_kept(before: Observation, after: Observation) -> None:
    """Of two looks in a row at one page: an element that is the same, and the only one like it, has the same ref."""
    if before.ledger.page != after.ledger.page:
        return
    then, now = only_ones(before), only_ones(after)
    for key in then.keys() & now.keys():
        same = not key.native_id or then[key] == now[key]
        expect(same, f"{then[key]} became {now[key]}, though its element is the same")


class Likeness(NamedTuple):
    """What an element is known by from look to look; `around` stands for the roles that it is in."""

    native_id: str
    role: Role
    name: str
    around: int


def only_ones(look: Observation) -> dict[Likeness, str]:
    """The elements that no other is like, with their refs; of those with neither an id nor a name nothing can be said."""
    around: list[int] = []
    for node, parent in zip(look.tree.nodes, look.tree.parents, strict=True):
        around.append(hash((around[parent] if parent >= 0 else 0, node.role)))
    found: dict[Likeness, list[str]] = {}
    for ref, i in look.refs.items():
        node = look.tree[i]
        if node.native_id or node.name:
            found.setdefault(Likeness(node.native_id, node.role, node.name, around[i]), []).append(ref)
    return {likeness: refs[0] for likeness, refs in found.items() if len(refs) == 1}


def words_of(delivery: Delivery | None, look: Observation, before: Observation | None) -> Iterator[str]:
    """All words of a look and of how it came to it."""
    if delivery is not None:
        yield delivery.note
    for node in look.tree.nodes:
        yield from _words(node)
    yield from (look.title, look.app, look.url, *look.warnings)
    yield from (look.path_of(i) for i in range(len(look.tree)))
    yield from (look.tree.tag(i) for i in range(len(look.tree)))
    yield look.blueprint().object()
    if before is not None:
        yield look.since(before).json()


def _words(node: Node) -> Iterator[str]:
    return (said for name in node.__struct_fields__ if isinstance(said := getattr(node, name), str))


def texts_in(value: Any) -> Iterator[str]:
    """All texts in a value as JSON decodes it, names of fields too."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            waiting += [*part, *part.values()]
        elif isinstance(part, list | tuple):
            waiting += part


def clock_of(environment: Any) -> Clock:
    """The clock that it waits on: its own, or that of this machine."""
    clock: Clock | None = getattr(environment, "clock", None)
    return SystemClock() if clock is None else clock

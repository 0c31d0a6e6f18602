"""What every environment has to keep to, as checks that anybody can run on one of their own.

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_my_environment(check):
        check(Subject(make=MyEnvironment, acts=[on("Save", "click")]))

A check raises Nonconforming, which is an AssertionError. CHECKS is the whole list.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from lumos_layer.actions import ACTIONS, BY_TYPE
from lumos_layer.actions.grounding import GroundedAction, Spot, validate
from lumos_layer.actions.outcomes import Done, NoEffect, Rejected, Unknown
from lumos_layer.actions.target import target_of
from lumos_layer.environments.port import Delivery, Environment
from lumos_layer.errors import LumosError
from lumos_layer.execution import Executor
from lumos_layer.perception.observation import Observation
from lumos_layer.testing.attempts import Document, attempts, made, some_action
from lumos_layer.testing.rules import (
    Nonconforming,
    check_delivery,
    check_hidden,
    check_kept,
    clock_of,
    expect,
    repeated,
    words_of,
)
from lumos_layer.testing.witness import Witness
from lumos_layer.tree import Node

Act = Document | Callable[[Observation], Document]


class Subject(Struct, frozen=True, kw_only=True):
    """An environment to be examined.

    `make` gives a fresh one each time, always the same. `acts` go through one after another from the first look on, and at least
    one of them changes something: documents, or functions that make one of the latest look (see `on`). `secrets` are the texts that
    must never show.
    """

    make: Callable[[], Environment]
    acts: Sequence[Act] = ()
    secrets: Sequence[str] = ()


def on(name: str, verb: str, **fields: Any) -> Callable[[Observation], Document]:
    """An act on the first element of that name which can take it."""

    def document(observation: Observation) -> Document:
        found = [ref for ref, node in observation.refs.items() if observation.name_of(node) == name]
        able = [ref for ref in found if not BY_TYPE[verb].fits(target_of(observation, observation.refs[ref]))]
        if not able:
            raise Nonconforming(f"No element {name!r} takes {verb}; of that name: {', '.join(found) or 'none'}.")
        return {"type": verb, "ref": able[0], **fields}

    return document


def observing_changes_nothing(subject: Subject) -> None:
    environment = subject.make()
    first, second = environment.observe(), environment.observe()
    expect(first.tree == second.tree, "two looks with nothing between them show different trees")
    expect(dict(first.refs) == dict(second.refs), "two looks with nothing between them give different refs")
    expect(first.blueprint().compact() == second.blueprint().compact(), "two looks with nothing between them print differently")


def two_made_alike_are_alike(subject: Subject) -> None:
    for (_, one), (_, other) in zip(_played(subject), _played(subject), strict=True):
        expect(one.blueprint().compact() == other.blueprint().compact(), "the same acts on one made alike show another screen")


def the_same_act_is_done_once(subject: Subject) -> None:
    environment = subject.make()
    changes = 0
    sent: list[tuple[str, GroundedAction, Delivery]] = []
    for i, act in enumerate(subject.acts):
        before = environment.observe()
        action = _grounded(act, before)
        first = environment.perform(f"once-{i}", action)
        after = environment.observe()
        again = environment.perform(f"once-{i}", action)
        expect(not first.again, f"{_verb(action)} with a new id is said to have been done before: {first}")
        expect(environment.observe().tree == after.tree, f"{_verb(action)} was done twice under one id")
        expect(again == repeated(first), f"{_verb(action)} with an id seen before got another delivery: {again}")
        other = environment.perform(f"once-{i}", made("wait", seconds=0.01))
        expect(other == repeated(first), "another act with an id seen before got a delivery of its own")
        sent.append((f"once-{i}", action, first))
        changes += before.tree != after.tree
    expect(not subject.acts or changes > 0, "none of the acts changed anything, so this shows nothing")
    _nothing_again(environment, sent)


def _nothing_again(environment: Environment, sent: Sequence[tuple[str, GroundedAction, Delivery]]) -> None:
    """Ids are known also after later ones, and an act without an id is never taken."""
    last = environment.observe()
    for id, action, first in sent:
        again = environment.perform(id, action)
        expect(environment.observe().tree == last.tree, f"{_verb(action)} was done twice under one id, after later acts")
        expect(again == repeated(first), f"{_verb(action)} with an id seen before later acts got another delivery: {again}")
    for _, action, _ in sent[-1:]:
        try:
            delivery = environment.perform("", action)
        except LumosError:
            continue
        raise Nonconforming(f"An act without an id was {delivery.status} instead of raising BadOption.")


def a_refused_act_changes_nothing(subject: Subject) -> None:
    environment = subject.make()
    for i, document in enumerate(attempts(environment.observe())):
        before = environment.observe()
        action = validate(document, before)
        if isinstance(action, Rejected):
            continue
        delivery = environment.perform(f"try-{i}", action)
        if delivery.status == "refused":
            expect(environment.observe().tree == before.tree, f"{document} was refused, and yet the screen changed")


def a_delivery_says_what_came_of_the_act(subject: Subject) -> None:
    environment = subject.make()
    for i, document in enumerate(attempts(environment.observe())):
        action = validate(document, environment.observe())
        if not isinstance(action, Rejected):
            check_delivery(environment.perform(f"say-{i}", action), f"say-{i}")
    for delivery, _ in _played(subject):
        if delivery is not None:
            expect(delivery.status == "delivered", f"an act that should go through did not: {delivery}")


def what_was_asked_for_comes_about(subject: Subject) -> None:
    """Through an executor, which looks at what came of each act: at its element and no other, once, and as it was asked for."""
    witness = Witness(subject.make())
    executor = Executor(witness, clock_of(witness.inner))
    for i, act in enumerate(subject.acts):
        look = executor.observe()
        document = act(look) if callable(act) else act
        outcome = executor.run(document, action_id=f"seen-{i}")
        told = getattr(outcome, "error", "") or getattr(outcome, "why", "") or getattr(outcome, "advice", "")
        expect(isinstance(outcome, Done | NoEffect | Unknown), f"{document} came to {outcome.outcome}: {told}")
        extra = [sent.action_id for sent in witness.sent if sent.action_id.startswith(f"seen-{i}.")]
        expect(not set(extra) - {f"seen-{i}.scroll"}, f"{document} left another text than was asked for, which had to be mended")


def capabilities_are_true(subject: Subject) -> None:
    environment = subject.make()
    able = environment.capabilities.actions
    expect(able <= set(BY_TYPE), f"there are no such actions: {sorted(able - set(BY_TYPE))}")
    before = environment.observe()
    for kind in ACTIONS:
        if kind.verb() not in able:
            delivery = environment.perform(f"able-{kind.verb()}", made(kind.verb()))
            told = f"{kind.verb()} is none of the capabilities, and yet: {delivery}"
            expect((delivery.status, delivery.reason) == ("refused", "unsupported"), told)
    expect(environment.observe().tree == before.tree, "an act beyond the capabilities changed the screen")
    for act in subject.acts:
        document = act(before) if callable(act) and act is subject.acts[0] else act
        if isinstance(document, dict):
            expect(document["type"] in able, f"{document['type']} goes through, and is none of the capabilities")


def refs_live_on(subject: Subject) -> None:
    """An element that is the same before and after, and the only one like it, has the same ref; no ref stands for two at once."""
    before: Observation | None = None
    for _, look in _played(subject):
        expect(len(set(look.refs.values())) == len(dict(look.refs)), "two refs stand for one element")
        if before is not None and before is not look:
            expect(before.id != look.id, f"two looks are called {look.id}")
            check_kept(before, look)
        before = look


def what_is_not_on_the_latest_look_is_refused(subject: Subject) -> None:
    environment = subject.make()
    look = environment.observe()
    verb, action = some_action(environment, look)
    spot = action.spot
    if spot is None or spot.target is None:
        raise Nonconforming("there is no element that could be acted on, so this shows nothing")
    stranger = msgspec.structs.replace(spot.target, node=Node(name="a stranger"))
    unknown = msgspec.structs.replace(spot.target, ref=f"{look.letter}999999")
    wrong = {
        "a node that is not there": dataclasses.replace(action, spot=Spot(spot.target, len(look.tree) + 7, spot.point)),
        "a ref that was never given": dataclasses.replace(action, spot=Spot(unknown, spot.node_id, spot.point)),
        "an element of another tree": dataclasses.replace(action, spot=Spot(stranger, spot.node_id, spot.point)),
        "a look of another environment": dataclasses.replace(action, observation="o999999"),
    }
    for what, each in wrong.items():
        delivery = environment.perform(f"stale {what}", each)
        expect(delivery.status == "refused", f"{verb} on {what} was {delivery.status}")
        expect(environment.observe().tree == look.tree, f"{verb} on {what} changed the screen")


def closing_twice_is_closing(subject: Subject) -> None:
    environment = subject.make()
    look = environment.observe()
    _, action = some_action(environment, look)
    environment.close()
    environment.close()
    for what, use in (("observe", environment.observe), ("perform", lambda: environment.perform("late", action))):
        try:
            use()
        except LumosError:
            continue
        raise Nonconforming(f"{what} works on a closed environment")


def no_secret_shows(subject: Subject) -> None:
    before: Observation | None = None
    for delivery, look in _played(subject):
        words = words_of(delivery, look, before)
        check_hidden(subject.secrets, words, f"the look {look.id} or what is said of it")
        before = look


Check = Callable[[Subject], None]

CHECKS: tuple[Check, ...] = (
    observing_changes_nothing,
    two_made_alike_are_alike,
    the_same_act_is_done_once,
    a_refused_act_changes_nothing,
    a_delivery_says_what_came_of_the_act,
    what_was_asked_for_comes_about,
    capabilities_are_true,
    refs_live_on,
    what_is_not_on_the_latest_look_is_refused,
    closing_twice_is_closing,
    no_secret_shows,
)


def examine(subject: Subject) -> None:
    """Run all checks; raises Nonconforming at the first that fails."""
    for check in CHECKS:
        check(subject)


def _played(subject: Subject) -> Iterator[tuple[Delivery | None, Observation]]:
    """The acts, one after another: first the first look, then each delivery with the look after it."""
    environment = subject.make()
    look = environment.observe()
    yield None, look
    for i, act in enumerate(subject.acts):
        delivery = environment.perform(f"act-{i}", _grounded(act, look))
        look = environment.observe()
        yield delivery, look


def _grounded(act: Act, look: Observation) -> GroundedAction:
    document = act(look) if callable(act) else act
    grounded = validate(document, look)
    if isinstance(grounded, Rejected):
        raise Nonconforming(f"{document} is no act that goes through: {grounded.violations[0].message}")
    return grounded


def _verb(action: GroundedAction) -> str:
    return action.action.type


__all__ = ["CHECKS", "Act", "Check", "Nonconforming", "Subject", "examine", "on"]

"""What a verifier is told of former processes of a run, as its journal has it: what was done, and what stood on the looks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import orjson
from msgspec import Struct, structs

from lumos_layer.actions.outcomes import Done, Failed, NoEffect, Outcome, Unknown
from lumos_layer.execution.memory import Begun
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.refs import Mark
from lumos_layer.state.probing import ActSeen
from lumos_layer.trace.cleaning import takes_nothing
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.journal import Journal
from lumos_layer.trace.looks import rebuilt
from lumos_layer.verification.acts import act_told, may_pass, only_passed
from lumos_layer.verification.earlier import MOST, Look, look_of

ACTED = frozenset(("executed", "approved", "failed"))
_SENT = (Done, NoEffect, Unknown, Failed)
_ID = re.compile(rb'"observation":"([^"]*)"')
_HEAD = 400  # bytes of an event in which the id of its look stands


class _Told(Struct):
    """An act with the entries of the looks between which it was done; 0: there is none."""

    id: str
    planned: dict[str, Any]
    outcome: Outcome
    before: int
    after: int


def recalled_looks(journal: Journal) -> list[Look]:
    """What stood on the last looks, oldest first. Raises DamagedRun if one cannot be made again."""
    last = [seq for seq, _ in journal.numbered("observed")][-MOST:]
    found = ((seq, look_of(look)) for seq, look in _observations(journal, last).items())
    if takes_nothing(journal.clean):
        return [structs.replace(look, place=seq) for seq, look in found]
    return [structs.replace(look, place=seq, written=lambda text: str(journal.clean(text))) for seq, look in found]


def _observations(journal: Journal, places: list[int]) -> dict[int, Observation]:
    mark = Mark()
    return {seq: rebuilt(seen, mark) for seq, seen in journal.looks_at(frozenset(places)).items()}


def recalled_acts(folder: RunFolder) -> dict[str, ActSeen]:
    """The acts of the run of which it is known what came, by their ids, oldest first.

    What they were done on is known by its words. Raises DamagedRun if a look cannot be made again.
    """
    told = list(_told(folder))
    acts = {each.id: _seen(each) for each in told}
    last = {_alike(acts[each.id]): each for each in told}  # no other of those that are alike is ever asked about
    pressed = [each for each in last.values() if each.before and each.after and may_pass(acts[each.id])]
    looks = _observations(folder.journal, [place for each in pressed for place in (each.before, each.after)])
    for each in pressed:
        before, after = looks.get(each.before), looks.get(each.after)
        if before is not None and after is not None and only_passed(acts[each.id].verb, before, after):
            acts[each.id] = acts[each.id].model_copy(update={"passing": True})
    return acts


def _alike(act: ActSeen) -> tuple[str, ...]:
    return act.verb, act.role, act.name, act.text


def _told(folder: RunFolder) -> Iterator[_Told]:
    """The acts that were sent, with the looks that they were chosen by and that were made after them."""
    chosen: dict[str, dict[str, Any]] = {}
    begun: dict[str, int] = {}  # by the act: the look before it was sent first
    here: dict[str, int] = {}  # by their ids: the looks of the process
    last, waiting = 0, list[_Told]()
    for seq, said in folder.journal.numbered("resumed", "observed", "planned", "intent", "outcome"):
        if said.startswith(b'{"kind":"observed"'):
            last = seq
            here[_id_of(said)] = seq
            for each in waiting:
                each.after = seq
                yield each
            waiting.clear()
            continue
        event = orjson.loads(said)
        id = event.get("action_id", "")
        if event["kind"] == "resumed":
            here = {}
        elif event["kind"] == "planned":
            chosen[id] = event
        elif event["kind"] == "intent":
            begun.setdefault(id, last)
        elif (planned := chosen.pop(id, None)) is not None:
            outcome = folder.memory.find(id)
            if outcome is not None and not isinstance(outcome, Begun) and isinstance(outcome, _SENT):
                yield from waiting
                waiting = []
                told = _Told(id, planned, outcome, begun.get(id, last), here.get(outcome.after, 0))
                if told.after or not outcome.after:
                    yield told
                else:
                    told.after = seq + 1
                    waiting = [told]
    yield from waiting


def _id_of(observed: bytes) -> str:
    found = _ID.search(observed[:_HEAD])
    return found[1].decode() if found is not None else ""


def _seen(told: _Told) -> ActSeen:
    action, words = told.planned["plan"]["action"], told.planned.get("element", "")
    role, _, quoted = words.partition(" ")
    seen = act_told(action, told.outcome, told.planned.get("step", 0))
    return seen.model_copy(update={"role": role, "name": _unquoted(quoted), "look": told.after})


def _unquoted(words: str) -> str:
    try:
        return str(ast.literal_eval(words)) if words else ""
    except (ValueError, SyntaxError):
        return words

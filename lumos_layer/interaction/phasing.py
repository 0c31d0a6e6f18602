"""Which phase of its task a run is in, what each has handed over, and the window of a phase brought up when it begins (S64).

A phase is over while its requirements are verified and its values are known; the run is in the first one that is not. So what falls
later on is done again where it belongs. Nothing here changes the agent's state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from lumos_layer.actions.documents import ref_in, verb_in
from lumos_layer.interaction.achieving import Achievements
from lumos_layer.interaction.values import ActionRecord
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.plan import Plan
from lumos_layer.state.checks import slots_of
from lumos_layer.state.patterns import fits
from lumos_layer.state.phase import HandedOver, Phase
from lumos_layer.trace.events import PhaseChanged
from lumos_layer.trace.folder import RunFolder
from lumos_layer.tree import Role
from lumos_layer.tree.layers import WINDOWS

PHASE = "phase"  # what plans are called that bring up the window of a phase
_KEYED = frozenset(("type_text", "press_key"))  # that go to what has the keyboard where they name nothing
_PUT = ("text", "value", "option", "url")
_AROUND = frozenset((*WINDOWS, Role.APPLICATION, Role.DOCUMENT))


class Phases:
    """The phases of a run, as its agent state has them; what became of each is written into its journal, once."""

    def __init__(self, phases: Sequence[Phase], folder: RunFolder, achieved: Achievements) -> None:
        self._phases = tuple(phases)
        self._folder, self._achieved = folder, achieved
        self._brought: set[str] = set()
        self._written: list[PhaseChanged] | None = None

    def first(self, look: Observation, step: int, trace: Sequence[ActionRecord]) -> Plan | None:
        """What has to be done before a planner is asked: the window of a phase that begins is brought up. None: nothing.

        What has ended or begun by this look is written down.
        """
        if not self._phases:
            return None
        self._note_carried(trace)
        for phase in self._phases:
            if self._is_over(phase) and self._was_ended(phase):
                continue
            begins = self._begin(phase, step)
            if phase.id not in self._brought and not self._is_over(phase) and not is_in_front(phase, look):
                self._brought.add(phase.id)
                if (plan := _brought_up(phase, look)) is not None:
                    return plan
            if begins:
                self._achieved.look(look, step)
            if not self._ended(phase, step):
                return None
        return None

    def settle(self, step: int) -> None:
        """At a claim that all is done: write down which phases are over by now, and what is missing of the first that is not."""
        for phase in self._phases:
            if not self._was_ended(phase) and not self._ended(phase, step):
                self._note_missing(phase, step)
                return

    def told(self) -> tuple[str, ...]:
        """Where the run stands, for a planner; not a word of a screen."""
        phase = self._current()
        if phase is None:
            return ()
        number = self._phases.index(phase) + 1
        places = [f"{kind} {said!r}" for kind, said in (("in", phase.app), ("window", phase.window), ("at", phase.url)) if said]
        known = [name for each in self._phases[: number - 1] for name in each.hands_over]
        handed = f" Handed over to it: {', '.join(known)}." if known else ""
        what = ", ".join((*phase.requirements, *places))
        said = f"Phase {number} of {len(self._phases)}, {phase.id}: {what}.{handed}"
        unknown = self._unknown(phase)
        return (f"{said} To be known before it ends: {', '.join(unknown)}." if unknown else said,)

    def missing(self) -> str:
        """What the phase that the run is in is to hand over and does not know yet, in words; empty: nothing."""
        phase = self._current()
        return "" if phase is None else self._diagnosis(phase)

    def too_early(self, requirement: str, document: Any, look: Observation | None, step: int) -> str:
        """Why an act is no work now: it is for a later phase, or done in its window. Empty if it may be done.

        What it would put there has not been handed over: that is noted as missing, and not taken from a guess.
        """
        phase = self._current()
        if phase is None:
            return ""
        later = self._phases[self._phases.index(phase) + 1 :]
        of = next((each for each in later if requirement in each.requirements), None) or of_later(phase, later, document, look)
        if of is None:
            return ""
        self._note_missing(phase, step)
        what = f"{requirement} is" if requirement in of.requirements else "This is"
        why = f"{what} no work now: it belongs to the phase {of.id}, and {phase.id} comes first."
        return f"{why} {self._diagnosis(phase)}".strip()

    # What the agent's state says

    def _current(self) -> Phase | None:
        """The first phase that is not over."""
        return next((each for each in self._phases if not self._is_over(each)), None)

    def _is_over(self, phase: Phase) -> bool:
        return self._is_verified(phase) and not self._unknown(phase)

    def _is_verified(self, phase: Phase) -> bool:
        return set(phase.requirements) <= set(self._achieved.state.verified)

    def _unknown(self, phase: Phase) -> list[str]:
        known = {each.name for each in self._achieved.state.served_values()}
        return [name for name in phase.hands_over if name not in known]

    def _values(self, phase: Phase) -> Iterator[HandedOver]:
        """What the phase hands over, as far as it is known, with what shows it."""
        state = self._achieved.state
        evidence = {each.id: each for each in state.evidence}
        bound = {each.slot: each for each in state.bound}
        for value in state.served_values():
            if value.name not in phase.hands_over:
                continue
            seen = bound.get(value.name)
            shown = evidence.get(seen.evidence) if seen is not None else None
            shown = shown or next(iter(state.live_evidence(value.source)), None) if value.source else shown
            yield HandedOver(
                name=value.name,
                value=str(value.value),
                phase=phase.id,
                requirement=value.source,
                evidence="" if shown is None else shown.id,
                quotes=() if shown is None else shown.quotes,
                step=value.step,
            )

    # What is written down

    def _events(self) -> list[PhaseChanged]:
        if self._written is None:
            self._written = [PhaseChanged.model_validate(orjson.loads(said)) for said in self._folder.journal.raw("phase")]
        return self._written

    def _write(self, event: PhaseChanged) -> None:
        self._folder.journal.append(event)
        self._events().append(event)

    def _begin(self, phase: Phase, step: int) -> bool:
        """True if the phase begins now; an earlier one that has to be done again begins anew."""
        turns = [each for each in self._events() if each.change in ("begun", "ended")]
        if turns and (turns[-1].phase, turns[-1].change) == (phase.id, "begun"):
            return False
        if self._was_ended(phase):
            self._brought.discard(phase.id)
        self._write(PhaseChanged(phase=phase.id, change="begun", step=step))
        return True

    def _was_ended(self, phase: Phase) -> bool:
        changes = [each.change for each in self._events() if each.phase == phase.id and each.change in ("begun", "ended")]
        return changes[-1:] == ["ended"]

    def _ended(self, phase: Phase, step: int) -> bool:
        """True if it is over by now, which is written down. What is missing at its boundary is written down as what it is."""
        if not self._is_verified(phase):
            return False
        if self._unknown(phase):
            self._note_missing(phase, step)
            return False
        self._write(PhaseChanged(phase=phase.id, change="ended", values=tuple(self._values(phase)), step=step))
        return True

    def _note_missing(self, phase: Phase, step: int) -> None:
        """Write down, once, what is missing at the boundary of a phase."""
        missing = tuple(self._unknown(phase))
        last = next((each for each in reversed(self._events()) if each.phase == phase.id), None)
        if not missing or (last is not None and (last.change, last.missing) == ("stuck", missing)):
            return
        values, why = tuple(self._values(phase)), self._diagnosis(phase)
        self._write(PhaseChanged(phase=phase.id, change="stuck", values=values, missing=missing, why=why, step=step))

    def _diagnosis(self, phase: Phase) -> str:
        """What is not known, and which requirement would tell it."""
        names = self._unknown(phase)
        if not names:
            return ""
        checks = {each.id: each.check for each in self._achieved.state.requirements if each.id in phase.requirements}
        tell = [id for id, check in checks.items() if check is not None and set(names) & set(slots_of(check))]
        return (
            f"The phase {phase.id} is to hand over {', '.join(names)}, and nothing that was verified says what that is "
            f"({', '.join(tell)} would): it is to be read off its screen, and not to be guessed."
        )

    def _note_carried(self, trace: Sequence[ActionRecord]) -> None:
        """Write down which of the values that were handed over were put in, by which act."""
        ended = [value for each in self._events() if each.change == "ended" for value in each.values]
        begun = [each for each in self._events() if each.change == "begun"]
        if not ended or not begun:
            return
        noted = {(value.name, value.action_id) for each in self._events() if each.change == "carried" for value in each.values}
        for record in trace:
            if record.outcome != "done" or record.by == "recovery" or record.step <= begun[-1].step:
                continue
            put = [value for value in {each.name: each for each in ended}.values() if _puts(record.action, value.value)]
            values = tuple(
                value.model_copy(update={"step": record.step, "action_id": record.action_id})
                for value in put
                if value.phase != begun[-1].phase and (value.name, record.action_id) not in noted
            )
            if values:
                self._write(PhaseChanged(phase=begun[-1].phase, change="carried", values=values, step=record.step))


def _puts(action: Any, value: str) -> bool:
    """True if the action puts the value in, alone or among other words."""
    said = (
        [str(action[name]) for name in _PUT if isinstance(action.get(name), str | int | float)] if isinstance(action, dict) else []
    )
    return bool(value) and any(re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None for text in said)


# Windows


def of_later(phase: Phase, later: Sequence[Phase], document: Any, look: Observation | None) -> Phase | None:
    """The later phase in whose place the act would be done; None where that is the place of this one too, or not plain."""
    node = None if look is None else _acted_on(document, look)
    if look is None or node is None or not (phase.window or phase.app or phase.url) or _is_done_at(phase, look, node):
        return None
    return next((each for each in later if _is_done_at(each, look, node)), None)


def _acted_on(document: Any, look: Observation) -> int | None:
    """The node that the act is about: the one of its ref, else what has the keyboard; None where nobody can tell."""
    ref = ref_in(document)
    keyed = look.focus if verb_in(document) in _KEYED else None
    found: int | None = look.refs.get(ref) if ref else keyed
    return found


def _is_done_at(phase: Phase, look: Observation, node: int) -> bool:
    """True if the phase names a place, and the node stands in it. A program or page is known of what is shown alone."""
    tree = look.tree
    names = [tree[i].name for i in (node, *tree.ancestors(node)) if tree[i].role in WINDOWS]
    alone = sum(each.role is Role.WINDOW for each in tree) <= 1
    said = (
        (phase.window, names),
        (phase.app, (*names, *((look.app,) if alone else ()))),
        (phase.url, (look.url,) if alone else ()),
    )
    wanted = [(pattern, texts) for pattern, texts in said if pattern]
    return bool(wanted) and all(any(_matches(pattern, text) for text in texts) for pattern, texts in wanted)


def is_in_front(phase: Phase, look: Observation) -> bool:
    """True if what has the keyboard, or what is shown alone, stands where the phase is done; also for one that names no place."""
    names = {look.title, *_around_focus(look)}
    apps = {look.app, *names}
    return (
        (not phase.window or any(_matches(phase.window, name) for name in names))
        and (not phase.app or any(_matches(phase.app, name) for name in apps))
        and (not phase.url or _matches(phase.url, look.url))
    )


def _around_focus(look: Observation) -> Iterator[str]:
    """The names of the windows that are said to be active, and of those around what has the keyboard, but for whole desktops."""
    tree = look.tree
    for i in range(len(tree)):
        node = tree[i]
        if node.active is True:
            yield node.name
        if node.focused is True:
            yield from (tree[each].name for each in (i, *tree.ancestors(i)) if tree[each].role in _AROUND and tree[each].name)


def _brought_up(phase: Phase, look: Observation) -> Plan | None:
    """What brings its window up; None where nothing is known that would, or several windows are called so."""
    action: dict[str, Any] | None = None
    windows = [ref for ref, i in look.refs.items() if look.tree[i].role in WINDOWS and _matches(phase.window, look.name_of(i))]
    if phase.window and len(windows) == 1:
        action = {"type": "switch_window", "ref": windows[0]}
    elif phase.window and not windows and "*" not in phase.window and not phase.app:
        action = {"type": "switch_window", "title": phase.window}
    elif phase.app and not windows:
        action = {"type": "open_app", "app": phase.app}
    elif phase.url and "*" not in phase.url:
        action = {"type": "open_url", "url": phase.url}
    return (
        None
        if action is None
        else Plan(action=action, reason=f"The phase {phase.id} begins with its window in front.", planner=PHASE)
    )


def _matches(pattern: str, text: str) -> bool:
    return bool(text) and fits(text, pattern)

"""Bringing a field to hold exactly what it was to hold, where an environment added to it or typed twice. Each step is looked at."""

from __future__ import annotations

from collections.abc import Callable

from lumos_layer.actions.base import BaseAction
from lumos_layer.actions.grounding import GroundedAction, Spot
from lumos_layer.actions.press_key import PressKey
from lumos_layer.actions.set_text import SetText
from lumos_layer.actions.target import target_of
from lumos_layer.actions.type_text import TypeText
from lumos_layer.execution.field_texts import forms_of, text_in
from lumos_layer.execution.scene import node_in
from lumos_layer.perception.observation import Observation

Do = Callable[[str, GroundedAction], Observation | None]  # sends one more act, and looks; None if it was refused


class Mender:
    """Mends the text of one field. `do` carries out the acts, `able` are the types that the environment knows."""

    def __init__(self, ref: str, text: str, able: frozenset[str], do: Do) -> None:
        self._ref, self._text, self._able, self._do = ref, text, able, do

    def mended(self, now: Observation) -> Observation | None:
        """The look in which the field holds the text; None if it could not be brought to that."""
        last: Observation | None = now
        for attempt in (self._by_setting, self._by_typing_anew, self._by_keys):
            if last is None:
                return None
            last = attempt(last)
            if last is not None and self._held(last) in forms_of(self._text):
                return last
        return None

    def _by_setting(self, now: Observation) -> Observation | None:
        return self._act("set", SetText(ref=self._ref, text=self._text), now)

    def _by_typing_anew(self, now: Observation) -> Observation | None:
        """Empty it, then type: for environments that add to what is there."""
        emptied = self._act("empty", SetText(ref=self._ref, text=""), now)
        if emptied is None or self._held(emptied):
            return emptied
        return self._type(emptied)

    def _by_keys(self, now: Observation) -> Observation | None:
        """As a person would: select all and delete."""
        last: Observation | None = now
        for key in ("Control+a", "Delete"):
            last = self._act(key, PressKey(ref=self._ref, key=key), last) if last is not None else None
        return self._type(last) if last is not None and not self._held(last) else last

    def _type(self, now: Observation) -> Observation | None:
        return self._act("type", TypeText(ref=self._ref, text=self._text), now) if self._text else now

    def _act(self, step: str, action: BaseAction, now: Observation) -> Observation | None:
        """The look after one more act; the same look if the environment cannot do it; None if the field is gone."""
        node = node_in(now, self._ref)
        if node is None:
            return None
        if action.verb() not in self._able:
            return now
        spot = Spot(target_of(now, node), node)
        return self._do(step, GroundedAction(action=action, effect="edits", observation=now.id, spot=spot))

    def _held(self, now: Observation) -> str:
        node = node_in(now, self._ref)
        return (text_in(now.tree, node) or "") if node is not None else ""

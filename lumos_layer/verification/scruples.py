"""Why an element that is as a check describes it does not show what is wanted all the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from lumos_layer.perception.words import ROWS, TYPED
from lumos_layer.state.probing import ActSeen
from lumos_layer.tree import Node, Role
from lumos_layer.verification.against import spoken_against
from lumos_layer.verification.beside import Beside
from lumos_layer.verification.doubts import doubt, failing, hearsay, is_passing, under_way
from lumos_layer.verification.earlier import Look
from lumos_layer.verification.meant import CONTROLS, DOINGS, SET, Meant
from lumos_layer.verification.offers import only_offered, unconfirmed
from lumos_layer.verification.pending import pending
from lumos_layer.verification.states import SAY_THEMSELVES, asks_state, sets_state
from lumos_layer.verification.texts import says

_TITLED = frozenset((Role.WINDOW, Role.DOCUMENT, Role.APPLICATION, Role.DIALOG, Role.ALERTDIALOG))
_TOGGLES = frozenset((Role.SWITCH, Role.CHECKBOX))
_ON = re.compile(r"\b(?:(?:is|are|switched|turned) (?:now )?on|enabled|activated|is active)[\s.]*$|켜", re.IGNORECASE)
_BAND = 0.7  # of text read off a picture, less is not sure enough


class Scruples:
    """What speaks against elements that fit. `acts` are those of the run so far, `intent` the words of the requirement."""

    def __init__(self, meant: Meant, acts: Sequence[ActSeen], intent: str, earlier: Sequence[Look] = ()) -> None:
        self._meant, self._acts, self._intent, self._earlier = meant, acts, intent, earlier
        self._check, self._words, self._tree = meant.check, meant.words, meant.tree

    @cached_property
    def _beside(self) -> Beside:
        return Beside(self._check, self._words, self._acts, self._intent, self._earlier)

    def of(self, i: int) -> str:
        """Why an element that is as wanted does not show what is wanted; empty if nothing speaks against it."""
        if self._words.busy(i):
            return "it is still busy"
        if self._words.observation.confidence_of(i) < _BAND:
            return "it was read off a picture, and not surely"
        return self._doubt(i, self._tree[i])

    def _doubt(self, i: int, node: Node) -> str:
        check = self._check
        if not asks_state(check) and node.role in _TOGGLES and node.checked in ("false", "mixed") and self._is_to_be_on(node):
            return "it is not on"
        holds = self._words.typed(i) >= 0 or node.role in SET
        if holds and (sets_state(check) or (check.text_contains and self._words.typed(i) >= 0)):
            return pending(check, i, self._words, self._acts, self._intent) or self._not_understood(i)
        if self._words.typed(i) >= 0:
            return self._doubt_of_label()
        if check.enabled is None and node.role in CONTROLS and self._words.disabled(i):
            return "it cannot be used: a disabled control named like a result is none"
        if check.role is None or check.text_contains or node.role in SAY_THEMSELVES or node.role in ROWS:
            return self._doubt_of_text(i, node) or self._doubt_of_deed(i)
        return self._doubt_of_message(i) or self._doubt_of_deed(i)

    def _is_to_be_on(self, node: Node) -> bool:
        """True if it is to be on by the words, or the run has set it: then that it stands there is not what is wanted."""
        if _ON.search(self._intent):
            return True
        return any(act.name == node.name and act.verb in ("set_checked", "click") and act.effect for act in self._acts)

    def _doubt_of_deed(self, i: int) -> str:
        check = self._check
        said = "" if asks_state(check) else spoken_against(i, self._words, f"{check.name} {check.text_contains}", self._intent)
        return said or self._not_understood(i)

    def is_unclear(self, i: int, doubt: str) -> bool:
        """True for a doubt of an element that comes of nothing but words that are not understood, or that are missed."""
        return bool(doubt) and doubt == self._not_understood(i)

    def _not_understood(self, i: int) -> str:
        return self._beside.lacking(i)

    def _doubt_of_text(self, i: int, node: Node) -> str:
        check = self._check
        if check.text_contains:
            whole = [text for text in self._meant.texts(i) if says(text, check.text_contains) is True]
            held = node.role in TYPED and (check.role in TYPED or self._meant.identifies)
            reasons = [doubt(text, check.text_contains, held) for text in whole[:1]]
            if reasons and reasons[0]:
                return reasons[0]
        return self._doubt_of_kind(node) or self._doubt_of_place(i) or self._doubt_of_words(i, node) or self._doubt_of_message(i)

    def _doubt_of_kind(self, node: Node) -> str:
        """Of what is no statement: what could be done or chosen, a title."""
        check = self._check
        if check.role is not None:
            return ""
        if node.role is Role.OPTION and node.selected is not True and not asks_state(check):
            return "it is offered, not chosen"
        if not check.text_contains or self._meant.identifies:
            return ""
        if node.role in DOINGS:
            return "it is what can be done, not what has been"
        return "it is a title, not what is shown under it" if node.role in _TITLED else ""

    def _doubt_of_place(self, i: int) -> str:
        """Of what stands in a row that waits, or under earlier searches."""
        check, row = self._check, self._words.row(i)
        wanted = f"{check.name} {check.text_contains} {check.within} {self._intent}"
        if row >= 0 and (waiting := under_way(self._words.inside(row), wanted)):
            return f"its row says {waiting[:80]!r}"
        return only_offered(i, self._words, f"{self._intent} {check.within} {check.name}")

    def _doubt_of_words(self, i: int, node: Node) -> str:
        """Of words that claim that something was done, or only sum up what is to be done."""
        check = self._check
        said = check.text_contains or (check.name if node.role in SAY_THEMSELVES else "")
        if said and not asks_state(check) and (button := unconfirmed(self._words, said, self._intent)):
            return f"{button[:80]!r} is still to be pressed"
        return hearsay(i, self._words, said)

    def _doubt_of_label(self) -> str:
        check = self._check
        if check.role is None and not asks_state(check) and not check.text_contains and not check.identifier:
            return "it is the name of a field, not what the screen says"
        return ""

    def _doubt_of_message(self, i: int) -> str:
        if self._words.passing(i) < 0:
            return ""
        if is_passing(self._check.role) or (is_passing(self._tree[i].role) and self._meant.identifies and self._check.identifier):
            against = failing(self._words)
            return f"another message says {against[:80]!r}" if against else ""
        return "it is a message that comes and goes, which is no proof of what it says"

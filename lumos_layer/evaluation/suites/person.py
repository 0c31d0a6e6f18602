"""Whoever has given a suite's task, and answers what its run asks."""

from __future__ import annotations

import re
from typing import Any

from lumos_layer.evaluation.suites.suite import SuiteTask
from lumos_layer.safety.approval import Answer, ApprovalRequest, Approve, Deny, HumanApproval, Reply

_IN_WORDS = frozenset(("clarify", "propose_options", "handoff"))
_NAME = re.compile("“([^”]*)”")  # of what is acted on, the first in the words for it
_WORD = re.compile(r"[^\W\d_]{3,}|[^\W\d_a-z]{2,}")  # of three letters, or of two that are not Latin


class Person:
    """Says yes to an act on what the task names, or what it lists; no to everything else, and to what it denies.

    A question in words gets the task's next answer; a choice also what the task lists and is among the options.
    """

    def __init__(self, task: SuiteTask) -> None:
        self._approves = tuple(each.casefold() for each in task.approves)
        self._denies = tuple(each.casefold() for each in task.denies)
        self._said = " ".join((task.goal, *task.steps)).casefold()
        self._answers = list(task.answers)
        self.asked = 0

    def __call__(self, request: ApprovalRequest) -> HumanApproval | None:
        """None where nobody knows an answer: the run stops there."""
        self.asked += 1
        answer = self._answer(request)
        if answer is None:
            return None
        return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=answer, by="suite")

    def _answer(self, request: ApprovalRequest) -> Answer | None:
        action: Any = request.action
        if isinstance(action, dict) and action.get("type") in _IN_WORDS:
            return self._reply(action)
        about = f"{request.element}\n{request.question}".casefold()
        if any(each in about for each in self._denies):
            return Deny(reason="I do not want that.")
        if any(each in about for each in self._approves) or self._names(request.element):
            return Approve()
        return Deny(reason="I did not ask for this.")

    def _reply(self, action: dict[str, Any]) -> Reply | None:
        if self._answers:
            return Reply(text=self._answers.pop(0))
        options = [str(each) for each in action.get("options") or ()]
        chosen = next((each for wanted in self._approves for each in options if each.casefold() == wanted), None)
        return None if chosen is None or chosen.casefold() in self._denies else Reply(text=chosen)

    def _names(self, element: str) -> bool:
        found = _NAME.search(element)
        return found is not None and any(word in self._said for word in _WORD.findall(found[1].casefold()))

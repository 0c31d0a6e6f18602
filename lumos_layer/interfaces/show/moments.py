"""The events of a run as moments of a page: the screen that an action was chosen by, the action, the screen after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from pydantic import JsonValue

from lumos_layer.actions.outcomes import Done, Outcome
from lumos_layer.errors import LumosError
from lumos_layer.interfaces.show.scenes import Scenes
from lumos_layer.interfaces.view.changes import Compared, Look, compare
from lumos_layer.perception.observation import Observation
from lumos_layer.trace import events as e
from lumos_layer.trace.journal import Entry
from lumos_layer.trace.telling import action_in_words, said_of, told

Facts = dict[str, Any]
_LONGEST = 20_000  # characters of a delta that a page holds for one step
_MARKED = ("marks", "changes", "was")


class Moment:
    """All that belongs to one action, from its plan to the next one. The first moment of a run has no action."""

    def __init__(self, look: Observation | None) -> None:
        self.look = self.after = look
        self.facts: Facts = {"step": 0, "title": "Beginning", "state": "none", "events": []}
        self.begun = False  # an action was planned in it

    def saw(self, look: Observation) -> None:
        if self.begun:
            self.after = look
        else:
            self.look = self.after = look

    def add(self, entry: Entry) -> None:
        """Take note of an event."""
        event = entry.event
        self.facts["events"].append([entry.seq, event.at, event.kind, told(event)])
        self.facts["step"] = max(self.facts["step"], event.step)
        match event:
            case e.Planned():
                self._planned(event)
            case e.Repaired(repair=repair):
                self.facts.setdefault("repairs", []).append(repair.model_dump(mode="json"))
            case e.Diagnosed():
                said = event.diagnosis.model_dump(mode="json", exclude_defaults=True)
                self.facts["diagnosis"] = {**said, "route": event.route, "why": event.why}
            case e.Reviewed(decision=decision):
                self.facts["decision"] = decision.model_dump(mode="json")
                if decision.verdict == "deny":
                    self.facts["state"] = "blocked"
            case e.ApprovalAsked(request=request):
                self.facts["asked"] = request.model_dump(
                    mode="json", include={"approval_id", "question", "evidence", "risk", "rule", "element"}
                )
                self.facts["state"] = "asked"
            case e.ApprovalAnswered(approval=approval, refused=refused):
                self.facts["answer"] = {"by": approval.by, "at": approval.at, "said": approval.answer.answer, "refused": refused}
                if not refused:
                    self.facts["state"] = "blocked" if approval.answer.answer == "deny" else "planned"
            case e.OutcomeKnown(outcome=outcome, verified=verified):
                self._outcome(outcome, verified)
            case e.Erred():
                self.facts["state"] = "failed"
            case e.RunEnded(status=status, summary=summary):
                self.facts["ended"] = {"status": status, "summary": summary}

    def _planned(self, event: e.Planned) -> None:
        plan = event.plan
        self.begun = True
        self.facts.update(
            title=action_in_words(plan.action, event.element),
            state="planned",
            action=plan.action,
            ref=_ref(plan.action),
            plan=plan.model_dump(mode="json", exclude={"action", "usage"}, exclude_defaults=True),
        )

    def _outcome(self, outcome: Outcome, verified: bool | None) -> None:
        said = orjson.dumps(getattr(outcome, "delta", None), option=orjson.OPT_INDENT_2).decode()
        self.facts.update(
            state=outcome.outcome,
            said=said_of(outcome).strip(),
            verified=(outcome.verified if verified is None else verified) if isinstance(outcome, Done) else None,
            delta="" if said == "null" else said[:_LONGEST],
        )


def moments(entries: Iterator[tuple[Entry, Observation | None]]) -> Iterator[Moment]:
    """The moments of a run, in order; each is given when it is over. With each entry comes the look that it tells of."""
    now = Moment(None)
    for entry, look in entries:
        if isinstance(entry.event, e.Planned) and (now.begun or now.look is not None):
            yield now
            now = Moment(now.after)
        if look is not None:
            now.saw(look)
        now.add(entry)
    yield now


def facts_of(moment: Moment, scenes: Scenes) -> Facts:
    """The moment as the page takes it; its screens are put among the scenes."""
    facts = dict(moment.facts)
    if moment.look is not None:
        facts["look"] = scenes.place(moment.look)
    if moment.after is not None and moment.after is not moment.look and moment.look is not None:
        facts["after"] = scenes.place(moment.after)
        facts |= _changes(moment.look, moment.after, scenes)
    return facts


def _changes(before: Observation, after: Observation, scenes: Scenes) -> Facts:
    """What has changed, as marks of rows by their places, and rows for what is gone."""
    if before.surface != after.surface:
        return {"summary": f"Another surface: {after.surface}."}
    try:
        found = compare(Look(before, before.id), after)
    except LumosError as problem:
        return {"summary": f"They cannot be compared: {problem}"}
    return {"summary": " ".join(filter(None, (found.summary, found.note))), **_marks(found, scenes)}


def _marks(found: Compared, scenes: Scenes) -> Facts:
    marks: dict[str, Any] = {}
    gone = []
    for place, row in enumerate(found.rows):
        said = {key: row[key] for key in _MARKED if key in row}
        if row.get("gone"):
            gone.append([scenes.row({key: value for key, value in row.items() if key not in _MARKED}), said])
        elif said:
            marks[str(place)] = said
    return {"marks": marks, "gone": gone} if found.told else {}


def _ref(action: JsonValue) -> str:
    """The ref that an action is about, empty if it names none."""
    if not isinstance(action, dict):
        return ""
    for place in (action, action.get("start"), action.get("condition")):
        if isinstance(place, dict) and isinstance(place.get("ref"), str):
            return str(place["ref"])
    return ""

"""What came of each act by its id, kept in the journal: the same id is never done twice, not even by a process started anew."""

from __future__ import annotations

from collections.abc import Callable

from lumos_layer.actions.outcomes import Outcome
from lumos_layer.execution.memory import Begun, Memory
from lumos_layer.trace.cleaning import id_without
from lumos_layer.trace.events import Intent, OutcomeKnown
from lumos_layer.trace.journal import Journal, event_of


class JournalMemory(Memory):
    """Remembers outcomes for as long as the journal is kept. `step` is that of the events that it writes; `before_end` is called
    before an outcome is written down.

    An intent is kept for sure before the act is sent; an outcome with the next `commit` of the journal. If it is lost with the
    machine, the act is known as one of which nobody saw what came of it.
    """

    def __init__(self, journal: Journal, step: int = 0) -> None:
        self._journal = journal
        self.step = step
        self.before_end: Callable[[], None] | None = None
        self._known: dict[str, Outcome | Begun] = {}
        path = str(journal.path)
        for seq, said in enumerate(journal.raw("intent", "outcome")):
            event = event_of(said, path, seq)
            if isinstance(event, OutcomeKnown):
                self._known[self._as_written(event.action_id)] = event.outcome  # as it would be written today
            elif isinstance(event, Intent) and self._as_written(event.action_id) not in self._known:
                self._known[self._as_written(event.action_id)] = Begun(event.action_id)

    def find(self, action_id: str) -> Outcome | Begun | None:
        return self._known.get(self._as_written(action_id)) or self._known.get(action_id)  # written before words were taken out

    def begin(self, action_id: str) -> None:
        self._journal.append(Intent(action_id=action_id, step=self.step))
        self._journal.commit()
        self._known[self._as_written(action_id)] = Begun(action_id)

    def end(self, action_id: str, outcome: Outcome) -> None:
        if self.before_end is not None:
            self.before_end()
        self._journal.append(OutcomeKnown(action_id=action_id, outcome=outcome, step=self.step))
        self._known[self._as_written(action_id)] = outcome

    @property
    def begun(self) -> tuple[str, ...]:
        """The ids of acts of which nobody has written down what came of them, oldest first."""
        return tuple(id for id, known in self._known.items() if isinstance(known, Begun))

    def _as_written(self, action_id: str) -> str:
        return id_without(action_id, self._journal.clean)

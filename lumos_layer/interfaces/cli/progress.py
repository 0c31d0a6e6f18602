"""How a run goes, for whoever sits at the terminal: a line for each action when it is known what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Event as Flag
from threading import Lock, Thread
from types import MappingProxyType

from rich.console import Console
from rich.text import Text

from lumos_layer.actions.documents import verb_in
from lumos_layer.interfaces.cli.output import without_secrets
from lumos_layer.perception.text import clean_line
from lumos_layer.trace.events import Event, OutcomeKnown, Planned, Recovery
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.journal import event_of
from lumos_layer.trace.lines import Lines
from lumos_layer.trace.telling import outcome_in_words

_PAUSE = 0.2  # seconds between two looks at the journal
_LONGEST = 120  # characters of what is said of an outcome
_MARKS: Mapping[str, str] = MappingProxyType({"done": "✓", "failed": "✗", "rejected": "✗", "unknown": "?"})


class Progress:
    """Prints what the journal says and was not printed yet."""

    def __init__(self, folder: RunFolder) -> None:
        self._path = folder.journal.path
        self._lines, self._lock, self._console = Lines(str(self._path)), Lock(), Console()
        self._acts: dict[str, str] = {}  # the words of what was planned, by the id of the action

    def skip(self) -> None:
        """Take all that is there as printed."""
        with self._lock:
            for event in self._more():
                self._line(event)

    def catch_up(self) -> None:
        """Print what has come since."""
        with self._lock:
            for event in self._more():
                if (line := self._line(event)) is not None:
                    self._console.print(line, soft_wrap=True)

    def _more(self) -> Iterator[Event]:
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            for seq, event in self._lines.read(file, last=False):
                if seq:
                    yield event_of(event, str(self._path), seq)

    def _line(self, event: Event) -> Text | None:
        match event:
            case Planned(action_id=id, plan=plan, element=element):
                self._acts[id] = f"{verb_in(plan.action)} {element}".strip()
            case Recovery(action_id=id, remedy=remedy) if id:
                self._acts[id] = f"recovery: {remedy}"
            case OutcomeKnown(action_id=id, outcome=outcome):
                words, said = self._acts.get(id, "act"), outcome_in_words(outcome)[:_LONGEST]
                return Text.assemble(f"{_MARKS.get(outcome.outcome, '·')} {_line(words)}", (f"  {_line(said)}", "dim"))
        return None


@contextmanager
def shown(folder: RunFolder, people: bool) -> Iterator[Progress | None]:
    """For people, print how the run goes while it goes, and the rest of it at the end; what was done before is not repeated."""
    if not people:
        yield None
        return
    progress, ended = Progress(folder), Flag()
    progress.skip()

    def follow() -> None:
        while not ended.wait(_PAUSE):
            progress.catch_up()

    follower = Thread(target=follow, name="progress", daemon=True)
    follower.start()
    try:
        yield progress
    finally:
        ended.set()
        follower.join()
        progress.catch_up()


def _line(words: str) -> str:
    return clean_line(without_secrets(words))

"""What keeps secrets and redacted words out of all that a run writes and says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lumos_layer.interfaces.cli import output
from lumos_layer.planning.task import Task
from lumos_layer.safety.policy import DEFAULT_POLICY, Policy
from lumos_layer.safety.policy_files import load_policy
from lumos_layer.safety.redaction import Redactor
from lumos_layer.safety.secrets import SecretStore, load_secrets
from lumos_layer.trace.cleaning import as_it_is
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.runs import Given, Runs


def policy_of(task: Task, place: RunPlace | None = None) -> Policy:
    """The policy that the task names; of a run, the one that it began with, whatever has become of the file since.

    But for the words that it redacts: they stand in no file in the folder of a run.
    """
    named = load_policy(Path(task.policy)) if task.policy else DEFAULT_POLICY
    if place is None or not place.policy_file.is_file():
        return named
    return load_policy(place.policy_file).model_copy(update={"redaction": named.redaction})


def redactor_of(task: Task) -> Redactor:
    """What takes the secrets of the task, and what its constraints and its policy redact, out of texts; what is printed from now
    on is without them."""
    redactor = _redactor(task, task.constraints.redaction)
    output.leave_out(redactor.text)
    return redactor


def _redactor(task: Task, words: Sequence[str] = ()) -> Redactor:
    return _secrets_of(task).redactor((*policy_of(task).redaction, *words))


def _secrets_of(task: Task) -> SecretStore:
    return load_secrets(Path(task.secrets) if task.secrets else None)


def created(runs: Path | None, task: Task, name: str | None) -> RunFolder:
    """A new run, of which nothing in its folder tells what it must not; what redaction takes out of the task is kept beside it."""
    redactor, policy = redactor_of(task), policy_of(task)
    words = (*task.constraints.redaction, *policy.redaction)
    given = Given(_without_words(policy), words, _secrets_of(task).redactor() or as_it_is)
    return Runs(runs).create(task, redactor or as_it_is, name, given)


def _without_words(policy: Policy) -> bytes:
    return policy.model_copy(update={"redaction": ()}).model_dump_json(exclude_defaults=True).encode()


def gone_on(runs: Path | None, run: str) -> tuple[RunFolder, Task]:
    """A run to go on with, and its task, with the words that it redacts; those that its policy names only by now among them."""
    place = Runs(runs).find(run)
    place.seal.check(place.sealed)
    task = _whole(place)
    folder = Runs(runs).open(run, redactor_of(task) or as_it_is)
    try:
        folder.leave_out(policy_of(task, folder).redaction)
    except BaseException:
        folder.close()
        raise
    return folder, task


def _whole(place: RunPlace) -> Task:
    """The task as it was given. The words that no trace may show stand beside the folder of the run, not in it."""
    task, words = place.whole_task, place.kept_out
    if not words:
        return task
    return task.model_copy(update={"constraints": task.constraints.model_copy(update={"redaction": words})})

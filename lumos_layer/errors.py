"""Every error that lumos_layer raises, in one tree.

LumosError
├── InputError                bad input: the dump, file or option is at fault
│   ├── UnknownFormat         no dialect recognises the dump
│   ├── DamagedDump           a dialect recognises it, but it cannot be read
│   ├── LimitExceeded         larger, deeper or longer than the limits allow
│   ├── DamagedScript         a text is no edit script
│   ├── ScriptMismatch        an edit script was made for another tree, or contradicts itself
│   ├── DamagedSession        a file holds no session that can go on
│   ├── BadRecording          a recorded session cannot be played
│   ├── DamagedApp            a document describes no simulated app
│   ├── DamagedWorld          what a simulator is to be loaded from is no save of one
│   ├── BadPolicy             a document is no policy
│   ├── BadTask               a document is no task
│   ├── BadProcedure          a document is no procedure
│   ├── DamagedState          a document or events hold no agent state
│   └── DamagedRun            the folder of a run cannot be read or gone on with
├── TargetError               what was asked for is not there
│   ├── NoSuchRef             this observation or session has no such ref
│   ├── StaleRef              the element of a ref is no longer shown
│   ├── NoMatch               a search found nothing
│   ├── NotClickable          no click at any point would reach the element
│   └── Ambiguous             a locator fits several elements, or cannot tell one from others
├── BadOption                 an option of a call has a value that it cannot have; also a ValueError
├── EnvironmentFailed         what carries out actions broke down
│   ├── NotSent               before it had sent the act
│   ├── Forgets               it cannot tell whether an act of a former process has arrived
│   ├── EnvironmentClosed     it has been closed
│   └── ControlError          who holds the screen does not let it be looked at or acted on; nothing was done
│       ├── PausedByUser      a person has it
│       ├── AbortedByUser     a person took it while an act was under way, before that took effect
│       └── NotOwner          another agent has it, or the right to it was lost
├── StateRefused              the agent's state was to be changed by something else than a verifier's decision
├── PlannerFailed             a planner gave no action
├── PluginFailed              something that was handed in, as a judge or an auditor, broke down or gave what it must not
├── StoreFailed               what keeps a run, a folder or a database, cannot be reached or takes no more
├── RunBusy                   another process drives this run
├── NoSuchRun                 there is no such run
├── NoSuchProcedure           there is no such procedure
├── NotRecordable             a run holds nothing that can be used again
├── ApprovalRefused           an answer fits no question that is open
├── ImportFailed              a session that was to be imported was not handed over, and its approval is used up
├── ReturnRefused             a surface is not given back: the token is wrong or used, or nobody has taken it
├── BudgetTooSmall            not even the most useful element fits the token budget
└── MissingExtra              an optional part of the installation is needed
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar


class LumosError(Exception):
    """Base of all errors of this library."""


class InputError(LumosError):
    """The input cannot be used; the message says what was wanted, what was found and what to do."""


class UnknownFormat(InputError):
    """No dialect recognises the dump; `found` describes how it begins, `known` lists the dialects."""

    def __init__(self, found: str, known: Sequence[str]) -> None:
        self.found, self.known = found, tuple(known)
        super().__init__(
            f"This is no accessibility dump of a known dialect: {found}. Known dialects: {', '.join(self.known)}. "
            "Check that the file is a whole dump, or name its dialect with `format`."
        )


class DamagedDump(InputError):
    """The dump breaks off or contradicts itself; `line` is where (1 is the first), None if not known."""

    def __init__(self, problem: str, remedy: str, line: int | None = None) -> None:
        self.problem, self.remedy, self.line = problem, remedy, line
        where = f" at line {line}" if line is not None else ""
        super().__init__(f"The dump cannot be read{where}: {problem}. {remedy}")


class LimitExceeded(InputError):
    """The dump is beyond a limit that protects the reader; `limit` and `found` are in `unit`s."""

    def __init__(self, what: str, found: int, limit: int, unit: str) -> None:
        self.what, self.found, self.limit, self.unit = what, found, limit, unit
        super().__init__(
            f"The dump's {what} is {found:,} {unit} or more, the limit is {limit:,}. "
            "If the dump is to be trusted, pass larger `limits`."
        )


class DamagedScript(InputError):
    """A text is no edit script; `problem` says where and why."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(f"This is no edit script: {problem}. Give the JSON that a script's `json()` wrote.")


class ScriptMismatch(InputError):
    """An edit script was made for another tree, or contradicts itself; `problem` says how."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(f"The edit script does not fit this tree: {problem}. Patch the tree that it was made from.")


class DamagedSession(InputError):
    """A file holds no session that can go on; `path` is the file, `problem` says why."""

    def __init__(self, path: str, problem: str, remedy: str = "") -> None:
        self.path, self.problem = path, problem
        remedy = remedy or "Load another copy, or begin a new session."
        super().__init__(f"{path} holds no session that can go on: {problem}. {remedy}")


class BadRecording(InputError):
    """A recorded session cannot be played; `place` is its file, folder or position."""

    def __init__(self, place: str, problem: str, remedy: str = "See docs/replay.md for what a recording is.") -> None:
        self.place, self.problem, self.remedy = place, problem, remedy
        super().__init__(f"{place} cannot be played: {problem}. {remedy}")


class DamagedApp(InputError):
    """A document describes no simulated app; `where` is the file, `problem` what is wrong with it."""

    def __init__(self, where: str, problem: str) -> None:
        self.where, self.problem = where, problem
        super().__init__(f"{where} describes no app: {problem}. See schemas/app.schema.json.")


class DamagedWorld(InputError):
    """What a simulator is to be loaded from is no save of one; `problem` says why."""

    def __init__(self, problem: str, remedy: str = "") -> None:
        self.problem = problem
        super().__init__(f"This is no saved simulator: {problem}. {remedy or 'Give what `save` returned, whole.'}")


class TargetError(LumosError):
    """What was asked for is not there; `nearest` holds what came closest."""

    def __init__(self, message: str, nearest: Sequence[str] = ()) -> None:
        self.nearest = tuple(nearest)
        super().__init__(message)


class NoSuchRef(TargetError):
    """This observation has no such ref, or no look of the session ever had."""

    def __init__(self, ref: str, nearest: Sequence[str] = ()) -> None:
        self.ref = ref
        hint = f" Refs here: {' to '.join(nearest)}." if nearest else " There are no refs here."
        super().__init__(f"No element has the ref {ref!r} in this observation.{hint} Take a ref from it.", nearest)


class StaleRef(TargetError):
    """The element of a ref is no longer shown on its surface; `nearest` says what stands for it now, as far as anything does.

    `happened` is `removed`, `record` (what is around it shows another record), `page` (another page or window is shown),
    `handed_back`, `hidden`, `out_of_view`, `minimized`, `silent` (nothing can be done with it now) or `gone` (so long ago that
    nothing more is known); `element` is its role and name.
    """

    def __init__(self, ref: str, element: str, happened: str, story: str, nearest: Sequence[str] = ()) -> None:
        self.ref, self.element, self.happened = ref, element, happened
        what = f"{ref} ({element})" if element else ref
        hint = f" Nearest now: {'; '.join(nearest)}." if nearest else ""
        super().__init__(f"{what} is stale: {story}.{hint} Take a ref from the latest observation.", nearest)


class NoMatch(TargetError):
    """Nothing matched a search; `nearest` holds the names that came closest."""

    def __init__(self, wanted: str, nearest: Sequence[str] = ()) -> None:
        self.wanted = wanted
        hint = f" Nearest: {', '.join(nearest)}." if nearest else ""
        super().__init__(f"Nothing shown here matches {wanted!r}.{hint} Search for other words or show all.", nearest)


class NotClickable(TargetError):
    """No click at any point would reach the element `ref`.

    `reason` is covered, not_visible, minimised, modal or no_bounds. `covered_by` is what lies on it, `dialog` the modal dialog
    that is open, `container` what has to be scrolled: each a ref, or a description of what has none, or None.
    """

    def __init__(
        self, ref: str, reason: str, covered_by: str | None = None, dialog: str | None = None, container: str | None = None
    ) -> None:
        self.ref, self.reason = ref, reason
        self.covered_by, self.dialog, self.container = covered_by, dialog, container
        why, remedy = {
            "covered": (f"it is covered by {covered_by}", "Close or move what covers it.")
            if covered_by
            else ("the pointer passes through it", "Act on it without the pointer, or on something in it."),
            "not_visible": (
                "it is hidden or lies outside of what shows",
                f"Scroll {container} until it shows." if container else "Bring it into view first.",
            ),
            "minimised": ("its window is minimised", "Restore the window."),
            "modal": (f"the modal dialog {dialog or ''} is open".replace("  ", " "), "Answer the dialog first."),
            "no_bounds": ("the dump gives it no area", "Act on it without the pointer, or record the dump with boxes."),
        }[reason]
        nearest = [each for each in (covered_by, dialog, container) if each]
        super().__init__(f"{ref} cannot be clicked: {why}. {remedy}", nearest)


class Ambiguous(TargetError):
    """Several elements fit; `nearest` holds them."""

    def __init__(self, wanted: str, nearest: Sequence[str]) -> None:
        self.wanted = wanted
        super().__init__(f"{wanted} fits several elements: {'; '.join(nearest)}. Name one of them by its ref.", nearest)


class BadOption(LumosError, ValueError):
    """An option of a call has a value that it cannot have; `wanted` says what it can."""

    def __init__(self, option: str, found: object, wanted: str) -> None:
        self.option, self.found, self.wanted = option, found, wanted
        super().__init__(f"{option}={found!r} cannot be; give {wanted}.")


class EnvironmentFailed(LumosError):
    """What carries out actions broke down; whether the act arrived is for the next look to show."""


class NotSent(EnvironmentFailed):
    """An environment broke down before it had sent an act: nothing has changed, and the act may be tried again.

    Any other error out of `perform` leaves open whether the act arrived. `problem` says what broke, without secrets; what it says
    begins with `begins`.
    """

    begins: ClassVar[str] = "The act was not sent"

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(f"{self.begins}: {problem}. Try it again when that is mended.")


class Forgets(EnvironmentFailed):
    """The environment keeps nothing beyond its process: whether an act of a former one has arrived, it cannot tell."""

    def __init__(self) -> None:
        super().__init__("Nobody here knows whether an act of a former process has arrived. Look, and ask a person.")


class EnvironmentClosed(EnvironmentFailed):
    """The environment has been closed; another one has to be made."""


class BudgetTooSmall(LumosError):
    """The token budget cannot hold even one element; `minimum` is the smallest budget that can."""

    def __init__(self, budget: int, minimum: int) -> None:
        self.budget, self.minimum = budget, minimum
        super().__init__(
            f"A budget of {budget} tokens shows nothing of this screen; the least that does is {minimum}. Raise the budget."
        )


class MissingExtra(LumosError):
    """An optional part of the installation is needed; `extra` names it, and `package` what has to be added to it, if anything."""

    def __init__(self, purpose: str, extra: str, package: str = "") -> None:
        self.extra, self.package = extra, package
        more = f" {package}" if package else ""
        how = f"pip install 'lumos-layer[{extra}]'{more} (in a checkout: pip install '.[{extra}]'{more})"
        super().__init__(f"{purpose} needs an optional part. Install it with: {how}")


class BadPolicy(InputError):
    """A document is no policy; `where` is the file, `problem` what is wrong with it."""

    def __init__(self, where: str, problem: str) -> None:
        self.where, self.problem = where, problem
        super().__init__(f"{where} is no policy: {problem}. See schemas/policy.schema.json.")


class BadTask(InputError):
    """A document is no task; `where` is the file, `problem` what is wrong with it."""

    def __init__(self, where: str, problem: str) -> None:
        self.where, self.problem = where, problem
        super().__init__(f"{where} is no task: {problem}. See schemas/task.schema.json.")


class BadProcedure(InputError):
    """A document is no procedure; `where` is the file, `problem` what is wrong with it."""

    def __init__(self, where: str, problem: str) -> None:
        self.where, self.problem = where, problem
        super().__init__(f"{where} is no procedure: {problem}. See schemas/procedure.schema.json.")


class DamagedState(InputError):
    """A document or a list of events holds no agent state; `problem` says why."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(f"This holds no agent state: {problem}. Give a checkpoint, or all events of a run in their order.")


class DamagedRun(InputError):
    """What is kept of a run cannot be read or gone on with; `path` is the file, `problem` says why. Nothing was changed."""

    def __init__(self, path: str, problem: str, remedy: str = "Restore the file from a copy, or begin a new run.") -> None:
        self.path, self.problem, self.remedy = path, problem, remedy
        super().__init__(f"{path} cannot be gone on with: {problem}. {remedy}")


class ControlError(EnvironmentFailed):
    """Who holds the surface does not let it be looked at or acted on. Nothing was done, and nothing of it is told."""


class PausedByUser(ControlError):
    """A person has the surface; `surface` is its name."""

    def __init__(self, surface: str) -> None:
        self.surface = surface
        super().__init__(f"paused_by_user: a person has the surface {surface!r}. Wait until they give it back, then look first.")


class AbortedByUser(ControlError):
    """A person took the surface while an act was under way; it was stopped before it took effect."""

    def __init__(self, surface: str) -> None:
        self.surface = surface
        super().__init__(f"aborted_by_user: a person took the surface {surface!r} before the act took effect. It was not done.")


class TakenSince(ControlError):
    """A person has had the surface since the last look, and has given it back: what was made of that look counts no more."""

    def __init__(self, surface: str) -> None:
        self.surface = surface
        super().__init__(f"taken_since: a person has had the surface {surface!r} since the last look. Look first.")


class NotOwner(ControlError):
    """Another agent has the surface, or the right to it was lost; `owner` is who has it, None if that is not to be told."""

    def __init__(self, surface: str, agent: str, owner: str | None = None) -> None:
        self.surface, self.agent, self.owner = surface, agent, owner
        who = f" {owner} has it." if owner else ""
        super().__init__(f"not_owner: {agent!r} has no right to the surface {surface!r}.{who} Take a lease of it first.")


class PlannerFailed(LumosError):
    """A planner gave no action; `planner` is its name, `problem` says why, without secrets."""

    def __init__(self, planner: str, problem: str) -> None:
        self.planner, self.problem = planner, problem
        super().__init__(f"The planner {planner} gave no action: {problem}")


class PluginFailed(LumosError):
    """What was handed in broke down, or gave what it must not; `port` is what it was handed in as, `problem` says what it did."""

    def __init__(self, port: str, problem: str) -> None:
        self.port, self.problem = port, problem
        super().__init__(f"The {port} {problem}")


class StoreFailed(LumosError):
    """What keeps a run cannot be reached, or takes no more; `place` is the file, folder or database, `problem` says why.

    What was kept before is whole, and the run can be gone on with when that is mended.
    """

    def __init__(
        self, place: str, problem: str, remedy: str = "Mend that, then go on with the run (lumos resume): nothing is done twice."
    ) -> None:
        self.place, self.problem, self.remedy = place, problem, remedy
        super().__init__(f"{place} does not keep the run: {problem}. {remedy}")


class StateRefused(LumosError):
    """The agent's state was to be written by something else than a verifier's decision; `problem` says what was tried."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        super().__init__(f"Only a verifier's decision changes the agent's state: {problem}. Use lumos_layer.state.transitions.")


class RunBusy(LumosError):
    """Another process drives this run; `pid` is its number, None if not known."""

    def __init__(self, run: str, pid: int | None = None) -> None:
        self.run, self.pid = run, pid
        who = f"process {pid}" if pid is not None else "another process"
        super().__init__(f"{who} drives the run {run}. Wait until it has ended, or stop it.")


class NoSuchRun(LumosError):
    """There is no such run; `nearest` are runs with a like name."""

    def __init__(self, run: str, nearest: Sequence[str] = ()) -> None:
        self.run, self.nearest = run, tuple(nearest)
        hint = f" Nearest: {', '.join(self.nearest)}." if self.nearest else ""
        super().__init__(f"There is no run {run!r}.{hint} `lumos runs` lists them.")


class NoSuchProcedure(LumosError):
    """There is no such procedure; `nearest` are some with a like name."""

    def __init__(self, name: str, nearest: Sequence[str] = ()) -> None:
        self.name, self.nearest = name, tuple(nearest)
        hint = f" Nearest: {', '.join(self.nearest)}." if self.nearest else ""
        super().__init__(f"There is no procedure {name!r}.{hint} `lumos procedures list` lists them.")


class NotRecordable(LumosError):
    """A run makes no procedure; `problem` says why."""

    def __init__(self, run: str, problem: str) -> None:
        self.run, self.problem = run, problem
        super().__init__(f"No procedure can be recorded from the run {run}: {problem}")


class ApprovalRefused(LumosError):
    """An answer fits no open question: none is asked, it was answered before, or it was for another one; `problem` says which."""

    def __init__(self, approval_id: str, problem: str) -> None:
        self.approval_id, self.problem = approval_id, problem
        super().__init__(f"The answer to {approval_id} is not taken: {problem}")


class ImportFailed(LumosError):
    """A session that a person had allowed to import was not handed over whole; nothing of what went wrong is told but its kind."""

    def __init__(self, import_id: str, source: str, kind: str) -> None:
        self.import_id, self.source, self.kind = import_id, source, kind
        super().__init__(f"The import {import_id} from {source!r} failed ({kind}), and its approval is used up. Ask for it anew.")


class ReturnRefused(LumosError):
    """A person's surface is not given back, and stays as it is; `problem` says why."""

    def __init__(self, surface: str, problem: str) -> None:
        self.surface, self.problem = surface, problem
        super().__init__(f"The surface {surface!r} is not given back: {problem}")

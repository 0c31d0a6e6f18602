"""What the commands that drive a run say: how it goes, and how it has stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from rich.console import Console
from rich.text import Text

from lumos_layer.actions.documents import verb_in
from lumos_layer.interfaces.cli.output import print_json, remark, without_secrets
from lumos_layer.perception.text import clean_line
from lumos_layer.safety.approval import ApprovalRequest
from lumos_layer.trace.cleaning import without
from lumos_layer.trace.folder import RunFolder

if TYPE_CHECKING:
    from lumos_layer.graph.running import Stopped

_QUESTIONS = frozenset(("clarify", "propose_options"))
_LONG = {"trace", "final_observation"}  # they are in the run's report.json
_STYLES = {"completed": "bold green", "needs_approval": "bold yellow", "paused": "bold yellow"}


def told(folder: RunFolder, people: bool) -> None:
    """Say which run it is, so that it can be followed and taken over."""
    if people:
        remark(f"run {folder.name}: follow it with `lumos watch {folder.name}`, take over with `lumos control take {folder.name}`")


def tell(folder: RunFolder, stopped: Stopped, people: bool) -> None:
    """Print how the run has stopped, and what to do then."""
    if people:
        _tell_people(folder, stopped)
        return
    said: dict[str, Any] = {"run": folder.name, "status": stopped.status, "summary": stopped.said}
    report = stopped.state.get("interaction_report")
    if report is not None:
        said["report"] = report.model_dump(mode="json", exclude_defaults=True, exclude=_LONG)
    if stopped.request is not None:
        said["approval"] = stopped.request.model_dump(mode="json", exclude_defaults=True)
    print_json(orjson.dumps(without(said, folder.clean)).decode())


def in_words(request: ApprovalRequest) -> bool:
    """True for a question that a yes does not answer."""
    return verb_in(request.action) in _QUESTIONS


def details(request: ApprovalRequest) -> tuple[str, ...]:
    """What a person is shown beside the question, a line each: nothing that the question says itself."""
    said = [line for line in (request.element, *request.evidence) if line and line.removeprefix("name ") not in request.question]
    options: Any = request.action.get("options", ()) if isinstance(request.action, dict) and in_words(request) else ()
    return *said, *(f"{k}: {each}" for k, each in enumerate(options, 1)), f"risk {request.risk}, by rule {request.rule}"


def _tell_people(folder: RunFolder, stopped: Stopped) -> None:
    console = Console()
    words = clean_line(without_secrets(stopped.said))
    console.print(Text.assemble((stopped.status, _STYLES.get(stopped.status, "bold red")), f"  {words}"))
    if stopped.request is not None:
        for line in details(stopped.request):
            remark(f"  {line}")
        ways = ("--reply WORDS", "--deny") if in_words(stopped.request) else ("", "--deny")
        remark("answer with: " + ", or: ".join(f"lumos approve {folder.name} {way}".rstrip() for way in ways))
        remark(f"it answers the question that is open then; to answer none but this one: --approval {stopped.request.approval_id}")
    elif stopped.status == "paused":
        remark(f"once the screen is free again: lumos resume {folder.name}")
    remark(f"see it with: lumos show {folder.name}")

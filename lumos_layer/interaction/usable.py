"""Whether an answer can be used for what is asked. One that cannot is refused, and the question stays open."""

from __future__ import annotations

import re
from typing import Any

from lumos_layer.actions.documents import verb_in
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.reading import read_action
from lumos_layer.errors import ControlError
from lumos_layer.execution.sending import Broke
from lumos_layer.interaction.grounding import grounded_for_review
from lumos_layer.interaction.records import words_of
from lumos_layer.interaction.services import Services
from lumos_layer.perception.observation import Observation
from lumos_layer.safety.approval import ApprovalRequest, Constrain, Edit, HumanApproval, Reply
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.credentials import BY_NAME, aimed_at_secrets, typed_in

_CHOICE = re.compile(r"[#(\[]?\s*([+-]?[0-9]{1,9})\s*[.)\]]?")


def unusable(services: Services, request: ApprovalRequest, given: HumanApproval) -> str:
    """What keeps the answer from being taken, as a sentence that tells no secret; empty if nothing does.

    Where somebody else has the surface, what only a look can tell is not held against it.
    """
    if given.approval_id != request.approval_id:
        return f"what is asked is {request.approval_id}."
    if given.binding != request.binding:
        return "it is for another action, or another screen: its binding is not that of the question."
    match given.answer:
        case Edit(action=document):
            return _against_edit(services, document)
        case Constrain(constraints=constraints):
            return _against_constraints(constraints)
        case Reply(text=text):
            return "it has no words." if not text.strip() else _against_choice(request, text)
    return ""


def chosen(request: ApprovalRequest, given: HumanApproval) -> HumanApproval:
    """The answer, with the words of the option in place of its number."""
    if not isinstance(given.answer, Reply):
        return given
    options, number = _options(request), _number(request, given.answer.text)
    if number is None or not 1 <= number <= len(options):
        return given
    return given.model_copy(update={"answer": Reply(text=options[number - 1])})


def _against_edit(services: Services, document: Any) -> str:
    read = read_action(document)
    if isinstance(read, Rejected):
        return f"the action cannot be used. {_words(read)}"
    action, verbs = read[0], services.verbs
    if not action.control and verbs is not None and action.verb() not in verbs:
        return f"{action.verb()} cannot be done here; what can be: {', '.join(sorted(verbs))}."
    observation = _seen(services)
    if observation is None:
        return "nobody can look whether the field keeps a secret; type nothing now." if typed_in(document) else ""
    if aimed_at_secrets(document, [observation]):
        return f"the field keeps a secret. {BY_NAME}"
    grounded = grounded_for_review(document, observation)
    return f"the action cannot be used. {_words(grounded)}" if isinstance(grounded, Rejected) else ""


def _seen(services: Services) -> Observation | None:
    """The present look; None where nobody can look."""
    try:
        return services.current()
    except (Broke, ControlError):
        return None


def _words(rejected: Rejected) -> str:
    nearest = f" Nearest: {', '.join(rejected.nearest)}." if rejected.nearest else ""
    return f"{words_of(rejected)}{nearest}"


def _against_constraints(constraints: Constraints) -> str:
    given = [value for value in constraints.model_dump().values() if value]
    if not given:
        return "it limits nothing."
    blank = any(not each.strip() for value in given for each in ((value,) if isinstance(value, str) else value))
    return "one of its limits is blank." if blank else ""


def _against_choice(request: ApprovalRequest, text: str) -> str:
    options, number = _options(request), _number(request, text)
    if number is None or 1 <= number <= len(options):
        return ""
    return f"there is no option {number}; there are 1 to {len(options)}: {'; '.join(options)}."


def _options(request: ApprovalRequest) -> tuple[str, ...]:
    action: Any = request.action
    return tuple(map(str, action.get("options", ()))) if verb_in(action) == "propose_options" else ()


def _number(request: ApprovalRequest, text: str) -> int | None:
    """The number by which an option is chosen; None where the words are no number, or are an option themselves."""
    options = _options(request)
    found = _CHOICE.fullmatch(text.strip())
    return int(found[1]) if options and found is not None and text.strip() not in options else None

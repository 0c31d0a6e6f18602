"""What a check has missed although the screen shows it: an element of another role, or words that no probe can weigh (S50)."""

from __future__ import annotations

from lumos_layer.state.checks import AllOf, Check, ElementCheck, JudgeCheck, PageCheck, parts_of
from lumos_layer.state.probing import Sources
from lumos_layer.verification.finding import Finding
from lumos_layer.verification.probes import found


def overlooked(check: Check, sources: Sources, intent: str = "") -> Finding | None:
    """What shows all that the check asks for but the role; None where nothing does, or something was seen to be otherwise.

    Names, values, places and states are held to as they stand, and so is all that speaks against what shows.
    """
    strict = found(check, sources, intent)
    if strict.verdict is True or strict.seen or strict.error:
        return None
    loose = _of_any_role(check)
    if loose == check:
        return None
    finding = found(loose, sources, intent)
    return finding if finding.verdict is True and finding.quotes and not finding.weak else None


def is_left_to_words(check: Check, strict: Finding) -> bool:
    """True if no probe has an answer, and words of the screen could be one.

    A no is an answer, whatever it rests on; and of files, stored values, commands and acts no words of a screen tell.
    """
    told = all(isinstance(part, ElementCheck | PageCheck | JudgeCheck | AllOf) for part in parts_of(check))
    return strict.verdict is None and not strict.error and not strict.overrules and told


def _of_any_role(check: Check) -> Check:
    match check:
        case AllOf():
            return check.model_copy(update={"checks": tuple(map(_of_any_role, check.checks))})
        case ElementCheck(exists=True, count=None) if check.role is not None and _says_words(check):
            return check.model_copy(update={"role": None})
    return check


def _says_words(check: ElementCheck) -> bool:
    """True if it says what has to stand there; that something of this name is there at all is no such thing."""
    return bool(check.text_contains or (check.value and (check.name or check.identifier)))

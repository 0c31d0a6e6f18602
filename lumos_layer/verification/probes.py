"""What a check comes to: true, false or uncertain, and errors apart (S27 to S36). Nothing here changes what it looks at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from msgspec.structs import replace

from lumos_layer.errors import PluginFailed
from lumos_layer.plugins import guarded, told
from lumos_layer.state.checks import (
    ActCheck,
    AllOf,
    AnyOf,
    AppCheck,
    Check,
    CommandCheck,
    ElementCheck,
    FileCheck,
    JudgeCheck,
    Not,
    PageCheck,
    parts_of,
    slots_of,
)
from lumos_layer.state.evidence import DURABILITY, SHOWN, Kind
from lumos_layer.state.probing import Answer, Sources
from lumos_layer.verification.acts import probe_act
from lumos_layer.verification.earlier import earlier_of, place_of, place_of_act
from lumos_layer.verification.elements import probe_element
from lumos_layer.verification.finding import Finding, broken, uncertain
from lumos_layer.verification.pages import probe_page
from lumos_layer.verification.reading import read_slots
from lumos_layer.verification.states import asks_state
from lumos_layer.verification.stores import probe_command, probe_file, probe_stored
from lumos_layer.verification.texts import same_name
from lumos_layer.verification.undoing import landed
from lumos_layer.verification.words import words_of

_KINDS: dict[str, Kind] = {
    "element": "element",
    "page": "page",
    "file": "file",
    "app": "stored",
    "command": "command",
    "act": "act",
}


def probe(check: Check, sources: Sources) -> Answer:
    """What the check comes to. It never raises for what a source does: that is the answer's `error`."""
    return found(check, sources).answer()


def found(check: Check, sources: Sources, intent: str = "", judged: Callable[[str], Finding] | None = None) -> Finding:
    """The same, as it was found. `intent` are the words of the requirement; `judged` answers the questions for a judge."""
    match check:
        case AllOf():
            return _all([found(each, sources, intent, judged) for each in check.checks])
        case AnyOf():
            findings = [found(each, sources, intent, judged) for each in check.checks]
            return _of_one(check, findings, sources) or _any(findings)
        case Not():
            return _not(check.check, found(check.check, sources, intent, judged), sources, intent)
        case JudgeCheck():
            return uncertain("judge", "only a judge can say") if judged is None else judged(check.question)
        case _:
            return _single(check, sources, intent)


def _single(check: Check, sources: Sources, intent: str) -> Finding:
    kind = _KINDS[check.type]
    try:
        with guarded(lambda problem: PluginFailed("source", told(problem))):
            return _looked(check, kind, sources, intent)
    except PluginFailed as problem:
        return broken(kind, problem.problem)


def _looked(check: Check, kind: Kind, sources: Sources, intent: str) -> Finding:
    if slots := slots_of(check):
        why = f"it is not known yet what {', '.join(slots)} stands for"
        return Finding(kind=kind, why=why, bindings=read_slots(check, sources))
    if kind in ("element", "page") and (late := looked_before(sources)):
        return uncertain(kind, late)
    return _probed(check, sources, intent)


def _probed(check: Check, sources: Sources, intent: str) -> Finding:
    match check:
        case ElementCheck():
            return probe_element(check, words_of(sources.observation), sources.acts, intent, earlier_of(sources))
        case PageCheck():
            return probe_page(check, words_of(sources.observation), intent, sources.acts, earlier_of(sources))
        case FileCheck():
            return probe_file(check, sources)
        case AppCheck():
            return probe_stored(check, sources)
        case CommandCheck():
            return probe_command(check, sources)
        case ActCheck():
            return probe_act(check, sources, intent)
        case JudgeCheck() | AllOf() | AnyOf() | Not():
            raise ValueError("it is no single check")
        case _:
            assert_never(check)


def looked_before(sources: Sources) -> str:
    """Why a look says nothing of how things are now: the last act that may have changed something came after it. Empty: it does."""
    last = next((act for act in reversed(sources.acts) if landed(act)), None)
    if last is None or not last.observation or place_of_act(last) <= place_of(sources):
        return ""
    return "nobody has looked since the last act"


# Several checks in one


def _all(findings: Sequence[Finding]) -> Finding:
    """Yes if all say so; what is least durable of them is what it rests on."""
    for each in findings:
        if each.verdict is False:
            return each
    for each in findings:
        if each.error:
            return each
    if open := [each for each in findings if each.verdict is None]:
        return _joined(min(open, key=lambda each: each.unclear), findings)
    return _joined(max(findings, key=_durability), findings)


def _joined(one: Finding, findings: Sequence[Finding]) -> Finding:
    """One of them, speaking for all. Words of files and stored values are not quoted as if the screen had said them."""
    alike = [each for each in findings if each.verdict is not None and (each.kind in SHOWN) is (one.kind in SHOWN)]
    quotes = tuple(dict.fromkeys(quote for each in alike for quote in each.quotes))
    sure = min(each.confidence for each in findings)
    return replace(one, quotes=quotes or one.quotes, confidence=sure, bindings=_read(findings))


def _any(findings: Sequence[Finding]) -> Finding:
    """Yes if one says so, unless it is a weak one and a stronger one does not: a message, or the act of sending or saving, proves
    nothing by itself where a file, an address or an element could be asked; no act does where one of these shows the opposite."""
    strong = [each for each in findings if not each.weak] or list(findings)
    yes = [each for each in strong if each.verdict is True]
    if yes:
        best = min(yes, key=_durability)
        against = next((each for each in findings if each.overrules), None) if best.kind == "act" else None
        return best if against is None else uncertain(against.kind, against.why, *against.quotes)
    if open := [each for each in strong if each.verdict is None and not each.error]:
        return replace(max(open, key=lambda each: each.unclear), bindings=_read(strong))
    if any(each.verdict is True for each in findings):
        return uncertain(strong[0].kind, "only a weaker source says so, a stronger one does not")
    if broke := next((each for each in strong if each.error), None):
        return broke
    seen = next((each for each in strong if each.seen), strong[0])
    return replace(seen, seen=all(each.seen for each in strong))


def _of_one(check: AnyOf, findings: Sequence[Finding], sources: Sources) -> Finding | None:
    """What was seen to be otherwise on what the run has acted on, where all ways tell of that one thing and none says yes, or
    would but for a doubt."""
    if not check.of_one or any(each.verdict is True or (each.verdict is None and each.overrules) for each in findings):
        return None
    acted = [act for act in sources.acts if act.name and landed(act)]
    for each, one in zip(check.checks, findings, strict=True):
        if one.seen and isinstance(each, ElementCheck) and any(same_name(act.name, each.name, each.loosely) for act in acted):
            return one
    return None


def _read(findings: Sequence[Finding]) -> dict[str, str]:
    """What slots were seen to be, as far as no two of the findings differ."""
    read: dict[str, set[str]] = {}
    for each in findings:
        for slot, text in each.bindings.items():
            read.setdefault(slot, set()).add(text)
    return {slot: texts.pop() for slot, texts in read.items() if len(texts) == 1}


def _not(check: Check, one: Finding, sources: Sources, intent: str) -> Finding:
    """What is uncertain or broken stays so; and of what is not on the screen nobody can say that it is otherwise."""
    if one.verdict is None:
        return replace(one, unclear=False)
    if one.verdict is False and not one.seen and one.kind == "element":
        if any(map(_asks_of_one, parts_of(check))):
            return uncertain("element", f"{one.why}: it may be so all the same")
        if isinstance(check, ElementCheck) and check.exists and check.count is None:
            return _single(check.model_copy(update={"exists": False}), sources, intent)
    return replace(one, verdict=not one.verdict, seen=one.verdict or one.seen, why=f"not so: {one.why}" if one.verdict else one.why)


def _asks_of_one(check: Check) -> bool:
    """True if it asks how one element is, not whether there is one."""
    return isinstance(check, ElementCheck) and check.exists and bool(check.name or check.identifier) and asks_state(check)


def _durability(one: Finding) -> int:
    return DURABILITY[one.kind]

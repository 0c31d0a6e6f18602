"""What lasts longest: whether a file, a stored value or a command says what is wanted (S29 to S31); and what was done."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from pydantic import JsonValue

from lumos_layer.execution.claims import claims_submission
from lumos_layer.state.checks import ActCheck, AppCheck, CommandCheck, FileCheck
from lumos_layer.state.probing import ActSeen, Missing, Sources
from lumos_layer.verification.doubts import failing
from lumos_layer.verification.finding import Finding, broken, uncertain
from lumos_layer.verification.texts import label, normal, same_name, same_value, says
from lumos_layer.verification.undoing import undoes, words_of_act
from lumos_layer.verification.words import Words, words_of

_PARTIAL = (".part", ".crdownload", ".download", ".tmp", ".partial")  # what browsers write beside a file as long as it comes in
_SHOWN = 120
_BY_ACT = 0.8  # how sure an effect makes that something was achieved
_PRESSING = re.compile(
    r"\s*(?:press|click|tap|push|choose|select|open|close|go|switch|start)\b|.*(?:누르|클릭|선택|열기|닫)", re.IGNORECASE
)
_PRESSES = frozenset(("click", "double_click", "select", "press_key"))
_VALUES = frozenset(("set_text", "type_text", "set_value", "set_checked", "select"))
_TYPING = frozenset(("set_text", "type_text"))


# Files


def probe_file(check: FileCheck, sources: Sources) -> Finding:
    held = sources.file(check.path)
    if not check.exists:
        return _file_gone(check, held)
    if held is None:
        return Finding(
            verdict=False, kind="file", quotes=(check.path,), why=f"there is no file {check.path}", seen=True, overrules=True
        )
    if half := _half_written(check.path, sources):
        return uncertain("file", f"it is still being written: {half} is there", half)
    return _file_holds(check, held)


def _file_gone(check: FileCheck, held: bytes | None) -> Finding:
    if held is None:
        return Finding(verdict=True, kind="file", quotes=(check.path,), why=f"there is no file {check.path}")
    return Finding(verdict=False, kind="file", quotes=(check.path,), why=f"{check.path} is still there", seen=True, overrules=True)


def _half_written(path: str, sources: Sources) -> str:
    return next((path + ending for ending in _PARTIAL if not path.endswith(ending) and _is_there(path + ending, sources)), "")


def _is_there(path: str, sources: Sources) -> bool:
    try:
        return sources.file(path) is not None
    except OSError:
        return False


def _file_holds(check: FileCheck, held: bytes) -> Finding:
    text = _decoded(held)
    if text is None and (check.equals is not None or check.contains or check.absent):
        return uncertain("file", f"{check.path} is no text")
    text = text or ""
    if check.equals is not None and _lines(text) != _lines(check.equals):
        return _not_so(check, text, "holds something else")
    if check.absent and (found := _anywhere(text, check.absent)):
        return Finding(
            verdict=False, kind="file", quotes=(found,), why=f"{check.path} holds {check.absent[:80]!r}", seen=True, overrules=True
        )
    if check.contains:
        return _contains(check, text)
    return Finding(verdict=True, kind="file", quotes=(check.path, *_first(text)), why=f"{check.path} is as wanted")


def _contains(check: FileCheck, text: str) -> Finding:
    says_so, quote = found_in(text, check.contains)
    if says_so is None:
        return uncertain("file", f"{check.path} holds {check.contains[:80]!r} only joined to other words", quote)
    if not says_so:
        return _not_so(check, text, f"does not hold {check.contains[:80]!r}")
    return Finding(verdict=True, kind="file", quotes=(check.path, quote), why=f"{check.path} holds {check.contains[:80]!r}")


def _not_so(check: FileCheck, text: str, what: str) -> Finding:
    return Finding(
        verdict=False, kind="file", quotes=(check.path, *_first(text)), why=f"{check.path} {what}", seen=True, overrules=True
    )


def _first(text: str) -> tuple[str, ...]:
    return tuple(line.strip()[:_SHOWN] for line in text.splitlines() if line.strip())[:1]


def _decoded(held: bytes) -> str | None:
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if held.startswith(mark):
            return held.decode(name, "replace")
    try:
        return held.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _lines(text: str) -> list[str]:
    """The lines, whatever ends them; a break at the very end is none of its own, nor are blanks at the end of lines."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    return [unicodedata.normalize("NFC", line.rstrip()) for line in lines]


def _anywhere(text: str, words: str) -> str:
    """The line with what must not be there, as a part of a word too; empty: none."""
    if normal(words) not in normal(text):
        return ""
    return next((line.strip()[:_SHOWN] for line in text.splitlines() if normal(words) in normal(line)), words[:_SHOWN])


def found_in(text: str, wanted: str) -> tuple[bool | None, str]:
    """Whether a text holds words of their own, and the line in which they stand; they may go over several lines."""
    answer: bool | None = False
    quote = ""
    for line in text.splitlines():
        if (here := says(line, wanted)) is True:
            return True, line.strip()[:_SHOWN]
        if here is None:
            answer, quote = None, line.strip()[:_SHOWN]
    if answer is False and "\n" in wanted.strip():
        answer = says(text, wanted)
        quote = wanted.strip().splitlines()[0][:_SHOWN]
    return answer, quote


# Stored values


def probe_stored(check: AppCheck, sources: Sources) -> Finding:
    held = sources.stored(check.key)
    if isinstance(held, Missing):
        return Finding(
            verdict=False, kind="stored", quotes=(check.key,), why=f"nothing is stored under {check.key}", seen=True, overrules=True
        )
    shown = _as_text(held)
    answers = [each for each in (_equal(check, held), _says(check, held), _least(check, held)) if each != "unasked"]
    quotes = (check.key, shown[:_SHOWN])
    if False in answers:
        return Finding(verdict=False, kind="stored", quotes=quotes, why=f"{check.key} is {shown[:80]!r}", seen=True, overrules=True)
    if None in answers:
        return uncertain("stored", f"{check.key} is {shown[:80]!r}, which does not surely say so", *quotes)
    return Finding(verdict=True, kind="stored", quotes=quotes, why=f"{check.key} is {shown[:80]!r}")


def _equal(check: AppCheck, held: JsonValue) -> bool | str | None:
    if check.equals is None:
        return "unasked"
    if isinstance(held, bool) or isinstance(check.equals, bool):
        return _as_text(held).casefold() == _as_text(check.equals).casefold()
    if isinstance(held, str) or isinstance(check.equals, str):
        return same_value(_as_text(held), _as_text(check.equals))
    return held == check.equals


def _says(check: AppCheck, held: JsonValue) -> bool | str | None:
    if not check.contains:
        return "unasked"
    if isinstance(held, list):
        return any(isinstance(each, str) and normal(each) == normal(check.contains) for each in held)
    return says(_as_text(held), check.contains)


def _least(check: AppCheck, held: JsonValue) -> bool | str | None:
    if check.at_least is None:
        return "unasked"
    if isinstance(held, bool) or not isinstance(held, int | float | str):
        return False
    try:
        return float(held) >= check.at_least
    except ValueError:
        return None


def _as_text(value: JsonValue) -> str:
    return {True: "true", False: "false", None: ""}[value] if value is None or isinstance(value, bool) else str(value)


# Commands


def probe_command(check: CommandCheck, sources: Sources) -> Finding:
    result = sources.run(check.argv)
    if result.error:
        return broken("command", result.error)
    said = " ".join(check.argv)[:_SHOWN]
    if forbidden := next((each for each in check.forbids if _anywhere(result.output, each)), ""):
        quote = _anywhere(result.output, forbidden)
        return Finding(
            verdict=False, kind="command", quotes=(quote,), why=f"`{said}` says {forbidden[:80]!r}", seen=True, overrules=True
        )
    if result.cut:
        return uncertain("command", f"`{said}` said more than is read")
    if result.exit_code != check.exit_code:
        why = f"`{said}` ended with {result.exit_code}, wanted {check.exit_code}"
        return Finding(verdict=False, kind="command", quotes=_first(result.output) or (said,), why=why, seen=True, overrules=True)
    return _command_expects(check, result.output, said)


def _command_expects(check: CommandCheck, output: str, said: str) -> Finding:
    quotes: list[str] = []
    for wanted in check.expects:
        says_so, quote = found_in(output, wanted)
        if says_so is not True:
            why = f"`{said}` does not {'surely ' if says_so is None else ''}say {wanted[:80]!r}"
            return Finding(
                verdict=says_so, kind="command", quotes=(quote,) if quote else (said,), why=why, seen=True, overrules=True
            )
        quotes.append(quote)
    return Finding(verdict=True, kind="command", quotes=tuple(quotes) or (said,), why=f"`{said}` says so")


# Acts


def probe_act(check: ActCheck, sources: Sources, intent: str = "") -> Finding:
    """The last such act counts. It is the weakest source: what failed on the screen, or was undone since, overrules it.

    `intent` are the words of the requirement: where it is the act itself that is wanted, what it claims does not matter.
    """
    acts = list(sources.acts)
    found = [k for k, act in enumerate(acts) if _is_such(check, act)]
    claims = _claims(check, acts[found[-1]].name if found else "", intent)
    if not found:
        return Finding(verdict=False, kind="act", why="no such act was done", weak=claims)
    act = acts[found[-1]]
    quote = words_of_act(act)
    if check.text and not _same_text(act, check.text):
        why = "the last such act was with another text"
        return Finding(verdict=False, kind="act", quotes=(quote,), why=why, seen=True, weak=claims)
    if doubt := _doubt_of_act(check, acts, found, intent) or _trouble(claims, sources):
        return uncertain("act", doubt, quote)
    why = "it was done, and an effect was seen"
    return Finding(verdict=True, kind="act", quotes=(quote,), why=why, confidence=_BY_ACT, weak=claims)


def _doubt_of_act(check: ActCheck, acts: Sequence[ActSeen], found: Sequence[int], intent: str) -> str:
    """Why such acts do not show that it was achieved; empty if they do. Later acts take no pressing back."""
    act = acts[found[-1]]
    if act.outcome != "done" or not act.effect:
        return "nobody has seen an effect of it"
    if (times := sum(acts[k].effect for k in found)) < check.times:
        return f"it was done {times} times, wanted {check.times}"
    if _PRESSING.match(intent):
        return ""
    later = next((each for each in acts[found[-1] + 1 :] if undoes(each, act)), None)
    return "" if later is None else f"later: {words_of_act(later)}"


def _claims(check: ActCheck, name: str, intent: str) -> bool:
    """True for pressing what sends, saves or deletes something, unless pressing it is all that is wanted."""
    return check.verb in _PRESSES and claims_submission(f"{check.name} {name}") and _PRESSING.match(intent) is None


def _is_such(check: ActCheck, act: ActSeen) -> bool:
    if act.verb != check.verb and not {act.verb, check.verb} <= _TYPING:
        return False
    if act.outcome in ("rejected", "needs_approval", "paused", "aborted"):
        return False
    if check.role is not None and act.role and act.role != check.role.value:
        return False
    if check.text and not (check.name and check.verb in _VALUES) and not _same_text(act, check.text):
        return False  # of values the last one counts, of keys and addresses any
    return not check.name or same_name(act.name, check.name, check.loosely)


def _same_text(act: ActSeen, wanted: str) -> bool:
    return label(act.text) == label(wanted) or same_value(act.text, wanted) is True


def _trouble(claims: bool, sources: Sources) -> str:
    """What on the screen speaks against an act having gone through: a message of failure, or a dialog that asks first."""
    words = words_of(sources.observation)
    if said := failing(words):
        return f"a message says {said[:80]!r}"
    asking = next((i for i in words.visible if words.tree[i].modal and (claims or _asks(i, words))), None)
    return "" if asking is None else f"the dialog {words.name(asking)[:80]!r} is open"


def _asks(dialog: int, words: Words) -> bool:
    return any(said.rstrip().endswith(("?", "？")) for said in words.inside(dialog))

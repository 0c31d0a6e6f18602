"""Every promise of a blueprint and of an edit script, tried on every file of any folders: `python tests/try_corpus.py DIR…`.

A file is recognised as a dump or refused with a reason; what is recognised must keep every promise. A line is printed for each file
that was refused and for each breach, then a table; the exit code is 1 if there was a breach, 2 if there was nothing to try.
"""

from __future__ import annotations

import argparse
import json
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator
from lxml import etree

if __package__ in (None, ""):  # run as a script
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import lumos_layer
from lumos_layer import Blueprint, Observation
from lumos_layer.diff import decode_script, diff, patch
from lumos_layer.errors import BudgetTooSmall, InputError, NotClickable
from lumos_layer.evaluation.corpus import dumps_in, may_be_dump
from lumos_layer.evaluation.recall import elements, lost
from lumos_layer.evaluation.running import for_each
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.perception import tokens
from lumos_layer.perception.encoding import to_utf8
from lumos_layer.perception.observation import AskedView, Form
from lumos_layer.tree import Tree
from tests.independent import recall
from tests.independent.decoder import Screen, Thing, decode

BUDGETS: Final = 10
REFUSED: Final = "refused"
BUDGETED_VIEWS: Final[tuple[AskedView, ...]] = ("full", "auto")
FORMS: Final[tuple[Form, ...]] = ("compact", "object")
_VALIDATORS: Final = {
    "compact": Draft202012Validator(SCHEMAS["blueprint-compact.schema.json"]),
    "object": Draft202012Validator(SCHEMAS["blueprint.schema.json"]),
    "script": Draft202012Validator(SCHEMAS["edit-script.schema.json"]),
}


@dataclass(frozen=True)
class Tried:
    """What became of a file: its dialect and how many elements it has, or why it was refused; and every breach, `kind: facts`."""

    file: Path
    format: str
    elements: int = 0
    reason: str = ""
    breaches: tuple[str, ...] = ()


@dataclass
class Trial:
    """A dump that was read, with its blueprints."""

    file: Path
    data: bytes
    observation: Observation
    views: dict[str, Blueprint] = field(init=False)

    def __post_init__(self) -> None:
        self.views = _views(self.observation)

    @cached_property
    def outputs(self) -> dict[str, str]:
        """Everything that is printed of it, by what it is."""
        return {f"{view}, {form}": _printed(made, form) for view, made in self.views.items() for form in FORMS}


def _views(observation: Observation) -> dict[str, Blueprint]:
    return {
        "full": observation.blueprint(),
        "boxes": observation.blueprint(boxes="box"),
        "centres": observation.blueprint(boxes="centre"),
        "interactive": observation.blueprint(view="interactive"),
        "outline": observation.blueprint(view="outline"),
    }


def _printed(blueprint: Blueprint, form: Form) -> str:
    return blueprint.compact() if form == "compact" else blueprint.object()


# The promises


def valid_by_schema(trial: Trial) -> Iterator[str]:
    for name, text in trial.outputs.items():
        errors = _VALIDATORS[name.split(", ")[1]].iter_errors(json.loads(text))
        for error in list(errors)[:3]:
            yield f"schema: {name}: {error.json_path}: {error.message[:120]}"


def the_same_again(trial: Trial) -> Iterator[str]:
    again = Trial(trial.file, trial.data, lumos_layer.read(trial.data))
    if dict(again.observation.refs) != dict(trial.observation.refs):
        yield "not deterministic: other refs when read again"
    for name, text in again.outputs.items():
        if text != trial.outputs[name]:
            yield f"not deterministic: {name} is another text when read again"


def nothing_lost(trial: Trial) -> Iterator[str]:
    """By the independent checker, where it knows the dialect; by the tree, everywhere."""
    observation = trial.observation
    if observation.format in recall.READERS:
        told: set[str] = set()
        for view in ("boxes", "interactive"):
            for breach in recall.check(trial.data, observation.format, observation, trial.views[view].compact()):
                if breach not in told:
                    yield f"{breach} ({view})"
                told.add(breach)
    for view in ("full", "interactive"):
        for node in lost(observation, trial.views[view]):
            yield f"lost: {observation.path_of(node)} has no ref in the {view} view, or more than one"


def within_budget(trial: Trial) -> Iterator[str]:
    for form in FORMS:
        whole = tokens.count(_printed(trial.views["full"], form))
        for view in BUDGETED_VIEWS:
            yield from _within(trial, form, view, _budgets(whole))


def _within(trial: Trial, form: Form, view: AskedView, budgets: Iterable[int]) -> Iterator[str]:
    least = 0
    for budget in budgets:
        try:
            yield from _fits(trial, form, view, budget)
        except BudgetTooSmall as error:
            least = error.minimum
            if least <= budget:
                yield f"budget: {form}, {view}: {budget} tokens are refused, but the least is said to be {least}"
    if least:
        try:
            yield from _fits(trial, form, view, least)
        except BudgetTooSmall:
            yield f"budget: {form}, {view}: what is said to be the least budget, {least}, is refused"


def _budgets(whole: int) -> list[int]:
    """From one token to what all takes."""
    return [max(1, round(whole ** (step / (BUDGETS - 1)))) for step in range(BUDGETS)]


def _fits(trial: Trial, form: Form, view: AskedView, budget: int) -> Iterator[str]:
    made = trial.observation.blueprint(view=view, budget=budget, form=form)
    text = _printed(made, form)
    taken = tokens.count(text)
    if taken > budget:
        yield f"budget: {form}, {view}: {taken} tokens in a budget of {budget}"
    errors = list(_VALIDATORS[form].iter_errors(json.loads(text)))
    if errors:
        yield f"schema: {form}, {view} in {budget} tokens: {errors[0].json_path}: {errors[0].message[:120]}"
    if lumos_layer.decode(made.compact()).object() != made.object():
        yield f"round trip: {view} in {budget} tokens"


def there_and_back(trial: Trial) -> Iterator[str]:
    for view, made in trial.views.items():
        if lumos_layer.decode(made.compact()).object() != made.object():
            yield f"round trip: {view}: the compact form decodes to another object form"
        if lumos_layer.decode_object(made.object()).compact() != made.compact():
            yield f"round trip: {view}: the object form decodes to another compact form"


def told_alike(trial: Trial) -> Iterator[str]:
    """The independent decoder, which knows only the page about the compact form, sees what the object form says."""
    for view, made in trial.views.items():
        try:
            screen = decode(made.compact())
        except ValueError as error:
            yield f"grammar: {view}: {error}"
            continue
        yield from (f"disagree: {view}: {problem}" for problem in _differences(screen, json.loads(made.object())))


def _differences(screen: Screen, document: dict[str, Any]) -> Iterator[str]:
    header = {key: value for key, value in document.items() if key != "items"}
    if dict(screen.header) != header:
        yield f"headers {dict(screen.header)} and {header}"
    items = list(_flat(document.get("items", [])))
    if len(items) != len(screen.things):
        yield f"{len(screen.things)} things and {len(items)} items"
    for thing, item in zip(screen.things, items, strict=False):
        if _of_thing(thing) != (said := _of_item(item)):
            yield f"{_of_thing(thing)} and {said}"[:240]
            return  # what follows is shifted


def _flat(items: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for item in items:
        yield item
        yield from _flat(item.get("items", []))


def _of_thing(thing: Thing) -> dict[str, Any]:
    details = {key: value for key, value in thing.details.items() if key != "can"}
    said = {
        "kind": thing.kind,
        "ref": thing.ref,
        "role": thing.role if thing.kind in ("element", "group") else None,
        "name": thing.name,
        "states": [state for state in thing.states if state not in _VERBS],
        "can": list(thing.can),
        "at": list(thing.position) if thing.position else None,
        "count": thing.count,
        "under": thing.under,
        **details,
    }
    return {key: value for key, value in said.items() if value not in (None, "", [], 0) or key in details}


_VERBS: Final = ("click", "long_click", "toggle", "expand", "select", "edit", "scroll", "focus")


def _of_item(item: Mapping[str, Any]) -> dict[str, Any]:
    said = {key: value for key, value in item.items() if key not in ("items", "text")}
    return said | ({"name": item["text"]} if item.get("text") else {})


def no_secret(trial: Trial) -> Iterator[str]:
    texts = {name: [*_strings(json.loads(text))] for name, text in trial.outputs.items()}
    for secret in {*_protected(trial), *_typed(trial.file)}:
        for name, strings in texts.items():
            if any(secret in text for text in strings):
                yield f"secret: what is protected in the dump is in the text of {name}"


def _protected(trial: Trial) -> Iterator[str]:
    """Values that the raw dump holds for protected elements, in them and around them, and nowhere else."""
    if trial.observation.format in recall.READERS:
        yield from _read_apart(recall.read(trial.data, trial.observation.format).nodes)
        return
    raw = to_utf8(trial.data).text.decode()
    held: Counter[str] = Counter()
    for _, path in _protected_nodes(trial.observation):
        near = _near(raw, path)
        for value in {*_raw_values(raw, path)}:
            held[value] += near.count(value)
    for value, times in held.items():
        if len(value) > 2 and any(map(str.isalnum, value)) and raw.count(value) <= times:
            yield value


def _read_apart(nodes: Sequence[recall.Seen]) -> Iterator[str]:
    inside, around = [node.protected for node in nodes], recall.around_secrets(nodes)
    for i, node in enumerate(nodes):
        inside[i] = node.protected or (node.parent is not None and inside[node.parent])
    held = {node.secret for node in nodes if node.protected and node.secret}
    open_words = {word for i, node in enumerate(nodes) if not inside[i] for word in node.own if not (i in around and word in held)}
    for node in nodes:
        if node.protected and node.secret and not any(node.secret in word for word in open_words):
            yield node.secret


def _near(raw: str, path: str) -> str:
    """What the raw dump says inside the node at the path, and of those that it stands in; empty where it is no XML and no JSON."""
    if raw[:1] == "<" and path.startswith("/"):
        found: Any = etree.fromstring(raw.encode(), etree.XMLParser(recover=True, huge_tree=True)).xpath(path)
        told = [each for element in found for each in (*element.iter(), *element.iterancestors())]
        return "\n".join(words for each in told for words in (*each.attrib.values(), each.text or ""))
    if raw[:1] in "{[" and path.startswith("/"):
        place, told = json.loads(raw), list[str]()
        for step in path[1:].split("/"):
            told += [value for value in place.values() if isinstance(value, str)] if isinstance(place, dict) else []
            place = _step(place, step)
        return "\n".join([*told, *_strings(place)])
    return ""


def _step(place: Any, step: str) -> Any:
    return place[int(step)] if isinstance(place, list) else place[step.replace("~1", "/").replace("~0", "~")]


def _protected_nodes(observation: Observation) -> Iterator[tuple[int, str]]:
    for i, node in enumerate(observation.tree):
        if node.protected:
            yield i, observation.path_of(i)


def _raw_values(raw: str, path: str) -> Iterator[str]:
    """What the raw dump says that the node at the path holds: XML by XPath, JSON by a pointer; of other texts this is not known."""
    if raw[:1] == "<" and path.startswith("/"):
        found: Any = etree.fromstring(raw.encode(), etree.XMLParser(recover=True, huge_tree=True)).xpath(path)
        for element in found:
            yield from (value for key, value in element.attrib.items() if key.lower() in ("value", "text"))
    elif raw[:1] in "{[" and path.startswith("/"):
        place = json.loads(raw)
        for step in path[1:].split("/"):
            place = _step(place, step)
        yield from (str(value) for key, value in place.items() if key.lower() in ("value", "text") and isinstance(value, str))


def _typed(file: Path) -> Iterator[str]:
    """Secrets that a recording says were typed before this screen."""
    try:
        steps = json.loads((file.parent / "steps.json").read_text("utf-8"))["steps"]
    except (OSError, ValueError, KeyError, TypeError):
        return
    for step in steps:
        if step.get("before") == file.stem:
            return
        action = step.get("action") or {}
        if action.get("secret") and action.get("text"):
            yield action["text"]


def what_changed(trial: Trial) -> Iterator[str]:
    """The next dump by name in the folder, if it is of the same dialect, is what the edit script makes of this one."""
    following = _following(trial.file)
    if following is None:
        return
    try:
        after = lumos_layer.read(following, trial.observation.format).tree
    except InputError:
        return
    before = trial.observation.tree
    script = diff(before, after)
    if _differ(patch(before, script), after):
        yield f"diff: the script to {following.name} makes another tree"
    text = script.json()
    if decode_script(text) != script:
        yield f"diff: the script to {following.name} is another one when read from its JSON"
    for error in list(_VALIDATORS["script"].iter_errors(json.loads(text)))[:3]:
        yield f"schema: script to {following.name}: {error.json_path}: {error.message[:120]}"
    if len(diff(before, lumos_layer.read(trial.data).tree)):
        yield "diff: a dump and itself differ"


def _following(file: Path) -> Path | None:
    others = (other for other in file.parent.iterdir() if other.suffix == file.suffix and may_be_dump(other))
    later = [other for other in others if other > file]
    return min(later, default=None)


def _differ(tree: Tree, other: Tree) -> bool:
    return tree != other or list(tree.ends) != list(other.ends) or list(tree.tags) != list(other.tags)


def clean_characters(trial: Trial) -> Iterator[str]:
    for name, text in trial.outputs.items():
        bad = {c for string in _strings(json.loads(text)) for c in string if not c.isascii() or c < " " or c == "\x7f"}
        for c in sorted(c for c in bad if _steers(c)):
            yield f"control character: U+{ord(c):04X} in {name}"


def _steers(c: str) -> bool:
    """True for control characters (not the line break of values), lone surrogates, and what turns the direction of text."""
    return (
        unicodedata.category(c) in ("Cc", "Cs") and c != "\n"
    ) or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u200b"


def _strings(document: Any) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    elif isinstance(document, list):
        for part in document:
            yield from _strings(part)
    elif isinstance(document, dict):
        for part in document.values():
            yield from _strings(part)


def can_be_pointed_at(trial: Trial) -> Iterator[str]:
    """Each element has a point at which the hit test finds it, or a reason why none has."""
    observation = trial.observation
    for ref, node in observation.refs.items():
        if not observation.tree[node].can:
            continue
        try:
            point = observation.click_point(ref)
        except NotClickable as refused:
            if refused.reason not in ("covered", "not_visible", "minimised", "modal", "no_bounds"):
                yield f"pointing: {ref} is refused for no known reason, but {refused.reason!r}"
            continue
        hit = observation.element_from_point(*point)
        if hit.actionable_ref != ref or hit.reason is not None:
            yield f"pointing: at the click point of {ref}, {point}, the hit test finds {hit.actionable_ref}"


PROMISES: Final[tuple[Callable[[Trial], Iterator[str]], ...]] = (
    valid_by_schema,
    the_same_again,
    nothing_lost,
    within_budget,
    there_and_back,
    told_alike,
    no_secret,
    what_changed,
    clean_characters,
    can_be_pointed_at,
)


# Files


def try_file(file: Path) -> Tried:
    data = file.read_bytes()
    try:
        observation = lumos_layer.read(data)
    except InputError as error:
        reason = " ".join(str(error).split())
        return Tried(file, REFUSED, reason=reason, breaches=() if reason else ("no reason: refused without a word",))
    except Exception as error:  # noqa: BLE001 - whatever else it is, it is a breach
        return Tried(file, REFUSED, breaches=(f"crash: reading: {_words(error)}",))
    trial = Trial(file, data, observation)
    breaches = [breach for promise in PROMISES for breach in _kept(promise, trial)]
    return Tried(file, observation.format, len(elements(observation)), breaches=tuple(dict.fromkeys(breaches)))


def _kept(promise: Callable[[Trial], Iterator[str]], trial: Trial) -> list[str]:
    try:
        return list(promise(trial))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a breach
        return [f"crash: {promise.__name__}: {_words(error)}"]


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error)[:200]}"


def _ended(file: Path, problem: str) -> Tried:
    return Tried(file, REFUSED, breaches=(f"crash: {problem[:200]}",))


def passed_over(folders: Iterable[Path]) -> int:
    """How many files stand beside dumps and are none: pictures, notes, lists of steps."""
    return sum(file.is_file() and not may_be_dump(file) for folder in folders for file in folder.rglob("*"))


# What is printed


def table(tried: Sequence[Tried]) -> Iterator[str]:
    by_format: dict[str, list[Tried]] = defaultdict(list)
    for one in tried:
        by_format[one.format].append(one)
    yield f"{'format':12}{'files':>7}{'elements':>10}  breaches"
    for name, group in sorted(by_format.items(), key=lambda pair: (pair[0] == REFUSED, pair[0])):
        kinds = Counter(breach.split(":")[0] for one in group for breach in one.breaches)
        told = ", ".join(f"{count} × {kind}" for kind, count in kinds.most_common()) or "none"
        yield f"{name:12}{len(group):7}{sum(one.elements for one in group):10}  {told}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="try_corpus", description="Try every promise of a blueprint on every file of folders.")
    parser.add_argument("paths", metavar="DIR", type=Path, nargs="+", help="folders with recorded dumps, or single files")
    parser.add_argument("--jobs", type=int, default=None, help="processes at once (default: one for each core)")
    options = parser.parse_args(arguments)
    files = list(dict.fromkeys(dumps_in(options.paths)))
    tried = for_each(files, try_file, _ended, options.jobs)
    for one in tried:
        if one.reason:
            print(f"refused  {one.file}: {one.reason[:160]}")
        for breach in one.breaches:
            print(f"BREACH   {one.file}: {breach}")
    print("\n".join(table(tried)))
    breaches = sum(len(one.breaches) for one in tried)
    others = passed_over(path for path in options.paths if path.is_dir())
    print(f"{len(tried)} files tried, {others} others passed over; {breaches or 'no'} breach{'es' if breaches > 1 else ''}")
    if not tried:
        return 2
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())

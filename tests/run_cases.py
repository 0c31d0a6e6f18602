"""Runs a folder of cases (a `check.json` each, in neutral words) step by step; knows no case by name.

Run as: python tests/run_cases.py DIR [CASE...]

Each step and each expectation is one function in STEPS or EXPECTATIONS. What is not built yet stands there as
`needs("area")`: to build it, put a function in its place. A case fails only by what can already be checked.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

if __package__ in (None, ""):  # run as a script
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import lumos_layer
from lumos_layer.actions.outcomes import Outcome, Rejected, as_json
from lumos_layer.errors import BudgetTooSmall, InputError, NotClickable
from lumos_layer.perception.items import Element as Shown
from lumos_layer.perception.items import Group, Heading, Item, Text
from lumos_layer.tree import Node, Rect, Role
from lumos_layer.tree.click_point import Refusal
from lumos_layer.tree.click_point import click_point as point_for
from lumos_layer.tree.hit_test import HitTest
from tests.case_runs import CaseRun, summary
from tests.case_worlds import CaseWorld, Press
from tests.independent.decoder import Screen, Thing, decode

Step = Mapping[str, Any]


class Needed(Exception):
    """The step or expectation needs `area`, which is not built yet."""

    def __init__(self, area: str) -> None:
        self.area = area
        super().__init__(area)


class Unmet(Exception):
    """The expectation does not hold; the message says how."""


@dataclass
class Look:
    """One reading of a dump: what came of it, and its blueprint in both senses (text and decoded)."""

    name: str
    seen: lumos_layer.Observation | None = None
    blueprint: lumos_layer.Blueprint | None = None
    text: str = ""
    screen: Screen | None = None
    error: InputError | None = None
    seconds: float = 0.0  # from bytes to blueprint

    @property
    def observation(self) -> lumos_layer.Observation:
        self.require()
        assert self.seen is not None
        return self.seen

    @property
    def shown(self) -> Screen:
        self.require()
        assert self.screen is not None
        return self.screen

    @property
    def printed(self) -> lumos_layer.Blueprint:
        self.require()
        assert self.blueprint is not None
        return self.blueprint

    @property
    def observation_as_read(self) -> lumos_layer.Observation:
        assert self.seen is not None
        return self.seen

    def require(self) -> None:
        if self.error is not None:
            raise Unmet(f"{self.name} was not read: {self.error}")
        if self.screen is None:
            raise Unmet(f"{self.name} has no blueprint that can be decoded")


@dataclass
class Element:
    """A node of the tree as the blueprint shows it; `thing` is None for what has no ref."""

    node_id: int
    node: Node
    thing: Thing | None

    @property
    def name(self) -> str:
        return self.thing.name if self.thing is not None else self.node.name

    @property
    def role(self) -> str:
        return self.thing.role if self.thing is not None else self.node.role.value

    @property
    def states(self) -> tuple[str, ...]:
        return self.thing.states if self.thing is not None else ()

    @property
    def value(self) -> str | None:
        return self.thing.details.get("value") if self.thing is not None else self.node.value  # type: ignore[return-value]

    @property
    def can(self) -> tuple[str, ...]:
        """What can be done with it now: nothing, if it is disabled."""
        return () if self.thing is None or "disabled" in self.states else self.thing.can


@dataclass
class Case:
    """A case that runs in a copy of its folder."""

    name: str
    source: Path
    folder: Path
    looks: dict[str, Look] = field(default_factory=dict)
    world: CaseWorld = field(default_factory=CaseWorld)
    unnamed: str | None = None  # why an action could not be asked for: its element has no ref
    budgeted: list[tuple[int, lumos_layer.Blueprint | BudgetTooSmall]] = field(default_factory=list)
    run: CaseRun | None = None
    timed: bool = False  # whether expectations of time are measured
    doing: str = "acting"  # which area the last deed belongs to
    failures: list[str] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)

    @property
    def the_run(self) -> CaseRun:
        if self.run is None:
            raise Needed(self.doing)  # it was not begun
        return self.run

    def look(self, step: Step, key: str = "obs") -> Look:
        if key not in step:
            return list(self.looks.values())[-1]
        return self.named(step[key])

    def named(self, name: str) -> Look:
        if name not in self.looks:
            raise Needed(self.doing)  # it comes from a deed that was not done
        return self.looks[name]


# Naming an element

ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "button": ("button", "menuitem"),
    "textbox": ("textbox", "searchbox"),
    "checkbox": ("checkbox", "menuitemcheckbox"),
    "radio": ("radio", "menuitemradio"),
    "combobox": ("combobox",),
    "option": ("option", "listitem"),
    "list": ("list", "listbox"),
    "listitem": ("listitem", "option", "row", "treeitem"),
    "link": ("link",),
    "text": ("text", "heading", "paragraph", "status", "caption"),
    "window": ("window", "dialog", "alertdialog", "application"),
    "dialog": ("dialog", "alertdialog"),
    "switch": ("switch",),
    "slider": ("slider",),
    "group": ("group", "generic", "region", "form", "tabpanel", "radiogroup"),
    "image": ("img",),
}
CAN: Final[Mapping[str, tuple[str, ...]]] = {"click": ("click", "toggle", "select", "expand")}


def _role(element: Element, wanted: str) -> bool:
    """True if the neutral word means the element; what has no special role and can be clicked is a button too."""
    return element.role in ROLES[wanted] or (wanted == "button" and element.role == "generic" and "click" in element.can)


def _can(element: Element, word: str) -> bool:
    return any(can in element.can for can in CAN.get(word, (word,)))


def _identifier(node: Node, wanted: str) -> bool:
    return node.identifier == wanted or node.identifier.endswith(f"/{wanted}")


def _bounds(node: Node) -> list[int] | None:
    return None if node.bounds is None else [node.bounds.x, node.bounds.y, node.bounds.width, node.bounds.height]


def _within(look: Look, element: Element, where: Step) -> bool:
    tree = look.observation.tree
    above = (Element(i, tree[i], None) for i in tree.ancestors(element.node_id))
    return any(matches(look, ancestor, where) for ancestor in above)


def _by_id(_look: Look, _element: Element, _wanted: str) -> bool:
    raise Needed("refs over time")


WHERE: Final[Mapping[str, Callable[[Look, Element, Any], bool]]] = {
    "name": lambda _, element, wanted: element.name == wanted,
    "name_contains": lambda _, element, wanted: wanted in element.name,
    "identifier": lambda _, element, wanted: _identifier(element.node, wanted),
    "role": lambda _, element, wanted: _role(element, wanted),
    "bounds": lambda _, element, wanted: _bounds(element.node) == wanted,
    "value": lambda _, element, wanted: element.value == wanted,
    "can": lambda _, element, wanted: _can(element, wanted),
    "within": _within,
    "id": _by_id,
}


def matches(look: Look, element: Element, where: Step) -> bool:
    return all(WHERE[key](look, element, wanted) for key, wanted in where.items())


def targets(look: Look) -> Iterator[Element]:
    """What the blueprint shows with a ref."""
    tree, refs = look.observation.tree, look.observation.refs
    for thing in look.shown.things:
        if thing.ref is not None:
            yield Element(refs[thing.ref], tree[refs[thing.ref]], thing)


def others(look: Look) -> Iterator[Element]:
    """Nodes without a ref whose words the blueprint shows."""
    words = {thing.name for thing in look.shown.things if thing.ref is None and thing.name}
    for i, node in enumerate(look.observation.tree):
        if node.name in words and not node.hidden and not node.offscreen and look.observation.ref_of(i) is None:
            yield Element(i, node, None)


def found(look: Look, where: Step) -> list[Element]:
    """The targets that match, or, if there is none, the other things."""
    matching = [element for element in targets(look) if matches(look, element, where)]
    return matching or [element for element in others(look) if matches(look, element, where)]


def the_one(look: Look, where: Step) -> Element:
    elements = found(look, where)
    if len(elements) != 1:
        raise Unmet(f"{len(elements)} elements of {look.name} match {_short(where)}, not 1")
    return elements[0]


# Steps


def needs(area: str) -> Callable[[Case, Step], None]:
    """A step or expectation that later work builds."""

    def not_yet(case: Case, step: Step) -> None:
        if "do" in step:
            case.doing = area
        raise Needed(area)

    return not_yet


def observe(case: Case, step: Step) -> None:
    look = case.looks[step["as"]] = Look(step["as"])
    data = (case.folder / step["file"]).read_bytes()
    budget = None if "budget_tokens" not in step else _amount(case, step["budget_tokens"])
    begun = time.perf_counter()
    try:
        look.seen = case.world.looked_at(data)
    except InputError as error:
        look.error = error
        return
    _print(look, budget)
    look.seconds = time.perf_counter() - begun


def _print(look: Look, budget: int | None = None) -> None:
    look.blueprint = look.observation_as_read.blueprint(budget=budget)
    look.text = look.blueprint.compact()
    try:
        look.screen = decode(look.text)
    except ValueError as error:
        raise Unmet(f"the compact form is against its own grammar: {error}") from error


def observe_many(case: Case, step: Step) -> None:
    first, last, stride = (_amount(case, amount) for amount in step["budget_tokens"])
    observation = lumos_layer.read((case.folder / step["file"]).read_bytes())
    for budget in range(first, last + 1, stride):
        try:
            case.budgeted.append((budget, observation.blueprint(budget=budget)))
        except BudgetTooSmall as error:
            case.budgeted.append((budget, error))


def _amount(case: Case, amount: int | str) -> int:
    """A number of tokens, or `size of A`."""
    if isinstance(amount, int):
        return amount
    return case.named(amount.removeprefix("size of ")).printed.tokens()


def make(case: Case, step: Step) -> None:
    subprocess.run([sys.executable, step["run"]], cwd=case.folder, check=True)
    if not (case.folder / step["gives"]).is_file():
        raise Unmet(f"{step['run']} made no {step['gives']}")


def for_each(case: Case, step: Step) -> None:
    for item in json.loads((case.folder / step["in"]).read_text("utf-8")):
        for inner in step["steps"]:
            _run_step(case, _filled_in(inner, step["as"], item))


def _filled_in(value: Any, name: str, item: Mapping[str, Any]) -> Any:
    """The value with each `$name.key` replaced by what the item holds under that key."""
    if isinstance(value, str) and value.startswith(f"${name}."):
        return item[value.removeprefix(f"${name}.")]
    if isinstance(value, dict):
        return {key: _filled_in(inner, name, item) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled_in(inner, name, item) for inner in value]
    return value


def act(case: Case, step: Step) -> None:
    """One action, chosen by the look `on`; `world_first` is shown by then, unseen, and `world_becomes` when it has arrived."""
    case.doing = "acting"
    look = case.named(step["on"])
    case.unnamed = None
    action = _action(case, look, step["action"])
    if "world_first" in step:
        case.world.show((case.folder / step["world_first"]).read_bytes())
    if action is None:
        case.world.reached = []
        return
    envelope = {"action_id": f"act {len(case.world.outcomes)}", "observation": look.observation.id, "action": action}
    becomes = (case.folder / step["world_becomes"]).read_bytes() if "world_becomes" in step else None
    case.world.act(envelope, becomes=becomes)


def _action(case: Case, look: Look, neutral: Step) -> dict[str, Any] | None:
    """The action in the product's words; None if its element has no ref, and so cannot be named."""
    action = {key: value for key, value in neutral.items() if key not in ("target", "point")}
    if "point" in neutral:
        action["point"] = dict(zip("xy", neutral["point"], strict=True))
    if "target" in neutral:
        action["ref"] = _ref_for(case, look, neutral["target"])
        if action["ref"] is None:
            return None
    return action


def _ref_for(case: Case, look: Look, where: Step) -> str | None:
    """The ref of the element; where it has none, `case.unnamed` says what the hit test has against it."""
    found_here = list(dict.fromkeys(element.node_id for element in targets(look) if matches(look, element, where)))
    if len(found_here) == 1:
        return look.observation.ref_of(found_here[0])
    if found_here:
        raise Unmet(f"{len(found_here)} elements match {_short(where)}")
    tree = look.observation.tree
    node = next((i for i, node in enumerate(tree) if matches(look, Element(i, node, None), where)), None)
    if node is None:
        raise Unmet(f"nothing in {look.name} matches {_short(where)}")
    refused = point_for(HitTest(tree, look.observation.letter == "A"), node)
    case.unnamed = refused.reason if isinstance(refused, Refusal) else "not_found"
    return None


def act_raw(case: Case, step: Step) -> None:
    """What a client sends, unchecked: `target` is its word for a ref, and ID stands for a text box of the screen."""
    case.doing = "acting"
    call = step["action"]
    if isinstance(call, dict) and "target" in call:
        call = {"ref" if key == "target" else key: value for key, value in call.items()}
    if isinstance(call, dict) and call.get("ref") == "ID":
        now = case.world.observe()
        call["ref"] = next(ref for ref, node in now.refs.items() if now.tree[node].role is Role.TEXTBOX)
    case.world.act(call, strict=True)


def secrets(case: Case, step: Step) -> None:
    case.doing = "acting"
    case.world.keep(json.loads((case.folder / step["file"]).read_text("utf-8")))


def world(case: Case, step: Step) -> None:
    """The screen changes without any action."""
    case.world.show((case.folder / step["becomes"]).read_bytes())


def run(case: Case, step: Step) -> None:
    """The loop with a scripted model, on what a dump shows."""
    if "verifier" in step:
        case.doing = "verifier"
        raise Needed("verifier")
    case.doing, case.world.presses.shown = "acting", False  # a world that shows nothing of what is pressed
    case.world.show((case.folder / step["on"]).read_bytes())
    case.run = CaseRun(
        case.world,
        Path(tempfile.mkdtemp(prefix="runs-", dir=case.folder)),
        step["model"],
        max_steps=step.get("max_steps", 30),
        approve=step.get("approve", ""),
        kill=step.get("kill", ""),
    )
    _driven(case, case.run.start)


def _driven(case: Case, drive: Callable[[], None]) -> None:
    """Let the run go on, and take note of what has reached the world by then."""
    drive()
    case.world.reached = list(case.the_run.surface.reached)
    case.world.outcomes += [last] if (last := case.the_run.outcome) is not None else []


def approve(case: Case, step: Step) -> None:
    """A person allows what is asked; `world_first`: what the screen shows by then."""
    if "world_first" in step:
        case.world.show((case.folder / step["world_first"]).read_bytes())
    _driven(case, lambda: case.the_run.resume("approve"))


def resume(case: Case, step: Step) -> None:
    given = {key: step[key] for key in ("answer", "pause_id", "same_pause", "run") if key in step}
    if "store" in step:
        given["store"] = case.folder / step["store"]
    _driven(case, lambda: case.the_run.resume(**given))


def hand_off(case: Case, step: Step) -> None:
    case.the_run.take(step.get("reason", ""))


def hand_back(case: Case, _step: Step) -> None:
    case.the_run.give_back()
    _driven(case, case.the_run.resume)


def restart_process(case: Case, _step: Step) -> None:
    """Nothing that was only in memory is left: each `resume` makes everything anew."""
    case.the_run.stopped = None


STEPS: Final[Mapping[str, Callable[[Case, Step], None]]] = {
    "observe": observe,
    "observe-many": observe_many,
    "make": make,
    "for-each": for_each,
    "act": act,
    "act-raw": act_raw,
    "secrets": secrets,
    "world": world,
    "run": run,
    "approve": approve,
    "resume": resume,
    "hand-off": hand_off,
    "hand-back": hand_back,
    "restart-process": restart_process,
}


# Expectations


def _require(condition: bool, problem: str) -> None:
    if not condition:
        raise Unmet(problem)


def _short(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def observed(case: Case, step: Step) -> None:
    for name in step["obs"]:
        case.named(name).require()


def input_error(case: Case, step: Step) -> None:
    for name in step["obs"]:
        _require(case.named(name).error is not None, f"{name} was read without an error")


def warning_or_error(case: Case, step: Step) -> None:
    look = case.look(step)
    _require(look.error is not None or bool(look.observation.warnings), f"{look.name} was read without a word")


HAS: Final[Mapping[str, Callable[[Look, Element], Any]]] = {
    "name": lambda _, element: element.name,
    "bounds": lambda _, element: _bounds(element.node),
    "value": lambda _, element: element.value,
    "enabled": lambda _, element: "disabled" not in element.states,
    "checked": lambda _, element: "checked" in element.states or "pressed" in element.states,
    "selected": lambda _, element: "selected" in element.states,
    "focused": lambda look, element: look.shown.header.get("focus") == look.observation.ref_of(element.node_id),
    "visible": lambda _, element: element.thing is not None,
    "filled": lambda _, element: {"filled": True, "empty": False}.get("".join({"filled", "empty"} & {*element.states})),
    "placeholder": lambda _, element: element.thing.details.get("hint") if element.thing else element.node.hint,
}
HAS_WORD: Final[Mapping[str, Callable[[Element, str], bool]]] = {
    "role": _role,
    "can": _can,
    "can_not": lambda element, wanted: not _can(element, wanted),
}


def element(case: Case, step: Step) -> None:
    look = case.look(step)
    elements = found(look, step["where"])
    wanted = step.get("count", len(elements) or 1)
    names = ", ".join(f"{e.role} {e.name!r}" for e in elements)
    _require(len(elements) == wanted, f"{len(elements)} ({names}) match {_short(step['where'])}, not {wanted}")
    for one in elements:
        for key, value in step.get("has", {}).items():
            said = f"{one.role} {one.name!r}"
            if key in HAS_WORD:
                _require(HAS_WORD[key](one, value), f"{said} does not have {key} {value!r}, but can {one.can}")
            else:
                real = HAS[key](look, one)
                _require(real == value, f"{said} has {key} {real!r}, not {value!r}")


def no_target(case: Case, step: Step) -> None:
    look = case.look(step)
    offered = [one for one in targets(look) if one.can and matches(look, one, step["where"])]
    _require(not offered, f"{len(offered)} targets match {_short(step['where'])}")


def _words(look: Look) -> list[str]:
    """All names, values, hints and texts, and the words of the header."""
    details = (thing.details for thing in look.shown.things)
    shown = [thing.name for thing in look.shown.things]
    shown += [str(detail[key]) for detail in details for key in ("value", "hint") if key in detail]
    return [*shown, *(str(look.shown.header.get(key, "")) for key in ("app", "title"))]


def text(case: Case, step: Step) -> None:
    words = _words(case.look(step))
    if "contains" in step:
        times = sum(word.count(step["contains"]) for word in words)
        _require(times > 0, f"{step['contains']!r} is not shown")
        wanted = step.get("times", times)
        _require(times == wanted, f"{step['contains']!r} is shown {times} times, not {wanted}")
    if "lacks" in step:
        _require(not any(step["lacks"] in word for word in words), f"{step['lacks']!r} is shown")


def same_blueprint(case: Case, step: Step) -> None:
    """Equal apart from warnings, which tell of the file and not of the screen."""
    looks = [case.named(name) for name in step["obs"]]
    first, *rest = [({k: v for k, v in look.shown.header.items() if k != "warnings"}, look.shown.things) for look in looks]
    for look, other in zip(looks[1:], rest, strict=True):
        _require(other == first, f"the blueprint of {look.name} is not that of {looks[0].name}")


def _refs_of(case: Case, step: Step) -> tuple[str | None, str | None]:
    """The refs of `a` and `b`."""
    looks = [case.named(step[key]["obs"]) for key in ("a", "b")]
    refs = [look.observation.ref_of(the_one(look, step[key]["where"]).node_id) for key, look in zip("ab", looks, strict=True)]
    return refs[0], refs[1]


def same_id(case: Case, step: Step) -> None:
    a, b = _refs_of(case, step)
    _require(a is not None and a == b, f"the refs are {a} and {b}")


def other_id(case: Case, step: Step) -> None:
    a, b = _refs_of(case, step)
    _require(a is not None and b is not None and a != b, f"the refs are {a} and {b}")


def new_id(case: Case, step: Step) -> None:
    look, before = case.look(step), case.named(step["since"])
    ref = look.observation.ref_of(the_one(look, step["where"]).node_id)
    _require(ref is not None and ref not in before.observation.refs, f"{ref} was there before")


def distinct_ids(case: Case, step: Step) -> None:
    look = case.look(step)
    refs, nodes = look.shown.refs, [look.observation.refs[ref] for ref in look.shown.refs]
    _require(len(set(refs)) == len(refs), f"a ref is shown twice: {refs}")
    _require(len(set(nodes)) == len(nodes), f"a node has two refs: {refs}")


def busy(case: Case, step: Step) -> None:
    look = case.look(step)
    is_busy = any("busy" in thing.states or thing.role == "progressbar" for thing in look.shown.things)
    _require(is_busy == step["is"], f"{look.name} is {'' if is_busy else 'not '}busy")


def cut(case: Case, step: Step) -> None:
    look = case.look(step)
    _require(look.printed.cut == step["is"], f"{look.name} is {'' if look.printed.cut else 'not '}cut")
    omitted = sum(look.printed.omitted.values())
    _require(omitted >= step.get("omitted_at_least", 0), f"only {omitted} are said to be omitted")


def order(case: Case, step: Step) -> None:
    look = case.look(step)
    first, then = (the_one(look, step[key]).node_id for key in ("first", "then"))
    shown = [one.node_id for one in (*targets(look), *others(look))]
    _require(shown.index(first) < shown.index(then), f"{_short(step['first'])} does not come first")


def size(case: Case, step: Step) -> None:
    if step["of"] == "each":
        _within_budgets(case)
        return
    if step["of"] == "diff" or "max_share_of_first" in step:
        _size_of_delta(case, step)
        return
    look = case.look(step)
    tokens, chars, raw = look.printed.tokens(), len(look.text), look.observation.raw_bytes
    _require(chars <= step.get("max_chars", chars), f"the blueprint has {chars} characters")
    _require(tokens <= step.get("max_tokens", tokens), f"the blueprint has {tokens} tokens")
    smaller = len(look.text.encode()) < raw
    _require(smaller == step.get("smaller_than_raw", smaller), f"the blueprint has {chars} characters, the dump {raw}")


def _size_of_delta(case: Case, step: Step) -> None:
    delta, first = _delta(case, step), case.named(step["from"]).printed
    tokens, chars, share = delta.tokens(), len(delta.json()), delta.tokens() / first.tokens()
    _require(chars <= step.get("max_chars", chars), f"the difference has {chars} characters")
    _require(tokens <= step.get("max_tokens", tokens), f"the difference has {tokens} tokens")
    _require(share <= step.get("max_share_of_first", share), f"the difference has {share:.0%} of the tokens of the first")


def _delta(case: Case, step: Step) -> lumos_layer.Delta:
    return case.named(step["to"]).observation.since(case.named(step["from"]).observation)


def diff(case: Case, step: Step) -> None:
    earlier, later = case.named(step["from"]), case.named(step["to"])
    delta = _delta(case, step)
    _require(delta.whole != "page", "another page is said to be shown")
    for key, look, items in (("added", later, delta.added), ("removed", earlier, delta.removed)):
        if key in step:
            _each_matches(look, list(items), step[key], key)
    if "changed" in step:
        _changed(later, delta, step["changed"])
    if "focus" in step:
        _require(_has_focus(earlier, step["focus"]["from"]), "the focus was elsewhere before")
        _require(_has_focus(later, step["focus"]["to"]), "the focus is elsewhere now")
        _require("focus" in delta.said, "the difference does not say that the focus moved")


def _each_matches(look: Look, items: Sequence[Item], wanted: Sequence[Step], key: str) -> None:
    found = [_element_of(look, item) for item in items]
    names = ", ".join(f"{one.role} {one.name!r}" for one in found)
    _require(len(found) == len(wanted), f"{key} are {names or 'none'}, not {_short(wanted)}")
    for where in wanted:
        _require(any(matches(look, one, where) for one in found), f"{key} are {names}; none is {_short(where)}")


def _element_of(look: Look, item: Item) -> Element:
    """The element of a blueprint's item; texts have no node of their own here."""
    if isinstance(item, Shown | Group) and item.ref:
        node = look.observation.refs[item.ref]
        things = [thing for thing in look.shown.things if thing.ref == item.ref]
        return Element(node, look.observation.tree[node], things[0])
    name = item.text if isinstance(item, Text | Heading) else getattr(item, "name", "")
    return Element(-1, Node(role=getattr(item, "role", Role.TEXT), name=name), None)


def _changed(later: Look, delta: lumos_layer.Delta, wanted: Sequence[Step]) -> None:
    _require(len(delta.changed) == len(wanted), f"changed are {delta.changed}, not {_short(wanted)}")
    for step in wanted:
        ref = later.observation.ref_of(the_one(later, step["where"]).node_id)
        real = [(c.before, c.after) for c in delta.changed if c.ref == ref and c.field == step["field"]]
        _require(real == [(step["old"], step["new"])], f"{_short(step)} is not among {delta.changed}")


def _has_focus(look: Look, where: Step) -> bool:
    return look.shown.header.get("focus") == look.observation.ref_of(the_one(look, where).node_id)


def diff_kind(case: Case, step: Step) -> None:
    delta = _delta(case, step)
    kind = "new-screen" if delta.whole == "page" else "none" if delta.same else "same-screen"
    _require(kind == step["is"], f"the difference is {kind}, not {step['is']}")


def _within_budgets(case: Case) -> None:
    _require(bool(case.budgeted), "there is nothing to measure")
    for budget, got in case.budgeted:
        if isinstance(got, BudgetTooSmall):
            _require(got.minimum > budget, f"{budget} is refused, although {got.minimum} are said to be enough")
        else:
            _require(got.tokens() <= budget, f"with a budget of {budget} it has {got.tokens()} tokens")


def valid_utf8_json(case: Case, step: Step) -> None:
    look = case.look(step)
    look.require()
    json.loads(look.text.encode("utf-8").decode("utf-8"))
    raw = sorted({character for character in look.text if character < " "})
    _require(not raw, f"there are raw control characters: {raw}")


def file_unchanged(case: Case, step: Step) -> None:
    same = (case.folder / step["file"]).read_bytes() == (case.source / step["file"]).read_bytes()
    _require(same, f"{step['file']} was written to")


def _element_at(look: Look, node: int) -> Element:
    thing = next((thing for thing in look.shown.things if thing.ref is not None and look.observation.refs[thing.ref] == node), None)
    return Element(node, look.observation.tree[node], thing)


def _hit_elements(look: Look, at: Sequence[float]) -> list[Element]:
    """What a point hits, and what a click there is meant for."""
    hit = look.observation.element_from_point(*at)
    return [_element_at(look, node) for node in dict.fromkeys((hit.node, hit.actionable)) if node is not None]


def hit(case: Case, step: Step) -> None:
    look = case.look(step)
    elements = _hit_elements(look, step["at"])
    found_there = ", ".join(f"{one.role} {one.name!r}" for one in elements) or "nothing"
    if "is" in step:
        wanted = step["is"]
        right = not elements if wanted is None else any(matches(look, one, wanted) for one in elements)
        _require(right, f"{step['at']} hits {found_there}, not {_short(wanted)}")
    if "is_not" in step:
        _require(not any(matches(look, one, step["is_not"]) for one in elements), f"{step['at']} hits {found_there}")
    if "is_or_is_within" in step:
        where = step["is_or_is_within"]
        right = any(matches(look, one, where) or _within(look, one, where) for one in elements)
        _require(right, f"{step['at']} hits {found_there}, which is not in {_short(where)}")


def clickable_at(case: Case, step: Step) -> None:
    look = case.look(step)
    node = look.observation.element_from_point(*step["at"]).actionable
    right = node is not None and matches(look, _element_at(look, node), step["is"])
    _require(right, f"a click at {step['at']} is not meant for {_short(step['is'])}")


def click_point(case: Case, step: Step) -> None:
    look = case.look(step)
    ref = look.observation.ref_of(the_one(look, step["of"]).node_id)
    _require(ref is not None, f"{_short(step['of'])} has no ref")
    try:
        x, y = look.observation.click_point(str(ref))
    except NotClickable as error:
        raise Unmet(str(error)) from error
    if "inside" in step:
        _require(Rect(*step["inside"]).holds(x, y), f"the point {x}, {y} is not inside {step['inside']}")
    if "outside" in step:
        _require(not Rect(*step["outside"]).holds(x, y), f"the point {x}, {y} is inside {step['outside']}")


# Neutral words for what came of an action; `refused` is any refusal, whatever its reason.
OUTCOMES: Final[Mapping[str, Callable[[CaseWorld], bool]]] = {
    "done": lambda world: world.outcome.outcome == "done",
    "done-after-scroll": lambda world: world.outcome.outcome == "done" and _scrolled(world),
    "no-effect": lambda world: world.outcome.outcome == "no_effect",
    "refused": lambda world: world.outcome.outcome == "rejected",
    "stale": lambda world: _reason(world.outcome) == "stale",
    "not-found": lambda world: _reason(world.outcome) == "not_found",
    "invalid": lambda world: _reason(world.outcome) == "invalid",
    "needs-approval": lambda world: world.outcome.outcome == "needs_approval",
}


def _scrolled(world: CaseWorld) -> bool:
    return any(action.action.verb() == "scroll_into_view" for action in world.reached)


def _reason(outcome: Outcome) -> str:
    return outcome.reason if isinstance(outcome, Rejected) else ""


def outcome(case: Case, step: Step) -> None:
    _acted(case)
    words = [step["is"]] if "is" in step else step["is_one_of"]
    because = step.get("because", "").replace(" ", "_")
    if case.unnamed is not None:  # what has no ref is refused as nothing that can be named
        _require("refused" in words and because in ("", case.unnamed), f"it has no ref: {case.unnamed}")
        return
    came = case.world.outcome
    _require(any(OUTCOMES[word](case.world) for word in words), f"{as_json(came)} is none of {words}")
    _require(because in ("", _reason(came)), f"it is refused as {_reason(came)}, not because {because}")
    if "point_inside" in step and came.outcome == "done":
        point, box = case.world.reached[-1].point, Rect(*step["point_inside"])
        _require(point is not None and box.holds(*point), f"the point is {point}, not inside {step['point_inside']}")
    if "shows" in step:
        _require(step["shows"] in as_json(came), f"{step['shows']!r} is not in {as_json(came)}")


def _acted(case: Case) -> None:
    if case.doing != "acting":
        raise Needed(case.doing)
    _require(bool(case.world.outcomes) or case.unnamed is not None or case.run is not None, "nothing was done yet")


def effects(case: Case, step: Step) -> None:
    _acted(case)
    reached = len(case.world.reached)
    _require(reached == step["reached"], f"{reached} acts reached the world, not {step['reached']}")


def _presses(case: Case, where: Step) -> int:
    _acted(case)
    return sum(_is_press_of(press, where) for press in case.world.presses.heard)


def _is_press_of(press: Press, where: Step) -> bool:
    inner = {key: wanted for key, wanted in where.items() if key != "within"}
    nothing = Look("pressed")
    if not all(WHERE[key](nothing, Element(-1, press.node, None), wanted) for key, wanted in inner.items()):
        return False
    around = (Press(node, press.around[i + 1 :]) for i, node in enumerate(press.around))
    return "within" not in where or any(_is_press_of(each, where["within"]) for each in around)


def pressed(case: Case, step: Step) -> None:
    times = _presses(case, step["where"])
    wanted = step.get("times", times or 1)
    _require(times == wanted, f"{_short(step['where'])} was pressed {times} times, not {wanted}")


def not_pressed(case: Case, step: Step) -> None:
    times = _presses(case, step["where"])
    _require(times == 0, f"{_short(step['where'])} was pressed {times} times")


def _now(case: Case) -> Look:
    """The screen as an agent sees it now."""
    _acted(case)
    look = Look("now", case.world.observe())
    _print(look)
    return look


def value(case: Case, step: Step) -> None:
    real = the_one(_now(case), step["where"]).node.value
    _require(real == step["is"], f"the value is {real!r}, not {step['is']!r}")


def state(case: Case, step: Step) -> None:
    one = the_one(_now(case), step["where"])
    for key in ("checked",):
        if key in step:
            real = HAS[key](_now(case), one)
            _require(real == step[key], f"{key} is {real!r}, not {step[key]!r}")


def world_value(case: Case, step: Step) -> None:
    """What the world really holds: in the world that the last act reached, and in the one that it became."""
    _acted(case)
    nodes = [widget.node for widget in case.world.widgets() if _is_press_of(Press(widget.node, ()), step["where"])]
    real = [node.value for node in nodes]
    _require(bool(nodes), f"nothing matches {_short(step['where'])}")
    _require(all(each == step["is"] for each in real), f"the world holds other values than {step['is']!r}")


def nowhere(case: Case, step: Step) -> None:
    """In nothing that anybody but the world can see; `places` are words for parts of it."""
    told = [*(look.text for look in case.looks.values()), *case.world.said(), *_kept(case)]
    told += [look.observation.blueprint(boxes="box", form="object").object() for look in case.looks.values()]
    told += [now.since(then).json() for then, now in pairwise(look.observation for look in case.looks.values())]
    found_in = [words for words in told if step["text"] in words]
    _require(not found_in, f"it is said in {len(found_in)} places, the first of which begins {found_in[:1]!s:.60}")


def _kept(case: Case) -> Iterator[str]:
    """What is kept to go on later."""
    file = case.folder / "session of the case.json"
    case.world.session.save(file)
    yield file.read_text("utf-8")


def valid_or_invalid(case: Case, step: Step) -> None:
    _acted(case)
    came = "invalid" if _reason(case.world.outcome) == "invalid" else "ok"
    _require(came == step["is"], f"it is {came}, not {step['is']}: {as_json(case.world.outcome)}")
    if came == "invalid":
        _require(not case.world.reached, "it is invalid, and something was done")
        violations = [violation.message for violation in case.world.outcome.violations]  # type: ignore[union-attr]
        _require(all(violations), "nobody says what is wrong")


# How a run ends, in the words of cases: the status of the product, and words that its summary must hold.
ENDS: Final[Mapping[str, tuple[str, str]]] = {
    "done": ("completed", ""),
    "succeeded": ("completed", ""),
    "failed": ("failed", ""),
    "blocked": ("blocked", ""),
    "denied": ("blocked", ""),
    "no-progress": ("failed", "no progress"),
    "still-loading": ("failed", "still loading"),
    "step-limit": ("failed", "steps"),
    "needs-approval": ("needs_approval", ""),
    "paused": ("paused", ""),
}


def run_stands(case: Case, step: Step) -> None:
    """How the run has ended, or what it waits for."""
    stopped = case.the_run.stopped
    _require(stopped is not None, f"the run has not stopped: {case.the_run.error}")
    assert stopped is not None
    if "ends" in step:
        status, words = ENDS[step["ends"]]
        _require(stopped.status == status and words in stopped.said, f"it is {summary(stopped)}, not {step['ends']}")
    if "pauses_for" in step:
        waits = {"approval": "needs_approval", "user": "paused", "hand-off": "paused"}[step["pauses_for"]]
        _require(stopped.status == waits, f"it is {summary(stopped)}, and waits for no {step['pauses_for']}")
    if "max_actions" in step:
        sent = len(case.the_run.surface.reached)
        _require(sent <= step["max_actions"], f"{sent} actions were sent, more than {step['max_actions']}")
    if "failed_steps" in step:
        failed = sum(record.came == "failed" for record in stopped.state["action_trace"])
        _require(failed == step["failed_steps"], f"{failed} steps failed, not {step['failed_steps']}")
    if "step" in step:
        said = [record.outcome for record in stopped.state["action_trace"]]
        _require(step["step"].replace("-", "_") in said, f"the outcomes are {said}, without {step['step']}")


def in_time(case: Case, step: Step) -> None:
    """How long the last reading took, where the cases are run by hand: a test does not measure time."""
    if not case.timed:
        raise Needed("benchmark")
    seconds = case.look(step).seconds
    _require(seconds <= step["max_seconds"], f"it took {seconds:.1f} seconds, more than {step['max_seconds']}")


def error(case: Case, step: Step) -> None:
    problem = case.the_run.error
    _require(problem is not None, "there was no error")
    words = step.get("about", "").lower().split()
    _require(not words or any(word in str(problem).lower() for word in words), f"the error is about something else: {problem}")


def observed_after_hand_back(case: Case, step: Step) -> None:
    """The first thing after a hand-back is a look at what the screen shows then."""
    wanted = lumos_layer.read((case.folder / step["file"]).read_bytes()).tree
    looks = case.the_run.surface.looks
    _require(bool(looks) and len(looks[-1].tree) == len(wanted), "the screen was not looked at")


EXPECTATIONS: Final[Mapping[str, Callable[[Case, Step], None]]] = {
    "observed": observed,
    "input-error": input_error,
    "warning-or-error": warning_or_error,
    "element": element,
    "no-target": no_target,
    "text": text,
    "same-blueprint": same_blueprint,
    "same-id": same_id,
    "other-id": other_id,
    "distinct-ids": distinct_ids,
    "busy": busy,
    "cut": cut,
    "order": order,
    "size": size,
    "valid-utf8-json": valid_utf8_json,
    "file-unchanged": file_unchanged,
    "new-id": new_id,
    "hit": hit,
    "clickable-at": clickable_at,
    "click-point": click_point,
    "diff": diff,
    "diff-kind": diff_kind,
    "outcome": outcome,
    "effects": effects,
    "pressed": pressed,
    "not-pressed": not_pressed,
    "value": value,
    "state": state,
    "world-value": world_value,
    "nowhere": nowhere,
    "valid-or-invalid": valid_or_invalid,
    "run": run_stands,
    "error": error,
    "verifier": needs("verifier"),
    "observed-after-hand-back": observed_after_hand_back,
    "time": in_time,
}


# Running


def run_case(folder: Path, *, timed: bool = False) -> Case:
    """The case of a folder, run to its end; `failures` and `needs` say what came of it."""
    steps = json.loads((folder / "check.json").read_text("utf-8"))["steps"]
    with tempfile.TemporaryDirectory() as temporary:
        case = Case(folder.name, folder, Path(temporary) / folder.name, timed=timed)
        shutil.copytree(folder, case.folder)
        for step in steps:
            _run_step(case, step)
    return case


def _run_step(case: Case, step: Step) -> None:
    table, word = (STEPS, "do") if "do" in step else (EXPECTATIONS, "expect")
    try:
        table[step[word]](case, step)
    except Needed as needed:
        if needed.area not in case.needs:
            case.needs.append(needed.area)
    except Unmet as unmet:
        case.failures.append(f"{word} {step[word]}: {unmet}")


def folders(root: Path, names: Sequence[str] = ()) -> list[Path]:
    """The folders below `root` that hold a case, or those among them whose name begins with one of `names`."""
    found_here = sorted(path.parent for path in root.glob("*/check.json"))
    return [path for path in found_here if not names or path.name.startswith(tuple(names))]


def line(case: Case) -> str:
    if case.failures:
        return f"fail   {case.name}" + "".join(f"\n         {failure}" for failure in case.failures)
    return f"needs  {case.name}: {', '.join(case.needs)}" if case.needs else f"pass   {case.name}"


def table_of(cases: Sequence[Case]) -> str:
    counts = Counter("fail" if case.failures else "needs" if case.needs else "pass" for case in cases)
    areas = Counter(area for case in cases for area in case.needs)
    rows = [f"{counts[word]:4}  {word}" for word in ("pass", "fail", "needs")]
    return "\n".join([*rows, *(f"{count:4}  needs {area}" for area, count in areas.most_common())])


def main(arguments: Sequence[str]) -> int:
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    cases = []
    for folder in folders(Path(arguments[0]), arguments[1:]):
        cases.append(run_case(folder, timed=True))
        print(line(cases[-1]))
    print(table_of(cases))
    return 1 if not cases or any(case.failures for case in cases) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

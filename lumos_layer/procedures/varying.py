"""What of a run was said for this once, and will be said anew: texts of the goal and of screens, which become slots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from lumos_layer.perception.locator import Locator
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.task import Task
from lumos_layer.procedures.fitting import names_of
from lumos_layer.procedures.procedure import Expected, Parameter
from lumos_layer.state.checks import parts_of, texts_in, worded

_PUT = ("text", "value", "option", "url")  # fields of actions that say what is put in, chosen or gone to
_TYPED = frozenset(("text", "value"))  # of these, what a person writes; options and addresses are the app's own
_QUOTED = re.compile(r"[\"'“”‘’「」『』`]([^\"'“”‘’「」『』`]{1,200})[\"'“”‘’「」『』`]|(?<![\w/])([\w-]+\.[A-Za-z]{2,4})(?![\w/])")
Acts = Iterable[tuple[dict[str, Any], str, Observation]]
_KINDS: Mapping[bool, Literal["text", "number"]] = MappingProxyType({False: "text", True: "number"})


@dataclass(frozen=True)
class Varying:
    """Parameters, and the text that each had in the run."""

    parameters: tuple[Parameter, ...]
    texts: tuple[str, ...]

    def slotted(self, words: str) -> str:
        """The words with a slot wherever one of the texts stands by itself; the longest goes first."""
        if not self.texts:
            return words
        slots = dict(zip(self.texts, self.parameters, strict=True))
        longest = sorted(slots, key=len, reverse=True)
        return re.sub("|".join(map(_alone, longest)), lambda found: f"{{{slots[found[0]].name}}}", words)

    def slotted_in(self, value: Any) -> Any:
        """A document with slots in all its texts; a number that is one of the texts becomes its slot. Names of fields stay."""
        match value:
            case str():
                return self.slotted(value)
            case Locator():
                return msgspec.to_builtins(self.slotted_locator(value))
            case dict():
                return {name: each if name == "type" else self.slotted_in(each) for name, each in value.items()}
            case list():
                return [self.slotted_in(each) for each in value]
            case int() | float() if not isinstance(value, bool) and f"{value:g}" in self.texts:
                return self.slotted(f"{value:g}")
        return value

    def slotted_locator(self, where: Locator) -> Locator:
        said = {
            name: words
            for name in where.__struct_fields__
            if name not in ("role", "identifier") and isinstance(words := getattr(where, name), str) and words
        }
        return msgspec.structs.replace(where, **{name: self.slotted(words) for name, words in said.items()})

    def slotted_expected(self, expected: Expected) -> Expected:
        element = expected.element
        if element is not None:
            value = None if element.value is None else self.slotted(element.value)
            element = element.model_copy(update={"where": self.slotted_locator(element.where), "value": value})
        said = {name: self.slotted(getattr(expected, name)) for name in ("title", "url")}
        texts = {name: tuple(map(self.slotted, getattr(expected, name))) for name in ("texts", "gone")}
        return expected.model_copy(update={**said, **texts, "element": element})


def varying_of(acts: Acts, task: Task, slots: Mapping[str, str] = MappingProxyType({})) -> Varying:
    """What slots of checks were seen to be, by their names; what is typed or chosen that the goal, the steps or the requirements
    say; what is typed that a screen showed; and what goal and steps quote of what is acted on.

    What was copied off a screen is no part of a procedure either: on another day, something else stands there.
    """
    said = "\n".join((task.goal, *task.steps))
    given = "\n".join((said, *_required(task)))
    quoted = [next(filter(None, each.groups())).strip() for each in _QUOTED.finditer(said)]
    taken = set(re.findall(r"\{([a-z][a-z0-9_]*)\}", said))
    acts = list(acts)
    put = [(text, number, element or str(action["type"])) for action, element, _ in acts for _, text, number in _put(action)]
    found = {
        text: Parameter(name=slot, type=_KINDS[any(number for each, number, _ in put if each == text)], about=f"what {{{slot}}} is")
        for slot, text in slots.items()
        if text.strip() and any(_stands_in(text, each) for each, _, _ in put)
    }
    taken |= {each.name for each in found.values()}
    for action, element, look in acts:
        for field, text, number in _put(action):
            copied = field in _TYPED and any(_stands_in(text, name) for name in _shown(look))
            if text not in found and (_stands_in(text, given) or copied):
                found[text] = _parameter(element or str(action["type"]), number, f"put into {element or 'the screen'}", taken)
        for text in quoted:
            if text not in found and text and _stands_in(text, element):
                found[text] = _parameter("", False, f"in the name of what is acted on ({action['type']})", taken)
    return Varying(tuple(found.values()), tuple(found))


def _required(task: Task) -> Iterator[str]:
    """All that the requirements of a task say of what must be there."""
    for each in task.requirements:
        yield each.description
        for part in parts_of(each.check) if each.check is not None else ():
            yield from (text for _, value in worded(part) for text in texts_in(value))


def _put(action: dict[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """Fields, their texts, and whether these are numbers."""
    for name in _PUT:
        value = action.get(name)
        if isinstance(value, str) and value.strip():
            yield name, value, False
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield name, f"{value:g}", True


def _shown(look: Observation) -> set[str]:
    values = {value for i in look.kept if (value := look.tree[i].value) and not look.tree[i].protected}
    return names_of(look) | values


def _stands_in(text: str, words: str) -> bool:
    return text in words and re.search(_alone(text), words) is not None


def _alone(text: str) -> str:
    """Where the text stands by itself, and not as a part of a word or number."""
    before = r"(?<![^\W_])" if text[:1].isalnum() else ""
    after = r"(?![^\W_])" if text[-1:].isalnum() else ""
    return f"{before}{re.escape(text)}{after}"


def _parameter(element: str, number: bool, about: str, taken: set[str]) -> Parameter:
    quoted = re.search(r"['\"](.*)['\"]", element)
    words = re.findall(r"[a-z0-9]+", (quoted[1] if quoted else "").lower())
    slug = re.sub(r"^[^a-z]+", "", "_".join(words))[:30] or ("number" if number else "text")
    name = next(each for each in (slug, *(f"{slug}_{i}" for i in range(2, 10_000))) if each not in taken)
    taken.add(name)
    return Parameter(name=name, type=_KINDS[number], about=about)

"""An action schema for one screen: only the verbs, refs and options that this blueprint allows.

It keeps to what constrained decoders have in common: an object at the root, `$defs`, `anyOf`, every property required, no other
ones, enums, patterns without lookaround. Numbers, lengths and counts are checked afterwards, when the action is grounded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, islice
from typing import Any

import orjson

from lumos_layer.actions import ACTIONS, BY_TYPE
from lumos_layer.actions.base import BaseAction, Offer
from lumos_layer.actions.drag import Drag
from lumos_layer.actions.fields import LINE_SCHEMA, SECONDS_SCHEMA, Json, closed
from lumos_layer.actions.keys import ASCII_PATTERN
from lumos_layer.actions.ref_cover import Refs, schemas_of
from lumos_layer.actions.target import Target, focus_of, targets_of
from lumos_layer.actions.typing import SECRET_TEXT
from lumos_layer.actions.wait_for import STATES, WaitFor
from lumos_layer.errors import BadOption
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.observation import Observation

Sort = tuple[Target, list[tuple[int, str]]]
Asked = tuple[type[BaseAction], Callable[..., Json], *tuple[Refs, ...]]

# Characters that all schemas of refs, and all lists of options, may take. More is said less exactly, and checked afterwards.
REFS, OPTIONS = 500, 1_000
_FORM = 200  # characters around a list of options
_POINTER = 25  # characters of a pointer to a definition
_NAME = 10  # characters of the name of one, with what stands around it

_FULL_TEXT = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]+$"
_TEXTS: Json = {
    "words": {"type": "string", "pattern": _FULL_TEXT},
    "line": {"type": "string", "pattern": r"^[^\x00-\x1f\x7f]+$"},
    "url": {"type": "string", "pattern": r"^((https?|file)://[^\x00-\x20\x7f]+|about:blank)$"},
    "seconds": {"type": "number", "enum": [0.5, 1, 2, 5, 10, 30, 60]},
    "key": {"type": "string", "pattern": ASCII_PATTERN},
}
_ANY_TEXT = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$"


def grounded_schema(
    blueprint: Blueprint,
    observation: Observation | None = None,
    verbs: Collection[str] | None = None,
    secrets: Sequence[str] | None = None,
) -> Json:
    """The JSON Schema of `{"action": …}` with an action that this screen allows; `validate` takes it as it is.

    `observation`, if given, is what the blueprint was made of: it also knows what the blueprint does not print, such as that the
    root scrolls. `verbs` are the types that the surface can carry out, `secrets` the names of those that there are; None: any.
    Raises BadOption (a ValueError) for a verb that there is not, or if the screen allows none of them.
    """
    targets = list(targets_of(blueprint, observation))
    asked = list(_asked(_able(verbs), targets, focus_of(blueprint, observation, targets), secrets))
    refs = _Refs(dict.fromkeys(taking for _, _, *places in asked for taking in places))
    forms = _Forms()
    for kind, form, *places in asked:
        forms.add(kind, form(*map(refs.named, places)))
    allowed = list(forms.schemas())
    if not allowed:
        raise BadOption("verbs", list(verbs or ()), "one at least that this screen allows")
    schema = closed({"action": {"anyOf": allowed}})
    shared = _share(schema)
    schema["$defs"] = _definitions(schema, {**_TEXTS, **_secret_texts(secrets), **refs.definitions, **shared})
    return schema


def _able(verbs: Collection[str] | None) -> list[type[BaseAction]]:
    unknown = [verb for verb in verbs or () if verb not in BY_TYPE]
    if unknown:
        raise BadOption("verbs", unknown, f"some of {', '.join(BY_TYPE)}")
    return [kind for kind in ACTIONS if verbs is None or kind.verb() in verbs]


def _alike(targets: Iterable[Target]) -> Sequence[Sort]:
    """One target of each sort that actions do not tell apart, with the places and refs of all of them."""
    sorts: dict[object, Sort] = {}
    for place, target in enumerate(targets):
        if target.ref:
            sorts.setdefault(target.sort, (target, []))[1].append((place, target.ref))
    return tuple(sorts.values())


def _asked(
    able: Sequence[type[BaseAction]], targets: Sequence[Target], focus: Target | None, secrets: Sequence[str] | None
) -> Iterator[Asked]:
    """What can be asked for: an action, the form that it takes when it gets the schemas of refs, and those refs."""
    sorts = _alike(targets)
    for kind in able:
        for offer, taking in _by_offer(kind, sorts, secrets):
            yield kind, partial(_on_ref, offer), taking
        for alone in kind.offers_alone(focus):
            if _possible(alone, secrets):
                yield kind, partial(dict, alone)
    yield from _with_places(able, targets, sorts)


def _on_ref(offer: Json, refs: Json) -> Json:
    return {"ref": refs, **offer}


def _by_offer(kind: type[BaseAction], sorts: Iterable[Sort], secrets: Sequence[str] | None) -> Iterator[tuple[Json, Refs]]:
    """The forms of an action on an element, each with the refs that take it, in the order of the blueprint."""
    taking: dict[bytes, list[tuple[int, str]]] = {}
    for target, alike in sorts:
        for offer in kind.offers(target):
            if _possible(offer, secrets):
                taking.setdefault(orjson.dumps(offer), []).extend(alike)
    for printed, places in _affordable(taking).items():
        yield orjson.loads(printed), tuple(ref for _, ref in sorted(places))


def _affordable(taking: Mapping[bytes, list[tuple[int, str]]]) -> Mapping[bytes, list[tuple[int, str]]]:
    """The same, with options listed as far as they are affordable, short lists first; the rest may say any words."""
    listed = sorted((printed for printed in taking if b"option" in printed and b"enum" in printed), key=len)
    open_ones = set(islice(listed, sum(1 for cost in accumulate(len(each) + _FORM for each in listed) if cost <= OPTIONS), None))
    if not open_ones:
        return taking
    found = {printed: list(places) for printed, places in taking.items() if printed not in open_ones}
    found.setdefault(orjson.dumps({"option": LINE_SCHEMA}), []).extend(place for each in open_ones for place in taking[each])
    return found


def _possible(offer: Offer, secrets: Sequence[str] | None) -> bool:
    """False for what takes only secrets where there are none."""
    return secrets is None or len(secrets) > 0 or offer.get("text") != SECRET_TEXT


def _with_places(able: Sequence[type[BaseAction]], targets: Sequence[Target], sorts: Sequence[Sort]) -> Iterator[Asked]:
    """The forms whose refs stand deeper: both places of a drag, the element of a condition."""
    all_refs = tuple(target.ref for target in targets if target.ref)
    draggable = tuple(ref for _, ref in sorted(place for target, alike in sorts if not Drag.fits(target) for place in alike))
    if Drag in able and draggable:
        yield Drag, _drag, draggable, all_refs
    if WaitFor in able:
        yield WaitFor, _wait_for, *((all_refs,) if all_refs else ())


def _drag(draggable: Json, refs: Json) -> Json:
    return {"start": closed({"ref": draggable}), "end": closed({"ref": refs})}


def _wait_for(*refs: Json) -> Json:
    """For words, and for elements where there are any."""
    words = closed({"kind": _one_of("text"), "text": LINE_SCHEMA, "shown": {"type": "boolean"}})
    elements = [closed({"kind": _one_of("element"), "ref": each, "state": _one_of(*STATES)}) for each in refs]
    return {"condition": {"anyOf": [words, *elements]} if refs else words, "seconds": SECONDS_SCHEMA}


def _one_of(*words: str) -> Json:
    return {"type": "string", "enum": list(words)}


class _Refs:
    """Schemas of sets of refs under names of their own, each once."""

    def __init__(self, sets: Collection[Refs]) -> None:
        self.definitions: Json = {}
        self._schemas = schemas_of(sets, REFS)
        self._names: dict[bytes, str] = {}

    def named(self, refs: Refs) -> Json:
        schema = self._schemas[refs]
        name = self._names.setdefault(orjson.dumps(schema), f"refs{len(self._names) + 1}")
        self.definitions[name] = schema
        return {"$ref": f"#/$defs/{name}"}


class _Forms:
    """Objects that an action can be, those of one shape under one schema."""

    def __init__(self) -> None:
        self._verbs: dict[bytes, list[str]] = {}

    def add(self, kind: type[BaseAction], properties: Json) -> None:
        self._verbs.setdefault(orjson.dumps(properties), []).append(kind.verb())

    def schemas(self) -> Iterator[Json]:
        for properties, verbs in self._verbs.items():
            yield closed({"type": {"type": "string", "enum": verbs}, **orjson.loads(properties)})


def _secret_texts(secrets: Sequence[str] | None) -> Json:
    named: Json = (
        {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_.-]*$"} if secrets is None else {"type": "string", "enum": list(secrets)}
    )
    kept = [{"$ref": "#/$defs/secret"}] if secrets is None or secrets else []
    return {
        "secret": closed({"secret": named}),
        "text": {"anyOf": [{"type": "string", "pattern": _ANY_TEXT}, *kept]},
        "full_text": {"anyOf": [{"$ref": "#/$defs/words"}, *kept]},
    }


def _share(schema: Json) -> Json:
    """Parts of fields that stand there several times, taken out under names of their own where that is shorter."""
    found: dict[bytes, list[tuple[Any, Any]]] = {}
    for form in schema["properties"]["action"]["anyOf"]:
        for name, part in form["properties"].items():
            if name != "type" and "$ref" not in part:
                found.setdefault(orjson.dumps(part), []).append((form["properties"], name))
    shared: Json = {}
    for printed, places in found.items():
        if len(printed) * (len(places) - 1) > _POINTER * (len(places) + 1):
            called = places[0][1] if places[0][1] not in {*_TEXTS, *shared} else f"{places[0][1]}{len(shared)}"
            shared[called] = orjson.loads(printed)
            for properties, name in places:
                properties[name] = {"$ref": f"#/$defs/{called}"}
    return shared


def _definitions(schema: Json, known: Json) -> Json:
    """Those of the known definitions that the schema points to, in the order in which they are known.

    What is shorter where it is pointed from is put there, and is none.
    """
    places: dict[str, list[tuple[Any, Any]]] = {}
    waiting: list[Any] = [schema]
    while waiting:
        part = waiting.pop()
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            if isinstance(inner, dict) and "$ref" in inner:
                name = inner["$ref"].removeprefix("#/$defs/")
                if name not in places:
                    waiting.append(known[name])
                places.setdefault(name, []).append((part, key))
            elif isinstance(inner, dict | list):
                waiting.append(inner)
    definitions: Json = {}
    for name, definition in known.items():
        size, times = len(orjson.dumps(definition)), len(places.get(name, ()))
        if size * times > size + _POINTER * times + _NAME:
            definitions[name] = definition
        else:
            for holder, key in places.get(name, ()):
                holder[key] = definition
    return definitions

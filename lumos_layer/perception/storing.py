"""Sessions as files: one JSON document, with the number of its version and under a seal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import astuple

from lumos_layer.errors import DamagedSession
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.fates import Gone
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.naming import Strangers
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.refs import Ledger, Mark, SecretField
from lumos_layer.perception.sealing import SealBroken, Sealed, sealed, unsealed
from lumos_layer.perception.surface import Surface
from lumos_layer.tree import Node, Region, tree_of

VERSION = 3
_LARGEST = 2**53  # pixels, or of anything that is counted
_Count = Annotated[int, Meta(ge=0, le=_LARGEST)]
_KIND = "lumos session"
_DIALECTS = {dialect.name: dialect for dialect in FORMATS}


class _Look(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One surface: its latest look, what the session knows beyond it, and what is gone.

    What is said by number is in pairs, so that whoever sorts the keys of the document changes nothing.
    """

    surface: str
    id: str
    format: str
    raw_bytes: _Count
    app: str
    title: str
    url: str
    size: tuple[_Count, _Count] | None
    warnings: list[str]
    nodes: list[Node]
    parents: list[int]
    tags: list[str]
    places: list[str]
    confidence: list[tuple[int, float]]
    origin: list[tuple[int, str]]
    regions: list[Region]
    heights: list[int] | None
    numbers: list[tuple[int, int]]
    page: _Count
    secrets: list[SecretField]
    nameless: list[int]
    latecomers: list[int]
    gone: list[tuple[int, Gone]]
    handed_back: bool
    protected: list[int] = []


class _Stored(Sealed, forbid_unknown_fields=True, kw_only=True):
    next: _Count
    looks: _Count
    surfaces: list[_Look]


def stored(surfaces: Mapping[str, Surface], next: int, looks: int) -> bytes:
    """The bytes of a session's file."""
    looked = [_look(known) for known in surfaces.values()]
    return sealed(_Stored(kind=_KIND, version=VERSION, next=next, looks=looks, surfaces=looked))


def look_stored(look: Observation) -> bytes:
    """One look as JSON, with all that it knows of those before it."""
    return stored({look.surface: Surface(look)}, look.ledger.next, 1)


def look_restored(data: bytes, mark: Mark) -> Observation:
    """The look that was stored so, equal in all that it says; looks of one `mark` follow each other. Raises DamagedSession."""
    surfaces, _, _ = restored(data, "The look", mark)
    if len(surfaces) != 1:
        raise DamagedSession("The look", f"it holds {len(surfaces)} looks")
    return next(iter(surfaces.values())).latest


def _look(known: Surface) -> _Look:
    latest, draft = known.latest, known.latest.draft()
    heights = latest.tree.heights()
    return _Look(
        surface=latest.surface,
        id=latest.id,
        format=latest.format,
        raw_bytes=latest.raw_bytes,
        app=draft.app,
        title=draft.title,
        url=draft.url,
        size=draft.size,
        warnings=draft.warnings,
        nodes=draft.nodes,
        parents=list(draft.parents),
        tags=draft.tags,
        places=draft.places,
        confidence=list(draft.confidence.items()),
        origin=list(draft.origin.items()),
        regions=list(latest.tree.regions()),
        heights=None if heights is None else list(heights),
        numbers=list(latest.ledger.numbers.items()),
        page=latest.ledger.page,
        nameless=sorted(latest.ledger.strangers.fields),
        latecomers=sorted(latest.ledger.strangers.texts),
        secrets=sorted(latest.ledger.secrets, key=lambda field: (field.place, field.identifier, field.name, field.native_id)),
        gone=list(known.gone.items()),
        handed_back=known.handed_back,
        protected=sorted(known.protected),
    )


def restored(data: bytes, path: str, mark: Mark) -> tuple[dict[str, Surface], int, int]:
    """Surfaces, least free number and number of looks. `mark` becomes that of the observations. Raises DamagedSession."""
    try:
        said = unsealed(data, _Stored, _KIND, VERSION)
        surfaces, free = _surfaces(said, mark)
    except SealBroken as broken:
        raise DamagedSession(path, broken.problem, broken.remedy) from None
    except ValueError as error:
        raise DamagedSession(path, str(error)) from None
    return surfaces, free, said.looks


def _surfaces(said: _Stored, mark: Mark) -> tuple[dict[str, Surface], int]:
    _check(said)
    surfaces: dict[str, Surface] = {}
    free = said.next
    for look in said.surfaces:
        strangers = Strangers(frozenset(look.nameless), frozenset(look.latecomers))
        secrets = frozenset(look.secrets)
        ledger = Ledger(numbers=dict(look.numbers), next=free, page=look.page, mark=mark, secrets=secrets, strangers=strangers)
        latest = Observation(_draft(look), _DIALECTS[look.format], look.surface, look.raw_bytes, ledger, look.id)
        surfaces[look.surface] = Surface(latest, dict(look.gone), look.handed_back, set(look.protected))
        free = latest.ledger.next
    return surfaces, free


def _check(said: _Stored) -> None:
    """Raises ValueError where the document contradicts itself."""
    if not said.next:
        raise ValueError("it counts no refs")
    numbers = [
        number
        for look in said.surfaces
        for number in (*(number for _, number in look.numbers), *(number for number, _ in look.gone))
    ]
    if len(set(numbers)) < len(numbers) or any(not 0 < number < said.next for number in numbers):
        raise ValueError("a ref stands for two elements, or for none that was ever counted")
    if len({look.surface for look in said.surfaces}) < len(said.surfaces):
        raise ValueError("a surface is in it twice")
    for look in said.surfaces:
        count = len(look.nodes)
        if look.format not in _DIALECTS:
            raise ValueError(f"its dialect {look.format!r} is not known here")
        if not count == len(look.parents) == len(look.tags) or len(look.places) not in (0, count):
            raise ValueError(f"the tree of {look.surface!r} is incomplete")
        if any(not 0 <= node < count for node, _ in look.numbers) or any(not -1 <= p < i for i, p in enumerate(look.parents)):
            raise ValueError(f"the tree of {look.surface!r} is not in order")
        named = (*(i for i, _ in look.confidence), *(i for i, _ in look.origin), *(region.node for region in look.regions))
        if (
            any(not 0 <= i < count for i in named)
            or len(look.nodes if look.heights is None else look.heights) != count
            or not look.id[1:].isdecimal()
        ):
            raise ValueError(f"what is said of the tree of {look.surface!r} does not fit it")
        boxes = (*(node.bounds for node in look.nodes), *(region.box for region in look.regions))
        if any(box is not None and max(map(abs, astuple(box))) > _LARGEST for box in boxes):
            raise ValueError(f"something in the tree of {look.surface!r} is larger than any screen")


def _draft(look: _Look) -> Draft:
    tree = tree_of(look.nodes, look.parents)
    draft = Draft()
    draft.nodes, draft.parents, draft.tags, draft.places = look.nodes, tree.parents, look.tags, look.places  # type: ignore[assignment]
    draft.ends = tree.ends  # type: ignore[assignment]
    draft.app, draft.title, draft.url, draft.size, draft.warnings = look.app, look.title, look.url, look.size, look.warnings
    draft.confidence, draft.origin = dict(look.confidence), dict(look.origin)
    draft.regions, draft.heights = lambda _: look.regions, lambda _: look.heights
    return draft

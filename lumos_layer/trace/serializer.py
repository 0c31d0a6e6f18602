"""State of a graph as MessagePack and back: every value as what it was, or an error; and no text that must not be written.

LangGraph's own serializer gives plain dicts for types that it was not told of, and lets a model that its type refuses pass unseen.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import is_
from typing import Any, get_args

import ormsgpack
from langgraph.checkpoint.serde._msgpack import SAFE_MSGPACK_TYPES
from langgraph.checkpoint.serde.jsonplus import (
    EXT_CONSTRUCTOR_KW_ARGS,
    EXT_CONSTRUCTOR_POS_ARGS,
    EXT_CONSTRUCTOR_SINGLE_ARG,
    EXT_PYDANTIC_V2,
    JsonPlusSerializer,
    _create_msgpack_ext_hook,
)
from pydantic import BaseModel, ValidationError

from lumos_layer.errors import DamagedRun
from lumos_layer.planning.task import EnvironmentType
from lumos_layer.trace.cleaning import Clean, Growing, as_it_is, put_back_words, takes_nothing, word
from lumos_layer.trace.events import Status
from lumos_layer.tree.identity import ByIdentity

_REMEMBERED = 1_000  # values whose bytes are kept at hand
_OPTION = ormsgpack.OPT_NON_STR_KEYS
_WRITING = (  # what has a type of its own is asked for, and not written as what it is like
    ormsgpack.OPT_NON_STR_KEYS
    | ormsgpack.OPT_PASSTHROUGH_DATACLASS
    | ormsgpack.OPT_PASSTHROUGH_DATETIME
    | ormsgpack.OPT_PASSTHROUGH_ENUM
    | ormsgpack.OPT_PASSTHROUGH_UUID
    | ormsgpack.OPT_REPLACE_SURROGATES
)
_VALUES = "channel_values"  # of a checkpoint: the state; all that stands beside it is LangGraph's own
_CHECKPOINT = frozenset(("id", "ts", "channel_versions", _VALUES))
_THEIRS = frozenset(("source", "step", "parents", "run_id"))  # of the metadata of a checkpoint
_WORDS = frozenset((*get_args(Status), *get_args(EnvironmentType)))  # that stand alone in the state
_PLAIN = frozenset((str, bool, int, float, type(None)))  # they cannot change
_NONE = (object(), b"")
_FROZEN: dict[type, bool] = {}  # of the types that states hold
_MAKE: dict[int, Callable[[Any, Any], Any]] = {
    EXT_CONSTRUCTOR_SINGLE_ARG: lambda kind, said: kind(said),
    EXT_CONSTRUCTOR_POS_ARGS: lambda kind, said: kind(*said),
    EXT_CONSTRUCTOR_KW_ARGS: lambda kind, said: kind(**said),
    EXT_PYDANTIC_V2: lambda kind, said: kind.model_validate(_known(kind, said), strict=False),  # tuples come back as lists
}


def _known(kind: type[BaseModel], said: dict[str, Any]) -> dict[str, Any]:
    """The fields that the type has: what another version kept besides is left out (S42)."""
    return {name: value for name, value in said.items() if name in kind.model_fields}


class _Packed:
    """A value of some type, not unpacked. `clean`: nothing is in it that must not be written."""

    __slots__ = ("clean", "code", "data")

    def __init__(self, code: int, data: bytes, clean: bool = False) -> None:
        self.code, self.data, self.clean = code, data, clean


def _unpacked(data: bytes) -> Any:
    return ormsgpack.unpackb(data, ext_hook=_Packed, option=_OPTION)


def _packed_dict(packed: Mapping[str, bytes]) -> bytes:
    """A dict of values that are packed already."""
    head = b"\xdf" + len(packed).to_bytes(4, "big")  # a map of 32 bits' length
    return head + b"".join([part for key, value in packed.items() for part in (_packed_key(key), value)])


@lru_cache(_REMEMBERED)
def _packed_key(key: str) -> bytes:
    return ormsgpack.packb(key, option=_WRITING)


def _cannot_change(value: Any) -> bool:
    return type(value) in _PLAIN or _is_frozen(value)


def _is_frozen(value: Any) -> bool:
    kind = type(value)
    known = _FROZEN.get(kind)
    if known is None:
        known = _FROZEN[kind] = issubclass(kind, BaseModel) and bool(kind.model_config.get("frozen"))
    return known


def _packed(value: Any) -> bytes:
    return ormsgpack.packb(value, default=lambda made: ormsgpack.Ext(made.code, made.data), option=_OPTION)


class StrictSerializer(JsonPlusSerializer):
    """Knows only these types, and those that LangGraph itself calls safe."""

    def __init__(self, types: Iterable[type], clean: Clean = as_it_is) -> None:
        self._types = {(kind.__module__, kind.__name__): kind for kind in types}
        self._clean = clean
        self._refused = threading.local()  # what a hook raises does not get through ormsgpack
        self._written: ByIdentity[Any] = ByIdentity(_REMEMBERED)
        self._channels: dict[str, tuple[Any, bytes]] = {}  # by name: what cannot change, a list as a tuple, and the same packed
        self._without_words: tuple[str, ...] = ()  # those that what is written was written without
        self._other = _create_msgpack_ext_hook(None)  # dates, arrays: what holds no types of ours
        super().__init__(allowed_msgpack_modules=list(self._types), __unpack_ext_hook__=self._restored)

    def with_msgpack_allowlist(self, extra_allowlist: Iterable[tuple[str, ...] | type]) -> StrictSerializer:
        """The same: what may stand in a checkpoint was said when it was made, whatever a graph's state speaks of besides."""
        return self

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        if obj is None or isinstance(obj, bytes | bytearray):
            return super().dumps_typed(obj)
        if not takes_nothing(self._clean):
            return "msgpack", self._cleaned(self._said(obj))
        if isinstance(obj, dict) and obj.keys() >= _CHECKPOINT:
            return "msgpack", self._checkpoint(obj)
        return "msgpack", self._said(obj)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        self._refused.problem = None
        try:
            return super().loads_typed(data)
        except (ValueError, NotImplementedError) as problem:
            raise self._refused.problem or _damaged(f"a checkpoint cannot be read ({problem})") from None

    def _restored(self, code: int, data: bytes) -> Any:
        try:
            return self._made(code, data)
        except DamagedRun as problem:
            self._refused.problem = self._refused.problem or problem
            raise

    def _made(self, code: int, data: bytes) -> Any:
        make = _MAKE.get(code)
        if make is None:
            return self._other(code, data)
        module, name, said, *_ = ormsgpack.unpackb(data, ext_hook=self._restored, option=_OPTION)
        kind = self._types.get((module, name))
        if kind is None and (module, name) not in SAFE_MSGPACK_TYPES:
            raise _damaged(f"a checkpoint holds a {module}.{name}, which none may hold here")
        try:
            return make(kind or getattr(importlib.import_module(module), name), said)
        except (TypeError, ValueError) as problem:
            raise _damaged(f"a checkpoint holds a {name} that cannot be one ({problem})") from problem

    def _said(self, value: Any) -> bytes:
        return ormsgpack.packb(value, default=self._typed, option=_WRITING)

    def _checkpoint(self, checkpoint: Mapping[str, Any]) -> bytes:
        """The same as of any dict; what a channel held already in the checkpoint before is not packed again."""
        state = {channel: self._channel(channel, value) for channel, value in checkpoint[_VALUES].items()}
        return _packed_dict({key: _packed_dict(state) if key == _VALUES else self._said(each) for key, each in checkpoint.items()})

    def _channel(self, channel: str, value: Any) -> bytes:
        """The value of a channel. One that cannot change is known by itself, and a list of such by what is in it."""
        last, packed = self._channels.get(channel, _NONE)
        if type(value) is not list:
            if last is value:
                return packed
            said = self._said(value)
            if _cannot_change(value):
                self._channels[channel] = value, said
            return said
        if type(last) is tuple and len(last) == len(value) and all(map(is_, last, value)):
            return packed
        said = self._said(value)
        if all(map(_cannot_change, value)):
            self._channels[channel] = tuple(value), said
        return said

    # Values of types

    def _typed(self, value: Any) -> Any:
        """A value of some type as it is written: without what must not be, and made once where it cannot change."""
        words = (*self._clean.words, *self._clean.hidden) if isinstance(self._clean, Growing) else ()
        if words != self._without_words:
            self._written.clear()
            self._channels.clear()
            self._without_words = words
        known = self._written.get(value)
        if known is not None:
            return known
        found = self._without(_unpacked(super().dumps_typed(value)[1]))
        made = ormsgpack.Ext(found.code, found.data) if isinstance(found, _Packed) else found
        return self._written.keep(value, made) if _is_frozen(value) else made

    # What must not be written

    def _cleaned(self, said: bytes) -> bytes:
        """The rest of it: values of types are clean already."""
        value = ormsgpack.unpackb(said, ext_hook=lambda code, data: _Packed(code, data, clean=True), option=_OPTION)
        if isinstance(value, dict) and value.keys() >= _CHECKPOINT:
            state = {channel: self._of_channel(each) for channel, each in value[_VALUES].items()}
            return _packed({**value, _VALUES: state})
        return _packed(self._of_channel(value))

    def _of_channel(self, value: Any) -> Any:
        return value if isinstance(value, str) and value in _WORDS else self._without(value)

    def _without(self, value: Any) -> Any:
        match value:
            case str():
                return self._clean(value)
            case dict():
                return {self._key(key): self._field(key, each) for key, each in value.items()}
            case list() | tuple():
                return [self._without(each) for each in value]
            case _Packed():
                return self._ext(value)
        return value

    def _field(self, key: Any, value: Any) -> Any:
        found = self._without(value)
        return word(key, value, found, self._clean) if isinstance(key, str) and isinstance(value, str) else found

    def _key(self, key: Any) -> Any:
        """The names of fields and channels stay; other words are no names."""
        return key if not isinstance(key, str) or key.isidentifier() else self._clean(key)

    def _ext(self, value: _Packed) -> _Packed:
        if value.clean or value.code not in _MAKE or takes_nothing(self._clean):
            return value
        module, name, said, *rest = _unpacked(value.data)
        found = self._without(said)
        kind = self._types.get((module, name))
        if found != said and kind is not None and issubclass(kind, BaseModel):
            found = _as_its_type_takes_it(kind, said, found)
        if kind is None and isinstance(found, dict) and "id" in said:
            found["id"] = said["id"]  # by which LangGraph knows its own values again
        return _Packed(value.code, _packed([module, name, found, *rest]))


def _as_its_type_takes_it(kind: type[BaseModel], before: Any, found: Any) -> Any:
    """What is left of a model after cleaning, with those words back that its type insists on."""
    try:
        kind.model_validate(found, strict=False)
    except ValidationError as problem:
        return put_back_words(problem, before, found)
    return found


def metadata_without(metadata: Mapping[str, Any], clean: Clean) -> Any:
    """The metadata of a checkpoint without what `clean` takes out, but for LangGraph's own words."""
    said: Any = clean(dict(metadata))
    return {**said, **{name: metadata[name] for name in _THEIRS & metadata.keys()}}


def _damaged(problem: str) -> DamagedRun:
    return DamagedRun("The store of checkpoints", problem)

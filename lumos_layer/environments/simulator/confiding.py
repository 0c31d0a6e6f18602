"""Where secrets went in a world: which fields have got one, and which parts of it the clipboard took out of them.

A field is remembered by where its words came from, not by what they are: nobody who happens to write three letters of a
password has them taken for it. What was copied in part is known again in the field that it was put into and, where it is long
enough to stand nowhere by chance, wherever an app repeats it; so is what an edit leaves of a secret, or takes from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import astuple

from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.perception.known_secrets import SHORTEST, runs_of, said, without_any
from lumos_layer.perception.spellings import SURE

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


class Part(Struct, frozen=True):
    """The characters of a secret from `start` up to `end`; `everywhere`: hidden wherever it shows, and not only saved as a name."""

    secret: str
    start: int
    end: int
    everywhere: bool = False

    def shown_nowhere(self, everywhere: bool) -> Part:
        """The same part, hidden so."""
        return Part(self.secret, self.start, self.end, everywhere)


class Confided(Struct, omit_defaults=True):
    """`fields` are numbers of widgets with the names of secrets that came into them, `clipboard` the names of those on it, `values`
    what stored values have of them."""

    fields: dict[int, list[str]] = field(default_factory=dict)
    clipboard: list[str] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)


def put_into(world: World, widget: Widget | None, name: str) -> None:
    """A secret was typed into the widget, or a part of it came there."""
    if widget is not None:
        names = world.confided.fields.setdefault(widget.number, [])
        if name not in names:
            names.append(name)


def copied(world: World, widget: Widget, words: str) -> None:
    """The words were put on the clipboard out of the widget. A part that the screen shows elsewhere anyhow goes on to be shown."""
    held = world.confided.fields.get(widget.number, ())
    whole = "" if widget.text is None else widget.text.text
    names = [name for name, secret in world.secrets.items() if secret and (name in held or secret in whole)]
    world.confided.clipboard = names
    for part in _parts_in(world, names, (words,)):
        text = world.secrets[part.secret][part.start : part.end]
        _keep(world, Part(part.secret, part.start, part.end, not _is_shown(world, text)))


def pasted(world: World, widget: Widget) -> None:
    """What is on the clipboard came into the widget."""
    for name in world.confided.clipboard:
        put_into(world, widget, name)


def stored(world: World, name: str, source: Widget | None) -> None:
    """A value was kept under the name: what a widget says or a part of it; None: something else."""
    held = () if source is None else world.confided.fields.get(source.number, ())
    kept = _as_text(world.stage.values.get(name))
    whole = source.text.text if source is not None and source.text is not None else ""
    names = [
        each for each, secret in world.secrets.items() if secret and (each in held or secret in whole) and _has_of(kept, secret)
    ]
    world.confided.values.pop(name, None)
    if names:
        world.confided.values[name] = names
        for part in _parts_in(world, names, (kept,)):
            _keep(world, part)


def counted(world: World, name: str, others: Iterable[str]) -> None:
    """A number was added to a stored one; `others` are the values that it was read from."""
    names = [each for other in (name, *others) for each in world.confided.values.get(other, ())]
    if names:
        world.confided.values[name] = list(dict.fromkeys(names))


def spoken(world: World, name: str) -> str:
    """The stored value as an app may write it: where looks would not hide what was made of a secret, its name stands instead."""
    kept = _as_text(world.stage.values.get(name))
    return _spoken(world, kept, world.confided.values.get(name, ()))


def words_of(world: World, widget: Widget, words: str) -> str:
    """What a widget says, as an app may write it."""
    names = world.confided.fields.get(widget.number, ())
    return _spoken(world, words, [name for name in names if _has_of(words, world.secrets.get(name, ""))])


def _spoken(world: World, words: str, names: Sequence[str]) -> str:
    for name in names:
        secret = world.secrets.get(name, "")
        whole = len(secret) >= SHORTEST and words.strip() == secret
        if not whole and not (len(secret) >= SURE and secret in words and not runs_of(secret, words.replace(secret, "\0"))):
            return said(name)
    return words


def _has_of(words: str, secret: str) -> bool:
    """True if the words have anything of the secret: a part of it, or nothing else."""
    return bool(words and secret) and (words.lower() in secret.lower() or bool(runs_of(secret, words)))


def _as_text(kept: object) -> str:
    return "" if kept is None else str(kept).lower() if isinstance(kept, bool) else str(kept)


def edited(world: World, widget: Widget) -> None:
    """The words of a field are others now: what it holds and held of a secret is saved under a name."""
    names, text = world.confided.fields.get(widget.number), widget.text
    if names and text is not None:
        last = (text.done[-1].taken, text.done[-1].given) if text.done else ()
        for part in _parts_in(world, names, (text.text, *last)):
            long = part.end - part.start >= SURE and part not in world.confided.parts
            _keep(world, part.shown_nowhere(long and not _is_shown(world, world.secrets[part.secret][part.start : part.end])))


def renewed(world: World, old: Widget, new: Widget) -> None:
    """Another widget stands in the place of one, with its words."""
    names = world.confided.fields.pop(old.number, None)
    if names is not None:
        world.confided.fields[new.number] = names


def known(secrets: Mapping[str, str], parts: list[Part], shown: bool = False) -> dict[str, str]:
    """All secrets, and the parts of them that went elsewhere, each by the name that stands for it; `shown`: as looks hide them."""
    found = dict(secrets)
    for number, part in enumerate(parts, 1):
        words = secrets.get(part.secret, "")[part.start : part.end]
        if words and (part.everywhere or not shown):
            found[f"part {number} of {part.secret}"] = words
    return found


def telling(world: World) -> Iterator[Widget]:
    """The fields that show a part of a secret right now, other than as a whole one that is shown by its name."""
    for number, names in world.confided.fields.items():
        widget = world.widgets.get(number)
        if widget is None or widget.node.protected or not widget.node.value:
            continue
        rest = without_any(widget.node.value, world.secrets)
        if any(_has_of(rest.strip(), world.secrets.get(name, "")) for name in names):
            yield widget


def _parts_in(world: World, names: Iterable[str], texts: Iterable[str]) -> Iterator[Part]:
    for name in names:
        secret = world.secrets.get(name, "")
        for words in texts:
            yield from (Part(name, start, end) for start, end in runs_of(secret, words) if end - start < len(secret))


def _keep(world: World, part: Part) -> None:
    parts = world.confided.parts
    place = next((k for k, other in enumerate(parts) if (other.secret, other.start, other.end) == astuple(part)[:3]), None)
    if place is None:
        parts.append(part)
    elif part.everywhere:
        parts[place] = part


def _is_shown(world: World, words: str) -> bool:
    """True if something other than the fields that got a secret says these words, and not as a part of what is hidden there."""
    searched, fields, hidden = words.lower(), world.confided.fields, known(world.secrets, world.confided.parts, shown=True)
    others = (widget.node for widget in world.order() if not any(above.number in fields for above in widget.chain()))
    saying = (each for node in others for each in (node.name, node.value or "", node.hint) if searched in each.lower())
    return any(searched in without_any(each, hidden).lower() for each in saying)

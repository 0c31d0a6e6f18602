"""A field once seen as protected stays protected, whatever the page makes of it: also in another place, or made anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from lumos_layer.diff import Matching
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.looking import look
from lumos_layer.perception.naming import names_by_content, names_by_label
from lumos_layer.perception.pages import page_of
from lumos_layer.perception.refs import SecretField
from lumos_layer.perception.secrets import MOST, WORDS, conceal, emptied, tell_one
from lumos_layer.perception.text import TELLING, clean_line
from lumos_layer.perception.words import TYPED
from lumos_layer.tree import Role, Tree

_MOST = 1000  # fields that a surface remembers


def secret_fields(tree: Tree, place: str, known: Iterable[SecretField]) -> frozenset[SecretField]:
    """The protected fields of a look, and those known before, as far as they can be known again."""
    found = dict.fromkeys(known)
    protected = [i for i, node in enumerate(tree) if node.protected]
    labels = _labels(tree) if protected else {}
    for i in protected:
        name = (tree[i].name or labels.get(i, "")).casefold()
        field = SecretField(place, tree[i].identifier, name, tree[i].native_id)
        if field.identifier or field.name or field.native_id:
            found[field] = None
    return frozenset(list(found)[-_MOST:])


def place_of(app: str, url: str) -> str:
    """The program or page, by which fields of one name are told from those of others."""
    return " ".join(map(str, page_of(url)[:3])) if url else app


def guard(draft: Draft, before: Tree, matching: Matching, known: frozenset[SecretField]) -> None:
    """Conceal in the draft of a new look what was protected before, and other nodes that show the secret that this tells.

    `matching` joins `before` with the draft; `known` are fields of all earlier looks. To be called before anything else sees it.
    """
    tree = draft.freeze()
    found = {*_matched(before, tree, matching), *_known_again(draft, tree, known)}
    fresh = [i for i in sorted(found) if not tree[i].protected]
    if not fresh:
        return
    told = {line.casefold() for i in fresh for line in _words_in(tree, i) if len(line) >= TELLING}
    for i in fresh:
        if tree[i].role is Role.TEXT and tree[i].value is None:
            draft.nodes[i] = replace(tree[i], name="", value=tree[i].name)  # what a text says is what it holds
    conceal(draft, fresh)
    if told:
        _conceal_repeats(draft, told)


def _matched(before: Tree, after: Tree, matching: Matching) -> Iterator[int]:
    """What protected fields became, and what stands in the place of those that are gone: new fields and texts in the same group."""
    protected = [b for b, node in enumerate(before) if node.protected]
    yield from (a for b in protected if (a := matching.forward[b]) >= 0)
    gone = [b for b in protected if matching.forward[b] < 0 and before[b].bounds is not None and before.parents[b] >= 0]
    places = {(matching.forward[before.parents[b]], before[b].bounds) for b in gone}
    if places:
        for a, node in enumerate(after):
            is_new = matching.backward[a] < 0 and (node.role in TYPED or node.role is Role.TEXT)
            if is_new and (after.parents[a], node.bounds) in places:
                yield a


def _known_again(draft: Draft, tree: Tree, known: frozenset[SecretField]) -> Iterator[int]:
    here = [field for field in known if field.place == place_of(draft.app, draft.url)]
    if not here:
        return
    names, ids = {field.name for field in here if field.name}, {field.native_id for field in here if field.native_id}
    identifiers = {field.identifier: field.name for field in here}
    labels = _labels(tree)
    for i, node in enumerate(tree):
        is_text_document = node.role is Role.DOCUMENT and node.value is not None
        if node.role not in TYPED and "type" not in node.can and not is_text_document:
            continue
        name = (node.name or labels.get(i, "")).casefold()
        if name in names or node.native_id in ids:
            yield i
            continue
        # Identifiers such as 1001 or edit_text are given again in other dialogs: names that share nothing tell them apart.
        called = identifiers.get(node.identifier) if node.identifier else None
        if called is not None and (name in called or called in name):
            yield i


def _labels(tree: Tree) -> dict[int, str]:
    seen = look(tree, None)
    named, used = names_by_content(tree, seen)
    return named | names_by_label(tree, seen, named, used)


def _words_in(tree: Tree, field: int) -> Iterator[str]:
    """What the field and what stands in it show, line by line."""
    value = tree[field].value
    if value is not None:
        yield clean_line(value)
        return
    if tree[field].role is Role.TEXT:
        yield clean_line(tree[field].name)
    for i in range(field + 1, tree.end(field)):
        yield from map(clean_line, filter(None, (tree[i].value, tree[i].name)))


def _conceal_repeats(draft: Draft, told: set[str]) -> None:
    """Empty the names, values and hints elsewhere that tell the secret; of many lines the longest are looked for in other words."""
    longest = set(sorted(told, key=len)[-MOST:])

    def tells(words: str) -> bool:
        return clean_line(words).casefold() in told or tell_one(words, longest)

    for i, node in enumerate(draft.nodes):
        draft.nodes[i] = emptied(node, [key for key in WORDS if (words := getattr(node, key)) and tells(words)])
    for key in ("title", "app"):
        if tells(getattr(draft, key)):
            setattr(draft, key, "")

"""Another look at a surface: what is still there keeps its ref, and what was protected stays so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.diff import Matching, match, turned_over
from lumos_layer.perception.draft import Draft, DumpFormat
from lumos_layer.perception.guarding import guard, place_of, secret_fields
from lumos_layer.perception.known_secrets import is_rest_of
from lumos_layer.perception.naming import Strangers
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.pages import document_of, is_one_window, is_there_still, may_be_same
from lumos_layer.perception.refs import Mark
from lumos_layer.perception.secrets import conceal, keep_secrets
from lumos_layer.perception.words import FIELDS
from lumos_layer.tree import Node, Role, Tree

# What a draft says beside its nodes. Where they are drawn may change without anything having changed.
_SAID = ("parents", "tags", "places", "confidence", "origin", "app", "title", "url", "size", "warnings")

Recall = Callable[[Tree, Mapping[int, int]], Mapping[int, int]]


class Parsed(Struct):
    """A dump as its dialect read it."""

    draft: Draft
    dialect: DumpFormat
    raw_bytes: int


def continued(
    parsed: Parsed,
    surface: str,
    before: Observation,
    id: str,
    *,
    first: int = 1,
    keep_refs: bool = True,
    recall: Recall | None = None,
    mark: Mark | None = None,
    protected: Collection[int] = (),
    known_secrets: Mapping[str, str] = MappingProxyType({}),
) -> Observation:
    """The look that follows `before` on the same surface.

    `first` is the least number that nothing in the session has had. `keep_refs=False`: everything gets a new one, as after a person
    has had the surface. `recall` may give nodes that nothing before became the numbers that they had in earlier looks.
    `protected` are numbers of elements that keep a secret, whatever their dump says. A field that showed one of `known_secrets` by
    its name and shows a part of it now is protected from here on.
    """
    draft = parsed.draft
    keep_secrets(draft)
    if keep_refs and mark is not None and _is_as_before(parsed, before, protected):
        return before.once_more(draft, id, parsed.raw_bytes, replace(before.ledger, next=max(first, before.ledger.next)))
    tree = draft.freeze()
    matching, same_page = _matched(before, parsed, tree)
    old = before.ledger
    secrets = secret_fields(before.tree, place_of(before.app, before.url), old.secrets)
    guard(draft, before.tree, matching, secrets)
    kept = [node for b, number in old.numbers.items() if number in protected and (node := matching.forward[b]) >= 0]
    if known_secrets:
        pairs = ((a, before.tree[b], tree[a]) for b, a in enumerate(matching.forward) if a >= 0)
        kept += [a for a, node, now in pairs if _keeps_a_rest(node, now, known_secrets)]
    if kept:
        conceal(draft, kept)
    numbers: dict[int, int] = {}
    turned: frozenset[int] = frozenset()
    if keep_refs:
        if same_page:
            turned = turned_over(before.tree, tree, matching)
        numbers = {node: number for b, number in old.numbers.items() if (node := matching.forward[b]) >= 0 and b not in turned}
        if recall is not None and same_page:
            numbers.update(recall(draft.freeze(), numbers))
    own, older = old.followed_by(mark)
    ledger = replace(
        old,
        numbers=numbers,
        next=max(first, old.next),
        turned=frozenset(old.numbers[b] for b in turned if b in old.numbers),
        page=old.page if same_page and keep_refs else old.page + 1,
        mark=own,
        older=older,
        secrets=secrets,
        strangers=_strangers(before, tree, matching) if same_page else Strangers(),
    )
    came_from = (before, matching) if same_page else None
    return Observation(draft, parsed.dialect, surface, parsed.raw_bytes, ledger, id, came_from)


def _is_as_before(parsed: Parsed, before: Observation, protected: Collection[int]) -> bool:
    """True if the look says word for word what the one before it said, and nothing of it is to be concealed since."""
    if parsed.dialect.name != before.format or parsed.draft.nodes != list(before.tree.nodes):
        return False
    said = before.draft()
    if any(getattr(parsed.draft, name) != getattr(said, name) for name in _SAID):
        return False
    kept = (node for node, number in before.ledger.numbers.items() if number in protected) if protected else ()
    return all(before.tree[node].protected for node in kept)


def _keeps_a_rest(before: Node, now: Node, secrets: Mapping[str, str]) -> bool:
    return before.value is not None and before.value != now.value and is_rest_of(before.value, now.value, secrets)


def _strangers(before: Observation, tree: Tree, matching: Matching) -> Strangers:
    """Fields that are there still and had no name, and the texts that are new, now or since such a field was there."""
    nameless = (b for b, node in enumerate(before.tree) if node.role in FIELDS and node.can and not before.name_of(b))
    fields = frozenset(a for b in nameless if (a := matching.forward[b]) >= 0)
    if not fields:
        return Strangers()
    new = (a for a, b in enumerate(matching.backward) if b < 0 and tree[a].role is Role.TEXT)
    known = (a for b in before.ledger.strangers.texts if (a := matching.forward[b]) >= 0)
    return Strangers(fields, frozenset((*new, *known)))


def again(earlier: Observation, later: Observation) -> Observation:
    """The later look once more, as it is after the earlier one."""
    parsed = Parsed(later.draft(), later.dialect, later.raw_bytes)
    return continued(parsed, later.surface, earlier, later.id if later.id != earlier.id else following(earlier.id))


def following(id: str) -> str:
    """The id after `o12`: `o13`."""
    return f"o{int(id[1:]) + 1}"


def _matched(before: Observation, parsed: Parsed, tree: Tree) -> tuple[Matching, bool]:
    same_page = may_be_same(before, parsed.draft, tree, parsed.dialect) and (
        bool(document_of(tree)) or is_one_window(before, tree) or is_there_still(before.tree, tree)
    )
    return match(before.tree, tree, same_document=same_page), same_page

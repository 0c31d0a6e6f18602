"""Where to look for what is not on the screen: behind what is folded, further down, on other pages. It presses nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, islice

from lumos_layer.planning.rules.moves import Act
from lumos_layer.planning.rules.screen import Document, Screen
from lumos_layer.planning.rules.watching import scroller
from lumos_layer.planning.rules.words import ALIKE, Wanted, how_like, plain, stem, tokens
from lumos_layer.tree import Role

_LEVELS = 500
_PAGES = 15  # of a list that is taken for one that leads to pages
_SCROLLS = 20
_LISTS = frozenset((Role.LISTBOX, Role.LIST, Role.TREE, Role.TABLIST, Role.NAVIGATION))
_ENTRIES = frozenset((Role.OPTION, Role.LISTITEM, Role.TREEITEM, Role.TAB))
_LEADING = frozenset((Role.LINK, Role.OPTION, Role.TREEITEM, Role.TAB))
_BRINGING = frozenset((Role.BUTTON, Role.LINK))
_MORE = frozenset(
    (
        "load more",
        "show more",
        "more results",
        "see more",
        "show all",
        "next page",
        "older",
        "more",
        "더 보기",
        "더보기",
        "다음 페이지",
    )
)
# Where things are that are called by some words: what goes into a cart is in a shop.
_KEPT_IN = ((frozenset(("cart", "basket", "장바구니에")), ("shop", "store", "shopping", "가게", "상점", "쇼핑")),)
_ASKED_FOR = frozenset((Role.FORM, Role.RADIOGROUP, Role.DIALOG, Role.ALERTDIALOG, Role.COMBOBOX))


def explore(screen: Screen, wanted: Wanted, tried: Collection[str], *, only_folded: bool = False) -> tuple[Act, str] | None:
    """The next place to look at, with the mark by which it is known to have been tried; None if there is none left.

    `only_folded`: nowhere but behind what is closed around something of that name, and on other tabs.
    """
    places = chain(_folded_around(screen, wanted), _tabs(screen)) if only_folded else _places(screen, wanted)
    for mark, document, why in places:
        if mark not in tried and not screen.against(document)[0]:
            return Act(document, why, final=False), mark
    return None


def _places(screen: Screen, wanted: Wanted) -> Iterator[tuple[str, Document, str]]:
    yield from _folded_around(screen, wanted)
    if screen.dialog is None:
        yield from _named_by(screen, wanted)
    yield from _further_down(screen)
    if screen.dialog is None:
        yield from _folded(screen)
        yield from _pages(screen)
        yield from _more(screen)
    else:
        yield from _tabs(screen)


def _folded_around(screen: Screen, wanted: Wanted) -> Iterator[tuple[str, Document, str]]:
    """What is closed around something that is called so and does not show."""
    tree = screen.tree
    for i in range(len(tree)):
        if i in screen.kept or not tree[i].can or not _is_called(screen, i, wanted):
            continue
        for above in islice(tree.ancestors(i), _LEVELS):
            if tree[above].expanded is False and "expand" in tree[above].can and (ref := screen.ref(above)):
                yield f"f:{ref}", {"type": "expand", "ref": ref, "expanded": True}, f"{wanted} is in {screen.name(above)[:60]!r}."
                break
            if _is_menu(screen, above) and (ref := screen.ref(above)):
                yield f"f:{ref}", {"type": "click", "ref": ref}, f"{wanted} is in {screen.name(above)[:60]!r}."
                break


def _is_menu(screen: Screen, i: int) -> bool:
    """True for an entry of a menu bar that does not say whether it is open: a click opens it."""
    node, parent = screen.tree[i], screen.tree.parents[i]
    return (
        node.role is Role.MENUITEM
        and node.expanded is None
        and "click" in node.can
        and parent >= 0
        and screen.tree[parent].role is Role.MENUBAR
        and screen.tree.end(i) > i + 1
    )


def _is_called(screen: Screen, i: int, wanted: Wanted) -> bool:
    return any(how_like(screen.observation, i, wanted, name) >= ALIKE for name in wanted.names)


def _named_by(screen: Screen, wanted: Wanted) -> Iterator[tuple[str, Document, str]]:
    """Links and entries whose whole name stands in what is looked for: `order 1003` may be behind `Orders`."""
    asked = {stem(token) for name in wanted.names[:1] for token in tokens(name)}
    asked |= {word for words, places in _KEPT_IN if not words.isdisjoint(asked) for word in places}
    for i in screen.elements:
        said = {stem(token) for token in tokens(screen.name(i))}
        if screen.tree[i].role in _LEADING and said and said <= asked and not screen.tree[i].selected:
            document = {"type": "select" if "select" in screen.tree[i].can else "click", "ref": screen.ref(i)}
            yield f"p:{screen.name(i)}", document, f"It may be behind {screen.name(i)[:60]!r}."


def _further_down(screen: Screen) -> Iterator[tuple[str, Document, str]]:
    """One page after the other, of what has more below."""
    holder = scroller(screen)
    scroll = screen.tree[holder].scroll if holder is not None else None
    if holder is None or scroll is None or not scroll.below:
        return
    ref = screen.ref(holder)
    for turn in range(_SCROLLS):
        yield f"s:{ref}:{turn}", {"type": "scroll", "direction": "down", "ref": ref}, "It may be further down."


def _folded(screen: Screen) -> Iterator[tuple[str, Document, str]]:
    """Menus and sections that are closed; choices of a field are no place to look."""
    for i in screen.elements:
        node = screen.tree[i]
        if node.expanded is False and "expand" in node.can and node.role is not Role.COMBOBOX:
            name = screen.name(i)
            yield f"m:{name}", {"type": "expand", "ref": screen.ref(i), "expanded": True}, f"It may be in {name[:60]!r}."


def _pages(screen: Screen) -> Iterator[tuple[str, Document, str]]:
    """The entries of lists in which exactly one is chosen, and which no form asks for: they lead to other pages."""
    yield from _tabs(screen)
    for holder in [i for i in screen.observation.kept if screen.tree[i].role in _LISTS]:
        entries = [i for i in screen.within(holder) if screen.tree[i].role in _ENTRIES and screen.tree[i].role is not Role.TAB]
        chosen = [i for i in entries if screen.tree[i].selected]
        if len(chosen) == 1 and 1 < len(entries) <= _PAGES and not _is_asked_for(screen, holder):
            for i in entries:
                if i not in chosen:
                    yield f"p:{screen.name(i)}", {"type": "select", "ref": screen.ref(i)}, f"It may be on {screen.name(i)[:60]!r}."


def _more(screen: Screen) -> Iterator[tuple[str, Document, str]]:
    """What brings further entries of a list: it is pressed as often as it brings some."""
    for i in screen.elements:
        if screen.tree[i].role in _BRINGING and plain(screen.name(i)) in _MORE:
            for turn in range(_SCROLLS):
                yield f"n:{turn}", {"type": "click", "ref": screen.ref(i)}, f"It may come with {screen.name(i)[:60]!r}."


def _tabs(screen: Screen) -> Iterator[tuple[str, Document, str]]:
    for i in screen.within(screen.dialog):
        if screen.tree[i].role is Role.TAB and not screen.tree[i].selected:
            yield f"p:{screen.name(i)}", {"type": "select", "ref": screen.ref(i)}, f"It may be on {screen.name(i)[:60]!r}."


def _is_asked_for(screen: Screen, holder: int) -> bool:
    return any(screen.tree[above].role in _ASKED_FOR for above in islice(screen.tree.ancestors(holder), _LEVELS))
